"""What the readers of language models' output share: text with markup becomes words and mentions.

Words are what blanks separate once the markup is gone, and markup separates words as well: `[Tom](#1)'s`
is `Tom` and `'s`, so that mentions begin and end with words. Output may be cut off or broken anywhere: a mention
whose markup is not whole is lost and counted, the text around it stays. The words may differ from the
key's; the corpus says so (`inexact_text`), and they are aligned when they are scored.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from corefscope.basics.escaping import quoted
from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.files.sources import Source
from corefscope.model import Corpus, Mention
from corefscope.problems import FormatError, Notices

# A model that repeats an opening mark for ever has to stop somewhere.
DEEPEST = 100_000
NEVER_CLOSES = "lost-never-closes"
NEVER_OPENED = "lost-never-opened"
NO_ENTITY = "lost-without-entity"
NO_WORDS = "lost-without-words"
TRUNCATED = "truncated-output"
_HEADER = re.compile(r"^===[ \t]+(\S[^\n]*)$", re.MULTILINE)


class Output:
    """One document: a text, the pieces of markup to cut out of it, in order, and the mentions between them."""

    def __init__(self, text: str, source: Source, notices: Notices, name: str = "", line: int = 1) -> None:
        self.text, self.source, self.notices, self.name, self.line = text, source, notices, name, line
        self._cuts: list[tuple[int, int, int] | None] = []
        self._mentions: list[tuple[int, int, str]] = []
        self._counted, self._line = 0, line

    def cut(self, start: int, end: int) -> int:
        """A piece of markup that follows all earlier ones; gives its number."""
        self._line += self.text.count("\n", self._counted, start)
        self._counted = start
        self._cuts.append((start, end, self._line))
        return len(self._cuts) - 1

    def keep(self, number: int) -> None:
        """The piece was no markup after all, but text."""
        self._cuts[number] = None

    def mention(self, opening: int, closing: int, entity: str) -> None:
        """A mention between two pieces of markup; one that names no entity is lost."""
        if entity:
            self._mentions.append((opening, closing, entity))
        else:
            self.lose(NO_ENTITY, opening)

    def lose(self, kind: str, number: int) -> None:
        start, _, line = self._cuts[number] or (0, 0, self.line)
        self.notices.add(kind, f"at {quoted(self.text[start : start + 40])}", self.source.path, line)

    def check_depth(self, depth: int) -> None:
        if depth > DEEPEST:
            raise FormatError(
                "too-deep",
                f"more than {DEEPEST} mentions are open at once",
                self.source.path,
                self._line,
                "the output is broken",
            )

    def ends_inside(self, open_pieces: list[int], cut_off: bool) -> None:
        """Mentions that are open at the end are lost; the last of them shows that the output was cut off."""
        for number in open_pieces:
            self.lose(NEVER_CLOSES, number)
        if cut_off:
            self.notices.add(TRUNCATED, "the text ends inside a mention", self.source.path, self._line)

    def add_to(self, builder: CorpusBuilder, clean: Callable[[str], str] = str) -> None:
        """Adds the document with its words and entities; `clean` undoes escapes in a piece of text."""
        words: list[str] = []
        before: list[int] = []  # words before each piece of markup
        position = 0
        for piece in self._cuts:
            if piece is not None:
                words.extend(clean(self.text[position : piece[0]]).split())
                position = piece[1]
            before.append(len(words))
        words.extend(clean(self.text[position:]).split())
        entities: dict[str, list[tuple[Mention, int]]] = {}
        for opening, closing, entity in sorted(self._mentions):
            if before[opening] == before[closing]:
                self.lose(NO_WORDS, opening)
            else:
                _, _, line = self._cuts[opening] or (0, 0, 0)
                found = Mention(before[opening], before[closing])
                entities.setdefault(entity, []).append((found, line))
        add_document(builder, self.notices, self.source, self.name, self.line, words, entities)


def add_document(
    builder: CorpusBuilder,
    notices: Notices,
    source: Source,
    name: str,
    line: int,
    words: list[str],
    entities: dict[str, list[tuple[Mention, int]]],
) -> None:
    """A document with its entities, whose mentions come with their lines; nothing to find is worth a notice."""
    builder.add_document(name, line, words)
    for entity, mentions in entities.items():
        builder.add_entity(entity, [mention for mention, _ in mentions], [place for _, place in mentions])
    if not words:
        notices.add("empty-output", "the document has no words", source.path, line)
    elif not entities:
        notices.add("output-without-mentions", "the document has words but no mention", source.path, line)


def documents(text: str) -> Iterator[tuple[str, int, str]]:
    """Name, first line and text of each document: lines `=== NAME ===` begin one; without any, all is one.

    >>> list(documents("=== a ===\\nOne.\\n=== b ===\\nTwo."))
    [('a', 2, 'One.\\n'), ('b', 4, 'Two.')]
    """
    name, line, position = "", 1, 0
    for header in _HEADER.finditer(text):
        title = header[1].rstrip()
        if title.endswith((" ===", "\t===")):
            before = text[position : header.start()]
            if name or before.strip():
                yield name, line, before
            line += before.count("\n") + 1
            name, position = title[:-4].rstrip(), header.end() + 1
    yield name, line, text[position:]


def finished(builder: CorpusBuilder, source: Source, notices: Notices) -> Corpus:
    """The corpus, marked as one whose words have to be aligned with the key's."""
    return replace(builder.corpus(source.stem, notices), inexact_text=True)
