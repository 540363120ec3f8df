"""What a language model wrote: the documents in a file, and the corpus that they become.

A file holds one document, or several below lines `=== NAME ===`, or it is JSON Lines with a name and the model's text
in a field such as `output`. What the model thought before its answer is left out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.detect import OUTPUT_FIELDS, THOUGHT
from corefscope.formats.files.sources import Source
from corefscope.model import Corpus, Mention
from corefscope.problems import Notices

NEVER_CLOSES: Final = "lost-never-closes"
NEVER_OPENED: Final = "lost-never-opened"
TRUNCATED: Final = "truncated-output"
WITHOUT_MENTIONS: Final = "output-without-mentions"
# Fields of JSON Lines that name the document.
NAME_FIELDS = ("doc_key", "doc_id", "document_id", "id", "name")
# An answer may also end before its thinking does.
_THOUGHT = re.compile(rf"{THOUGHT.decode()}|\A\s*<(?:think|thinking)>(?s:.*)\Z", re.IGNORECASE)
_HEADER = re.compile(r"^===[ \t]+(\S[^\n]*)[ \t]===[^\S\n]*$", re.MULTILINE)
Entities = dict[str, list[tuple[Mention, int]]]  # mentions and their lines, by name


class AnswersBuilder:
    """The corpus of a file, and the same with lost mentions repaired."""

    def __init__(self, source: Source, notices: Notices) -> None:
        self.source, self.notices, self._is_repaired = source, notices, False
        self._plain, self._repaired = CorpusBuilder(source.path), CorpusBuilder(source.path)

    def add(
        self,
        name: str,
        line: int,
        words: list[str],
        entities: Entities,
        repaired: tuple[list[str], Entities] | None = None,
    ) -> None:
        """Add a document with its entities, and its words and entities once repaired; warn about what it lacks."""
        self._is_repaired |= repaired is not None
        add_document(self._plain, name, line, words, entities)
        add_document(self._repaired, name, line, *(repaired or (words, entities)))
        if not words:
            self.notices.add("empty-output", "the document has no words", self.source.path, line)
        elif not entities:
            self.notices.add(WITHOUT_MENTIONS, "the document has words but no mention", self.source.path, line)

    def corpus(self) -> Corpus:
        corpus = aligned_later(self._plain, self.source, self.notices)
        if not self._is_repaired:
            return corpus
        return replace(corpus, repaired=aligned_later(self._repaired, self.source, Notices()))


def add_document(builder: CorpusBuilder, name: str, line: int, words: list[str], entities: Entities) -> None:
    builder.add_document(name, line, words)
    for entity, mentions in entities.items():
        builder.add_entity(entity, [mention for mention, _ in mentions], [place for _, place in mentions])


def aligned_later(builder: CorpusBuilder, source: Source, notices: Notices) -> Corpus:
    """Return a corpus whose words must be aligned with the key's."""
    return replace(builder.corpus(source.stem, notices), inexact_text=True)


def grouped(mentions: Iterable[tuple[Mention, int, str]]) -> Entities:
    """Return mentions with their lines, by entity."""
    entities: Entities = {}
    for mention, line, entity in mentions:
        entities.setdefault(entity, []).append((mention, line))
    return entities


def answers(text: str, source: Source, notices: Notices) -> Iterator[tuple[str, int, str]]:
    """Yield name, first line and text of each document without what the model thought before, whose lines are kept."""
    for name, line, answer in documents(text):
        thought = _THOUGHT.match(answer)
        if thought is not None:
            count = len(thought[0].split())
            notices.add("thinking-left-out", f"{count:,} words before the answer", source.path, line)
            answer = "\n" * thought[0].count("\n") + answer[thought.end() :]
        yield name, line, answer


def documents(text: str) -> Iterator[tuple[str, int, str]]:
    """Yield name, first line and text of each document: a line `=== NAME ===` begins one; without any, all is one.

    >>> list(documents("=== a ===\\nOne.\\n=== b ===\\nTwo."))
    [('a', 2, 'One.\\n'), ('b', 4, 'Two.')]
    """
    records = _records(text)
    yield from records
    if records:
        return
    name, line, position = "", 1, 0
    for header in _HEADER.finditer(text):
        before = text[position : header.start()]
        if name or before.strip():
            yield name, line, before
        line += before.count("\n") + 1
        name, position = header[1].rstrip(), header.end() + 1
    yield name, line, text[position:]


def _records(text: str) -> list[tuple[str, int, str]]:
    """Return name, line and text of each line of JSON Lines that holds a model's text; nothing if a line does not."""
    records: list[tuple[str, int, str]] = []
    for number, line in enumerate(text.split("\n") if text.lstrip().startswith("{") else (), 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            return []
        fields = [field for field in OUTPUT_FIELDS if field in record] if isinstance(record, dict) else []
        texts = ["" if record[field] is None else record[field] for field in fields]  # null: the model gave no answer
        if len(texts) != 1 or not isinstance(texts[0], str):
            return []
        records.append((name_of(record), number, texts[0].replace("\n", "\v")))  # all of it is in one line of the file
    return records


def name_of(record: dict[str, object], fields: tuple[str, ...] = NAME_FIELDS) -> str:
    """Return the name of a document, in the first of these fields that has one."""
    return str(next((record[field] for field in fields if isinstance(record.get(field), str | int)), ""))
