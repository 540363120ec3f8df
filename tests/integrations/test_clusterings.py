"""Labels of items beside scikit-learn and er-evaluation: the same numbers."""

from __future__ import annotations

import er_evaluation
import numpy as np
import pandas
import pytest
from sklearn import metrics

import corefscope as cs


@pytest.mark.parametrize("seed", range(20))
def test_labels_beside_both(seed):
    chance = np.random.default_rng(seed)
    size = int(chance.integers(20, 200))
    index = [f"r{number}" for number in range(size)]
    key, response = (pandas.Series(chance.integers(0, size // 4, size), index=index) for _ in range(2))
    result = cs.score(key, response, metrics=["pairwise", "b3", "rand", "ari", "h"])
    (_, wrong), (missed, right) = metrics.pair_confusion_matrix(key, response)
    assert result.precision["pairwise"] == pytest.approx(right / (right + wrong))
    assert result.recall["pairwise"] == pytest.approx(right / (right + missed))
    assert result.f1["rand"] == pytest.approx(metrics.rand_score(key, response))
    assert result.f1["ari"] == pytest.approx(metrics.adjusted_rand_score(key, response))
    homogeneity, completeness, measure = metrics.homogeneity_completeness_v_measure(key, response)
    assert result.f1["h"] == pytest.approx(measure)
    assert sorted((result.precision["h"], result.recall["h"])) == pytest.approx(sorted((homogeneity, completeness)))
    theirs = er_evaluation
    assert result.precision["pairwise"] == pytest.approx(theirs.pairwise_precision(response, key))
    assert result.recall["pairwise"] == pytest.approx(theirs.pairwise_recall(response, key))
    # Their B³ gives each true entity, not each item, the same weight.
    shared = [((key == key[item]) & (response == response[item])).sum() for item in index]
    recall, precision = (pandas.Series(shared, index) / side.map(side.value_counts()) for side in (key, response))
    assert (result.recall["b3"], result.precision["b3"]) == pytest.approx((recall.mean(), precision.mean()))
    assert recall.groupby(key).mean().mean() == pytest.approx(theirs.b_cubed_recall(response, key))
    assert precision.groupby(key).mean().mean() == pytest.approx(theirs.b_cubed_precision(response, key))


def test_the_example_of_the_page_on_dialects():
    key, response = (pandas.Series(list(labels), index=list("abcd")) for labels in ("1112", "xxyy"))
    assert er_evaluation.b_cubed_recall(response, key) == pytest.approx(7 / 9)
    assert er_evaluation.b_cubed_precision(response, key) == pytest.approx(2 / 3)
    assert er_evaluation.b_cubed_f(response, key) == pytest.approx(28 / 39)
    assert cs.score(key, response, metrics="b3").f1["b3"] == pytest.approx(12 / 17)
