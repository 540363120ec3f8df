"""`corefscope lab axioms`: every counterexample is one, and every case is what its axiom speaks of."""

from random import Random

import pytest

from corefscope.lab import axioms as cases
from corefscope.lab.axioms import AXIOMS, BESIDE, CALLED, FAILS, HOLDS, NOT_DEFINED, TIES, axioms, case_size
from corefscope.lab.partitions import links, mentions, owners, scores, small_pairs
from corefscope.metrics import METRICS
from support.command_line import failed
from support.definitions.metrics import SLOW

TRIALS = 60


@pytest.fixture(scope="module")
def table():
    return axioms(trials=TRIALS)


def drawn(generate, count=150):
    random = Random(7)
    made = [generate(random, 2 + number % 8) for number in range(count * 4)]
    kept = [[(key, response) for response in responses] for key, *responses in filter(None, made)]
    assert len(kept) >= count / 4
    return kept


def test_every_registered_metric_is_tried_or_refused_with_a_reason(table):
    beside = set(BESIDE)  # the axioms are about clusters
    assert beside == {"split", "bridging", "nonreferring"}
    assert {name.split("(")[0] for name in (*table.metrics, *table.refused)} == set(METRICS) - beside
    assert all(table.refused.values())
    assert set(CALLED) <= set(METRICS)
    assert set(table.verdicts) == {(metric, axiom) for metric in table.metrics for axiom in AXIOMS}


def test_every_counterexample_counts_again(table):
    """Scored anew and alone, each case still speaks against its axiom."""
    checked = 0
    for (metric, name), verdict in table.verdicts.items():
        axiom = AXIOMS[name]
        if not verdict.pairs or axiom.overlapping or (metric == "conll" and name == "symmetric"):
            continue
        again = [scores([pair], [metric])[0][metric] for pair in verdict.pairs]
        assert {True: HOLDS, False: FAILS, None: TIES}[axiom.judge(*again)] == verdict.outcome, (metric, name)
        checked += 1
    assert checked > 100


@pytest.mark.parametrize("metric", ["muc", "b3", "ceafm", "ceafe", "lea", "pairwise"])
def test_counterexamples_hold_by_the_slow_definitions(table, metric):
    """What is compared follows from the papers' definitions in exact fractions, too."""
    checked = 0
    for name in ("monotonic", "homogeneity", "completeness", "rag bag", "size or quantity", "large wrong"):
        verdict = table.verdicts[metric, name]
        if not verdict.pairs:
            continue
        counts = [SLOW[metric](*pair) for pair in verdict.pairs]
        worse, better = map(exact_f1, counts)
        assert (better < worse) == (verdict.outcome == FAILS)
        assert (better == worse) == (verdict.outcome == TIES)
        checked += 1
    assert checked or metric == "b3"


def exact_f1(counts):
    recall = counts["recall_num"] / counts["recall_den"] if counts["recall_den"] else 0
    precision = counts["precision_num"] / counts["precision_den"] if counts["precision_den"] else 0
    return 2 * recall * precision / (recall + precision) if recall + precision else 0


# What the papers say of the metrics, and a few verdicts that follow from a line of algebra.
KNOWN = [
    ("b3", "homogeneity", HOLDS),  # Amigó et al. 2009: B³ satisfies all four constraints
    ("b3", "completeness", HOLDS),
    ("b3", "rag bag", HOLDS),
    ("b3", "size or quantity", HOLDS),
    ("rand", "homogeneity", HOLDS),  # Amigó et al. 2009: measures on pairs satisfy the first two only
    ("rand", "completeness", HOLDS),
    ("rand", "rag bag", TIES),
    ("rand", "size or quantity", TIES),
    ("muc", "perfect", FAILS),  # Recasens & Hovy 2011, Table 1: nothing to say of singletons
    ("muc", "large wrong", TIES),  # §5.1: MUC and CEAF give responses A and B the same score
    ("ceafm", "large wrong", TIES),
    ("blanc", "large wrong", HOLDS),
    ("blanc", "do nothing", HOLDS),  # §5.1: “setting an upper bound … of 50%”
    ("blanc", "link all", HOLDS),
    ("b3", "do nothing", FAILS),
    ("muc", "link all", FAILS),
    ("muc", "no reward", HOLDS),  # Moosavi & Strube 2016, §7.1 and §7.5
    ("lea", "no reward", HOLDS),
    ("b3", "no reward", FAILS),
    ("ceafm", "no reward", FAILS),
    ("ceafe", "no reward", FAILS),
    ("blanc", "no reward", FAILS),
    ("muc", "recall kept", HOLDS),  # §2: recall changes for all the metrics except for MUC
    ("lea", "recall kept", HOLDS),
    ("b3", "recall kept", FAILS),
    ("ceafe", "recall kept", FAILS),
    ("blanc", "recall kept", FAILS),
    ("b3", "repeated", FAILS),  # §3.2: B³ receives credit for all the repetitions
    ("lea", "repeated", HOLDS),  # §4: not troublesome for LEA
    ("lmuc", "symmetric", FAILS),  # Chen & Ng 2013, note 7
    ("ari", "range", FAILS),
    ("conll", "recall kept", NOT_DEFINED),
    ("blanc", "precision first", FAILS),  # although “BLANC fulfills the five desiderata” (Recasens & Hovy 2011, §6)
    ("ceafe", "monotonic", FAILS),
]


@pytest.mark.parametrize(("metric", "axiom", "outcome"), KNOWN)
def test_known_verdicts(table, metric, axiom, outcome):
    assert table.verdicts[metric, axiom].outcome == outcome


def test_smallest_counterexample_is_the_smallest():
    """Of all pairs of up to three mentions, ours is no larger than any that fails."""
    verdict = axioms(["blanc"], trials=5).verdicts["blanc", "only perfect"]
    failing = [
        case_size(case)
        for case in filter(None, (AXIOMS["only perfect"].fit(*pair) for pair in small_pairs()))
        if scores(case, ["blanc"])[0]["blanc"].f1 == 1
    ]
    assert case_size(verdict.pairs) == min(failing)
    assert verdict.counterexample == "key {a b}; response {a b} {c}: F1 100.00"


def largest_right(key, response):
    return max(len(entity) for entity in response if entity in key and len(entity) > 1)


def is_wrong_addition(key, before, after):
    (added,) = set(after) - set(before)
    return set(after) == {*before, added} and len({owners(key)[mention] for mention in added}) == len(added) > 1


def is_wrong_copy(key, once, twice):
    added = links(tuple(tuple(sorted(entity)) for entity in twice)) - links(once)
    return added and not added & links(key)


# What is true of the key and the responses of each case.
PROPERTIES = {
    cases.dominated: lambda key, worse, better: (
        worse != better
        and mentions(worse) == mentions(better)
        and links(worse) & links(key) <= links(better)
        and links(better) - links(key) <= links(worse)
    ),
    cases.same_links: lambda key, merged, split: (
        links(merged) > links(key) > links(split)
        and len(links(merged) - links(key)) == len(links(key) - links(split))
    ),
    cases.no_links: lambda key, response: not links(key) & links(response) and min(map(len, key)) > 1,
    cases.wrong_addition: is_wrong_addition,
    cases.homogeneity: lambda key, worse, better: (
        links(worse) & links(key) == links(better) & links(key) and links(worse) > links(better)
    ),
    cases.completeness: lambda key, worse, better: (
        links(better) > links(worse) and links(better) - links(worse) <= links(key)
    ),
    cases.large_right: lambda key, small, large: largest_right(key, large) >= largest_right(key, small),
    cases.large_wrong: lambda key, in_large, in_small: (
        len(links(in_large) - links(key)) > len(links(in_small) - links(key)) > 0
    ),
    cases.repeated: is_wrong_copy,
}  # fmt: skip


@pytest.mark.parametrize("generate", PROPERTIES, ids=lambda generate: generate.__name__)
def test_cases_are_what_their_axiom_speaks_of(generate):
    for case in drawn(generate):
        assert PROPERTIES[generate](case[0][0], *(response for _, response in case))


def test_seed_decides():
    one, same, other = (axioms(["ceafe"], 30, seed) for seed in (1, 1, 2))
    assert one == same
    assert {verdict.against for verdict in one.verdicts.values()} != {
        verdict.against for verdict in other.verdicts.values()
    }


def test_bad_input():
    assert "trials must be at least 1, got 0" in failed("lab", "axioms", "--trials", "0")
    assert "did you mean" in failed("lab", "axioms", "-m", "mucc")
