"""Files that are wrong in one way each: a field of another type, mentions longer than any text, very long chains."""

from __future__ import annotations

import tracemalloc

import pytest

import corefscope as cs
from corefscope.formats.load import read_corpus
from support.inputs.json_records import FASTCOREF, RECORDS, lines


@pytest.mark.parametrize("name", {**RECORDS, "fastcoref": FASTCOREF})
def test_json_fields_of_a_wrong_type(put, name):
    """Each field replaced by values of all types."""
    record = {**RECORDS, "fastcoref": FASTCOREF}[name]
    values = (None, True, 7, -1, 1.5, "", [], [[]], [[[]]], {}, [{}], [None], [["x"]], [[[0, 1]]], [[[0, 0, 1]]])
    for field in record:
        for value in values:
            path = put(lines({**record, field: value}), "text.jsonl")
            for clusters in (None, "clusters"):
                try:
                    cs.read(path, "json", clusters)
                except cs.CorefscopeError as error:
                    assert str(error).startswith(f"{path}:1: ")  # noqa: PT017


def test_mentions_with_gaps_cannot_grow_beyond_all_bounds(tmp_path):
    """A short line may claim two ends of a long text; thousands of such lines are no annotation."""
    (tmp_path / "a.txt").write_text("x" * 100_000)
    (tmp_path / "a.ann").write_text("".join(f"T{n}\tX 0 50000;60000 100000\n" for n in range(5000)))
    tracemalloc.start()
    with pytest.raises(cs.CorefscopeError) as caught:
        read_corpus(tmp_path / "a.ann")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (caught.value.code, peak < 64_000_000) == ("too-large", True)  # the lines claim 450 million positions


def test_long_chains_are_one_entity(tmp_path):
    """In one go, without recursion."""
    count = 20_000
    spans = [f"T{n}\tX {n} {n + 1}\n" for n in range(count)]
    links = [f"R{n}\tCoref Arg1:T{n} Arg2:T{n + 1}\n" for n in range(count - 1)]
    (tmp_path / "a.txt").write_text("x" * count)
    (tmp_path / "a.ann").write_text("".join(spans + links))
    corpus = read_corpus(tmp_path / "a.ann")
    assert (corpus.mention_count, corpus.entity_count) == (count, 1)
