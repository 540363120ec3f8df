"""The JSON of each system, damaged."""

from __future__ import annotations

import random

import pytest

import corefscope as cs
from corefscope.formats.files.blocks import Block
from corefscope.formats.files.sources import Source
from corefscope.formats.json import reader
from corefscope.formats.registry import Options
from corefscope.problems import Notices
from support.inputs.json_records import (
    FASTCOREF,
    RECORDS,
    lines,
)

TELLING = '[]{},:0123456789".-_ntA#'
EVERYTHING = {**RECORDS, "fastcoref": FASTCOREF}


def read_bytes(text, clusters=None):
    """The documents of a text, without the detour over a file."""
    content = text.encode()
    notices = Notices()
    corpus = reader.read(iter([Block.of(content)]), Source("text.jsonl", "text"), notices, Options(clusters))
    notices.stop()
    return corpus.documents()


@pytest.mark.parametrize("name", EVERYTHING)
def test_damaged_files(name):
    chance = random.Random(f"variants {name}")
    whole = lines(EVERYTHING[name])
    outcomes = {"read": 0, "refused": 0}
    for number in range(300):
        text = whole
        for _ in range(chance.randint(1, 3)):
            place = chance.randrange(len(text))
            text = text[:place] + chance.choice(["", chance.choice(TELLING), "null", "[]"]) + text[place + 1 :]
        try:
            for document in read_bytes(text):
                for layer in ("speaker", "pos", "head"):
                    assert document.layer(layer) is None or len(document.layer(layer)) == document.token_count
            outcomes["read"] += 1
        except cs.CorefscopeError:
            outcomes["refused"] += 1
        except Exception as error:
            raise AssertionError(f"case {number} of {name}: {text!r}") from error
    assert min(outcomes.values()) > 20, outcomes


@pytest.mark.parametrize("name", EVERYTHING)
def test_fields_of_a_wrong_type(name):
    """Each field replaced by values of all types."""
    values = (None, True, 7, -1, 1.5, "", [], [[]], [[[]]], {}, [{}], [None], [["x"]], [[[0, 1]]], [[[0, 0, 1]]])
    for field in EVERYTHING[name]:
        for value in values:
            for clusters in (None, "clusters"):
                try:
                    read_bytes(lines({**EVERYTHING[name], field: value}), clusters)
                except cs.CorefscopeError as error:
                    assert str(error).startswith("text.jsonl:1: ")  # noqa: PT017
