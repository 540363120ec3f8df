"""Intervals and ranks for the page, as `corefscope compare` gives them."""

from __future__ import annotations

from typing import Any

from corefscope.reporting.report import counted
from corefscope.scoring.result import Result
from corefscope.statistics.comparison import Comparison, compared
from corefscope.statistics.judgement import TOO_FEW
from corefscope.statistics.plan import Plan

FEW = ("few-documents", "few-documents-for-bootstrap", "few-trials")  # warnings that belong to the intervals
NAMES = {"bca": "BCa", "percentile": "percentile"}


def comparison_of(result: Result) -> Comparison | None:
    """Compare the systems as `corefscope compare` does; None if there is one document."""
    return compared(result, Plan()) if len(result.documents) > 1 else None


def intervals_and_ranks(result: Result, found: Comparison | None) -> dict[str, dict[str, Any]]:
    """Return interval and rank of F1 by system and metric; only a note if there is no comparison."""
    if found is None:
        alone = {"intervals": {"note": f"{TOO_FEW.capitalize()} for intervals and ranks.", "scores": {}}}
        return {system.name: alone for system in result.systems}
    plan = found.plan
    note = (
        f"Intervals hold F1 with {1 - plan.alpha:.0%} confidence ({NAMES[plan.interval]} bootstrap of "
        f"{counted(len(result.documents), 'document')}, {plan.trials:,} draws, seed {plan.seed})."
    )
    few = [f" {notice.first[0].upper()}{notice.first[1:]}." for notice in found.judgement.notices if notice.code in FEW]
    systems: dict[str, dict[str, Any]] = {
        system.name: {"intervals": {"note": note + "".join(few), "scores": {}}, "ranks": {}}
        for system in result.systems
    }
    for metric, standings in found.standings.items():
        for standing in standings:
            mine = systems[standing.system]
            mine["ranks"][metric] = standing.rank
            if standing.interval is not None:
                bounds = [round(bound, 6) for bound in standing.interval]
                mine["intervals"]["scores"][metric] = {"f1": bounds}
    return systems
