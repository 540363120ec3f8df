"""A small table for notebooks."""

from __future__ import annotations

from html import escape

from corefscope.reporting.sheet import Sheet, headline, sheets
from corefscope.scoring.result import Result


def render(result: Result) -> str:
    tables = "".join(drawn(sheet) for sheet in sheets(result))
    warnings = "".join(f"<p>warning: {escape(str(notice))}</p>" for notice in result.warnings)
    return (
        f"<div><p>{escape(headline(result))}</p>{tables}{warnings}<p><code>{escape(result.signature)}</code></p></div>"
    )


def drawn(sheet: Sheet) -> str:
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in sheet.columns)
    body = "".join(
        "<tr>"
        + f'<th scope="row" style="text-align:left">{escape(row[0])}</th>'
        + "".join(
            f"<td>{'<b>' if (number, column) in sheet.best else ''}{escape(cell)}</td>"
            for column, cell in enumerate(row[1:], 1)
        )
        + "</tr>"
        for number, row in enumerate(sheet.rows)
    )
    note = f"<p>{escape(sheet.note)}</p>" if sheet.note else ""
    caption = f"<caption>{escape(sheet.title)}</caption>"
    return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{note}"
