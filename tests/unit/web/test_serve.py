"""What the application does, by its addresses: the same as the command line, with the same numbers and words."""

import contextlib
import io
import json
import os
import shutil
import signal
import subprocess
import sys

import pytest

import corefscope
from corefscope.cli.main import main
from corefscope.page import render
from support.command_line import KEY, ROOT, A, B
from support.serving import endless, greedy, is_running, place, responses, told, until

tasks = pytest.importorskip("corefscope.web.tasks", reason="the libraries of the application are not installed")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with a key, two responses and a broken one, in which the command line is run too."""
    for path in (KEY, A, B, ROOT / "examples" / "broken.conll"):
        shutil.copy(path, tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def command(*arguments):
    """What the command line prints, without the time that a process of its own takes."""
    with contextlib.redirect_stdout(io.StringIO()) as printed, contextlib.redirect_stderr(io.StringIO()):
        main(arguments)
    return printed.getvalue()


def failed(*arguments):
    with contextlib.redirect_stderr(io.StringIO()) as printed, contextlib.suppress(SystemExit):
        assert main(arguments) == 2
    return printed.getvalue()


def scored(client, *paths, **asked):
    job = client.work("/runs", key=place("key.conll"), responses=responses(*(paths or ("response-a.conll",))), **asked)
    assert job["state"] == "done", job
    return job["value"]


# Files


def test_the_files_that_can_be_read(serving, folder):
    (folder / "notes.docx").write_bytes(b"PK\x03\x04")
    (folder / "empty.txt").write_bytes(b"")
    (folder / "prose.txt").write_text("Nothing is marked here.\n", encoding="utf-8")
    (folder / ".hidden.conll").write_bytes(b"")
    (folder / "deep").mkdir()
    shutil.copy(KEY, folder / "deep" / "<b>ü.conll")
    client = serving()
    found = client.get("/files").json
    assert [(entry["name"], entry["kind"]) for entry in found["entries"]] == [
        ("deep", "folder"),
        ("broken.conll", "conll"), ("key.conll", "conll"), ("response-a.conll", "conll"), ("response-b.jsonl", "json"),
    ]  # fmt: skip
    assert (found["others"], found["more"]) == (3, 0)
    [entry] = client.get("/files?folder=deep").json["entries"]
    assert entry == {"name": "<b>ü.conll", "kind": "conll", "size": os.path.getsize(KEY), "path": "deep/<b>ü.conll"}


def test_packed_files_are_known_by_what_they_hold(serving, folder):
    import gzip

    (folder / "key.conll.gz").write_bytes(gzip.compress((folder / "key.conll").read_bytes()))
    kinds = {entry["name"]: entry["kind"] for entry in serving().get("/files").json["entries"]}
    assert kinds["key.conll.gz"] == "conll"


def test_a_long_folder_is_cut(serving, tmp_path):
    from corefscope.web.served_folder import MOST_LISTED

    for number in range(MOST_LISTED + 3):
        (tmp_path / f"{number:04}.bin").touch()
    assert serving().get("/files").json == {"entries": [], "others": MOST_LISTED, "more": 3}


def test_uploads(serving, folder):
    client = serving()
    one = client.upload("my key.conll", (folder / "key.conll").read_bytes())
    assert (one.status, one.json["label"]) == (201, "my key.conll")
    number = client.upload("dev/a.ann", b"T1\tPerson 0 3\tAnn\n").json["submission"]
    assert client.upload("dev/a.txt", b"Ann left .\n", submission=number).json["label"] == "dev"
    assert client.upload("dev/a.txt", b"again", submission=number).status == 409
    [report] = client.work("/checks", key={"in": "uploads", "path": number})["value"]
    assert (report["documents"], report["mentions"]) == (1, 1)
    loose = client.upload("a.ann", b"").json["submission"]
    assert client.upload("a.txt", b"x", submission=loose).json["label"] == "a.ann and 1 more"
    assert client.delete(f"/uploads/{number}").status == 200
    assert client.delete(f"/uploads/{number}").status == 404
    assert not (client.workspace.uploads.root / number).exists()
    [report] = client.work("/checks", key={"in": "uploads", "path": number})["value"]
    assert "this upload is no longer there (drop the file again)" in report["problems"][0]["text"]


# Checks


def test_problems_are_those_that_check_gives(serving, folder):
    first, _, _ = (folder / "key.conll").read_text(encoding="utf-8").partition("#begin document (bakery)")
    (folder / "short.conll").write_text(first, encoding="utf-8")
    names = ["broken.conll", "short.conll", "response-a.conll"]
    job = serving().work("/checks", key=place("key.conll"), responses=responses(*names))
    expected = json.loads(command("check", *names, "--against", "key.conll", "-o", "json"))
    assert [report["problems"] for report in job["value"][1:]] == [report["problems"] for report in expected]
    assert job["value"][1]["problems"][0]["text"].startswith("broken.conll:3: entity 0 is closed")
    assert job["value"][2]["problems"] != []
    assert job["value"][3]["errors"] == 0


def test_problems_of_an_upload_name_it_as_the_user_does(serving, folder):
    client = serving()
    number = client.upload("mine.conll", (folder / "broken.conll").read_bytes()).json["submission"]
    [report] = client.work("/checks", key={"in": "uploads", "path": number})["value"]
    assert report["problems"][0]["text"].startswith("mine.conll:3: entity 0")


def test_a_key_that_cannot_be_read_does_not_hide_the_problems_of_responses(serving, folder):
    job = serving().work("/checks", key=place("broken.conll"), responses=responses("broken.conll", "response-a.conll"))
    assert [report["errors"] for report in job["value"]] == [1, 1, 0]


# Results


@pytest.mark.parametrize(
    ("ending", "output"), [("csv", "csv"), ("json", "json"), ("tex", "latex"), ("md", "markdown"), ("txt", "table")]
)
def test_tables_are_those_of_the_command_line(serving, folder, ending, output):
    client = serving()
    files = ("response-a.conll", "response-b.jsonl")
    run = scored(client, *files, metrics=["muc", "lea", "conll"], settings={"singletons": "drop"})
    given = ("key.conll", *files, "-m", "muc", "-m", "lea", "-m", "conll", "--singletons", "drop", "-o", output)
    answer = client.get(f"/runs/{run}/scores.{ending}")
    assert answer.text == command("score", *given)
    assert answer.headers["content-disposition"] == f'attachment; filename="corefscope-scores.{ending}"'
    assert client.get(f"/runs/{run}/documents.{ending}").text == command("score", *given, "--per-document")
    compared = command("compare", *given, "--test", "bootstrap", "--trials", "500", "--seed", "7")
    assert client.get(f"/runs/{run}/comparison.{ending}?test=bootstrap&trials=500&seed=7").text == compared


def test_the_report_is_that_of_the_command_line(serving, folder):
    client = serving()
    run = scored(client)
    answer = client.get(f"/runs/{run}/report.html")
    assert answer.headers["content-disposition"].startswith("attachment")
    assert answer.text == render(corefscope.score("key.conll", "response-a.conll", per_document=True))


def test_names_of_systems(serving, folder):
    client = serving()
    asked = [{"place": place("response-a.conll"), "name": name} for name in ("ours", " ours ", "")]
    run = client.work("/runs", key=place("key.conll"), responses=asked)["value"]
    names = [system["name"] for system in client.get(f"/runs/{run}/scores.json").json["systems"]]
    assert names == ["ours 1", "ours 2", "response-a.conll"]


def test_the_page_of_a_result(serving, folder):
    client = serving()
    run = scored(client)
    assert client.get(f"/runs/{run}/about").json["title"] == "response-a.conll"
    assert client.get(f"/runs/{run}/data").json["title"] == "response-a.conll"
    assert client.get(f"/runs/{run}/compare").status == 200
    for wrong in (
        f"/runs/{run}/scores.doc",
        f"/runs/{run}/other.csv",
        f"/runs/{run}/x",
        f"/runs/{run}",
        "/runs/none/scores.csv",
        "/runs/none/data",
        "/runs/none/",
        "/runs/none/compare",
    ):
        assert client.get(wrong).status == 404


def test_pages_hold_nothing_of_a_result(serving, folder):
    """They are loaded by an address alone; the data follows by requests that send the key."""
    name = "<img src=x onerror=alert(1)>\"'&.conll"
    shutil.copy(A, folder / name)
    client = serving()
    run = scored(client, name)
    for path in ("/", f"/runs/{run}/", f"/runs/{run}/compare"):
        page = client.raw("GET", client.within(path), {}).text
        assert "<title>corefscope</title>" in page
        for held in ("img", str(folder), run):
            assert held not in page
    assert client.get(f"/runs/{run}/about").json["title"] == name


def test_comparisons(serving, folder):
    client = serving()
    run = scored(client, "response-a.conll", "response-b.jsonl")
    value = client.work(f"/runs/{run}/comparisons", baseline="response-a.conll", alpha="0.1")["value"]
    assert value["comparison"]["baseline"] == "response-a.conll"
    assert value["comparison"]["plan"]["alpha"] == 0.1
    assert value["sheets"][0]["title"] == "F1"
    assert "alpha:0.1" in value["comparison"]["signature"]
    for wrong, words in [
        ({"alpha": "2"}, "alpha must be from 0 to 1"),
        ({"alpha": "0"}, "between 0 and 1"),
        ({"alpha": "x"}, "must be a number"),
        ({"test": "t"}, "no value for test"),
        ({"group": "/etc/passwd"}, "no part of a plan"),
        ({"trials": "0"}, "trials must be from 1 to 1,000,000, but is '0'"),
        ({"trials": "1000001"}, "trials must be from 1 to 1,000,000"),
        ({"trials": "9" * 400}, "trials must be from 1 to 1,000,000, but is '999"),
        ({"seed": "-1"}, "seed must be from 0 to"),
        ({"seed": "1" * 400}, "seed must be from 0 to"),
        ({"alpha": "nan"}, "alpha must be from 0 to 1, but is 'nan'"),
        ({"alpha": "1e999"}, "alpha must be from 0 to 1"),
    ]:
        answer = client.post(f"/runs/{run}/comparisons", wrong)
        assert answer.status == 400
        assert words in answer.json["error"]
        assert len(answer.json["error"]) < 150
    job = client.work(f"/runs/{run}/comparisons", baseline="nobody")
    assert "nobody" in job["problems"][0]["text"]


def test_old_results_are_let_go(serving, folder):
    from corefscope.web.workspace import MOST_RUNS

    client = serving()
    runs = [scored(client, metrics=["muc"]) for _ in range(MOST_RUNS + 1)]
    assert client.get(f"/runs/{runs[0]}/").status == 404
    held = client.get("/runs").json
    assert [each["run"] for each in held] == runs[:0:-1]
    assert held[0]["scores"] == [round(corefscope.score("key.conll", "response-a.conll", metrics="muc").f1["muc"], 6)]


def test_a_result_outlives_its_files(serving, folder):
    client = serving()
    number = client.upload("key.conll", (folder / "key.conll").read_bytes()).json["submission"]
    job = client.work("/runs", key={"in": "uploads", "path": number}, responses=responses("response-a.conll"))
    client.delete(f"/uploads/{number}")
    (folder / "response-a.conll").unlink()
    found = client.get(f"/runs/{job['value']}/scores.json").json
    assert found["key"]["path"] == "key.conll"
    assert len(found["key"]["sha256"]) == 64
    assert client.get(f"/runs/{job['value']}/report.html").status == 200


# Jobs


def begun_in_a_process(client, started):
    """The number of the process that works for a job, told by the task as its first step."""
    address = f"/jobs/{started.json['job']}"
    until(lambda: client.get(address).json["step"].isdecimal())
    job = client.get(address).json
    assert (job["state"], job["done"]) == ("running", 1)
    return int(job["step"])


def stopped(client, started, number):
    assert client.delete(f"/jobs/{started.json['job']}").json["state"] == "cancelled"
    until(lambda: not is_running(number))
    assert client.finished(started)["state"] == "cancelled"
    until(lambda: not client.workspace.jobs.unfinished)


def test_cancelling_ends_the_work_wherever_it_is(serving, folder, monkeypatch):
    client = serving()
    monkeypatch.setattr(tasks, "score_files", endless)
    started = client.post("/runs", {"key": place("key.conll"), "responses": responses("response-a.conll")})
    stopped(client, started, begun_in_a_process(client, started))
    assert client.get("/runs").json == []
    monkeypatch.undo()
    assert scored(client)  # another process does what comes next


def test_a_comparison_can_be_stopped(serving, folder, monkeypatch):
    client = serving()
    run = scored(client, "response-a.conll", "response-b.jsonl")
    monkeypatch.setattr(tasks, "judge", endless)
    started = client.post(f"/runs/{run}/comparisons", {"trials": "1000000"})
    stopped(client, started, begun_in_a_process(client, started))


def test_closing_ends_every_process(serving, folder, monkeypatch):
    client = serving()
    monkeypatch.setattr(tasks, "check_files", endless)
    started = client.post("/checks", {"key": place("key.conll")})
    number = begun_in_a_process(client, started)
    client.workspace.close()
    until(lambda: not is_running(number))


def test_a_process_that_dies_is_said_in_one_sentence(serving, folder, monkeypatch):
    client = serving()
    monkeypatch.setattr(tasks, "check_files", endless)
    started = client.post("/checks", {"key": place("key.conll")})
    os.kill(begun_in_a_process(client, started), signal.SIGKILL)
    job = client.finished(started)
    assert job["state"] == "failed"
    assert [problem["text"] for problem in job["problems"]] == [
        "the process that did this ended before it was done, probably because memory ran out "
        "(score it on the command line)"
    ]
    monkeypatch.undo()
    assert client.work("/checks", key=place("key.conll"))["state"] == "done"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux counts memory so that it can be limited")
def test_more_memory_than_allowed_is_refused_and_the_process_goes_on(serving, folder, monkeypatch):
    client = serving()
    monkeypatch.setattr(tasks, "check_files", greedy)
    job = client.work("/checks", key=place("key.conll"))
    assert job["problems"][0]["text"].startswith("this takes more memory than it may (error ")
    assert job["problems"][0]["text"].endswith("allow more with --memory-limit, in MB)")
    monkeypatch.undo()
    assert client.work("/checks", key=place("key.conll"))["state"] == "done"


def test_progress_tells_files_as_the_user_knows_them(serving, folder, monkeypatch):
    monkeypatch.setattr(tasks, "check_files", told)
    job = serving().work("/checks", key=place("key.conll"))
    assert (job["state"], job["step"], job["done"]) == ("done", "key.conll", 1)


def test_choices_come_from_the_registries(serving):
    from corefscope.basics.options import options_of
    from corefscope.metrics import METRICS
    from corefscope.presets import PRESETS
    from corefscope.settings import Settings
    from corefscope.statistics.plan import Plan

    found = serving().get("/choices").json
    assert [metric["name"] for metric in found["metrics"]] == list(METRICS)
    for part, declared in (("settings", Settings), ("plan", Plan)):
        shown = {each["name"]: each["values"] and tuple(each["values"]) for each in found[part]}
        assert shown == {
            name: option.choices and tuple(option.choices)
            for name, option in options_of(declared).items()
            if option.label
        }
    assert list(found["presets"]) == list(PRESETS)
    assert found["metrics_of_presets"]["codicrac-bridging"] == [*PRESETS["codicrac-bridging"].metrics]
    listed = {field["name"] for field in found["settings"] if field["values"]}
    assert all(set(preset) == listed for preset in found["presets"].values())  # the form has a field for each


def test_no_file_of_the_application_hides_one_of_the_report():
    assets = [set(os.listdir(ROOT / "src" / "corefscope" / part / "assets")) for part in ("page", "web")]
    assert not assets[0] & assets[1]


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
    (["--upload-limit", "9" * 5000], f"--upload-limit {'9' * 79}…: expected a whole number from 1"),
    (["--mention-limit", "1e6"], "--mention-limit 1e6: expected a whole number from 1"),
    (["--memory-limit", "499"], "--memory-limit 499: expected a whole number from 500"),
    (["--upload-limit", "0"], "--upload-limit 0: expected a whole number from 1"),
    (["--host", "0.0.0.0"], "unrecognized arguments"),
])  # fmt: skip
def test_wrong_calls(serving, arguments, words):
    assert words in failed("serve", *arguments)


def test_a_port_that_is_taken(serving):
    client = serving()
    message = failed("serve", "--port", str(client.port))
    assert f"port {client.port} cannot be used: address already in use (choose another with --port" in message


def test_without_the_libraries(folder):
    code = "import sys; sys.modules['uvicorn'] = None; from corefscope.cli.main import main; sys.exit(main(['serve']))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8")
    assert done.returncode == 2
    assert (
        done.stderr
        == 'corefscope: error: the application needs uvicorn, which is not installed (pip install "corefscope[web]")\n'
    )
