"""Settings from options, configuration files and signatures: what each sets, which wins, and what is refused."""

import os
import sys

import pytest

from support import command_line
from support.command_line import KEY, ROOT, A

TALES = [str(ROOT / "examples" / "tales" / name) for name in ("key.jsonl", "small.jsonl", "large.jsonl")]


def ok(run, *words):
    """Standard output of a run that succeeds without a word on standard error."""
    done = run(*words)
    assert (done.status, done.err) == (0, "")
    return done.out


def failed(run, *words):
    """Standard error of a run that is refused."""
    done = run(*words)
    assert done.status == 2
    return done.err


# --signature


def signature(out):
    return out.splitlines()[-1]


@pytest.mark.parametrize(
    "options",
    [
        (),
        ("--preset", "crac2022", "--match", "exact", "--scope", "corpus"),
        ("--singletons", "drop", "--average", "macro", "--mentions", "shared", "--format", "conll"),
    ],
)
def test_a_signature_restores_the_settings(run, options):
    words = ("score", KEY, A, "-m", "lea")
    output = ok(run, *words, *options)
    assert ok(run, *words, "--signature", output.splitlines()[-1]) == output


def test_the_signature_of_a_comparison_brings_its_plan(run):
    words = ("compare", *TALES, "-m", "lea")
    output = ok(run, *words, "--seed", "7", "--tail", "one", "--correction", "none", "--singletons", "drop")
    assert ok(run, *words, "--signature", output.splitlines()[-1]) == output
    assert "|singletons:drop|" in ok(run, "score", KEY, A, "--signature", output.splitlines()[-1])


def test_an_option_overrides_a_signature_with_a_note(run):
    text = signature(ok(run, "score", KEY, A, "--singletons", "drop"))
    done = run("score", KEY, A, "--signature", text, "--singletons", "keep")
    assert done.status == 0
    assert done.err == "corefscope: note: singletons is keep, not drop as in --signature\n"
    assert "|singletons:keep|" in done.out


def test_a_signature_of_another_version_is_named(run):
    done = run("score", KEY, A, "--signature", "corefscope:0.0.1|match:exact")
    assert done.status == 0
    assert "note: the signature was written by corefscope 0.0.1, and this is" in done.err


# --config


@pytest.fixture
def config(tmp_path):
    def write(text):
        path = tmp_path / "settings.toml"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


def test_a_file_sets_what_options_set(run, config):
    path = config(
        'preset = "crac2022"\nmatch = "exact"\nkey-format = "json"\nmetrics = ["muc", "lea"]\n[plan]\nseed = 7\n'
    )
    options = ("--preset", "crac2022", "--match", "exact", "--key-format", "json", "-m", "muc,lea")
    assert ok(run, "score", *TALES, "--config", path) == ok(run, "score", *TALES, *options)
    assert ok(run, "compare", *TALES, "--config", path) == ok(run, "compare", *TALES, *options, "--seed", "7")


def test_options_and_signatures_override_a_file_with_a_note(run, config):
    path = config('singletons = "drop"\nscope = "corpus"\nmetrics = ["muc"]\n')
    done = run("score", KEY, A, "--config", path, "--singletons", "keep", "-m", "lea")
    assert done.err == f"corefscope: note: singletons is keep, not drop as in {path}\n"
    assert done.out == ok(run, "score", KEY, A, "--scope", "corpus", "-m", "lea")
    plain = ok(run, "score", KEY, A, "-m", "muc")
    assert ok(run, "score", KEY, A, "--config", path, "--signature", signature(plain)) == plain
    done = run("score", KEY, A, "--config", path, "--preset", "litbank")
    assert f"singletons is keep, not drop as in {path}" in done.err


def test_a_path_counts_from_the_folder_of_its_file(run, config, tmp_path):
    (tmp_path / "types.csv").write_text("document,start,end,type\nharbour,0,2,name\n")
    path = config('types = "types.csv"\n')
    assert "types:" in run("score", KEY, A, "-m", "muc", "--config", path).out


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ('\nmach = "head"\n', 2, "there is no setting 'mach' (did you mean match"),
        ('match = "hed"\n', 1, "there is no value for match 'hed' (did you mean head"),
        ("match = 3\n", 1, "there is no value for match '3'"),
        ('preset = "crac"\n', 1, "there is no preset 'crac'"),
        ('metrics = ["muc",\n "mucc"]\n', 1, "there is no metric 'mucc'"),
        ('metrics = "muc"\n', 1, "metrics should be a list of strings"),
        ("[plan]\nsead = 1\n", 2, "there is no setting 'sead' (did you mean seed"),
        ("[plan]\nalpha = 2.0\n", 2, "alpha must be a number between 0 and 1"),
        ("plan = 3\n", 1, "plan should be a table"),
        ("match = head\n", 1, "not valid TOML"),
    ],
)
def test_a_mistake_in_a_file_is_named_with_its_line(run, config, text, line, message):
    path = config(text)
    message_ = failed(run, "score", KEY, A, "--config", path)
    assert message_.startswith(f"corefscope: error: {path}:{line}: {message}")
    assert message_.count("\n") == 1


def test_a_file_imports_no_code(run, config, tmp_path, monkeypatch):
    (tmp_path / "evil.py").write_text("raise SystemExit('imported')\n")
    monkeypatch.syspath_prepend(tmp_path)
    path = config('metrics = ["evil:METRIC"]\n')
    failed(run, "score", KEY, A, "--config", path)
    failed(run, "score", KEY, A, "--signature", "corefscope:0.2.0|metric:evil:METRIC")
    assert "evil" not in sys.modules


def test_a_plug_in_of_a_signature_must_be_registered(tmp_path):
    (tmp_path / "own.py").write_text(
        "from corefscope.metrics import Family, Tally\n"
        "count = lambda table: Tally.of(recall=table.mentions[::-2], precision=table.mentions[:0:-1])\n"
        'MINE = Family("mine", summary="matched mentions", count=count, version="1.0")\n'
    )
    path = {"PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT / "src")])}
    own = ("score", KEY, A, "-m", "own:MINE")
    output = command_line.ok(*own, "--singletons", "drop", **path)
    text = signature(output)
    assert text.endswith("|plugins:mine@1.0")
    assert command_line.ok(*own, "--signature", text, **path) == output
    assert "there is no metric 'mine'" in command_line.failed("score", KEY, A, "--signature", text, **path)
