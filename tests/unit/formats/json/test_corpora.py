"""The JSON of PreCo, coref-data, fastcoref and Maverick."""

from __future__ import annotations

import pytest

import corefscope as cs
from corefscope.formats.load import read_corpus
from corefscope.model import empty_position
from support.inputs.json_records import (
    COREF_DATA,
    E2E_COREF,
    ENTITIES,
    FASTCOREF,
    FASTCOREF_TOKENS,
    MAVERICK,
    PRECO,
    SENTENCES,
    WORDS,
    lines,
    without,
)

# PreCo and coref-data


def test_preco_paragraph_breaks_are_tokens(first):
    record = {"id": "a", "sentences": [["It", "turns"], [" "], ["It"]], "mention_clusters": [[[0, 0, 1], [2, 0, 1]]]}
    document = first(record)
    assert (document.words, document.entities) == (["It", "turns", " ", "It"], [[(0, 1), (3, 4)]])


@pytest.mark.parametrize(
    ("mention", "fact"),
    [
        ([0, 1, 5], "the span [0, 1, 5] of cluster 0 lies outside its sentence (which has 4 tokens)"),
        ([2, 0, 1], "the span [2, 0, 1] of cluster 0 is in no sentence (there are 2, numbered from 0)"),
        (
            [0, 2, 2],
            "cluster 0 has the span [0, 2, 2] (a span is [sentence, first token, token after the last], from 0)",
        ),
        ([0, 2], "cluster 0 has the span [0, 2] (a span is [sentence, first token, token after the last], from 0)"),
        ([-1, 0, 1], "cluster 0 has the span [-1, 0, 1]"),
        ([True, 0, 1], "cluster 0 has the span [true, 0, 1]"),
    ],
)
def test_preco_mentions_that_make_no_sense(refusal, mention, fact):
    assert refusal({**PRECO, "mention_clusters": [[mention]]}).startswith(f":1: {fact}")


def test_preco_without_sentences(refusal):
    assert "the document has no 'sentences'" in refusal(without(PRECO, "sentences"))


def test_preco_with_predictions_asks_and_reads_them_as_e2e_coref_writes_them(first, refusal):
    record = without(PRECO, predicted_clusters=[[[0, 2], [4, 4]]])
    assert "has both 'mention_clusters' and 'predicted_clusters'" in refusal(record)
    assert first(record, clusters="predicted_clusters").entities == [[(0, 3), (4, 5)]]
    assert first(record, clusters="mention_clusters").entities == ENTITIES


def test_preco_predictions_in_a_field_of_any_name_are_read_as_preco(first):
    assert first({**PRECO, "mine": [[[1, 0, 2]]]}, clusters="mine").entities == [[(4, 6)]]


def test_coref_data_columns(first, put):
    document = first(COREF_DATA)
    assert document.name == "(bc/tale); part 012"
    assert document.layer("speaker") == ["Anna"] * 4 + [""] * 2
    assert document.layer("upos") == ["DET", "ADJ", "NOUN", "VERB", "", ""]
    assert document.layer("xpos") == document.layer("pos") == ["DT", "JJ", "NN", "VBZ", "", ""]
    assert document.layer("head") == ["2", "2", "3", "", "5", ""]
    assert read_corpus(put(lines(COREF_DATA), "text.jsonl")).groups == {"genre": ["story"]}


@pytest.mark.parametrize("number", [float, str])
def test_coref_data_empty_nodes_have_a_place_but_are_no_words(first, number):
    ids = [0.1, 1.0, 1.1, 1.2, 2.0]
    tokens = [{"id": number(node), "text": f"w{node}", "head": 2.0} for node in ids]
    chains = [[[1, 0, 0], [1, 2, 2], [1, 3, 3]], [[1, 1, 3], [1, 1, 4]], [[0, 0, 0], [1, 4, 4]]]
    record = {
        "id": "a",
        "sentences": [{"tokens": [{"id": 1, "text": "w"}]}, {"tokens": tokens}],
        "coref_chains": chains,
    }
    document = first(record)
    assert (document.words, document.sentences) == (["w", "w1.0", "w2.0"], [(0, 1), (1, 3)])
    opening, one, two = empty_position(1, 1, True), empty_position(2, 1), empty_position(2, 2)
    zeros, long, plain = document.entities
    assert [mention.positions for mention in zeros] == [(opening,), (one,), (two,)]
    assert [mention.positions for mention in long] == [(1, one, two), (1, one, two, 2)]
    assert plain == [(0, 1), (2, 3)]
    assert document.layer("head") == ["", "2", "2"]


def test_coref_data_mentions_over_empty_nodes_do_not_fill_the_memory(refusal):
    tokens = [{"id": 0.1, "text": "_"}, *({"text": "a"} for _ in range(3000))]
    record = {
        "id": "a",
        "sentences": [{"tokens": tokens}],
        "coref_chains": [[[0, 0, 2000 + n % 1000] for n in range(3000)]],
    }
    assert "too many long mentions that cover empty nodes" in refusal(record)


def test_coref_data_more_empty_nodes_than_there_is_room_for(refusal):
    record = {"sentences": [{"tokens": [{"id": 0.5, "text": ""}] * 3000}], "coref_chains": []}
    assert "empty nodes follow each other" in refusal(record)


@pytest.mark.parametrize(
    ("sentences", "fact"),
    [
        (None, "'sentences' should be a list of objects with 'tokens'"),
        ({}, "'sentences' should be a list of objects with 'tokens'"),
        ([["It"]], "'sentences' should be a list of objects with 'tokens'"),
        ([{"tokens": None}], "'sentences' should be a list of objects with 'tokens'"),
        ([{"tokens": ["It"]}], "each token of 'sentences' should be an object with a 'text'"),
        ([{"tokens": [{"id": 1}]}], "each token of 'sentences' should be an object with a 'text'"),
    ],
)
def test_coref_data_sentences_of_the_wrong_shape(refusal, sentences, fact):
    assert refusal({**COREF_DATA, "sentences": sentences}).startswith(f":1: {fact}")


# fastcoref and Maverick


def test_fastcoref_counts_characters(first):
    document = first(FASTCOREF)
    assert (document.unit, document.raw_text, document.entities) == (
        "characters",
        FASTCOREF["text"],
        [[(0, 3), (10, 13)]],
    )
    assert [document.text_of(mention) for mention in document.entities[0]] == ["Ann", "She"]
    assert document.token_count == len(FASTCOREF["text"])


def test_fastcoref_files_to_train_on_count_tokens_and_include_the_last(first):
    assert first({"text": "The old mill", "tokens": WORDS, "clusters": E2E_COREF["clusters"]}).entities == ENTITIES
    assert (
        first({"text": "The old mill", "sentences": SENTENCES, "clusters": E2E_COREF["clusters"]}).entities == ENTITIES
    )
    assert first({"text": "The old mill", "tokens": [], "clusters": [[[0, 3]]]}).unit == "characters"


@pytest.mark.parametrize("record", [FASTCOREF, FASTCOREF_TOKENS], ids=["characters", "tokens"])
def test_fastcoref_mentions_that_it_could_not_place(first, warnings_of, record):
    with_null = {**record, "clusters": [[None, *record["clusters"][0]], [None]]}
    assert first(with_null).entities == first(record).entities[:1]
    assert warnings_of(lines(with_null), "text.jsonl") == {"mention without a place": 2}


@pytest.mark.parametrize("end", [4, 2**31 - 1])
def test_fastcoref_mentions_outside_the_text_are_refused(put, end):
    path = put(lines({"id": "a", "text": "Ann", "clusters": [[[0, 3], [0, end]]]}), "text.jsonl")
    with pytest.raises(cs.CorefscopeError, match=f":1: mention 0–{end - 1} of document 'a' lies outside its 3 char"):
        cs.read(path)


def test_characters_and_tokens_do_not_mix(refusal, put):
    path = put(lines(FASTCOREF, without(E2E_COREF, "doc_key")), "mixed.jsonl")
    with pytest.raises(cs.CorefscopeError, match=":2: the document counts tokens, those before it count characters"):
        cs.read(path)
    empty = put(lines(FASTCOREF, {"tokens": ["a"], "clusters": []}), "mixed.jsonl")
    assert [document.unit for document in cs.read(empty)] == ["characters", "characters"]


def test_maverick_characters_are_read_if_named(first):
    record = {**MAVERICK, "clusters_char_offsets": [[[0, 11], [21, 22]]]}
    assert first(record).entities == ENTITIES
    document = first(record, clusters="clusters_char_offsets")
    assert (document.unit, document.entities) == ("characters", [[(0, 12), (21, 23)]])


def test_maverick_beside_gold_asks_which(refusal):
    assert "has both 'clusters_token_offsets' and 'clusters'" in refusal({**MAVERICK, "clusters": []})
