"""Power: against literal simulations, against closed forms, and at its edges."""

from dataclasses import replace

import numpy as np
import pytest

import corefscope as cs
from corefscope.metrics import metric as parse
from corefscope.problems import SettingsError
from corefscope.statistics import simulation
from corefscope.statistics.plan import Plan
from corefscope.statistics.samples import Samples
from support.command_line import KEY as EXAMPLE
from support.command_line import A, B
from support.definitions import statistics as slow
from support.inputs.random_systems import key_of, systems_of

DOCUMENTS = 40
KEY = key_of(DOCUMENTS)
SYSTEMS = systems_of(KEY, 0.1, 0.3)
RESULT = cs.score(KEY, *SYSTEMS.values(), metrics=["muc", "conll"])


def rows_of(system):
    return [{name: tally.unit(unit) for name, tally in system.tallies.items()} for unit in range(DOCUMENTS)]


def scorer(name):
    parts = parse(name).parts
    return lambda totals: sum(part.finish(totals[part.tally_name]).f1 for part in parts) / len(parts)


def significant(one, two, score, test, tail, exchanges):
    """Whether the full test shows that the first is better."""
    better = score(slow.summed(one)) > score(slow.summed(two))
    if test == "bootstrap":
        draws = slow.resamples(5, [0] * len(one), exchanges)
        return better and (slow.bootstrap(one, two, score, draws, tail) + 1) / (exchanges + 1) < 0.05
    if len(one) <= 12:
        swaps = slow.all_swaps(len(one))
        return better and slow.randomization(one, two, score, swaps, tail) / len(swaps) < 0.05
    swaps = slow.swaps(5, len(one), exchanges)
    return better and (slow.randomization(one, two, score, swaps, tail) + 1) / (exchanges + 1) < 0.05


@pytest.mark.parametrize(
    ("name", "size", "test", "tail", "agreeing"),
    [
        ("conll", 8, "randomization", "two", 1.0),
        ("muc", 8, "randomization", "one", 1.0),
        ("conll", 20, "randomization", "two", 0.95),
        ("muc", 20, "randomization", "one", 0.95),
        ("muc", 40, "randomization", "two", 0.95),
        ("conll", 20, "bootstrap", "two", 0.9),
        ("conll", 20, "bootstrap", "one", 0.9),
    ],
)
def test_the_simulated_test_is_the_full_one(name, size, test, tail, agreeing):
    """Set by set: draw the same documents in a loop, and make every exchange or resample of the real test."""
    sets, score = 40, scorer(name)
    samples = Samples.of_result(RESULT)
    place = [metric.name for metric in samples.metrics].index(name)
    observed = samples.observed()
    difference = observed[:, 0] - observed[:, 1]
    assert (difference > 0).all()
    plan = Plan(test=test, tail=tail, trials=sets, seed=3)
    needed = simulation.needed_differences(samples, plan, size, difference, np.ones(2))
    ours = needed[place] < difference[place]
    one, two = (rows_of(system) for system in RESULT.systems)
    full = [
        significant([one[doc] for doc in draw], [two[doc] for doc in draw], score, test, tail, 199)
        for draw in slow.test_sets(3, DOCUMENTS, size, sets)
    ]
    assert 0 < sum(full) < sets
    assert np.mean(ours == np.array(full)) >= agreeing


def normal_samples(values):
    """MUC recall whose difference is the mean of these values: the denominator of every document is 1."""
    samples = Samples.of_result(RESULT, "f1")
    samples = replace(samples, metrics=samples.metrics[:1], field="recall")
    counts = np.zeros((2, len(samples.columns), len(values)))
    for number, (tally, column) in enumerate(samples.columns):
        if tally == "muc":
            counts[:, number] = 0.5 if column == "recall_num" else 1.0
            if column == "recall_num":
                counts[0, number] += values
    assert counts[0].max() > 1
    groups = tuple(map(str, range(len(values))))
    return replace(samples, groups=groups, strata=np.zeros(len(values), np.int64), counts=counts)


def closed_form(difference, deviation, size, tail):
    """The power of a paired t test of normal differences: the upper tail of a noncentral t."""
    from scipy.stats import nct, t

    critical = t.ppf(1 - 0.05 / (2 if tail == "two" else 1), size - 1)
    return float(nct.sf(critical, size - 1, difference / deviation * size**0.5))


@pytest.mark.parametrize("tail", ["two", "one"])
@pytest.mark.parametrize("size", [10, 20, 50, 150])
def test_normal_differences_have_the_power_of_a_paired_t_test(size, tail):
    from statistics import NormalDist

    count = 400
    values = np.array([NormalDist(0.3, 1).inv_cdf((place + 0.5) / count) for place in range(count)])
    plan = Plan(field="recall", trials=4000, tail=tail)
    (needed,) = simulation.needed_differences(normal_samples(values), plan, size, np.array([0.3]), np.ones(1))
    for difference in (0.1, 0.3, 0.5, 1.0):
        found = float(np.mean(needed < difference))
        assert found == pytest.approx(closed_form(difference, values.std(), size, tail), abs=0.025), difference


def test_the_answers_agree_with_the_closed_form():
    from statistics import NormalDist

    count = 100
    values = np.array([NormalDist(0.2, 1).inv_cdf((place + 0.5) / count) for place in range(count)])
    found = simulation.simulate(normal_samples(values), Plan(field="recall", trials=4000))["muc"]
    assert found.difference == pytest.approx(0.2)
    for level in (0.8, 0.9):
        assert closed_form(0.2, values.std(), found.documents[level], "two") == pytest.approx(level, abs=0.025)
        assert closed_form(found.now.detectable[level], values.std(), count, "two") == pytest.approx(level, abs=0.025)


def test_the_named_number_of_documents_has_that_power():
    found = cs.power(KEY, SYSTEMS, metrics="muc", trials=3000, seed=2).metrics["muc"]
    samples = Samples.of_result(cs.score(KEY, *SYSTEMS.values(), metrics="muc"))
    for level, size in found.documents.items():
        plan, observed = Plan(trials=3000, seed=9), np.array([found.difference])
        needed = simulation.needed_differences(samples, plan, size, observed, np.ones(1))
        assert np.mean(needed < found.difference) == pytest.approx(level, abs=0.03)
    powers = [each.power for each in found.sizes]
    assert powers == sorted(powers)


def test_blocks_and_seeds():
    samples = Samples.of_result(RESULT)
    arguments = 30, np.array([0.1, 0.1]), np.ones(2)
    whole = simulation.needed_differences(samples, Plan(trials=50, seed=4), *arguments)
    fewer = simulation.needed_differences(samples, Plan(trials=20, seed=4), *arguments)
    assert np.array_equal(whole[:, :20], fewer)
    assert not np.array_equal(whole[:, :20], simulation.needed_differences(samples, Plan(trials=20), *arguments))


def test_the_order_of_systems_changes_nothing():
    one, two = SYSTEMS.values()
    found, turned = (cs.power(KEY, {"a": a, "b": b}, metrics="muc", trials=200) for a, b in ((one, two), (two, one)))
    assert (found.metrics["muc"].better, turned.metrics["muc"].better) == ("a", "b")
    assert found.metrics["muc"].sizes == turned.metrics["muc"].sizes


def test_equal_systems_have_no_number_of_documents():
    one = SYSTEMS["system 1"]
    found = cs.power(KEY, {"a": one, "b": one}, metrics="muc", trials=50).metrics["muc"]
    assert (found.difference, found.now.power, found.documents) == (0, 0, {})
    assert found.now.detectable == {0.8: None, 0.9: None}


def test_out_of_the_reach_of_any_simulated_set():
    one = SYSTEMS["system 1"]
    other = {**one, "text 3": SYSTEMS["system 2"]["text 3"], "text 4": SYSTEMS["system 2"]["text 5"]}
    found = cs.power(KEY, {"a": one, "b": other}, metrics="muc", trials=50)
    assert set(found.metrics["muc"].documents.values()) <= {None, *range(1, 2561)}
    assert found.metrics["muc"].sizes[-1].documents <= 64 * DOCUMENTS


def test_what_is_refused():
    with pytest.raises(SettingsError, match="only one") as one:
        cs.power({"a": [[1, 2]]}, {"x": {"a": [[1, 2]]}, "y": {"a": [[1]]}})
    with pytest.raises(SettingsError, match="and 3 are given") as many:
        cs.power(EXAMPLE, A, B, A, names=["a", "b", "c"])
    assert (one.value.code, many.value.code) == ("nothing-to-resample", "not-two-systems")


def test_more_simulated_sets_than_memory_holds():
    with pytest.raises(SettingsError, match="simulated test sets are more than 1,000,000"):
        cs.power(KEY, *SYSTEMS.values(), trials=10**30)


def test_groups_are_called_so():
    groups = {name: name[-1] for name in KEY}
    found = cs.power(KEY, SYSTEMS, metrics="muc", trials=50, group="text \\d*(\\d)", test="exact")
    assert found.groups == len(set(groups.values())) == 10
    assert "Groups 80%" in str(found)
    assert "|test:randomization|" in found.signature  # exact only where simulated sets are small


@pytest.mark.parametrize("average", ["macro", "means"])
def test_means_over_documents_have_power_too(average):
    """With every document of one weight, the contributions are the documents' own differences."""
    found = cs.power(KEY, SYSTEMS, metrics="b3", trials=300, average=average).metrics["b3"]
    result = cs.score(KEY, *SYSTEMS.values(), metrics="b3", average=average)
    assert found.difference == pytest.approx(abs(result.systems[0]["b3"].f1 - result.systems[1]["b3"].f1))
    powers = [each.power for each in found.sizes]
    assert powers[0] < powers[-1]
    assert found.now.detectable[0.8] < found.now.detectable[0.9]


def test_recall_has_its_own_metrics():
    found = cs.power(EXAMPLE, A, B, field="recall", trials=20)
    assert list(found.metrics) == ["muc", "b3", "ceafe"]
    assert "few-documents" in {notice.code for notice in found.warnings}
