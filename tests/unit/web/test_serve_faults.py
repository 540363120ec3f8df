"""Faults behind an address: one sentence and a log without data, and never a traceback."""

import json
import logging
import shutil

import pytest

from support.command_line import KEY, A
from support.serving import faulty, greedy, place, refused, responses

tasks = pytest.importorskip("corefscope.web.tasks", reason="the libraries of the application are not installed")
jobs = pytest.importorskip("corefscope.web.jobs")


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
