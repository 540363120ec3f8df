"""The JSON of each system, told by its fields: what the numbers of a mention count, and whether the last is in."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path

import pytest

import corefscope as cs
from corefscope.errors import Notices
from corefscope.formats import Options, json_clusters, read_corpus
from corefscope.formats.blocks import Block
from corefscope.formats.json_variants import E2E, VARIANTS
from corefscope.formats.sources import Source
from corefscope.model import empty_position

WORDS = ["The", "old", "mill", "stands", "It", "turns"]
SENTENCES = [["The", "old", "mill", "stands"], ["It", "turns"]]
ENTITIES = [[(0, 3), (4, 5)], [(1, 2)]]

E2E_COREF = {
    "doc_key": "tale_0",
    "sentences": SENTENCES,
    "speakers": [["Anna"] * 4, ["Ben"] * 2],
    "clusters": [[[0, 2], [4, 4]], [[1, 1]]],
}
WL_COREF = {
    "document_id": "tale",
    "part_id": 3,
    "cased_words": WORDS,
    "sent_id": [0, 0, 0, 0, 1, 1],
    "speaker": ["Anna"] * 4 + ["Ben"] * 2,
    "pos": ["DT", "JJ", "NN", "VBZ", "PRP", "VBZ"],
    "deprel": ["det", "amod", "nsubj", "root", "nsubj", "root"],
    "head": [2, 2, 3, None, 5, None],
    "clusters": [[[0, 3], [4, 5]], [[1, 2]]],
}
SPANBERT = {
    "doc_key": "tale_0",
    "sentences": [["[CLS]", "The", "old", "mi", "##ll", "stands", "[SEP]"], ["[CLS]", "It", "turn", "##s", "[SEP]"]],
    "speakers": [["[SPL]", *["Anna"] * 5, "[SPL]"], ["[SPL]", *["Ben"] * 3, "[SPL]"]],
    "sentence_map": [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2],
    "subtoken_map": [0, 0, 1, 2, 2, 3, 3, 3, 4, 5, 5, 5],
    "clusters": [[[1, 4], [8, 8]], [[2, 2]]],
}
PRECO = {"id": "tale", "sentences": SENTENCES, "mention_clusters": [[[0, 0, 3], [1, 0, 1]], [[0, 1, 2]]]}
COREF_DATA = {
    "id": "bc/tale/part_12",
    "text": "The old mill stands. It turns",
    "sentences": [
        {
            "id": 1,
            "speaker": "Anna",
            "text": "The old mill stands",
            "tokens": [
                {"id": 1, "text": "The", "upos": "DET", "xpos": "DT", "head": 3, "deprel": "det"},
                {"id": 2, "text": "old", "upos": "ADJ", "xpos": "JJ", "head": 3, "deprel": "amod"},
                {"id": 3, "text": "mill", "upos": "NOUN", "xpos": "NN", "head": 4, "deprel": "nsubj"},
                {"id": 4, "text": "stands", "upos": "VERB", "xpos": "VBZ", "head": 0, "deprel": "root"},
            ],
        },
        {
            "id": 2,
            "speaker": None,
            "tokens": [{"id": 1, "text": "It", "head": 2}, {"id": 2, "text": "turns", "head": 0}],
        },
    ],
    "coref_chains": [[[0, 0, 2], [1, 0, 0]], [[0, 1, 1]]],
    "genre": "story",
    "meta_data": {"comment": ""},
}
MAVERICK = {
    "tokens": WORDS,
    "clusters_token_offsets": [[[0, 2], [4, 4]], [[1, 1]]],
    "clusters_char_offsets": None,
    "clusters_token_text": [["The old mill", "It"], ["old"]],
}
FASTCOREF_TOKENS = {"text": WORDS, "clusters": [[[0, 3], [4, 5]], [[1, 2]]], "clusters_strings": []}
RECORDS = {
    "e2e-coref": E2E_COREF,
    "wl-coref": WL_COREF,
    "SpanBERT": SPANBERT,
    "PreCo": PRECO,
    "coref-data": COREF_DATA,
    "Maverick": MAVERICK,
    "fastcoref (tokens)": FASTCOREF_TOKENS,
}
FASTCOREF = {"text": "Ann naps. She 😀 snores.", "clusters": [[[0, 3], [10, 13]]], "clusters_strings": [["Ann", "She"]]}


def lines(*records):
    return "".join(json.dumps(record) + "\n" for record in records)


@pytest.fixture(scope="module")
def first(read_text):
    """The first document of some records."""
    return lambda *records, **options: read_text(lines(*records), "text.jsonl", **options)[0]


@pytest.fixture(scope="module")
def refusal(put):
    """The message of the error that a record meets, without the file's name."""

    def refuse(record, **options):
        path = put(lines(record), "text.jsonl")
        with pytest.raises(cs.CorefscopeError) as caught:
            cs.read(path, **options)
        return str(caught.value).removeprefix(path)

    return refuse


def without(record, *fields, **changes):
    return {name: value for name, value in record.items() if name not in fields} | changes


@pytest.mark.parametrize("name", RECORDS)
def test_the_same_mentions_in_each_spelling(first, name):
    document = first(RECORDS[name])
    assert (document.entities, document.token_count, document.unit) == (ENTITIES, 6, "tokens")
    if name != "SpanBERT":  # whose words are known only as sub-tokens
        assert document.words == WORDS


def test_every_variant_is_tried():
    assert {variant.name for variant in (E2E, *VARIANTS)} == {*RECORDS, "fastcoref"}


@pytest.mark.parametrize(
    "name", [name for name in RECORDS if name not in ("Maverick", "fastcoref (tokens)", "SpanBERT")]
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


def test_fastcoref_mentions_outside_the_text_are_counted(warnings_of):
    assert warnings_of(lines({"text": "Ann", "clusters": [[[0, 4]]]}), "text.jsonl") == {
        "mention outside its document": 1
    }


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
            assert reading.shown in message


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


# Damage

TELLING = '[]{},:0123456789".-_ntA#'
EVERYTHING = {**RECORDS, "fastcoref": FASTCOREF}


def read_bytes(text, clusters=None):
    """The documents of a text, without the detour over a file."""
    content = text.encode()
    notices = Notices()
    corpus = json_clusters.read(iter([Block.of(content)]), Source("text.jsonl", "text"), notices, Options(clusters))
    notices.stop()
    return corpus.documents()


@pytest.mark.parametrize("name", EVERYTHING)
def test_damaged_files(name):
    chance = random.Random(f"variants {name}")
    whole = lines(EVERYTHING[name])
    outcomes = {"read": 0, "refused": 0}
    for number in range(300):
        text = whole
        for _ in range(chance.randint(1, 3)):
            place = chance.randrange(len(text))
            text = text[:place] + chance.choice(["", chance.choice(TELLING), "null", "[]"]) + text[place + 1 :]
        try:
            for document in read_bytes(text):
                for layer in ("speaker", "pos", "head"):
                    assert document.layer(layer) is None or len(document.layer(layer)) == document.token_count
            outcomes["read"] += 1
        except cs.CorefscopeError:
            outcomes["refused"] += 1
        except Exception as error:
            raise AssertionError(f"case {number} of {name}: {text!r}") from error
    assert min(outcomes.values()) > 20, outcomes


@pytest.mark.parametrize("name", EVERYTHING)
def test_fields_of_a_wrong_type(name):
    """Each field replaced by values of all types."""
    values = (None, True, 7, -1, 1.5, "", [], [[]], [[[]]], {}, [{}], [None], [["x"]], [[[0, 1]]], [[[0, 0, 1]]])
    for field in EVERYTHING[name]:
        for value in values:
            for clusters in (None, "clusters"):
                try:
                    read_bytes(lines({**EVERYTHING[name], field: value}), clusters)
                except cs.CorefscopeError as error:
                    assert str(error).startswith("text.jsonl:1: ")  # noqa: PT017


# Published corpora, written in each spelling


def spelled(document, name):
    """A document in the JSON of a system: a second, plain statement of what each one writes."""
    spans = [[(mention.start, mention.end) for mention in entity] for entity in document.entities]
    sentence_of = [number for number, (start, end) in enumerate(document.sentences) for _ in range(start, end)]
    starts = [start for start, _ in document.sentences]
    words, sentences = document.words, [document.words[start:end] for start, end in document.sentences]

    def inside(start, end):
        number = sentence_of[start]
        return [number, start - starts[number], end - starts[number]]

    if name == "wl-coref":
        return {"cased_words": words, "sent_id": sentence_of, "clusters": spans}
    if name == "PreCo":
        return {"sentences": sentences, "mention_clusters": [[inside(*span) for span in entity] for entity in spans]}
    if name == "Maverick":
        offsets = [[[start, end - 1] for start, end in entity] for entity in spans]
        return {"tokens": words, "clusters_token_offsets": offsets}
    if name == "coref-data":
        chains = [[inside(start, end - 1) for start, end in entity] for entity in spans]
        tokens = [[{"id": number + 1, "text": word} for number, word in enumerate(part)] for part in sentences]
        return {"sentences": [{"tokens": part} for part in tokens], "coref_chains": chains}
    if name == "SpanBERT":
        # Two pieces a word, and a mark before and after every sentence.
        subtokens = [["[CLS]", *(piece for word in part for piece in (word, "##x")), "[SEP]"] for part in sentences]
        shift = [2 * token + 2 * sentence_of[token] + 1 for token in range(len(words))]
        word_of = [
            word
            for number, (start, end) in enumerate(document.sentences)
            for word in (max(start - 1, 0), *(token for token in range(start, end) for _ in "ab"), end - 1)
        ]
        clusters = [[[shift[start], shift[end - 1] + 1] for start, end in entity] for entity in spans]
        return {"sentences": subtokens, "subtoken_map": word_of, "clusters": clusters}
    text, at = " ".join(words), [0]
    for word in words:
        at.append(at[-1] + len(word) + 1)
    clusters = [[[at[start], at[end] - 1] for start, end in entity] for entity in spans]
    return {"text": text, "clusters": clusters}


@pytest.mark.parametrize("name", ["wl-coref", "PreCo", "Maverick", "coref-data", "SpanBERT", "fastcoref"])
@pytest.mark.parametrize("folder", ["gum_system", "litbank/conll"])
def test_published_corpora(folder, name):
    data = os.environ.get("COREFSCOPE_DATA")
    if not data:
        pytest.skip("COREFSCOPE_DATA is not set to a folder with gum_system and litbank")
    for path in sorted(Path(data, folder).glob("*.conll")):
        cells = [line.split("\t")[-1] for line in path.read_text(encoding="utf-8").split("\n") if "\t" in line]
        documents = cs.read(path)
        found = read_bytes("".join(lines(spelled(document, name)) for document in documents))
        assert sum(document.mention_count for document in found) == sum(cell.count(")") for cell in cells) > 0
        for one, two in zip(documents, found, strict=True):
            if name == "fastcoref":
                shown = [[(one.text_of(mention), two.text_of(mention_)) for mention, mention_ in zip(a, b, strict=True)]
                         for a, b in zip(one.entities, two.entities, strict=True)]  # fmt: skip
                assert all(words == text for entity in shown for words, text in entity)
            else:
                assert two.entities == one.entities
                assert two.token_count == one.token_count
