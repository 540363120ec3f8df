"""The bracket notation of CoNLL coreference cells, `(12|(3)|7)`, for a whole file at once.

The reading of one token is the official scorer's: first one-token mentions, then openings, then
closings; a closing ends the latest opening of the same entity in the same document.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefscope.arrays import (
    LONGEST_PIECE,
    Bytes,
    bracket_pairs,
    changes,
    factorize,
    gather,
    order,
    packed_pieces,
    piece_codes,
)
from corefscope.basics.escaping import cut
from corefscope.model import Integers
from corefscope.problems import ERRORS_KEPT

OPEN, CLOSE, UNDERSCORE = ord("("), ord(")"), ord("_")
_IS_ID = np.ones(256, bool)
_IS_ID[[OPEN, CLOSE, ord("|"), ord("\n")]] = False
SINGLE, OPENING, CLOSING = 0, 1, 2


class Wrong:
    """Cells that are not bracket notation: the number of each and what is wrong with it; of many, the first."""

    def __init__(self) -> None:
        self._found: list[tuple[int, str, str]] = []
        self._latest: tuple[int, str, str] | None = None
        self._count = 0

    def add(self, cells: Iterable[int], message: str, code: str) -> None:
        """Adds cells; equal ones, which come one after the other, once."""
        for cell in cells:
            if (cell, message, code) == self._latest:
                continue
            self._latest = int(cell), message, code
            self._found.append(self._latest)
            self._count += 1
            if len(self._found) > 2 * ERRORS_KEPT:
                self._found = self.in_order

    @property
    def in_order(self) -> list[tuple[int, str, str]]:
        return sorted(self._found)[:ERRORS_KEPT]

    def __len__(self) -> int:
        return self._count


@dataclass(frozen=True)
class CellSpans:
    """Mentions as cell numbers: `first` and `last` cell, and the entity's code; in the order of their ends."""

    first: Integers
    last: Integers
    entity: Integers
    entity_group: Integers  # which document each entity belongs to
    entity_id: NDArray[Any]
    reopened: Integers  # cells where an entity is closed and opened again, read as a one-token mention
    discarded: Integers  # cells with a split antecedent such as (3+4), which the official scorer ignores too
    wrong: Wrong  # if there is anything in it, there are no mentions


@dataclass(frozen=True)
class Cells:
    """The last cells of some tokens, taken apart: the ids between brackets, in the order of the text."""

    text: Bytes  # the cells one after the other, each with a newline behind it
    begin: Integers  # where each cell begins in it, and the end
    start: Integers  # of each id
    end: Integers
    kind: Integers
    cell: Integers  # in which each id stands
    naked: Integers  # cells with an item that has no bracket
    empty: Integers  # cells with a bracket that has no item
    discarded: Integers  # cells with a split antecedent

    def shown(self, cell: int) -> str:
        """The text of a cell, cut to what a message can hold."""
        text = self.text[self.begin[cell] : self.begin[cell + 1] - 1].tobytes().decode("utf-8", "replace")
        return text if len(text) <= 40 else text[:37] + "…"

    @staticmethod
    def concatenated(parts: Sequence[Cells]) -> Cells:
        """The cells of several blocks."""
        if len(parts) == 1:
            return parts[0]
        place = np.cumsum([0, *(len(part.text) for part in parts)])
        number = np.cumsum([0, *(len(part.begin) - 1 for part in parts)])

        def joined_columns(name: str, shift: Integers) -> Integers:
            return np.concatenate([getattr(part, name) + by for part, by in zip(parts, shift, strict=False)])

        return Cells(
            np.concatenate([part.text for part in parts]),
            np.append(
                np.concatenate([part.begin[:-1] + by for part, by in zip(parts, place, strict=False)]), place[-1]
            ),
            joined_columns("start", place),
            joined_columns("end", place),
            np.concatenate([part.kind for part in parts]),
            *(joined_columns(name, number) for name in ("cell", "naked", "empty", "discarded")),
        )


def cells(content: Bytes, start: Integers, end: Integers) -> Cells:
    """The cells `content[start:end]`, one of each token."""
    text, begin = gather(content, start, end)
    cell_of = np.repeat(np.arange(len(start)), end - start + 1)
    run_start, run_end, kind, naked, empty = _items(text)
    keep = kind >= 0
    split = _split_antecedents(text, run_start, run_end)
    discarded = cell_of[run_start[split & keep]]
    keep &= ~split
    run_start = run_start[keep]
    return Cells(
        text,
        np.append(begin, len(text)),
        run_start,
        run_end[keep],
        kind[keep],
        cell_of[run_start],
        cell_of[naked],
        cell_of[empty],
        discarded[changes(discarded)],
    )


def spans(found: Cells, group: Integers) -> CellSpans:
    """The mentions of all cells; brackets pair only within one group of cells, which is a document."""
    wrong = Wrong()
    wrong.add(found.naked.tolist(), "an item without a bracket", "bad-notation")
    wrong.add(found.empty.tolist(), "a bracket without an entity", "bad-notation")
    # The official reading order within a token; stable, so brackets of one kind stay left to right.
    by_kind = order(found.cell * 3 + found.kind)
    run_start, kind, cell = found.start[by_kind], found.kind[by_kind], found.cell[by_kind]
    entity, entity_group, entity_id = _number_entities(found.text, run_start, found.end[by_kind], group[cell])

    opening, closing = _pair(entity, kind, cell, entity_id, wrong)
    if len(wrong):
        none = np.zeros(0, np.int64)
        return CellSpans(none, none, none, none, entity_id[:0], none, none, wrong)
    begins = np.arange(len(kind))  # the event with which the mention begins that an event ends
    begins[closing] = opening
    last_event = np.flatnonzero(kind != OPENING)
    first_event = begins[last_event]
    first, last = cell[first_event], cell[last_event]
    reopened = (first == last) & (run_start[last_event] < run_start[first_event])
    return CellSpans(first, last, entity[last_event], entity_group, entity_id, first[reopened], found.discarded, wrong)


def _items(text: Bytes) -> tuple[Integers, Integers, Integers, Integers, Integers]:
    """Runs of id characters, what the brackets around each make of it (-1: nothing), and places of what is wrong."""
    is_id = _IS_ID[text]
    edge = np.flatnonzero(np.diff(is_id, prepend=False))  # the text ends with a newline, so runs come in pairs
    run_start, run_end = edge[0::2].copy(), edge[1::2].copy()
    # Some converters join items by `_`: it separates only where it touches the next or the last bracket.
    before, after = text[run_start - 1], text[run_end]
    leading = (before == CLOSE) & (text[run_start] == UNDERSCORE)
    trailing = (after == OPEN) & (text[run_end - 1] == UNDERSCORE)
    is_id[run_start[leading]] = False
    is_id[run_end[trailing] - 1] = False
    run_start[leading] += 1
    run_end[trailing] -= 1
    separator = run_end <= run_start

    opens, closes = before == OPEN, after == CLOSE
    kind = np.where(opens & closes, SINGLE, np.where(opens, OPENING, CLOSING))
    kind[separator] = -1
    naked = np.flatnonzero(~opens & ~closes & ~separator)
    kind[naked] = -1  # so that what else is wrong can be found too
    brackets = np.flatnonzero((text == OPEN) | (text == CLOSE))
    neighbour = np.where(text[brackets] == OPEN, brackets + 1, brackets - 1)
    empty = brackets[~is_id[neighbour] | (neighbour < 0)]
    return run_start, run_end, kind, run_start[naked], empty


def _split_antecedents(text: Bytes, run_start: Integers, run_end: Integers) -> NDArray[np.bool_]:
    """Items such as 3+4: digits, one plus sign, digits."""
    found = np.zeros(len(run_start), bool)
    for plus in np.flatnonzero(text == ord("+")).tolist():
        run = int(np.searchsorted(run_start, plus, side="right")) - 1
        left, _, right = text[run_start[run] : run_end[run]].tobytes().partition(b"+")
        found[run] = left.isdigit() and right.isdigit()
    return found


def _number_entities(
    text: Bytes, run_start: Integers, run_end: Integers, group: Integers
) -> tuple[Integers, Integers, NDArray[Any]]:
    """Entities numbered by first appearance; ids of different documents are different entities."""
    code = piece_codes(text, run_start, run_end)
    number, seen = factorize(group * (int(code.max(initial=0)) + 1) + code)
    return number, group[seen], _names(text, run_start[seen], run_end[seen])


def _names(text: Bytes, start: Integers, end: Integers) -> NDArray[Any]:
    """Pieces of a text as byte strings."""
    longest = int((end - start).max(initial=0))
    if longest > LONGEST_PIECE:
        places = zip(start.tolist(), end.tolist(), strict=True)
        return np.array([text[low:high].tobytes() for low, high in places], dtype=object)
    width = max(longest, 8)
    return packed_pieces(text, start, end - start, width).view(f"S{width}").reshape(-1)


def _pair(
    entity: Integers, kind: Integers, cell: Integers, entity_id: NDArray[Any], wrong: Wrong
) -> tuple[Integers, Integers]:
    """Events of openings and of the closings that end them; those without a partner are wrong."""
    event = np.flatnonzero(kind != SINGLE)
    opening, closing, unpaired = bracket_pairs(entity[event], kind[event] == OPENING)
    for row in event[unpaired].tolist():
        name = cut(bytes(entity_id[entity[row]]).decode("utf-8", "replace"))
        fact = "is still open at the end of its document" if kind[row] == OPENING else "is closed but was never opened"
        wrong.add([int(cell[row])], f"entity {name} {fact}", "unpaired-bracket")
    return event[opening], event[closing]
