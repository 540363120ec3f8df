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

from typing import Any

import msgspec

from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import shown
from corefscope.formats.registry import Options
from corefscope.formats.tools.links import Annotation, Link
from corefscope.formats.tools.records import records
from corefscope.formats.tools.tasks import Task, TaskReader, as_text, name_in
from corefscope.model import Corpus
from corefscope.problems import FormatError, Notices


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
    id: Any = None

    def annotator(self) -> str:
        by = self.completed_by
        if isinstance(by, dict):
            by = next((by[name] for name in ("email", "username", "id") if by.get(name)), None)
        return str(by) if by is not None else self.model_version or ""


class _LabelStudioTask(msgspec.Struct):
    id: int | str | None = None
    data: dict[str, Any] = {}
    annotations: list[_Result] | None = None
    completions: list[_Result] | None = None  # before version 1.0
    predictions: list[_Result] | None = None


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """The tasks that were annotated; each is named by a field of its data (`doc_key`, `id`, …), else by its number."""
    reader = _LabelStudioReader(source, notices, options)
    done: list[Task] = []
    predicted: list[Task] = []
    for line, task in records(content, source, notices, _LabelStudioTask):
        for results, tasks in ((task.annotations or task.completions, done), (task.predictions, predicted)):
            reader.each(results or [], lambda result: reader.add(task, result, line, tasks))  # noqa: B023
        if not (task.annotations or task.completions or task.predictions):
            reader.warn("annotation-left-out", "the task has no annotations", line)
    if not done or options.annotator in {task.annotator for task in predicted}:
        done = predicted
    return reader.corpus(done, what="task")


class _LabelStudioReader(TaskReader):
    def add(self, task: _LabelStudioTask, result: _Result, line: int, tasks: list[Task]) -> None:
        if result.was_cancelled:
            self.warn("annotation-left-out", "the annotator skipped the task", line)
            return
        name = name_in(task.data) or as_text(task.id)
        found = Task(name, line, self._text(task, line), result.annotator())
        wrong: set[str] = set()
        for item in result.result:
            if item.type == "relation":
                for label in item.labels or [""]:
                    found.links.append(Link(label, str(item.from_id), str(item.to_id), line))
            elif item.value is not None and "start" in item.value and item.id is not None:
                if (id := str(item.id)) in found.annotations:  # what else was said of the region
                    continue
                try:
                    found.annotations[id] = self._region(item.type, item.value, found)
                except FormatError as error:
                    self.notices.refuse(error)
                    wrong.add(id)
            elif item.from_id is not None or item.type.endswith("labels"):
                fact = f"an item of type {shown(item.type)} is no region with id and value.start, and no relation"
                self.refuse("bad-record", fact, line)
        if wrong:
            found.links = [link for link in found.links if wrong.isdisjoint((link.anaphor, link.antecedent))]
        tasks.append(found)

    def _region(self, kind: str, value: dict[str, Any], task: Task) -> Annotation:
        if isinstance(value["start"], str):
            hint = "regions of HTML and of dialogues are placed by elements; use a Text tag"
            fact = f"a region begins at {shown(value['start'])}, which is no offset in a text"
            raise self.source.error("bad-record", fact, task.line, hint)
        mention = self.mention(value["start"], value.get("end"), value.get("text"), task.text, task.line)
        labels = value.get(kind)
        label = labels[0] if isinstance(labels, list) and labels and isinstance(labels[0], str) else ""
        return Annotation(mention, label, task.line)

    def _text(self, task: _LabelStudioTask, line: int) -> str:
        texts = {name: value for name, value in task.data.items() if isinstance(value, str)}
        if "text" not in texts and len(texts) != 1:
            hint = f"it has the fields {', '.join(texts) or 'of no text'}; expected text"
            raise self.source.error("missing-text", "it cannot be told which field of a task is its text", line, hint)
        return texts["text"] if "text" in texts else next(iter(texts.values()))
