"""The routes of the application: pages, files, jobs, results and downloads."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from dataclasses import replace
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any
from urllib.parse import parse_qs

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route
from starlette.types import Scope

from corefscope.basics.escaping import visible
from corefscope.basics.shipped import shipped_files
from corefscope.page import assembly
from corefscope.page.payload import main_metric
from corefscope.problems import CorefscopeError
from corefscope.reporting.views import comparison as comparison_view
from corefscope.reporting.views.verdict import deciding_documents, verdict
from corefscope.scoring.saved import comparison_object
from corefscope.web import choices, downloads, request_options, views
from corefscope.web.guard import ELSEWHERE, Guard
from corefscope.web.jobs import Fault
from corefscope.web.refusals import Refusal, fault
from corefscope.web.session import Session
from corefscope.web.workspace import ScoredRun, Workspace

USED = "this address has been used already, or belongs to an application that has ended"
LONGEST_BODY = 1 << 20  # bytes of a request that is not an upload
NO_SCRIPTS = "<noscript>This application needs its own script. Allow scripts for this address to use it.</noscript>"
BACK = '<p><a href="/">To the files</a></p>'
KINDS = {"js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}


class Json(JSONResponse):
    """JSON with names of files that may not be UTF-8; they become JSON escapes."""

    def render(self, content: Any) -> bytes:
        text = json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        return text.encode("utf-8", "backslashreplace")


def application(workspace: Workspace, port: int, session: Session) -> Guard:
    """Return the application behind its guard."""
    routes = _Routes(workspace, session)
    public = _application(
        Route("/", routes.entrance),
        Route("/assets/{name}", routes.asset),
        Route("/sessions", routes.enter, methods=["POST"]),
    )
    inner = _application(
        Route("/", routes.home),
        Route("/choices", routes.choices),
        Route("/files", routes.files),
        Route("/uploads", routes.upload, methods=["POST"]),
        Route("/uploads/{number}", routes.remove_upload, methods=["DELETE"]),
        Route("/checks", routes.check, methods=["POST"]),
        Route("/runs", routes.runs, methods=["GET"]),
        Route("/runs", routes.score, methods=["POST"]),
        Route("/views/{task}", routes.make, methods=["POST"]),
        Route("/views/{number}/", routes.view),
        Route("/views/{number}/data", routes.view_data),
        Route("/views/{number}/files/{file}", routes.view_file),
        Route("/docs/{path:path}", routes.docs),
        Route("/texts/{path:path}", routes.text),
        Route("/jobs/{number}", routes.job, methods=["GET"]),
        Route("/jobs/{number}", routes.cancel, methods=["DELETE"]),
        Route("/runs/{number}/", routes.result),
        Route("/runs/{number}/compare", routes.compare),
        Route("/runs/{number}/about", routes.about),
        Route("/runs/{number}/data", routes.data),
        Route("/runs/{number}/comparisons", routes.comparison, methods=["POST"]),
        Route("/runs/{number}/{file}", routes.download),
    )
    return Guard(public, inner, port, session, answer)


def _application(*routes: Route) -> Starlette:
    """Return an application whose errors are one sentence each."""
    found = Starlette(
        routes=list(routes),
        exception_handlers={
            Fault: lambda request, error: answer(request.scope, Refusal("internal-error", str(error), 500)),
            CorefscopeError: lambda request, error: answer(request.scope, error),
            404: lambda request, error: answer(request.scope, _no_page(404)),
            405: lambda request, error: answer(request.scope, _no_page(405)),
            Exception: lambda request, error: answer(request.scope, Refusal("internal-error", fault(error), 500)),
        },
    )
    found.router.redirect_slashes = False
    return found


def answer(scope: Scope, error: Exception) -> Response:
    """Respond with an error as one sentence: a page for a browser, JSON for scripts."""
    status = error.status if isinstance(error, Refusal) else 400
    accepted = b",".join(value for name, value in scope["headers"] if name == b"accept")
    if b"text/html" in accepted:
        return HTMLResponse(_page("refusal", f"<p>{escape(visible(str(error)))}</p>{BACK}", "message.html"), status)
    return Json({"error": str(error)}, status)


def _no_page(status: int = 404) -> Refusal:
    text = "there is nothing at this address" if status == 404 else "this cannot be done here"
    return Refusal("no-such-page", text, status)


class _Routes:
    """The functions of the routes; those that are not `async` run in threads."""

    def __init__(self, workspace: Workspace, session: Session) -> None:
        self.workspace, self.session = workspace, session
        choices.registries()  # loaded before anybody waits for them

    def _run(self, request: Request) -> ScoredRun:
        return self.workspace.run(request.path_params["number"])

    def entrance(self, request: Request) -> Response:
        return HTMLResponse(_page("enter", template="message.html"))

    async def enter(self, request: Request) -> Response:
        """Exchange the token of an address, once, for the path and the key of this run."""
        if not self.session.enter(request_options.token(await _body(request))):
            raise Refusal("not-let-in", USED, 403, hint=ELSEWHERE)
        return Json({"root": self.session.root, "key": self.session.key}, 201)

    def home(self, request: Request) -> Response:
        return HTMLResponse(_page("files"))

    def asset(self, request: Request) -> Response:
        name = request.path_params["name"]
        if not re.fullmatch(r"[a-z]+\.(js|css|svg)", name):
            raise _no_page()
        return Response(_asset(name), media_type=KINDS[name.partition(".")[2]])

    def choices(self, request: Request) -> Response:
        return Json(choices.as_object(self.workspace))

    def files(self, request: Request) -> Response:
        query = parse_qs(request.url.query, errors="surrogateescape")  # names may have bytes that are not UTF-8
        return Json(self.workspace.folder.listing(query.get("folder", [""])[0], "every" in query))

    async def upload(self, request: Request) -> Response:
        number, name = request.query_params.get("submission"), request.query_params.get("name", "")
        length = request.headers.get("content-length", "0")
        declared = int(length) if length.isdecimal() else 0
        number = await self.workspace.uploads.add(number, name, declared, _chunks(request))
        submission = self.workspace.uploads.get(number)
        return Json({"submission": number, "label": submission.label, "size": submission.size}, 201)

    async def remove_upload(self, request: Request) -> Response:
        self.workspace.uploads.remove(request.path_params["number"])
        return Json({})

    async def check(self, request: Request) -> Response:
        options = request_options.RequestOptions.of(await _body(request))
        job = self.workspace.start(lambda job: self.workspace.check(options, job), 1 + len(options.responses))
        return Json(job.as_object(), 202)

    async def score(self, request: Request) -> Response:
        options = request_options.RequestOptions.of(await _body(request))
        job = self.workspace.start(lambda job: self.workspace.score(options, job), 3 + 2 * len(options.responses))
        return Json(job.as_object(), 202)

    async def make(self, request: Request) -> Response:
        task = request.path_params["task"]
        if task not in request_options.TASKS:
            raise _no_page()
        options = request_options.RequestOptions.of(await _body(request))
        job = self.workspace.start(lambda job: self.workspace.make(task, options, job), 3 + len(options.responses))
        return Json(job.as_object(), 202)

    def view(self, request: Request) -> Response:
        self.workspace.tables(request.path_params["number"])
        return HTMLResponse(_page("view"))

    def view_data(self, request: Request) -> Response:
        return Json(self.workspace.tables(request.path_params["number"]).as_object())

    def view_file(self, request: Request) -> Response:
        name, files = request.path_params["file"], self.workspace.tables(request.path_params["number"]).found.files
        if name not in files:
            raise _no_page()
        _, kind = views.OUTPUTS.get(name.rpartition(".")[2], ("", views.CONVERTED))
        return Response(files[name], media_type=kind, headers={"content-disposition": "attachment"})

    def docs(self, request: Request) -> Response:
        """A page of the documentation."""
        return HTMLResponse(_page("docs"))

    def text(self, request: Request) -> Response:
        """A page of the documentation, as Markdown."""
        found = shipped_files("docs").get(request.path_params["path"])
        if found is None or found.suffix != ".md":
            raise _no_page()
        return Response(found.read_text(encoding="utf-8"), media_type="text/markdown")

    def runs(self, request: Request) -> Response:
        return Json([run.summary() for run in self.workspace.runs()])

    def job(self, request: Request) -> Response:
        return Json(self.workspace.jobs.get(request.path_params["number"]).as_object())

    def cancel(self, request: Request) -> Response:
        return Json(self.workspace.jobs.cancel(request.path_params["number"]).as_object())

    def result(self, request: Request) -> Response:
        self._run(request)
        return HTMLResponse(_page("result"))

    def compare(self, request: Request) -> Response:
        downloads.check_systems(self._run(request))
        return HTMLResponse(_page("compare"))

    def about(self, request: Request) -> Response:
        return Json(self._run(request).summary())

    def data(self, request: Request) -> Response:
        run = self._run(request)
        return Json({"title": run.title, "data": run.data, "tables": run.tables})

    async def comparison(self, request: Request) -> Response:
        run = self._run(request)
        downloads.check_systems(run)
        plan, baseline = request_options.plan(await _body(request))

        def work(job: Any) -> dict[str, Any]:
            found = self.workspace.compare(run, plan, baseline, job)
            metric = main_metric(run.result)
            if metric.name not in found.standings:
                metric = next(each for each in run.result.metrics if each.name in found.standings)
            main = metric.name
            whole = replace(found, result=run.result)  # the comparison is made without the scores of documents
            return {
                "metric": main,
                "verdict": verdict(found.result, found, metric),
                "documents": deciding_documents(whole, main),
                "sheets": list(map(views.sheet_object, comparison_view.report(found).tables)),
                "notes": comparison_view.notes(found),
                "warnings": [str(notice) for notice in found.judgement.notices],
                "comparison": comparison_object(found),
            }

        return Json(self.workspace.start(work, 2).as_object(), 202)

    def download(self, request: Request) -> Response:
        run = self._run(request)
        name = request.path_params["file"]
        content, kind = downloads.content(self.workspace, run, name, dict(request.query_params))
        disposition = {"content-disposition": f'attachment; filename="corefscope-{name}"'}
        return Response(content.encode("utf-8", "backslashreplace"), media_type=kind, headers=disposition)


async def _body(request: Request) -> Any:
    content = b""
    async for chunk in _chunks(request):
        content += chunk
        if len(content) > LONGEST_BODY:
            raise Refusal("too-much", "the request is too long", 413)
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        raise Refusal("bad-request", "the request is not JSON") from None


async def _chunks(request: Request) -> AsyncIterator[bytes]:
    try:
        async for chunk in request.stream():
            yield chunk
    except ClientDisconnect:
        raise Refusal("bad-request", "the browser went away") from None


def _page(name: str, content: str = NO_SCRIPTS, template: str = "app.html") -> str:
    """Fill the template of a page, which the application's script completes; `content` is markup."""
    styles = [f'<link rel="stylesheet" href="/assets/{style}.css">' for style in (*assembly.STYLES, "app")]
    parts = {"page": name, "content": content, "styles": "\n".join(styles)}
    text = _asset(template).replace("{{head}}", _asset("head.html"))
    return re.sub(r"{{(\w+)}}", lambda match: parts[match[1]], text)


@cache
def _asset(name: str) -> str:
    """Read an asset of the application, or of the report."""
    own = files("corefscope.web").joinpath("assets", name)
    if own.is_file():
        return own.read_text(encoding="utf-8")
    try:
        return assembly.asset(name)
    except FileNotFoundError:
        raise _no_page() from None
