"""`--mentions shared`: how well the mentions are grouped that both sides have, the others left out."""

import pytest
from hypothesis import given

import corefscope as cs
from corefscope.metrics import DEFAULT
from support.inputs.spans import side
from support.inputs.strategies import THOROUGH, by_name
from support.inputs.strategies import corpora as random_corpora

METRICS = (*DEFAULT, "pairwise")


def common(mine, theirs):
    """The clusters of one side without the mentions that only it has."""
    known = {mention for cluster in theirs for mention in cluster}
    clusters = [[mention for mention in cluster if mention in known] for cluster in mine]
    return [cluster for cluster in clusters if cluster]


@THOROUGH
@given(random_corpora())
def test_it_is_the_score_of_the_mentions_that_both_sides_have(corpus):
    options = {"metrics": METRICS, "per_document": True}
    fast = cs.score(by_name(corpus, 0), by_name(corpus, 1), mentions="shared", **options)
    shared = [(common(key, response), common(response, key)) for key, response in corpus]
    slow = cs.score(by_name(shared, 0), by_name(shared, 1), **options)
    assert fast.scores == slow.scores
    assert fast.system.per_document == slow.system.per_document


@pytest.mark.parametrize("which", ["all", "shared"])
@pytest.mark.parametrize("match", ["exact", "head", "partial"])
def test_identification_with_a_matching_of_its_own_obeys_all_other_settings(match, which):
    key = side("0-2@1 5@5 7-8@8", "10@10 12@12", "3.1@3.1")
    response = side("1@1 5@5", "8@8 9@9", "10@10 20@20 3.1@3.1")
    own = cs.score(key, response, metrics=f"mentions(match={match})", mentions=which).scores[f"mentions(match={match})"]
    assert own == cs.score(key, response, metrics="mentions", match=match, mentions=which).scores["mentions"]
    assert own.counts["recall_num"] == (3 if match == "exact" else 5)
    assert (own.f1 == 1) == (which == "shared")
