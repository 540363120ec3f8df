"""A table of mention types (`--types FILE`): rows of document, start, end (or last) and type.

Document names match as in pairing, so `d` means `(d); part 000`. A row that matches no mention of any side is a
warning; a table none of whose rows matches is an error.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefscope.basics.escaping import quoted
from corefscope.formats.document_names import canonical, literal
from corefscope.model import TYPES, Corpus
from corefscope.problems import FormatError, Notices

UNUSED = "unused-type"
EXPECTED = f"expected columns document, start, end (or last) and type, one of {', '.join(TYPES[1:])}"


class TypeRow(NamedTuple):
    """The type of the mention from token `start` to `end` (exclusive)."""

    line: int
    document: str
    start: int
    end: int
    type: str


@dataclass(frozen=True)
class TypesFile:
    """The rows of a types file."""

    path: str
    rows: tuple[TypeRow, ...]
    names_last: bool  # whether the column is `last` instead of `end`

    @staticmethod
    def read(path: str) -> TypesFile:
        try:
            with open(path, encoding="utf-8-sig", newline="") as stream:
                dialect = "excel-tab" if "\t" in stream.readline() else "excel"
                stream.seek(0)
                reader = csv.DictReader(stream, dialect=dialect)
                rows = [(reader.line_num, row) for row in reader]
        except (OSError, UnicodeDecodeError, csv.Error) as error:
            raise FormatError(
                "unreadable-file", f"the types cannot be read: {getattr(error, 'strerror', None) or error}", path
            ) from None
        found: dict[tuple[str, int, int], TypeRow] = {}
        for number, row in rows:
            try:
                end = int(row["end"]) if "end" in row else int(row["last"]) + 1
                made = TypeRow(number, row["document"], int(row["start"]), end, row["type"])
                if made.type not in TYPES:
                    raise ValueError(f"the type is {quoted(made.type)}")
                first = found.setdefault((made.document.strip(), made.start, made.end), made)
            except (AttributeError, KeyError, TypeError, ValueError) as error:
                raise FormatError("bad-row", f"not a row of mention types: {error}", path, number, EXPECTED) from None
            if first.type != made.type:
                text = f"the mention of line {first.line} has the type {first.type} there and {made.type} here"
                raise FormatError("repeated-row", text, path, number, "keep only one of the rows")
        return TypesFile(path, tuple(found.values()), bool(rows) and "end" not in rows[0][1])

    def match(self, corpus: Corpus) -> tuple[NDArray[np.int8], NDArray[np.bool_]]:
        """Return the type of each mention, 0 without one, and which rows match a mention."""
        kinds, matched = np.zeros(corpus.mention_count, np.int8), np.zeros(len(self.rows), bool)
        mentions = _MentionIndex(corpus)
        for number, row in enumerate(self.rows):
            found = mentions.at(row.document, row.start, row.end)
            matched[number] = bool(found)
            kinds[found] = TYPES.index(row.type)
        return kinds, matched

    def matched_by(self, corpora: Iterable[Corpus]) -> NDArray[np.bool_]:
        """Return which rows match a mention of any of the corpora."""
        matched = np.zeros(len(self.rows), bool)
        for corpus in corpora:
            matched |= self.match(corpus)[1]
        return matched

    def check_used(self, matched: NDArray[np.bool_], corpora: Iterable[Corpus], notices: Notices) -> None:
        """Warn about each row that matched no mention, with the likely reason; raise if no row matched."""
        unmatched = [self.rows[number] for number in np.flatnonzero(~matched).tolist()]
        if not unmatched:
            return
        indexes = [_MentionIndex(corpus) for corpus in corpora]
        if not matched.any():
            first = unmatched[0]
            text = f"none of the {len(unmatched):,} rows matches a mention: {self._reason(first, indexes)}"
            raise FormatError(
                "types-without-mention",
                text,
                self.path,
                first.line,
                "rows are document, start, end (excluded) or last, type",
            )
        for row in unmatched:
            notices.add(UNUSED, self._reason(row, indexes), self.path, row.line)

    def _reason(self, row: TypeRow, indexes: list[_MentionIndex]) -> str:
        if not any(each.document(row.document) is not None for each in indexes):
            return f"there is no document {quoted(row.document)}"
        last = row.end - 1
        shift, hint = (-1, "name the column 'end' if it is excluded") if self.names_last else (1, "name it 'last'")
        text = f"{quoted(row.document)} has no mention {row.start}–{last}"
        if any(each.at(row.document, row.start, row.end + shift) for each in indexes):
            return (
                f"{text}, but {row.start}–{last + shift}: is the end {'excluded' if shift < 0 else 'included'}? {hint}"
            )
        return text


class _MentionIndex:
    """Look up the rows of a corpus by document and span."""

    def __init__(self, corpus: Corpus) -> None:
        self._documents: dict[object, int] = {}
        for spelling in (literal, canonical, str.strip):  # later spellings win
            for number, name in enumerate(corpus.names):
                self._documents[spelling(name)] = number
        self._rows: dict[tuple[int, int, int], list[int]] = {}
        if corpus.label is None:  # mention ids have no span
            places = zip(corpus.document.tolist(), corpus.start.tolist(), corpus.end.tolist(), strict=True)
            for row, place in enumerate(places):
                self._rows.setdefault(place, []).append(row)

    def document(self, name: str) -> int | None:
        for spelling in (str.strip, canonical, literal):
            if spelling(name) in self._documents:
                return self._documents[spelling(name)]
        return None

    def at(self, name: str, start: int, end: int) -> list[int]:
        document = self.document(name)
        return [] if document is None else self._rows.get((document, start, end), [])
