"""doccano's JSON Lines (or JSON): a text, its entities by offsets, and relations between them.

    {"id": 1, "text": "Ann ran. She won.",
     "entities": [{"id": 10, "label": "PER", "start_offset": 0, "end_offset": 3}, …],
     "relations": [{"id": 1, "from_id": 11, "to_id": 10, "type": "coref"}]}

Offsets count characters (code points), and the end is exclusive. Entities that relations connect are one entity, others
are singletons. Each annotator has a file, and the ZIP that doccano exports has all of them.
"""

from __future__ import annotations

from typing import Any

import msgspec

from corefscope.formats.files.sources import Source
from corefscope.formats.registry import Options
from corefscope.formats.tools.links import Annotation, Link
from corefscope.formats.tools.records import records
from corefscope.formats.tools.tasks import Task, TaskReader, TextRecord, as_text
from corefscope.model import Corpus
from corefscope.problems import FormatError, Notices


class _Entity(msgspec.Struct):
    id: int | str
    start_offset: int
    end_offset: int
    label: str | None = None


class _Relation(msgspec.Struct):
    from_id: int | str
    to_id: int | str
    type: str | None = None


class _DoccanoText(TextRecord, kw_only=True):
    entities: list[_Entity]
    relations: tuple[_Relation, ...] | None = None
    username: Any = None


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """The texts of the file; each is named by its `doc_key`, `doc_id` or `filename`, in `meta` too, else its `id`."""
    reader = TaskReader(source, notices, options)
    tasks = []
    texts = list(records(content, source, notices, _DoccanoText))
    reader.warn_of_missing(texts, "relations")
    for line, found in texts:
        name = found.name("doc_key", "doc_id", "filename", otherwise=found.id)
        task = Task(name, line, found.text, as_text(found.username))
        wrong: set[str] = set()
        for entity in found.entities:
            try:
                mention = reader.mention(entity.start_offset, entity.end_offset, None, task.text, line)
                task.annotations[str(entity.id)] = Annotation(mention, entity.label or "", line)
            except FormatError as error:
                notices.refuse(error)
                wrong.add(str(entity.id))
        links = [Link(each.type or "", str(each.from_id), str(each.to_id), line) for each in found.relations or ()]
        task.links = [link for link in links if wrong.isdisjoint((link.anaphor, link.antecedent))] if wrong else links
        tasks.append(task)
    return reader.corpus(tasks, what="text")
