"""Markdown links of language models: nested, escaped, broken, cut off."""

from __future__ import annotations

import random
import time

import pytest

import corefscope as cs
from corefscope.formats.load import read_corpus
from corefscope.problems import FormatError
from support.marking import damage

TEXT = "[Tom](#cluster_1) and [the owner of [the dog](#2)](#3) met.\n[He](#cluster_1) fed [it](#2) [1].\n"


def read(read_text, text):
    """Words, and the words of each mention by entity."""
    (document,) = read_text(text, "text.md", format="markdown")
    found = zip(document.entity_ids, document.entities, strict=True)
    return document.words, {name: [document.text_of(mention) for mention in entity] for name, entity in found}


def counts(put, text):
    return {notice.kind: notice.count for notice in read_corpus(put(text, "text.md"), format="markdown").notices}


def test_everything(read_text, put):
    (document,) = read_text(TEXT, "text.md")  # recognised by content
    assert document.name == "text"
    assert " ".join(document.words) == "Tom and the owner of the dog met. He fed it [1]."
    assert document.entity_ids == ["cluster_1", "3", "2"]
    assert document.entities == [[(0, 1), (8, 9)], [(2, 7)], [(5, 7), (10, 11)]]
    corpus = read_corpus(put(TEXT, "text.md"))
    assert corpus.inexact_text
    assert corpus.notices == ()
    assert corpus.line.tolist() == [1, 2, 1, 1, 2]


@pytest.mark.parametrize(
    ("text", "words", "entities"),
    [
        ("[Tom](#1)'s", ["Tom", "'s"], {"1": ["Tom"]}),
        ("([the dog](#2).)", ["(", "the dog", ".)"], {"2": ["the dog"]}),
        ("un[happy](#1)ness", ["un", "happy", "ness"], {"1": ["happy"]}),
        ("[[a](#1) [b](#2)](#3)", ["a", "b"], {"3": ["a b"], "1": ["a"], "2": ["b"]}),
        ("[[a](#1)](#2)", ["a"], {"2": ["a"], "1": ["a"]}),
        ("[a [1] b](#1)", ["a", "[1]", "b"], {"1": ["a [1] b"]}),
        (r"[a \[b\] c\\d](#1) \(e\)", ["a", "[b]", r"c\d", "(e)"], {"1": [r"a [b] c\d"]}),
        (r"\[a](#1) [b](#1)", ["[a", "b"], {"1": ["b"]}),
        (r"C:\dir [a](#1)", [r"C:\dir", "a"], {"1": ["a"]}),
        ("[a] (#1)", ["a"], {"1": ["a"]}),
        ("[a](#Ann (the elder)) [b](# x )", ["a", "b"], {"Ann (the elder)": ["a"], "x": ["b"]}),
        ("[a\nb](#1)", ["a", "b"], {"1": ["a b"]}),
        ("a[1]b [c](#1)", ["a[1]b", "c"], {"1": ["c"]}),
        ("x [y [z](#1)", ["x", "y", "z"], {"1": ["z"]}),
        ("x](#2) [z](#1)", ["x", "z"], {"1": ["z"]}),
        ("日本[東京](#1)は", ["日本", "東京", "は"], {"1": ["東京"]}),
    ],
)
def test_constructs(read_text, text, words, entities):
    assert read(read_text, text) == ([word for part in words for word in part.split()], entities)


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("[a](#1) [b](#)", {"mention lost: it names no entity": 1}),
        ("[a](#1) [](#2) [ ](#2)", {"mention lost: it has no words": 2}),
        ("x](#2) y](#3) [a](#1)", {"mention lost: its markup was never opened": 2}),
        ("[x [a](#1) b", {"mention lost: its markup never closes": 1}),
        ("[a](#1) [b c", {"mention lost: its markup never closes": 1, "output truncated": 1}),
        ("[a](#1) [b [c", {"mention lost: its markup never closes": 2, "output truncated": 1}),
        ("[a](#1) [b](#", {"mention lost: its markup never closes": 1, "output truncated": 1}),
        ("[a](#1) [b](", {"mention lost: its markup never closes": 1, "output truncated": 1}),
        ("[a](#1) [b](#clust\n", {"mention lost: its markup never closes": 1, "output truncated": 1}),
        ("[a](#1) [b](2) [c](http://example.org)", {"link that is no mention": 2}),
        ("words only", {"output without mentions": 1}),
        ("[a](#)", {"mention lost: it names no entity": 1, "output without mentions": 1}),
    ],
)
def test_losses_are_counted(put, text, kinds):
    assert counts(put, text) == kinds


def test_losses_have_places(put):
    text = "=== a ===\n[x](#1)\n\n[b\n[c](#1)\n=== b ===\nx\n\n](#1) [a](#)"
    lost = {notice.kind: notice.first for notice in read_corpus(put(text, "text.md"), format="markdown").notices}
    path = put(text, "text.md")
    assert lost["mention lost: its markup never closes"].startswith(f"{path}:4: at '[b")
    assert lost["mention lost: its markup was never opened"] == f"{path}:9: at '](#1) [a](#)'"
    assert lost["mention lost: it names no entity"] == f"{path}:9: at '[a](#)'"


def test_a_link_that_breaks_off_leaves_no_trace(read_text):
    assert read(read_text, "[a](#1) [b](#clu") == (["a", "b"], {"1": ["a"]})


def test_nothing_at_all(put):
    """A file of nothing is refused before any reader sees it; a document of nothing is not."""
    text = "=== a ===\n\n=== b ===\n[x](#1)\n"
    corpus = read_corpus(put(text, "text.md"))
    assert (corpus.names, corpus.tokens.tolist()) == (["a", "b"], [0, 1])
    assert counts(put, text) == {"output empty": 1}


def test_documents(read_text):
    text = "Sure!\n=== tales/1 ===\n[a](#1)\n=== b c ===  \n[d](#1) === e ===\n===f===\n"
    documents = read_text(text, "text.md")
    assert [(document.name, document.words) for document in documents] == [
        ("text", ["Sure!"]),
        ("tales/1", ["a"]),
        ("b c", ["d", "===", "e", "===", "===f==="]),
    ]


def test_entities_belong_to_their_document(put):
    corpus = read_corpus(put("=== a ===\n[x](#1)\n=== b ===\n[y](#1)", "text.md"))
    assert (corpus.entity_count, corpus.document_line.tolist()) == (2, [2, 4])


def test_the_same_document_twice(read_text):
    with pytest.raises(FormatError, match=r"text\.md:4: the document 'a' occurs twice"):
        read_text("=== a ===\n[x](#1)\n=== a ===\n[y](#1)", "text.md")


def test_nesting_of_100_000_levels(read_text, put):
    text = "[" * 100_000 + "x" + "](#1)" * 100_000
    assert read_corpus(put(text, "deep.md"), format="markdown").mention_count == 100_000
    assert counts(put, "x" + "[" * 100_000) == {
        "mention lost: its markup never closes": 100_000,
        "output without mentions": 1,
        "output truncated": 1,
    }
    with pytest.raises(FormatError, match="more than 100000 mentions are open at once"):
        read_text("x\n" + "[" * 100_001, "deep.md", format="markdown")


@pytest.mark.parametrize(
    "text",
    [
        ("long" * 12 + "est ") * 380_000 + "[a](#1)",
        "](#" * 200_000,
        "](#a(b" * 100_000,
        "[a](#x" * 150_000,
        "[] " * 100_000,
        "\\" * 200_000,
        "=== a " * 400_000,
        "=== a" + " " * 200_000,
    ],
    ids=["words", "closing", "round", "broken", "empty", "escapes", "headers", "header"],
)
def test_a_long_line_takes_linear_time(put, text):
    path = put(text, "long.md")
    start = time.process_time()
    try:
        read_corpus(path, format="markdown")
    except FormatError as error:
        assert "open at once" in str(error)  # noqa: PT017
    assert time.process_time() - start < 20


def test_damaged_files(put):
    chance = random.Random("corefscope markdown")
    for number in range(500):
        text = damage(TEXT.encode(), chance)
        try:
            (cs.read if number % 2 else read_corpus)(put(text, "damaged.md"), format="markdown")
        except cs.CorefscopeError as error:
            assert str(error)  # noqa: PT017
        except Exception as error:
            raise AssertionError(f"case {number}: {text!r}") from error
