"""Sums over documents, means, and singletons; ranges are in test_variants."""

from hypothesis import given
from hypothesis import strategies as st

import corefscope
from corefscope.metrics import METRICS
from support.inputs.strategies import THOROUGH, by_name, corpora
from support.variants import PLAIN

EVERY_METRIC = PLAIN
FIELDS = ("recall", "precision", "f1")


def result_of(corpus, **options):
    return corefscope.score(by_name(corpus, 0), by_name(corpus, 1), metrics=EVERY_METRIC, **options)


@THOROUGH
@given(corpora())
def test_what_is_undefined_counts_as_0(corpus):
    for name, score in result_of(corpus).scores.items():
        for field in score.undefined:
            assert getattr(score, field) == 0, (name, field)


@THOROUGH
@given(corpora())
def test_counts_add_up_over_documents(corpus):
    result = result_of(corpus, per_document=True)
    for name, score in result.scores.items():
        for count, value in score.counts.items():
            parts = [document[name].counts[count] for document in result.system.per_document]
            assert abs(sum(parts) - value) <= 1e-12, (name, count)


@THOROUGH
@given(corpora())
def test_a_document_scores_in_a_corpus_as_it_does_alone(corpus):
    rows = result_of(corpus, per_document=True).system.per_document
    assert list(rows) == [dict(result_of([document]).scores) for document in corpus]


@THOROUGH
@given(corpora())
def test_conll_is_the_mean_f1_of_muc_b3_and_ceafe(corpus):
    scores = result_of(corpus).scores
    assert abs(scores["conll"].f1 - (scores["muc"].f1 + scores["b3"].f1 + scores["ceafe"].f1) / 3) <= 1e-15


def test_conll_is_the_only_mean():
    means = {name: [part.name for part in family.mean_of] for name, family in METRICS.items() if family.mean_of}
    assert means == {"conll": ["muc", "b3", "ceafe"]}


@THOROUGH
@given(corpora())
def test_macro_is_the_mean_over_documents_where_it_is_defined(corpus):
    rows = result_of(corpus, per_document=True).system.per_document
    scores = result_of(corpus, average="macro").scores
    for name, score in scores.items():
        for field in ("f1",) if METRICS[name].mean_of else FIELDS:
            defined = [getattr(row[name], field) for row in rows if field not in row[name].undefined]
            expected = sum(defined) / len(defined) if defined else 0.0
            assert abs(getattr(score, field) - expected) <= 1e-15, (name, field)
            assert score.counts[f"{field}_documents"] == len(defined), (name, field)
            assert (field in score.undefined) == (not defined), (name, field)


def test_no_metric_gives_no_scores():
    result = corefscope.score([["a", "b"]], [["a", "b"]], metrics=[], per_document=True)
    assert dict(result.scores) == {}
    assert [dict(row) for row in result.system.per_document] == [{}]


def test_micro_and_macro_are_different_things():
    corpus = [([["a", "b"]], [["a", "b"]]), ([["a", "b", "c"]], [["a"], ["b"], ["c"]])]
    assert result_of(corpus).scores["muc"].recall == 1 / 3
    assert result_of(corpus, average="macro").scores["muc"].recall == 1 / 2


def without_singletons(clusters):
    return [cluster for cluster in clusters if len(cluster) > 1]


@THOROUGH
@given(corpora())
def test_dropping_singletons_drops_them_on_both_sides(corpus):
    dropped = [tuple(map(without_singletons, document)) for document in corpus]
    assert result_of(corpus, singletons="drop").scores == result_of(dropped).scores


@THOROUGH
@given(corpora(), st.sampled_from([0, 1]))
def test_with_singletons_dropped_their_presence_on_one_side_does_not_matter(corpus, side):
    changed = [
        tuple(without_singletons(clusters) if number == side else clusters for number, clusters in enumerate(document))
        for document in corpus
    ]
    assert result_of(corpus, singletons="drop").scores == result_of(changed, singletons="drop").scores


def test_a_perfect_response_with_a_singleton_stays_perfect_without_it():
    sides = [["a", "b"], ["c", "d"], ["e"]]
    assert result_of([(sides, sides)], singletons="drop").scores["ceafe"].f1 == 1
    assert result_of([(sides, sides)], singletons="drop").scores["ceafe"].counts["recall_den"] == 2
