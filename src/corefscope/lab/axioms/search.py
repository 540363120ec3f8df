"""Which desiderata of the literature each metric satisfies, by search over random partitions.

A search finds counterexamples; where it finds none, that is evidence and not proof. A quotient that is undefined
counts as the 0 that is reported.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from random import Random
from typing import Any

from corefscope.lab.axioms import cases
from corefscope.lab.axioms.cases import Case
from corefscope.lab.axioms.examples import EXAMPLES, Granularity, granularity
from corefscope.lab.partitions import EQUAL, scores, shown, sized
from corefscope.metrics import METRICS, AnyMetrics, Score
from corefscope.metrics import metric as parsed
from corefscope.metrics import metrics as parse_metrics
from corefscope.problems import CorefscopeError, SettingsError

HOLDS, TIES, FAILS, NOT_DEFINED = "holds", "ties", "fails", "not defined"
SMALLEST, LARGEST = 2, 8  # mentions per case; small ones first, so that counterexamples are easy to read
# What a metric is called with, where its name alone would find nothing to count in plain partitions.
CALLED = {"zeros": "zeros(only=all)"}

Judge = Callable[[Sequence[Score]], str]


def _higher(compared: Sequence[Score]) -> str:
    """The second is the better response."""
    difference = compared[1].f1 - compared[0].f1
    return FAILS if difference < -EQUAL else TIES if difference <= EQUAL else HOLDS


def _lower_precision(compared: Sequence[Score]) -> str:
    before, after = (score.numbers["precision"] for score in compared)
    return FAILS if after > before + EQUAL else TIES if after >= before - EQUAL and before > EQUAL else HOLDS


def _mirrored(compared: Sequence[Score]) -> bool:
    one, two = (score.numbers for score in compared)
    other = {"recall": "precision", "precision": "recall", "f1": "f1"}
    return all(abs(value - two[other[field]]) <= EQUAL for field, value in one.items())


def _gained_recall(compared: Sequence[Score]) -> float:
    return compared[1].numbers["recall"] - compared[0].numbers["recall"]


def _holds_if(test: Callable[[Sequence[Score]], bool]) -> Judge:
    return lambda compared: HOLDS if test(compared) else FAILS


_WITHIN = _holds_if(lambda compared: all(-EQUAL <= value <= 1 + EQUAL for value in compared[0].numbers.values()))
_ONE = _holds_if(lambda compared: abs(compared[0].f1 - 1) <= EQUAL)
_BELOW_ONE = _holds_if(lambda compared: compared[0].f1 < 1 - EQUAL)
_ZERO = _holds_if(lambda compared: abs(compared[0].f1) <= EQUAL)
_AT_MOST_HALF = _holds_if(lambda compared: compared[0].f1 <= 0.5 + EQUAL)
_SAME_RECALL = _holds_if(lambda compared: abs(_gained_recall(compared)) <= EQUAL)
_RECALL_NOT_HIGHER = _holds_if(lambda compared: _gained_recall(compared) <= EQUAL)


@dataclass(frozen=True)
class Axiom:
    """A demand on every case of its generator."""

    name: str
    demand: str
    source: str
    generate: Callable[[Random, int], Case | None]
    judge: Judge
    labels: tuple[str, ...] = ("response",)
    of_sides: bool = False  # it looks at recall or precision, which a mean of F1 does not have
    fit: Callable[[Case], Case | None] | None = None  # makes its case of any pair; all small pairs are tried first
    overlapping: bool = False  # a mention may be in two entities: only the definitions for such sets are tried


_WORSE = ("worse", "better")
RH, AMIGO, MS = "Recasens & Hovy 2011, §3.2", "Amigó et al. 2009", "Moosavi & Strube 2016"
AXIOMS = {
    axiom.name: axiom
    for axiom in (
        Axiom("range", "recall, precision and F1 lie between 0 and 1", f"{RH}, 1", cases.anything, _WITHIN,
              fit=lambda case: case),
        Axiom("perfect", "a perfect response scores 1", f"{RH}, 1", cases.perfect, _ONE,
              fit=cases.only_perfect),
        Axiom("only perfect", "no other response scores 1", f"{RH}, 1", cases.anything, _BELOW_ONE,
              fit=cases.only_imperfect),
        Axiom("monotonic", "no right link lost, no wrong one gained, not the same: higher", f"{RH}, 2", cases.dominated,
              _higher, _WORSE),
        Axiom("precision first", "so many wrong links harm more than so many missing ones", f"{RH}, 3",
              cases.same_links, _higher, ("merged", "split")),
        Axiom("singletons", "finding a right singleton raises the score", f"{RH}, 3", cases.singleton_found, _higher,
              _WORSE),
        Axiom("large right", "finding the larger of two entities scores higher", f"{RH}, number of mentions",
              cases.large_right, _higher, ("small found", "large found")),
        Axiom("large wrong", "a wrong mention in the larger of two entities scores lower", f"{RH}, number of mentions",
              cases.large_wrong, _higher, ("in the large", "in the small")),
        Axiom("do nothing", "all singletons score at most ½ where the key has links", f"{RH}, boundary cases and §5.1",
              cases.all_singletons, _AT_MOST_HALF, ("all singletons",)),
        Axiom("link all", "one entity scores at most ½ where the key has several", f"{RH}, boundary cases and §5.1",
              cases.all_one, _AT_MOST_HALF, ("one entity",)),
        Axiom("homogeneity", "splitting a mixed entity into its parts raises the score", f"{AMIGO}, 1",
              cases.homogeneity, _higher, _WORSE),
        Axiom("completeness", "merging parts of one key entity raises the score", f"{AMIGO}, 2", cases.completeness,
              _higher, _WORSE),
        Axiom("rag bag", "noise harms a clean entity more than a miscellany", f"{AMIGO}, 3", cases.rag_bag, _higher,
              ("in the clean", "in the miscellany")),
        Axiom("size or quantity", "many small errors harm more than a small one in a large entity", f"{AMIGO}, 4",
              cases.size_against_quantity, _higher, ("many small errors", "one small error")),
        Axiom("no reward", "no right link, no score", f"{MS}, §1 and §7.5", cases.no_links, _ZERO,
              fit=cases.only_without_links),
        Axiom("recall kept", "a wrong entity of missed mentions leaves recall as it is", f"{MS}, §2",
              cases.wrong_addition, _SAME_RECALL, ("before", "with it"), of_sides=True),
        Axiom("precision falls", "a wrong entity of missed mentions lowers precision", f"{MS}, §2",
              cases.wrong_addition, _lower_precision, ("before", "with it"), of_sides=True),
        Axiom("symmetric", "key and response swapped: recall and precision swapped", f"{MS}, §3",
              cases.anything, _holds_if(_mirrored), ("response", "swapped"), fit=cases.both_ways),
        Axiom("repeated", "a copy of a mention in a wrong entity does not raise recall", f"{MS}, §3.2",
              cases.repeated, _RECALL_NOT_HIGHER, ("once", "twice"), of_sides=True, overlapping=True),
    )
}  # fmt: skip


@dataclass(frozen=True)
class Verdict:
    """What the search found of one metric and one axiom, with the smallest case that speaks against it."""

    metric: str
    axiom: str
    outcome: str
    tried: int
    against: int = 0
    case: Case | None = None
    scores: tuple[Score, ...] = ()

    def example(self) -> str:
        """The counterexample in words, with what was compared."""
        if self.case is None:
            return ""
        axiom = AXIOMS[self.axiom]
        parts = [f"key {shown(self.case[0][0])}"]
        for label, (_, response), score in zip(axiom.labels, self.case, self.scores, strict=True):
            numbers = "F1 undefined, reported as 0" if "f1" in score.undefined else f"F1 {100 * score.f1:.2f}"
            sides = axiom.of_sides or axiom.name == "symmetric"
            if sides and score.recall is not None and score.precision is not None:
                numbers = f"R {100 * score.recall:.2f}, P {100 * score.precision:.2f}, {numbers}"
            parts.append(f"{label} {shown(response)}: {numbers}")
        return "; ".join(parts)


@dataclass(frozen=True)
class Axioms:
    """The table metric × axiom, the fixed examples of the papers, and granularity."""

    metrics: tuple[str, ...]
    verdicts: dict[tuple[str, str], Verdict]  # by metric and axiom
    examples: dict[tuple[str, str], tuple[float, ...]]  # (metric, example) → F1 of its responses
    granularity: dict[str, Granularity]
    refused: dict[str, str] = field(default_factory=dict)  # metrics that plain partitions cannot try, and why

    def as_object(self) -> dict[str, Any]:
        return {
            "verdicts": [
                {
                    **{name: getattr(verdict, name) for name in ("metric", "axiom", "outcome", "tried", "against")},
                    "counterexample": verdict.example() or None,
                    "pairs": verdict.case,
                }
                for verdict in self.verdicts.values()
            ],
            "examples": [
                {"metric": metric, "example": name, "f1": list(values), "order": EXAMPLES[name].order(values)}
                for (metric, name), values in self.examples.items()
            ],
            "granularity": {name: asdict(one) for name, one in self.granularity.items()},
            "refused": self.refused,
        }


def axioms(metrics: AnyMetrics = (), trials: int = 300, seed: int = 1) -> Axioms:
    """Try every axiom on so many random cases, the same for every metric; without names, all that score clusters."""
    if trials < 1:
        raise SettingsError("wrong-value", f"--trials {trials}: there must be at least one")
    of_clusters = [CALLED.get(name, name) for name, family in METRICS.items() if not family.beside]
    refused, accepted = {}, []
    for name in (each.name for each in parse_metrics(metrics or of_clusters)):
        try:
            scores([(sized(2, 1), sized(1, 2))], [name])
            accepted.append(name)
        except CorefscopeError as error:
            refused[name] = str(error)
    verdicts: dict[tuple[str, str], Verdict] = {}
    for axiom in AXIOMS.values():
        chosen = _cases_of(axiom, trials, seed)
        compared = _overlapping(chosen, accepted) if axiom.overlapping else _scored(chosen, accepted)
        verdicts |= {(name, axiom.name): _verdict(axiom, name, chosen, compared.get(name)) for name in accepted}
    examples = {
        (metric, name): tuple(row[metric].f1 for row in rows)
        for name, rows in ((name, example.scores(accepted)) for name, example in EXAMPLES.items())
        for metric in accepted
    }
    return Axioms(tuple(accepted), verdicts, examples, granularity(accepted, trials, seed), refused)


def _cases_of(axiom: Axiom, trials: int, seed: int) -> list[Case]:
    """Return different cases of growing size, after all small ones, from a limited number of attempts."""
    random = Random(f"{seed} {axiom.name}")
    small = map(axiom.fit, cases.every_small()) if axiom.fit else ()
    different: dict[Case, None] = dict.fromkeys(case for case in small if case is not None)
    enough = len(different) + trials
    for attempt in range(20 * trials):
        case = axiom.generate(random, SMALLEST + attempt % (LARGEST - SMALLEST + 1))
        if axiom.fit and case is not None:
            case = axiom.fit(case)
        if case is not None:
            different[case] = None
        if len(different) == enough:
            break
    return list(different)


Compared = dict[str, list[tuple[Score, ...]]]  # by metric, the scores of each case


def _scored(chosen: Sequence[Case], metrics: Sequence[str]) -> Compared:
    rows = iter(scores([pair for case in chosen for pair in case], metrics))
    by_case = [[next(rows) for _ in case] for case in chosen]
    return {metric: [tuple(row[metric] for row in case) for case in by_case] for metric in metrics}


def _overlapping(chosen: Sequence[Case], metrics: Sequence[str]) -> Compared:
    """Score by the definitions for sets that may share mentions, before any scorer removes the copies."""
    from corefscope.metrics.repeated import OFFICIAL

    return {
        metric: [tuple(METRICS[metric].finish(OFFICIAL[metric](*pair)) for pair in case) for case in chosen]
        for metric in metrics
        if metric in OFFICIAL
    }


def _verdict(axiom: Axiom, metric: str, chosen: Sequence[Case], compared: list[tuple[Score, ...]] | None) -> Verdict:
    if compared is None or (axiom.of_sides and parsed(metric).is_mean):
        return Verdict(metric, axiom.name, NOT_DEFINED, 0)
    judged = [(axiom.judge(row), case, row) for case, row in zip(chosen, compared, strict=True)]
    for outcome in (FAILS, TIES):
        against = [(case, row) for said, case, row in judged if said == outcome]
        if against:
            case, row = min(against, key=lambda pair: cases.size_of(pair[0]))
            return Verdict(metric, axiom.name, outcome, len(chosen), len(against), case, row)
    return Verdict(metric, axiom.name, HOLDS, len(chosen))
