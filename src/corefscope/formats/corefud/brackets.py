"""The brackets of CorefUD's `Entity=`, from their text to the mentions of documents."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from corefscope.arrays import order
from corefscope.basics.escaping import quoted
from corefscope.formats.builder import CorpusBuilder, MentionColumns
from corefscope.formats.corefud.text import number
from corefscope.formats.files.sources import Source
from corefscope.model import UNKNOWN, Integers, Mention, Relation
from corefscope.problems import FormatError

if TYPE_CHECKING:
    from corefscope.formats.corefud.reader import CorefudReader

_MOST_FIELDS = 99
ALWAYS_LISTED = 1_000_000  # nodes of mentions with gaps; more in a longer text, where few of them cover any one node
_PART = re.compile(rb"([^\[]+)\[(\d+)/(\d+)\]$")
_ESCAPE = re.compile(rb"%([0-7][0-9A-Fa-f])")
_MINIMUM_IN_OTHER = re.compile(rb"(?:^|,)minspan:([^,]*)")
_PART_END = ord("]")
_BEYOND = 1 << 30  # the head of a mention that gives a larger number
# The columns of mentions: first and last are nodes.
_ENTITY, _FIRST, _LAST, _LINE, _SENTENCE, _HEAD, _COLUMNS = range(7)


def plain(text: bytes) -> str:
    """Return a readable value: reserved characters are escaped in files, e.g. as `%2D`.

    >>> plain(b"vice%2Dpresident")
    'vice-president'
    """
    return _unescaped(text).decode("utf-8")


def _unescaped(text: bytes) -> bytes:
    return _ESCAPE.sub(lambda escape: bytes([int(escape[1], 16)]), text) if b"%" in text else text


class Header:
    """The fields of an opening bracket, as named by `# global.Entity`.

    `findall` finds the brackets of a value. Of each, `select` takes the fields id, type, head, minimum span and other,
    whether it closes at once, what it closes, and other text.
    """

    def __init__(self, text: bytes, source: Source | None = None, line: int | None = None) -> None:
        names = text.split(b"-", _MOST_FIELDS)[:_MOST_FIELDS]
        self.unique_in_file = b"eid" in names  # GRP is unique only in its document
        if not self.unique_in_file and b"GRP" not in names:
            fact = f"global.Entity names no field eid or GRP: it reads {quoted(text[:60].decode('utf-8', 'replace'))}"
            hint = "CorefUD's header is # global.Entity = eid-etype-head-other"
            raise FormatError("bad-entity-field", fact, source.path if source else None, line, hint)
        # GUM 2.9 calls etype entity. What the header does not name is taken from the group behind the fields, which is
        # empty.
        known = (b"eid", b"GRP"), (b"etype", b"entity"), (b"head",), (b"minspan",), (b"other",)
        count = len(names)
        places = [next((names.index(name) for name in each if name in names), count) for each in known]
        self.select = itemgetter(*places, count + 1, count + 2, count + 3)
        fields = rb"(?:-([^()-]*)" * (count - 1) + rb")?" * (count - 1)
        opening = rb"\((?=[^()])([^()-]*)" + fields + rb"()(?:-[^()]*)?(\)?)"
        self.findall = re.compile(opening + rb"|([^()]+)\)|(.+)", re.DOTALL).findall


class Brackets:
    """The entities of the documents of a block, fed with the values of `Entity=` in the order of the text.

    Nodes are counted through the block. Only empty ones are listed: all others are words.
    """

    def __init__(self, reader: CorefudReader, line: int, empty_node: list[int], empty_position: list[int]) -> None:
        self.entities: dict[bytes, int] = {}  # of the latest document, numbered through the block
        self.entity_line: list[int] = []  # with its first bracket
        self._reader, self._line = reader, line  # line of the first row
        self._empty_node, self._empty_position = empty_node, empty_position  # in the order of the text
        self._documents: list[tuple[int, int, int]] = []  # with the words and entities of the block before each
        self._entity_name: list[bytes] = []
        self._entity_type: list[bytes] = []
        self._columns = array("q")  # of all mentions in the order in which they open, one after the other
        self._minimum: dict[int, bytes] = {}  # by place in the columns, as below
        self._runs: dict[int, list[tuple[int, int]]] = {}  # of mentions in parts
        self._open: dict[bytes, list[int]] = {}  # mentions by id with part, such as e15[1/2]
        self._unfinished: dict[tuple[bytes, int, int], list[int]] = {}  # by id, next part, number of parts
        self._relations: list[tuple[int, dict[bytes, int], str, bytes, int]] = []  # the first two: document, entities

    def begin_document(self, document: int, words_before: int) -> None:
        self._documents.append((document, words_before, len(self._entity_name)))
        self.entities, self._open, self._unfinished = {}, {}, {}

    def read(self, values: Iterable[tuple[int, bytes, int, int]], header: Header) -> None:
        """Read values of the latest document, each with its row before it, its node and its sentence."""
        columns, entities, types, opened = self._columns, self.entities, self._entity_type, self._open
        findall, select = header.findall, header.select
        for row, value, node, sentence in values:
            line = self._line + row
            for match in findall(value):
                name, kind, head, minimum, other, at_once, closing, rest = select(match)
                if closing:
                    self._close_mention(closing, line, node, sentence)
                    continue
                if rest:
                    fact = f"{self._reader.field} reads {quoted(_excerpt(rest[:60]))}, which is not a bracket"
                    self._refuse(fact, line, self._reader.expected)
                    continue
                if not name:
                    self._refuse(f"a bracket of {quoted(_excerpt(value))} has no entity id", line)
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
                if minimum or (other and (minimum := _minimum_in(other))):
                    self._minimum[place] = minimum
                if in_parts or not at_once:
                    opened.setdefault(name, []).append(place)
                if in_parts and at_once:
                    self._close_mention(name, line, node, sentence)

    def _open_part(self, label: bytes, line: int, node: int, sentence: int, head: int) -> int:
        """Begin a mention in parts, or continue an unfinished one; return its place, -1 if there is none."""
        name, part, parts = self._part(label)
        place, columns = len(self._columns), self._columns
        if not 0 < part <= parts:
            hint = "e15[2/3] is the second of three"
            self._refuse(f"{quoted(_excerpt(label))} names no part of a mention", line, hint)
            return -1
        if part == 1:
            entity = self.entities[name] if name in self.entities else self._add_entity(name, line)
            columns.extend((entity, node, node, line, sentence, head))
            if parts > 1:
                self._runs[place] = [(node, node)]
        elif waiting := self._unfinished.get((name, part, parts)):
            place = waiting.pop()
            self._runs[place].append((node, node))
            if head >= 0:
                columns[place + _HEAD] = head
        else:
            self._refuse(f"part {part} of {parts} of entity {_excerpt(name)} follows no part {part - 1}", line)
            return -1
        return place

    def _add_entity(self, name: bytes, line: int) -> int:
        self.entities[name] = entity = len(self._entity_name)
        self._entity_name.append(name)
        self._entity_type.append(b"")
        self.entity_line.append(line)
        return entity

    def _note_type(self, entity: int, type: bytes, line: int) -> None:
        known = self._entity_type[entity]
        if not known:
            self._entity_type[entity] = type
        elif known != type:
            name = _excerpt(self._entity_name[entity])
            text = f"entity {name} is {_excerpt(known)} and here {_excerpt(type)}; the first is kept"
            self._reader.warn("entity-of-several-types", text, line)

    def _part(self, label: bytes) -> tuple[bytes, int, int]:
        """Return id, part and number of parts: `e15[1/2]` is the first of two parts of a mention with gaps."""
        match = _PART.match(label)
        return (match[1], number(match[2]) or 0, number(match[3]) or 0) if match else (label, 0, 0)

    def _close_mention(self, label: bytes, line: int, node: int, sentence: int) -> None:
        """Close the mention of this id that was opened last."""
        opened = self._open.get(label)
        if not opened:
            self._refuse(f"entity {_excerpt(label)} is closed but was never opened", line)
            return
        place, columns = opened.pop(), self._columns
        columns[place + _LAST] = node
        if runs := self._runs.get(place):
            runs[-1] = (runs[-1][0], node)
            name, part, parts = self._part(label)
            if part < parts:
                self._unfinished.setdefault((name, part + 1, parts), []).append(place)
                return
        if sentence != columns[place + _SENTENCE]:
            text = f"kept: it spans {sentence - columns[place + _SENTENCE] + 1} sentences"
            self._reader.warn_of_mention("mention-across-sentences", text, columns[place + _LINE])

    def relate(self, kind: str, value: bytes, line: int) -> None:
        """Keep relations such as `e3<e11` or `e3<e11:subset,e4<e11` until the mentions of the block are known."""
        document = self._documents[-1][0]
        self._relations += [(document, self.entities, kind, text, line) for text in value.split(b",")]

    def end_document(self) -> None:
        """Refuse unclosed mentions of the latest document."""
        for label, opened in self._open.items():
            for place in opened:
                fact = f"entity {_excerpt(label)} is opened but never closed in its document"
                self._refuse(fact, self._columns[place + _LINE])
        for (name, part, parts), waiting in self._unfinished.items():
            for place in waiting:
                fact = f"part {part} of {parts} is missing from a mention of entity {_excerpt(name)}"
                self._refuse(fact, self._columns[place + _LINE])

    def add_to(self, builder: CorpusBuilder) -> None:
        """Add all mentions to their documents, which the builder has, entity by entity, and then the relations."""
        columns = np.array(self._columns, np.int64).reshape(-1, _COLUMNS)
        by_entity = order(columns[:, _ENTITY])
        entity, first, last, line, _, head = columns[by_entity].T
        row_of = np.empty_like(by_entity)
        row_of[by_entity] = np.arange(len(by_entity))
        runs, minima = _by_row(self._runs, row_of), _by_row(self._minimum, row_of)
        documents, words_before, entities_before = np.array(self._documents, np.int64).reshape(-1, 3).T
        entities = np.diff(entities_before, append=len(self._entity_name))
        document, words_before = np.repeat(documents, entities), np.repeat(words_before, entities)[entity]
        empty = np.array(self._empty_node, np.int64)
        start = first - np.searchsorted(empty, first) - words_before
        end = last + 1 - np.searchsorted(empty, last, "right") - words_before
        size = last - first + 1
        heads = np.where(head >= 0, start + np.clip(head, 1, size) - 1, UNKNOWN)

        has_list = end - start != size
        has_list[list(runs)] = True
        shape: dict[int, tuple[int, ...]] = {}
        minimum: dict[int, tuple[int, ...]] = {}
        latest, room = -1, 0
        starts, ends, is_list = start.tolist(), end.tolist(), has_list.tolist()
        for row in sorted({*np.flatnonzero(has_list).tolist(), *minima}):
            words: Sequence[int] = range(starts[row], ends[row])
            if is_list[row]:
                parts: list[tuple[int, int]] = runs.get(row) or [(int(first[row]), int(last[row]))]
                if latest != (latest := int(document[entity[row]])):
                    room = ALWAYS_LISTED + 24 * builder.tokens[latest]
                room -= sum(until - since + 1 for since, until in parts)
                if room < 0:
                    fact = "the mentions with gaps or empty nodes are too long to be true"
                    hint = "are all brackets closed where they should be?"
                    self._refuse(fact, int(line[row]), hint)
                    continue
                nodes = list(dict.fromkeys(chain(*(self._positions(*part, int(words_before[row])) for part in parts))))
                mention = Mention.at(nodes)
                start[row], end[row], size[row] = mention.start, mention.end, len(nodes)
                if mention.positions:
                    shape[row] = mention.positions
                if head[row] >= 0:
                    heads[row] = nodes[min(max(int(head[row]), 1), len(nodes)) - 1]
                words = counted_by_minimum(nodes)
            if row in minima:
                places = _places(minima[row])
                if places[0] < 1 or places[-1] > len(words):
                    fact = f"minspan {_excerpt(minima[row])} of a mention of {len(words)}"
                    ignored = "words outside the mention are ignored"
                    self._reader.warn_of_mention("minimum-outside-mention", f"{fact}: {ignored}", int(line[row]))
                    places = [place for place in places if 0 < place <= len(words)]
                if places:
                    minimum[row] = tuple([words[place - 1] for place in places])
        for row in np.flatnonzero((head == 0) | (head > size)).tolist():
            which = "last" if head[row] else "first"  # as in udapi: the first if it is not a number
            fact = f"head {head[row] or 'that is not a number'} of a mention of {size[row]}: its {which} word is used"
            self._reader.warn_of_mention("head-outside-mention", fact, int(line[row]))
        names, types = (list(map(plain, each)) for each in (self._entity_name, self._entity_type))
        mentions = MentionColumns(start, end, line, heads, shape, minimum)
        builder.add_entities(document, names, types, entity, mentions)
        self._add_relations(builder, entity, mentions)

    def _add_relations(self, builder: CorpusBuilder, entity: Integers, mentions: MentionColumns) -> None:
        for document, entities, kind, value, line in self._relations:
            antecedent, _, rest = value.partition(b"<")
            anaphor, _, label = rest.partition(b":")
            excerpt = quoted(value[:40].decode("utf-8", "replace"))
            if not antecedent or not anaphor or antecedent == anaphor:
                what = "relates an entity to itself" if antecedent and anaphor else "is not a relation such as e3<e11"
                self._reader.warn("relation-ignored", f"{excerpt} {what}", line)
                continue
            if antecedent not in entities or anaphor not in entities:
                what = f"{excerpt} names an entity that has no mention in its document"
                self._reader.warn("relation-without-mentions", what, line)
            # It is where the anaphor's mention opens, so it belongs to the mention that opened last.
            of_anaphor = entities.get(anaphor, -1)
            low, high = np.searchsorted(entity, [of_anaphor, of_anaphor + 1])
            row = int(low + np.searchsorted(mentions.line[low:high], line, "right")) - 1
            mention = None
            if row >= low:
                mention = Mention(int(mentions.start[row]), int(mentions.end[row]), mentions.shape.get(row, ()))
            builder.add_relation(Relation(kind, plain(antecedent), plain(anaphor), plain(label), mention), document)

    def _positions(self, first: int, last: int, words_before: int) -> Iterator[int]:
        """Yield the positions of some nodes, first and last included; `words_before` are of earlier documents."""
        place = bisect_left(self._empty_node, first)
        while place < len(self._empty_node) and self._empty_node[place] <= last:
            node = self._empty_node[place]
            yield from range(first - place - words_before, node - place - words_before)
            yield self._empty_position[place]
            first, place = node + 1, place + 1
        yield from range(first - place - words_before, last + 1 - place - words_before)

    def _refuse(self, fact: str, line: int, hint: str | None = None) -> None:
        self._reader.refuse("bad-entity-field", fact, line, hint)


def _by_row(values: dict[int, Any], row_of: Integers) -> dict[int, Any]:
    """Return values of mentions by row instead of by place in the columns."""
    rows = row_of[np.fromiter(values, np.int64) // _COLUMNS].tolist()
    return dict(zip(rows, values.values(), strict=True))


def counted_by_minimum(nodes: Sequence[int]) -> Sequence[int]:
    """Return the nodes that a minimum span counts: words, unlike a head, or empty nodes if there is no word."""
    return [node for node in nodes if node >= 0] or nodes


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
    """Return a minimum span in `other`, where the header has no field for it: `minspan:1%2C2`."""
    match = _MINIMUM_IN_OTHER.search(other) if other else None
    return _unescaped(match[1]) if match else b""


def _excerpt(text: bytes) -> str:
    start = text[:41].decode("utf-8", "replace")
    return start if len(text) <= 40 else start[:37] + "…"
