"""Files whose names are not UTF-8, and files that change or go while they are shown."""

import json
import os
import shutil
import sys

import pytest

from support.command_line import KEY, A
from support.serving import place, responses

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux takes any bytes for a name")
ODD, ODD_FOLDER = "r\udcff\udce9.conll", "d\udce9"


@pytest.fixture
def folder(tmp_path):
    shutil.copy(KEY, tmp_path / "key.conll")
    shutil.copy(A, tmp_path / ODD)
    (tmp_path / ODD_FOLDER).mkdir()
    shutil.copy(A, tmp_path / ODD_FOLDER / "x.conll")
    assert os.fsencode(ODD) in os.listdir(os.fsencode(tmp_path))
    return tmp_path


def test_they_are_listed_checked_scored_and_downloaded(serving, folder):
    client = serving()
    listed = client.get("/files")
    assert [entry["name"] for entry in listed.json["entries"]] == [ODD_FOLDER, "key.conll", ODD]
    assert b"r\\udcff\\udce9.conll" in listed.body  # escapes of JSON
    [entry] = client.get("/files?folder=d%e9").json["entries"]
    assert entry["path"] == f"{ODD_FOLDER}/x.conll"
    paths = (ODD, entry["path"], ODD_FOLDER)
    reports = client.work("check", key=place("key.conll"), responses=responses(*paths))["value"]
    assert [report["problems"] for report in reports] == [[], [], [], []]
    run = client.done("score", key=place("key.conll"), responses=responses(*paths))
    names = [system["name"] for system in json.loads(client.file(run, "scores.json"))["systems"]]
    assert names == [ODD, "x.conll", ODD_FOLDER]
    assert client.get("/jobs").json[0]["value"]["title"] == ", ".join(names)
    comparison = client.done("compare", run=run["job"], baseline=ODD)
    escaped = {
        "documents.md": r"r\\udcff\\udce9.conll",
        "scores.tex": r"r\textbackslash{}udcff\textbackslash{}udce9",
    }
    for name in ("scores.csv", "documents.md", "scores.tex", "scores.txt", "comparison.json", "report.html"):
        text = client.file(comparison if name.startswith("comparison") else run, name)
        assert escaped.get(name, r"r\udcff\udce9.conll") in text


def test_files_that_disappear_while_a_folder_is_listed(serving, folder, monkeypatch):
    from corefscope.web import files

    def going(path):
        os.unlink(path)
        return "conll"

    monkeypatch.setattr(files, "recognised_format", going)
    listing = serving().get("/files").json
    assert ([entry["name"] for entry in listing["entries"]], listing["others"]) == ([ODD_FOLDER], 2)
