"""Changed, inserted and deleted words: mentions on other words keep their place, with warnings."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefscope.model import Document, Mention
from support.inputs.strategies import THOROUGH
from unit.alignment.texts.texts import marked, notices, score

KEY = "[1 The old captain 1] left [2 the harbour 2] ; [1 he 1] never saw [2 it 2] again , people say ."


def mention_counts(result):
    counts = result.scores["mentions"].counts
    return counts["recall_num"], counts["recall_den"], counts["precision_den"]


@pytest.mark.parametrize(
    ("response", "warnings"),
    [
        (KEY.replace("never", "hardly"), {"words changed": 1}),
        (KEY.replace("harbour", "harbor"), {"words changed": 1}),
        (KEY.replace("harbour", "edifice"), {"words changed": 1}),
        (KEY.replace("never", "never ever"), {"words inserted": 1}),
        (KEY.replace("old", "old and grey"), {"words inserted": 2}),
        (KEY.replace("people say", ""), {"words deleted": 2}),
        (KEY.replace(" old", ""), {"words deleted": 1}),
        ("Sure ! Here it is : " + KEY, {"words inserted": 6}),
        (KEY + " I hope that helps !", {"words inserted": 5}),
        (KEY.replace(";", ".").replace("say", "claim"), {"words changed": 2}),
        (KEY.replace("harbour", "har bor").replace("again", "ag ain"), {"words changed": 1, "words inserted": 1}),
    ],
)
def test_differences_are_counted_and_every_mention_keeps_its_place(response, warnings):
    result = score(marked(KEY), marked(response))
    assert mention_counts(result) == (4, 4, 4)
    assert notices(result) == warnings


def test_the_warnings_name_document_and_words():
    response = marked(KEY.replace("never", "hardly").replace("people say", "") + " amen")
    displayed = {notice.kind: notice.first for notice in score(marked(KEY), response).warnings}
    assert displayed["words changed"].endswith("different from the key: 1 word of 'text', first 'hardly' for 'never'")
    assert displayed["words deleted"].endswith("missing from 'text': 2 words of the key")
    assert displayed["words inserted"].endswith("not in the key: 1 word of 'text'")


def test_a_mention_without_a_place_is_counted_listed_and_wrong():
    response = marked(KEY.replace("again ,", "again [1 dear reader 1] ,").replace("[2 it 2]", ""))
    result = score(marked(KEY), response)
    assert mention_counts(result) == (3, 4, 4)
    (lost,) = [notice for notice in result.warnings if notice.kind == "mention lost in alignment"]
    assert lost.count == 1
    assert "mention 11–12 'dear reader' of document 'text' is not in the key's text" in lost.first


def test_of_two_mentions_that_fall_on_one_place_the_closer_one_has_it():
    response = marked("[9 [1 The old captain 1] indeed 9] " + KEY.split("1]", 1)[1])
    result = score(marked(KEY), response)
    assert mention_counts(result) == (4, 4, 5)
    assert result.scores["muc"].counts["recall_num"] == 2
    (lost,) = [notice for notice in result.warnings if notice.kind == "mention lost in alignment"]
    assert "mention 0–3 'The old captain indeed' of document 'text' coincides with another mention" in lost.first


@pytest.mark.parametrize(
    ("key", "response"),
    [
        ("he saw [1 the dog 1] and [2 the cat 2] there", "he saw [2 the cat 2] there"),
        ("he saw [2 the cat 2] there", "he saw the dog and [2 the cat 2] there"),
        ("so [1 the old 1] one , [2 the new 2] one left", "so [2 the new 2] one left"),
    ],
)
def test_a_repeated_word_goes_with_what_follows_it(key, response):
    assert score(marked(key), marked(response)).scores["mentions"].counts["precision_num"] == 1


@pytest.mark.parametrize(
    ("key", "response"),
    [
        ("x [1 cannot 1] cat [2 gonna 2] y", "x [1 can not 1] dog [2 gon na 2] y"),
        ("cat [1 cannot 1] dog", "car [1 can not 1] dig"),
        ("[1 中国 1] 经济 [2 好 2]", "[1 中 国 1] 经计 [2 好 2]"),
    ],
)
def test_words_cut_differently_beside_changed_ones(key, response):
    result = score(marked(key), marked(response))
    assert result.f1["mentions"] == 1
    assert set(notices(result)) == {"words changed"}


LONG = " ".join(f"[{n} w{n} 1{n} {n}] [{n} it 1{n} {n}] runs ." for n in range(40))


@pytest.mark.parametrize("cut", [10, 50, 51, 52, 53, 54, 120, 150])
def test_a_text_that_stops_early_is_noticed(cut):
    key = marked(LONG)
    words = key.words[:cut]
    entities = [[mention for mention in entity if mention.end <= cut] for entity in key.entities]
    response = Document("text", [entity for entity in entities if entity], words=words)
    result = score(key, response)
    assert notices(result) == {"words deleted": len(key.words) - cut, "text ends early": 1}
    counts = result.scores["mentions"].counts
    assert counts["precision_num"] == counts["precision_den"] == response.mention_count
    (early,) = [notice for notice in result.warnings if notice.kind == "text ends early"]
    assert f"which continues with '{' '.join(key.words[cut : cut + 5])}'" in early.first


@pytest.mark.parametrize("words", [" ".join(marked(LONG).words[:-3]), LONG + " and so on and so on"])
def test_a_few_words_at_the_end_are_no_early_end(words):
    result = score(marked(LONG), marked(words))
    assert "text ends early" not in notices(result)


@st.composite
def edited(draw):
    """A key, and a response in which some words are changed, left out or put in; mentions are on the others."""
    count = draw(st.integers(1, 30))
    # Words differ, so that it is clear which is which; two or three of them are often one word in the response.
    words = [f"{chr(97 + number % 26)}{number}" for number in range(count)]
    keys, responses, origin = [], [], {}
    for number, word in enumerate(words):
        edit = draw(st.sampled_from(["same"] * 6 + ["cut", "change", "leave out", "put in"]))
        keys.append(word)
        if edit == "put in":
            responses.append(f"new{number}")
        if edit in ("same", "put in", "cut"):
            origin[number] = (len(responses), len(responses) + (2 if edit == "cut" else 1))
            responses += [word[:1], word[1:]] if edit == "cut" else [word]
        elif edit == "change":
            responses.append(f"old{number}")
    starts = draw(st.lists(st.tuples(st.integers(0, count - 1), st.integers(1, 3)), unique=True, max_size=8))
    spans = [Mention(start, min(start + length, count)) for start, length in starts]
    kept = list(dict.fromkeys(span for span in spans if all(place in origin for place in range(*span))))
    return words, kept, responses, [Mention(origin[span.start][0], origin[span.end - 1][1]) for span in kept]


@THOROUGH
@given(edited())
def test_mentions_on_untouched_words_keep_their_place(texts):
    words, spans, others, moved = texts
    key = Document("text", [[span] for span in spans], words=words)
    response = Document("text", [[span] for span in moved], words=others)
    assert mention_counts(score(key, response)) == (len(spans), len(spans), len(spans))
    assert mention_counts(score(response, key)) == (len(spans), len(spans), len(spans))


@THOROUGH
@given(
    st.lists(st.sampled_from(["a", "b", "the", "'", "的", "ab", "", " "]), max_size=14),
    st.lists(st.sampled_from(["a", "b", "the", "'", "的", "ab", "", " "]), max_size=14),
    st.lists(st.tuples(st.integers(0, 15), st.integers(1, 4)), max_size=6, unique=True),
)
def test_any_two_texts_can_be_aligned(one, two, spans):
    mine, theirs = (
        [[Mention(start, start + length)] for start, length in spans if start + length <= len(words)]
        for words in (one, two)
    )
    result = score(Document("text", mine, words=one), Document("text", theirs, words=two))
    right, key, response = mention_counts(result)
    assert (key, response) == (len(mine), len(theirs))
    assert right <= min(key, response)
