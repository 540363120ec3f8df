"""From an alignment and the step in which each mention is read to the Table of all prefixes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from corefscope.alignment.mentions import Alignment
from corefscope.alignment.windows import Windows
from corefscope.analysis.growth.table import GrowingEntities, GrowingTable
from corefscope.arrays import changes, distinct, ranges
from corefscope.model import Integers

MOST = 1 << 22  # versions of cells, or PER_ROW times as many as there are mentions
PER_ROW = 8


@dataclass(frozen=True)
class _Steps:
    """The steps of all documents. The code of something at a step is its number times `width`, plus the step."""

    first: Integers  # the unit of each document's first step
    count: Integers
    width: int

    def units(self, code: Integers, document: Integers) -> tuple[Integers, Integers]:
        """From which unit until which each version holds: until the next one of the same, or its document's end."""
        step, first = code % self.width, self.first[document]
        is_last = changes((code // self.width)[::-1])[::-1]
        return first + step, first + np.where(is_last, self.count[document], np.append(step[1:], 0))

    def so_far(self, added: Integers, code: Integers) -> Integers:
        """How many rows each version has, given the sorted codes of all rows."""
        begin = np.searchsorted(added, code - code % self.width)
        return np.searchsorted(added, code, side="right") - begin


@dataclass(frozen=True)
class _Side:
    """The versions of one side's entities, by code."""

    code: Integers
    entities: GrowingEntities


def growing_table(alignment: Alignment, windows: Windows, place: Integers, drop: bool) -> GrowingTable | None:
    """Return the Table of all prefixes, whose units are the windows; None if it would be too large.

    `place` is the step of each row. With `drop`, an entity is not there before its second mention.
    """
    steps = _Steps(windows.first, windows.count, int(windows.count.max(initial=1)))
    width, units = steps.width, int(windows.count.sum())
    labels = [each.astype(np.int64) for each in (alignment.key_entity, alignment.response_entity)]
    entries = [place.astype(np.int64)] * 2
    if drop:
        labels, entries = map(list, zip(*map(_from_second_mention, labels, entries), strict=True))
    both = np.flatnonzero((labels[0] >= 0) & (labels[1] >= 0))
    joint = np.maximum(entries[0][both], entries[1][both])

    def side(label: Integers, entry: Integers, document: Integers) -> _Side:
        there = label >= 0
        mentions, matched = np.sort(label[there] * width + entry[there]), np.sort(label[both] * width + joint)
        code = _ascending(mentions, matched)
        sizes = steps.so_far(mentions, code)
        since, until = steps.units(code, document[code // width])
        return _Side(code, GrowingEntities(units, since, sizes, until=until, shared=steps.so_far(matched, code)))

    key = side(labels[0], entries[0], alignment.key_entity_unit)
    response = side(labels[1], entries[1], alignment.response_entity_unit)
    first, cell = distinct(labels[0][both] * (int(labels[1].max(initial=0)) + 1) + labels[1][both])
    matched = np.sort(cell * width + joint)
    born = matched[changes(matched // width)] % width
    # A cell has a new version whenever one of its entities has.
    found, ends = [], [(key, labels[0][both[first]]), (response, labels[1][both[first]])]
    spans = [(np.searchsorted(of.code, end * width + born), np.searchsorted(of.code, (end + 1) * width))
             for of, end in ends]  # fmt: skip
    if sum(int((high - low).sum()) for low, high in spans) > max(MOST, PER_ROW * len(place)):
        return None
    for (of, _), (low, high) in zip(ends, spans, strict=True):
        of_cell, version = ranges(low, high)
        found.append(of_cell * width + of.code[version] % width)
    code = _ascending(*found)
    cell, step = code // width, code % width
    since, until = steps.units(code, alignment.key_entity_unit[ends[0][1][cell]])
    of_key, of_response = (np.searchsorted(of.code, end[cell] * width + step, side="right") - 1 for of, end in ends)
    return GrowingTable(
        units,
        key.entities,
        response.entities,
        of_key,
        of_response,
        steps.so_far(matched, code),
        conventions=alignment.conventions,
        since=since,
        until=until,
        cell=cell,
    )


def _ascending(*codes: Integers) -> Integers:
    """The different codes in ascending order."""
    together = np.sort(np.concatenate(codes))
    return together[changes(together)]


def _from_second_mention(label: Integers, entry: Integers) -> tuple[Integers, Integers]:
    """The entities without those of one row, and the step from which each row counts: not before its entity has two."""
    there = np.flatnonzero(label >= 0)
    there = there[np.lexsort((entry[there], label[there]))]
    begin = np.flatnonzero(changes(label[there]))
    size = np.diff(begin, append=len(there))
    second = entry[there[np.minimum(begin + 1, len(there) - 1)]] if len(there) else entry[:0]
    label, entry = label.copy(), entry.copy()
    entry[there] = np.maximum(entry[there], np.repeat(second, size))
    label[there[np.repeat(size, size) == 1]] = -1
    return label, entry
