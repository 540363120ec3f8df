"""The outcome of scoring two tables by each path, in a comparable form."""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from corefscope.engines import score_tables
from corefscope.problems import CorefscopeError

pyarrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
pytest.importorskip("duckdb", reason="duckdb is not installed")

METRICS = ("mentions", "muc", "b3", "ceafe", "blanc")
# What engines do not say, or only memory can: names of documents that are none, or that CoNLL spells in two ways.
ONLY_IN_MEMORY = ("paired by order", "column that changes within its document", "column not kept")
NAMES = re.compile("is the document that the key calls|not all have names|no column 'document'")


@dataclass(frozen=True)
class Outcome:
    """Counts by document and counts of warnings, or an error."""

    tallies: tuple = ()
    warnings: tuple = ()
    error: str | None = None
    code: str | None = None

    @property
    def fact(self):
        """The error without its file and line, which paths may omit."""
        match = re.fullmatch(r".*?[kr]\.(?:csv|parquet)(?::\d+)?: (.*)", self.error, re.DOTALL)
        text = match[1] if match else self.error
        text = re.sub("(?<=no document of the response is in the key).*", "", text, flags=re.DOTALL)
        missing = re.search("(?:the row has|1 row has|rows have) no (?!start and)([a-z]+)", text)
        if missing or re.search("no token|so it is empty|no start and end", text):
            text = f"no {missing[1] if missing and missing[1] in ('entity', 'document') else 'mention'}"
        return text


def outcome(score, *paths, **options):
    try:
        result = score(*paths, metrics=METRICS, **options)
    except CorefscopeError as error:
        return Outcome(error=str(error), code=error.code)
    columns = [
        [round(value, 9) for value in tally.columns[name].tolist()]
        for tally in result.system.tallies.values()
        for name in sorted(tally.columns)
    ]
    names = result.documents if len(result.documents) > 1 else ["the one"]
    rows = sorted(zip(names, *columns, strict=True))
    kinds = sorted((notice.kind, notice.count) for notice in result.warnings if notice.kind not in ONLY_IN_MEMORY)
    return Outcome(tuple(rows), tuple(kinds))


def write_texts(folder, pair):
    paths = [Path(folder) / name for name in ("k.csv", "r.csv")]
    for path, content in zip(paths, pair, strict=True):
        path.write_bytes(content)
    return [str(path) for path in paths]


def write_arrays(folder, pair):
    """The cells of two sides as Parquet of text, and empty cells as NULL."""
    paths = [Path(folder) / name for name in ("k.parquet", "r.parquet")]
    for path, rows in zip(paths, pair, strict=True):
        columns = zip(*([cell or None for cell in row] for row in rows.cells), strict=True)
        arrays = [pyarrow.array(list(column), "string") for column in columns]
        parquet.write_table(pyarrow.table(arrays, rows.names), path)
    return [str(path) for path in paths]


def by_engine(*paths, **options):
    return outcome(score_tables, *paths, **options)


def assert_agree(memory, engine, what):
    """The same numbers and warnings, or the same error, but for names of documents, which engines take as written."""
    if memory.error is None or engine.error is None:
        if memory.error is not None and NAMES.search(memory.error):
            return
        if engine.error is not None and NAMES.search(engine.error):
            return
        assert memory == engine, what
    elif not (NAMES.search(memory.error) or NAMES.search(engine.error)):
        # Memory looks for a format: what has a damaged header it takes for no table, which an engine is given as one.
        other_format = memory.code in ("unknown-format", "no-coreference-column") and engine.code == "missing-column"
        # Of two spellings of a name an engine names the smaller first, and of several mistakes perhaps another.
        spellings = "ambiguous-document" in (memory.code, engine.code)
        assert other_format or spellings or memory.fact == engine.fact, what
