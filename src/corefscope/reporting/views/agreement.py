"""The agreement of annotators as text, JSON and CSV."""

from __future__ import annotations

import dataclasses
from typing import Any

from corefscope._version import __version__
from corefscope.annotators.agreement import AnnotatorAgreement, Estimate
from corefscope.metrics.base import RECALL_AND_PRECISION
from corefscope.reporting.render.spreadsheet import Spreadsheet
from corefscope.reporting.sheet import UNDEFINED, Sheet, counted, percent
from corefscope.scoring.saved import scores_object, warnings

SCHEMA = 1
COLUMNS = ("measure", "name", "key", "response", "documents", "recall", "precision", "f1", "value", "low", "high")


def headline(found: AnnotatorAgreement) -> str:
    """Who was compared, and what α leaves out."""
    annotators = counted(len(found.annotators), "annotator")
    documents = f"{counted(found.documents, 'document')}"
    return f"{annotators}, {documents}, {counted(found.mentions, 'mention')} that at least two have"


def sheets(found: AnnotatorAgreement) -> list[Sheet]:
    """The annotators; F1 of every metric, a row for each direction, then their mean; then α under each distance."""
    rows = tuple(
        (each.name, *(f"{number:,}" for number in (each.documents, each.entities, each.mentions, each.left_out)))
        for each in found.annotators
    )
    columns = ("Annotator", "Documents", "Entities", "Mentions", "Only here")
    return [Sheet("", columns, rows), _means(found), _alphas(found)]


def _means(found: AnnotatorAgreement) -> Sheet:
    rows = [
        (f"{each.response} against {each.key}", *(percent(each.scores[metric.name], "f1") for metric in found.metrics))
        for each in found.directions
    ]
    means = [found.means[metric.name] for metric in found.metrics]
    rows.append(("mean", *(_percent(mean.value) for mean in means)))
    level = f"{100 * (1 - found.plan.alpha):g} %"
    for title, bound in ((f"  {level} from", "low"), ("  to", "high")):
        shown = [_percent(getattr(mean.interval, bound)) if mean.interval else UNDEFINED for mean in means]
        rows.append((title, *shown))
    return Sheet("F1", ("", *(metric.title for metric in found.metrics)), tuple(rows))


def _alphas(found: AnnotatorAgreement) -> Sheet:
    rows = []
    for name, alpha in found.alphas.items():
        bounds = alpha.estimate.interval
        low, high = (f"{bounds.low:.3f}", f"{bounds.high:.3f}") if bounds else (UNDEFINED, UNDEFINED)
        value = UNDEFINED if alpha.estimate.value is None else f"{alpha.estimate.value:.3f}"
        rows.append((name, value, low, high, f"{alpha.observed:.3f}", f"{alpha.expected:.3f}"))
    columns = ("Distance", "α", f"{100 * (1 - found.plan.alpha):g} % from", "to", "Observed", "Expected")
    return Sheet("Krippendorff's α", columns, tuple(rows))


def _percent(fraction: float | None) -> str:
    return UNDEFINED if fraction is None else f"{100 * fraction:.2f}"


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


def as_csv(found: AnnotatorAgreement, raw: bool = False) -> str:
    """A row for each direction and metric, for each mean, and for each α."""
    sheet = Spreadsheet([*COLUMNS, *RECALL_AND_PRECISION, "signature"], raw)
    for each in found.directions:
        for metric in found.metrics:
            score = each.scores[metric.name]
            sides: list[object] = ["", ""] if metric.is_mean else [score.recall, score.precision]
            counts = [score.counts.get(name, "") for name in RECALL_AND_PRECISION]
            start = ["direction", metric.name, each.key, each.response, each.documents]
            sheet.add([*start, *sides, score.f1, score.f1, "", "", *counts, found.signature])
    rows = [("mean", name, mean) for name, mean in found.means.items()]
    rows += [("alpha", name, each.estimate) for name, each in found.alphas.items()]
    for measure, name, estimate in rows:
        value = "" if estimate.value is None else estimate.value
        f1 = value if measure == "mean" else ""
        bounds = estimate.interval or ("", "")
        sheet.add([measure, name, "", "", found.documents, "", "", f1, value, *bounds, *[""] * 4, found.signature])
    return sheet.text()
