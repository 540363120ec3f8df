"""A scorer for spaCy's training: `@scorers = "corefscope.coref_scorer.v1"` in a config, or `coref_scorer()` in Python.

Clusters are the span groups `coref_clusters_1`, `coref_clusters_2`, … of a Doc, as spacy-experimental writes them.
spaCy itself is never imported: a scorer is called with its Examples.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from corefscope.basics.escaping import quoted
from corefscope.metrics import DEFAULT, AnyMetrics, metrics
from corefscope.problems import PairingError
from corefscope.scoring.scorer import Scorer
from corefscope.scoring.totals import flat_scores

PREFIX = "coref_clusters"
MAIN = "lea"  # spacy-experimental's own scorer reports it as coref_f, coref_p and coref_r


def coref_scorer(
    span_cluster_prefix: str = PREFIX, metric_names: AnyMetrics = DEFAULT, preset: str | None = None
) -> Callable[..., dict[str, float]]:
    """A function from Examples to scores: `coref_f`, `coref_p`, `coref_r` (LEA), `coref_conll_f1` and the rest."""
    with_main = metrics([*metrics(metric_names), MAIN])

    def score(examples: Iterable[Any], **options: Any) -> dict[str, float]:
        scorer = Scorer(with_main, preset=preset)
        for example in examples:
            one, other = example.reference.text, example.predicted.text
            if one != other:
                pairs = enumerate(zip(one, other, strict=False))
                place = next((n for n, (a, b) in pairs if a != b), min(len(one), len(other)))
                seen = f"{quoted(other[place:])}, in the reference {quoted(one[place:])}"
                fact = f"the Docs of an Example have different texts: from character {place}, {seen}"
                raise PairingError("different-words", fact)
            scorer.update(
                clusters(example.reference, span_cluster_prefix), clusters(example.predicted, span_cluster_prefix)
            )
        if not len(scorer):
            return {}
        scores = scorer.result().scores
        main = scores[MAIN]
        short = {"coref_f": main.f1, "coref_p": float(main.precision or 0), "coref_r": float(main.recall or 0)}
        return {**short, **{f"coref_{name}": value for name, value in flat_scores(scores).items()}}

    return score


def clusters(doc: Any, prefix: str = PREFIX) -> list[list[tuple[int, int]]]:
    """The clusters of a Doc, mentions as characters, so that other tokens do not matter."""
    name = re.compile(rf"{re.escape(prefix)}_[0-9]+")
    return [
        [(span.start_char, span.end_char) for span in group]
        for key, group in doc.spans.items()
        if name.fullmatch(key) and len(group)
    ]
