"""The command as a process: what others on the machine see of it, and how it ends."""

import contextlib
import http.client
import json
import os
import re
import signal
import stat
import subprocess
import sys
import urllib.parse
from pathlib import Path

import pytest

from support.serving import is_running, place, responses, until

pytest.importorskip("uvicorn", reason="uvicorn is not installed")
pytest.importorskip("starlette", reason="starlette is not installed")
pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals")


class Served:
    """A server in another process, with a folder for temporary files."""

    def __init__(self, folder, temporary):
        self.temporary = temporary
        environment = {**os.environ, "TMPDIR": str(temporary), "PYTHONUTF8": "1"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "corefscope", "serve", str(folder), "--port", "0"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            env=environment,
        )
        self.banner = "".join(self.process.stdout.readline() for _ in range(5))
        self.address = urllib.parse.urlsplit(re.search(r"http://127\.0\.0\.1:\d+/#\S+", self.banner)[0])

    @property
    def folders(self):
        return list(self.temporary.glob("corefscope-*"))

    def ask(self, method, path, body=None):
        connection = http.client.HTTPConnection(self.address.netloc, timeout=60)
        headers = {"Origin": f"http://{self.address.netloc}", "X-Corefscope-Key": self.address.fragment}
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()


@contextlib.contextmanager
def served(folder, temporary):
    server = Served(folder, temporary)
    try:
        yield server
    finally:
        server.process.kill()
        server.process.wait()
        server.process.stdout.close()
        server.process.stderr.close()


@pytest.fixture
def temporary(tmp_path_factory):
    return tmp_path_factory.mktemp("temporary")


@pytest.mark.parametrize("how", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_it_starts_and_stops_and_leaves_nothing(tmp_path, temporary, how):
    with served(tmp_path, temporary) as server:
        assert server.banner.splitlines()[0] == f"{os.path.realpath(tmp_path)} is served at"
        assert server.banner.splitlines()[-1] == "Ctrl-C ends it."
        assert server.ask("GET", "/")[0] == 200
        assert server.ask("GET", "/files")[0] == 200
        [folder] = server.folders
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        server.process.send_signal(getattr(signal, how))
        out, error = server.process.communicate(timeout=60)
    assert (server.process.returncode, out.strip().splitlines()[-1], error) == (0, "stopped", "")
    assert server.folders == []


@pytest.mark.skipif(sys.platform != "linux", reason="processes are listed in /proc")
def test_a_job_ends_with_its_server(tmp_path, temporary):
    """Even if the server is killed. Its files are in a folder that only its user can read."""
    (tmp_path / "key.conll").write_text("#begin document (d); part 000\n" + "a\t(1)\n" * 500_000 + "#end document\n")
    with served(tmp_path, temporary) as server:
        body = json.dumps({"key": place("key.conll"), "responses": responses("key.conll")})
        status, answer = server.ask("POST", "/jobs/score", body)
        assert status == 202
        job = json.loads(answer)["job"]
        [folder] = server.folders
        until(lambda: (folder / "jobs" / job / "step").exists())
        number = server.process.pid
        children = Path(f"/proc/{number}/task/{number}/children").read_text().split()
        assert children
        server.process.kill()
        server.process.wait()
    until(lambda: not any(map(is_running, map(int, children))))
    assert not (folder / "jobs" / job / "report.html").exists()
