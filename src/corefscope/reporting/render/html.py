"""A report as HTML: one page that loads nothing, or a fragment for notebooks.

Text of a file is never markup, and a content security policy allows only the page's own style and script.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterator
from html import escape
from pkgutil import get_data  # loads less than importlib.resources

from corefscope.basics.escaping import visible
from corefscope.reporting.report import BAD, BEST, Heading, Report, Row, Sheet

STYLES = ("look", "tables")  # shared with the report and the application


# Only this script and this style, and no markup from strings.
POLICY = (
    "default-src 'none'; script-src {script}; style-src {style}; "
    "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
)


def style(name: str) -> str:
    """The text of one of STYLES, or of `notebook`, in which colours follow the notebook's own theme."""
    return _asset(f"{name}.css")


def _asset(name: str) -> str:
    return (get_data("corefscope.reporting.render", name) or b"").decode()


def page(title: str, style: str, script: str, body: str, **parts: str) -> str:
    """Fill the template that all pages share; `parts` are filled into the body."""
    hashes = {
        name: f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
        for name, text in (("script", script), ("style", style))
    }
    parts |= {"policy": escape(POLICY.format(**hashes)), "title": escape(visible(title)), "style": style}
    parts |= {"script": script}
    template = _asset("page.html").replace("{{body}}", body)
    return re.sub(r"{{(\w+)}}", lambda match: parts[match[1]], template)


def render(report: Report) -> str:
    """Render a page; a click on the title of a column sorts by it."""
    title = report.title or "corefscope"
    cards = "\n".join(f'<section class="card wide">{content}</section>' for content in _sections(report))
    body = (
        '<header id="top"><h1><span class="brand">corefscope</span>'
        '<span class="compared">{{title}}</span></h1></header><main class="cards">{{cards}}</main>'
    )
    return page(title, "".join(map(style, STYLES)), _asset("page.js"), body, cards=cards)


def _sections(report: Report, title: str = "h2", can_sort: bool = True) -> Iterator[str]:
    if report.heading:
        yield _paragraphs(report.heading).replace("<p>", '<p class="lead">', 1)
    for table in report.tables:
        has_headings = any(isinstance(row, Heading) for row in table.rows)
        yield _table(table, title, can_sort and len(table.rows) > 1 and not has_headings)
    if report.notes:
        yield "".join(map(_paragraphs, report.notes))
    if report.warnings:
        items = "".join(f"<li>{escape(text)}</li>" for text in report.warnings)
        yield f'<{title}>Warnings</{title}><ul class="warnings">{items}</ul>'
    if report.signature:
        yield f"<{title}>Signature</{title}><p><code>{escape(report.signature).replace('|', '|<wbr/>')}</code></p>"


def fragment(report: Report) -> str:
    """Small tables for notebooks, in the look of the pages."""
    look = f"<style>{style('notebook')}.corefscope {{{style('tables')}}}</style>"
    return f'<div class="corefscope">{look}{"".join(_sections(report, "h4", can_sort=False))}</div>'


def _paragraphs(text: str) -> str:
    """Turn lines into paragraphs; indented lines stay indented."""
    lines = ((' class="below"' if line.startswith(" ") else "", line) for line in text.split("\n") if text)
    return "".join(f"<p{kind}>{escape(line.strip())}</p>" for kind, line in lines)


def _table(table: Sheet, heading: str, sortable: bool) -> str:
    """Return the title, the table in a box that scrolls if it is too wide, and the note."""
    content = f"<{heading}>{escape(table.title)}</{heading}>" if table.title else ""
    if table.columns:
        cells = [[_title(table, place, sortable) for place in range(len(table.columns))]]
        cells += (_row(table, row) for row in table.rows)
        if table.drawn:
            _draw(table, table.drawn, cells)
        head, *body = (f"<tr>{''.join(row)}</tr>" for row in cells)
        rows = "\n".join(body)
        label = escape(table.title or table.columns[0] or "Table")
        content += (
            f'<div class="scrolled" tabindex="0" role="region" aria-label="{label}">'
            f"<table><thead>{head}</thead>\n<tbody>{rows}</tbody></table></div>"
        )
    return content + _paragraphs(table.note)


def _title(table: Sheet, place: int, sortable: bool) -> str:
    text, marks = escape(table.columns[place]), _class(table, place)
    if not text:
        return f"<td{marks}></td>"
    if sortable:
        numeric = any(isinstance(row[place].value, float | int) for row in table.rows if not isinstance(row, Heading))
        marks += " data-numeric" * numeric + " data-rank" * (text == "Rank")
        text = f'<button type="button">{text}</button>'
    return f'<th scope="col"{marks}>{text}</th>'


def _class(table: Sheet, place: int, style: str = "") -> str:
    names = ["text"] * (place in table.left and place > 0) + ["kept"] * (place == table.kept) + [style] * bool(style)
    return f' class="{" ".join(names)}"' if names else ""


def _draw(table: Sheet, drawn: tuple[int, int, int], cells: list[list[str]]) -> None:
    """Insert a column of intervals. Its axis begins and ends where they do, and its title says where that is."""
    numbers = [[] if isinstance(row, Heading) else [row[place].value for place in drawn] for row in table.rows]
    bounds = [bound for values in numbers for bound in values[1:] if isinstance(bound, float)]
    if not bounds:
        return
    low, high = min(bounds), max(bounds)
    cells[0].insert(drawn[2] + 1, f'<td class="axis">{100 * low:.0f} {100 * high:.0f}</td>')
    for row, values in zip(cells[1:], numbers, strict=True):
        places = [f"{100 * (value - low) / (high - low or 1):.1f}" for value in values if isinstance(value, float)]
        line = '<path d="M{1} 5H{2}"/><circle cx="{0}" cy="5" r="2"/>'.format(*places) if len(places) == 3 else ""
        row.insert(drawn[2] + 1, f'<td class="axis"><svg viewBox="0 0 100 10" aria-hidden="true">{line}</svg></td>')


def _row(table: Sheet, row: Row) -> list[str]:
    if isinstance(row, Heading):
        return [f'<th scope="rowgroup" colspan="{len(table.columns)}">{escape(row.full_text)}</th>']
    name, *others = row
    indent = ' class="below"' if name.text.startswith(" ") else ""
    cells = [f'<th scope="row"{indent} data-value="{escape(name.text)}">{escape(name.full_text.strip())}</th>']
    for place, cell in enumerate(others, 1):
        kind = _class(table, place, cell.style if cell.style in (BEST, BAD) else "")
        is_text = isinstance(cell.value, str) or place in table.left
        value = cell.text if is_text else "" if cell.value is None else repr(cell.value)
        cells.append(f'<td{kind} data-value="{escape(value)}">{escape(cell.full_text.strip())}</td>')
    return cells
