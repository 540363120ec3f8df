"""Bridging and markables that refer to nothing, against their definitions, on random documents."""

from random import Random

import pytest

import corefscope
from corefscope.model import BRIDGING, NONREFERRING
from differential.test_ua_scorers import random_document
from support.definitions.anaphora import bridging, nonreferring

NAMES = ("recall_num", "recall_den", "precision_num", "precision_den")
DOCUMENTS = [(random_document(random), random_document(random)) for random in [Random(5)] for _ in range(300)]


def links(document):
    pairs = [each for each in document.relations if each.kind == BRIDGING]
    return {each.anaphor_mention: each.antecedent_mention for each in pairs}


def silent(document):
    annotation = document.annotations.get(NONREFERRING)
    return [mention for entity in annotation.entities for mention in entity] if annotation else []


@pytest.mark.parametrize("level", ["entity", "mention", "anaphor"])
def test_bridging(level):
    name = "bridging" if level == "entity" else f"bridging(level={level})"
    for key, response in DOCUMENTS:
        counts = corefscope.score([key], [response], metrics=name).scores[name].counts
        expected = bridging([*key.entities], links(key), links(response), level)
        assert tuple(counts[each] for each in NAMES) == expected


def test_nonreferring():
    for key, response in DOCUMENTS:
        counts = corefscope.score([key], [response], metrics="nonreferring").scores["nonreferring"].counts
        assert tuple(counts[each] for each in NAMES) == nonreferring(silent(key), silent(response))


def test_the_documents_have_all_levels():
    annotation = [bridging([*key.entities], links(key), links(response), "entity")[0] for key, response in DOCUMENTS]
    assert sum(annotation) > 20
