"""The diff of two lists of words."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefscope.alignment.texts.word_diff import CHANGED, DELETED, EQUAL, INSERTED, UNRELATED, diff
from support.inputs.hostile import words_twice
from support.inputs.strategies import THOROUGH
from support.work import growth


def kinds(one, two):
    """Describe the edit of each word."""
    displayed = []
    for kind, low, high, start, stop in diff(one.split(), two.split()):
        mine, theirs = " ".join(one.split()[low:high]), " ".join(two.split()[start:stop])
        displayed += [f"{kind} {mine or theirs}" if kind != CHANGED else f"{mine} → {theirs}"] if kind != EQUAL else []
    return displayed


@pytest.mark.parametrize(
    ("one", "two", "expected"),
    [
        ("a b c", "a b c", []),
        ("a b c", "a x c", ["b → x"]),
        ("a b c", "a c", ["deleted b"]),
        ("a c", "a b c", ["inserted b"]),
        ("the old dog ran", "the dogs ran", ["deleted old", "dog → dogs"]),
        ("the old dog ran", "the cat ran", ["deleted old", "dog → cat"]),
        ("the dog , ran", "the dog happily , ran", ["inserted happily"]),
        ("dog , ran", "dog happily ran", ["inserted happily", "deleted ,"]),
        ("he came . she left . all slept .", "he came .", ["deleted she left . all slept ."]),
        ("x Paris y", "x PARIS y", ["Paris → PARIS"]),
    ],
)
def test_small_differences(one, two, expected):
    assert sorted(kinds(one, two)) == sorted(expected)


words = st.lists(st.sampled_from(["a", "b", "ab", "ba", "c", ",", "the"]), max_size=20)


@THOROUGH
@given(words, words)
def test_blocks_cover_both_texts_in_order_and_say_the_truth(one, two):
    actual = diff(one, two)
    assert [place for block in actual for place in range(block.low, block.high)] == list(range(len(one)))
    assert [place for block in actual for place in range(block.start, block.stop)] == list(range(len(two)))
    for kind, low, high, start, stop in actual:
        if kind == EQUAL:
            assert "".join(one[low:high]) == "".join(two[start:stop])
            assert high > low
        elif kind == CHANGED:
            assert (high - low, stop - start) == (1, 1)
            assert one[low] != two[start]
        else:
            assert (high == low, stop == start) == ((True, False) if kind == INSERTED else (False, True))


def test_what_has_nothing_in_common_is_not_paired_word_by_word():
    size = int(UNRELATED**0.5) + 1
    one, two = [f"a{number}" for number in range(size)], [f"b{number}" for number in range(size)]
    assert [block.kind for block in diff(one, two)] in ([DELETED, INSERTED], [INSERTED, DELETED])


@pytest.mark.parametrize("kind", ["one word", "two words", "nothing in common", "backwards"])
def test_texts_that_make_a_search_long(kind):
    def make(size):
        chance = random.Random(4)
        one, two = {
            "one word": (["a"] * size, ["a"] * (size - size // 30)),
            "two words": (chance.choices("ab", k=size), chance.choices("ab", k=size)),
            "nothing in common": ([f"a{number}" for number in range(size)], [f"b{number}" for number in range(size)]),
            "backwards": ([f"a{number}" for number in range(size)], [f"a{number}" for number in range(size, 0, -1)]),
        }[kind]
        return lambda: diff(one, two)

    assert sum(block.high - block.low for block in make(30_000)()) == 30_000
    assert growth(make, 2_000) < 5.5


def test_a_text_without_unique_words_is_aligned():
    one = words_twice(2000)
    two = [*one[:700], "x", *one[701:1200], *one[1203:]]
    different = [block for block in diff(one, two) if block.kind != EQUAL]
    assert [(block.kind, block.low, block.high) for block in different] == [(CHANGED, 700, 701), (DELETED, 1200, 1203)]


def repeated(kind, count, chance):
    """A text in which every word occurs many times."""
    return {
        "hundred words": lambda: [f"w{chance.randrange(100)}" for _ in range(count)],
        "two words": lambda: chance.choices("ab", k=count),
    }[kind]()


def changed(words, share, chance):
    """The words with a share of them exchanged for others of the text."""
    return [chance.choice(words) if chance.random() < share else word for word in words]


@pytest.mark.parametrize("kind", ["hundred words", "two words"])
@pytest.mark.parametrize("share", [0.01, 0.03])
def test_few_differences_are_found_whatever_the_vocabulary(kind, share):
    chance = random.Random(5)
    one = repeated(kind, 4000, chance)
    two = changed(one, share, chance)
    same = sum(word == other for word, other in zip(one, two, strict=True))
    assert same < 4000
    # Word by word, and each at its own place: a mention stays where it was.
    assert sum(block.high - block.low for block in diff(one, two) if block.kind == EQUAL) >= 0.998 * same
    straight = [block for block in diff(one, two) if block.kind == EQUAL and block.low == block.start]
    assert sum(block.high - block.low for block in straight) >= 0.98 * same


def test_a_word_that_is_unique_by_chance_draws_nothing_away():
    """Of few words that are unique in both texts some were put in by changes; runs of words tell."""
    chance = random.Random(1)
    names = [f"w{number}" for number in range(500)]
    one = chance.choices(names, k=20_000)
    one[2_000] = two_only = "alone"
    two = changed(one, 0.2, chance)
    two[2_000], two[17_000] = "w1", two_only
    same = sum(word == other for word, other in zip(one, two, strict=True))
    assert sum(block.high - block.low for block in diff(one, two) if block.kind == EQUAL) >= 0.98 * same
