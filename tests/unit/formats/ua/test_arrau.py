"""ARRAU's columns: markables in B and I, sets, minimum spans, and what refers to nothing."""

from __future__ import annotations

import pytest

import corefscope as cs
from corefscope import Mention
from corefscope.formats.load import read_corpus
from corefscope.model import NONREFERRING

VISIT = """Ada B-markable_1=set_1 word_1 referring
met
the B-markable_2=set_2 word_4 referring
keeper I-markable_2=set_2@B-markable_3=set_1 word_4@word_9 referring@referring

It B-markable_4=set_3 word_5 non_referring
rained
"""


def test_entities_minimum_spans_and_what_refers_to_nothing(put):
    corpus = read_corpus(put(VISIT, "visit.CONLL"))
    (document,) = corpus.documents()
    assert dict(zip(document.entity_ids, document.entities, strict=True)) == {
        "set_1": [Mention(0, 1), Mention(3, 4)],
        "set_2": [Mention(2, 4)],
    }
    assert [mention.minimum for entity in document.entities for mention in entity] == [(0,), (), (3,)]
    assert document.annotations[NONREFERRING].entities == [[Mention(4, 5)]]
    assert (document.name, document.sentences) == ("visit", [(0, 4), (4, 6)])
    assert {notice.code: notice.count for notice in corpus.notices} == {"minimum-outside-mention": 1}


def test_gaps_and_longer_minimum_spans(read_text):
    text = "a B-markable_1=set_1 word_1..word_2 referring\nb I-markable_1=set_1\nc\nd I-markable_1=set_1\n"
    (mention,) = read_text(text)[0].entities[0]
    assert (mention, mention.minimum) == (Mention.at([0, 1, 3]), (0, 1))


def test_the_first_markable_of_a_set_decides(put):
    text = "a B-markable_1=set_1 word_1 referring\nb B-markable_2=set_1 word_2 non_referring\n"
    corpus = read_corpus(put(text))
    assert corpus.mention_count == 2
    assert [notice.code for notice in corpus.notices] == ["contradicting-reference"]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("c X-markable_3=set_1", "3: column 2 has 'X-markable_3=set_1'"),
        ("c I-markable_3=set_1", "3: markable_3 goes on but never began"),
        ("c I-markable_1=set_2", "3: markable_1 goes on in another set"),
        ("c B-markable_1=set_1", "3: markable_1 begins twice"),
    ],
)
def test_errors(read_text, row, message):
    with pytest.raises(cs.CorefscopeError, match=message):
        read_text(f"a B-markable_1=set_1\nb\n{row}\n")


def test_columns_with_other_numbers_of_items_are_not_used_and_counted(put):
    text = "a B-markable_1=set_1@B-markable_2=set_2 word_1 non_referring@referring@referring\nb\n"
    corpus = read_corpus(put(text))
    assert (corpus.mention_count, corpus.annotation(NONREFERRING).mention_count) == (2, 0)
    assert [(notice.code, notice.count) for notice in corpus.notices] == [("columns-disagree", 2)]
