"""The best scores for a response's mentions: by hand, and against a slow definition."""

import random

import pytest

import corefscope as cs
from corefscope.analysis.repair import best_scores
from corefscope.metrics import DEFAULT
from support.inputs.random_partitions import random_document

METRICS = (*DEFAULT, "pairwise")
# With these, mentions that the key lacks may do less harm together than apart.
NOT_ALWAYS_BEST = {"ceafe", "blanc", "conll"}


def best(key, response, metrics=METRICS):
    result = cs.score(key, response, metrics=metrics)
    return best_scores(result.system.evidence, result.metrics), result


def perfectly_linked(key, response):
    """The slow definition: the response's mentions, grouped by hand."""
    mine = {mention for cluster in key for mention in cluster}
    theirs = {mention for cluster in response for mention in cluster}
    grouped = [[mention for mention in cluster if mention in theirs] for cluster in key]
    return [cluster for cluster in grouped if cluster] + [[mention] for mention in theirs - mine]


def corpora(count):
    chance = random.Random("oracle")
    for _ in range(count):
        documents = [random_document(chance, 8, 5) for _ in range(chance.choice([1, 1, 3]))]
        yield tuple({str(number): sides[side] for number, sides in enumerate(documents)} for side in (0, 1))


def test_by_hand():
    # Of the key's a b c and d e, the response has a b d and a wrong x. Best: {a b} {d} {x}.
    scores, _ = best([["a", "b", "c"], ["d", "e"]], [["a", "d"], ["b", "x"]], ["muc", "ceafm", "conll"])
    assert scores["muc"].counts == {"recall_num": 1, "recall_den": 3, "precision_num": 1, "precision_den": 1}
    assert scores["ceafm"].counts == {"recall_num": 3, "recall_den": 5, "precision_num": 3, "precision_den": 4}
    # B³: recall (4/3 + 1/2) / 5, precision 3/4; CEAFe: (4/5 + 2/3) of 2 and of 3 entities.
    b3 = 2 * (11 / 30) * (3 / 4) / (11 / 30 + 3 / 4)
    ceafe = 2 * (22 / 15) / (2 + 3)
    assert scores["conll"].f1 == pytest.approx((0.5 + b3 + ceafe) / 3)


def test_it_is_the_score_of_the_perfectly_linked_response():
    for key, response in corpora(80):
        scores, _ = best(key, response)
        linked = {name: perfectly_linked(key[name], response[name]) for name in key}
        assert scores == dict(cs.score(key, linked, metrics=METRICS).scores)


def test_where_no_response_with_these_mentions_is_better():
    beaten = set()
    for key, response in corpora(300):
        scores, result = best(key, response)
        for name, score in result.scores.items():
            assert name == "conll" or scores[name].recall >= score.recall - 1e-12
            if scores[name].f1 < score.f1 - 1e-12:
                beaten.add(name)
    assert beaten == NOT_ALWAYS_BEST


@pytest.mark.parametrize(
    ("metric", "key", "response", "higher", "lower"),
    [("ceafe", [["a"]], [["a", "b"]], 2 / 3, 1 / 2), ("blanc", [["a"], ["b"]], [["b"], ["a", "c"]], 1 / 2, 1 / 3)],
)
def test_where_wrong_mentions_do_less_harm_together(metric, key, response, higher, lower):
    scores, result = best(key, response, [metric])
    assert result.precision[metric] == pytest.approx(higher)
    assert scores[metric].precision == pytest.approx(lower)


def test_metrics_that_need_more_than_the_table_have_no_best_score():
    spans = [[(0, 1), (3, 3)]]
    result = cs.score(spans, spans, metrics=["muc", "mor"])
    assert set(best_scores(result.system.evidence, result.metrics)) == {"muc"}
