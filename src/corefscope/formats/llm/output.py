"""What the readers of language models' output share: text with markup becomes words and mentions.

Words are separated by blanks and by markup: `[Tom](#1)'s` is `Tom` and `'s`, so that mentions begin and end with
words. Output may be truncated or broken anywhere: a mention with incomplete markup is lost and counted, the text around
it stays. The words may differ from the key's (`inexact_text`); they are aligned when they are scored.

A second corpus, `repaired`, has in addition the lost mentions whose entity and one border are known. One that never
closes ends with the longest complete mention of the document whose words follow, in any case; without one before the
next markup, punctuation mark or end of the line. One that was never opened is the one word before its end.

A file holds one document, or several below lines `=== NAME ===`, or it is JSON Lines with a name and the model's text
in a field such as `output`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from corefscope.basics.escaping import quoted
from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.detect import THOUGHT
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import FileReader, decoded
from corefscope.model import Corpus, Mention
from corefscope.problems import FormatError, Notices

# A model that repeats an opening mark endlessly.
DEEPEST = 100_000
# Words of a complete mention to which one that never closes is compared.
LONGEST_KNOWN = 20
NEVER_CLOSES = "lost-never-closes"
NEVER_OPENED = "lost-never-opened"
TRUNCATED = "truncated-output"
# An answer may also end before its thinking does.
_THOUGHT = re.compile(rf"{THOUGHT.decode()}|\A\s*<(?:think|thinking)>(?s:.*)\Z", re.IGNORECASE)
# Fields of JSON Lines that hold what a model wrote, and those that name the document.
OUTPUT_FIELDS = ("output", "response", "completion", "prediction", "generated_text", "model_output")
NAME_FIELDS = ("doc_key", "doc_id", "document_id", "id", "name")
_CLAUSE = re.compile(r"\s*[^\n\v.,;:!?…()\"“”«»。，、；：！？]*")
_LAST_WORD = re.compile(r"\w[^\s]{0,99}\s*\Z")
_HEADER = re.compile(r"^===[ \t]+(\S[^\n]*)$", re.MULTILINE)
Entities = dict[str, list[tuple[Mention, int]]]  # mentions and their lines, by name


class Output(FileReader):
    """One document: a text, the markup to remove from it, in order, and the mentions between."""

    def __init__(self, text: str, source: Source, notices: Notices, name: str = "", line: int = 1) -> None:
        super().__init__(source, notices)
        self.text, self.name, self.line = text, name, line
        self._cuts: list[tuple[int, int, int] | None] = []  # start, end and line of markup; None: text after all
        self.open: list[int] = []  # numbers of markup that opens mentions
        self._last_closing = -1
        self._mentions: list[tuple[int, int, str]] = []
        self.entity_of: dict[int, str] = {}  # by markup that opens a mention, if it names the entity
        self._ends_alone: list[tuple[int, str]] = []  # markup that closes nothing, and its entity
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
        self.check_depth(len(self.open))

    def check_depth(self, depth: int) -> None:
        if depth > DEEPEST:
            fact = f"more than {DEEPEST} mentions are open at once"
            raise self.source.error("too-deep", fact, self._line, "the output is broken")

    def close_mention(self, start: int, end: int, entity: str) -> None:
        """Close the latest mention by markup; a mention without an entity is lost."""
        closing = self._last_closing = self.cut(start, end)
        if not self.open:
            self.lose_end(closing, entity)
        else:
            self.add_mention(self.open.pop(), closing, entity)

    def add_mention(self, opening: int, closing: int, entity: str) -> None:
        """Add the mention between two pieces of markup; without an entity it is lost."""
        self._last_closing = max(self._last_closing, closing)
        if entity:
            self._mentions.append((opening, closing, entity))
        else:
            self.lose("lost-without-entity", opening)

    def lose_end(self, closing: int, entity: str) -> None:
        """Lose the mention of markup that closes nothing."""
        self._last_closing = max(self._last_closing, closing)
        self.lose(NEVER_OPENED, closing)
        if entity:
            self._ends_alone.append((closing, entity))

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

    def add_to(self, builder: OutputBuilder, clean: Callable[[str], str]) -> None:
        """Add the document with its words and entities; `clean` removes escapes from text."""
        words, counts, _ = self._words(clean, [])
        found: list[tuple[Mention, int, str]] = []
        between = []
        for opening, closing, entity in sorted(self._mentions):
            if counts[opening] == counts[closing]:
                self.lose("lost-without-words", opening)
            else:
                _, _, line = self._cuts[opening] or (0, 0, 0)
                found.append((Mention(counts[opening], counts[closing]), line, entity))
                between.append((opening, closing))
        known = {tuple(word.lower() for word in words[mention.start : mention.end]) for mention, _, _ in found}
        repairs, repaired = list(self._repairs(known)), None
        if repairs:
            # Words are split at the borders of repaired mentions.
            other, counts, before = self._words(clean, sorted({place for each in repairs for place in each[:2]}))
            moved = [
                (Mention(counts[opening], counts[closing]), line, entity)
                for (opening, closing), (_, line, entity) in zip(between, found, strict=True)
            ]
            moved += [
                (Mention(before[start], before[end]), line, entity)
                for start, end, line, entity in repairs
                if before[start] < before[end]
            ]
            repaired = (other, grouped(moved)) if len(moved) > len(found) else None
        builder.add(self, self.name, self.line, words, grouped(found), repaired)

    def _words(self, clean: Callable[[str], str], borders: list[int]) -> tuple[list[str], list[int], dict[int, int]]:
        """Return the words, and how many are before each markup and before each border, at which words are split."""
        words: list[str] = []
        counts: list[int] = []
        before: dict[int, int] = {}
        position, rest = 0, borders[::-1]
        for place in (*self._cuts, (len(self.text), len(self.text), 0)):
            if place is not None:
                while rest and rest[-1] <= place[0]:
                    words.extend(clean(self.text[position : rest[-1]]).split())
                    position = max(position, rest[-1])
                    before[rest.pop()] = len(words)
                words.extend(clean(self.text[position : place[0]]).split())
                position = place[1]
            counts.append(len(words))
        return words, counts, before

    def _repairs(self, known: set[tuple[str, ...]]) -> Iterator[tuple[int, int, int, str]]:
        """Yield where lost mentions begin and end in the text, with their line and entity.

        `known` are the words of the complete mentions.
        """
        ends_alone, unclosed = dict(self._ends_alone), set(self.open) & self.entity_of.keys()
        if not ends_alone and not unclosed:
            return
        cuts = [(number, *place) for number, place in enumerate(self._cuts) if place is not None]
        places = [(-1, 0, 0, 0), *cuts, (-1, len(self.text), len(self.text), 0)]
        for (_, _, previous, _), (number, start, end, line), (_, following, _, _) in zip(
            places, cuts, places[2:], strict=False
        ):
            if number in unclosed:
                match = _CLAUSE.match(self.text, end, following)
                if match is not None:
                    yield end, _known_end(match, known), line, self.entity_of[number]
            elif number in ends_alone:
                match = _LAST_WORD.search(self.text, max(previous, start - 120), start)
                if match is not None:
                    yield match.start(), start, line, ends_alone[number]


def _known_end(clause: re.Match[str], known: set[tuple[str, ...]]) -> int:
    """Return where the longest known mention ends that begins the clause; without one, where the clause does."""
    words = list(islice(re.finditer(r"\S+", clause[0]), LONGEST_KNOWN))
    for count in range(len(words), 0, -1):
        if tuple(word[0].lower() for word in words[:count]) in known:
            return clause.start() + words[count - 1].end()
    return clause.end()


def grouped(mentions: Iterable[tuple[Mention, int, str]]) -> Entities:
    """Mentions with their lines, by entity."""
    entities: Entities = {}
    for mention, line, entity in mentions:
        entities.setdefault(entity, []).append((mention, line))
    return entities


def read(
    content: bytes,
    source: Source,
    notices: Notices,
    parse: Callable[[Output], None],
    clean: Callable[[str], str] = str,
) -> Corpus:
    """Read the documents of one file, given a function that finds the markup of a document."""
    builder = OutputBuilder(source)
    for name, line, text in answers(decoded(content, source.path, notices), source, notices):
        output = Output(text.rstrip(), source, notices, name, line)
        try:
            parse(output)
            output.add_to(builder, clean)
        except FormatError as error:
            notices.refuse(error)
    return builder.corpus(notices)


class OutputBuilder:
    """The corpus of a file, and the same with lost mentions repaired."""

    def __init__(self, source: Source) -> None:
        self.source, self._is_repaired = source, False
        self._plain, self._repaired = CorpusBuilder(source.path), CorpusBuilder(source.path)

    def add(
        self,
        reader: FileReader,
        name: str,
        line: int,
        words: list[str],
        entities: Entities,
        repaired: tuple[list[str], Entities] | None,
    ) -> None:
        """Add a document with its entities; warns about one without words or mentions."""
        self._is_repaired |= repaired is not None
        for builder, (its_words, found) in (
            (self._plain, (words, entities)),
            (self._repaired, repaired or (words, entities)),
        ):
            builder.add_document(name, line, its_words)
            for entity, mentions in found.items():
                builder.add_entity(entity, [mention for mention, _ in mentions], [place for _, place in mentions])
        if not words:
            reader.warn("empty-output", "the document has no words", line)
        elif not entities:
            reader.warn("output-without-mentions", "the document has words but no mention", line)

    def corpus(self, notices: Notices) -> Corpus:
        """Return the corpus, whose words must be aligned with the key's."""
        found = finished(self._plain, self.source, notices)
        if not self._is_repaired:
            return found
        return replace(found, repaired=finished(self._repaired, self.source, Notices()))


def answers(text: str, source: Source, notices: Notices) -> Iterator[tuple[str, int, str]]:
    """Name, first line and text of each document without what the model thought before, whose lines are kept."""
    for name, line, answer in documents(text):
        thought = _THOUGHT.match(answer)
        if thought is not None:
            words = len(thought[0].split())
            notices.add("thinking-left-out", f"{words:,} words before the answer", source.path, line)
            answer = "\n" * thought[0].count("\n") + answer[thought.end() :]
        yield name, line, answer


def documents(text: str) -> Iterator[tuple[str, int, str]]:
    """Name, first line and text of each document: a line `=== NAME ===` begins one; without any, all is one.

    >>> list(documents("=== a ===\\nOne.\\n=== b ===\\nTwo."))
    [('a', 2, 'One.\\n'), ('b', 4, 'Two.')]
    """
    records = _records(text)
    if records:
        yield from records
        return
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


def _records(text: str) -> Sequence[tuple[str, int, str]]:
    """Name, line and text of each line of JSON Lines that holds a model's text; nothing if a line does not."""
    found: list[tuple[str, int, str]] = []
    if not text.lstrip().startswith("{"):
        return found
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            return ()
        fields = [field for field in OUTPUT_FIELDS if field in record] if isinstance(record, dict) else []
        texts = ["" if record[field] is None else record[field] for field in fields]  # null: the model gave no answer
        if len(texts) != 1 or not isinstance(texts[0], str):
            return ()
        name = next((record[field] for field in NAME_FIELDS if isinstance(record.get(field), str | int)), "")
        found.append((str(name), number, texts[0].replace("\n", "\v")))  # all of it is in one line of the file
    return found


def finished(builder: CorpusBuilder, source: Source, notices: Notices) -> Corpus:
    """Return the corpus, whose words must be aligned with the key's."""
    return replace(builder.corpus(source.stem, notices), inexact_text=True)
