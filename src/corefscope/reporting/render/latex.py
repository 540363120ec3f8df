"""Booktabs tables as papers print them; they need \\usepackage{booktabs}."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from corefscope.basics.escaping import visible
from corefscope.reporting.report import BEST, SMALL, UNDEFINED, Entry, Heading, Report, Sheet

_WORDS = {"B³": "B$^3$", "CEAFm": "CEAF$_m$", "CEAFe": "CEAF$_e$", "F1": "F$_1$"}
_WORD = re.compile(rf"(?<!\w)(?:{'|'.join(_WORDS)})(?!\w)")
_MARKS = {"†": "\\dagger"}
_ESCAPES = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    # What pdflatex knows in formulas only.
    "α": r"$\alpha$",
    "β": r"$\beta$",
    "τ": r"$\tau$",
    "φ": r"$\phi$",
    "Σ": r"$\Sigma$",
    "₁": "$_1$",
    "−": "$-$",
    "→": r"$\rightarrow$",
    "∩": r"$\cap$",
    "≤": r"$\leq$",
    "≥": r"$\geq$",
    "√": r"$\surd$",
    "✓": r"$\surd$",
    "✗": r"$\times$",
    **{character: "\\" + character for character in "&%$#_{}"},
    **{character: f"{{{character}}}" for character in "[*"},  # at the start of a row they would belong to the row break
}


def render(report: Report) -> str:
    return "\n".join(_lines(report)) + "\n"


def _lines(report: Report) -> Iterator[str]:
    notes = [line for note in report.notes for line in note.split("\n")]
    yield from (comment(text) for text in (*report.heading.split("\n"), *notes, report.signature) if text)
    for table in report.tables:
        if not table.columns:
            yield from map(comment, (*table.title.split("\n"), *table.note.split("\n")))
            continue
        caption = table.caption or ". ".join(filter(None, map(title, (table.title, table.note))))
        yield from ("\\begin{table}", "\\centering") if caption else ()
        yield from _tabular(table)
        yield from (f"\\caption{{{caption}}}", "\\end{table}") if caption else ()
    if report.more is not None:
        yield from _lines(report.more)


def _tabular(table: Sheet) -> Iterator[str]:
    yield f"\\begin{{tabular}}{{{''.join('lr'[place not in table.left] for place in range(len(table.columns)))}}}"
    yield "\\toprule"
    if table.over:
        yield _row(f"\\multicolumn{{{width}}}{{c}}{{{title(text)}}}" if text else "" for text, width in table.over)
        rules = list(_rules(table.over))
        yield from [" ".join(rules)] if rules else []
    yield _row(map(title, table.columns))
    needs_rule = True
    for row in table.rows:
        if isinstance(row, Heading):
            yield "\\midrule"
            text = f"\\emph{{{escape(row.name)}}}, {escape(row.size)}"
            yield _row([f"\\multicolumn{{{len(table.columns)}}}{{l}}{{{text}}}"])
        else:
            yield from ["\\midrule"] if needs_rule else []
            yield _row(map(_cell, row))
        needs_rule = False
    yield from ("\\bottomrule", "\\end{tabular}")


def _rules(over: Sequence[tuple[str, int]]) -> Iterator[str]:
    """A rule below each title that is above several columns."""
    column = 1
    for _, width in over:
        if width > 1:
            yield f"\\cmidrule(lr){{{column}-{column + width - 1}}}"
        column += width


def _cell(cell: Entry) -> str:
    if cell.style == SMALL:
        return f"{{\\scriptsize {cell.text}}}"  # only numbers are small
    text = "--" if cell.text == UNDEFINED else escape(cell.text)
    if cell.style == BEST:
        text = f"\\textbf{{{text}}}"
    mark = cell.mark.strip()
    return f"{text}$^{{{_MARKS.get(mark, mark)}}}$" if mark else text


def _row(cells: Iterator[str] | Sequence[str] | map[str]) -> str:
    return " & ".join(cells) + r" \\"


def title(text: str) -> str:
    """A title with the names of metrics as in papers."""
    parts = re.split(f"({_WORD.pattern})", text)
    return "".join(_WORDS.get(part) or escape(part) for part in parts)


def escape(text: str) -> str:
    """Escape text for a cell, with control characters made visible."""
    return "".join(_ESCAPES.get(character, character) for character in visible(text))


def comment(text: str) -> str:
    """A comment of one line; line ends become visible."""
    return f"% {visible(text)}"
