"""One side of a call: its columns of document, mention and entity, and warnings about its documents and mentions."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from corefscope.alignment.documents import numbered_names
from corefscope.basics.codes import WarningCode
from corefscope.basics.escaping import cut, quoted
from corefscope.engines.table_source import TableSource
from corefscope.formats.document_names import BLANKS
from corefscope.formats.table.columns import raise_reader_error
from corefscope.formats.table.header import COLUMNS, WHOLE_NUMBER, check_names, lower_names
from corefscope.model import LARGEST
from corefscope.problems import CorefscopeError, FormatError, PairingError, SettingsError
from corefscope.settings import CORPUS, DOCUMENT

INTEGER, TEXT = "whole numbers", "text"
WHOLE = "whole"  # text of whole numbers, of which some have needless signs or zeros, or more than 64 bits
INTEGERS = ("bigint", "integer", "int", "smallint", "tinyint", "uinteger", "usmallint", "utinyint")
TEXTS = ("varchar", "uuid", "enum", "string", "char")
ENGINE_TYPES = {INTEGER: "BIGINT", TEXT: "STRING", WHOLE: "STRING"}
NAMES_COMPARED = 100_000  # documents that are checked for other spellings of a name
# Patterns in the messages of engines, and their meanings.
PROBLEMS = (
    ("No space left|max_temp_directory_size", "no-space-to-spill", "no disk space is left", "use --spill FOLDER"),
    ("OutOfMemory|Out of Memory", "engine-out-of-memory", "the engine needs more memory", "raise --memory-limit"),
    ("PATH_NOT_FOUND", "no-such-file", "there is no such file", None),
    ("TABLE_OR_VIEW_NOT_FOUND", "no-such-file", "the catalog has no such table", "e.g. ::schema.table"),
)


class Engine(Protocol):
    """Run SQL that DuckDB and Spark share."""

    # Create the view `{side}_file` with columns c0, c1, …; return the name and type of each.
    def load(self, side: str, source: TableSource) -> list[tuple[str, str]]: ...
    def view(self, name: str, query: str) -> None: ...
    def store(self, name: str, query: str) -> None: ...
    def rows(self, query: str) -> Any: ...  # a pyarrow Table
    def close(self) -> None: ...


def explained(work: Callable[[], Any], place: str | None = None) -> Any:
    """Return the outcome of an engine's work, or raise its error as one of ours."""
    try:
        return work()
    except CorefscopeError:
        raise
    except Exception as error:
        for sign, code, fact, hint in PROBLEMS:
            if re.search(sign, str(error)):
                raise CorefscopeError(code, fact, place, hint=hint) from None
        raise FormatError("unreadable-file", f"the table cannot be read: {error_reason(error)}", place) from None


def error_reason(error: Exception) -> str:
    """Return the line of a message of DuckDB or Spark that names the cause."""
    causes = re.findall("^(?:Caused by)?: (.+)", str(error), re.MULTILINE)
    line = causes[-1] if causes else str(error).strip().partition("\n")[0]
    return (line.partition("Error: ")[2] or line)[:300]


@dataclass(frozen=True)
class TableSide:
    """One side as the view `{side}_rows` of document, mention and entity, and its `{side}_documents`."""

    side: str
    source: TableSource
    has_documents: bool  # whether there is a column of them
    mention: str  # its type
    entity: str  # how they sort


class _Columns(NamedTuple):
    """The columns c0, c1, … of a file: the name and type of each."""

    kinds: Mapping[str, str]
    file: str

    def id(self, name: str) -> str:
        """Return SQL for a column of ids: a number, or text without blanks at its ends, NULL if it is empty."""
        column, kind = f"c{list(self.kinds).index(name)}", self.kinds[name]
        if kind not in ENGINE_TYPES:
            fact = f"the column '{name}' holds {kind}, not whole numbers or text"
            raise FormatError("bad-column", fact, self.file, hint="cast it to BIGINT or VARCHAR")
        if kind == INTEGER:
            return f"CAST({column} AS BIGINT)"
        return f"nullif(trim(both '{BLANKS}' from CAST({column} AS STRING)), '')"

    def mention(self) -> str:
        """Return SQL for the id of a mention, or one number for its span, NULL if that is not valid."""
        if "start" not in self.kinds:
            return self.id("mention")
        start = self._token("start")
        end = self._token("end") if "end" in self.kinds else f"({self._token('last')} + 1)"
        valid = f"{start} >= 0 AND {start} < {end} AND {end} <= {LARGEST}"
        return f"CASE WHEN {valid} THEN {start} * {2 * LARGEST} + {end} END"

    def _token(self, name: str) -> str:
        if self.kinds[name] == INTEGER:
            return self.id(name)
        return f"CASE WHEN {_matches(self.id(name), '[0-9]{1,10}')} THEN CAST({self.id(name)} AS BIGINT) END"

    def scope(self, name: str) -> str:
        if name not in self.kinds or name in COLUMNS:
            hint = f"{', '.join(self.kinds)}; engines know no patterns"
            raise SettingsError("missing-column", f"--scope {name}: not a column of documents", self.file, hint=hint)
        return f"CAST({self.id(name)} AS STRING)"


def _matches(text: str, pattern: str) -> str:
    return f"regexp_replace({text}, '^{pattern}$', '') = ''"


def load_side(engine: Engine, side: str, source: TableSource, scope: str) -> TableSide:
    """Load one side, name its columns as the queries expect, and refuse rows without an id."""
    loaded = engine.load(side, source)
    names = lower_names([name for name, _ in loaded], source.name)
    check_names(names, source.name)
    types = [type_.lower() for _, type_ in loaded]
    kinds = [INTEGER if type_ in INTEGERS else TEXT if type_.startswith(TEXTS) else type_ for type_ in types]
    columns = _Columns(dict(zip(names, kinds, strict=True)), source.name)
    has_documents = "document" in columns.kinds
    expressions = {
        "entity": columns.id("entity"),
        "document": f"CAST({columns.id('document')} AS STRING)" if has_documents else "'document'",
        "mention": columns.mention(),
    }
    if side == "key" and scope not in (DOCUMENT, CORPUS):
        expressions["unit_name"] = columns.scope(scope.lower())
    _view_rows(engine, side, expressions)
    order = "0"
    if columns.kinds["entity"] == TEXT:
        is_plain = "CAST(TRY_CAST(entity AS BIGINT) AS STRING) = entity"
        order = f"max(CASE WHEN {is_plain} THEN 0 WHEN {_matches('entity', WHOLE_NUMBER)} THEN 1 ELSE 2 END)"
    counts = ", ".join(f"count({name}) AS has_{name}" for name in expressions)
    unit = ", min(unit_name) AS low, max(unit_name) AS high" if "unit_name" in expressions else ""
    engine.store(
        f"{side}_documents",
        f"SELECT document, count(*) AS n, {order} AS id_order, {counts}{unit} FROM {side}_rows GROUP BY document",
    )
    sums = ", ".join(
        f"CAST(sum(has_{name}) AS BIGINT) AS {name}, min(CASE WHEN has_{name} < n THEN document END) AS without_{name}"
        for name in expressions
    )
    if unit:
        changing = "CASE WHEN low <> high THEN document END"
        sums += f", count({changing}) AS changing, min({changing}) AS first_changing"
    query = f"SELECT CAST(sum(n) AS BIGINT) AS n, max(id_order) AS id_order, {sums} FROM {side}_documents"
    [totals] = engine.rows(query).to_pylist()
    _check_missing(source, list(expressions), totals)
    if unit and totals["changing"]:
        text = f"{quoted(scope)} changes in document {quoted(totals['first_changing'])}, and the smallest is kept"
        source.notices.add("column-changes-in-document", text, source.name, count=totals["changing"])
    order = (INTEGER, WHOLE, TEXT)[totals["id_order"]]
    entity = expressions["entity"]
    sortable = {INTEGER: f"CAST({entity} AS BIGINT)", WHOLE: sortable_number(entity), TEXT: entity}
    _view_rows(engine, side, {**expressions, "entity": sortable[order]})
    mention = INTEGER if "start" in columns.kinds else columns.kinds["mention"]
    return TableSide(side, source, has_documents, mention, order)


def _view_rows(engine: Engine, side: str, expressions: Mapping[str, str]) -> None:
    listed = ", ".join(f"{expression} AS {name}" for name, expression in expressions.items())
    engine.view(f"{side}_rows", f"SELECT {listed} FROM {side}_file")


def _check_missing(source: TableSource, names: list[str], totals: Mapping[str, Any]) -> None:
    """Refuse a table without rows, and rows without an id; text on this machine with the error of its line."""
    lacking = next((name for name in names if totals[name] != totals["n"]), None)
    if totals["n"] and lacking is None:
        return
    for file in source.texts:
        raise_reader_error(file)
    if lacking is None:
        raise FormatError("empty-file", "the table has no rows", source.name)
    fact = f"{totals['n'] - totals[lacking]} of {totals['n']} rows have no {lacking.replace('_', ' ')}"
    if lacking == "mention":
        fact += ", or no start and end that are whole numbers from 0, one before the other"
    document = totals[f"without_{lacking}"]
    hint = None if document is None else f"one is of document {quoted(document)}"
    raise FormatError("bad-row", fact, source.name, hint=hint)


def pair_documents(engine: Engine, key: TableSide, response: TableSide) -> tuple[int, int]:
    """Pair documents by literal name; return the numbers of paired and of ignored documents of the response.

    Raise if ids of the two sides can never be equal.
    """
    if key.has_documents != response.has_documents:
        has, lacks = (key, response) if key.has_documents else (response, key)
        fact = f"the {lacks.side} has no column 'document', but the {has.side} has one"
        raise PairingError("missing-column", fact, lacks.source.name)
    if key.mention != response.mention:
        fact = f"the mentions of the key are {key.mention}, those of the response {response.mention}"
        hint = "write both in one way, e.g. by CAST(mention AS VARCHAR); CSV has only text"
        raise PairingError("different-mention-ids", f"{fact}, so none can be the same", response.source.name, hint=hint)

    def spellings(side: TableSide) -> dict[tuple[str, int], str]:
        rows = engine.rows(f"SELECT document FROM {side.side}_documents ORDER BY document LIMIT {NAMES_COMPARED}")
        listed = rows["document"].to_pylist()
        numbers = numbered_names(listed, lambda number: (side.source.name, None))
        return {name: listed[number] for name, number in numbers.items()}

    names = spellings(key)
    for name, spelling in spellings(response).items():
        if names.get(name, spelling) != spelling:
            fact = f"{quoted(spelling)} is the document that the key calls {quoted(names[name])}"
            raise PairingError("ambiguous-document", fact, response.source.name, hint="write their names alike")
    of_key, of_response = (
        engine.rows(
            "SELECT count(b.document) AS paired, count(*) - count(b.document) AS alone, "
            "min(CASE WHEN b.document IS NULL THEN a.document END) AS first "
            f"FROM {one.side}_documents a LEFT JOIN {other.side}_documents b ON a.document = b.document"
        ).to_pylist()[0]
        for one, other in ((key, response), (response, key))
    )
    first_of_key, first = (quoted(counts["first"]) for counts in (of_key, of_response))
    if not of_key["paired"]:
        fact = f"no document of the response is in the key: it begins with {first}, the key with {first_of_key}"
        raise PairingError("no-common-document", fact, response.source.name)
    if of_response["alone"]:
        text = f"{first} is not in the key and is ignored"
        response.source.notices.add("document-only-in-response", text, response.source.name, count=of_response["alone"])
    if of_key["alone"]:
        text = f"{first_of_key} ({key.source.name}) is not in the response and is scored as empty"
        response.source.notices.add("document-missing", text, response.source.name, count=of_key["alone"])
    return of_response["paired"], of_response["alone"]


def notice_repeats(engine: Engine, side: TableSide, repeated: str) -> None:
    """Warn about repeated mentions, or raise an error about the first; called only if there are any."""
    engine.store(
        f"{side.side}_repeats",
        "SELECT document, mention, min(entity) AS one, max(entity) AS two, count(*) AS copies, "
        f"count(DISTINCT entity) AS entities FROM {side.side}_rows GROUP BY document, mention HAVING count(*) > 1",
    )
    repeats: tuple[tuple[WarningCode, str, str], ...] = (
        ("repeated-in-one-entity", "copies - entities", "is twice in entity {}"),
        ("repeated-in-two-entities", "entities - 1", "of entity {} is also in entity {}"),
    )
    for kind, count, text in repeats:
        query = f"SELECT *, CAST(sum({count}) OVER () AS BIGINT) AS n FROM {side.side}_repeats WHERE {count} > 0 "
        for row in engine.rows(query + "ORDER BY document, mention LIMIT 1").to_pylist():
            ids = [str(row[name]) for name in ("one", "two")]
            entities = text.format(*(cut(id_.rpartition(" ")[2] if side.entity == WHOLE else id_) for id_ in ids))
            fact = f"document {quoted(row['document'])}, mention {cut(str(row['mention']))} {entities}"
            if repeated == "error":
                raise FormatError("repeated-mention", fact, side.source.name, hint="--repeated first takes the first")
            side.source.notices.add(kind, fact, side.source.name, count=row["n"])


def sortable_number(column: str) -> str:
    """Return SQL for a text that sorts like the whole number in a column, and ends in a blank and the number."""
    digits = f"regexp_replace({column}, '^[+-]?0*', '')"
    length = f"CAST({{}}length({digits}) AS STRING)"
    negative = f"concat('-', lpad({length.format('9999999999 - ')}, 10, '0'), translate({digits}, '0123456789', "
    negative += f"'9876543210'), ' ', {column})"
    positive = f"concat('0', lpad({length.format('')}, 10, '0'), {digits}, ' ', {column})"
    return f"CASE WHEN {column} LIKE '-%' AND {digits} <> '' THEN {negative} ELSE {positive} END"
