"""Matching by head and partial matching, step by step: exact pairs first, then the share of the key that is covered."""

import pytest

from support.inputs.spans import pairs, side

# By head: exact pairs with equal heads, then equal heads.
HEADS = [
    # The same head is enough, whatever the tokens.
    ("0-4@2", "2@2", {("0-4", "2")}),
    ("2@2", "0-4@2", {("2", "0-4")}),
    ("0-2@2", "2-4@2", {("0-2", "2-4")}),
    # The same tokens are not.
    ("0-4@2", "0-4@3", set()),
    # A discontinuous mention and a run of tokens, by their head.
    ("0,4@4", "3-4@4", {("0,4", "3-4")}),
    # Zeros have heads too: empty nodes.
    ("3.1@3.1", "2,3.1@3.1", {("3.1", "2,3.1")}),
    ("3.1@3.1", "3.2@3.2", set()),
    # One head, two key mentions: 1/2 of 1-2 is covered by 2, but all of 2 is, and exactly.
    ("1-2@2 2@2", "2@2", {("2", "2")}),
    # Two and two: exact pairs first, the rest by what is left.
    ("1-2@2 2@2", "2@2 0-2@2", {("2", "2"), ("1-2", "0-2")}),
    # The largest sum, not the best partner of the first: 0-2 lies in 0-4 whole, but then 2-4 has only 1-2 left:
    # 1 + 1/3. With 1-2 for 0-2 it is 2/3 + 1.
    ("0-2@2 2-4@2", "0-4@2 1-2@2", {("0-2", "1-2"), ("2-4", "0-4")}),
    ("0-5@5 2-5@5", "1-5@5 5@5", {("0-5", "5"), ("2-5", "1-5")}),  # 1/6 + 1, not 5/6 + 1/4
    # Mentions of other heads do not disturb.
    ("0-1@0 3-4@3", "0@0 4@4", {("0-1", "0")}),
]
# Partial: within the key mention, with its head.
PARTIAL = [
    # Within the key mention and with its head.
    ("0-4@2", "1-3", {("0-4", "1-3")}),
    ("0-4@2", "2", {("0-4", "2")}),
    # Within, but without the head; with the head, but one token outside.
    ("0-4@2", "3-4", set()),
    ("0-4@2", "2-5", set()),
    # The key decides: a response mention that contains the key's is not within it.
    ("2@2", "0-4", set()),
    # Equal tokens always match; the response needs no head.
    ("0-4@2", "0-4", {("0-4", "0-4")}),
    # Two responses for one key mention: 3/5 covered against 2/5.
    ("0-4@2", "2-3 1-3", {("0-4", "1-3")}),
    # Two key mentions for one response: all of 2-3 is covered, so exactly, and nothing is left for 0-4.
    ("0-4@2 2-3@2", "2-3", {("2-3", "2-3")}),
    # The largest sum: 0-4 with 2-3 and 1-3 with 2: 2/5 + 1/3 = 11/15; the other way 1/5 + 2/3 = 13/15.
    ("0-4@2 1-3@2", "2-3 2", {("0-4", "2"), ("1-3", "2-3")}),
    # Gaps: every token of the response has to be one of the key's.
    ("0,2,4@2", "0,2", {("0,2,4", "0,2")}),
    ("0,2,4@2", "0-2", set()),
    # Zeros are tokens like others.
    ("0,3.1@3.1", "3.1", {("0,3.1", "3.1")}),
    ("0,3.1@0", "3.1", set()),
]


@pytest.mark.parametrize(
    ("how", "key", "response", "expected"),
    [*(("head", *row) for row in HEADS), *(("partial", *row) for row in PARTIAL)],
)
def test_pairs(how, key, response, expected):
    assert pairs(side(key), side(response), match=how) == expected


def test_equal_tokens_with_another_head_are_free_for_others():
    """0-4 is on both sides, but with different heads: both find another partner."""
    key, response = "0-4@2 3@3", "0-4@3 2@2"
    assert pairs(side(key), side(response), match="head") == {("0-4", "2"), ("3", "0-4")}


@pytest.mark.parametrize("response", ["1-3@2 2-3@2", "2-3@2 1-3@2"])
def test_on_ties_the_earlier_key_mention_goes_with_the_earlier_response(response):
    """The order of the file does not decide."""
    assert pairs(side("2@2"), side(response), match="head") == {("2", "1-3")}  # 1 and 1
    assert pairs(side("2-4@2 1-3@2"), side("2@2"), match="head") == {("1-3", "2")}  # 1/3 and 1/3
    assert pairs(side("0-2@2 1-2@2 1-4@2"), side("2-3@2"), match="head") == {("1-2", "2-3")}  # 1/3, 1/2 and 2/4
    # 2/3 + 1 in two ways: in the order of the text
    assert pairs(side("0-3@2 1-3@2 2@2"), side("2-3@2 2-4@2"), match="head") == {("1-3", "2-3"), ("2", "2-4")}
    # 3/4 + 1/2, or 1/4 + 1
    assert pairs(side("0-3@3 2-3@3"), side("1-3@3 3@3"), match="head") == {("0-3", "1-3"), ("2-3", "3")}
    assert pairs(side("2@2 2-4@2"), side("1-4@2 0-4@2"), match="head") == {("2", "0-4"), ("2-4", "1-4")}  # 1 + 1


def test_on_ties_of_partial_matching_earlier_mentions_win():
    """1-2 and 2-3 both cover two of the five tokens."""
    assert pairs(side("0-4@2"), side("2-3 1-2"), match="partial") == {("0-4", "1-2")}
