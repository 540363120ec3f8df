"""What must not matter: names of entities, the order of anything, and how documents are dealt out."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

import corefscope
from support.inputs.strategies import THOROUGH, by_name, corpora
from support.score_numbers import numbers_of
from support.variants import PLAIN

EVERY_METRIC = PLAIN


def scores_of(corpus, **options):
    return corefscope.score(by_name(corpus, 0), by_name(corpus, 1), metrics=EVERY_METRIC, **options).scores


def assert_close(one, two):
    """Equal but for the order in which fractions were added within a document."""
    assert list(one) == list(two)
    for name, score in one.items():
        other = two[name]
        assert score.undefined == other.undefined
        for value, same in zip(
            (*numbers_of(score), *score.counts.values()),
            (*numbers_of(other), *other.counts.values()),
            strict=True,
        ):
            assert abs(value - same) <= 1e-12, name


@THOROUGH
@given(corpora(), st.randoms(use_true_random=False))
def test_the_order_of_mentions_and_entities_does_not_matter(corpus, random):
    def shuffled(clusters):
        return random.sample([random.sample(cluster, len(cluster)) for cluster in clusters], len(clusters))

    assert_close(scores_of(corpus), scores_of([tuple(map(shuffled, document)) for document in corpus]))


@THOROUGH
@given(corpora(), st.randoms(use_true_random=False))
def test_the_names_of_mentions_do_not_matter(corpus, random):
    names = random.sample([(start, start + 2) for start in range(30)], 30)
    renamed = [
        tuple([[names[mention] for mention in cluster] for cluster in side] for side in document) for document in corpus
    ]
    assert_close(scores_of(corpus), scores_of(renamed))


def documents(corpus, side, names):
    """As Documents with entity names of our choice; mentions are one-token spans."""
    return [
        corefscope.Document(
            f"text {number}",
            [[corefscope.Mention(mention, mention + 1) for mention in cluster] for cluster in document[side]],
            [names[entity] for entity in range(len(document[side]))],
        )
        for number, document in enumerate(corpus)
    ]


@THOROUGH
@given(corpora(), st.permutations(["7", "03", "x", "person-1", "0", "10", "-", "é", "a b"]))
def test_the_names_of_entities_do_not_matter(corpus, names):
    key, response = documents(corpus, 0, names), documents(corpus, 1, names[::-1])
    assert scores_of(corpus) == corefscope.score(key, response, metrics=EVERY_METRIC).scores


@THOROUGH
@given(corpora(), st.randoms(use_true_random=False))
def test_the_order_of_documents_does_not_matter_to_the_last_bit(corpus, random):
    named = [(f"text {number}", document) for number, document in enumerate(corpus)]
    key = {name: document[0] for name, document in random.sample(named, len(named))}
    response = {name: document[1] for name, document in random.sample(named, len(named))}
    assert corefscope.score(key, response, metrics=EVERY_METRIC).scores == scores_of(corpus)


@THOROUGH
@given(corpora(), st.lists(st.integers(0, 2), min_size=4, max_size=4), st.sampled_from(["micro", "macro"]))
def test_batches_merged_and_pickled_equal_one_call(corpus, workers, average):
    scorers = [corefscope.Scorer(EVERY_METRIC, average=average) for _ in range(3)]
    for document, worker in zip(corpus, workers, strict=False):
        scorers[worker].update(*document)
    merged = pickle.loads(pickle.dumps(scorers[0]))
    for scorer in scorers[1:]:
        assert merged.merge(pickle.loads(pickle.dumps(scorer))) is merged
    assert len(merged) == len(corpus)
    expected = scores_of(corpus, average=average)
    if average == "micro":
        assert merged.result().scores == expected
    else:  # the merged documents come in another order, and means are added in it
        assert_close(merged.result().scores, expected)


@THOROUGH
@given(corpora())
def test_updates_one_by_one_equal_one_call(corpus):
    scorer = corefscope.Scorer(EVERY_METRIC)
    for number, document in enumerate(corpus, 1):
        scorer.update(*document)
        assert scorer.result().scores == scores_of(corpus[:number])


def test_merged_documents_keep_their_names_and_a_name_is_given_once():
    one, two = corefscope.Scorer("muc"), corefscope.Scorer("muc")
    one.update([["a", "b"]], [["a", "b"]], name="x")
    two.update([["a", "b"]], [["a"], ["b"]], name="y")
    assert one.merge(two).result().documents == ("x", "y")
    with pytest.raises(corefscope.CorefscopeError, match="'y' was added twice"):
        one.merge(two).result()


def test_only_scorers_with_the_same_settings_are_merged():
    with pytest.raises(corefscope.CorefscopeError, match="same metrics and settings"):
        corefscope.Scorer("muc").merge(corefscope.Scorer("muc", singletons="drop"))


@THOROUGH
@given(corpora())
def test_several_responses_do_not_touch_each_other(corpus):
    key, response = by_name(corpus, 0), by_name(corpus, 1)
    result = corefscope.score(key, response, key, metrics=EVERY_METRIC, names=["one", "two"])
    assert result["one"].scores == scores_of(corpus)
    assert result["two"].scores == corefscope.score(key, key, metrics=EVERY_METRIC).scores
