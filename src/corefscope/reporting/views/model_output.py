"""How much of language models' output could be scored, and the scores without what was lost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from corefscope.metrics.base import Score
from corefscope.reporting.report import Entry, Heading, Row, Sheet, count, counted, sheet
from corefscope.reporting.views.scores import cell
from corefscope.scoring.model_output import WORDS
from corefscope.scoring.result import Result, System

COLUMNS = (
    *(f"Words {name}" for name in WORDS),
    "Mentions written",
    "Lost",
    "Repaired",
    "Documents missing",
    "Cut off",
)
SCORES = {"as it is": "", "lost mentions repaired": "repaired", "aligned text only": "aligned"}


def sheets(result: Result) -> list[Sheet]:
    """The counts of all systems with such output, and their F1 in three ways."""
    systems = [system for system in result.systems if system.output is not None]
    rows = [(system.name, *_counts(system)) for system in systems]
    scored: list[Row] = []
    for system in systems:
        if len(result.systems) > 1:
            scored.append(Heading(system.name, counted(system.mentions, "mention")))
        for title, name in SCORES.items():
            scores: Mapping[str, Score] = system.output.scores[name] if name and system.output else system.scores
            scored.append((Entry(title), *(cell(scores[metric.name]) for metric in result.metrics)))
    titles = [metric.title for metric in result.metrics]
    return [
        sheet("Output", ("System", *COLUMNS), rows, _reasons(systems)),
        sheet("F1 by what of the output counts", ("", *titles), scored),
    ]


def _counts(system: System) -> list[Entry]:
    output: Any = system.output
    numbers = [getattr(output, name) for name in WORDS]
    numbers += [output.written, sum(output.lost.values()), output.repaired, output.missing_documents, output.cut_off]
    return [count(number) for number in numbers]


def _reasons(systems: list[System]) -> str:
    """How many mentions were lost for which reason."""
    from corefscope.basics.codes import LOST

    shown = []
    for system in systems:
        lost = system.output.lost if system.output is not None else {}
        reasons = [
            f"{number:,} {LOST[code].removeprefix('mention lost: ').removeprefix('mention ')}"
            for code, number in lost.items()
        ]
        if reasons:
            shown.append((f"{system.name}: " if len(systems) > 1 else "") + ", ".join(reasons))
    return f"lost mentions: {'; '.join(shown)}" if shown else ""
