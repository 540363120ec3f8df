"""BookCoref's windowed evaluation beside ours: equal where it neither loses a mention nor counts one twice.

COREFSCOPE_BOOKCOREF names a checkout of SapienzaNLP/bookcoref.
"""

import importlib
import sys
from random import Random
from types import ModuleType, SimpleNamespace

import pytest

import corefscope
from differential.peers import peer

FOLDER = "COREFSCOPE_BOOKCOREF"
SIZE = 10


@pytest.fixture
def evaluate(monkeypatch):
    """Its evaluate.py, without the libraries that only download data and parse arguments."""
    folder = peer(FOLDER)
    for name, members in {
        "datasets": {"DatasetDict": dict, "load_dataset": None},
        "tap": {"Tap": object},
        "rich": {"print": print},
    }.items():
        module = ModuleType(name)
        vars(module).update(members)
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.syspath_prepend(folder)
    for name in ("evaluate", "src", "src.metrics"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return importlib.import_module("evaluate")


def theirs(evaluate, monkeypatch, length, key, response):
    scores = {}
    monkeypatch.setattr(evaluate, "print_results", scores.update)
    gold = [{"sentences": [["w"] * length], "clusters": key}]
    evaluate.evaluate_split(gold, [{"clusters": response}], SIZE)
    return SimpleNamespace(**{name: values["f1"] for name, values in scores.items()})


def ours(length, key, response):
    sides = [[{"doc_key": "a", "sentences": [["w"] * length], "clusters": each}] for each in (key, response)]
    return corefscope.score(*sides, metrics=["muc", "b3", "ceafe"], preset="longdoc", window=str(SIZE)).f1


def spans(*tokens):
    return [[token, token] for token in tokens]


def test_equal_where_it_makes_neither_mistake(evaluate, monkeypatch):
    """35 tokens: no mention at 0, 10, 20, 30, and none from 26 to 34, which its last two windows share or have."""
    random, places = Random(3), [token for token in range(25) if token % SIZE]
    for _ in range(200):
        sides = []
        for _ in range(2):
            entities = {}
            for token in random.sample(places, 12):
                entities.setdefault(random.randrange(4), []).append([token, token])
            sides.append(list(entities.values()))
        expected, scores = theirs(evaluate, monkeypatch, 35, *sides), ours(35, *sides)
        assert scores == pytest.approx({"muc": expected.muc, "b3": expected.b_cubed, "ceafe": expected.ceafe})


def test_it_loses_the_mention_at_the_start_of_a_window(evaluate, monkeypatch):
    """The key links 10 and 12, the response does not; its second window is the tokens after 10 and before 20."""
    key, response = [spans(10, 12)], [spans(12), spans(10)]
    assert theirs(evaluate, monkeypatch, 35, key, response).b_cubed == 1.0
    assert ours(35, key, response)["b3"] == pytest.approx(2 / 3)  # recall 1/2, precision 1


def test_it_counts_the_last_window_twice(evaluate, monkeypatch):
    """20 tokens are two windows of ten; it has a third one, the second again."""
    key, response = [spans(1, 2), spans(11, 12)], [spans(1), spans(2), spans(11, 12)]
    twice = theirs(evaluate, monkeypatch, 20, key, response).muc
    assert twice == pytest.approx(0.8)  # recall 2/3, precision 2/2
    assert ours(20, key, response)["muc"] == pytest.approx(2 / 3)  # recall 1/2, precision 1/1
