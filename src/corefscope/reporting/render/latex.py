"""Booktabs tables as papers print them; they need \\usepackage{booktabs}."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import accumulate

from corefscope.basics.escaping import visible
from corefscope.reporting.report import BEST, SMALL, UNDEFINED, Entry, Heading, Report, Sheet

_WORDS = {"B³": "B$^3$", "CEAFm": "CEAF$_m$", "CEAFe": "CEAF$_e$", "F1": "F$_1$"}
_WORD = re.compile(rf"(?<!\w)({'|'.join(_WORDS)})(?!\w)")
_MARKS = {"†": "\\dagger"}
_NAMES = {"\\": "textbackslash", "~": "textasciitilde", "^": "textasciicircum", "<": "textless", ">": "textgreater",
          "|": "textbar"}  # fmt: skip
# What pdflatex knows in formulas only.
_FORMULAS = {
    "α": r"\alpha", "β": r"\beta", "τ": r"\tau", "φ": r"\phi", "Σ": r"\Sigma", "₁": "_1", "−": "-",
    "→": r"\rightarrow", "∩": r"\cap", "≤": r"\leq", "≥": r"\geq", "√": r"\surd", "✓": r"\surd", "✗": r"\times",
}  # fmt: skip
_ESCAPES = {
    **{character: f"\\{name}{{}}" for character, name in _NAMES.items()},
    **{character: f"${formula}$" for character, formula in _FORMULAS.items()},
    **{character: "\\" + character for character in "&%$#_{}"},
    **{character: f"{{{character}}}" for character in "[*"},  # at the start of a row they would belong to the row break
}


COLUMN = 240  # points: the width of a column of a page with two; wider tables take both
_CHARACTER, _BETWEEN = 5, 6  # points, of a character and between columns


def render(report: Report) -> str:
    return "\n".join(_lines(report)) + "\n"


def _lines(report: Report) -> Iterator[str]:
    yield "% \\usepackage{booktabs}"
    yield from _comments(report.heading, *report.notes, report.signature)
    for number, table in enumerate(report.tables, 1):
        if not table.columns:
            yield from _comments(table.title, table.note)
            continue
        caption = table.caption or "".join(f"{title(text)}. " for text in (table.title, table.note) if text)
        if report.signature:  # as words, which TeX can break into lines
            caption = f"{caption.rstrip('. ')}. Scored with {escape(report.signature.replace('|', ', '))}."
        columns = [max(map(len, cells)) for cells in zip(*table.grid(), strict=True)]
        wide = "*" * (sum(columns) * _CHARACTER + len(columns) * _BETWEEN > COLUMN)
        yield from (f"\\begin{{table{wide}}}", "\\centering\\small\\setlength{\\tabcolsep}{3pt}")
        yield from _tabular(table)
        label = f"\\label{{tab:{report.title.lower().replace(' ', '-') or 'coreference'}-{number}}}"
        yield from (f"\\caption{{{caption.lstrip('. ')}}}", label, f"\\end{{table{wide}}}")


def _comments(*texts: str) -> Iterator[str]:
    """Comments of one line each; other line ends become visible."""
    return (f"% {visible(line)}" for text in texts if text for line in text.split("\n"))


def _tabular(table: Sheet) -> Iterator[str]:
    width = len(table.columns)
    yield f"\\begin{{tabular}}{{{''.join('lr'[place not in table.left] for place in range(width))}}}"
    yield "\\toprule"
    if table.over:
        yield _row(_spanning(title(text), columns) if text else "" for text, columns in table.over)
        ends = list(accumulate(columns for _, columns in table.over))
        spans = [(end - columns + 1, end) for end, (_, columns) in zip(ends, table.over, strict=True) if columns > 1]
        if spans:  # a rule below each title that is above several columns
            yield " ".join(f"\\cmidrule(lr){{{first}-{last}}}" for first, last in spans)
    yield _row(map(title, table.columns))
    needs_rule = True
    for row in table.rows:
        if needs_rule or isinstance(row, Heading):
            yield "\\midrule"
        if isinstance(row, Heading):
            yield _row([_spanning(f"\\emph{{{escape(row.name)}}}, {escape(row.size)}", width, "l")])
        else:
            yield _row(map(_cell, row))
        needs_rule = False
    yield from ("\\bottomrule", "\\end{tabular}")


def _spanning(text: str, columns: int, flush: str = "c") -> str:
    return f"\\multicolumn{{{columns}}}{{{flush}}}{{{text}}}"


def _cell(cell: Entry) -> str:
    if cell.style == SMALL:
        return f"{{\\scriptsize {cell.text}}}"  # only numbers are small
    text = "--" if cell.text == UNDEFINED else escape(cell.text)
    if cell.style == BEST:
        text = f"\\textbf{{{text}}}"
    mark = cell.mark.strip()
    # A mark takes no width, so that decimals align.
    return f"{text}\\rlap{{$^{{{_MARKS.get(mark, mark)}}}$}}" if mark else text


def _row(cells: Iterable[str]) -> str:
    return " & ".join(cells) + r" \\"


def title(text: str) -> str:
    """A title with the names of metrics as in papers."""
    return "".join(_WORDS.get(part) or escape(part) for part in _WORD.split(text))


def escape(text: str) -> str:
    """Escape text for a cell, with control characters made visible."""
    return "".join(_ESCAPES.get(character, character) for character in visible(text))
