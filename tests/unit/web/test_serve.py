"""What the application does, by its addresses: the same as the command line, with the same numbers and words."""

import contextlib
import io
import json
import os
import shutil
import signal
import sys

import pytest

import corefscope
from corefscope.cli.main import main
from support.command_line import KEY, ROOT, A, B
from support.serving import endless, is_running, place, refused, responses, until

tasks = pytest.importorskip("corefscope.web.tasks", reason="the libraries of the application are not installed")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with a key, two responses and a broken one, in which the command line is run too."""
    for path in (KEY, A, B, ROOT / "examples" / "broken.conll"):
        shutil.copy(path, tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def command(*arguments):
    """Return what a command prints; it runs in this process, which is faster."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), contextlib.suppress(SystemExit):
        main(arguments)
    return out.getvalue() or err.getvalue()


def scored(client, *paths, **more):
    return client.done("score", key=place("key.conll"), responses=responses(*(paths or ("response-a.conll",))), **more)


# Files


def test_the_files_that_can_be_read(serving, folder):
    (folder / "notes.docx").write_bytes(b"PK\x03\x04")
    (folder / "empty.txt").write_bytes(b"")
    (folder / "prose.txt").write_text("Nothing is marked here.\n", encoding="utf-8")
    (folder / ".hidden.conll").write_bytes(b"")
    (folder / "deep").mkdir()
    shutil.copy(KEY, folder / "deep" / "<b>ü.conll")
    client = serving()
    listing = client.get("/files").json
    assert [(entry["name"], entry["kind"]) for entry in listing["entries"]] == [
        ("deep", "folder"),
        ("broken.conll", "conll"), ("key.conll", "conll"), ("response-a.conll", "conll"), ("response-b.jsonl", "json"),
    ]  # fmt: skip
    assert (listing["others"], listing["more"]) == (3, 0)
    [entry] = client.get("/files?folder=deep").json["entries"]
    assert entry == {"name": "<b>ü.conll", "kind": "conll", "size": os.path.getsize(KEY), "path": "deep/<b>ü.conll"}


def test_uploads(serving, folder):
    client = serving()
    one = client.upload("my key.conll", (folder / "key.conll").read_bytes())
    assert (one.status, one.json["label"]) == (201, "my key.conll")
    number = client.upload("dev/a.ann", b"T1\tPerson 0 3\tAnn\n").json["submission"]
    assert client.upload("dev/a.txt", b"Ann left .\n", submission=number).json["label"] == "dev"
    assert client.upload("dev/a.txt", b"again", submission=number).status == 409
    [report] = client.work("check", key={"in": "uploads", "path": number})["value"]
    assert (report["documents"], report["mentions"]) == (1, 1)
    loose = client.upload("a.ann", b"").json["submission"]
    assert client.upload("a.txt", b"x", submission=loose).json["label"] == "a.ann and 1 more"
    assert client.delete(f"/uploads/{number}").status == 200
    assert client.delete(f"/uploads/{number}").status == 404
    assert not (client.app.uploads.root / number).exists()
    [report] = client.work("check", key={"in": "uploads", "path": number})["value"]
    assert "this upload has been removed (drop the file again)" in report["problems"][0]["text"]


# Checks


def test_problems_are_those_that_check_gives(serving, folder):
    first, _, _ = (folder / "key.conll").read_text(encoding="utf-8").partition("#begin document (bakery)")
    (folder / "short.conll").write_text(first, encoding="utf-8")
    names = ["broken.conll", "short.conll", "response-a.conll"]
    job = serving().work("check", key=place("key.conll"), responses=responses(*names))
    expected = json.loads(command("check", *names, "--against", "key.conll", "-o", "json"))
    assert [report["problems"] for report in job["value"][1:]] == [report["problems"] for report in expected]
    assert job["value"][1]["problems"][0]["text"].startswith("broken.conll:3: entity 0 is closed")
    assert job["value"][2]["problems"] != []
    assert job["value"][3]["errors"] == 0


def test_a_key_that_cannot_be_read_does_not_hide_the_problems_of_responses(serving, folder):
    job = serving().work("check", key=place("broken.conll"), responses=responses("broken.conll", "response-a.conll"))
    assert [report["errors"] for report in job["value"]] == [1, 1, 0]


# Results


def test_one_file_may_be_both_sides(serving, folder):
    record = {"doc_key": "a", "clusters": [[[0, 1], [3, 3]]], "predicted_clusters": [[[0, 1], [5, 5]]]}
    (folder / "dev.jsonl").write_text(json.dumps(record))
    client, sides = serving(), {"key": place("dev.jsonl"), "responses": responses("dev.jsonl")}
    assert [report["errors"] for report in client.work("check", **sides)["value"]] == [0, 0]
    run = client.done("score", **sides, metrics=["conll"])
    assert client.file(run, "scores.txt") == command("score", "dev.jsonl", "-m", "conll")
    uploads = [client.upload("dev.jsonl", (folder / "dev.jsonl").read_bytes()).json["submission"] for _ in "ab"]
    one, two = ({"in": "uploads", "path": path} for path in uploads)
    sides = {"key": one, "responses": [{"place": two, "name": ""}]}
    assert [report["errors"] for report in client.work("check", **sides)["value"]] == [0, 0]
    [report, _] = client.work("check", key=place("key.conll"), responses=responses("dev.jsonl"))["value"]
    assert report["errors"] == 0


@pytest.mark.parametrize(
    ("ending", "output"), [("csv", "csv"), ("json", "json"), ("tex", "latex"), ("md", "markdown"), ("txt", "table")]
)
def test_tables_are_those_of_the_command_line(serving, folder, ending, output):
    client = serving()
    files = ("response-a.conll", "response-b.jsonl")
    run = scored(client, *files, metrics=["muc", "lea", "conll"], settings={"singletons": "drop"})
    inputs = ("key.conll", *files, "-m", "muc", "-m", "lea", "-m", "conll", "--singletons", "drop", "-o", output)
    answer = client.get(f"/jobs/{run['job']}/scores.{ending}")
    assert answer.text == command("score", *inputs)
    assert answer.headers["content-disposition"] == f'attachment; filename="corefscope-scores.{ending}"'
    assert client.file(run, f"documents.{ending}") == command("score", *inputs, "--per-document")
    plan = {"test": "bootstrap", "trials": "500", "seed": "7"}
    compared = command("compare", *inputs, "--test", "bootstrap", "--trials", "500", "--seed", "7")
    assert client.file(client.done("compare", run=run["job"], plan=plan), f"comparison.{ending}") == compared
    measured = client.done("agreement", responses=responses("key.conll", "response-a.conll"))
    expected = command("agreement", "key.conll", "response-a.conll", "-o", output)
    assert client.file(measured, f"agreement.{ending}") == expected


def test_addresses_that_do_not_exist(serving, folder):
    client = serving()
    run = f"/jobs/{scored(client)['job']}"
    wrong = ("scores.doc", "other.csv", "x", "result.pickle", "../../uploads", "..%2foutcome.json")
    for path in (*(f"{run}/{name}" for name in wrong), "/jobs/none", "/jobs/none/scores.csv", "/runs/1/other"):
        assert client.get(path).status == 404
    assert client.post("/jobs/nonsense", {}).status == 404
    assert client.post("/jobs/compare", {"run": "none"}).status == 404
    assert client.raw("PUT", run, {**client.let_in, "Origin": client.origin}).status == 405


def test_pages_hold_nothing_of_a_result(serving, folder):
    """They are loaded by an address alone; the data follows by requests that send the key."""
    name = "<img src=x onerror=alert(1)>\"'&.conll"
    shutil.copy(A, folder / name)
    client = serving()
    run = scored(client, name)
    assert run["value"]["title"] == name
    for path in ("/", f"/runs/{run['job']}/", f"/runs/{run['job']}/compare", f"/runs/{run['job']}/agreement"):
        page = client.raw("GET", path, {}).text
        assert "<title>corefscope</title>" in page
        for held in ("img", str(folder), run["job"]):
            assert held not in page


def test_comparisons(serving, folder):
    client = serving()
    run = scored(client, "response-a.conll", "response-b.jsonl")["job"]
    job = client.done("compare", run=run, baseline="response-a.conll", plan={"alpha": "0.1"})
    comparison = json.loads(client.file(job, "comparison.json"))
    assert (comparison["baseline"], comparison["plan"]["alpha"]) == ("response-a.conll", 0.1)
    tables = json.loads(client.file(job, "tables.json"))
    assert tables["sheets"][0]["title"] == "F1"
    assert tables["systems"] == ["response-a.conll", "response-b.jsonl"]
    assert "alpha:0.1" in tables["signature"]
    for wrong, words in [
        ({"alpha": "2"}, "alpha must be a number between 0 and 1"),
        ({"alpha": "x"}, "must be a number"),
        ({"test": "t"}, "no value for test"),
        ({"group": "/etc/passwd"}, "no plan option"),
        ({"trials": "0"}, "trials must be at least 1"),
        ({"trials": "1e5"}, "trials must be a number"),
        ({"alpha": "nan"}, "alpha must be a number between 0 and 1"),
    ]:
        [problem] = client.work("compare", run=run, plan=wrong)["problems"]
        assert words in problem["text"]
        assert len(problem["text"]) < 150
    assert "nobody" in client.work("compare", run=run, baseline="nobody")["problems"][0]["text"]


def test_old_results_are_removed(serving, folder):
    from corefscope.web.jobs import KEPT

    client = serving()
    runs = [scored(client, metrics=["muc"])["job"] for _ in range(KEPT + 1)]
    assert client.get(f"/jobs/{runs[0]}").status == 404
    held = client.get("/jobs").json
    assert [each["job"] for each in held] == runs[:0:-1]
    assert len(list(client.app.jobs.root.iterdir())) == KEPT
    f1 = round(corefscope.score("key.conll", "response-a.conll", metrics="muc").f1["muc"], 6)
    assert held[0]["value"]["scores"] == [f1]


def test_a_result_outlives_its_files(serving, folder):
    client = serving()
    number = client.upload("key.conll", (folder / "key.conll").read_bytes()).json["submission"]
    job = client.done("score", key={"in": "uploads", "path": number}, responses=responses("response-a.conll"))
    client.delete(f"/uploads/{number}")
    (folder / "response-a.conll").unlink()
    scores = json.loads(client.file(job, "scores.json"))
    assert scores["key"]["path"] == "key.conll"
    assert len(scores["key"]["sha256"]) == 64


# Agreement


def test_annotators_are_not_ranked(serving, folder):
    client = serving()
    job = client.done("agreement", responses=responses("key.conll", "response-a.conll"))
    assert client.get(f"/jobs/{job['job']}/report.html").status == 200
    assert client.get(f"/jobs/{job['job']}/scores.csv").status == 404
    refused(client.post("/jobs/compare", {"run": job["job"]}), 404, "annotators are not ranked")


# Jobs


def process_of(client, started):
    """The number of the process that works for a job, which the task gives as its first step."""
    address = f"/jobs/{started.json['job']}"
    until(lambda: client.get(address).json["step"].isdecimal())
    job = client.get(address).json
    assert job["state"] == "running"
    return int(job["step"])


@pytest.mark.parametrize("task", ["score", "compare", "check", "agreement"])
def test_cancelling_ends_the_work_wherever_it_is(serving, folder, monkeypatch, task):
    client = serving()
    monkeypatch.setitem(tasks.TASKS, task, endless)
    started = client.post(f"/jobs/{task}", {})
    number = process_of(client, started)
    assert client.delete(f"/jobs/{started.json['job']}").json["state"] == "cancelled"
    assert not is_running(number)
    assert client.finished(started)["state"] == "cancelled"
    assert client.get("/jobs").json == []


def test_a_process_that_dies_is_reported_in_one_sentence(serving, folder, monkeypatch):
    client = serving()
    monkeypatch.setitem(tasks.TASKS, "check", endless)
    started = client.post("/jobs/check", {"key": place("key.conll")})
    os.kill(process_of(client, started), signal.SIGKILL)
    job = client.finished(started)
    assert job["state"] == "failed"
    assert [problem["text"] for problem in job["problems"]] == [
        "the process ended before the task was done, probably because memory ran out"
    ]
    monkeypatch.undo()
    assert client.work("check", key=place("key.conll"))["state"] == "done"


def test_choices_come_from_the_registries(serving):
    from corefscope.basics.options import options_of
    from corefscope.metrics import METRICS
    from corefscope.presets import PRESETS
    from corefscope.statistics.plan import Plan

    offered = serving().get("/choices").json
    assert [metric["name"] for metric in offered["metrics"]] == list(METRICS)
    for part, declared in (("settings", tasks.SETTINGS), ("plan", options_of(Plan))):
        offered_values = {each["name"]: each["values"] and tuple(each["values"]) for each in offered[part]}
        assert offered_values == {
            name: option.choices and tuple(option.choices) for name, option in declared.items() if option.label
        }
    assert list(offered["presets"]) == list(PRESETS)
    assert offered["metrics_of_presets"]["codicrac-bridging"] == [*PRESETS["codicrac-bridging"].metrics]
    listed = {field["name"] for field in offered["settings"] if field["values"]}
    assert all(set(preset) == listed for preset in offered["presets"].values())  # the form has a field for each


# The command


@pytest.mark.parametrize(("arguments", "words"), [
    (["nowhere"], "nowhere: there is no such folder"),
    ([KEY], "this is a file, not a folder"),
    (["--port", "x"], "--port x: expected a whole number from 0 to 65,535"),
    (["--port", "70000"], "expected a whole number"),
    (["--port", "9" * 5000], f"--port {'9' * 79}…: expected a whole number from 0 to 65,535"),
    (["--port", "²"], "expected a whole number"),
    (["--port", "-1"], "expected a whole number"),
    (["--port", ""], "expected a whole number"),
    (["--host", "0.0.0.0"], "unrecognized arguments"),
])  # fmt: skip
def test_wrong_calls(serving, arguments, words):
    assert words in command("serve", *arguments)


def test_a_port_that_is_taken(serving):
    client = serving()
    message = command("serve", "--port", str(client.port))
    assert f"port {client.port} cannot be used: address already in use (choose another with --port" in message


def test_without_the_libraries(monkeypatch):
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    monkeypatch.delitem(sys.modules, "corefscope.web.app")
    fact = "the application needs uvicorn, which is not installed"
    assert command("serve") == f'corefscope: error: {fact} (pip install "corefscope[web]")\n'


def test_a_long_folder_is_cut(serving, tmp_path):
    from corefscope.web.files import MOST_LISTED

    for number in range(MOST_LISTED + 3):
        (tmp_path / f"{number:04}.bin").touch()
    assert serving().get("/files").json == {"entries": [], "others": MOST_LISTED, "more": 3}


def test_names_of_systems(serving, folder):
    client = serving()
    inputs = [{"place": place("response-a.conll"), "name": name} for name in ("ours", " ours ", "")]
    run = client.done("score", key=place("key.conll"), responses=inputs)
    names = [system["name"] for system in json.loads(client.file(run, "scores.json"))["systems"]]
    assert names == ["ours 1", "ours 2", "response-a.conll"]


def test_problems_of_an_upload_name_it_as_the_user_does(serving, folder):
    client = serving()
    number = client.upload("mine.conll", (folder / "broken.conll").read_bytes()).json["submission"]
    [report] = client.work("check", key={"in": "uploads", "path": number})["value"]
    assert report["problems"][0]["text"].startswith("mine.conll:3: entity 0")
