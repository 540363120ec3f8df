"""The mentions of many CorefUD documents at once: brackets in pairs, and what they say, as columns."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass

import numpy as np

from corefscope.formats.conllu_text import number
from corefscope.formats.corefud_brackets import plain, room_for
from corefscope.formats.corefud_items import Flags, Items
from corefscope.formats.spellings import codes
from corefscope.model import UNKNOWN, Integers
from corefscope.ordering import distinct, order


@dataclass(frozen=True)
class Nodes:
    """The words and empty nodes of some documents, in the order of the text."""

    position: Integers
    words_before: Integers  # in the document
    is_word: Flags
    document_size: Integers  # how many nodes each document has


@dataclass(frozen=True)
class Place:
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
    entity_line: Integers  # of the first mention
    document: Integers
    start: Integers
    end: Integers
    line: Integers
    head: Integers  # UNKNOWN where there is none
    shape: dict[int, tuple[int, ...]]  # of the mentions that have empty nodes
    minimum: dict[int, tuple[int, ...]]

    def of(self, first: int, last: int) -> Mentions:
        """Those of some documents."""
        low, high = np.searchsorted(self.entity_document, [first, last]).tolist()
        begin, end = np.searchsorted(self.document, [first, last]).tolist()
        return Mentions(
            self.entity_document[low:high],
            self.entity_name[low:high],
            self.entity_type[low:high],
            self.entity_size[low:high],
            self.entity_line[low:high],
            self.document[begin:end],
            self.start[begin:end],
            self.end[begin:end],
            self.line[begin:end],
            self.head[begin:end],
            _between(self.shape, begin, end),
            _between(self.minimum, begin, end),
        )


def _between(rows: dict[int, tuple[int, ...]], begin: int, end: int) -> dict[int, tuple[int, ...]]:
    """Those of some mentions, counted from the first of these."""
    keys = list(rows)  # ascending
    return {row - begin: rows[row] for row in keys[bisect_left(keys, begin) : bisect_left(keys, end)]}


def mentions(found: Items, place: Place, nodes: Nodes, unusual: Flags) -> Mentions:
    """Those of all documents that are not unusual; others that turn out to be are marked, and their mentions void."""
    document = place.document[found.node]
    kept = np.flatnonzero(~unusual[document])
    document = document[kept]
    opens, closes = found.opens[kept], found.closes[kept]
    label_start, label_end = found.label[0][kept], found.label[1][kept]
    code = codes(found.text, label_start, label_end)
    first, which = distinct(document * (int(code.max(initial=0)) + 1) + code)
    by_appearance = order(first)
    renumber = np.empty(len(first), np.int64)
    renumber[by_appearance] = np.arange(len(first))
    entity, first = renumber[which], first[by_appearance]
    entity_document = document[first]

    opening, closing = _pairs(entity, opens, closes, entity_document, unusual)
    last = np.arange(len(kept))
    last[opening] = closing
    rows = np.flatnonzero(opens & ~unusual[document])
    rows = rows[order(entity[rows])]
    entity, document = entity[rows], document[rows]
    opened, closed = found.node[kept[rows]], found.node[kept[last[rows]]]
    unusual[document[place.sentence[opened] != place.sentence[closed]]] = True

    low, high = place.node[opened], place.node[closed]
    count = high - low + 1
    head = found.head[kept[rows]]
    unusual[document[head > count]] = True
    head = np.where(head > 0, nodes.position[low + np.minimum(head, count) - 1], UNKNOWN)
    start, end = nodes.words_before[low], nodes.words_before[low] + _words(nodes, low, high)
    listed = np.flatnonzero(end - start != count)
    length = np.bincount(document[listed], weights=count[listed], minlength=len(unusual))
    unusual |= length > room_for(nodes.document_size)
    usual = listed[~unusual[document[listed]]].tolist()
    shape = {row: tuple(nodes.position[low[row] : high[row] + 1].tolist()) for row in usual}
    minimum = _minimum(found, kept[rows], start, end, shape, document, unusual)
    size = np.bincount(entity, minlength=len(first))
    spans = zip(label_start[first].tolist(), label_end[first].tolist(), strict=True)
    line = place.line[opened]
    first_line = np.zeros(len(first), np.int64)
    first_line[entity[::-1]] = line[::-1]
    return Mentions(
        entity_document,
        [found.raw[left:right] for left, right in spans],
        _types(found, kept[rows], entity, document, len(first), unusual),
        size,
        first_line,
        document,
        start,
        end,
        line,
        head,
        shape,
        minimum,
    )


def _pairs(
    entity: Integers, opens: Flags, closes: Flags, entity_document: Integers, unusual: Flags
) -> tuple[Integers, Integers]:
    """Items that open and those that close the same mentions: a closing bracket ends the latest of its entity.

    At one depth within an entity openings and closings alternate, so that sorting by depth puts pairs side by side.
    """
    event = np.flatnonzero(opens != closes)
    if not len(event):
        return event, event
    event = event[order(entity[event])]
    step = np.where(opens[event], 1, -1)
    of = entity[event]
    begin = np.flatnonzero(np.diff(of, prepend=-1))
    end = np.append(begin[1:], len(event))
    depth = np.cumsum(step)
    depth -= np.repeat(depth[begin] - step[begin], end - begin)
    unusual[entity_document[of[depth < 0]]] = True
    unusual[entity_document[of[begin][depth[end - 1] != 0]]] = True
    usual = ~unusual[entity_document[of]]
    event, of = event[usual], of[usual]
    level = (depth + (step < 0))[usual]
    event = event[order(of * (int(level.max(initial=0)) + 1) + level)]
    return event[0::2], event[1::2]


def _words(nodes: Nodes, low: Integers, high: Integers) -> Integers:
    """How many words there are from one node to another."""
    before: Integers = np.cumsum(nodes.is_word) - nodes.is_word
    return before[high] + nodes.is_word[high] - before[low]


def _minimum(
    found: Items,
    item: Integers,
    start: Integers,
    end: Integers,
    shape: dict[int, tuple[int, ...]],
    document: Integers,
    unusual: Flags,
) -> dict[int, tuple[int, ...]]:
    """The minimum spans, given as numbers among the words of their mentions, or among the nodes if none is a word."""
    minimum: dict[int, tuple[int, ...]] = {}
    if not found.minimum:
        return minimum
    known: dict[bytes, tuple[int, ...]] = {}
    is_void = unusual.tolist()
    spans = zip(item.tolist(), start.tolist(), end.tolist(), document.tolist(), strict=True)
    for row, (place, low, high, of) in enumerate(spans):
        text = found.minimum.get(place)
        if text is None or is_void[of]:
            continue
        places = known.get(text)
        if places is None:
            places = known[text] = tuple(sorted({number(part) or 0 for part in text.split(b",")}))
        words = range(low, high) or shape[row]
        if places[0] and places[-1] <= len(words) and text.count(b",") <= len(words):
            minimum[row] = tuple([words[place - 1] for place in places])
        else:
            is_void[of] = unusual[of] = True
    return minimum


def _types(
    found: Items, item: Integers, entity: Integers, document: Integers, entities: int, unusual: Flags
) -> list[str]:
    """The type of each entity: that of its first mention with one, and others must not have another."""
    low, high = found.kind[0][item], found.kind[1][item]
    typed = np.flatnonzero(high > low)
    low, high, of = low[typed], high[typed], entity[typed]
    first, code = distinct(codes(found.text, low, high))
    names = [
        plain(found.raw[left:right]) for left, right in zip(low[first].tolist(), high[first].tolist(), strict=True)
    ]
    begin = np.diff(of, prepend=-1) > 0
    kind = np.full(entities, len(names))
    kind[of[begin]] = code[begin]
    unusual[document[typed[kind[of] != code]]] = True
    return np.array([*names, ""], object)[kind].tolist()  # type: ignore[no-any-return]
