"""What each mention costs: sums, invariance, and the rules against slow definitions."""

import math
import random
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corefscope
from corefscope.analysis.attribution import RULES, attribution, gain, has_rule
from corefscope.metrics import metric as parse
from corefscope.problems import SettingsError
from support.inputs.strategies import corpora
from support.variants import ALL, family, typed, typed_mention

QUICK = settings(deadline=None, max_examples=25)
WITH_RULE = [name for name in ALL if has_rule(parse(name))]


OPTIONS = st.sampled_from(({}, {"scope": "corpus"}, {"mentions": "shared"}, {"singletons": "drop"}))


def scored(corpus, metrics, **options):
    return corefscope.score(typed(corpus, 0), typed(corpus, 1), metrics=metrics, **options)


@QUICK
@given(corpora(), OPTIONS)
def test_costs_add_up_to_the_gap(corpus, options):
    result = scored(corpus, WITH_RULE, **options)
    for metric in result.metrics:
        shares = attribution(result.system.evidence, metric)
        score = result.scores[metric.name]
        for part, value in ((shares.recall, score.recall), (shares.precision, score.precision)):
            assert math.isclose(part.cost.sum() + part.unattributed, 1 - value, abs_tol=1e-12), metric.name
            assert math.isclose(part.by_entity().sum(), part.cost.sum(), abs_tol=1e-12), metric.name
            assert math.isclose(part.by_document().sum(), part.cost.sum(), abs_tol=1e-12), metric.name
            assert part.cost.min(initial=0) >= -1e-15, metric.name
            assert part.gained.min(initial=0) >= -1e-15, metric.name


@QUICK
@given(corpora())
def test_only_undefined_quotients_leave_something_unattributed(corpus):
    result = scored(corpus, [name for name in WITH_RULE if family(name) != "blanc"])
    for metric in result.metrics:
        shares = attribution(result.system.evidence, metric)
        undefined = result.scores[metric.name].undefined
        assert shares.recall.unattributed == float("recall" in undefined), metric.name
        assert shares.precision.unattributed == float("precision" in undefined), metric.name


def test_blanc_leaves_the_half_that_the_response_lacks_unattributed():
    result = corefscope.score([["a", "b"], ["c"]], [["a"], ["b"], ["c"]], metrics="blanc")
    shares = attribution(result.system.evidence, "blanc")
    assert (shares.recall.unattributed, shares.precision.unattributed) == (0.0, 0.5)


def costs_by_place(corpus, seed):
    """The costs of all mentions, with entities and mentions in random order."""
    shuffled = random.Random(seed)
    sides = [[], []]
    for number, text in enumerate(corpus):
        for side, clusters in zip(sides, text, strict=True):
            entities = [shuffled.sample(list(map(typed_mention, cluster)), len(cluster)) for cluster in clusters]
            side.append(corefscope.Document(f"text {number}", shuffled.sample(entities, len(entities))))
    evidence = corefscope.score(*sides, metrics=WITH_RULE).system.evidence
    costs = {}
    for name in WITH_RULE:
        shares = attribution(evidence, name)
        for part, rows in ((shares.recall, evidence.matched_key), (shares.precision, evidence.matched_response)):
            places = zip(rows.document.tolist(), rows.start.tolist(), part.cost.tolist(), strict=True)
            costs[name, part is shares.recall] = {
                (document, start): round(cost, 12) for document, start, cost in places
            }
    return costs


@QUICK
@given(corpora(most=2))
def test_the_order_of_a_file_does_not_matter(corpus):
    assert costs_by_place(corpus, 1) == costs_by_place(corpus, 2)


def slow_muc(mine, theirs):
    """A mention pays 1 if it has earlier mentions in its entity and the other side puts it with none of them."""
    where = {mention: number for number, cluster in enumerate(theirs) for mention in cluster}
    cost = {}
    for cluster in mine:
        for mention in cluster:
            earlier = [other for other in cluster if other < mention]
            with_it = [other for other in earlier if mention in where and where.get(other) == where[mention]]
            cost[mention] = Fraction(bool(earlier) and not with_it)
    return cost, sum(len(cluster) - 1 for cluster in mine)


def slow_links(mine, theirs):
    """Every lost link is listed; each end pays half."""
    cost = {mention: Fraction(0) for cluster in mine for mention in cluster}
    kept = {frozenset(pair) for cluster in theirs for pair in combinations(cluster, 2)}
    total = 0
    for cluster in mine:
        for pair in combinations(cluster, 2):
            total += 1
            for mention in pair if frozenset(pair) not in kept else ():
                cost[mention] += Fraction(1, 2)
    return cost, total


def slow_b3(mine, theirs):
    cost = {}
    for cluster in mine:
        for mention in cluster:
            around = next((other for other in theirs if mention in other), ())
            cost[mention] = 1 - Fraction(len(set(cluster) & set(around)), len(cluster))
    return cost, sum(map(len, mine))


def slow_lea(mine, theirs):
    cost = {}
    for cluster in mine:
        for mention in cluster:
            around = set(next((other for other in theirs if mention in other), ()))
            if len(cluster) == 1:
                cost[mention] = Fraction(around != {mention})
            else:
                lost = sum(other not in around or mention not in around for other in cluster if other != mention)
                cost[mention] = Fraction(lost, len(cluster) - 1)
    return cost, sum(map(len, mine))


SLOW = {"muc": slow_muc, "pairwise": slow_links, "b3": slow_b3, "lea": slow_lea}


@pytest.mark.parametrize("name", SLOW)
@QUICK
@given(corpora(most=1))
def test_against_slow_definitions(name, corpus):
    result = scored(corpus, name)
    shares, evidence = attribution(result.system.evidence, name), result.system.evidence
    for part, side, rows in (
        (shares.recall, 0, evidence.matched_key),
        (shares.precision, 1, evidence.matched_response),
    ):
        cost, total = SLOW[name](corpus[0][side], corpus[0][1 - side])
        # The clusters of `corpora` list mentions in the order of the text.
        in_order = [mention for cluster in corpus[0][side] for mention in cluster]
        expected = [float(cost[mention] / total) if total else 0.0 for mention in in_order]
        assert np.allclose(part.cost[: rows.mention_count], expected, atol=1e-12)


def test_ceafe_by_hand():
    # The key's abcd is aligned with abx: 4 + 3 mentions, of which c, d and x are not shared.
    result = corefscope.score([list("abcd"), ["e"]], [list("abx"), ["c"], ["d"]], metrics="ceafe")
    shares = attribution(result.system.evidence, "ceafe")
    # c and d pay for themselves, all four a quarter each for x; e has no partner; two entities share the recall.
    assert np.allclose(shares.recall.cost, np.array([1 / 28, 1 / 28, 5 / 28, 5 / 28, 1]) / 2)
    # On the other side x pays for itself, all three for c and d; the other two are not aligned.
    assert np.allclose(shares.precision.cost, np.array([2 / 21, 2 / 21, 5 / 21, 1, 1]) / 3)


def test_ceafe_asks_of_no_mention_more_than_it_could_give():
    # One of two mentions is in an entity of eight others: alone, a would have to pay 8/11 and can give 1/2.
    result = corefscope.score([list("ab")], [list("acdefghij")], metrics="ceafe")
    shares = attribution(result.system.evidence, "ceafe")
    assert np.allclose(shares.recall.cost, [4 / 11, 5 / 11])


def test_ceafm_ties_go_by_the_order_of_the_text():
    # ab could be aligned with a or with b: with a, which comes first, whatever the order of the file.
    for response in ([["a"], ["b"]], [["b"], ["a"]]):
        result = corefscope.score([["a", "b"]], response, metrics="ceafm")
        assert attribution(result.system.evidence, "ceafm").recall.cost.tolist() == [0.0, 0.5]


def test_difference_by_hand():
    key = {"one": [list("abc")], "two": [list("de"), ["f"]]}
    good = {"one": [list("abc")], "two": [list("de"), list("fg")]}
    bad = {"one": [list("ab"), ["c"]], "two": [list("de"), ["f"]]}
    result = corefscope.score(key, bad, good, metrics="b3", names=["bad", "good"])
    one, two = (attribution(system.evidence, "b3") for system in result.systems)
    bad_score, good_score = (system.scores["b3"] for system in result.systems)
    shares = gain(one, two, (bad_score, good_score))
    assert math.isclose(shares.total, good_score.f1 - bad_score.f1)
    assert math.isclose(shares.by_entity.sum() + shares.unattributed, shares.total)
    assert math.isclose(shares.by_document.sum(), shares.by_entity.sum())
    # Slopes of F1: the mean over both values of the other argument.
    recalls, precisions = (bad_score.recall, good_score.recall), (bad_score.precision, good_score.precision)

    def f1(recall, precision):
        return 2 * recall * precision / (recall + precision)

    by_recall = sum(f1(recalls[1], rest) - f1(recalls[0], rest) for rest in precisions) / 2 / (recalls[1] - recalls[0])
    by_precision = sum(f1(rest, precisions[1]) - f1(rest, precisions[0]) for rest in recalls)
    by_precision /= 2 * (precisions[1] - precisions[0])
    # In recall, a and b lack one third each, c two thirds, of 6 mentions. In precision, f pays 1/2 of 7 mentions for
    # g, and g, which is in no key entity, 1/7.
    recall, precision = np.array([4 / 3 / 6, 0, 0, 0]), np.array([0, 0, -1 / 14, -1 / 7])
    assert np.allclose(shares.by_entity, by_recall * recall + by_precision * precision)
    assert np.allclose(shares.by_document, [by_recall * 4 / 3 / 6, by_precision * -3 / 14])


@pytest.mark.parametrize("name", ["conll", "ari", "b3(twinless=all)"])
def test_what_has_no_rule_is_refused(name):
    evidence = corefscope.score([["a"]], [["a"]], metrics="b3").system.evidence
    with pytest.raises(SettingsError) as caught:
        attribution(evidence, name)
    assert caught.value.code == "not-attributable"


def test_every_rule_is_tested():
    assert {family(name) for name in WITH_RULE} == set(RULES)
