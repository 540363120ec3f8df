"""JSON Lines and JSON with clusters of [first, last] spans, in the spellings of the systems that write them."""

from __future__ import annotations

import json

import pytest

import corefscope as cs
from corefscope.problems import FormatError

CLUSTERS = [[[0, 1], [3, 3]], [[4, 4]]]
ENTITIES = [[(0, 2), (3, 4)], [(4, 5)]]
SENTENCES = [["The", "mill", "stands"], ["It", "turns"]]
ONE = {"doc_key": "tale", "sentences": SENTENCES, "clusters": CLUSTERS}
TWO = {"doc_key": "song", "sentences": [["Anna", "sings"]], "clusters": [[[0, 0]]]}


def lines(*records, **options):
    return "".join(json.dumps(record, **options) + "\n" for record in records)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (lines(ONE, TWO), "text.jsonl"),
        (lines(ONE, TWO), "text.jsonlines"),
        (lines(ONE, TWO), "text.txt"),
        (lines(ONE, TWO, separators=(",", ":")), "text.jsonl"),
        (lines(ONE, TWO).rstrip("\n"), "text.jsonl"),
        ("\n" + lines(ONE) + "\n \n" + lines(TWO), "text.jsonl"),
        (lines(ONE, TWO).replace("\n", "\r\n"), "text.jsonl"),
        (lines(ONE, TWO).replace("\n", "\r"), "text.jsonl"),
        ("\ufeff" + lines(ONE, TWO), "text.jsonl"),
        (json.dumps([ONE, TWO]), "text.json"),
        (json.dumps([ONE, TWO], indent=2), "text.json"),
        ("\ufeff" + json.dumps([ONE, TWO]), "text.json"),
        (f"[{json.dumps(ONE)},\n{json.dumps(TWO)}]", "text.json"),
    ],
    ids=[
        "lines", "jsonlines", "txt", "compact", "no final newline", "blank lines", "CRLF", "CR", "BOM",
        "list", "indented list", "list with BOM", "list by lines",
    ],
)  # fmt: skip
def test_many_documents_in_one_file(read_text, text, name):
    first, second = read_text(text, name)
    assert (first.name, first.entities, first.sentences) == ("tale", ENTITIES, [(0, 3), (3, 5)])
    assert first.words == ["The", "mill", "stands", "It", "turns"]
    assert (second.name, second.entities, second.words) == ("song", [[(0, 1)]], ["Anna", "sings"])


@pytest.mark.parametrize("indent", [None, 2])
def test_one_object(read_text, indent):
    (document,) = read_text(json.dumps(ONE, indent=indent), "text.json")
    assert (document.name, document.entities) == ("tale", ENTITIES)


def test_a_file_longer_than_what_is_looked_at_to_tell_its_format(read_text):
    """A large document is one very long line, cut anywhere by the look at its beginning."""
    long = {"doc_key": "tale", "sentences": [["(mill", "it)", "|"]] * 20_000, "clusters": CLUSTERS}
    (document,) = read_text(lines(long), "text.jsonl")
    assert (document.token_count, document.entities) == (60_000, ENTITIES)


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        *(({field: "tale", "clusters": []}, {"name": "tale"}) for field in ("doc_key", "id", "doc_id", "document_id")),
        ({"id": 17, "clusters": []}, {"name": "17"}),
        ({"clusters": CLUSTERS}, {"name": "text", "entities": ENTITIES}),  # called after the file
        ({"id": "a", "tokens": ["It", "turns"], "clusters": [[[0, 0]]]}, {"words": ["It", "turns"], "token_count": 2}),
        ({"id": "a", "clusters": CLUSTERS}, {"words": None, "token_count": None, "entities": ENTITIES}),
        ({"id": "a", "clusters": [[["0", "1"], ["10", 12]]]}, {"entities": [[(0, 2), (10, 13)]]}),
        ({"id": "a", "clusters": [[], [[1, 2]], []]}, {"entities": [[(1, 3)]]}),
        ({"id": "a", "predicted_clusters": CLUSTERS}, {"entities": ENTITIES}),
        ({"id": "größe", "tokens": ["東京", "\u2028", "😀"], "clusters": []}, {"words": ["東京", "\u2028", "😀"]}),
    ],
)
@pytest.mark.parametrize("ascii_only", [True, False])
def test_one_record(read_text, record, expected, ascii_only):
    (document,) = read_text(json.dumps(record, ensure_ascii=ascii_only), "text.json")
    assert {name: getattr(document, name) for name in expected} == expected


def test_a_named_field_holds_the_clusters(read_text):
    record = {"id": "a", "clusters": [[[9, 9]]], "span_clusters": CLUSTERS}
    (document,) = read_text(json.dumps(record), "text.json", clusters="span_clusters")
    assert document.entities == ENTITIES


BOTH = json.dumps({"id": "a", "clusters": CLUSTERS, "predicted_clusters": [[[0, 1]]]})


def test_both_gold_and_predicted_clusters_ask_which(read_text, put):
    """Systems carry the gold clusters along: scored by mistake, they would be perfect."""
    with pytest.raises(FormatError) as caught:
        read_text(BOTH, "text.jsonl")
    message = str(caught.value)
    assert message.startswith(f"{put(BOTH, 'text.jsonl')}:1: the document has both 'clusters' and 'predicted_clusters'")
    assert "response_clusters=" in message
    assert "key_clusters=" in message


def test_one_file_with_both_is_scored_by_naming_the_fields(put):
    path = put(BOTH, "both.jsonl")
    result = cs.score(path, path, metrics="mentions", key_clusters="clusters", response_clusters="predicted_clusters")
    assert (result.recall["mentions"], result.precision["mentions"]) == (1 / 3, 1)


def test_documents_without_a_name_get_numbers(read_text):
    several = read_text(lines({"clusters": []}, {"clusters": []}), "story.unknown", format="json")
    assert [document.name for document in several] == ["story_0", "story_1"]


BY_NAME = {"harbour": CLUSTERS, "mill": []}


@pytest.mark.parametrize("indent", [None, 2])
def test_one_object_may_hold_documents_by_name_as_a_dict_does(read_text, put, indent):
    text = json.dumps(BY_NAME, indent=indent)
    assert [(each.name, each.entities) for each in read_text(text, "text.json")] == [
        ("harbour", ENTITIES),
        ("mill", []),
    ]
    [path, other] = put(text, "key.json"), put(lines({"doc_key": "harbour", "clusters": CLUSTERS}), "other.jsonl")
    assert cs.score(BY_NAME, path).scores == cs.score(path, path).scores
    assert cs.score(path, other).f1["conll"] == 1


@pytest.mark.parametrize(
    "record",
    [
        {"spans": CLUSTERS, "sentences": SENTENCES},  # a misspelt field beside others
        {"harbour": [["Anna", "she"]]},
        {"harbour": [[0, 1], [3, 3]]},
        {"harbour": []},
        {},
    ],
)
def test_other_objects_without_clusters_are_refused(read_text, record):
    with pytest.raises(FormatError, match="the document has no field 'clusters'"):
        read_text(json.dumps(record), "text.json")


def test_documents_by_name_stand_in_one_object(read_text):
    with pytest.raises(FormatError, match="the document has no field 'clusters'"):
        read_text(lines(BY_NAME, BY_NAME), "text.jsonl")
    with pytest.raises(FormatError, match="the document has no field 'mil'"):
        read_text(json.dumps(BY_NAME), "text.json", clusters="mil")
