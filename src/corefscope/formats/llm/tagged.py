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
from typing import NamedTuple

from corefscope.basics.escaping import quoted
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import FileReader, decoded
from corefscope.formats.llm import output as llm
from corefscope.formats.registry import Options
from corefscope.model import EMPTY_NODES, Corpus, Mention, empty_position
from corefscope.problems import Notices

ZERO = "##"
# The positions of mentions with an empty node are listed; in a real text they are few.
LISTED = 1_000_000
# A document needs much more memory than an empty line.
DOCUMENTS = 100_000
_TOKEN = re.compile(r"[^ \t\r\f\v]+")
_TAG = re.compile(r"(\[?)([^\s\[\],|]+)(\]?)")
_NEARLY_TAGS = re.compile(r"[\w\[\],-]*")
_BARE_TAG = re.compile(r"e\d+")


class _Place(NamedTuple):
    """A place between words: the number of words and of empty nodes before it."""

    words: int
    zeros: int


_WORD, _ZERO = _Place(1, 0), _Place(0, 1)


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """Read the documents of one file."""
    builder = llm.OutputBuilder(source)
    room = LISTED + len(content)
    text = decoded(content, source.path, notices).rstrip()
    if text.count("\n") >= DOCUMENTS:
        hint = "a line is a whole document"
        raise source.error("too-large", f"the file has more than {DOCUMENTS} lines", hint=hint)
    for number, line in enumerate(text.split("\n"), 1):
        name, tokens = _named(line)
        document = _TaggedDocument(source, notices, number, room)
        document.parse(_TOKEN.findall(tokens))
        builder.add(document, name, number, document.words, *document.entities())
        room = document.room
    return builder.corpus(notices)


def _named(line: str) -> tuple[str, str]:
    """The name before the first tab and the text after it; a tab after the first tag is a blank like others."""
    name, tab, text = line.partition("\t")
    is_name = tab and name.strip() and not any("|" in token and _split(token)[1] for token in _TOKEN.findall(name))
    return (name, text) if is_name else ("", line)


def _split(token: str) -> tuple[str, Sequence[str]]:
    """The word and its tags, including nearly correct tags, which are counted as lost."""
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

    def __init__(self, source: Source, notices: Notices, line: int, room: int) -> None:
        super().__init__(source, notices)
        self.line, self.room = line, room
        self.words: list[str] = []
        self._zeros: list[int] = []  # their positions
        self._since_word = 0
        self._latest: _Place | None = None  # one word or one empty node, whichever came last
        self._open: dict[str, list[tuple[_Place, _Place]]] = {}  # before and after the word that opens
        self._spans: list[tuple[_Place, _Place, str]] = []
        self._latest_opening = ""
        self._repairs: list[tuple[_Place, _Place, str]] = []  # one word for each lost mention

    def parse(self, tokens: list[str]) -> None:
        cut_off = bool(tokens) and self._is_cut_off(tokens)
        for token in tokens:
            word, tags = _split(token) if "|" in token else (token, ())
            if word.startswith(ZERO):
                self._add_zero()
            elif word:
                self.words.append(word)
                self._since_word, self._latest = 0, _WORD
            elif tags:
                self.warn("tag-apart", f"{quoted(token[:40])} is read as the tag of the word before", self.line)
            for tag in tags:
                self._tag(tag)
        for entity, places in self._open.items():
            self._repairs += [(*place, entity) for place in places]
            for _ in places:
                self.warn(llm.NEVER_CLOSES, f"'[{entity[:40]}'", self.line)
        if cut_off or self._open.get(self._latest_opening):
            self.warn(llm.TRUNCATED, "the text ends inside a mention", self.line)

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
            self._latest = _ZERO
        else:
            self.warn("lost-crowded", f"more than {EMPTY_NODES // 2 - 1} stand here", self.line)
            self._latest = None

    def _tag(self, tag: str) -> None:
        match = _TAG.fullmatch(tag)
        if match is None or not (match[1] or match[3]) or self._latest is None:
            self.warn("lost-bad-tag", quoted(tag[:40]), self.line)
            return
        entity, after = match[2], _Place(len(self.words), len(self._zeros))
        before = _Place(after.words - self._latest.words, after.zeros - self._latest.zeros)
        if match[1] and match[3]:
            self._spans.append((before, after, entity))
        elif match[1]:
            self._open.setdefault(entity, []).append((before, after))
        elif self._open.get(entity):
            self._spans.append((self._open[entity].pop()[0], after, entity))
        else:
            self.warn(llm.NEVER_OPENED, quoted(tag[:40]), self.line)
            self._repairs.append((before, after, entity))
        self._latest_opening = "" if match[3] else entity

    def entities(self) -> tuple[llm.Entities, tuple[list[str], llm.Entities] | None]:
        """Entities by name, in order of their first mentions; also the words and entities with repaired mentions."""
        found = [(self._mention(*span[:2]), self.line, span[2]) for span in sorted(self._spans)]
        repaired = [(self._mention(*span[:2]), self.line, span[2]) for span in sorted(self._repairs)]
        return llm.grouped(found), (self.words, llm.grouped([*found, *repaired])) if repaired else None

    def _mention(self, start: _Place, end: _Place) -> Mention:
        if start.zeros == end.zeros:
            return Mention(start.words, end.words)
        self.room -= end.words - start.words + end.zeros - start.zeros
        if self.room < 0:
            fact = "the mentions that hold empty nodes are too long to be listed"
            raise self.source.error("too-large", fact, self.line)
        return Mention.at([*range(start.words, end.words), *self._zeros[start.zeros : end.zeros]])
