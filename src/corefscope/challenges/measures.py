"""From answers to numbers: additive counts of questions, the measures of their sums, and their intervals.

A measure has a row and a column in the set's table, e.g. `feminine` and `f1`. Two systems are compared by a
paired bootstrap over groups of questions, and by McNemar's exact test.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, product
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefscope.challenges.answers import Answer
from corefscope.challenges.questions import Question, QuestionSet
from corefscope.challenges.rule import Rule
from corefscope.metrics import Metric
from corefscope.model import Corpus, Floats
from corefscope.problems import Notice
from corefscope.scoring.score import score
from corefscope.settings import Settings
from corefscope.statistics.draws import resamples
from corefscope.statistics.intervals import MOST_RESAMPLES, Estimate, interval
from corefscope.statistics.plan import CORRECTIONS, USUAL_TRIALS, Plan
from corefscope.statistics.samples import Samples, fixed_point
from corefscope.statistics.tests import TIE

Sums = Callable[[str, str], Floats]  # of the questions in a row of the table, and a count
OVERALL = "overall"
MEASURE_LINKS = ("true_positives", "false_positives", "false_negatives", "true_negatives")


class Cell(NamedTuple):
    """A cell in the table of a challenge set, and the kind of its value."""

    row: str
    column: str
    kind: str = "percent"  # or "difference", "ratio"


class QuestionCounts(NamedTuple):
    """The counts of each question for each system, and how the table of a challenge set is made of their sums.

    `values` is systems × columns × questions; `rows` gives for each row of the table the questions that count in it.
    """

    columns: tuple[str, ...]
    values: Floats
    rows: Mapping[str, NDArray[np.bool_]]
    measures: Callable[[Sums], dict[Cell, Floats]]
    compared: Sequence[tuple[str, str]]  # the rows and columns by which systems are compared

    def sums(self, system: int) -> dict[str, dict[str, float]]:
        """Return the sums of each row of the table, without the counts of metrics."""
        columns = [(place, name) for place, name in enumerate(self.columns) if "." not in name]
        return {
            row: {name: float(self.values[system, place, mask].sum()) for place, name in columns}
            for row, mask in self.rows.items()
        }


def ratio(above: Floats, below: Floats) -> Floats:
    """Divide; the result is NaN where the denominator is 0."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(below != 0, above / np.where(below != 0, below, 1), np.nan)


def is_right(question: Question, answer: Answer | None) -> bool:
    """Return whether the answer links every pronoun to the right phrase and to no other."""
    right = tuple(phrase.right for phrase in question.phrases)
    return answer is not None and all(verdict == right for verdict in answer)


def count(
    quiz: QuestionSet,
    answered: Sequence[tuple[list[Answer | None], Corpus]],
    rule: Rule,
    metrics: tuple[Metric, ...],
    settings: Settings,
    names: Sequence[str],
) -> tuple[QuestionCounts, Floats, dict[str, tuple[Notice, ...]]]:
    """Return the counts of a set, the right answers of each system, and its warnings from scoring clusters."""
    systems = [answers for answers, _ in answered]
    if rule.missing == "no":  # a missing answer means no for every phrase
        no = [((False,) * len(each.phrases),) * len(each.pronouns) for each in quiz.questions]
        systems = [[no[place] if each is None else each for place, each in enumerate(answers)] for answers in systems]
    right = np.array([list(map(is_right, quiz.questions, answers)) for answers in systems], float)
    if quiz.name == "winobias":
        clusters = (corpus for _, corpus in answered)
        result = score(quiz.corpus(), *clusters, metrics=metrics, names=names, settings=settings)
        warnings = {system.name: system.warnings for system in result.systems}
        return _winobias_counts(quiz, right, Samples.of_result(result)), right, warnings
    counts = _gap_counts(quiz, systems) if quiz.name == "gap" else _wino_counts(quiz, systems, right)
    return counts, right, {}


def _gap_counts(quiz: QuestionSet, systems: Sequence[Sequence[Answer | None]]) -> QuestionCounts:
    """Count links by gender like gap_scorer.py; the bias is feminine F1 over masculine F1."""
    rows = _rows(quiz, {"gender": ("masculine", "feminine")})

    def measures(sums: Sums) -> dict[Cell, Floats]:
        values: dict[Cell, Floats] = {}
        for row in rows:
            right, spurious, missed = (sums(row, name) for name in MEASURE_LINKS[:3])
            values[Cell(row, "recall")] = ratio(right, right + missed)
            values[Cell(row, "precision")] = ratio(right, right + spurious)
            values[Cell(row, "f1")] = ratio(2 * right, 2 * right + spurious + missed)
        bias = ratio(values[Cell("feminine", "f1")], values[Cell("masculine", "f1")])
        return {**values, Cell("bias", "f1", "ratio"): bias}

    counts = np.array([list(map(_links, quiz.questions, answers)) for answers in systems]).transpose(0, 2, 1)
    return QuestionCounts(MEASURE_LINKS, counts, rows, measures, [(OVERALL, "f1"), ("bias", "f1")])


def _links(question: Question, answer: Answer | None) -> list[float]:
    if answer is None:  # gap_scorer.py: a false negative, even where FALSE is right
        return [0.0, 0.0, float(len(question.phrases)), 0.0]
    counts = [0.0] * 4
    for phrase, yes in zip(question.phrases, answer[0], strict=True):
        counts[(0 if phrase.right else 1) if yes else (2 if phrase.right else 3)] += 1
    return counts


def _wino_counts(quiz: QuestionSet, systems: Sequence[Sequence[Answer | None]], right: Floats) -> QuestionCounts:
    """Count right answers by pronoun set and case, and templates and pairs that are entirely right."""
    questions = quiz.questions
    tables = []
    for answers, mine in zip(systems, right, strict=True):
        whole = []
        for by in ("template", "pair"):
            wrong = {question.labels[by] for question, good in zip(questions, mine, strict=True) if not good}
            whole.append([question.labels[by] not in wrong for question in questions])
        tables.append([np.ones(len(mine)), mine, *whole, *_minimal_pairs(questions, answers)])
    labels = {name: tuple(dict.fromkeys(each.labels[name] for each in questions)) for name in ("pronouns", "case")}
    rows = _rows(quiz, {**labels, "answer": ("occupation", "participant")})
    shares = {"accuracy": "right", "pronoun_consistency": "template_right", "disambiguation": "pair_right"}

    def measures(sums: Sums) -> dict[Cell, Floats]:
        values = {
            Cell(row, column): ratio(sums(row, count), sums(row, "questions"))
            for row in rows
            for column, count in shares.items()
        }
        if {"he", "she"} <= set(labels["pronouns"]):
            values[Cell(OVERALL, "he_she_differ")] = ratio(sums(OVERALL, "differ"), sums(OVERALL, "he_she_pairs"))
        return values

    names = ("questions", *shares.values(), "he_she_pairs", "differ")
    return QuestionCounts(names, np.array(tables, float), rows, measures, [(OVERALL, "accuracy")])


def _minimal_pairs(questions: Sequence[Question], answers: Sequence[Answer | None]) -> list[list[bool]]:
    """Mark sentences with `he` that have a counterpart with `she`, and those that are resolved differently."""
    by_pronoun: dict[str, dict[str, Answer | None]] = {"he": {}, "she": {}}
    for question, answer in zip(questions, answers, strict=True):
        by_pronoun.get(question.labels["pronouns"], {})[question.labels["template"]] = answer
    he, she = by_pronoun.values()
    pairs = he.keys() & she.keys()
    differ = {each for each in pairs if he[each] is None or he[each] != she[each]}
    of_he = [question.labels["template"] if question.labels["pronouns"] == "he" else "" for question in questions]
    return [[each in pairs for each in of_he], [each in differ for each in of_he]]


def _winobias_counts(quiz: QuestionSet, right: Floats, samples: Samples) -> QuestionCounts:
    """Count for F1 on clusters and accuracy: pro, anti, their difference (pro − anti) and their mean, by type."""
    tables = [[np.ones(len(mine)), mine, *counts] for mine, counts in zip(right, samples.counts, strict=True)]
    names = [f"{tally}.{name}" for tally, name in samples.columns]
    columns = [*(f"{metric.name}_f1" for metric in samples.metrics), "accuracy"]
    kinds = sorted({question.labels["type"] for question in quiz.questions})
    labels = {f"type{kind}_{each}": {"type": kind, "condition": each} for kind in kinds for each in ("pro", "anti")}
    rows = {name: np.array([each.labels == of_row for each in quiz.questions]) for name, of_row in labels.items()}

    def of_row(sums: Sums, row: str) -> list[Floats]:
        questions = sums(row, "questions")
        scores = samples.scores([np.stack([sums(row, name) for name in names], axis=-2)])
        return [*(np.where(questions > 0, each, np.nan) for each in scores), ratio(sums(row, "right"), questions)]

    def measures(sums: Sums) -> dict[Cell, Floats]:
        values: dict[Cell, Floats] = {}
        for kind in kinds:
            pro, anti = (of_row(sums, f"type{kind}_{each}") for each in ("pro", "anti"))
            for condition, each in (("pro", pro), ("anti", anti)):
                values |= {Cell(f"type{kind}_{condition}", column): v for column, v in zip(columns, each, strict=True)}
            for column, one, two in zip(columns, pro, anti, strict=True):
                values[Cell(f"type{kind}_difference", column, "difference")] = one - two
                values[Cell(f"type{kind}_mean", column)] = 0.5 * one + 0.5 * two
        return values

    compared = [(f"type{k}_{what}", column) for k in kinds for column in columns for what in ("difference", "mean")]
    return QuestionCounts(("questions", "right", *names), np.array(tables), rows, measures, compared)


def _rows(quiz: QuestionSet, labels: Mapping[str, Sequence[str]]) -> dict[str, NDArray[np.bool_]]:
    """Return a mask of all questions, and one for each value of some labels."""
    rows = {OVERALL: np.ones(len(quiz.questions), bool)}
    for label, values in labels.items():
        rows |= {value: np.array([each.labels[label] == value for each in quiz.questions]) for value in values}
    return rows


class MeasureDifference(NamedTuple):
    """One measure of two systems: first minus second, its interval, and p of the paired bootstrap, corrected too."""

    row: str
    column: str
    first: str
    second: str
    estimate: Estimate
    p: float | None
    corrected: float | None


class McNemar(NamedTuple):
    """The numbers of questions that only one of two systems answers rightly, with p and corrected p."""

    first: str
    second: str
    only_first: int
    only_second: int
    p: float
    corrected: float


class ResampledMeasures:
    """All measures, measures × systems × …: as observed, in resampled data, and without one group at a time.

    Groups of questions are resampled within strata.
    """

    def __init__(self, counts: QuestionCounts, questions: Sequence[Question], plan: Plan) -> None:
        self.plan, self.cells = plan, list[Cell]()
        # The groups of a stratum are adjacent.
        of_questions = [(question.stratum, question.group) for question in questions]
        numbers = {name: place for place, name in enumerate(sorted(set(of_questions)))}
        group, self.groups = np.array([numbers[name] for name in of_questions]), len(numbers)
        self.strata = np.unique([stratum for stratum, _ in numbers], return_inverse=True)[1]
        places = {column: place for place, column in enumerate(product(counts.rows, counts.columns))}
        columns = [[mask * count for mask in counts.rows.values() for count in system] for system in counts.values]
        sums = fixed_point(np.array([[np.bincount(group, each, self.groups) for each in one] for one in columns]))
        total = sums.sum(axis=2, keepdims=True)

        def measured(sums: Floats) -> Floats:
            values = counts.measures(lambda row, count: sums[:, places[row, count]])
            self.cells = list(values)
            return np.array(list(values.values()))

        trials = min(plan.trials or USUAL_TRIALS, MOST_RESAMPLES)
        draws = resamples(plan.seed, self.strata, trials, min(1024, 1 + (1 << 19) // self.groups))
        self.observed, self.without = measured(total)[..., 0], measured(total - sums)
        self.series = np.concatenate([measured(sums @ weights) for weights in draws], axis=-1)

    def _of(self, cell: Cell, one: int, other: int | None) -> list[Floats]:
        """Return the values of one system, or of its difference from another."""
        values = (each[self.cells.index(cell)] for each in (self.observed, self.series, self.without))
        return [each[one] if other is None else each[one] - each[other] for each in values]

    def estimate(self, cell: Cell, one: int, other: int | None = None) -> Estimate:
        """Return a value of one system, or of its difference from another, with its interval if defined."""
        observed, series, without = self._of(cell, one, other)
        if np.isnan(observed):
            return Estimate(None)
        value, defined = float(observed), series[~np.isnan(series)]
        if self.groups < 2 or not len(defined):
            return Estimate(value)
        rest = np.where(np.isnan(without), value, without)
        return Estimate(value, interval(defined, value, rest, self.strata, self.plan.interval, self.plan.alpha))

    def p(self, cell: Cell, one: int, other: int) -> float:
        """Return the share of resamples whose difference is as far from the observed one as that is from 0."""
        observed, series, _ = self._of(cell, one, other)
        strays = np.abs(series - observed)[~np.isnan(series)]
        as_large = np.count_nonzero(strays >= abs(observed) - TIE)
        return 1.0 if np.isnan(observed) else float((as_large + 1) / (len(strays) + 1))


def differences(
    counts: QuestionCounts, measured: ResampledMeasures, names: Sequence[str]
) -> Iterator[MeasureDifference]:
    """Compare every two systems by every compared cell; p is corrected over pairs."""
    pairs = list(combinations(range(len(names)), 2))
    for cell in (next(each for each in measured.cells if each[:2] == place) for place in counts.compared):
        p = [measured.p(cell, *pair) for pair in pairs]
        for (one, two), *tested in zip(pairs, p, _corrected(p, measured.plan), strict=True):
            estimate = measured.estimate(cell, one, two)
            p_values = (None, None) if estimate.value is None else tested
            yield MeasureDifference(cell.row, cell.column, names[one], names[two], estimate, *p_values)


def mcnemar(only_first: int, only_second: int) -> float:
    """Return the exact two-sided p: each discordant question is the toss of a coin.

    >>> mcnemar(9, 1)
    0.021484375
    """
    total, least = only_first + only_second, min(only_first, only_second)
    as_few = sum(comb(total, few) for few in range(least + 1))
    return float(min(1.0, 2 * as_few / 2**total))


def mcnemar_tests(right: Floats, names: Sequence[str], plan: Plan) -> Iterator[McNemar]:
    """Test every two systems on the questions that only one answers rightly; `right` is systems × questions."""
    pairs = list(combinations(zip(names, right, strict=True), 2))
    only = [(int((one > two).sum()), int((two > one).sum())) for (_, one), (_, two) in pairs]
    p = [mcnemar(*counts) for counts in only]
    for ((first, _), (second, _)), counts, *tested in zip(pairs, only, p, _corrected(p, plan), strict=True):
        yield McNemar(first, second, *counts, *tested)


def _corrected(p: Sequence[float], plan: Plan) -> list[float]:
    """Return the corrected p of all pairs."""
    return list(CORRECTIONS[plan.correction].load()(np.array(p)).tolist()) if p else []
