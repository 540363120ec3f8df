"""What a language model wrote: the answers in a file, and the corpus that they become.

A file holds one answer, or several below lines `=== NAME ===`, or it is JSON Lines with a name and the model's text in
a field such as `output`, in chat messages, or in the body of a batch. What the model thought before its answer is left
out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple, TypeVar

from corefscope.basics.codes import WarningCode
from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.detect import OUTPUT_FIELDS, THOUGHT
from corefscope.formats.files.sources import Source
from corefscope.formats.registry import Options
from corefscope.model import Corpus, Mention
from corefscope.problems import FormatError, Notices
from corefscope.text import MentionStrings

TRUNCATED: Final = "truncated-output"
# Fields of JSON Lines that name the document.
NAME_FIELDS = ("doc_key", "doc_id", "document_id", "custom_id", "id", "name")
# Where messages, choices and batches hold the text.
_MESSAGE_FIELDS = (*OUTPUT_FIELDS, "messages", "result", "body", "choices", "message", "content", "text")
# The answer may be cut off within the thoughts.
_THOUGHT = re.compile(rf"{THOUGHT.decode()}|\A\s*<(?:think|thinking)>(?s:.*)\Z", re.IGNORECASE)
_HEADER = re.compile(r"^===[ \t]+(\S[^\n]*)[ \t]===[^\S\n]*$", re.MULTILINE)
# Of at least this many marks, half must be read.
FEWEST_MARKS, SHARE_OF_MARKS = 4, 0.5
T = TypeVar("T")


class AnswerText(NamedTuple):
    """The text of one answer, with its first line, the name of its document and the text that the model was given."""

    name: str
    line: int
    text: str
    given: str | None = None
    place: int | None = None  # of a window of the document: its offset in tokens, or its number
    has_offset: bool = False


class AnswerRow(NamedTuple):
    """A mention of an answer, with its entity and its line."""

    mention: Mention
    entity: str
    line: int
    near: int | None = None  # its stated first character in the key's text


class Parsed(NamedTuple):
    """The words and the mentions of one answer, and the same with lost mentions repaired, if it has any.

    Words may be only those of mentions, and mentions known by their ends: see `text.MentionStrings`.
    """

    words: list[str]
    rows: list[AnswerRow]
    is_listed: bool = False
    has_ends_only: bool = False
    repaired: Parsed | None = None
    failed: frozenset[int] = frozenset()  # the words of the document that only windows without an answer have


Documents = Sequence[tuple[AnswerText, Parsed]]


def read_each(
    answers: Iterable[tuple[AnswerText, T]],
    parse: Callable[[AnswerText, T], tuple[AnswerText, Parsed]],
    source: Source,
    notices: Notices,
    options: Options,
    are_lists: bool = False,
) -> Corpus:
    """Return the corpus of all answers, whose words must be aligned with the key's.

    One of several that is refused is a document without mentions.
    """
    documents: list[tuple[AnswerText, Parsed]] = []
    errors, refused = list[FormatError](), set[int]()
    for answer, value in answers:
        try:
            answer, parsed = parse(answer, value)
        except FormatError as error:
            errors.append(error)
            refused.add(answer.line)
            parsed = Parsed([], [], is_listed=are_lists)
            code: WarningCode = "output-without-mentions" if error.code == "bad-json" else "answer-refused"
            notices.add(code, error.message, source.path, error.line or answer.line)
        else:
            if not parsed.words and not parsed.is_listed:
                notices.add("empty-output", "the document has no words", source.path, answer.line)
            elif not parsed.rows:
                notices.add("output-without-mentions", "the answer has no mention", source.path, answer.line)
        documents.append((answer, parsed))
    lines = {answer.line for answer, _ in documents}  # an answer may list several documents
    if lines == refused and not options.among_answers:
        for each in errors:
            notices.refuse(each)
    corpus = _corpus(documents, source, notices, options)
    if not any(parsed.repaired for _, parsed in documents):
        return corpus
    repaired = [(answer, parsed.repaired or parsed) for answer, parsed in documents]
    return replace(corpus, repaired=_corpus(repaired, source, Notices(), options))


def _corpus(documents: Documents, source: Source, notices: Notices, options: Options) -> Corpus:
    if options.chunks is not None:
        from corefscope.formats.llm.windows import joined

        documents = joined(documents, options.chunks == "names", source, notices)
    text = MentionStrings()
    builder = CorpusBuilder(source.path, text=text)
    for number, (answer, parsed) in enumerate(documents):
        builder.add_document(answer.name, answer.line, parsed.words)
        if parsed.is_listed:
            text.listed.add(number)
        if parsed.has_ends_only:
            text.ends.add(number)
        if parsed.failed:
            text.failed[number] = parsed.failed
        text.near |= {(number, row.mention.start): row.near for row in parsed.rows if row.near is not None}
        entities: dict[str, list[AnswerRow]] = {}
        for row in parsed.rows:
            entities.setdefault(row.entity, []).append(row)
        for name, rows in entities.items():
            builder.add_entity(name, [row.mention for row in rows], [row.line for row in rows])
    return replace(builder.corpus(source.stem, notices), inexact_text=True)


def check_share(read: int, lost: int, source: Source, line: int) -> None:
    """Refuse a text if less than half of its marks can be read."""
    if read + lost >= FEWEST_MARKS and read < SHARE_OF_MARKS * (read + lost):
        fact = f"only {read:,} of {read + lost:,} marks can be read"
        raise source.error(
            "too-few-marks", fact, line, "the answer is broken, or has another form: name it by --format"
        )


def answers_of(text: str, source: Source, notices: Notices) -> Iterator[AnswerText]:
    """Yield the answers without the model's thoughts, whose line breaks are kept."""
    for answer in answers_of_records(text) or _sections(text):
        thought = _THOUGHT.match(answer.text)
        if thought is not None:
            count = len(thought[0].split())
            notices.add("thinking-left-out", f"{count:,} words before the answer", source.path, answer.line)
            answer = answer._replace(text="\n" * thought[0].count("\n") + answer.text[thought.end() :])
        yield answer


def _sections(text: str) -> Iterator[AnswerText]:
    """Yield the answer for each document: a line `=== NAME ===` begins one; without any, all is one.

    >>> [each[:3] for each in _sections("=== a ===\\nOne.\\n=== b ===\\nTwo.")]
    [('a', 2, 'One.\\n'), ('b', 4, 'Two.')]
    """
    name, line, position = "", 1, 0
    for header in _HEADER.finditer(text):
        before = text[position : header.start()]
        if name or before.strip():
            yield AnswerText(name, line, before)
        line += before.count("\n") + 1
        name, position = header[1].rstrip(), header.end() + 1
    yield AnswerText(name, line, text[position:])


def answers_of_records(text: str) -> list[AnswerText]:
    """Return the answers in JSON Lines that hold a model's text; none if any line does not."""
    records: list[AnswerText] = []
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
        records.append(AnswerText(name_of(record), number, answer, given, place, type(offset) is int))
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
