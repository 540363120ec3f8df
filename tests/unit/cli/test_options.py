"""Options are declared once: what is added to a registry or a class of options is everywhere that options are."""

import json
import os
import shutil
import subprocess
import sys

import pytest

from support.command_line import KEY, ROOT, A, B, corefscope, failed, ok

TALES = [str(ROOT / "examples" / "tales" / name) for name in ("key.jsonl", "small.jsonl", "large.jsonl")]
# What somebody who adds a setting, a preset, a statistical test and an engine writes, and before which line.
ADDED = {
    "settings.py": (
        "    types: str | None = _setting(",
        '    toy: str = option("off", "a toy", registry(Choice("off", ""), Choice("on", "")), label="Toy", '
        "group=MATCHING)",
    ),
    "presets.py": ("        *_columns(2022,", '        Preset("toy2030", "Nobody 2030", {"toy": "on"}),'),
    "statistics/plan.py": (
        "TAILS = registry(",
        'TESTS["toy-test"] = Choice("toy-test", "no test", code="corefscope.statistics.tests:randomization")',
    ),
    "engines/__init__.py": ("def score_tables(", 'ENGINES["toy-engine"] = Choice("toy-engine", "toy tables")'),
}
SHOW = """
import json
from corefscope.web.app import form_choices
import generate
pages = {name: table() for name, table in generate.TABLES.items()} | {"keywords": generate.keywords()}
print(json.dumps({"form": form_choices(), "pages": pages}))
"""


@pytest.fixture(scope="module")
def changed(tmp_path_factory):
    """The package with the additions, and a way to run Python on it."""
    source = tmp_path_factory.mktemp("changed")
    shutil.copytree(ROOT / "src" / "corefscope", source / "corefscope", ignore=shutil.ignore_patterns("__pycache__"))
    for name, (place, line) in ADDED.items():
        path = source / "corefscope" / name
        text = path.read_text(encoding="utf-8")
        assert text.count(place) == 1, place
        path.write_text(text.replace(place, f"{line}\n{place}"), encoding="utf-8")
    paths = os.pathsep.join([str(source), str(ROOT / "tests"), str(ROOT / "release")])

    def run(*words):
        environment = {**os.environ, "PYTHONPATH": paths, "PYTHONUTF8": "1", "COLUMNS": "200"}
        done = subprocess.run([sys.executable, *words], capture_output=True, encoding="utf-8", env=environment)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    return run


def test_what_is_added_is_in_the_help_in_json_and_in_the_signature(changed):
    text = changed("-m", "corefscope", "compare", "--help-all")
    assert "--toy HOW             a toy: off (default) or on\n" in text
    assert "bootstrap or toy-test\n" in text
    assert "\ntoy2030 " in changed("-m", "corefscope", "list", "presets")
    assert "toy-engine for toy tables" in changed("-m", "corefscope", "score", "--help-all")
    words = ("--preset", "toy2030", "--test", "toy-test", "-m", "muc", "-o", "json")
    saved = json.loads(changed("-m", "corefscope", "compare", *TALES, *words))
    assert "|toy:on|" in saved["signature"]
    assert "|test:toy-test|" in saved["signature"]
    assert saved["settings"]["toy"] == "on"


def test_what_is_added_is_in_the_form_and_in_the_docs(changed):
    pytest.importorskip("uvicorn", reason="the libraries of the application are not installed")
    both = json.loads(changed("-c", SHOW))
    form, pages = both["form"], both["pages"]
    [field] = [each for each in form["settings"] if each["name"] == "toy"]
    assert (field["label"], field["flag"], field["values"], field["help"]) == ("Toy", "--toy", ["off", "on"], "a toy")
    assert "toy-test" in next(each["values"] for each in form["plan"] if each["name"] == "test")
    assert form["presets"]["toy2030"]["toy"] == "on"
    assert "| `--toy` | `toy` | a toy: off (default) or on |\n" in pages["settings"]
    assert "| `toy2030` | `--toy on` | Nobody 2030 |\n" in pages["presets"]
    assert "| `toy-test` | no test | – |\n" in pages["tests"]
    assert "| `toy-engine` | toy tables |" in pages["engines"]
    assert "    toy: str\n" in pages["keywords"]


# Keyword arguments


@pytest.mark.parametrize("name", ["score", "compare", "agreement", "Scorer"])
def test_a_misspelt_keyword_argument_is_refused_with_near_misses(name):
    import corefscope as cs

    inputs = [["muc"]] if name == "Scorer" else [[["a", "b"]], [["a"], ["b"]]]
    with pytest.raises(cs.CorefscopeError, match=r"there is no setting 'singeltons' \(did you mean singletons"):
        getattr(cs, name)(*inputs, singeltons="drop")


@pytest.mark.parametrize(
    ("flag", "suggestion"),
    [("--json", "-o json"), ("--latex", "-o latex"), ("--singeltons", "--singletons"), ("--output-format", "--output")],
)
def test_a_wrong_option_suggests_the_one_that_is_meant(flag, suggestion):
    assert f"did you mean {suggestion}?" in failed("score", KEY, A, flag)


@pytest.mark.parametrize("flag", ["--key", "--verbose"])
def test_an_option_that_is_like_no_other_suggests_none(flag):
    assert "did you mean" not in failed("score", KEY, A, flag)


def test_a_stray_word_is_answered_by_what_is_expected():
    expected = "unrecognized arguments: subs (expected FOLDER|MANIFEST, a folder with keys/DATASET.* and SYSTEM/"
    assert expected in failed("leaderboard", "keys", "subs")
    assert "muc: there is no such file (to add a metric, write -m muc)" in failed("score", KEY, A, "-m", "b3", "muc")


def test_files_named_by_options():
    line = failed("score", "--key", KEY, "--response", A)
    assert "(give KEY without --key) (give RESPONSE without --response)" in line
    line = failed("score", KEY, A, "--key-table-columns", "x", "--response-table-columns", "x")
    assert line.count("did you mean --table-columns?") == 1


@pytest.mark.parametrize("name", ["table.tex", "table.csv", "table.json", "table.md", "table.html", "table.txt"])
def test_output_goes_into_a_file_whose_ending_is_known(tmp_path, name):
    kind = {"tex": "latex", "md": "markdown", "txt": "table"}.get(name[6:], name[6:])
    done = corefscope("score", KEY, A, "-o", str(tmp_path / name))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", f"corefscope: {tmp_path / name} written\n")
    assert (tmp_path / name).read_text(encoding="utf-8") == ok("score", KEY, A, "-o", kind)


def test_output_does_not_replace_what_is_read(tmp_path):
    path = tmp_path / "key.json"
    path.write_text('{"doc_key": "a", "clusters": [[[0, 1], [3, 3]]]}\n', encoding="utf-8")
    assert f"{path}: the file is read" in failed("stats", str(path), "-o", str(path))
    assert "clusters" in path.read_text(encoding="utf-8")


def test_a_system_is_known_by_its_file_with_and_without_the_ending():
    names = ("response-a", "response-a.conll")
    one, two = (corefscope("compare", KEY, A, B, "--baseline", name, "-o", "json") for name in names)
    assert one.stdout == two.stdout != ""
