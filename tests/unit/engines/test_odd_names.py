"""A file is read by its literal name; only names that are no file are patterns."""

import gzip
import hashlib
import json
import os
from pathlib import Path

import pytest

import corefscope as cs
from corefscope.engines import score_tables
from corefscope.engines.table_source import table_source
from unit.engines.relations import write_csv, write_parquet

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows allows no such names")
# Each name, and files that it matches as a pattern.
NAMES = {
    "sys[1]": ("sys1",),
    "sys[!2]": ("sys3",),
    "a*b": ("axb",),
    "q?": ("q1",),
    "**": ("plain",),
    "{a,b}": ("a", "b"),
    r"back\slash": ("backslash", "slash"),
    r"back\[1]": ("back[1]", "back1"),
    "~": (),
    "~root": (),
    "a,b;c": (),
    "per%20cent": ("per cent",),
    "é [ü]": ("é ü",),
    "quo'te\"": (),
    "line\nend[1]": ("line\nend1",),
    "inner[1]/plain": ("inner1/plain",),
    "a.duckdb::b": (),
    "s3:bucket": (),
    "12:30[1]": ("12:301",),
    "_run": (),
    os.fsdecode(b"t\xff"): (),
}
ROWS = [("d 0", mention, mention // 2) for mention in range(6)]
OTHER = [("d 0", mention, mention) for mention in range(6)]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Each name as CSV and as Parquet, among files of other content that it would match as a pattern."""
    monkeypatch.chdir(tmp_path)
    contents = {}
    for rows in (ROWS, OTHER):
        paths = write_parquet(tmp_path / "table.parquet", rows), write_csv(tmp_path / "table.csv", rows)
        contents[rows is ROWS] = {os.path.splitext(path)[1]: Path(path).read_bytes() for path in paths}
    for name, matched in {"key": (), **NAMES}.items():
        for each in (name, *matched):
            (tmp_path / each).parent.mkdir(exist_ok=True)
            for ending, content in contents[each == name].items():
                (tmp_path / (each + ending)).write_bytes(content)
    return tmp_path


def muc(*paths, **options):
    return score_tables(*paths, metrics="muc", **options).system.scores["muc"].f1


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_duckdb_reads_the_file_of_this_name(folder, name):
    for ending in (".csv", ".parquet"):
        assert muc(f"key{ending}", name + ending) == muc(str(folder / (name + ending)), f"key{ending}") == 1
    if NAMES[name]:
        assert muc("key.csv", f"{NAMES[name][0]}.csv") == 0


def test_files_have_plain_names_for_every_engine(folder):
    """Spark leaves out names that begin with _ or ., and cannot read colons; a pattern would match other files."""
    for name in NAMES:
        (path,) = table_source(f"{name}.parquet").parquet_files(str(folder))
        assert path == f"{name}.parquet" or (path.startswith(str(folder)) and path.endswith("/0.parquet"))
        assert Path(path).read_bytes() == Path("key.parquet").read_bytes()


def test_path_and_checksum_are_those_of_the_file_that_was_read(folder, run):
    done = run("score", "key.csv", "sys[1].csv", "--engine", "duckdb", "-m", "muc", "-o", "json")
    (system,) = json.loads(done.out)["systems"]
    assert (system["path"], system["scores"]["muc"]["f1"]) == ("sys[1].csv", 1)
    assert hashlib.sha256((folder / "key.csv").read_bytes()).hexdigest() in json.dumps(system)


def test_a_pattern_means_the_files_that_python_finds(folder):
    header, *rows = (folder / "key.csv").read_text().splitlines(keepends=True)
    for number, lines in enumerate((rows[:2], rows[2:])):
        (folder / f"part-{number}[x].csv").write_text("".join([header, *lines]))
    result = score_tables("key.csv", "part-*.csv", metrics="muc")
    assert result.system.scores["muc"].f1 == 1
    assert [file.path for file in result.system.files] == ["part-0[x].csv", "part-1[x].csv"]


def test_a_folder_that_a_pattern_matches_is_counted(folder):
    """Spark writes tables as folders, whose names end like files."""
    for place in ("gold", "run"):
        Path(place, "more.csv").mkdir(parents=True)
        Path(place, "one.csv").write_bytes((folder / "key.csv").read_bytes())
    for engine in (score_tables, cs.score):
        result = engine("gold/*.csv", "run/*.csv", metrics="muc")
        for side in (result.key, result.system):
            assert [(each.code, each.count) for each in side.warnings[:1]] == [("folder-not-read", 1)]
            assert "more.csv" in side.warnings[0].first
        with pytest.raises(cs.CorefscopeError) as caught:
            engine("gold/one.csv", "run/*.csv", metrics="muc", strict=True)
        assert caught.value.code == "folder-not-read"


def test_nothing_is_left_behind(folder, tmp_path_factory, monkeypatch):
    temporary = tmp_path_factory.mktemp("temporary")
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    (folder / "packed[1].csv.gz").write_bytes(gzip.compress((folder / "key.csv").read_bytes()))
    assert muc("sys[1].parquet", "key.parquet") == muc("key.csv", "packed[1].csv.gz") == 1
    assert list(temporary.iterdir()) == []


def test_where_no_link_can_be_made_the_name_is_refused(folder, monkeypatch):
    def refused(*paths):
        raise OSError("not allowed")

    monkeypatch.setattr("os.symlink", refused)
    with pytest.raises(cs.CorefscopeError) as caught:
        muc("key.parquet", "sys[1].parquet")
    assert (caught.value.code, caught.value.source) == ("bad-file-name", "sys[1].parquet")


def test_a_folder_to_spill_to_has_a_plain_name(folder):
    with pytest.raises(cs.CorefscopeError) as caught:
        muc("key.csv", "key.csv", spill="spill[1]")
    assert caught.value.code == "bad-file-name"
    assert list((folder / "spill[1]").iterdir()) == []
