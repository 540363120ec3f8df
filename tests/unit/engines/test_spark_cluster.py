"""A standalone cluster of this machine, started from what pyspark brings: a master and a worker of one core."""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from support.command_line import corefscope
from unit.engines.relations import METRICS, random_rows, write_parquet

pytestmark = pytest.mark.slow
# What pays for large tables only is switched off, as a user would: in Spark's own file of settings.
SETTINGS = """
spark.sql.shuffle.partitions 1
spark.default.parallelism 1
spark.sql.adaptive.enabled false
spark.sql.codegen.wholeStage false
spark.sql.codegen.factoryMode NO_CODEGEN
spark.driver.memory 512m
spark.executor.memory 512m
"""
STARTED = 120  # seconds in which even a busy machine starts Java


class Daemon:
    """A process of the cluster, and the file that it writes its log to."""

    def __init__(self, log, role, *arguments, environment):
        self.log = log
        program = Path(environment["SPARK_HOME"]) / "bin" / "spark-class"
        command = [program, f"org.apache.spark.deploy.{role.lower()}.{role}", "--host", "127.0.0.1", *arguments]
        with log.open("wb") as file:
            self.process = subprocess.Popen(command, stdout=file, stderr=file, env=environment)

    def says(self, pattern):
        """Wait for a line of the log that matches, and return the match."""
        end = time.monotonic() + STARTED
        while time.monotonic() < end:
            match = re.search(pattern, self.log.read_text(encoding="utf-8"))
            if match:
                return match
            assert self.process.poll() is None, self.log.read_text(encoding="utf-8")
            time.sleep(0.2)
        raise AssertionError(f"not said: {pattern}\n{self.log.read_text(encoding='utf-8')}")

    def end(self):
        self.process.terminate()
        self.process.wait()


@pytest.fixture
def environment(tmp_path):
    pyspark = pytest.importorskip("pyspark", reason="pyspark is not installed")
    if not (os.environ.get("JAVA_HOME") or shutil.which("java")):
        pytest.skip("Spark needs Java, and there is none")
    (tmp_path / "spark-defaults.conf").write_text(SETTINGS, encoding="utf-8")
    return {
        **os.environ,
        "SPARK_HOME": str(Path(pyspark.__file__).parent),
        "SPARK_CONF_DIR": str(tmp_path),
        "SPARK_LOCAL_IP": "127.0.0.1",
        "SPARK_DAEMON_MEMORY": "256m",
        "SPARK_DAEMON_JAVA_OPTS": "-Dspark.master.rest.enabled=false",
    }


@pytest.fixture
def master(tmp_path, environment):
    daemon = Daemon(tmp_path / "master.log", "Master", "--port", "0", "--webui-port", "0", environment=environment)
    try:
        daemon.address = daemon.says(r"Starting Spark master at (spark://127\.0\.0\.1:\d+)")[1]
        daemon.says("New state: ALIVE")
        yield daemon
    finally:
        daemon.end()


@pytest.fixture
def worker(tmp_path, environment, master):
    options = ["--webui-port", "0", "--cores", "1", "--memory", "1g", "--work-dir", str(tmp_path / "work")]
    daemon = Daemon(tmp_path / "worker.log", "Worker", *options, master.address, environment=environment)
    try:
        daemon.says("Successfully registered with master")
        yield daemon
    finally:
        daemon.end()


def numbers(text):
    """All numbers of a result in JSON by where they stand; how the tables were read is not among them."""

    def walk(place, value):
        if isinstance(value, dict):
            for name, part in value.items():
                yield from walk((*place, name), part)
        elif isinstance(value, list):
            for number, part in enumerate(value):
                yield from walk((*place, number), part)
        elif isinstance(value, int | float):
            yield place, value

    return dict(walk((), json.JSONDecoder().raw_decode(text)[0]))


def test_a_cluster_gives_the_same_numbers(tmp_path, environment, master, worker):
    rows = random_rows(12, documents=40)
    tables = [write_parquet(tmp_path / f"{name}.parquet", side, str) for name, side in zip("kr", rows, strict=True)]
    arguments = ["score", *tables, "-o", "json", "--per-document", *(part for name in METRICS for part in ("-m", name))]
    duckdb = corefscope(*arguments, "--engine", "duckdb")
    expected = numbers(duckdb.stdout)
    assert len(expected) > 1000
    spark = corefscope(*arguments, "--engine", "spark", "--spark-master", master.address, **environment)
    assert spark.returncode == 0, spark.stderr
    assert duckdb.stderr in spark.stderr  # Java writes messages of its own
    assert numbers(spark.stdout) == pytest.approx(expected, rel=1e-12, abs=1e-12)
    master.says("Registered app corefscope")
    worker.says("Asked to launch executor .* for corefscope")
    submitted = submit(tmp_path, master.address, [*arguments, "--engine", "spark"], environment)
    assert numbers(submitted) == pytest.approx(expected, rel=1e-12, abs=1e-12)
    assert len(re.findall("Registered app corefscope", master.log.read_text(encoding="utf-8"))) == 2


def submit(folder, master, arguments, environment):
    """The JSON of the same call through spark-submit, which prints warnings into the same stream."""
    program = folder / "scoring.py"
    program.write_text("from corefscope.cli.main import main\nraise SystemExit(main())\n", encoding="utf-8")
    command = [Path(environment["SPARK_HOME"]) / "bin" / "spark-submit", "--master", master, program, *arguments]
    python = {"PYSPARK_PYTHON": sys.executable, "PYTHONUTF8": "1"}
    done = subprocess.run(command, capture_output=True, encoding="utf-8", env={**environment, **python})
    assert done.returncode == 0, done.stderr
    return done.stdout[re.search(r"^\{", done.stdout, re.MULTILINE).start() :]
