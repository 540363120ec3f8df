"""Partial matching: within the key mention, with its head."""

import pytest

from support.inputs.spans import pairs, side


@pytest.mark.parametrize(
    ("key", "response", "expected"),
    [
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
    ],
)
def test_corefud(key, response, expected):
    assert pairs(side(key), side(response), match="partial") == expected


def test_on_ties_earlier_mentions_win():
    """1-2 and 2-3 both cover two of the five tokens."""
    assert pairs(side("0-4@2"), side("2-3 1-2"), match="partial") == {("0-4", "1-2")}
