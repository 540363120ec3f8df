"""The application: pages, choices, files, uploads, and jobs with the files that they write; and how it is served."""

from __future__ import annotations

import json
import re
import secrets
import shutil
import signal
import socket
import tempfile
from collections.abc import AsyncIterator, Callable
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from corefscope._version import __version__
from corefscope.analysis.mentions import LANGUAGES
from corefscope.basics.options import Option
from corefscope.formats.registry import FORMATS
from corefscope.metrics.lookup import all_families
from corefscope.metrics.registry import DEFAULT
from corefscope.page import assembly
from corefscope.presets import PRESETS
from corefscope.problems import CorefscopeError, described
from corefscope.settings import READING, Settings
from corefscope.web import files as web_files
from corefscope.web import tasks
from corefscope.web.files import ServedFolder, Uploads
from corefscope.web.guard import Guard, Refusal, fault
from corefscope.web.jobs import Jobs

LOOPBACK = "127.0.0.1"
PATIENCE = 2  # seconds for open requests at the end
LONGEST_BODY = 1 << 20  # bytes of a request that is not an upload
WEB_KINDS = {
    "html": "text/html", "js": "text/javascript", "css": "text/css", "svg": "image/svg+xml", "txt": "text/plain",
    "csv": "text/csv", "json": "application/json", "tex": "text/x-tex", "md": "text/markdown",
}  # fmt: skip


class Application:
    """The work of one user on one folder: uploads and jobs are in a private folder, which `close` removes."""

    def __init__(self, folder: ServedFolder) -> None:
        self.folder = folder
        self.private = Path(tempfile.mkdtemp(prefix="corefscope-serve-")).resolve()
        self.uploads = Uploads(self.private / "uploads")
        self.jobs = Jobs(self.private / "jobs")
        self.key = secrets.token_urlsafe(32)
        form_choices()  # loaded now, so that no request waits for them

    def close(self) -> None:
        self.jobs.close()
        shutil.rmtree(self.private, ignore_errors=True)

    def guarded(self, port: int) -> Guard:
        """Return the application behind its guard."""
        routes = [
            Route("/", lambda request: _page("files")),
            Route("/runs/{number}/", lambda request: _page("result")),
            Route("/runs/{number}/compare", lambda request: _page("compare")),
            Route("/runs/{number}/agreement", lambda request: _page("agreement")),
            Route("/choices", self.choices),
            Route("/files", self.files),
            Route("/uploads", self.upload, methods=["POST"]),
            Route("/uploads/{number}", self.remove_upload, methods=["DELETE"]),
            Route("/jobs", self.results),
            Route("/jobs/{task}", self.start, methods=["POST"]),
            Route("/jobs/{number}", self.job, methods=["GET"]),
            Route("/jobs/{number}", self.cancel, methods=["DELETE"]),
            Route("/jobs/{number}/{file}", self.download),
            Route("/assets/{name}", asset),
        ]
        handlers: dict[Any, Any] = {
            CorefscopeError: lambda request, error: answer(error),
            HTTPException: lambda request, error: answer(_no_page(error.status_code)),
            Exception: lambda request, error: answer(Refusal("internal-error", fault(error), 500)),
        }
        app = Starlette(routes=routes, exception_handlers=handlers)
        app.router.redirect_slashes = False
        return Guard(app, port, self.key, answer)

    def choices(self, request: Request) -> Response:
        return _json({"folder": str(self.folder.root), "largest_upload": web_files.LARGEST_UPLOAD, **form_choices()})

    def files(self, request: Request) -> Response:
        query = parse_qs(request.url.query, errors="surrogateescape")  # names may have bytes that are not UTF-8
        return _json(self.folder.listing(query.get("folder", [""])[0]))

    async def upload(self, request: Request) -> Response:
        number, name = request.query_params.get("submission"), request.query_params.get("name", "")
        number = await self.uploads.add(number, name, _chunks(request))
        return _json({"submission": number, "label": self.uploads.submissions[number].label}, 201)

    def remove_upload(self, request: Request) -> Response:
        self.uploads.remove(request.path_params["number"])
        return _json({})

    async def start(self, request: Request) -> Response:
        task = request.path_params["task"]
        if task not in tasks.TASKS:
            raise _no_page(404)
        work = self._work(await _body(request, tasks.Request))
        return _json(self.jobs.start(task, tasks.TASKS[task], work).as_object(), 202)

    def _work(self, requested: tasks.Request) -> tasks.Work:
        """Validate a request as far as possible before a process starts."""
        run = self.jobs.get(requested.run).folder if requested.run else Path()
        if requested.run and not (run / tasks.RESULT).exists():
            raise Refusal("no-such-page", "annotators are not ranked", 404)
        work = tasks.Work(requested, self.folder, dict(self.uploads.submissions), run)
        work.settings  # noqa: B018 - refuses unknown ones
        return work

    def results(self, request: Request) -> Response:
        """List the results that can be opened, the newest first."""
        jobs = [job.as_object() for job in self.jobs.all() if job.task in ("score", "agreement")]
        return _json([job for job in jobs if job["state"] == "done"])

    def job(self, request: Request) -> Response:
        return _json(self.jobs.get(request.path_params["number"]).as_object())

    def cancel(self, request: Request) -> Response:
        job = self.jobs.get(request.path_params["number"])
        job.end()
        return _json(job.as_object())

    def download(self, request: Request) -> Response:
        job, name = self.jobs.get(request.path_params["number"]), request.path_params["file"]
        path, kind = job.folder / name, WEB_KINDS.get(name.rpartition(".")[2])
        if kind is None or not re.fullmatch(r"[a-z]+\.[a-z]+", name) or not path.is_file():
            raise _no_page(404)
        return FileResponse(path, media_type=kind, filename=f"corefscope-{name}")


def answer(error: Exception) -> Response:
    """Respond with an error as one sentence."""
    return _json({"error": described(error)}, error.status if isinstance(error, Refusal) else 400)


def form_choices() -> dict[str, Any]:
    """Return the choices of the form, from the registries and the declared options; the first call loads them."""
    settings = [_field(option) for option in tasks.SETTINGS.values()]
    listed = [field["name"] for field in settings if field["values"]]
    presets = {name: Settings(**preset.values) for name, preset in PRESETS.items()}
    return {
        "version": __version__,
        "metrics": [
            {"name": family.name, "title": family.title, "summary": family.summary, "default": family.name in DEFAULT}
            for family in all_families()[0].values()
        ],
        "settings": settings,
        "plan": [_field(option) for option in tasks.PLAN.values()],
        "presets": {name: {each: getattr(preset, each) for each in listed} for name, preset in presets.items()},
        "metrics_of_presets": {name: list(preset.metrics) for name, preset in PRESETS.items() if preset.metrics},
        "formats": {name: format.title for name, format in FORMATS.items()},
        "languages": list(LANGUAGES),
    }


def _field(option: Option) -> dict[str, Any]:
    return {
        **{name: getattr(option, name) for name in ("name", "label", "flag", "kind", "default", "placeholder", "help")},
        "values": None if option.choices is None else list(option.choices),
        "meanings": {name: each.meaning for name, each in (option.choices or {}).items()},
        "first": option.prominent,
        "reading": option.group == READING,
    }


async def _body(request: Request, kind: type[Any]) -> Any:
    content = b""
    async for chunk in _chunks(request):
        content += chunk
        if len(content) > LONGEST_BODY:
            raise Refusal("too-much", "the request is too long", 413)
    try:
        return msgspec.convert(json.loads(content), kind)
    except msgspec.ValidationError as error:
        raise Refusal("bad-request", f"the request is malformed: {error}") from None
    except (ValueError, RecursionError):
        raise Refusal("bad-request", "the request is not JSON") from None


async def _chunks(request: Request) -> AsyncIterator[bytes]:
    try:
        async for chunk in request.stream():
            yield chunk
    except ClientDisconnect:
        raise Refusal("bad-request", "the browser went away") from None


def _no_page(status: int) -> Refusal:
    text = "this page does not exist" if status == 404 else "this cannot be done here"
    return Refusal("no-such-page", text, status)


def _json(content: Any, status: int = 200) -> Response:
    """Respond with JSON in ASCII, since file names may not be UTF-8."""
    return Response(json.dumps(content, allow_nan=False), status, media_type="application/json")


def _page(name: str) -> Response:
    """Fill the template of a page, which the application's script completes."""
    styles = "\n".join(f'<link rel="stylesheet" href="/assets/{style}.css">' for style in (*assembly.STYLES, "app"))
    return HTMLResponse(_asset("app.html").replace("{{page}}", name).replace("{{styles}}", styles))


def asset(request: Request) -> Response:
    name = request.path_params["name"]
    if not re.fullmatch(r"[a-z]+\.(js|css|svg)", name):
        raise _no_page(404)
    return Response(_asset(name), media_type=WEB_KINDS[name.partition(".")[2]])


@cache
def _asset(name: str) -> str:
    """Read an asset of the application, or of the report."""
    own = files("corefscope.web").joinpath("assets", name)
    if own.is_file():
        return own.read_text(encoding="utf-8")
    try:
        return assembly.asset(name)
    except FileNotFoundError:
        raise _no_page(404) from None


# How it is served


def serve(app: Application, port: int, announce: Callable[[str], None]) -> None:
    """Serve until Ctrl-C; call `announce` with the address."""
    # `kill` and a closed terminal end it as Ctrl-C does, so that uploads are removed. The server handles SIGTERM itself
    # while it runs, and completes open requests; it does not know SIGHUP.
    signal.signal(signal.SIGTERM, _stop)
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, lambda *_: signal.raise_signal(signal.SIGTERM))
    with bound(port) as listening:  # requests wait from here on
        port = listening.getsockname()[1]
        announce(f"http://{LOOPBACK}:{port}/#{app.key}")
        server_of(app.guarded(port)).run(sockets=[listening])


def server_of(app: ASGIApp) -> uvicorn.Server:
    """Return a server without access log and server header."""
    config = uvicorn.Config(
        app,
        interface="asgi3",
        lifespan="off",
        access_log=False,
        log_config=None,
        server_header=False,
        ws="none",
        timeout_graceful_shutdown=PATIENCE,
    )
    return uvicorn.Server(config)


def bound(port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((LOOPBACK, port))
        listening.listen()
    except OSError as error:
        listening.close()
        reason = (error.strerror or "").lower()
        raise CorefscopeError(
            "port-in-use",
            f"port {port} cannot be used: {reason}",
            hint="choose another with --port, or any that is free with --port 0",
        ) from None
    return listening


def _stop(number: int, frame: Any) -> None:
    raise KeyboardInterrupt
