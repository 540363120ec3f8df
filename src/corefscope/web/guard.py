"""Who may ask: this machine's user with the key of the address, from the application's own pages, and nobody else."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from urllib.parse import parse_qs

from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from corefscope.web.refusals import Refusal, fault

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
ELSEWHERE = "open the address that corefscope serve has printed"


class Guard:
    """Stands before the application: refuses, adds the headers to every answer, and turns faults into a sentence."""

    def __init__(self, inner: ASGIApp, port: int, key: str, answer: Callable[[Scope, Refusal], Response]) -> None:
        self.inner, self.key, self.answer = inner, key, answer
        self.hosts = {f"{name}:{port}" for name in NAMES} | (set(NAMES) if port == 80 else set())
        self.origins = {f"http://{host}" for host in self.hosts}
        self.cookie = f"corefscope-{port}"  # cookies do not know ports, so the name does

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return  # no web sockets; nothing is done at start and end
        begun = False

        async def answer(message: Message) -> None:
            nonlocal begun
            begun = True
            if message["type"] == "http.response.start":
                message["headers"] = [
                    *message.get("headers", ()), *((name.encode(), value.encode()) for name, value in HEADERS.items())
                ]  # fmt: skip
            await send(message)

        try:
            inner: ASGIApp = self._entrance(scope) or self.inner
            await inner(scope, receive, answer)
        except Refusal as refusal:
            await self.answer(scope, refusal)(scope, receive, answer)
        except Exception as error:
            if not begun:
                await self.answer(scope, Refusal(fault(error), 500))(scope, receive, answer)

    def _entrance(self, scope: Scope) -> Response | None:
        """Refuses whom it must; the address with the key is answered with a cookie and the address without."""
        headers: dict[str, list[str]] = {}
        for name, value in scope["headers"]:
            headers.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1"))
        self._check_origin(scope["method"], headers)
        given = parse_qs(scope["query_string"].decode("latin-1")).get("key", [""])[0]
        if scope["method"] == "GET" and scope["path"] == "/" and self._right(given):
            response = RedirectResponse("/", 303)
            response.set_cookie(self.cookie, self.key, httponly=True, samesite="lax")
            return response
        if not self._right(_cookie(headers.get("cookie", []), self.cookie)):
            raise Refusal("this needs the key of the address", 403, hint=ELSEWHERE)
        return None

    def _check_origin(self, method: str, headers: dict[str, list[str]]) -> None:
        """Names of other machines can be made to point here; pages of other sites can send requests here."""
        if len(headers.get("host", ())) != 1 or headers["host"][0].lower() not in self.hosts:
            raise Refusal("this server answers to its own address only", 421, hint=ELSEWHERE)
        origins = headers.get("origin", [])
        if any(origin.lower() not in self.origins for origin in origins):
            raise Refusal("another site may not use this server", 403)
        if method not in READING and len(origins) != 1:
            raise Refusal("a request that changes something must name its origin", 403)
        site = headers.get("sec-fetch-site", ["same-origin"])
        followed = method == "GET" and headers.get("sec-fetch-mode") == ["navigate"]
        followed = followed and headers.get("sec-fetch-dest") == ["document"]
        if site not in (["same-origin"], ["none"]) and not followed:
            raise Refusal("another site may not use this server", 403)

    def _right(self, given: str) -> bool:
        return secrets.compare_digest(given.encode("utf-8", "replace"), self.key.encode())


def _cookie(headers: list[str], name: str) -> str:
    """The value of a cookie, whatever stands beside it: other servers on this machine set cookies for it too."""
    pairs = (pair.strip().partition("=") for pair in "; ".join(headers).split(";"))
    return next((value for found, _, value in pairs if found == name), "")
