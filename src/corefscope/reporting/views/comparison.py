"""A comparison for people: scores with ranks, intervals, and every pair; as text, Markdown, on a terminal, in HTML."""

from __future__ import annotations

from collections.abc import Callable
from html import escape as html_escape
from typing import TYPE_CHECKING

from corefscope.basics.escaping import visible
from corefscope.problems import UnknownName
from corefscope.reporting.render import markdown, text
from corefscope.reporting.sheet import ALL, UNDEFINED, Sheet, headline, held
from corefscope.reporting.views import comparison_data, comparison_latex
from corefscope.reporting.views.comparison_words import (
    MARKS,
    bounds,
    interval_words,
    judged_words,
    mark_words,
    points,
    probability,
    sampled_words,
)
from corefscope.statistics.comparison import Comparison
from corefscope.statistics.judgement import TOO_FEW, Pair
from corefscope.statistics.plan import FIELDS

if TYPE_CHECKING:
    from rich.console import Console

PAIRS_LISTED = 15  # more are shown as a matrix


def render(comparison: Comparison, output: str, raw_csv: bool = False) -> str:
    """The comparison as text of the kind asked for, with a line break at its end; `raw_csv` as for a result."""
    if output not in OUTPUTS:
        raise UnknownName("output", output, OUTPUTS)
    if output == "csv":
        return comparison_data.as_csv(comparison, raw_csv)
    return OUTPUTS[output](comparison)


def sheets(comparison: Comparison) -> list[Sheet]:
    """Scores, intervals, then the pairs of each metric."""
    pages = [_scores(comparison)]
    if comparison.by is not None:
        pages.append(_by_group(comparison))
    if any(standing.interval for standings in comparison.standings.values() for standing in standings):
        pages.append(_intervals(comparison))
    if len(comparison.result.systems) > 1:
        for metric in comparison.result.metrics:
            pairs = comparison.pairs[metric.name]
            shown = _list if len(pairs) <= PAIRS_LISTED or comparison.judgement.baseline else _matrix
            pages.append(shown(comparison, metric.name, metric.title))
    return pages


def notes(comparison: Comparison) -> list[str]:
    """What was done and what the marks mean, in sentences."""
    few = [f"{UNDEFINED} {TOO_FEW} for a rank."] if _unranked(comparison) else []
    if len(comparison.result.systems) < 2:
        return [visible(f"{interval_words(comparison)} over {sampled_words(comparison)}.")]
    return [visible(f"{judged_words(comparison)}."), visible(f"{mark_words(comparison)}."), *few]


def _unranked(comparison: Comparison) -> bool:
    """Whether there, or in a group, documents are too few to rank systems."""
    alone = [part for part in (comparison, *comparison.by_group.values()) if len(part.judgement.groups) == 1]
    return comparison.judgement.baseline is None and bool(alone)


def _scores(comparison: Comparison) -> Sheet:
    metrics = comparison.result.metrics
    field = comparison.plan.field
    baseline = comparison.judgement.baseline
    rows = []
    for number, system in enumerate(comparison.result.systems):
        cells = [system.name]
        for metric in metrics:
            standing = comparison.standings[metric.name][number]
            pair = comparison.judgement.pair(metric.name, system.name, baseline) if baseline else None
            ranked = baseline is None and len(comparison.result.systems) > 1
            rank = f" ({standing.rank or UNDEFINED})" if ranked else ""
            mark = ((MARKS[pair.standing] if pair else "") or " ") if baseline else ""
            undefined = field in system.scores[metric.name].undefined
            cells.append(f"–{' ' * len(mark)}" if undefined else f"{100 * standing.score:.2f}{rank}{mark}")
        rows.append(tuple(cells))
    best = set()
    for column, metric in enumerate(metrics, 1):
        values = [round(standing.score, 4) for standing in comparison.standings[metric.name]]
        best |= {(row, column) for row, value in enumerate(values) if value == max(values) > 0 and len(values) > 1}
    title = FIELDS[field].title + (" (rank)" if baseline is None and len(rows) > 1 else "")
    titles = (f"{metric.title} " if baseline else metric.title for metric in metrics)
    return Sheet(title, ("System", *titles), tuple(rows), frozenset(best))


def _by_group(comparison: Comparison) -> Sheet:
    """A row that names each group and its size, above the scores of the systems in it; then all."""
    whole = _scores(comparison)
    what = comparison.by.what if comparison.by else ""
    note = f" ({comparison.by.note})" if comparison.by and comparison.by.note else ""
    rows: list[tuple[str, ...]] = []
    best: set[tuple[int, int]] = set()
    for name, part in (*comparison.by_group.items(), (ALL, comparison)):
        sheet = _scores(part)
        rows.append((f"{name}, {held(comparison.by, part.result.key)}", *[""] * (len(sheet.columns) - 1)))
        best |= {(row + len(rows), column) for row, column in sheet.best}
        rows += [(f"  {row[0]}", *row[1:]) for row in sheet.rows]
    columns = (what.capitalize(), *whole.columns[1:])
    return Sheet(f"{whole.title} by {what}{note}", columns, tuple(rows), frozenset(best))


def _intervals(comparison: Comparison) -> Sheet:
    metrics = comparison.result.metrics
    rows = tuple(
        (system.name, *(bounds(comparison.standings[metric.name][number].interval) for metric in metrics))
        for number, system in enumerate(comparison.result.systems)
    )
    columns = ("System", *(metric.title for metric in metrics))
    return Sheet(interval_words(comparison), columns, rows)


def _list(comparison: Comparison, metric: str, title: str) -> Sheet:
    one_sided = comparison.plan.tail == "one"
    columns = ("better?" if one_sided else "", "Difference", "Interval", "Effect", "p", "Corrected")
    rows = tuple(_row(pair, one_sided) for pair in comparison.pairs[metric])
    return Sheet(title, columns, rows)


def _row(pair: Pair, one_sided: bool) -> tuple[str, ...]:
    return (
        f"{pair.first} {'>' if one_sided else '-'} {pair.second}",
        points(pair.difference),
        bounds(pair.interval, signed=True),
        "–" if pair.effect is None else f"{pair.effect:+.2f}",
        probability(pair.p),
        f"{MARKS[pair.standing]} {probability(pair.corrected)}".strip(),
    )


def _matrix(comparison: Comparison, metric: str, title: str) -> Sheet:
    """Above the diagonal row minus column, below it the corrected p; one-sided, the p of “row better than column”."""
    names = [system.name for system in comparison.result.systems]
    known = {(pair.first, pair.second): pair for pair in comparison.pairs[metric]}
    rows = []
    for row, first in enumerate(names):
        cells = [f"{row + 1} {first}"]
        for column, second in enumerate(names):
            pair = known.get((first, second)) or known.get((second, first))
            if pair is None:
                cells.append("")
            elif comparison.plan.tail == "one" or column < row:
                cells.append(probability(pair.corrected))
            else:
                cells.append(points(pair.difference) + (MARKS[pair.standing] or " "))
        rows.append(tuple(cells))
    what = "p that the row is better" if comparison.plan.tail == "one" else "difference above, corrected p below"
    return Sheet(f"{title}: {what}", ("", *(str(number + 1) for number in range(len(names)))), tuple(rows))


def _text(comparison: Comparison) -> str:
    parts = [headline(comparison.result)]
    for sheet in sheets(comparison):
        parts += ["", *text.lines(sheet)]
    return "\n".join([*parts, "", *notes(comparison), "", visible(comparison.signature)]) + "\n"


def _markdown(comparison: Comparison) -> str:
    parts = [markdown.escape(headline(comparison.result))]
    for sheet in sheets(comparison):
        parts += ["", f"**{markdown.escape(sheet.title)}**", "", *markdown.lines(sheet)]
    return (
        "\n".join([*parts, "", *map(markdown.escape, notes(comparison)), "", markdown.code(comparison.signature)])
        + "\n"
    )


def html(comparison: Comparison) -> str:
    """For notebooks."""
    from corefscope.reporting.render.html import drawn

    tables = "".join(drawn(sheet) for sheet in sheets(comparison))
    said = [headline(comparison.result), *notes(comparison)]
    paragraphs = "".join(f"<p>{html_escape(line)}</p>" for line in said)
    warnings = "".join(f"<p>warning: {html_escape(str(notice))}</p>" for notice in comparison.warnings)
    return f"<div>{paragraphs}{tables}{warnings}<p><code>{html_escape(comparison.signature)}</code></p></div>"


def show(comparison: Comparison, console: Console) -> None:
    """On a terminal."""
    from rich.text import Text

    from corefscope.reporting.render.terminal import put

    console.print(Text(headline(comparison.result), style="dim"))
    for sheet in sheets(comparison):
        put(sheet, console)
    for line in (*notes(comparison), visible(comparison.signature)):
        console.print(Text(line, style="dim"), soft_wrap=True)


OUTPUTS: dict[str, Callable[[Comparison], str]] = {
    "table": _text,
    "json": comparison_data.as_json,
    "csv": comparison_data.as_csv,
    "latex": comparison_latex.render,
    "markdown": _markdown,
}
