"""The scripts that ship are the ones that their sources build; what they are given is what the schemas say.

Node and the packages of `frontend/package-lock.json` are needed for the first only: `npm ci --prefix frontend`.
"""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

import corefscope
from corefscope.page import payload
from support.command_line import KEY, A, B
from support.serving import place, responses

FOLDER = Path(__file__).parents[3] / "frontend"
STEPS = {
    "the built scripts are current": ["node", "build.js", "--check"],
    "types": ["npm", "run", "check"],
    "lint": ["node", "node_modules/eslint/bin/eslint.js", "."],
    "unit tests": ["npm", "test"],
}


@pytest.mark.parametrize("step", STEPS)
def test_sources(step):
    if not shutil.which("node"):
        pytest.skip("there is no Node")
    if not (FOLDER / "node_modules").is_dir():
        pytest.skip("the packages of frontend/package-lock.json are not installed")
    done = subprocess.run(STEPS[step], cwd=FOLDER, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_lock_file_names_exact_versions_and_no_host():
    versions = json.loads((FOLDER / "package.json").read_text(encoding="utf-8"))["devDependencies"]
    assert all(version[0].isdigit() for version in versions.values())
    packages = json.loads((FOLDER / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    assert {name: packages[f"node_modules/{name}"]["version"] for name in versions} == versions
    assert not any("resolved" in package for package in packages.values())


def valid(answer, schema, part=None):
    """Validate an answer against a schema, or against one of its definitions."""
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is not installed")
    saved = (FOLDER.parent / "src" / "corefscope" / "scoring" / "saved.schema.json").read_text(encoding="utf-8")
    text = (FOLDER / "schema" / f"{schema}.schema.json").read_text(encoding="utf-8")
    text = json.loads(text.replace("../../src/corefscope/scoring/saved.schema.json#", "#/$defs/saved"))
    text["$defs"]["saved"] = {"$defs": json.loads(saved.replace('"#/', '"#/$defs/saved/'))["$defs"]}
    if part is not None:
        text = {**text["$defs"][part], "$defs": text["$defs"], "$schema": text["$schema"]}
    jsonschema.validate(json.loads(json.dumps(answer)), text)


DISCONTINUOUS = [corefscope.Document("d", [[corefscope.Mention(0, 1), corefscope.Mention(2, 3)]])]


@pytest.mark.parametrize(
    ("sides", "settings"),
    [
        ((KEY, A), {}),
        ((KEY, A, B), {"metrics": ["muc", "b3", "conll"]}),
        ((KEY, A), {"align": "characters"}),
        ((KEY, A), {"scope": "corpus"}),
        (([["a", "b"], ["c"]], [["a"], ["b", "c"]]), {}),
        ((DISCONTINUOUS, DISCONTINUOUS), {"repeated": "official", "metrics": "muc"}),
    ],
)
def test_the_payload_is_what_the_schema_says(sides, settings):
    valid(payload(corefscope.score(*sides, **settings)), "page")


@pytest.fixture
def client(serving, tmp_path):
    for path in (KEY, A):
        shutil.copy(path, tmp_path)
    (tmp_path / "broken.conll").write_text("#begin document (a); part 000\na 0 0 x 0)\n#end document\n")
    (tmp_path / "folder").mkdir()
    return serving()


def test_the_application_answers_what_the_schema_says(client):
    valid(client.get("/choices").json, "application", "choices")
    valid(client.get("/files").json, "application", "listing")
    valid(client.upload("x.conll", b"x").json, "application", "submission")
    inputs = {"key": place("key.conll"), "responses": responses("response-a.conll", "broken.conll")}
    job = client.done("check", **inputs)
    valid(job, "application", "job")
    for report in job["value"]:
        valid(report, "application", "checkedFile")
    failed = client.work("score", **inputs)
    assert failed["state"] == "failed"
    valid(failed, "application", "job")
    done = client.done("score", key=inputs["key"], responses=inputs["responses"][:1])
    valid(done, "application", "job")
    for each in client.get("/jobs").json:
        valid(each, "application", "job")
    compared = client.done("compare", run=done["job"])
    agreed = client.done("agreement", responses=responses("key.conll", "response-a.conll"))
    for each in (compared, agreed):
        valid(json.loads(client.file(each, "tables.json")), "application", "tables")
