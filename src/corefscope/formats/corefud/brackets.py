"""The brackets of CorefUD's `Entity=`, from their text to the mentions of one document."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from corefscope.basics.escaping import quoted
from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.corefud.text import number
from corefscope.formats.files.sources import Source
from corefscope.model import Integers, Mention
from corefscope.problems import FormatError, Notices

Number = TypeVar("Number", int, Integers)

_ITEM = re.compile(rb"\(([^()]+)(\)?)|([^()]+)\)")  # an opening, one that closes at once, or a closing
_PART = re.compile(rb"([^\[]+)\[(\d+)/(\d+)\]$")
_ESCAPE = re.compile(rb"%([0-7][0-9A-Fa-f])")
ENTITY_KEY = re.compile(rb"[\t|]Entity=")
LONGEST_VALUE = 1 << 20  # bytes; no word of a real text has a megabyte of annotation
_MINIMUM_IN_OTHER = re.compile(rb"(?:^|,)minspan:([^,]*)")


def plain(text: bytes) -> str:
    """A value as people know it: the reserved characters are written as `%2D` and the like.

    >>> plain(b"vice%2Dpresident")
    'vice-president'
    """
    if b"%" in text:
        text = _ESCAPE.sub(lambda escape: bytes([int(escape[1], 16)]), text)
    return text.decode("utf-8")


def plain_all(texts: list[bytes]) -> list[str]:
    """The same for many that have no zero bytes."""
    joined = b"\0".join(texts)
    return [plain(text) for text in texts] if b"%" in joined or not texts else joined.decode("utf-8").split("\0")


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

        def place(*wanted: bytes) -> int:
            return next((names.index(name) for name in wanted if name in names), -1)

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


class _Item(NamedTuple):
    """An opening bracket, a closing one, one that does both; or what is neither."""

    text: bytes
    label: bytes  # with the part, such as e15[1/2]
    opens: bool
    closes: bool
    head: bytes = b""
    minimum: bytes = b""
    kind: bytes = b""
    has_more: bool = False  # fields than the header names


class _Bracket:
    """A mention while it is read: where it opened, and the runs of nodes it has so far."""

    __slots__ = ("first", "head", "last_sentence", "line", "minimum", "runs", "sentence")

    def __init__(self, line: int, sentence: int, head: bytes, minimum: bytes) -> None:
        self.line, self.sentence, self.last_sentence = line, sentence, sentence
        self.first = 0
        self.head, self.minimum = head, minimum
        self.runs: list[tuple[int, int]] = []


class Brackets:
    """All entities of one document, fed with the `Entity=` of node after node."""

    field = "Entity="
    expected = "expected brackets such as (e1-person-1-), (e2-place-1- or e2)"

    def __init__(self, source: Source, notices: Notices) -> None:
        self.nodes: list[int] = []  # the positions of words and empty nodes, in the order of the text
        self.latest = -1  # the number of the node whose brackets are read
        self.entities: dict[bytes, list[_Bracket]] = {}
        self.types: dict[bytes, bytes] = {}
        self._source, self._notices = source, notices
        self._seen: dict[bytes, list[_Item]] = {}  # what values hold, under the latest header
        self._header: Header | None = None
        self._open: dict[bytes, list[_Bracket]] = {}  # by id with part, such as e15[1/2]
        self._unfinished: dict[tuple[bytes, int, int], list[_Bracket]] = {}  # by id, next part, number of parts
        self._room = 0
        self.refused_before = notices.refused

    def read(self, value: bytes, header: Header, line: int, sentence: int) -> None:
        """The brackets at the latest node."""
        if header is not self._header:
            self._header, self._seen = header, {}
        items = self._seen.get(value)
        if items is None:
            items = self._seen[value] = _items(value, header)
        for item in items:
            try:
                if item.opens:
                    self._open_mention(item, header, line, sentence)
                if item.closes:
                    self._close_mention(item.label, line, sentence)
                elif not item.opens:
                    fact = f"{self.field} reads {quoted(_show(item.text))}, which is no bracket"
                    raise self._error(fact, line, self.expected)
            except FormatError as error:
                self._notices.refuse(error)

    def _open_mention(self, item: _Item, header: Header, line: int, sentence: int) -> None:
        if item.has_more:
            fields = f"the {header.count} fields of global.Entity"
            shown = f"'({_show(item.text)}' has more than {fields}; the rest is ignored"
            self._notices.add("fields-without-name", shown, self._source.path, line)
        if not item.label:
            raise self._error(f"the bracket '({_show(item.text)}' has no entity id", line)
        name, part, parts = self._part(item.label, line)
        if part > 1:
            waiting = self._unfinished.get((name, part, parts))
            if not waiting:
                raise self._error(f"part {part} of {parts} of entity {_show(name)} follows no part {part - 1}", line)
            bracket = waiting.pop()
            bracket.head, bracket.minimum = item.head or bracket.head, item.minimum or bracket.minimum
        else:
            bracket = _Bracket(line, sentence, item.head, item.minimum)
            self.entities.setdefault(name, []).append(bracket)
        bracket.first = self.latest
        self._open.setdefault(item.label, []).append(bracket)
        if item.kind and self.types.setdefault(name, item.kind) != item.kind:
            shown = f"entity {_show(name)} is {_show(self.types[name])} and here {_show(item.kind)}; the first is kept"
            self._notices.add("entity-of-several-types", shown, self._source.path, line)

    def _part(self, label: bytes, line: int) -> tuple[bytes, int, int]:
        found = part_of(label) if label.endswith(b"]") else (label, 1, 1)
        if found is None:
            hint = "the second of three parts is e15[2/3]"
            raise self._error(f"{quoted(_show(label))} names no part of a mention", line, hint)
        return found

    def _close_mention(self, label: bytes, line: int, sentence: int) -> None:
        """Close the mention of this id that was opened last."""
        opened = self._open.get(label)
        if not opened:
            raise self._error(f"entity {_show(label)} is closed but was never opened", line)
        bracket = opened.pop()
        bracket.runs.append((bracket.first, self.latest))
        bracket.last_sentence = sentence
        name, part, parts = self._part(label, line)
        if part < parts:
            self._unfinished.setdefault((name, part + 1, parts), []).append(bracket)

    def finish(self, builder: CorpusBuilder) -> None:
        """Adds the entities to the document that the builder has just been given."""
        for label, opened in self._open.items():
            for bracket in opened:
                fact = f"entity {_show(label)} is opened but never closed in its document"
                self._notices.refuse(self._error(fact, bracket.line))
        for (name, part, parts), waiting in self._unfinished.items():
            for bracket in waiting:
                fact = f"part {part} of {parts} is missing from a mention of entity {_show(name)}"
                self._notices.refuse(self._error(fact, bracket.line))
        if self._notices.refused > self.refused_before:
            return  # brackets that are wrong make no mentions
        self._room = room_for(len(self.nodes))
        for name, brackets in self.entities.items():
            lines = [bracket.line for bracket in brackets]
            kind = plain(self.types.get(name, b""))
            try:
                mentions = [self._mention(bracket) for bracket in brackets]
            except FormatError as error:
                self._notices.refuse(error)
                return
            builder.add_entity(plain(name), mentions, lines, kind)

    def _mention(self, bracket: _Bracket) -> Mention:
        if bracket.last_sentence != bracket.sentence:
            shown = f"kept: it spans {bracket.last_sentence - bracket.sentence + 1} sentences"
            self._notices.add("mention-across-sentences", shown, self._source.path, bracket.line)
        first, last = self.nodes[bracket.runs[0][0]], self.nodes[bracket.runs[0][1]]
        is_run = len(bracket.runs) == 1 and first >= 0 and last - first == bracket.runs[0][1] - bracket.runs[0][0]
        words: Sequence[int] = range(first, last + 1) if is_run else self._listed(bracket)
        head = self._head(words, bracket) if bracket.head else None
        minimum = self._minimum(words, bracket) if bracket.minimum else ()
        if is_run:
            return Mention(first, last + 1, (), head, None, minimum)
        return Mention.at(words, head=head, minimum=minimum)

    def _listed(self, bracket: _Bracket) -> list[int]:
        self._room -= sum(last - first + 1 for first, last in bracket.runs)
        if self._room < 0:
            raise self._error(
                "the mentions with gaps or empty nodes are too long to be true",
                bracket.line,
                "are all brackets closed where they should be?",
            )
        return list(dict.fromkeys(node for first, last in bracket.runs for node in self.nodes[first : last + 1]))

    def _head(self, words: Sequence[int], bracket: _Bracket) -> int:
        """The head is given as its number among the mention's words."""
        place = number(bracket.head)
        if place and place <= len(words):
            return words[place - 1]
        # udapi takes the last word where the number is too large, and the first where it is not a number.
        beyond = bracket.head.isdigit() and bool(bracket.head.strip(b"0"))
        shown = (
            f"head {_show(bracket.head)} of a mention of {len(words)}: its {'last' if beyond else 'first'} word is used"
        )
        self._notices.add("head-outside-mention", shown, self._source.path, bracket.line)
        return words[-1 if beyond else 0]

    def _minimum(self, nodes: Sequence[int], bracket: _Bracket) -> tuple[int, ...]:
        """GUM, unlike CorefUD with its heads, counts no empty nodes here."""
        words = real_words(nodes)
        places = {number(place) or 0 for place in bracket.minimum.split(b",", len(words))}
        inside = sorted(place for place in places if 0 < place <= len(words))
        if len(inside) < len(places):
            shown = f"minspan {_show(bracket.minimum)} of a mention of {len(words)}: words it has not are left out"
            self._notices.add("minimum-outside-mention", shown, self._source.path, bracket.line)
        return tuple(words[place - 1] for place in inside)

    def _error(self, message: str, line: int, hint: str | None = None) -> FormatError:
        return FormatError("bad-entity-field", message, self._source.path, line, hint)


def room_for(nodes: Number) -> Number:
    """How many positions the mentions with gaps or empty nodes of a document may list.

    In real texts few of them cover any one node.
    """
    return 1_000_000 + 24 * nodes


def part_of(label: bytes) -> tuple[bytes, int, int] | None:
    """`e15[1/2]` is the first of two parts of a mention with gaps.

    >>> part_of(b"e15[1/2]"), part_of(b"e15[3/2]")
    ((b'e15', 1, 2), None)
    """
    found = _PART.match(label)
    part, parts = (number(found[2]), number(found[3])) if found else (None, None)
    return (found[1], part, parts) if found and part and parts and part <= parts else None


def real_words(nodes: Sequence[int]) -> Sequence[int]:
    """The nodes of a mention that a minimum span counts: its words, or its empty nodes if it has no words."""
    return nodes if isinstance(nodes, range) else [node for node in nodes if node >= 0] or nodes


def _items(value: bytes, header: Header) -> list[_Item]:
    """The brackets of a value, up to what is no bracket."""
    items: list[_Item] = []
    place = 0
    while place < len(value):
        found = _ITEM.match(value, place)
        if found is None:
            items.append(_Item(value[place : place + 60], b"", False, False))
            break
        place = found.end()
        text, at_once, closing = found.groups()
        if closing:  # it has only the id; in GUM 2.8 the type stands before it, as in the opening one
            fields = closing.split(b"-", header.id + 1)
            label = fields[header.id] if 1 < len(fields) > header.id else closing
            items.append(_Item(closing, label, False, True))
            continue
        fields = text.split(b"-", header.count)
        has_more = len(fields) > header.count
        if has_more:
            fields.pop()
        fields += [b""] * (header.count + 1 - len(fields))  # so that a field that is not there, -1, is empty
        minimum = fields[header.minimum] or minimum_in(fields[header.other])
        head, kind = fields[header.head], fields[header.type]
        items.append(_Item(text, fields[header.id], True, bool(at_once), head, minimum, kind, has_more))
    return items


def minimum_in(other: bytes) -> bytes:
    """Where the header has no field for it, a minimum span may stand in `other`: `minspan:1%2C2`."""
    found = _MINIMUM_IN_OTHER.search(other) if other else None
    return _ESCAPE.sub(lambda escape: bytes([int(escape[1], 16)]), found[1]) if found else b""


def _show(text: bytes) -> str:
    shown = text[:41].decode("utf-8", "replace")
    return shown if len(text) <= 40 else shown[:37] + "…"
