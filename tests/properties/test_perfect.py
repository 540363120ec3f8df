"""A response equal to its key scores 1, except where a metric finds nothing to count."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import corefscope
from corefscope.metrics import METRICS
from support.inputs.strategies import THOROUGH, by_name, clusters
from support.variants import PLAIN


def entities(corpus):
    return [cluster for document in corpus for cluster in document]


def no_mention(corpus):
    return not entities(corpus)


def singletons_only(corpus):
    return all(len(cluster) == 1 for cluster in entities(corpus))


def no_two_mentions(corpus):
    """Without two mentions in one document there is no link of either kind."""
    return all(sum(map(len, document)) < 2 for document in corpus)


def always(corpus):
    """Mentions that are ids, as here, are no zeros; for those that are, see the properties of spans."""
    return True


# When a metric has nothing to count, so that even a perfect response gets 0 and is called undefined.
NOTHING_TO_COUNT = {
    "mentions": no_mention,
    "muc": singletons_only,
    "b3": no_mention,
    "ceafm": no_mention,
    "ceafe": no_mention,
    "blanc": no_two_mentions,
    "lea": no_mention,
    "pairwise": singletons_only,
    "rand": no_two_mentions,
    "ari": no_mention,
    "h": no_mention,
    "entities": no_mention,
    "mor": no_mention,
    "zeros": always,
}
MEANS = {name: [part.name for part in family.mean_of] for name, family in METRICS.items() if family.mean_of}


def test_every_metric_is_covered():
    assert set(NOTHING_TO_COUNT) | set(MEANS) == set(PLAIN)


def score_itself(corpus):
    key = by_name([(document,) for document in corpus], 0)
    return corefscope.score(key, key, metrics=PLAIN).scores


@THOROUGH
@given(st.lists(clusters(), min_size=1, max_size=4))
def test_a_perfect_response_scores_1_or_there_is_nothing_to_count(corpus):
    scores = score_itself(corpus)
    for name, nothing in NOTHING_TO_COUNT.items():
        score, expected = scores[name], 0.0 if nothing(corpus) else 1.0
        assert (score.recall, score.precision, score.f1) == (expected, expected, expected), name
        assert score.undefined == (("recall", "precision", "f1") if nothing(corpus) else ()), name
    for name, parts in MEANS.items():
        defined = [part for part in parts if not NOTHING_TO_COUNT[part](corpus)]
        assert scores[name].f1 == len(defined) / len(parts)
        assert scores[name].undefined == (() if defined else ("f1",))


@pytest.mark.parametrize(
    ("corpus", "zero"),
    [
        ([[]], set(PLAIN)),
        ([[["a"]]], {"muc", "blanc", "pairwise", "rand", "zeros"}),
        ([[["a"]], [["b"]]], {"muc", "blanc", "pairwise", "rand", "zeros"}),  # links do not cross documents
        ([[["a"], ["b"]]], {"muc", "pairwise", "zeros"}),
        ([[["a", "b"]]], {"zeros"}),  # not one mention is a zero
    ],
)
def test_the_exceptions_are_exceptions(corpus, zero):
    scores = score_itself(corpus)
    assert {name for name, score in scores.items() if score.f1 == 0} == zero


def test_the_mean_of_a_perfect_response_without_links_is_two_thirds():
    assert score_itself([[["a"], ["b"]]])["conll"].f1 == 2 / 3
