"""Properties of every matching mode, on random mentions with gaps, zeros, heads and minimum spans."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefscope.model import Document
from corefscope.settings import MATCHINGS
from support.definitions.matching import SIMILARITY, best_total, exact
from support.inputs.spans import displayed, entities, matched, mention
from support.inputs.strategies import THOROUGH

EVERY_MATCHING = pytest.mark.parametrize("how", MATCHINGS)


def document(side):
    return [Document("text", side)]


def listed(side):
    return [each for entity in side for each in entity]


def as_texts(pairs):
    return sorted((displayed(one), displayed(two)) for one, two in pairs)


@EVERY_MATCHING
@THOROUGH
@given(key=entities(), response=entities(), random=st.randoms(use_true_random=False))
def test_one_to_one_exact_pairs_first_and_whatever_the_order(how, key, response, random):
    def shuffled(side):
        return random.sample([random.sample(entity, len(entity)) for entity in side], len(side))

    actual = matched(document(key), document(response), match=how)
    assert len({one.tokens() for one, _ in actual}) == len(actual)
    assert len({two.tokens() for _, two in actual}) == len(actual)
    equal = as_texts(exact(listed(key), listed(response), how))
    assert set(equal) <= set(as_texts(actual))
    assert how != "exact" or equal == as_texts(actual)
    again = matched(document(shuffled(key)), document(shuffled(response)), match=how)
    assert as_texts(actual) == as_texts(again)


@EVERY_MATCHING
@THOROUGH
@given(side=entities())
def test_a_perfect_response_pairs_every_mention_with_itself(how, side):
    actual = matched(document(side), document(side), match=how)
    assert as_texts(actual) == as_texts((each, each) for each in listed(side))


@pytest.mark.parametrize("how", SIMILARITY)
@THOROUGH
@given(key=entities(10), response=entities(10))
def test_no_other_pairs_are_more_similar_in_total(how, key, response):
    similarity = SIMILARITY[how]
    equal = {(one.tokens(), two.tokens()) for one, two in exact(listed(key), listed(response), how)}
    actual = matched(document(key), document(response), match=how)
    assert equal <= {(one.tokens(), two.tokens()) for one, two in actual}
    chosen = [similarity(one, two) for one, two in actual if (one.tokens(), two.tokens()) not in equal]
    assert all(value > 0 for value in chosen)
    mine, theirs = ({places[side] for places in equal} for side in (0, 1))
    most = best_total(
        [each for each in listed(key) if each.tokens() not in mine],
        [each for each in listed(response) if each.tokens() not in theirs],
        similarity,
    )
    assert sum(chosen, Fraction(0)) == most


@EVERY_MATCHING
def test_where_one_side_has_no_mention_nothing_is_matched(how):
    nothing, something = document([]), document([[mention("0-2@1", minimum="1")]])
    assert matched(nothing, something, match=how) == []
    assert matched(something, nothing, match=how) == []
    assert matched(nothing, nothing, match=how) == []
