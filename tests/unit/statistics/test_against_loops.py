"""p-values, intervals and corrections equal plain loops over the same random bits."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import corefscope as cs
from corefscope.metrics import metric as parse
from corefscope.statistics.plan import CORRECTIONS
from support.definitions import statistics as slow
from support.inputs.random_systems import key_of, systems_of

METRIC_NAMES = ("muc", "b3", "ceafe", "blanc(alpha=0.3)", "lea(beta=2)", "conll", "ari", "h")
TRIALS = 60


def rows_of(comparison, system):
    """Per document, the counts of a system."""
    tallies = comparison.result[system].tallies
    return [
        {name: tally.unit(unit) for name, tally in tallies.items()} for unit in range(len(comparison.result.documents))
    ]


def scorer(name, field="f1"):
    metric = parse(name)

    def score(totals):
        scores = [getattr(part.finish(totals[part.tally_name]), field) for part in metric.parts]
        return sum(scores) / len(scores)

    return score


KEY = key_of(15)
SYSTEMS = systems_of(KEY, 0.3, 0.4, 0.5)


def compared(**options):
    return cs.compare(KEY, SYSTEMS, **{"metrics": METRIC_NAMES, "trials": TRIALS, "interval": "percentile", **options})


@pytest.mark.parametrize("tail", ["two", "one"])
def test_randomization(tail):
    comparison = compared(tail=tail, trials=150, seed=4)
    exchanges = slow.swaps(4, 15, 150)
    for metric in METRIC_NAMES:
        for pair in comparison.pairs[metric]:
            one, two = rows_of(comparison, pair.first), rows_of(comparison, pair.second)
            count = slow.randomization(one, two, scorer(metric), exchanges, tail)
            assert pair.p == (count + 1) / 151, (metric, pair)
            assert pair.difference == pytest.approx(
                scorer(metric)(slow.summed(one)) - scorer(metric)(slow.summed(two)), abs=1e-12
            )


@pytest.mark.parametrize("tail", ["two", "one"])
def test_paired_bootstrap(tail):
    comparison = compared(test="bootstrap", tail=tail, trials=120, baseline="system 2")
    draws = slow.resamples(1, [0] * 15, 120)
    assert [(pair.first, pair.second) for pair in comparison.pairs["muc"]] == [
        ("system 1", "system 2"), ("system 3", "system 2"),
    ]  # fmt: skip
    for metric in METRIC_NAMES:
        for pair in comparison.pairs[metric]:
            rows = rows_of(comparison, pair.first), rows_of(comparison, pair.second)
            assert pair.p == (slow.bootstrap(*rows, scorer(metric), draws, tail) + 1) / 121, (metric, pair)


@pytest.mark.parametrize("field", ["recall", "precision"])
def test_recall_and_precision(field):
    comparison = compared(field=field, metrics=["b3", "blanc"], seed=2)
    exchanges = slow.swaps(2, 15, TRIALS)
    for metric in ("b3", "blanc"):
        pair = comparison.pairs[metric][0]
        rows = rows_of(comparison, pair.first), rows_of(comparison, pair.second)
        assert pair.p == (slow.randomization(*rows, scorer(metric, field), exchanges) + 1) / (TRIALS + 1)
        assert comparison.standings[metric][0].score == pytest.approx(
            getattr(comparison.result["system 1"].scores[metric], field)
        )


@pytest.mark.parametrize("documents", [1, 2, 5, 8])
@pytest.mark.parametrize("tail", ["two", "one"])
def test_few_documents_are_enumerated(documents, tail):
    key = key_of(documents, seed=documents)
    comparison = cs.compare(key, systems_of(key, 0.2, 0.6), metrics=["muc", "lea"], tail=tail)
    assert comparison.plan.test == "exact"
    for metric in ("muc", "lea"):
        pair = comparison.pairs[metric][0]
        rows = rows_of(comparison, pair.first), rows_of(comparison, pair.second)
        assert pair.p == slow.randomization(*rows, scorer(metric), slow.all_swaps(documents), tail) / 2**documents


@pytest.mark.parametrize("kind", ["percentile", "bca"])
def test_intervals(kind):
    comparison = compared(
        interval=kind, alpha=0.1, trials=300, seed=3, test="exact" if kind == "bca" else "randomization"
    )
    draws = slow.resamples(3, [0] * 15, 300)
    for metric in ("muc", "conll", "blanc(alpha=0.3)"):
        for standing in comparison.standings[metric]:
            expected = getattr(slow, kind)(rows_of(comparison, standing.system), scorer(metric), draws, 0.1)
            assert standing.interval == pytest.approx(expected, abs=1e-10), (metric, standing)


def test_macro_averages_are_resampled_as_means_over_documents():
    comparison = cs.compare(
        KEY, SYSTEMS, metrics=["muc", "conll"], average="macro", trials=TRIALS, interval="percentile"
    )
    exchanges, draws = slow.swaps(1, 15, TRIALS), slow.resamples(1, [0] * 15, TRIALS)
    per_document = cs.score(KEY, *SYSTEMS.values(), metrics=["muc", "conll"], per_document=True).systems
    for metric in ("muc", "conll"):
        rows = [
            [
                {"m": {"sum": row[metric].f1, "defined": "f1" not in row[metric].undefined}}
                for row in system.per_document
            ]
            for system in per_document
        ]

        def mean(total):
            return total["m"]["sum"] / total["m"]["defined"] if total["m"]["defined"] else 0.0

        pair, standing = comparison.pairs[metric][0], comparison.standings[metric][0]
        assert pair.p == (slow.randomization(rows[0], rows[1], mean, exchanges) + 1) / (TRIALS + 1)
        assert standing.score == pytest.approx(comparison.result.systems[0].scores[metric].f1, abs=1e-12)
        assert standing.interval == pytest.approx(slow.percentile(rows[0], mean, draws, 0.05), abs=1e-12)


def test_groups_are_exchanged_and_drawn_as_one():
    pattern = r"text (\d)"  # text 1 and text 10 to text 14 are one
    comparison = compared(metrics="lea", group=pattern, test="bootstrap")
    assert comparison.judgement.groups == tuple("0123456789")

    def grouped(system):
        rows = rows_of(comparison, system)
        names = [name.removeprefix("text ")[0] for name in comparison.result.documents]
        return [
            slow.summed(row for row, name in zip(rows, names, strict=True) if name == each) for each in "0123456789"
        ]

    draws = slow.resamples(1, [0] * 10, TRIALS)
    for pair in comparison.pairs["lea"]:
        count = slow.bootstrap(grouped(pair.first), grouped(pair.second), scorer("lea"), draws)
        assert pair.p == (count + 1) / (TRIALS + 1)
    exact = compared(metrics="lea", group=pattern)
    pair = exact.pairs["lea"][1]
    count = slow.randomization(grouped(pair.first), grouped(pair.second), scorer("lea"), slow.all_swaps(10))
    assert pair.p == count / 2**10


p_values = st.lists(st.sampled_from([0.0001, 0.001, 0.01, 0.02, 0.04, 0.05, 0.3, 1.0]), min_size=1, max_size=9)


@given(p_values)
def test_corrections(values):
    p = np.array(values)
    assert CORRECTIONS["holm"].load()(p) == pytest.approx(slow.holm(values))
    assert CORRECTIONS["bh"].load()(p) == pytest.approx(slow.benjamini_hochberg(values))
    assert CORRECTIONS["none"].load()(p).tolist() == values


def test_comparisons_are_corrected_within_a_metric():
    comparison = compared(metrics=["muc", "lea"], trials=200)
    for correction, slowly in (("holm", slow.holm), ("bh", slow.benjamini_hochberg)):
        corrected = compared(metrics=["muc", "lea"], trials=200, correction=correction)
        for metric in ("muc", "lea"):
            expected = slowly([pair.p for pair in comparison.pairs[metric]])
            assert [pair.corrected for pair in corrected.pairs[metric]] == pytest.approx(expected)
