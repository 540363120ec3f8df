"""A comparison: scores with ranks, intervals, and every pair; for papers one table with marks and a caption."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from corefscope.metrics import Metric
from corefscope.reporting.report import (
    NUMBERS,
    SMALL,
    UNDEFINED,
    Entry,
    Report,
    Sheet,
    Value,
    View,
    attributes,
    counted,
    metric_sheet,
    number,
    paragraph,
    points,
    probability,
    records,
    sheet,
)
from corefscope.reporting.views.scores import ALL, SHORT, defined, group_heading, grouping, headline, paper_names
from corefscope.statistics.comparison import UNIT, Comparison, comparison_object
from corefscope.statistics.intervals import Interval
from corefscope.statistics.plan import CORRECTIONS, FIELDS, INTERVALS, TAILS, TESTS

LETTERED = 8  # more systems would make superscripts longer than numbers: then they are ranks
COLUMNS = (
    "group", "metric", "field", "system", "against", "value", "low", "high", "rank", "effect", "p", "corrected",
    "reachable", "verdict", "signature",
)  # fmt: skip
# By the standing of the first system of a pair, compared with the second: in text, and in LaTeX.
COMPARISON_MARKS = {"better": ("+", "*"), "worse": ("-", "†"), "no difference": ("", ""), "cannot be shown": ("?", "?")}
LATEX_FIELDS = {"f1": "F$_1$", "recall": "Recall", "precision": "Precision"}


def view(comparison: Comparison, columns: Sequence[str] = ()) -> View:
    """A comparison; `columns` are the fields to show of each score, if not only the one that is compared."""
    return View(
        lambda: report(comparison, columns),
        data=lambda: comparison_object(comparison),
        records=lambda: records(COLUMNS[not comparison.by :], _rows(comparison), signature=comparison.signature),
        paper=lambda: _paper(comparison, columns),
    )


def report(comparison: Comparison, columns: Sequence[str] = ()) -> Report:
    """Scores, groups, intervals, then the pairs of each metric; then the method and the meaning of the marks."""
    tables, note = list(_tables(comparison, columns)), paragraph(_notes(comparison))
    return Report(headline(comparison.result), tables, [note], comparison.signature, comparison.warnings, "Comparison")


# Sentences about the method, which verdicts, captions and charts use too.


def sampled(comparison: Comparison) -> str:
    """Return what was resampled, e.g. 350 documents, or 7 groups (genre)."""
    groups, plan = len(comparison.judgement.groups), comparison.plan
    if plan.group != UNIT:
        return f"{counted(groups, 'group')} ({plan.group})"
    return counted(groups, "document" if comparison.result.settings.scope == "document" else "unit")


def intervals(comparison: Comparison) -> str:
    """The level and the kind of the intervals."""
    plan = comparison.plan
    return f"{100 * (1 - plan.alpha):g}% {INTERVALS[plan.interval].title} bootstrap intervals"


def method(comparison: Comparison) -> str:
    """The test with its tail and its trials, what was resampled, and the correction."""
    plan = comparison.plan
    test = TESTS[plan.test].title.format(trials=f"{plan.trials:,}")
    per_metric = max((len(pairs) for pairs in comparison.pairs.values()), default=0)
    correction = f"{CORRECTIONS[plan.correction].title} over {counted(per_metric, 'comparison')} per metric"
    words = f"{TAILS[plan.tail].title} {test} over {sampled(comparison)}, {correction}"
    return words[0].upper() + words[1:]


def _notes(comparison: Comparison) -> Iterator[str]:
    """The method, and the meaning of the marks that occur."""
    baseline = comparison.judgement.baseline
    if len(comparison.result.systems) < 2:
        yield f"{intervals(comparison)} over {sampled(comparison)}."
        return
    yield f"{method(comparison)}."
    significant = f"(corrected p < {comparison.plan.alpha:g})"
    first, second = ("the system", baseline) if baseline else ("the first", "the second")
    standings = {pair.standing for pairs in comparison.pairs.values() for pair in pairs}
    meanings = {
        "better": f"+ {first} is better than {second} {significant}",
        "worse": f"- {first} is worse than {second} {significant}",
        "cannot be shown": "? no difference could be significant: too few documents or trials",
    }
    marks = "; ".join(meaning for standing, meaning in meanings.items() if standing in standings)
    # A line that began with + or - would be a list in Markdown.
    yield f"Marks: {marks}." if marks else f"No difference is significant {significant}."


# Tables.


def _tables(comparison: Comparison, columns: Sequence[str]) -> Iterator[Sheet]:
    metrics, systems, by = comparison.result.metrics, comparison.result.systems, comparison.by
    several, baseline = len(systems) > 1, comparison.judgement.baseline
    fields = _fields(comparison, columns)
    title = "" if columns else FIELDS[comparison.plan.field].title + (" (rank)" if several and not baseline else "")
    titles = [f"{metric.title} {SHORT[field]}" if columns else metric.title for metric, field in fields]
    best = NUMBERS if several else ()
    kept = next((place for place, (metric, _) in enumerate(fields, 1) if metric.is_mean), None)
    rows: list[Sequence[Value]] = [(name, *cells) for name, cells in _scores(comparison, fields)]
    yield sheet(title, ("System", *titles), rows, best=best, kept=kept)
    if by is not None:
        rows = []
        for name, part in (*comparison.by_group.items(), (ALL, comparison)):
            rows.append(group_heading(name, by, part.result.key))
            rows += ((f"  {system}", *cells) for system, cells in _scores(part, fields))
        yield sheet(f"{title} by {grouping(by)}", (by.what.capitalize(), *titles), rows, best=best)
    if any(each.interval for standings in comparison.standings.values() for each in standings):
        bounds = [
            (system.name, *(_bounds(comparison.standings[metric.name][place].interval) for metric in metrics))
            for place, system in enumerate(systems)
        ]
        yield metric_sheet(intervals(comparison), "System", metrics, bounds)
    for metric in metrics if several else ():
        yield _pairs(comparison, metric)


def _fields(comparison: Comparison, columns: Sequence[str]) -> list[tuple[Metric, str]]:
    """The metrics with each field to show that they have: the compared one, or `columns`."""
    fields = columns or (comparison.plan.field,)
    return [(metric, field) for metric in comparison.result.metrics for field in fields if field in metric.fields]


def _scores(
    comparison: Comparison, fields: Sequence[tuple[Metric, str]], paper: bool = False
) -> Iterator[tuple[str, list[Value]]]:
    """The scores of each system; that of the compared field with its rank, a mark or a superscript."""
    for place, system in enumerate(comparison.result.systems):
        cells: list[Value] = []
        for metric, field in fields:
            value, standing = defined(system.scores[metric.name], field), comparison.standings[metric.name][place]
            rank, mark = "", _superscript(comparison, metric, place) if paper else ""
            if comparison.judgement.baseline and not paper:
                mark = _mark(comparison, metric, place, 0) or " "
            elif len(comparison.result.systems) > 1 and not paper:
                rank = f" ({standing.rank or UNDEFINED})"
            if field != comparison.plan.field:
                cells.append(value)
            elif value is None:
                cells.append(Entry(UNDEFINED, mark=" " * len(mark)))
            else:
                cells.append(Entry(f"{100 * standing.score:.2f}{rank}", standing.score, mark))
        yield system.name, cells


def _mark(comparison: Comparison, metric: Metric, place: int, kind: int) -> str:
    judgement, name = comparison.judgement, comparison.result.systems[place].name
    pair = judgement.pair(metric.name, name, judgement.baseline or "")
    return COMPARISON_MARKS[pair.standing][kind] if pair else ""


def _bounds(interval: Interval | None, sign: str = "") -> str:
    return f"[{100 * interval.low:{sign}.2f}, {100 * interval.high:{sign}.2f}]" if interval else UNDEFINED


def _pairs(comparison: Comparison, metric: Metric) -> Sheet:
    one_sided = comparison.plan.tail == "one"
    rows = []
    for pair in comparison.pairs[metric.name]:
        name = f"{pair.first} {'>' if one_sided else '-'} {pair.second}"
        bounds, effect = _bounds(pair.interval, "+"), number(pair.effect, 2, "+")
        corrected = Entry(
            f"{COMPARISON_MARKS[pair.standing][0]} {probability(pair.corrected).text}".strip(), pair.corrected
        )
        rows.append((name, points(pair.difference), bounds, effect, probability(pair.p), corrected))
    columns = ("better?" if one_sided else "", "Difference", "Interval", "Effect", "p", "Corrected")
    return sheet(metric.title, columns, rows)


def _rows(comparison: Comparison) -> Iterator[dict[str, object]]:
    """Systems first, without `against`; then pairs, whose value is the difference. A breakdown adds its groups."""
    for group, part in (("", comparison), *comparison.by_group.items()):
        about = {"group": group, "field": comparison.plan.field}
        for metric, standings in part.standings.items():
            for each in standings:
                low, high = each.interval or (None, None)
                row = {"system": each.system, "value": each.score, "low": low, "high": high, "rank": each.rank}
                yield {**about, "metric": metric, **row}
        for metric, pairs in part.pairs.items():
            for pair in pairs:
                low, high = pair.interval or (None, None)
                names = {"metric": metric, "system": pair.first, "against": pair.second}
                tested = attributes(pair, ("effect", "p", "corrected", "reachable", "verdict"))
                yield {**about, **names, "value": pair.difference, "low": low, "high": high, **tested}


# As papers print it: one table with marks, best in bold, and a caption that explains them.


def _paper(comparison: Comparison, columns: Sequence[str]) -> Report:
    """The compared field with intervals below; or `columns` of every metric, which leave no room for them."""
    systems, fields = comparison.result.systems, _fields(comparison, columns)
    letters = _letters(comparison)
    head, names = ["", "System"] if letters else ["System"], paper_names(comparison.result)
    rows: list[Sequence[Value]] = []
    for name, part in (*comparison.by_group.items(), (ALL, comparison)):
        if comparison.by is not None:
            rows.append(group_heading(name, comparison.by, part.result.key))
        for place, (system, cells) in enumerate(_scores(part, fields, paper=True)):
            rows.append((*letters[place : place + 1], names[system], *cells))
            if len(part.judgement.groups) > 1 and not columns:
                bounds = [part.standings[metric.name][place].interval for metric, _ in fields]
                texts = [f"[{100 * each.low:.1f}, {100 * each.high:.1f}]" if each else "" for each in bounds]
                rows.append((*[""] * len(head), *(Entry(text, style=SMALL) for text in texts)))
    titles = [metric.title for metric, _ in fields]
    over: tuple[tuple[str, int], ...] = ()
    if columns:
        spans = ((metric.title, sum(each == metric for each, _ in fields)) for metric in dict(fields))
        titles, over = [SHORT[field] for _, field in fields], (*[("", 1)] * len(head), *spans)
    left, caption, best = tuple(range(len(head))), _caption(comparison, columns), NUMBERS if len(systems) > 1 else ()
    table = sheet("", (*head, *titles), rows, best=best, left=left, caption=caption, over=over)
    return Report(headline(comparison.result), (table,), signature=comparison.signature, title="Comparison")


def _letters(comparison: Comparison) -> list[str]:
    """A letter for each system, by which others name it, where systems are few and all pairs are compared."""
    systems = len(comparison.result.systems)
    lettered = comparison.judgement.baseline is None and 1 < systems <= LETTERED
    return list("abcdefgh"[:systems]) if lettered else []


def _superscript(comparison: Comparison, metric: Metric, place: int) -> str:
    """Against a baseline: better or worse than it; else the letters of the systems it beats, or its rank."""
    systems, letters = comparison.result.systems, _letters(comparison)
    if comparison.judgement.baseline is not None:
        return _mark(comparison, metric, place, 1)
    if not letters:
        return str(comparison.standings[metric.name][place].rank or "--") if len(systems) > 1 else ""
    beaten = {pair.loser for pair in comparison.pairs[metric.name] if pair.winner == systems[place].name}
    return "".join(letter for letter, system in zip(letters, systems, strict=True) if system.name in beaten)


def _caption(comparison: Comparison, columns: Sequence[str]) -> str:
    from corefscope.reporting.render.latex import escape

    baseline = comparison.judgement.baseline
    sentences = [", ".join(LATEX_FIELDS[each] + f" ({SHORT[each]})" * (each != "f1") for each in columns)]
    if not columns:
        with_intervals = f", with {escape(intervals(comparison))} over {escape(sampled(comparison))}"
        sentences = [LATEX_FIELDS[comparison.plan.field] + with_intervals * (len(comparison.judgement.groups) > 1)]
    if len(comparison.result.systems) > 1:
        meaning = "Superscripts are ranks: 1 + the number of systems that are better"
        if baseline is not None:
            name = escape(paper_names(comparison.result)[baseline])
            meaning = f"$^{{*}}$ better and $^{{\\dagger}}$ worse than {name}, $^{{?}}$ cannot be shown"
        elif _letters(comparison):
            meaning = "Superscripts name the systems that a system is better than"
        significant = f"(corrected $p < {comparison.plan.alpha:g}$)"
        sentences += ["Best in bold", f"{meaning} {significant}", f"Test: {escape(method(comparison))}"]
    if len(comparison.judgement.groups) < 2:
        sentences.append("There are too few documents for intervals and ranks")
    return ". ".join(sentences) + "."
