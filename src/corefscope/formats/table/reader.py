"""A table with a row for each mention: CSV (comma or semicolon), TSV or Parquet, with any ids.

Columns, in any order and case: `entity`; either `mention`, any id that means the same mention on both
sides, or `start` with `end` (the token after the last) or `last` (the last token), counted from 0;
and, where wanted, `document`, `type` (name, nominal or pronoun), `head` (a token) and `entity_type`.
Any further column is one of documents, such as topic or genre. Rows come in any order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefscope.basics.escaping import quoted
from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.files.blocks import ANY_LINE_ONCE, Block
from corefscope.formats.files.sources import Source
from corefscope.formats.registry import Options
from corefscope.formats.table.columns import Column, TableColumns, numbers
from corefscope.formats.table.header import COLUMNS, check_names
from corefscope.formats.table.ids import Order, numbered, ordered, sign_of_numbers, text_rank
from corefscope.formats.table.separated import load
from corefscope.formats.table.text import CodedStrings
from corefscope.model import TYPES, UNKNOWN, Corpus, Integers
from corefscope.problems import ERRORS_KEPT, FormatError, Notices

BEGINS = ANY_LINE_ONCE
PANDAS_INDEX = "__index_level_"  # numbers of rows, which pandas may store beside the columns


class _EntityIds(NamedTuple):
    codes: Integers  # of each row
    values: NDArray[Any]  # of each code
    order: Order  # of each code: rows come in any order, so the first is that of the smallest id


class _Entities(NamedTuple):
    number: Integers  # of each row
    document: Integers  # of each entity
    first_row: Integers  # of each entity


def read(blocks: Iterator[Block], source: Source, notices: Notices, options: Options) -> Corpus:
    """The documents of one table; an entity that several documents share is one entity in each, with the same id."""
    refused = notices.refused
    table = load(blocks, source, notices)
    if table.documents is not None:
        from corefscope.formats.objects.records import read_records

        return read_records(table.documents(), source, notices, options)
    if options.clusters is not None:
        text = f"the field {quoted(options.clusters)} is to hold the clusters, but the file is table, not JSON"
        raise FormatError("not-json", text, source.path)
    return from_columns(table, source, notices, refused)


def from_columns(table: TableColumns, source: Source, notices: Notices, refused: int = 0) -> Corpus:
    """The documents of a table that has been read, before which so many errors were found."""
    reader = _TableReader(table, source, notices)
    if len(table.line):
        return reader.corpus()
    if notices.refused == refused:
        raise FormatError("empty-file", "the table has a header and no rows", source.path, 1)
    return CorpusBuilder(source.path).corpus(source.stem, notices)


class _TableReader:
    """Reads the columns of a table as their names say."""

    def __init__(self, table: TableColumns, source: Source, notices: Notices) -> None:
        self.columns, self.line, self.source, self.notices = table.columns, table.line, source, notices
        names = [*self.columns, *table.unreadable]
        for name in table.unreadable:
            if name in COLUMNS:
                raise self._error(f"the column {quoted(name)} holds {table.unreadable[name]}, not numbers or strings")
            self.notices.add("column-not-kept", f"{quoted(name[:40])} holds {table.unreadable[name]}", self.source.path)
        check_names(names, self.source.path)
        if "start" in names and "mention" in names:
            text = "'start' says which mentions are the same, 'mention' is not used"
            self.notices.add("column-not-kept", text, self.source.path)

    def corpus(self) -> Corpus:
        rows = len(self.line)
        named = "document" in self.columns
        one = CodedStrings(_same(0, rows), np.array([self.source.stem], object), -1)
        documents = self._ids("document") if named else one
        count = len(documents.values)
        ids = self._entity_ids()
        entities = _entities(documents.codes, count, ids.codes, len(ids.values))
        start, end, label, prefix = self._places()
        first_row = _first_rows(documents.codes)
        of_entity = ids.codes[entities.first_row]
        return Corpus(
            names=documents.values.tolist(),
            sources=[self.source.path] * count,
            document_line=self.line[first_row],
            tokens=np.full(count, -1, np.int64),
            document=documents.codes.astype(np.int64) if count > 1 else _same(0, rows),
            start=start,
            end=end,
            entity=entities.number,
            line=self.line,
            entity_document=entities.document,
            entity_id=ids.values[of_entity],
            named=np.full(count, named),
            label=label,
            label_prefix=prefix,
            head=self._heads(start, end, label is None),
            type=self._types(),
            entity_type=self._entity_types(entities),
            entity_rank=ids.order.rank[of_entity],
            ranked_as_numbers=ids.order.as_numbers,
            groups=self._groups(documents, first_row),
            texts=[None] * count,
        )

    def _error(self, message: str, hint: str | None = None, row: int | None = None) -> FormatError:
        return FormatError("bad-row", message, self.source.path, 1 if row is None else int(self.line[row]), hint)

    def _ids(self, name: str) -> CodedStrings:
        found = self.columns[name].strings()
        if found.missing >= 0:
            self._refuse(np.flatnonzero(found.codes == found.missing), f"the row has no {name}")
        return found

    def _refuse(self, rows: Integers, message: Callable[[int], str] | str, hint: str | None = None) -> None:
        """Report an error for each of these rows; those above the limit are only counted."""
        for row in rows[:ERRORS_KEPT].tolist():
            self.notices.refuse(self._error(message if isinstance(message, str) else message(row), hint, row))
        self.notices.refused += max(0, len(rows) - ERRORS_KEPT)

    def _places(self) -> tuple[Integers, Integers, NDArray[Any] | None, str | None]:
        """Start and exclusive end of each mention, or the same for all, and labels where mentions are ids.

        Labels may be numbers that are text in the file: then the prefix before them is the last value.
        """
        if "start" not in self.columns:
            rows = len(self.line)
            return _same(0, rows), _same(1, rows), *self._labels(self.columns["mention"])
        start = self._tokens("start")
        end = self._tokens("end" if "end" in self.columns else "last")
        if "last" in self.columns:
            end = np.where(end < 0, end, end + 1)
        self._refuse(
            np.flatnonzero((start >= end) & (start >= 0) & (end >= 0)),
            lambda row: f"the mention starts at {start[row]} and ends before {end[row]}, so it is empty",
            "a column named end has the token after the last, one named last the last token",
        )
        return start, end, None, None

    def _labels(self, column: Column) -> tuple[NDArray[Any], str | None]:
        integers, counted = column.integers(), column.counted()
        if integers is not None:
            label, missing = integers
            self._refuse(missing, "the row has no mention")
            return label, None
        if counted is not None:
            return counted.number, counted.prefix
        ids = self._ids("mention")
        return ids.values[ids.codes], None

    def _entity_ids(self) -> _EntityIds:
        integers, counted = self.columns["entity"].integers(), self.columns["entity"].counted()
        if integers is not None:
            number, missing = integers
            self._refuse(missing, "the row has no entity")
            codes, first_row = numbered(number)
            values = number[first_row]
            return _EntityIds(codes, values, Order(values, True))
        if counted is not None:
            codes, first_row = numbered(counted.number)
            number = counted.number[first_row].astype(np.int64)
            texts = np.array(counted.texts(first_row), object) if counted.prefix else number
            sign = sign_of_numbers(counted.prefix)
            order = Order(text_rank(number), False) if sign is None else Order(sign * number, True)
            return _EntityIds(codes, texts, order)
        ids = self._ids("entity")
        return _EntityIds(ids.codes, ids.values, ordered(ids.values.tolist()))

    def _tokens(self, name: str, needed: bool = True) -> Integers:
        found = numbers(self.columns[name])
        wrong = np.flatnonzero(found == -1)
        if len(wrong):
            read = self.columns[name].strings()
            self._refuse(
                wrong,
                lambda row: f"the column {quoted(name)} has {quoted(self._shown(read, row))}, which is no token",
                "tokens are whole numbers, counted from 0",
            )
        if needed:
            self._refuse(np.flatnonzero(found == UNKNOWN), f"the row has no {name}")
        return found

    def _heads(self, start: Integers, end: Integers, spans: bool) -> Integers | None:
        if "head" not in self.columns:
            return None
        head = self._tokens("head", needed=False)
        outside = np.flatnonzero((head != UNKNOWN) & ((head < start) | (head >= end))) if spans else start[:0]
        if len(outside):
            row = int(outside[0])
            text = f"the head {head[row]} is not one of the tokens {start[row]}–{end[row] - 1}"
            self._notice("head-outside-mention", text, row, len(outside))
        return head if (head != UNKNOWN).any() else None

    def _types(self) -> NDArray[np.int8] | None:
        if "type" not in self.columns:
            return None
        codes, values, _ = self.columns["type"].strings()
        code = {"": 0, **{name: number for number, name in enumerate(TYPES) if number}}
        number = np.array([code.get(value, -1) for value in values], np.int8)[codes]
        self._refuse(
            np.flatnonzero(number < 0),
            lambda row: f"the type is {quoted(values[codes[row]][:40])}",
            f"types are {', '.join(TYPES[1:])}",
        )
        return number if any(values) else None

    def _entity_types(self, entities: _Entities) -> NDArray[Any] | None:
        if "entity_type" not in self.columns:
            return None
        kinds = self.columns["entity_type"].strings()
        firsts = kinds.codes[entities.first_row]
        self._notice_changes(kinds, firsts, entities.number, "entity_type", "entity")
        return kinds.values[firsts] if any(kinds.values) else None

    def _groups(self, documents: CodedStrings, first_row: Integers) -> Mapping[str, list[str]]:
        groups = {}
        for name, column in self.columns.items():
            if name in COLUMNS or name.startswith(PANDAS_INDEX):
                continue
            if not name:
                self.notices.add("column-not-kept", "a column has no name", self.source.path)
                continue
            found = column.strings()
            firsts = found.codes[first_row]
            self._notice_changes(found, firsts, documents.codes, name, "document")
            groups[name] = found.values[firsts].tolist()
        return groups

    def _notice_changes(self, found: CodedStrings, firsts: Integers, owner: Integers, name: str, of: str) -> None:
        """Counts the owners (documents, or entities) that do not have the same value in all their rows."""
        rows = np.flatnonzero(found.codes != firsts[owner])
        if len(rows):
            row, count = int(rows[0]), len(np.unique(owner[rows]))
            first, now = quoted(found.values[firsts[owner[row]]][:40]), quoted(self._shown(found, row))
            text = f"{quoted(name[:40])} is {now}, but first was {first}, which is kept"
            self._notice(f"column-changes-in-{of}", text, row, count)

    @staticmethod
    def _shown(found: CodedStrings, row: int) -> str:
        return str(found.values[found.codes[row]])[:40]

    def _notice(self, kind: str, text: str, row: int, count: int) -> None:
        self.notices.add(kind, text, self.source.path, int(self.line[row]), count)


def _entities(document: Integers, documents: int, code: Integers, codes: int) -> _Entities:
    """Entities ordered by document, and in it by first appearance."""
    if documents == 1:
        return _Entities(code.astype(np.int64), np.zeros(codes, np.int64), _first_rows(code))
    number, first_row = numbered(document.astype(np.int64) * codes + code)
    of_entity = document[first_row]
    order = np.argsort(of_entity, kind="stable")
    rank = np.empty(len(order), np.int64)
    rank[order] = np.arange(len(order))
    return _Entities(rank[number], of_entity[order].astype(np.int64), first_row[order])


def _same(number: int, rows: int) -> Integers:
    """A column of one number, which takes no room."""
    return np.broadcast_to(np.int64(number), rows)


def _first_rows(codes: Integers) -> Integers:
    """The first row of each code, which are numbered in order of first appearance: there they reach a new height."""
    return np.flatnonzero(np.diff(np.maximum.accumulate(codes), prepend=-1))
