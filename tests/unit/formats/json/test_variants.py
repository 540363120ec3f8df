"""The JSON of each system, told by its fields: what the numbers of a mention count, and whether the last is in."""

from __future__ import annotations

import pytest

import corefscope as cs
from corefscope.formats.json.variants import E2E, VARIANTS
from corefscope.formats.load import read_corpus
from support.inputs.json_records import (
    COREF_DATA,
    E2E_COREF,
    ENTITIES,
    FASTCOREF,
    MAVERICK,
    RECORDS,
    SPANBERT,
    WL_COREF,
    WORDS,
    lines,
    without,
)


@pytest.mark.parametrize("name", RECORDS)
def test_the_same_mentions_in_each_spelling(first, name):
    document = first(RECORDS[name])
    assert (document.entities, document.token_count, document.unit) == (ENTITIES, 6, "tokens")
    if name != "SpanBERT":  # whose words are known only as sub-tokens
        assert document.words == WORDS


def test_every_variant_is_tried():
    # WinoBias has one cluster only: tests/unit/formats/objects/test_system_outputs.py
    assert {variant.name for variant in (E2E, *VARIANTS)} == {*RECORDS, "fastcoref", "WinoBias"}


@pytest.mark.parametrize(
    "name", [name for name in RECORDS if name not in ("Maverick", "fastcoref (tokens)", "SpanBERT", "AllenNLP")]
)
def test_sentences(first, name):
    assert first(RECORDS[name]).sentences == [(0, 4), (4, 6)]


@pytest.mark.parametrize("name", ["e2e-coref", "wl-coref"])
def test_speakers(first, name):
    assert first(RECORDS[name]).layer("speaker") == ["Anna"] * 4 + ["Ben"] * 2


def test_any_two_spellings_are_scored_against_each_other(put):
    names = [name for name in RECORDS if name not in ("wl-coref", "coref-data")]  # these have a part of their own
    for name in names:
        key, response = put(lines(E2E_COREF), "key.jsonl"), put(lines(RECORDS[name]), "response.jsonl")
        assert cs.score(key, response, metrics="b3").f1["b3"] == 1, name


# What the fields leave open


def test_fields_of_two_systems_with_different_readings_are_refused(refusal):
    record = without(WL_COREF, subtoken_map=[0, 1, 2, 3, 4, 5])
    for options in ({}, {"clusters": "clusters"}):
        message = refusal(record, **options)
        assert message.startswith(
            ":1: 'clusters' could be read as in wl-coref ([first token, token after the last]) and"
        )
        assert "leave only one of the fields 'cased_words' or 'subtoken_map'" in message


def test_fields_of_two_systems_that_agree(first):
    record = {**E2E_COREF, "predicted_clusters": None, "mention_clusters": None, "subtoken_map": None}
    assert first(record).entities == ENTITIES


def test_an_error_shows_the_table_of_variants(refusal):
    message = refusal({"id": "a"})
    for variant in (E2E, *VARIANTS):
        assert f"{variant.name} has " in message
        for reading in variant.fields.values():
            assert reading.form in message


def test_a_named_field_is_read_as_the_other_fields_say(first):
    assert first({**WL_COREF, "mine": [[[0, 3]]]}, clusters="mine").entities == [[(0, 3)]]
    assert first({**SPANBERT, "mine": [[[1, 4]]]}, clusters="mine").entities == [[(0, 3)]]
    assert first({**E2E_COREF, "mine": [[[0, 2]]]}, clusters="mine").entities == [[(0, 3)]]
    assert first({**FASTCOREF, "mine": [[[0, 3]]]}, clusters="mine").entities == [[(0, 3)]]
    assert first({**COREF_DATA, "mine": [[[1, 0, 1]]]}, clusters="mine").entities == [[(4, 6)]]


def test_a_field_known_from_another_system_is_read_with_a_warning(put):
    path = put(lines({"id": "a", "span_clusters": [[[0, 2]]]}), "text.jsonl")
    (notice,) = read_corpus(path, clusters="span_clusters").notices
    assert notice.kind == "clusters without the fields that say how to read them"
    assert "'span_clusters' is read as [first token, last token], as e2e-coref would write it" in str(notice)


@pytest.mark.parametrize("field", ["speakers", "pos"])
@pytest.mark.parametrize("value", [["Anna"], [["Anna"]], "Anna", {"a": 1}, [["Anna", []]] * 3])
def test_columns_that_do_not_fit_are_counted(warnings_of, field, value):
    assert warnings_of(lines({**E2E_COREF, field: value}), "text.jsonl") == {"column not kept": 1}


@pytest.mark.parametrize("words", ["It", {"a": 1}, [None], [["It"]], [{}]])
@pytest.mark.parametrize("record", [WL_COREF, MAVERICK], ids=["wl-coref", "Maverick"])
def test_words_of_the_wrong_shape(refusal, record, words):
    field = "cased_words" if "cased_words" in record else "tokens"
    assert refusal({**record, field: words}).startswith(f":1: '{field}' should be ")


@pytest.mark.parametrize("name", ["\ud800", "bc/\udfff"])
def test_half_a_surrogate_pair_in_a_name(first, name):
    assert first({"id": name, "clusters": []}).name.encode("utf-8")


def test_a_mention_of_two_billion_tokens_is_kept_as_two_numbers(first):
    assert first({"id": "a", "clusters": [[[0, 2_000_000_000], [3, 3]]]}).entities == [[(0, 2_000_000_001), (3, 4)]]
