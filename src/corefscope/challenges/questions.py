"""Questions: does this pronoun refer to this phrase? The texts of a challenge set with what is asked of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from corefscope.basics.checksums import ReadFile
from corefscope.basics.escaping import quoted
from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.files.blocks import Blocks
from corefscope.formats.files.sources import Source, find
from corefscope.formats.files.text import FileReader, lines_of
from corefscope.model import CHARACTERS, Corpus
from corefscope.problems import CorefscopeError, FormatError, Notices

_DETERMINER = r"(?:(?:the|an|a)\s+)?"


class Span(NamedTuple):
    """Characters of the question's text; the end is exclusive."""

    start: int
    end: int


class Phrase(NamedTuple):
    """A name or noun phrase, and whether the pronoun refers to it."""

    span: Span
    right: bool


@dataclass(frozen=True)
class Question:
    """One text, its pronouns, and the phrases that each of them may refer to.

    `labels` say what the answer is reported by, such as `gender`; questions of one `group` are about the same words
    and are resampled together. `aliases` are other names that a response may know the text by.
    """

    id: str
    text: str
    pronouns: tuple[Span, ...]
    phrases: tuple[Phrase, ...]
    labels: Mapping[str, str]
    group: str
    source: str
    line: int
    aliases: tuple[str, ...] = ()
    stratum: str = ""  # the set has so many questions of it by design: resamples have as many


@dataclass(frozen=True)
class QuestionSet:
    """All questions of a challenge set, as they were read."""

    name: str
    path: str
    questions: tuple[Question, ...]
    files: tuple[ReadFile, ...] = ()
    notices: Notices = field(default_factory=Notices)

    def corpus(self) -> Corpus:
        """The right answers as a key in characters: each question's pronouns with the phrase they refer to."""
        builder = CorpusBuilder(self.path, CHARACTERS)
        for question in self.questions:
            builder.add_document(question.id, question.line, raw=question.text)
            right = [phrase.span for phrase in question.phrases if phrase.right]
            builder.add_entity("1", [*right, *question.pronouns], question.line)
        return builder.corpus("questions", Notices())


class DataFile(FileReader):
    """One file of a challenge set: its lines, and errors by line; `read` collects what was read."""

    def __init__(self, source: Source, notices: Notices, read: list[ReadFile]) -> None:
        super().__init__(source, notices)
        self.read = read

    def lines(self, format: str) -> Iterator[tuple[int, str]]:
        """The lines that are not empty, with their numbers."""
        blocks = Blocks(self.source)
        text = self.decode(blocks.whole())
        self.read.append(blocks.record(format))
        for number, line in lines_of(text):
            if line.strip():
                yield number, line

    def rows(self, format: str, needed: Sequence[str], known: str) -> Iterator[tuple[int, dict[str, str]]]:
        """The rows of a table with tabs, by the names in its first line; no quotes, as the sets are written.

        `known` names a file that has these columns, for the hint.
        """
        names: list[str] = []
        for number, line in self.lines(format):
            cells = line.split("\t")
            if not names:
                names = [name.strip() for name in cells]
                absent = [name for name in needed if name not in names]
                if absent:
                    fact = f"the first line has no column {quoted(absent[0])}"
                    hint = f"expected {', '.join(needed)}, as {known} has them; DATA stands before RESPONSE"
                    raise self.source.error("not-the-challenge", fact, number, hint)
                continue
            if len(cells) != len(names):
                fact = f"the row has {len(cells)} cells, the first line {len(names)}"
                self.refuse("bad-question", fact, number)
                continue
            yield number, dict(zip(names, cells, strict=True))


def data_files(path: str, notices: Notices) -> tuple[list[DataFile], list[ReadFile]]:
    """The files that DATA means, each to be read by the set's own reader."""
    read: list[ReadFile] = []
    return [DataFile(source, notices, read) for source in find(path, Notices(), any_suffix=True)], read


def finished(name: str, path: str, questions: list[Question], read: list[ReadFile], notices: Notices) -> QuestionSet:
    """Refuse what cannot be asked: a repeated id, or no question at all."""
    first: dict[str, Question] = {}
    for question in questions:
        other = first.setdefault(question.id, question)
        if other is not question:
            fact, hint = f"the question {quoted(question.id)} occurs twice", f"first at {other.source}:{other.line}"
            notices.refuse(FormatError("repeated-question", fact, question.source, question.line, hint))
    notices.stop()
    if not questions:
        raise FormatError("no-question", "the file holds no question", path)
    return QuestionSet(name, path, tuple(questions), tuple(read), notices)


def find_phrase(text: str, noun: str) -> Span | None:
    """The one place of a noun with its article; None if it is not there, an error if it is there twice.

    >>> find_phrase("The nurse thanked the patient.", "patient")
    Span(start=18, end=29)
    """
    return _only(re.compile(rf"\b{_DETERMINER}{re.escape(noun)}\b", re.IGNORECASE), text, noun)


def find_word(text: str, forms: Sequence[str]) -> Span | None:
    """The one place of a word, of which there may be several forms."""
    either = "|".join(map(re.escape, forms))
    return _only(re.compile(rf"\b(?:{either})\b", re.IGNORECASE), text, " or ".join(forms))


def _only(pattern: re.Pattern[str], text: str, what: str) -> Span | None:
    found = [Span(*match.span()) for match in pattern.finditer(text)]
    if len(found) > 1:
        raise CorefscopeError("bad-question", f"{quoted(what)} occurs {len(found)} times in the sentence")
    return found[0] if found else None
