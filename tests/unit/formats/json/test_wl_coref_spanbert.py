"""The JSON of wl-coref, which has heads, and of SpanBERT, which counts sub-tokens."""

from __future__ import annotations

import pytest

from support.inputs.json_records import (
    ENTITIES,
    SPANBERT,
    WL_COREF,
    WORDS,
    lines,
    without,
)

# wl-coref


def test_wl_coref_names_documents_by_id_and_part(first):
    assert first(WL_COREF).name == "(tale); part 003"
    assert first(without(WL_COREF, "part_id")).name == "tale"
    assert first(without(WL_COREF, part_id=[3] * 6)).name == "(tale); part 003"
    assert first(without(WL_COREF, part_id=[3, 3, 3, 3, 4, 4])).name == "tale"


def test_wl_coref_columns_are_layers_and_heads_count_in_the_document(first):
    document = first(WL_COREF)
    assert document.layer("pos") == ["DT", "JJ", "NN", "VBZ", "PRP", "VBZ"]
    assert document.layer("deprel") == ["det", "amod", "nsubj", "root", "nsubj", "root"]
    assert document.layer("head") == ["2", "2", "3", "", "5", ""]


def test_wl_coref_words_stand_for_the_mentions_they_head(first):
    record = without(WL_COREF, "clusters", word_clusters=[[2, 4], [1]])
    assert first(record).entities == [[(2, 3), (4, 5)], [(1, 2)]]


def test_wl_coref_spans_are_preferred_to_their_heads(first):
    record = without(WL_COREF, "clusters", word_clusters=[[2, 4]], span_clusters=WL_COREF["clusters"])
    assert first(record).entities == ENTITIES
    assert first(record, clusters="word_clusters").entities == [[(2, 3), (4, 5)]]


def test_wl_coref_gives_heads(first):
    record = without(WL_COREF, head2span=[[2, 0, 3], [4, 4, 5]])
    assert [[mention.head for mention in entity] for entity in first(record).entities] == [[2, 4], [None]]


@pytest.mark.parametrize("row", [[3, 0, 3], [0, 3], "a", [2, 3, 0], None])
def test_wl_coref_heads_that_make_no_sense_are_counted(warnings_of, row):
    assert warnings_of(lines(without(WL_COREF, head2span=[row])), "text.jsonl") == {"head not kept": 1}


def test_wl_coref_predictions_beside_gold_ask_which(refusal):
    record = without(WL_COREF, span_clusters=[[[0, 3], [4, 5]]], word_clusters=[[2, 4]])
    assert refusal(record).startswith(":1: the document has both 'clusters' and 'span_clusters' (say which one with")


def test_wl_coref_input_for_prediction_has_no_clusters(refusal):
    assert refusal(without(WL_COREF, "clusters")).startswith(
        ":1: the document has no field 'clusters' (it has document_id,"
    )


# SpanBERT


def test_spanbert_predictions_are_sub_tokens_too(first):
    record = without(SPANBERT, "clusters", predicted_clusters=SPANBERT["clusters"], top_spans=[[1, 4]])
    assert first(record).entities == ENTITIES


def test_spanbert_with_tokens_knows_its_words(first):
    document = first(without(SPANBERT, tokens=WORDS))
    assert (document.words, document.sentences) == (WORDS, [(0, 4), (4, 6)])
    assert document.layer("speaker") == ["Anna"] * 4 + ["Ben"] * 2


def test_spanbert_part_of_a_word_is_the_word(first):
    assert first(without(SPANBERT, clusters=[[[4, 4]], [[9, 10]]])).entities == [[(2, 3)], [(5, 6)]]


def test_spanbert_marks_without_a_word(first, refusal):
    record = without(SPANBERT, subtoken_map=[None, 0, 1, 2, 2, 3, None, None, 4, 5, 5, None])
    assert first(record).entities == ENTITIES
    assert "belongs to no word" in refusal({**record, "clusters": [[[0, 2]]]})


@pytest.mark.parametrize(
    ("changes", "fact"),
    [
        ({"clusters": [[[1, 12]]]}, "the span [1, 12] of cluster 0 lies outside the 12 sub-tokens of 'subtoken_map'"),
        ({"subtoken_map": [0, 1]}, "'sentences' have 12 sub-tokens, 'subtoken_map' has 2"),
        ({"subtoken_map": [0] * 11 + ["1"]}, "'subtoken_map' should have the word of each sub-token"),
        ({"subtoken_map": [1] * 11 + [0]}, "'subtoken_map' should have the word of each sub-token"),
        ({"subtoken_map": [-1] * 12}, "'subtoken_map' should have the word of each sub-token"),
        ({"subtoken_map": {}}, "'subtoken_map' should have the word of each sub-token"),
        ({"tokens": ["The", "old"]}, "'subtoken_map' has 6 words, 'tokens' has 2"),
    ],
)
def test_spanbert_maps_that_do_not_fit(refusal, changes, fact):
    assert refusal({**SPANBERT, **changes}).startswith(f":1: {fact}")


def test_spanbert_a_map_that_announces_billions_of_words(first):
    record = without(SPANBERT, "sentences", "sentence_map", subtoken_map=[0, 2_000_000_000], speakers=["a", "b"])
    assert first({**record, "clusters": [[[0, 0]]]}).token_count == 2_000_000_001
