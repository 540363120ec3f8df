"""Access control: requests need the path and the key of this run, and must come from the application's own pages."""

from __future__ import annotations

import re
from collections.abc import Callable

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from corefscope.web.refusals import Refusal, fault
from corefscope.web.session import HEADER, Session

NAMES = ("127.0.0.1", "localhost", "[::1]")
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
ELSEWHERE = "open the address that corefscope serve has printed last"
# Open to all: the page that exchanges a token, and the application's own code.
PUBLIC = re.compile(r"/|/sessions|/assets/[^/]+")
# A browser loads pages without our header; they contain no data until their scripts request it.
PAGE = re.compile(r"/|/runs/[^/]+/(compare)?|/views/[^/]+/|/docs/[a-z0-9/-]*(\.md)?|/site/[A-Za-z0-9_./-]*")


class Guard:
    """Check each request, add headers to each response, and turn unexpected errors into one sentence."""

    def __init__(
        self, public: ASGIApp, inner: ASGIApp, port: int, session: Session, answer: Callable[[Scope, Refusal], Response]
    ) -> None:
        self.public, self.inner, self.session, self.answer = public, inner, session, answer
        self.hosts = {f"{name}:{port}" for name in NAMES} | (set(NAMES) if port == 80 else set())
        self.origins = {f"http://{host}" for host in self.hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return  # no web sockets, no lifespan events
        started = False

        async def answer(message: Message) -> None:
            nonlocal started
            started = True
            if message["type"] == "http.response.start":
                given = [(name.lower(), value) for name, value in message.get("headers", ())]
                ours = ((name.encode(), value.encode()) for name, value in HEADERS.items())
                # A page of the site has a policy of its own; a browser would obey both.
                message["headers"] = given + [each for each in ours if each[0] not in dict(given)]
            await send(message)

        try:
            inner, within = self._admitted(scope)
            await inner(within, receive, answer)
        except Refusal as refusal:
            await self.answer(scope, refusal)(scope, receive, answer)
        except Exception as error:
            if not started:
                await self.answer(scope, Refusal("internal-error", fault(error), 500))(scope, receive, answer)

    def _admitted(self, scope: Scope) -> tuple[ASGIApp, Scope]:
        """Return the application that answers, and the scope for it; raise Refusal without the right secrets."""
        headers: dict[str, list[str]] = {}
        for name, value in scope["headers"]:
            headers.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1"))
        self._check_origin(scope["method"], headers)
        path = scope["path"]
        if PUBLIC.fullmatch(path):
            return self.public, scope
        if not self.session.holds_path(path):
            raise Refusal("not-let-in", "this is no address of the application that runs here", 403, hint=ELSEWHERE)
        path = path[len(self.session.root) - 1 :]
        is_page = scope["method"] in READING and PAGE.fullmatch(path)
        if not is_page and not self.session.holds_key(" ".join(headers.get(HEADER, []))):
            raise Refusal("not-let-in", "this browser has not been let in", 403, hint=ELSEWHERE)
        return self.inner, {**scope, "path": path, "raw_path": None}

    def _check_origin(self, method: str, headers: dict[str, list[str]]) -> None:
        """Refuse foreign host names that resolve to this machine, and requests from pages of other sites."""
        if len(headers.get("host", ())) != 1 or headers["host"][0].lower() not in self.hosts:
            raise Refusal("not-let-in", "this server answers to its own address only", 421, hint=ELSEWHERE)
        origins = headers.get("origin", [])
        if any(origin.lower() not in self.origins for origin in origins):
            raise Refusal("not-let-in", "another site may not use this server", 403)
        if method not in READING and len(origins) != 1:
            raise Refusal("not-let-in", "a request that changes something must name its origin", 403)
        site = headers.get("sec-fetch-site", ["same-origin"])
        followed = method == "GET" and headers.get("sec-fetch-mode") == ["navigate"]
        followed = followed and headers.get("sec-fetch-dest") == ["document"]
        if site not in (["same-origin"], ["none"]) and not followed:
            raise Refusal("not-let-in", "another site may not use this server", 403)
