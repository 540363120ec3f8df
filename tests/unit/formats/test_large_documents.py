"""A document larger than a block is read as a whole: brackets pair across it, and lines are counted through it."""

from __future__ import annotations

import pytest

from corefscope.formats.load import read_corpus

SIZE = 4000
HEADER, END = "#begin document (long); part 000\n", "#end document\n"
SENTENCE = "".join(
    f"long\t0\t{place}\tword{place}\tNN\t{cell}\n" for place, cell in enumerate(["(1", "-", "1)", "(2)"])
)


def long_document(sentences: int, header: str = HEADER, end: str = END) -> str:
    return header + (SENTENCE + "\n") * sentences + end


@pytest.mark.parametrize(("header", "end"), [(HEADER, END), (HEADER, ""), ("", "")])
def test_a_long_document(put, header, end):
    corpus = read_corpus(put(long_document(500, header, end), "long.conll"), block_size=SIZE)
    assert (corpus.document_count, corpus.tokens.tolist(), corpus.mention_count) == (1, [2000], 1000)
    assert corpus.start[-1] == 1999
    assert corpus.line[-1] == 5 * 499 + 4 + bool(header)


def test_entities_are_paired_across_blocks(put):
    """A mention that opens in the first block and closes in the last, and one that is never closed."""
    inner = "long\t0\t0\tword\tNN\t-\n" * 2000
    path = put(HEADER + "a\t0\t0\ta\tNN\t(7\n" + inner + "a\t0\t0\ta\tNN\t7)\n" + END, "pair.conll")
    corpus = read_corpus(path, block_size=SIZE)
    assert (corpus.start.tolist(), corpus.end.tolist(), corpus.entity_name(0)) == ([0], [2002], "7")
    assert corpus.words(0) == ["a", *["word"] * 2000, "a"]


def test_lines_before_the_first_header_are_outside_any_document_in_whatever_block(put):
    stray = "long\t0\t0\tword\tNN\t(1)\t\n" * 400 + "x\t0\t0\tx\tNN\t(2\n" * 400
    path = put(stray + long_document(300), "stray.conll")
    corpus = read_corpus(path, block_size=SIZE)
    [notice] = corpus.notices
    assert (notice.kind, notice.count) == ("line outside any document", 800)
    assert notice.first.endswith("stray.conll:1: ignored")
    assert corpus.document_line.tolist() == [801]
    assert corpus.mention_count == 600


NODE = "{}\tword\tword\tNOUN\t_\t_\t0\troot\t_\t{}\n"
NODES = "# text = so it goes\n" + "".join(
    NODE.format(place, misc) for place, misc in enumerate(["Entity=(e1-x-1-", "_", "Entity=e1)", "Entity=(e2-x-1-)"], 1)
)


@pytest.mark.parametrize("header", ["# newdoc id = long\n", ""])
def test_a_long_document_of_corefud(put, header):
    fields = "# global.Entity = eid-etype-head-other\n"
    corpus = read_corpus(put(fields + header + (NODES + "\n") * 300, "long.conllu"), block_size=SIZE)
    assert (corpus.document_count, corpus.tokens.tolist(), corpus.mention_count) == (1, [1200], 600)
    assert corpus.document_line.tolist() == [2 if header else 3]
    assert corpus.words(0) == ["word"] * 1200
