"""A document larger than a block is read in parts: the memory of one block, and the work of many small documents."""

from __future__ import annotations

import os

import pytest

from corefscope.formats.conll import reader as conll
from corefscope.formats.corefud import reader as corefud
from corefscope.formats.files import blocks
from corefscope.formats.load import read_corpus
from support.memory import peak

SIZE = 4000
HEADER, END = "#begin document (long); part 000\n", "#end document\n"
SENTENCE = "".join(
    f"long\t0\t{place}\tword{place}\tNN\t{cell}\n" for place, cell in enumerate(["(1", "-", "1)", "(2)"])
)


def long_document(sentences: int, header: str = HEADER, end: str = END) -> str:
    return header + (SENTENCE + "\n") * sentences + end


@pytest.mark.parametrize(("header", "end"), [(HEADER, END), (HEADER, ""), ("", "")])
def test_no_block_is_much_larger_than_asked_for(monkeypatch, put, header, end):
    path = put(long_document(500, header, end), "long.conll")
    seen = []
    split = conll.split
    monkeypatch.setattr(conll, "split", lambda block: seen.append(len(block.content)) or split(block))
    corpus = read_corpus(path, block_size=SIZE)
    assert max(seen) < 2 * SIZE
    assert len(seen) > os.path.getsize(path) // (2 * SIZE)
    assert sum(seen) == os.path.getsize(path)
    assert (corpus.document_count, corpus.tokens.tolist(), corpus.mention_count) == (1, [2000], 1000)
    assert corpus.start[-1] == 1999
    assert corpus.line[-1] == 5 * 499 + 4 + bool(header)


def test_memory_grows_with_mentions_and_not_with_text(put):
    """Ten times the text between the same mentions costs nearly nothing."""
    words = "long\t0\t0\tword\tNN\t-\n"

    def used(times: int) -> int:
        text = HEADER + ("long\t0\t0\tword\tNN\t(1)\n" + words * times) * 2000 + END
        path = put(text, f"words-{times}.conll")
        return peak(lambda: read_corpus(path, block_size=20_000))

    assert used(50) < 1.5 * used(5)


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
def test_no_block_of_corefud_is_much_larger_than_asked_for(monkeypatch, put, header):
    fields = "# global.Entity = eid-etype-head-other\n"
    path = put(fields + header + (NODES + "\n") * 300, "long.conllu")
    seen = []
    scan = corefud.scan
    monkeypatch.setattr(corefud, "scan", lambda content: seen.append(len(content)) or scan(content))
    corpus = read_corpus(path, block_size=SIZE)
    assert max(seen) < 2 * SIZE
    assert sum(seen) == os.path.getsize(path)
    assert (corpus.document_count, corpus.tokens.tolist(), corpus.mention_count) == (1, [1200], 600)
    assert corpus.document_line.tolist() == [2 if header else 3]
    assert corpus.words(0) == ["word"] * 1200


def test_a_long_document_of_corefud_takes_one_and_a_half_times_its_size(put, monkeypatch):
    """One word in ten begins a mention with a head, as in real texts."""
    monkeypatch.setattr(blocks, "BLOCK", 1000)  # what is set aside before a file is read
    rows = [f"{place}\tword\tword\tNOUN\t_\t_\t1\tdep\t_\t_\n" for place in range(1, 21)]
    rows[1] = rows[1].replace("\t_\n", "\tEntity=(e{0}-person-1-\n")
    rows[4] = rows[4].replace("\t_\n", "\tEntity=e{0})(e{1}-place-1-)\n")
    sentence = "".join(rows) + "\n"
    text = "".join(sentence.format(number % 997, number % 499 + 1000) for number in range(4000))
    path = put("# newdoc id = long\n# global.Entity = eid-etype-head-other\n" + text, "long.conllu")
    read_corpus(path, block_size=100_000)  # modules are loaded by now
    assert peak(lambda: read_corpus(path, block_size=100_000)) < 1.45 * os.path.getsize(path)
