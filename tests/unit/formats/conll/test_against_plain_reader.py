"""The reader works on whole columns at once; here it meets one that goes line by line, as the official scorer does."""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corefscope.problems import FormatError

ITEM = re.compile(r"\(?[^()|]+\)?")
IDS = st.sampled_from(["0", "1", "2", "01", "12", "person-1", "place-1", "a_b", "é", "a-rather-long-id-of-an-entity"])
WORDS = st.sampled_from(["mill", "it", "-", "_", "(1)", "|", "a#b", "(", "'s", "東京"])


class Unpaired(Exception):
    """What the plain reader says of a bracket without its partner."""


def items(cell):
    """The items of a cell; an underscore separates them only where it touches a bracket of the other item."""
    for match in ITEM.finditer(cell):
        item = match[0]
        if item.startswith("_") and cell[: match.start()].endswith(")"):
            item = item[1:]
        if item.endswith("_") and cell[match.end() :].startswith("("):
            item = item[:-1]
        if item:
            yield item


def plain_read(text):
    """Documents as (name, entities by id, sentences), read line by line by the rules of the official scorer."""
    documents = []
    for line in [*text.splitlines(), "#end document"]:
        if line.startswith("#"):
            if documents and any(documents[-1]["open"].values()):
                raise Unpaired
            if line.startswith("#begin document"):
                name = line.removeprefix("#begin document").strip()
                documents.append({"name": name, "found": {}, "open": defaultdict(list), "breaks": {0}, "tokens": 0})
            continue
        document = documents[-1]
        if not line.strip():
            document["breaks"].add(document["tokens"])
            continue
        cell = re.split(r"[\t ]", line.rstrip(" "))[-1]
        read_cell(cell if cell not in ("-", "_") else "", document)
        document["tokens"] += 1
    return [
        (document["name"], {name: sorted(spans) for name, spans in document["found"].items()}, sentences(document))
        for document in documents
    ]


def read_cell(cell, document):
    token, found, is_open = document["tokens"], document["found"], document["open"]
    by_kind = {"()": [], "(": [], ")": []}
    for item in items(cell):
        by_kind["(" * item.startswith("(") + ")" * item.endswith(")")].append(item.strip("()"))
    for name in by_kind["()"]:
        found.setdefault(name, []).append((token, token + 1))
    for name in by_kind["("]:
        is_open[name].append(token)
    for name in by_kind[")"]:
        if not is_open[name]:
            raise Unpaired
        found.setdefault(name, []).append((is_open[name].pop(), token + 1))


def sentences(document):
    edges = sorted({*document["breaks"], document["tokens"]})
    return list(pairwise(edges))


@st.composite
def cells(draw, length):
    """The cells of a document whose brackets pair, in any order within a token."""
    listed = [[] for _ in range(length)]
    for _ in range(draw(st.integers(0, 6))):
        name = draw(IDS)
        start = draw(st.integers(0, length - 1))
        last = draw(st.integers(start, min(length - 1, start + 4)))
        if start == last and draw(st.booleans()):
            listed[start].append(f"({name})")
        else:
            listed[start].append(f"({name}")
            listed[last].append(f"{name})")
    return [join(draw, draw(st.permutations(cell))) for cell in listed]


@st.composite
def careless_cells(draw, length):
    """The cells of a document whose brackets may lack their partner."""
    item = st.tuples(st.sampled_from(["({})", "({}", "{})"]), st.sampled_from(["0", "1"]))
    listed = st.lists(st.lists(item, max_size=2), min_size=length, max_size=length)
    return [join(draw, [shape.format(name) for shape, name in cell]) for cell in draw(listed)]


def join(draw, cell):
    """Bars always separate; nothing and an underscore only where a bracket shows where the item ends."""
    text = ""
    for item in cell:
        told_apart = text.endswith(")") or item.startswith("(")
        text += (draw(st.sampled_from(["|", "", "_"] if told_apart else ["|"])) if text else "") + item
    return text


@st.composite
def texts(draw, content):
    """A file of one or more documents, and the words of each."""
    tabs = draw(st.booleans())
    separator = "\t" if tabs else draw(st.sampled_from([" ", "   "]))
    none = st.sampled_from(["-", "_", ""] if tabs else ["-", "_"])
    line_end = draw(st.sampled_from(["\n", "\r\n", "\r", " \n"]))
    columns = draw(st.sampled_from([2, 3, 5, 8, 12, 30]))
    lines, words = [], []
    for number in range(draw(st.integers(1, 3))):
        lines.append(f"#begin document (tale {number}); part 000")
        length = draw(st.integers(1, 8))
        words.append(draw(st.lists(WORDS, min_size=length, max_size=length)))
        for token, (word, cell) in enumerate(zip(words[-1], draw(content(length)), strict=True)):
            row = {2: [word], 3: [str(token), word]}.get(columns, ["tale", "0", str(token), word, *"*" * (columns - 5)])
            nothing = draw(none) or "-" * (2 < columns <= 5 and not word.isalnum())  # brackets before a tab are refused
            lines.append(separator.join([*row, cell or nothing]))
            if draw(st.integers(0, 3)) == 0:
                lines.append(draw(st.sampled_from(["", " "])))
        if draw(st.booleans()):
            lines.append("#end document")
    return line_end.join([*lines, ""]), words


@settings(max_examples=300, deadline=None)
@given(texts(cells))
def test_equal_to_a_plain_reader(read_text, text_and_words):
    text, words = text_and_words
    documents = read_text(text)
    found = [
        (document.name, dict(zip(document.entity_ids, document.entities, strict=True)), document.sentences)
        for document in documents
    ]
    assert found == plain_read(text)
    assert [document.words for document in documents] == words


@settings(max_examples=200, deadline=None)
@given(texts(careless_cells))
def test_refuses_what_a_plain_reader_refuses(read_text, text_and_words):
    text, _ = text_and_words
    try:
        expected = plain_read(text)
    except Unpaired:
        with pytest.raises(FormatError, match=r":\d+: entity [01] is (closed but was never opened|still open)"):
            read_text(text)
        return
    assert [dict(zip(document.entity_ids, document.entities, strict=True)) for document in read_text(text)] == [
        entities for _, entities, _ in expected
    ]


def test_the_plain_reader_itself():
    """Table of the official scorer's behaviour: crossing of one entity, and closing and opening at one token."""
    header = "#begin document x\n"
    assert plain_read(header + "a (0\nb (0\nc 0)\nd 0)\n") == [("x", {"0": [(0, 4), (1, 3)]}, [(0, 4)])]
    assert plain_read(header + "a (0\nb -\nc 0)|(0\n\nd -\ne 0)\n") == [
        ("x", {"0": [(0, 5), (2, 3)]}, [(0, 3), (3, 5)])
    ]
    assert plain_read(header + "a\t(3_(4(0)\nb\t4)_3)\n")[0][1] == {"0": [(0, 1)], "4": [(0, 2)], "3": [(0, 2)]}
    with pytest.raises(Unpaired):
        plain_read(header + "a (0\n")
