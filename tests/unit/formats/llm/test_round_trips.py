"""Random texts marked up and read back, and forms of markup recognised."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corefscope.formats.load import read_corpus
from corefscope.formats.registry import detected
from corefscope.problems import FormatError
from support import marking

NAMES = ("markdown", "marked", "tagged", "hashed", "subscripts", "parentheses", "elements")
WRITERS = {name: getattr(marking, name) for name in NAMES}
QUICK = settings(deadline=None, max_examples=60)
WORDS = st.text(st.characters(exclude_categories=("Z", "C")), min_size=1, max_size=5)


@st.composite
def marked_texts(draw):
    """Words, and mentions (start, end, entity), none twice."""
    words = draw(st.lists(WORDS, min_size=1, max_size=12))
    place = st.integers(0, len(words) - 1)
    pairs = draw(st.sets(st.tuples(place, place), max_size=8))
    spans = sorted({(min(pair), max(pair) + 1) for pair in pairs})
    return words, [(start, end, f"e{draw(st.integers(1, 3))}") for start, end in spans]


def mentions_of(document):
    found = zip(document.entity_ids, document.entities, strict=True)
    return sorted((*mention, name) for name, entity in found for mention in entity)


def plain(word):
    """Words that mean something in one of the formats stand for themselves elsewhere; here they would be markup."""
    return not set(word) & set("|<>") and not word.startswith("##") and "===" not in word and "]" not in word


@QUICK
@given(marked_texts())
def test_random_texts(read_text, text):
    words, mentions = text
    words = [word if plain(word) else "x" for word in words]
    for name, write in WRITERS.items():
        # Tagged mentions of one entity may cross others, but not each other: the latest one closes first.
        kept = marking.nested(mentions)
        (document,) = read_text(write(words, kept), f"{name}.txt", format=name)
        assert (document.words, mentions_of(document)) == (words, sorted(kept)), name


@QUICK
@given(marked_texts())
def test_crossing_mentions_with_tags(read_text, text):
    words, mentions = text
    words = [word if plain(word) else "x" for word in words]
    crossing = [(start, end, f"e{number}") for number, (start, end, _) in enumerate(mentions)]
    for name in ("tagged", "elements"):
        (document,) = read_text(WRITERS[name](words, crossing), "crossing.txt", format=name)
        assert (document.words, mentions_of(document)) == (words, sorted(crossing))


@QUICK
@given(st.lists(st.sampled_from('[](#) <m|>/\\e1,=_{}"\n\tab'), max_size=60).map("".join))
def test_anything_can_be_read(put, text):
    """Text that is all markup and no sense: refused for its share of marks alone, and every mention in its document."""
    for name in WRITERS:
        try:
            corpus = read_corpus(put("x" + text, f"anything-{name}.txt"), format=name)
        except FormatError as error:
            assert error.code == "too-few-marks"  # noqa: PT017
            continue
        assert (corpus.end <= corpus.tokens[corpus.document]).all()
        assert corpus.inexact_text


TEXTS = {
    "apf": '<?xml version="1.0"?>\n<!DOCTYPE source_file SYSTEM "apf.v5.1.1.dtd">\n<source_file URI="a.sgm">',
    "muc": '<DOC>\n<DOCNO> 1 </DOCNO>\n<TXT> <COREF ID="1">Ann</COREF> sleeps. </TXT></DOC>',
    "markdown": "Here is the text:\n\n[Ann](#cluster_1) sleeps.",
    "marked": "<m> Ann | 0 </m> sleeps.",
    "tagged": "tale 1\tAnn|[e1] sleeps .",
    "hashed": "Sure: <m>Ann</m>#1 sleeps.",
    "elements": 'Here: <entity id="1">Ann</entity> sleeps.',
    "subscripts": "[Ann]_{1} sleeps.",
    "parentheses": "[Ann](1) sleeps.",
    "strings": 'The clusters:\n```json\n[["Ann", "she"]]\n```\n',
}
OTHERS = {
    "conll": "#begin document (a); part 000\na\t0\t0\t](#x)\t(1)\na\t0\t1\ta|[e1]\t-\na\t0\t2\t<m>|\t-\n",
    "json": '{"doc_key": "a", "tokens": ["[a](#1)", "a|[e1]", "<m> | 3 </m>"], "clusters": []}',
    "corefud": "# newdoc id = a\n# text = [a](#1) b|[e1] <m> a | 3 </m>\n1\ta\ta\tX\t_\t_\t0\troot\t_\t_\n",
}


@pytest.mark.parametrize("name", [*TEXTS, *OTHERS])
def test_one_format_is_recognised(name):
    text = {**TEXTS, **OTHERS}[name].encode()
    assert [format.name for format in detected(text)] == [name]


@pytest.mark.parametrize("text", ["", "plain words", "see [1] and (a|b)", "<p>html</p>", "a | b", "x|y z|w]"])
def test_text_without_markup_is_not_recognised(text):
    assert not {format.name for format in detected(text.encode())} & {"apf", "muc", "markdown", "marked"}
