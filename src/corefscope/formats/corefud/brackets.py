"""The brackets of CorefUD's `Entity=`, from their text to the mentions of documents."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import chain
from operator import itemgetter
from typing import Any, TypeVar

import numpy as np

from corefscope.arrays import order
from corefscope.basics.escaping import quoted
from corefscope.formats.builder import CorpusBuilder, Runs
from corefscope.formats.corefud.text import number
from corefscope.formats.files.sources import Source
from corefscope.model import UNKNOWN, Mention
from corefscope.problems import FormatError, Notices

Value = TypeVar("Value")

_MOST_FIELDS = 99
# An opening bracket, and whether it closes at once; a closing one; or the rest of a value, which is no bracket.
_BRACKET = re.compile(rb"\(([^()]+)(\)?)|([^()]+)\)|(.+)", re.DOTALL)
_PART = re.compile(rb"([^\[]+)\[(\d+)/(\d+)\]$")
_ESCAPE = re.compile(rb"%([0-7][0-9A-Fa-f])")
_MINIMUM_IN_OTHER = re.compile(rb"(?:^|,)minspan:([^,]*)")
_PART_END = ord("]")
_BEYOND = 1 << 30  # the head of a mention that gives a larger number
# The columns of mentions: first and last are nodes.
_ENTITY, _FIRST, _LAST, _LINE, _SENTENCE, _HEAD, _COLUMNS = range(7)


def plain(text: bytes) -> str:
    """Return a value as people know it: the reserved characters are written as `%2D` and the like.

    >>> plain(b"vice%2Dpresident")
    'vice-president'
    """
    return _unescaped(text).decode("utf-8")


def _unescaped(text: bytes) -> bytes:
    return _ESCAPE.sub(lambda escape: bytes([int(escape[1], 16)]), text) if b"%" in text else text


class Header:
    """Which field of an opening bracket holds what, as `# global.Entity` says.

    `select` takes id, type, head, minimum span and other from the fields of a bracket, filled up with `empty`.
    """

    def __init__(self, text: bytes, source: Source | None = None, line: int | None = None) -> None:
        names = text.split(b"-", _MOST_FIELDS)
        self.count = len(names)
        self.unique_in_file = b"eid" in names  # GRP is unique only in its document
        if not self.unique_in_file and b"GRP" not in names:
            fact = f"global.Entity names no field eid or GRP: it reads {quoted(text[:60].decode('utf-8', 'replace'))}"
            hint = "CorefUD's header is # global.Entity = eid-etype-head-other"
            raise FormatError("bad-entity-field", fact, source.path if source else None, line, hint)
        # GUM 2.8 and 2.9 call etype entity. What the header does not name is -1, the end of `fields`, which is empty.
        known = (b"eid", b"GRP"), (b"etype", b"entity"), (b"head",), (b"minspan",), (b"other",)
        places = [next((names.index(name) for name in each if name in names), -1) for each in known]
        self._id, self.select = places[0], itemgetter(*places)
        self.empty = [b""] * (self.count + 1)

    def closed_id(self, closing: bytes) -> bytes:
        """Return the id in a closing bracket, before which the type stands in GUM 2.8 as in the opening one."""
        fields = closing.split(b"-", self._id + 1)
        return fields[self._id] if 1 < len(fields) > self._id else closing


@dataclass
class _Mentions:
    """The mentions of some documents as columns, in the order in which they open, and their entities."""

    columns: array[int] = field(default_factory=partial(array, "q"))  # of all mentions, one after the other
    odd_heads: dict[int, bytes] = field(default_factory=dict)  # that are not numbers, or very large ones
    minimum: dict[int, bytes] = field(default_factory=dict)
    runs: dict[int, list[tuple[int, int]]] = field(default_factory=dict)  # of mentions in parts
    documents: list[tuple[int, int, int]] = field(default_factory=list)  # with words and entities before each
    entity_line: list[int] = field(default_factory=list)  # with its first bracket
    entity_name: list[bytes] = field(default_factory=list)
    entity_type: list[bytes] = field(default_factory=list)


class Brackets:
    """All entities of some documents, fed with the values of `Entity=` in the order of the text.

    Nodes are counted through these documents. Only empty ones are listed: all others are words.
    """

    field = "Entity="
    expected = "expected brackets such as (e1-person-1-), (e2-place-1- or e2)"

    def __init__(self, source: Source, notices: Notices) -> None:
        self.empty_node: list[int] = []  # ascending, with the position of each
        self.empty_position: list[int] = []
        self.entities: dict[bytes, int] = {}  # of the latest document
        self.document = 0  # the latest
        self.about_mentions = Notices(limit=notices.limit)  # warnings that matter only if there is no error
        self._source, self._notices = source, notices
        self._mentions = _Mentions()
        self._open: dict[bytes, list[int]] = {}  # mentions by id with part, such as e15[1/2]
        self._unfinished: dict[tuple[bytes, int, int], list[int]] = {}  # by id, next part, number of parts

    def begin_document(self, document: int, words_before: int) -> None:
        """Begin a document, before which are so many words."""
        self.document = document
        self._mentions.documents.append((document, words_before, len(self._mentions.entity_name)))
        self.entities, self._open, self._unfinished = {}, {}, {}

    def read(self, values: Iterable[tuple[bytes, int, int, int]], header: Header) -> None:
        """Read values of the latest document, each with its line, node and sentence."""
        mentions, entities, opened = self._mentions, self.entities, self._open
        columns, types = mentions.columns, mentions.entity_type
        for value, line, node, sentence in values:
            for text, at_once, closing, rest in _BRACKET.findall(value):
                if closing:
                    label = header.closed_id(closing) if b"-" in closing else closing
                    self._close_mention(label, line, node, sentence)
                    continue
                if rest:
                    fact = f"{self.field} reads {quoted(_excerpt(rest[:60]))}, which is no bracket"
                    self._refuse(fact, line, self.expected)
                    continue
                fields: list[bytes] = text.split(b"-", header.count)
                if len(fields) > header.count:
                    fields.pop()
                    fact = f"'({_excerpt(text)}' has more than the {header.count} fields of global.Entity"
                    self._notices.add("fields-without-name", f"{fact}; the rest is ignored", self._source.path, line)
                fields += header.empty[len(fields) :]
                name, kind, head, minimum, other = header.select(fields)
                if not name:
                    self._refuse(f"the bracket '({_excerpt(text)}' has no entity id", line)
                    continue
                in_parts, head_number, place = name[-1] == _PART_END, _head(head), len(columns)
                if in_parts:
                    place = self._open_part(name, line, node, sentence, head_number)
                    if place < 0:
                        continue
                else:
                    entity = entities[name] if name in entities else self._add_entity(name, line)
                    columns.extend((entity, node, node, line, sentence, head_number))
                if kind != types[columns[place]] and kind:
                    self._note_type(columns[place], kind, line)
                if head and not 0 < head_number < _BEYOND:
                    mentions.odd_heads[place] = head
                if minimum or (other and (minimum := _minimum_in(other))):
                    mentions.minimum[place] = minimum
                if in_parts or not at_once:
                    opened.setdefault(name, []).append(place)
                if in_parts and at_once:
                    self._close_mention(name, line, node, sentence)

    def _open_part(self, label: bytes, line: int, node: int, sentence: int, head: int) -> int:
        """Begin a mention in parts, or continue one that waits for its next part; return its place, -1 if none does."""
        parsed = self._part(label, line)
        if parsed is None:
            return -1
        name, part, parts = parsed
        place, columns = len(self._mentions.columns), self._mentions.columns
        if part == 1:
            entity = self.entities[name] if name in self.entities else self._add_entity(name, line)
            columns.extend((entity, node, node, line, sentence, head))
            if parts > 1:
                self._mentions.runs[place] = [(node, node)]
        elif waiting := self._unfinished.get((name, part, parts)):
            place = waiting.pop()
            self._mentions.runs[place].append((node, node))
            if head >= 0:
                columns[place + _HEAD] = head
        else:
            self._refuse(f"part {part} of {parts} of entity {_excerpt(name)} follows no part {part - 1}", line)
            return -1
        return place

    def _add_entity(self, name: bytes, line: int) -> int:
        mentions = self._mentions
        self.entities[name] = entity = len(mentions.entity_name)
        mentions.entity_name.append(name)
        mentions.entity_type.append(b"")
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
        place, columns = opened.pop(), self._mentions.columns
        columns[place + _LAST] = node
        if runs := self._mentions.runs.get(place):
            runs[-1] = (runs[-1][0], node)
            name, part, parts = self._part(label, line) or (label, 1, 1)
            if part < parts:
                self._unfinished.setdefault((name, part + 1, parts), []).append(place)
                return
        if sentence != columns[place + _SENTENCE]:
            text = f"kept: it spans {sentence - columns[place + _SENTENCE] + 1} sentences"
            self.about_mentions.add("mention-across-sentences", text, self._source.path, columns[place + _LINE])

    def end_document(self) -> None:
        """Refuse what was not closed in the latest document."""
        columns = self._mentions.columns
        for label, opened in self._open.items():
            for place in opened:
                fact = f"entity {_excerpt(label)} is opened but never closed in its document"
                self._refuse(fact, columns[place + _LINE])
        for (name, part, parts), waiting in self._unfinished.items():
            for place in waiting:
                fact = f"part {part} of {parts} is missing from a mention of entity {_excerpt(name)}"
                self._refuse(fact, columns[place + _LINE])

    def first_lines(self) -> list[int]:
        """Return the line where each entity of the latest document appears first."""
        return [self._mentions.entity_line[entity] for entity in self.entities.values()]

    def add_to(self, builder: CorpusBuilder) -> None:
        """Add the mentions so far to their documents, which the builder has, entity by entity."""
        mentions, self._mentions = self._mentions, _Mentions()
        if not mentions.columns:
            return
        columns = np.frombuffer(mentions.columns, np.int64).reshape(-1, _COLUMNS)  # no copy: there may be many
        by_entity = order(columns[:, _ENTITY])
        entity, first, last, line, _, head = columns[by_entity].T
        del columns, mentions.columns
        row_of = np.empty_like(by_entity)
        row_of[by_entity] = np.arange(len(by_entity))

        def by_row(values: dict[int, Value]) -> dict[int, Value]:
            rows = row_of[np.fromiter(values, np.int64) // _COLUMNS].tolist()
            return dict(zip(rows, values.values(), strict=True))

        runs, odd_heads = by_row(mentions.runs), by_row(mentions.odd_heads)
        documents, words_before, entities_before = np.array(mentions.documents).T
        entities = np.diff(entities_before, append=len(mentions.entity_name))
        document, words_before = np.repeat(documents, entities), np.repeat(words_before, entities)[entity]
        empty = np.array(self.empty_node, np.int64)
        start = first - np.searchsorted(empty, first) - words_before
        end = last + 1 - np.searchsorted(empty, last, "right") - words_before
        size = last - first + 1
        heads = np.where(head >= 0, start + np.clip(head, 1, size) - 1, UNKNOWN)

        has_list = end - start != size
        has_list[list(runs)] = True
        shape: dict[int, tuple[int, ...]] = {}
        words: dict[int, Sequence[int]] = {}  # of these mentions, as a minimum span counts them
        latest, room = -1, 0
        for row in np.flatnonzero(has_list).tolist():
            parts = runs.get(row) or [(int(first[row]), int(last[row]))]
            if latest != (latest := int(document[entity[row]])):
                room = _room_for(builder.tokens[latest])
            if room < 0:
                continue  # which was refused
            room -= sum(until - since + 1 for since, until in parts)
            if room < 0:
                fact = "the mentions with gaps or empty nodes are too long to be true"
                self._refuse(fact, int(line[row]), "are all brackets closed where they should be?")
                continue
            nodes = list(dict.fromkeys(chain(*(self._positions(*part, int(words_before[row])) for part in parts))))
            mention = Mention.at(nodes)
            start[row], end[row], size[row] = mention.start, mention.end, len(nodes)
            if mention.positions:
                shape[row] = mention.positions
            if head[row] >= 0:
                heads[row] = nodes[min(max(int(head[row]), 1), len(nodes)) - 1]
            words[row] = counted_by_minimum(nodes)
        for row in np.flatnonzero((head == 0) | (head > size)).tolist():
            which = "last" if head[row] else "first"  # as in udapi: the first if it is not a number
            fact = f"head {_excerpt(odd_heads.get(row, b'%d' % head[row]))} of a mention of {size[row]}"
            self.about_mentions.add("head-outside-mention", f"{fact}: its {which} word is used", *self._at(line[row]))
        minimum = {}
        minima = by_row(mentions.minimum)
        rows = list(minima)
        for row, begin, stop in zip(rows, start[rows].tolist(), end[rows].tolist(), strict=True):
            places = _places(minima[row])
            if places[0] > 0 and places[-1] <= stop - begin and row not in words:
                minimum[row] = tuple([begin + place - 1 for place in places])
            elif positions := self._minimum(minima[row], words.get(row) or range(begin, stop), line[row]):
                minimum[row] = positions
        names, types = (list(map(plain, each)) for each in (mentions.entity_name, mentions.entity_type))
        runs_of_tokens = Runs(start, end, line, heads, shape, minimum)
        builder.add_entities(document, names, types, np.bincount(entity), runs_of_tokens)

    def _positions(self, first: int, last: int, words_before: int) -> Iterator[int]:
        """Yield the positions of some nodes, first and last included, of a document before which are so many words."""
        place = bisect_left(self.empty_node, first)
        while place < len(self.empty_node) and self.empty_node[place] <= last:
            node = self.empty_node[place]
            yield from range(first - place - words_before, node - place - words_before)
            yield self.empty_position[place]
            first, place = node + 1, place + 1
        yield from range(first - place - words_before, last + 1 - place - words_before)

    def _minimum(self, text: bytes, words: Sequence[int], line: Any) -> tuple[int, ...]:
        """Return the positions of a minimum span, given as numbers among these words."""
        places = _places(text)
        if places[0] < 1 or places[-1] > len(words):
            fact = f"minspan {_excerpt(text)} of a mention of {len(words)}: words outside the mention are ignored"
            self.about_mentions.add("minimum-outside-mention", fact, *self._at(line))
        return tuple([words[place - 1] for place in places if 0 < place <= len(words)])

    def _at(self, line: Any) -> tuple[str, int]:
        return self._source.path, int(line)

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


@lru_cache(maxsize=1000)
def _head(text: bytes) -> int:
    """Return the number of a head; -1 without one, 0 for what is not a number."""
    if text.isdigit() and text.strip(b"0"):
        return number(text) or _BEYOND
    return 0 if text else -1


@lru_cache(maxsize=1000)
def _minimum_in(other: bytes) -> bytes:
    """Return a minimum span that stands in `other`, where the header has no field for it: `minspan:1%2C2`."""
    match = _MINIMUM_IN_OTHER.search(other) if other else None
    return _unescaped(match[1]) if match else b""


def _excerpt(text: bytes) -> str:
    start = text[:41].decode("utf-8", "replace")
    return start if len(text) <= 40 else start[:37] + "…"
