"""Tasks beside scoring, by their addresses: the same tables and files as the commands; examples and docs that ship."""

import contextlib
import io
import json
import shutil
import zipfile
import zlib
from base64 import b64decode

import pytest

from corefscope.basics.shipped import shipped
from corefscope.cli.main import main
from corefscope.scoring.checking import Problem
from corefscope.web import views
from support.command_line import KEY, ROOT, A, B
from support.serving import refused
from unit.web.test_frontend import valid

pytest.importorskip("corefscope.web.views", reason="the libraries of the application are not installed")


def example(path):
    return {"in": "examples", "path": path}


def made(client, task, *paths, key=None, where="examples", **asked):
    """The tables of a task on files of a place, and the address of its files."""
    given = [{"place": {"in": where, "path": path}, "name": path.split("/")[-1]} for path in paths]
    key = None if key is None else {"in": where, "path": key}
    job = client.work(f"/views/{task}", key=key, responses=given, **asked)
    assert job["state"] == "done", job
    shown = client.get(f"/views/{job['value']}/data").json
    valid(shown, "application", "tablesShown")
    assert str(ROOT) not in json.dumps(shown)
    return shown, f"/views/{job['value']}/files"


def command(*arguments):
    with contextlib.redirect_stdout(io.StringIO()) as printed, contextlib.redirect_stderr(io.StringIO()):
        main(arguments)
    return printed.getvalue()


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A copy of the examples in which the command line is run too."""
    shutil.copytree(ROOT / "examples", tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


OUTPUTS = {"txt": "table", "csv": "csv", "json": "json", "tex": "latex", "md": "markdown", "html": "html"}
CALLS = {
    "agreement": (("key.conll", "response-a.conll"), None, {}, ("agreement", "key.conll", "response-a.conll")),
    "statistics": (
        ("key.conll", "response-a.conll"),
        "key.conll",
        {},
        ("stats", "key.conll", "response-a.conll", "--key", "key.conll"),
    ),
    "challenge": (
        ("challenge/gap-response.jsonl",),
        "challenge/gap.tsv",
        {"set": "gap"},
        ("challenge", "gap", "challenge/gap.tsv", "challenge/gap-response.jsonl"),
    ),
    "leaderboard": ((), "leaderboard", {}, ("leaderboard", "leaderboard")),
}


@pytest.mark.parametrize("task", CALLS)
def test_files_are_what_the_command_prints(serving, folder, task):
    paths, key, asked, words = CALLS[task]
    client = serving(folder)
    shown, files = made(client, task, *paths, key=key, where="folder", **asked)
    for ending in ("csv", "md"):
        printed = command(*words, "-o", OUTPUTS[ending])
        if task in ("agreement", "statistics", "challenge"):  # systems are called after their files there
            printed = printed.replace("challenge/gap-response.jsonl", "gap-response.jsonl")
        answer = client.get(f"{files}/{task}.{ending}").text
        assert answer.replace("challenge/gap-response.jsonl", "gap-response.jsonl") == printed
    assert shown["files"] == [f"{task}.{ending}" for ending in OUTPUTS]


def test_agreement_leads_to_the_texts(serving):
    client = serving()
    shown, _ = made(client, "agreement", "key.conll", "response-a.conll", "response-b.jsonl")
    about = client.get(f"/runs/{shown['run']}/about").json
    assert about["title"] == "Agreement of key.conll, response-a.conll, response-b.jsonl"
    valid(about, "application", "run")
    assert client.get(f"/views/{about['tables']}/data").json["run"] == shown["run"]
    assert annotators(client, shown["run"]) == ["key.conll", "response-a.conll", "response-b.jsonl"]
    job = client.work("/views/agreement", responses=[{"place": example("key.conll")}])
    assert job["problems"][0]["text"] == "choose the annotations of at least two annotators"


def test_annotators_are_not_ranked(serving):
    client = serving()
    shown, _ = made(client, "agreement", "key.conll", "response-a.conll", "response-b.jsonl")
    run = f"/runs/{shown['run']}"
    assert client.get(f"{run}/report.html").status == 200
    for answer in (
        client.get(f"{run}/compare"),
        *(client.get(f"{run}/{what}.csv") for what in ("scores", "documents", "comparison")),
        client.post(f"{run}/comparisons", {}),
    ):
        assert answer.status == 404
        assert "annotators are not ranked" in answer.text


def annotators(client, run):
    """The annotators whom the page of a result names."""
    data = json.loads(zlib.decompress(b64decode(client.get(f"/runs/{run}/data").json["data"])))
    valid(data, "page")
    return [data["annotator"], *(system["name"] for system in data["result"]["systems"])]


def test_annotators_of_one_name_are_numbered_in_the_texts_too(serving):
    client = serving()
    given = [{"place": example(path), "name": "A"} for path in ("key.conll", "response-a.conll", "response-b.jsonl")]
    job = client.work("/views/agreement", responses=given)
    run = client.get(f"/views/{job['value']}/data").json["run"]
    assert annotators(client, run) == ["A 1", "A 2", "A 3"]


def test_a_check_has_a_table_of_all_files(serving):
    shown, _ = made(serving(), "check", "response-a.conll", "broken.conll", key="key.conll")
    first = shown["sheets"][0]
    assert [row[:2] for row in first["rows"]] == [
        ["key.conll", "no problems"],
        ["response-a.conll", "no problems"],
        ["broken.conll", "errors"],
    ]
    assert "never opened" in shown["sheets"][1]["rows"][0][1]


def test_conversion_gives_the_file(serving, folder):
    client = serving()
    shown, files = made(client, "convert", "key.conll", to="corefud")
    command("convert", "key.conll", "key.conllu")
    assert client.get(f"{files}/key.conllu").text == (folder / "key.conllu").read_text(encoding="utf-8")
    assert shown["sheets"][0]["rows"][0][:4] == ["key.conll", "2", "36", "0"]
    _, files = made(client, "convert", "key.conll", "response-a.conll", to="brat")
    archive = zipfile.ZipFile(io.BytesIO(client.get(f"{files}/converted.zip").body))
    assert {name.partition("/")[0] for name in archive.namelist()} == {"key", "response-a"}
    job = client.work("/views/convert", responses=[{"place": example("key.conll")}], to="papyrus")
    assert "there is no format 'papyrus'" in job["problems"][0]["text"]


def test_winobias_is_a_folder(serving):
    asked = {"key": "challenge/winobias", "set": "winobias"}
    shown, _ = made(serving(), "challenge", "challenge/winobias-response.jsonl", **asked)
    assert shown["heading"] == ["WinoBias: challenge/winobias/*, 8 questions"]


def test_nothing_outside_the_folder_is_opened(serving, tmp_path):
    served, secret = tmp_path / "served", tmp_path / "secret"
    for folder in (served / "board" / "one", secret):
        folder.mkdir(parents=True)
    for path in (KEY, A, B):
        shutil.copy(path, secret)
    (served / "board" / "one" / "key.conll").symlink_to(secret / "key.conll")
    (served / "board" / "one" / "a.conll").symlink_to(secret / "response-a.conll")
    (served / "gap.tsv").symlink_to(ROOT / "examples" / "challenge" / "gap.tsv")
    client = serving(served)
    for task, key in (("leaderboard", "board"), ("challenge", "gap.tsv"), ("leaderboard", "../secret")):
        job = client.work(
            f"/views/{task}",
            key={"in": "folder", "path": key},
            responses=[{"place": example("key.conll")}],
            set="gap",
        )
        assert job["state"] == "failed"
        assert "out of the folder" in job["problems"][0]["text"]
    refused(client.post("/views/nonsense", {}), 404, "nothing at this address")
    refused(client.get("/texts/../pyproject.toml"), 404)
    refused(client.get("/texts/saved.schema.json"), 404)
    job = client.work("/views/check", responses=[{"place": example("../pyproject.toml")}])
    assert "out of the folder" in json.dumps(client.get(f"/views/{job['value']}/data").json)


def test_too_large_a_board_is_refused(serving, tmp_path):
    folder = tmp_path / "board" / "one"
    folder.mkdir(parents=True)
    shutil.copy(KEY, folder / "key.conll")
    (folder / "a.conll").write_bytes(b"#begin document (d); part 000\n" + b"a\t(1)\n" * 30_000 + b"#end document\n")
    client = serving(tmp_path, mention_limit=10_000)
    job = client.work("/views/leaderboard", key={"in": "folder", "path": "board"})
    assert "more than 10,000 mentions" in job["problems"][0]["text"]


def test_the_docs_are_served(serving):
    client = serving()
    assert client.get("/texts/matching.md").text == (shipped("docs") / "matching.md").read_text(encoding="utf-8")
    assert client.get("/docs/matching.md").status == 200
    fields = client.get("/choices").json
    for field in (*fields["settings"], *fields["plan"]):
        assert (shipped("docs") / field["page"]).is_file()
        assert field["help"].endswith(".")
        assert "--" not in field["help"]


def test_thirty_jobs_at_once_share_three_processes(serving):
    client = serving()
    asked = {"key": example("key.conll"), "responses": [{"place": example("response-a.conll")}], "metrics": ["muc"]}
    started = [client.post("/runs", asked) for _ in range(30)]
    seen = 0
    while any(client.get(f"/jobs/{each.json['job']}").json["state"] in ("waiting", "running") for each in started):
        seen = max(seen, len(client.workspace.workers._all))
    assert [client.finished(each)["state"] for each in started] == ["done"] * 30
    assert 1 <= seen <= 3


def test_equal_problems_of_a_file_are_one_row():
    def problem(line, text="a bracket is open"):
        return Problem("error", "bad-line", f"a.conll:{line}: {text}", "a.conll", line, None)

    rows = views._problem_rows([*map(problem, range(1, 9)), problem(3, "another")])
    assert [(row[0].text, row[1], row[2].text, row[3]) for row in rows] == [
        ("error", "a bracket is open", "8", "1, 2, 3, 4, 5, 6 and 2 more"),
        ("error", "another", "1", "3"),
    ]
