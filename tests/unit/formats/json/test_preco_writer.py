"""PreCo's JSON Lines: what is written can be read back, and what cannot be said is counted or refused."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corefscope as cs
from corefscope import Document, Mention
from corefscope.formats.json.preco_writer import write
from corefscope.problems import Notices

WORDS = ["The", "mill", "stands", "It", "turns"]
TALE = Document("tale", [[Mention(0, 2), Mention(3, 4)], [Mention(4, 5)]], words=WORDS, sentences=[(0, 3), (3, 5)])


def written(*documents):
    """The objects that are written, and how often each kind of loss occurred."""
    notices = Notices()
    records = [json.loads(line) for line in write(documents, notices).splitlines()]
    return records, {notice.kind: notice.count for notice in notices}


def test_one_document():
    (record,), losses = written(TALE)
    assert record == {
        "id": "tale",
        "sentences": [["The", "mill", "stands"], ["It", "turns"]],
        "mention_clusters": [[[0, 0, 2], [1, 0, 1]], [[1, 1, 2]]],
    }
    assert losses == {}


def test_the_format_is_chosen_by_name(tmp_path):
    path = tmp_path / "text.jsonl"
    cs.write([TALE], path, format="preco")
    (document,) = cs.read(path)
    assert (document.name, document.entities) == ("tale", TALE.entities)
    assert (document.words, document.sentences) == (WORDS, TALE.sentences)


@st.composite
def documents(draw):
    """Sentences, some of them empty, and mentions that stay inside theirs."""
    sentences = draw(st.lists(st.lists(st.text(max_size=3), max_size=5), max_size=5))
    bounds, words = [], []
    for sentence in sentences:
        bounds.append((len(words), len(words) + len(sentence)))
        words.extend(sentence)
    entities = []
    for _ in range(draw(st.integers(0, 3))):
        places = draw(
            st.lists(st.sampled_from([(a, b) for a, b in bounds if a < b] or [(0, 0)]), min_size=1, max_size=3)
        )
        starts = [draw(st.integers(start, end - 1)) for start, end in places if start < end]
        ends = [draw(st.integers(start + 1, end)) for start, (_, end) in zip(starts, places, strict=False)]
        entities.append(sorted(map(Mention, starts, ends)))
    entities = [entity for entity in entities if entity]
    return Document(draw(st.text("ab/_0 é", min_size=1)).strip() or "x", entities, words=words, sentences=bounds)


@settings(max_examples=150, deadline=None)
@given(document=documents())
def test_what_is_written_is_read_back(put, document):
    notices = Notices()
    (found,) = cs.read(put(write([document], notices), "preco.jsonl"))
    assert (found.name, found.entities) == (document.name, document.entities)
    assert (found.words, found.sentences) == (document.words, document.sentences)
    assert not list(notices)


def test_mentions_over_the_end_of_a_sentence_are_refused_unless_they_may_be_lost(tmp_path):
    document = Document(
        "tale", [[Mention(2, 4), Mention(0, 1)], [Mention(1, 5)]], words=WORDS, sentences=TALE.sentences
    )
    expected = r"crosses the end of a sentence \(2 times\): document 'tale', entity 0, tokens 2–3"
    with pytest.raises(cs.CorefscopeError, match=expected):
        cs.write([document], tmp_path / "text.jsonl", format="preco")
    (record,), losses = written(document)
    assert record["mention_clusters"] == [[[0, 0, 1]]]
    assert losses == {"mention lost: it crosses the end of a sentence": 2}


def test_zeros_gaps_and_attributes():
    zero, gaps = Mention.at([-1]), Mention.at([0, 2])
    known = Mention(3, 4, head=3, type="pronoun", minimum=(3,))
    (record,), losses = written(Document("tale", [[zero, gaps, known]], words=WORDS, sentences=TALE.sentences))
    assert record["mention_clusters"] == [[[0, 0, 3], [1, 0, 1]]]
    assert losses == {
        "mention lost: a zero": 1,
        "mention changed: its gaps are filled": 1,
        "head not written": 1,
        "type not written": 1,
        "minimum not written": 1,
    }


def test_entity_types_and_relations_are_counted():
    document = Document("tale", [[Mention(0, 1)]], words=WORDS, entity_types=["place"])
    document.relations.append(cs.model.Relation("bridging", "0", "0"))
    assert written(document)[1] == {"relation not written": 1, "entity type not written": 1}


def test_words_that_are_not_known():
    (record,), losses = written(Document("tale", [[Mention(1, 2)]], token_count=3))
    assert record == {"id": "tale", "sentences": [["_", "_", "_"]], "mention_clusters": [[[0, 1, 2]]]}
    assert losses == {"words not known": 1}
    (record,), _ = written(Document("tale", [[Mention(1, 2)]]))
    assert record["sentences"] == [["_", "_"]]


@pytest.mark.parametrize("sentences", [None, [], [(0, 3)], [(0, 3), (4, 5)], [(1, 5)], [(0, 3), (3, 9)]])
def test_sentences_that_are_not_known_or_leave_words_out(sentences):
    (record,), _ = written(Document("tale", [[Mention(3, 4)]], words=WORDS, sentences=sentences))
    assert (record["sentences"], record["mention_clusters"]) == ([WORDS], [[[0, 3, 4]]])


def test_mentions_outside_the_words():
    (record,), losses = written(Document("tale", [[Mention(3, 7), Mention(8, 9)]], words=WORDS))
    assert (record["mention_clusters"], losses) == ([], {"mention lost: it lies outside its document": 2})


def test_characters_cannot_be_said():
    document = Document("tale", [[Mention(0, 3)]], unit="characters", raw_text="Ann naps")
    assert written(document) == (
        [{"id": "tale", "sentences": [], "mention_clusters": []}],
        {"mention lost: it counts characters, not tokens": 1},
    )


def test_half_a_surrogate_pair_is_escaped(put):
    notices = Notices()
    text = write([Document("tale", [[Mention(0, 1)]], words=["\ud800", "é"])], notices)
    assert cs.read(put(text, "preco.jsonl"))[0].words == ["\ud800", "é"]


def test_no_documents_and_empty_ones():
    assert written() == ([], {})
    assert written(Document("tale", [[]], words=[], sentences=[])) == (
        [{"id": "tale", "sentences": [], "mention_clusters": []}],
        {},
    )


@pytest.mark.parametrize("folder", ["gum_system", "gum/ontogum", "litbank/conll"])
def test_published_corpora(folder, tmp_path):
    data = os.environ.get("COREFSCOPE_DATA")
    if not data:
        pytest.skip("COREFSCOPE_DATA is not set to a folder with gum_system, gum and litbank")
    for path in sorted(Path(data, folder).glob("*.conll")):
        cells = [line.split("\t")[-1] for line in path.read_text(encoding="utf-8").split("\n") if "\t" in line]
        documents = cs.read(path)
        lost = {
            notice.kind: notice.count for notice in cs.write(documents, tmp_path / "text.jsonl", "preco", lossy=True)
        }
        found = cs.read(tmp_path / "text.jsonl")
        mentions = sum(document.mention_count for document in found)
        assert mentions + lost.get("mention lost: it crosses the end of a sentence", 0) == sum(
            cell.count(")") for cell in cells
        )
        if not lost:
            assert [document.entities for document in found] == [document.entities for document in documents]
        assert [document.sentences for document in found] == [document.sentences for document in documents]
