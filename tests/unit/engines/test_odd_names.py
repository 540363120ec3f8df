"""A file is read by its literal name; only names that are no file are patterns."""

import hashlib
import json
from pathlib import Path

import pytest
from corefscope.engines.literal_paths import LinkedFiles

import corefscope as cs
from corefscope.engines import score_tables
from corefscope.engines.spark import SparkEngine
from corefscope.engines.table_source import TableSource
from corefscope.problems import FormatError
from unit.engines.odd_names import COLONS, ODD_NAMES, needs_odd_names, write_odd

KEY = "document,mention,entity\n" + "".join(f"d,{mention},{mention // 2}\n" for mention in range(6))
OTHER = "document,mention,entity\n" + "".join(f"d,{mention},{mention}\n" for mention in range(6))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "key.csv").write_text(KEY)
    write_odd(tmp_path, KEY, OTHER, {**ODD_NAMES, **COLONS})
    monkeypatch.chdir(tmp_path)
    return tmp_path


def muc(*paths, **options):
    return score_tables(*paths, metrics="muc", **options).system.scores["muc"].f1


@needs_odd_names
@pytest.mark.parametrize("name", [*ODD_NAMES, *COLONS])
def test_duckdb_reads_the_file_of_this_name(folder, name):
    for path in (name, str(folder / name)):
        assert muc("key.csv", path) == muc(path, "key.csv") == 1
    assert muc("key.csv", "sys1.csv") == 0


@needs_odd_names
def test_spark_reads_the_file_of_this_name(tmp_path, spark):
    """All at once, since each run of Spark takes seconds: every file holds a different document."""
    header, *rows = KEY.splitlines(keepends=True)
    documents = [[f"{number}-{row}" for row in rows] for number in range(len(ODD_NAMES))]
    (tmp_path / "odd").mkdir()
    for (name, matched), text in zip(ODD_NAMES.items(), documents, strict=True):
        write_odd(tmp_path / "odd", "".join([header, *text]), OTHER, {name: matched})
    files = tuple(str(tmp_path / "odd" / name) for name in ODD_NAMES)
    engine = SparkEngine(session=spark)
    engine.load("key", TableSource("odd", files=files, separator=","))
    found = engine.rows("SELECT c0, c1, c2 FROM key_file").to_pylist()
    engine.close()
    assert sorted(",".join(row.values()) + "\n" for row in found) == sorted(row for text in documents for row in text)


@needs_odd_names
def test_names_that_spark_cannot_read(folder, spark):
    (folder / "_run.csv").write_text(KEY)
    for name, fact in (
        ("s3:bucket.csv", "Spark cannot read a file with a colon in its name"),
        ("_run.csv", "Spark leaves out files of such a name"),
        ("*run.csv", "Spark leaves out files of such a name"),
    ):
        with pytest.raises(FormatError, match=fact):
            muc("key.csv", name, engine="spark", session=spark)


@needs_odd_names
def test_path_and_checksum_are_those_of_the_file_that_was_read(folder, run):
    done = run("score", "key.csv", "sys[1].csv", "--engine", "duckdb", "-m", "muc", "-o", "json")
    (system,) = json.loads(done.out)["systems"]
    assert system["path"] == "sys[1].csv"
    assert system["scores"]["muc"]["f1"] == 1
    assert hashlib.sha256(KEY.encode()).hexdigest() in json.dumps(system)


@needs_odd_names
def test_a_pattern_means_the_files_that_python_finds(folder):
    parts = KEY.splitlines(keepends=True)
    for number, lines in enumerate((parts[:3], parts[:1] + parts[3:])):
        (folder / f"part-{number}[x].csv").write_text("".join(lines))
    result = score_tables("key.csv", "part-*.csv", metrics="muc")
    assert result.system.scores["muc"].f1 == 1
    assert [file.path for file in result.system.files] == ["part-0[x].csv", "part-1[x].csv"]


def test_a_folder_that_a_pattern_matches_is_counted(tmp_path, monkeypatch):
    """Spark writes tables as folders, whose names end like files."""
    monkeypatch.chdir(tmp_path)
    for place in ("key", "run"):
        Path(place, "more.csv").mkdir(parents=True)
        Path(place, "one.csv").write_text(KEY)
    fact = "a pattern matches files, not the folder more.csv; ** matches what is in folders"
    for engine in (score_tables, cs.score):
        result = engine("key/*.csv", "run/*.csv", metrics="muc")
        for side in (result.key, result.system):
            found = [warning for warning in side.warnings if warning.code == "folder-not-read"]
            assert [(each.count, fact in str(each)) for each in found] == [(1, True)]
        with pytest.raises(cs.CorefscopeError, match="not the folder"):
            engine("key/one.csv", "run/*.csv", metrics="muc", strict=True)


@needs_odd_names
def test_a_folder_of_odd_name_with_a_file_that_is_no_table(folder, spark):
    inner = folder / "run[1]"
    inner.mkdir()
    (inner / "part{0}.csv").write_text(KEY)
    (inner / "README.md").write_text("not a table\n")
    assert muc("key.csv", "run[1]") == 1
    assert muc("key.csv", "run[1]", engine="spark", session=spark) == 1


@needs_odd_names
def test_messages_name_the_file_and_links_are_removed(folder, tmp_path_factory, monkeypatch):
    temporary = tmp_path_factory.mktemp("temporary")
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    (folder / "damaged[1].parquet").write_bytes(b"PAR1 and no more")
    with pytest.raises(FormatError) as raised:
        muc("key.csv", "damaged[1].parquet")
    assert str(raised.value).count("damaged[1].parquet") == 2
    assert "table-" not in str(raised.value)
    assert muc("sys[1].csv", "a*b.csv") == 1
    assert list(temporary.iterdir()) == []


@needs_odd_names
def test_packed_files_of_odd_names(folder):
    import gzip

    (folder / "packed[1].csv.gz").write_bytes(gzip.compress(KEY.encode()))
    assert muc("key.csv", "packed[1].csv.gz") == 1


def test_where_no_link_can_be_made_the_name_is_refused(tmp_path, monkeypatch):
    def refused(*paths):
        raise OSError("not allowed")

    (tmp_path / "a[1].csv").write_text(KEY)
    monkeypatch.setattr("os.symlink", refused)
    links = LinkedFiles()
    assert Path(links.plain(str(tmp_path / "a[1].csv"))).read_text() == KEY
    monkeypatch.setattr("os.link", refused)
    with pytest.raises(FormatError, match=r"DuckDB takes this name for a pattern \(rename the file\)"):
        links.plain(str(tmp_path / "a[1].csv"))
    links.close()
