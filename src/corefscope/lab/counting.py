"""Scores of an alignment that an experiment has changed: who is with whom, never what the mentions are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from corefscope.alignment.mentions import Alignment
from corefscope.metrics import METRICS, MeanScore, Metric, Score, Tally, parse
from corefscope.metrics.evidence import Evidence
from corefscope.problems import SettingsError
from corefscope.scoring.result import Result
from corefscope.table import Table


class _Absent:
    """Stands where the corpora were: they know nothing of the change, so a metric that asks them is refused."""

    def __getattr__(self, name: str) -> NoReturn:
        raise LookupError(name)


def tallies(alignment: Alignment, wanted: Sequence[Metric]) -> dict[str, Tally]:
    """The counts of each metric, or of those it is the mean of, by the name of what is counted."""
    absent: Any = _Absent()
    evidence = Evidence(absent, absent, absent, absent, absent, alignment, Table.from_alignment(alignment))
    found: dict[str, Tally] = {}
    for metric in wanted:
        for part in _parts(metric):
            if part.tally_name not in found:
                try:
                    found[part.tally_name] = part.tally(evidence)
                except LookupError:
                    raise SettingsError(
                        "metric-cannot",
                        f"{part.name} looks at the words themselves, and this experiment only changes which mentions "
                        "are in one entity",
                        hint="leave it out",
                    ) from None
    return found


def finish(metric: Metric, totals: Mapping[str, Mapping[str, int | float]]) -> Score:
    """The score of summed counts; a mean has only F1."""
    parts = [part.score(totals[part.tally_name]) for part in _parts(metric)]
    if not metric.family.mean_of:
        return parts[0]
    undefined = ("f1",) if all("f1" in part.undefined for part in parts) else ()
    return MeanScore(f1=sum(part.f1 for part in parts) / len(parts), undefined=undefined)


def scores(alignment: Alignment, wanted: Sequence[Metric]) -> dict[str, Score]:
    totals = {name: tally.total() for name, tally in tallies(alignment, wanted).items()}
    return {metric.name: finish(metric, totals) for metric in wanted}


def _parts(metric: Metric) -> list[Metric]:
    return [parse(name, METRICS) for name in metric.family.mean_of] or [metric]


def alignment_of(result: Result) -> Alignment:
    """Which mentions of the only system are the key's, and in which entities both sides have them."""
    evidence = result.system.evidence
    if evidence is None:
        raise SettingsError("evidence-not-kept", "the result was made without its evidence")
    if result.settings.average != "micro":
        raise SettingsError(
            "needs-micro-average", "the experiments of the lab add counts over documents", hint="use --average micro"
        )
    whole = evidence.key.mention_count, evidence.response.mention_count
    if whole != (evidence.matched_key.mention_count, evidence.matched_response.mention_count):
        raise SettingsError(
            "repeated-mention-unscored",
            "a mention occurs twice, and the official way with it is defined for scoring only",
            hint="use --repeated first",
        )
    return evidence.alignment
