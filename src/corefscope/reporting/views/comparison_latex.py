"""A comparison as a booktabs table with bold best, superscript marks, and a caption that says what they mean."""

from __future__ import annotations

from corefscope.reporting.render.latex import comment, escape, metric_title, table_row
from corefscope.reporting.sheet import ALL, headline, held
from corefscope.reporting.views.comparison_words import interval_words, judged_words, sampled_words
from corefscope.statistics.comparison import Comparison
from corefscope.statistics.judgement import TOO_FEW

LETTERED = 8  # more systems would make superscripts longer than numbers: then they are ranks
_FIELDS = {"f1": "F$_1$", "recall": "Recall", "precision": "Precision"}
_AGAINST_BASELINE = {"better": "*", "worse": "\\dagger", "cannot be shown": "?", "no difference": ""}


def render(comparison: Comparison) -> str:
    """Ready to be pasted; needs \\usepackage{booktabs}."""
    metrics, systems = comparison.result.metrics, comparison.result.systems
    letters = _lettered(comparison)
    head = ["", "System"] if letters else ["System"]
    lines = [
        comment(headline(comparison.result)),
        comment(comparison.signature),
        "\\begin{table}",
        "\\centering",
        f"\\begin{{tabular}}{{{'l' * len(head)}{'r' * len(metrics)}}}",
        "\\toprule",
        table_row([*head, *map(metric_title, metrics)]),
    ]
    for name, part in (*comparison.by_group.items(), (ALL, comparison)):
        lines.append("\\midrule")
        if comparison.by is not None:
            title = f"\\emph{{{escape(name)}}}, {held(comparison.by, part.result.key)}"
            lines.append(table_row([f"\\multicolumn{{{len(head) + len(metrics)}}}{{l}}{{{title}}}"]))
        for number, system in enumerate(systems):
            label = [chr(ord("a") + number)] if letters else []
            lines.append(table_row([*label, escape(system.name), *_cells(part, number)]))
            if len(part.judgement.groups) > 1:
                lines.append(table_row([*[""] * len(head), *_intervals(part, number)]))
    return (
        "\n".join([*lines, "\\bottomrule", "\\end{tabular}", f"\\caption{{{_caption(comparison)}}}", "\\end{table}"])
        + "\n"
    )


def _lettered(comparison: Comparison) -> bool:
    return comparison.judgement.baseline is None and 1 < len(comparison.result.systems) <= LETTERED


def _cells(comparison: Comparison, number: int) -> list[str]:
    system = comparison.result.systems[number]
    cells = []
    for metric in comparison.result.metrics:
        standings = comparison.standings[metric.name]
        if comparison.plan.field in system.scores[metric.name].undefined:
            cells.append("--")
            continue
        value = f"{100 * standings[number].score:.2f}"
        best = max(round(standing.score, 4) for standing in standings)
        if len(standings) > 1 and round(standings[number].score, 4) == best:
            value = f"\\textbf{{{value}}}"
        mark = _mark(comparison, metric.name, number)
        cells.append(f"{value}$^{{{mark}}}$" if mark else value)
    return cells


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


def _intervals(comparison: Comparison, number: int) -> list[str]:
    cells = []
    for metric in comparison.result.metrics:
        interval = comparison.standings[metric.name][number].interval
        shown = f"[{100 * interval.low:.1f}, {100 * interval.high:.1f}]" if interval else ""
        cells.append(f"{{\\scriptsize {shown}}}")
    return cells


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
