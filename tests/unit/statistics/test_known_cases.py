"""What must come out whatever the method: equal systems, constant differences, one document, strata, SciPy's means."""

import inspect

import numpy as np
import pytest

import corefscope as cs
from corefscope.basics.options import options_of, signature_parts
from corefscope.metrics import metrics
from corefscope.page.payload import comparison_of, intervals_and_ranks
from corefscope.statistics import draws, intervals
from corefscope.statistics.judgement import ranks, run_tests
from corefscope.statistics.plan import Plan
from corefscope.statistics.samples import Samples, fixed_point
from support.command_line import KEY, A, B
from support.inputs.random_systems import key_of, noisy, systems_of


@pytest.mark.parametrize("test", ["randomization", "exact", "bootstrap"])
@pytest.mark.parametrize("documents", [1, 6, 16])
def test_identical_systems_have_p_1(test, documents):
    key = key_of(documents)
    response = noisy(key, 0.4, 1)
    comparison = cs.compare(key, {"a": response, "b": dict(response)}, test=test, trials=200)
    for metric, (pair,) in comparison.pairs.items():
        assert (pair.p, pair.corrected, pair.difference) == (1, 1, 0), metric
        assert [standing.rank for standing in comparison.standings[metric]] == [None if documents == 1 else 1] * 2


@pytest.mark.parametrize("documents", [3, 5, 6, 12])
def test_the_same_difference_in_every_document(documents):
    """Only no exchange and all exchanges are as extreme: p = 2 / 2^D."""
    key = {f"text {number}": [[0, 1, 2], [3, 4]] for number in range(documents)}
    close = {name: [[0, 1, 2], [3], [4]] for name in key}
    far = {name: [[0, 1], [2], [3], [4]] for name in key}
    comparison = cs.compare(key, {"close": close, "far": far}, metrics=["muc", "b3"])
    for (pair,) in comparison.pairs.values():
        assert pair.p == 2 / 2**documents
        assert pair.reachable == pair.corrected
        assert pair.verdict == ("significant" if documents >= 6 else "cannot be shown")
        assert pair.effect is None  # nothing varies from document to document
    better = cs.compare(key, {"close": close, "far": far}, metrics="muc", tail="one", baseline="far").pairs["muc"][0]
    assert better.p == 1 / 2**documents


def test_significance_out_of_reach_is_said_and_not_called_a_lack_of_difference():
    key = key_of(6)
    comparison = cs.compare(key, systems_of(key, 0.1, 0.5, 0.9), metrics="muc")
    # Six documents: p is at least 2/64, three times that with Holm.
    assert {pair.verdict for pair in comparison.pairs["muc"]} == {"cannot be shown"}
    assert all(pair.reachable >= 3 * 2 / 64 for pair in comparison.pairs["muc"])
    assert any(notice.kind == "significance out of reach" for notice in comparison.warnings)


def test_systems_that_differ_in_few_documents_cannot_be_told_apart():
    key = key_of(40)
    one = noisy(key, 0.3, 1)
    two = {**one, **{name: [] for name in ("text 3", "text 5")}}
    pair = cs.compare(key, {"one": one, "two": two}, metrics="b3").pairs["b3"][0]
    assert pair.verdict == "cannot be shown"
    assert pair.reachable == 0.5
    assert 0.4 < pair.p < 0.6


def test_an_alpha_that_the_trials_cannot_reach():
    key = key_of(30)
    comparison = cs.compare(key, systems_of(key, 0.05, 0.9), metrics="b3", trials=99, alpha=0.01)
    assert comparison.pairs["b3"][0].p == 0.01
    assert comparison.pairs["b3"][0].verdict == "cannot be shown"


def test_one_document_has_scores_and_no_more():
    key = key_of(1)
    comparison = cs.compare(key, systems_of(key, 0.2, 0.9), metrics="b3", test="bootstrap", trials=50)
    assert comparison.standings["b3"][0].interval is None
    assert comparison.standings["b3"][0].score == comparison.result["system 1"].scores["b3"].f1
    assert (comparison.pairs["b3"][0].p, comparison.pairs["b3"][0].verdict) == (1, "cannot be shown")
    assert "one document only" in [notice.kind for notice in comparison.warnings]


def test_a_single_system_has_intervals():
    key = key_of(25)
    comparison = cs.compare(key, {"only": noisy(key, 0.3, 1)}, metrics="conll")
    standing = comparison.standings["conll"][0]
    assert standing.interval.low < standing.score < standing.interval.high
    assert comparison.pairs["conll"] == ()


def test_a_document_missing_from_one_system_counts_as_misses():
    key = key_of(20)
    whole = noisy(key, 0.1, 1)
    part = {name: clusters for name, clusters in whole.items() if name not in ("text 1", "text 2")}
    comparison = cs.compare(key, {"whole": whole, "part": part}, metrics="mentions", field="recall")
    assert comparison.pairs["mentions"][0].difference > 0
    assert "document missing from the response" in [notice.kind for notice in comparison.warnings]


def test_ranks_are_shared_unless_systems_differ():
    key = key_of(60)
    systems = {**systems_of(key, 0.05, 0.05), "bad": noisy(key, 0.9, 8)}
    standings = cs.compare(key, systems, metrics="b3").standings["b3"]
    assert [standing.rank for standing in standings] == [1, 1, 3]
    assert ranks(["a", "b", "c"], [("b", "a"), ("b", "a")]) == {"a": 2, "b": 1, "c": 1}


def test_a_seed_repeats_everything_and_another_does_not():
    key = key_of(25)
    systems = systems_of(key, 0.3, 0.4)
    one, two, other = (cs.compare(key, systems, metrics="lea", seed=seed) for seed in (5, 5, 6))
    assert one.judgement == two.judgement
    assert one.pairs["lea"][0].p != other.pairs["lea"][0].p
    assert "seed:5" in one.signature


def test_sums_are_exact_in_any_order():
    counts = np.random.default_rng(1).random((2, 3, 200)) * [[[1], [1e-9], [1e12]]]
    fixed = fixed_point(counts)
    weights = next(draws.resamples(1, np.zeros(200, int), 8, 8))
    order = np.random.default_rng(2).permutation(200)
    assert np.array_equal(fixed @ weights, fixed[:, :, order] @ weights[order])
    assert not np.array_equal(counts @ weights, counts[:, :, order] @ weights[order])
    assert np.abs(fixed / counts - 1).max() < 1e-9
    assert np.allclose(fixed.sum(axis=2), counts.sum(axis=2), rtol=1e-13, atol=0)
    whole = np.array([[[3.0, 0.0, 7.0], [2.0**50, 1.0, 5.0]]])
    assert np.array_equal(fixed_point(whole)[:, 0], whole[:, 0])


# A metric whose score is a mean over documents, so that SciPy can say what must come out.
def means(values):
    """Samples of recall of `muc`, whose numerators are these and whose denominators are 1."""
    systems, groups = values.shape
    columns = ("recall_num", "recall_den", "precision_num", "precision_den")
    counts = np.stack([values, *[np.ones_like(values)] * 3], axis=1)
    return Samples(
        systems=tuple(f"s{number}" for number in range(systems)),
        metrics=tuple(metrics(["muc"])),
        field="recall",
        groups=tuple(map(str, range(groups))),
        strata=np.zeros(groups, np.int64),
        average="micro",
        columns=tuple(("muc", name) for name in columns),
        counts=fixed_point(counts),
    )


def test_scipy_s_permutation_test_of_means_agrees():
    stats = pytest.importorskip("scipy.stats")
    values = np.random.default_rng(3).random((2, 10)) + np.array([[0.2], [0.0]])
    for tail, alternative in (("two", "two-sided"), ("one", "greater")):
        ours = run_tests(means(values), Plan(field="recall", tail=tail)).pairs["muc"][0]
        theirs = stats.permutation_test(
            tuple(values),
            lambda x, y, axis: np.mean(x - y, axis=axis),
            permutation_type="samples",
            n_resamples=np.inf,
            alternative=alternative,
            vectorized=True,
        )
        assert ours.p == pytest.approx(theirs.pvalue, abs=1e-12), tail


@pytest.mark.parametrize(("kind", "method"), [("percentile", "percentile"), ("bca", "BCa")])
def test_scipy_s_bootstrap_of_means_agrees(kind, method):
    stats = pytest.importorskip("scipy.stats")
    values = np.random.default_rng(4).exponential(0.2, (1, 40))
    ours = run_tests(means(values), Plan(field="recall", interval=kind, trials=20000)).standings["muc"][0]
    # SciPy called it random_state before 1.15.
    name = "rng" if "rng" in inspect.signature(stats.bootstrap).parameters else "random_state"
    given = {name: np.random.default_rng(5)}
    theirs = stats.bootstrap(values, np.mean, n_resamples=20000, method=method, **given)
    spread = theirs.standard_error
    assert ours.score == pytest.approx(values.mean())
    assert abs(ours.interval.low - theirs.confidence_interval.low) < 0.08 * spread
    assert abs(ours.interval.high - theirs.confidence_interval.high) < 0.08 * spread


def test_the_effect_of_means_is_cohen_s_d_of_paired_samples():
    values = np.random.default_rng(6).random((2, 30))
    pair = run_tests(means(values), Plan(field="recall", trials=100)).pairs["muc"][0]
    difference = values[0] - values[1]
    assert pair.effect == pytest.approx(difference.mean() / difference.std(ddof=1), rel=1e-9)


def test_data_sets_are_averaged_and_resampled_each_by_itself():
    one, two = np.random.default_rng(7).random((2, 2, 12)), np.random.default_rng(8).random((2, 2, 5))
    both = Samples.joined([means(one[0]), means(two[0])])
    assert both.observed()[0] == pytest.approx((one[0].mean(axis=1) + two[0].mean(axis=1)) / 2)
    series = intervals.resampled(both, 40, 1)[0, 0]
    drawn = np.concatenate(list(draws.resamples(1, both.strata, 40, 40)), axis=1)
    expected = [(one[0][0] @ drawn[:12, t] / 12 + two[0][0] @ drawn[12:, t] / 5) / 2 for t in range(40)]
    assert series == pytest.approx(expected)
    without = intervals.jackknifed(both)[0, 0]
    assert without[0] == pytest.approx((one[0][0, 1:].mean() + two[0][0].mean()) / 2)
    assert without[-1] == pytest.approx((one[0][0].mean() + two[0][0, :-1].mean()) / 2)
    assert run_tests(both, Plan(field="recall", trials=100)).pairs["muc"][0].p <= 1


def test_plans_parse_back_and_every_field_changes_them():
    from dataclasses import fields, replace

    changed = {
        "field": "recall", "test": "bootstrap", "tail": "one", "correction": "bh", "interval": "percentile",
        "alpha": 0.01, "trials": 500, "seed": 9, "group": "a|b:c",
    }  # fmt: skip
    assert set(changed) == {field.name for field in fields(Plan)}
    for name, value in changed.items():
        plan = replace(Plan(), **{name: value})
        assert plan.signature() != Plan().signature()
        parts = signature_parts(plan.signature())
        assert Plan(**{part: options_of(Plan)[part].parse(value) for part, value in parts.items()}) == plan


def test_a_path_alone_is_one_system_and_not_a_list_of_letters():
    comparison = cs.compare(KEY, A, metrics="muc", trials=40)
    assert [standing.system for standing in comparison.standings["muc"]] == ["response-a.conll"]
    with pytest.raises(cs.CorefscopeError, match=r"no-such\.conll: there is no such file"):
        cs.compare(KEY, "no-such.conll")


class TestTooFewDocuments:
    """Of one document nothing can be resampled: no interval of zero width, and no rank that all systems share."""

    KEY = (("a", "b", "c"),)
    SYSTEMS = (("x", (("a", "b"),)), ("y", KEY))

    def test_one_document_has_neither_intervals_nor_ranks(self):
        comparison = cs.compare(self.KEY, dict(self.SYSTEMS), metrics="muc")
        assert [(each.interval, each.rank) for each in comparison.standings["muc"]] == [(None, None)] * 2
        text = str(comparison)
        assert "100.00 (–)" in text
        assert "no difference could be significant: too few documents" in text
        assert "(1)" not in text
        assert "too few documents" in {notice.code: notice.first for notice in comparison.warnings}["one-document-only"]

    def test_groups_of_one_document_are_not_ranked(self):
        key = {f"t{number}": [[0, 1, 2], [3, 4]] for number in range(3)}
        comparison = cs.compare(key, {"x": key, "y": {name: [[0, 1]] for name in key}}, metrics="muc", by="document")
        assert {each.rank for part in comparison.by_group.values() for each in part.standings["muc"]} == {None}
        assert [each.rank for each in comparison.standings["muc"]] == [1, 1]
        assert str(comparison).count("100.00 (–)") == 3

    def test_the_page_says_it(self):
        result = cs.score(self.KEY, self.KEY)
        [system] = intervals_and_ranks(result, comparison_of(result)).values()
        assert system == {"intervals": {"note": "Too few documents for intervals and ranks.", "scores": {}}}


def test_few_documents_for_the_bootstrap_have_a_code_of_their_own():
    comparison = cs.compare(KEY, [A, B], test="bootstrap")
    texts = {notice.code: str(notice) for notice in comparison.warnings}
    assert texts["few-documents-for-bootstrap"].startswith("few documents for the bootstrap: its p-values from")
