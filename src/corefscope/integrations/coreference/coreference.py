"""Coreference scores as a module of Hugging Face `evaluate`; loaded by its path, which `evaluate_module()` gives."""

from typing import Any

import datasets
import evaluate

from corefscope.metrics import DEFAULT
from corefscope.scoring.scorer import Scorer
from corefscope.scoring.totals import flat_scores

_DESCRIPTION = "MUC, B³, CEAFm, CEAFe, BLANC, LEA and CoNLL F1 of predicted and gold clusters, by corefscope."
_KWARGS = """
    predictions: one list of clusters for each document; a mention is [first, last].
    references: the same of the gold standard, in the same order.
    metrics: names, such as ["conll", "lea"]; the usual eight by default.
    preset: the rules of a task or scorer, such as "conll2012" or "e2e".
    singletons: "keep" or "drop"; without it, as the preset says.
"""


class Coreference(evaluate.Metric):  # type: ignore[misc]
    """One score for all documents; counts are added over them before quotients are taken."""

    def _info(self) -> evaluate.MetricInfo:
        clusters = datasets.Sequence(datasets.Sequence(datasets.Sequence(datasets.Value("int64"))))
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            citation="",
            inputs_description=_KWARGS,
            features=datasets.Features({"predictions": clusters, "references": clusters}),
        )

    def _compute(
        self,
        predictions: list[Any],
        references: list[Any],
        metrics: Any = None,
        preset: str | None = None,
        singletons: str | None = None,
    ) -> dict[str, float]:
        options: Any = {} if singletons is None else {"singletons": singletons}
        scorer = Scorer(DEFAULT if metrics is None else metrics, preset=preset, **options)
        for predicted, gold in zip(predictions, references, strict=True):
            scorer.update(gold, predicted)
        return flat_scores(scorer.result().scores)
