"""Fixtures that several folders of tests share: a command run in this process, a small file, the web application."""

from __future__ import annotations

import contextlib
import io
import sys
from typing import NamedTuple

import pytest

from corefscope.cli.main import main


class Ran(NamedTuple):
    """How a command ended and what it wrote."""

    status: int
    out: str
    err: str


@pytest.fixture
def run(capsys, monkeypatch):
    """Run a command in this process, which saves the second that a new process takes."""

    def command(*arguments, stdin=b""):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as end:
            status = end.code
        return Ran(status, *capsys.readouterr())

    return command


@pytest.fixture
def put(tmp_path):
    """Writes a file and gives its path."""

    def put_file(name, content):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
        return str(path)

    return put_file


@pytest.fixture(scope="session")
def shared_server():
    pytest.importorskip("uvicorn", reason="uvicorn is not installed")
    pytest.importorskip("starlette", reason="starlette is not installed")
    from support.serving import Shared

    shared = Shared()
    yield shared
    shared.stop()


@pytest.fixture
def serving(shared_server, tmp_path):
    """The application on a folder; `serving()` returns a client that has access."""
    with contextlib.ExitStack() as stack:
        yield lambda folder=tmp_path: stack.enter_context(shared_server.running(folder))
