"""Labels of items instead of clusters: sequences, arrays, Series, dicts; tables of labels and of pairs."""

from __future__ import annotations

import random
import time
from fractions import Fraction

import numpy as np
import pytest

import corefscope as cs

KEY, RESPONSE = [0, 0, 1, 1, 2], [5, 5, 5, 7, 7]
CLUSTERS = [["a", "b"], ["c", "d"], ["e"]], [["a", "b", "c"], ["d", "e"]]
METRICS = ["pairwise", "b3", "entities", "rand", "ari", "conll"]


def scores(*sides, **options):
    return cs.score(*sides, metrics=METRICS, **options).f1


@pytest.mark.parametrize(
    "sides",
    [
        (KEY, RESPONSE),
        (tuple("xxyyz"), ["p", "p", "p", "q", "q"]),
        (np.array(KEY), np.array(RESPONSE, float)),
        (np.array(list("xxyyz")), RESPONSE),
        (dict(zip("abcde", KEY, strict=True)), dict(zip("edcba", RESPONSE[::-1], strict=True))),
    ],
)
def test_labels_score_as_their_clusters(sides):
    assert scores(*sides) == scores(*CLUSTERS)


def pairs_of(labels):
    return {(i, j) for i in range(len(labels)) for j in range(i) if labels[i] == labels[j]}


def test_random_labels_against_a_literal_definition():
    chance = random.Random(1)
    for _ in range(50):
        size = chance.randrange(2, 30)
        key, response = ([chance.randrange(chance.choice([1, 4, 9])) for _ in range(size)] for _ in range(2))
        one, two = pairs_of(key), pairs_of(response)
        result = cs.score(key, response, metrics=["pairwise", "b3"])
        assert result.recall["pairwise"] == (len(one & two) / len(one) if one else 0)
        shared = [sum(key[i] == key[j] and response[i] == response[j] for j in range(size)) for i in range(size)]
        recall = sum(Fraction(shared[i], key.count(key[i])) for i in range(size)) / size
        assert result.recall["b3"] == pytest.approx(float(recall), abs=1e-12)


def test_the_rule_of_what_is_labels_and_what_clusters():
    assert cs.score([[1, 2], [3]], [[1, 2, 3]], metrics="muc").precision["muc"] == 0.5  # nested: clusters
    record = {"doc_key": "a", "tokens": ["x"], "clusters": [[[0, 0]]]}
    assert cs.score(record, record, metrics="b3").f1["b3"] == 1  # a field of a record: no labels


@pytest.mark.parametrize(
    ("sides", "fact"),
    [
        (([0, 0], [0]), "1 labels, and 2 on the other side"),
        (([0, None], [0, 0]), "item 1 has no label: it is None"),
        (([0.0, float("nan")], [0, 0]), "item 1 has no label: it is nan"),
        ((np.array([0, np.nan]), [0, 0]), "item 1 has no label"),
        (({"a": None}, {"a": 1}), "item 0 has no label"),
        (([0, 1], [[0], [1]]), "it holds clusters, and another side is labels"),
        (([[0], [1]], [0, 1]), "it holds clusters, and another side is labels"),
        (([0, [1]], [0, 1]), "some elements are labels, such as 0, and others"),
        (({"a": 1}, [1]), "names on one side, and only places on the other"),
    ],
)
def test_refusals(sides, fact):
    with pytest.raises(cs.CorefscopeError, match=fact):
        cs.score(*sides)


def test_a_list_of_file_names_is_no_list_of_labels(tmp_path):
    (tmp_path / "key.conll").write_text("")
    with pytest.raises(cs.CorefscopeError, match="list of file names"):
        cs.score([str(tmp_path / "key.conll")], [str(tmp_path / "other.conll")])


def codes(*sides):
    return {notice.code: notice.count for notice in cs.score(*sides, metrics="b3").warnings}


def test_notices():
    assert codes([-1, -1, 0], [0, 1, 1]) == {"label-minus-one": 2}
    assert codes({"a": 1, "b": 1}, {"a": 1, "c": 1}) == {"item-of-one-side": 2}


def test_series_align_by_index():
    pandas = pytest.importorskip("pandas")
    key = pandas.Series(KEY, index=list("abcde"))
    response = pandas.Series(RESPONSE, index=list("abcde"))
    assert scores(key, response.iloc[::-1]) == scores(*CLUSTERS)
    assert scores(pandas.Series(KEY), pandas.Series(RESPONSE)) == scores(*CLUSTERS)
    with pytest.raises(cs.CorefscopeError, match="different indexes"):
        cs.score(key, response.rename({"a": "z"}))


def test_arrays_of_pandas_have_no_index():
    pandas = pytest.importorskip("pandas")
    assert scores(pandas.Categorical(KEY), pandas.Categorical(RESPONSE)) == scores(*CLUSTERS)
    assert scores(pandas.Series(KEY).astype("string").array, RESPONSE) == scores(*CLUSTERS)


def test_a_million_pairs_of_labels():
    chance = np.random.default_rng(1)
    key, other = chance.integers(0, 300_000, (2, 1_000_000))
    labels = key, np.where(chance.random(1_000_000) < 0.9, key, other)
    start = time.process_time()
    cs.score(*labels, preset="clustering")
    assert time.process_time() - start < 5  # 0.7 s on a machine that does nothing else


# ---------------------------------------------------------------- tables


@pytest.fixture
def put(tmp_path):
    def put_file(name, *rows):
        (tmp_path / name).write_text("".join(f"{row}\n" for row in rows))
        return str(tmp_path / name)

    return put_file


ROWS = [f"r{number},c{label}" for number, label in enumerate(KEY)]
OTHERS = [f"r{number},{label}" for number, label in enumerate(RESPONSE)]


@pytest.mark.parametrize("header", ["unique_id,cluster_id", "record_id,cluster", "id,label", "mention,entity_id"])
def test_tables_with_the_usual_names(put, header):
    key, response = put("key.csv", header, *ROWS), put("response.csv", "unique_id,cluster_id", *OTHERS)
    result = cs.score(key, response, metrics=METRICS)
    assert (result.f1, result.warnings) == (scores(*CLUSTERS), ())
    assert cs.score(key, dict(row.split(",") for row in OTHERS), metrics=METRICS).f1 == result.f1


def test_other_columns_can_be_named(put):
    key, response = put("key.csv", "unique_id,cluster_id", *ROWS), put("response.csv", "what,who", *OTHERS)
    with pytest.raises(cs.CorefscopeError, match="table_columns="):
        cs.score(key, response)
    assert cs.score(key, response, metrics=METRICS, table_columns="item=what,label=who").f1 == scores(*CLUSTERS)
    with pytest.raises(cs.CorefscopeError, match="expected item=COLUMN,label=COLUMN"):
        cs.score(key, response, table_columns="what")
    with pytest.raises(cs.CorefscopeError, match="the columns 'unique_id' and 'id' could both be meant"):
        cs.score(put("two.csv", "id,unique_id,cluster", "1,2,3"), response)


def test_items_of_several_sources(put):
    rows = ["a,1,x", "b,1,x", "a,2,y"]
    path = put("splink.csv", "source_dataset,unique_id,cluster_id", *rows)
    other = {"a|1": 1, "b|1": 1, "a|2": 2}
    assert cs.score(path, other, metrics="b3").f1["b3"] == 1


def test_pairs_are_closed(put):
    pairs = put("pairs.csv", "id_a,id_b", "r0,r1", "r1,r2", "r3,r4")
    key = put("key.csv", "unique_id,cluster_id", *ROWS)
    result = cs.score(key, pairs, metrics=METRICS)
    assert result.f1 == scores(*CLUSTERS)
    [notice] = result.warnings
    assert (notice.code, notice.first.rpartition(": ")[2]) == (
        "pairs-added",
        "3 pairs are given, and 1 more follow from them",
    )


@pytest.mark.parametrize("header", ["id_a,id_b", "id_a,id_b,label"])
def test_pairs_without_rows_are_refused(put, header):
    path = put("pairs.csv", header)
    with pytest.raises(cs.CorefscopeError, match="has a header and no rows"):
        cs.score(path, path)


JUDGED = ["id_a,id_b,label", "r0,r1,1", "r1,r2,0", "r2,r3,1", "r3,r4,0", "r0,r4,0"]


def test_labelled_pairs_are_judged(put):
    result = cs.score(put("key.csv", *JUDGED), put("response.csv", "unique_id,cluster_id", *OTHERS))
    # The response joins r0 r1 (right), r1 r2 and r3 r4 (wrong), and misses r2 r3.
    assert (result.recall, result.precision) == ({"pairwise": 1 / 2}, {"pairwise": 1 / 3})
    with pytest.raises(cs.CorefscopeError, match="b3 needs whole clusters"):
        cs.score(put("key.csv", *JUDGED), put("response.csv", "unique_id,cluster_id", *OTHERS), metrics="b3")


def test_contradictions_name_the_shortest_chain(put):
    rows = ["a,b,1", "b,c,1", "c,d,1", "a,d,1", "a,c,0"]
    response = put("response.csv", "id,label", "a,1")
    with pytest.raises(cs.CorefscopeError, match=r":6: 'a' and 'c' are labelled different.* 'a' = '[bd]' = 'c'"):
        cs.score(put("pairs.csv", "id_a,id_b,label", *rows), response)
    with pytest.raises(cs.CorefscopeError, match="expected 0 or 1"):
        cs.score(put("pairs.csv", "id_a,id_b,label", "a,b,maybe"), response)


@pytest.mark.parametrize(
    ("header", "places"),
    [("id", ""), ("document,mention", "d,"), ("start,end", "{n},"), ("what", "")],
    ids=["items", "mentions", "spans", "named items"],
)
def test_one_table_holds_the_labels_of_both_sides(put, header, places):
    item = "{after}" if header.startswith("start") else "r{n}"
    labels = enumerate(zip(KEY, RESPONSE, strict=True))
    rows = [(places + item).format(n=n, after=n + 1) + f",{key},{response}" for n, (key, response) in labels]
    path = put("both.csv", f"{header},Gold,predicted", *rows)
    options = {"key_clusters": "gold", "response_clusters": "predicted", "metrics": METRICS, "format": "table"}
    options |= {"table_columns": "item=what,label=gold"} if header == "what" else {}
    expected = scores(*CLUSTERS)
    assert cs.score(path, **options).f1 == cs.score(path, path, **options).f1 == expected
    with pytest.raises(cs.CorefscopeError, match=r"the table has no column 'silver' \(the header has "):
        cs.score(path, **{**options, "response_clusters": "silver"})


def test_pairs_have_no_column_of_labels_to_choose(put):
    path = put("pairs.csv", "id_a,id_b,gold,predicted", "a,b,1,0")
    with pytest.raises(cs.CorefscopeError, match="a table of pairs has no field"):
        cs.score(path, key_clusters="gold", response_clusters="predicted")
