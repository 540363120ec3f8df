"""The module for Hugging Face `evaluate`, loaded from its folder without a network."""

import evaluate
import pytest

from corefscope.integrations import evaluate_module
from integrations.made import GOLD, PREDICTED, expected


@pytest.fixture(scope="module")
def module(tmp_path_factory):
    return evaluate.load(evaluate_module(), cache_dir=str(tmp_path_factory.mktemp("cache")))


def test_all_at_once(module):
    found = module.compute(predictions=PREDICTED, references=GOLD)
    for name, score in expected().items():
        assert found[f"{name}_f1"] == pytest.approx(score.f1)


def test_batches_and_options(module):
    for predicted, gold in zip(PREDICTED, GOLD, strict=True):
        module.add(prediction=predicted, reference=gold)
    found = module.compute(metrics=["conll", "lea"], preset="e2e")
    scores = expected(metrics=["conll", "lea"], preset="e2e")
    assert found["conll_f1"] == pytest.approx(scores["conll"].f1)
    assert set(found) == {"conll_f1", "lea_recall", "lea_precision", "lea_f1"}
    dropped = module.compute(predictions=PREDICTED, references=GOLD, metrics="b3", singletons="drop")
    assert dropped["b3_f1"] == pytest.approx(expected(metrics="b3", singletons="drop")["b3"].f1)


def test_it_describes_itself(module):
    assert "references" in module.inputs_description
