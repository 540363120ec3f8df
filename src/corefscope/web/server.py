"""Run the application on the loopback address until a signal stops it."""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType

import uvicorn
from starlette.types import ASGIApp

from corefscope.problems import CorefscopeError
from corefscope.web.app import Application
from corefscope.web.guard import Session

LOOPBACK = "127.0.0.1"
PATIENCE = 2  # seconds for open requests at the end
FORWARD = (
    '<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>corefscope</title>'
    '<meta http-equiv="refresh" content="0; url={address}"><p><a href="{address}">corefscope</a></p>\n'
)


def serve(app: Application, port: int, announce: Callable[[str, bool], None], browser: bool = False) -> None:
    """Serve until Ctrl-C; call `announce` with the address, and with a new one each time that one has been used."""
    with bound(port) as listening, _ending_by_signals():
        port = listening.getsockname()[1]

        def invite(again: bool) -> None:
            with suppress(OSError, ValueError):  # standard output may be closed
                announce(_address(port, app.session.invite(lambda: invite(True))), again)

        def ready() -> None:
            invite(False)
            if browser:
                forward = _forwarding(app.private, port, app.session)
                threading.Thread(target=webbrowser.open, args=(forward.as_uri(),), daemon=True).start()

        server_of(app.guarded(port), ready).run(sockets=[listening])


def _address(port: int, token: str) -> str:
    """The fragment after # is in no request, so it is in no log."""
    return f"http://{LOOPBACK}:{port}/#{token}"


def _forwarding(folder: Path, port: int, session: Session) -> Path:
    """Write a page that forwards to the application, readable by this user only; it is removed after use.

    All users of a machine can read the arguments of a browser, so it gets this page and not the address.
    """
    path = folder / "open.html"
    address = _address(port, session.invite(lambda: path.unlink(missing_ok=True)))
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(FORWARD.format(address=address))
    return path


class _Server(uvicorn.Server):
    """Call `ready` when the server answers; Ctrl-C before that would interrupt its start."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()


def server_of(app: ASGIApp, ready: Callable[[], None] = lambda: None) -> uvicorn.Server:
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
    return _Server(config, ready)


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


@contextmanager
def _ending_by_signals() -> Iterator[None]:
    """Let a closed terminal and `kill` end the application as Ctrl-C does, so that uploads are removed."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    def stop_soon(number: int, frame: FrameType | None) -> None:
        signal.raise_signal(signal.SIGTERM)  # the server handles it first and completes open requests

    before = {signal.SIGTERM: signal.signal(signal.SIGTERM, stop)}
    if sys.platform != "win32":
        before[signal.SIGHUP] = signal.signal(signal.SIGHUP, stop_soon)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
