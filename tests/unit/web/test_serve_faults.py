"""Faults and limits: one sentence and a log without data, and never a traceback."""

import http.client
import json
import logging
import shutil
import socket

import pytest

from support.command_line import KEY, A
from support.serving import endless, faulty, greedy, place, refused, responses, until

tasks = pytest.importorskip("corefscope.web.tasks", reason="the libraries of the application are not installed")
jobs = pytest.importorskip("corefscope.web.jobs")
files = pytest.importorskip("corefscope.web.files")


def test_unexpected_errors_have_a_log_without_data(serving, monkeypatch, caplog, tmp_path):
    client = serving()

    def broken(*_):
        raise ValueError("the token 'confidential' is odd")

    monkeypatch.setattr(type(client.app.folder), "listing", broken)
    with caplog.at_level(logging.ERROR):
        answer = client.get("/files")
        # In this process, for its log.
        jobs._perform(faulty, tasks.Work(tasks.Request(), client.app.folder, {}), tmp_path)
    refused(answer, 500, "something went wrong in corefscope itself")
    [problem] = json.loads((tmp_path / jobs.OUTCOME).read_text())["problems"]
    assert "ValueError at " in caplog.text
    for sentence in (answer.json["error"], problem["text"]):
        assert "confidential" not in caplog.text + sentence
    assert "Traceback" not in caplog.text


def test_a_lack_of_memory_is_one_sentence(serving, monkeypatch):
    monkeypatch.setitem(tasks.TASKS, "check", greedy)
    [problem] = serving().work("check")["problems"]
    assert problem["text"] == "there is not enough memory for this"


NONSENSE = (
    b"", b"{", b"[]", b"1", b"\xff", b"[" * 5000,
    b'{"key": 1}', b'{"key": {"in": "x"}}', b'{"key": {"in": "folder", "path": null}}',
    b'{"responses": {}}', b'{"responses": [1]}', b'{"responses": [{"place": 1}]}',
    b'{"settings": {"types": "/etc/passwd"}}', b'{"settings": {"entities": "names=/etc/passwd"}}',
    b'{"settings": {"sentences": "/etc/passwd"}}', b'{"settings": []}', b'{"settings": {"match": 7}}',
    b'{"metrics": "muc"}', b'{"metrics": [1]}',
)  # fmt: skip


@pytest.mark.parametrize("body", NONSENSE, ids=range(len(NONSENSE)))
def test_malformed_requests(serving, body):
    client = serving()
    for path in ("/jobs/score", "/jobs/check"):
        refused(client.post(path, body), 400)


@pytest.mark.parametrize(("changes", "words"), [
    ({"settings": {"match": "fuzzy"}}, "there is no value for match 'fuzzy'"),
    ({"metrics": ["mucc"]}, "did you mean muc"),
    ({"metrics": ["blanc(alpha=x)"]}, "alpha"),
    ({"language": "xx"}, "there is no language 'xx'"),
    ({"settings": {"key_format": "word"}}, "there is no format 'word'"),
    ({"responses": []}, "choose a key and at least one response"),
])  # fmt: skip
def test_errors_are_worded_as_on_the_command_line(serving, tmp_path, changes, words):
    shutil.copy(KEY, tmp_path / "key.conll")
    shutil.copy(A, tmp_path / "a.conll")
    job = serving().work("score", **{"key": place("key.conll"), "responses": responses("a.conll"), **changes})
    assert job["state"] == "failed"
    assert words in job["problems"][0]["text"]


# Limits


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
