"""Statistics of a corpus: mentions and entities, their sizes, types and distances."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from statistics import median
from typing import Any

import numpy as np

from corefscope.analysis.groups import GROUP_SIZES, SIZE_BINS, nested_spans, one_after_the_other
from corefscope.analysis.mentions import text_rank
from corefscope.analysis.repair import best_scores
from corefscope.basics.arguments import path
from corefscope.formats.load import PYTHON_OBJECT
from corefscope.model import BRIDGING, DEIXIS, NONREFERRING, SPLIT_ANTECEDENT, TOKENS, TYPES, Corpus, Integers
from corefscope.problems import Notice, Notices, SettingsError, UnknownName
from corefscope.scoring.groups import in_bins
from corefscope.scoring.inputs import Input, check_key_options, names_of, read_all
from corefscope.scoring.result import Reportable
from corefscope.scoring.score import score
from corefscope.settings import Settings
from corefscope.types.file import TypesFile
from corefscope.types.mention_types import with_heads_and_types
from corefscope.types.words import NEVER, WordLanguage


@dataclass(frozen=True)
class Description:
    """The numbers that `stats` prints; the rules count the sources of heads and types.

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
    nested: int | None = None
    crossing: int | None = None
    discontinuous: int | None = None
    zeros: int | None = None
    minimum_spans: int | None = None
    distance_mentions: float | None = None
    distance_tokens: float | None = None
    distance_characters: float | None = None
    split_antecedents: int = 0
    bridging: int = 0
    nonreferring: int = 0
    deixis_mentions: int = 0
    deixis_entities: int = 0
    warnings: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Statistics(Reportable):
    """Descriptions of corpora by name; with a key, also the best F1 that each can reach, by metric."""

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
    """Describe corpora: paths, or Python objects as in `score`; `types` is a table of mention types.

    Types that are missing from the files are guessed from words by `guess_types`.

    >>> stats([["a", "b"], ["c"]])["given"].singletons
    1
    """
    if not files:
        raise SettingsError("no-response", "there is nothing to describe")
    check_key_options(key, key_format, key_clusters)
    names = names_of(files, names, PYTHON_OBJECT)
    settings = Settings(
        guess_types=guess_types,
        response_format=format,
        key_format=key_format,
        response_clusters=clusters,
        key_clusters=key_clusters,
    )
    types = None if types is None else path(types, "types")
    corpora = read_all(files, names, settings)
    notices = Notices()
    if types is not None:
        table = TypesFile.read(types)
        table.check_used([table.match(corpus)[1] for corpus in corpora], notices)
    for corpus in corpora:
        notices.extend(corpus.notices)
    best = {}
    if key is not None:  # `score` and `check` report the warnings of pairing
        result = score(key, *corpora, names=names, settings=settings)
        for system in result.systems:
            if system.evidence is not None:
                scores = best_scores(system.evidence, result.metrics)
                best[system.name] = {name: each.f1 for name, each in scores.items()}
    descriptions = {name: describe(corpus, types, guess_types) for name, corpus in zip(names, corpora, strict=True)}
    return Statistics(descriptions, best, tuple(notices))


def describe(corpus: Corpus, types_file: str | None = None, guess_types: str = NEVER) -> Description:
    """Compute the statistics of a corpus."""
    language = None if guess_types == NEVER else WordLanguage(guess_types, corpus.texts)
    corpus = replace(corpus, language=language)
    size = np.bincount(corpus.entity, minlength=corpus.entity_count)
    _, *counts = np.bincount(in_bins(size, SIZE_BINS), minlength=len(GROUP_SIZES) + 1).tolist()
    sizes = dict(zip(GROUP_SIZES, counts, strict=True))
    length = int(corpus.tokens.sum()) if (corpus.tokens >= 0).all() else None
    in_tokens = corpus.unit == TOKENS
    full, head_rules, type_rules = corpus, Counter[str](), Counter[str]()
    if corpus.label is None:
        full, head_rules, type_rules = with_heads_and_types(corpus, types_file)
    kinds = Counter(TYPES[kind] for kind in full.type.tolist()) if full.type is not None else Counter()
    split = {(document, each.anaphor) for document, each in corpus.relations if each.kind == SPLIT_ANTECEDENT}
    nonreferring, deixis = corpus.annotation(NONREFERRING), corpus.annotation(DEIXIS)
    return Description(
        documents=corpus.document_count,
        tokens=length if in_tokens else None,
        characters=None if in_tokens else length,
        mentions=corpus.mention_count,
        entities=corpus.entity_count,
        singletons=sizes["1"],
        sizes=sizes,
        types={name: kinds[name] for name in TYPES if kinds[name]},
        type_rules={
            f"words ({language.code})" if rule == "words" and language else rule: count
            for rule, count in type_rules.items()
        },
        head_rules=dict(head_rules),
        **(_places(corpus) if corpus.label is None else {}),  # ids have no position
        split_antecedents=len(split),
        bridging=sum(each.kind == BRIDGING for _, each in corpus.relations),
        nonreferring=nonreferring.mention_count,
        deixis_mentions=deixis.mention_count,
        deixis_entities=deixis.entity_count,
        warnings={notice.kind: notice.count for notice in corpus.notices},
    )


def _places(corpus: Corpus) -> dict[str, Any]:
    """Describe the positions of mentions, and their distances to the preceding mention of their entity."""
    nested, crossing = _overlaps(*one_after_the_other(corpus))
    rank = text_rank(corpus, corpus.document)
    order = np.lexsort((rank, corpus.entity))
    follows = (np.diff(corpus.entity[order]) == 0) & (np.diff(corpus.document[order]) == 0)
    between = np.diff(rank[order])[follows].tolist()
    steps = np.maximum(corpus.start[order][1:] - corpus.end[order][:-1], 0)[follows].tolist()
    gaps = 0
    for row in np.flatnonzero(corpus.shape >= 0).tolist() if corpus.shape is not None else ():
        tokens = [position for position in corpus.positions(row) if position >= 0]
        gaps += bool(tokens) and tokens[-1] - tokens[0] + 1 > len(tokens)
    return {
        "nested": nested,
        "crossing": crossing,
        "discontinuous": gaps,
        "zeros": int(corpus.is_zero().sum()),
        "minimum_spans": 0 if corpus.minimum is None else int((corpus.minimum >= 0).sum()),
        "distance_mentions": median(between) if between else None,
        f"distance_{corpus.unit}": median(steps) if steps else None,
    }


def _overlaps(start: Integers, end: Integers) -> tuple[int, int]:
    """Count spans inside a larger one, and spans that begin inside another and end after it.

    >>> _overlaps(np.array([0, 1, 1, 3, 3, 0]), np.array([4, 2, 2, 6, 3, 0]))
    (3, 1)
    """
    spans, count = np.unique(np.stack([start, -end]), axis=1, return_counts=True)
    crossing = 0
    open_ends: list[int] = []  # a heap
    order = np.lexsort((-end, start))
    for first, last in zip(start[order].tolist(), end[order].tolist(), strict=True):
        while open_ends and open_ends[0] <= first:
            heappop(open_ends)
        crossing += bool(open_ends) and open_ends[0] < last
        heappush(open_ends, last)
    return int(count[nested_spans(spans[0], -spans[1])].sum()), crossing
