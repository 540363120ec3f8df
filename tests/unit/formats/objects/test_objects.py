"""Python objects as sides: records as the JSON reader reads them, lists like tuples, and words for everything else."""

import json

import numpy as np
import pytest

import corefscope as cs

KEY = {"doc_key": "a", "clusters": [[[0, 1], [3, 4]], [[6, 6], [8, 9]]]}
RESPONSE = {"doc_key": "a", "clusters": [[[0, 1], [3, 4], [6, 6]]]}
WORDS = {"sentences": [["w"] * 5, ["w"] * 6]}


def scores(key, response, **options):
    return cs.score(key, response, **options).scores


class Place:
    """An object that equals only itself."""


class Tensor:
    """Hashed by its address as tensors are, which is not what `object` makes of it."""

    def __eq__(self, other):
        return self is other

    def __hash__(self):
        return id(self)

    def tolist(self):
        return 3


def test_keys_of_records_are_no_mentions():
    one = [{"doc_key": "a", "clusters": [[[0, 1], [3, 4]]]}]
    other = [{"doc_key": "a", "clusters": [[[7, 8], [9, 9]]]}]
    assert cs.score(one, other).f1["conll"] == 0
    assert cs.score(one, one).f1["conll"] == 1


@pytest.mark.parametrize(
    ("key", "response", "options"),
    [
        ([KEY], [RESPONSE], {}),
        ([{**KEY, **WORDS}], [{**RESPONSE, **WORDS}], {}),
        ([KEY, {"doc_key": "b", "clusters": []}], [{"doc_key": "b", "clusters": [[[1, 1]]]}, RESPONSE], {}),
        (
            [{"id": "x", "mention_clusters": [[[0, 0, 2], [1, 1, 3]]], **WORDS}],
            [{"doc_key": "x", "clusters": [[[0, 1], [6, 7]]]}],
            {},
        ),
        (
            [{"id": "t", "text": "Ann saw her.", "clusters": [[[0, 3], [8, 11]]]}],
            [{"id": "t", "text": "Ann saw her.", "clusters": [[[0, 3], None]]}],
            {},
        ),
        (
            [{**KEY, "predicted_clusters": RESPONSE["clusters"]}],
            [{**KEY, "predicted_clusters": RESPONSE["clusters"]}],
            {"key_clusters": "clusters", "response_clusters": "predicted_clusters"},
        ),
        ([{"doc_key": "a", "gold": KEY["clusters"]}], [RESPONSE], {"key_clusters": "gold"}),
    ],
)
def test_records_score_as_their_json_lines(tmp_path, key, response, options):
    for name, records in (("key", key), ("response", response)):
        lines = "".join(json.dumps(record) + "\n" for record in records)
        (tmp_path / f"{name}.jsonl").write_text(lines, encoding="utf-8")
    files = cs.score(tmp_path / "key.jsonl", tmp_path / "response.jsonl", **options)
    memory = cs.score(key, response, **options)
    assert memory.scores == files.scores
    assert [notice.kind for notice in memory.warnings] == [notice.kind for notice in files.warnings]
    assert scores(tmp_path / "key.jsonl", response, **options) == files.scores


def test_one_record_iterators_tuples_and_arrays():
    expected = scores([KEY], [RESPONSE])
    assert scores(KEY, RESPONSE) == expected
    assert scores((record for record in [KEY]), iter([RESPONSE])) == expected
    as_tuples = {"doc_key": "a", "clusters": tuple(tuple((a, b) for a, b in each) for each in KEY["clusters"])}
    as_array = {"doc_key": "a", "clusters": np.array(KEY["clusters"]), "logits": object()}
    assert scores(as_tuples, RESPONSE) == scores(as_array, RESPONSE) == expected
    assert scores({"a": [[(0, 1), (3, 4)], [(6, 6), (8, 9)]]}, RESPONSE) == expected
    one = iter([KEY])
    assert cs.score(one, one).f1["conll"] == 1


def test_lists_score_like_tuples():
    key, response = KEY["clusters"], RESPONSE["clusters"]
    tuples = [[[tuple(span) for span in cluster] for cluster in side] for side in (key, response)]
    expected = scores(*tuples)
    assert scores(key, response) == scores(tuples[0], response) == scores({"d": key}, {"d": tuples[1]}) == expected
    assert scores(np.array(key), response) == scores([np.array(each) for each in key], response) == expected
    assert scores((list(each) for each in key), iter(response)) == expected
    ids = cs.score([[1, 2], [3, 4]], [[1, 2], [3], [4]])
    assert (ids.key.entities, ids.key.mentions, ids.f1["mentions"]) == (2, 4, 1)


@pytest.mark.parametrize(
    ("key", "message"),
    [
        (
            [[[1, 2], [3, 4, 5]]],
            "key: [3, 4, 5] is no pair of integers: it could be a mention, or a cluster of one more",
        ),
        ([[["a", "b"]]], "key: ['a', 'b'] is no pair of integers"),
        ([[[[0, 1], [3, 4]]]], "key: [[0, 1], [3, 4]] is no pair of integers"),
        ([[[True, False]]], "key: [True, False] is no pair of integers"),
        ([[[0, 1]], [[5, 6], 7]], "key: some mentions are lists, such as [0, 1], and others 7"),
        ([[Place()]], "equals nothing but itself, so no mention of the other side could match it (write a mention as"),
        ([[(1, 2), ("d", (Place(), 3))]], "equals nothing but itself"),
        ([[frozenset([Place()])]], "equals nothing but itself"),
        ([[Tensor()]], "(take plain numbers with .tolist())"),
        ([[float("nan")]], "key: nan equals nothing but itself"),
        ([[None]], "key: a mention is None (leave out what has no place in the text)"),
        ([[{"start": 0}]], "key: the mention {'start': 0} is not hashable"),
        (
            [{"doc_key": "a", "spans": [[[0, 1]]]}],
            "key:1: the document has no field 'clusters' (it has doc_key, spans;",
        ),
        ({"doc_key": "a", "spans": [[[0, 1]]]}, "key:1: the document has no field 'clusters' (it has doc_key, spans;"),
        ([KEY, [[1, 2]]], "key: a list of records also holds [[1, 2]]"),
        ([KEY, None], "key: a list of records also holds None"),
        ([cs.Document("d", []), KEY], "key: a list of Documents also holds {'clusters'"),
        ({"a": KEY}, "key: the document 'a' is a dict with doc_key, clusters (give records as a list;"),
        ({"a": [{"x": 1}]}, "key: a cluster should be a list of mentions, not {'x': 1}"),
        ([KEY, KEY], "key:2: the document 'a' occurs twice"),
        ([{"doc_key": "a", "clusters": [[[1, 0]]]}], "key:1: cluster 0 has the span [1, 0]"),
        ({"doc_key": "a", "clusters": [[Place()]]}, "key:1: the field 'clusters' cannot be read: <"),
        ({"doc_key": "a", "clusters": [[0, 1]]}, "key:1: cluster 0 has the span 0"),
        (5, "key: clusters should be iterable, not 5"),
        (["key.conll"], "key: a cluster should be iterable, not 'key.conll'"),
    ],
)
def test_what_is_not_understood(key, message):
    for call in (
        lambda: cs.score(key, [[(0, 1)]]),
        lambda: cs.compare(key, {"one": [[(0, 1)]], "two": [[(0, 2)]]}),
        lambda: cs.Scorer().update(key, [[(0, 1)]]),
    ):
        with pytest.raises(cs.CorefscopeError) as caught:
            call()
        text = str(caught.value)
        assert message in text or (message.replace("key:", "a document:") in text)
        assert len(text) < 2000


def test_agreement_and_comparison_take_records():
    expected = scores([KEY], [RESPONSE])["b3"].f1
    assert cs.agreement([KEY], [RESPONSE], metrics="b3").means["b3"].value == pytest.approx(expected)
    found = cs.compare([KEY], {"one": [RESPONSE], "same": [KEY]}, metrics="b3")
    assert [standing.score for standing in found.standings["b3"]] == [expected, 1]
    lists = cs.agreement(KEY["clusters"], RESPONSE["clusters"], metrics="b3")
    assert lists.means["b3"].value == pytest.approx(expected)


class TestScorer:
    def test_records_score_as_together(self):
        others = {**KEY, "doc_key": "b"}, {**KEY, "doc_key": "b"}
        scorer = cs.Scorer()
        scorer.update(KEY, RESPONSE)
        scorer.merge(cs.Scorer()).update([others[0]], [others[1]])
        result = scorer.result(per_document=True)
        assert result.scores == scores([KEY, others[0]], [RESPONSE, others[1]])
        assert result.documents == ("a", "b")

    def test_a_record_against_clusters(self):
        scorer = cs.Scorer()
        scorer.update(KEY, RESPONSE["clusters"])
        assert scorer.result().scores == scores([KEY], [RESPONSE])

    @pytest.mark.parametrize("lists", [KEY["clusters"], [*map(iter, KEY["clusters"])], np.array(KEY["clusters"])])
    def test_lists_score_like_tuples(self, lists):
        scorer = cs.Scorer()
        scorer.update(lists, [[(0, 1), (3, 4), (6, 6)]])
        assert scorer.result().scores == scores([KEY], [RESPONSE])

    def test_lists_where_types_count(self):
        mentions = [cs.Mention(0, 2, type="name"), cs.Mention(3, 5, type="pronoun")]
        scorer = cs.Scorer("lmuc")
        scorer.update([mentions], [mentions])
        assert scorer.result().f1["lmuc"] == 1

    def test_what_cannot_be_one_document(self):
        scorer = cs.Scorer()
        with pytest.raises(
            cs.CorefscopeError, match="update adds one document, not 2 of the key and 1 of the response"
        ):
            scorer.update([KEY, {**KEY, "doc_key": "b"}], RESPONSE)
        with pytest.raises(cs.CorefscopeError, match="the key is document 'a', the response is 'b'"):
            scorer.update(KEY, {**RESPONSE, "doc_key": "b"})
        scorer.update(KEY, RESPONSE)
        with pytest.raises(cs.CorefscopeError, match="documents of clusters and documents of records"):
            scorer.update([[1, 2]], [[1, 2]])
        assert len(scorer) == 1
