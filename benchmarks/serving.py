"""Whether the application answers while it scores, and what many jobs at once cost.

    python benchmarks/serving.py [JOBS [DOCUMENTS]]

`corefscope serve` on a folder with files like OntoNotes' test set and four systems. Other requests are made one after
the other while nothing is done, while one job and while thirty are unfinished. Of each request is measured how long
the server itself worked from question to answer, in all its threads: on a machine with a core for it, that is as long
as one waits, and a busy machine does not change it; the time on the clock is given too. Bounds: no request takes the
server 100 ms, every job ends well, and the peak memory of all processes together (shared memory counted once) with
thirty jobs is no more than that of three at the same time: what the application has anyway, and three times what one
job adds to it.
"""

from __future__ import annotations

import http.client
import json
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from measuring import Family
from reports import write

AS_MANY = 3  # jobs whose memory all may take together
LONGEST = 0.1  # seconds
LEAST = 100  # requests
ASKED = ("choices", "files", "runs", "")


class Application:
    """A client that was let in."""

    def __init__(self, address: str) -> None:
        self.port, token = re.search(r":(\d+)/#(\S+)", address).groups()
        self.headers = {"Origin": f"http://127.0.0.1:{self.port}"}
        self.root = "/"
        let_in = json.loads(self.ask("POST", "sessions", {"token": token}))
        self.root, self.headers["X-Corefscope-Key"] = let_in["root"], let_in["key"]

    def ask(self, method: str, path: str, body: Any = None) -> bytes:
        connection = http.client.HTTPConnection("127.0.0.1", int(self.port), timeout=60)
        connection.request(method, self.root + path, None if body is None else json.dumps(body), self.headers)
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        if answer.status >= 300:
            raise SystemExit(f"{method} {path}: {answer.status} {content[:200]!r}")
        return content

    def score(self, key: str, systems: list[str]) -> str:
        places = [{"place": {"in": "folder", "path": Path(path).name}, "name": ""} for path in systems]
        asked = {"key": {"in": "folder", "path": Path(key).name}, "responses": places}
        return str(json.loads(self.ask("POST", "runs", asked))["job"])

    def state(self, job: str) -> str:
        return str(json.loads(self.ask("GET", f"jobs/{job}"))["state"])


@contextmanager
def serving(folder: str) -> Iterator[tuple[Application, int]]:
    command = [sys.executable, "-m", "corefscope", "serve", folder, "--port", "0"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8")
    try:
        address = next(line for line in server.stdout if "/#" in line)
        yield Application(address), server.pid
    finally:
        server.terminate()
        server.wait()


def worked(server: int) -> float:
    """Seconds of processor time of all threads of the server so far."""
    total = 0
    for task in Path(f"/proc/{server}/task").iterdir():
        with suppress(OSError):  # the thread has ended
            total += int((task / "schedstat").read_text().split()[0])
    return total / 1e9


def asked(application: Application, server: int, jobs: list[str], least: int) -> list[tuple[float, float]]:
    """The server's work and the seconds of each of the other requests, until all jobs have ended."""
    took, unfinished, number = [], list(jobs), 0
    while unfinished or len(took) < least:
        path = f"jobs/{unfinished[-1]}" if unfinished and number % 5 == 4 else ASKED[number % len(ASKED)]
        before, start = worked(server), time.perf_counter()
        application.ask("GET", path)
        took.append((worked(server) - before, time.perf_counter() - start))
        number += 1
        if number % 20 == 0:
            states = {job: application.state(job) for job in unfinished}
            wrong = {state for state in states.values() if state not in ("waiting", "running", "done")}
            if wrong:
                raise SystemExit(f"a job ended as {', '.join(wrong)}")
            unfinished = [job for job, state in states.items() if state != "done"]
        time.sleep(0.005)
    return took


def main(many: int, documents: int) -> None:
    columns = (
        "requests",
        "server worked at most, ms",
        "median, ms",
        "median on the clock, ms",
        "seconds in all",
        "peak MB",
    )
    print(f"| what | {' | '.join(columns)} |\n|---|{'---:|' * len(columns)}")
    peaks = {}
    with tempfile.TemporaryDirectory() as folder:
        key, *systems = write(Path(folder), documents)
        for count in (0, 1, many):
            with serving(folder) as (application, server):
                family = Family(server)
                family.start()
                start = time.perf_counter()
                jobs = [application.score(key, systems) for _ in range(count)]
                took = asked(application, server, jobs, LEAST)
                seconds = time.perf_counter() - start
                family.ended.set()
                family.join()
            peaks[count] = family.peak / 1024
            work, clock = (sorted(column) for column in zip(*took, strict=True))
            most = f"{1000 * work[-1]:.0f}{'' if work[-1] < LONGEST else ', exceeded'}"
            middle = f"{1000 * work[len(work) // 2]:.1f} | {1000 * clock[len(clock) // 2]:.1f}"
            name = f"{count} job{'s' * (count > 1)}" if count else "nothing to do"
            print(f"| {name} | {len(took)} | {most} | {middle} | {seconds:.1f} | {peaks[count]:.0f} |", flush=True)
    most = peaks[0] + AS_MANY * (peaks[1] - peaks[0])
    kept = "" if peaks[many] <= most else ", exceeded"
    print(f"\nMemory of {many} jobs at once: {peaks[many]:.0f} MB (bound {most:.0f}{kept}).")


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:]]
    main(*(given + [30, 348][len(given) :]))
