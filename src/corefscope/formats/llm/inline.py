"""A language model's text with mentions marked in it: one reader for all forms of `forms.INLINE`.

Brackets without an entity behind them are text; so is what follows a backslash. A mention without an entity, e.g.
`[Tom](#)`, is lost and counted. Words are separated by blanks and by marks: `[Tom](#1)'s` is `Tom` and `'s`, so that
mentions begin and end with words. The text may be cut off or broken anywhere: a mention with incomplete marks is lost
and counted, the text around it stays. The words may differ from the key's (`inexact_text`); they are aligned when they
are scored.

A second corpus, `repaired`, has in addition the lost mentions whose entity and one border are known. One that never
closes ends with the longest complete mention of the document whose words follow, in any case; without one before the
next mark, punctuation mark or end of the line. One that was never opened is the one word before its end.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from corefscope.basics.codes import WarningCode
from corefscope.basics.escaping import quoted
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import decoded
from corefscope.formats.llm.answers import (
    NEVER_CLOSES,
    NEVER_OPENED,
    TRUNCATED,
    Answer,
    AnswersBuilder,
    Marked,
    answers,
    check_share,
    grouped,
)
from corefscope.formats.llm.forms import ATTRIBUTE, INLINE, Inline
from corefscope.formats.registry import Options
from corefscope.model import Corpus, Mention
from corefscope.problems import Notices

INLINE_DEEPEST = 100_000  # a model may repeat an opening mark endlessly
PLACES_SHOWN = 100  # of lost mentions; a model may lose the same one endlessly
LONGEST_KNOWN = 20  # words of a complete mention to which one that never closes is compared
_CLAUSE = re.compile(r"\s*[^\n\v.,;:!?…()\"“”«»。，、；：！？]*")
_LAST_WORD = re.compile(r"\w[^\s]{0,99}\s*\Z")
_ENTITY_ATTRIBUTES = ("id", "cluster", "cluster_id", "entity", "entity_id", "coref", "coref_id", "chain", "chain_id")


class Mark(NamedTuple):
    """A mark: its place, the name of a tag, and the entity where it says one.

    `kind` is "open", "close", "end" (a mention whose beginning is not marked) or "empty" (one without words),
    "removed", "broken" (off at the end of the text), "unfinished" (removed inside a mention, else text), or "text": a
    closing bracket that closes no mention, so that its opening one is text too; its entity is the target of a link.
    """

    kind: str
    start: int
    end: int
    entity: str = ""
    name: str = ""


def __getattr__(name: str) -> InlineReader:
    """Return the reader of a form, as the registry names it: `inline:markdown`."""
    if name not in INLINE:
        raise AttributeError(name)
    return InlineReader(name, INLINE[name])


@dataclass(frozen=True)
class InlineReader:
    """The reader of one form."""

    name: str
    form: Inline

    def read(self, content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
        """Read the documents of one file; `options.clusters` names the attribute of the entity."""
        builder = AnswersBuilder(source, notices, options.chunks)
        text = decoded(content, source.path, notices)
        attribute = options.clusters or (self._attribute(text, source) if self.name == "elements" else "")
        listed = answers(text, source, notices)
        corpus = builder.read(listed, options, lambda answer: self.read_answer(answer, source, notices, attribute))
        if self.form.ends_only:
            builder.text.ends.update(range(len(corpus.names)))
        return corpus

    def read_answer(self, answer: Answer, source: Source, notices: Notices, attribute: str = "") -> Marked:
        """Read one answer."""
        document = _MarkedText(answer, self.form, source, notices)
        document.parse(self.marks(document.text, attribute.lower()))
        return document.result()

    def marks(self, text: str, attribute: str) -> Iterator[Mark]:
        pattern = re.compile(self.form.marks)
        names = [name for name in ("entity", "target") if name in pattern.groupindex]
        for match in pattern.finditer(text):
            kind = match.lastgroup
            if kind == "tag":
                name = match["name"].lower()
                values = {each.lower(): value.strip("\"' ") for each, value in re.findall(ATTRIBUTE, match[0])}
                kind = "close" if match[0][1] == "/" else "empty" if match[0][-2] == "/" else "open"
                yield Mark(kind, *match.span(), name if match["number"] else values.get(attribute, ""), name)
            elif kind is not None:
                entity = next(filter(None, map(match.group, names)), "")
                yield Mark(kind, *match.span(), entity.strip())

    def _attribute(self, text: str, source: Source) -> str:
        """Return the attribute of tags that names the entity, if there is no doubt."""
        text = text.replace('\\"', '"')  # in JSON Lines
        tags = (match[0] for match in re.finditer(self.form.marks, text) if match["tag"])
        names = {name.lower() for tag in tags for name, _ in re.findall(ATTRIBUTE, tag)}
        attributes = [name for name in _ENTITY_ATTRIBUTES if name in names] or [_ENTITY_ATTRIBUTES[0]]
        if len(attributes) > 1:
            fact = f"the tags have both {' and '.join(attributes)}"
            hint = "say which attribute names the entity with --response-clusters or --key-clusters"
            raise source.error("several-cluster-fields", fact, hint=hint)
        return attributes[0]


class _MarkedText:
    """One document: a text, the marks to remove from it, in order, and the mentions between."""

    def __init__(self, answer: Answer, form: Inline, source: Source, notices: Notices) -> None:
        self.text, self.line, self.form = answer.text.rstrip(), answer.line, form
        self.source, self.notices = source, notices
        self.cuts: list[tuple[int, int, int] | None] = []  # start, end and line of marks; None: text after all
        self.mentions: list[tuple[int, int, str]] = []  # the marks that open and close each, and its entity
        self.ends: list[tuple[int, str]] = []  # the marks of mentions whose beginning is not marked
        self.ends_alone: dict[int, str] = {}  # entities of marks that close nothing
        self.unclosed: dict[int, str] = {}  # entities of marks that are open, or never closed
        self.lost = 0

    def parse(self, marks: Iterator[Mark]) -> None:
        """Pair marks that open mentions with what closes them; tags of different names may cross."""
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
            last_closing = number if kind == "close" else last_closing
            if kind == "open":
                self.unclosed[number] = entity
                openings.append(number)
                if len(self.unclosed) > INLINE_DEEPEST:
                    fact = f"more than {INLINE_DEEPEST} mentions are open at once"
                    raise self.source.error("too-deep", fact, line, "the output is broken")
            elif kind == "empty":
                self._lose("lost-without-words", number)
            elif kind == "end" and entity:
                self.ends.append((number, entity))
            elif kind == "end":
                self._lose("lost-without-entity", number)
            elif kind == "close" and not openings:
                self._lose(NEVER_OPENED, number)
                self.ends_alone[number] = entity
            elif kind == "close":
                opening = openings.pop()
                entity = self.unclosed.pop(opening) or entity
                if entity or self.form.by_words:
                    self.mentions.append((opening, number, entity))
                else:
                    self._lose("lost-without-entity", opening)
        for number in self.unclosed:
            self._lose(NEVER_CLOSES, number)
        if is_broken or max(self.unclosed, default=-1) > last_closing:
            self.notices.add(TRUNCATED, "the text ends inside a mention", self.source.path, line)

    def _lose(self, code: WarningCode, number: int) -> None:
        self.lost += 1
        start, _, line = self.cuts[number] or (0, 0, self.line)
        place = f"at {quoted(self.text[start : start + 40])}" if self.lost <= PLACES_SHOWN else ""
        self.notices.add(code, place, self.source.path, line)

    def result(self) -> Marked:
        """Return the words and entities of the document, and both once repaired."""
        words, counts, _ = self._words([])
        complete: list[tuple[int, int, int, str]] = []
        for opening, closing, entity in sorted(self.mentions):
            if counts[opening] == counts[closing]:
                self._lose("lost-without-words", opening)
            else:
                complete.append((opening, closing, (self.cuts[opening] or (0, 0, 0))[2], entity))
        spans = [(Mention(counts[start], counts[end]), line, entity) for start, end, line, entity in complete]
        mentions = self._by_words(words, spans) if self.form.by_words else [*spans, *self._ending(counts)]
        check_share(len(mentions), self.lost, self.source, self.line)
        if not any(self.ends_alone.values()) and not any(self.unclosed.values()):
            return Marked(words, grouped(mentions))
        known = {tuple(word.lower() for word in words[mention.start : mention.end]) for mention, _, _ in mentions}
        # Words are split at the borders of repaired mentions.
        lost = list(self._repairs(known))
        other, counts, before = self._words(sorted({place for each in lost for place in each[:2]}))
        repairs = [(before[start], before[end], line, entity) for start, end, line, entity in lost]
        spans = [(Mention(start, end), line, entity) for start, end, line, entity in repairs if start < end]
        spans[:0] = [(Mention(counts[start], counts[end]), line, entity) for start, end, line, entity in complete]
        is_repaired = len(spans) > len(mentions)
        return Marked(words, grouped(mentions), Marked(other, grouped(spans)) if is_repaired else None)

    def _by_words(self, words: list[str], spans: list[tuple[Mention, int, str]]) -> list[tuple[Mention, int, str]]:
        """Return mentions with entities instead of the words of the latest mention before them, which they name."""
        latest: dict[str, str] = {}
        mentions = []
        for number, (mention, line, named) in enumerate(spans):
            name = " ".join(self.form.plain(named).split())
            entity = latest.setdefault(name, str(number)) if name else str(number)
            latest[" ".join(words[mention.start : mention.end])] = entity
            mentions.append((mention, line, entity))
        return mentions

    def _ending(self, counts: list[int]) -> Iterator[tuple[Mention, int, str]]:
        """Yield one, two, … words before the first, second, … mark of a place: the key knows where they begin."""
        marks: Counter[int] = Counter()
        for number, entity in self.ends:
            place = counts[number]
            marks[place] += 1
            line = (self.cuts[number] or (0, 0, 0))[2]
            if place < marks[place]:
                self._lose("lost-without-words", number)
            else:
                yield Mention(place - marks[place], place), line, entity

    def _words(self, borders: list[int]) -> tuple[list[str], list[int], dict[int, int]]:
        """Return the words, and how many are before each mark and before each border, at which words are split."""
        words: list[str] = []
        counts: list[int] = []
        before: dict[int, int] = {}
        position, rest = 0, borders[::-1]
        for place in (*self.cuts, (len(self.text), len(self.text), 0)):
            if place is not None:
                while rest and rest[-1] <= place[0]:
                    words.extend(self.form.plain(self.text[position : rest[-1]]).split())
                    position = max(position, rest[-1])
                    before[rest.pop()] = len(words)
                words.extend(self.form.plain(self.text[position : place[0]]).split())
                position = place[1]
            counts.append(len(words))
        return words, counts, before

    def _repairs(self, known: set[tuple[str, ...]]) -> Iterator[tuple[int, int, int, str]]:
        """Yield where lost mentions begin and end in the text, with their line and entity.

        `known` are the words of the complete mentions.
        """
        cuts = [(number, *place) for number, place in enumerate(self.cuts) if place is not None]
        places = [(-1, 0, 0, 0), *cuts, (-1, len(self.text), len(self.text), 0)]
        for (_, _, previous, _), (number, start, end, line), (_, following, _, _) in zip(
            places, cuts, places[2:], strict=False
        ):
            if self.unclosed.get(number) and (clause := _CLAUSE.match(self.text, end, following)):
                yield end, _known_end(clause, known), line, self.unclosed[number]
            elif self.ends_alone.get(number) and (
                word := _LAST_WORD.search(self.text, max(previous, start - 120), start)
            ):
                yield word.start(), start, line, self.ends_alone[number]


def _known_end(clause: re.Match[str], known: set[tuple[str, ...]]) -> int:
    """Return where the longest known mention ends that begins the clause; without one, where the clause does."""
    words = list(islice(re.finditer(r"\S+", clause[0]), LONGEST_KNOWN))
    for count in range(len(words), 0, -1):
        if tuple(word[0].lower() for word in words[:count]) in known:
            return clause.start() + words[count - 1].end()
    return clause.end()
