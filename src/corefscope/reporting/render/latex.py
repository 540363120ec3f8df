"""A booktabs table as papers print it: a row per system; recall, precision and F1 of each metric."""

from __future__ import annotations

from corefscope.basics.escaping import visible
from corefscope.metrics.base import Metric, Score
from corefscope.reporting.sheet import blocks, headline, percent
from corefscope.scoring.result import Result

_TITLES = {"b3": "B$^3$", "ceafm": "CEAF$_m$", "ceafe": "CEAF$_e$"}
_ESCAPES = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    **{character: "\\" + character for character in "&%$#_{}"},
    **{character: f"{{{character}}}" for character in "[*"},  # after a row's end they would belong to it
}


def render(result: Result) -> str:
    """Ready to be pasted; needs \\usepackage{booktabs}."""
    widths = [len(metric.fields) for metric in result.metrics]
    first, second, rules = [""], ["System"], []
    column = 2
    for metric, width in zip(result.metrics, widths, strict=True):
        first.append(f"\\multicolumn{{{width}}}{{c}}{{{metric_title(metric)}}}")
        second += ["R", "P", "F$_1$"] if width == 3 else ["F$_1$"]
        if width == 3:
            rules.append(f"\\cmidrule(lr){{{column}-{column + width - 1}}}")
        column += width
    body: list[str] = []
    for name, size, scores in blocks(result):
        rows = [
            [escape(system.name), *(cell for metric in result.metrics for cell in _cells(each[metric.name], metric))]
            for system, each in zip(result.systems, scores, strict=True)
        ]
        if len(rows) > 1:
            _embolden(rows, second)
        if result.by is not None:
            title = f"\\emph{{{escape(name)}}}, {size}"
            body += ["\\midrule", table_row([f"\\multicolumn{{{len(second)}}}{{l}}{{{title}}}"])]
        body += map(table_row, rows)
    lines = [
        comment(headline(result)),
        comment(result.signature),
        f"\\begin{{tabular}}{{l{'r' * sum(widths)}}}",
        "\\toprule",
        table_row(first),
        *([" ".join(rules)] if rules else []),
        table_row(second),
        *(["\\midrule"] if result.by is None else []),
        *body,
        "\\bottomrule",
        "\\end{tabular}",
    ]
    return "\n".join(lines) + "\n"


def _cells(score: Score, metric: Metric) -> list[str]:
    fields = metric.fields
    return [percent(score, field).replace("–", "--") for field in fields]


def _embolden(body: list[list[str]], columns: list[str]) -> None:
    """The best F1 of each metric in bold."""
    for column, name in enumerate(columns):
        values = [float(row[column]) for row in body if row[column] != "--"] if name == "F$_1$" else []
        for row in body:
            if values and row[column] == f"{max(values):.2f}":
                row[column] = f"\\textbf{{{row[column]}}}"


def table_row(cells: list[str]) -> str:
    return " & ".join(cells) + r" \\"


def metric_title(metric: Metric) -> str:
    title = _TITLES.get(metric.family.name, metric.family.title)
    return title + escape(metric.name.removeprefix(metric.family.name))


def escape(text: str) -> str:
    """Text for a cell: what acts, on a terminal or in LaTeX, is only shown."""
    return "".join(_ESCAPES.get(character, character) for character in visible(text))


def comment(text: str) -> str:
    """A comment of one line, whatever line ends the text has."""
    return f"% {visible(text)}"
