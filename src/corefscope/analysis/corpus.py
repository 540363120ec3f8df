"""What a corpus holds: how many mentions and entities, of which sizes and kinds, and how they lie in the text."""

from __future__ import annotations

import statistics
from collections import Counter
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from corefscope.attributes import with_heads, with_types
from corefscope.model import TYPES, Corpus, in_text_order

# The rows of Recasens & Hovy (2011), Table 2.
SIZES = (("1", 1, 1), ("2", 2, 2), ("3", 3, 3), ("4", 4, 4), ("5", 5, 5), ("6–10", 6, 10), ("11 and more", 11, None))


@dataclass(frozen=True)
class Description:
    """The numbers that `stats` shows; rules say where heads and types came from."""

    documents: int
    tokens: int | None
    mentions: int
    entities: int
    singletons: int
    sizes: dict[str, int]
    types: dict[str, int]
    type_rules: dict[str, int]
    head_rules: dict[str, int]
    nested: int
    crossing: int
    discontinuous: int
    zeros: int
    distance_mentions: float | None  # median number of mentions from one to the next of its entity
    distance_tokens: float | None
    warnings: dict[str, int] = field(default_factory=dict)

    def as_object(self) -> dict[str, Any]:
        return asdict(self)


def describe(corpus: Corpus, types_file: str | None = None) -> Description:
    """Counts everything once; documents keep their order."""
    size = np.bincount(corpus.entity, minlength=corpus.entity_count)
    counted = {
        name: int(((size >= low) & (size <= (high or int(size.max(initial=0))))).sum()) for name, low, high in SIZES
    }
    typed, type_rules = with_types(corpus, types_file) if corpus.label is None else (corpus, Counter())
    _, head_rules = with_heads(corpus) if corpus.label is None else (corpus, Counter())
    kinds = Counter(TYPES[kind] for kind in typed.type.tolist()) if typed.type is not None else Counter()
    nested, crossing, between, apart = _layout(corpus)
    known = corpus.tokens[corpus.tokens >= 0]
    return Description(
        documents=corpus.document_count,
        tokens=int(known.sum()) if len(known) == corpus.document_count else None,
        mentions=corpus.mention_count,
        entities=corpus.entity_count,
        singletons=counted["1"],
        sizes=counted,
        types={name: kinds[name] for name in TYPES if kinds[name]},
        type_rules=dict(type_rules),
        head_rules=dict(head_rules),
        nested=nested,
        crossing=crossing,
        discontinuous=0 if corpus.shape is None else _discontinuous(corpus),
        zeros=int(corpus.is_zero().sum()),
        distance_mentions=statistics.median(between) if between else None,
        distance_tokens=statistics.median(apart) if apart else None,
        warnings={notice.kind: notice.count for notice in corpus.notices},
    )


def _discontinuous(corpus: Corpus) -> int:
    """Mentions with a gap between their tokens."""
    gaps = 0
    for row in np.flatnonzero(corpus.shape >= 0).tolist() if corpus.shape is not None else ():
        tokens = [position for position in corpus.positions(row) if position >= 0]
        gaps += bool(tokens) and tokens[-1] - tokens[0] + 1 > len(tokens)
    return gaps


def _layout(corpus: Corpus) -> tuple[int, int, list[int], list[int]]:
    """Nested and crossing mentions, and the distances between neighbours of one entity."""
    nested = crossing = 0
    between: list[int] = []
    apart: list[int] = []
    if corpus.label is not None:
        return nested, crossing, between, apart
    rows_of: dict[int, list[int]] = {}
    for row, document in enumerate(corpus.document.tolist()):
        rows_of.setdefault(document, []).append(row)
    for rows in rows_of.values():
        rows.sort(key=lambda row: in_text_order(corpus.mention(row)))
        last: dict[int, tuple[int, int]] = {}
        for place, row in enumerate(rows):
            entity = int(corpus.entity[row])
            if entity in last:
                between.append(place - last[entity][0])
                apart.append(max(int(corpus.start[row]) - last[entity][1], 0))
            last[entity] = (place, int(corpus.end[row]))
        spans = sorted((int(corpus.start[row]), -int(corpus.end[row])) for row in rows)
        open_ends: list[int] = []
        for start, minus_end in spans:
            open_ends = [end for end in open_ends if end > start]
            nested += any(end >= -minus_end for end in open_ends)
            crossing += any(end < -minus_end for end in open_ends)
            open_ends.append(-minus_end)
    return nested, crossing, between, apart
