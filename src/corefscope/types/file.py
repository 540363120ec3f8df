"""A table of mention types (`--types FILE`): rows of document, start, end (or last) and type.

Document names match as in pairing, so `d` means `(d); part 000`. A row that matches no mention of any side is a
warning; a table none of whose rows matches is an error.
"""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefscope.basics.escaping import quoted
from corefscope.formats.document_names import canonical, literal
from corefscope.model import TYPES, Corpus
from corefscope.problems import FormatError, Notices

EXPECTED = f"expected columns document, start, end (or last) and type, one of {', '.join(TYPES[1:])}"


class TypesFile(NamedTuple):
    """The rows of a types file: line and type by document, first token and the one after the last."""

    path: str
    rows: dict[tuple[str, int, int], tuple[int, str]]

    @staticmethod
    def read(path: str) -> TypesFile:
        try:
            with open(path, encoding="utf-8-sig", newline="") as stream:
                dialect = "excel-tab" if "\t" in stream.readline() else "excel"
                stream.seek(0)
                reader = csv.DictReader(stream, dialect=dialect)
                cells = [(reader.line_num, row) for row in reader]
        except (OSError, UnicodeDecodeError, csv.Error) as error:
            fact = f"the types cannot be read: {getattr(error, 'strerror', None) or error}"
            raise FormatError("unreadable-file", fact, path) from None
        rows: dict[tuple[str, int, int], tuple[int, str]] = {}
        for line, cell in cells:
            try:
                end = int(cell["end"]) if "end" in cell else int(cell["last"]) + 1
                place, kind = (cell["document"].strip(), int(cell["start"]), end), cell["type"]
                if kind not in TYPES:
                    raise ValueError(f"the type is {quoted(kind)}")
            except (AttributeError, KeyError, TypeError, ValueError) as error:
                raise FormatError("bad-row", f"not a row of mention types: {error}", path, line, EXPECTED) from None
            first, other = rows.setdefault(place, (line, kind))
            if other != kind:
                text = f"the mention of line {first} has the type {other} there and {kind} here"
                raise FormatError("repeated-row", text, path, line, "keep only one of the rows")
        return TypesFile(path, rows)

    def match(self, corpus: Corpus) -> tuple[NDArray[np.int8], NDArray[np.bool_]]:
        """Return the type of each mention, 0 without one, and which rows match a mention."""
        kinds, matched = np.zeros(corpus.mention_count, np.int8), np.zeros(len(self.rows), bool)
        documents: dict[object, int] = {}
        for spelling in (literal, canonical, str.strip):  # later spellings win
            documents |= {spelling(name): number for number, name in enumerate(corpus.names)}
        mentions: dict[tuple[int | None, int, int], list[int]] = defaultdict(list)
        if corpus.label is None:  # mention ids have no span
            places = zip(corpus.document.tolist(), corpus.start.tolist(), corpus.end.tolist(), strict=True)
            for row, place in enumerate(places):
                mentions[place].append(row)
        for number, ((name, start, end), (_, kind)) in enumerate(self.rows.items()):
            spellings = (name, canonical(name), literal(name))
            document = next((documents[each] for each in spellings if each in documents), None)
            same = mentions.get((document, start, end), [])
            matched[number] = bool(same)
            kinds[same] = TYPES.index(kind)
        return kinds, matched

    def check_used(self, matched: Iterable[NDArray[Any] | None], notices: Notices) -> None:
        """Warn about each row that matched no mention of any side; raise an error if none matched."""
        used = np.logical_or.reduce([np.zeros(len(self.rows), bool), *(each for each in matched if each is not None)])
        for ((name, start, end), (line, _)), is_used in zip(self.rows.items(), used.tolist(), strict=True):
            if not is_used:
                reason = f"there is no mention {start}–{end - 1} in {quoted(name)}"
                if not used.any():
                    text = f"none of the {len(self.rows):,} rows matches a mention: {reason}"
                    hint = "rows are document, start, end (excluded) or last (included), type"
                    raise FormatError("types-without-mention", text, self.path, line, hint)
                notices.add("unused-type", reason, self.path, line)
