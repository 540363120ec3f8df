"""Results in Python: numbers for loggers, rows for frames, one line for a prompt, systems and metrics one by one."""

import json
import math

import pytest

import corefscope as cs
from support.command_line import KEY, A, B


@pytest.fixture(scope="module")
def one():
    return cs.score(KEY, A, metrics=["mentions", "muc", "blanc(alpha=0.2)", "conll"])


@pytest.fixture(scope="module")
def two():
    return cs.score(KEY, A, B, metrics=["muc", "conll"], names=["a", "b"])


def test_flat_has_every_number_under_a_plain_name(one):
    flat = one.flat()
    assert flat["muc_recall"] == one.recall["muc"]
    assert flat["conll_f1"] == one.f1["conll"]
    assert flat["blanc_alpha_0.2_precision"] == one.precision["blanc(alpha=0.2)"]
    assert "conll_recall" not in flat
    assert all(type(value) is float and 0 <= value <= 1 and math.isfinite(value) for value in flat.values())
    assert len(flat) == 3 * 3 + 1
    assert json.loads(json.dumps(flat)) == flat


def test_flat_names_several_systems(two):
    assert two.flat()["a/conll_f1"] == two["a"].scores["conll"].f1
    assert two.flat().keys() == {f"{name}/{each}" for name in "ab" for each in two["a"].flat()}
    assert cs.compare(KEY, {"a": A, "b": B}, metrics=["muc", "conll"]).flat() == two.flat()


def test_systems_and_metrics_one_by_one(two):
    assert [system.name for system in two] == ["a", "b"]
    assert len(two) == 2
    for system in two:
        assert list(system) == list(system.keys()) == ["muc", "conll"]
        assert dict(system) == dict(system.items()) == system.scores
        assert system["muc"].recall == system.scores["muc"].recall
    with pytest.raises(cs.CorefscopeError, match="there is no metric 'b3'"):
        two["a"]["b3"]
    assert [system.name for system in cs.compare(KEY, A, B, names=["a", "b"], metrics=["muc"])] == ["a", "b"]


def test_a_result_is_one_line_at_the_prompt(one, two):
    f1 = 100 * one.f1["conll"]
    assert repr(one) == f"<Result: response-a.conll conll {f1:.2f}; {one.key.documents} documents>"
    assert repr(one.system) == f"<System 'response-a.conll': conll {f1:.2f}>"
    comparison = cs.compare(KEY, A, B, names=["a", "b"], metrics=["muc", "conll"])
    assert repr(comparison) == repr(two).replace("Result", "Comparison")
    others = [cs.agreement(KEY, A), cs.check(A), cs.stats(KEY), cs.errors(KEY, A, metrics=["muc"])]
    assert all(len(text) < 120 and "\n" not in text and text.startswith("<") for text in map(repr, others))


def test_a_comparison_in_a_notebook_has_intervals():
    actual = cs.compare("examples/tales/key.jsonl", "examples/tales/small.jsonl", metrics=["muc"], trials=50)
    low, high = actual.standings["muc"][0].interval
    assert f"{100 * low:.2f}" in actual._repr_html_()
    assert f"{100 * high:.2f}" in actual._repr_html_()


def test_every_result_has_every_output():
    for actual in (cs.check(A), cs.stats(KEY), cs.errors(KEY, A, metrics=["muc"])):
        assert json.loads(actual.to_json())
        assert actual.to_csv().count("\n") >= 1
        assert "<table" in actual._repr_html_() or "no problems" in actual._repr_html_()
        assert str(actual)
        assert actual.to_markdown()
        assert actual.to_latex()


@pytest.mark.parametrize("rendering", ["__str__", "to_markdown", "to_html"])
def test_a_mean_that_takes_an_undefined_f1_as_0_is_explained(rendering):
    def text(*clusters):
        return getattr(cs.score([["a"], ["b"]], *clusters), rendering)()

    note = "is undefined, since neither side has a link; CoNLL takes it as 0"
    assert f"MUC {note}" in text([["a"], ["b"]])
    assert f"MUC of response 1 {note}" in text([["a"], ["b"]], [["a", "b"]])
    assert note not in text([["a", "b"]])
    assert note not in getattr(cs.score([], []), rendering)(), "the mean is undefined too"
