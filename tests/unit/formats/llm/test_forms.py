"""Tags, numbered marks, subscripts and parentheses: nested, crossing, broken, and what of them can be repaired."""

from __future__ import annotations

import json

import pytest

import corefscope as cs
from corefscope.formats.load import read_corpus
from corefscope.problems import FormatError


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
    for text in ("[x](#1) the dog](#1)", "<m>x</m>#1 the dog</m>#1"):
        assert look(put, text)[4] == {"1": ["x", "dog"]}, text
    assert look(put, "x|[e1] the dog|e1]")[4] == {"e1": ["x", "dog"]}


@pytest.mark.parametrize(
    ("text", "fact", "setting"),
    [
        ("[Ann](1) saw [the dog]_{2}", "subscripts or parentheses", "--format"),
        ("<m>Ann</m>#1 <m> x | 2 </m>", "marked or hashed", "--format"),
        ('<m id="1" cluster="2">Ann</m>', "both id and cluster", "--response-clusters"),
    ],
)
def test_where_two_forms_are_possible_the_user_is_asked(put, text, fact, setting):
    with pytest.raises(FormatError, match=fact) as caught:
        read_corpus(put(text, "text.txt"))
    assert setting in str(caught.value)


def test_the_user_names_the_attribute(put):
    text = '<m id="1" cluster="a">Ann</m> <m id="2" cluster="a">she</m>'
    assert look(put, text, clusters="cluster")[2] == {"a": ["Ann", "she"]}


def test_json_lines_with_a_field_of_text(put):
    outputs = ['<m id="1">Ann</m>\nsleeps', '<m id="1">Bob</m> and\n<m id="2">the cat']
    lines = "".join(json.dumps({"doc_key": f"d{n}", "output": text}) + "\n" for n, text in enumerate(outputs))
    corpus = read_corpus(put(lines, "outputs.jsonl"))
    assert corpus.names == ["d0", "d1"]
    assert corpus.line.tolist() == [1, 2]
    assert [str(notice.first).split(":")[1] for notice in corpus.notices] == ["2", "2"]


def test_many_unclosed_tags_take_time_in_proportion(put):
    text = " ".join(f"<e{n}>w{n}" for n in range(20_000))
    corpus = read_corpus(put(text, "text.txt"))
    assert corpus.repaired.mention_count == 20_000
    assert corpus.mention_count == 0


def test_many_mentions_are_not_deep(put):
    text = "<e1>a</e1> " * 120_000
    assert read_corpus(put(text, "text.txt")).mention_count == 120_000
    with pytest.raises(cs.CorefscopeError, match="open at once"):
        read_corpus(put("<e1>a " * 120_000, "text.txt"))


@pytest.mark.parametrize("text", ["CORE\tstar]_token\nAnna\t1\n", "a list of things](1) and more\n"])
def test_a_bracket_that_nothing_opens_makes_no_answer_of_a_model(tmp_path, text):
    path = tmp_path / "text.entities"
    path.write_text(text)
    with pytest.raises(FormatError, match="this is no format that corefscope knows"):
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
