"""Access control: requests for data need the key of this run, and must come from the application's own pages.

The printed address has the key in its fragment, which no request contains; the page keeps it and sends it in a header.
A cookie cannot carry it: a browser sends the cookies of 127.0.0.1 to every port, so to servers of other users too.
"""

from __future__ import annotations

import hmac
import logging
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from traceback import walk_tb

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from corefscope.problems import CorefscopeError

LOG = logging.getLogger("corefscope.web")
GUARD_DEEPEST = 6  # stack frames that are logged
KEY_HEADER = "x-corefscope-key"
GUARD_NAMES = ("127.0.0.1", "localhost", "[::1]")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
READING = ("GET", "HEAD")
ELSEWHERE = "open the address that corefscope serve has printed"
# A browser loads pages and their code without our header; they contain no data until their scripts request it.
PUBLIC = re.compile(r"/|/runs/[^/]+/(compare|agreement)?|/assets/[^/]+")


class Refusal(CorefscopeError):
    """A refused request, with its HTTP status."""

    def __init__(self, code: str, message: str, status: int = 400, hint: str | None = None) -> None:
        super().__init__(code, message, hint=hint)
        self.status = status


def fault(error: BaseException) -> str:
    """Return the sentence for an unexpected error. The log gets its type and places, but no data."""
    frames = [f"{Path(frame.f_code.co_filename).name}:{line}" for frame, line in walk_tb(error.__traceback__)]
    LOG.error("%s at %s", type(error).__name__, " < ".join(reversed(frames[-GUARD_DEEPEST:])))
    if isinstance(error, MemoryError):
        return "there is not enough memory for this"
    return "something went wrong in corefscope itself; its log on the terminal says where"


class Guard:
    """Check each request, and add headers to each response."""

    def __init__(self, app: ASGIApp, port: int, key: str, answer: Callable[[Exception], Response]) -> None:
        self.app, self.key, self.answer = app, key.encode(), answer
        self.hosts = {f"{name}:{port}" for name in GUARD_NAMES} | (set(GUARD_NAMES) if port == 80 else set())
        self.origins = {f"http://{host}" for host in self.hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return None  # no web sockets, no lifespan events

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                ours = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
                message["headers"] = [*message.get("headers", ()), *ours]
            await send(message)

        try:
            self._check_origin(scope)
            self._check_key(scope)
        except Refusal as refusal:
            return await self.answer(refusal)(scope, receive, answer)
        with suppress(Exception):  # it has been answered and logged by then
            await self.app(scope, receive, answer)
        return None

    def _check_origin(self, scope: Scope) -> None:
        """Refuse foreign host names that resolve to this machine, and requests from pages of other sites."""
        hosts, origins = headers(scope, "host"), headers(scope, "origin")
        if len(hosts) != 1 or hosts[0].lower() not in self.hosts:
            raise Refusal("not-let-in", "this server answers to its own address only", 421, hint=ELSEWHERE)
        if any(origin.lower() not in self.origins for origin in origins):
            raise Refusal("not-let-in", "another site may not use this server", 403)
        if scope["method"] not in READING and len(origins) != 1:
            raise Refusal("not-let-in", "a request that changes something must name its origin", 403)
        follows_link = scope["method"] == "GET" and headers(scope, "sec-fetch-mode") == ["navigate"]
        follows_link = follows_link and headers(scope, "sec-fetch-dest") == ["document"]
        if headers(scope, "sec-fetch-site") not in ([], ["same-origin"], ["none"]) and not follows_link:
            raise Refusal("not-let-in", "another site may not use this server", 403)

    def _check_key(self, scope: Scope) -> None:
        if scope["method"] in READING and PUBLIC.fullmatch(scope["path"]):
            return
        if not hmac.compare_digest(" ".join(headers(scope, KEY_HEADER)).encode("utf-8", "replace"), self.key):
            raise Refusal("not-let-in", "this browser has no access", 403, hint=ELSEWHERE)


def headers(scope: Scope, name: str) -> list[str]:
    """Return all values of a header."""
    return [value.decode("latin-1") for each, value in scope["headers"] if each.decode("latin-1").lower() == name]
