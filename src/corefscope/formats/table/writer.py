"""Writes a table with a row for each mention, as CSV, TSV or Parquet; columns without any value are left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from corefscope.basics.escaping import quoted
from corefscope.formats.document_names import BLANKS
from corefscope.formats.table.columns import pyarrow
from corefscope.formats.writing import filled_mentions
from corefscope.model import CHARACTERS, Document
from corefscope.problems import CorefscopeError, Notices

# What `table` reads; the first four are always written, the others where a mention has a value.
TEXT, NUMBER = "string", "int64"
ALWAYS = {"document": TEXT, "start": NUMBER, "end": NUMBER, "entity": TEXT}
COLUMNS = {**ALWAYS, "type": TEXT, "head": NUMBER, "entity_type": TEXT}
SEPARATORS = {"csv": ",", "tsv": "\t"}


def write(documents: Sequence[Document], notices: Notices, ending: str = "csv") -> str | bytes:
    """Return the mentions of all documents; `end` is the token after the last, and `ending` that of the file."""
    unnamed = len(documents) == 1 and not documents[0].name.strip(BLANKS)
    groups = sorted({name for document in documents for name in document.groups} - {*COLUMNS, "mention", "last", ""})
    names = (*COLUMNS, *groups)
    rows = [
        (*row, *(document.groups.get(name) for name in groups))
        for document in documents
        for row in _rows(document, unnamed, notices)
    ]
    columns = dict(zip(names, list(zip(*rows, strict=True)) or [()] * len(names), strict=True))
    filled = {
        name: values for name, values in columns.items() if name in ALWAYS or any(value is not None for value in values)
    }
    if unnamed:
        del filled["document"]
    return _parquet(filled) if ending == "parquet" else _separated(filled, SEPARATORS.get(ending, ","))


def _rows(document: Document, unnamed: bool, notices: Notices) -> Iterator[tuple[Any, ...]]:
    name, where = document.name.strip(BLANKS), f"document {quoted(document.name)}"
    if (not name and not unnamed) or not set("\r\0").isdisjoint(name):
        raise CorefscopeError("cannot-express", f"the document's name {document.name!r} cannot stand in a table")
    if document.relations:
        notices.add("relation-not-written", where, count=len(document.relations))
    if document.words is not None or document.raw_text is not None:
        notices.add("text-not-written", where)
    if not document.mention_count:
        notices.add("document-without-mentions", where)
    ids = _ids(document)
    for entity, mention, where in filled_mentions(document, notices, keeps=("type", "head")):
        if document.unit == CHARACTERS:
            notices.add("changed-characters", where)
        head = mention.head
        if head is not None and head < 0:
            notices.add("head-not-written", where)
            head = None
        yield name, mention.start, mention.end, ids[entity], mention.type, head, document.entity_types[entity] or None


def _ids(document: Document) -> list[str]:
    """Return the entities' own ids where they can stand in a table and differ, else their numbers."""
    ids = document.entity_ids
    plain = all(name and name == name.strip(BLANKS) and set("\r\0").isdisjoint(name) for name in ids)
    return ids if plain and len(set(ids)) == len(ids) else [str(number) for number in range(len(ids))]


def _separated(columns: Mapping[str, Sequence[Any]], separator: str) -> str:
    rows = [columns.keys(), *([_cell(value) for value in row] for row in zip(*columns.values(), strict=True))]
    return "".join(separator.join(row) + "\n" for row in rows)


def _cell(value: Any) -> str:
    text = "" if value is None else str(value)
    return text if set(',;"\t\n').isdisjoint(text) else '"' + text.replace('"', '""') + '"'


def _parquet(columns: Mapping[str, Sequence[Any]]) -> bytes:
    arrow, parquet = pyarrow()
    try:
        arrays = {name: arrow.array(values, COLUMNS.get(name, TEXT)) for name, values in columns.items()}
    except UnicodeEncodeError:
        fact = "an id holds half a surrogate pair, which UTF-8 cannot express"
        raise CorefscopeError("cannot-express", fact) from None
    stream = arrow.BufferOutputStream()
    parquet.write_table(arrow.table(arrays), stream)
    return bytes(stream.getvalue())
