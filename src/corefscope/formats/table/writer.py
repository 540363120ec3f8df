"""Writes a table with a row for each mention, as CSV, TSV or Parquet; columns without any value are left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any

from corefscope.basics.escaping import cut, quoted
from corefscope.formats.document_names import BLANKS
from corefscope.formats.table.columns import INSTALL
from corefscope.model import CHARACTERS, Document
from corefscope.problems import CorefscopeError, FormatError, Notices

# What `table` reads; the first four are always written, the others where a mention has a value.
TEXT, NUMBER = "string", "int64"
COLUMNS = {
    "document": TEXT,
    "start": NUMBER,
    "end": NUMBER,
    "entity": TEXT,
    "type": TEXT,
    "head": NUMBER,
    "entity_type": TEXT,
}
ALWAYS = 4
SEPARATORS = {"csv": ",", "tsv": "\t"}


def write(documents: Sequence[Document], notices: Notices, ending: str = "csv") -> str | bytes:
    """The mentions of all documents; `end` is the token after the last, and `ending` that of the file."""
    unnamed = len(documents) == 1 and not documents[0].name.strip(BLANKS)
    groups = sorted({name for document in documents for name in document.groups} - {*COLUMNS, "mention", "last", ""})
    rows = [
        (*row, *(document.groups.get(name) for name in groups))
        for document in documents
        for row in _rows(document, unnamed, notices)
    ]
    names = (*COLUMNS, *groups)
    columns = list(zip(*rows, strict=True)) or [()] * len(names)
    kept = {
        name: values
        for number, (name, values) in enumerate(zip(names, columns, strict=True))
        if not (unnamed and name == "document") and (number < ALWAYS or any(value is not None for value in values))
    }
    return _parquet(kept) if ending == "parquet" else _separated(kept, SEPARATORS.get(ending, ","))


def _rows(document: Document, unnamed: bool, notices: Notices) -> Iterator[tuple[Any, ...]]:
    name = document.name.strip(BLANKS)
    if (not name and not unnamed) or not set("\r\0").isdisjoint(name):
        raise CorefscopeError("cannot-express", f"the document's name {document.name!r} cannot stand in a table")
    _note_what_is_lost(document, notices)
    for id_, kind, entity in zip(_ids(document), document.entity_types, document.entities, strict=True):
        for mention in entity:
            where = f"document {quoted(name)}, entity {cut(id_)}, tokens {mention.start}–{mention.end - 1}"
            if mention.start >= mention.end:
                notices.add("lost-zero", where)
                continue
            if mention.positions:
                notices.add("changed-gaps", where)
            if document.unit == CHARACTERS:
                notices.add("changed-characters", where)
            if mention.minimum:
                notices.add("minimum-not-written", where)
            head = mention.head if mention.head is None or mention.head >= 0 else None
            if head != mention.head:
                notices.add("head-not-written", where)
            yield name, mention.start, mention.end, id_, mention.type, head, kind or None


def _note_what_is_lost(document: Document, notices: Notices) -> None:
    where = f"document {quoted(document.name)}"
    if document.relations:
        notices.add("relation-not-written", where, count=len(document.relations))
    if document.words is not None or document.raw_text is not None:
        notices.add("text-not-written", where)
    if not document.mention_count:
        notices.add("document-without-mentions", where)


def _ids(document: Document) -> list[str]:
    """The entities' own ids where they can stand in a table and differ, else their numbers."""
    ids = document.entity_ids
    plain = all(name and name == name.strip(BLANKS) and set("\r\0").isdisjoint(name) for name in ids)
    return ids if plain and len(set(ids)) == len(ids) else [str(number) for number in range(len(ids))]


def _separated(columns: Mapping[str, Sequence[Any]], separator: str) -> str:
    lines = [separator.join(columns)]
    lines += [separator.join(map(_cell, row)) for row in zip(*columns.values(), strict=True)]
    return "\n".join(lines) + "\n"


def _cell(value: Any) -> str:
    text = "" if value is None else str(value)
    return text if set(',;"\t\n').isdisjoint(text) else '"' + text.replace('"', '""') + '"'


def _parquet(columns: Mapping[str, Sequence[Any]]) -> bytes:
    try:
        arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise FormatError(
            "not-installed", "a Parquet table needs pyarrow, which is not installed", hint=INSTALL
        ) from None
    try:
        arrays = {name: arrow.array(values, COLUMNS.get(name, TEXT)) for name, values in columns.items()}
    except UnicodeEncodeError:
        raise CorefscopeError(
            "cannot-express", "an id holds half a surrogate pair, which UTF-8 cannot express"
        ) from None
    stream = arrow.BufferOutputStream()
    parquet.write_table(arrow.table(arrays), stream)
    content: bytes = stream.getvalue().to_pybytes()
    return content
