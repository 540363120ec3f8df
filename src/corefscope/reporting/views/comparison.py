"""A comparison: scores with ranks, intervals, and every pair."""

from __future__ import annotations

from collections.abc import Iterator

from corefscope.reporting.report import UNDEFINED, Entry, Heading, Report, Row, Sheet, View, paragraph, sheet, with_best
from corefscope.reporting.views import comparison_paper, comparison_records
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
from corefscope.reporting.views.scores import ALL, headline, held
from corefscope.scoring.saved import comparison_object
from corefscope.statistics.comparison import Comparison
from corefscope.statistics.judgement import TOO_FEW, Pair
from corefscope.statistics.plan import FIELDS

PAIRS_LISTED = 15  # more are shown as a matrix


def view(comparison: Comparison) -> View:
    return View(
        lambda: report(comparison),
        data=lambda: comparison_object(comparison),
        records=lambda: comparison_records.records(comparison),
        paper=lambda: comparison_paper.report(comparison),
    )


def report(comparison: Comparison) -> Report:
    """Scores, groups, intervals, then the pairs of each metric; then what was done and what the marks mean."""
    return Report(
        headline(comparison.result),
        tuple(_tables(comparison)),
        (paragraph(notes(comparison)),),
        comparison.signature,
        tuple(map(str, comparison.warnings)),
        "Comparison",
    )


def _tables(comparison: Comparison) -> Iterator[Sheet]:
    yield _scores(comparison)
    if comparison.by is not None:
        yield _by_group(comparison)
    if any(standing.interval for standings in comparison.standings.values() for standing in standings):
        yield _intervals(comparison)
    if len(comparison.result.systems) > 1:
        for metric in comparison.result.metrics:
            pairs = comparison.pairs[metric.name]
            shown = _list if len(pairs) <= PAIRS_LISTED or comparison.judgement.baseline else _matrix
            yield shown(comparison, metric.name, metric.title)


def notes(comparison: Comparison) -> list[str]:
    """What was done and what the marks mean, in sentences."""
    few = [f"{UNDEFINED} {TOO_FEW} for a rank."] if _unranked(comparison) else []
    if len(comparison.result.systems) < 2:
        return [f"{interval_words(comparison)} over {sampled_words(comparison)}."]
    return [f"{judged_words(comparison)}.", f"{mark_words(comparison)}.", *few]


def _unranked(comparison: Comparison) -> bool:
    """Whether there, or in a group, documents are too few to rank systems."""
    alone = [part for part in (comparison, *comparison.by_group.values()) if len(part.judgement.groups) == 1]
    return comparison.judgement.baseline is None and bool(alone)


def _scores(comparison: Comparison) -> Sheet:
    metrics, baseline = comparison.result.metrics, comparison.judgement.baseline
    several = len(comparison.result.systems) > 1
    rows = []
    for number, system in enumerate(comparison.result.systems):
        cells = [Entry(system.name)]
        for metric in metrics:
            standing = comparison.standings[metric.name][number]
            pair = comparison.judgement.pair(metric.name, system.name, baseline) if baseline else None
            rank = f" ({standing.rank or UNDEFINED})" if baseline is None and several else ""
            mark = ((MARKS[pair.standing] if pair else "") or " ") if baseline else ""
            if comparison.plan.field in system.scores[metric.name].undefined:
                cells.append(Entry(UNDEFINED, mark=" " * len(mark)))
            else:
                cells.append(Entry(f"{100 * standing.score:.2f}{rank}", standing.score, mark))
        rows.append(tuple(cells))
    title = FIELDS[comparison.plan.field].title + (" (rank)" if baseline is None and several else "")
    columns = ("System", *(metric.title for metric in metrics))
    return sheet(title, columns, with_best(rows) if several else rows)


def _by_group(comparison: Comparison) -> Sheet:
    """A row that names each group and its size, above the scores of the systems in it; then all."""
    whole = _scores(comparison)
    what = comparison.by.what if comparison.by else ""
    note = f" ({comparison.by.note})" if comparison.by and comparison.by.note else ""
    rows: list[Row] = []
    for name, part in (*comparison.by_group.items(), (ALL, comparison)):
        rows.append(Heading(name, held(comparison.by, part.result.key)))
        for first, *others in _scores(part).rows:
            rows.append((Entry(f"  {first.text}"), *others))  # type: ignore[union-attr]
    return sheet(f"{whole.title} by {what}{note}", (what.capitalize(), *whole.columns[1:]), rows)


def _intervals(comparison: Comparison) -> Sheet:
    metrics = comparison.result.metrics
    rows = [
        (system.name, *(bounds(comparison.standings[metric.name][number].interval) for metric in metrics))
        for number, system in enumerate(comparison.result.systems)
    ]
    return sheet(interval_words(comparison), ("System", *(metric.title for metric in metrics)), rows)


def _list(comparison: Comparison, metric: str, title: str) -> Sheet:
    one_sided = comparison.plan.tail == "one"
    columns = ("better?" if one_sided else "", "Difference", "Interval", "Effect", "p", "Corrected")
    return sheet(title, columns, [_row(pair, one_sided) for pair in comparison.pairs[metric]])


def _row(pair: Pair, one_sided: bool) -> tuple[Entry | str, ...]:
    return (
        f"{pair.first} {'>' if one_sided else '-'} {pair.second}",
        Entry(points(pair.difference), pair.difference),
        bounds(pair.interval, signed=True),
        Entry(UNDEFINED) if pair.effect is None else Entry(f"{pair.effect:+.2f}", pair.effect),
        Entry(probability(pair.p), pair.p),
        Entry(f"{MARKS[pair.standing]} {probability(pair.corrected)}".strip(), pair.corrected),
    )


def _matrix(comparison: Comparison, metric: str, title: str) -> Sheet:
    """Above the diagonal row minus column, below it the corrected p; one-sided, the p of “row better than column”."""
    names = [system.name for system in comparison.result.systems]
    known = {(pair.first, pair.second): pair for pair in comparison.pairs[metric]}
    rows = []
    for row, first in enumerate(names):
        cells = [Entry(f"{row + 1} {first}")]
        for column, second in enumerate(names):
            pair = known.get((first, second)) or known.get((second, first))
            if pair is None:
                cells.append(Entry())
            elif comparison.plan.tail == "one" or column < row:
                cells.append(Entry(probability(pair.corrected), pair.corrected))
            else:
                cells.append(Entry(points(pair.difference) + (MARKS[pair.standing] or " "), pair.difference))
        rows.append(cells)
    what = "p that the row is better" if comparison.plan.tail == "one" else "difference above, corrected p below"
    return sheet(f"{title}: {what}", ("", *(str(number + 1) for number in range(len(names)))), rows)
