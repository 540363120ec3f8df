"""Results go between processes, as multiprocessing and joblib send them, and stay what they are."""

import copy
import pickle

import pytest

import corefscope as cs
from corefscope.metrics import Tally
from support.command_line import KEY, A, B


def sent(value):
    return pickle.loads(pickle.dumps(value))


@pytest.mark.parametrize(
    ("sides", "options"),
    [
        ((KEY, A, B), {"per_document": True, "by": "[a-z]+"}),
        ((KEY, A), {"average": "macro", "metrics": ["mentions", "blanc(alpha=0.2)", "conll"]}),
        (([["a", "b"], ["c"]], [["a"], ["b", "c"]]), {}),
    ],
)
def test_results(sides, options):
    result = cs.score(*sides, **options)
    assert sent(result) == copy.deepcopy(result) == result
    assert sent(result).to_json() == result.to_json()


def test_what_was_asked_of_a_result_before_it_was_sent_can_be_asked_again():
    result = cs.score(KEY, A)
    errors, attribution = result.errors, result.attribution["muc"]
    assert sent(result).errors.counts == errors.counts
    assert sent(result).attribution["muc"].recall.cost.tolist() == attribution.recall.cost.tolist()


def test_other_counts_are_another_tally():
    one, other = (cs.score(KEY, response, metrics="muc") for response in (A, B))
    tally = one.system.tallies["muc"]
    assert tally == Tally(dict(tally.columns))
    assert tally != other.system.tallies["muc"]
    assert tally != Tally({"recall_num": tally.columns["recall_num"]})
    assert tally != "muc"
    assert one != other


def test_comparisons_and_scorers():
    actual = cs.compare(KEY, [A, B], metrics=["lea"], trials=100)
    assert sent(actual) == actual
    scorer = cs.Scorer(["lea"])
    scorer.update([["a", "b"]], [["a", "b"], ["c"]])
    assert sent(scorer).result() == scorer.result()
