"""Statistics of a corpus: mentions and entities, their sizes, types and distances."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from heapq import heappop, heappush
from typing import Any

import numpy as np

from corefscope.analysis.oracle import best_scores
from corefscope.basics.arguments import path
from corefscope.formats.load import GIVEN
from corefscope.model import (
    BRIDGING,
    DEIXIS,
    NONREFERRING,
    SPLIT_ANTECEDENT,
    TOKENS,
    TYPES,
    Corpus,
    in_text_order,
)
from corefscope.problems import Notice, Notices, SettingsError, UnknownName
from corefscope.scoring.inputs import Input, names_of, read_all
from corefscope.scoring.score import score
from corefscope.scoring.shown import Shown
from corefscope.settings import Settings
from corefscope.types.file import TypesFile
from corefscope.types.mention_types import with_heads_and_types
from corefscope.types.words import NEVER, WordLanguage

# The rows of Recasens & Hovy (2011), Table 2.
SIZES = (("1", 1, 1), ("2", 2, 2), ("3", 3, 3), ("4", 4, 4), ("5", 5, 5), ("6–10", 6, 10), ("11 and more", 11, None))


@dataclass(frozen=True)
class Description:
    """The numbers that `stats` shows; rules say where heads and types came from.

    A format counts either tokens or characters; the other number is None, as is everything unknown. `nested` counts
    mentions inside a larger one, `crossing` those that begin inside another and end after it; each mention counts
    once, and one with gaps extends from its first to its last token. `minimum_spans` counts mentions with a minimum
    span in the file, as in GUM, MUC and ACE. `split_antecedents` counts the entities that combine others, `bridging`
    pairs, and `nonreferring` mentions that refer to nothing. Distances are medians between consecutive mentions of an
    entity: in mentions, and in the tokens (or characters) between the two.
    """

    documents: int
    tokens: int | None
    characters: int | None
    mentions: int
    entities: int
    singletons: int
    sizes: dict[str, int]
    types: dict[str, int]
    type_rules: dict[str, int]
    head_rules: dict[str, int]
    nested: int | None
    crossing: int | None
    discontinuous: int | None
    zeros: int | None
    minimum_spans: int | None
    distance_mentions: float | None
    distance_tokens: float | None
    distance_characters: float | None
    split_antecedents: int = 0
    bridging: int = 0
    nonreferring: int = 0
    deixis_mentions: int = 0
    deixis_entities: int = 0
    warnings: dict[str, int] = field(default_factory=dict)

    def as_object(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class Statistics(Shown):
    """What corpora hold, by name, and with a key the best F1 that each can reach, by metric."""

    VIEW = "corpora:statistics"
    corpora: Mapping[str, Description]
    best: Mapping[str, Mapping[str, float]]
    warnings: tuple[Notice, ...] = ()

    def __getitem__(self, name: str) -> Description:
        if name not in self.corpora:
            raise UnknownName("corpus", name, self.corpora)
        return self.corpora[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.corpora)

    def __repr__(self) -> str:
        return f"<Statistics of {', '.join(self.corpora)}>"


def stats(
    *files: Input,
    key: Input | None = None,
    names: Sequence[str] | None = None,
    types: str | os.PathLike[str] | None = None,
    guess_types: str = "auto",
    format: str | None = None,
    clusters: str | None = None,
    key_format: str | None = None,
    key_clusters: str | None = None,
) -> Statistics:
    """Describe corpora: paths, or Python objects as `score` takes them; `types` is a table of mention types.

    Types that nothing else gives follow from words by the rule of `guess_types`.

    >>> stats([["a", "b"], ["c"]])["given"].singletons
    1
    """
    if not files:
        raise SettingsError("no-response", "there is nothing to describe")
    called = names_of(files, names, GIVEN)
    settings = Settings(
        guess_types=guess_types,
        response_format=format,
        key_format=key_format,
        response_clusters=clusters,
        key_clusters=key_clusters,
    )
    types = None if types is None else path(types, "types")
    read = read_all(files, called, settings, lambda step: None)
    found = dict(zip(called, read, strict=True))
    notices = Notices()
    if types is not None:
        listed = TypesFile.read(types)
        listed.check_used(listed.matched_by(read), read, notices)
    for corpus in read:
        notices.extend(corpus.notices)
    best: Mapping[str, Mapping[str, float]] = {} if key is None else _best(key, found, settings)
    return Statistics(
        {name: describe(corpus, types, guess_types) for name, corpus in found.items()}, best, tuple(notices)
    )


def _best(key: Input, corpora: Mapping[str, Corpus], settings: Settings) -> dict[str, dict[str, float]]:
    """The best F1 of each metric by corpus; warnings of pairing are the business of `score` and `check`."""
    result = score(key, *corpora.values(), names=list(corpora), settings=settings)
    return {
        system.name: {name: best.f1 for name, best in best_scores(system.evidence, result.metrics).items()}
        for system in result.systems
        if system.evidence is not None
    }


def describe(corpus: Corpus, types_file: str | None = None, guess_types: str = NEVER) -> Description:
    """Compute the statistics of a corpus."""
    from statistics import median  # here, because pages import this module and need no median

    language = None if guess_types == NEVER else WordLanguage(guess_types, corpus.texts)
    corpus = replace(corpus, language=language)
    size = np.bincount(corpus.entity, minlength=corpus.entity_count)
    counted = {
        name: int(((size >= low) & (size <= (high or int(size.max(initial=0))))).sum()) for name, low, high in SIZES
    }
    spans = corpus.label is None
    no_rules: Counter[str] = Counter()
    full, head_rules, type_rules = with_heads_and_types(corpus, types_file) if spans else (corpus, no_rules, no_rules)
    kinds = Counter(TYPES[kind] for kind in full.type.tolist()) if full.type is not None else Counter()
    nested, crossing, between, gaps_between = _layout(corpus) if spans else (None, None, [], [])
    length = int(corpus.tokens.sum()) if (corpus.tokens >= 0).all() else None
    distance = median(gaps_between) if gaps_between else None
    in_tokens = corpus.unit == TOKENS
    nothing, said = (corpus.annotations.get(name) for name in (NONREFERRING, DEIXIS))
    return Description(
        documents=corpus.document_count,
        tokens=length if in_tokens else None,
        characters=None if in_tokens else length,
        mentions=corpus.mention_count,
        entities=corpus.entity_count,
        singletons=counted["1"],
        sizes=counted,
        types={name: kinds[name] for name in TYPES if kinds[name]},
        type_rules={
            f"words ({language.code})" if rule == "words" and language else rule: count
            for rule, count in type_rules.items()
        },
        head_rules=dict(head_rules),
        nested=nested,
        crossing=crossing,
        discontinuous=_discontinuous(corpus) if spans else None,
        zeros=int(corpus.is_zero().sum()) if spans else None,
        minimum_spans=int((corpus.minimum >= 0).sum()) if corpus.minimum is not None else 0 if spans else None,
        distance_mentions=median(between) if between else None,
        distance_tokens=distance if in_tokens else None,
        distance_characters=None if in_tokens else distance,
        split_antecedents=len(
            {(place, each.anaphor) for place, each in corpus.relations if each.kind == SPLIT_ANTECEDENT}
        ),
        bridging=sum(each.kind == BRIDGING for _, each in corpus.relations),
        nonreferring=nothing.mention_count if nothing else 0,
        deixis_mentions=said.mention_count if said else 0,
        deixis_entities=said.entity_count if said else 0,
        warnings={notice.kind: notice.count for notice in corpus.notices},
    )


def _layout(corpus: Corpus) -> tuple[int, int, list[int], list[int]]:
    """Count nested and crossing mentions, and list the distances between consecutive mentions of an entity."""
    nested = crossing = 0
    between: list[int] = []
    gaps_between: list[int] = []
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
                gaps_between.append(max(int(corpus.start[row]) - last[entity][1], 0))
            last[entity] = (place, int(corpus.end[row]))
        within, across = _overlaps([(int(corpus.start[row]), int(corpus.end[row])) for row in rows])
        nested, crossing = nested + within, crossing + across
    return nested, crossing, between, gaps_between


def _overlaps(spans: list[tuple[int, int]]) -> tuple[int, int]:
    """Count spans inside a larger one, and spans that begin inside another and end after it.

    A zero has no extent: it is inside a span that begins before it and ends after it.

    >>> _overlaps([(0, 4), (1, 2), (1, 2), (3, 6), (3, 3), (0, 0)])
    (3, 1)
    """
    nested = crossing = 0
    reach = reach_before = -1  # furthest end so far, and that of spans with an earlier start
    latest = -1
    open_ends: list[int] = []  # a heap of the ends of open spans
    for start, end in sorted(spans, key=lambda span: (span[0], -span[1])):
        if start > latest:
            latest, reach_before = start, reach
        while open_ends and open_ends[0] <= start:
            heappop(open_ends)
        nested += (reach_before > start and reach_before >= end) or start < end < reach
        crossing += bool(open_ends) and open_ends[0] < end
        reach = max(reach, end)
        heappush(open_ends, end)
    return nested, crossing


def _discontinuous(corpus: Corpus) -> int:
    """Count mentions with a gap between their tokens."""
    gaps = 0
    for row in np.flatnonzero(corpus.shape >= 0).tolist() if corpus.shape is not None else ():
        tokens = [position for position in corpus.positions(row) if position >= 0]
        gaps += bool(tokens) and tokens[-1] - tokens[0] + 1 > len(tokens)
    return gaps
