"""Mentions that occur twice: each rule is a way to make a partition, or counts as the official scorer does."""

import pytest
from hypothesis import given

import corefscope
from corefscope.conventions.repeats import REPEAT_OFFICIAL
from corefscope.metrics import METRICS
from corefscope.problems import FormatError
from support.inputs.strategies import THOROUGH, by_name, corpora, corpora_with_repeats
from support.score_numbers import fields_of, numbers_of
from support.variants import BELOW_0, PLAIN

EVERY_METRIC = PLAIN
RULES = ("first", "last", "merge", "official")
# What the official scorer has: the other metrics are refused under its rule (see the differential tests).
OFFICIAL_METRICS = [name for name in PLAIN if name in REPEAT_OFFICIAL or METRICS[name].mean_of]


def metrics_of(rule):
    return OFFICIAL_METRICS if rule == "official" else EVERY_METRIC


def scores_of(corpus, repeated="first"):
    sides = by_name(corpus, 0), by_name(corpus, 1)
    return corefscope.score(*sides, metrics=metrics_of(repeated), repeated=repeated).scores


def first(clusters):
    """Each mention only where it is first."""
    seen = set()
    kept = [[mention for mention in cluster if not (mention in seen or seen.add(mention))] for cluster in clusters]
    return [cluster for cluster in kept if cluster]


def last(clusters):
    backwards = [cluster[::-1] for cluster in clusters[::-1]]
    return [cluster[::-1] for cluster in first(backwards)[::-1]]


def merged(clusters):
    """Entities with a common mention become one."""
    sets = []
    for cluster in clusters:
        joined, apart = set(cluster), []
        for other in sets:
            if other & joined:
                joined |= other
            else:
                apart.append(other)
        sets = [*apart, joined]
    return [sorted(cluster) for cluster in sets]


@pytest.mark.parametrize(("rule", "by_hand"), [("first", first), ("last", last), ("merge", merged)])
@THOROUGH
@given(corpus=corpora_with_repeats())
def test_a_rule_gives_the_scores_of_its_partition(rule, by_hand, corpus):
    partitions = [tuple(map(by_hand, document)) for document in corpus]
    one, two = scores_of(corpus, repeated=rule), scores_of(partitions)
    for name, score in one.items():
        for field in fields_of(score):
            assert abs(getattr(score, field) - getattr(two[name], field)) <= 1e-12, name


@THOROUGH
@given(corpora())
def test_without_repeats_all_rules_agree(corpus):
    expected = scores_of(corpus, repeated="error")
    assert set(expected) == set(PLAIN)
    for rule in RULES:
        actual = corefscope.score(by_name(corpus, 0), by_name(corpus, 1), metrics=EVERY_METRIC, repeated=rule).scores
        assert actual == expected, rule


@THOROUGH
@given(corpora_with_repeats())
def test_a_repeat_is_an_error_if_it_shall_be_one(corpus):
    mentions = [[mention for cluster in side for mention in cluster] for document in corpus for side in document]
    if all(len(each) == len(set(each)) for each in mentions):
        assert scores_of(corpus, repeated="error") == scores_of(corpus)
    else:
        with pytest.raises(FormatError):
            scores_of(corpus, repeated="error")


@THOROUGH
@given(corpora_with_repeats())
def test_a_document_with_repeats_scores_in_a_corpus_as_it_does_alone(corpus):
    for rule in RULES:
        options = {"metrics": metrics_of(rule), "repeated": rule}
        result = corefscope.score(by_name(corpus, 0), by_name(corpus, 1), per_document=True, **options)
        alone = [corefscope.score(*document, **options).scores for document in corpus]
        assert [dict(row) for row in result.system.per_document] == [dict(row) for row in alone], rule


@THOROUGH
@given(corpora_with_repeats())
def test_scores_with_repeats_lie_between_0_and_1(corpus):
    # CEAF is an exception under `official`: the overlap counts the key's copies, so that a perfect precision can
    # be more than perfect.
    for rule in RULES:
        for name, score in scores_of(corpus, repeated=rule).items():
            if rule == "official" and name in ("ceafm", "ceafe", "conll"):
                continue
            for value in numbers_of(score):
                assert (0 if name not in BELOW_0 else -1) <= value <= 1, (rule, name)


def test_ceaf_with_repeats_is_an_exception():
    scores = scores_of([([["a", "a", "a"]], [["a"]])], repeated="official")
    assert scores["ceafm"].precision == 3
    assert scores["ceafe"].precision == 2 * 3 / (3 + 1)
