"""Writes JSON Lines with `doc_key`, `sentences` and `clusters` of [first, last] token spans."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from corefscope.basics.escaping import cut, quoted
from corefscope.formats.builder import GROUPS
from corefscope.formats.conll.writer import note_attributes
from corefscope.model import Document
from corefscope.problems import Notices


def write(documents: Sequence[Document], notices: Notices) -> str:
    """One line per document; a document without words has no `sentences`."""
    return "".join(json.dumps(_record(document, notices), ensure_ascii=False) + "\n" for document in documents)


def _record(document: Document, notices: Notices) -> dict[str, Any]:
    record: dict[str, Any] = {"doc_key": document.name}
    if document.words is not None:
        ranges = document.sentences or [(0, len(document.words))]
        record["sentences"] = [document.words[start:end] for start, end in ranges]
    entities = spans(document, notices)
    record.update((name, value) for name, value in document.groups.items() if name in GROUPS)
    record["clusters"] = [[[start, end - 1] for start, end in entity] for entity in entities if entity]
    return record


def spans(document: Document, notices: Notices) -> list[list[tuple[int, int]]]:
    """Start and exclusive end of every mention that has tokens; gaps are filled, and both are said."""
    kept = []
    for name, entity in zip(document.entity_ids, document.entities, strict=True):
        rest = []
        for mention in entity:
            where = f"document {quoted(document.name)}, entity {cut(name)}, tokens {mention.start}–{mention.end - 1}"
            if mention.start >= mention.end:
                notices.add("lost-zero", where)
                continue
            if mention.positions:
                notices.add("changed-gaps", where)
            note_attributes(mention, where, notices)
            rest.append((mention.start, mention.end))
        kept.append(rest)
    return kept
