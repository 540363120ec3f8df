"""The same bytes give the same outcome however they are cut into blocks."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import corefscope as cs
from corefscope.formats.files.blocks import BLOCK
from corefscope.problems import ERRORS_KEPT
from support.inputs.blockings import SIZES, cases, outcome, record


def compare(folder, count, seed):
    """How many files were read and how many refused; blocks have to give what the whole file gives."""
    chance = random.Random(seed)
    outcomes = {"read": 0, "refused": 0}
    for number, (name, content) in enumerate(cases(count, seed)):
        path = Path(folder, name)
        path.write_bytes(content)
        whole, size = outcome(str(path)), chance.choice(SIZES)
        outcomes["refused" if whole[0] else "read"] += 1
        assert outcome(str(path), size) == whole, f"case {number} in blocks of {size}: {name} {content!r}"
    return outcomes


def test_every_blocking_gives_the_same(tmp_path):
    outcomes = compare(tmp_path, 600, "blockings")
    assert min(outcomes.values()) > 100, outcomes


LARGE = {**record(0), "more": "x" * (BLOCK + BLOCK // 4)}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("blank first line", "\n" + json.dumps(LARGE)),
        ("blank lines", " \n\n\t\n" + json.dumps(LARGE) + "\n"),
        ("object over lines", json.dumps(LARGE, indent=1)),
        ("opened on a line of its own", "{\n" + json.dumps(LARGE)[1:]),
        ("two lines", json.dumps(LARGE)[:-1] + "\n}"),
        ("list over lines", json.dumps([LARGE], indent=1)),
        ("lines", json.dumps(LARGE) + "\n" + json.dumps(record(1))),
    ],
)
def test_large_json_is_read_as_small_json_is(tmp_path, name, text):
    large, small = tmp_path / "large.json", tmp_path / "small.json"
    large.write_text(text)
    small.write_text(text.replace(LARGE["more"], "x"))
    assert large.stat().st_size > BLOCK > small.stat().st_size
    assert cs.read(large) == cs.read(small)
    assert cs.read(large)[0].entities == [[(0, 1), (3, 4)], [(4, 6)]]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("many.conll", "#begin document (a)\nword\t(1\tx)\n#end document\n" * (2 * ERRORS_KEPT)),
        ("cells.conll", "#begin document (a)\n" + "word\t()\nword\t5\nword\t(2)(\nword\t(1)\t\n" * (2 * ERRORS_KEPT)),
    ],
)
def test_of_very_many_errors_the_same_are_listed(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text)
    whole = outcome(str(path))
    assert len(whole[0]) == ERRORS_KEPT + 2
    assert whole[0][-1] > 0
    for size in (64, 1000, 1 << 16):
        assert outcome(str(path), size) == whole
