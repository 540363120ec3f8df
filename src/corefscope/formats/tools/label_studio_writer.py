"""Write Label Studio's JSON: a task for each document, with a region for each mention and relations that connect them.

The labelling interface is to have `<Labels name="label" toName="text">` with the labels that occur, and `<Relations>`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from corefscope.basics.escaping import cut, quoted
from corefscope.formats.conll.writer import note_attributes
from corefscope.formats.standoff.brat_writer import note_rest, text_and_offsets
from corefscope.model import Document
from corefscope.problems import Notices


def write(documents: Sequence[Document], notices: Notices) -> str:
    """A list of tasks."""
    tasks = [_task(number, document, notices) for number, document in enumerate(documents, 1)]
    return json.dumps(tasks, ensure_ascii=False, indent=1) + "\n"


def _task(number: int, document: Document, notices: Notices) -> dict[str, Any]:
    text, offsets = text_and_offsets(document)
    result: list[dict[str, Any]] = []
    links: list[dict[str, Any]] = []
    place = {"from_name": "label", "to_name": "text"}
    for name, kind, entity in zip(document.entity_ids, document.entity_types, document.entities, strict=True):
        before = None
        for mention in entity:
            span = f"{document.unit} {mention.start}–{mention.end - 1}"
            where = f"document {quoted(document.name)}, entity {cut(name)}, {span}"
            if mention.start >= mention.end:
                notices.add("lost-zero", where)
                continue
            if mention.positions:
                notices.add("changed-gaps", where)
            note_attributes(mention.replaced(type=None), where, notices)
            start, end = mention.start, mention.end
            if offsets is not None:
                start, end = offsets[start][0], offsets[end - 1][1]
            label = mention.type or kind or "Mention"
            value = {"start": start, "end": end, "text": text[start:end], "labels": [label]}
            id = f"m{len(result)}"
            result.append({"id": id, **place, "type": "labels", "value": value})
            if before is not None:
                relation = {"type": "relation", "from_id": id, "to_id": before, "direction": "right"}
                links.append({**relation, "labels": ["coref"]})
            before = id
    note_rest(document, notices, types=False)
    annotation = {"completed_by": 1, "result": result + links}
    return {"id": number, "data": {"doc_key": document.name, "text": text}, "annotations": [annotation]}
