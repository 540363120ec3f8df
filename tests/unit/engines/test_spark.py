"""Errors of Spark itself are reported at once, in one sentence."""

import pytest

from corefscope.engines import score_tables
from corefscope.engines import spark as engine
from corefscope.problems import CorefscopeError
from support.command_line import failed
from unit.engines.relations import random_rows, write_parquet

pytest.importorskip("pyspark", reason="pyspark is not installed")


@pytest.fixture
def tables(tmp_path):
    rows = random_rows(1, 9)
    return [write_parquet(tmp_path / f"{name}.parquet", side) for name, side in zip("kr", rows, strict=True)]


@pytest.mark.parametrize(("variable", "fact"), [("PATH", "no java is found"), ("JAVA_HOME", "which has no bin/java")])
def test_no_java(tables, tmp_path, variable, fact):
    environment = {"PATH": str(tmp_path), "JAVA_HOME": "", variable: str(tmp_path)}
    message = failed("score", *tables, "--engine", "spark", **environment)
    assert message.startswith("corefscope: error: --engine spark needs Java 17 or newer, and ")
    assert fact in message
    assert message.count("\n") == 1


def said(spark, *paths, **options):
    with pytest.raises(CorefscopeError) as raised:
        score_tables(*paths, engine="spark", session=spark, **options)
    assert "\n" not in str(raised.value)
    return str(raised.value)


def test_tables_that_spark_does_not_find(spark, tables):
    assert said(spark, "::nowhere.gold", tables[1]) == (
        "::nowhere.gold: Spark's catalog has no such table (as ::schema.table)"
    )
    assert said(spark, "hive::gold", tables[1]).startswith("hive::gold: Spark knows tables by their name alone")
    assert said(spark, "file:///nowhere/key.parquet", tables[1]) == "file:///nowhere/key.parquet: there is no such file"


def test_a_session_that_runs_keeps_its_memory(spark, tables):
    assert said(spark, *tables, memory_limit="1GB").startswith("a Spark session that runs already keeps its master")


def test_memory_is_named_as_spark_names_it():
    assert [engine._memory(text) for text in ("500MB", "4 GiB", "2g")] == ["500m", "4g", "2g"]
    with pytest.raises(CorefscopeError, match="--memory-limit much: not an amount of memory"):
        engine._memory("much")


def test_missing_ids(spark, tmp_path):
    import pyarrow
    from pyarrow import parquet

    path = str(tmp_path / "null.parquet")
    parquet.write_table(pyarrow.table({"document": ["a", "a"], "mention": [1, 2], "entity": [1, None]}), path)
    assert said(spark, path, path) == f"{path}: 1 row has no entity (the first of them has document a, mention 2)"
