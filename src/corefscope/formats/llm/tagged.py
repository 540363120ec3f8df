"""A language model's text with tags on words, as text2text-coref has it: `the|[e1 old dog|e1] barks`.

`|[e1` opens a mention of e1 at its word, `|e1]` closes the latest open one, `|[e1]` is a mention of one word;
several tags are joined by commas, and mentions may cross. A tag without its other half is
repaired as one word. `##form` is an empty node after the words so far. Words are separated by blanks, and a `|` that no
tag follows is text. One document a line, its name and a tab before it or none; an empty line between others is a
document without words, so that unnamed ones keep their order.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from corefscope.basics.escaping import quoted
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import FileReader, decoded
from corefscope.formats.llm.answers import (
    NEVER_CLOSES,
    NEVER_OPENED,
    TRUNCATED,
    Answer,
    AnswersBuilder,
    Marked,
    answers,
    answers_of_records,
    check_share,
    grouped,
)
from corefscope.formats.registry import Options
from corefscope.model import EMPTY_NODES, Corpus, Mention, empty_position
from corefscope.problems import Notices

ZERO = "##"
LISTED = 100_000  # positions of a document's mentions with an empty node, and 50 for each of its words
DOCUMENTS = 100_000  # a document needs much more memory than an empty line
_TOKEN = re.compile(r"[^ \t\r\n\f\v]+")
_TAG = re.compile(r"(\[?)([^\s\[\],|]+)(\]?)")
_NEARLY_TAGS = re.compile(r"[\w\[\],-]*")
_BARE_TAG = re.compile(r"e\d+")
_Place = tuple[int, int]  # between words: the number of words and of empty nodes before it
_Span = tuple[_Place, _Place, str]  # with the entity


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """Read the documents of one file."""
    text = decoded(content, source.path, notices).rstrip()
    if text.count("\n") >= DOCUMENTS:
        raise source.error("too-large", f"the file has more than {DOCUMENTS} lines", hint="a line is a whole document")
    has_records = bool(answers_of_records(text))
    listed = answers(text, source, notices) if has_records else map(_line, enumerate(text.split("\n"), 1))
    return AnswersBuilder(source, notices, options.chunks).read(
        listed, options, lambda answer: read_answer(answer, source, notices)
    )


def read_answer(answer: Answer, source: Source, notices: Notices) -> Marked:
    """Read one answer."""
    document = _TaggedDocument(source, notices, answer.line)
    document.parse(_TOKEN.findall(answer.text))
    return document.result()


def _line(numbered: tuple[int, str]) -> Answer:
    """Return the document in a line; a tab after the first tag is a blank like others."""
    number, line = numbered
    name, tab, tokens = line.partition("\t")
    is_name = tab and name.strip() and not any("|" in token and _split(token)[1] for token in _TOKEN.findall(name))
    return Answer(name, number, tokens) if is_name else Answer("", number, line)


def _split(token: str) -> tuple[str, Sequence[str]]:
    """Return the word and its tags, including nearly correct tags, which are counted as lost."""
    parts = token.split("|")
    first = len(parts)
    while first > 1 and _are_tags(parts[first - 1]):
        first -= 1
    return "|".join(parts[:first]), [tag for part in parts[first:] for tag in part.split(",") if tag]


def _are_tags(text: str) -> bool:
    if "[" in text or "]" in text:
        return bool(_NEARLY_TAGS.fullmatch(text)) or all(_TAG.fullmatch(part) for part in text.split(","))
    return bool(_BARE_TAG.fullmatch(text))


class _TaggedDocument(FileReader):
    """The words and empty nodes of one line, and the mentions over them."""

    def __init__(self, source: Source, notices: Notices, line: int) -> None:
        super().__init__(source, notices)
        self.line = line
        self.words: list[str] = []
        self._zeros: list[int] = []  # their positions
        self._since_word = 0
        self._latest: _Place | None = None  # (1, 0) is a word and (0, 1) an empty node, whichever came last
        self._open: dict[str, list[tuple[_Place, _Place]]] = {}  # before and after the word that opens
        self._spans: list[_Span] = []
        self._repairs: list[_Span] = []  # one word for each lost mention
        self._latest_opening = ""
        self._unread = 0

    def parse(self, tokens: list[str]) -> None:
        is_cut_off = bool(tokens) and self._is_cut_off(tokens)
        for token in tokens:
            word, tags = _split(token) if "|" in token else (token, ())
            if word.startswith(ZERO):
                self._add_zero()
            elif word:
                self.words.append(word)
                self._since_word, self._latest = 0, (1, 0)
            elif tags:
                self.warn("tag-apart", f"{quoted(token[:40])} is read as the tag of the word before", self.line)
            for tag in tags:
                self._tag(tag)
        for entity, places in self._open.items():
            self._repairs += [(*place, entity) for place in places]
            for _ in places:
                self.warn(NEVER_CLOSES, f"'[{entity[:40]}'", self.line)
        if is_cut_off or self._open.get(self._latest_opening):
            self.warn(TRUNCATED, "the text ends inside a mention", self.line)

    @staticmethod
    def _is_cut_off(tokens: list[str]) -> bool:
        """Whether the text ends within a tag; the beginning of a tag is removed."""
        word, bar, tags = tokens[-1].rpartition("|")
        if word and bar and tags in ("", "["):
            tokens[-1] = word
            return True
        return bool(bar) and tags.endswith((",", ",[")) and _are_tags(tags)

    def _add_zero(self) -> None:
        self._since_word += 1
        if self._since_word < EMPTY_NODES // 2:
            self._zeros.append(empty_position(len(self.words), self._since_word))
            self._latest = 0, 1
        else:
            self.warn("lost-crowded", f"more than {EMPTY_NODES // 2 - 1} stand here", self.line)
            self._latest = None

    def _tag(self, tag: str) -> None:
        match = _TAG.fullmatch(tag)
        if match is None or not (match[1] or match[3]) or self._latest is None:
            self.warn("lost-bad-tag", quoted(tag[:40]), self.line)
            self._unread += 1
            return
        words, zeros = len(self.words), len(self._zeros)
        entity, before, after = match[2], (words - self._latest[0], zeros - self._latest[1]), (words, zeros)
        if match[1] and match[3]:
            self._spans.append((before, after, entity))
        elif match[1]:
            self._open.setdefault(entity, []).append((before, after))
        elif self._open.get(entity):
            self._spans.append((self._open[entity].pop()[0], after, entity))
        else:
            self.warn(NEVER_OPENED, quoted(tag[:40]), self.line)
            self._repairs.append((before, after, entity))
        self._latest_opening = "" if match[3] else entity

    def result(self) -> Marked:
        """Return the words, the entities in order of their first mentions, and both once repaired."""
        spans, repairs = map(self._mentions, (self._spans, self._repairs))
        check_share(len(spans), len(repairs) + self._unread, self.source, self.line)
        repaired = Marked(self.words, grouped([*spans, *repairs])) if repairs else None
        return Marked(self.words, grouped(spans), repaired)

    def _mentions(self, spans: list[_Span]) -> list[tuple[Mention, int, str]]:
        mentions, listed = [], 0
        for (first, first_zero), (last, last_zero), entity in sorted(spans):
            mention = Mention(first, last)
            if first_zero < last_zero:
                listed += last - first + last_zero - first_zero
                if listed > LISTED + 50 * len(self.words):
                    fact = "the mentions that hold empty nodes are too long to be listed"
                    raise self.source.error("too-large", fact, self.line)
                mention = Mention.at([*range(first, last), *self._zeros[first_zero:last_zero]])
            mentions.append((mention, self.line, entity))
        return mentions
