"""The application on a loopback port, and a client that speaks to it as a browser or as an intruder would."""

import contextlib
import http.client
import json
import threading
import time
import urllib.parse

KEY = "the-key-of-the-tests"


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
    def __init__(self, desk, port):
        self.desk, self.port, self.key = desk, port, KEY
        self.origin = f"http://127.0.0.1:{port}"
        self.address = f"{self.origin}/?key={KEY}"

    @property
    def cookie(self):
        return {"Cookie": f"corefscope-{self.port}={self.key}"}

    def raw(self, method, path, headers, body=None):
        """Exactly these headers, besides Host and what the length of the body needs."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            connection.request(method, path, body, headers)
            return Answer(connection.getresponse())
        finally:
            connection.close()

    def get(self, path, **headers):
        return self.raw("GET", path, {**self.cookie, **headers})

    def post(self, path, body=None, **headers):
        content = body if isinstance(body, bytes) else json.dumps(body)
        return self.raw("POST", path, {**self.cookie, "Origin": self.origin, **headers}, content)

    def delete(self, path):
        return self.raw("DELETE", path, {**self.cookie, "Origin": self.origin})

    def upload(self, name, content, **query):
        return self.post(f"/uploads?{urllib.parse.urlencode({'name': name, **query})}", content)

    def finished(self, answer):
        """The job that was started, when it has ended."""
        assert answer.status == 202, answer.text
        while True:
            job = self.get(f"/jobs/{answer.json['job']}").json
            if job["state"] not in ("waiting", "running"):
                return job
            time.sleep(0.01)

    def work(self, path, **asked):
        return self.finished(self.post(path, asked))


def until(reached):
    """Waits for what must come, but cannot say that it has."""
    for _ in range(3000):
        if reached():
            return
        time.sleep(0.01)
    raise AssertionError("it does not come to that")


def place(path):
    return {"in": "folder", "path": path}


def responses(*paths):
    return [{"place": place(path), "name": ""} for path in paths]


class Shared:
    """One server for all tests, since starting one takes longer than most of them; each puts its own behind it."""

    def __init__(self):
        from corefscope.web.server import bound, server_of  # here, since the libraries may be absent

        self.listening = bound(0)
        self.port = self.listening.getsockname()[1]
        self.app = None
        self.server = server_of(self._forward)
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [self.listening]})
        self.thread.start()

    async def _forward(self, scope, receive, send):
        await self.app(scope, receive, send)

    @contextlib.contextmanager
    def running(self, folder, upload_limit=1_000_000, unpack_limit=5_000_000):
        from corefscope.web.desk import Desk
        from corefscope.web.places import Folder
        from corefscope.web.routes import application

        desk = Desk(Folder.of(str(folder)), upload_limit, unpack_limit)
        self.app = application(desk, self.port, KEY)
        try:
            yield Client(desk, self.port)
        finally:
            desk.close()

    def stop(self):
        self.server.should_exit = True
        self.thread.join()
        self.listening.close()
