"""Every form of an answer, as papers and repositories have it, read as the same entities."""

from __future__ import annotations

import json

import pytest

import corefscope as cs
from corefscope.formats.load import read_corpus
from corefscope.problems import FormatError, PairingError

TEXT = "A wolf met Sarah 's sheep . She fed him ."
KEY = {"doc_key": "t", "tokens": TEXT.split(), "clusters": [[[0, 1], [9, 9]], [[3, 3], [7, 7]], [[3, 5]]]}
OFFSETS = [[("A wolf", 0), ("him", 34)], [("Sarah", 11), ("She", 26)], [("Sarah 's sheep", 11)]]
CLUSTERS = [[string for string, _ in entity] for entity in OFFSETS]
JUDGED = [("A wolf", "him", True), ("Sarah", "She", True), ("A wolf", "Sarah", False), ("Sarah 's sheep", "him", False)]
ANSWERS = {
    "colons": "[A wolf: 1] met [[Sarah: 2] 's sheep: 3] . [She: 2] fed [him: 1] .",
    "doubled": "[A wolf] [1] met [[Sarah] [2] 's sheep] [3] . [She] [2] fed [him] [1] .",
    "suffixes": "A wolf [1] met Sarah [2] 's sheep [3] . She [2] fed him [1] .",
    "numbered": "[A wolf]#1 met [[Sarah]#2 's sheep]#3 . [She]#2 fed [him]#1 .",
    "tanl": "[ A wolf ] met [ [ Sarah ] 's sheep ] . [ She | Sarah ] fed [ him | A wolf ] .",
    "chains": json.dumps({f"Chain{number}": cluster for number, cluster in enumerate(CLUSTERS, 1)}),
    "entities": json.dumps({"entities": [{"entity_id": n, "mentions": each} for n, each in enumerate(CLUSTERS)]}),
    "offsets": json.dumps(
        {"clusters": [[{"text": t, "start": s, "end": s + len(t)} for t, s in entity] for entity in OFFSETS]}
    ),
    "offsets alone": json.dumps(
        [[{"text": t, "start": s, "end": s + len(t)} for t, s in entity] for entity in OFFSETS]
    ),
    "coreferences": json.dumps({"coreferences": {each[0]: each[1:] for each in CLUSTERS}}),
    "pairs": json.dumps([{"mention1": a, "mention2": b, "coreferent": c} for a, b, c in JUDGED]),
    "triples": json.dumps({"pairs": [list(each) for each in JUDGED]}),
    "verdicts": json.dumps([{"mention_a": a, "mention_b": b, "label": "yes" if c else "no"} for a, b, c in JUDGED]),
    "lines": "Entity 1: A wolf, him\nEntity 2: Sarah, She\nEntity 3: Sarah 's sheep\n",
    "bold lines": 'Here:\n- **Cluster 1**: ["A wolf", "him"]\n- **Cluster 2**: Sarah; She\n'
    "- **Cluster 3:** Sarah 's sheep\n",
    "list": "The entities are:\n\n1. A wolf, him\n2. Sarah, She\n3. Sarah 's sheep\n",
    "rows": "| Entity | Mentions |\n|---|---|\n| 1 | A wolf, him |\n| 2 | Sarah, She |\n| 3 | Sarah 's sheep |\n",
    "yaml": 'wolf:\n  - A wolf\n  - him\nSarah:\n  - Sarah\n  - "She"\nsheep:\n  - Sarah \'s sheep\n',
    "yaml items": "```yaml\n- wolf:\n  - A wolf\n  - him\n- Sarah:\n  - Sarah\n  - She\n"
    "- sheep:\n  - Sarah 's sheep\n```\n",
}
NAMED = {"suffixes"}  # has no beginning of a mention, and is only read where it is named


def wrappings(answer):
    """The same answer as services and training sets store it."""
    thought = f'<think>Maybe [["A wolf", "Sarah"]]?</think>\n{answer}'
    yield answer
    yield thought
    yield f"Sure, here it is:\n{answer}\nI hope this helps."
    yield f"```json\n{answer}\n```" if answer[:2] in ("[{", '{"') else f"```\n{answer}\n```"
    for record in (
        {"doc_key": "t", "output": answer},
        {"custom_id": "t", "response": {"status_code": 200, "body": {"choices": [{"message": {"content": answer}}]}}},
        {"custom_id": "t", "result": {"message": {"role": "assistant", "content": [{"type": "text", "text": answer}]}}},
        {"id": "t", "messages": [{"role": "user", "content": TEXT}, {"role": "assistant", "content": thought}]},
    ):
        yield json.dumps(record) + "\n"


@pytest.mark.parametrize("name", ANSWERS)
def test_every_form_in_every_wrapping(put, name):
    for number, text in enumerate(wrappings(ANSWERS[name])):
        path = put(text, "t.txt")
        form = name if name in NAMED else None
        assert cs.score(KEY, path, response_format=form, metrics=["mentions", "conll"]).f1["mentions"] > 0.9, number
        assert cs.score(KEY, path, response_format=form).f1["conll"] == pytest.approx(
            1, abs=1e-9 if number != 2 else 0.2
        )


@pytest.mark.parametrize(
    ("text", "both"),
    [
        ('{"Sarah": ["She"], "wolf": ["him"]}', "label of its entity .chains. or a mention .coreferences."),
        ("[A wolf: 1] met [Sarah]#2 .", "colons or numbered"),
        ("Entity 1: A wolf, him\n\n1. Sarah, She\n", "lines or list"),
    ],
)
def test_what_fits_two_readings_is_refused_and_both_are_named(put, text, both):
    with pytest.raises(FormatError, match=both):
        read_corpus(put(text, "t.txt"))


def test_a_named_form_decides(put):
    text = put('{"Sarah": ["She"], "A wolf": ["him"]}', "t.txt")
    assert read_corpus(text, format="coreferences").mention_count == 4
    assert read_corpus(text, format="chains").mention_count == 2


def test_offsets_choose_among_places(put):
    key = {"doc_key": "t", "tokens": ["she", "saw", "her", "and", "she", "ran"], "clusters": [[[4, 4], [2, 2]]]}
    answer = {"clusters": [[{"text": "she", "start": 14, "end": 17}, {"text": "her", "start": 9, "end": 12}]]}
    assert cs.score(key, put(json.dumps(answer), "t.txt")).f1["conll"] == 1
    assert cs.score(key, put(json.dumps({**answer, "text": " ".join(key["tokens"])}), "t.txt")).f1["conll"] == 1


def test_pairs_that_contradict_each_other_are_counted(put):
    pairs = [["a", "b", True], ["b", "c", True], ["a", "c", False]]
    corpus = read_corpus(put(json.dumps({"text": "a b c", "pairs": pairs}), "t.txt"))
    assert corpus.entity_count == 1
    assert [notice.code for notice in corpus.notices] == ["contradicting-pair"]


def test_a_failed_request_of_a_batch_is_a_document_without_mentions(put):
    lines = [
        {"custom_id": "t", "response": {"body": {"choices": [{"message": {"content": ANSWERS["colons"]}}]}}},
        {"custom_id": "u", "response": None, "error": {"message": "expired"}},
        {"custom_id": "v", "result": {"type": "errored"}},
    ]
    path = put("".join(json.dumps(line) + "\n" for line in lines), "batch.jsonl")
    corpus = read_corpus(path)
    assert (corpus.names, corpus.mention_count) == (["t", "u", "v"], 5)
    assert [(notice.code, notice.count) for notice in corpus.notices] == [("empty-output", 2)]


def test_a_key_is_not_read_in_the_form_of_the_answers(tmp_path):
    key, answer = tmp_path / "key.jsonl", tmp_path / "answer.txt"
    key.write_text('{"doc_key": "a", "tokens": ["Ann", "saw", "her"], "clusters": [[[0, 0], [2, 2]]]}\n')
    answer.write_text("Ann [1] saw her [1]\n")
    assert cs.score(key, answer, response_format="suffixes").f1["mentions"] == 1
    with pytest.raises(PairingError, match=r"key\.jsonl: no mention is marked in the key.* response_format="):
        cs.score(key, answer, format="suffixes")
