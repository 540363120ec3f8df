"""Results as files: the tables that `score` and `compare` print, and the report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from corefscope import page
from corefscope.reporting.outputs import render
from corefscope.reporting.views import comparison, scores
from corefscope.scoring.result import Result
from corefscope.web import request_options
from corefscope.web.jobs import Job
from corefscope.web.refusals import Refusal
from corefscope.web.workspace import ScoredRun, Workspace

OUTPUTS = {
    "txt": ("table", "text/plain"),
    "csv": ("csv", "text/csv"),
    "json": ("json", "application/json"),
    "tex": ("latex", "text/x-tex"),
    "md": ("markdown", "text/markdown"),
}
REPORT = "report.html"


def content(workspace: Workspace, run: ScoredRun, name: str, given: Mapping[str, str]) -> tuple[str, str]:
    """The file of this name and its media type: `report.html`, or scores, documents or comparison as .csv and so on."""
    if name == REPORT:
        page.check_documents(run.result)
        return page.assembled(run.data, page.title(run.result)), "text/html"
    what, _, ending = name.partition(".")
    if ending not in OUTPUTS or what not in ("scores", "documents", "comparison"):
        raise Refusal("no-such-page", "there is no such file", 404)
    check_systems(run)
    output, kind = OUTPUTS[ending]
    if what == "comparison":
        found = workspace.compare(run, *request_options.plan(dict(given)), Job("download", 1))
        return render(comparison.view(found), output), kind
    return render(scores.view(run.result if what == "documents" else _totals(run.result)), output), kind


def check_systems(run: ScoredRun) -> None:
    """Refuse to rank annotators: their tables have what can be said of them."""
    if run.tables is not None:
        raise Refusal("no-such-page", "annotators are not ranked", 404, hint="see the page of their agreement")


def _totals(result: Result) -> Result:
    return replace(result, systems=tuple(replace(system, per_document=()) for system in result.systems))
