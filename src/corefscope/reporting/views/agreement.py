"""The agreement of annotators."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from typing import Any

from corefscope._version import __version__
from corefscope.annotators.agreement import AnnotatorAgreement
from corefscope.metrics.base import RECALL_AND_PRECISION
from corefscope.reporting.report import Report, Sheet, View, count, counted, number, percent, sheet
from corefscope.reporting.views.scores import cell
from corefscope.scoring.saved import scores_object, warnings
from corefscope.statistics.intervals import Estimate

SCHEMA = 1
COLUMNS = ("measure", "name", "key", "response", "documents", "recall", "precision", "f1", "value", "low", "high")


def view(found: AnnotatorAgreement) -> View:
    return View(
        lambda: report(found),
        data=lambda: as_object(found),
        records=lambda: ((*COLUMNS, *RECALL_AND_PRECISION, "signature"), _rows(found)),
    )


def report(found: AnnotatorAgreement) -> Report:
    """The annotators; F1 of every metric, a row for each direction, then their mean; then α under each distance."""
    annotators = counted(len(found.annotators), "annotator")
    documents = f"{counted(found.documents, 'document')}"
    heading = f"{annotators}, {documents}, {counted(found.mentions, 'mention')} that at least two have"
    rows = [
        (each.name, *map(count, (each.documents, each.entities, each.mentions, each.left_out)))
        for each in found.annotators
    ]
    first = sheet("", ("Annotator", "Documents", "Entities", "Mentions", "Only here"), rows)
    warnings = tuple(map(str, found.warnings))
    return Report(heading, (first, _means(found), _alphas(found)), (), found.signature, warnings, "Agreement")


def _means(found: AnnotatorAgreement) -> Sheet:
    rows = [
        (f"{each.response} against {each.key}", *(cell(each.scores[metric.name]) for metric in found.metrics))
        for each in found.directions
    ]
    means = [found.means[metric.name] for metric in found.metrics]
    rows.append(("mean", *(percent(mean.value) for mean in means)))
    level = f"{100 * (1 - found.plan.alpha):g} %"
    for title, bound in ((f"  {level} from", "low"), ("  to", "high")):
        rows.append((title, *(percent(getattr(mean.interval, bound) if mean.interval else None) for mean in means)))
    return sheet("F1", ("", *(metric.title for metric in found.metrics)), rows)


def _alphas(found: AnnotatorAgreement) -> Sheet:
    rows = []
    for name, alpha in found.alphas.items():
        values = (alpha.estimate.value, *(alpha.estimate.interval or (None, None)), alpha.observed, alpha.expected)
        rows.append((name, *(number(value, 3) for value in values)))
    columns = ("Distance", "α", f"{100 * (1 - found.plan.alpha):g} % from", "to", "Observed", "Expected")
    return sheet("Krippendorff's α", columns, rows)


def as_object(found: AnnotatorAgreement) -> dict[str, Any]:
    """Everything, as plain dicts and lists; numbers are fractions of 1."""
    return {
        "schema": SCHEMA,
        "signature": found.signature,
        "version": __version__,
        "settings": dataclasses.asdict(found.settings),
        "annotators": [dataclasses.asdict(each) for each in found.annotators],
        "documents": found.documents,
        "mentions": found.mentions,
        "directions": [
            {
                "key": each.key,
                "response": each.response,
                "documents": each.documents,
                "scores": scores_object(each.scores, found.metrics),
            }
            for each in found.directions
        ],
        "means": {name: {"f1": mean.value, "interval": _bounds(mean)} for name, mean in found.means.items()},
        "alpha": {
            name: {
                "value": each.estimate.value,
                "interval": _bounds(each.estimate),
                "observed": each.observed,
                "expected": each.expected,
            }
            for name, each in found.alphas.items()
        },
        "warnings": warnings(found.warnings),
    }


def _bounds(estimate: Estimate) -> list[float] | None:
    return list(estimate.interval) if estimate.interval else None


def _rows(found: AnnotatorAgreement) -> Iterator[Sequence[object]]:
    """A row for each direction and metric, for each mean, and for each α."""
    for each in found.directions:
        for metric in found.metrics:
            score = each.scores[metric.name]
            counts = [score.counts.get(name) for name in RECALL_AND_PRECISION]
            start = ["direction", metric.name, each.key, each.response, each.documents]
            yield [*start, score.recall, score.precision, score.f1, score.f1, None, None, *counts, found.signature]
    rows = [("mean", name, mean) for name, mean in found.means.items()]
    rows += [("alpha", name, each.estimate) for name, each in found.alphas.items()]
    for measure, name, estimate in rows:
        f1 = estimate.value if measure == "mean" else None
        values = [None, None, f1, estimate.value, *(estimate.interval or (None, None)), *[None] * 4]
        yield [measure, name, None, None, found.documents, *values, found.signature]
