"""CorefUD and GUM: CoNLL-U with brackets in Entity=, gaps, zeros, heads and minimum spans."""

from __future__ import annotations

import re

import pytest

from corefscope.formats.corefud.text import ROOT
from corefscope.formats.load import read_corpus
from corefscope.model import empty_position
from corefscope.problems import FormatError
from support.inputs.corefud_texts import GUM, document, heads, node, sentence, words

# Brackets


def test_fields_may_be_empty_or_left_out(read_text):
    (found,) = read_text(document(words(3, w1="(e1--1-)", w2="(e2)", w3="(e3-place)")))
    assert found.entity_types == ["", "", "place"]
    assert [heads(entity) for entity in found.entities] == [[0], [None], [None]]


def test_reserved_characters_are_escaped(read_text):
    (found,) = read_text(document(words(1, w1="(e%2D1-vice%2Dpresident%20%28former%29-1-)")))
    assert (found.entity_ids, found.entity_types) == (["e-1"], ["vice-president (former)"])


def test_other_keys_may_stand_around_entity(only):
    text = document(
        sentence(node(1, "SpaceAfter=No|Entity=(e1-a-1-)|Gloss=NotEntity=(e2-a-1-)"), node(2, form="Entity=(e3)"))
    )
    assert list(only(text)) == ["e1"]


@pytest.mark.parametrize(
    ("cells", "line", "message"),
    [
        ({"w1": "(e1-a-1-"}, 3, "entity e1 is opened but never closed"),
        ({"w2": "e1)"}, 4, "entity e1 is closed but was never opened"),
        ({"w1": "e1"}, 3, "'e1', which is not a bracket"),
        ({"w1": "(e1-a-1-)e2"}, 3, "'e2', which is not a bracket"),
        ({"w1": "()"}, 3, "not a bracket"),
        ({"w1": "(-a-1-)"}, 3, "has no entity id"),
        ({"w1": "(e1[1/2]-a-1-)"}, 3, "part 2 of 2 is missing from a mention of entity e1"),
        ({"w1": "(e1[2/2]-a-1-)"}, 3, "part 2 of 2 of entity e1 follows no part 1"),
        ({"w1": "(e1[3/2]-a-1-)"}, 3, "names no part"),
        ({"w1": "(e1[x]-a-1-)"}, 3, "names no part"),
        ({"w1": "(e1[1/2]-a-1-", "w2": "e1)"}, 3, "entity e1[1/2] is opened but never closed"),
        ({"w1": "(e1-a-1-)|Entity=(e2-a-1-)"}, 3, "Entity= occurs twice"),
    ],
)
def test_brackets_that_cannot_be_read(read_text, cells, line, message):
    with pytest.raises(FormatError, match=re.escape(message)) as error:
        read_text(document(words(3, **cells)))
    assert error.value.line == line


def test_more_fields_than_the_header_names(only):
    assert only(document(words(1, w1="(e1-a-1-x:y-more)"))) == {"e1": [(0, 1)]}


def test_an_entity_of_two_types_keeps_the_first(read_text, warnings_of):
    text = document(words(2, w1="(e1-a-1-)", w2="(e1-b-1-)"))
    assert read_text(text)[0].entity_types == ["a"]
    assert warnings_of(text) == {"entity of several types": 1}


# Gaps


def test_a_part_continues_the_latest_mention_that_waits_for_it(only):
    text = document(words(4, w1="(e1[1/2]-a-1-)", w2="(e1[1/2]-a-1-)", w3="(e1[2/2]-a-1-)", w4="(e1[2/2]-a-1-)"))
    assert [mention.tokens() for mention in only(text)["e1"]] == [(0, 3), (1, 2)]


# Heads and minimum spans


@pytest.mark.parametrize(("written", "head"), [("1", 0), ("2", 1), ("3", 1), ("0", 0), ("x", 0), ("9" * 30, 1)])
def test_heads(only, warnings_of, written, head):
    text = document(words(2, w1=f"(e1-a-{written}-", w2="e1)"))
    assert heads(only(text)["e1"]) == [head]
    assert warnings_of(text) == ({} if written in "12" else {"head outside its mention": 1})


def test_minimum_spans_of_gum(only, warnings_of):
    text = document(words(3, w1="(1-person-new-nnnnn-cf1-2,3-coref-A%2DB", w3="1)"), header=GUM)
    (mention,) = only(text)["1"]
    assert (mention.minimum, mention.head) == ((1, 2), None)
    beyond = text.replace("2,3", "2,4,x")
    assert only(beyond)["1"][0].minimum == (1,)
    assert warnings_of(beyond) == {"minimum span outside its mention": 1}


def test_minimum_spans_do_not_count_empty_nodes(only):
    text = document(sentence((1, "(1-a-new-n-cf1-2-coref"), (1.1,), (2, "1)")), header=GUM)
    assert only(text)["1"][0].minimum == (1,)


def test_a_minimum_span_may_stand_in_other(only):
    assert only(document(words(2, w1="(e1-a-1-key:x,minspan:1%2C2", w2="e1)")))["e1"][0].minimum == (0, 1)


# Empty nodes


def test_zeros_are_told_from_other_mentions(put):
    text = document(sentence((1, "(e1-a-3-"), ("1.1", "(e1-a-1-)"), (2, "e1)")))
    assert read_corpus(put(text)).is_zero().tolist() == [False, True]


def test_words_are_real_words(read_text):
    (found,) = read_text(document(sentence(node("1-2", form="im"), (1,), ("1.1",), (2,)), sentence((1,))))
    assert (found.words, found.sentences, found.token_count) == (["w1", "w2", "w1"], [(0, 2), (2, 3)], 3)


def test_enhanced_dependencies(put):
    first = sentence(node("0.1", deps="1:nsubj"), node(1, deps="0:root"), node("1.1", deps="1:obj|0.1:conj:and"))
    second = sentence(node("0.1", deps="2:nsubj|1.1:x"), node(1), node("1.1", deps="_"), node(2, deps="1.1:dep"))
    text, number = read_corpus(put(document(words(3)) + document(first, second, name="song"))).texts[1]
    opening = empty_position(0, 1, True), empty_position(1, 1, True)
    assert text.dependencies(number, opening[0]) == {(0, "nsubj")}
    assert text.dependencies(number, 0) == {(ROOT, "root")}
    assert text.dependencies(number, empty_position(1, 1)) == {(0, "obj"), (opening[0], "conj:and")}
    assert text.dependencies(number, opening[1]) == {(2, "nsubj"), (empty_position(2, 1), "x")}
    assert text.dependencies(number, empty_position(2, 1)) == frozenset()
    assert text.dependencies(number, 2) == {(empty_position(2, 1), "dep")}
    assert text.dependencies(number, empty_position(9, 1)) == frozenset()


def test_long_mentions_with_gaps_do_not_fill_the_memory(read_text):
    """Each of these mentions lists its positions: together they would be a hundred million."""
    count = 10_000
    opened = [(number, f"(e{number}-a-1-") for number in range(1, count + 1)]
    closed = [(count + number, f"e{number})") for number in range(1, count + 1)]
    with pytest.raises(FormatError, match="too long to be true"):
        read_text(document(sentence(*opened, (f"{count}.1",), *closed)))


def test_long_lines(read_text):
    filler = "x" * 2_000_000
    (found,) = read_text(document(words(1, w1=f"(e1-{filler}-1-)")))
    assert found.entity_types == [filler]
    (found,) = read_text(
        document(sentence(node(1, f"Entity=(e1-a-1-)|Note={filler}{'|' * 100_000}"), comments=[f"# text = {filler}"]))
    )
    assert found.mention_count == 1
