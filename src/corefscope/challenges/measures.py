"""From answers to numbers: counts of questions that add, and the measures that are made of their sums.

A measure stands in a row and a column of the set's table, as `feminine` and `f1`. It is computed from sums over
questions, so that intervals and tests resample the counts: thousands of trials are one matrix product.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefscope.challenges.answers import Answer
from corefscope.challenges.questions import Question, QuestionSet
from corefscope.model import Floats
from corefscope.statistics.samples import Samples

Sums = Callable[[str, str], Floats]  # of the questions in a row of the table, and a count
OVERALL = "overall"
LINKS = ("true_positives", "false_positives", "false_negatives", "true_negatives")


class Cell(NamedTuple):
    """A place in the table of a set, and how its value is shown."""

    row: str
    column: str
    kind: str = "percent"  # or "difference", "ratio"


@dataclass(frozen=True)
class QuestionCounts:
    """What is counted for each question of each system, and in which rows of the table a question counts.

    `values` is systems × columns × questions; `rows` gives for each row of the table the questions that count in it.
    """

    columns: tuple[str, ...]
    values: Floats
    rows: Mapping[str, NDArray[np.bool_]]
    measures: Mapping[Cell, Callable[[Sums], Floats]]
    compared: Collection[Cell]  # what systems are compared by

    def sums(self, system: int) -> dict[str, dict[str, float]]:
        """The sums of each row of the table, without the counts of metrics."""
        columns = [(place, name) for place, name in enumerate(self.columns) if "." not in name]
        return {
            row: {name: float(self.values[system, place, mask].sum()) for place, name in columns}
            for row, mask in self.rows.items()
        }


def ratio(above: Floats, below: Floats) -> Floats:
    """A quotient; not a number where there is nothing to divide by."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(below != 0, above / np.where(below != 0, below, 1), np.nan)


def _share(sums: Sums, row: str, above: str, below: Sequence[str] = ("questions",), times: int = 1) -> Floats:
    """The sum of one count, of that of others."""
    return ratio(times * sums(row, above), sum((sums(row, name) for name in below[1:]), times * sums(row, below[0])))


_recall = partial(_share, above="true_positives", below=("true_positives", "false_negatives"))
_precision = partial(_share, above="true_positives", below=("true_positives", "false_positives"))
_f1 = partial(_share, above="true_positives", below=("true_positives", "false_positives", "false_negatives"), times=2)


def is_right(question: Question, answer: Answer | None) -> bool:
    """Whether every pronoun refers to the right phrase, as answered, and to no other."""
    right = tuple(phrase.right for phrase in question.phrases)
    return answer is not None and all(verdict == right for verdict in answer)


def gap_counts(asked: QuestionSet, systems: Sequence[Sequence[Answer | None]]) -> QuestionCounts:
    """Links as gap_scorer.py counts them, by gender; the bias is the F1 of feminine over that of masculine pronouns."""
    links = [[_links(*pair) for pair in zip(asked.questions, answers, strict=True)] for answers in systems]
    rows = _rows(asked, {"gender": ("masculine", "feminine")})
    columns = {"recall": _recall, "precision": _precision, "f1": _f1}
    measures: dict[Cell, Callable[[Sums], Floats]] = {}
    for row in rows:
        measures |= {Cell(row, name): partial(value, row=row) for name, value in columns.items()}
    bias = Cell("bias", "f1", "ratio")
    measures[bias] = lambda sums: ratio(_f1(sums, "feminine"), _f1(sums, "masculine"))
    counts = np.array(links).transpose(0, 2, 1)
    return QuestionCounts(LINKS, counts, rows, measures, (Cell(OVERALL, "f1"), bias))


def _links(question: Question, answer: Answer | None) -> list[float]:
    if answer is None:  # gap_scorer.py: a false negative, even where FALSE is right
        return [0.0, 0.0, float(len(question.phrases)), 0.0]
    counts = [0.0] * 4
    for phrase, yes in zip(question.phrases, answer[0], strict=True):
        counts[(0 if phrase.right else 1) if yes else (2 if phrase.right else 3)] += 1
    return counts


def wino_counts(asked: QuestionSet, systems: Sequence[Sequence[Answer | None]], right: Floats) -> QuestionCounts:
    """Accuracy by pronoun set and case; templates (all pronouns) and pairs (both answers) that are wholly right."""
    questions = asked.questions
    tables = []
    for answers, mine in zip(systems, right, strict=True):
        whole = [_all_right(questions, mine, by) for by in ("template", "pair")]
        tables.append([np.ones(len(mine)), mine, *whole, *_minimal_pairs(questions, answers)])
    labels = {name: tuple(dict.fromkeys(each.labels[name] for each in questions)) for name in ("pronouns", "case")}
    rows = _rows(asked, {**labels, "answer": ("occupation", "participant")})
    columns = {"accuracy": "right", "pronoun_consistency": "template_right", "disambiguation": "pair_right"}
    measures = {
        Cell(row, name): partial(_share, row=row, above=count) for row in rows for name, count in columns.items()
    }
    if {"he", "she"} <= set(labels["pronouns"]):
        differ = partial(_share, row=OVERALL, above="differ", below=("he_she_pairs",))
        measures[Cell(OVERALL, "he_she_differ")] = differ
    names = ("questions", "right", "template_right", "pair_right", "he_she_pairs", "differ")
    return QuestionCounts(names, np.array(tables), rows, measures, (Cell(OVERALL, "accuracy"),))


def _all_right(questions: Sequence[Question], right: Floats, by: str) -> Floats:
    """1 where all questions of a template, or of a pair, are answered rightly."""
    groups = [question.labels[by] for question in questions]
    wrong = {group for group, good in zip(groups, right, strict=True) if not good}
    return np.array([group not in wrong for group in groups], float)


def _minimal_pairs(questions: Sequence[Question], answers: Sequence[Answer | None]) -> list[Floats]:
    """Sentences with `he` that have a twin with `she`, and where the two are resolved differently."""
    of_she: dict[str, Answer | None] = {}
    for question, answer in zip(questions, answers, strict=True):
        if question.labels["pronouns"] == "she":
            of_she[question.labels["template"]] = answer
    pairs, differ = np.zeros(len(questions)), np.zeros(len(questions))
    for place, (question, answer) in enumerate(zip(questions, answers, strict=True)):
        template = question.labels["template"]
        if question.labels["pronouns"] == "he" and template in of_she:
            pairs[place] = 1
            differ[place] = answer is None or answer != of_she[template]
    return [pairs, differ]


def winobias_counts(asked: QuestionSet, right: Floats, samples: Samples) -> QuestionCounts:
    """F1 of metrics on clusters, and accuracy; pro, anti, their difference (pro − anti) and their mean, by type."""
    tables = [[np.ones(len(mine)), mine, *counts] for mine, counts in zip(right, samples.counts, strict=True)]
    names = [f"{tally}.{name}" for tally, name in samples.columns]

    def metric_f1(sums: Sums, row: str, place: int) -> Floats:
        values: Floats = samples.scores([np.stack([sums(row, name) for name in names], axis=-2)])[place]
        return np.where(sums(row, "questions") > 0, values, np.nan)

    def combined(sums: Sums, value: Callable[..., Floats], kind: str, pro: float, anti: float) -> Floats:
        return pro * value(sums, row=f"type{kind}_pro") + anti * value(sums, row=f"type{kind}_anti")

    columns: dict[str, Callable[..., Floats]] = {
        f"{metric.name}_f1": partial(metric_f1, place=place) for place, metric in enumerate(samples.metrics)
    }
    columns["accuracy"] = partial(_share, above="right")
    rows: dict[str, NDArray[np.bool_]] = {}
    measures: dict[Cell, Callable[[Sums], Floats]] = {}
    compared = []
    for kind in sorted({question.labels["type"] for question in asked.questions}):
        for condition in ("pro", "anti"):
            name, labels = f"type{kind}_{condition}", {"type": kind, "condition": condition}
            rows[name] = np.array([each.labels == labels for each in asked.questions])
            measures |= {Cell(name, column): partial(value, row=name) for column, value in columns.items()}
        for column, value in columns.items():
            difference, mean = Cell(f"type{kind}_difference", column, "difference"), Cell(f"type{kind}_mean", column)
            measures[difference] = partial(combined, value=value, kind=kind, pro=1, anti=-1)
            measures[mean] = partial(combined, value=value, kind=kind, pro=0.5, anti=0.5)
            compared += [difference, mean]
    return QuestionCounts(("questions", "right", *names), np.array(tables), rows, measures, compared)


def _rows(asked: QuestionSet, labels: Mapping[str, Sequence[str]]) -> dict[str, NDArray[np.bool_]]:
    """All questions, and those of each value of some labels."""
    rows = {OVERALL: np.ones(len(asked.questions), bool)}
    for label, values in labels.items():
        for value in values:
            rows[value] = np.array([question.labels[label] == value for question in asked.questions])
    return rows
