"""What metrics keep to where there are sets of split antecedents, bridging, and markables that refer to nothing."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import corefscope
from corefscope.anaphora.split import scores_sets
from corefscope.metrics import METRICS
from differential.test_ua_scorers import random_document
from support.inputs.anaphora import side
from support.inputs.strategies import THOROUGH
from support.variants import BESIDE

WITH_SETS = ["muc", "b3", "ceafm", "ceafe", "blanc", "lea", "lea(importance=equal)", "conll"]
OTHERS = [
    *("split", *(f"split(metric={name})" for name in ("muc", "b3", "ceafm", "ceafe", "blanc"))),
    *("bridging", "bridging(level=mention)", "bridging(level=anaphor)", "nonreferring", "nonreferring(beta=2)"),
]
DOCUMENTS = st.integers(0, 10_000).map(lambda seed: random_document(Random(seed)))


def scored(key, response, **options):
    return corefscope.score(key, response, metrics=[*WITH_SETS, *OTHERS], split="keep", **options)


def test_every_metric_is_here():
    assert {name.partition("(")[0] for name in OTHERS} == set(BESIDE)
    with_sets = {name for name in METRICS if scores_sets(corefscope.metric(name))} - {"split"}
    assert {name.partition("(")[0] for name in WITH_SETS} - {"conll"} == with_sets


@THOROUGH
@given(DOCUMENTS)
def test_a_perfect_response_scores_1_or_there_is_nothing_to_count(document):
    scores = scored([document], [document]).scores
    scores.pop("conll")  # without links MUC is 0, and the mean 2/3
    for name, score in scores.items():
        expected = 0.0 if "f1" in score.undefined else 1.0
        assert score.f1 == pytest.approx(expected), name


@THOROUGH
@given(DOCUMENTS, DOCUMENTS)
def test_scores_lie_between_0_and_1_and_sets_of_sides_are_counted_alike(key, response):
    one, two = scored([key], [response]).scores, scored([response], [key]).scores
    for name, score in one.items():
        for value in score.numbers.values():
            assert -1e-12 <= value <= 1 + 1e-12, name
        for count, other in (("recall_den", "precision_den"), ("precision_den", "recall_den")):
            if count in score.counts:
                assert score.counts[count] == pytest.approx(two[name].counts[other]), name


@THOROUGH
@given(st.lists(st.tuples(DOCUMENTS, DOCUMENTS), min_size=1, max_size=4))
def test_counts_add_and_a_scorer_has_the_same(pairs):
    from dataclasses import replace

    key, response = (
        [
            replace(
                each,
                name=f"text {number}",
                annotations={kind: replace(one, name=f"text {number}") for kind, one in each.annotations.items()},
            )
            for number, each in enumerate(side)
        ]
        for side in zip(*pairs, strict=True)
    )
    whole = scored(key, response)
    for number, (one, two) in enumerate(zip(key, response, strict=True)):
        alone = scored([one], [two])
        for name, tally in alone.system.tallies.items():
            assert tally.unit(0) == pytest.approx(whole.system.tallies[name].unit(number)), name
    scorer = corefscope.Scorer([*WITH_SETS, *OTHERS], split="keep")
    for one, two in zip(key, response, strict=True):
        scorer.update(one, two)
    for name, score in scorer.result().scores.items():
        assert score.f1 == pytest.approx(whole.scores[name].f1), name


@pytest.mark.parametrize("name", [*BESIDE, "split(metric=blanc)"])
def test_beta_moves_f1_towards_recall(name):
    key, response = side("ab cd e [ac]fg", "pq", "c>a d>b"), side("ab cd e [ace]fg", "pqr", "c>a d>b e>a")
    twice = f"{name[:-1]},beta=2)" if name.endswith(")") else f"{name}(beta=2)"
    actual = corefscope.score([key], [response], metrics=[name, twice], split="keep").f1
    assert actual[name] < actual[twice] < 1


@THOROUGH
@given(DOCUMENTS)
def test_without_sets_nothing_changes(document):
    from dataclasses import replace

    plain = replace(document, relations=[])
    one = corefscope.score([plain], [plain], metrics=WITH_SETS, split="keep").system.tallies
    assert one == corefscope.score([plain], [plain], metrics=WITH_SETS).system.tallies
