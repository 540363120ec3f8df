"""How much of language models' output could be scored, and the scores without what was lost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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
# Further columns of CSV: which mentions count, and the counts of the system on each of its rows.
RECORDED = (
    "counted",
    *(f"words_{name}" for name in WORDS),
    *(f"mentions_{name}" for name in ("written", "lost", "repaired")),
    "documents_missing",
    "documents_cut_off",
)
SCORES = {"as it is": "", "lost mentions repaired": "repaired", "aligned text only": "aligned"}


def sheets(result: Result) -> list[Sheet]:
    """The counts of all systems with such output, and their F1 in three ways."""
    systems = [system for system in result.systems if system.output is not None]
    rows = [(system.name, *map(count, _numbers(system))) for system in systems]
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


def records_of(system: System) -> Iterator[tuple[Mapping[str, Score] | None, list[object]]]:
    """The scores of a system, None for those as they are, each with its values of RECORDED."""
    if system.output is None:
        yield None, [""] * len(RECORDED)
        return
    for name in SCORES.values():
        yield system.output.scores[name] if name else None, [name, *_numbers(system)]


def _numbers(system: System) -> list[int]:
    output: Any = system.output
    numbers = [getattr(output, name) for name in WORDS]
    return [
        *numbers,
        output.written,
        sum(output.lost.values()),
        output.repaired,
        output.missing_documents,
        output.cut_off,
    ]


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
