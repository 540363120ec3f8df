"""Warnings about documents that one side lacks, repeated mentions, and ambiguous units."""

from __future__ import annotations

from typing import NamedTuple

from corefscope.alignment.documents import equivalent_names
from corefscope.basics.escaping import cut, quoted
from corefscope.engines.base import Engine
from corefscope.engines.numeric_ids import shown
from corefscope.engines.side_columns import SideColumns
from corefscope.formats.document_names import canonical
from corefscope.problems import PLACES_KEPT, FormatError, Notices, PairingError
from corefscope.scoring.units import CORPUS, DOCUMENT

# Documents that are checked for other spellings of a name.
NAMES_COMPARED = 100_000


class Paired(NamedTuple):
    """The numbers of paired and of ignored response documents."""

    documents: int
    ignored: int


def pair_documents(engine: Engine, key: SideColumns, response: SideColumns, notices: Notices) -> Paired:
    """Pair the documents of both sides by literal name."""
    counts = engine.rows(
        "SELECT count(d.document) AS mine, count(r.document) AS theirs, "
        "CAST(sum(CASE WHEN d.document = r.document THEN 1 ELSE 0 END) AS BIGINT) AS paired "
        "FROM key_documents d FULL OUTER JOIN response_documents r ON d.document = r.document"
    ).to_pylist()[0]
    paired, lost, extra = counts["paired"], counts["mine"] - counts["paired"], counts["theirs"] - counts["paired"]
    only_key = _unpaired(engine, "key_documents", "response_documents") if lost else []
    only_response = _unpaired(engine, "response_documents", "key_documents") if extra else []
    for side, count in ((key, counts["mine"]), (response, counts["theirs"])):
        if count <= NAMES_COMPARED:
            _refuse_equivalent_names(engine, side)
    _refuse_other_spellings(only_key, only_response, response)
    if not paired:
        raise PairingError(
            "no-common-document",
            f"no document of the response is in the key: it begins with {quoted(only_response[0])}, "
            f"the key with {quoted(only_key[0])}",
            response.source.name,
        )
    missing = f"({key.source.name}) is not in the response and is scored as empty"
    for kind, names, count, text in (
        ("document-only-in-response", only_response, extra, "is not in the key and is ignored"),
        ("document-missing", only_key, lost, missing),
    ):
        shown = names[:PLACES_KEPT]
        for number, name in enumerate(shown):
            rest = count - len(shown) + 1 if number == 0 else 1
            notices.add(kind, f"{quoted(name)} {text}", response.source.name, count=rest)
    return Paired(int(paired), int(extra))


def _unpaired(engine: Engine, mine: str, theirs: str) -> list[str]:
    found = engine.rows(
        f"SELECT a.document FROM {mine} a LEFT JOIN {theirs} b ON a.document = b.document "
        f"WHERE b.document IS NULL ORDER BY a.document LIMIT {NAMES_COMPARED}"
    )
    return list(found["document"].to_pylist())


def _refuse_equivalent_names(engine: Engine, side: SideColumns) -> None:
    """Raise on two spellings of one document on the same side, as `score` does in memory."""
    first: dict[tuple[str, int], str] = {}
    for name in engine.rows(f"SELECT document FROM {side.side}_documents ORDER BY document")["document"].to_pylist():
        if first.setdefault(canonical(name), name) != name:
            raise equivalent_names(first[canonical(name)], name, side.source.name)


def _refuse_other_spellings(only_key: list[str], only_response: list[str], response: SideColumns) -> None:
    """Raise on spellings that `score` treats as one document: `x`, `x_0` and `(x); part 000`."""
    spelled = {canonical(name): name for name in only_key}
    for name in only_response:
        if canonical(name) in spelled:
            raise PairingError(
                "ambiguous-document",
                f"{quoted(name)} is the document that the key calls {quoted(spelled[canonical(name)])}",
                response.source.name,
                hint="engines compare names as they are written, so write them alike",
            )


def notice_repeats(engine: Engine, side: SideColumns, repeated: str, notices: Notices) -> None:
    """Warn about repeated mentions, or raise an error about the first; called only if there are any."""
    engine.store(
        f"{side.side}_repeats",
        "SELECT document, mention, min(entity) AS one, max(entity) AS two, count(*) AS copies, "
        f"count(DISTINCT entity) AS entities FROM {side.side}_rows GROUP BY document, mention HAVING count(*) > 1",
    )
    counts = engine.rows(
        "SELECT CAST(sum(copies - entities) AS BIGINT) AS within, CAST(sum(entities - 1) AS BIGINT) AS across "
        f"FROM {side.side}_repeats"
    ).to_pylist()[0]
    kinds = (
        ("repeated-in-one-entity", counts["within"], "copies > entities", "is twice in entity {one}"),
        (
            "repeated-in-two-entities",
            counts["across"],
            "entities > 1",
            "of entity {one} is also in entity {two}",
        ),
    )
    for kind, count, condition, text in kinds:
        if not count:
            continue
        found = engine.rows(
            f"SELECT * FROM {side.side}_repeats WHERE {condition} ORDER BY document, mention LIMIT {PLACES_KEPT}"
        ).to_pylist()
        for number, row in enumerate(found):
            entities = {name: cut(str(shown(row[name], side.entity))) for name in ("one", "two")}
            mention = cut(str(row["mention"]))
            message = f"document {quoted(row['document'])}, mention {mention} {text.format(**entities)}"
            if repeated == "error":
                raise FormatError(
                    "repeated-mention", message, side.source.name, hint="--repeated first would resolve it"
                )
            notices.add(kind, message, side.source.name, count=count - len(found) + 1 if number == 0 else 1)


def notice_changing_units(engine: Engine, key: SideColumns, scope: str, notices: Notices) -> None:
    """Warn about documents in more than one unit; the smallest name is kept."""
    if scope in (DOCUMENT, CORPUS):
        return
    found = engine.rows(
        "SELECT count(*) AS n, min(document) AS first FROM key_documents WHERE low <> high"
    ).to_pylist()[0]
    if found["n"]:
        text = f"{quoted(scope)} changes in document {quoted(found['first'])}, and the smallest is kept"
        notices.add("column-changes-in-document", text, key.source.name, count=found["n"])
