"""The brackets of CorefUD's `Entity=`, from their text to the mentions of documents."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import chain
from typing import NamedTuple

import numpy as np

from corefscope.arrays import order
from corefscope.basics.escaping import quoted
from corefscope.formats.builder import CorpusBuilder, Runs
from corefscope.formats.corefud.text import number
from corefscope.formats.files.sources import Source
from corefscope.model import UNKNOWN, Mention
from corefscope.problems import FormatError, Notices

_ITEM = re.compile(rb"\(([^()]+)(\)?)|([^()]+)\)")  # an opening, one that closes at once, or a closing
_PART = re.compile(rb"([^\[]+)\[(\d+)/(\d+)\]$")
_ESCAPE = re.compile(rb"%([0-7][0-9A-Fa-f])")
_MINIMUM_IN_OTHER = re.compile(rb"(?:^|,)minspan:([^,]*)")
LONGEST_VALUE = 1 << 20  # bytes; no word of a real text has a megabyte of annotation
MOST_KNOWN = 10_000  # values whose items are remembered
_BEYOND = 1 << 30  # the head of a mention that gives a larger number
_integers = partial(array, "q")


def plain(text: bytes) -> str:
    """Return a value as people know it: the reserved characters are written as `%2D` and the like.

    >>> plain(b"vice%2Dpresident")
    'vice-president'
    """
    return _unescaped(text).decode("utf-8")


def _unescaped(text: bytes) -> bytes:
    return _ESCAPE.sub(lambda escape: bytes([int(escape[1], 16)]), text) if b"%" in text else text


@dataclass(frozen=True)
class Header:
    """Which field of an opening bracket holds what, as `# global.Entity` says; -1 for what it has not."""

    count: int
    id: int
    type: int
    head: int
    minimum: int
    other: int
    unique_in_file: bool  # eid is; GRP is unique only in its document

    @staticmethod
    def parse(text: bytes, source: Source | None = None, line: int | None = None) -> Header:
        names = text.split(b"-", 99)

        def place(*names_of_field: bytes) -> int:
            return next((names.index(name) for name in names_of_field if name in names), -1)

        if place(b"eid", b"GRP") < 0:
            raise FormatError(
                "bad-entity-field",
                f"global.Entity names no field eid or GRP: it reads {quoted(text[:60].decode('utf-8', 'replace'))}",
                source.path if source else None,
                line,
                "CorefUD's header is # global.Entity = eid-etype-head-other",
            )
        return Header(
            len(names),
            place(b"eid", b"GRP"),
            place(b"etype", b"entity"),  # GUM 2.8 and 2.9 call it entity
            place(b"head"),
            place(b"minspan"),
            place(b"other"),
            b"eid" in names,
        )


class Item(NamedTuple):
    """An opening bracket, a closing one, one that does both; or what is neither."""

    text: bytes
    label: bytes  # with the part, such as e15[1/2]
    opens: bool
    closes: bool
    head: bytes = b""
    minimum: bytes = b""
    type: bytes = b""
    has_more: bool = False  # fields than the header names


@dataclass
class _Mentions:
    """The mentions of some documents as columns, in the order in which they open, and their entities."""

    entity: array[int] = field(default_factory=_integers)
    first: array[int] = field(default_factory=_integers)  # node
    last: array[int] = field(default_factory=_integers)
    line: array[int] = field(default_factory=_integers)
    sentence: array[int] = field(default_factory=_integers)
    head: array[int] = field(default_factory=_integers)  # its number in the mention; -1 without one, 0 if it is odd
    odd_heads: dict[int, bytes] = field(default_factory=dict)
    minimum: dict[int, bytes] = field(default_factory=dict)
    runs: dict[int, list[tuple[int, int]]] = field(default_factory=dict)  # of mentions in parts
    entity_document: list[int] = field(default_factory=list)
    entity_words: list[int] = field(default_factory=list)  # before the document
    entity_line: list[int] = field(default_factory=list)  # with its first bracket
    entity_name: list[bytes] = field(default_factory=list)
    entity_type: list[bytes] = field(default_factory=list)


class Brackets:
    """All entities of some documents, fed with the `Entity=` of node after node.

    Nodes are counted through these documents. Only empty ones are listed: all others are words.
    """

    field = "Entity="
    expected = "expected brackets such as (e1-person-1-), (e2-place-1- or e2)"

    def __init__(self, source: Source, notices: Notices) -> None:
        self.empty_node: list[int] = []  # ascending, with the position of each
        self.empty_position: list[int] = []
        self.entities: dict[bytes, int] = {}  # of the latest document
        self.document = self.words_before = 0  # of the latest document
        self._source, self._notices = source, notices
        self._mentions = _Mentions()
        self._header: Header | None = None
        self._known: dict[bytes, list[Item]] = {}  # what values hold, under the latest header
        self._open: dict[bytes, list[int]] = {}  # mentions by id with part, such as e15[1/2]
        self._unfinished: dict[tuple[bytes, int, int], list[int]] = {}  # by id, next part, number of parts

    def begin_document(self, document: int, words_before: int) -> None:
        """Begin a document, before which are so many words."""
        self.document, self.words_before = document, words_before
        self.entities, self._open, self._unfinished = {}, {}, {}

    def read(self, value: bytes, header: Header, line: int, node: int, sentence: int) -> None:
        """Read the brackets at a node."""
        if header is not self._header or len(self._known) > MOST_KNOWN:
            self._header, self._known = header, {}
        items = self._known.get(value)
        if items is None:
            items = self._known[value] = _items(value, header)
        for item in items:
            if item.opens:
                self._open_mention(item, header, line, node, sentence)
            if item.closes:
                self._close_mention(item.label, line, node, sentence)
            elif not item.opens:
                fact = f"{self.field} reads {quoted(_excerpt(item.text))}, which is no bracket"
                self._refuse(fact, line, self.expected)

    def _open_mention(self, item: Item, header: Header, line: int, node: int, sentence: int) -> None:
        if item.has_more:
            fields = f"the {header.count} fields of global.Entity"
            text = f"'({_excerpt(item.text)}' has more than {fields}; the rest is ignored"
            self._notices.add("fields-without-name", text, self._source.path, line)
        if not item.label:
            self._refuse(f"the bracket '({_excerpt(item.text)}' has no entity id", line)
            return
        mentions, name, part = self._mentions, item.label, 1
        if item.label.endswith(b"]"):
            parts_of_label = self._part(item.label, line)
            if parts_of_label is None:
                return
            name, part, parts = parts_of_label
        if part == 1:
            mention = len(mentions.first)
            mentions.entity.append(self._entity(name, line))
            mentions.first.append(node)
            mentions.last.append(node)
            mentions.line.append(line)
            mentions.sentence.append(sentence)
            mentions.head.append(-1)
            if name is not item.label:
                mentions.runs[mention] = [(node, node)]
        elif waiting := self._unfinished.get((name, part, parts)):
            mention = waiting.pop()
            mentions.runs[mention].append((node, node))
        else:
            self._refuse(f"part {part} of {parts} of entity {_excerpt(name)} follows no part {part - 1}", line)
            return
        if item.head:
            mentions.head[mention] = head = number(item.head) or 0
            if not head:
                mentions.odd_heads[mention] = item.head
                if item.head.isdigit() and item.head.strip(b"0"):
                    mentions.head[mention] = _BEYOND
        if item.minimum:
            mentions.minimum[mention] = item.minimum
        if item.type:
            self._note_type(mentions.entity[mention], item.type, line)
        self._open.setdefault(item.label, []).append(mention)

    def _entity(self, name: bytes, line: int) -> int:
        mentions = self._mentions
        entity = self.entities.setdefault(name, len(mentions.entity_name))
        if entity == len(mentions.entity_name):
            mentions.entity_name.append(name)
            mentions.entity_type.append(b"")
            mentions.entity_document.append(self.document)
            mentions.entity_words.append(self.words_before)
            mentions.entity_line.append(line)
        return entity

    def _note_type(self, entity: int, type: bytes, line: int) -> None:
        known = self._mentions.entity_type[entity]
        if not known:
            self._mentions.entity_type[entity] = type
        elif known != type:
            name = _excerpt(self._mentions.entity_name[entity])
            text = f"entity {name} is {_excerpt(known)} and here {_excerpt(type)}; the first is kept"
            self._notices.add("entity-of-several-types", text, self._source.path, line)

    def _part(self, label: bytes, line: int) -> tuple[bytes, int, int] | None:
        """Return id, part and number of parts: `e15[1/2]` is the first of two parts of a mention with gaps."""
        match = _PART.match(label)
        part, parts = (number(match[2]), number(match[3])) if match else (None, None)
        if match and part and parts and part <= parts:
            return match[1], part, parts
        self._refuse(f"{quoted(_excerpt(label))} names no part of a mention", line, "e15[2/3] is the second of three")
        return None

    def _close_mention(self, label: bytes, line: int, node: int, sentence: int) -> None:
        """Close the mention of this id that was opened last."""
        opened = self._open.get(label)
        if not opened:
            self._refuse(f"entity {_excerpt(label)} is closed but was never opened", line)
            return
        mention, mentions = opened.pop(), self._mentions
        mentions.last[mention] = node
        if mention in mentions.runs:
            runs = mentions.runs[mention]
            runs[-1] = (runs[-1][0], node)
            name, part, parts = self._part(label, line) or (label, 1, 1)
            if part < parts:
                self._unfinished.setdefault((name, part + 1, parts), []).append(mention)
                return
        if sentence != mentions.sentence[mention]:
            text = f"kept: it spans {sentence - mentions.sentence[mention] + 1} sentences"
            self._notices.add("mention-across-sentences", text, self._source.path, mentions.line[mention])

    def end_document(self) -> None:
        """Refuse what was not closed in the latest document."""
        lines = self._mentions.line
        for label, opened in self._open.items():
            for mention in opened:
                self._refuse(f"entity {_excerpt(label)} is opened but never closed in its document", lines[mention])
        for (name, part, parts), waiting in self._unfinished.items():
            for mention in waiting:
                fact = f"part {part} of {parts} is missing from a mention of entity {_excerpt(name)}"
                self._refuse(fact, lines[mention])

    def first_lines(self) -> list[int]:
        """Return the line where each entity of the latest document appears first."""
        return [self._mentions.entity_line[entity] for entity in self.entities.values()]

    def add_to(self, builder: CorpusBuilder) -> None:
        """Add the mentions so far to their documents, which the builder has, entity by entity."""
        mentions, self._mentions = self._mentions, _Mentions()
        if not mentions.entity:
            return
        entity = np.array(mentions.entity)
        row = order(entity)
        place_of = np.empty_like(row)
        place_of[row] = np.arange(len(row))
        entity = entity[row]
        document, words_before = np.array(mentions.entity_document), np.array(mentions.entity_words)[entity]
        first, last, line, head = (
            np.array(column)[row] for column in (mentions.first, mentions.last, mentions.line, mentions.head)
        )
        empty = np.array(self.empty_node, np.int64)
        start = first - np.searchsorted(empty, first) - words_before
        end = last + 1 - np.searchsorted(empty, last, "right") - words_before
        size = last - first + 1
        is_listed = end - start != size
        is_listed[place_of[[mention for mention, runs in mentions.runs.items() if len(runs) > 1]]] = True
        heads = np.where(head >= 0, start + np.clip(head, 1, size) - 1, UNKNOWN)

        shape: dict[int, tuple[int, ...]] = {}
        words: dict[int, Sequence[int]] = {}  # that a minimum span counts, in the mentions that list their positions
        latest, room = -1, 0
        for place in np.flatnonzero(is_listed).tolist():
            mention = int(row[place])
            runs = mentions.runs.get(mention) or [(int(first[place]), int(last[place]))]
            if latest != (latest := int(document[entity[place]])):
                room = _room_for(builder.tokens[latest])
            room -= sum(until - since + 1 for since, until in runs)
            if room < 0:
                fact = "the mentions with gaps or empty nodes are too long to be true"
                self._refuse(fact, int(line[place]), "are all brackets closed where they should be?")
                return
            nodes = list(dict.fromkeys(chain(*(self._positions(*run, int(words_before[place])) for run in runs))))
            whole = Mention.at(nodes)
            start[place], end[place], size[place] = whole.start, whole.end, len(nodes)
            if whole.positions:
                shape[place] = whole.positions
            if head[place] >= 0:
                heads[place] = nodes[min(max(int(head[place]), 1), len(nodes)) - 1]
            words[place] = counted_by_minimum(nodes)
        for place in np.flatnonzero((head == 0) | (head > size)).tolist():
            text = mentions.odd_heads.get(int(row[place]), b"%d" % head[place])
            which = "last" if head[place] else "first"  # as in udapi: the first if it is not a number
            fact = f"head {_excerpt(text)} of a mention of {size[place]}: its {which} word is used"
            self._notices.add("head-outside-mention", fact, self._source.path, int(line[place]))
        minimum = {}
        for mention, text in mentions.minimum.items():
            place = int(place_of[mention])
            counted = words.get(place) or range(int(start[place]), int(end[place]))
            minimum[place] = self._minimum(text, counted, mentions.line[mention])
        builder.add_entities(
            document,
            list(map(plain, mentions.entity_name)),
            list(map(plain, mentions.entity_type)),
            np.bincount(entity),
            Runs(start, end, line, heads, shape, minimum),
        )

    def _positions(self, first: int, last: int, words_before: int) -> Iterator[int]:
        """Yield the positions of some nodes, first and last included, of a document before which are so many words."""
        place = bisect_left(self.empty_node, first)
        while place < len(self.empty_node) and self.empty_node[place] <= last:
            node = self.empty_node[place]
            yield from range(first - place - words_before, node - place - words_before)
            yield self.empty_position[place]
            first, place = node + 1, place + 1
        yield from range(first - place - words_before, last + 1 - place - words_before)

    def _minimum(self, text: bytes, words: Sequence[int], line: int) -> tuple[int, ...]:
        """Return the positions of a minimum span, given as numbers among these words."""
        places = _places(text)
        if places[0] < 1 or places[-1] > len(words):
            fact = f"minspan {_excerpt(text)} of a mention of {len(words)}: words outside the mention are ignored"
            self._notices.add("minimum-outside-mention", fact, self._source.path, line)
        return tuple([words[place - 1] for place in places if 0 < place <= len(words)])

    def _refuse(self, fact: str, line: int, hint: str | None = None) -> None:
        self._notices.refuse(FormatError("bad-entity-field", fact, self._source.path, line, hint))


def _room_for(words: int) -> int:
    """Return how many positions the mentions with gaps or empty nodes of a document may list.

    In real texts few of them cover any one node.
    """
    return 1_000_000 + 24 * words


def counted_by_minimum(nodes: Sequence[int]) -> Sequence[int]:
    """Return the nodes that a minimum span counts: words, unlike a head, or empty nodes if there is no word."""
    return nodes if isinstance(nodes, range) else [node for node in nodes if node >= 0] or nodes


@lru_cache(maxsize=1000)
def _places(text: bytes) -> list[int]:
    """Return the numbers of a minimum span such as `1,2`, ascending; 0 for what is not a number."""
    return sorted({number(place) or 0 for place in text.split(b",")})


def _items(value: bytes, header: Header) -> list[Item]:
    """Return the brackets of a value, up to what is no bracket."""
    items: list[Item] = []
    place = 0
    while place < len(value):
        match = _ITEM.match(value, place)
        if match is None:
            items.append(Item(value[place : place + 60], b"", False, False))
            break
        place = match.end()
        text, at_once, closing = match.groups()
        if closing:  # it has only the id; in GUM 2.8 the type stands before it, as in the opening one
            fields = closing.split(b"-", header.id + 1)
            label = fields[header.id] if 1 < len(fields) > header.id else closing
            items.append(Item(closing, label, False, True))
            continue
        fields = text.split(b"-", header.count)
        has_more = len(fields) > header.count
        if has_more:
            fields.pop()
        fields += [b""] * (header.count + 1 - len(fields))  # so that a field that is not there, -1, is empty
        minimum = fields[header.minimum] or _minimum_in(fields[header.other])
        head, type = fields[header.head], fields[header.type]
        items.append(Item(text, fields[header.id], True, bool(at_once), head, minimum, type, has_more))
    return items


def _minimum_in(other: bytes) -> bytes:
    """Return a minimum span that stands in `other`, where the header has no field for it: `minspan:1%2C2`."""
    match = _MINIMUM_IN_OTHER.search(other) if other else None
    return _unescaped(match[1]) if match else b""


def _excerpt(text: bytes) -> str:
    start = text[:41].decode("utf-8", "replace")
    return start if len(text) <= 40 else start[:37] + "…"
