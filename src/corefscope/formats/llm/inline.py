"""A language model's text with mentions marked in it: one reader for all forms of `forms.INLINE`.

Brackets without an entity behind them are text; so is what follows a backslash. A mention without an entity, e.g.
`[Tom](#)`, is lost and counted. Words are separated by blanks and by marks: `[Tom](#1)'s` is `Tom` and `'s`, so that
mentions begin and end with words. The text may be cut off or broken anywhere: a mention with incomplete marks is lost
and counted, the text around it stays. The words may differ from the key's (`inexact_text`); they are aligned when they
are scored.

Lost mentions whose entity and one border are known are repaired. One that never closes ends with the longest complete
mention of the document whose words follow, in any case; without one before the next mark, punctuation mark or end of
the line. One that was never opened is the one word before its end, and so is any that lacks one of two tags on words.

In a file with tags on words, each line is a document, with its name and a tab before it or none; an empty line between
others is a document without words, so that unnamed ones keep their order.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from types import SimpleNamespace

from corefscope.basics.codes import WarningCode
from corefscope.basics.escaping import quoted
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import FileReader, decoded
from corefscope.formats.llm.answers import (
    TRUNCATED,
    AnswerRow,
    AnswerText,
    Parsed,
    answers_of,
    answers_of_records,
    check_share,
    read_each,
)
from corefscope.formats.llm.forms import ATTRIBUTE, INLINE, ZERO, Inline
from corefscope.formats.registry import Options
from corefscope.model import EMPTY_NODES, Corpus, Mention, empty_position
from corefscope.problems import Notices

LINES = 100_000  # of documents, which need much more memory than empty lines
POSITIONS = 100_000  # of a document's mentions with an empty node, and 50 for each of its words
LONGEST_KNOWN = 200  # characters of a complete mention to which one that never closes is compared
_CLAUSE = re.compile(r"\s*[^\n\v.,;:!?…()\"“”«»。，、；：！？]*")
_LAST_WORD = re.compile(r"\w[^\s]{0,99}\s*\Z")
_ENTITY_ATTRIBUTES = ("id", "cluster", "cluster_id", "entity", "entity_id", "coref", "coref_id", "chain", "chain_id")
_TAGGED_WORD = re.compile(r"[^ \t\r\n\f\v]+")  # other blanks, such as one that does not break, are within words


# The kind of a mark, its place, the entity where it says one, and the name of what it opens or closes.
#
# It is "open", "close", "end" (of a mention whose beginning is not marked), "word" (a mention of the word before) or
# "empty" (one without words), "bad" (a tag that cannot be read), "removed", "broken" (off at the end of the text),
# "unfinished" (removed inside a mention, else text), or "text": a closing bracket that closes no mention, so that its
# opening one is text too; its entity is the target of a link.
Mark = tuple[str, int, int, str, str]
_LOST: dict[str, WarningCode] = {"empty": "lost-without-words", "bad": "lost-bad-tag"}


@dataclass(frozen=True)
class InlineReader:
    """The reader of one form."""

    form: Inline

    def read(self, content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
        """Read the documents of one file; `options.clusters` names the attribute of the entity."""
        text = decoded(content, source.path, notices)
        answers: Iterable[AnswerText] = answers_of(text, source, notices)
        if self.form.kind == "tags" and not answers_of_records(text):
            lines = text.rstrip().split("\n")
            if len(lines) > LINES:
                raise source.error("too-large", f"the file has more than {LINES} lines (a line is a whole document)")
            answers = map(_answer_in_line, range(1, len(lines) + 1), lines)
        attribute = options.clusters or (_attribute(text, self.form, source) if "<tag>" in self.form.marks else "")

        def parse(answer: AnswerText, text: str) -> tuple[AnswerText, Parsed]:
            parsed = self.parse(answer, source, notices, attribute)
            return answer, _with_empty_nodes(answer, parsed, source, notices) if self.form.kind == "tags" else parsed

        return read_each(((answer, answer.text) for answer in answers), parse, source, notices, options)

    def parse(self, answer: AnswerText, source: Source, notices: Notices, attribute: str = "") -> Parsed:
        """Read one answer; empty nodes are words."""
        document = _MarkedText(source, notices, answer.text.rstrip(), answer.line, self.form)
        document.pair(self._marks(document.text, attribute))
        return document.parsed()

    def _marks(self, text: str, attribute: str) -> Iterator[Mark]:
        pattern = re.compile(self.form.marks)
        names = [name for name in ("entity", "target") if name in pattern.groupindex]
        for match in pattern.finditer(text):
            kind = match.lastgroup
            if kind == "tag":
                name = match["name"].lower()
                values = {each.lower(): value.strip("\"' ") for each, value in re.findall(ATTRIBUTE, match[0])}
                kind = "close" if match[0][1] == "/" else "empty" if match[0][-2] == "/" else "open"
                yield kind, *match.span(), name if match["number"] else values.get(attribute.lower(), ""), name
            elif kind == "tags":
                for tag in re.finditer(r"[|,]([^,]*)", match[0]):
                    yield _tag(tag[1], match.start() + tag.start(), match.start() + tag.end(), len(text))
            elif kind is not None:
                entity = next(filter(None, map(match.group, names)), "")
                yield kind, *match.span(), entity.strip(), ""


def _tag(tag: str, start: int, end: int, length: int) -> Mark:
    """Return the mark of a tag on a word: `[e1` opens a mention, `e1]` closes it, `[e1]` is a mention of one word."""
    entity = tag.removeprefix("[").removesuffix("]")
    if tag in ("", "["):
        return "broken" if end == length else "bad" if tag else "removed", start, end, "", ""
    if entity == tag or not entity or not {*"[]"}.isdisjoint(entity):
        return "bad", start, end, "", ""
    kind = "word" if len(tag) == len(entity) + 2 else "open" if tag[0] == "[" else "close"
    return kind, start, end, entity, entity


def _attribute(text: str, form: Inline, source: Source) -> str:
    """Return the attribute of tags that names the entity, if there is no doubt."""
    text = text.replace('\\"', '"')  # in JSON Lines
    tags = (match[0] for match in re.finditer(form.marks, text) if match["tag"])
    names = {name.lower() for tag in tags for name, _ in re.findall(ATTRIBUTE, tag)}
    attributes = [name for name in _ENTITY_ATTRIBUTES if name in names] or [_ENTITY_ATTRIBUTES[0]]
    if len(attributes) > 1:
        fact = f"the tags have both {' and '.join(attributes)}"
        hint = "say which attribute names the entity with --response-clusters or --key-clusters"
        raise source.error("several-cluster-fields", fact, hint=hint)
    return attributes[0]


@dataclass
class _MarkedText(FileReader):
    """One document: a text, the marks to remove from it, in order, and the mentions between."""

    text: str
    line: int
    form: Inline

    def pair(self, marks: Iterable[Mark]) -> None:
        """Pair marks that open mentions with what closes them; those of different names may cross."""
        self.cuts: list[tuple[int, int, int] | None] = []  # start, end and line of marks; None: text after all
        self.mentions: list[tuple[int, int, str]] = []  # the first and the last mark of each, and its entity
        self.ends_alone: dict[int, str] = {}  # entities of marks that close nothing
        self.unclosed: dict[int, str] = {}  # entities of marks that are open, or never closed
        self.lost = 0
        opened: dict[str, list[int]] = {}
        counted, line, last_closing, is_broken = 0, self.line, -1, False
        for kind, start, end, entity, name in marks:
            openings = opened.setdefault(name, [])
            if kind == "unfinished" and not openings:
                continue
            if kind == "text":
                if openings and entity:
                    self._lose("link-without-mention", openings[-1])
                if openings:
                    self.unclosed.pop(openings[-1])
                    self.cuts[openings.pop()] = None
                continue
            line += self.text.count("\n", counted, start)
            counted, number = start, len(self.cuts)
            self.cuts.append((start, end, line))
            is_broken = is_broken or kind == "broken"
            last_closing = number if kind in ("close", "word") else last_closing
            if kind == "open":
                self.unclosed[number] = entity
                openings.append(number)
            elif kind in _LOST:
                self._lose(_LOST[kind], number)
            elif kind == "close" and not openings:
                self._lose("lost-never-opened", number)
                self.ends_alone[number] = entity
            elif kind in ("close", "word", "end"):
                opening = openings.pop() if kind == "close" else number
                entity = self.unclosed.pop(opening, "") or entity
                if entity or self.form.kind == "names":
                    self.mentions.append((opening, number, entity))
                else:
                    self._lose("lost-without-entity", opening)
            if self.form.kind == "tags" and start < end and (start == 0 or self.text[start - 1].isspace()):
                tag = quoted(self.text[start : start + 40])
                self.warn("tag-apart", f"{tag} is read as the tag of the word before", line)
        for number in self.unclosed:
            self._lose("lost-never-closes", number)
        if is_broken or max(self.unclosed, default=-1) > last_closing:
            self.warn(TRUNCATED, "the text ends inside a mention", line)

    def _lose(self, code: WarningCode, number: int) -> None:
        self.lost += 1
        start, _, line = self.cuts[number] or (0, 0, self.line)
        self.notices.add(code, lambda: f"at {quoted(self.text[start : start + 40])}", self.source.path, line)

    def parsed(self) -> Parsed:
        """Return the words without the marks, and the mentions among them, with those that can be repaired."""
        pieces, position, length = list[str](), 0, 0
        places: dict[int, int] = {}  # of marks, in the text without them
        for number, cut in enumerate(self.cuts):
            if cut is not None:
                pieces.append(self.form.plain(self.text[position : cut[0]]))
                position, length = cut[1], length + len(pieces[-1])
                places[number] = length
        text = "".join([*pieces, self.form.plain(self.text[position:])])
        spans = [(opening, places[opening], places[end], entity) for opening, end, entity in self.mentions]
        parsed = self._among_words(text, places, spans)
        check_share(len(parsed.rows), self.lost, self.source, self.line)
        self.notices = Notices()  # losses are counted
        repairs = [*self._repairs(text, places)]
        repaired = self._among_words(text, places, [*spans, *repairs]) if repairs else parsed
        return parsed._replace(repaired=repaired if len(repaired.rows) > len(parsed.rows) else None)

    def _among_words(self, text: str, places: Mapping[int, int], spans: Sequence[tuple[int, int, int, str]]) -> Parsed:
        """Return the words between marks and the borders of mentions, and the mentions in words."""
        is_tagged = self.form.kind == "tags"
        borders = sorted({0, len(text), *places.values(), *(place for span in spans for place in span[1:3])})
        words, before = list[str](), {0: 0}  # how many words are before each border
        for begin, end in pairwise(borders):
            words += _TAGGED_WORD.findall(text[begin:end]) if is_tagged else text[begin:end].split()
            before[end] = len(words)
        rows, latest, ending = list[AnswerRow](), dict[str, str](), Counter[int]()
        for number, begin, end, entity in sorted(spans):
            first, last = before[begin], before[end]
            if self.form.kind == "ends":  # as many words as marks: the key knows where the mention begins
                ending[last] += 1
                first -= ending[last]
            elif is_tagged:
                first = max(first - 1, 0)
            if not 0 <= first < last:
                self._lose("lost-bad-tag" if is_tagged else "lost-without-words", number)
                continue
            if self.form.kind == "names":  # of the words of the latest mention before it, or of nothing
                name, new = " ".join(self.form.plain(entity).split()), str(len(rows))
                entity = latest.setdefault(name, new) if name else new
                latest[" ".join(words[first:last])] = entity
            line = (self.cuts[number] or (0, 0, 0))[2]
            rows.append(AnswerRow(Mention(first, last), entity, line))
        return Parsed(words, rows, has_ends_only=self.form.kind == "ends")

    def _repairs(self, text: str, places: Mapping[int, int]) -> Iterator[tuple[int, int, int, str]]:
        """Yield the marks of lost mentions, where these begin and end in the text, and their entities."""
        if self.form.kind == "tags":
            for number, entity in (self.unclosed | self.ends_alone).items():
                yield number, places[number], places[number], entity
            return
        spans = [(places[opening], places[end]) for opening, end, _ in self.mentions] if self.unclosed else []
        known = {tuple(text[begin:end].lower().split()) for begin, end in spans if end - begin <= LONGEST_KNOWN}
        order = [0, *places.values(), len(text)]
        for index, (number, place) in enumerate(places.items(), 1):
            if self.unclosed.get(number) and (clause := _CLAUSE.match(text, place, order[index + 1])):
                words = list(re.finditer(r"\S+", clause[0][:LONGEST_KNOWN]))
                strings = [word[0].lower() for word in words]
                ends = (words[n - 1].end() for n in range(len(words), 0, -1) if tuple(strings[:n]) in known)
                yield number, place, place + next(ends, len(clause[0])), self.unclosed[number]
            elif self.ends_alone.get(number) and (
                word := _LAST_WORD.search(text, max(order[index - 1], place - 120), place)
            ):
                yield number, word.start(), place, self.ends_alone[number]


def _answer_in_line(number: int, line: str) -> AnswerText:
    """Return the document in a line; a tab after the first tag is a blank like others."""
    name, tab, text = line.partition("\t")
    is_name = tab and name.strip() and not re.search(INLINE["tagged"].marks, name)
    return AnswerText(name, number, text) if is_name else AnswerText("", number, line)


def _with_empty_nodes(answer: AnswerText, parsed: Parsed, source: Source, notices: Notices) -> Parsed:
    """Return the words without empty nodes, and mentions that have them at their positions between the words."""
    before = list(accumulate((not word.startswith(ZERO) for word in parsed.words), initial=0))
    positions, zeros = list[int | None](), 0
    for place, (count, after) in enumerate(pairwise(before)):
        zeros = zeros + 1 if count == after else 0
        positions.append(count if not zeros else empty_position(count, zeros) if zeros < EMPTY_NODES // 2 else None)
        if positions[place] is None:
            notices.add("lost-crowded", f"more than {EMPTY_NODES // 2 - 1} stand here", source.path, answer.line)
    rows, listed = list[AnswerRow](), 0
    for row in parsed.rows:
        start, end = row.mention
        if before[end] - before[start] == end - start:
            rows.append(row._replace(mention=Mention(before[start], before[end])))
            continue
        listed += end - start
        if listed > POSITIONS + 50 * before[-1]:
            fact = "the mentions that hold empty nodes are too long to be listed"
            raise source.error("too-large", fact, answer.line)
        if covered := [place for place in positions[start:end] if place is not None]:
            rows.append(row._replace(mention=Mention.at(covered)))
    words = [word for word in parsed.words if not word.startswith(ZERO)]
    repaired = parsed.repaired and _with_empty_nodes(answer, parsed.repaired, source, Notices())
    return Parsed(words, rows, repaired=repaired)


READERS = SimpleNamespace(**{name: InlineReader(form) for name, form in INLINE.items()})
