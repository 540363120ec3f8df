"""Score a training loop: documents are added one by one as Python objects, and scored when a result is needed."""

from __future__ import annotations

import itertools
import os
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from corefscope.basics.arguments import instance, text
from corefscope.basics.escaping import quoted, shown
from corefscope.formats.document_names import canonical
from corefscope.formats.objects.ids import NumberedClusters, corpus_of, number_clusters
from corefscope.formats.objects.nesting import has_plain_value
from corefscope.metrics import DEFAULT, AnyMetrics, metrics_of
from corefscope.metrics.base import MENTION_TYPES
from corefscope.model import Corpus, Document, concatenate
from corefscope.problems import CorefscopeError, FormatError, PairingError, SettingsError
from corefscope.scoring.inputs import parse_inputs, positional_or_keyword, read
from corefscope.scoring.result import Result
from corefscope.scoring.score import score
from corefscope.settings import Settings

if TYPE_CHECKING:
    from typing import Unpack

    from corefscope.basics.keywords import SettingsKeywords

OneDocument = Iterable[Any] | Mapping[str, Any] | Document  # its clusters, or a record with a field of clusters
_Added = tuple[str | None, Any, Any]  # the name of a document, and both sides: NumberedClusters or Corpus


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
        self._typed = any(MENTION_TYPES in metric.needs for metric in self._metrics)
        self._documents: list[_Added] = []

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
        key = positional_or_keyword(key, references, "references")
        response = positional_or_keyword(response, predictions, "predictions")
        if name is not None:
            text(name, "the name of a document")
        # Mentions become numbers at once: the scorer keeps no reference to the loop's objects and pickles small.
        numbers: dict[Hashable, int] = {}
        sides: Sequence[Any] | None = None
        if not self._typed and self.settings.objects is None:
            sides = number_clusters([key, response], numbers)
        # Objects that equal only themselves, and ids beside spans, show where nothing is shared; other objects mostly
        # in the first mention of all.
        nothing_shared = sides is not None and len(numbers) == len(sides[0].mentions) + len(sides[1].mentions)
        if sides is None or nothing_shared or not has_plain_value(next(iter(numbers), 0)):
            name, *sides = self._read(key, response, name)
        self._check_kind(sides[0])
        self._documents.append((name, *sides))

    def _read(self, key: Any, response: Any, name: str | None) -> _Added:
        """Read a document of anything that `score` takes but paths; records are kept with their words."""
        for side, source in ((key, "key"), (response, "response")):
            if isinstance(side, str | os.PathLike | Corpus):
                raise FormatError("wrong-type", f"clusters should be iterable, not {shown(side)}", source)
        inputs = parse_inputs([key, response], ["key", "response"], self.settings)
        corpora = [read(inputs, number, self.settings) for number in (0, 1)]
        counts = [len(corpus.names) for corpus in corpora]
        if counts != [1, 1]:
            fact = f"update adds one document, not {counts[0]} of the key and {counts[1]} of the response"
            raise FormatError("several-documents", fact, hint="call it once for each document")
        names = [corpus.names[0] for corpus in corpora if corpus.named[0]]
        if len(set(map(canonical, names))) > 1:
            fact = f"the key is document {quoted(names[0])}, the response is {quoted(names[1])}"
            raise PairingError("no-common-document", fact)
        sides: list[Any] = corpora
        if not self._typed and corpora[0].label is not None:
            sides = [
                NumberedClusters(cast(Any, each.label).tolist(), np.bincount(each.entity).tolist()) for each in corpora
            ]
        return name or next(iter(names), None), sides[0], sides[1]

    def _check_kind(self, side: NumberedClusters | Corpus) -> None:
        if self._documents and _has_text(self._documents[0][1]) != _has_text(side):
            fact = "documents of clusters and documents of records cannot be scored together"
            raise FormatError("mixed-formats", fact, hint="give one kind, or a new Scorer for the other")

    def merge(self, other: Scorer) -> Scorer:
        """Add all documents of another scorer, for instance from another process; return this one."""
        instance(other, Scorer, "the other scorer")
        if (self.metrics, self.settings) != (other.metrics, other.settings):
            raise SettingsError("different-results", "only scorers with the same metrics and settings can be merged")
        for _, side, _ in other._documents[:1]:
            self._check_kind(side)
        self._documents.extend(other._documents)
        return self

    def under(self, preset: str) -> Scorer:
        """Return a scorer of the same documents by the settings of a preset."""
        other = Scorer(self._metrics, preset=preset)
        other._documents = list(self._documents)
        return other

    def reset(self) -> None:
        """Forget all documents, for the next epoch."""
        self._documents.clear()

    def result(self, **options: Any) -> Result:
        """Return the scores of all documents so far; those added without a name are called by their number.

        `options` are `by`, `per_document`, `strict` and others of `score`.
        """
        if not self._documents:
            raise CorefscopeError("nothing-added", "no document has been added yet", hint="call update first")
        taken = {name.strip() for name, _, _ in self._documents if name}
        free = (name for name in map("document {}".format, itertools.count(1)) if name not in taken)
        names = [(name or "").strip() or next(free) for name, _, _ in self._documents]
        if len(set(names)) < len(names):
            twice = next(name for number, name in enumerate(names) if name in names[:number])
            raise CorefscopeError("repeated-document", f"the document {quoted(twice)} was added twice")
        _, keys, responses = zip(*self._documents, strict=True)
        key, response = _together("key", names, keys), _together("response", names, responses)
        result = score(key, response, metrics=self._metrics, settings=self.settings, names=["response"], **options)
        return replace(result, is_running=True)


def _has_text(side: NumberedClusters | Corpus) -> bool:
    return isinstance(side, Corpus) and side.label is None


def _together(source: str, names: list[str], sides: Sequence[Any]) -> Corpus:
    """Return the documents of one side as one corpus."""
    if isinstance(sides[0], Corpus):
        pairs = zip(sides, names, strict=True)
        return concatenate([replace(each, names=[name], named=np.ones(1, bool)) for each, name in pairs])
    return corpus_of(sides, names, source)
