"""Lists of mentions across documents."""

import json

import pytest

import corefscope as cs
from corefscope.formats.load import read_corpus


def wec(number, document, chain, predicted=None, **more):
    place = {"sent_id": 0, "tokens_number": [number], "mention_context": ["w"] * 9, "tokens_str": "w", "topic_id": -1}
    return {"mention_id": str(number), "doc_id": document, "coref_chain": chain, **place} | {
        "predicted_coref_chain": predicted, "mention_type": "ACT", **more
    }  # fmt: skip


ROWS = [wec(1, "a", 5, 8), wec(2, "b", 5, 9), wec(3, "b", 6, 9)]
GOLD = [{**row, "predicted_coref_chain": None} for row in ROWS]


@pytest.fixture(params=["array", "lines"])
def write(request, put):
    def text(rows, name):
        lines = "".join(json.dumps(row) + "\n" for row in rows)
        return put(json.dumps(rows, indent=2) if request.param == "array" else lines, name)

    return text


def test_one_file_is_key_and_response(write):
    path = write(ROWS, "both.json")
    with pytest.raises(cs.CorefscopeError, match="both 'coref_chain' and 'predicted_coref_chain'"):
        cs.read(path)
    fields = {"key_clusters": "coref_chain", "response_clusters": "predicted_coref_chain"}
    result = cs.score(path, path, scope="corpus", metrics=["muc", "mentions"], **fields)
    assert (result.scores["muc"].recall, result.f1["mentions"]) == (0, 1)
    assert cs.score(path, scope="corpus", metrics=["muc", "mentions"]).scores == result.scores
    assert cs.score(path, path, metrics=["muc"], **fields).scores["muc"].recall == 0
    assert (
        cs.score(path, path, scope="corpus", key_clusters="coref_chain", response_clusters="coref_chain").f1["conll"]
        == 1
    )


@pytest.mark.parametrize("empty", [None, "UNK"])
def test_an_empty_prediction_is_no_second_field(write, empty):
    corpus = read_corpus(write([{**row, "predicted_coref_chain": empty} for row in GOLD], "gold.json"))
    assert (corpus.names, corpus.mention_count, corpus.own_ids) == (["a", "b"], 3, True)
    assert corpus.entity_type.tolist() == ["ACT"] * 3


def test_topics(write):
    corpus = read_corpus(write([{**row, "topic_id": row["doc_id"] * 2} for row in GOLD], "topics.json"))
    assert corpus.groups["topic"] == ["aa", "bb"]


def test_spans_of_cattan_meet_ecb(write):
    rows = [
        {"doc_id": "1_1ecb.xml", "m_id": "2", "tokens_ids": [2, 4], "cluster_id": 7, "topic": "1", "subtopic": "1_1"},
        {"doc_id": "1_1ecb.xml", "m_id": "3", "tokens_ids": [7], "cluster_id": 7, "topic": "1", "subtopic": "1_1"},
    ]
    (document,) = cs.read(write(rows, "cattan.json"))
    assert (document.name, document.groups) == ("1_1ecb", {"topic": "1", "subtopic": "1_1"})
    assert document.entities == [[(1, 4, (1, 3)), (6, 7)]]


@pytest.mark.parametrize(
    ("change", "field", "fact"),
    [
        ({"coref_chain": None}, None, "no mention has a 'coref_chain'"),
        ({}, "predicted_coref_chain", "no mention has a 'predicted_coref_chain'"),
        ({}, "mine", "no mention has a 'mine'"),
        ({}, r'(\w)"', r"no mention has a"),
        (
            {"mention_id": [1]},
            None,
            "expected 'int | float | str | null', got 'array' in [0].mention_id (a list of mentions",
        ),
    ],
)
def test_what_cannot_be_read(write, change, field, fact):
    path = write([{**row, **change} for row in GOLD], "wrong.json")
    with pytest.raises(cs.CorefscopeError) as caught:
        cs.score(path, path, key_clusters=field, response_clusters=field)
    assert fact in str(caught.value)


def test_a_field_of_the_user(write):
    path = write([{**row, "mine": number} for number, row in enumerate(GOLD)], "mine.json")
    result = cs.score(path, path, key_clusters="coref_chain", response_clusters="mine", scope="corpus")
    assert result.scores["muc"].recall == 0
    result = cs.score(path, path, key_clusters="coref_chain", response_clusters="topic_id", scope="corpus")
    assert result.system.entities == 1


SPANS = [{"doc_id": "a", "m_id": str(number), "tokens_ids": [number], "cluster_id": 7} for number in (1, 2, 3)]


@pytest.mark.parametrize("absent", [{}, {"tokens_ids": []}])
def test_a_mention_without_tokens_among_others(write, absent):
    lacking = {name: value for name, value in SPANS[1].items() if name != "tokens_ids"} | absent
    with pytest.raises(cs.CorefscopeError, match="mention 2 has no 'tokens_ids'"):
        cs.read(write([SPANS[0], lacking, SPANS[2]], "a.json"))


@pytest.mark.parametrize("whole", [{"mentions": SPANS}, dict(enumerate(SPANS))])
def test_no_list(put, whole):
    with pytest.raises(cs.CorefscopeError, match="no object of the file has a 'doc_id'"):
        cs.read(put(json.dumps(whole), "a.json"))
