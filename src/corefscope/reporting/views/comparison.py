"""A comparison: scores with ranks, intervals, and every pair; for papers one table with marks and a caption."""

from __future__ import annotations

from collections.abc import Iterator

from corefscope.reporting.render.latex import escape, title
from corefscope.reporting.report import (
    SMALL,
    UNDEFINED,
    Entry,
    Heading,
    Records,
    Report,
    Row,
    Sheet,
    View,
    number,
    paragraph,
    sheet,
    with_best,
)
from corefscope.reporting.views import comparison_words as words
from corefscope.reporting.views.scores import ALL, headline, held
from corefscope.scoring.saved import comparison_object
from corefscope.statistics.comparison import Comparison
from corefscope.statistics.judgement import TOO_FEW
from corefscope.statistics.plan import FIELDS

PAIRS_LISTED = 15  # more are shown as a matrix
NO_INTERVAL = (None, None)
LETTERED = 8  # more systems would make superscripts longer than numbers: then they are ranks
COLUMNS = (
    "metric", "field", "system", "against", "value", "low", "high", "rank", "effect", "p", "corrected", "reachable",
    "verdict", "signature",
)  # fmt: skip
_LATEX_FIELDS = {"f1": "F$_1$", "recall": "Recall", "precision": "Precision"}
_LATEX_MARKS = {"better": "*", "worse": "†", "cannot be shown": "?", "no difference": ""}


def view(comparison: Comparison) -> View:
    return View(
        lambda: report(comparison),
        data=lambda: comparison_object(comparison),
        records=lambda: _records(comparison),
        paper=lambda: _paper(comparison),
    )


def report(comparison: Comparison) -> Report:
    """Scores, groups, intervals, then the pairs of each metric; then the method and the meaning of the marks."""
    return Report(
        headline(comparison.result),
        tuple(_tables(comparison)),
        (paragraph(notes(comparison)),),
        comparison.signature,
        tuple(map(str, comparison.warnings)),
        "Comparison",
    )


def notes(comparison: Comparison) -> list[str]:
    """The method and the meaning of the marks, in sentences."""
    if len(comparison.result.systems) < 2:
        return [f"{words.intervals(comparison)} over {words.sampled(comparison)}."]
    unranked = comparison.judgement.baseline is None and _has_single_document(comparison)
    few = [f"{UNDEFINED} {TOO_FEW} for a rank."] if unranked else []
    said = [f"{words.judged(comparison)}.", f"{words.marks(comparison)}.", *few]
    return said if comparison.plan.equivalent_within is None else [*said, f"{words.equivalent(comparison)}."]


def _has_single_document(comparison: Comparison) -> bool:
    """Whether there, or in a group, documents are too few to rank systems."""
    return any(len(part.judgement.groups) == 1 for part in (comparison, *comparison.by_group.values()))


def _tables(comparison: Comparison) -> Iterator[Sheet]:
    metrics, systems = comparison.result.metrics, comparison.result.systems
    scores = _scores(comparison)
    yield scores
    if comparison.by is not None:
        by, rows = comparison.by, list[Row]()
        for name, part in (*comparison.by_group.items(), (ALL, comparison)):
            rows.append(Heading(name, held(by, part.result.key)))
            for first, *others in _scores(part).rows:
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


def _scores(comparison: Comparison) -> Sheet:
    metrics, baseline = comparison.result.metrics, comparison.judgement.baseline
    several = len(comparison.result.systems) > 1
    ranked = baseline is None and several
    rows = []
    for place, system in enumerate(comparison.result.systems):
        cells = [Entry(system.name)]
        for metric in metrics:
            pair = comparison.judgement.pair(metric.name, system.name, baseline) if baseline else None
            mark = ((words.MARKS[pair.standing] if pair else "") or " ") if baseline else ""
            rank = f" ({comparison.standings[metric.name][place].rank or UNDEFINED})" if ranked else ""
            cells.append(_score(comparison, metric.name, place, mark, rank))
        rows.append(tuple(cells))
    title = FIELDS[comparison.plan.field].title + (" (rank)" if ranked else "")
    columns = ("System", *(metric.title for metric in metrics))
    return sheet(title, columns, with_best(rows) if several else rows)


def _score(comparison: Comparison, metric: str, place: int, mark: str, rank: str = "") -> Entry:
    if comparison.plan.field in comparison.result.systems[place].scores[metric].undefined:
        return Entry(UNDEFINED, mark=" " * len(mark))
    value = comparison.standings[metric][place].score
    return Entry(f"{100 * value:.2f}{rank}", value, mark)


def _list(comparison: Comparison, metric: str, title: str) -> Sheet:
    one_sided = comparison.plan.tail == "one"
    within = comparison.plan.equivalent_within
    asked = () if within is None else (f"Within {within:g}",)
    columns = ("better?" if one_sided else "", "Difference", "Interval", "Effect", "p", "Corrected", *asked)
    rows = [
        (
            f"{pair.first} {'>' if one_sided else '-'} {pair.second}",
            Entry(words.points(pair.difference), pair.difference),
            words.bounds(pair.interval, signed=True),
            number(pair.effect, 2, "+"),
            Entry(words.probability(pair.p), pair.p),
            Entry(f"{words.MARKS[pair.standing]} {words.probability(pair.corrected)}".strip(), pair.corrected),
            *(words.equivalence(pair) for _ in asked),
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
    return [*(["group"] if by else []), *_columns(comparison)], rows


def _columns(comparison: Comparison) -> list[str]:
    asked = [] if comparison.plan.equivalent_within is None else ["equivalence_p", "equivalence"]
    return [*COLUMNS[:-1], *asked, COLUMNS[-1]]


def _rows(comparison: Comparison) -> Iterator[list[object]]:
    field, asked = comparison.plan.field, comparison.plan.equivalent_within is not None
    for metric, standings in comparison.standings.items():
        for each in standings:
            yield [
                metric,
                field,
                each.system,
                None,
                each.score,
                *(each.interval or NO_INTERVAL),
                each.rank,
                *[None] * (7 if asked else 5),
            ]
    for metric, pairs in comparison.pairs.items():
        for pair in pairs:
            judged = [pair.effect, pair.p, pair.corrected, pair.reachable, pair.verdict]
            judged += [pair.equivalence_p, pair.equivalence] if asked else []
            difference = [pair.difference, *(pair.interval or NO_INTERVAL)]
            yield [metric, field, pair.first, pair.second, *difference, None, *judged]


def _paper(comparison: Comparison) -> Report:
    """One table: best in bold, intervals below the scores, superscript marks, and a caption that explains them."""
    letters = _has_letters(comparison)
    head = ["", "System"] if letters else ["System"]
    systems, metrics = comparison.result.systems, comparison.result.metrics
    rows: list[Row] = []
    for name, part in (*comparison.by_group.items(), (ALL, comparison)):
        if comparison.by is not None:
            rows.append(Heading(name, held(comparison.by, part.result.key)))
        cells = [
            [_score(part, metric.name, place, _superscript(part, metric.name, place)) for metric in metrics]
            for place in range(len(systems))
        ]
        for place, marked in enumerate(with_best(cells, above=-1.0) if len(systems) > 1 else cells):
            label = [Entry(_letter(place))] if letters else []
            rows.append((*label, Entry(systems[place].name), *marked))
            if len(part.judgement.groups) > 1:
                found = [part.standings[metric.name][place].interval for metric in metrics]
                texts = [f"[{100 * each.low:.1f}, {100 * each.high:.1f}]" if each else "" for each in found]
                rows.append((*[Entry()] * len(head), *(Entry(text, style=SMALL) for text in texts)))
    columns = (*head, *(metric.title for metric in metrics))
    table = sheet("", columns, rows, left=tuple(range(len(head))), caption=_caption(comparison))
    return Report(headline(comparison.result), (table,), signature=comparison.signature)


def _has_letters(comparison: Comparison) -> bool:
    return comparison.judgement.baseline is None and 1 < len(comparison.result.systems) <= LETTERED


def _letter(place: int) -> str:
    return chr(ord("a") + place)


def _superscript(comparison: Comparison, metric: str, place: int) -> str:
    """Against a baseline: better or worse than it; else the letters of the systems it beats, or its rank."""
    systems, judgement = comparison.result.systems, comparison.judgement
    name = systems[place].name
    if judgement.baseline is not None:
        pair = judgement.pair(metric, name, judgement.baseline)
        return _LATEX_MARKS[pair.standing] if pair else ""
    if not _has_letters(comparison):
        return str(comparison.standings[metric][place].rank or "--") if len(systems) > 1 else ""
    beaten = {pair.loser for pair in comparison.pairs[metric] if pair.winner == name}
    return "".join(_letter(other) for other, system in enumerate(systems) if system.name in beaten)


def _caption(comparison: Comparison) -> str:
    said = [_LATEX_FIELDS[comparison.plan.field]]
    if len(comparison.judgement.groups) > 1:
        said[0] += f", with {escape(words.intervals(comparison))} over {escape(words.sampled(comparison))}"
    if _has_single_document(comparison):
        said.append(f"Where there is one document, it is {TOO_FEW} for intervals and ranks")
    if len(comparison.result.systems) > 1:
        test = words.judged(comparison)
        said += ["Best in bold", _meaning(comparison), f"Test: {escape(test[0].lower() + test[1:])}"]
        said += [title(words.equivalent(comparison))] if comparison.plan.equivalent_within is not None else []
    return ". ".join(said) + "."


def _meaning(comparison: Comparison) -> str:
    """What the superscripts mean."""
    baseline, significant = comparison.judgement.baseline, f"(corrected $p < {comparison.plan.alpha:g}$)"
    if baseline is None:
        if _has_letters(comparison):
            return f"Superscripts name the systems that a system is better than {significant}"
        return f"Superscripts are ranks: 1 + the number of systems that are better {significant}"
    said = f"$^{{*}}$ better and $^{{\\dagger}}$ worse than {escape(baseline)} {significant}"
    if "cannot be shown" in words.used_standings(comparison):
        said += "; $^{?}$ no difference could have been shown with so few documents"
    return said
