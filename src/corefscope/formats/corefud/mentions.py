"""The mentions of many CorefUD documents at once: brackets in pairs, and what they say, as columns."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from corefscope.arrays import Flags, bracket_pairs, changes, distinct, factorize, order, piece_codes
from corefscope.formats.corefud.brackets import plain
from corefscope.formats.corefud.items import Items
from corefscope.formats.corefud.spans import MentionParts, MentionSpans, Nodes, Positions, spans
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
    last = _last_items(found, entity, document, unusual)
    opens = found.opens.copy()
    in_parts = _mentions_in_parts(found, document, unusual)
    for mention in in_parts.values():
        last[mention.item] = mention.runs[-1][1]
        opens[[later for later, _ in mention.runs[1:]]] = False  # they continue a mention
    kind = _types(found, entity, document, len(named), unusual)

    item = np.flatnonzero(opens & ~unusual[document])
    item = item[order(entity[item])]
    document, opened, closed = document[item], found.node[item], found.node[last[item]]
    unusual[document[place.sentence[opened] != place.sentence[closed]]] = True
    minimum, gapped = _by_row(found.minimum, item), {}
    for row, mention in _by_row(in_parts, item).items():
        if len(mention.runs) > 1:
            runs = place.node[found.node[np.array(mention.runs)]].tolist()
            gapped[row] = replace(mention, runs=runs)
        if mention.minimum:
            minimum[row] = mention.minimum
    minimum = dict(sorted(minimum.items())) if gapped else minimum
    covered = spans(nodes, place.node[opened], place.node[closed], found.head[item], gapped, minimum, document, unusual)
    size = np.bincount(entity[item], minlength=len(named))
    labels = zip(found.label[0][named].tolist(), found.label[1][named].tolist(), strict=True)
    names = [found.raw[start:end] for start, end in labels]
    return Mentions(place.document[found.node[named]], names, kind, size, document, place.line[opened], covered)


def _mentions_in_parts(found: Items, document: Integers, unusual: Flags) -> dict[int, MentionParts]:
    """Those in documents that are not unusual, by first item; a part too many or too few makes its document so."""
    mentions: dict[int, MentionParts] = {}
    opened: defaultdict[tuple[int, bytes], list[MentionParts]] = defaultdict(list)  # by document and label
    waiting: defaultdict[tuple[int, bytes, int, int], list[MentionParts]] = defaultdict(list)  # for their next part
    for item, (label, name, part, parts) in found.parts.items():
        of = int(document[item])
        if found.opens[item]:
            head, minimum = int(found.head[item]), found.minimum.get(item, b"")
            if part == 1:
                mentions[item] = mention = MentionParts(item, head, minimum, item)
            elif before := waiting[of, name, part, parts]:
                mention = before.pop()
                mention.head, mention.minimum = head or mention.head, minimum or mention.minimum
                mention.opened = item
            else:
                unusual[of] = True
                continue
            opened[of, label].append(mention)
        if found.closes[item]:
            if not opened[of, label]:
                unusual[of] = True
                continue
            mention = opened[of, label].pop()
            mention.runs.append((mention.opened, item))
            if part < parts:
                waiting[of, name, part + 1, parts].append(mention)
    unusual[[of for (of, _), left in opened.items() if left]] = True
    unusual[[of for (of, _, _, _), left in waiting.items() if left]] = True
    return {item: mention for item, mention in mentions.items() if not unusual[document[item]]}


def _by_row(values: dict[int, Value], items: Integers) -> dict[int, Value]:
    """Values by row instead of by item, in ascending order."""
    if not values:
        return {}
    return {row: values[item] for row, item in enumerate(items.tolist()) if item in values}


def _entities(found: Items, document: Integers) -> tuple[Integers, Integers]:
    """The entity of each item, numbered as they appear, and the item where each does first."""
    code = piece_codes(found.text, *found.label)
    return factorize(document * (int(code.max(initial=0)) + 1) + code)


def _last_items(found: Items, entity: Integers, document: Integers, unusual: Flags) -> Integers:
    """The item that closes what each item opens; documents in which one has no partner are unusual."""
    is_half = found.opens != found.closes
    is_half[list(found.parts)] = False
    half = np.flatnonzero(is_half)
    opening, closing, unpaired = bracket_pairs(entity[half], found.opens[half])
    unusual[document[half[unpaired]]] = True
    last = np.arange(len(entity))
    last[half[opening]] = half[closing]
    return last


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
