"""`corefscope list` lists every metric, format, preset and setting there is."""

import json

import pytest

from corefscope.basics.options import options_of
from corefscope.formats.registry import FORMATS
from corefscope.metrics import METRICS
from corefscope.presets import PRESETS
from corefscope.settings import Settings

KINDS = {"metrics": METRICS, "formats": FORMATS, "presets": PRESETS, "settings": options_of(Settings)}


@pytest.mark.parametrize("kind", KINDS)
def test_everything_is_listed_as_text_and_as_json(run, kind):
    table, listed = run("list", kind), run("list", kind, "-o", "json")
    assert (table.status, listed.status, table.err, listed.err) == (0, 0, "", "")
    _, *lines = [line for line in table.out.splitlines() if line[0] != " "]
    assert all(line.startswith(f"{name} ") for name, line in zip(KINDS[kind], lines, strict=True))
    assert [each["name"] for each in json.loads(listed.out)] == list(KINDS[kind])
