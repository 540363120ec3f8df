"""The JSON of each system, told by its fields: what the numbers of a mention count, and what stands beside them."""

from __future__ import annotations

import json

import pytest

import corefscope as cs
from corefscope.formats.json.variants import E2E, VARIANTS
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
    RECORDS,
    SENTENCES,
    SPANBERT,
    WL_COREF,
    WORDS,
    lines,
    without,
)

ONTONOTES = {
    "document_id": "bc/x",
    "sentences": [
        {"part_id": 0, "words": ["Ann", "saw", "her", "dog"], "coref_spans": [[3, 0, 0], [3, 2, 2], [7, 2, 3]]},
        {"part_id": 0, "words": ["It", "ran"], "coref_spans": [[7, 0, 0]]},
        {"part_id": 1, "words": ["He", "slept"], "coref_spans": [[3, 0, 0]]},
    ],
}
WINOBIAS = {"document_id": "wb", "part_number": "2", "tokens": ["The", "nurse", "saw", "her"]}
WINOBIAS["coreference_clusters"] = ["0", "1", "3", "3"]
CORENLP = {
    "docId": "x",
    "sentences": [
        {"tokens": [{"word": "Ann"}, {"word": "saw"}, {"word": "her"}, {"word": "dog"}]},
        {"tokens": [{"word": "-LRB-"}, {"word": "She"}, {"word": "left"}]},
    ],
    "corefs": {
        "4": [
            {"sentNum": 1, "startIndex": 1, "endIndex": 2, "headIndex": 1, "type": "PROPER"},
            {"sentNum": 2, "startIndex": 2, "endIndex": 3, "headIndex": 2, "type": "PRONOMINAL"},
        ],
        "9": [{"sentNum": 1, "startIndex": 3, "endIndex": 5, "headIndex": 4, "type": "NOMINAL"}],
    },
}
WORDS_SPOKEN = ["Anna"] * 4 + ["Ben"] * 2
KNOWN_SENTENCES = [name for name in RECORDS if name not in ("Maverick", "fastcoref (tokens)", "SpanBERT", "AllenNLP")]


@pytest.mark.parametrize("name", RECORDS)
def test_the_same_mentions_in_each_spelling(first, name):
    document = first(RECORDS[name])
    assert (document.entities, document.token_count, document.unit) == (ENTITIES, 6, "tokens")
    assert name == "SpanBERT" or document.words == WORDS  # its words are known only as sub-tokens
    assert name not in KNOWN_SENTENCES or document.sentences == [(0, 4), (4, 6)]
    assert name not in ("e2e-coref", "wl-coref") or document.layer("speaker") == WORDS_SPOKEN


def test_every_variant_is_tried():
    assert {variant.name for variant in (E2E, *VARIANTS)} == {*RECORDS, "fastcoref", "WinoBias"}


def test_any_two_spellings_are_scored_against_each_other(put):
    names = [name for name in RECORDS if name not in ("wl-coref", "coref-data")]  # these have a part of their own
    for name in names:
        key, response = put(lines(E2E_COREF), "key.jsonl"), put(lines(RECORDS[name]), "response.jsonl")
        assert cs.score(key, response, metrics="b3").f1["b3"] == 1, name


@pytest.mark.parametrize("record", [ONTONOTES, CORENLP, WINOBIAS], ids=["ontonotes", "corenlp", "winobias"])
def test_records_in_memory_and_in_files_are_the_same(tmp_path, record):
    for name, indent in (("lines.json", None), ("indented.json", 1)):
        (tmp_path / name).write_text(json.dumps(record, indent=indent))
        assert cs.read(tmp_path / name) == cs.read(record)
        assert cs.score(tmp_path / name, record).f1["conll"] == 1
    for ending in ("conll", "conllu"):
        path = tmp_path / f"copy.{ending}"
        assert cs.convert(record, path).lost == 0
        assert cs.score(record, path).f1["b3"] == 1


@pytest.mark.parametrize(
    ("record", "field", "entities"),
    [
        # A field that the user names is read as the other fields say.
        ({**WL_COREF, "mine": [[[0, 3]]]}, "mine", [[(0, 3)]]),
        ({**SPANBERT, "mine": [[[1, 4]]]}, "mine", [[(0, 3)]]),
        ({**E2E_COREF, "mine": [[[0, 2]]]}, "mine", [[(0, 3)]]),
        ({**FASTCOREF, "mine": [[[0, 3]]]}, "mine", [[(0, 3)]]),
        ({**COREF_DATA, "mine": [[[1, 0, 1]]]}, "mine", [[(4, 6)]]),
        ({**PRECO, "mine": [[[1, 0, 2]]]}, "mine", [[(4, 6)]]),
        # Other systems may have added predictions in their own way.
        (without(PRECO, predicted_clusters=[[[0, 2], [4, 4]]]), "predicted_clusters", [[(0, 3), (4, 5)]]),
        (without(PRECO, predicted_clusters=[[[0, 2], [4, 4]]]), "mention_clusters", ENTITIES),
        ({**E2E_COREF, "predicted_clusters": None, "mention_clusters": None, "subtoken_map": None}, None, ENTITIES),
        # wl-coref's words stand for the mentions that they head; spans are preferred.
        (without(WL_COREF, "clusters", word_clusters=[[2, 4], [1]]), None, [[(2, 3), (4, 5)], [(1, 2)]]),
        (without(WL_COREF, "clusters", word_clusters=[[2]], span_clusters=WL_COREF["clusters"]), None, ENTITIES),
        (without(WL_COREF, word_clusters=[[2, 4]]), "word_clusters", [[(2, 3), (4, 5)]]),
        # SpanBERT: a part of a word is the word.
        (without(SPANBERT, "clusters", predicted_clusters=SPANBERT["clusters"], top_spans=[[1, 4]]), None, ENTITIES),
        (without(SPANBERT, clusters=[[[4, 4]], [[9, 10]]]), None, [[(2, 3)], [(5, 6)]]),
        (without(SPANBERT, subtoken_map=[None, 0, 1, 2, 2, 3, None, None, 4, 5, 5, None]), None, ENTITIES),
        # What fastcoref is trained on counts tokens and includes the last.
        ({"text": "The old mill", "tokens": WORDS, "clusters": E2E_COREF["clusters"]}, None, ENTITIES),
        ({"text": "The old mill", "sentences": SENTENCES, "clusters": E2E_COREF["clusters"]}, None, ENTITIES),
        ({**MAVERICK, "clusters_char_offsets": [[[0, 11], [21, 22]]]}, None, ENTITIES),
        ({**MAVERICK, "clusters_char_offsets": [[[0, 11]]]}, "clusters_char_offsets", [[(0, 12)]]),
        # Paragraph breaks of PreCo are tokens.
        ({"sentences": [["a"], [" "], ["b"]], "mention_clusters": [[[0, 0, 1], [2, 0, 1]]]}, None, [[(0, 1), (2, 3)]]),
        (WINOBIAS, None, [[(0, 2), (3, 4)]]),
        ({**WINOBIAS, "coreference_clusters": []}, None, []),
    ],
)  # fmt: skip
def test_which_field_is_read_and_how(first, record, field, entities):
    assert first(record, clusters=field).entities == entities


@pytest.mark.parametrize(
    ("record", "fact"),
    [
        (without(PRECO, predicted_clusters=[]), "the document has both 'mention_clusters' and 'predicted_clusters'"),
        (without(WL_COREF, span_clusters=[], word_clusters=[]), "the document has both 'clusters' and 'span_clusters'"),
        ({**MAVERICK, "clusters": []}, "the document has both 'clusters_token_offsets' and 'clusters'"),
        (without(WL_COREF, "clusters"), "the document has no field 'clusters' (it has document_id,"),
        (without(PRECO, "sentences"), "cluster 0 has the span [0, 0, 3] (it counts from a sentence, but the"),
        (without(PRECO, mention_clusters=[[[0, 1, 5]]]), "cluster 0 has the span [0, 1, 5] (its sentence has 4"),
        (without(PRECO, mention_clusters=[[[2, 0, 1]]]), "cluster 0 has the span [2, 0, 1] (there are 2 sentences"),
        (without(PRECO, mention_clusters=[[[0, 2, 2]]]), "cluster 0 has the span [0, 2, 2] (a span is [sentence,"),
        (without(PRECO, mention_clusters=[[[0, 2]]]), "cluster 0 has the span [0, 2] (a span is [sentence,"),
        (without(PRECO, mention_clusters=[[[True, 0, 1]]]), "cluster 0 has the span [true, 0, 1]"),
        *(({**COREF_DATA, "sentences": each}, f"expected '{kind}") for each, kind in (
            (None, "array', got 'null' in sentences"), ({}, "array', got 'object' in sentences"),
            ([["It"]], "object', got 'array' in sentences[0]"),
            ([{"tokens": None}], "array', got 'null' in sentences[0].tokens"),
            ([{"tokens": ["It"]}], "object', got 'str' in sentences[0].tokens[0]"))),
        ({**COREF_DATA, "sentences": [{"tokens": [{"id": 1}]}]}, "object missing required field 'text' in"),
        ({"sentences": [{"tokens": [{"id": 0.5, "text": ""}] * 3000}], "coref_chains": []}, "2048 empty nodes follow"),
        (without(SPANBERT, clusters=[[[1, 12]]]), "cluster 0 has the span [1, 12] (the document has 12 sub-tokens)"),
        (without(SPANBERT, subtoken_map=[0, 1]), "'sentences' have 12 sub-tokens, 'subtoken_map' has 2"),
        *((without(SPANBERT, subtoken_map=each), fact) for each, fact in (
            ([0] * 11 + ["1"], "expected 'int | null', got 'str' in subtoken_map[11]"),
            ([1] * 11 + [0], "'subtoken_map' should have the word of each sub-token"),
            ([-1] * 12, "expected 'int' >= 0 in subtoken_map[0]"),
            ({}, "expected 'array', got 'object' in subtoken_map"))),
        (without(SPANBERT, tokens=["The", "old"]), "'subtoken_map' has 6 words, 'tokens' has 2"),
        (without(SPANBERT, subtoken_map=[None] * 12), "cluster 0 has the span [1, 4] (it begins or ends on a sub"),
        *(({**WL_COREF, "cased_words": each}, "expected '")
          for each in ("It", {"a": 1}, [None], [["It"]], [{}])),
        ({**WINOBIAS, "coreference_clusters": ["0", "1", "3"]}, "cluster 0 has the span"),
        ({"sentences": [{"words": ["a"], "coref_spans": [[1, 0, 1]]}]}, "'coref_spans' has [1, 0, 1] (a span is"),
        *(({**CORENLP, "corefs": {"4": [{**CORENLP["corefs"]["4"][0], **change}]}}, fact) for change, fact in (
            ({"sentNum": 3}, "'corefs' has {"),
            ({"startIndex": 0}, "'corefs' has {"),
            ({"endIndex": 6}, "'corefs' has {"),
            ({"endIndex": None}, "'corefs' has {"),
        )),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused(refusal, record, fact):
    assert refusal(record).startswith(f":1: {fact}")


def test_fields_of_two_systems_with_different_readings_are_refused(refusal):
    for options in ({}, {"clusters": "clusters"}):
        message = refusal(without(WL_COREF, subtoken_map=[0, 1, 2, 3, 4, 5]), **options)
        assert "'clusters' could be read as in wl-coref ([first token, token after the last]) and" in message
        assert "leave only one of the fields 'cased_words' or 'subtoken_map'" in message


def test_a_named_field_that_corenlp_lacks_is_refused(refusal):
    assert "the document has no field 'nonsense'" in refusal(CORENLP, clusters="nonsense")


@pytest.mark.parametrize(
    ("record", "field", "code"),
    [
        ({"id": "a", "span_clusters": [[[0, 2]]]}, "span_clusters", "undeclared-clusters"),
        *(({**E2E_COREF, name: value}, None, "column-not-kept")
          for name in ("speakers", "pos") for value in (["Anna"], [["Anna"]], {"a": 1}, [["Anna", []]] * 3)),
        *((without(WL_COREF, head2span=[row]), None, "head-not-kept")
          for row in ([3, 0, 3], [0, 3], "a", [2, 3, 0], None)),
    ],
)  # fmt: skip
def test_what_is_not_kept_is_counted(put, record, field, code):
    notices = read_corpus(put(lines(record), "text.jsonl"), clusters=field).notices
    assert {notice.code: notice.count for notice in notices} == {code: 1}


def test_names_and_parts(first):
    assert first(WL_COREF).name == first(without(WL_COREF, part_id=[3] * 6)).name == "(tale); part 003"
    assert first(without(WL_COREF, "part_id")).name == "tale"
    assert first(without(WL_COREF, part_id=[3, 3, 3, 3, 4, 4])).name == "tale"
    assert (first(COREF_DATA).name, first(WINOBIAS).name) == ("(bc/tale); part 012", "(wb); part 002")
    for name in ("\ud800", "bc/\udfff"):
        assert first({"id": name, "clusters": []}).name.encode("utf-8")


def test_layers_and_heads(first, put):
    document = first(WL_COREF)
    assert document.layer("pos") == ["DT", "JJ", "NN", "VBZ", "PRP", "VBZ"]
    assert document.layer("deprel") == ["det", "amod", "nsubj", "root", "nsubj", "root"]
    assert document.layer("head") == ["2", "2", "3", "", "5", ""]
    heads = first(without(WL_COREF, head2span=[[2, 0, 3], [4, 4, 5]])).entities
    assert [[mention.head for mention in entity] for entity in heads] == [[2, 4], [None]]
    document = first(COREF_DATA)
    assert document.layer("speaker") == ["Anna"] * 4 + [""] * 2
    assert document.layer("upos") == ["DET", "ADJ", "NOUN", "VERB", "", ""]
    assert document.layer("xpos") == document.layer("pos") == ["DT", "JJ", "NN", "VBZ", "", ""]
    assert document.layer("head") == ["2", "2", "3", "", "5", ""]
    assert read_corpus(put(lines(COREF_DATA), "text.jsonl")).groups == {"genre": ["story"]}
    document = first(without(SPANBERT, tokens=WORDS))
    assert (document.words, document.sentences) == (WORDS, [(0, 4), (4, 6)])
    assert document.layer("speaker") == WORDS_SPOKEN


# Empty nodes


@pytest.mark.parametrize("number", [float, str])
def test_empty_nodes_of_coref_data_have_a_place_but_are_no_words(first, number):
    ids = [0.1, 1.0, 1.1, 1.2, 2.0]
    tokens = [{"id": number(node), "text": f"w{node}", "head": 2.0} for node in ids]
    chains = [[[1, 0, 0], [1, 2, 2], [1, 3, 3]], [[1, 1, 3], [1, 1, 4]], [[0, 0, 0], [1, 4, 4]]]
    sentences = [{"tokens": [{"id": 1, "text": "w"}]}, {"tokens": tokens}]
    document = first({"id": "a", "sentences": sentences, "coref_chains": chains})
    assert (document.words, document.sentences) == (["w", "w1.0", "w2.0"], [(0, 1), (1, 3)])
    opening, one, two = empty_position(1, 1, True), empty_position(2, 1), empty_position(2, 2)
    zeros, long, plain = document.entities
    assert [mention.positions for mention in zeros] == [(opening,), (one,), (two,)]
    assert [mention.positions for mention in long] == [(1, one, two), (1, one, two, 2)]
    assert plain == [(0, 1), (2, 3)]
    assert document.layer("head") == ["", "2", "2"]


def test_text2text_marks_empty_nodes(first):
    clusters = [[[1, 1], [3, 3]], [[2, 4]]]
    document = first({"tokens": ["Vino", "##", "ayer", "##él", "solo"], "clusters_token_offsets": clusters})
    assert (document.words, document.sentences) == (["Vino", "ayer", "solo"], None)
    one, two = empty_position(1, 1), empty_position(2, 1)
    assert [[mention.tokens() for mention in entity] for entity in document.entities] == [
        [(one,), (two,)],
        [(1, two, 2)],
    ]


def test_long_mentions_do_not_fill_the_memory(first, refusal):
    tokens = [{"id": 0.1, "text": "_"}, *({"text": "a"} for _ in range(3000))]
    chains = [[[0, 0, 2000 + n % 1000] for n in range(3000)]]
    assert "too many long mentions" in refusal({"sentences": [{"tokens": tokens}], "coref_chains": chains})
    assert first({"id": "a", "clusters": [[[0, 2_000_000_000], [3, 3]]]}).entities == [[(0, 2_000_000_001), (3, 4)]]
    record = without(SPANBERT, "sentences", "sentence_map", subtoken_map=[0, 2_000_000_000], speakers=["a", "b"])
    assert first({**record, "clusters": [[[0, 0]]]}).token_count == 2_000_000_001


# Characters


def test_fastcoref_counts_characters(first, put, warnings_of):
    document = first(FASTCOREF)
    assert (document.unit, document.raw_text, document.token_count) == ("characters", FASTCOREF["text"], 23)
    assert document.entities == [[(0, 3), (10, 13)]]
    assert [document.text_of(mention) for mention in document.entities[0]] == ["Ann", "She"]
    assert first({"text": "The old mill", "tokens": [], "clusters": [[[0, 3]]]}).unit == "characters"
    for record in (FASTCOREF, FASTCOREF_TOKENS):  # null is a mention that it could not place
        with_null = {**record, "clusters": [[None, *record["clusters"][0]], [None]]}
        assert first(with_null).entities == first(record).entities[:1]
        assert warnings_of(lines(with_null), "text.jsonl") == {"mention without a place": 2}
    for end in (4, 2**31 - 1):
        path = put(lines({"id": "a", "text": "Ann", "clusters": [[[0, 3], [0, end]]]}), "text.jsonl")
        with pytest.raises(cs.CorefscopeError, match=f":1: mention 0–{end - 1} of document 'a' lies outside its 3"):
            cs.read(path)


def test_characters_and_tokens_do_not_mix(put):
    path = put(lines(FASTCOREF, without(E2E_COREF, "doc_key")), "mixed.jsonl")
    with pytest.raises(cs.CorefscopeError, match=":2: the document counts tokens, those before it count characters"):
        cs.read(path)
    empty = put(lines(FASTCOREF, {"tokens": ["a"], "clusters": []}), "mixed.jsonl")
    assert [document.unit for document in cs.read(empty)] == ["characters", "characters"]


# Whole documents


def test_ontonotes_has_a_document_for_each_part():
    one, two = cs.read(ONTONOTES)
    assert (one.name, two.name) == ("(bc/x); part 000", "(bc/x); part 001")
    assert one.entity_ids == ["3", "7"]
    assert one.entities == [[cs.Mention(0, 1), cs.Mention(2, 3)], [cs.Mention(2, 4), cs.Mention(4, 5)]]
    assert (one.sentences, two.words) == ([(0, 4), (4, 6)], ["He", "slept"])


def test_corenlp_counts_from_one_and_knows_heads_and_types():
    (document,) = cs.read(CORENLP)
    assert (document.name, document.words[4], document.entity_ids) == ("x", "(", ["4", "9"])
    heads = [[(mention.head, mention.type) for mention in entity] for entity in document.entities]
    assert document.entities == [[(0, 1), (5, 6)], [(2, 4)]]
    assert heads == [[(0, "name"), (5, "pronoun")], [(3, "nominal")]]
    assert cs.score(CORENLP, CORENLP, match="head").f1["conll"] == 1


def test_allennlp_has_its_words_in_document():
    output = {"document": ["Ann", "saw", "her"], "clusters": [[[0, 0], [2, 2]]], "top_spans": [[0, 0], [2, 2]]}
    assert cs.read(output)[0].words == ["Ann", "saw", "her"]
    with pytest.raises(cs.CorefscopeError, match="has 4 tokens, the key 3"):
        cs.score(output, {**output, "document": ["Ann", "saw", "her", "dog"]})
