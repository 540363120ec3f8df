"""The Spark engine: many machines, or all cores of this one."""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from typing import Any
from weakref import WeakKeyDictionary

from corefscope.engines.base import INTEGER, TEXT
from corefscope.engines.csv_files import CsvPart, column_names, csv_parts
from corefscope.engines.duck import spill_folder
from corefscope.engines.literal_paths import address_for_spark, pattern_for_spark
from corefscope.engines.spark_master import check_master
from corefscope.engines.table_source import TableSource
from corefscope.formats.table.header import lower_names
from corefscope.problems import CorefscopeError, FormatError, SettingsError

INSTALL = "pip install 'corefscope[spark]'"
LOCAL = "local[*]"
# A long-lived session keeps much of what a call leaves, so our settings leave little.
OWN_SESSION = {
    # If true, each stored query runs in a copy of the session with all views, which Spark keeps.
    "spark.sql.sources.bucketing.autoBucketedScan.enabled": "false",
    "spark.sql.optimizer.canChangeCachedPlanOutputPartitioning": "true",  # if false, it needs a copy too
    # Spark keeps the text of the last thousand plans, including those of all stored queries.
    "spark.sql.maxPlanStringLength": "2000",
}
_IDLE: WeakKeyDictionary[Any, list[Any]] = WeakKeyDictionary()  # our sessions by the user's session
INTEGERS = ("bigint", "int", "smallint", "tinyint")


class SparkEngine:
    """A session of our own, or separate views in an existing session."""

    matches = "regexp_like"

    def __init__(
        self,
        spark_master: str | None = None,
        session: Any = None,
        memory_limit: str | None = None,
        spill: str | None = None,
    ) -> None:
        try:
            sql = import_module("pyspark.sql")
            import_module("pyarrow")
        except ImportError as error:
            name = (error.name or "pyspark").partition(".")[0]
            raise SettingsError(
                "not-installed", f"--engine spark needs {name}, which is not installed", hint=INSTALL
            ) from None
        self._kept: list[Any] = []
        self._views: set[str] = set()
        self._folder: str | None = None
        self._ours = None
        given = session or sql.SparkSession.getActiveSession()
        if given is not None:
            if spark_master or memory_limit or spill:
                raise SettingsError(
                    "conflicting-options", "a Spark session that runs already keeps its master, memory and spill folder"
                )
            self._given, self._session = given, _own_session(given)
        else:
            self._folder = spill_folder(spill) if spill else None
            self._ours = self._given = self._session = _start(sql, spark_master, memory_limit, self._folder)

    def load(self, side: str, source: TableSource) -> Mapping[str, str]:
        try:
            frame = self._frame(source)
            names = lower_names(frame.columns, source.name)
            kinds = {name: _column_type(kind) for name, (_, kind) in zip(names, frame.dtypes, strict=True)}
            frame.toDF(*(f"c{number}" for number in range(len(names)))).createOrReplaceGlobalTempView(
                self._shared(side)
            )
            self.view(f"{side}_file", f"SELECT * FROM global_temp.{self._shared(side)}")
        except CorefscopeError:
            raise
        except Exception as error:
            reason = _reason(error)
            if "PATH_NOT_FOUND" in str(error):
                raise FormatError("no-such-file", "there is no such file", source.name) from None
            if "TABLE_OR_VIEW_NOT_FOUND" in str(error):
                raise FormatError(
                    "no-such-file", "Spark's catalog has no such table", source.name, hint="as ::schema.table"
                ) from None
            raise FormatError("unreadable-file", f"the table cannot be read: {reason}", source.name) from None
        return kinds

    def _shared(self, side: str) -> str:
        """Return the name of a view that both sessions see, unique per call."""
        return f"corefscope_{side}_{id(self)}"

    def _frame(self, source: TableSource) -> Any:
        if source.table is not None:
            if source.database:
                hint = f"{source.table} of the session's catalog is ::{source.table}"
                raise FormatError("bad-file-name", "Spark knows tables by their name alone", source.name, hint=hint)
            return self._given.table(source.table)
        if source.is_local_text:
            return self._text(source)
        reader = self._given.read
        if os.path.isdir(source.name):  # it may hold partitions and other files
            reader = reader.option("basePath", address_for_spark(source.name))
        paths = [pattern_for_spark(file) for file in source.files]
        if source.separator is None:
            return reader.parquet(*paths)
        options = {"header": True, "sep": source.separator, "quote": '"', "escape": '"', "mode": "FAILFAST"}
        return reader.options(**options, enforceSchema=False).csv(paths)

    def _text(self, source: TableSource) -> Any:
        found = csv_parts(source, self._own_folder)
        names = column_names(found)
        whole: Any = None
        for part in found:
            frame = self._part(part)
            columns = [
                f"c{part.names.index(name)} AS n{number}"
                if name in part.names
                else f"CAST(NULL AS STRING) AS n{number}"
                for number, name in enumerate(names)
            ]
            frame = frame.selectExpr(*columns)
            whole = frame if whole is None else whole.union(frame)
        return whole.toDF(*names)

    def _part(self, part: CsvPart) -> Any:
        """Return a frame that reads the files with nothing left to guess."""
        paths = [pattern_for_spark(file) for file in part.files]
        if part.separator is None:
            return self._given.read.parquet(*paths)
        schema = ", ".join(f"c{number} STRING" for number in range(len(part.names)))
        options = {"header": True, "sep": part.separator, "quote": '"', "escape": '"', "mode": "FAILFAST"}
        return self._given.read.schema(schema).options(**options, maxColumns=max(len(part.names), 2)).csv(paths)

    def _own_folder(self) -> str:
        if self._folder is None:
            self._folder = spill_folder(None)
        return self._folder

    def view(self, name: str, query: str) -> None:
        self._views.add(name)
        self._run(lambda: self._session.sql(query).createOrReplaceTempView(name))

    def store(self, name: str, query: str) -> None:
        self._views.add(name)

        def kept() -> None:
            frame = self._session.sql(query).persist()
            self._kept.append(frame)
            frame.createOrReplaceTempView(name)

        self._run(kept)

    def rows(self, query: str) -> Any:
        return self._run(lambda: self._session.sql(query).toArrow())

    def _run(self, work: Callable[[], Any]) -> Any:
        try:
            return work()
        except Exception as error:
            text = str(error)
            if "No space left on device" in text:
                hint = "name a folder with more space: --spill FOLDER"
                raise CorefscopeError("no-space-to-spill", "no disk space is left to spill to", hint=hint) from None
            if "OutOfMemoryError" in text:
                hint = "raise --memory-limit, or spark.driver.memory and spark.executor.memory of the cluster"
                raise CorefscopeError("engine-out-of-memory", "Spark does not have enough memory", hint=hint) from None
            raise FormatError("unreadable-file", f"Spark cannot read the tables: {_reason(error)}") from None

    def close(self) -> None:
        for frame in self._kept:
            frame.unpersist()
        self._kept.clear()
        for name in self._views:
            self._session.catalog.dropTempView(name)
        for side in ("key", "response"):
            self._given.catalog.dropGlobalTempView(self._shared(side))
        if self._ours is not None:
            self._ours.stop()
        else:
            _IDLE.setdefault(self._given, []).append(self._session)
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)


def _own_session(given: Any) -> Any:
    """Return a session with separate views; reuse that of an earlier call, since Spark never frees one."""
    idle = _IDLE.get(given)
    if idle:
        return idle.pop()
    session = given.newSession()
    for name, value in OWN_SESSION.items():
        session.conf.set(name, value)
    return session


def _start(sql: Any, master: str | None, memory_limit: str | None, spill: str | None) -> Any:
    submitted = "PYSPARK_GATEWAY_PORT" in os.environ  # by spark-submit, which sets the master
    if not submitted:
        _check_java()
        master = master or LOCAL
    builder = sql.SparkSession.builder.appName("corefscope")
    options = {"spark.ui.enabled": "false", "spark.ui.showConsoleProgress": "false", "spark.log.level": "ERROR"}
    if master is not None:
        builder = builder.master(master)
        if master.startswith("local"):
            options |= {"spark.driver.bindAddress": "127.0.0.1", "spark.driver.host": "127.0.0.1"}
            options |= {"spark.sql.shuffle.partitions": str(2 * (os.cpu_count() or 1))}
        else:
            check_master(master)
    if memory_limit is not None:
        options["spark.driver.memory"] = _memory(memory_limit)
    if spill is not None:
        options["spark.local.dir"] = spill
    for name, value in options.items():
        builder = builder.config(name, value)
    with _quiet() as log:
        try:
            return builder.getOrCreate()
        except Exception as error:
            log.seek(0)
            errors = [line for line in log.read().decode("utf-8", "replace").splitlines() if "rror" in line]
            reason = errors[0].strip()[:300] if errors else _reason(error)
            far = master is not None and not master.startswith("local")
            hint = "the master was reached but gave no application; its own log says why" if far else None
            raise SettingsError(
                "engine-does-not-start", f"Spark does not start on {master}: {reason}", hint=hint
            ) from None


def _check_java() -> None:
    home = os.environ.get("JAVA_HOME")
    java = os.path.join(home, "bin", "java") if home else "java"
    if shutil.which(java) is None:
        where = f"JAVA_HOME is {home}, which has no bin/java" if home else "no java is found"
        raise SettingsError(
            "no-java",
            f"--engine spark needs Java 17 or newer, and {where}",
            hint="install a Java runtime, as apt install default-jre-headless, or use --engine duckdb",
        )


def _memory(text: str) -> str:
    """Convert an amount of memory to Spark's notation: 4GB to 4g."""
    found = re.fullmatch(r"\s*(\d+)\s*([kmgt])i?b?\s*", text, re.IGNORECASE)
    if not found:
        raise SettingsError("wrong-value", f"--memory-limit {text}: not an amount of memory", hint="as 500MB or 16GB")
    return f"{found[1]}{found[2].lower()}"


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


def _column_type(name: str) -> str:
    if name in INTEGERS:
        return INTEGER
    return TEXT if name == "string" or name.startswith(("varchar", "char")) else name


def _reason(error: Exception) -> str:
    """Return the line of Spark's message that names the cause."""
    lines = [line.strip(" :") for line in str(error).splitlines() if line.strip()]
    causes = [line.removeprefix("Caused by: ") for line in lines if line.startswith("Caused by: ")]
    plain = [line for line in lines if not line.startswith("An error occurred while calling")]
    return (causes[-1:] or plain or ["no reason given"])[0][:300]
