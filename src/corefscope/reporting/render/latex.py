"""Booktabs tables as papers print them; they need \\usepackage{booktabs}."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
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


COLUMN, PAGE = 240, 345  # points: a column of a page with two, which wider tables leave, and a page with one
_CHARACTER, _BETWEEN = 5, 6  # points, of a small character and between columns
_LONG = 40  # characters: longer texts are broken into lines


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
        is_long = [width > _LONG for width in columns]
        width = sum(min(width, _LONG) * _CHARACTER + _BETWEEN for width in columns)
        wide = "*" * (width > COLUMN)
        font, smaller = ("scriptsize", "tiny") if width > PAGE else ("small", "scriptsize")
        yield from (f"\\begin{{table{wide}}}", f"\\centering\\{font}\\setlength{{\\tabcolsep}}{{3pt}}")
        yield from _tabular(table, is_long, smaller)
        label = f"\\label{{tab:{report.title.lower().replace(' ', '-') or 'coreference'}-{number}}}"
        yield from (f"\\caption{{{caption.lstrip('. ')}}}", label, f"\\end{{table{wide}}}")


def _comments(*texts: str) -> Iterator[str]:
    """Comments of one line each; other line ends become visible."""
    return (f"% {visible(line)}" for text in texts if text for line in text.split("\n"))


def _tabular(table: Sheet, is_long: Sequence[bool], smaller: str) -> Iterator[str]:
    width = len(table.columns)
    lines = f"p{{{0.6 / max(sum(is_long), 1):.2g}\\linewidth}}"
    kinds = (lines if is_long[place] else "lr"[place not in table.left] for place in range(width))
    yield f"\\begin{{tabular}}{{{''.join(kinds)}}}"
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
            cells = (_cell(cell, smaller) for cell in row)
            # A path may be broken behind a slash.
            yield _row(
                text.replace("/", "\\slash{}") if long else text for text, long in zip(cells, is_long, strict=True)
            )
        needs_rule = False
    yield from ("\\bottomrule", "\\end{tabular}")


def _spanning(text: str, columns: int, flush: str = "c") -> str:
    return f"\\multicolumn{{{columns}}}{{{flush}}}{{{text}}}"


def _cell(cell: Entry, smaller: str) -> str:
    if cell.style == SMALL:
        return f"{{\\{smaller} {cell.text}}}"  # only numbers are small
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
