"""Questions: does this pronoun refer to this phrase? The texts of a challenge set with what is asked of them."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from corefscope.basics.arguments import path
from corefscope.basics.checksums import ReadFile
from corefscope.basics.escaping import quoted
from corefscope.basics.writing import write_file, write_folder
from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.files.blocks import Blocks
from corefscope.formats.files.text import FileReader, lines_of
from corefscope.model import CHARACTERS, Corpus
from corefscope.problems import Notices


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
    files: tuple[ReadFile, ...]
    notices: Notices

    def corpus(self) -> Corpus:
        """The right answers as a key in characters: each question's pronouns with the phrase they refer to."""
        builder = CorpusBuilder(self.path, CHARACTERS)
        for question in self.questions:
            builder.add_document(question.id, question.line, raw=question.text)
            right = [phrase.span for phrase in question.phrases if phrase.right]
            builder.add_entity("1", [*right, *question.pronouns], question.line)
        return builder.corpus("questions", Notices())


class DataFile(FileReader):
    """One file of a challenge set: its lines, and errors by line."""

    read: ReadFile | None = None

    def lines(self, format: str) -> Iterator[tuple[int, str]]:
        """The lines that are not empty, with their numbers."""
        blocks = Blocks(self.source)
        text = self.decode(blocks.whole())
        self.read = blocks.record(format)
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
            elif len(cells) != len(names):
                fact = f"the row has {len(cells)} cells, the first line {len(names)}"
                self.refuse("bad-question", fact, number)
            else:
                yield number, dict(zip(names, cells, strict=True))


def make_texts(asked: QuestionSet, target: str | os.PathLike[str]) -> int:
    """Write the texts: into a `.jsonl` file with `doc_key` and `text`, or as `.txt` files into a folder."""
    place = path(target, "the target")
    if place.endswith(".jsonl"):
        rows = ({"doc_key": each.id, "text": each.text} for each in asked.questions)
        write_file(place, "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows))
    else:
        write_folder(place, {f"{each.id.removesuffix('.txt')}.txt": each.text for each in asked.questions})
    return len(asked.questions)
