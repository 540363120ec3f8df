"""Writes JSON Lines with `doc_key`, `sentences` and `clusters` of [first, last] token spans."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from corefscope.model import Document


def write(documents: Sequence[Document]) -> str:
    """One line per document; a document whose words are not known has no `sentences`."""
    return "".join(json.dumps(_record(document), ensure_ascii=False) + "\n" for document in documents)


def _record(document: Document) -> dict[str, Any]:
    record: dict[str, Any] = {"doc_key": document.name}
    if document.words is not None:
        ranges = document.sentences or [(0, len(document.words))]
        record["sentences"] = [document.words[start:end] for start, end in ranges]
    record["clusters"] = [[[start, end - 1] for start, end in entity] for entity in document.entities]
    return record
