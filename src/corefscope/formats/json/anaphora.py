"""What JSON of systems for all of anaphora has beside clusters: types of mentions, split antecedents, bridging pairs.

A mention is `[first, last]` or, where a field or a -1 says so, `[first, last, type]`: -1 refers, and a number from 1 is
the kind of a mention that does not. `split_antecedents` and `bridging_pairs` are lists of pairs (anaphor, antecedent).
"""

from __future__ import annotations

from typing import Any

from corefscope.basics.escaping import quoted
from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.json.text import JsonText, Record, SpanOutOfRange
from corefscope.formats.json.variants import Reading, RecordPlace, numbers, show
from corefscope.model import BRIDGING, NONREFERRING, SPLIT_ANTECEDENT, Mention, Relation
from corefscope.problems import Notices

REFERS = -1
SPLIT, BRIDGES = "split_antecedents", "bridging_pairs"
KINDS = {SPLIT: SPLIT_ANTECEDENT, BRIDGES: BRIDGING}


def is_typed(record: Record, clusters: list[Any]) -> bool:
    """Whether the fields of a record, or a -1, say that mentions of three numbers have a type behind their span."""
    return not KINDS.keys().isdisjoint(record) or any(
        isinstance(span, list) and len(span) == 3 and span[2] == REFERS
        for cluster in clusters
        if isinstance(cluster, list)
        for span in cluster
    )


def by_type(
    cluster: list[Any], number: int, place: RecordPlace, notices: Notices
) -> tuple[list[Any], dict[int, list[Any]]]:
    """The spans of a cluster that refer, and the others by kind, all without their types."""
    referring: list[Any] = []
    others: dict[int, list[Any]] = {}
    for span in cluster:
        kind = span[2] if isinstance(span, list) and len(span) == 3 else REFERS
        if type(kind) is not int or kind == 0 or kind < REFERS:
            hint = "the third number is -1, or from 1 for a mention that refers to nothing"
            notices.refuse(place.error(f"cluster {number} has the span {show(span)}", hint))
            continue
        plain = span[:2] if isinstance(span, list) and len(span) == 3 else span
        (referring if kind == REFERS else others.setdefault(kind, [])).append(plain)
    return referring, others


def add_nonreferring(builder: CorpusBuilder, number: int, kind: int, mentions: list[Mention], line: int) -> None:
    builder.annotation(NONREFERRING).add_entity(f"{number}-Pseudo", mentions, line, str(kind))


def add_relations(
    builder: CorpusBuilder,
    record: Record,
    entity_of: dict[Mention, str],
    reading: Reading,
    text: JsonText,
    place: RecordPlace,
    notices: Notices,
) -> None:
    """Add the pairs of a record; a set needs entities, a bridging pair without one is kept and never right."""
    for name, kind in KINDS.items():
        pairs = record.get(name)
        if pairs is None:
            continue
        if not isinstance(pairs, list):
            raise place.error(f"{quoted(name)} should be a list of pairs of mentions, not {show(pairs)}")
        for pair in pairs:
            anaphor, antecedent = (
                (_mention(span, reading, text) for span in pair)
                if isinstance(pair, list) and len(pair) == 2
                else (None, None)
            )
            if anaphor is None or antecedent is None:
                hint = f"a pair is [anaphor, antecedent], each {reading.shown}"
                notices.refuse(place.error(f"{quoted(name)} has {show(pair)}", hint))
                continue
            one, two = (entity_of.get(end, "") for end in (antecedent, anaphor))
            if not one or not two:
                fact = f"{quoted(name)} has {show(pair)}, of which a mention is in no cluster"
                notices.add("relation-without-mentions", fact, *place)
            if (one and two) or kind == BRIDGING:
                builder.add_relation(Relation(kind, one, two, "", anaphor, antecedent), place.line)


def _mention(span: Any, reading: Reading, text: JsonText) -> Mention | None:
    if isinstance(span, list) and len(span) == 3:
        span = span[:2]
    positions = numbers(span, reading)
    try:
        mention = None if positions is None else text.mention(positions, reading)
    except SpanOutOfRange:
        return None
    is_outside = mention is not None and text.words is not None and mention.end > len(text.words)
    return None if is_outside else mention
