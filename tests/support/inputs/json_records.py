"""One text in the JSON of each system, for the tests of their readers."""

from __future__ import annotations

import json

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
ALLENNLP = {"document": WORDS, "clusters": [[[0, 2], [4, 4]], [[1, 1]]], "top_spans": [[0, 2], [1, 1], [4, 4]]}
RECORDS = {
    "e2e-coref": E2E_COREF,
    "wl-coref": WL_COREF,
    "SpanBERT": SPANBERT,
    "PreCo": PRECO,
    "coref-data": COREF_DATA,
    "Maverick": MAVERICK,
    "fastcoref (tokens)": FASTCOREF_TOKENS,
    "AllenNLP": ALLENNLP,
}
FASTCOREF = {"text": "Ann naps. She 😀 snores.", "clusters": [[[0, 3], [10, 13]]], "clusters_strings": [["Ann", "She"]]}


def lines(*records):
    return "".join(json.dumps(record) + "\n" for record in records)


def without(record, *fields, **changes):
    return {name: value for name, value in record.items() if name not in fields} | changes
