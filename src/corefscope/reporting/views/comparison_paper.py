"""A comparison as a table for a paper: best in bold, superscript marks, and a caption that says what they mean."""

from __future__ import annotations

from corefscope.reporting.render.latex import escape
from corefscope.reporting.report import SMALL, UNDEFINED, Entry, Heading, Report, Row, sheet, with_best
from corefscope.reporting.views.comparison_words import interval_words, judged_words, sampled_words
from corefscope.reporting.views.scores import ALL, headline, held
from corefscope.statistics.comparison import Comparison
from corefscope.statistics.judgement import TOO_FEW

LETTERED = 8  # more systems would make superscripts longer than numbers: then they are ranks
_FIELDS = {"f1": "F$_1$", "recall": "Recall", "precision": "Precision"}
_AGAINST_BASELINE = {"better": "*", "worse": "†", "cannot be shown": "?", "no difference": ""}


def report(comparison: Comparison) -> Report:
    letters = _lettered(comparison)
    head = ["", "System"] if letters else ["System"]
    rows: list[Row] = []
    for name, part in (*comparison.by_group.items(), (ALL, comparison)):
        if comparison.by is not None:
            rows.append(Heading(name, held(comparison.by, part.result.key)))
        systems = comparison.result.systems
        cells = [[_cell(part, metric.name, number) for metric in part.result.metrics] for number in range(len(systems))]
        for number, marked in enumerate(with_best(cells, above=-1.0) if len(systems) > 1 else cells):
            label = [Entry(chr(ord("a") + number))] if letters else []
            rows.append((*label, Entry(systems[number].name), *marked))
            if len(part.judgement.groups) > 1:
                rows.append((*[Entry()] * len(head), *_intervals(part, number)))
    columns = (*head, *(metric.title for metric in comparison.result.metrics))
    drawn = sheet("", columns, rows, left=tuple(range(len(head))), caption=_caption(comparison))
    return Report(headline(comparison.result), (drawn,), signature=comparison.signature)


def _lettered(comparison: Comparison) -> bool:
    return comparison.judgement.baseline is None and 1 < len(comparison.result.systems) <= LETTERED


def _cell(comparison: Comparison, metric: str, number: int) -> Entry:
    if comparison.plan.field in comparison.result.systems[number].scores[metric].undefined:
        return Entry(UNDEFINED)
    value = comparison.standings[metric][number].score
    return Entry(f"{100 * value:.2f}", value, _mark(comparison, metric, number))


def _mark(comparison: Comparison, metric: str, number: int) -> str:
    """Against a baseline: better or worse than it; else the letters of the systems it beats, or its rank."""
    systems, judgement = comparison.result.systems, comparison.judgement
    name = systems[number].name
    if judgement.baseline is not None:
        pair = judgement.pair(metric, name, judgement.baseline)
        return _AGAINST_BASELINE[pair.standing] if pair else ""
    if not _lettered(comparison):
        return str(comparison.standings[metric][number].rank or "--") if len(systems) > 1 else ""
    beaten = {pair.loser for pair in comparison.pairs[metric] if pair.winner == name}
    return "".join(chr(ord("a") + place) for place, system in enumerate(systems) if system.name in beaten)


def _intervals(comparison: Comparison, number: int) -> list[Entry]:
    found = [comparison.standings[metric.name][number].interval for metric in comparison.result.metrics]
    return [Entry(f"[{100 * each.low:.1f}, {100 * each.high:.1f}]" if each else "", style=SMALL) for each in found]


def _caption(comparison: Comparison) -> str:
    judgement, alpha = comparison.judgement, f"{comparison.plan.alpha:g}"
    said = [_FIELDS[comparison.plan.field]]
    if len(judgement.groups) > 1:
        said[0] += f", with {escape(interval_words(comparison))} over {escape(sampled_words(comparison))}"
    if any(len(part.judgement.groups) == 1 for part in (comparison, *comparison.by_group.values())):
        said.append(f"Where there is one document, it is {TOO_FEW} for intervals and ranks")
    if len(comparison.result.systems) > 1:
        said.append("Best in bold")
        said.append(_marks_mean(comparison, alpha))
        said.append(f"Test: {escape(judged_words(comparison)[0].lower() + judged_words(comparison)[1:])}")
    return ". ".join(said) + "."


def _marks_mean(comparison: Comparison, alpha: str) -> str:
    baseline = comparison.judgement.baseline
    if baseline is not None:
        used = {pair.standing for pairs in comparison.pairs.values() for pair in pairs}
        said = [f"$^{{*}}$ better and $^{{\\dagger}}$ worse than {escape(baseline)} (corrected $p < {alpha}$)"]
        if "cannot be shown" in used:
            said.append("$^{?}$ no difference could have been shown with so few documents")
        return "; ".join(said)
    if _lettered(comparison):
        return f"Superscripts name the systems that a system is better than (corrected $p < {alpha}$)"
    return f"Superscripts are ranks: 1 + the number of systems that are better (corrected $p < {alpha}$)"
