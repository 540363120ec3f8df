"""Matching by minimum spans: those of the key where it has them, else MINA's from the key's parse."""

import pytest

import corefscope
from corefscope.problems import PairingError
from support.inputs.spans import mention, pairs, side
from support.inputs.trees import corpus


def with_minimum(*texts):
    """`0-4!2`: a key mention and its minimum span."""
    return side([mention(places, minimum=minimum) for places, _, minimum in (text.partition("!") for text in texts)])


@pytest.mark.parametrize(
    ("key", "response", "expected"),
    [
        # Contains the minimum span, and lies within the key mention.
        (["0-4!2"], "1-3", {("0-4", "1-3")}),
        (["0-4!2-3"], "2-3", {("0-4", "2-3")}),
        # Not all of the minimum span; a token outside.
        (["0-4!2-3"], "3-4", set()),
        (["0-4!2"], "2-5", set()),
        # Equal tokens match whatever the minimum span.
        (["0-4!2"], "0-4", {("0-4", "0-4")}),
        # The larger share of the key mention: 4/5 against 2/5.
        (["0-4!2"], "2-3 1-4", {("0-4", "1-4")}),
        # Without a minimum span a mention matches exactly or not at all.
        (["0-4!2", "6-8"], "7 2", {("0-4", "2")}),
        # A minimum span with a gap.
        (["0-4!1,3"], "1-3", {("0-4", "1-3")}),
        (["0-4!1,3"], "1-2", set()),
    ],
)
def test_minimum_spans_of_the_key(key, response, expected):
    assert pairs(with_minimum(*key), side(response), match="min") == expected


def test_minimum_spans_of_the_response_are_not_asked():
    assert pairs(with_minimum("0-4!2"), with_minimum("2-3!3"), match="min") == {("0-4", "2-3")}


#        0        1        2       3          4        5
BOAT = "(TOP (S (NP (NP (DT the) (JJ old) (NN man)) (PP (IN in) (NP (DT the) (NN boat)))) (VP (VBD slept))))"


@pytest.mark.parametrize(
    ("key", "response", "expected"),
    [
        # "the old man in the boat" and "the old man" have the minimum span "old man".
        ("0-5", "0-2", {("0-5", "0-2")}),
        ("0-2", "0-5", {("0-2", "0-5")}),
        # A span that is no phrase, "old man in the boat", is taken as one of its largest pieces.
        ("0-5", "1-5", {("0-5", "1-5")}),
        # "the boat" has another one.
        ("0-5", "4-5", set()),
        # Exact pairs first; then what has more tokens in common (2/3 against 2/6).
        ("0-2 0-5", "0-5 1-2", {("0-5", "0-5"), ("0-2", "1-2")}),
        ("0-2 0-5", "1-2", {("0-2", "1-2")}),
    ],
)
def test_mina_spans_of_both_sides_come_from_the_parse_of_the_key(key, response, expected):
    mentions = [mention(text) for text in key.split()]
    assert pairs(corpus([BOAT], [mentions]), side(response), match="min") == expected


def test_mina_in_the_second_sentence_and_across_sentences():
    """A mention across two trees has no minimum span: it matches only exactly."""
    key = corpus([BOAT, BOAT], [[mention("7-12"), mention("5-9")]])
    assert pairs(key, side("7-9 5-8"), match="min") == {("7-12", "7-9")}
    assert pairs(key, side("7-9 5-9"), match="min") == {("7-12", "7-9"), ("5-9", "5-9")}


def test_without_minimum_spans_and_parse_there_is_nothing_to_match_by():
    key, response = side("0-4", name="quay"), side("0-3", name="quay")
    with pytest.raises(PairingError) as caught:
        corefscope.score(key, response, match="min")
    assert str(caught.value) == (
        "key: match='min' needs minimum spans, and document 'quay' has neither them nor a parse "
        "(GUM, MUC and ACE files have minimum spans; CoNLL-2012 files may have a parse column)"
    )


def test_a_parse_says_nothing_of_characters():
    key, response = corpus([BOAT], [[mention("0-5")]]), corpus([BOAT], [[mention("0-2")]])
    with pytest.raises(PairingError) as caught:
        corefscope.score(key, response, match="min", align="characters")
    assert str(caught.value) == (
        "made up: match='min' needs minimum spans, and document 'text' has none in characters "
        "(a parse is about tokens: leave out align='characters', or use a key with minimum spans)"
    )
