"""The agreement of annotators."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from corefscope.annotators import AnnotatorAgreement
from corefscope.metrics.base import RECALL_AND_PRECISION
from corefscope.reporting.report import Report, Value, View, attributes, counted, metric_sheet, number, records, sheet
from corefscope.reporting.views.scores import f1_of, score_rows
from corefscope.scoring.saved import header, scores_object, warnings

COLUMNS = (
    "measure", "name", "key", "response", "documents", "recall", "precision", "f1", "value", "low", "high",
    *RECALL_AND_PRECISION, "signature",
)  # fmt: skip


def view(agreement: AnnotatorAgreement) -> View:
    return View(
        lambda: report(agreement),
        data=lambda: _data(agreement),
        records=lambda: records(COLUMNS, _rows(agreement), signature=agreement.signature),
    )


def report(agreement: AnnotatorAgreement) -> Report:
    """The annotators; F1 of every metric, a row for each direction, then their mean; then α under each distance."""
    annotators = counted(len(agreement.annotators), "annotator")
    mentions = f"{counted(agreement.mentions, 'mention')} that at least two have"
    heading = f"{annotators}, {counted(agreement.documents, 'document')}, {mentions}"
    sizes = [(each.name, each.documents, each.entities, each.mentions, each.left_out) for each in agreement.annotators]
    level = f"{100 * (1 - agreement.plan.alpha):g} %"
    f1: list[Sequence[Value]] = [
        (f"{each.response} against {each.key}", *f1_of(each.scores, agreement.metrics)) for each in agreement.directions
    ]
    means = [agreement.means[metric.name] for metric in agreement.metrics]
    f1.append(("mean", *(mean.value for mean in means)))
    for place, title in enumerate((f"  {level} from", "  to")):
        f1.append((title, *(mean.interval[place] if mean.interval else None for mean in means)))
    alphas = []
    for name, alpha in agreement.alphas.items():
        values = (alpha.estimate.value, *(alpha.estimate.interval or (None, None)), alpha.observed, alpha.expected)
        alphas.append((name, *(number(value, 3) for value in values)))
    tables = (
        sheet("", ("Annotator", "Documents", "Entities", "Mentions", "Only here"), sizes),
        metric_sheet("F1", "", agreement.metrics, f1),
        sheet("Krippendorff's α", ("Distance", "α", f"{level} from", "to", "Observed", "Expected"), alphas),
    )
    return Report(heading, tables, (), agreement.signature, agreement.warnings, "Agreement")


def _data(agreement: AnnotatorAgreement) -> dict[str, Any]:
    return {
        **header(agreement.signature),
        "settings": asdict(agreement.settings),
        "annotators": [asdict(each) for each in agreement.annotators],
        "documents": agreement.documents,
        "mentions": agreement.mentions,
        "directions": [
            {
                **attributes(each, ("key", "response", "documents")),
                "scores": scores_object(each.scores, agreement.metrics),
            }
            for each in agreement.directions
        ],
        "means": {name: {"f1": mean.value, "interval": mean.interval} for name, mean in agreement.means.items()},
        "alpha": {
            name: {
                **attributes(each.estimate, ("value", "interval")),
                "observed": each.observed,
                "expected": each.expected,
            }
            for name, each in agreement.alphas.items()
        },
        "warnings": warnings(agreement.warnings),
    }


def _rows(agreement: AnnotatorAgreement) -> Iterator[dict[str, object]]:
    for each in agreement.directions:
        about = {"measure": "direction", **attributes(each, ("key", "response", "documents"))}
        for name, row in score_rows(each.scores, agreement.metrics):
            if name in each.scores:  # not a part of it
                yield {**about, "name": name, **row, "value": row["f1"]}
    rows = [("mean", name, mean, mean.value) for name, mean in agreement.means.items()]
    rows += [("alpha", name, each.estimate, None) for name, each in agreement.alphas.items()]
    for measure, name, estimate, f1 in rows:
        low, high = estimate.interval or (None, None)
        about = {"measure": measure, "name": name, "documents": agreement.documents}
        yield {**about, "f1": f1, "value": estimate.value, "low": low, "high": high}
