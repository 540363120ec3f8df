"""Documents of CorefUD are read as arrays; here that meets the same reader going line by line."""

from __future__ import annotations

import random

import pytest

from corefscope.formats.corefud import brackets as corefud_brackets
from corefscope.formats.corefud import items as corefud_items
from corefscope.formats.corefud import lines as corefud_lines
from corefscope.formats.corefud import reader as corefud
from corefscope.formats.corefud import spans as corefud_spans
from support.corefud_outcomes import outcome
from support.inputs.damage import damaged
from support.inputs.random_conllu import ODDITIES, Writer

TELLING = b"\t\n#0123456789.-|()=_ \re[]/,<%"


def both(folder, content, size, monkeypatch):
    """What reading a file in blocks gives: as arrays where that is possible, and line by line."""
    path = folder / "a.conllu"
    path.write_bytes(content or b"\n")
    return [outcome(path, size, monkeypatch, by_lines) for by_lines in (False, True)]


def compare(folder, cases, chance, monkeypatch):
    """How many documents were read as arrays, of files that are read the same either way."""
    as_arrays = 0
    add = corefud.CorefudReader._add_documents

    def counted(self, found, first, last, before):
        nonlocal as_arrays
        as_arrays += last - first
        add(self, found, first, last, before)

    monkeypatch.setattr(corefud.CorefudReader, "_add_documents", counted)
    for number in range(cases):
        content = Writer(chance, chance.sample(list(ODDITIES), chance.choice([0, 1, 1, 1, 2, 4]))).file()
        if chance.random() < 0.2:
            content = damaged(content, chance, TELLING).replace(b"\0", b"?")
        with monkeypatch.context() as patch:
            if chance.random() < 0.2:
                narrow(patch, chance)
            size = chance.choice([100, 300, 1 << 20])
            arrays, lines = both(folder, content, size, monkeypatch)
            assert arrays == lines, (number, size, content)
    return as_arrays


def narrow(patch, chance):
    """Limits that no small file would meet, such that some do."""
    value, room = chance.choice([30, 60]), chance.choice([1, 3, 6])
    for module in (corefud_lines, corefud_items):
        patch.setattr(module, "LONGEST_VALUE", value)
    for module in (corefud_brackets, corefud_spans):
        patch.setattr(module, "room_for", lambda nodes: room + 0 * nodes)


def test_arrays_change_nothing(tmp_path, monkeypatch):
    assert compare(tmp_path, 400, random.Random("arrays"), monkeypatch) > 200


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
@pytest.mark.parametrize("size", [10, 50, 100, 1 << 20])
def test_arrays_change_nothing_here(tmp_path, lines, size, monkeypatch):
    arrays, by_lines = both(tmp_path, "\n".join([*lines, ""]).encode(), size, monkeypatch)
    assert arrays == by_lines


@pytest.mark.parametrize("size", [200, 1 << 20])
def test_documents_of_a_regular_file_are_read_as_arrays(tmp_path, monkeypatch, size):
    """Named or not, smaller or larger than a block: no line is read by itself."""
    found = []
    monkeypatch.setattr(corefud.CorefudReader, "_read_lines", lambda self, piece: found.append(piece))
    chance = random.Random("regular")
    for number in range(20):
        writer = Writer(chance, highest=1)
        begin = [b"# newdoc id = a"] if number % 2 else []
        text = b"\n".join([*begin, b"# global.Entity = " + writer.header.encode()])
        content = (
            text + "\n".join(["", *(4 * writer.document() if number % 2 == 0 else writer.document()), ""]).encode()
        )
        (tmp_path / "a.conllu").write_bytes(content)
        outcome(tmp_path / "a.conllu", size, monkeypatch, False)
    assert found == []


@pytest.mark.slow
def test_arrays_change_nothing_many(tmp_path, monkeypatch):
    assert compare(tmp_path, 20_000, random.Random("many"), monkeypatch) > 10_000
