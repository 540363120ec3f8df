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
            "key: [3, 4, 5] is not a pair of integers: it may be a mention, or a cluster of another",
        ),
        ([[["a", "b"]]], "key: ['a', 'b'] is not a pair of integers"),
        ([[[[[0, 1], [3, 4]]]]], "key: [[0, 1], [3, 4]] is not a pair of integers, four levels deep"),
        ([[[[0, 1], ["a", "b"]]]], "key: ['a', 'b'] is not a pair of integers, four levels deep"),
        (
            [[((0, 1), (3, 4))]],
            "key: ((0, 1), (3, 4)) could be a mention, or a cluster of one more document (say which",
        ),
        ([[[True, False]]], "key: [True, False] is not a pair of integers"),
        ([[[0, 1]], [[5, 6], 7]], "key: some mentions are lists, such as [0, 1], and others 7"),
        ([[Place()]], "equals nothing but itself, so no mention of the other side could match it (write a mention as"),
        ([[(1, 2), ("d", (Place(), 3))]], "equals nothing but itself"),
        ([[frozenset([Place()])]], "equals nothing but itself"),
        ([[Tensor()]], ".tolist() makes plain numbers of a tensor"),
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
        ([cs.Document("d", []), KEY], "key: a list of Documents also holds {'doc_key'"),
        ({"a": KEY}, "key: the clusters of 'a' should be a list of mentions, not {'doc_key'"),
        ({"a": [{"x": 1}]}, "key: a cluster should be a list of mentions, not {'x': 1}"),
        ([KEY, KEY], "key:2: the document 'a' occurs twice"),
        ([{"doc_key": "a", "clusters": [[[1, 0]]]}], "key:1: cluster 0 has the span [1, 0]"),
        ({"doc_key": "a", "clusters": [[Place()]]}, "key:1: the field 'clusters' cannot be read: <"),
        ({"doc_key": "a", "clusters": [[0, 1]]}, "key:1: cluster 0 has the span 0"),
        (5, "key: clusters should be iterable, not 5"),
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


class TestNesting:
    """Corpora as lists, what fits two readings, and the words that settle it."""

    SPANS = ([[[0, 1], [3, 4]], [[6, 6], [8, 9]]], [[[1, 1], [2, 2]]])
    OTHER = ([[[0, 1], [3, 4], [6, 6]]], [])

    def named(self, side):
        return {f"{number}": [[tuple(span) for span in each] for each in one] for number, one in enumerate(side)}

    def test_one_level_more_is_a_corpus(self):
        expected = cs.score(self.named(self.SPANS), self.named(self.OTHER), per_document=True)
        assert expected.key.documents == 2
        as_tuples = tuple(tuple(tuple(map(tuple, each)) for each in one) for one in self.SPANS)
        for key in (self.SPANS, (one for one in self.SPANS), [map(iter, one) for one in self.SPANS]):
            result = cs.score(key, self.OTHER, per_document=True)
            assert result.system.per_document == expected.system.per_document
        assert scores(as_tuples, self.OTHER, mentions="spans") == expected.scores
        assert cs.agreement(self.SPANS, self.OTHER, metrics="b3").documents == 2

    def test_triples_are_spans_too(self):
        key, response = [[[0, 1, 2], [1, 1, 1]]], [[[0, 1, 2], [1, 1, 3]]]
        assert cs.score(key, response).scores["mentions"].recall == 0.5
        assert scores([key], [response]) == scores(key, response)
        assert "cannot be compared with the spans of a file" in self.refusal(key, [KEY])

    def test_two_readings(self):
        both = [[[1, 2], [3, 4, 5]]]
        ids, spans = (cs.score(both, both, mentions=each) for each in ("ids", "spans"))
        assert (ids.key.entities, ids.key.mentions) == (2, 5)
        assert (spans.key.entities, spans.key.mentions) == (1, 2)
        assert spans.signature.endswith("|objects:spans")
        assert cs.Settings.parse(spans.signature) == spans.settings
        pairs = [[[0, 1], [3, 4]]]
        assert cs.score(pairs, pairs, mentions="ids").key.mentions == 4
        assert cs.score([[["a", "b"]], [["c"]]], [[["a"]], []], mentions="ids").key.documents == 2
        parts = [[((0, 1), (3, 4)), ((6, 6), (8, 8))]]
        assert cs.score(parts, parts, mentions="ids").key.mentions == 2
        assert cs.score(parts, parts, mentions="spans").key.documents == 1
        assert cs.score([[1, 2]], [[1, 2]], settings=cs.Settings(mentions="shared"), mentions="ids").f1["conll"] == 1
        scorer = cs.Scorer(mentions="ids")
        scorer.update(both, both)
        assert scorer.result().key.mentions == 5

    def refusal(self, key, response, **options):
        with pytest.raises(cs.CorefscopeError) as caught:
            cs.score(key, response, **options)
        return str(caught.value)

    def test_ids_are_not_compared_with_spans(self):
        text = self.refusal([[0, 1], [3, 4]], [[[0, 1], [3, 4]]])
        assert text.startswith(
            "key: the mentions are ids, such as 0, and those of response are spans, such as (0, 1) ("
        )
        assert "response: the mentions are ids" in self.refusal([[(0, 1), (3, 4)]], {"": [["a"]]})
        assert self.refusal([[1, 2]], [[1]], mentions="spans").startswith(
            "key: 1 is not a span (clusters of spans have"
        )
        with pytest.raises(cs.CorefscopeError, match="key: the mentions are ids, such as 'a'"):
            cs.Scorer().update([["a", "b"]], [[(0, 1)]])

    def test_documents_without_names_are_as_many(self):
        text = self.refusal(self.SPANS, self.SPANS[:1])
        assert text.startswith("response: 1 document against 2 in the key, and not all have names")
        records = [{"clusters": one} for one in self.SPANS]
        assert "1 document against 2 in the key" in self.refusal(records, records[:1])

    def test_a_response_without_mentions_has_the_documents_of_the_key(self):
        result = cs.score(self.SPANS, [[], []])
        assert (result.key.documents, result.system.documents, result.f1["conll"]) == (2, 2, 0)
        assert cs.score([[[0, 1], [3, 4]]], [[], []]).system.documents == 1

    def test_tensors_are_lists(self):
        class Rows:
            """Like a tensor: with tolist, hashed by identity, iterable into objects of its kind."""

            def __init__(self, values):
                self.values = values

            def tolist(self):
                return self.values

            def __iter__(self):
                return map(Rows, self.values)

        key = KEY["clusters"]
        expected = scores(key, RESPONSE["clusters"])
        for side in (Rows(key), [Rows(each) for each in key], [[Rows(span) for span in each] for each in key]):
            assert scores(side, RESPONSE["clusters"]) == expected
        assert scores({"doc_key": "a", "clusters": Rows(key)}, RESPONSE) == expected
        assert scores({"doc_key": "a", "clusters": (each for each in key)}, RESPONSE) == expected

    def test_lists_beside_mentions(self):
        mixed = [[cs.Mention(0, 2), [3, 4]], [[6, 6], [8, 9]]]
        assert scores(mixed, [KEY])["mentions"].f1 == 1
        assert "['a', 'b'] is not a pair of integers" in self.refusal([[cs.Mention(0, 2), ["a", "b"]]], [KEY])


def test_documents_by_name():
    document = cs.Document("", [[cs.Mention(0, 2), cs.Mention(3, 5)]])
    result = cs.score({"one": document, "two": document}, [{"doc_key": "two", "clusters": [[[0, 1], [3, 4]]]}])
    assert result.documents == ("one", "two")
    assert (result.recall["mentions"], result.precision["mentions"]) == (0.5, 1)


class TestOtherNames:
    """Key and response by the names of other libraries, whose order is the other way round."""

    def test_score_compare_and_update(self):
        expected = scores([KEY], [RESPONSE])
        assert scores(None, RESPONSE["clusters"], references=KEY["clusters"]) == expected
        assert cs.score(predictions=[RESPONSE], references=[KEY]).scores == expected
        assert cs.score([KEY], predictions=[RESPONSE]).scores == expected
        result = cs.compare(references=[KEY], predictions={"a": [RESPONSE], "b": [KEY]}, metrics="b3")
        assert [each.score for each in result.standings["b3"]] == [expected["b3"].f1, 1]
        scorer = cs.Scorer()
        scorer.update(predictions=RESPONSE["clusters"], references=KEY["clusters"])
        assert scorer.result().scores == expected

    def test_each_side_once(self):
        for call, fact in (
            (lambda: cs.score([KEY], [RESPONSE], references=[KEY]), "there is a key and references="),
            (lambda: cs.score([KEY], [RESPONSE], predictions=[KEY]), "there is a response and predictions="),
            (lambda: cs.score([KEY]), "no response was named"),
            (lambda: cs.Scorer().update(KEY, RESPONSE, predictions=KEY), "there is a response and predictions="),
            (lambda: cs.compare([KEY], {"a": [KEY]}, references=[KEY]), "there is a key and references="),
        ):
            with pytest.raises(cs.CorefscopeError) as caught:
                call()
            assert str(caught.value).startswith(fact)


@pytest.mark.parametrize(
    "make",
    [
        lambda: cs.score([KEY], [RESPONSE]),
        lambda: cs.score([KEY], [RESPONSE]).system,
        lambda: [cs.score([KEY], [RESPONSE]).system],
        lambda: cs.compare([KEY], {"a": [RESPONSE]}, metrics="muc"),
        lambda: [cs.Mention(0, 2), cs.Mention(3, 5)],
        lambda: cs.Mention(0, 2),
    ],
)
def test_results_and_mentions_are_no_clusters(make):
    """They are iterable, and equal on both sides: they would score 100."""
    for call in (lambda: cs.score(make(), make()), lambda: cs.Scorer().update(make(), make())):
        with pytest.raises(cs.CorefscopeError, match="is not a list of clusters"):
            call()


class TestSwapped:
    """Names that say that the sides were swapped; F1 would not show it."""

    @pytest.mark.parametrize(
        ("key", "response", "count"),
        [
            ("dev.pred.jsonl", "dev.gold.jsonl", 2),
            ("pred.jsonl", "b.jsonl", 1),
            ("a.jsonl", "gold-2.jsonl", 1),
            ("gold.jsonl", "pred.jsonl", 0),
            ("a.jsonl", "pred-gold-mentions.jsonl", 0),
            ("response-a.jsonl", "key.jsonl", 2),
            ("key.jsonl", "response.jsonl", 0),
            ("keys.jsonl", "monkey.jsonl", 0),
        ],
    )
    def test_files(self, tmp_path, key, response, count):
        for name in (key, response):
            (tmp_path / name).write_text(json.dumps(KEY) + "\n")
        warnings = cs.score(tmp_path / key, tmp_path / response, metrics="muc").warnings
        swapped = [notice.count for notice in warnings if notice.code != "identical-sides"]
        assert (len(swapped), sum(swapped)) == (bool(count), count)

    @pytest.mark.parametrize(
        ("key", "response", "count"),
        [
            ("predicted_clusters", "gold_clusters", 1),
            ("clusters", "predicted_clusters", 0),
            ("gold_clusters", "predicted_clusters", 0),
            ("predicted_clusters", "predicted_clusters", 0),
        ],
    )
    @pytest.mark.parametrize("name", ["dev.jsonl", "gold.jsonl", None])
    def test_fields(self, tmp_path, key, response, count, name):
        record = dict.fromkeys(("clusters", "gold_clusters", "predicted_clusters"), KEY["clusters"])
        if name:
            (tmp_path / name).write_text(json.dumps(record) + "\n")
        side = tmp_path / name if name else [record]
        warnings = cs.score(side, side, metrics="muc", key_clusters=key, response_clusters=response).warnings
        assert [str(notice) for notice in warnings if notice.code == "swapped-sides"] == [
            f"key and response may be swapped: {side if name else ''}{': ' if name else ''}"
            "the field 'predicted_clusters' is read as the key"
        ] * count

    def test_systems(self):
        result = cs.compare([KEY], {"gold": [KEY], "b": [RESPONSE]}, metrics="muc")
        assert "swapped-sides" in {notice.code for notice in result.warnings}
        with pytest.raises(cs.CorefscopeError, match="swapped: 'gold' is given as a response; the key comes first"):
            cs.score([KEY], [RESPONSE], names=["gold"], strict=True)


def test_agreement_and_comparison_take_records():
    expected = scores([KEY], [RESPONSE])["b3"].f1
    assert cs.agreement([KEY], [RESPONSE], metrics="b3").means["b3"].value == pytest.approx(expected)
    result = cs.compare([KEY], {"one": [RESPONSE], "same": [KEY]}, metrics="b3")
    assert [standing.score for standing in result.standings["b3"]] == [expected, 1]
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


class TestOneLevelTooFew:
    """Mentions without clusters around them would be clusters of ids, with numbers that look right."""

    def test_entities_by_name_are_no_documents(self):
        entities = {"e1": [(0, 1), (3, 4)], "e2": [(5, 5), (7, 8)]}
        with pytest.raises(cs.CorefscopeError, match=r"\[0, 1\].* could be a cluster of ids, or a mention"):
            cs.score(entities, entities)
        assert cs.score(entities, entities, mentions="ids").f1["muc"] == 1
        other = {"a": [[0, 1], [3, 4]]}
        assert cs.score(other, other).f1["muc"] == 1

    def test_documents_are_no_systems(self):
        two = [RESPONSE, {**RESPONSE, "doc_key": "b"}]
        with pytest.raises(cs.CorefscopeError, match="a list of 2 documents could be one system"):
            cs.compare([KEY, {**KEY, "doc_key": "b"}], two)
        assert len(cs.compare([KEY, {**KEY, "doc_key": "b"}], {"mine": two}).standings["conll"]) == 1
        assert len(cs.compare(KEY, [RESPONSE, KEY]).standings["conll"]) == 2
        assert len(cs.compare(KEY, RESPONSE).standings["conll"]) == 1


def test_words_for_who_calls_from_python():
    with pytest.raises(cs.CorefscopeError, match="with key_clusters= or response_clusters="):
        cs.score({"doc_key": "a", "other": 1}, RESPONSE)
    with pytest.raises(cs.CorefscopeError, match=r"'span' \(did you mean .*valid: all, shared, ids, spans"):
        cs.score(KEY, RESPONSE, mentions="span")
    with pytest.raises(cs.CorefscopeError, match=r"no setting 'response' \(did you mean predictions=\?\)"):
        cs.score(key=KEY, response=RESPONSE)


def test_a_line_for_each_result():
    result = cs.dialects(KEY, RESPONSE, metrics="conll")
    assert repr(result).startswith("<Dialects: conll2012 conll ")
    one, two = cs.score(KEY, RESPONSE), cs.score(KEY, RESPONSE, singletons="drop")
    assert repr(cs.explain_difference(one, two)).startswith("<ExplainedDifference: ")
    explained = repr(cs.explain_difference(one, 50, key=KEY, response=RESPONSE))
    assert explained.startswith("<ExplainedDifference: response conll nearest to ")
    assert len(explained) < 100


def test_entities_of_lists_have_no_ids_that_documents_share(tmp_path):
    """Numbers of clusters are no names: the first clusters of two documents are not one entity."""
    lists = {"a": [[1, 2], [3]], "b": [[1, 2]]}
    for side in (lists, [KEY, {**KEY, "doc_key": "b"}]):
        with pytest.raises(cs.CorefscopeError) as caught:
            cs.score(side, side, scope="corpus")
        assert caught.value.code == "missing-entity-ids"
    rows = [{"document": d, "mention": f"{d}{m}", "entity": e} for d, m, e in (("a", 1, 7), ("b", 2, 7))]
    assert cs.score(rows, rows, scope="corpus").key.entities == 1
