"""The metrics that look at spans and their order, against their definitions, taken literally, on random documents."""

from random import Random

import pytest

import corefscope
from support.definitions.matching import exact, mor, zeros
from support.inputs.spans import POOL


def pairs_of(key, response):
    """Exact pairs, which is what is compared here: the other matchings have tests of their own."""
    return exact(*([mention for entity in side for mention in entity] for side in (key, response)), "exact")


SLOW_ON_SPANS = {
    "mor": mor,
    "zeros": lambda key, response: zeros(key, response, pairs_of(key, response)),
    "zeros(only=all)": lambda key, response: zeros(key, response, pairs_of(key, response), lambda mention: True),
}


ZEROS = [mention for mention in POOL if mention.head < 0]


def random_side(random, like=None):
    """Entities over some of the pool's mentions; a response keeps many of the key's, and of its entities."""
    chosen = random.sample(POOL, random.randint(0, 10)) + random.sample(ZEROS, random.randint(0, 4))
    if like is not None:
        matches = [mention for mention in like if random.random() < 0.8]
        chosen = matches + random.sample(chosen, min(len(chosen), random.randint(0, 4)))
    entities = random.randint(1, 4)
    side = {}
    for mention in {mention.tokens(): mention for mention in chosen}.values():
        kept = like and mention in like and random.random() < 0.7
        side.setdefault(like[mention] if kept else random.randrange(entities), []).append(mention)
    return [random.sample(entity, len(entity)) for entity in side.values()]


def random_document(random):
    key = random_side(random)
    return key, random_side(random, {mention: number for number, entity in enumerate(key) for mention in entity})


DOCUMENTS = [random_document(random) for random in [Random(3)] for _ in range(700)]


def corpus(side):
    return [corefscope.Document(f"text {number}", document[side]) for number, document in enumerate(DOCUMENTS)]


@pytest.fixture(scope="module")
def result():
    return corefscope.score(corpus(0), corpus(1), metrics=list(SLOW_ON_SPANS), per_document=True)


@pytest.mark.parametrize("name", SLOW_ON_SPANS)
def test_every_document(result, name):
    for document, scores in zip(DOCUMENTS, result.system.per_document, strict=True):
        assert scores[name].counts == SLOW_ON_SPANS[name](*document), document


def test_the_documents_have_all_that_can_go_wrong():
    """Otherwise agreement would say little."""
    for name, slow in SLOW_ON_SPANS.items():
        rows = [slow(*document) for document in DOCUMENTS]
        assert sum(0 < row["recall_num"] < row["recall_den"] for row in rows) > 100, name
        assert sum(0 < row["precision_num"] < row["precision_den"] for row in rows) > 100, name
        assert sum(row["recall_den"] != row["precision_den"] for row in rows) > 100, name
    assert any(not key for key, _ in DOCUMENTS)
    assert any(not response for _, response in DOCUMENTS)


@pytest.mark.parametrize("match", ["head", "partial", "min"])
def test_zeros_under_other_matchings(match):
    """With the pairs that `score` made; and MOR is the same whatever they are."""
    result = corefscope.score(corpus(0), corpus(1), metrics=["mor", "zeros"], per_document=True, match=match)
    evidence = result.system.evidence
    pairs = [[] for _ in DOCUMENTS]
    for one, two in zip(evidence.alignment.key_row.tolist(), evidence.alignment.response_row.tolist(), strict=True):
        if one >= 0 and two >= 0:
            mentions = evidence.matched_key.mention(one), evidence.matched_response.mention(two)
            pairs[evidence.matched_key.document[one]].append(mentions)
    for document, scores, matches in zip(DOCUMENTS, result.system.per_document, pairs, strict=True):
        assert scores["zeros"].counts == zeros(*document, matches)
        assert scores["mor"].counts == mor(*document)
