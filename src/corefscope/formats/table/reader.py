"""A table with a row for each mention: CSV (comma or semicolon), TSV or Parquet, with any ids.

Columns, in any order and case: `entity`; either `mention`, any id that means the same mention on both
sides, or `start` with `end` (the token after the last) or `last` (the last token), counted from 0;
and optionally `document`, `type` (name, nominal or pronoun), `head` (a token) and `entity_type`.
Any further column is one of documents, such as topic or genre. Rows come in any order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefscope.arrays import factorize
from corefscope.basics.codes import WarningCode
from corefscope.basics.escaping import quoted
from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.files.blocks import ANY_LINE_ONCE, Block
from corefscope.formats.files.sources import Source
from corefscope.formats.registry import Options
from corefscope.formats.table.columns import Column, TableColumns, load
from corefscope.formats.table.header import COLUMNS, ENTITY, check_names, ranks
from corefscope.formats.table.labels import JUDGED, LABELLED, as_mentions
from corefscope.model import TYPES, UNKNOWN, Corpus, Integers
from corefscope.problems import ERRORS_KEPT, Notices

BEGINS = ANY_LINE_ONCE
UNNAMED = "document"
PANDAS_INDEX = "__index_level_"  # numbers of rows, which pandas may store beside the columns


def read(blocks: Iterator[Block], source: Source, notices: Notices, options: Options) -> Corpus:
    """Read the documents of one table; an entity that several documents share is one entity in each, with one id."""
    table = load(blocks, source, notices)
    if table.documents is not None:
        from corefscope.formats.objects.reader import read_records

        return read_records(table.documents(), source, notices, options)
    return from_columns(table, source, notices, options)


def from_columns(table: TableColumns, source: Source, notices: Notices, options: Options) -> Corpus:
    """Return the documents of a table that has been read; `options.clusters` is the column of entities or labels."""
    table, kind = as_mentions(table, source, notices, options)
    names = [*table.columns, *table.unreadable]
    for name, values in table.unreadable.items():
        if name in COLUMNS:
            fact = f"the column {quoted(name)} holds {values}, not numbers or strings"
            raise source.error("bad-row", fact, 1)
        notices.add("column-not-kept", f"{quoted(name[:40])} holds {values}", source.path)
    check_names(names, source.path)
    if "start" in names and "mention" in names:
        text = "'start' says which mentions are the same, 'mention' is not used"
        notices.add("column-not-kept", text, source.path)
    if len(table.line):
        corpus = _TableReader(table, source, notices).corpus()
        is_unnamed = kind == LABELLED and "document" not in table.columns
        # Items have no documents, whose names could differ.
        return replace(corpus, judged=kind == JUDGED, names=[UNNAMED] if is_unnamed else corpus.names)
    if not notices.refused:
        raise source.error("empty-file", "the table has a header and no rows", 1)
    return CorpusBuilder(source.path).corpus(source.stem, notices)


@dataclass
class _TableReader:
    table: TableColumns
    source: Source
    notices: Notices

    def corpus(self) -> Corpus:
        rows, line = len(self.table.line), self.table.line
        is_named = "document" in self.table.columns
        unnamed = Column(_constant(0, rows), np.array([self.source.stem], object))
        documents = self._ids("document").as_text() if is_named else unnamed
        count = len(documents.values)
        ids = self._ids(ENTITY)
        entity, entity_document, first_of_entity = _entities(documents.codes, count, ids.codes)
        id_code = ids.codes[first_of_entity]
        # Rows come in any order, so the first entity is that of the smallest id.
        rank, as_numbers = (ids.values, True) if ids.has_integers else ranks(ids.values.tolist())
        start, end, label = self._places()
        first_of_document = _first_rows(documents.codes)
        return Corpus(
            names=documents.values.tolist(),
            sources=[self.source.path] * count,
            document_line=line[first_of_document],
            tokens=np.full(count, -1, np.int64),
            document=documents.codes.astype(np.int64) if count > 1 else _constant(0, rows),
            start=start,
            end=end,
            entity=entity,
            line=line,
            entity_document=entity_document,
            entity_id=ids.values[id_code],
            named=np.full(count, is_named),
            label=label,
            head=self._heads(start, end, label is None),
            type=self._types(),
            entity_type=self._entity_types(first_of_entity, entity),
            entity_rank=rank[id_code],
            ranked_as_numbers=as_numbers,
            groups=self._groups(documents, first_of_document),
            texts=[None] * count,
        )

    def _refuse(self, wrong: NDArray[np.bool_], fact: Callable[[int], str], hint: str | None = None) -> None:
        """Report an error for each row that is wrong; those above the limit are only counted."""
        rows = np.flatnonzero(wrong)
        for row in rows[:ERRORS_KEPT].tolist():
            self.notices.refuse(self.source.error("bad-row", fact(row), int(self.table.line[row]), hint))
        self.notices.refused += max(0, len(rows) - ERRORS_KEPT)

    def _ids(self, name: str) -> Column:
        column = self.table.columns[name]
        if column.missing >= 0:
            self._refuse(column.codes == column.missing, lambda row: f"the row has no {name}")
        return column

    def _places(self) -> tuple[Integers, Integers, NDArray[Any] | None]:
        """Return the start and exclusive end of each mention, or the same for all, and labels if mentions are ids."""
        columns, rows = self.table.columns, len(self.table.line)
        if "start" not in columns:
            return _constant(0, rows), _constant(1, rows), self._ids("mention").of_rows()
        start, end = self._tokens("start"), self._tokens("end" if "end" in columns else "last")
        if "last" in columns:
            end = np.where(end < 0, end, end + 1)
        self._refuse(
            (start >= end) & (start >= 0) & (end >= 0),
            lambda row: f"the mention starts at {start[row]} and ends before {end[row]}, so it is empty",
            "a column named end has the token after the last, one named last the last token",
        )
        return start, end, None

    def _tokens(self, name: str, is_required: bool = True) -> Integers:
        column = self.table.columns[name]
        tokens = column.tokens()
        self._refuse(
            tokens == -1,
            lambda row: f"the column {quoted(name)} has {quoted(_excerpt(column, row))}, which is not a token",
            "tokens are whole numbers, counted from 0",
        )
        if is_required:
            self._refuse(tokens == UNKNOWN, lambda row: f"the row has no {name}")
        return tokens

    def _heads(self, start: Integers, end: Integers, has_spans: bool) -> Integers | None:
        if "head" not in self.table.columns:
            return None
        head = self._tokens("head", is_required=False)
        outside = np.flatnonzero((head != UNKNOWN) & ((head < start) | (head >= end))) if has_spans else start[:0]
        if len(outside):
            row = int(outside[0])
            text = f"the head {head[row]} is not one of the tokens {start[row]}–{end[row] - 1}"
            self._notice("head-outside-mention", text, row, len(outside))
        return head if (head != UNKNOWN).any() else None

    def _types(self) -> NDArray[np.int8] | None:
        if "type" not in self.table.columns:
            return None
        column = self.table.columns["type"].as_text()
        numbers = {"": 0, **{name: number for number, name in enumerate(TYPES) if number}}
        kind = np.array([numbers.get(value, -1) for value in column.values], np.int8)[column.codes]
        hint = f"types are {', '.join(TYPES[1:])}"
        self._refuse(kind < 0, lambda row: f"the type is {quoted(_excerpt(column, row))}", hint)
        return kind if any(column.values) else None

    def _entity_types(self, first_row: Integers, entity: Integers) -> NDArray[Any] | None:
        column = self.table.columns.get("entity_type")
        if column is None:
            return None
        values = self._first_values("entity_type", first_row, entity, "column-changes-in-entity")
        return values if any(column.as_text().values) else None

    def _groups(self, documents: Column, first_row: Integers) -> dict[str, list[str]]:
        if "" in self.table.columns:
            self.notices.add("column-not-kept", "a column has no name", self.source.path)
        names = [
            name for name in self.table.columns if name not in ("", *COLUMNS) and not name.startswith(PANDAS_INDEX)
        ]
        return {
            name: self._first_values(name, first_row, documents.codes, "column-changes-in-document").tolist()
            for name in names
        }

    def _first_values(self, name: str, first_row: Integers, owner: Integers, code: WarningCode) -> NDArray[Any]:
        """Return the first value of each owner (document or entity); those that have others as well are counted."""
        column = self.table.columns[name].as_text()
        first = column.codes[first_row]
        rows = np.flatnonzero(column.codes != first[owner])
        if len(rows):
            row, count = int(rows[0]), len(np.unique(owner[rows]))
            before, value = quoted(column.values[first[owner[row]]][:40]), quoted(_excerpt(column, row))
            text = f"{quoted(name[:40])} is {value}, but first was {before}, which is kept"
            self._notice(code, text, row, count)
        return column.values[first]

    def _notice(self, code: WarningCode, text: str, row: int, count: int) -> None:
        self.notices.add(code, text, self.source.path, int(self.table.line[row]), count)


def _excerpt(column: Column, row: int) -> str:
    return str(column.values[column.codes[row]])[:40]


def _entities(document: Integers, documents: int, code: Integers) -> tuple[Integers, Integers, Integers]:
    """Return the entity of each row, and the document and first row of each entity.

    Entities are ordered by document, and in it by first appearance.
    """
    if documents == 1:
        first_row = _first_rows(code)
        return code.astype(np.int64), np.zeros(len(first_row), np.int64), first_row
    number, first_row = factorize(document.astype(np.int64) * (int(code.max()) + 1) + code)
    order = np.argsort(document[first_row], kind="stable")
    rank = np.empty(len(order), np.int64)
    rank[order] = np.arange(len(order))
    first_row = first_row[order]
    return rank[number], document[first_row].astype(np.int64), first_row


def _constant(number: int, rows: int) -> Integers:
    """Return a column of one number, which takes no memory."""
    return np.broadcast_to(np.int64(number), rows)


def _first_rows(codes: Integers) -> Integers:
    """Return the first row of each code; they are numbered in order of first appearance, so there a maximum rises."""
    return np.flatnonzero(np.diff(np.maximum.accumulate(codes), prepend=-1))
