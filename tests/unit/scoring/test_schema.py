"""What is saved as JSON is what the published schema says, and nothing more."""

import json
from importlib.resources import files
from pathlib import Path

import pytest

import corefscope as cs
from corefscope.cli.main import COMMANDS as COMMAND_LINE
from corefscope.cli.main import load, main
from support.command_line import KEY, A, B

jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is not installed")
ROOT = Path(__file__).parents[3]
TEXT = files("corefscope.scoring").joinpath("saved.schema.json").read_text(encoding="utf-8")
SCHEMA = json.loads(TEXT)
TOPICS = ROOT / "examples" / "topics"
GAP = ROOT / "examples" / "challenge" / "gap"


def check(kind, content):
    """Raise what is wrong with a content of this kind; the schema as a whole takes it too."""
    for part in ({"$ref": f"#/$defs/{kind}", "$defs": SCHEMA["$defs"]}, SCHEMA):
        jsonschema.Draft202012Validator(part).validate(content)


def test_the_schema_is_one():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def test_every_definition_is_used():
    used = {part.rpartition("/")[2] for part in TEXT.split('"') if part.startswith("#/$defs/")}
    assert used == set(SCHEMA["$defs"])


COMMANDS = {
    "score": ("result", ["score", KEY, A]),
    "documents": ("result", ["score", KEY, A, B, "--per-document"]),
    "groups": ("result", ["score", KEY, A, "--by", "document"]),
    "metrics": ("result", ["score", KEY, A, "-m", "blanc,ari,lea(importance=equal),mor,conll(beta=2)"]),
    "gate": ("result", ["score", KEY, A, "--fail-under", "conll=99"]),
    "compare": ("comparison", ["compare", KEY, A, B]),
    "by": ("comparison", ["compare", KEY, A, B, "--by", "document", "--field", "recall", "-m", "muc,b3"]),
    "baseline": ("comparison", ["compare", KEY, A, B, "--baseline", Path(A).name]),
    "levels": ("levels", ["score", f"{TOPICS}/key.csv", f"{TOPICS}/response.csv", "--preset", "cross-document"]),
    "windows": ("result", ["score", KEY, A, "--window", "30", "--per-document", "--by", "document"]),
    "bins": ("result", ["score", KEY, A, "--by", "bins:entity-size", "-m", "muc,entities"]),
    "agreement": ("agreement", ["agreement", KEY, A, B]),
    "challenge": ("challenge", ["challenge", "gap", f"{GAP}.tsv", f"{GAP}-other.jsonl", f"{GAP}-response.jsonl"]),
    "answers": ("challenge", ["challenge", "gap", f"{GAP}.tsv", f"{GAP}-response.jsonl", "--per-question"]),
    "check": ("check", ["check", KEY, A, __file__, "--against", KEY]),
    "stats": ("statistics", ["stats", KEY, A, "--key", KEY]),
    "errors": ("errors", ["errors", KEY, A, B, "--show", "all"]),
    "papers": ("papers", ["lab", "papers", "pradhan2014"]),
    "figures": ("figures", ["lab", "figures", "--only", "moosavi-strube-6", "--only", "recasens-hovy-7"]),
    "axioms": ("axioms", ["lab", "axioms", "-m", "muc,ceafe,conll", "--trials", "5"]),
    "links": ("links", ["lab", "links", KEY, A, B]),
    "effect": ("effect", ["lab", "effect", KEY, A, "-m", "mentions,muc,conll"]),
    "dialects": ("dialects", ["score", KEY, A, B, "--dialects"]),
    "verify": ("verification", ["verify", "SAVED"]),
    "audit": ("audit", ["audit", "corefscope:score", "--as", "lea"]),
    "all metrics": ("metrics", ["list", "metrics"]),
    "all formats": ("formats", ["list", "formats"]),
    "all presets": ("presets", ["list", "presets"]),
    "all settings": ("setting_list", ["list", "settings"]),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_what_a_command_writes(capsys, name, tmp_path):
    kind, words = COMMANDS[name]
    if "SAVED" in words:
        (tmp_path / "saved.json").write_text(cs.score(KEY, A).to_json(), encoding="utf-8")
        words = [str(tmp_path / "saved.json") if word == "SAVED" else word for word in words]
    assert main([*words, "-o", "json"]) in (0, 1)
    check(kind, json.loads(capsys.readouterr().out))


def test_a_leaderboard(capsys, tmp_path):
    for dataset in ("one", "two"):
        (tmp_path / dataset).mkdir()
        for name, path in (("key", KEY), ("a", A)):
            (tmp_path / dataset / f"{name}.conll").write_bytes(Path(path).read_bytes())
    (tmp_path / "one" / "b.conll").write_text("nothing\n")
    assert main(["leaderboard", str(tmp_path), "-o", "json"]) in (0, 1)
    check("leaderboard", json.loads(capsys.readouterr().out))


def test_warnings_carry_code_and_setting(capsys, tmp_path):
    path = tmp_path / "twice.conll"
    path.write_text("#begin document (d)\na\t(1)(2)\nb\t(1)\n#end document\n", encoding="utf-8")
    assert main(["score", str(path), str(path), "-o", "json"]) == 0
    actual = json.loads(capsys.readouterr().out)
    check("result", actual)
    [warning] = actual["key"]["warnings"]
    assert (warning["code"], warning["setting"]) == ("repeated-in-two-entities", "--repeated")


@pytest.mark.parametrize("second", ["b.json", "61.2"])
def test_an_explained_difference(capsys, tmp_path, monkeypatch, second):
    monkeypatch.chdir(tmp_path)
    for name, more in (("a.json", ["--per-document"]), ("b.json", ["--singletons", "drop", "-m", "muc,conll"])):
        assert main(["score", KEY, A, *more, "-o", "json"]) == 0
        Path(name).write_text(capsys.readouterr().out, encoding="utf-8")
    assert main(["explain-difference", "a.json", second, "-o", "json"]) == 0
    check("difference", json.loads(capsys.readouterr().out))


def test_every_output_has_a_command():
    assert {kind for kind, _ in COMMANDS.values()} | {"leaderboard", "difference"} == {
        each["$ref"].rpartition("/")[2] for each in SCHEMA["anyOf"]
    }


def test_every_command_that_writes_json_has_a_kind():
    writing = {
        name.split()[0]
        for name in COMMAND_LINE
        if any("rendering" in each.keywords.values() for each in load(name).arguments)
    }
    assert {words[0] for _, words in COMMANDS.values()} | {"leaderboard", "explain-difference"} == writing


@pytest.mark.parametrize("name", ["errors", "papers", "links", "effect"])
def test_a_field_more_or_less_is_refused(capsys, name):
    kind, words = COMMANDS[name]
    main([*words, "-o", "json"])
    content = json.loads(capsys.readouterr().out)
    for wrong in ({**content, "more": 1}, {key: content[key] for key in list(content)[1:]}):
        with pytest.raises(jsonschema.ValidationError):
            check(kind, wrong)


@pytest.mark.parametrize("change", [{"schema": 2}, {"more": 1}, {"systems": [{}]}, {"key": {"path": "a"}}])
def test_something_else_is_refused(capsys, change):
    main(["score", KEY, A, "-o", "json"])
    content = {**json.loads(capsys.readouterr().out), **change}
    with pytest.raises(jsonschema.ValidationError):
        check("result", content)
