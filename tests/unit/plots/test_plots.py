"""The chart of a comparison is a valid file, and errors are clear."""

import re
import sys

import pytest

import corefscope as cs
from corefscope import plots
from corefscope.plots.charts import forest
from support.command_line import KEY, A, B

NAMES = ["a-system-with-a-longer-name.conll", "b.jsonl"]


@pytest.fixture
def drawing():
    """Skip a test that draws, if the library that draws is not installed."""
    pytest.importorskip("vl_convert", reason="vl-convert-python is not installed")


@pytest.fixture(scope="module")
def comparison():
    return cs.compare(KEY, [A, B], names=NAMES, metrics=["muc", "b3"], trials=100)


@pytest.fixture(scope="module")
def chart(comparison):
    return forest(comparison)


def test_the_numbers_of_the_chart(chart, comparison):
    values = {(row["metric"], row["system"]): row for row in chart["data"]["values"]}
    assert len(values) == 4
    standing = comparison.standings["muc"][0]
    row = values["MUC", standing.system]
    assert [row["value"], row["low"], row["high"]] == [100 * x for x in (standing.score, *standing.interval)]


def test_differences_from_a_baseline():
    chart = forest(cs.compare(KEY, [A, B], names=NAMES, metrics="b3", baseline=NAMES[0], trials=100))
    [row] = chart["data"]["values"]
    assert row["system"] == NAMES[1]
    assert row["low"] <= row["value"] <= row["high"]
    assert "shape" in chart["spec"]["layer"][2]["encoding"]


def test_svg_has_every_label_in_full(drawing, chart, tmp_path):
    path = tmp_path / "chart.svg"
    plots.save(chart, str(path))
    text = path.read_text(encoding="utf-8")
    labels = re.findall(r"<text[^>]*>([^<]*)</text>", text)
    assert {*NAMES, "MUC", "B³", "F1"} <= set(labels)


def test_html_stands_alone(drawing, chart, tmp_path):
    path = tmp_path / "chart.html"
    plots.save(chart, str(path))
    text = path.read_text(encoding="utf-8")
    assert NAMES[0] in text
    assert not re.search(r"<script[^>]+src=", text)


def test_other_endings_are_refused(chart, tmp_path):
    for name in ("chart.jpg", "chart", ".svg"):
        with pytest.raises(cs.CorefscopeError, match=r"a plot is written as \.svg, \.png or \.html"):
            plots.save(chart, str(tmp_path / name))


def test_without_the_library_that_draws(chart, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    with pytest.raises(cs.CorefscopeError) as caught:
        plots.save(chart, str(tmp_path / "chart.svg"))
    assert str(caught.value) == "plots need vl-convert-python (pip install 'corefscope[plots]')"
    assert not list(tmp_path.iterdir())
