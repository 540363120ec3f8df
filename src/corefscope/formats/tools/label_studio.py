"""Label Studio's JSON: tasks with a text, labelled regions of it, and relations between regions.

    {"id": 7, "data": {"text": "Ann ran. She won."},
     "annotations": [{"completed_by": 1, "result": [
        {"id": "a", "type": "labels", "value": {"start": 0, "end": 3, "text": "Ann", "labels": ["Person"]}},
        {"id": "b", "type": "labels", "value": {"start": 9, "end": 12, "text": "She", "labels": ["Person"]}},
        {"type": "relation", "from_id": "b", "to_id": "a", "direction": "right", "labels": ["coref"]}]}]}

Offsets count characters (code points), and the end is exclusive. Regions that relations connect are an entity, others
are singletons. A task may have annotations of several annotators; skipped ones (`was_cancelled`) do not count.
Predictions are read if no task has an annotation, or if their `model_version` is named as the annotator.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import msgspec

from corefscope.formats.annotations import AnnotatedText, Annotations, Link
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import excerpt
from corefscope.formats.registry import Options
from corefscope.formats.tools.records import as_text, name_in, records
from corefscope.formats.writing import WrittenText, filled_mentions, note_rest
from corefscope.model import CHARACTERS, Corpus, Document
from corefscope.problems import Notices


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


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
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
                    target.append(_text(task, each, line, reader))
        if not annotations and not predictions:
            reader.warn("annotation-left-out", "the task has no annotations", line)
    if not texts or options.annotator in {text.annotator for text in texts_of_models}:
        texts = texts_of_models
    return reader.add_texts(texts, "task")


def _text(task: _Task, result: _Result, line: int, reader: Annotations) -> AnnotatedText:
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


def write(documents: Sequence[Document], notices: Notices) -> str:
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
