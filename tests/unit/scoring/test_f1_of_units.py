"""F1 of each document, made of columns at once, against the score of each document by itself."""

from random import Random

import pytest

import corefscope as cs
from corefscope.scoring.totals import f1_of_units
from support.inputs.random_partitions import random_document

DOCUMENTS = [random_document(random, 6, 3) for random in [Random(5)] for _ in range(60)]
SIDES = [{f"text {number}": each[side] for number, each in enumerate(DOCUMENTS)} for side in (0, 1)]
SIDES = [{**side, "without entities": []} for side in SIDES]


@pytest.mark.parametrize("name", ["muc", "b3", "blanc", "blanc(alpha=1)", "rand", "ari", "h"])
def test_f1_of_units_is_that_of_their_scores(name):
    result = cs.score(*SIDES, metrics=name)
    metric, tally = result.metrics[0], result.system.tallies[result.metrics[0].tally_name]
    values, defined = f1_of_units(metric, tally)
    scores = [metric.finish(counts) for counts in tally.rows()]
    assert values.tolist() == pytest.approx([score.f1 for score in scores], abs=1e-15)
    assert defined.tolist() == ["f1" not in score.undefined for score in scores]
    assert not defined.all()
