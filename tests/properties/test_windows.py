"""Windows are a partition: nothing is lost, nothing counts twice, and the scores are those of texts cut by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import corefscope
from corefscope.model import Document, Mention
from support.definitions.windows import cut, windows
from support.inputs.strategies import THOROUGH

METRICS = ("mentions", "muc", "b3", "ceafm", "ceafe", "blanc", "lea", "rand", "ari", "h", "mor")


@st.composite
def texts(draw):
    """A text, and a key and a response over it; mentions may be long, nested and overlapping."""
    length = draw(st.integers(1, 40))
    place = st.integers(0, length - 1)
    spans = draw(st.lists(st.tuples(place, st.integers(1, 12)), unique=True, max_size=14))
    sides = []
    for _ in range(2):
        entities = {}
        for start, size in spans:
            entity = draw(st.integers(-1, 3))
            if entity >= 0 and start + size <= length:
                entities.setdefault(entity, []).append((start, start + size))
        sides.append(list(entities.values()))
    return length, *sides


def documents(corpus, side):
    actual = []
    for number, text in enumerate(corpus):
        entities = [[Mention(*span) for span in entity] for entity in text[1 + side]]
        sentences = [(low, min(low + 3, text[0])) for low in range(0, text[0], 3)]
        actual.append(Document(f"text {number}", entities, words=["w"] * text[0], sentences=sentences))
    return actual


def by_hand(corpus, size, side):
    """Every window of every text as a document of its own."""
    return [
        Document(
            f"text {number}, {low}",
            [[Mention(*span) for span in entity] for entity in cut(text[1 + side], low, high)],
            words=["w"] * text[0],
        )
        for number, text in enumerate(corpus)
        for low, high in windows(text[0], size)
    ]


def numbers(result):
    totals = {name: tally.total() for name, tally in result.system.tallies.items()}
    return {(name, count): value for name, total in totals.items() for count, value in total.items()}


def same(actual, expected):
    """Compare all counts, up to the order in which fractions were added."""
    assert numbers(actual) == pytest.approx(numbers(expected), rel=1e-12, abs=1e-12)


@THOROUGH
@given(st.lists(texts(), min_size=1, max_size=3), st.integers(1, 45), st.sampled_from(["keep", "drop"]))
def test_windows_score_as_texts_that_were_cut_by_hand(corpus, size, singletons):
    key, response = documents(corpus, 0), documents(corpus, 1)
    actual = corefscope.score(key, response, metrics=METRICS, window=str(size), singletons=singletons)
    sides = (by_hand(corpus, size, side) for side in (0, 1))
    expected = corefscope.score(*sides, metrics=METRICS, singletons=singletons)
    same(actual, expected)
    for name, scores in actual.scores.items():
        assert scores.numbers == pytest.approx(expected.scores[name].numbers, rel=1e-12, abs=1e-12)


@THOROUGH
@given(st.lists(texts(), min_size=1, max_size=3), st.integers(1, 45))
def test_no_mention_is_lost_or_counts_twice(corpus, size):
    key, response = documents(corpus, 0), documents(corpus, 1)
    whole = corefscope.score(key, response, metrics=["mentions"])
    cut_up = corefscope.score(key, response, metrics=["mentions"], window=str(size))
    for name in ("recall_num", "recall_den", "precision_num", "precision_den"):
        assert cut_up.scores["mentions"].counts[name] == whole.scores["mentions"].counts[name]
    assert len(cut_up.documents) == sum(len(windows(text[0], size)) for text in corpus)
    assert cut_up.key.documents == len(corpus)


@THOROUGH
@given(st.lists(texts(), min_size=1, max_size=3), st.integers(1, 15))
def test_sentences_of_three_words_are_windows_of_three_times_as_many_tokens(corpus, size):
    key, response = documents(corpus, 0), documents(corpus, 1)
    tokens = corefscope.score(key, response, metrics=METRICS, window=str(3 * size))
    sentences = corefscope.score(key, response, metrics=METRICS, window=f"{size}s")
    same(tokens, sentences)


@THOROUGH
@given(st.lists(texts(), min_size=1, max_size=3))
def test_a_window_as_long_as_the_texts_changes_nothing(corpus):
    key, response = documents(corpus, 0), documents(corpus, 1)
    windows_of_texts = corefscope.score(key, response, metrics=METRICS, window="1000")
    same(windows_of_texts, corefscope.score(key, response, metrics=METRICS))


@THOROUGH
@given(st.lists(texts(), min_size=1, max_size=2), st.integers(1, 20))
def test_scorers_that_keep_repeated_mentions_see_the_same_windows(corpus, size):
    key, response = documents(corpus, 0), documents(corpus, 1)
    for side in (key, response):
        for document in side:
            document.entities += [list(entity[:1]) for entity in document.entities[:1]]
            document.entity_ids.append("again")
            document.entity_types.append("")
            document.entities[:] = document.entities[: len(document.entity_ids)]
            del document.entity_ids[len(document.entities) :], document.entity_types[len(document.entities) :]
    actual = corefscope.score(key, response, metrics=["muc", "b3", "ceafe"], preset="longdoc", window=str(size))
    sides = []
    for side in (key, response):
        texts_of = [
            (text[0], None, [list(map(tuple, e)) for e in d.entities]) for text, d in zip(corpus, side, strict=True)
        ]
        sides.append(by_hand(texts_of, size, 1))
    expected = corefscope.score(*sides, metrics=["muc", "b3", "ceafe"], preset="longdoc")
    same(actual, expected)
