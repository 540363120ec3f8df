"""The bracket notation of CoNLL coreference cells, `(12|(3)|7)`, for all cells of many documents at once.

One token is read as the official scorer does: one-token mentions first, then openings, then closings; a closing ends
the latest opening of the same entity in the same document.
"""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

import numpy as np

from corefscope.arrays import LONGEST_PIECE, Bytes, bracket_pairs, changes, factorize, order, packed_pieces, piece_codes
from corefscope.basics.escaping import cut
from corefscope.model import Integers
from corefscope.problems import ERRORS_KEPT

OPEN, CLOSE, UNDERSCORE = ord("("), ord(")"), ord("_")
_IS_ID = np.ones(256, bool)
_IS_ID[[OPEN, CLOSE, ord("|"), ord("\n")]] = False
SINGLE, OPENING, CLOSING = 0, 1, 2


class CellSpans(NamedTuple):
    """Mentions as cell numbers, in the order of their ends, and the entities that they belong to."""

    text: Bytes  # the cells, each with a newline behind it
    begin: Integers  # of each cell in the text, and the end of the text
    first: Integers
    last: Integers
    entity: Integers
    entity_document: Integers
    entity_ids: list[bytes]
    reopened: Integers  # cells that close an entity and open it again, read as a one-token mention
    discarded: Integers  # cells with a split antecedent such as (3+4), which the official scorer ignores too
    # Cells that are not bracket notation, with message and code: the first of them, and how many there are.
    wrong: list[tuple[int, str, str]]
    wrong_count: int

    def excerpt(self, cell: int) -> str:
        """The text of a cell, cut to the length of a message."""
        text = self.text[self.begin[cell] : self.begin[cell + 1] - 1].tobytes().decode("utf-8", "replace")
        return text if len(text) <= 40 else text[:37] + "…"


def spans(text: Bytes, begin: Integers, document: Integers) -> CellSpans:
    """Find the mentions in cells, each with a newline behind it; brackets pair within a document. None if any is wrong.

    `begin` is where each cell begins, and the end of the text; `document` is that of each cell.
    """
    run_start, run_end, kind, naked, empty = _items(text)
    cell = np.searchsorted(begin, run_start, side="right") - 1
    keep = kind >= 0
    is_split = np.zeros(len(keep), bool)
    for plus in np.flatnonzero(text == ord("+")).tolist():
        run = int(np.searchsorted(run_start, plus, side="right")) - 1
        left, _, right = text[run_start[run] : run_end[run]].tobytes().partition(b"+")
        is_split[run] = left.isdigit() and right.isdigit()
    discarded = cell[is_split & keep]
    keep &= ~is_split
    # The official reading order within a token; stable, so brackets of one kind stay left to right.
    rows = np.flatnonzero(keep)[order((cell * 3 + kind)[keep])]
    start, end, kind, cell = run_start[rows], run_end[rows], kind[rows], cell[rows]
    # Entities are numbered by first appearance; the same id in another document is another entity.
    code, group = piece_codes(text, start, end), document[cell]
    entity, seen = factorize(group * (int(code.max(initial=0)) + 1) + code)
    ids = _names(text, start[seen], end[seen])

    event = np.flatnonzero(kind != SINGLE)
    opening, closing, unpaired = bracket_pairs(entity[event], kind[event] == OPENING)
    if len(naked) or len(empty) or len(unpaired):
        naked, empty = (np.searchsorted(begin, places, side="right") - 1 for places in (naked, empty))
        rows = event[unpaired]
        names = [ids[number] for number in entity[rows].tolist()]
        wrong = [
            *((number, "an item without a bracket", "bad-notation") for number in naked.tolist()),
            *((number, "a bracket without an entity", "bad-notation") for number in empty.tolist()),
            *map(_unpaired, cell[rows].tolist(), kind[rows].tolist(), names),
        ]
        wrong = sorted(error for error, _ in groupby(wrong))  # equal neighbours count once
        none = np.zeros(0, np.int64)
        return CellSpans(text, begin, none, none, none, none, [], none, none, wrong[:ERRORS_KEPT], len(wrong))
    begins = np.arange(len(kind))  # the event that begins the mention that an event ends
    begins[event[closing]] = event[opening]
    last_event = np.flatnonzero(kind != OPENING)
    first_event = begins[last_event]
    first, last = cell[first_event], cell[last_event]
    reopened = first[(first == last) & (start[last_event] < start[first_event])]
    discarded = discarded[changes(discarded)]
    return CellSpans(text, begin, first, last, entity[last_event], group[seen], ids, reopened, discarded, [], 0)


def _items(text: Bytes) -> tuple[Integers, Integers, Integers, Integers, Integers]:
    """Runs of id characters, the kind of brackets around each (-1: none), and places of what is wrong."""
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
    kind[naked] = -1  # so that other errors are found too
    brackets = np.flatnonzero((text == OPEN) | (text == CLOSE))
    neighbour = np.where(text[brackets] == OPEN, brackets + 1, brackets - 1)
    empty = brackets[~is_id[neighbour] | (neighbour < 0)]
    return run_start, run_end, kind, run_start[naked], empty


def _names(text: Bytes, start: Integers, end: Integers) -> list[bytes]:
    longest = int((end - start).max(initial=0))
    if longest > LONGEST_PIECE:
        return [text[low:high].tobytes() for low, high in zip(start.tolist(), end.tolist(), strict=True)]
    packed = packed_pieces(text, start, end - start, max(longest, 1))
    names: list[bytes] = packed.view(f"S{packed.shape[1]}").reshape(-1).tolist()
    return names


def _unpaired(cell: int, kind: int, name: bytes) -> tuple[int, str, str]:
    fact = "is still open at the end of its document" if kind == OPENING else "is closed but was never opened"
    return cell, f"entity {cut(name.decode('utf-8', 'replace'))} {fact}", "unpaired-bracket"
