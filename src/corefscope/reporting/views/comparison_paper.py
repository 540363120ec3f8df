"""A comparison as papers print it: one table with marks, best in bold, and a caption that explains them."""

from __future__ import annotations

from collections.abc import Sequence

from corefscope.reporting.render.latex import escape
from corefscope.reporting.report import SMALL, Entry, Heading, Report, Row, sheet, with_best
from corefscope.reporting.views import comparison_words as words
from corefscope.reporting.views.comparison import has_single_document, score_entry, shown_fields
from corefscope.reporting.views.scores import ALL, SHORT, cell, headline, held, over_titles
from corefscope.statistics.comparison import Comparison
from corefscope.statistics.judgement import TOO_FEW

LETTERED = 8  # more systems would make superscripts longer than numbers: then they are ranks
_LATEX_FIELDS = {"f1": "F$_1$", "recall": "Recall", "precision": "Precision"}
_LATEX_MARKS = {"better": "*", "worse": "†", "cannot be shown": "?", "no difference": ""}


def paper(comparison: Comparison, columns: Sequence[str] = ()) -> Report:
    """The compared field with intervals below; or `columns` of every metric, which leave no room for them."""
    letters = _has_letters(comparison)
    head = ["", "System"] if letters else ["System"]
    systems, fields, compared = comparison.result.systems, shown_fields(comparison, columns), comparison.plan.field
    rows: list[Row] = []
    for name, part in (*comparison.by_group.items(), (ALL, comparison)):
        if comparison.by is not None:
            rows.append(Heading(name, held(comparison.by, part.result.key)))
        cells = [
            [
                score_entry(part, metric.name, place, _superscript(part, metric.name, place))
                if field == compared
                else cell(part.result.systems[place].scores[metric.name], field)
                for metric, field in fields
            ]
            for place in range(len(systems))
        ]
        for place, marked in enumerate(with_best(cells, above=-1.0) if len(systems) > 1 else cells):
            label = [Entry(_letter(place))] if letters else []
            rows.append((*label, Entry(systems[place].name), *marked))
            if len(part.judgement.groups) > 1 and not columns:
                found = [part.standings[metric.name][place].interval for metric, _ in fields]
                texts = [f"[{100 * each.low:.1f}, {100 * each.high:.1f}]" if each else "" for each in found]
                rows.append((*[Entry()] * len(head), *(Entry(text, style=SMALL) for text in texts)))
    titles = [SHORT[field] if columns else metric.title for metric, field in fields]
    over = (*[("", 1)] * len(head), *over_titles(fields)) if columns else ()
    caption = _caption(comparison, columns)
    table = sheet("", (*head, *titles), rows, left=tuple(range(len(head))), caption=caption, over=over)
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


def _caption(comparison: Comparison, columns: Sequence[str]) -> str:
    field = comparison.plan.field
    if columns:
        said = [", ".join(_LATEX_FIELDS[each] + f" ({SHORT[each]})" * (each != "f1") for each in columns)]
    else:
        said = [_LATEX_FIELDS[field]]
        if len(comparison.judgement.groups) > 1:
            said[0] += f", with {escape(words.intervals(comparison))} over {escape(words.sampled(comparison))}"
        if has_single_document(comparison):
            said.append(f"Where there is one document, it is {TOO_FEW} for intervals and ranks")
    if len(comparison.result.systems) > 1:
        test = words.judged(comparison)
        said += ["Best in bold", _meaning(comparison), f"Test: {escape(test[0].lower() + test[1:])}"]
    if columns:  # as words, which TeX can break into lines
        said.append(f"Scored with {escape(comparison.result.signature.replace('|', ', '))}")
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
