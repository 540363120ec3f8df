"""Inline markup of language models in every form: nested, crossing, escaped, broken, cut off, and what is repaired."""

from __future__ import annotations

import json
import random
import time

import pytest

import corefscope as cs
from corefscope.formats.load import read_corpus
from corefscope.problems import FormatError
from support.marking import damage

TEXTS = {
    "markdown": "[Tom](#1) and [the owner of [the dog](#2)](#3) met.\n[He](#1) fed [it](#2) [1].\n",
    "marked": "<m> Tom | 1 </m> and <m> the owner of <m> the dog | 2 </m> | 3 </m> met.\n"
    "<m> He | 1 </m> fed <m>it|2</m> [1].\n",
}


TAGGED = "the|[e1 dog of Ely|[e2],e1] saw ##|[e1] a|[e3 cup of the|[e4 cat|e3],e4] .\ntale\tAnn|[e1] ##she|[e1]\n"


def look(put, text, format=None, **options):
    """Format, words, the words of each mention by entity, warnings by code, and what is repaired."""
    corpus = read_corpus(put(text, "text.txt"), format=format, **options)
    (document,) = corpus.documents()

    def entities(corpus):
        (document,) = corpus.documents()
        found = zip(document.entity_ids, document.entities, strict=True)
        return {name: [document.text_of(mention) for mention in entity] for name, entity in found}

    repaired = None if corpus.repaired is None else entities(corpus.repaired)
    warnings = {notice.code: notice.count for notice in corpus.notices}
    return corpus.files[0].format, " ".join(document.words), entities(corpus), warnings, repaired


@pytest.mark.parametrize("form", TEXTS)
def test_everything(put, form):
    corpus = read_corpus(put(TEXTS[form], "text.md"))  # recognised by content
    (document,) = corpus.documents()
    assert (document.name, corpus.files[0].format) == ("text", form)
    assert " ".join(document.words) == "Tom and the owner of the dog met. He fed it [1]."
    assert document.entity_ids == ["1", "3", "2"]
    assert document.entities == [[(0, 1), (8, 9)], [(2, 7)], [(5, 7), (10, 11)]]
    assert (corpus.inexact_text, corpus.notices, corpus.line.tolist()) == (True, (), [1, 2, 1, 1, 2])


MARKDOWN = [
    ("[Tom](#1)'s", "Tom 's", {"1": ["Tom"]}),
    ("([the dog](#2).)", "( the dog .)", {"2": ["the dog"]}),
    ("un[happy](#1)ness", "un happy ness", {"1": ["happy"]}),
    ("[[a](#1) [b](#2)](#3)", "a b", {"3": ["a b"], "1": ["a"], "2": ["b"]}),
    ("[[a](#1)](#2)", "a", {"2": ["a"], "1": ["a"]}),
    ("[a [1] b](#1)", "a [1] b", {"1": ["a [1] b"]}),
    (r"[a \[b\] c\\d](#1) \(e\)", r"a [b] c\d (e)", {"1": [r"a [b] c\d"]}),
    (r"\[a](#1) [b](#1)", "[a b", {"1": ["b"]}),
    (r"C:\dir [a](#1)", r"C:\dir a", {"1": ["a"]}),
    ("[a] (#1)", "a", {"1": ["a"]}),
    ("[a](#Ann (the elder)) [b](# x )", "a b", {"Ann (the elder)": ["a"], "x": ["b"]}),
    ("[a\nb](#1)", "a b", {"1": ["a b"]}),
    ("a[1]b [c](#1)", "a[1]b c", {"1": ["c"]}),
    ("x [y [z](#1)", "x y z", {"1": ["z"]}),
    ("x](#2) [z](#1)", "x z", {"1": ["z"]}),
    ("日本[東京](#1)は", "日本 東京 は", {"1": ["東京"]}),
]
MARKED = [
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
]


@pytest.mark.parametrize(
    ("form", "text", "words", "entities"),
    [*(("markdown", *each) for each in MARKDOWN), *(("marked", *each) for each in MARKED)],
)
def test_constructs_of_a_named_form(put, form, text, words, entities):
    assert look(put, text, form)[1:3] == (words, entities)


@pytest.mark.parametrize(
    ("text", "format", "words", "entities"),
    [
        ('<m id="1">Ann</m> sleeps', "elements", "Ann sleeps", {"1": ["Ann"]}),
        ("<mention id=1>Ann</mention>'s", "elements", "Ann 's", {"1": ["Ann"]}),
        (
            "<e1>Ann</e1> <e2>and <e1>she</e1></e2>",
            "elements",
            "Ann and she",
            {"e1": ["Ann", "she"], "e2": ["and she"]},
        ),
        ("<e1>a <e2>b</e1> c</e2>", "elements", "a b c", {"e1": ["a b"], "e2": ["b c"]}),
        ("<h1>x</h1> <entity cluster='c'>y</entity>", "elements", "<h1>x</h1> y", {"c": ["y"]}),
        ("<m>the <m>dog</m>#2 's owner</m>#1", "hashed", "the dog 's owner", {"1": ["the dog 's owner"], "2": ["dog"]}),
        (
            "[the [dog]_{2}'s owner]_1 [1]",
            "subscripts",
            "the dog 's owner [1]",
            {"1": ["the dog 's owner"], "2": ["dog"]},
        ),
        ("$[Ann]_{1}$ [x]$_{2}$", "subscripts", "$ Ann x", {"1": ["Ann"], "2": ["x"]}),
        (
            "[Ann](1) saw [the [dog](e2)](3)",
            "parentheses",
            "Ann saw the dog",
            {"1": ["Ann"], "3": ["the dog"], "e2": ["dog"]},
        ),
    ],
)
def test_constructs(put, text, format, words, entities):
    assert look(put, text) == (format, words, entities, {}, None)


LOST_IN_MARKDOWN = [
    ("[a](#1) [b](#)", {"lost-without-entity": 1}),
    ("[a](#1) [](#2) [ ](#2)", {"lost-without-words": 2}),
    ("x](#2) y](#3) [a](#1)", {"lost-never-opened": 2}),
    ("[x [a](#1) b", {"lost-never-closes": 1}),
    ("[a](#1) [b c", {"lost-never-closes": 1, "truncated-output": 1}),
    ("[a](#1) [b [c", {"lost-never-closes": 2, "truncated-output": 1}),
    ("[a](#1) [b](#", {"lost-never-closes": 1, "truncated-output": 1}),
    ("[a](#1) [b](", {"lost-never-closes": 1, "truncated-output": 1}),
    ("[a](#1) [b](#clust\n", {"lost-never-closes": 1, "truncated-output": 1}),
    ("[a](#1) [b](2) [c](http://example.org)", {"link-without-mention": 2}),
    ("words only", {"output-without-mentions": 1}),
    ("[a](#)", {"lost-without-entity": 1, "output-without-mentions": 1}),
]
LOST_IN_MARKED = [
    ("<m> a | 1 </m> " * 3 + "<m> b </m> <m> c | </m> <m> d | e f </m>", {"lost-without-entity": 3}),
    ("<m> a | 1 </m> <m> | 2 </m> <m>|2</m>", {"lost-without-words": 2}),
    ("x | 2 </m> y </m> <m> a | 1 </m>", {"lost-never-opened": 2}),
    ("<m> x <m> a | 1 </m> b", {"lost-never-closes": 1}),
    ("<m> a | 1 </m> <m> b", {"lost-never-closes": 1, "truncated-output": 1}),
    ("<m> a | 1 </m> <m> b |", {"lost-never-closes": 1, "truncated-output": 1}),
    ("<m> a | 1 </m> <m> b | 1 </m\n", {"lost-never-closes": 1, "truncated-output": 1}),
    ("<m> a | 1 </m> b <m", {"truncated-output": 1}),
    ("words | only", {"output-without-mentions": 1}),
]


@pytest.mark.parametrize(
    ("form", "text", "codes"),
    [*(("markdown", *each) for each in LOST_IN_MARKDOWN), *(("marked", *each) for each in LOST_IN_MARKED)],
)
def test_losses_are_counted(put, form, text, codes):
    assert look(put, text, form)[3] == codes


def test_losses_have_places(put):
    text = "=== a ===\n[x](#1)\n\n[b\n[c](#1)\n=== b ===\nx\n\n](#1) [a](#)"
    lost = {notice.code: notice.first for notice in read_corpus(put(text, "text.md"), format="markdown").notices}
    path = put(text, "text.md")
    assert lost["lost-never-closes"].startswith(f"{path}:4: at '[b")
    assert lost["lost-never-opened"] == f"{path}:9: at '](#1) [a](#)'"
    assert lost["lost-without-entity"] == f"{path}:9: at '[a](#)'"


def test_a_link_that_breaks_off_leaves_no_trace(put):
    assert look(put, "[a](#1) [b](#clu", "markdown")[1:3] == ("a b", {"1": ["a"]})


@pytest.mark.parametrize(
    ("text", "warnings", "repaired"),
    [
        # What follows is a mention elsewhere; or the clause ends; or other markup begins.
        (
            "<e1>the dog</e1> . <e1>The dog barks",
            {"lost-never-closes": 1, "truncated-output": 1},
            ["the dog", "The dog"],
        ),
        ("<e1>x</e1> <e1>an old cat, he", {"lost-never-closes": 1, "truncated-output": 1}, ["x", "an old cat"]),
        ("<e1>a b <e1>c</e1>", {"lost-never-closes": 1}, ["a b", "c"]),
        ("<e1>x</e1> the dog</e1>", {"lost-never-opened": 1}, ["x", "dog"]),
        ("<e1>x</e1> <e1></e1>", {"lost-without-words": 1}, None),
        ("<e1>x</e1> <m>y</m>", {"lost-without-entity": 1}, None),
    ],
)
def test_what_is_lost_and_repaired(put, text, warnings, repaired):
    found = look(put, text)
    assert found[3] == warnings
    assert found[4] == (None if repaired is None else {"e1": repaired})


def test_an_end_without_a_beginning_is_one_word_in_other_forms(put):
    for text in ("[x](#1) the dog](#1)", "<m>x</m>#1 the dog</m>#1", "<m> x | 1 </m> the dog | 1 </m>"):
        assert look(put, text)[4] == {"1": ["x", "dog"]}, text
    assert look(put, "x|[e1] the dog|e1]")[4] == {"e1": ["x", "dog"]}


@pytest.mark.parametrize(
    ("text", "fact", "setting"),
    [
        ("[Ann](1) saw [the dog]_{2}", "subscripts or parentheses", "format="),
        ("<m>Ann</m>#1 <m> x | 2 </m>", "marked or hashed", "format="),
        ('<m id="1" cluster="2">Ann</m>', "both id and cluster", "response_clusters="),
    ],
)
def test_where_two_forms_are_possible_the_user_is_asked(put, text, fact, setting):
    with pytest.raises(FormatError, match=fact) as caught:
        read_corpus(put(text, "text.txt"))
    assert setting in str(caught.value)


def test_the_user_names_the_attribute(put):
    text = '<m id="1" cluster="a">Ann</m> <m id="2" cluster="a">she</m>'
    assert look(put, text, clusters="cluster")[2] == {"a": ["Ann", "she"]}


def test_documents(put):
    """A file of nothing is refused before any reader sees it; a document of nothing is not."""
    text = "Sure!\n=== tales/1 ===\n[a](#1)\n=== b c ===  \n[d](#1) === e ===\n===f===\n=== g ===\n\n"
    corpus = read_corpus(put(text, "text.md"))
    words = [["Sure!"], ["a"], ["d", "===", "e", "===", "===f==="], []]
    assert (corpus.names, [document.words for document in corpus.documents()]) == (
        ["text", "tales/1", "b c", "g"],
        words,
    )
    assert (corpus.entity_count, corpus.document_line.tolist()) == (2, [1, 3, 5, 8])
    assert [notice.code for notice in corpus.notices] == ["output-without-mentions", "empty-output"]
    with pytest.raises(FormatError, match=r"text\.md:4: the document 'a' occurs twice"):
        cs.read(put("=== a ===\n[x](#1)\n=== a ===\n[y](#1)", "text.md"))


def test_json_lines_with_a_field_of_text(put):
    outputs = ['<m id="1">Ann</m>\nsleeps', '<m id="1">Bob</m> and\n<m id="2">the cat']
    lines = "".join(json.dumps({"doc_key": f"d{n}", "output": text}) + "\n" for n, text in enumerate(outputs))
    corpus = read_corpus(put(lines, "outputs.jsonl"))
    assert corpus.names == ["d0", "d1"]
    assert corpus.line.tolist() == [1, 2]
    assert [str(notice.first).split(":")[1] for notice in corpus.notices] == ["2", "2"]


def test_many_unclosed_tags_take_time_in_proportion(put):
    text = " ".join(f"<e{n}>w{n} <e{n}>x{n}</e{n}>" for n in range(20_000))
    corpus = read_corpus(put(text, "text.txt"))
    assert corpus.repaired.mention_count == 40_000
    assert corpus.mention_count == 20_000


def test_a_text_of_which_less_than_half_of_the_marks_parse_is_refused(put):
    with pytest.raises(FormatError, match="only 3 of 7 marks can be read"):
        read_corpus(put("<e1>a</e1> " * 3 + "<e2>b " * 4, "text.txt"))
    assert read_corpus(put("<e1>a</e1> " * 4 + "<e2>b " * 4, "text.txt")).mention_count == 4


@pytest.mark.parametrize(
    ("form", "opening", "closing"),
    [("markdown", "[", "](#1)"), ("marked", "<m>", "|1</m>"), ("elements", "<e1>", "</e1>")],
)
def test_nesting_of_100_000_levels(put, form, opening, closing):
    path = put(opening * 100_000 + "x" + closing * 100_000, "deep.md")
    assert read_corpus(path, format=form).mention_count == 100_000
    with pytest.raises(FormatError, match="only 0 of 100,001 marks can be read"):
        cs.read(put("x\n" + opening * 100_001, "deep.md"), format=form)


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("markdown", ("long" * 12 + "est ") * 380_000 + "[a](#1)"),
        ("markdown", "](#" * 200_000),
        ("markdown", "](#a(b" * 100_000),
        ("markdown", "[a](#x" * 150_000),
        ("markdown", "[] " * 100_000),
        ("markdown", "\\" * 200_000),
        ("markdown", "=== a " * 400_000),
        ("markdown", "=== a" + " " * 200_000),
        ("marked", "<" * 200_000),
        ("marked", "<m>" + "|" * 100_000),
        ("marked", "</m>" * 100_000),
        ("marked", "<speaker>" * 200_000),
        ("marked", "<m>x</m>" + "| a b " * 30_000 + "</m>"),
        ("tagged", "|" * 200_000),
        ("tagged", "a" + "|[e1]" * 20_000),
        ("tagged", "a|" + "[" * 200_000 + "!"),
        ("tagged", "a|" + "e" * 200_000 + "["),
        ("tagged", "a|" + "[e1]," * 20_000),
        ("tagged", "\t" * 200_000),
    ],
    ids=range(19),
)
def test_a_long_line_takes_linear_time(put, form, text):
    path = put(text + "\nend", "long.md")
    start = time.process_time()
    try:
        read_corpus(path, format=form)
    except FormatError as error:
        assert error.code == "too-few-marks"  # noqa: PT017
    assert time.process_time() - start < 20


@pytest.mark.parametrize("form", [*TEXTS, "tagged"])
def test_damaged_files(put, form):
    chance = random.Random(f"corefscope {form}")
    whole = {**TEXTS, "tagged": TAGGED}[form].encode()
    for number in range(500):
        text = damage(whole, chance)
        try:
            (cs.read if number % 2 else read_corpus)(put(text, "damaged.md"), format=form)
        except cs.CorefscopeError as error:
            assert str(error)  # noqa: PT017
        except Exception as error:
            raise AssertionError(f"case {number}: {text!r}") from error


@pytest.mark.parametrize("text", ["CORE\tstar]_token\nAnna\t1\n", "a list of things](1) and more\n"])
def test_a_bracket_that_nothing_opens_makes_no_answer_of_a_model(tmp_path, text):
    path = tmp_path / "text.entities"
    path.write_text(text)
    with pytest.raises(FormatError, match="corefscope does not know this format"):
        cs.read(path)


@pytest.mark.parametrize(
    ("text", "format"),
    [
        ("[Ann](#1) saw Bob (a friend).", "markdown"),
        ("[Ann]_1 saw Bob (a friend),", "subscripts"),
        ("[Ann](1) saw Bob (who?)!", "parentheses"),
        ("<m>Ann</m># 1 saw <m><m>her</m># 1 dog</m># 2", "hashed"),
    ],
)
def test_brackets_in_a_sentence_are_no_columns(put, text, format):
    assert look(put, text)[::3] == (format, {})
