"""Counts of documents that were scored before: a result of more documents scores only the new ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from corefscope.alignment.mentions.shifts import NOTHING_LEFT, NOTHING_SHARED, POOR, SHIFTED
from corefscope.metrics import Tally
from corefscope.metrics.evidence import Evidence
from corefscope.problems import Notices
from corefscope.scoring.result import Result, Side
from corefscope.scoring.totals import document_scores, scores_of

# Warnings about all documents together, which those of a few of them say nothing about.
OF_THE_WHOLE = ("key-without-mentions", "response-without-mentions", NOTHING_SHARED, SHIFTED, NOTHING_LEFT)


@dataclass(frozen=True)
class CountedBatch:
    """What is kept of documents that were scored together: a row of each tally per document, sizes and warnings."""

    result: Result  # without its evidence
    mentions: tuple[int, int, int]  # of the key, of the response and of both

    @staticmethod
    def of(result: Result) -> CountedBatch:
        evidence = result.system.evidence
        mentions = (0, 0, 0)
        if evidence is not None:
            alignment = evidence.alignment
            both = int(((alignment.key_row >= 0) & (alignment.response_row >= 0)).sum())
            mentions = (evidence.matched_key.mention_count, evidence.matched_response.mention_count, both)
        return CountedBatch(replace(result, systems=(replace(result.system, kept=None),)), mentions)


Row = tuple[CountedBatch, int]  # where the counts of a document are


def joined(rows: Sequence[Row], names: Sequence[str], evidence: Callable[[], Evidence]) -> Result | None:
    """The result of all these documents; None where scoring them together might warn of more than each batch does."""
    batches = list({id(batch): batch for batch, _ in rows}.values())
    key, response, shared = np.sum([batch.mentions for batch in batches], axis=0).tolist()
    if not key or not response or shared < POOR * response:
        return None
    first = dict(zip(map(id, batches), np.cumsum([0, *(len(each.result.documents) for each in batches)]), strict=False))
    order = np.array([first[id(batch)] + row for batch, row in rows], np.int64)
    results = [batch.result for batch in batches]
    tallies = {
        name: Tally.concatenate([each.system.tallies[name] for each in results]).of_units(order)
        for name in results[0].system.tallies
    }
    whole = results[0]
    system = replace(
        whole.system,
        **_sums([each.system for each in results]),
        tallies=tallies,
        scores=scores_of(tallies, whole.metrics, whole.settings.average, len(names)),
        kept=evidence,
    )
    about_key = replace(whole.key, **_sums([each.key for each in results]))
    return replace(whole, key=about_key, documents=tuple(names), systems=(system,))


def with_documents(result: Result) -> Result:
    """The result with the scores of each document."""
    system = result.system
    scores = document_scores(system.tallies, result.metrics, len(result.documents))
    return replace(result, systems=(replace(system, per_document=scores),))


def _sums(sides: Sequence[Side]) -> dict[str, Any]:
    """How much all of them hold, and their warnings as one."""
    notices = Notices()
    for side in sides:
        notices.extend(notice for notice in side.warnings if notice.code not in OF_THE_WHOLE)
    sizes = {name: sum(getattr(side, name) for side in sides) for name in ("documents", "entities", "mentions")}
    return {**sizes, "warnings": tuple(notices)}
