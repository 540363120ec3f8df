"""The Spark engine: many machines, or all cores of this one."""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from weakref import WeakKeyDictionary

from corefscope.engines.sides import INTEGER, TEXT, error_reason, explained, library
from corefscope.engines.table_source import TableSource, spill_folder
from corefscope.formats.table.header import lower_names
from corefscope.problems import FormatError, SettingsError

INTEGERS = ("bigint", "int", "smallint", "tinyint")
_IDLE: WeakKeyDictionary[Any, list[Any]] = WeakKeyDictionary()  # our sessions by the user's session


class SparkEngine:
    """A session of our own, or separate views in an existing session."""

    def __init__(
        self,
        memory_limit: str | None = None,
        spill: str | None = None,
        spark_master: str | None = None,
        session: Any = None,
    ) -> None:
        sql = library("spark", "pyspark.sql")
        library("spark", "pyarrow")
        self._kept: list[Any] = []
        self._views: set[str] = set()
        given = session or sql.SparkSession.getActiveSession()
        self._is_ours = given is None
        if given is None:
            builder = _builder(sql, spark_master, memory_limit)
            self._folder = spill_folder(spill)
            if spill:
                builder = builder.config("spark.local.dir", self._folder)
            self._given = self._session = _start(builder, self._folder)
            return
        if spark_master or memory_limit or spill:
            fact = "a Spark session that runs already keeps its master, memory and spill folder"
            raise SettingsError("conflicting-options", fact)
        self._folder = spill_folder(None)
        self._given = given
        idle = _IDLE.setdefault(given, [])  # Spark never frees a session
        self._session = idle.pop() if idle else given.newSession()

    def load(self, side: str, source: TableSource) -> Mapping[str, str]:
        table = explained(lambda: self._frame(source), Exception, source.name)
        names = lower_names(table.columns, source.name)
        table.toDF(*(f"c{number}" for number in range(len(names)))).createOrReplaceGlobalTempView(self._shared(side))
        self.view(f"{side}_file", f"SELECT * FROM global_temp.{self._shared(side)}")
        return {name: _column_type(kind) for name, (_, kind) in zip(names, table.dtypes, strict=True)}

    def _shared(self, side: str) -> str:
        """Return the name of a view that both sessions see, unique per call."""
        return f"corefscope_{side}_{id(self)}"

    def _frame(self, source: TableSource) -> Any:
        if source.table is not None:
            if source.database:
                hint = f"{source.table} of the session's catalog is ::{source.table}"
                raise FormatError("bad-file-name", "Spark knows tables by their name alone", source.name, hint=hint)
            return self._given.table(source.table)
        files, reader = source.parquet_files(self._folder), self._given.read
        if source.separator is not None and not source.local_texts:
            options = {"header": True, "sep": source.separator, "quote": '"', "escape": '"', "mode": "FAILFAST"}
            return reader.options(**options, enforceSchema=False).csv(files)
        if os.path.isdir(source.name) and files == list(source.files):  # it may hold partitions and other files
            reader = reader.option("basePath", _address(source.name))
        return reader.option("mergeSchema", True).parquet(
            *(_address(file) if source.states else file for file in files)
        )

    def view(self, name: str, query: str) -> None:
        self._views.add(name)
        explained(lambda: self._session.sql(query).createOrReplaceTempView(name), Exception)

    def store(self, name: str, query: str) -> None:
        def keep() -> None:
            frame = self._session.sql(query).persist()
            self._kept.append(frame)
            frame.createOrReplaceTempView(name)

        self._views.add(name)
        explained(keep, Exception)

    def rows(self, query: str) -> Any:
        return explained(lambda: self._session.sql(query).toArrow(), Exception)

    def close(self) -> None:
        for frame in self._kept:
            frame.unpersist()
        for name in self._views:
            self._session.catalog.dropTempView(name)
        for side in ("key", "response"):
            self._given.catalog.dropGlobalTempView(self._shared(side))
        if self._is_ours:
            self._session.stop()
        else:
            _IDLE[self._given].append(self._session)
        shutil.rmtree(self._folder, ignore_errors=True)


def _address(path: str) -> str:
    """Return the address of a local path, which Spark would otherwise look up in the cluster's storage."""
    absolute = os.path.abspath(path).replace(os.sep, "/")
    return f"file://{absolute if absolute.startswith('/') else '/' + absolute}"


def _builder(sql: Any, master: str | None, memory_limit: str | None) -> Any:
    if "PYSPARK_GATEWAY_PORT" not in os.environ:  # else spark-submit has set the master
        _check_java()
        master = master or "local[*]"
    options = {"spark.ui.enabled": "false", "spark.ui.showConsoleProgress": "false", "spark.log.level": "ERROR"}
    if master is not None and master.startswith("local"):
        options |= {"spark.driver.bindAddress": "127.0.0.1", "spark.driver.host": "127.0.0.1"}
        options["spark.sql.shuffle.partitions"] = str(2 * (os.cpu_count() or 1))
    if master is not None:
        options["spark.master"] = master
    if memory_limit is not None:
        options["spark.driver.memory"] = re.sub("[ib ]", "", memory_limit.lower())  # 4 GiB is 4g
    builder = sql.SparkSession.builder.appName("corefscope")
    for name, value in options.items():
        builder = builder.config(name, value)
    return builder


def _start(builder: Any, folder: str) -> Any:
    with _quiet() as log:
        try:
            return builder.getOrCreate()
        except Exception as error:
            shutil.rmtree(folder, ignore_errors=True)
            log.seek(0)
            errors = [line for line in log.read().decode("utf-8", "replace").splitlines() if "rror" in line]
            reason = errors[0].strip()[:300] if errors else error_reason(error)
            hint = "if the master was reached, its own log says why it gave no application"
            raise SettingsError("engine-does-not-start", f"Spark does not start: {reason}", hint=hint) from None


@contextmanager
def _quiet() -> Iterator[Any]:
    """Redirect standard error to a file, because Java writes status messages to it."""
    sys.stderr.flush()
    with tempfile.TemporaryFile() as log:
        saved = os.dup(2)
        os.dup2(log.fileno(), 2)
        try:
            yield log
        finally:
            os.dup2(saved, 2)
            os.close(saved)


def _check_java() -> None:
    home = os.environ.get("JAVA_HOME")
    if shutil.which(os.path.join(home, "bin", "java") if home else "java") is None:
        where = f"JAVA_HOME is {home}, which has no bin/java" if home else "no java is found"
        hint = "install a Java runtime, as apt install default-jre-headless, or use --engine duckdb"
        raise SettingsError("no-java", f"--engine spark needs Java 17 or newer, and {where}", hint=hint)


def _column_type(name: str) -> str:
    if name in INTEGERS:
        return INTEGER
    return TEXT if name == "string" or name.startswith(("varchar", "char")) else name
