"""Damaged files of every tool and corpus format: a result or an error of ours, and nothing else."""

from __future__ import annotations

import tracemalloc

import pytest

import corefscope as cs
from corefscope.formats.load import read_corpus
from corefscope.formats.registry import FORMATS
from fuzzing.layouts import files_of
from fuzzing.texts import Text
from support.inputs.damage import outcomes
from unit.formats.tools import test_brat, test_muc, test_webanno

TALE = Text("tale", [["Anna", "saw", "the", "mill"], ["She", "ran"]], [[(0, 1), (4, 5)], [(2, 4)]])
FORMAT_NAMES = (
    "apf", "booknlp", "brat", "doccano", "ecb", "label-studio", "mmax", "muc", "prodigy", "stanza", "stanza-json",
    "uima-json", "webanno", "xmi",
)  # fmt: skip
FILES = {name: files_of(name, [TALE]) for name in FORMAT_NAMES}
FILES["brat, LitBank"] = {"a.ann": test_brat.LITBANK.encode(), "a.txt": test_brat.LITBANK_TEXT.encode()}
FILES["brat, links"] = {"a.ann": test_brat.LINES.encode(), "a.txt": test_brat.TEXT.encode()}
FILES["muc, links"] = {"a.sgm": test_muc.MILL.encode()}
FILES["webanno, chains"] = {"a.tsv": test_webanno.CHAINS.encode()}
FILES["webanno, relations"] = {"a.tsv": test_webanno.RELATIONS.encode()}


@pytest.mark.parametrize("name", FILES)
def test_damaged_files(tmp_path, name):
    for path, content in FILES[name].items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_bytes(content)
    damaged_name = next((path for path in FILES[name] if "coref_level" in path), next(iter(FILES[name])))

    def read(content):
        (tmp_path / damaged_name).write_bytes(content)
        return cs.read(tmp_path / next(iter(FILES[name])), name.partition(",")[0])

    counts = outcomes(FILES[name][damaged_name], read, b'\t\n |[]<>{}_*->\\0123456789:,;"=#.TRE\xff', 200)
    assert counts["refused"] > 20, counts


def test_every_format_is_here():
    here = {name for name, format in FORMATS.items() if format.reader.startswith(".tools.")}
    assert here == set(FORMAT_NAMES)


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
    lines = [f"T{n}\tX {n} {n + 1}\n" for n in range(count)]
    lines += [f"R{n}\tCoref Arg1:T{n} Arg2:T{n + 1}\n" for n in range(count - 1)]
    (tmp_path / "a.txt").write_text("x" * count)
    (tmp_path / "a.ann").write_text("".join(lines))
    corpus = read_corpus(tmp_path / "a.ann")
    assert (corpus.mention_count, corpus.entity_count) == (count, 1)
