"""The Spark engine: many machines, or all cores of this one."""

from __future__ import annotations

import os
import re
import shutil
from importlib import import_module
from typing import Any
from weakref import WeakKeyDictionary

from corefscope.engines.sides import error_reason, explained
from corefscope.engines.table_source import TableSource, spill_folder
from corefscope.problems import SettingsError

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
        sql, _ = import_module("pyspark.sql"), import_module("pyarrow")
        self._kept: list[Any] = []
        self._views: set[str] = set()
        self._user = session or sql.SparkSession.getActiveSession()
        if self._user is None:
            options = _options(memory_limit, spark_master)
            self._folder = spill_folder(spill)
            options |= {"spark.local.dir": self._folder} if spill else {}
            try:
                self._session = sql.SparkSession.builder.appName("corefscope").config(map=options).getOrCreate()
            except Exception as error:
                shutil.rmtree(self._folder, ignore_errors=True)
                raise SettingsError("engine-does-not-start", f"Spark does not start: {error_reason(error)}") from None
        elif spark_master or memory_limit or spill:
            raise SettingsError("conflicting-options", "a running Spark session keeps its master, memory and folder")
        else:
            self._folder = spill_folder(None)
            idle = _IDLE.setdefault(self._user, [])  # Spark never frees a session
            self._session = idle.pop() if idle else self._user.newSession()
        self._given = self._user or self._session

    def load(self, side: str, source: TableSource) -> list[tuple[str, str]]:
        frame = explained(lambda: self._frame(source), source.name)
        numbered = frame.toDF(*(f"c{number}" for number in range(len(frame.columns))))
        numbered.createOrReplaceGlobalTempView(self._shared(side))
        self.view(f"{side}_file", f"SELECT * FROM global_temp.{self._shared(side)}")
        return [(name, kind) for name, kind in frame.dtypes]

    def _shared(self, side: str) -> str:
        """Return the name of a view that both sessions see, unique per call."""
        return f"corefscope_{side}_{id(self)}"

    def _frame(self, source: TableSource) -> Any:
        if source.table is not None:
            return self._given.table(f"{source.database}.{source.table}".lstrip("."))
        files, reader = source.parquet_files(self._folder), self._given.read
        if os.path.isdir(source.name) and files == list(source.files):  # it may hold partitions and other files
            reader = reader.option("basePath", _address(source.name))
        return reader.option("mergeSchema", True).parquet(
            *(_address(file) if source.states else file for file in files)
        )

    def view(self, name: str, query: str) -> None:
        self._views.add(name)
        explained(lambda: self._session.sql(query).createOrReplaceTempView(name))

    def store(self, name: str, query: str) -> None:
        frame = explained(lambda: self._session.sql(query).persist())
        self._kept.append(frame)
        self._views.add(name)
        frame.createOrReplaceTempView(name)

    def rows(self, query: str) -> Any:
        return explained(lambda: self._session.sql(query).toArrow())

    def close(self) -> None:
        for frame in self._kept:
            frame.unpersist()
        for name in self._views:
            self._session.catalog.dropTempView(name)
        for side in ("key", "response"):
            self._given.catalog.dropGlobalTempView(self._shared(side))
        if self._user is None:
            self._session.stop()
        else:
            _IDLE[self._user].append(self._session)
        shutil.rmtree(self._folder, ignore_errors=True)


def _address(path: str) -> str:
    """Return the address of a local path, which Spark would otherwise look up in the cluster's storage."""
    return f"file:///{os.path.abspath(path).replace(os.sep, '/').lstrip('/')}"


def _options(memory_limit: str | None, master: str | None) -> dict[str, str]:
    options = {"spark.ui.enabled": "false", "spark.ui.showConsoleProgress": "false", "spark.log.level": "ERROR"}
    if "PYSPARK_GATEWAY_PORT" not in os.environ:  # else spark-submit has set the master
        home = os.environ.get("JAVA_HOME")
        if shutil.which(os.path.join(home, "bin", "java") if home else "java") is None:
            where = f"JAVA_HOME is {home}, which has no bin/java" if home else "java is missing"
            hint = "install a Java runtime, e.g. apt install default-jre-headless, or use --engine duckdb"
            raise SettingsError("no-java", f"--engine spark needs Java 17 or newer, and {where}", hint=hint)
        master = master or "local[*]"
    if master is not None:
        options["spark.master"] = master
        if master.startswith("local"):
            options |= {"spark.driver.bindAddress": "127.0.0.1", "spark.driver.host": "127.0.0.1"}
            options["spark.sql.shuffle.partitions"] = str(2 * (os.cpu_count() or 1))
    if memory_limit is not None:
        options["spark.driver.memory"] = re.sub("[ib ]", "", memory_limit.lower())  # 4 GiB is 4g
    return options
