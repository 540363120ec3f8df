"""What a language model wrote: the answers in a file, and the corpus that they become.

A file holds one answer, or several below lines `=== NAME ===`, or it is JSON Lines with a name and the model's text in
a field such as `output`, in chat messages, or in the body of a batch. What the model thought before its answer is left
out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, Final, NamedTuple

from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.detect import OUTPUT_FIELDS, THOUGHT
from corefscope.formats.files.sources import Source
from corefscope.formats.registry import Options
from corefscope.model import Corpus, Mention
from corefscope.problems import FormatError, Notices
from corefscope.text import MentionStrings

NEVER_CLOSES: Final = "lost-never-closes"
NEVER_OPENED: Final = "lost-never-opened"
TRUNCATED: Final = "truncated-output"
WITHOUT_MENTIONS: Final = "output-without-mentions"
# Fields of JSON Lines that name the document.
NAME_FIELDS = ("doc_key", "doc_id", "document_id", "custom_id", "id", "name")
# Where messages, choices and batches hold the text.
_MESSAGE_FIELDS = (*OUTPUT_FIELDS, "messages", "result", "body", "choices", "message", "content", "text")
# An answer may also end before its thinking does.
_THOUGHT = re.compile(rf"{THOUGHT.decode()}|\A\s*<(?:think|thinking)>(?s:.*)\Z", re.IGNORECASE)
_HEADER = re.compile(r"^===[ \t]+(\S[^\n]*)[ \t]===[^\S\n]*$", re.MULTILINE)
# Of at least so many marks, one in two has to be read.
FEWEST_MARKS, SHARE_OF_MARKS = 4, 0.5
Entities = dict[str, list[tuple[Mention, int]]]  # mentions and their lines, by name


class Answer(NamedTuple):
    """The text of one answer, with its first line, the name of its document and the text that the model was given."""

    name: str
    line: int
    text: str
    given: str | None = None
    place: int | None = None  # of a window of the document: its offset in tokens, or its number
    has_offset: bool = False


class Marked(NamedTuple):
    """What was read from one answer, and the same with lost mentions repaired."""

    words: list[str]
    entities: Entities
    repaired: Marked | None = None


class AnswersBuilder:
    """The corpus of a file, and the same with lost mentions repaired."""

    def __init__(self, source: Source, notices: Notices, chunks: str | None = None) -> None:
        self.source, self.notices, self.text, self.chunks = source, notices, MentionStrings(), chunks
        self.documents: list[tuple[Answer, Marked]] = []

    def read(self, listed: Iterable[Answer], options: Options, read: Callable[[Answer], Marked]) -> Corpus:
        """Read answers; one of several that is refused is a document without mentions."""
        errors: list[FormatError] = []
        for answer in listed:
            try:
                marked = read(answer)
            except FormatError as error:
                errors.append(error)
                self.notices.add("answer-refused", error.message, self.source.path, answer.line)
                marked = Marked([], {})
            else:
                self._warn(marked, answer.line)
            self.documents.append((answer, marked))
        if len(errors) == len(self.documents) and not options.among_answers:
            for each in errors:
                self.notices.refuse(each)
        return self.corpus()

    def _warn(self, marked: Marked, line: int) -> None:
        if not marked.words:
            self.notices.add("empty-output", "the document has no words", self.source.path, line)
        elif not marked.entities:
            self.notices.add(WITHOUT_MENTIONS, "the document has words but no mention", self.source.path, line)

    def corpus(self) -> Corpus:
        """Return the corpus of all documents, whose words must be aligned with the key's."""
        plain, repaired = CorpusBuilder(self.source.path, text=self.text), CorpusBuilder(self.source.path)
        documents = self.documents
        if self.chunks is not None:
            from corefscope.formats.llm.windows import joined

            documents = joined(documents, self.chunks == "names", self.source, self.notices)
        is_repaired = any(marked.repaired for _, marked in documents)
        for answer, marked in documents:
            _add_document(plain, answer, marked)
            if is_repaired:
                _add_document(repaired, answer, marked.repaired or marked)
        corpus = replace(plain.corpus(self.source.stem, self.notices), inexact_text=True)
        if not is_repaired:
            return corpus
        return replace(corpus, repaired=replace(repaired.corpus(self.source.stem, Notices()), inexact_text=True))


def _add_document(builder: CorpusBuilder, answer: Answer, marked: Marked) -> None:
    builder.add_document(answer.name, answer.line, marked.words)
    for entity, mentions in marked.entities.items():
        builder.add_entity(entity, [mention for mention, _ in mentions], [place for _, place in mentions])


def grouped(mentions: Iterable[tuple[Mention, int, str]]) -> Entities:
    """Return mentions with their lines, by entity."""
    entities: Entities = {}
    for mention, line, entity in mentions:
        entities.setdefault(entity, []).append((mention, line))
    return entities


def check_share(read: int, lost: int, source: Source, line: int) -> None:
    """Refuse a text of which less than half of the marks can be read: it would be read by halves."""
    if read + lost >= FEWEST_MARKS and read < SHARE_OF_MARKS * (read + lost):
        fact = f"only {read:,} of {read + lost:,} marks can be read"
        raise source.error(
            "too-few-marks", fact, line, "the answer is broken, or has another form: name it by --format"
        )


def answers(text: str, source: Source, notices: Notices) -> Iterator[Answer]:
    """Yield the answers without what the model thought before, whose lines are kept."""
    for answer in documents(text):
        thought = _THOUGHT.match(answer.text)
        if thought is not None:
            count = len(thought[0].split())
            notices.add("thinking-left-out", f"{count:,} words before the answer", source.path, answer.line)
            answer = answer._replace(text="\n" * thought[0].count("\n") + answer.text[thought.end() :])
        yield answer


def documents(text: str) -> Iterator[Answer]:
    """Yield the answer for each document: a line `=== NAME ===` begins one; without any, all is one.

    >>> [each[:3] for each in documents("=== a ===\\nOne.\\n=== b ===\\nTwo.")]
    [('a', 2, 'One.\\n'), ('b', 4, 'Two.')]
    """
    records = answers_of_records(text)
    yield from records
    if records:
        return
    name, line, position = "", 1, 0
    for header in _HEADER.finditer(text):
        before = text[position : header.start()]
        if name or before.strip():
            yield Answer(name, line, before)
        line += before.count("\n") + 1
        name, position = header[1].rstrip(), header.end() + 1
    yield Answer(name, line, text[position:])


def answers_of_records(text: str) -> list[Answer]:
    """Return the answers in JSON Lines that hold a model's text; nothing if a line does not."""
    records: list[Answer] = []
    for number, line in enumerate(text.split("\n") if text.lstrip().startswith("{") else (), 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            return []
        answer = _answer_of(record) if isinstance(record, dict) else None
        if answer is None:
            return []
        given, offset = record.get("text"), record.get("offset")
        given = given if isinstance(given, str) else None
        place = next((each for each in (offset, record.get("window")) if type(each) is int), None)
        # All of an answer is in one line of the file.
        answer = answer.replace("\n", "\v")
        records.append(Answer(name_of(record), number, answer, given, place, type(offset) is int))
    return records


def _answer_of(record: dict[str, Any]) -> str | None:
    """Return the model's text in a record; "" if it gave none, None if the record is of another kind."""
    fields = [field for field in (*OUTPUT_FIELDS, "messages") if field in record]
    if "custom_id" in record:  # a batch, whose requests may have failed
        return _message(record.get("response") or record.get("result") or record.get("output")) or ""
    return _message(record[fields[0]]) if len(fields) == 1 else None


def _message(value: Any) -> str | None:
    """Return the text in a message, or in what holds messages."""
    if value is None or isinstance(value, str):
        return value or ""
    if isinstance(value, list) and all(isinstance(each, dict) for each in value):
        parts = [each["text"] for each in value if isinstance(each.get("text"), str) and "role" not in each]
        if parts:
            return "".join(parts)
        written = [each for each in value if each.get("role", "assistant") == "assistant"]
        return _message(written[-1]) if written else None
    if isinstance(value, dict):
        return next((_message(value[field]) for field in _MESSAGE_FIELDS if field in value), None)
    return None


def name_of(record: dict[str, object], fields: tuple[str, ...] = NAME_FIELDS) -> str:
    """Return the name of a document, in the first of these fields that has one."""
    return str(next((record[field] for field in fields if isinstance(record.get(field), str | int)), ""))
