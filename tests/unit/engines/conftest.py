"""One Spark session for all tests that need one: it takes longer to start than everything else."""

import os
import shutil

import pytest

from support.fixtures import put, run

# pyspark 4.0 leaves a socket to Python's collector for each table that it hands over.
OPEN_SOCKET = "ignore:Exception ignored in. <socket:pytest.PytestUnraisableExceptionWarning"


def pytest_collection_modifyitems(items):
    for item in items:
        if "spark" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.filterwarnings(OPEN_SOCKET))


@pytest.fixture(scope="session")
def spark():
    sql = pytest.importorskip("pyspark.sql", reason="pyspark is not installed")
    if not (os.environ.get("JAVA_HOME") or shutil.which("java")):
        pytest.skip("Spark needs Java, and there is none")
    options = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.log.level": "OFF",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.memory": "1g",
        "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
        # The tables of tests are small: what pays for large ones only is switched off.
        "spark.sql.shuffle.partitions": "1",
        "spark.default.parallelism": "1",
        "spark.sql.adaptive.enabled": "false",
        "spark.sql.codegen.wholeStage": "false",
        "spark.sql.codegen.factoryMode": "NO_CODEGEN",
    }
    builder = sql.SparkSession.builder.master("local[2]").appName("corefscope tests")
    for name, value in options.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    yield session
    session.stop()
