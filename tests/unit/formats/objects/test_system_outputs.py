"""What systems and data sets hold besides clusters, as dicts in memory and as lines of JSON."""

import json

import pytest

import corefscope as cs

ONTONOTES = {
    "document_id": "bc/x",
    "sentences": [
        {"part_id": 0, "words": ["Ann", "saw", "her", "dog"], "coref_spans": [[3, 0, 0], [3, 2, 2], [7, 2, 3]]},
        {"part_id": 0, "words": ["It", "ran"], "coref_spans": [[7, 0, 0]]},
        {"part_id": 1, "words": ["He", "slept"], "coref_spans": [[3, 0, 0]]},
    ],
}
WINOBIAS = {"document_id": "wb", "part_number": "2", "tokens": ["The", "nurse", "saw", "her"]}
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


def refusal(given):
    with pytest.raises(cs.CorefscopeError) as caught:
        cs.read(given)
    return str(caught.value)


@pytest.mark.parametrize("as_file", [False, True])
@pytest.mark.parametrize(
    "record", [ONTONOTES, CORENLP, {**WINOBIAS, "coreference_clusters": ["0", "1", "3", "3"]}], ids=["o", "c", "w"]
)
def test_memory_and_file_are_the_same(tmp_path, record, as_file):
    path = tmp_path / "file.json"
    path.write_text(json.dumps(record, indent=1 if as_file else None))
    assert cs.read(path) == cs.read(record)
    assert cs.score(path, record).f1["conll"] == 1


def test_ontonotes_has_a_document_for_each_part():
    one, two = cs.read(ONTONOTES)
    assert (one.name, two.name) == ("(bc/x); part 000", "(bc/x); part 001")
    assert one.entity_ids == ["3", "7"]
    assert one.entities == [[cs.Mention(0, 1), cs.Mention(2, 3)], [cs.Mention(2, 4), cs.Mention(4, 5)]]
    assert one.sentences == [(0, 4), (4, 6)]
    assert two.words == ["He", "slept"]


def test_ontonotes_spans_lie_in_their_sentence():
    wrong = {"document_id": "x", "sentences": [{"part_id": 0, "words": ["a"], "coref_spans": [[1, 0, 1]]}]}
    assert refusal(wrong).startswith("given:1: 'coref_spans' has [1, 0, 1] (a span is [cluster, first word, last word]")


def test_winobias_has_one_cluster_of_strings():
    (found,) = cs.read({**WINOBIAS, "coreference_clusters": ["0", "1", "3", "3"]})
    assert found.name == "(wb); part 002"
    assert found.entities == [[cs.Mention(0, 2), cs.Mention(3, 4)]]
    assert cs.read({**WINOBIAS, "coreference_clusters": []})[0].entities == []
    assert "cluster 0 has the span" in refusal({**WINOBIAS, "coreference_clusters": ["0", "1", "3"]})


def test_corenlp_counts_from_one_and_knows_heads_and_types():
    (found,) = cs.read(CORENLP)
    assert found.name == "x"
    assert found.words[4] == "("
    assert found.entity_ids == ["4", "9"]
    assert found.entities == [
        [cs.Mention(0, 1, head=0, type="name"), cs.Mention(5, 6, head=5, type="pronoun")],
        [cs.Mention(2, 4, head=3, type="nominal")],
    ]
    assert cs.score(CORENLP, CORENLP, match="head").f1["conll"] == 1


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"sentNum": 3}, "is in sentence 3 (there are 2, counted from 1)"),
        ({"startIndex": 0}, "a mention of sentence 1 reaches from 0 to 2 (words are counted from 1, the end is the"),
        ({"endIndex": 6}, "a mention of sentence 1 reaches from 1 to 6"),
        ({"endIndex": None}, "a mention of 'corefs' needs 'sentNum', 'startIndex' and 'endIndex'"),
    ],
)
def test_corenlp_mentions_outside(changed, said):
    mention = {**CORENLP["corefs"]["4"][0], **changed}
    assert said in refusal({**CORENLP, "corefs": {"4": [mention]}})


def test_allennlp_has_its_words_in_document():
    output = {"document": ["Ann", "saw", "her"], "clusters": [[[0, 0], [2, 2]]], "top_spans": [[0, 0], [2, 2]]}
    assert cs.read(output)[0].words == ["Ann", "saw", "her"]
    longer = {**output, "document": ["Ann", "saw", "her", "dog"]}
    with pytest.raises(cs.CorefscopeError, match="has 4 tokens, the key 3"):
        cs.score(output, longer)


def test_text2text_marks_empty_nodes():
    output = {
        "doc_id": "z",
        "tokens": ["Vino", "##", "ayer", "##él", "solo"],
        "clusters_token_offsets": [[[1, 1], [3, 3]], [[2, 4]]],
        "clusters_text_mentions": [["", "él"], ["ayer él solo"]],
    }
    (found,) = cs.read(output)
    assert found.words == ["Vino", "ayer", "solo"]
    assert [mention.start == mention.end for mention in found.entities[0]] == [True, True]
    assert [place for place in found.entities[1][0].positions if place >= 0] == [1, 2]
    maverick = {"tokens": ["Ann", "her"], "clusters_token_offsets": [[[0, 0], [1, 1]]], "clusters_char_offsets": None}
    assert cs.read(maverick)[0].entities == [[cs.Mention(0, 1), cs.Mention(1, 2)]]


def test_any_of_them_becomes_conll_and_corefud(tmp_path):
    for number, record in enumerate((ONTONOTES, CORENLP, {**WINOBIAS, "coreference_clusters": ["0", "1"]})):
        for ending in ("conll", "conllu"):
            path = tmp_path / f"{number}.{ending}"
            assert cs.convert(record, path).lost == 0
            assert cs.score(record, path).f1["b3"] == 1


def test_a_record_without_clusters_names_its_fields():
    assert "the document has no field 'clusters' (it has doc_key, spans;" in refusal(
        {"doc_key": "a", "spans": [[[0, 1]]]}
    )
