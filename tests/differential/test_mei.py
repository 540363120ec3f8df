"""Per-entity F1 beside the evaluator of Major Entity Identification, given the alignment that is best.

COREFSCOPE_MEI names the metrics.py of KawshikManikantan/MEI (MEIRa/coref_utils).
"""

from random import Random

import pytest

import corefscope
from differential.peers import module_at, peer
from support.definitions.entities import f1
from support.inputs.random_partitions import random_document


@pytest.mark.parametrize(("weight", "place"), [("entity", 0), ("mentions", 1)])
def test_macro_and_micro_f1(weight, place):
    from scipy.optimize import linear_sum_assignment

    random, evaluator = Random(5), module_at(peer("COREFSCOPE_MEI")).F1Evaluator()
    documents = [random_document(random, 30, 8) for _ in range(200)]
    for key, response in documents:
        # Its task gives each entity its name; here the alignment with the highest total takes the place of names.
        worth = [[(len(one) if place else 1) * float(f1(one, two)) for two in response] for one in key]
        chosen = dict(zip(*linear_sum_assignment(worth, maximize=True), strict=True)) if key and response else {}
        evaluator.update([response[chosen[n]] if n in chosen else [] for n in range(len(key))], key)
    sides = ({f"text {n}": document[side] for n, document in enumerate(documents)} for side in (0, 1))
    metric = f"entities(weight={weight})" if weight == "entity" else "entities"
    recall = corefscope.score(*sides, metrics=metric).recall[metric]
    assert 100 * recall == pytest.approx(evaluator.get_numbers()[place])
