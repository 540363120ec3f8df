"""Marks of sequence-to-sequence models: `<m> mention | 3 </m>`, nested, broken, cut off."""

from __future__ import annotations

import random
import time

import pytest

import corefscope as cs
from corefscope.formats.load import read_corpus
from corefscope.problems import FormatError
from support.marking import damage

TEXT = "<m> Tom | 0 </m> and <m> the owner of <m> the dog | 1 </m> | 2 </m> met .\n<m> He | 0 </m> fed <m>it|1</m>.\n"


def read(read_text, text):
    """Words, and the words of each mention by entity."""
    (document,) = read_text(text, "text.txt", format="marked")
    found = zip(document.entity_ids, document.entities, strict=True)
    return document.words, {name: [document.text_of(mention) for mention in entity] for name, entity in found}


def counts(put, text):
    return {notice.kind: notice.count for notice in read_corpus(put(text, "text.txt"), format="marked").notices}


def test_everything(read_text, put):
    (document,) = read_text(TEXT, "text.txt")  # recognised by content
    assert " ".join(document.words) == "Tom and the owner of the dog met . He fed it ."
    assert document.entity_ids == ["0", "2", "1"]
    assert document.entities == [[(0, 1), (9, 10)], [(2, 7)], [(5, 7), (11, 12)]]
    corpus = read_corpus(put(TEXT, "text.txt"))
    assert corpus.inexact_text
    assert corpus.notices == ()
    assert corpus.line.tolist() == [1, 2, 1, 1, 2]


@pytest.mark.parametrize(
    ("text", "words", "entities"),
    [
        ("<m> a | b | 3 </m> | c", "a | b | c", {"3": ["a | b"]}),
        ("<m> <m> a | 1 </m> | 2 </m>", "a", {"2": ["a"], "1": ["a"]}),
        ("<m> a <m> b | 1 </m> c | 2 </m>", "a b c", {"2": ["a b c"], "1": ["b"]}),
        ("<m>Tom|e1</m>'s", "Tom 's", {"e1": ["Tom"]}),
        ("<m> a | 1 </m> <sentence> b </sentence> <copy> </s> <pad>", "a b", {"1": ["a"]}),
        ("<speaker> Ann Lee </speaker> <m> I | 1 </m> <speaker>", "I", {"1": ["I"]}),
        ("a < b <b> <m> c | 1 </m> <mm>", "a < b <b> c <mm>", {"1": ["c"]}),
        ("x <m> a | 1 </m> <m", "x a", {"1": ["a"]}),
        ("<m> a | 1 </m> <m> b | 12", "a b", {"1": ["a"]}),
        ("<m> a | 1 </m> <m> b | c d", "a b | c d", {"1": ["a"]}),
        ("<m> a | 1 </m> | 5", "a | 5", {"1": ["a"]}),
        ("<m> a | 1\n</m>", "a", {"1": ["a"]}),
    ],
)
def test_constructs(read_text, text, words, entities):
    assert read(read_text, text) == (words.split(), entities)


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("<m> a | 1 </m> <m> b </m> <m> c | </m> <m> d | e f </m>", {"mention lost: it names no entity": 3}),
        ("<m> a | 1 </m> <m> | 2 </m> <m>|2</m>", {"mention lost: it has no words": 2}),
        ("x | 2 </m> y </m> <m> a | 1 </m>", {"mention lost: its markup was never opened": 2}),
        ("<m> x <m> a | 1 </m> b", {"mention lost: its markup never closes": 1}),
        ("<m> a | 1 </m> <m> b", {"mention lost: its markup never closes": 1, "output truncated": 1}),
        ("<m> a | 1 </m> <m> b |", {"mention lost: its markup never closes": 1, "output truncated": 1}),
        ("<m> a | 1 </m> <m> b | 1 </m\n", {"mention lost: its markup never closes": 1, "output truncated": 1}),
        ("<m> a | 1 </m> b <m", {"output truncated": 1}),
        ("words | only", {"output without mentions": 1}),
    ],
)
def test_losses_are_counted(put, text, kinds):
    assert counts(put, text) == kinds


def test_documents(read_text, put):
    documents = read_text("=== a ===\n<m> x | 1 </m>\n=== b ===\n", "text.txt")
    assert [(document.name, document.words) for document in documents] == [("a", ["x"]), ("b", [])]


def test_nesting_of_100_000_levels(read_text, put):
    path = put("<m>" * 100_000 + "x" + "|1</m>" * 100_000, "deep.txt")
    assert read_corpus(path, format="marked").mention_count == 100_000
    with pytest.raises(FormatError, match="more than 100000 mentions are open at once"):
        read_text("<m>" * 100_001, "deep.txt", format="marked")


@pytest.mark.parametrize(
    "text",
    [
        ("long" * 12 + "est ") * 380_000 + "<m>a|1</m>",
        "<" * 200_000,
        "<m>" + "|" * 100_000,
        "</m>" * 100_000,
        "<speaker>" * 200_000,
        "<m>x</m>" + "| a b " * 30_000 + "</m>",
    ],
    ids=["words", "less-than", "bars", "closing", "speakers", "bars-and-words"],
)
def test_a_long_line_takes_linear_time(put, text):
    path = put(text, "long.txt")
    start = time.process_time()
    read_corpus(path, format="marked")
    assert time.process_time() - start < 20


def test_damaged_files(put):
    chance = random.Random("corefscope marked")
    for number in range(500):
        text = damage(TEXT.encode(), chance)
        try:
            (cs.read if number % 2 else read_corpus)(put(text, "damaged.txt"), format="marked")
        except cs.CorefscopeError as error:
            assert str(error)  # noqa: PT017
        except Exception as error:
            raise AssertionError(f"case {number}: {text!r}") from error
