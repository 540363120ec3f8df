"""Curves are scores at each place: of windows of a size, or of the mentions in a bin."""

import re

import pytest

import corefscope as cs
from corefscope.lab.curve import WHOLE, curve
from corefscope.problems import UnknownName

FILES = ("examples/tales/key.jsonl", "examples/tales/large.jsonl", "examples/tales/small.jsonl")


def test_windows():
    found = curve(*FILES, over="window=20,3s", metrics="lea")
    assert [point.label for point in found.points] == ["20", "3s", WHOLE]
    for point, window in zip(found.points, ("20", "3s", None), strict=True):
        expected = cs.score(*FILES, metrics="lea", window=window)
        assert {name: scores["lea"] for name, scores in point.scores.items()} == {
            system.name: system.scores["lea"] for system in expected
        }
        assert point.size == len(expected.documents)


def test_usual_windows_are_shorter_than_the_longest_document():
    assert [point.label for point in curve(*FILES, metrics="b3").points] == ["25", "50", WHOLE]


@pytest.mark.parametrize("what", ["distance", "range=0,20", "length=q2"])
def test_bins(what):
    found = curve(*FILES, over=what, metrics=["b3"])
    expected = cs.score(*FILES, metrics=["b3"], by=f"bins:{what}")
    assert [point.label for point in found.points] == list(expected.by.groups)
    for point in found.points:
        assert point.scores == {system.name: system.by_group[point.label] for system in expected}


def test_an_unknown_number():
    with pytest.raises(UnknownName, match="there is no curve 'size'"):
        curve(*FILES, over="size")


def test_a_plot_joins_distances_but_not_first_mentions(tmp_path):
    from support.command_line import KEY, A, ok

    page = tmp_path / "curve.html"
    ok("lab", "curve", KEY, A, "--over", "distance", "-m", "b3", "--plot", str(page))
    text = page.read_text(encoding="utf-8")
    rows = re.findall(r'"series": ?"([^"]+)", ?"x": ?"([^"]+)", ?"y": ?[\d.]+, ?"joined": ?(true|false)', text)
    assert rows[0] == ("B³", "first of its entity", "false")
    assert {joined for _, _, joined in rows[1:]} == {"true"}
    assert '"type": "line"' in text or '"type":"line"' in text
