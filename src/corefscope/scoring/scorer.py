"""Score a training loop: documents are added one by one as Python objects, and scored when a result is needed."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain, count
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from corefscope.alignment.mentions.shifts import is_pair
from corefscope.basics.arguments import instance, text
from corefscope.basics.escaping import quoted, short_repr
from corefscope.formats.document_names import canonical
from corefscope.formats.objects.reader import corpus_of_values
from corefscope.metrics import DEFAULT, AnyMetrics, metrics_of
from corefscope.model import Corpus, Document, concatenate
from corefscope.problems import CorefscopeError, FormatError, PairingError, SettingsError, quiet_doubts, raise_doubts
from corefscope.scoring.inputs import name_both_sides, parse_inputs, positional_or_keyword, read
from corefscope.scoring.result import Result
from corefscope.scoring.score import score
from corefscope.settings import Settings

if TYPE_CHECKING:
    from typing import Unpack

    from corefscope.basics.keywords import SettingsKeywords

OneDocument = Iterable[Any] | Mapping[str, Any] | Document  # its clusters, or a record with a field of clusters
_Added = tuple[str, Any, Any]  # a document: its name or "", and both sides, as Spans or as Corpus
_LISTS = frozenset((list, tuple))
SOURCES = ("key", "response")


class Scorer:
    """Score a training loop: update per batch, result at any time, merge across workers.

    >>> scorer = Scorer(["conll", "lea"])
    >>> scorer.update([[(0, 1), (4, 4)], [(2, 2)]], [[(0, 1), (4, 4), (2, 2)]])
    >>> round(scorer.result().f1["lea"], 2)
    0.44
    """

    def __init__(
        self,
        metrics: AnyMetrics = DEFAULT,
        settings: Settings | None = None,
        preset: str | None = None,
        **options: Unpack[SettingsKeywords],
    ) -> None:
        self.settings = Settings.of(settings, preset, options)
        self._metrics = tuple(metrics_of(metrics, preset))
        self._documents: list[_Added] = []
        self._doubted = False  # whether a ScoreWarning was raised: another epoch would only repeat it

    @property
    def metrics(self) -> tuple[str, ...]:
        """The names of the metrics."""
        return tuple(metric.name for metric in self._metrics)

    def __len__(self) -> int:
        return len(self._documents)

    def update(
        self,
        key: OneDocument | None = None,
        response: OneDocument | None = None,
        name: str | None = None,
        *,
        references: OneDocument | None = None,
        predictions: OneDocument | None = None,
    ) -> None:
        """Add one document: clusters of the key and of the response, or records with a field of clusters.

        Other libraries take the prediction first; by name, as `predictions=…, references=…`, no order can be wrong.
        """
        sides = [
            positional_or_keyword(key, references, "references"),
            positional_or_keyword(response, predictions, "predictions"),
        ]
        if sides[1] is None or (sides[0] is sides[1] and isinstance(sides[0], Mapping)):  # a record may be both sides
            responses = () if sides[1] is None else (sides[1],)
            sides[1:], self.settings = name_both_sides(sides[0], responses, self.settings)
        name = "" if name is None else text(name, "the name of a document").strip()
        if self.settings.objects is None and (spans := _numbered(*sides)):
            self._add([(name, *spans)])
            return
        one, two = self._read(*sides)
        names = [corpus.names[0] for corpus in (one, two) if corpus.named[0]]
        if len(set(map(canonical, names))) > 1:
            fact = f"the key is document {quoted(names[0])}, the response is {quoted(names[1])}"
            raise PairingError("no-common-document", fact)
        self._add([(name or next(iter(names), ""), one, two)])

    def _read(self, *sides: Any) -> tuple[Corpus, Corpus]:
        """Read a document from anything that `score` accepts, except paths."""
        for side, source in zip(sides, SOURCES, strict=True):
            if isinstance(side, str | os.PathLike | Corpus):
                raise FormatError("wrong-type", f"clusters should be iterable, not {short_repr(side)}", source)
        one, two = (read(side, self.settings) for side in parse_inputs(sides, SOURCES, self.settings))
        # Spans are kept, to detect shifted ones; other objects become numbers, equal ones on both sides.
        labelled = two.labelled if all(map(is_pair, two.labelled)) else ()
        one, two = replace(one, labelled=labelled), replace(two, labelled=labelled)
        if one.document_count != 1 or two.document_count != 1:
            counts = f"{one.document_count} of the key and {two.document_count} of the response"
            fact = f"update adds one document, not {counts}"
            raise FormatError("several-documents", fact, hint="call it once for each document")
        return one, two

    def _add(self, documents: list[_Added]) -> None:
        firsts = [key for _, key, _ in (*self._documents[:1], *documents[:1])]
        if len({isinstance(key, Corpus) and key.label is None for key in firsts}) > 1:
            fact = "documents of clusters and documents of records cannot be scored together"
            raise FormatError("mixed-formats", fact, hint="give one kind, or a new Scorer for the other")
        self._documents += documents

    def merge(self, other: Scorer) -> Scorer:
        """Add all documents of another scorer, for instance from another process; return this one."""
        instance(other, Scorer, "the other scorer")
        if (self.metrics, self.settings) != (other.metrics, other.settings):
            raise SettingsError("different-results", "only scorers with the same metrics and settings can be merged")
        self._add(other._documents)
        return self

    def under(self, preset: str) -> Scorer:
        """Return a scorer of the same documents by the settings of a preset."""
        other = Scorer(self._metrics, preset=preset)
        other._documents, other._doubted = list(self._documents), self._doubted
        return other

    def reset(self) -> None:
        """Forget all documents, for the next epoch."""
        self._documents.clear()

    def result(self, **options: Any) -> Result:
        """Return the scores of all documents so far; documents without a name are named by their number.

        `options` are `by`, `per_document`, `strict` and others of `score`. A ScoreWarning is raised only once.
        """
        if not self._documents:
            raise CorefscopeError("nothing-added", "no document has been added yet", hint="call update first")
        names = [name or f"document {number}" for number, (name, _, _) in enumerate(self._documents, 1)]
        if len(set(names)) < len(names):
            twice = next(name for number, name in enumerate(names) if name in names[:number])
            hint = "call reset() before the next epoch, or give documents other names"
            raise CorefscopeError("repeated-document", f"the document {quoted(twice)} was added twice", hint=hint)
        _, *sides = zip(*self._documents, strict=True)
        if any(isinstance(key, Corpus) for key in sides[0]):
            corpora = [
                concatenate([_named(name, each, source) for name, each in zip(names, side, strict=True)])
                for side, source in zip(sides, SOURCES, strict=True)
            ]
        else:
            mentions = list(chain.from_iterable(each.mentions for each in sides[0]))
            corpora = [_corpus(side, names, source, mentions) for side, source in zip(sides, SOURCES, strict=True)]
        with quiet_doubts():
            result = score(*corpora, metrics=self._metrics, settings=self.settings, names=["response"], **options)
        self._doubted = self._doubted or raise_doubts(result.warnings)
        return result

    compute = result  # as torchmetrics and others call it


class Spans(NamedTuple):
    """One side of a document: its mentions by their places in a list of both sides' mentions, entity after entity."""

    labels: list[int]
    sizes: list[int]
    mentions: list[tuple[int, int]]


def _numbered(key: Any, response: Any) -> tuple[Spans, Spans] | None:
    """Number clusters of pairs of Python integers; None for anything else, which takes ten times as long to read."""
    for clusters in (key, response):
        if type(clusters) not in _LISTS or not _LISTS.issuperset(map(type, clusters)):
            return None
    pairs: list[Any] = list(chain.from_iterable(chain(key, response)))
    kinds = set(map(type, pairs))
    if not kinds <= _LISTS:
        return None
    if list in kinds:
        pairs = list(map(tuple, pairs))  # copies: the scorer keeps no reference to the loop's lists
    numbers: dict[Any, int] = {}
    try:
        labels = list(map(numbers.setdefault, pairs, count()))
    except TypeError:  # not hashable
        return None
    if numbers and (set(map(len, numbers)) != {2} or set(map(type, chain.from_iterable(numbers))) != {int}):
        return None
    sizes = [list(filter(None, map(len, clusters))) for clusters in (key, response)]
    first = sum(sizes[0])
    return Spans(labels[:first], sizes[0], pairs), Spans(labels[first:], sizes[1], pairs)


def _named(name: str, side: Spans | Corpus, source: str) -> Corpus:
    """Return one side of a document as a corpus."""
    return (
        replace(side, names=[name], named=np.ones(1, bool))
        if isinstance(side, Corpus)
        else _corpus([side], [name], source, side.mentions)
    )


def _corpus(documents: Sequence[Spans], names: list[str], source: str, mentions: Sequence[Any]) -> Corpus:
    """Return one side of all documents as a corpus; `mentions` are those of both sides."""
    before = np.cumsum([0, *(len(each.mentions) for each in documents)])[:-1]
    label = np.fromiter(chain.from_iterable(each.labels for each in documents), np.int64)
    label += np.repeat(before, [len(each.labels) for each in documents])
    entities = np.array([len(each.sizes) for each in documents])
    number = np.arange(entities.sum()) - np.repeat(np.cumsum(entities) - entities, entities)
    ids = np.array(list(map(str, range(entities.max()))), object)
    return corpus_of_values(
        source,
        names,
        np.repeat(np.arange(len(names)), entities),
        ids[number],
        list(chain.from_iterable(each.sizes for each in documents)),
        label,
        mentions,
    )
