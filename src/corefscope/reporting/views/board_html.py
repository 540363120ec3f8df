"""A leaderboard as one HTML file: nothing is loaded from elsewhere, and no text of a file can become markup."""

from __future__ import annotations

import base64
import hashlib
from html import escape

from corefscope.boards.board import NOT_SUBMITTED, Board, BoardCell, SystemRow
from corefscope.reporting.sheet import UNDEFINED, counted, percent
from corefscope.reporting.views.board import TREATMENT, average, bounds, rank

STYLE = """
:root { color-scheme: light dark; --page: #fff; --ink: #1d2330; --soft: #5a6474; --line: #d9dee6; --head: #f3f5f8;
  --best: #0b6b3a; --bad: #a3271f; --bar: #cfe3f7; }
@media (prefers-color-scheme: dark) { :root { --page: #14171d; --ink: #e7eaf0; --soft: #a3adbd; --line: #323946;
  --head: #1d222b; --best: #6fd39b; --bad: #ff9c92; --bar: #24435f; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1.5rem 4rem; max-width: 90rem; background: var(--page); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; }
h1 { font-size: 1.6rem; margin: 0 0 .25rem; }
h2 { font-size: 1.15rem; margin: 2.5rem 0 .5rem; }
p { margin: .25rem 0; color: var(--soft); max-width: 60rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin-top: .75rem; }
th, td { padding: .4rem .75rem; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
th:first-child, td:first-child, .text { text-align: left; }
td.text { white-space: normal; overflow-wrap: anywhere; }
thead th { background: var(--head); font-weight: 600; position: sticky; top: 0; }
thead button { all: unset; cursor: pointer; }
thead button:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; }
th[aria-sort=ascending] button::after { content: " ▲"; }
th[aria-sort=descending] button::after { content: " ▼"; }
tbody th { font-weight: 600; }
th:first-child { position: sticky; left: 0; background: var(--page); z-index: 1; }
thead th:first-child { background: var(--head); z-index: 2; }
.best { color: var(--best); font-weight: 700; }
.bad { color: var(--bad); }
meter { width: 6rem; height: .7rem; vertical-align: middle; margin-left: .5rem; }
code { font-size: .85rem; color: var(--soft); overflow-wrap: anywhere; }
"""
# Clicking a column's title sorts by it; cells carry the value to sort by, so that text shown can be anything.
SCRIPT = """
document.querySelectorAll("thead button").forEach(function (button) {
  button.addEventListener("click", function () {
    var head = button.closest("th"), table = head.closest("table"), body = table.tBodies[0];
    var place = Array.prototype.indexOf.call(head.parentNode.children, head);
    var down = head.getAttribute("aria-sort") === "descending";
    var numeric = head.hasAttribute("data-numeric");
    if (!head.hasAttribute("aria-sort")) { down = !numeric || head.hasAttribute("data-rank"); }
    var sign = down ? 1 : -1;
    table.querySelectorAll("thead th").forEach(function (other) { other.removeAttribute("aria-sort"); });
    head.setAttribute("aria-sort", down ? "ascending" : "descending");
    Array.from(body.rows).sort(function (one, two) {
      var a = one.children[place].getAttribute("data-value"), b = two.children[place].getAttribute("data-value");
      if (a === "" || b === "") { return (a === "") - (b === ""); }
      return sign * (numeric ? a - b : a.localeCompare(b));
    }).forEach(function (row) { body.appendChild(row); });
  });
});
"""


def render(board: Board) -> str:
    """The page; a content security policy names the only style and script that may take effect."""
    policy = (
        f"default-src 'none'; style-src {_hash(STYLE)}; script-src {_hash(SCRIPT)}; base-uri 'none'; form-action 'none'"
    )
    title = f"{board.ranked_by.title} leaderboard"
    parts = [
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body><main>",
        f"<h1>{escape(title)}</h1>",
        *_introduction(board),
        _main_table(board),
        *_averages(board),
        *_remarks("What could not be scored", board.problems),
        *_remarks("Scored with warnings", board.remarks),
        *_warnings(board),
        _datasets(board),
        f"<h2>Signature</h2><p><code>{escape(board.signature)}</code></p>",
        f"</main><script>{SCRIPT}</script></body></html>\n",
    ]
    return "\n".join(parts)


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _introduction(board: Board) -> list[str]:
    first = f"{counted(len(board.rows), 'system')} on {counted(len(board.counted), 'data set')}."
    if len(board.counted) < len(board.columns):
        first += " Data sets without a usable key are left out."
    lines = [
        f"{first} The average is the mean of F1 over data sets; {TREATMENT[board.missing]}.",
        "The rank is 1 + the number of systems that are significantly better, so systems that do not differ share it. "
        "Click a title to sort.",
    ]
    return [f"<p>{escape(line)}</p>" for line in lines]


def _main_table(board: Board) -> str:
    name = board.ranked_by.name
    level = f"{100 * (1 - board.judgement.plan.alpha):g} % interval" if board.judgement else "interval"
    head = [
        _title("System"),
        _title("Rank", "data-numeric data-rank"),
        _title("Average", 'data-numeric aria-sort="descending"'),
        _title(level, "data-numeric"),
        *(_title(column.name, "data-numeric") for column in board.counted),
    ]
    top = max((row.averages[name] or 0.0 for row in board.rows), default=0.0)
    body = []
    for row in board.rows:
        cells = [
            f'<th scope="row" data-value="{escape(row.system)}">{escape(row.system)}</th>',
            _number(rank(row), row.standing.rank if row.standing else None),
            _average(row, name, top),
            _interval(row),
            *(_cell(column.cells[row.system], name) for column in board.counted),
        ]
        body.append(f"<tr>{''.join(cells)}</tr>")
    return _table(head, body)


def _average(row: SystemRow, metric: str, top: float) -> str:
    value = row.averages[metric]
    if value is None:
        return _number(UNDEFINED, None)
    mark = ' class="best"' if value == top > 0 else ""
    meter = f'<meter min="0" max="1" value="{max(value, 0.0):.4f}" aria-hidden="true"></meter>'
    return f'<td{mark} data-value="{value!r}">{escape(average(row, metric))}{meter}</td>'


def _interval(row: SystemRow) -> str:
    low, high = bounds(row)
    found = row.standing.interval if row.standing else None
    return _number(f"{low} – {high}" if found else UNDEFINED, found.low if found else None)


def _cell(cell: BoardCell, metric: str) -> str:
    if cell.system is None:
        word = "missing" if cell.problem == NOT_SUBMITTED else "failed"
        return f'<td class="bad" data-value="" title="{escape(cell.problem)}">{word}</td>'
    score = cell.system.scores[metric]
    return _number(percent(score, "f1"), score.f1)


def _number(text: str, value: float | None) -> str:
    return f'<td data-value="{"" if value is None else repr(value)}">{escape(text)}</td>'


def _title(text: str, attributes: str = "") -> str:
    return f'<th scope="col"{" " + attributes if attributes else ""}><button type="button">{escape(text)}</button></th>'


def _table(head: list[str], body: list[str]) -> str:
    rows = "\n".join(body)
    return f'<div class="scroll"><table><thead><tr>{"".join(head)}</tr></thead>\n<tbody>{rows}</tbody></table></div>'


def _averages(board: Board) -> list[str]:
    """The averages of all metrics, if there is more than one."""
    if len(board.metrics) < 2:
        return []
    head = [_title("System"), *(_title(metric.title, "data-numeric") for metric in board.metrics)]
    tops = {
        metric.name: max((row.averages[metric.name] or 0.0 for row in board.rows), default=0.0)
        for metric in board.metrics
    }
    body = []
    for row in board.rows:
        cells = [f'<th scope="row" data-value="{escape(row.system)}">{escape(row.system)}</th>']
        for metric in board.metrics:
            value = row.averages[metric.name]
            cell = _number(average(row, metric.name), value)
            best = value is not None and value == tops[metric.name] > 0
            cells.append(cell.replace("<td", '<td class="best"', 1) if best else cell)
        body.append(f"<tr>{''.join(cells)}</tr>")
    return ["<h2>Averages of all metrics</h2>", _table(head, body)]


def _remarks(title: str, found: list[tuple[str, str, str]]) -> list[str]:
    if not found:
        return []
    head = [_title("Data set"), _title("System", 'class="text"'), _title("What is said of it", 'class="text"')]
    body = [
        "<tr>"
        + "".join(
            f'<{tag} class="text" data-value="{escape(cell)}">{escape(cell)}</{tag[:2]}>'
            for tag, cell in (('th scope="row"', dataset), ("td", system or "key"), ("td", text))
        )
        + "</tr>"
        for dataset, system, text in found
    ]
    return [f"<h2>{title}</h2>", _table(head, body)]


def _warnings(board: Board) -> list[str]:
    if not board.warnings:
        return []
    listed = "".join(f"<li>{escape(str(notice))}</li>" for notice in board.warnings)
    return [f"<h2>Warnings</h2><ul>{listed}</ul>"]


def _datasets(board: Board) -> str:
    numbers = ("Documents", "Entities", "Mentions")
    head = [_title("Data set"), *(_title(name, "data-numeric") for name in numbers), _title("Key", 'class="text"')]
    body = []
    for column in board.counted:
        side = column.key
        counts = (side.documents, side.entities, side.mentions) if side else (None, None, None)
        path = (side.path if side else None) or ""
        cells = [
            f'<th scope="row" data-value="{escape(column.name)}">{escape(column.name)}</th>',
            *(_number(UNDEFINED if count is None else f"{count:,}", count) for count in counts),
            f'<td class="text" data-value="{escape(path)}">{escape(path)}</td>',
        ]
        body.append(f"<tr>{''.join(cells)}</tr>")
    return "<h2>Data sets</h2>" + _table(head, body)
