"""Charts are valid files, and errors are clear."""

import re
import struct
import sys

import pytest

import corefscope as cs
from corefscope import plots
from corefscope.analysis.description import describe
from corefscope.formats.load import read_corpus
from corefscope.plots.charts import sizes
from support.command_line import KEY, A

NAMES = ["z-key.conll", "a-response-with-a-name-that-is-longer-than-most-of-them.conll"]


@pytest.fixture(scope="module")
def chart():
    return sizes({name: describe(read_corpus(path)) for name, path in zip(NAMES, (KEY, A), strict=True)})


def test_the_numbers_of_the_chart(chart):
    values = {(row["corpus"], row["size"]): row for row in chart["data"]["values"]}
    assert values[NAMES[0], "1"]["entities"] == 11
    assert values[NAMES[0], "1"]["share"] == 11 / 19
    assert sum(row["entities"] for (name, _), row in values.items() if name == NAMES[1]) == 15
    assert len(values) == 14


def test_corpora_keep_their_order(chart):
    assert chart["encoding"]["color"]["sort"] == chart["encoding"]["xOffset"]["sort"] == NAMES


def test_one_corpus_needs_no_legend():
    alone = sizes({"key.conll": describe(read_corpus(KEY))})
    assert "color" not in alone["encoding"]
    assert alone["title"]["text"] == "Sizes of entities in key.conll"


def test_svg_has_every_label_in_full(chart, tmp_path):
    path = tmp_path / "sizes.svg"
    plots.save(chart, str(path))
    text = path.read_text(encoding="utf-8")
    labels = re.findall(r"<text[^>]*>([^<]*)</text>", text)
    assert {*NAMES, "mentions per entity", "share of entities", "6–10", "11 and more", "60%"} <= set(labels)
    assert "Sizes of entities" in labels


def test_png_is_large_enough_to_read(chart, tmp_path):
    path = tmp_path / "sizes.PNG"
    plots.save(chart, str(path))
    content = path.read_bytes()
    assert content.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", content[16:24])
    assert width > 900
    assert height > 500


def test_html_stands_alone(chart, tmp_path):
    path = tmp_path / "sizes.html"
    plots.save(chart, str(path))
    text = path.read_text(encoding="utf-8")
    assert "mentions per entity" in text
    assert not re.search(r"<script[^>]+src=", text)


def test_other_endings_are_refused(chart, tmp_path):
    for name in ("sizes.jpg", "sizes", ".svg"):
        with pytest.raises(cs.CorefscopeError, match=r"a plot is written as \.svg, \.png or \.html"):
            plots.save(chart, str(tmp_path / name))


def test_a_folder_that_is_not_there(chart, tmp_path):
    with pytest.raises(cs.CorefscopeError, match="the plot cannot be written: No such file or directory"):
        plots.save(chart, str(tmp_path / "nowhere" / "sizes.svg"))


def test_without_the_library_that_draws(chart, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    with pytest.raises(cs.CorefscopeError) as caught:
        plots.save(chart, str(tmp_path / "sizes.svg"))
    assert str(caught.value) == "plots need vl-convert-python (pip install 'corefscope[plots]')"
    assert not list(tmp_path.iterdir())
