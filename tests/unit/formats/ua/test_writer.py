"""CONLL-UA that is written is read back whole, and says what it cannot hold."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corefscope as cs
from corefscope import Document, Mention
from corefscope.model import BRIDGING, DEIXIS, NONREFERRING, SPLIT_ANTECEDENT, Relation, empty_position

WORDS = ["Ada", "met", "Bo", "and", "it", "rained", "when", "they", "came"]


@st.composite
def mentions(draw):
    """Runs, gaps and zeros anywhere, crossing ones among them."""
    if draw(st.integers(0, 5)) == 0:
        words = draw(st.integers(0, len(WORDS)))
        return Mention.at([empty_position(words, draw(st.integers(1, 3)), opens_sentence=not words)])
    chosen = draw(st.sets(st.integers(0, len(WORDS) - 1), min_size=1, max_size=3))
    if draw(st.booleans()):
        chosen = set(range(min(chosen), max(chosen) + 1))
    low = draw(st.sampled_from(sorted(chosen)))
    return Mention.at(chosen, minimum=draw(st.sampled_from([(), (low,)])))


@st.composite
def annotated(draw, prefix=""):
    """Entities of mentions that occur nowhere else, in one document or annotation."""
    found = draw(st.lists(mentions(), max_size=8, unique=True))
    groups = draw(st.lists(st.integers(0, 3), min_size=len(found), max_size=len(found)))
    entities = [[each for each, group in zip(found, groups, strict=True) if group == one] for one in range(4)]
    entities = [entity for entity in entities if entity]
    return Document("visit", entities, [f"{prefix}{number}" for number in range(len(entities))], token_count=len(WORDS))


@st.composite
def documents(draw):
    whole, said, nothing = draw(annotated()), draw(annotated("dd")), draw(annotated("x"))
    taken = {mention for entity in whole.entities for mention in entity}
    nothing.entities = [[each for each in entity if each not in taken] for entity in nothing.entities]
    nothing.entities = [entity for entity in nothing.entities if entity]
    nothing.entity_ids = [f"{number}-Pseudo" for number in range(len(nothing.entities))]
    nothing.entity_types = ["expletive"] * len(nothing.entities)
    ends = [
        (name, mention)
        for part in (whole, nothing)
        for name, entity in zip(part.entity_ids, part.entities, strict=True)
        for mention in entity
    ]
    relations = []
    for kind in draw(st.lists(st.sampled_from([SPLIT_ANTECEDENT, BRIDGING]), max_size=4)) if ends else []:
        (one, here), (two, there) = draw(st.sampled_from(ends)), draw(st.sampled_from(ends))
        if kind == BRIDGING and there not in (each.anaphor_mention for each in relations):
            relations.append(Relation(kind, one, two, "poss", there, here))
        elif kind != BRIDGING and one < two and two in whole.entity_ids:
            relations.append(Relation(kind, one, two))
    return replace(whole, words=WORDS, relations=relations, annotations={DEIXIS: said, NONREFERRING: nothing})


def content(document):
    parts = [document, document.annotations[DEIXIS], document.annotations[NONREFERRING]]
    return [
        (
            {n: (sorted(map(repr, e)), t) for n, e, t in zip(p.entity_ids, p.entities, p.entity_types, strict=True)},
            {repr(relation) for relation in p.relations},
        )
        for p in parts
    ], document.words


@settings(max_examples=200, deadline=None)
@given(document=documents())
def test_everything_is_read_back(put, document):
    path = put(b"", "written.conllua")
    cs.write([document], path)
    assert content(cs.read(path)[0]) == content(document)


@settings(max_examples=50, deadline=None)
@given(document=documents())
def test_what_others_need(put, document):
    """Closings first, no more than one bracket behind an opening, ids that are unique, and no `@`."""
    path = put(b"", "written.conllua")
    lost = cs.write([document], path)
    with open(path, encoding="utf-8") as file:
        lines = [line.rstrip("\n").split("\t") for line in file if line[0].isdigit()]
    assert all(len(line) == 15 and all(line) for line in lines)
    named = any(notice.code == "written-crossing" for notice in lost)
    for line in lines:
        for cell in line[10:13]:
            closings, *openings = cell.split("(")
            assert cell == "_" or not closings.strip(")") or named
            assert all(part.count(")") == part.endswith(")") for part in openings)
            assert "@" not in cell


def test_ids_that_cannot_be_written_become_numbers(put):
    nothing = Document("d", [[Mention(2, 3)]], ["a b"])
    document = Document("d", [[Mention(0, 1)], [Mention(1, 2)]], ["1|2", "x"], ["a", "b", "c"])
    document.annotations[NONREFERRING] = nothing
    document.relations = [Relation(BRIDGING, "a b", "x", "", Mention(1, 2), Mention(2, 3))]
    path = put(b"", "written.conllua")
    assert [notice.code for notice in cs.write([document], path)] == ["entity-ids-changed"]
    (found,) = cs.read(path)
    assert (found.entity_ids, found.annotations[NONREFERRING].entity_ids) == (["1", "2"], ["3-Pseudo"])
    assert found.annotations[NONREFERRING].entity_types == ["unknown"]
    assert found.relations == [Relation(BRIDGING, "3-Pseudo", "2", "", Mention(1, 2), Mention(2, 3))]


def test_bridging_to_an_entity_gets_the_mention_before_the_anaphor(put):
    entities = [[Mention(0, 1), Mention(2, 3), Mention(5, 6)], [Mention(4, 5)]]
    document = Document("d", entities, ["1", "2"], WORDS, relations=[Relation(BRIDGING, "1", "2")])
    path = put(b"", "written.conllua")
    assert [notice.code for notice in cs.write([document], path)] == ["anchor-chosen"]
    assert cs.read(path)[0].relations == [Relation(BRIDGING, "1", "2", "", Mention(4, 5), Mention(2, 3))]


@pytest.mark.parametrize(
    ("mention", "code"),
    [
        (Mention(0, 2, head=1), "head-not-written"),
        (Mention(0, 2, type="name"), "type-not-written"),
        (Mention(0, 3, minimum=(0, 2)), "minimum-not-written"),
        (Mention.at([0, empty_position(1, 1), 1]), "changed-empty-nodes"),
    ],
)
def test_what_cannot_be_said(put, mention, code):
    document = Document("d", [[mention]], words=list(WORDS))
    lost = cs.write([document], put(b"", "written.conllua"), lossy=True)
    assert [notice.code for notice in lost] == [code]


def test_relations_of_other_kinds_and_of_nothing(put):
    relations = [Relation("causes", "0", "1"), Relation(BRIDGING, "", "1"), Relation(SPLIT_ANTECEDENT, "9", "1")]
    document = Document("d", [[Mention(0, 1)], [Mention(1, 2)]], words=list(WORDS), relations=relations)
    (notice,) = cs.write([document], put(b"", "written.conllua"))
    assert (notice.code, notice.count) == ("relation-not-written", 3)


def test_other_formats_say_that_annotations_are_left_out(put):
    document = Document("d", [[Mention(0, 1)]], words=list(WORDS))
    document.annotations = {NONREFERRING: Document("d", [[Mention(1, 2)]]), DEIXIS: Document("d", [])}
    (notice,) = cs.write([document], put(b"", "written.conll"))
    assert (notice.code, notice.count) == ("annotation-not-written", 1)


def test_words_speakers_and_sentences(put):
    path = put(b"", "written.conllua")
    text = Document("a tale", [], words=["one two", "b", "c"], sentences=[(0, 1), (1, 3)])
    assert [notice.code for notice in cs.write([text], path)] == ["word-changed"]
    (found,) = cs.read(path)
    assert (found.name, found.words, found.sentences) == ("a tale", ["one_two", "b", "c"], [(0, 1), (1, 3)])


def test_several_anchors_of_one_anaphor_are_written(put):
    """All are in the file; who reads it takes the last, and counts the others."""
    ends = [Mention(place, place + 1) for place in (0, 2, 7)]
    relations = [Relation(BRIDGING, name, "they", "", ends[2], end) for name, end in zip("ab", ends, strict=False)]
    document = Document("d", [[end] for end in ends], ["a", "b", "they"], WORDS, relations=relations)
    path = put(b"", "written.conllua")
    cs.write([document], path)
    assert cs.read(path)[0].relations == relations[1:]
