"""Scores across documents: every level is the score of documents joined by hand; mentions count with singletons."""

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import corefscope as cs
from corefscope.problems import CorefscopeError
from support.command_line import failed
from support.inputs.strategies import THOROUGH

FOLDER = Path(__file__).parents[3] / "examples" / "topics"
KEY, RESPONSE = (str(FOLDER / name) for name in ("key.csv", "response.csv"))
METRICS = ("muc", "b3", "ceafe", "conll", "lea")
TOPICS = ("1", "1", "2", "2")  # of the documents a, b, c, d
# For each document the entity of each of five mentions, -1 for none.
SIDE = st.lists(st.lists(st.integers(-1, 3), min_size=5, max_size=5), min_size=4, max_size=4)


def documents(side):
    actual = []
    for name, topic, row in zip("abcd", TOPICS, side, strict=True):
        ids = sorted({entity for entity in row if entity >= 0})
        entities = [[cs.Mention(place, place + 1) for place in range(5) if row[place] == each] for each in ids]
        actual.append(cs.Document(name, entities, list(map(str, ids)), token_count=5, groups={"topic": topic}))
    return actual


def joined(side, unit_of):
    """Clusters of each unit: mentions with their document, entities by their number; no singletons."""
    units = {unit: {} for unit in unit_of}
    for name, unit, row in zip("abcd", unit_of, side, strict=True):
        for place, entity in enumerate(row):
            if entity >= 0:
                units[unit].setdefault(entity, []).append(f"{name}{place}")
    return {unit: [each for each in entities.values() if len(each) > 1] for unit, entities in units.items()}


@given(SIDE, SIDE)
@THOROUGH
def test_every_level_is_the_score_of_documents_joined_by_hand(one, two):
    actual = cs.cross_document(documents(one), documents(two), metrics=METRICS)
    for level, unit_of in {"topic": TOPICS, "corpus": "aaaa", "document": "abcd"}.items():
        expected = cs.score(joined(one, unit_of), joined(two, unit_of), metrics=METRICS)
        for metric in METRICS:
            assert actual[level].f1[metric] == pytest.approx(expected.f1[metric]), (level, metric)
    mine, theirs = (
        {(n, m) for n, row in enumerate(side) for m, each in enumerate(row) if each >= 0} for side in (one, two)
    )
    if mine and theirs:
        assert actual["mentions"].recall["mentions"] == pytest.approx(len(mine & theirs) / len(mine))
        assert actual["mentions"].precision["mentions"] == pytest.approx(len(mine & theirs) / len(theirs))


def test_the_example_by_hand():
    """Events of topic 1: {fire, fire} in both, {destroyed, destroyed} in the key, {destroyed, stopped} in the response.

    Of topic 2 {fire, It} in both, which the response joins with the fires of topic 1 across the corpus.
    """
    actual = cs.cross_document(KEY, RESPONSE, metrics=["muc", "b3"])
    events = actual.part("events").levels
    assert Fraction(events["topic"].f1["muc"]).limit_denominator(99) == Fraction(2, 3)
    assert Fraction(events["corpus"].precision["muc"]).limit_denominator(99) == Fraction(2, 4)
    assert Fraction(events["corpus"].precision["b3"]).limit_denominator(99) == Fraction(4 * 2 + 2, 4 * 6)
    assert Fraction(actual.part("events").mentions.recall["mentions"]).limit_denominator(99) == Fraction(6, 7)
    assert actual.part("entities").levels["document"].f1["muc"] == 1


def test_events_are_apart_only_where_both_sides_have_types(tmp_path):
    plain = tmp_path / "plain.csv"
    rows = [line.rpartition(",")[0] for line in Path(RESPONSE).read_text().splitlines()]
    plain.write_text("\n".join(rows) + "\n")
    assert [part.name for part in cs.cross_document(KEY, RESPONSE).parts] == ["all", "events", "entities"]
    assert [part.name for part in cs.cross_document(KEY, str(plain)).parts] == ["all"]


def test_what_has_no_levels_is_refused(tmp_path):
    assert "--by is not supported" in failed("score", KEY, RESPONSE, "--preset", "cross-document", "--by", "topic")
    assert "are always scored" in failed("score", KEY, RESPONSE, "--preset", "cross-document", "--scope", "corpus")
    (tmp_path / "key.csv").write_text("document,mention,entity\na,m1,e1\na,m2,e1\n")
    message = failed("score", str(tmp_path / "key.csv"), str(tmp_path / "key.csv"), "--preset", "cross-document")
    assert "--scope topic: not a column of the key" in message
    with pytest.raises(CorefscopeError, match="no response was named"):
        cs.cross_document(KEY)


def test_the_files_are_read_once(monkeypatch):
    from corefscope.formats import load

    read, real = [], load.read_corpus
    monkeypatch.setattr(load, "read_corpus", lambda *given, **more: read.append(given[0]) or real(*given, **more))
    cs.cross_document(KEY, RESPONSE)
    assert read == [KEY, RESPONSE]


ECB = """<?xml version="1.0" encoding="UTF-8"?>
<Document doc_name="{name}.xml" doc_id="DOC1">
<token t_id="1" sentence="0" number="0">Fire</token>
<token t_id="2" sentence="0" number="1">destroyed</token>
<token t_id="3" sentence="1" number="0">mills</token>
<Markables>
<ACTION_OCCURRENCE m_id="1"><token_anchor t_id="1"/></ACTION_OCCURRENCE>
<ACTION_OCCURRENCE m_id="2"><token_anchor t_id="2"/></ACTION_OCCURRENCE>
<LOC_FAC m_id="3"><token_anchor t_id="3"/></LOC_FAC>
<ACTION_OCCURRENCE m_id="8" RELATED_TO="" TAG_DESCRIPTOR="t" instance_id="ACT1" />
<LOC_FAC m_id="9" RELATED_TO="" TAG_DESCRIPTOR="t" instance_id="LOC1" />
</Markables>
<Relations>
<CROSS_DOC_COREF r_id="5" note="ACT1"><source m_id="1" /><target m_id="8" /></CROSS_DOC_COREF>
<CROSS_DOC_COREF r_id="6" note="LOC1"><source m_id="3" /><target m_id="9" /></CROSS_DOC_COREF>
</Relations>
</Document>
"""


def test_ecb_with_its_list_of_sentences(tmp_path):
    """Mentions outside the listed sentences are no part of the key; events and entities are apart by their tags."""
    folder = tmp_path / "ECB+" / "1"
    folder.mkdir(parents=True)
    for name in ("1_1ecb", "1_2ecb"):
        (folder / f"{name}.xml").write_text(ECB.format(name=name))
    actual = cs.cross_document(str(folder.parent), str(folder.parent), metrics="muc")
    assert [part.name for part in actual.parts] == ["all", "events", "entities"]
    assert [part.mentions.key.mentions for part in actual.parts] == [6, 4, 2]
    assert actual["topic"].f1["muc"] == 1
    assert actual["topic"].key.mentions == 4  # `destroyed` is a singleton in each document
    (tmp_path / "ECBplus_coreference_sentences.csv").write_text("Topic,File,Sentence Number\n1,1ecb,0\n1,2ecb,0\n")
    actual = cs.cross_document(str(folder.parent), str(folder.parent), metrics="muc")
    assert (actual["mentions"].key.mentions, actual["topic"].key.mentions) == (4, 2)
