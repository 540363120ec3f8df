"""The gate: bounds, saved results, and what cannot be compared."""

import json

import pytest

import corefscope as cs
from corefscope.cli.main import main
from corefscope.problems import CorefscopeError
from support.command_line import ROOT

TALES = {path.stem: str(path) for path in (ROOT / "examples" / "tales").glob("*.jsonl")}
KEY, SMALL, LARGE = (TALES[name] for name in ("key", "small", "large"))


@pytest.fixture
def score(capsys):
    """Run `score` on the tales; return exit status, standard output and what was said."""

    def run(*words, key=KEY):
        status = main(["score", key, *map(str, words)])
        return status, *capsys.readouterr()

    return run


@pytest.fixture
def saved(score, tmp_path):
    def save(path, *words, key=KEY):
        status, text, _ = score(path, "-o", "json", *words, key=key)
        assert status == 0
        target = tmp_path / f"saved{len(list(tmp_path.iterdir()))}.json"
        target.write_text(text, encoding="utf-8")
        return target

    return save


@pytest.mark.parametrize(("bound", "shown"), [("0.7", "70.00"), ("70", "70.00"), ("1", "100.00"), ("1.5", "1.50")])
def test_bounds_are_printed_as_understood(score, bound, shown):
    status, _, said = score(SMALL, "-m", "conll", "--fail-under", f"conll={bound}")
    assert said.strip().endswith(f"conll F1 is 72.38, {'' if status else 'not '}below {shown}")
    assert status == (shown == "100.00")


def test_a_bound_that_is_reached_exactly():
    outcome = cs.score([["a", "b"], ["c", "d"]], [["a", "b"], ["c"], ["d"]], metrics="muc")
    assert cs.gate(outcome, under={"muc": outcome.f1["muc"]}).passed
    assert not cs.gate(outcome, under={"muc": outcome.f1["muc"] + 1e-6}).passed


def test_worse_than_a_saved_result(score, saved):
    before = saved(LARGE)
    status, out, said = score(SMALL, "--against", before, "--fail-if-worse", "0.2")
    assert status == 1
    assert "failed: small.jsonl: conll F1 is 72.38, was 75.91 (-3.52; -0.20 passes)" in said
    assert "Gate against" in out
    assert score(SMALL, "--against", before, "--fail-if-worse", "3.6")[0] == 0
    status, _, said = score(LARGE, "--against", before, "--fail-if-worse", "0")
    assert status == 0
    assert "(+0.00; +0.00 passes)" in said
    assert score(LARGE, "--against", saved(SMALL), "--fail-if-worse", "0")[0] == 0


def test_without_conll_every_metric_counts(score, saved):
    before = saved(LARGE)
    _, out, _ = score(SMALL, "-m", "muc", "-m", "lea", "--against", before, "--fail-if-worse", "0.2", "-o", "json")
    assert [check["metric"] for check in json.loads(out)["gate"]["checks"]] == ["muc", "lea"]
    _, out, _ = score(SMALL, "-m", "muc", "--against", before, "--fail-if-worse", "lea=0.2", "-o", "json")
    assert [check["metric"] for check in json.loads(out)["gate"]["checks"]] == ["lea"]


def test_several_systems_are_found_by_name(score, saved):
    before = saved(LARGE, SMALL, "--names", "a,b")
    words = ("--against", before, "--fail-if-worse", "1")
    assert score(SMALL, *words, "--names", "b")[0] == 0
    assert score(SMALL, *words, "--names", "a")[0] == 1
    status, _, said = score(SMALL, *words)
    assert status == 2
    assert "has 2 systems, and none or several are called 'small.jsonl': 'a', 'b'" in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--singletons", "drop"), "different settings: singletons is drop and keep"),
        (("--fail-if-worse", "mor=1"), "has no mor"),
        (("-m", "mor"), "none of the metrics"),
        (("--fail-if-worse", "2"), "give a number for each metric"),
        (("--fail-if-worse", "lea=101"), "between 0 and 100"),
        (("--fail-if-worse", "conll=much"), "expected a number"),
    ],
)
def test_what_cannot_be_compared(score, saved, words, said):
    given = () if "--fail-if-worse" in words and "=" in words[-1] else ("--fail-if-worse", "1")
    status, out, error = score(SMALL, "--against", saved(LARGE), *given, *words)
    assert (status, out) == (2, "")
    assert said in error


def test_another_key(score, saved):
    status, _, error = score(KEY, "--against", saved(LARGE), "--fail-if-worse", "1", key=SMALL)
    assert status == 2
    assert "have different keys" in error


@pytest.mark.parametrize("words", [("--against", SMALL), ("--fail-if-worse", "1")])
def test_options_that_need_each_other(score, words):
    status, out, error = score(SMALL, *words)
    assert (status, out) == (2, "")
    assert "--fail-if-worse" in error


@pytest.mark.parametrize("content", ["", "{}", "[1]", '{"schema": 1, "settings": {}, "key": {}, "systems": []}'])
def test_no_saved_result(score, tmp_path, content):
    path = tmp_path / "old.json"
    path.write_text(content)
    status, _, error = score(SMALL, "--against", path, "--fail-if-worse", "1")
    assert status == 2
    assert error.startswith(f"corefscope: error: {path}: not a saved result")


def test_damaged_scores(score, saved):
    path = saved(LARGE)
    content = json.loads(path.read_text("utf-8"))
    del content["systems"][0]["scores"]["conll"]["f1"]
    path.write_text(json.dumps(content))
    status, _, error = score(SMALL, "--against", path, "--fail-if-worse", "1")
    assert status == 2
    assert "conll of 'large.jsonl' has no F1" in error


def test_another_version_is_noted(score, saved):
    path = saved(LARGE)
    path.write_text(path.read_text("utf-8").replace('"version": "', '"version": "9.'), encoding="utf-8")
    _, _, error = score(LARGE, "--against", path, "--fail-if-worse", "1")
    assert "was saved by corefscope 9." in error


def test_in_python(saved):
    outcome = cs.gate(cs.score(KEY, SMALL), under={"lea": 60}, against=str(saved(LARGE)), worse={"b3": 1})
    assert [(check.metric, check.passed) for check in outcome.checks] == [("lea", False), ("b3", False)]
    for wrong in (
        {"under": {"muc": 101}},
        {"worse": 1},
        {"against": "x.json"},
        {"under": {"muc": True}},
        {"under": 70},
    ):
        with pytest.raises(CorefscopeError):
            cs.gate(cs.score(KEY, SMALL), **wrong)
