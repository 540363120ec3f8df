"""Map the columns of a file to document, mention and entity, and refuse missing values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from corefscope.engines.base import INTEGER, TEXT, Engine
from corefscope.engines.csv_files import raise_reader_error
from corefscope.engines.numeric_ids import WHOLE, order_kind, plain_number, sortable
from corefscope.engines.table_source import TableSource
from corefscope.formats.document_names import BLANKS
from corefscope.formats.table.header import COLUMNS, check_names
from corefscope.model import LARGEST
from corefscope.problems import FormatError, PairingError, SettingsError
from corefscope.scoring.units import CORPUS, DOCUMENT

TYPES = {INTEGER: "BIGINT", TEXT: "STRING", WHOLE: "STRING"}
SHOWN = {INTEGER: "whole numbers", TEXT: "text"}


@dataclass(frozen=True)
class SideColumns:
    """One side as the view `{side}_rows` of document, mention and entity, and its `{side}_documents`."""

    side: str
    source: TableSource
    document: bool  # whether there is a column of documents
    mention: str  # its type
    entity: str  # how they sort


def load_side(engine: Engine, side: str, source: TableSource, scope: str) -> SideColumns:
    """Load one side, name its columns as the queries expect, and refuse rows without an id."""
    kinds = engine.load(side, source)
    check_names(list(kinds), source.name)
    spans = "start" in kinds
    wanted = {"entity": _id(kinds, "entity", source)}
    wanted["document"] = _text(kinds, "document", source) if "document" in kinds else "'document'"
    wanted["mention"] = _span(engine, kinds, source) if spans else _id(kinds, "mention", source)
    if side == "key" and scope not in (DOCUMENT, CORPUS):
        column = _scope_column(kinds, scope.lower(), source)
        wanted["unit_name"] = _text(kinds, column, source)
    order = kinds["entity"]
    _view_rows(engine, side, wanted)
    counts = ", ".join(f"count({name}) AS has_{name}" for name in wanted)
    if order == TEXT:
        counts += f", count(CASE WHEN {plain_number('entity')} THEN 1 END) AS plain_entity"
    unit = ", min(unit_name) AS low, max(unit_name) AS high" if "unit_name" in wanted else ""
    engine.store(
        f"{side}_documents", f"SELECT document, count(*) AS n, {counts}{unit} FROM {side}_rows GROUP BY document"
    )
    _check_missing(engine, side, source, list(wanted), spans, scope)
    if order == TEXT:
        others = engine.rows(f"SELECT CAST(sum(n - plain_entity) AS BIGINT) AS n FROM {side}_documents").to_pylist()
        order = order_kind(engine, f"{side}_rows", "entity", not others[0]["n"])
        _view_rows(engine, side, {**wanted, "entity": sortable(wanted["entity"], order)})
    return SideColumns(side, source, "document" in kinds, INTEGER if spans else kinds["mention"], order)


def _view_rows(engine: Engine, side: str, wanted: Mapping[str, str]) -> None:
    listed = ", ".join(f"{expression} AS {name}" for name, expression in wanted.items())
    engine.view(f"{side}_rows", f"SELECT {listed} FROM {side}_file")


def check_compatible(key: SideColumns, response: SideColumns) -> None:
    """Raise if ids of the two sides can never be equal."""
    if key.document != response.document:
        has, lacks = (key, response) if key.document else (response, key)
        raise PairingError(
            "missing-column",
            f"the {lacks.side} has no column 'document', but the {has.side} has one",
            lacks.source.name,
        )
    if key.mention != response.mention:
        raise PairingError(
            "different-mention-ids",
            f"the mentions of the key are {SHOWN[key.mention]}, those of the response {SHOWN[response.mention]}, "
            "so none can be the same",
            response.source.name,
            hint="write both in one way, as by CAST(mention AS VARCHAR); CSV has only text",
        )


def _scope_column(kinds: Mapping[str, str], name: str, source: TableSource) -> str:
    if name not in kinds:
        hint = f"its columns are {', '.join(kinds)}; or use {DOCUMENT} or {CORPUS}; engines do not support patterns"
        raise SettingsError("missing-column", f"--scope {name}: not a column of the table", source.name, hint=hint)
    if name in COLUMNS:
        raise SettingsError("missing-column", f"--scope {name}: not a column of documents", source.name)
    return name


def _column_type(kinds: Mapping[str, str], name: str, source: TableSource) -> str:
    if kinds[name] not in TYPES:
        hint = "cast it to BIGINT or VARCHAR"
        raise FormatError(
            "bad-column", f"the column '{name}' holds {kinds[name]}, not whole numbers or text", source.name, hint=hint
        )
    return kinds[name]


def _text(kinds: Mapping[str, str], name: str, source: TableSource) -> str:
    column, kind = _column(kinds, name), _column_type(kinds, name, source)
    return f"CAST({column} AS STRING)" if kind == INTEGER else f"nullif(trim(both '{BLANKS}' from {column}), '')"


def _column(kinds: Mapping[str, str], name: str) -> str:
    return f"c{list(kinds).index(name)}"


def _id(kinds: Mapping[str, str], name: str, source: TableSource) -> str:
    kind = _column_type(kinds, name, source)
    return f"CAST({_column(kinds, name)} AS BIGINT)" if kind == INTEGER else _text(kinds, name, source)


def _span(engine: Engine, kinds: Mapping[str, str], source: TableSource) -> str:
    """Return SQL that encodes start and exclusive end as one number, NULL if they are not a valid span."""

    def token(name: str) -> str:
        text = _text(kinds, name, source)
        if kinds[name] == INTEGER:
            return f"CAST({_column(kinds, name)} AS BIGINT)"
        return f"CASE WHEN {engine.matches}({text}, '^[0-9]{{1,10}}$') THEN CAST({text} AS BIGINT) END"

    start = token("start")
    end = token("end") if "end" in kinds else f"({token('last')} + 1)"
    return f"CASE WHEN {start} >= 0 AND {start} < {end} AND {end} <= {LARGEST} THEN {start} * {2 * LARGEST} + {end} END"


def _check_missing(engine: Engine, side: str, source: TableSource, names: list[str], spans: bool, scope: str) -> None:
    sums = ", ".join(f"CAST(sum(has_{name}) AS BIGINT) AS {name}" for name in names)
    counts = engine.rows(f"SELECT CAST(sum(n) AS BIGINT) AS every, {sums} FROM {side}_documents").to_pylist()[0]
    if not counts["every"]:
        raise_reader_error(source)
        raise FormatError("empty-file", "the table has no rows", source.name)
    for name in names:
        missing = counts["every"] - counts[name]
        if not missing:
            continue
        raise_reader_error(source)
        others = [other for other in ("document", "mention", "entity") if other != name]
        first = engine.rows(
            f"SELECT {', '.join(others)} FROM {side}_rows WHERE {name} IS NULL ORDER BY {', '.join(others)} LIMIT 1"
        ).to_pylist()[0]
        where = ", ".join(f"{other} {first[other]}" for other in others if first[other] is not None) or "no other id"
        rows = "1 row has" if missing == 1 else f"{missing} rows have"
        what = f"no {scope if name == 'unit_name' else name}"
        if name == "mention" and spans:
            what = "no start and end that are whole numbers from 0, one before the other"
        raise FormatError("bad-row", f"{rows} {what}", source.name, hint=f"the first of them has {where}")
