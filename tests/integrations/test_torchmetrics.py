"""CoreferenceScore in torchmetrics: one process, two processes over gloo on the loopback, saving and resetting."""

import pickle
import socket

import pytest
import torch
import torch.multiprocessing
from torchmetrics import Metric, MetricCollection

from corefscope.integrations.torchmetrics import CoreferenceScore
from corefscope.problems import CorefscopeError
from integrations.made import GOLD, PREDICTED, expected
from integrations.two_processes import METRICS, worker


def agrees(found, scores):
    for name, score in scores.items():
        for field, value in score.numbers.items():
            assert found[f"{name}_{field}"].item() == pytest.approx(value, abs=1e-12), (name, field)


@pytest.mark.parametrize("preset", [None, "conll2012", "e2e", "stanza"])
def test_one_process(preset):
    metric = CoreferenceScore(METRICS, preset=preset)
    assert isinstance(metric, Metric)
    for gold, predicted in zip(GOLD, PREDICTED, strict=True):
        metric.update([predicted], [gold])
    agrees(metric.compute(), expected(metrics=METRICS, **({"preset": preset} if preset else {})))
    metric.reset()
    metric.update(PREDICTED, GOLD)
    agrees(metric.compute(), expected(metrics=METRICS, **({"preset": preset} if preset else {})))


def test_forward_gives_the_scores_of_a_batch_and_keeps_all():
    metric = CoreferenceScore("muc")
    one = metric([PREDICTED[2]], [GOLD[2]])
    assert one["muc_f1"] == 1
    metric(PREDICTED[:2], GOLD[:2])
    agrees(metric.compute(), expected(metrics="muc"))


def test_tensors_and_settings():
    metric = CoreferenceScore("b3", singletons="drop")
    as_tensors = [[[torch.tensor(cluster) for cluster in document] for document in side] for side in (PREDICTED, GOLD)]
    metric.update(*as_tensors)
    agrees(metric.compute(), expected(metrics="b3", singletons="drop"))


def test_it_pickles_and_works_in_a_collection():
    collection = MetricCollection({"dev": CoreferenceScore("conll")})
    collection.update(PREDICTED, GOLD)
    again = pickle.loads(pickle.dumps(collection))
    assert again.compute()["conll_f1"] == pytest.approx(expected(metrics="conll")["conll"].f1)


def test_bad_calls_are_one_sentence():
    with pytest.raises(CorefscopeError, match="there are 1 predicted documents, but 2 of the target"):
        CoreferenceScore().update(PREDICTED[:1], GOLD[:2])
    with pytest.raises(CorefscopeError, match="need the average micro or means"):
        CoreferenceScore(average="macro")
    with pytest.raises(ValueError, match="nonsense"):
        CoreferenceScore(nonsense=1)


def test_two_processes(tmp_path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    torch.multiprocessing.spawn(worker, args=(port, str(tmp_path)), nprocs=2)
    results = [torch.load(tmp_path / f"{rank}.pt") for rank in (0, 1)]
    assert results[0] == results[1]
    agrees(
        {name: torch.tensor(value, dtype=torch.float64) for name, value in results[0].items()},
        expected(metrics=METRICS, preset="e2e"),
    )


def test_one_document_is_no_list_of_documents():
    clusters = [[[0, 1], [3, 4]], [[5, 5]]]
    with pytest.raises(CorefscopeError, match="could be a cluster of ids, or a mention in no cluster"):
        CoreferenceScore().update(clusters, clusters)
    metric = CoreferenceScore("muc", mentions="ids")
    metric.update(clusters, clusters)
    assert metric.compute()["muc_f1"] == 1
    metric = CoreferenceScore("muc")
    metric.update((each for each in [clusters]), (iter(each) for each in [clusters]))
    assert metric.compute()["muc_f1"] == 1
