"""Pictures of the documentation are made by the program, and flowcharts become pictures without a library."""

import re
import sys

import pytest

from support.site import ROOT

sys.path.insert(0, str(ROOT / "release"))
import diagrams
import pictures

IMAGES = ROOT / "docs" / "images"
MADE = {*pictures.PHOTOS, *pictures.CHARTS}
ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
TEXT = re.compile(r"<text[^>]*>([^<]*)")


def test_every_picture_is_made_by_the_program_and_shown():
    assert {path.name for path in IMAGES.iterdir()} == MADE
    pages = "".join(path.read_text("utf-8") for path in (ROOT / "docs").rglob("*.md"))
    assert {name for name in MADE if f"(images/{name})" in pages} == MADE


@pytest.mark.parametrize("name", pictures.CHARTS)
def test_charts_say_what_the_program_says_now(name, tmp_path, monkeypatch):
    pytest.importorskip("vl_convert", reason="vl-convert-python is not installed")
    monkeypatch.setattr(pictures, "CHARTS", {name: pictures.CHARTS[name]})
    assert list(pictures._charts(tmp_path)) == [name]
    made, kept = ((folder / name).read_text("utf-8") for folder in (tmp_path, IMAGES))
    assert TEXT.findall(made)
    assert TEXT.findall(made) == TEXT.findall(kept), f"run python release/pictures.py {IMAGES.relative_to(ROOT)}"


def test_what_is_missing_is_said(tmp_path, monkeypatch):
    monkeypatch.setattr(pictures, "find_spec", lambda name: None)
    assert all(
        "those of docs/images are used" in said for said in (*pictures._charts(tmp_path), *pictures._photos(tmp_path))
    )
    assert list(tmp_path.iterdir()) == []


def test_every_flowchart_is_drawn_whole():
    found = diagrams.FENCE.findall(ARCHITECTURE)
    assert len(found) == 2
    for text in found:
        _, labels, edges = diagrams.parse(text)
        drawn = diagrams.svg(text)
        assert drawn == diagrams.svg(text)
        assert drawn.count("<path") == len(edges) == text.count("-->")
        words = [edge.words for edge in edges if edge.words]
        assert sorted(TEXT.findall(drawn)) == sorted([*words, *(line for lines in labels.values() for line in lines)])


def test_edges_lead_downwards_and_boxes_do_not_overlap():
    (_, text) = diagrams.FENCE.findall(ARCHITECTURE)
    boxes = re.findall(r'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="(\d+)"', diagrams.svg(text))
    places = [tuple(map(float, box)) for box in boxes]
    assert len(places) > 20
    for number, (x, y, width, height) in enumerate(places):
        for left, top, wide, high in places[:number]:
            assert x >= left + wide or left >= x + width or y >= top + high or top >= y + height


def test_what_is_no_flowchart_is_refused():
    with pytest.raises(ValueError, match="not understood"):
        diagrams.svg("flowchart LR\n  a ==> b\n")
