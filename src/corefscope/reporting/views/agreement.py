"""The agreement of annotators."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from typing import Any

from corefscope._version import __version__
from corefscope.annotators import AnnotatorAgreement
from corefscope.metrics.base import RECALL_AND_PRECISION
from corefscope.reporting.report import Report, Sheet, Value, View, counted, number, sheet
from corefscope.reporting.views.scores import f1_of
from corefscope.scoring.saved import scores_object, warnings
from corefscope.statistics.intervals import Estimate

SCHEMA = 1
COLUMNS = (
    "measure", "name", "key", "response", "documents", "recall", "precision", "f1", "value", "low", "high",
    *RECALL_AND_PRECISION, "signature",
)  # fmt: skip


def view(agreement: AnnotatorAgreement) -> View:
    return View(
        lambda: report(agreement),
        data=lambda: _data(agreement),
        records=lambda: (COLUMNS, ([*row, agreement.signature] for row in _rows(agreement))),
    )


def report(agreement: AnnotatorAgreement) -> Report:
    """The annotators; F1 of every metric, a row for each direction, then their mean; then α under each distance."""
    annotators = counted(len(agreement.annotators), "annotator")
    mentions = f"{counted(agreement.mentions, 'mention')} that at least two have"
    heading = f"{annotators}, {counted(agreement.documents, 'document')}, {mentions}"
    rows = [(each.name, each.documents, each.entities, each.mentions, each.left_out) for each in agreement.annotators]
    first = sheet("", ("Annotator", "Documents", "Entities", "Mentions", "Only here"), rows)
    tables = (first, *_tables(agreement))
    return Report(heading, tables, (), agreement.signature, agreement.warnings, "Agreement")


def _tables(agreement: AnnotatorAgreement) -> Iterator[Sheet]:
    level = f"{100 * (1 - agreement.plan.alpha):g} %"
    rows: list[Sequence[Value]] = [
        (f"{each.response} against {each.key}", *f1_of(each.scores, agreement.metrics)) for each in agreement.directions
    ]
    means = [agreement.means[metric.name] for metric in agreement.metrics]
    rows.append(("mean", *(mean.value for mean in means)))
    for place, title in enumerate((f"  {level} from", "  to")):
        rows.append((title, *(mean.interval[place] if mean.interval else None for mean in means)))
    yield sheet("F1", ("", *(metric.title for metric in agreement.metrics)), rows)
    alphas = []
    for name, alpha in agreement.alphas.items():
        values = (alpha.estimate.value, *(alpha.estimate.interval or (None, None)), alpha.observed, alpha.expected)
        alphas.append((name, *(number(value, 3) for value in values)))
    yield sheet("Krippendorff's α", ("Distance", "α", f"{level} from", "to", "Observed", "Expected"), alphas)


def _data(agreement: AnnotatorAgreement) -> dict[str, Any]:
    """Everything, as plain dicts and lists; numbers are fractions of 1."""
    return {
        "schema": SCHEMA,
        "signature": agreement.signature,
        "version": __version__,
        "settings": dataclasses.asdict(agreement.settings),
        "annotators": [dataclasses.asdict(each) for each in agreement.annotators],
        "documents": agreement.documents,
        "mentions": agreement.mentions,
        "directions": [
            {
                **{name: getattr(each, name) for name in ("key", "response", "documents")},
                "scores": scores_object(each.scores, agreement.metrics),
            }
            for each in agreement.directions
        ],
        "means": {name: {"f1": mean.value, "interval": _bounds(mean)} for name, mean in agreement.means.items()},
        "alpha": {
            name: {
                "value": each.estimate.value,
                "interval": _bounds(each.estimate),
                "observed": each.observed,
                "expected": each.expected,
            }
            for name, each in agreement.alphas.items()
        },
        "warnings": warnings(agreement.warnings),
    }


def _bounds(estimate: Estimate) -> list[float] | None:
    return list(estimate.interval) if estimate.interval else None


def _rows(agreement: AnnotatorAgreement) -> Iterator[list[object]]:
    """A row for each direction and metric, for each mean, and for each α."""
    for each in agreement.directions:
        for metric in agreement.metrics:
            score = each.scores[metric.name]
            counts = [score.counts.get(name) for name in RECALL_AND_PRECISION]
            start = ["direction", metric.name, each.key, each.response, each.documents]
            yield [*start, score.recall, score.precision, score.f1, score.f1, None, None, *counts]
    rows = [("mean", name, mean, mean.value) for name, mean in agreement.means.items()]
    rows += [("alpha", name, each.estimate, None) for name, each in agreement.alphas.items()]
    for measure, name, estimate, f1 in rows:
        values = [None, None, f1, estimate.value, *(estimate.interval or (None, None)), *[None] * 4]
        yield [measure, name, None, None, agreement.documents, *values]
