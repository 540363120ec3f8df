"""The search for few differences, against the longest common subsequence found by a plain table."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from corefscope.alignment.texts import myers
from corefscope.alignment.texts.anchors import unique_runs
from corefscope.alignment.texts.myers import AT_ONCE, few_differences
from support.inputs.strategies import THOROUGH

words = st.lists(st.sampled_from("abc"), max_size=20)


def longest_common(one, two):
    row = [0] * (len(two) + 1)
    for mine in one:
        before = row
        row = [0]
        for place, theirs in enumerate(two):
            row.append(before[place] + 1 if mine == theirs else max(row[-1], before[place + 1]))
    return row[-1]


def check(one, two, pairs):
    assert all(one[mine] == two[theirs] for mine, theirs in pairs)
    assert all(a[0] < b[0] and a[1] < b[1] for a, b in pairwise(pairs))


@THOROUGH
@given(words, words, st.booleans())
def test_as_many_words_as_can_be_are_equal(one, two, early):
    pairs, (low, high, start, stop) = few_differences(one, two, (0, len(one), 0, len(two)), early)
    check(one, two, pairs)
    assert len(pairs) == longest_common(one, two)
    assert low == high or start == stop


@THOROUGH
@given(words, words, words, st.booleans())
def test_bounds_are_kept(before, one, two, early):
    key, response = [*before, *one, "a"], [*two, *before]
    bounds = (len(before), len(before) + len(one), 0, len(two))
    pairs, _ = few_differences(key, response, bounds, early)
    check(key, response, pairs)
    assert all(bounds[0] <= mine < bounds[1] and theirs < bounds[3] for mine, theirs in pairs)


def test_many_differences_end_the_search_at_both_sides():
    one = [f"w{place % 5}" for place in range(1000)]
    other = ["x"] * (4 * AT_ONCE)
    two = [*one[:300], "y", *one[301:500], *other, *one[600:]]
    pairs, (low, high, start, stop) = few_differences(one, two, (0, len(one), 0, len(two)), early=True)
    check(one, two, pairs)
    assert len(pairs) >= 890
    assert 0 < low <= high < len(one)
    assert 0 < start <= stop < len(two)


def test_a_round_that_ends_goes_on_where_it_ended(monkeypatch):
    monkeypatch.setattr(myers, "AT_ONCE", 4)
    one = [f"w{place % 5}" for place in range(1000)]
    two = ["x" if place % 50 == 49 else word for place, word in enumerate(one)]
    for early in (True, False):
        pairs, _ = few_differences(one, two, (0, 1000, 0, 1000), early)
        assert pairs == [(place, place) for place in range(1000) if place % 50 != 49]


@THOROUGH
@given(words, words)
def test_unique_runs_are_equal_and_in_order(one, two):
    check(one, two, unique_runs(one, two, (0, len(one), 0, len(two))))
