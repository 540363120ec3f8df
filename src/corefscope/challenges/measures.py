"""From answers to numbers: counts of questions that add, and the measures that are made of their sums.

A measure stands in a row and a column of the set's table, as `feminine` and `f1`. It is computed from sums over
questions, so that intervals and tests resample the counts: thousands of trials are one matrix product.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefscope.challenges.answers import Answer, Answers
from corefscope.challenges.questions import Question, QuestionSet
from corefscope.metrics.base import Floats
from corefscope.statistics.samples import Samples

Sums = Callable[[str, str], Floats]  # of the questions in a row of the table, and a count
OVERALL = "overall"
LINKS = ("true_positives", "false_positives", "false_negatives", "true_negatives")


class Measure(NamedTuple):
    """A cell of the table: where it stands, how it is computed, and how it is shown."""

    row: str
    column: str
    value: Callable[[Sums], Floats]
    kind: str = "percent"  # or "difference", "ratio"


@dataclass(frozen=True)
class Counts:
    """What is counted for each question of each system, and in which rows of the table a question counts.

    `values` is systems × columns × questions; `rows` gives for each row of the table the questions that count in it.
    """

    columns: tuple[str, ...]
    values: Floats
    rows: Mapping[str, NDArray[np.bool_]]
    measures: tuple[Measure, ...]
    compared: tuple[tuple[str, str], ...]  # the measures, by row and column, that systems are compared by


def ratio(above: Floats, below: Floats) -> Floats:
    """A quotient; not a number where there is nothing to divide by."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(below != 0, above / np.where(below != 0, below, 1), np.nan)


def _recall(sums: Sums, row: str) -> Floats:
    found = sums(row, "true_positives")
    return ratio(found, found + sums(row, "false_negatives"))


def _precision(sums: Sums, row: str) -> Floats:
    found = sums(row, "true_positives")
    return ratio(found, found + sums(row, "false_positives"))


def _f1(sums: Sums, row: str) -> Floats:
    twice = 2 * sums(row, "true_positives")
    return ratio(twice, twice + sums(row, "false_positives") + sums(row, "false_negatives"))


def _share(sums: Sums, row: str, above: str, below: str = "questions") -> Floats:
    return ratio(sums(row, above), sums(row, below))


def is_right(question: Question, given: Answer | None) -> bool:
    """Whether every pronoun refers to the right phrase, as answered, and to no other."""
    right = tuple(phrase.right for phrase in question.phrases)
    return given is not None and all(verdict == right for verdict in given)


def gap_counts(asked: QuestionSet, systems: Sequence[Answers], missing: str) -> Counts:
    """Links as gap_scorer.py counts them, by gender; the bias is the F1 of feminine over that of masculine pronouns."""
    values = np.array(
        [[_links(question, given, missing) for question, given in _pairs(asked, each)] for each in systems]
    )
    rows = _rows(asked, ("gender", ("masculine", "feminine")))
    measures = [
        Measure(row, name, _of(compute, row))
        for row in rows
        for name, compute in (("recall", _recall), ("precision", _precision), ("f1", _f1))
    ]
    bias = Measure("bias", "f1", lambda sums: ratio(_f1(sums, "feminine"), _f1(sums, "masculine")), "ratio")
    compared = ((OVERALL, "f1"), ("bias", "f1"))
    return Counts(LINKS, values.transpose(0, 2, 1), rows, (*measures, bias), compared)


def _links(question: Question, given: Answer | None, missing: str) -> list[float]:
    counts = [0.0] * 4
    if given is None and missing == "wrong":  # gap_scorer.py: a false negative, even where FALSE is right
        counts[2] = len(question.phrases)
        return counts
    for phrase, yes in zip(question.phrases, given[0] if given else [False] * len(question.phrases), strict=True):
        counts[(0 if phrase.right else 1) if yes else (2 if phrase.right else 3)] += 1
    return counts


def wino_counts(asked: QuestionSet, systems: Sequence[Answers], missing: str) -> Counts:
    """Accuracy by pronoun set and case; templates (all pronouns) and pairs (both answers) that are wholly right."""
    questions = asked.questions
    tables = []
    for each in systems:
        given = [told(question, answer, missing) for question, answer in _pairs(asked, each)]
        right = np.array([is_right(*pair) for pair in zip(questions, given, strict=True)], float)
        tables.append([np.ones(len(right)), right, *(_all_right(questions, right, by) for by in ("template", "pair"))])
        tables[-1] += list(_minimal_pairs(questions, given))
    sets = tuple(dict.fromkeys(question.labels["pronouns"] for question in questions))
    cases = tuple(dict.fromkeys(question.labels["case"] for question in questions))
    rows = _rows(asked, ("pronouns", sets), ("case", cases), ("answer", ("occupation", "participant")))
    shares = {"accuracy": "right", "pronoun_consistency": "template_right", "disambiguation": "pair_right"}
    measures = [Measure(row, name, _of(_share, row, column)) for row in rows for name, column in shares.items()]
    if {"he", "she"} <= set(sets):
        measures.append(Measure(OVERALL, "he_she_differ", _of(_share, OVERALL, "differ", "he_she_pairs")))
    columns = ("questions", "right", "template_right", "pair_right", "he_she_pairs", "differ")
    return Counts(columns, np.array(tables), rows, tuple(measures), ((OVERALL, "accuracy"),))


def _all_right(questions: Sequence[Question], right: Floats, by: str) -> Floats:
    """1 where all questions of a template, or of a pair, are answered rightly."""
    groups = [question.labels[by] for question in questions]
    wrong = {group for group, good in zip(groups, right, strict=True) if not good}
    return np.array([group not in wrong for group in groups], float)


def _minimal_pairs(questions: Sequence[Question], given: Sequence[Answer | None]) -> tuple[Floats, Floats]:
    """Sentences with `he` that have a twin with `she`, and where the two are resolved differently."""
    twins = {question.labels["template"]: answer for question, answer in _of_set(questions, given, "she")}
    pairs, differ = np.zeros(len(questions)), np.zeros(len(questions))
    for place, (question, answer) in enumerate(zip(questions, given, strict=True)):
        template = question.labels["template"]
        if question.labels["pronouns"] == "he" and template in twins:
            pairs[place] = 1
            differ[place] = answer is None or twins[template] is None or answer != twins[template]
    return pairs, differ


def _of_set(
    questions: Sequence[Question], given: Sequence[Answer | None], pronouns: str
) -> list[tuple[Question, Answer | None]]:
    return [pair for pair in zip(questions, given, strict=True) if pair[0].labels["pronouns"] == pronouns]


def winobias_counts(asked: QuestionSet, systems: Sequence[Answers], missing: str, samples: Samples) -> Counts:
    """F1 of metrics on clusters, and accuracy; pro, anti, their difference (pro − anti) and their mean, by type."""
    questions, tables = asked.questions, []
    for number, each in enumerate(systems):
        given = [told(question, answer, missing) for question, answer in _pairs(asked, each)]
        right = np.array([is_right(*pair) for pair in zip(questions, given, strict=True)], float)
        tables.append([np.ones(len(right)), right, *samples.counts[number]])
    names = [f"{tally}.{name}" for tally, name in samples.columns]

    def metric_f1(sums: Sums, row: str, place: int) -> Floats:
        values: Floats = samples.scores([np.stack([sums(row, name) for name in names], axis=-2)])[place]
        return np.where(sums(row, "questions") > 0, values, np.nan)

    rows, measures = {}, []
    columns: dict[str, Callable[..., Floats]] = {
        f"{metric.name}_f1": _of(metric_f1, place=place) for place, metric in enumerate(samples.metrics)
    }
    columns["accuracy"] = _of(_share, above="right")
    for kind in sorted({question.labels["type"] for question in questions}):
        pair = []
        for condition in ("pro", "anti"):
            name = f"type{kind}_{condition}"
            of = [each.labels["type"] == kind and each.labels["condition"] == condition for each in questions]
            rows[name] = np.array(of)
            pair.append(name)
            measures += [Measure(name, column, _of(value, row=name)) for column, value in columns.items()]
        for column, value in columns.items():
            pro, anti = (_of(value, row=name) for name in pair)
            measures.append(Measure(f"type{kind}_difference", column, _joined(pro, anti, 1, -1), "difference"))
            measures.append(Measure(f"type{kind}_mean", column, _joined(pro, anti, 0.5, 0.5)))
    compared = tuple(
        (f"{row}_{what}", column)
        for row in dict.fromkeys(name.partition("_")[0] for name in rows)
        for what in ("mean", "difference")
        for column in columns
    )
    return Counts(("questions", "right", *names), np.array(tables), rows, tuple(measures), compared)


def _joined(
    one: Callable[[Sums], Floats], two: Callable[[Sums], Floats], a: float, b: float
) -> Callable[[Sums], Floats]:
    return lambda sums: a * one(sums) + b * two(sums)


def _of(compute: Callable[..., Floats], *given: object, **named: object) -> Callable[..., Floats]:
    """A measure with its row: `partial` from the right, since the sums come first."""
    return lambda sums, *more, **others: compute(sums, *given, *more, **named, **others)


def _pairs(asked: QuestionSet, each: Answers) -> list[tuple[Question, Answer | None]]:
    return list(zip(asked.questions, each.given, strict=True))


def told(question: Question, given: Answer | None, missing: str) -> Answer | None:
    """An answer; a missing one is no to everything, or none at all."""
    if given is None and missing == "no":
        return ((False,) * len(question.phrases),) * len(question.pronouns)
    return given


def _rows(asked: QuestionSet, *labels: tuple[str, Sequence[str]]) -> dict[str, NDArray[np.bool_]]:
    """All questions, and those of each value of some labels."""
    rows = {OVERALL: np.ones(len(asked.questions), bool)}
    for label, values in labels:
        for value in values:
            rows[value] = np.array([question.labels[label] == value for question in asked.questions])
    return rows
