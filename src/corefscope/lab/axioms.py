"""Which desiderata of the literature each metric satisfies, by search over random partitions.

A search finds counterexamples; where it finds none, that is evidence and not proof. A quotient that is undefined
counts as the 0 that is reported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import NamedTuple

from corefscope.lab import axiom_cases as cases
from corefscope.lab.axiom_cases import Generator
from corefscope.lab.partitions import (
    EQUAL,
    LETTERS,
    PARTITION_KINDS,
    Clusters,
    Pair,
    links,
    mentions,
    scores,
    small_pairs,
    written,
)
from corefscope.metrics import METRICS, AnyMetrics, Score
from corefscope.metrics import metric as parsed
from corefscope.metrics import metrics as parse_metrics
from corefscope.problems import CorefscopeError, SettingsError
from corefscope.reporting.report import Report, View, paragraph, sheet

Case = tuple[Pair, ...]
HOLDS, TIES, FAILS, NOT_DEFINED = "holds", "ties", "fails", "not defined"
SMALLEST, LARGEST = 2, 8  # mentions per case; small ones first, so that counterexamples are easy to read
CALLED = {"zeros": "zeros(only=all)"}  # where the name alone would find nothing to count in plain partitions
BESIDE = ("split", "bridging", "nonreferring")  # of these, clusters alone say nothing


def _higher(before: Score, after: Score) -> bool | None:
    return None if abs(after.f1 - before.f1) <= EQUAL else after.f1 > before.f1


def _lower_precision(before: Score, after: Score) -> bool | None:
    was, now = before.numbers["precision"], after.numbers["precision"]
    return None if abs(now - was) <= EQUAL < was else now <= was + EQUAL


def _mirrored(one: Score, two: Score) -> bool:
    other = {"recall": "precision", "precision": "recall"}
    return all(abs(value - two.numbers[other.get(name, name)]) <= EQUAL for name, value in one.numbers.items())


def _at_most_half(one: Score) -> bool:
    return one.f1 <= 0.5 + EQUAL


def _gained_recall(before: Score, after: Score) -> float:
    return after.numbers["recall"] - before.numbers["recall"]


def _without_links(key: Clusters, response: Clusters) -> Case:
    fits = all(len(entity) > 1 for entity in key) and response and not links(key) & links(response)
    return ((key, response),) if fits else ()


class Axiom(NamedTuple):
    """A demand on every case of its generator."""

    name: str
    demand: str
    source: str
    generate: Generator
    judge: Callable[..., bool | None] = _higher  # of the scores of a case: whether it holds; None if they are the same
    labels: tuple[str, ...] = ("worse", "better")
    of_sides: bool = False  # it looks at recall or precision, which a mean of F1 does not have
    fit: Callable[[Clusters, Clusters], Case] | None = None  # its case of any pair; all small pairs are tried first
    overlapping: bool = False  # a mention may be in two entities: only the definitions for such sets are tried


_ONE, _ADDED = ("response",), ("before", "with it")
RH, AMIGO, MS = "Recasens & Hovy 2011, §3.2", "Amigó et al. 2009", "Moosavi & Strube 2016"
BOUNDARY, MENTIONS = f"{RH}, boundary cases and §5.1", f"{RH}, number of mentions"
AXIOMS = {
    axiom.name: axiom
    for axiom in (
        Axiom("range", "recall, precision and F1 lie between 0 and 1", f"{RH}, 1", cases.anything,
              lambda one: all(-EQUAL <= value <= 1 + EQUAL for value in one.numbers.values()), _ONE,
              fit=lambda *pair: (pair,)),
        Axiom("perfect", "a perfect response scores 1", f"{RH}, 1", cases.perfect,
              lambda one: abs(one.f1 - 1) <= EQUAL, _ONE, fit=lambda *pair: (pair,) if pair[0] == pair[1] else ()),
        Axiom("only perfect", "no other response scores 1", f"{RH}, 1", cases.anything,
              lambda one: one.f1 < 1 - EQUAL, _ONE, fit=lambda *pair: (pair,) if () != pair[0] != pair[1] else ()),
        Axiom("monotonic", "no right link lost, no wrong one gained, not the same: higher", f"{RH}, 2",
              cases.dominated),
        Axiom("precision first", "so many wrong links harm more than so many missing ones", f"{RH}, 3",
              cases.same_links, labels=("merged", "split")),
        Axiom("singletons", "finding a right singleton raises the score", f"{RH}, 3", cases.singleton_right),
        Axiom("large right", "finding the larger of two entities scores higher", MENTIONS, cases.large_right,
              labels=("small found", "large found")),
        Axiom("large wrong", "a wrong mention in the larger of two entities scores lower", MENTIONS, cases.large_wrong,
              labels=("in the large", "in the small")),
        Axiom("do nothing", "all singletons score at most ½ where the key has links", BOUNDARY, cases.all_singletons,
              _at_most_half, ("all singletons",)),
        Axiom("link all", "one entity scores at most ½ where the key has several", BOUNDARY, cases.all_one,
              _at_most_half, ("one entity",)),
        Axiom("homogeneity", "splitting a mixed entity into its parts raises the score", f"{AMIGO}, 1",
              cases.homogeneity),
        Axiom("completeness", "merging parts of one key entity raises the score", f"{AMIGO}, 2", cases.completeness),
        Axiom("rag bag", "noise harms a clean entity more than a miscellany", f"{AMIGO}, 3", cases.rag_bag,
              labels=("in the clean", "in the miscellany")),
        Axiom("size or quantity", "many small errors harm more than a small one in a large entity", f"{AMIGO}, 4",
              cases.size_against_quantity, labels=("many small errors", "one small error")),
        Axiom("no reward", "no right link, no score", f"{MS}, §1 and §7.5", cases.no_links,
              lambda one: abs(one.f1) <= EQUAL, _ONE, fit=_without_links),
        Axiom("recall kept", "a wrong entity of missed mentions leaves recall as it is", f"{MS}, §2",
              cases.wrong_addition, lambda *pair: abs(_gained_recall(*pair)) <= EQUAL, _ADDED, of_sides=True),
        Axiom("precision falls", "a wrong entity of missed mentions lowers precision", f"{MS}, §2",
              cases.wrong_addition, _lower_precision, _ADDED, of_sides=True),
        Axiom("symmetric", "key and response swapped: recall and precision swapped", f"{MS}, §3",
              cases.anything, _mirrored, ("response", "swapped"), fit=lambda *pair: (pair, pair[::-1])),
        Axiom("repeated", "a copy of a mention in a wrong entity does not raise recall", f"{MS}, §3.2",
              cases.repeated, lambda *pair: _gained_recall(*pair) <= EQUAL, ("once", "twice"), of_sides=True,
              overlapping=True),
    )
}  # fmt: skip


class Verdict(NamedTuple):
    """What the search says of one metric and one axiom, with the smallest case that speaks against it."""

    metric: str
    axiom: str
    outcome: str
    tried: int
    against: int = 0
    counterexample: str | None = None
    pairs: Case | None = None


class Axioms(NamedTuple):
    """The table metric × axiom, and the metrics that plain partitions cannot try, with the reason."""

    metrics: tuple[str, ...]
    verdicts: dict[tuple[str, str], Verdict]  # by metric and axiom
    refused: dict[str, str]


def axioms(metrics: AnyMetrics = (), trials: int = 300, seed: int = 1) -> Axioms:
    """Try every axiom on this many random cases, the same for every metric; by default all that score clusters."""
    if trials < 1:
        raise SettingsError("wrong-value", f"trials must be at least 1, got {trials}")
    of_clusters = [CALLED.get(name, name) for name in METRICS if name not in BESIDE]
    refused, accepted = {}, []
    for name in (each.name for each in parse_metrics(metrics or of_clusters)):
        try:
            scores([(((0, 1), (2,)), ((0,), (1, 2)))], [name])
            accepted.append(name)
        except CorefscopeError as error:
            refused[name] = str(error)
    verdicts: dict[tuple[str, str], Verdict] = {}
    for axiom in AXIOMS.values():
        tried = _cases_of(axiom, trials, seed)
        compared = (_overlapping if axiom.overlapping else _scored)(tried, accepted)
        verdicts |= {(name, axiom.name): _verdict(axiom, name, tried, compared.get(name)) for name in accepted}
    return Axioms(tuple(accepted), verdicts, refused)


def _cases_of(axiom: Axiom, trials: int, seed: int) -> list[Case]:
    """Return different cases of growing size, after all small ones, from a limited number of attempts."""
    random = Random(f"{seed} {axiom.name}")
    small = (axiom.fit(*pair) for pair in small_pairs()) if axiom.fit else ()
    different: dict[Case, None] = dict.fromkeys(filter(None, small))
    enough = len(different) + trials
    for attempt in range(20 * trials):
        key, *responses = axiom.generate(random, SMALLEST + attempt % (LARGEST - SMALLEST + 1)) or ((),)
        case = axiom.fit(key, *responses) if axiom.fit and responses else tuple((key, each) for each in responses)
        different |= {case: None} if case else {}
        if len(different) == enough:
            break
    return list(different)


Compared = dict[str, list[tuple[Score, ...]]]  # by metric, the scores of each case


def _scored(tried: Sequence[Case], metrics: Sequence[str]) -> Compared:
    rows = iter(scores([pair for case in tried for pair in case], metrics))
    by_case = [[next(rows) for _ in case] for case in tried]
    return {metric: [tuple(row[metric] for row in case) for case in by_case] for metric in metrics}


def _overlapping(tried: Sequence[Case], metrics: Sequence[str]) -> Compared:
    """Score by the definitions for sets that may share mentions, before any scorer removes the copies."""
    from corefscope.conventions.repeats import REPEAT_OFFICIAL

    return {
        metric: [tuple(METRICS[metric].finish(REPEAT_OFFICIAL[metric](*pair)) for pair in case) for case in tried]
        for metric in metrics
        if metric in REPEAT_OFFICIAL
    }


def size(case: Case) -> tuple[int, int, str]:
    """Return a sort key, small cases first: different mentions, then mentions in all, then their text."""
    every = [mention for pair in case for side in pair for mention in mentions(side)]
    return len(set(every)), len(every), repr(case)


def _verdict(axiom: Axiom, metric: str, tried: Sequence[Case], compared: list[tuple[Score, ...]] | None) -> Verdict:
    if compared is None or (axiom.of_sides and parsed(metric).is_mean):
        return Verdict(metric, axiom.name, NOT_DEFINED, 0)
    judged = [(axiom.judge(*row), case, row) for case, row in zip(tried, compared, strict=True)]
    for outcome, judgement in ((FAILS, False), (TIES, None)):
        against = [(case, row) for holds, case, row in judged if holds is judgement]
        if against:
            case, row = min(against, key=lambda pair: size(pair[0]))
            return Verdict(metric, axiom.name, outcome, len(tried), len(against), _example(axiom, case, row), case)
    return Verdict(metric, axiom.name, HOLDS, len(tried))


def _example(axiom: Axiom, case: Case, scores: Sequence[Score]) -> str:
    """Return a counterexample in words, with the scores that were compared."""
    parts = [f"key {written(case[0][0])}"]
    for label, (_, response), score in zip(axiom.labels, case, scores, strict=True):
        numbers = "F1 undefined, reported as 0" if "f1" in score.undefined else f"F1 {100 * score.f1:.2f}"
        sides = axiom.of_sides or axiom.name == "symmetric"
        if sides and score.recall is not None and score.precision is not None:
            numbers = f"R {100 * score.recall:.2f}, P {100 * score.precision:.2f}, {numbers}"
        parts.append(f"{label} {written(response)}: {numbers}")
    return "; ".join(parts)


COLUMNS = 10  # metrics in one table
AXIOM_MARKS = {HOLDS: "✓", TIES: "=", FAILS: "✗", NOT_DEFINED: "–"}
LEGEND = (
    "✓ no counterexample found   = sometimes the same score where it should differ   ✗ a counterexample   – not defined"
)


def view(axioms: Axioms, counterexamples: bool = True) -> View:
    """Show axioms by metrics, a few metrics in each table; then the counterexamples axiom by axiom."""

    def report() -> Report:
        tables = []
        for first in range(0, len(axioms.metrics), COLUMNS):
            metrics = axioms.metrics[first : first + COLUMNS]
            rows = [
                (name, *(AXIOM_MARKS[axioms.verdicts[metric, name].outcome] for metric in metrics)) for name in AXIOMS
            ]
            tables.append(sheet("", ("axiom", *metrics), rows))
        refused = [f"not tried: {name}: {why}" for name, why in axioms.refused.items()]
        kinds = (
            f"{' '.join(LETTERS[place : 9 : len(PARTITION_KINDS)])} are {kind}s"
            for place, kind in enumerate(PARTITION_KINDS)
        )
        last = [*refused, LEGEND, f"for metrics that look at mention types, {', '.join(kinds)}, and so on"]
        notes = [*([_counterexamples(axioms)] if counterexamples else []), last]
        return Report("", tables, list(map(paragraph, notes)), title="Axioms")

    verdicts = axioms.verdicts.values()
    return View(report, lambda: {"verdicts": [each._asdict() for each in verdicts], "refused": axioms.refused})


def _counterexamples(axioms: Axioms) -> Iterator[str]:
    for axiom in AXIOMS.values():
        yield f"{axiom.name}: {axiom.demand} ({axiom.source})"
        verdicts = [axioms.verdicts[metric, axiom.name] for metric in axioms.metrics]
        for verdict in verdicts:
            if verdict.counterexample:
                share = f"{verdict.against} of {verdict.tried}"
                yield f"  {AXIOM_MARKS[verdict.outcome]} {verdict.metric} ({share}): {verdict.counterexample}"
        if not any(verdict.counterexample for verdict in verdicts):
            yield "  no counterexample found"
