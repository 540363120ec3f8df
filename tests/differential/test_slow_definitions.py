"""The metrics, from the Table, against their definitions, taken literally, on thousands of random documents."""

from random import Random

import pytest

import corefscope
from corefscope.metrics import METRICS
from corefscope.reference.scoring import finish
from differential.test_spans import SLOW_ON_SPANS
from differential.test_variants import SLOW_VARIANTS
from support.definitions.metrics import SLOW
from support.inputs.random_partitions import random_document
from support.tables import table_of
from support.variants import BESIDE, LINGUISTIC, family

SMALL = [random_document(random, 9, 5) for random in [Random(1)] for _ in range(10_000)]
LARGE = [random_document(random, 60, 25) for random in [Random(2)] for _ in range(600)]


def agrees(value, expected):
    """Whole numbers exactly, fractions to the last digits of a float."""
    if isinstance(value, int):
        return value == expected
    return abs(value - float(expected)) <= 1e-12


def compare(name, documents, slow):
    key, response = ({f"text {number}": each[side] for number, each in enumerate(documents)} for side in (0, 1))
    tally = corefscope.score(key, response, metrics=name).system.tallies[name]
    for number, document in enumerate(documents):
        expected = slow(*document)
        found = tally.unit(number)
        assert found.keys() == expected.keys()
        for count, value in found.items():
            assert agrees(value, expected[count]), (name, count, value, expected[count], document)


def test_every_metric_has_a_slow_definition():
    others = {family(name) for name in (*SLOW_VARIANTS, *SLOW_ON_SPANS)} | set(LINGUISTIC) | {"ace"}
    others |= set(BESIDE)  # test_sets and test_beside
    assert set(SLOW) | others == {name for name, family in METRICS.items() if family.count}


@pytest.mark.parametrize("name", SLOW)
def test_small_documents(name):
    compare(name, SMALL, SLOW[name])


@pytest.mark.parametrize("name", SLOW)
def test_large_documents(name):
    compare(name, LARGE, SLOW[name])


def test_the_documents_have_all_that_can_go_wrong():
    """Otherwise agreement would say little."""
    for documents in (SMALL, LARGE):
        tallies = [SLOW["mentions"](*document) for document in documents]
        assert sum(each["recall_num"] < each["recall_den"] for each in tallies) > len(documents) / 4  # missing
        assert sum(each["precision_num"] < each["precision_den"] for each in tallies) > len(documents) / 4  # spurious
        assert sum(not key or not response for key, response in documents) > 0
        assert sum(any(len(entity) == 1 for entity in key) for key, _ in documents) > len(documents) / 4
    tied = [
        SLOW["ceafm"](*document)["recall_num"]
        < sum(max(len({*one} & {*two}) for two in document[1]) for one in document[0])
        for document in SMALL
        if all(document)
    ]
    assert sum(tied) > len(tied) / 10  # entities that compete for one partner


@pytest.mark.parametrize("start", range(0, len(SMALL), 500))
def test_the_scores_of_a_corpus(start):
    """Through `score` itself: sums over documents first, one quotient at the end."""
    documents = SMALL[start : start + 500]
    key, response = ({f"text {number}": each[side] for number, each in enumerate(documents)} for side in (0, 1))
    scores = corefscope.score(key, response, metrics=[*SLOW, "conll", "blanc(alpha=0.25)"]).scores
    expected = {}
    for name, slow in SLOW.items():
        rows = [slow(*document) for document in documents]
        totals = {count: sum(row[count] for row in rows) for count in rows[0]}
        expected[name] = finish(name, totals)[:3]
        if name == "blanc":
            expected["blanc(alpha=0.25)"] = finish("blanc(alpha=0.25)", totals)[:3]
    for name, values in expected.items():
        found = scores[name].recall, scores[name].precision, scores[name].f1
        assert all(abs(one - float(two)) <= 1e-12 for one, two in zip(found, values, strict=True)), (
            name,
            found,
            values,
        )
    mean = sum(expected[name][2] for name in ("muc", "b3", "ceafe")) / 3
    assert abs(scores["conll"].f1 - float(mean)) <= 1e-12


@pytest.mark.parametrize("number", range(200))
def test_the_score_of_one_document(number):
    """Where BLANC's boundary cases are common."""
    document = random_document(Random(1000 + number), 4, 3)
    scores = corefscope.score(*document, metrics=list(SLOW)).scores
    for name, slow in SLOW.items():
        values = finish(name, slow(*document))[:3]
        found = scores[name].recall, scores[name].precision, scores[name].f1
        assert all(abs(one - float(two)) <= 1e-12 for one, two in zip(found, values, strict=True)), (name, document)


def test_the_table_of_score_is_the_table_of_the_clusters():
    """Matching mentions and counting them by hand give the same cells."""
    documents = SMALL[:300]
    key, response = ({f"text {number}": each[side] for number, each in enumerate(documents)} for side in (0, 1))
    found = corefscope.score(key, response).system.evidence.table
    expected = table_of(list(key.values()), list(response.values()))
    for column in ("key_entity", "response_entity", "shared"):
        assert getattr(found, column).tolist() == getattr(expected, column).tolist()
    for side in ("key", "response"):
        assert getattr(found, side).size.tolist() == getattr(expected, side).size.tolist()
        assert getattr(found, side).unit.tolist() == getattr(expected, side).unit.tolist()
