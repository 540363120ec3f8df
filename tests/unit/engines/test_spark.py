"""What only Spark does: its errors, its sessions, and text and tables on the way into it."""

import pytest

from corefscope.engines import score_tables
from corefscope.engines import spark as engine
from corefscope.problems import CorefscopeError
from support.command_line import failed
from unit.engines.relations import assert_same, random_rows, write_csv, write_parquet

pytest.importorskip("pyspark", reason="pyspark is not installed")


@pytest.fixture
def tables(tmp_path):
    rows = random_rows(1, 9)
    return [write_parquet(tmp_path / f"{name}.parquet", side) for name, side in zip("kr", rows, strict=True)]


@pytest.mark.parametrize(("variable", "fact"), [("PATH", "java is missing"), ("JAVA_HOME", "which has no bin/java")])
def test_no_java(tables, tmp_path, variable, fact):
    environment = {"PATH": str(tmp_path), "JAVA_HOME": "", variable: str(tmp_path)}
    message = failed("score", *tables, "--engine", "spark", **environment)
    assert "needs Java 17" in message
    assert fact in message
    assert message.count("\n") == 1


def test_memory_is_named_as_spark_names_it(monkeypatch):
    monkeypatch.setattr("shutil.which", lambda name: name)
    named = [engine._options(text, None)["spark.driver.memory"] for text in ("500MB", "4 GiB", "2g")]
    assert named == ["500m", "4g", "2g"]


@pytest.mark.parametrize(
    ("path", "options", "code"),
    [
        ("::nowhere.gold", {}, "no-such-file"),
        ("file:///nowhere/key.parquet", {}, "no-such-file"),
        (None, {"memory_limit": "1GB"}, "conflicting-options"),
    ],
)
def test_what_spark_does_not_find_or_change(spark, tables, path, options, code):
    with pytest.raises(CorefscopeError) as caught:
        score_tables(path or tables[0], tables[1], engine="spark", session=spark, **options)
    assert (caught.value.code, caught.value.source) == (code, path)
    assert "\n" not in str(caught.value)


def test_files_of_odd_names_and_parts(tmp_path, tables, spark):
    """A folder whose name is a pattern, with files whose names Spark leaves out, refuses or reads as patterns."""
    folder = tmp_path / "run{1}[2]"
    folder.mkdir()
    rows = random_rows(1, 9)[1]
    for number, name in enumerate(("s3:part", "a*b[1]", r"back\slash")):
        write_parquet(folder / f"{name}.parquet", rows[number::3])
    (folder / "_SUCCESS").write_text("")
    assert_same(score_tables(*tables), score_tables(tables[0], folder, engine="spark", session=spark))


def test_an_address_of_text_is_refused():
    with pytest.raises(CorefscopeError, match="an engine reads only Parquet at an address"):
        score_tables("s3://tables/key.csv", "s3://tables/response.csv")


def test_a_session_holds_no_rows_and_no_views_afterwards(tmp_path, spark, tables):
    damaged = tmp_path / "damaged.csv"
    damaged.write_text("document,mention,entity\na,1,\n")
    texts = [write_csv(tmp_path / f"{n}.csv", rows) for n, rows in enumerate(random_rows(1, 9))]
    score_tables(*tables, engine="spark", session=spark)
    score_tables(*texts, engine="spark", session=spark)
    with pytest.raises(CorefscopeError, match="has no entity"):
        score_tables(texts[0], damaged, engine="spark", session=spark)
    assert spark._jsc.sc().getPersistentRDDs().size() == 0
    assert spark._jsparkSession.sharedState().cacheManager().isEmpty()
    assert spark._jsparkSession.sharedState().globalTempViewManager().listViewNames("*").isEmpty()
    (own,) = engine._IDLE[spark]  # one session of ours, used again by each call
    assert own.catalog.listTables() == []
