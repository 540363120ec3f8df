"""What the writer of a format writes is read back as that format, whatever format it was read from."""

from __future__ import annotations

import random

import pytest

import corefscope as cs
from corefscope.formats.load import read_corpus
from corefscope.formats.registry import writable
from fuzzing.layouts import LAYOUTS, files_of
from fuzzing.texts import random_pair

IDS = ("table-ids", "table-tsv", "wec")  # mentions without words


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("target", writable())
def test_what_is_written_is_read_as_its_format(layout, target, tmp_path):
    chance, formats = random.Random(f"{layout} {target}"), set()
    for number in range(2):
        folder, out = tmp_path / f"{number}", tmp_path / f"out{number}.{(*writable()[target].endings, target)[0]}"
        files = files_of(layout, [text for text in random_pair(chance)[0] if text.entities])
        for name, content in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        try:
            cs.convert(folder / next(iter(files)), out, target)
        except cs.CorefscopeError:
            continue
        formats |= {file.format for file in read_corpus(out).files}
    assert formats <= {target, "text"}
    assert formats or layout in IDS  # which are refused
