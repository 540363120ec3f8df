"""Missing, doubled or changed punctuation inside a word does not move the borders of mentions."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from corefscope.model import Document, Mention
from support.inputs.strategies import THOROUGH
from unit.alignment.texts.texts import marked, notices, running, score

PAIRS = [
    ("so [1 the Jr. 1] met [1 him 1]", "so [1 the Jr 1] met [1 him 1]"),
    ("so [1 O'Brien there 1] saw [1 her 1]", "so [1 OBrien there 1] saw [1 her 1]"),
    ("he met [1 the Jr.. 1] . [2 He 2] left", "he met [1 the Jr. 1] . [2 He 2] left"),
    ("he met [1 the Jr. 1] [2 He 2] left", "he met [1 the Jr, 1] [2 \u201cHe 2] left"),
    ("the [1 colour 1] of [1 it 1]", "the [1 hue 1] of [1 it 1]"),
    ("[1 they 1] don't see [2 isn't 2]", "[1 they 1] dont see [2 is nt 2]"),
    ("[1 do n't 1] see [2 it 2] .", "[1 dont 1] see [2 it 2] ."),
]


@pytest.mark.parametrize(("key", "response"), PAIRS)
def test_a_sign_inside_a_border_word_does_not_cost_the_mention(key, response):
    for one, two in ((key, response), (response, key)):
        for text in (marked(two), running(marked(two), [" "] * len(marked(two).words))):
            result = score(marked(one), text)
            assert result.f1["mentions"] == 1
            assert "mention lost in alignment" not in notices(result)
            assert result.warnings  # the difference itself is counted


def test_in_running_text_the_key_s_mentions_say_what_belongs_to_a_word():
    text = "I saw the dog. It met John Smith Jr. yesterday."
    spans = [(6, 13), (15, 17), (22, 36)]
    assert [text[start:end] for start, end in spans] == ["the dog", "It", "John Smith Jr."]
    key = Document("text", [[Mention(*span) for span in spans]], unit="characters", raw_text=text)
    result = score(key, marked("I saw [1 the dog 1] [1 It 1] met [1 John Smith Jr 1] yesterday"))
    assert result.f1["mentions"] == 1
    assert notices(result) == {"words deleted": 3}


def test_a_script_without_blanks_has_no_words_to_reach_for():
    key = Document("text", [[Mention(0, 4)], [Mention(4, 5)]], unit="characters", raw_text="中国经济好")
    response = Document("text", [[Mention(0, 2)], [Mention(2, 3)]], unit="characters", raw_text="中国好")
    counts = score(key, response).scores["mentions"].counts
    assert (counts["recall_num"], counts["precision_den"]) == (1, 2)


def test_what_the_response_has_and_leaves_out_of_its_mention_stays_out():
    """A border moves over missing text, never over text that the system left unmarked."""
    key = marked("[1 he 1] can't see [2 the Jr. 2]")
    assert score(key, marked("[1 he 1] can't see [2 the Jr 2] .")).recall["mentions"] == 0.5
    assert score(marked("[1 can't 1] see"), marked("[1 can 1] t see")).recall["mentions"] == 0
    assert score(marked("[1 can't 1] see"), marked("[1 ca 1] nt see")).recall["mentions"] == 0


def test_heads_and_minimum_spans_reach_over_whole_words_too():
    key = Document("text", [[Mention(0, 3, head=1, minimum=(1,))]], words=["the", "U.S.", "army", "left"])
    response = Document("text", [[Mention(1, 2, head=1)]], words=["the", "US", "army", "left"])
    for match in ("head", "partial", "min"):
        assert score(key, response, match=match).f1["mentions"] == 1


SIGNS = ".,'-&_“"


@st.composite
def respelled(draw):
    """Two spellings of a text: punctuation inside words is inserted, deleted or changed."""
    alphabet = draw(st.sampled_from(["a", "ab", "abcdefg中é1"]))
    letter = st.sampled_from(alphabet + alphabet + SIGNS)
    words = draw(st.lists(st.lists(letter, min_size=1, max_size=5).map("".join), min_size=1, max_size=15))
    others = []
    for word in words:
        signs = list(word)
        if any(sign.isalnum() for sign in word):
            for _ in range(draw(st.integers(0, 2))):
                place = draw(st.integers(0, len(signs)))
                if place < len(signs) and not signs[place].isalnum():
                    signs[place] = draw(st.sampled_from(["", *SIGNS]))
                else:
                    signs.insert(place, draw(st.sampled_from(SIGNS)))
        others.append("".join(signs))
    starts = draw(st.lists(st.tuples(st.integers(0, len(words) - 1), st.integers(1, 4)), unique=True, max_size=8))
    spans = {(start, min(start + length, len(words))) for start, length in starts}
    lettered = [any(sign.isalnum() for sign in word) for word in words]
    return words, others, [Mention(*span) for span in sorted(spans) if lettered[span[0]] and lettered[span[1] - 1]]


@THOROUGH
@given(respelled())
def test_texts_that_differ_in_signs_inside_words_keep_every_mention(texts):
    words, others, spans = texts
    # The same letters are the same text, cut differently: a sign that leaves one word and turns up at the next stays.
    assume(words == others or "".join(words) != "".join(others))
    one = Document("text", [[span] for span in spans], words=words)
    two = Document("text", [[span] for span in spans], words=others)
    sides = [(one, two), (two, one)]
    sides += [(key, running(response, [" "] * len(words))) for key, response in sides]
    sides += [(running(key, [" "] * len(words)), response) for key, response in sides[:2]]
    for key, response in sides:
        counts = score(key, response).scores["mentions"].counts
        assert (counts["recall_num"], counts["recall_den"], counts["precision_den"]) == (len(spans),) * 3
