"""A training loop: the same numbers as from whole corpora, and clear words for what cannot be scored."""

import pickle
import random

import numpy as np
import pytest

import corefscope as cs
from support.inputs.random_partitions import random_document

METRICS = ["mentions", "muc", "b3", "ceafm", "ceafe", "blanc", "lea", "pairwise"]


def test_it_scores_what_a_dict_of_clusters_scores():
    chance = random.Random(4)
    documents = {f"d {number}": random_document(chance, 20, 8) for number in range(60)}
    scorer = cs.Scorer(METRICS)
    for name, (key, response) in documents.items():
        scorer.update(key, response, name)
    whole = cs.score(
        {name: key for name, (key, _) in documents.items()},
        {name: response for name, (_, response) in documents.items()},
        metrics=METRICS,
    )
    result = pickle.loads(pickle.dumps(scorer)).result(per_document=True)
    assert result.scores == whole.scores
    assert result.system.mentions == whole.system.mentions
    assert result.system.entities == whole.system.entities
    assert result.key.entities == whole.key.entities
    assert result.documents == whole.documents
    assert len(result.system.per_document) == 60


def test_any_iterables_of_any_hashable_mentions():
    scorer = cs.Scorer("b3")
    scorer.update(({"a", "b"}, iter(["c"])), [[np.int64(1)], ("a",), frozenset("b")])
    scorer.update([], [[], ["x", "y"]])
    counts = scorer.result().scores["b3"].counts
    assert (counts["recall_den"], counts["precision_den"]) == (3, 5)
    assert scorer.result().system.entities == 4  # a cluster without mentions is no entity


@pytest.mark.parametrize(
    ("key", "message"),
    [
        ([[{0: 1}]], "key: the mention {0: 1} is not hashable (write a mention as a tuple"),
        (None, "key: clusters should be iterable, not None"),
        ([3], "key: a cluster should be iterable, not 3"),
        (["ab"], "key: a cluster should be iterable, not 'ab'"),
    ],
)
def test_what_is_no_cluster(key, message):
    scorer = cs.Scorer("b3")
    with pytest.raises(cs.CorefscopeError) as caught:
        scorer.update(key, [])
    assert str(caught.value).startswith(message)
    assert len(scorer) == 0
