"""The tables of a comparison as a terminal shows them: numbers stand below each other, with a mark or without."""

import io
import re
from pathlib import Path

import pytest
from rich.console import Console

import corefscope
from corefscope.reporting.render.terminal import show
from corefscope.reporting.views.comparison import report

TALES = Path(__file__).parents[4] / "examples" / "tales"
SYSTEMS = [TALES / f"{name}.jsonl" for name in ("small", "large", "string")]


def shown(**options):
    console = Console(file=io.StringIO(), width=100, color_system=None)
    show(report(corefscope.compare(TALES / "key.jsonl", SYSTEMS, metrics=["conll", "lea"], **options)), console)
    return console.file.getvalue()


@pytest.mark.parametrize("baseline", ["small.jsonl", "string.jsonl"])
def test_numbers_with_and_without_marks_are_in_line(baseline):
    text = shown(baseline=baseline)
    rows = [line for line in text.splitlines() if re.match(r"\w+\.jsonl  +\d", line)][:3]
    assert any(re.search(r"\d[+-]", row) for row in rows)
    assert any(re.search(r"\d ", row) for row in rows)
    points = {tuple(found.start() for found in re.finditer(r"\.\d\d", row)) for row in rows}
    assert len(points) == 1, text
    heading = next(line for line in text.splitlines() if "System" in line)
    ends = [found.end() for found in re.finditer(r"\d\.\d\d", rows[0])]
    assert [found.end() for found in re.finditer("CoNLL|LEA", heading)] == ends


def test_a_dash_stands_where_the_numbers_end():
    console = Console(file=io.StringIO(), width=100, color_system=None)
    key = {str(number): [["a"]] for number in range(12)}
    alone = {name: [["a"], ["b"]] for name in key}
    show(report(corefscope.compare(key, {"x": alone, "y": alone}, metrics=["muc"], baseline="x")), console)
    lines = console.file.getvalue().splitlines()
    heading = next(line for line in lines if "System" in line)
    rows = [line for line in lines if re.match(r"[xy]  ", line)]
    assert {row.index("–") + 1 for row in rows[:2]} == {heading.index("MUC") + 3}
