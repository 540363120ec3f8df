"""Commands run in this process: as a user would, without the second that a process of its own takes."""

from __future__ import annotations

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
