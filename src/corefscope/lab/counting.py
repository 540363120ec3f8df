"""Scores of an alignment that an experiment has changed: who is with whom, never what the mentions are."""

from __future__ import annotations

from collections.abc import Sequence

from corefscope.alignment.mentions import Alignment
from corefscope.metrics import Metric, Score, Tally
from corefscope.metrics.evidence import Aligned
from corefscope.problems import SettingsError
from corefscope.scoring.result import Result
from corefscope.scoring.totals import tallies_of


def tallies(alignment: Alignment, wanted: Sequence[Metric]) -> dict[str, Tally]:
    """Count each metric, or those it is the mean of, by the name of the tally."""
    source = Aligned(alignment)
    for metric in wanted:
        if not isinstance(source, metric.input):
            raise SettingsError(
                "metric-cannot",
                f"{metric.name} looks at the words themselves, and this experiment only changes which mentions "
                "are in one entity",
                hint="leave it out",
            )
    return tallies_of(source, wanted)


def scores(alignment: Alignment, wanted: Sequence[Metric]) -> dict[str, Score]:
    totals = {name: tally.total() for name, tally in tallies(alignment, wanted).items()}
    return {metric.name: metric.score(totals) for metric in wanted}


def alignment_of(result: Result) -> Alignment:
    """Return the alignment of the only system; raise if its counts do not add over documents or mentions."""
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
