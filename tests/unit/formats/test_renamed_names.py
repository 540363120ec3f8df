"""A name that a reader does not know, as a misspelt element or field: refused or counted, never a loss in silence."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest

import corefscope as cs
from corefscope.formats.load import read_corpus
from fuzzing.files import Side
from fuzzing.layouts import LAYOUTS, files_of
from fuzzing.texts import random_pair

NAMES = re.compile(rb"""(?<=[<"/ ])([A-Za-z_%][\w:.-]*)(?="\s*:|=["']|[ />])""")
# Names without which a file means something else, and is whole.
FREE = {
    **{(each, name): "one document" for each in ("corefud", "ua") for name in ("newdoc", "id")},
    **{("numbered-elements", f"e{number}"): "other tags are words, which are not in the key" for number in range(1, 9)},
    ("xmi", "segmentation"): "mentions are counted in characters",
    ("fastcoref", "text"): "records may have no text",
    ("strings", "text"): "the key's text is used",
    ("prodigy", "tokens"): "mentions are counted in characters",
    ("prodigy", "spans"): "mentions of relations are enough",
}


def look(side, folder):
    corpus = read_corpus(side.put(folder))
    mentions = sorted(zip(corpus.entity.tolist(), corpus.start.tolist(), corpus.end.tolist(), strict=True))
    return mentions, Counter({notice.code: notice.count for notice in corpus.notices})


def renamed(content, name):
    return re.sub(
        rb"""(?<=[<"/ ])""" + re.escape(name) + rb"""(?="|=["']|[ />])""", name[:1] + b"q" + name[1:], content
    )


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_name_that_is_not_known(tmp_path, layout):
    chance = Random(f"names of {layout}")
    texts = random_pair(chance)[0]
    words = {word.encode() for text in texts for word in text.words} | {text.name.encode() for text in texts}
    side = Side(layout, files_of(layout, texts if LAYOUTS[layout][1] else texts[:1]))
    mentions, notices = look(side, tmp_path / "whole")
    silent = set()
    for file, content in side.files.items():
        for name in sorted({*NAMES.findall(content)} - words) if not file.endswith(".zip") else ():
            changed = {**side.files, file: renamed(content, name)}
            try:
                found, warned = look(Side(layout, changed), tmp_path / "renamed")
            except cs.CorefscopeError:
                continue
            if found != mentions and not warned - notices:
                silent.add((layout, name.decode()))
    assert silent <= set(FREE), silent
