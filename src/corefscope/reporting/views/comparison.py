"""A comparison: scores with ranks, intervals, and every pair; for papers one table with marks and a caption."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from corefscope.metrics import Metric
from corefscope.reporting.report import (
    UNDEFINED,
    Entry,
    Heading,
    Records,
    Report,
    Row,
    Sheet,
    View,
    kept_column,
    number,
    paragraph,
    sheet,
    with_best,
)
from corefscope.reporting.views import comparison_words as words
from corefscope.reporting.views.scores import ALL, SHORT, cell, headline, held
from corefscope.statistics.comparison import Comparison
from corefscope.statistics.judgement import TOO_FEW
from corefscope.statistics.plan import FIELDS
from corefscope.statistics.saved import comparison_object

PAIRS_LISTED = 15  # more are shown as a matrix
NO_INTERVAL = (None, None)
COLUMNS = (
    "metric", "field", "system", "against", "value", "low", "high", "rank", "effect", "p", "corrected", "reachable",
    "verdict", "signature",
)  # fmt: skip


def view(comparison: Comparison, columns: Sequence[str] = ()) -> View:
    """A comparison; `columns` are the fields to show of each score, if not only the one that is compared."""
    return View(
        lambda: report(comparison, columns),
        data=lambda: comparison_object(comparison),
        records=lambda: _records(comparison),
        paper=lambda: _paper(comparison, columns),
    )


def _paper(comparison: Comparison, columns: Sequence[str]) -> Report:
    from corefscope.reporting.views.comparison_paper import paper

    return paper(comparison, columns)


def report(comparison: Comparison, columns: Sequence[str] = ()) -> Report:
    """Scores, groups, intervals, then the pairs of each metric; then the method and the meaning of the marks."""
    return Report(
        headline(comparison.result),
        tuple(_tables(comparison, columns)),
        (paragraph(notes(comparison)),),
        comparison.signature,
        tuple(map(str, comparison.warnings)),
        "Comparison",
    )


def notes(comparison: Comparison) -> list[str]:
    """The method and the meaning of the marks, in sentences."""
    if len(comparison.result.systems) < 2:
        return [f"{words.intervals(comparison)} over {words.sampled(comparison)}."]
    unranked = comparison.judgement.baseline is None and has_single_document(comparison)
    few = [f"{UNDEFINED} {TOO_FEW} for a rank."] if unranked else []
    return [f"{words.judged(comparison)}.", f"{words.marks(comparison)}.", *few]


def has_single_document(comparison: Comparison) -> bool:
    """Whether there, or in a group, documents are too few to rank systems."""
    return any(len(part.judgement.groups) == 1 for part in (comparison, *comparison.by_group.values()))


def _tables(comparison: Comparison, shown: Sequence[str] = ()) -> Iterator[Sheet]:
    metrics, systems = comparison.result.metrics, comparison.result.systems
    scores = _scores(comparison, shown)
    yield scores
    if comparison.by is not None:
        by, rows = comparison.by, list[Row]()
        for name, part in (*comparison.by_group.items(), (ALL, comparison)):
            rows.append(Heading(name, held(by, part.result.key)))
            for first, *others in _scores(part, shown).rows:
                rows.append((Entry(f"  {first.text}"), *others))  # type: ignore[union-attr]
        title = f"{scores.title} by {by.what}" + (f" ({by.note})" if by.note else "")
        yield sheet(title, (by.what.capitalize(), *scores.columns[1:]), rows)
    if any(standing.interval for standings in comparison.standings.values() for standing in standings):
        bounds = [
            (system.name, *(words.bounds(comparison.standings[metric.name][place].interval) for metric in metrics))
            for place, system in enumerate(systems)
        ]
        yield sheet(words.intervals(comparison), ("System", *(metric.title for metric in metrics)), bounds)
    for metric in metrics if len(systems) > 1 else ():
        listed = len(comparison.pairs[metric.name]) <= PAIRS_LISTED or comparison.judgement.baseline
        yield (_list if listed else _matrix)(comparison, metric.name, metric.title)


def _scores(comparison: Comparison, shown: Sequence[str] = ()) -> Sheet:
    baseline, compared = comparison.judgement.baseline, comparison.plan.field
    several = len(comparison.result.systems) > 1
    ranked = baseline is None and several
    fields = shown_fields(comparison, shown)
    rows = []
    for place, system in enumerate(comparison.result.systems):
        cells = [Entry(system.name)]
        for metric, field in fields:
            if field != compared:
                cells.append(cell(system.scores[metric.name], field))
                continue
            pair = comparison.judgement.pair(metric.name, system.name, baseline) if baseline else None
            mark = ((words.MARKS[pair.standing] if pair else "") or " ") if baseline else ""
            rank = f" ({comparison.standings[metric.name][place].rank or UNDEFINED})" if ranked else ""
            cells.append(score_entry(comparison, metric.name, place, mark, rank))
        rows.append(tuple(cells))
    title = FIELDS[compared].title + (" (rank)" if ranked else "")
    names = [f"{metric.title} {SHORT[field]}" if shown else metric.title for metric, field in fields]
    columns = ("System", *names)
    kept = kept_column([metric for metric, _ in fields])
    return sheet("" if shown else title, columns, with_best(rows) if several else rows, kept=kept)


def shown_fields(comparison: Comparison, shown: Sequence[str]) -> list[tuple[Metric, str]]:
    """The metrics with each field to show that they have: the compared one, or those that were asked for."""
    wanted = shown or (comparison.plan.field,)
    return [(metric, field) for metric in comparison.result.metrics for field in wanted if field in metric.fields]


def score_entry(comparison: Comparison, metric: str, place: int, mark: str, rank: str = "") -> Entry:
    if comparison.plan.field in comparison.result.systems[place].scores[metric].undefined:
        return Entry(UNDEFINED, mark=" " * len(mark))
    value = comparison.standings[metric][place].score
    return Entry(f"{100 * value:.2f}{rank}", value, mark)


def _list(comparison: Comparison, metric: str, title: str) -> Sheet:
    one_sided = comparison.plan.tail == "one"
    columns = ("better?" if one_sided else "", "Difference", "Interval", "Effect", "p", "Corrected")
    rows = [
        (
            f"{pair.first} {'>' if one_sided else '-'} {pair.second}",
            Entry(words.points(pair.difference), pair.difference),
            words.bounds(pair.interval, signed=True),
            number(pair.effect, 2, "+"),
            Entry(words.probability(pair.p), pair.p),
            Entry(f"{words.MARKS[pair.standing]} {words.probability(pair.corrected)}".strip(), pair.corrected),
        )
        for pair in comparison.pairs[metric]
    ]
    return sheet(title, columns, rows)


def _matrix(comparison: Comparison, metric: str, title: str) -> Sheet:
    """Above the diagonal row minus column, below it the corrected p; one-sided, the p of “row better than column”."""
    names = [system.name for system in comparison.result.systems]
    pairs = {(pair.first, pair.second): pair for pair in comparison.pairs[metric]}
    rows = []
    for row, first in enumerate(names):
        cells = [Entry(f"{row + 1} {first}")]
        for column, second in enumerate(names):
            pair = pairs.get((first, second)) or pairs.get((second, first))
            if pair is None:
                cells.append(Entry())
            elif comparison.plan.tail == "one" or column < row:
                cells.append(Entry(words.probability(pair.corrected), pair.corrected))
            else:
                mark = words.MARKS[pair.standing] or " "
                cells.append(Entry(words.points(pair.difference) + mark, pair.difference))
        rows.append(cells)
    what = "p that the row is better" if comparison.plan.tail == "one" else "difference above, corrected p below"
    return sheet(f"{title}: {what}", ("", *(str(place + 1) for place in range(len(names)))), rows)


def _records(comparison: Comparison) -> Records:
    """Systems first, without `against`; then pairs, whose value is the difference. A breakdown adds its groups."""
    by = comparison.by is not None
    rows = (
        [*([group] if by else []), *row, comparison.signature]
        for group, part in (("", comparison), *comparison.by_group.items())
        for row in _rows(part)
    )
    return [*(["group"] if by else []), *COLUMNS], rows


def _rows(comparison: Comparison) -> Iterator[list[object]]:
    field = comparison.plan.field
    for metric, standings in comparison.standings.items():
        for each in standings:
            bounds = each.interval or NO_INTERVAL
            yield [metric, field, each.system, None, each.score, *bounds, each.rank, *[None] * 5]
    for metric, pairs in comparison.pairs.items():
        for pair in pairs:
            judged = [pair.effect, pair.p, pair.corrected, pair.reachable, pair.verdict]
            difference = [pair.difference, *(pair.interval or NO_INTERVAL)]
            yield [metric, field, pair.first, pair.second, *difference, None, *judged]
