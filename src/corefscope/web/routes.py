"""The addresses of the application: pages, files, jobs, results and downloads."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any
from urllib.parse import parse_qs

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route
from starlette.types import Scope

from corefscope.basics.escaping import visible
from corefscope.page import assembly
from corefscope.problems import CorefscopeError
from corefscope.reporting.report import BEST, Heading, Sheet
from corefscope.reporting.views import comparison as comparison_view
from corefscope.scoring.saved import comparison_object
from corefscope.web import choices, downloads, request_options
from corefscope.web.desk import Desk
from corefscope.web.guard import ELSEWHERE, Guard
from corefscope.web.jobs import Fault
from corefscope.web.refusals import Refusal, fault
from corefscope.web.session import Session

USED = "this address has been used already, or belongs to an application that has ended"
LONGEST_BODY = 1 << 20  # bytes of a request that is not an upload
NEEDS_SCRIPTS = "This application is drawn by its own script. Allow scripts for this address to use it."
BACK = '<p><a href="/">To the files</a></p>'
KINDS = {"js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}


class Json(JSONResponse):
    """JSON whose texts may be names of files that are not UTF-8: what UTF-8 cannot express is an escape of JSON."""

    def render(self, content: Any) -> bytes:
        text = json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        return text.encode("utf-8", "backslashreplace")


def application(desk: Desk, port: int, session: Session) -> Guard:
    """The application behind its guard."""
    routes = _Routes(desk, session)
    public = _answering(
        [
            Route("/", routes.entrance),
            Route("/assets/{name}", routes.asset),
            Route("/sessions", routes.enter, methods=["POST"]),
        ]
    )
    inner = _answering(
        [
            Route("/", routes.home),
            Route("/choices", routes.choices),
            Route("/files", routes.files),
            Route("/uploads", routes.upload, methods=["POST"]),
            Route("/uploads/{number}", routes.remove_upload, methods=["DELETE"]),
            Route("/checks", routes.check, methods=["POST"]),
            Route("/runs", routes.runs, methods=["GET"]),
            Route("/runs", routes.score, methods=["POST"]),
            Route("/jobs/{number}", routes.job, methods=["GET"]),
            Route("/jobs/{number}", routes.cancel, methods=["DELETE"]),
            Route("/runs/{number}/", routes.result),
            Route("/runs/{number}/compare", routes.compare),
            Route("/runs/{number}/about", routes.about),
            Route("/runs/{number}/data", routes.data),
            Route("/runs/{number}/comparisons", routes.comparison, methods=["POST"]),
            Route("/runs/{number}/{file}", routes.download),
        ]
    )
    return Guard(public, inner, port, session, answer)


def _answering(routes: list[Route]) -> Starlette:
    """Addresses whose errors are one sentence each."""
    found = Starlette(
        routes=routes,
        exception_handlers={
            Fault: lambda request, error: answer(request.scope, Refusal("internal-error", str(error), 500)),
            CorefscopeError: lambda request, error: answer(request.scope, error),
            HTTPException: lambda request, error: answer(request.scope, _missing(error)),
            Exception: lambda request, error: answer(request.scope, Refusal("internal-error", fault(error), 500)),
        },
    )
    found.router.redirect_slashes = False
    return found


def answer(scope: Scope, error: Exception) -> Response:
    """An error as one sentence: a page for people who came here by an address, JSON for scripts."""
    status = error.status if isinstance(error, Refusal) else 400
    accepted = b",".join(value for name, value in scope["headers"] if name == b"accept")
    if b"text/html" in accepted:
        return HTMLResponse(_message("refusal", f"<p>{escape(visible(str(error)))}</p>{BACK}"), status)
    return Json({"error": str(error)}, status)


def _missing(error: Exception) -> Refusal:
    status = error.status_code if isinstance(error, HTTPException) else 404
    return Refusal(
        "no-such-page",
        {404: "there is nothing at this address", 405: "this cannot be done here"}.get(status, "no"),
        status,
    )


class _Routes:
    """The functions behind the addresses; those that are not `async` run in threads."""

    def __init__(self, desk: Desk, session: Session) -> None:
        self.desk, self.session = desk, session

    def entrance(self, request: Request) -> Response:
        return HTMLResponse(_message("enter", f"<noscript>{NEEDS_SCRIPTS}</noscript>"))

    async def enter(self, request: Request) -> Response:
        """Exchanges the token of an address, once, for the path and the key of this run."""
        if not self.session.enter(request_options.token(await _body(request))):
            raise Refusal("not-let-in", USED, 403, hint=ELSEWHERE)
        return Json({"root": self.session.root, "key": self.session.key}, 201)

    def home(self, request: Request) -> Response:
        return HTMLResponse(_page("files"))

    def asset(self, request: Request) -> Response:
        name = request.path_params["name"]
        if not re.fullmatch(r"[a-z]+\.(js|css|svg)", name):
            raise Refusal("no-such-page", "there is nothing at this address", 404)
        return Response(_asset(name), media_type=KINDS[name.partition(".")[2]])

    def choices(self, request: Request) -> Response:
        return Json(choices.as_object(self.desk))

    def files(self, request: Request) -> Response:
        return Json(self.desk.folder.listing(_folder(request)))

    async def upload(self, request: Request) -> Response:
        number, name = request.query_params.get("submission"), request.query_params.get("name", "")
        length = request.headers.get("content-length", "0")
        announced = int(length) if length.isdecimal() else 0
        number = await self.desk.uploads.add(number, name, announced, _pieces(request))
        submission = self.desk.uploads.get(number)
        return Json({"submission": number, "label": submission.label, "size": submission.size}, 201)

    async def remove_upload(self, request: Request) -> Response:
        self.desk.uploads.remove(request.path_params["number"])
        return Json({})

    async def check(self, request: Request) -> Response:
        wanted = request_options.RequestOptions.of(await _body(request))
        job = self.desk.start(lambda job: self.desk.check(wanted, job), 1 + len(wanted.responses))
        return Json(job.as_object(), 202)

    async def score(self, request: Request) -> Response:
        wanted = request_options.RequestOptions.of(await _body(request))
        job = self.desk.start(lambda job: self.desk.score(wanted, job), 3 + 2 * len(wanted.responses))
        return Json(job.as_object(), 202)

    def runs(self, request: Request) -> Response:
        return Json([run.summary() for run in self.desk.runs()])

    def job(self, request: Request) -> Response:
        return Json(self.desk.jobs.get(request.path_params["number"]).as_object())

    def cancel(self, request: Request) -> Response:
        return Json(self.desk.jobs.cancel(request.path_params["number"]).as_object())

    def result(self, request: Request) -> Response:
        self.desk.run(request.path_params["number"])
        return HTMLResponse(_page("result"))

    def compare(self, request: Request) -> Response:
        self.desk.run(request.path_params["number"])
        return HTMLResponse(_page("compare"))

    def about(self, request: Request) -> Response:
        return Json(self.desk.run(request.path_params["number"]).summary())

    def data(self, request: Request) -> Response:
        run = self.desk.run(request.path_params["number"])
        return Json({"title": run.title, "data": run.data})

    async def comparison(self, request: Request) -> Response:
        run = self.desk.run(request.path_params["number"])
        plan, baseline = request_options.plan(await _body(request))

        def work(job: Any) -> dict[str, Any]:
            found = self.desk.compare(run, plan, baseline, job)
            return {
                "sheets": list(map(_sheet, comparison_view.report(found).tables)),
                "notes": comparison_view.notes(found),
                "warnings": [str(notice) for notice in found.judgement.notices],
                "comparison": comparison_object(found),
            }

        return Json(self.desk.start(work, 2).as_object(), 202)

    def download(self, request: Request) -> Response:
        run = self.desk.run(request.path_params["number"])
        name = request.path_params["file"]
        content, kind = downloads.content(self.desk, run, name, dict(request.query_params))
        disposition = {"content-disposition": f'attachment; filename="corefscope-{name}"'}
        return Response(content.encode("utf-8", "backslashreplace"), media_type=kind, headers=disposition)


def _folder(request: Request) -> str:
    """The folder that is asked for; its name may have bytes that are not UTF-8."""
    given = parse_qs(request.url.query, errors="surrogateescape")
    return given.get("folder", [""])[0]


async def _body(request: Request) -> Any:
    content = b""
    async for piece in _pieces(request):
        content += piece
        if len(content) > LONGEST_BODY:
            raise Refusal("too-much", "the request is too long", 413)
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        raise Refusal("bad-request", "the request is not JSON") from None


async def _pieces(request: Request) -> AsyncIterator[bytes]:
    try:
        async for piece in request.stream():
            yield piece
    except ClientDisconnect:
        raise Refusal("bad-request", "the browser went away") from None


def _page(name: str) -> str:
    """The page of the application that its script draws under this name."""
    return _filled("app.html", page=name, said=f"<noscript>{NEEDS_SCRIPTS}</noscript>")


def _message(name: str, said: str) -> str:
    """A page of a few sentences; `said` is markup."""
    return _filled("message.html", page=name, said=said)


def _filled(template: str, **parts: str) -> str:
    styles = [f'<link rel="stylesheet" href="/assets/{style}.css">' for style in (*assembly.STYLES, "app")]
    parts["head"] = _asset("head.html").replace("{{styles}}", "\n".join(styles))
    return re.sub(r"{{(\w+)}}", lambda match: parts[match[1]], _asset(template))


@cache
def _asset(name: str) -> str:
    """A file of the application, or one of the report's page."""
    own = files("corefscope.web").joinpath("assets", name)
    if own.is_file():
        return own.read_text(encoding="utf-8")
    try:
        return assembly.asset(name)
    except FileNotFoundError:
        raise Refusal("no-such-page", "there is nothing at this address", 404) from None


def _sheet(sheet: Sheet) -> dict[str, Any]:
    """A table of texts, and where the best of each column stands."""
    columns, *rows = sheet.grid()
    best = [
        (number, column)
        for number, row in enumerate(sheet.rows)
        if not isinstance(row, Heading)
        for column, entry in enumerate(row)
        if entry.style == BEST
    ]
    return {"title": sheet.title, "columns": columns, "rows": rows, "best": best}
