"""Errors, costs of mentions and repaired scores of a system, for the page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from corefscope.analysis.attribution.attribution import Attribution
from corefscope.analysis.attribution.breakdown import breakdown
from corefscope.analysis.features import features
from corefscope.analysis.mistakes.errors import Errors
from corefscope.analysis.mistakes.repair import repairs
from corefscope.arrays import order
from corefscope.metrics import Metric
from corefscope.metrics.base import Score
from corefscope.metrics.evidence import Evidence
from corefscope.page.page_mentions import PageMentions
from corefscope.scoring.groups import BY_LENGTH, DocumentLabels, Grouping, by_length

LEFT_OUT = ("document", "singleton")  # the page shows both elsewhere
COMMAND, LENGTH = "corefscope errors --show breakdowns", "length"
FINEST = 9999  # steps from no cost to the highest
_STEPS = np.arange(FINEST + 1).astype(object)  # each number once: a page has a million of them


def errors(found: Errors, key: PageMentions, response: PageMentions) -> dict[str, list[Any]]:
    """Return the errors as columns: kind, document, and mentions of either side."""
    made = found.operations
    by_document = order(found.documents)
    mentions = []
    for side, rows in zip((key, response), found.mentions, strict=True):
        there = rows >= 0
        listed = side.number[rows[there]].tolist()
        bounds = np.append(0, np.cumsum(there))[made.bounds]
        first, end = (some[by_document].tolist() for some in (bounds[:-1], bounds[1:]))
        mentions.append([listed[begin:until] for begin, until in zip(first, end, strict=True)])
    return {
        "kind": made.kind[by_document].tolist(),
        "document": found.documents[by_document].tolist(),
        "key": mentions[0],
        "response": mentions[1],
    }


def costs(attributed: Mapping[str, Attribution], key: PageMentions, response: PageMentions) -> dict[str, Any]:
    """Return the cost of each key mention in recall and of each response mention in precision, by metric."""
    return {
        name: {
            "key": _in_steps(paid.recall_by_mention[key.rows]),
            "response": _in_steps(paid.precision_by_mention[response.rows]),
        }
        for name, paid in attributed.items()
    }


def breakdowns(found: Errors, attributed: Mapping[str, Attribution]) -> dict[str, Any] | None:
    """Return recall and precision of groups of mentions under B³ or the first metric that can say, by feature."""
    metric = "b3" if "b3" in attributed else next(iter(attributed), None)
    if metric is None:
        return None
    lengths = _lengths(found.info.evidence)
    listed = features(found.info, lengths)
    shown = [feature for feature in listed if feature.name not in LEFT_OUT and len(feature.labels) > 1]
    rows = ((feature, breakdown(attributed[metric], feature).groups) for feature in shown)
    return {
        "metric": metric,
        "features": [
            {
                "name": feature.name,
                "meaning": feature.meaning,
                "command": f"{COMMAND} --by {BY_LENGTH}" if lengths and feature.name == LENGTH else COMMAND,
                "groups": [
                    [
                        group.label,
                        group.key_mentions,
                        group.response_mentions,
                        *map(_rounded, (group.recall, group.precision)),
                    ]
                    for group in groups
                ],
            }
            for feature, groups in rows
            if len(groups) > 1
        ],
    }


def _lengths(evidence: Evidence) -> list[Grouping]:
    """The groups of `--by bins:length`; none where documents are of one length, or a column has the name."""
    found = by_length(DocumentLabels.of(evidence.key, lengths=evidence.lengths))
    return [] if found is None or LENGTH in evidence.key.groups else [replace(found, what=LENGTH)]


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 6)


def _in_steps(cost: np.ndarray[Any, np.dtype[np.float64]]) -> dict[str, Any]:
    """Encode costs as integer multiples of a step, which deflate well."""
    step = float(cost.max(initial=0.0)) / FINEST
    if step <= 0:
        return {"step": step, "of": []}
    steps = np.rint(cost / step).astype(np.int64)
    return {"step": step, "of": (_STEPS[steps] if steps.min() >= 0 else steps).tolist()}


def repaired(found: Errors, metric: Metric, average: str) -> list[dict[str, float | None]] | None:
    """Return F1 with each kind of error repaired, alone and with earlier kinds; None if not available."""
    scores = [
        {"alone": _f1(repair.alone.get(metric.name)), "cumulative": _f1(repair.cumulative.get(metric.name))}
        for repair in repairs(found, [metric], average)
    ]
    return None if any(row["alone"] is None for row in scores) else scores


def _f1(score: Score | None) -> float | None:
    return None if score is None else round(score.f1, 6)
