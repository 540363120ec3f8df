"""Tags on words, as text2text-coref has them: one document a line, crossing mentions, empty nodes."""

from __future__ import annotations

import pytest

from corefscope.formats.load import read_corpus
from corefscope.model import empty_position
from corefscope.problems import FormatError

TEXT = (
    "the|[e1 players of Ely|[e2],e1] said that ##|[e1] want the|[e3 cup of the|[e4 king|e3],e4] .\n"
    "tale b\tAnn|[e1] saw ##she|[e1] herself|[e1]\n"
)


def read(read_text, text):
    """Words and entities of the only document."""
    (document,) = read_text(text, "text.txt", format="tagged")
    return document.words, dict(zip(document.entity_ids, document.entities, strict=True))


def counts(put, text):
    return {notice.kind: notice.count for notice in read_corpus(put(text, "text.txt"), format="tagged").notices}


def test_everything(read_text, put):
    one, two = read_text(TEXT, "text.txt")  # recognised by content
    assert (one.name, two.name) == ("text", "tale b")
    assert " ".join(one.words) == "the players of Ely said that want the cup of the king ."
    assert two.words == ["Ann", "saw", "herself"]
    zero = empty_position(6, 1)
    assert dict(zip(one.entity_ids, one.entities, strict=True)) == {
        "e1": [(0, 4), (6, 6, (zero,))],
        "e2": [(3, 4)],
        "e3": [(7, 12)],
        "e4": [(10, 12)],
    }
    assert two.entities == [[(0, 1), (2, 2, (empty_position(2, 1),)), (2, 3)]]
    corpus = read_corpus(put(TEXT, "text.txt"))
    assert corpus.inexact_text
    assert corpus.notices == ()
    assert corpus.is_zero().sum() == 2
    assert corpus.named.tolist() == [False, True]
    assert sorted(corpus.line.tolist()) == [1, 1, 1, 1, 1, 2, 2, 2]


@pytest.mark.parametrize(
    ("text", "words", "entities"),
    [
        ("a|[e1 b|[e2 c|e1] d|e2]", "a b c d", {"e1": [(0, 3)], "e2": [(1, 4)]}),  # crossing
        ("a|[e1 b|[e1 c|e1] d|e1]", "a b c d", {"e1": [(0, 4), (1, 3)]}),  # the latest closes first
        ("a|[e1,[e2 b|e2],e1]", "a b", {"e1": [(0, 2)], "e2": [(0, 2)]}),
        ("a|[e1],[e2]", "a", {"e1": [(0, 1)], "e2": [(0, 1)]}),
        ("a|[e1]|[e2]", "a", {"e1": [(0, 1)], "e2": [(0, 1)]}),
        ("a|[e1 b|e1],[e1 c|e1]", "a b c", {"e1": [(0, 2), (1, 3)]}),
        ("a|[person-1] b|[x.y/2]", "a b", {"person-1": [(0, 1)], "x.y/2": [(1, 2)]}),
        ("||[e1] a|b x| |y c|d|[e2]", "| a|b x| |y c|d", {"e1": [(0, 1)], "e2": [(4, 5)]}),
        ("x|y[0].z a|[e1]", "x|y[0].z a", {"e1": [(1, 2)]}),
        ("a\u00a0b|[e1]", "a\u00a0b", {"e1": [(0, 1)]}),  # blanks within a word are not ours to cut at
        ("a  b|[e1]   c\r", "a b c", {"e1": [(1, 2)]}),
        ("a|[e1] b\tc|e1]", "a b c", {"e1": [(0, 1)]}),  # a tab after a tag ends no name
        ("a |[e1] b", "a b", {"e1": [(0, 1)]}),
        ("a|[e1 b |e1] c", "a b c", {"e1": [(0, 2)]}),
    ],
)
def test_constructs(read_text, text, words, entities):
    assert read(read_text, text) == (words.split(" "), entities)


def test_mentions_over_words_and_empty_nodes(read_text):
    words, entities = read(read_text, "##|[e1] ##x|[e2 a b|[e3 ## ##|e3] c|e2] ##|[e4]")
    assert words == ["a", "b", "c"]
    first, second = empty_position(0, 1), empty_position(0, 2)
    third, fourth = empty_position(2, 1), empty_position(2, 2)
    assert [mention.tokens() for (mention,) in entities.values()] == [
        (first,),
        (second, 0, 1, third, fourth, 2),
        (1, third, fourth),
        (empty_position(3, 1),),
    ]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("a|[e1] b|e2] c|e2]", {"mention lost: its markup was never opened": 2}),
        ("a|[e2 b|[e1]", {"mention lost: its markup never closes": 1}),
        ("a|[e1] b|[e2 c", {"mention lost: its markup never closes": 1, "output truncated": 1}),
        ("a|[e1] b|", {"output truncated": 1}),
        ("a|[e1] b|[", {"output truncated": 1}),
        ("a|[e1] ||", {"output truncated": 1}),
        ("a|[e1] b|c, |", {}),
        ("a|[e1] b|[e1],", {"output truncated": 1}),
        ("a|[e1] " * 4 + "b|e1 c|[] d|[[e1]] e|]e1[", {"mention lost: its tag cannot be read": 4}),
        ("a|[e1] |[e2] b", {"tag separated from its word": 1}),
        ("|[e2] a|[e1]", {"tag separated from its word": 1, "mention lost: its tag cannot be read": 1}),
        ("words only", {"output without mentions": 1}),
        ("a|[e1]\n\nb|[e1]\n\n", {"output empty": 1}),
        ("a|[e1] " + "## " * 3000, {"mention lost: too many empty nodes in a row": 3000 - 2047}),
    ],
)
def test_losses_are_counted(put, text, kinds):
    assert counts(put, text) == kinds


def test_broken_tags_are_no_words(read_text):
    assert read(read_text, "a|[e1] b|e1 c|[] e|[") == (["a", "b", "c", "e"], {"e1": [(0, 1)]})


def test_empty_lines_keep_the_order_of_documents(read_text):
    documents = read_text("a|[e1]\n\nc|[e1]\n\n\n", "text.txt")
    assert [(document.name, document.words) for document in documents] == [
        ("text_0", ["a"]),
        ("text_1", []),
        ("text_2", ["c"]),
    ]


def test_too_many_lines(read_text):
    with pytest.raises(FormatError, match=r"the file has more than 100000 lines \(a line is a whole document\)"):
        read_text("x" + "\n" * 100_000 + "y|[e1]", "lines.txt", format="tagged")
    assert len(read_text("x|[e1]" + "\n" * 100_000, "lines.txt", format="tagged")) == 1


def test_100_000_open_mentions(read_text, put):
    text = "a|" + ",".join(["[e1"] * 100_000) + " b|" + ",".join(["e1]"] * 100_000)
    corpus = read_corpus(put(text, "deep.txt"), format="tagged")
    assert (corpus.mention_count, corpus.start.max(), corpus.end.min()) == (100_000, 0, 2)
    text = "a|" + ",".join(["[e1"] * 100_000) + " ##" * 1000 + " b|" + ",".join(["e1]"] * 100_000)
    with pytest.raises(FormatError, match=r"deep\.txt:1: the mentions that hold empty nodes are too long to be listed"):
        read_text(text, "deep.txt", format="tagged")
