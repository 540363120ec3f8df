"""Swapping key and response swaps recall and precision."""

from hypothesis import given

import corefscope
from support.inputs.strategies import THOROUGH, by_name, corpora
from support.score_numbers import fields_of
from support.variants import PLAIN

OTHER = {"recall": "precision", "precision": "recall", "f1": "f1"}


def both_ways(corpus):
    key, response = by_name(corpus, 0), by_name(corpus, 1)
    there = corefscope.score(key, response, metrics=PLAIN).scores
    back = corefscope.score(response, key, metrics=PLAIN).scores
    return there, back


def kinds_of_links(counts, side):
    return [counts[f"{kind}_{side}"] > 0 for kind in ("coreference", "non_coreference")]


def swapped(name):
    """A count's name after the swap."""
    for one, two in (("recall_", "precision_"), ("_key", "_response"), ("key_", "response_")):
        if one in name:
            return name.replace(one, two)
        if two in name:
            return name.replace(two, one)
    return name


@THOROUGH
@given(corpora())
def test_swapping_the_sides_swaps_recall_and_precision(corpus):
    there, back = both_ways(corpus)
    for name, score in there.items():
        counts = score.counts
        # BLANC's boundary cases are decided by the key alone: with other kinds of links in the response, the swap
        # changes which half counts.
        if name == "blanc" and kinds_of_links(counts, "key") != kinds_of_links(counts, "response"):
            continue
        for field in fields_of(score):
            other = OTHER[field]
            assert abs(getattr(score, field) - getattr(back[name], other)) <= 1e-12, (name, field)
            assert (field in score.undefined) == (other in back[name].undefined), (name, field)


@THOROUGH
@given(corpora())
def test_swapping_the_sides_swaps_the_counts_of_every_metric(corpus):
    there, back = both_ways(corpus)
    for name, score in there.items():
        for count, value in score.counts.items():
            if count == "unlinked":  # of key entities of two and more
                continue
            assert abs(value - back[name].counts[swapped(count)]) <= 1e-12, (name, count)


def test_blanc_is_an_exception_where_only_one_side_has_links_of_a_kind():
    there, back = both_ways([([["a"], ["b"], ["c"]], [["a", "b"], ["c"]])])
    assert (there["blanc"].recall, there["blanc"].precision) == (2 / 3, 1.0)  # the key has singletons only
    assert (back["blanc"].recall, back["blanc"].precision) == (1 / 2, 1 / 3)  # the key has links of both kinds
