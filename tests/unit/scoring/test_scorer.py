"""A training loop: the same numbers as from whole corpora, and clear words for what cannot be scored."""

import pickle
import random

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


@pytest.mark.parametrize(
    ("key", "message"),
    [
        ([[{0: 1}]], "key: the mention {0: 1} is not hashable (write a mention as a tuple"),
        (None, "key: clusters should be iterable, not None"),
        ([3], "response: it holds clusters, and another side is labels of items"),
        (["ab"], "response: it holds clusters, and another side is labels of items"),
    ],
)
def test_what_is_no_cluster(key, message):
    scorer = cs.Scorer("b3")
    with pytest.raises(cs.CorefscopeError) as caught:
        scorer.update(key, [])
    assert str(caught.value).startswith(message)
    assert len(scorer) == 0


DOCUMENTS = [
    ([[1, 2, 3], [4, 5]], [[1, 2], [3, 4, 5]]),
    ([[1, 2], [6, 7, 8]], [[1, 2], [6, 7], [8, 9]]),
    ([], []),
    ([[1, 2, 3, 4]], [[1, 2, 3, 4, 5]]),
]


def together(names, places):
    """Key and response of some documents, by name."""
    return [dict(zip(names, (DOCUMENTS[place][side] for place in places), strict=True)) for side in (0, 1)]


def test_a_result_at_any_time_is_that_of_all_documents_so_far():
    metrics = ["conll", "lea", "blanc", "h"]
    scorer = cs.Scorer(metrics)
    for number, (key, response) in enumerate(DOCUMENTS):
        scorer.update(key, response)
        result = scorer.result(per_document=True)
        sides = together([f"document {place + 1}" for place in range(number + 1)], range(number + 1))
        whole = cs.score(*sides, metrics=metrics, names=["response"], per_document=True)
        assert result == whole
        assert list(result.system.per_document) == list(whole.system.per_document)


def test_groups_of_documents():
    scorer = cs.Scorer("muc")
    names = [f"{'news' if number % 2 else 'tale'} {number}" for number in range(4)]
    for name, (key, response) in zip(names, DOCUMENTS, strict=True):
        scorer.update(key, response, name=name)
    grouped = scorer.result(by="[a-z]+")
    assert grouped == cs.score(*together(names, range(4)), metrics="muc", names=["response"], by="[a-z]+")
    assert list(grouped.by.groups) == ["tale", "news"]


def test_merged_documents_keep_their_names():
    one, two = cs.Scorer("b3"), cs.Scorer("b3")
    one.update(*DOCUMENTS[0], name="a")
    two.update(*DOCUMENTS[1], name="b")
    two.update(*DOCUMENTS[3], name="c")
    one.result(), two.result()
    merged = one.merge(two).result()
    assert merged == cs.score(*together("abc", (0, 1, 3)), metrics="b3", names=["response"])
    one.update(*DOCUMENTS[2], name="a")
    with pytest.raises(cs.CorefscopeError, match="the document 'a' was added twice"):
        one.result()


def test_what_is_said_of_the_whole_is_said_of_the_whole():
    """A batch without a shared mention is no warning if the documents together have many, and the other way round."""
    scorer = cs.Scorer("b3")
    scorer.update([[1, 2]], [[3, 4]])
    assert [notice.code for notice in scorer.result().warnings] == ["no-mention-shared"]
    scorer.update([[1, 2, 3, 4]], [[1, 2, 3, 4]])
    assert scorer.result().warnings == ()
    for _ in range(9):
        scorer.update([[1, 2]], [[3, 4], [5, 6]])
    assert scorer.result().f1["b3"] == pytest.approx(scorer.result(progress=lambda step: None).f1["b3"])


def test_spans_that_seem_shifted_are_reported_as_by_score():
    """Also of many documents, and after a worker has sent its scorer."""
    key = [[[10 * n, 10 * n + 1], [10 * n + 5, 10 * n + 5]] for n in range(30)]
    response = [key[0], *([[first, last + 1] for first, last in entity] for entity in key[1:])]
    scorer = cs.Scorer()
    scorer.update(key, response)
    assert scorer.result().warnings == cs.score(key, response).warnings
    scorer.update([], [[(0, 1)]])
    scorer.update(key, response)
    (notice,) = pickle.loads(pickle.dumps(scorer)).result().warnings
    assert notice.code == "shifted-mentions"
    assert "4 of 121 mentions of the response are in the key" in notice.first
    scorer.update([["a", "b"]], [["a", "c"]])  # mentions without a place
    assert scorer.result().warnings == ()


def test_scorer_has_the_names_of_torchmetrics():
    scorer = cs.Scorer("muc")
    scorer.update([[1, 2, 3]], [[1, 2]], name="a")
    assert scorer.compute() == scorer.result()
    scorer.update([[1, 2, 3]], [[1, 2]], name="a")
    with pytest.raises(cs.CorefscopeError, match=r"the document 'a' was added twice \(call reset\(\) before the next"):
        scorer.compute()
    scorer.reset()
    assert len(scorer) == 0


def test_a_metric_asked_of_a_result_names_the_right_place():
    result = cs.score([[1, 2, 3]], [[1, 2]])
    with pytest.raises(cs.CorefscopeError, match=r"'conll' is a metric, not a system \(result\.f1\['conll'\]"):
        result["conll"]
    with pytest.raises(cs.CorefscopeError, match="there is no system 'nothing'"):
        result["nothing"]


@pytest.mark.parametrize(
    "clusters", [[[[0, 3.0], [1, 2]]], [[[[0, 3.0], [1, 2]]]], [[[[0.5, 3], [1, 2]]]], {"clusters": [[[0, 3.0]]]}]
)
def test_spans_of_floats_are_called_so(clusters):
    with pytest.raises(cs.CorefscopeError, match=r"(3\.0|0\.5) is not an integer"):
        cs.score(clusters, [[[1, 2]]])
