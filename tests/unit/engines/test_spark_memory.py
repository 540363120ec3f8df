"""A call leaves no rows, no views and no growing plans in an existing Spark session."""

import gc
import re
import time

import pytest

from corefscope.engines import score_tables
from corefscope.engines import spark as engine
from corefscope.problems import CorefscopeError
from unit.engines.relations import random_rows, write_csv, write_parquet

CLASSES = ("SparkSession", "TemporaryViewRelation", "InMemoryRelation", "AttributeReference")


def living(spark):
    """How many objects of some classes the driver holds, after Java collected what it could."""
    jvm, array = spark._jvm, spark.sparkContext._gateway.new_array
    arguments, signature = array(jvm.java.lang.Object, 1), array(jvm.java.lang.String, 1)
    arguments[0], signature[0] = array(jvm.java.lang.String, 0), "[Ljava.lang.String;"
    commands = jvm.javax.management.ObjectName("com.sun.management:type=DiagnosticCommand")
    server = jvm.java.lang.management.ManagementFactory.getPlatformMBeanServer()
    methods = jvm.java.lang.Class.forName("javax.management.MBeanServer").getMethods()
    invoke = next(method for method in methods if method.getName() == "invoke")  # the server's own class is not open
    given = array(jvm.java.lang.Object, 4)
    for place, value in enumerate((commands, "gcClassHistogram", arguments, signature)):
        given[place] = value
    gc.collect()  # Java holds what Python holds
    for _ in range(3):  # references that are weak go first
        jvm.java.lang.System.gc()
        text = invoke.invoke(server, given)
    found = re.findall(r"^ *\d+: +(\d+) +\d+ +(?:\S+\.)?(\w+)(?: |$)", text, re.MULTILINE)
    return {name: sum(int(count) for count, each in found if each == name) for name in CLASSES}


@pytest.fixture
def tables(tmp_path):
    key, response = random_rows(1, 9)
    return [write_parquet(tmp_path / "key.parquet", key, str), write_csv(tmp_path / "response.csv", response)]


def test_calls_leave_nothing_that_grows(spark, tables):
    score_tables(*tables, engine="spark", session=spark)
    before = living(spark)
    assert before["SparkSession"] >= 1
    bounds = before | {"AttributeReference": before["AttributeReference"] + 300}  # two calls used to leave thousands
    for _ in range(2):
        score_tables(*tables, engine="spark", session=spark)
    deadline = time.monotonic() + 60  # Spark's threads that report events hold the last plans for a while
    while any((after := living(spark))[name] > bounds[name] for name in CLASSES) and time.monotonic() < deadline:
        time.sleep(0.5)
    assert all(after[name] <= bounds[name] for name in CLASSES), (before, after)


def test_a_session_holds_no_rows_and_no_views_afterwards(spark, tables):
    damaged = str(tables[1]).replace("response", "damaged")
    with open(damaged, "w") as file:
        file.write("document,mention,entity\na,1,\n")
    score_tables(*tables, engine="spark", session=spark)
    with pytest.raises(CorefscopeError, match="has no entity"):
        score_tables(tables[0], damaged, engine="spark", session=spark)
    assert spark._jsc.sc().getPersistentRDDs().size() == 0
    assert spark._jsparkSession.sharedState().cacheManager().isEmpty()
    assert spark._jsparkSession.sharedState().globalTempViewManager().listViewNames("*").isEmpty()
    (own,) = engine._IDLE[spark]
    assert own.catalog.listTables() == []
