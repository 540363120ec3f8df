"""What is too much for the application: uploads, jobs, requests."""

import http.client
import socket

import pytest

from support.serving import endless, refused, until

files = pytest.importorskip("corefscope.web.files", reason="the libraries of the application are not installed")
tasks = pytest.importorskip("corefscope.web.tasks")
jobs = pytest.importorskip("corefscope.web.jobs")


def test_an_upload_over_the_limit_is_refused_while_it_is_read(serving, monkeypatch):
    monkeypatch.setattr(files, "LARGEST_UPLOAD", 100_000)
    client = serving()
    connection = http.client.HTTPConnection("127.0.0.1", client.port, timeout=10)
    connection.putrequest("POST", "/uploads?name=a.conll")
    for name, value in {**client.let_in, "Origin": client.origin, "Transfer-Encoding": "chunked"}.items():
        connection.putheader(name, value)
    connection.endheaders()
    for _ in range(11):  # the end is never sent
        connection.send(b"2710\r\n" + b"x" * 10_000 + b"\r\n")
    answer = connection.getresponse()
    assert answer.status == 413
    assert b"at most 100 kB" in answer.read()
    connection.close()
    assert client.app.uploads.submissions == {}
    assert list(client.app.uploads.root.iterdir()) == []


def test_an_upload_that_breaks_off_leaves_nothing(serving):
    client = serving()
    headers = {"Host": f"127.0.0.1:{client.port}", "Origin": client.origin, **client.let_in, "Content-Length": "99"}
    lines = [
        "POST /uploads?name=a HTTP/1.1",
        *(f"{name}: {value}" for name, value in headers.items()),
        "",
        "abc",
    ]
    with socket.create_connection(("127.0.0.1", client.port)) as connection:
        connection.sendall("\r\n".join(lines).encode())
        until(lambda: list(client.app.uploads.root.rglob("a")))
    until(lambda: not list(client.app.uploads.root.iterdir()) and not client.app.uploads.submissions)


def test_all_uploads_together_have_a_limit(serving, monkeypatch):
    monkeypatch.setattr(files, "LARGEST_UPLOAD", 1000)
    client = serving()
    for number in range(10):
        assert client.upload(f"{number}.conll", b"x" * 100).status == 201
    refused(client.upload("11.conll", b"x" * 100), 413, "all uploads together")


def test_too_many_jobs(serving, monkeypatch):
    client = serving()
    monkeypatch.setitem(tasks.TASKS, "check", endless)
    started = [client.post("/jobs/check", {}) for _ in range(jobs.AT_ONCE)]
    assert [each.status for each in started] == [202] * jobs.AT_ONCE
    refused(client.post("/jobs/check", {}), 429, "too many jobs are running")
    for each in started:
        assert client.delete(f"/jobs/{each.json['job']}").json["state"] == "cancelled"
    monkeypatch.undo()
    assert client.work("check")["state"] == "done"


def test_a_request_that_is_too_long(serving):
    refused(serving().post("/jobs/score", b"[" * 2_000_000), 413, "too long")


def test_an_upload_whose_name_is_too_long_leaves_nothing(serving):
    client = serving()
    refused(client.upload("a" * 300, b"x"), 507, "the file cannot be kept")
    assert client.app.uploads.submissions == {}
    assert list(client.app.uploads.root.iterdir()) == []
