"""Label Studio, Prodigy and doccano: JSON of texts, labelled spans, and relations between spans.

Offsets count characters (code points), and the end is exclusive. Spans that relations connect are an entity, others are
singletons.

Label Studio has tasks:

    {"id": 7, "data": {"text": "Ann ran. She won."},
     "annotations": [{"completed_by": 1, "result": [
        {"id": "a", "type": "labels", "value": {"start": 0, "end": 3, "text": "Ann", "labels": ["Person"]}},
        {"id": "b", "type": "labels", "value": {"start": 9, "end": 12, "text": "She", "labels": ["Person"]}},
        {"type": "relation", "from_id": "b", "to_id": "a", "direction": "right", "labels": ["coref"]}]}]}

A task may have annotations of several annotators; skipped ones (`was_cancelled`) do not count.
Predictions are read if no task has an annotation, or if their `model_version` is named as the annotator.

Prodigy has JSON Lines, of which only accepted answers count:

    {"text": "Ann ran.", "tokens": [{"text": "Ann", "start": 0, "end": 3, "id": 0}, …], "answer": "accept",
     "spans": [{"start": 0, "end": 3, "label": "PERSON"}],
     "relations": [{"head_span": {…}, "child_span": {…}, "label": "COREF"}]}

Mentions are counted in tokens if all texts have them. `_annotator_id` or `_session_id` is the annotator.

doccano has JSON Lines or JSON:

    {"id": 1, "text": "Ann ran. She won.",
     "entities": [{"id": 10, "label": "PER", "start_offset": 0, "end_offset": 3}, …],
     "relations": [{"id": 1, "from_id": 11, "to_id": 10, "type": "coref"}]}

Each annotator has a file, and the ZIP that doccano exports has all of them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar

import msgspec

from corefscope.formats.annotations import AnnotatedText, Annotations, Link
from corefscope.formats.files.blocks import filled_lines
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import excerpt, parsed
from corefscope.formats.registry import Options
from corefscope.formats.writing import WrittenText, filled_mentions, note_rest
from corefscope.model import CHARACTERS, TOKENS, Corpus, Document, Mention
from corefscope.problems import Notices

# The fields that name a document, of a record or of what a tool keeps of it.
RECORD_NAMES = ("doc_key", "doc_id", "document_id", "id", "name", "title", "filename")
Record = TypeVar("Record")


class TextRecord(msgspec.Struct, kw_only=True):
    """What the records of several tools have: a text, and fields that may name it."""

    text: str
    id: Any = None
    doc_key: Any = None
    doc_id: Any = None
    filename: Any = None
    meta: Any = None

    def name(self, *fields: str, otherwise: Any = None) -> str:
        """The first of these fields that is a name, in `meta` too; else another value."""
        return name_in({each: getattr(self, each) for each in fields}, self.meta) or as_text(otherwise)


def records(content: bytes, source: Source, kind: type[Record]) -> Iterator[tuple[int, Record]]:
    """The records of a file, each with its line."""
    if content.lstrip()[:1] == b"[":
        place, line = 0, 1
        for element in map(bytes, parsed(content, source, list[msgspec.Raw])):
            start = content.index(element, place)
            line += content.count(b"\n", place, start)
            yield line, parsed(element, source, kind, line)
            place = start + len(element)
            line += element.count(b"\n")
        return
    lines: Iterable[tuple[int, bytes]] = filled_lines(content)
    with suppress(msgspec.DecodeError):  # one object in several lines
        msgspec.json.decode(content, type=msgspec.Raw)
        lines = [(next(filled_lines(content))[0], content)]
    for line, text in lines:
        yield line, parsed(text, source, kind, line)


def warn_of_missing(reader: Annotations, lines_and_records: list[tuple[int, Any]], *fields: str) -> None:
    """Warn about records without a field that others of the file have."""
    for field in fields:
        lines = [line for line, record in lines_and_records if getattr(record, field) is None]
        for line in lines if len(lines) < len(lines_and_records) else ():
            reader.warn("field-missing", f"it has no {field}, which other records have", line)


def as_text(*values: Any) -> str:
    """The first value that is there."""
    return next((str(value) for value in values if value is not None), "")


def name_in(*fields: Any) -> str:
    """The name of a document in the first of these objects that has one."""
    for each in fields:
        if isinstance(each, dict):
            for name in RECORD_NAMES:
                if isinstance(value := each.get(name), str | int) and str(value).strip():
                    return str(value)
    return ""


# ---------------------------------------------------------------- Label Studio


class _Item(msgspec.Struct):
    """A region, a relation between two, or something else that an annotator said."""

    type: str = ""
    id: str | int | None = None
    value: dict[str, Any] | None = None
    from_id: str | int | None = None
    to_id: str | int | None = None
    labels: list[str] | None = None


class _Result(msgspec.Struct):
    """What one annotator, or one model, made of a task."""

    result: list[_Item]
    completed_by: int | str | dict[str, Any] | None = None
    model_version: str | None = None
    was_cancelled: bool | None = False

    def annotator(self) -> str:
        by = self.completed_by
        if isinstance(by, dict):
            by = next((by[name] for name in ("email", "username", "id") if by.get(name)), None)
        return str(by) if by is not None else self.model_version or ""


class _Task(msgspec.Struct):
    id: int | str | None = None
    data: dict[str, Any] = {}
    annotations: list[_Result] | None = None
    completions: list[_Result] | None = None  # before version 1.0
    predictions: list[_Result] | None = None


def read_label_studio(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """The tasks that were annotated; each is named by a field of its data (`doc_key`, `id`, …), else by its number."""
    reader = Annotations(content, source, notices, options, CHARACTERS)
    texts: list[AnnotatedText] = []
    texts_of_models: list[AnnotatedText] = []
    for line, task in records(content, source, _Task):
        annotations, predictions = task.annotations or task.completions or [], task.predictions or []
        for results, target in ((annotations, texts), (predictions, texts_of_models)):
            for each in results:
                if each.was_cancelled:
                    reader.warn("annotation-left-out", "the annotator skipped the task", line)
                else:
                    target.append(_label_studio_text(task, each, line, reader))
        if not annotations and not predictions:
            reader.warn("annotation-left-out", "the task has no annotations", line)
    if not texts or options.annotator in {text.annotator for text in texts_of_models}:
        texts = texts_of_models
    return reader.add_texts(texts, "task")


def _label_studio_text(task: _Task, result: _Result, line: int, reader: Annotations) -> AnnotatedText:
    values = {name: value for name, value in task.data.items() if isinstance(value, str)}
    if "text" not in values and len(values) != 1:
        hint = f"it has the fields {', '.join(values) or 'of no text'}; expected text"
        raise reader.source.error("missing-text", "the text field of the task is ambiguous", line, hint)
    raw = values["text"] if "text" in values else next(iter(values.values()))
    text = AnnotatedText(name_in(task.data) or as_text(task.id), line, raw, result.annotator())
    for item in result.result:
        id, value = str(item.id), item.value
        if item.type == "relation":
            text.links += [Link(each, str(item.from_id), str(item.to_id), line) for each in item.labels or [""]]
        elif value is not None and "start" in value and item.id is not None:
            labels = value.get(item.type)
            if id in text.spans:  # what more was said of the region
                continue
            label = labels[0] if isinstance(labels, list) and labels and isinstance(labels[0], str) else ""
            reader.add_span(text.spans, id, [(value["start"], value.get("end"))], raw, line, label, value.get("text"))
        elif item.from_id is not None or item.type.endswith("labels"):
            fact = f"an item of type {excerpt(item.type)} is neither a region with id and value.start nor a relation"
            raise reader.source.error("bad-record", fact, line)
    return text


def write_label_studio(documents: Sequence[Document], notices: Notices) -> str:
    """Write a task for each document, with a region for each mention and relations that connect them.

    The labelling interface is to have `<Labels name="label" toName="text">` with the labels that occur, and
    `<Relations>`.
    """
    tasks = [_task(number, document, notices) for number, document in enumerate(documents, 1)]
    return json.dumps(tasks, ensure_ascii=False, indent=1) + "\n"


def _task(number: int, document: Document, notices: Notices) -> dict[str, Any]:
    written = WrittenText.of(document)
    regions: list[dict[str, Any]] = []
    links: list[dict[str, Any]] = []
    latest: dict[int, str] = {}  # region by entity
    for entity, mention, _ in filled_mentions(document, notices, keeps=("type",)):
        start, end = written.characters(mention.start, mention.end)
        label = mention.type or document.entity_types[entity] or "Mention"
        value = {"start": start, "end": end, "text": written.text[start:end], "labels": [label]}
        id = f"m{len(regions)}"
        regions.append({"id": id, "from_name": "label", "to_name": "text", "type": "labels", "value": value})
        if entity in latest:
            relation = {"type": "relation", "from_id": id, "to_id": latest[entity], "direction": "right"}
            links.append({**relation, "labels": ["coref"]})
        latest[entity] = id
    note_rest(document, notices, types=False)
    annotation = {"completed_by": 1, "result": regions + links}
    return {"id": number, "data": {"doc_key": document.name, "text": written.text}, "annotations": [annotation]}


# ---------------------------------------------------------------- Prodigy


class _Token(msgspec.Struct):
    text: str
    start: int
    end: int


class _Span(msgspec.Struct):
    start: int
    end: int
    token_start: int | None = None
    token_end: int | None = None
    label: str | None = None
    text: str | None = None


class _ProdigyRelation(msgspec.Struct):
    head_span: _Span
    child_span: _Span
    label: str | None = None


_RENAMED = {"annotator": "_annotator_id", "session": "_session_id", "hash": "_input_hash"}


class _Example(TextRecord, kw_only=True, rename=_RENAMED):
    tokens: list[_Token] | None = None
    spans: list[_Span] | None = None
    relations: list[_ProdigyRelation] | None = None
    answer: str | None = None
    annotator: Any = None
    session: Any = None
    hash: Any = None


def read_prodigy(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """The accepted texts; each is named by its `doc_key` or `id`, in `meta` too, else by its `_input_hash`."""
    reader = Annotations(content, source, notices, options)
    examples = []
    for line, example in records(content, source, _Example):
        if example.answer in (None, "accept"):
            examples.append((line, example))
        else:
            reader.warn("annotation-left-out", f"its answer is {example.answer}", line)
    warn_of_missing(reader, examples, "spans", "relations")
    has_tokens = bool(examples) and all(example.tokens for _, example in examples)
    reader.builder.unit = TOKENS if has_tokens else CHARACTERS
    texts = [
        _prodigy_text(example, example.tokens or [] if has_tokens else [], line, reader) for line, example in examples
    ]
    return reader.add_texts(texts, "text with an accepted answer")


def _prodigy_text(example: _Example, tokens: list[_Token], line: int, reader: Annotations) -> AnnotatedText:
    name = example.name("doc_key", "doc_id", "id", otherwise=example.hash)
    annotator, words = as_text(example.annotator, example.session), [token.text for token in tokens]
    text = AnnotatedText(name, line, example.text, annotator, words)
    begins, ends = [each.start for each in tokens], [each.end for each in tokens]

    def key_of(span: _Span) -> str:
        """Add a span as a mention, unless it is one; a relation may have a span that is not listed."""
        key = f"{span.start}-{span.end}"
        if key in text.spans:
            return key
        reader.add_span(text.spans, key, [(span.start, span.end)], text.text, line, span.label or "", span.text)
        if tokens:
            first, behind = reader.tokens_at(begins, ends, span.start, span.end, line)
            if span.token_start not in (None, first) or span.token_end not in (None, behind - 1):
                fact = f"the span {span.start}–{span.end} covers the tokens {first}–{behind - 1}"
                hint = f"it says {span.token_start}–{span.token_end}; token_end is included"
                raise reader.source.error("bad-record", fact, line, hint)
            mention = Mention(first, behind, type=text.spans[key].mention.type)
            text.spans[key] = text.spans[key]._replace(mention=mention)
        return key

    for span in example.spans or ():
        key_of(span)
    for relation in example.relations or ():
        child, head = key_of(relation.child_span), key_of(relation.head_span)
        text.links.append(Link(relation.label or "", child, head, line))
    return text


# ---------------------------------------------------------------- doccano


class _Entity(msgspec.Struct):
    id: int | str
    start_offset: int
    end_offset: int
    label: str | None = None


class _DoccanoRelation(msgspec.Struct):
    from_id: int | str
    to_id: int | str
    type: str | None = None


class _DoccanoText(TextRecord, kw_only=True):
    entities: list[_Entity]
    relations: tuple[_DoccanoRelation, ...] | None = None
    username: Any = None


def read_doccano(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """The texts of the file; each is named by its `doc_key`, `doc_id` or `filename`, in `meta` too, else its `id`."""
    reader = Annotations(content, source, notices, options, CHARACTERS)
    texts = []
    texts_by_line = list(records(content, source, _DoccanoText))
    warn_of_missing(reader, texts_by_line, "relations")
    for line, record in texts_by_line:
        name = record.name("doc_key", "doc_id", "filename", otherwise=record.id)
        text = AnnotatedText(name, line, record.text, as_text(record.username))
        for each in record.entities:
            place = each.start_offset, each.end_offset
            reader.add_span(text.spans, str(each.id), [place], text.text, line, each.label or "")
        text.links = [
            Link(each.type or "", str(each.from_id), str(each.to_id), line) for each in record.relations or ()
        ]
        texts.append(text)
    return reader.add_texts(texts, "text")


class Tool(NamedTuple):
    """The reader of a tool's files, and their writer if there is one."""

    read: Callable[[bytes, Source, Notices, Options], Corpus]
    write: Callable[[Sequence[Document], Notices], str] | None = None


label_studio = Tool(read_label_studio, write_label_studio)
prodigy, doccano = Tool(read_prodigy), Tool(read_doccano)
