"""The metrics, from the Table, against their definitions, taken literally, on thousands of random documents."""

from random import Random

import pytest

from corefscope.metrics import METRICS
from differential.test_spans import SLOW_ON_SPANS
from differential.test_variants import SLOW_VARIANTS, compare
from support.definitions.metrics import SLOW
from support.inputs.random_partitions import random_document
from support.variants import BESIDE, LINGUISTIC, family

SMALL = [random_document(random, 9, 5) for random in [Random(1)] for _ in range(10_000)]
LARGE = [random_document(random, 60, 25) for random in [Random(2)] for _ in range(600)]


def test_every_metric_has_a_slow_definition():
    others = {family(name) for name in (*SLOW_VARIANTS, *SLOW_ON_SPANS)} | set(LINGUISTIC) | {"ace"}
    others |= set(BESIDE)  # test_sets and test_beside
    assert set(SLOW) | others == {name for name, family in METRICS.items() if family.count}


@pytest.mark.parametrize("documents", [SMALL, LARGE], ids=["small", "large"])
@pytest.mark.parametrize("name", SLOW)
def test_counts_of_documents(name, documents):
    compare(name, documents, SLOW[name], within=1e-12)


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
