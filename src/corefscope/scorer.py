"""Scores a training loop: documents are added one by one as Python objects, and scored when a result is asked for."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Hashable, Iterable
from typing import Any, NamedTuple

import numpy as np

from corefscope.errors import CorefscopeError, FormatError, SettingsError
from corefscope.metrics import DEFAULT
from corefscope.metrics import metrics as parse_metrics
from corefscope.model import Corpus
from corefscope.result import Result
from corefscope.scoring import chosen_settings, score
from corefscope.settings import Settings

Clusters = Iterable[Iterable[Hashable]]


class _Side(NamedTuple):
    """One side of a document: its mentions as numbers, entity after entity, and the sizes of its entities."""

    mentions: list[int]
    sizes: list[int]


class Scorer:
    """Scores a training loop: update per batch, result at any time, merge across workers.

    >>> scorer = Scorer(["conll", "lea"])
    >>> scorer.update([[(0, 1), (4, 4)], [(2, 2)]], [[(0, 1), (4, 4), (2, 2)]])
    >>> round(scorer.result().f1["lea"], 2)
    0.44
    """

    def __init__(
        self,
        metrics: Iterable[str] | str = DEFAULT,
        settings: Settings | None = None,
        preset: str | None = None,
        **options: Any,
    ) -> None:
        self.settings = chosen_settings(settings, preset, options)
        wanted = parse_metrics([metrics] if isinstance(metrics, str) else metrics)
        self.metrics = tuple(metric.name for metric in wanted)
        self._typed = any(metric.needs_types for metric in wanted)
        self._documents: list[tuple[str | None, Any, Any]] = []  # two _Sides, or lists of clusters if types count

    def update(self, key: Clusters, response: Clusters, name: str | None = None) -> None:
        """Adds one document: its key clusters and its response clusters."""
        if self._typed:
            self._documents.append((name, [list(cluster) for cluster in key], [list(cluster) for cluster in response]))
            return
        # Mentions become numbers at once: the scorer keeps no reference to the loop's objects and pickles small.
        numbers: defaultdict[Hashable, int] = defaultdict()
        numbers.default_factory = numbers.__len__
        self._documents.append((name, _numbered(key, "key", numbers), _numbered(response, "response", numbers)))

    def merge(self, other: Scorer) -> Scorer:
        """Adds all documents of another scorer, for instance from another process; returns itself."""
        if (self.metrics, self.settings) != (other.metrics, other.settings):
            raise SettingsError("only scorers with the same metrics and settings can be merged")
        self._documents.extend(other._documents)
        return self

    def __len__(self) -> int:
        return len(self._documents)

    def result(self, **options: Any) -> Result:
        """The scores of all documents so far; those added without a name are called by their number."""
        if not self._documents:
            raise CorefscopeError("no document has been added yet", hint="call update first")
        given = {name.strip() for name, _, _ in self._documents if name}
        free = (name for name in map("document {}".format, itertools.count(1)) if name not in given)
        names = [(asked or "").strip() or next(free) for asked, _, _ in self._documents]
        if len(set(names)) < len(names):
            twice = next(name for number, name in enumerate(names) if name in names[:number])
            raise CorefscopeError(f"the document '{twice}' was added twice")
        sides: list[list[Any]] = [[each[side] for each in self._documents] for side in (1, 2)]
        key, response = (
            dict(zip(names, side, strict=True)) if self._typed else _corpus(source, names, side)
            for side, source in zip(sides, ("key", "response"), strict=True)
        )
        return score(key, response, metrics=self.metrics, settings=self.settings, names=["response"], **options)

    def reset(self) -> None:
        """Forgets all documents, for the next epoch."""
        self._documents.clear()


def _numbered(clusters: Clusters, side: str, numbers: defaultdict[Hashable, int]) -> _Side:
    """Equal mentions get equal numbers, new ones the next; clusters without mentions are no entities."""
    try:
        listed = [list(cluster) for cluster in clusters]
    except TypeError:
        raise FormatError(f"the {side} of a document is not an iterable of clusters, which are iterables") from None
    try:
        mentions = list(map(numbers.__getitem__, itertools.chain.from_iterable(listed)))
    except TypeError as error:
        hint = "use tuples such as (3, 5), not lists"
        raise FormatError(f"a mention of the {side} is not hashable: {error}", hint=hint) from None
    return _Side(mentions, [len(cluster) for cluster in listed if cluster])


def _corpus(source: str, names: list[str], sides: list[_Side]) -> Corpus:
    entities = np.array([len(side.sizes) for side in sides], np.int64)
    size = np.fromiter(itertools.chain.from_iterable(side.sizes for side in sides), np.int64)
    label = np.fromiter(itertools.chain.from_iterable(side.mentions for side in sides), np.int64)
    entity_document = np.repeat(np.arange(len(sides)), entities)
    entity = np.repeat(np.arange(len(size)), size)
    number = np.arange(len(size)) - np.repeat(np.cumsum(entities) - entities, entities)
    ids = np.array([str(each) for each in range(int(entities.max(initial=0)))], object)
    return Corpus(
        names=names,
        sources=[source] * len(names),
        document_line=np.zeros(len(names), np.int64),
        tokens=np.full(len(names), -1, np.int64),
        document=entity_document[entity],
        start=np.zeros(len(label), np.int64),
        end=np.ones(len(label), np.int64),
        entity=entity,
        line=np.zeros(len(label), np.int64),
        entity_document=entity_document,
        entity_id=ids[number],
        named=np.ones(len(names), bool),
        label=label,
        texts=[None] * len(names),
        own_ids=False,
    )
