"""The application on a loopback port, and a client that speaks to it as a browser or as an intruder would."""

import contextlib
import http.client
import json
import os
import re
import threading
import time
import urllib.parse


class Answer:
    def __init__(self, response):
        self.status, self.headers, self.body = response.status, response.headers, response.read()

    @property
    def text(self):
        return self.body.decode()

    @property
    def json(self):
        return json.loads(self.body)


class Client:
    """A browser that has the key."""

    def __init__(self, app, port):
        self.app, self.port = app, port
        self.origin = f"http://127.0.0.1:{port}"
        self.address = f"{self.origin}/#{app.key}"
        self.let_in = {"X-Corefscope-Key": app.key}

    def raw(self, method, path, headers, body=None):
        """Exactly this path and these headers, besides Host and what the length of the body needs."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            connection.request(method, path, body, headers)
            return Answer(connection.getresponse())
        finally:
            connection.close()

    def get(self, path, **headers):
        return self.raw("GET", path, {**self.let_in, **headers})

    def post(self, path, body=None, **headers):
        content = body if isinstance(body, bytes) else json.dumps(body)
        return self.raw("POST", path, {**self.let_in, "Origin": self.origin, **headers}, content)

    def delete(self, path):
        return self.raw("DELETE", path, {**self.let_in, "Origin": self.origin})

    def upload(self, name, content, **query):
        return self.post(f"/uploads?{urllib.parse.urlencode({'name': name, **query})}", content)

    def finished(self, answer):
        """The job that was started, when it has ended."""
        assert answer.status == 202, answer.text
        while True:
            job = self.get(f"/jobs/{answer.json['job']}").json
            if job["state"] != "running":
                return job
            time.sleep(0.02)

    def work(self, task, **request):
        return self.finished(self.post(f"/jobs/{task}", request))

    def done(self, task, **request):
        job = self.work(task, **request)
        assert job["state"] == "done", job
        return job

    def file(self, job, name):
        """The text of a file that a job has written."""
        answer = self.get(f"/jobs/{job['job']}/{name}")
        assert answer.status == 200, answer.text
        return answer.text


def until(reached):
    """Wait until a condition holds that nothing announces."""
    for _ in range(3000):
        if reached():
            return
        time.sleep(0.01)
    raise AssertionError("what was expected has not happened")


def endless(work, folder, note):
    """A task in one call that never comes back to the interpreter; its first step is the number of its process."""
    note(str(os.getpid()))
    re.match(r"(a+)+$", "a" * 64 + "b")


def faulty(work, folder, note):
    """A task with a fault that names a token of the user's."""
    raise ValueError("the token 'confidential' is odd")


def greedy(work, folder, note):
    """A task that takes more memory than there is."""
    raise MemoryError


def is_running(number):
    """Whether there is a process of this number."""
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    return True


def place(path):
    return {"in": "folder", "path": path}


def responses(*paths):
    return [{"place": place(path), "name": ""} for path in paths]


class Shared:
    """One server for all tests, since starting one takes longer than most of them; each puts its own behind it."""

    def __init__(self):
        from corefscope.web.app import bound, server_of  # here, since the libraries may be absent

        self.listening = bound(0)
        self.port = self.listening.getsockname()[1]
        self.app = None
        self.server = server_of(self._forward)
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [self.listening]})
        self.thread.start()

    async def _forward(self, scope, receive, send):
        await self.app(scope, receive, send)

    @contextlib.contextmanager
    def running(self, folder):
        from corefscope.web.app import Application
        from corefscope.web.files import ServedFolder

        app = Application(ServedFolder.of(str(folder)))
        self.app = app.guarded(self.port)
        try:
            yield Client(app, self.port)
        finally:
            app.close()

    def stop(self):
        self.server.should_exit = True
        self.thread.join()
        self.listening.close()


def refused(answer, status, *words):
    """One sentence as JSON, and nothing that looks like code."""
    assert answer.status == status, answer.text
    assert list(answer.json) == ["error"]
    for word in (*words, ""):
        assert word in answer.json["error"]
    for trace in ("Traceback", 'File "', ".py"):
        assert trace not in answer.text
