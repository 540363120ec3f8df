"""The command line, by running it."""

import json
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from corefscope.cli.main import COMMANDS, load, main
from support.command_line import KEY, A, B, corefscope, failed, ok


def test_latex_keeps_names_apart_from_its_commands(tmp_path):
    """After the end of a row LaTeX takes `[` and `*` for options of it."""
    for name in ("[v2] x.conll", "*.conll", "a|b_c.conll"):
        (tmp_path / name).write_text(Path(A).read_text(encoding="utf-8"), encoding="utf-8")
    paths = map(str, sorted(tmp_path.iterdir()))
    text = corefscope("score", KEY, *paths, "-o", "latex", "-m", "conll").stdout
    assert [line.split(" & ")[0] for line in text.splitlines() if "75.00" in line] == [
        "{*}",
        "{[}v2] x",
        r"a\textbar{}b\_c",
    ]
    assert "\n\n" not in text


def test_standard_input_folder_and_glob(tmp_path):
    piped = ok("score", KEY, "-", stdin=Path(A).read_text(encoding="utf-8"))
    assert piped.splitlines()[3:] == ok("score", KEY, A).splitlines()[3:]
    (tmp_path / "deep").mkdir()
    text = Path(A).read_text(encoding="utf-8")
    middle = text.index("#begin", 10)
    (tmp_path / "one.conll").write_text(text[:middle], encoding="utf-8")
    (tmp_path / "deep" / "two.conll").write_text(text[middle:], encoding="utf-8")
    for path in (str(tmp_path), str(tmp_path / "**" / "*.conll")):
        assert ok("score", KEY, path).splitlines()[3:] == ok("score", KEY, A).splitlines()[3:]


@pytest.mark.parametrize("name", COMMANDS)
def test_short_help_fits_a_screen_and_leaves_the_rest_to_help_all(name, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    helps = []
    for flag in ("--help", "--help-all"):
        assert main([*name.split(), flag]) == 0
        helps.append(capsys.readouterr().out)
    short, complete = ({*re.findall(r"^ +(?:-\w, )?(--[a-z-]+)", text, re.MULTILINE)} for text in helps)
    assert len(helps[0].splitlines()) <= 45
    assert complete == {flag for each in load(name).arguments for flag in each.flags if flag.startswith("--")} | {
        "--help", *(short & {"--help-all"})
    }  # fmt: skip
    assert (short < complete) == ("--help-all" in short)


def test_help_shows_each_command_in_a_group(capsys):
    assert main(["--help"]) == 0
    commands = capsys.readouterr().out.partition("\noptions")[0]
    listed = re.findall(r"^  ([a-z][a-z-]+) ", commands, re.MULTILINE)
    assert sorted(listed) == sorted({name.split()[0] for name in COMMANDS})
    assert re.findall(r"^[A-Z]\w+$", commands, re.MULTILINE) == ["Score", "Explain", "Files", "Metrics", "Start"]


def loaded_by(calls, modules):
    """Return which modules the main program loads for some calls, besides those that NumPy loads."""
    script = "import sys, contextlib, io\n"
    script += "import numpy\n" if "numpy" not in modules else ""
    script += "before = set(sys.modules)\nfrom corefscope.cli.main import main\n"
    script += f"with contextlib.redirect_stdout(io.StringIO()):\n  for words in {calls!r}:\n    main(words)\n"
    script += f"print(sorted((set(sys.modules) - before).intersection({modules!r})))"
    return subprocess.run([sys.executable, "-c", script], capture_output=True, encoding="utf-8").stdout


def test_help_does_not_load_numpy():
    calls = [["--help"], ["--version"], *([*name.split(), "--help"] for name in COMMANDS)]
    assert loaded_by(calls, ["numpy", "scipy", "rich"]) == "[]\n"


# What a plain score does without: other commands, sets, output of language models, word lists, other formats.
NOT_NEEDED = [
    "scipy", "rich", "json", "tomllib", "tempfile", "subprocess", "difflib", "csv", "msgspec",
    "corefscope.alignment.mentions.tolerant", "corefscope.conventions.selection", "corefscope.anaphora.sets",
    "corefscope.alignment.texts", "corefscope.long_texts", "corefscope.analysis", "corefscope.challenges",
    "corefscope.cli.files", "corefscope.cli.lab", "corefscope.engines.run", "corefscope.formats.corefud",
    "corefscope.formats.json", "corefscope.formats.llm.extraction", "corefscope.formats.ua", "corefscope.lab",
    "corefscope.anaphora.relations", "corefscope.anaphora.split", "corefscope.page", "corefscope.plots",
    "corefscope.scoring.groups", "corefscope.scoring.model_output", "corefscope.statistics",
]  # fmt: skip


def test_modules_that_are_not_needed_exist():
    assert [name for name in NOT_NEEDED if find_spec(name) is None] == []


def test_only_the_command_asked_for_is_loaded():
    assert loaded_by([["score", KEY, A]], NOT_NEEDED) == "[]\n"


def test_an_option_before_the_command_is_refused_as_unknown():
    assert "--strict" in failed("--strict", "score", KEY, A)


def test_systems_of_one_file_name_are_told_apart(tmp_path):
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "out.conll").write_text(Path(A).read_text(encoding="utf-8"), encoding="utf-8")
    paths = [str(tmp_path / name / "out.conll") for name in ("one", "two")]
    result = json.loads(corefscope("score", KEY, *paths, "-o", "json").stdout)
    assert [system["name"] for system in result["systems"]] == paths


def test_responses_behind_an_option(run):
    assert run("score", KEY, A, "-m", "muc", B).out == run("score", KEY, A, B, "-m", "muc").out
    assert run("score", KEY, "-m", "muc", A).out == run("score", KEY, A, "-m", "muc").out
