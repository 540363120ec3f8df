"""A report as HTML: one page that loads nothing, or a fragment for notebooks.

Text of a file is never markup, and a content security policy allows only the page's own style and script.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator
from html import escape
from importlib.resources import files

from corefscope.reporting.report import BAD, BEST, Entry, Heading, Report, Row, Sheet


def render(report: Report) -> str:
    """The page; a click on the title of a column sorts by it."""
    style, script = ((files(__package__) / name).read_text(encoding="utf-8") for name in ("page.css", "page.js"))
    policy = (
        f"default-src 'none'; style-src {policy_hash(style)}; script-src {policy_hash(script)}; "
        "base-uri 'none'; form-action 'none'"
    )
    title = escape(report.title or "corefscope")
    parts = [
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{title}</title><style>{style}</style></head><body><main>",
        f"<h1>{title}</h1>",
        *_page(report),
        f"</main><script>{script}</script></body></html>\n",
    ]
    return "\n".join(parts)


def policy_hash(text: str) -> str:
    """The source of a content security policy that allows this style or script."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _page(report: Report) -> Iterator[str]:
    yield from _paragraphs(report.heading)
    for table in report.tables:
        yield from [f"<h2>{escape(table.title)}</h2>"] if table.title else []
        if table.columns:
            sortable = not any(isinstance(row, Heading) for row in table.rows)
            yield f'<div class="scroll">{_table(table, sortable)}</div>'
        yield from _paragraphs(table.note)
    for note in report.notes:
        yield from _paragraphs(note)
    if report.warnings:
        yield f"<h2>Warnings</h2><ul>{''.join(f'<li>{escape(text)}</li>' for text in report.warnings)}</ul>"
    if report.signature:
        yield f"<h2>Signature</h2><p><code>{escape(report.signature)}</code></p>"
    if report.more is not None:
        yield from _page(report.more)


def fragment(report: Report) -> str:
    """Small tables for notebooks."""
    parts = list(_paragraphs(report.heading))
    for table in report.tables:
        parts += [_table(table, sortable=False, caption=table.title), *_paragraphs(table.note)]
    parts += [line for note in report.notes for line in _paragraphs(note)]
    parts += [f"<p>warning: {escape(text)}</p>" for text in report.warnings]
    return f"<div>{''.join(parts)}<p><code>{escape(report.signature)}</code></p></div>"


def _paragraphs(text: str) -> Iterator[str]:
    """Lines that are set off stay so."""
    for line in text.split("\n") if text else ():
        kind = ' class="below"' if line.startswith(" ") else ""
        yield f"<p{kind}>{escape(line.strip())}</p>"


def _table(table: Sheet, sortable: bool, caption: str = "") -> str:
    head = "".join(_title(table, place, sortable) for place in range(len(table.columns)))
    body = "\n".join(f"<tr>{_row(table, row)}</tr>" for row in table.rows)
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f"<table>{title}<thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table>"


def _title(table: Sheet, place: int, sortable: bool) -> str:
    text = escape(table.columns[place])
    numeric = any(isinstance(row[place].value, float | int) for row in table.rows if not isinstance(row, Heading))
    marks = [' class="text"'] if place in table.left else []
    if sortable and text:
        marks += [" data-numeric"] if numeric else []
        marks += [" data-rank"] if text == "Rank" else []
        text = f'<button type="button">{text}</button>'
    return f'<th scope="col"{"".join(marks)}>{text}</th>'


def _row(table: Sheet, row: Row) -> str:
    if isinstance(row, Heading):
        return f'<th scope="rowgroup" colspan="{len(table.columns)}">{escape(row.shown)}</th>'
    name, *others = row
    indent = ' class="below"' if name.text.startswith(" ") else ""
    first = f'<th scope="row"{indent} data-value="{escape(name.text)}">{escape(name.shown.strip())}</th>'
    return first + "".join(_cell(cell, place in table.left) for place, cell in enumerate(others, 1))


def _cell(cell: Entry, is_text: bool) -> str:
    classes = " ".join([*(["text"] if is_text else []), *([cell.style] if cell.style in (BEST, BAD) else [])])
    value = cell.text if isinstance(cell.value, str) or is_text else "" if cell.value is None else repr(cell.value)
    about = f' title="{escape(cell.about)}"' if cell.about else ""
    kind = f' class="{classes}"' if classes else ""
    return f'<td{kind} data-value="{escape(value)}"{about}>{escape(cell.shown.strip())}{_meter(cell)}</td>'


def _meter(cell: Entry) -> str:
    if not cell.bar or not isinstance(cell.value, float | int):
        return ""
    return f'<meter min="0" max="1" value="{max(cell.value, 0.0):.4f}" aria-hidden="true"></meter>'
