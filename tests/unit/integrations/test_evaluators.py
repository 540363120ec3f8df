"""The evaluators of e2e-coref: the same methods, order and numbers, without the maps it wants."""

import importlib
import inspect
import pickle
import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest

import corefscope as cs
from corefscope.integrations import CorefEvaluator, MentionEvaluator, required
from differential.test_dialects import by_evaluator, living
from support.definitions.dialects import DIALECTS
from support.inputs.random_partitions import random_document

DOCUMENTS = [random_document(random, 9, 5) for random in [Random(21)] for _ in range(60)]


def evaluated(dialect="e2e", documents=DOCUMENTS):
    evaluator = CorefEvaluator(dialect) if dialect != "e2e" else CorefEvaluator()
    for key, response in documents:
        maps = ({mention: tuple(c) for c in clusters for mention in c} for clusters in (response, key))
        evaluator.update(response, key, *maps)
    return evaluator


@pytest.mark.parametrize("dialect", ["e2e", "longdoc", "stanza", "coval"])
def test_numbers(dialect):
    evaluator, expected = evaluated(dialect), DIALECTS[dialect](DOCUMENTS)
    parts = [expected[name] for name in ("muc", "b3", "ceafe")]
    recall, precision, f1 = (float(sum(part[place] for part in parts) / 3) for place in range(3))
    assert evaluator.get_prf() == pytest.approx((precision, recall, f1), abs=1e-12)
    assert evaluator.get_precision() != pytest.approx(evaluator.get_recall())  # else their order would not show
    for each, (recall, precision, f1) in zip(evaluator.evaluators, parts, strict=True):
        assert each.get_prf() == pytest.approx((float(precision), float(recall), float(f1)), abs=1e-12)


def test_the_numbers_of_its_own_class():
    module = living("COREFSCOPE_E2E")
    expected = by_evaluator(module, DOCUMENTS)
    assert evaluated().get_f1() == pytest.approx(expected["conll"][2], abs=1e-9)
    for name in ("update", "get_f1", "get_recall", "get_precision", "get_prf"):
        theirs, ours = (inspect.signature(getattr(each, name)) for each in (module.CorefEvaluator, CorefEvaluator))
        assert list(theirs.parameters) == list(ours.parameters)


def test_before_the_first_document():
    assert CorefEvaluator().get_prf() == (0, 0, 0)
    with pytest.raises(cs.CorefscopeError, match="no document has been added yet"):
        CorefEvaluator().result()


def test_official_numbers_stand_beside():
    result = evaluated().result()
    key, response = ({str(n): document[side] for n, document in enumerate(DOCUMENTS)} for side in (0, 1))
    for name in ("e2e", "conll2012"):
        assert result[name].f1 == cs.score(key, response, metrics=["muc", "b3", "ceafe", "conll"], preset=name).f1
    assert result["e2e"].f1["conll"] == pytest.approx(evaluated().get_f1())
    assert result["e2e"].f1["conll"] < result["conll2012"].f1["conll"]
    assert [line.split()[0] for line in str(result).splitlines()[4:6]] == ["e2e", "conll2012"]


def test_scores_follow_updates():
    evaluator = CorefEvaluator()
    evaluator.update([((0, 0), (1, 1))], [((0, 0), (1, 1))], {}, {})
    assert evaluator.get_f1() == 1
    evaluator.update([], [[[0, 0], [1, 1]]], {}, {})
    assert 0 < evaluator.get_f1() < 1
    assert pickle.loads(pickle.dumps(evaluator)).get_prf() == evaluator.get_prf()


def test_mentions():
    evaluator = MentionEvaluator()
    assert evaluator.get_prf() == (0, 0, 0)
    evaluator.update([(0, 1), (4, 4)], [(0, 1), (2, 2), (4, 4)])
    evaluator.update([[7, 8]], [(7, 8)])
    assert evaluator.get_prf() == (1, 0.75, 2 * 0.75 / 1.75)
    assert (evaluator.tp, evaluator.fp, evaluator.fn) == (3, 0, 1)


def test_a_missing_library_is_one_sentence():
    with pytest.raises(cs.CorefscopeError) as caught:
        required("nosuchlibrary.metric", "CoreferenceScore")
    expected = 'CoreferenceScore needs nosuchlibrary, which is not installed (pip install "corefscope[nosuchlibrary]")'
    assert str(caught.value) == expected


def test_the_extra_that_is_named_exists(monkeypatch):
    for name in ("torch", "torchmetrics"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(cs.CorefscopeError) as caught:
        importlib.import_module("corefscope.integrations.torchmetrics").CoreferenceScore()
    assert str(caught.value).endswith('(pip install "corefscope[torchmetrics]")')
    assert "\ntorchmetrics = [" in (Path(__file__).parents[3] / "pyproject.toml").read_text(encoding="utf-8")


def test_mentions_are_compared_by_value():
    evaluator = MentionEvaluator()
    evaluator.update(np.array([[0, 1], [4, 4]]), iter([[0, 1], (4, 4)]))
    assert evaluator.get_prf() == (1, 1, 1)
    for wrong, said in (([object()], "equals nothing but itself"), ([[[0, 1]]], "not hashable"), (None, "iterable")):
        with pytest.raises(cs.CorefscopeError, match=said):
            evaluator.update(wrong, wrong)
