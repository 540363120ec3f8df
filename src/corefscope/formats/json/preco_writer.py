"""Writes PreCo's JSON Lines: `id`, `sentences`, `mention_clusters` of [sentence, first token, token after the last]."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

from corefscope.basics.escaping import cut, quoted
from corefscope.formats.json.writer import spans
from corefscope.model import CHARACTERS, Document
from corefscope.problems import Notices


def write(documents: Sequence[Document], notices: Notices) -> str:
    """One line per document; unknown words are written as `_`."""
    return "".join(_line(_record(document, notices)) for document in documents)


def _line(record: dict[str, Any]) -> str:
    text = json.dumps(record, ensure_ascii=False)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:  # half a surrogate pair, which JSON can hold only as an escape
        text = json.dumps(record)
    return text + "\n"


def _record(document: Document, notices: Notices) -> dict[str, Any]:
    for kind, count in (
        ("relation-not-written", len(document.relations)),
        ("entity-type-not-written", sum(map(bool, document.entity_types))),
    ):
        if count:
            notices.add(kind, f"document {quoted(document.name)}", count=count)
    if document.unit == CHARACTERS:
        if document.mention_count:
            notices.add(
                "lost-characters",
                f"document {quoted(document.name)}",
                count=document.mention_count,
            )
        return {"id": document.name, "sentences": [], "mention_clusters": []}
    entities = spans(document, notices)
    words = _words(document, entities, notices)
    sentences = _sentences(document, len(words))
    return {
        "id": document.name,
        "sentences": [words[start:end] for start, end in sentences],
        "mention_clusters": _clusters(document, entities, sentences, notices),
    }


def _words(document: Document, entities: list[list[tuple[int, int]]], notices: Notices) -> list[str]:
    if document.words is not None:
        return document.words
    notices.add("words-unknown", f"document {quoted(document.name)} is written with _ for every word")
    furthest = max((end for entity in entities for _, end in entity), default=0)
    return ["_"] * (furthest if document.token_count is None else document.token_count)


def _sentences(document: Document, length: int) -> list[tuple[int, int]]:
    """The document's sentences, or one of all words where there are no sentences or they leave words out."""
    sentences = document.sentences or []
    edges = [0, *(end for _, end in sentences)]
    is_whole = edges[-1] == length and [start for start, _ in sentences] == edges[:-1] and edges == sorted(edges)
    return sentences if is_whole else [(0, length)]


def _clusters(
    document: Document, entities: list[list[tuple[int, int]]], sentences: list[tuple[int, int]], notices: Notices
) -> list[list[list[int]]]:
    starts = [start for start, _ in sentences]
    clusters = []
    for name, entity in zip(document.entity_ids, entities, strict=True):
        cluster = []
        for start, end in entity:
            # Of sentences that begin at the same token all but the last are empty.
            number = bisect_right(starts, start) - 1
            where = f"document {quoted(document.name)}, entity {cut(name)}, tokens {start}–{end - 1}"
            if not sentences or end > sentences[-1][1]:
                notices.add("lost-outside", where)
            elif end > sentences[number][1]:
                notices.add("lost-sentence-end", where)
            else:
                cluster.append([number, start - starts[number], end - starts[number]])
        if cluster:
            clusters.append(cluster)
    return clusters
