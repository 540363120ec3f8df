"""Documents of CorefUD are read as arrays; here that meets the same reader going line by line."""

from __future__ import annotations

import random

import numpy as np
import pytest

from corefscope.formats.conll import spellings
from corefscope.formats.conll.spellings import codes, numbers
from corefscope.formats.corefud import brackets as corefud_brackets
from corefscope.formats.corefud import items as corefud_items
from corefscope.formats.corefud import lines as corefud_lines
from corefscope.formats.corefud import reader as corefud
from corefscope.formats.corefud import spans as corefud_spans
from corefscope.formats.files.blocks import Again, Block
from support.corefud_outcomes import outcome
from support.inputs.damage import damaged
from support.inputs.random_conllu import ODDITIES, Writer

TELLING = b"\t\n#0123456789.-|()=_ \re[]/,<%"


def in_blocks(content, chance):
    """Some of the documents in each block, as large files come."""
    blocks, lines, part = [], content.split(b"\n"), []
    for number, line in enumerate(lines):
        if part and corefud.BEGINS.line.match(line) and chance.random() < 0.5:
            text = b"\n".join(part) + b"\n"
            blocks.append(Block(text, Again(text), number - len(part), False))
            part = []
        part.append(line)
    text = b"\n".join(part)
    return [*blocks, Block(text, Again(text), len(lines) - len(part))]


def compare(cases, chance, monkeypatch):
    """How many documents were read as arrays, of files that are read the same either way."""
    as_arrays = 0
    add = corefud._Reader._add_documents

    def counted(self, found, first, last):
        nonlocal as_arrays
        as_arrays += last - first
        add(self, found, first, last)

    monkeypatch.setattr(corefud._Reader, "_add_documents", counted)
    for number in range(cases):
        content = Writer(chance, chance.sample(list(ODDITIES), chance.choice([0, 1, 1, 1, 2, 4]))).file()
        if chance.random() < 0.2:
            content = damaged(content, chance, TELLING).replace(b"\0", b"?")
        blocks, piece = in_blocks(content, chance), chance.choice([1, 300, 1 << 20])
        with monkeypatch.context() as patch:
            if chance.random() < 0.2:
                narrow(patch, chance)
            assert outcome(blocks, monkeypatch, piece) == outcome(blocks, monkeypatch, None), (number, content)
    return as_arrays


def narrow(patch, chance):
    """Limits that no small file would meet, such that some do."""
    value, room = chance.choice([30, 60]), chance.choice([1, 3, 6])
    for module in (corefud_lines, corefud_items):
        patch.setattr(module, "LONGEST_VALUE", value)
    for module in (corefud_brackets, corefud_spans):
        patch.setattr(module, "room_for", lambda nodes: room + 0 * nodes)


def test_arrays_change_nothing(monkeypatch):
    assert compare(400, random.Random("arrays"), monkeypatch) > 200


FOUR, HEAD, GRP = (f"# global.Entity = {fields}" for fields in ("eid-etype-head-other", "eid-head", "GRP-minspan"))
NEW, OTHER = "# newdoc id = a", "# newdoc id = b"


def word(misc="_", number=1):
    return f"{number}\tw\tw\tX\t_\t_\t0\troot\t_\t{misc}"


# The minimum span comes with the second part.
IN_PARTS = [word("Entity=(2-1)|Bridge=1<2"), word("Entity=(1[1/2])", 2), word("_", 3), word("Entity=(1[2/2]-1)", 4)]


@pytest.mark.parametrize(
    "lines",
    [
        [NEW, FOUR, word("Entity=(e1-x-1-)"), "", HEAD, word("Entity=(e2-1)"), "", FOUR, word("Entity=(e3-x-1-)")],
        [NEW, HEAD, word("Entity=(e1-1)"), "", GRP, OTHER, HEAD, word("Entity=(e1-1)")],
        [NEW, word(), "", "1-2" + word()[1:], OTHER, word()],
        [NEW, "# speaker = Ann", "", word(), "", "# speaker = Bob", OTHER, word()],
        [NEW, GRP, word("Entity=(1-1,1,1)")],
        [NEW, HEAD, word("Entity=e1)"), word("Entity=(e1-1", 2)],
        [NEW, "# global.columns = ID FORM", word()],
        [NEW, HEAD, word("Entity=(e1-1)") + "\r\r", "\r", OTHER, word() + "\r\r"],
        [NEW, GRP, *IN_PARTS, "", OTHER, word("Entity=(1-1)(2-1)")],
    ],
)
@pytest.mark.parametrize("piece", [1, 50, 1 << 20])
def test_arrays_change_nothing_here(lines, piece, monkeypatch):
    content = "\n".join([*lines, ""]).encode()
    for blocks in ([Block.of(content)], in_blocks(content, random.Random(4))):
        assert outcome(blocks, monkeypatch, piece) == outcome(blocks, monkeypatch, None)


def test_documents_of_a_regular_file_are_read_as_arrays(monkeypatch):
    found = []
    monkeypatch.setattr(corefud._Reader, "_read_part", lambda self, block, first, last: found.append(last - first))
    monkeypatch.setattr(corefud._Reader, "_read_lines", lambda self, piece: found.append(len(piece)))
    chance = random.Random("regular")
    for _ in range(20):
        writer = Writer(chance, highest=1)
        text = b"\n".join([b"# newdoc id = a", b"# global.Entity = " + writer.header.encode()])
        outcome([Block.of(text + "\n".join(["", *writer.document(), ""]).encode())], monkeypatch, 1 << 20)
    assert set(found) == {0}


@pytest.mark.parametrize("factor", [0x9E3779B97F4A7C15, 0])
def test_codes_and_numbers_of_texts(factor, monkeypatch):
    monkeypatch.setattr(spellings, "_FACTOR", np.uint64(factor))  # with 0, all pieces make one number
    chance = random.Random("texts")
    for _ in range(100):
        pieces = [bytes(chance.choices(b"01ab", k=chance.choice([0, 1, 2, 7, 20, 48]))) for _ in range(20)]
        text = np.frombuffer(b"".join(pieces) + b"1", np.uint8)
        end = np.cumsum([len(piece) for piece in pieces])
        start = end - [len(piece) for piece in pieces]
        code = codes(text, start, end).tolist()
        assert len(set(code)) == len(set(pieces)) == len(set(zip(code, pieces, strict=True)))
        values = [int(piece) if piece.isdigit() and len(piece) < 10 else -1 for piece in pieces]
        assert numbers(text, start, end).tolist() == values


@pytest.mark.slow
def test_arrays_change_nothing_many(monkeypatch):
    assert compare(20_000, random.Random("many"), monkeypatch) > 10_000
