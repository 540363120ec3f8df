"""Score a training loop: documents are added one by one as Python objects, and scored when a result is needed."""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np

from corefscope.basics.arguments import flag, instance, text
from corefscope.basics.escaping import quoted
from corefscope.formats.document_names import canonical
from corefscope.formats.objects.nesting import CONTAINERS, Clusters, has_plain_value
from corefscope.formats.objects.shapes import check_comparable, shape
from corefscope.metrics import DEFAULT, AnyMetrics, Metric, metrics_of
from corefscope.metrics.base import MENTION_TYPES
from corefscope.metrics.evidence import Evidence
from corefscope.model import Corpus, Document, concatenate
from corefscope.problems import CorefscopeError, FormatError, PairingError, SettingsError
from corefscope.scoring.counted_documents import CountedBatch, Row, joined, with_documents
from corefscope.scoring.groups import grouped
from corefscope.scoring.inputs import positional_or_keyword
from corefscope.scoring.result import Result
from corefscope.scoring.run import check_by, check_strict
from corefscope.scoring.score import score
from corefscope.scoring.units import DOCUMENT, groups_mentions
from corefscope.settings import Settings

if TYPE_CHECKING:
    from typing import Unpack

    from corefscope.basics.keywords import SettingsKeywords

_Added = tuple[str | None, Any, Any]  # the name of a document, its key and its response
OneDocument = Iterable[Any] | Mapping[str, Any] | Document  # its clusters, or a record with a field of clusters


class _ScorerSide(NamedTuple):
    """One side of a document: its mentions as numbers, entity after entity, and the sizes of its entities."""

    mentions: list[int]
    sizes: list[int]


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
        self._wanted = tuple(metrics_of(metrics, preset))
        self._typed = any(MENTION_TYPES in metric.needs for metric in self._wanted)
        self._documents: list[_Added] = []  # two _Sides, or lists of clusters if types count
        self._counted: list[Row | None] = []  # of each document, once it has been scored

    @property
    def metrics(self) -> tuple[str, ...]:
        """The names of the metrics."""
        return tuple(metric.name for metric in self._wanted)

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
        key, response = (
            positional_or_keyword(key, references, "references"),
            positional_or_keyword(response, predictions, "predictions"),
        )
        if name is not None:
            text(name, "the name of a document")
        # Mentions become numbers at once: the scorer keeps no reference to the loop's objects and pickles small.
        numbers: dict[Hashable, int] = {}
        sides = None if self._typed or self.settings.objects else _numbered(key, response, numbers)
        # Objects that equal only themselves, and ids beside spans, show where nothing is shared; other objects mostly
        # in the first mention of all.
        nothing_shared = sides is not None and len(numbers) == len(sides[0].mentions) + len(sides[1].mentions)
        if sides is None or nothing_shared or not has_plain_value(next(iter(numbers), 0)):
            self._add_shapes(key, response, name)
        else:
            self._append(name, *sides)

    def _add_shapes(self, key: Any, response: Any, name: str | None) -> None:
        """Add a document of anything that `score` takes; records are kept with their words."""
        fields = self.settings.key_clusters, self.settings.response_clusters
        sides_of = ("key", "response")
        nesting = self.settings.objects
        shapes = check_comparable(
            [shape(key, "key", fields[0], nesting), shape(response, "response", fields[1], nesting)], sides_of
        )
        if any(each.has_spans for each in shapes):
            from corefscope.formats.objects.reader import from_shape

            corpora = [
                from_shape(each, side, field, None) for each, side, field in zip(shapes, sides_of, fields, strict=True)
            ]
            names = [corpus.names for corpus in corpora]
            known = [corpus.names[0] for corpus in corpora if corpus.document_count and corpus.named[0]]
            sides: list[Any] = corpora
        else:
            listed = [each.documents for each in shapes if isinstance(each, Clusters)]
            names = [[called for called, _ in documents] for documents in listed]
            known = [documents[0][0] for documents in listed if documents and documents[0][0]]
            sides = [clusters for documents in listed for _, clusters in documents]
            if not self._typed and len(sides) == 2:
                sides = list(_numbered(sides[0], sides[1], {}) or sides)
        if [len(each) for each in names] != [1, 1]:
            counts = f"{len(names[0])} of the key and {len(names[1])} of the response"
            raise FormatError(
                "several-documents", f"update adds one document, not {counts}", hint="call it once for each document"
            )
        if len({canonical(each) for each in known}) > 1:
            raise PairingError(
                "no-common-document", f"the key is document {quoted(known[0])}, the response is {quoted(known[1])}"
            )
        self._append(name or next(iter(known), None), *sides)

    def _append(self, name: str | None, key: Any, response: Any) -> None:
        self._check_kind(key)
        self._documents.append((name, key, response))
        self._counted.append(None)

    def _check_kind(self, side: Any) -> None:
        if self._documents and isinstance(self._documents[0][1], Corpus) != isinstance(side, Corpus):
            hint = "give one kind, or a new Scorer for the other"
            raise FormatError(
                "mixed-formats", "documents of clusters and documents of records cannot be scored together", hint=hint
            )

    def merge(self, other: Scorer) -> Scorer:
        """Add all documents of another scorer, for instance from another process; return this one."""
        instance(other, Scorer, "the other scorer")
        if (self.metrics, self.settings) != (other.metrics, other.settings):
            raise SettingsError("different-results", "only scorers with the same metrics and settings can be merged")
        for _, side, _ in other._documents[:1]:
            self._check_kind(side)
        self._documents.extend(other._documents)
        # Warnings may name documents by their number, which is another one here.
        self._counted.extend(None if row is None or row[0].result.warnings else row for row in other._counted)
        return self

    def under(self, preset: str) -> Scorer:
        """A scorer of the same documents by the settings of a preset."""
        other = Scorer(self._wanted, preset=preset)
        other._documents, other._counted = list(self._documents), [None] * len(self)
        return other

    def __len__(self) -> int:
        return len(self._documents)

    def result(self, **options: Any) -> Result:
        """The scores of all documents so far; those added without a name are called by their number."""
        if not self._documents:
            raise CorefscopeError("nothing-added", "no document has been added yet", hint="call update first")
        given = {name.strip() for name, _, _ in self._documents if name}
        free = (name for name in map("document {}".format, itertools.count(1)) if name not in given)
        names = [(name or "").strip() or next(free) for name, _, _ in self._documents]
        if len(set(names)) < len(names):
            twice = next(name for number, name in enumerate(names) if name in names[:number])
            raise CorefscopeError("repeated-document", f"the document {quoted(twice)} was added twice")
        documents = list(self._documents)
        found = self._from_counts(documents, names, **options) if self._counts_add(options) else None
        return replace(found or _score(documents, names, self._wanted, self.settings, **options), is_running=True)

    def _counts_add(self, options: Mapping[str, Any]) -> bool:
        """Whether the counts of documents that were scored before are enough."""
        whole = self.settings.scope == DOCUMENT and self.settings.window is None
        separate = whole and self.settings.types is None and not self._typed
        by = options.get("by")
        return separate and options.keys() <= {"per_document", "by", "strict"} and not groups_mentions(by)

    def _from_counts(
        self,
        documents: list[_Added],
        names: list[str],
        per_document: bool = False,
        by: str | Mapping[str, str] | None = None,
        strict: bool = False,
    ) -> Result | None:
        """Score only what is new, and add the counts of all documents."""
        per_document, strict = flag(per_document, "per_document"), flag(strict, "strict")
        check_by(by)
        new = [number for number, row in enumerate(self._counted) if row is None]
        if new:
            picked = [documents[number] for number in new], [names[number] for number in new]
            batch = CountedBatch.of(_score(*picked, self._wanted, self.settings))
            for row, number in enumerate(new):
                self._counted[number] = (batch, row)
        rows = [row for row in self._counted if row is not None]
        result = joined(rows, names, partial(_evidence, documents, names, self._wanted, self.settings))
        if result is None:
            return None
        if per_document:
            result = with_documents(result)
        if by is not None:
            key = _together("key", names, [each[1] for each in documents])
            if not isinstance(key, Corpus):
                return None
            result = grouped(result, key, by)
        check_strict(result.warnings, strict)
        return result

    def reset(self) -> None:
        """Forget all documents, for the next epoch."""
        self._documents.clear()
        self._counted.clear()


def _score(
    documents: list[_Added], names: list[str], metrics: tuple[Metric, ...], settings: Settings, **options: Any
) -> Result:
    key, response = (
        _together(source, names, [each[side] for each in documents]) for side, source in ((1, "key"), (2, "response"))
    )
    return score(key, response, metrics=metrics, settings=settings, names=["response"], **options)


def _evidence(documents: list[_Added], names: list[str], metrics: tuple[Metric, ...], settings: Settings) -> Evidence:
    """What the scores of these documents are computed from, for results that were made from counts."""
    return cast(Evidence, _score(documents, names, metrics, settings).system.evidence)


_LISTS, _INTEGER = frozenset({list, tuple}), frozenset({int})


def _numbered(key: Any, response: Any, numbers: dict[Hashable, int]) -> tuple[_ScorerSide, _ScorerSide] | None:
    """Equal mentions get equal numbers, others different ones; clusters without mentions are no entities.

    None where a side is not lists (or tuples or sets) of mentions that are hashable, or both are not lists of pairs
    of integers: what else they may be takes longer to find out.
    """
    for clusters in (key, response):
        if type(clusters) not in CONTAINERS or not CONTAINERS.issuperset(map(type, clusters)):
            return None
    mentions: list[Any] = [*chain.from_iterable(key), *chain.from_iterable(response)]
    found: list[int] | None
    try:
        is_list = mentions and type(mentions[0]) is list
        found = _pairs(mentions, numbers) if is_list else list(map(numbers.setdefault, mentions, itertools.count()))
    except TypeError:
        found = _pairs(mentions, numbers)
    if found is None:
        return None
    sizes = [len(cluster) for cluster in key if cluster]
    of_key = sum(sizes)
    return _ScorerSide(found[:of_key], sizes), _ScorerSide(
        found[of_key:], [len(cluster) for cluster in response if cluster]
    )


def _pairs(mentions: list[Any], numbers: dict[Hashable, int]) -> list[int] | None:
    """The numbers of mentions that are lists of two integers, or tuples."""
    numbers.clear()
    if not _LISTS.issuperset(map(type, mentions)):
        return None
    try:
        found = list(map(numbers.setdefault, [(start, end) for start, end in mentions], itertools.count()))
    except (TypeError, ValueError):
        return None
    return found if _INTEGER.issuperset(map(type, chain.from_iterable(cast(Any, numbers)))) else None


def _together(source: str, names: list[str], sides: list[Any]) -> Any:
    """The documents of one side, as `score` takes them."""
    if isinstance(sides[0], _ScorerSide):
        from corefscope.formats.objects.reader import labelled_corpus

        sizes, labels = [side.sizes for side in sides], [mention for side in sides for mention in side.mentions]
        ids = [str(number) for size in sizes for number in range(len(size))]
        return labelled_corpus(names, sizes, ids, labels, source)
    if isinstance(sides[0], Corpus):
        called = zip(sides, names, strict=True)
        return concatenate([replace(each, names=[name], named=np.ones(1, bool)) for each, name in called])
    return dict(zip(names, sides, strict=True))
