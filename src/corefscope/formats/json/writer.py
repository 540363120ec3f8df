"""Writes JSON Lines with `doc_key`, `sentences` and `clusters` of [first, last] token spans."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from corefscope.basics.escaping import quoted
from corefscope.formats.builder import GROUPS
from corefscope.formats.json.reader import REFERS, RELATIONS
from corefscope.formats.writing import filled_mentions
from corefscope.model import BRIDGING, DEIXIS, NONREFERRING, Document, in_text_order
from corefscope.problems import Notices


def write(documents: Sequence[Document], notices: Notices) -> str:
    """One line per document; a document without words has no `sentences`."""
    return "".join(json.dumps(record(document, notices), ensure_ascii=False) + "\n" for document in documents)


def record(document: Document, notices: Notices) -> dict[str, Any]:
    fields: dict[str, Any] = {"doc_key": document.name}
    if document.words is not None:
        ranges = document.sentences or [(0, len(document.words))]
        fields["sentences"] = [document.words[start:end] for start, end in ranges]
    entities = spans(document, notices)
    fields.update((name, value) for name, value in document.groups.items() if name in GROUPS)
    fields["clusters"] = [[[start, end - 1] for start, end in entity] for entity in entities if entity]
    if document.relations or document.annotations:
        _add_anaphora(fields, document, notices)
    return fields


def _add_anaphora(record: dict[str, Any], document: Document, notices: Notices) -> None:
    """Add what refers to nothing, as mentions of three numbers, split antecedents and bridging pairs."""
    deixis, nothing = (document.annotations.get(name) for name in (DEIXIS, NONREFERRING))
    where = f"document {quoted(document.name)}"
    if deixis is not None and deixis.entities:
        notices.add("annotation-not-written", f"{DEIXIS} of {where}", count=deixis.mention_count)
    if nothing is not None and nothing.entities:
        for cluster in record["clusters"]:
            for span in cluster:
                span.append(REFERS)
        names = {name: place for place, name in enumerate(sorted(set(nothing.entity_types)), 1)}
        if not all(name.isdecimal() and name.isascii() and int(name) for name in names):
            notices.add("entity-type-not-written", f"{where}: kinds of {NONREFERRING} are numbered", count=len(names))
        else:
            names = {name: int(name) for name in names}
        for kind, entity in zip(nothing.entity_types, spans(nothing, notices), strict=True):
            record["clusters"] += [[[start, end - 1, names[kind]] for start, end in entity]] if entity else []
    mentions = dict(zip(nothing.entity_ids, nothing.entities, strict=True)) if nothing else {}
    mentions |= dict(zip(document.entity_ids, document.entities, strict=True))
    field_of = {kind: name for name, kind in RELATIONS.items()}
    for relation in document.relations:
        anaphor = relation.anaphor_mention or next(iter(mentions.get(relation.anaphor, [])), None)
        antecedent = relation.antecedent_mention
        if antecedent is None and (members := mentions.get(relation.antecedent, [])):
            before = [each for each in members if anaphor and in_text_order(each) < in_text_order(anaphor)]
            antecedent = (before or members[:1])[-1]
            if relation.kind == BRIDGING:
                notices.add("anchor-chosen", f"{where}: a mention of entity {relation.antecedent}")
        if relation.kind not in field_of or not anaphor or not antecedent:
            notices.add("relation-not-written", f"{relation.kind} of {relation.antecedent} and {relation.anaphor}")
            continue
        pair = [[end.start, end.end - 1] for end in (anaphor, antecedent)]
        record.setdefault(field_of[relation.kind], []).append(pair)


def spans(document: Document, notices: Notices) -> list[list[tuple[int, int]]]:
    entities: list[list[tuple[int, int]]] = [[] for _ in document.entity_ids]
    for entity, mention, _ in filled_mentions(document, notices):
        entities[entity].append((mention.start, mention.end))
    return entities
