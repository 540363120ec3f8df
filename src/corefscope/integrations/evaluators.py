"""The evaluators of e2e-coref, with its methods and its order: the prediction first, precision before recall.

Dozens of repositories have a copy of them. `from corefscope.integrations import CorefEvaluator` replaces it; the
numbers stay what they were, and `result()` also has the official ones.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any

from corefscope.formats.objects.nesting import as_plain, check_values, elements
from corefscope.metrics import Score
from corefscope.metrics import metric as parsed
from corefscope.metrics.scores import FIELDS, quotients
from corefscope.presets import preset_named
from corefscope.problems import CorefscopeError
from corefscope.scoring.scorer import Scorer
from corefscope.scoring.several import OFFICIAL, Dialects, DialectScores

PARTS = ("muc", "b3", "ceafe")
Clusters = Iterable[Iterable[Hashable]]


class _Getters:
    """The methods of e2e-coref's evaluators; precision comes first."""

    def _score(self) -> Score:
        raise NotImplementedError

    def get_precision(self) -> float:
        return float(self._score().precision or 0.0)

    def get_recall(self) -> float:
        return float(self._score().recall or 0.0)

    def get_f1(self) -> float:
        return self._score().f1

    def get_prf(self) -> tuple[float, float, float]:
        return self.get_precision(), self.get_recall(), self.get_f1()


class _OneMetric(_Getters):
    """One of the three metrics, as `CorefEvaluator.evaluators` lists them."""

    def __init__(self, whole: CorefEvaluator, metric: str) -> None:
        self._whole, self.metric = whole, metric

    def _score(self) -> Score:
        return self._whole.scores()[self.metric]


class CorefEvaluator(_Getters):
    """CoNLL F1 in a training loop, by the rules of `dialect`: e2e-coref's unless another is named.

    >>> evaluator = CorefEvaluator()
    >>> gold, predicted = [((0, 0), (2, 2)), ((4, 4), (6, 6))], [((0, 0), (2, 2)), ((4, 4), (5, 5))]
    >>> evaluator.update(predicted, gold)
    >>> [round(value, 4) for value in evaluator.get_prf()]
    [0.625, 0.625, 0.625]
    """

    def __init__(self, dialect: str = "e2e") -> None:
        self.dialect = dialect
        self._scorer = Scorer([*PARTS, "conll"], preset=preset_named(dialect).name)
        self._scores: tuple[int, Mapping[str, Score]] = (0, dict.fromkeys(PARTS, Score(0.0, 0.0, 0.0)))
        self.evaluators = [_OneMetric(self, name) for name in PARTS]

    def update(
        self,
        predicted: Clusters,
        gold: Clusters,
        mention_to_predicted: Mapping[Any, Any] | None = None,
        mention_to_gold: Mapping[Any, Any] | None = None,
    ) -> None:
        """Add one document. The two maps from mention to cluster are not needed, since the clusters say the same."""
        self._scorer.update(gold, predicted)

    def scores(self) -> Mapping[str, Score]:
        """The scores of all documents so far; 0 before the first."""
        if len(self._scorer) != self._scores[0]:
            self._scores = (len(self._scorer), self._scorer.result().scores)
        return self._scores[1]

    def _score(self) -> Score:
        """The means of recall, precision and F1 of the three metrics."""
        numbers = [self.scores()[name].numbers for name in PARTS]
        recall, precision, f1 = (sum(each[field] for each in numbers) / len(PARTS) for field in FIELDS)
        return Score(recall, precision, f1)

    def result(self) -> Dialects:
        """The results in this dialect and by the official scorer, as `result()["e2e"]` and `result()["conll2012"]`."""
        if not len(self._scorer):
            raise CorefscopeError("nothing-added", "no document has been added yet", hint="call update first")
        rows = [DialectScores(preset_named(self.dialect), self._scorer.result())]
        if self.dialect != OFFICIAL:
            rows.append(DialectScores(preset_named(OFFICIAL), self._scorer.under(OFFICIAL).result()))
        return Dialects(tuple(map(parsed, (*PARTS, "conll"))), tuple(rows))


class MentionEvaluator(_Getters):
    """Score the detection of mentions, whatever their entities.

    >>> evaluator = MentionEvaluator()
    >>> evaluator.update([(0, 1), (4, 4)], [(0, 1), (2, 2), (4, 4)])
    >>> [round(value, 2) for value in evaluator.get_prf()]
    [1.0, 0.67, 0.8]
    """

    def __init__(self) -> None:
        self.tp = self.fp = self.fn = 0

    def update(self, predicted_mentions: Iterable[Hashable], gold_mentions: Iterable[Hashable]) -> None:
        """Add the mentions of one document."""
        predicted, gold = _mentions(predicted_mentions, "predicted"), _mentions(gold_mentions, "gold")
        self.tp += len(predicted & gold)
        self.fp += len(predicted - gold)
        self.fn += len(gold - predicted)

    def result(self) -> Score:
        """Recall, precision and F1 with their counts."""
        right, gold, predicted = self.tp, self.tp + self.fn, self.tp + self.fp
        counts = {"recall_num": right, "recall_den": gold, "precision_num": right, "precision_den": predicted}
        return quotients(counts)

    def _score(self) -> Score:
        return self.result()


def _mentions(side: Any, source: str) -> set[Hashable]:
    """Return mentions by value: a span becomes a tuple, even from JSON or a tensor."""
    plain = map(as_plain, elements(side, "mentions", source))
    listed = [tuple(each) if isinstance(each, list) else each for each in plain]
    check_values(listed, source)
    return set(listed)
