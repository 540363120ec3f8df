"""The measurements as a page with tables, and as log-log plots of time and memory against size."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from corefscope.plots import chart, save

if TYPE_CHECKING:
    from compare import Row

HEAD = """# Measured

One run of `{command}` ({machine}):
whole commands with their start-up, the best of up to {repeats} runs, and of corefscope of as many before the others and
after them; what takes long runs once. “× ours” is how many times as long as corefscope a scorer took on the same data.
Every number that two scorers both print was compared; “agrees” says how that ended. Absolute times wander on a shared
machine, ratios much less.

![Time against size](time.svg)

![Peak memory against size](memory.svg)
"""


def write_page(rows: Sequence[Row], small: str, folder: Path, command: str, machine: str, repeats: int) -> None:
    """results.md, time.svg and memory.svg in a folder."""
    parts = [HEAD.format(command=command, machine=machine, repeats=repeats), small]
    for (case, kind, mentions), group in groupby(rows, key=lambda row: (row.case, row.kind, row.mentions)):
        parts.append(_table(f"{case}, {kind}, {mentions:,} mentions", list(group)))
    (folder / "results.md").write_text("\n".join(parts), encoding="utf-8")
    save(_plot(rows, "seconds", "Time of the whole command"), str(folder / "time.svg"))
    save(_plot(rows, "megabytes", "Peak memory"), str(folder / "memory.svg"))


def _table(title: str, rows: list[Row]) -> str:
    ours = next(row.run.seconds for row in rows if row.scorer == "corefscope")
    lines = [
        f"## {title}",
        "",
        f"{rows[0].megabytes:.1f} MB in two files.",
        "",
        "| scorer | seconds | × ours | peak MB | agrees |",
        "|---|---:|---:|---:|---|",
    ]
    for row in rows:
        if row.run.seconds is None:
            seconds, ratio, agrees = row.run.failure, "", ""
        else:
            seconds = f"{row.run.seconds:.2f}"
            ratio = f"{row.run.seconds / ours:.1f}" if ours else ""
            agrees = "no: " + "; ".join(row.differences) if row.differences else "yes"
        memory = f"{row.run.megabytes:.0f}" if row.run.megabytes else ""
        lines.append(f"| {row.scorer} | {seconds} | {ratio} | {memory} | {agrees} |")
    return "\n".join([*lines, ""])


def _plot(rows: Sequence[Row], field: str, title: str) -> dict[str, object]:
    values = [
        {
            "scorer": row.scorer,
            "corpus": f"{row.case.partition(' ×')[0]} ({row.kind})",
            "mentions": row.mentions,
            field: getattr(row.run, field),
        }
        for row in rows
        if row.run.seconds is not None
    ]
    scorers = sorted({str(value["scorer"]) for value in values}, key=lambda name: (name != "corefscope", name))

    def axis(name: str, title: str, form: str) -> dict[str, object]:
        """Powers of ten only, so that small panels stay legible."""
        labels = {"values": [10**power for power in range(-2, 9)], "format": form, "grid": True}
        return {"field": name, "type": "quantitative", "scale": {"type": "log"}, "title": title, "axis": labels}

    return chart(
        title,
        values,
        width=210,
        height=170,
        mark={"type": "line", "point": {"size": 45}},
        encoding={
            "x": axis("mentions", "mentions in the key", "~s"),
            "y": axis(field, field, ",~g"),
            "color": {"field": "scorer", "type": "nominal", "title": None, "sort": scorers},
            "facet": {
                "field": "corpus",
                "type": "nominal",
                "columns": 3,
                "title": None,
                "header": {"labelFontSize": 12, "labelFontWeight": "bold"},
            },
        },
    )
