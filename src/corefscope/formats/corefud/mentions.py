"""The mentions of many CorefUD documents at once: brackets in pairs, and what they say, as columns."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from corefscope.arrays import Flags, bracket_pairs, changes, distinct, factorize, order, piece_codes
from corefscope.formats.corefud.brackets import plain
from corefscope.formats.corefud.items import Items
from corefscope.formats.corefud.parts import parted
from corefscope.formats.corefud.spans import Gapped, MentionSpans, Nodes, Positions, spans
from corefscope.model import Integers

Value = TypeVar("Value")


@dataclass(frozen=True)
class NodePlace:
    """Where nodes with annotation stand."""

    node: Integers
    document: Integers
    sentence: Integers
    line: Integers


@dataclass(frozen=True)
class Mentions:
    """Entities in the order of their first brackets, and their mentions, those of one entity together."""

    entity_document: Integers
    entity_name: list[bytes]
    entity_type: list[str]
    entity_size: Integers
    document: Integers
    line: Integers
    spans: MentionSpans

    def of(self, first: int, last: int) -> Mentions:
        """Those of some documents."""
        low, high = np.searchsorted(self.entity_document, [first, last]).tolist()
        begin, end = np.searchsorted(self.document, [first, last]).tolist()
        return Mentions(
            self.entity_document[low:high],
            self.entity_name[low:high],
            self.entity_type[low:high],
            self.entity_size[low:high],
            self.document[begin:end],
            self.line[begin:end],
            MentionSpans(
                self.spans.start[begin:end],
                self.spans.end[begin:end],
                self.spans.head[begin:end],
                _between(self.spans.shape, begin, end),
                _between(self.spans.minimum, begin, end),
            ),
        )

    @property
    def entity_line(self) -> Integers:
        """Of the first mention of each entity."""
        first: Integers = np.cumsum(self.entity_size) - self.entity_size
        return self.line[first]


def _between(rows: dict[int, Positions], begin: int, end: int) -> dict[int, Positions]:
    """Those of some mentions, counted from the first of these."""
    keys = list(rows)  # ascending
    return {row - begin: rows[row] for row in keys[bisect_left(keys, begin) : bisect_left(keys, end)]}


def mentions(found: Items, place: NodePlace, nodes: Nodes, unusual: Flags) -> Mentions:
    """Those of all documents that are not unusual; others that turn out to be are marked, and their mentions void."""
    kept = ~unusual[place.document[found.node]]
    if not kept.all():
        found = found.only(np.flatnonzero(kept))
    document = place.document[found.node]
    entity, named = _entities(found, document)
    last = np.arange(len(entity))
    opening, closing = _pairs(found, entity, document[named], unusual)
    last[opening] = closing
    opens = found.opens.copy()
    in_parts = {mention.item: mention for mention in parted(found, document, unusual)}
    for mention in in_parts.values():
        last[mention.item] = mention.runs[-1][1]
        opens[[later for later, _ in mention.runs[1:]]] = False  # they open no mention of their own
    kind = _types(found, entity, document, len(named), unusual)

    item = np.flatnonzero(opens & ~unusual[document])
    item = item[order(entity[item])]
    document, opened, closed = document[item], found.node[item], found.node[last[item]]
    unusual[document[place.sentence[opened] != place.sentence[closed]]] = True
    minimum, gapped = _by_row(found.minimum, item), {}
    for row, mention in _by_row(in_parts, item).items():
        runs = [(int(place.node[found.node[low]]), int(place.node[found.node[high]])) for low, high in mention.runs]
        if len(runs) > 1:
            gapped[row] = Gapped(runs, mention.head)
        if mention.minimum:
            minimum[row] = mention.minimum
    minimum = dict(sorted(minimum.items())) if gapped else minimum
    covered = spans(nodes, place.node[opened], place.node[closed], found.head[item], gapped, minimum, document, unusual)
    size = np.bincount(entity[item], minlength=len(named))
    labels = zip(found.label[0][named].tolist(), found.label[1][named].tolist(), strict=True)
    names = [found.raw[start:end] for start, end in labels]
    return Mentions(place.document[found.node[named]], names, kind, size, document, place.line[opened], covered)


def _by_row(values: dict[int, Value], items: Integers) -> dict[int, Value]:
    """What is known of items, by the rows that are made of them, in ascending order."""
    if not values:
        return {}
    return {row: values[item] for row, item in enumerate(items.tolist()) if item in values}


def _entities(found: Items, document: Integers) -> tuple[Integers, Integers]:
    """The entity of each item, numbered as they appear, and the item where each does first."""
    code = piece_codes(found.text, *found.label)
    return factorize(document * (int(code.max(initial=0)) + 1) + code)


def _pairs(found: Items, entity: Integers, entity_document: Integers, unusual: Flags) -> tuple[Integers, Integers]:
    """Items that open and those that close the same mentions; documents in which one has no partner are unusual."""
    is_half = found.opens != found.closes
    is_half[list(found.parts)] = False
    event = np.flatnonzero(is_half)
    opening, closing, unpaired = bracket_pairs(entity[event], found.opens[event])
    unusual[entity_document[entity[event[unpaired]]]] = True
    return event[opening], event[closing]


def _types(found: Items, entity: Integers, document: Integers, entities: int, unusual: Flags) -> list[str]:
    """The type of each entity: that of its first bracket with one, and others must not have another."""
    item = np.flatnonzero(found.opens & (found.kind[1] > found.kind[0]) & ~unusual[document])
    item = item[order(entity[item])]
    low, high, of = found.kind[0][item], found.kind[1][item], entity[item]
    first, code = distinct(piece_codes(found.text, low, high))
    spelt = zip(low[first].tolist(), high[first].tolist(), strict=True)
    names = [plain(found.raw[start:end]) for start, end in spelt]
    begin = changes(of)
    kind = np.full(entities, len(names))
    kind[of[begin]] = code[begin]
    unusual[document[item[kind[of] != code]]] = True
    return np.array([*names, ""], object)[kind].tolist()  # type: ignore[no-any-return]
