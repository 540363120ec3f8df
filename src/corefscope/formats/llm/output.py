"""What the readers of language models' output share: text with markup becomes words and mentions.

Words are separated by blanks and by markup: `[Tom](#1)'s` is `Tom` and `'s`, so that mentions begin and end with
words. Output may be truncated or broken anywhere: a mention with incomplete markup is lost and counted, the text around
it stays. The words may differ from the key's (`inexact_text`); they are aligned when they are scored.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from corefscope.basics.escaping import quoted
from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import FileReader, decoded
from corefscope.model import Corpus, Mention
from corefscope.problems import FormatError, Notices

# A model that repeats an opening mark endlessly.
DEEPEST = 100_000
NEVER_CLOSES = "lost-never-closes"
NEVER_OPENED = "lost-never-opened"
TRUNCATED = "truncated-output"
_HEADER = re.compile(r"^===[ \t]+(\S[^\n]*)$", re.MULTILINE)


class Output(FileReader):
    """One document: a text, the markup to remove from it, in order, and the mentions between."""

    def __init__(self, text: str, source: Source, notices: Notices, name: str = "", line: int = 1) -> None:
        super().__init__(source, notices)
        self.text, self.name, self.line = text, name, line
        self._cuts: list[tuple[int, int, int] | None] = []  # start, end and line of markup; None: text after all
        self.open: list[int] = []  # numbers of markup that opens mentions
        self._last_closing = -1
        self._mentions: list[tuple[int, int, str]] = []
        self._counted, self._line = 0, line

    def cut(self, start: int, end: int) -> int:
        """Remove markup that follows all earlier markup; returns its number."""
        self._line += self.text.count("\n", self._counted, start)
        self._counted = start
        self._cuts.append((start, end, self._line))
        return len(self._cuts) - 1

    def open_mention(self, start: int, end: int) -> None:
        """Open a mention by markup."""
        self.open.append(self.cut(start, end))
        if len(self.open) > DEEPEST:
            fact = f"more than {DEEPEST} mentions are open at once"
            raise self.source.error("too-deep", fact, self._line, "the output is broken")

    def close_mention(self, start: int, end: int, entity: str) -> None:
        """Close the latest mention by markup; a mention without an entity is lost."""
        closing = self._last_closing = self.cut(start, end)
        if not self.open:
            self.lose(NEVER_OPENED, closing)
        elif entity:
            self._mentions.append((self.open.pop(), closing, entity))
        else:
            self.lose("lost-without-entity", self.open.pop())

    def undo_opening(self) -> None:
        """Keep the latest opening markup as text."""
        self._cuts[self.open.pop()] = None

    def lose(self, kind: str, number: int) -> None:
        start, _, line = self._cuts[number] or (0, 0, self.line)
        self.warn(kind, f"at {quoted(self.text[start : start + 40])}", line)

    def finish(self, is_broken: bool) -> None:
        """Count the open mentions as lost; if the last markup is broken or opens one, the output was truncated."""
        for number in self.open:
            self.lose(NEVER_CLOSES, number)
        if is_broken or (self.open and self.open[-1] > self._last_closing):
            self.warn(TRUNCATED, "the text ends inside a mention", self._line)

    def add_to(self, builder: CorpusBuilder, clean: Callable[[str], str]) -> None:
        """Add the document with its words and entities; `clean` removes escapes from text."""
        words: list[str] = []
        before: list[int] = []  # words before each markup
        position = 0
        for place in self._cuts:
            if place is not None:
                words.extend(clean(self.text[position : place[0]]).split())
                position = place[1]
            before.append(len(words))
        words.extend(clean(self.text[position:]).split())
        entities: dict[str, list[tuple[Mention, int]]] = {}
        for opening, closing, entity in sorted(self._mentions):
            if before[opening] == before[closing]:
                self.lose("lost-without-words", opening)
            else:
                _, _, line = self._cuts[opening] or (0, 0, 0)
                found = Mention(before[opening], before[closing])
                entities.setdefault(entity, []).append((found, line))
        add_document(builder, self, self.name, self.line, words, entities)


def read(
    content: bytes,
    source: Source,
    notices: Notices,
    parse: Callable[[Output], None],
    clean: Callable[[str], str] = str,
) -> Corpus:
    """Read the documents of one file, given a function that finds the markup of a document."""
    builder = CorpusBuilder(source.path)
    for name, line, text in documents(decoded(content, source.path, notices)):
        output = Output(text.rstrip(), source, notices, name, line)
        try:
            parse(output)
            output.add_to(builder, clean)
        except FormatError as error:
            notices.refuse(error)
    return finished(builder, source, notices)


def add_document(
    builder: CorpusBuilder,
    reader: FileReader,
    name: str,
    line: int,
    words: list[str],
    entities: dict[str, list[tuple[Mention, int]]],
) -> None:
    """Add a document with its entities, whose mentions have lines; warns about one without words or mentions."""
    builder.add_document(name, line, words)
    for entity, mentions in entities.items():
        builder.add_entity(entity, [mention for mention, _ in mentions], [place for _, place in mentions])
    if not words:
        reader.warn("empty-output", "the document has no words", line)
    elif not entities:
        reader.warn("output-without-mentions", "the document has words but no mention", line)


def documents(text: str) -> Iterator[tuple[str, int, str]]:
    """Name, first line and text of each document: a line `=== NAME ===` begins one; without any, all is one.

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
    """Return the corpus, whose words must be aligned with the key's."""
    return replace(builder.corpus(source.stem, notices), inexact_text=True)
