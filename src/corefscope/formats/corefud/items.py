"""The brackets of CorefUD's `Entity=` at many nodes at once, as arrays.

Only what is usual is parsed here. Anything else makes its node unusual, and its document is read line by line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from corefscope.arrays import LONGEST_PIECE, Bytes, Flags, decimals, gather
from corefscope.formats.conll.brackets import CLOSE, OPEN
from corefscope.formats.corefud.brackets import LONGEST_VALUE, Header, minimum_in, part_of
from corefscope.model import Integers

_TAB, _BAR, _NEWLINE, _EQUALS, _DASH, _PART_END = b"\t|\n=-]"
_KEY = b"Entity"
_OTHER_KEYS = re.compile(rb"[\t|](SplitAnte|Split|Bridge|ClusterId(?:\[\d+\])?)=([^|]*)")
_OTHER_BEGINNINGS = (b"Split", b"Bridge=", b"ClusterId")


class Part(NamedTuple):
    """What `e15[1/2]` says."""

    label: bytes
    name: bytes
    part: int
    parts: int


class RelationText(NamedTuple):
    """What `Bridge=` or `SplitAnte=` says at a node."""

    node: int
    kind: str
    value: bytes


@dataclass(frozen=True)
class EntityValues:
    """The last columns of some nodes: where the value of `Entity=` is, and what else they say of coreference."""

    text: Bytes
    start: Integers
    end: Integers
    node: Integers  # of each value
    relations: list[RelationText]
    unusual: Integers  # nodes


@dataclass(frozen=True)
class Items:
    """Opening brackets, closing ones, and those that do both."""

    raw: bytes
    node: Integers
    opens: Flags
    closes: Flags
    label: Integers  # starts and ends of the entity's id, without the part: 2 × items, like the next
    kind: Integers
    head: Integers  # 0 where there is none
    minimum: dict[int, bytes]  # by item, like the next
    parts: dict[int, Part]
    unusual: Integers  # nodes

    @property
    def text(self) -> Bytes:
        return np.frombuffer(self.raw, np.uint8)

    @staticmethod
    def concatenated(parts: Sequence[tuple[Items, int]]) -> Items | None:
        """Those of several blocks, whose nodes have so many before them."""
        if not parts:
            return None
        every = [part for part, _ in parts]
        place = np.cumsum([0, *(len(part.raw) for part in every)])
        number = np.cumsum([0, *(len(part.node) for part in every)])

        def joined(name: str, shift: Iterable[int]) -> Integers:
            return np.concatenate([getattr(part, name) + by for part, by in zip(every, shift, strict=False)], -1)

        def by_item(name: str) -> dict[int, Any]:
            return {
                item + int(by): value
                for part, by in zip(every, number, strict=False)
                for item, value in getattr(part, name).items()
            }

        nodes = [by for _, by in parts]
        return Items(
            b"".join([part.raw for part in every]),
            joined("node", nodes),
            np.concatenate([part.opens for part in every]),
            np.concatenate([part.closes for part in every]),
            joined("label", place),
            joined("kind", place),
            np.concatenate([part.head for part in every]),
            by_item("minimum"),
            by_item("parts"),
            joined("unusual", nodes),
        )

    def only(self, kept: Integers) -> Items:
        """Some of them."""
        number = np.full(len(self.node), -1)
        number[kept] = np.arange(len(kept))
        return replace(
            self,
            node=self.node[kept],
            opens=self.opens[kept],
            closes=self.closes[kept],
            label=self.label[:, kept],
            kind=self.kind[:, kept],
            head=self.head[kept],
            minimum={int(number[item]): text for item, text in self.minimum.items() if number[item] >= 0},
            parts={int(number[item]): part for item, part in self.parts.items() if number[item] >= 0},
        )


def values(content: Bytes, start: Integers, end: Integers) -> EntityValues:
    """Of the nodes whose last columns, with the tabs before them, are `content[start:end]`."""
    text, begin = gather(content, start, end)
    equals = np.flatnonzero(text == _EQUALS)
    equals = equals[equals > len(_KEY)]
    for back, letter in enumerate(reversed(_KEY), 1):
        equals = equals[text[equals - back] == letter]
    before = text[equals - len(_KEY) - 1]
    equals = equals[(before == _TAB) | (before == _BAR)]
    stops = np.flatnonzero((text == _BAR) | (text == _NEWLINE))
    node = _which(begin, equals)
    relations, unusual = _others(text.tobytes(), begin)
    twice = node[1:][node[1:] == node[:-1]]
    too_long = np.flatnonzero(end - start > LONGEST_VALUE)
    unusual = np.concatenate([unusual, twice, too_long])
    return EntityValues(text, equals + 1, stops[np.searchsorted(stops, equals)], node, relations, unusual)


def _which(begin: Integers, place: Integers) -> Integers:
    """The number of the last beginning at or before each place."""
    return np.searchsorted(begin, place, "right") - 1


def _others(text: bytes, begin: Integers) -> tuple[list[RelationText], Integers]:
    """Relations, and the nodes with a key twice or with one of CorefUD 0.x."""
    places = [place for beginning in _OTHER_BEGINNINGS for place in _places(text, beginning)]
    relations: list[RelationText] = []
    unusual = []
    for node in sorted(set(_which(begin, np.array(places, np.int64)).tolist())):
        found = set()
        for item in _OTHER_KEYS.finditer(text, begin[node], text.index(b"\n", begin[node])):
            key, value = item.groups()
            if key == b"Split" and b"<" not in value:
                continue  # not the older name of SplitAnte
            if key.startswith(b"ClusterId") or key in found:
                unusual.append(node)
            found.add(key)
            kind = "bridging" if key == b"Bridge" else "split_antecedent"
            relations.append(RelationText(node, kind, value))
    return relations, np.array(unusual, np.int64)


def _places(text: bytes, wanted: bytes) -> Iterator[int]:
    """Where some bytes are; a regular expression would take much longer where there are few."""
    place = text.find(wanted)
    while place >= 0:
        yield place
        place = text.find(wanted, place + 1)


def items(found: EntityValues, header: Header) -> Items:
    """The brackets of all values, in the order of the text."""
    text, begin = gather(found.text, found.start, found.end)
    raw = text.tobytes()
    is_bracket = (text == OPEN) | (text == CLOSE)
    inside = ~is_bracket & (text != _NEWLINE)
    edge = inside.copy()
    edge[1:] ^= inside[:-1]
    edges = np.flatnonzero(edge)  # the text ends with a newline, so they come in pairs
    low, high = edges[0::2], edges[1::2]
    opens, closes = text[low - 1] == OPEN, text[high] == CLOSE
    wrong = ~opens & ~closes
    bracket = np.flatnonzero(is_bracket)
    empty = bracket[~inside[np.where(text[bracket] == OPEN, bracket + 1, bracket - 1)]]

    dashes = np.flatnonzero(text == _DASH)
    first = np.searchsorted(dashes, low)
    count = np.searchsorted(dashes, high) - first
    dashes = np.append(dashes, np.zeros(header.count + 1, np.int64))
    wrong |= opens & (count >= header.count)

    def field(place: int) -> tuple[Integers, Integers]:
        """Where a field begins and ends in each item; one that it has not is empty."""
        if place < 0:
            return high, high
        start = np.where(count >= place, dashes[first + place - 1] + 1, high) if place else low
        return start, np.where(count > place, dashes[first + place], high)

    start, end = field(header.id)
    # A closing bracket has only the id, or in GUM 2.8 what stands before it too.
    only_id = ~opens & (count < header.id)
    label = np.where(only_id, [low, high], [start, end])
    parts = {}
    for item in np.flatnonzero((text[label[1] - 1] == _PART_END) & (label[1] > label[0])).tolist():
        spelt = raw[label[0][item] : label[1][item]]
        if part := part_of(spelt):
            parts[item] = Part(spelt, *part)
            label[1][item] = label[0][item] + len(parts[item].name)
        else:
            wrong[item] = True
    length = label[1] - label[0]
    wrong |= (length == 0) | (length > LONGEST_PIECE)

    kind = np.array(field(header.type))
    wrong |= opens & (kind[1] - kind[0] > LONGEST_PIECE)
    head_start, head_end = field(header.head)
    head = np.where(opens & (head_end > head_start), decimals(text, head_start, head_end), 0)
    wrong |= opens & (head_end > head_start) & (head <= 0)
    minimum = _minimum(raw, opens, field(header.minimum), field(header.other))
    value = _which(begin, low)
    unusual = found.node[np.concatenate([value[wrong], _which(begin, empty)])]
    return Items(raw, found.node[value], opens, closes, label, kind, head, minimum, parts, unusual)


def _minimum(
    raw: bytes, opens: Flags, own: tuple[Integers, Integers], other: tuple[Integers, Integers]
) -> dict[int, bytes]:
    """Minimum spans as they are written, in their field or in `other`."""
    found = {}
    has_own = opens & (own[1] > own[0])
    for item in np.flatnonzero(has_own).tolist():
        found[item] = raw[own[0][item] : own[1][item]]
    if b"minspan:" in raw:
        for item in np.flatnonzero(opens & ~has_own & (other[1] > other[0])).tolist():
            if text := minimum_in(raw[other[0][item] : other[1][item]]):
                found[item] = text
    return found
