"""`corefscope lab links`: the counts of Recasens & Hovy's Tables 5, 9 and 15, against pairs listed one by one."""

from itertools import combinations
from random import Random

import pytest

from corefscope.lab.links import ABSENT, COREFERENT, COUNTS, SEPARATE, links
from golden.papers import COUNTED, PARTITIONS
from support.command_line import KEY, A, failed
from support.inputs.random_partitions import random_document


def said(entities, one, two):
    """What a side says of two mentions."""
    owner = {mention: number for number, entity in enumerate(entities) for mention in entity}
    if one not in owner or two not in owner:
        return ABSENT
    return COREFERENT if owner[one] == owner[two] else SEPARATE


def pairs_one_by_one(key, response):
    mentions = sorted({mention for side in (key, response) for entity in side for mention in entity})
    counts = {}
    for pair in combinations(mentions, 2):
        place = said(response, *pair), said(key, *pair)
        counts[place] = counts.get(place, 0) + 1
    counts.pop((ABSENT, ABSENT), None)
    return counts


@pytest.mark.parametrize("seed", range(60))
def test_pairs_are_those_of_a_list(seed):
    key, response = random_document(Random(seed), 9, 5)
    if not any(key):
        key = [[0]]
    (confusion,) = links(key, response).systems
    expected = pairs_one_by_one(key, response)
    assert {place: count for place, count in confusion.pairs.items() if count} == expected
    assert (confusion.entities, confusion.singletons) == (len(response), sum(len(entity) == 1 for entity in response))
    assert confusion.rc == expected.get((COREFERENT, COREFERENT), 0)


def test_documents_are_counted_apart():
    key, response = {"x": [["a", "b"]], "y": [["a"], ["b"]]}, {"x": [["a", "b"]], "y": [["a", "b"]]}
    confusion = links(key, response)
    assert confusion.systems[0][3:7] == (1, 1, 0, 0)
    assert (confusion.entities, confusion.singletons) == (3, 2)


@pytest.mark.parametrize("system", "ABCDEFGH")
def test_table_9(system):
    place = "recasens2011 Table 8"
    (confusion,) = links(PARTITIONS[place]["key"], PARTITIONS[place][system]).systems
    printed = {what: int(text.replace(",", "")) for _, *at, what, text in COUNTED if at == [place, system]}
    assert printed == {name: getattr(confusion, name) for name in ("entities", "singletons", *COUNTS)}


def test_bad_input():
    assert "did you mean json" in failed("lab", "links", KEY, A, "-o", "jsn")
    assert "there is no such file" in failed("lab", "links", KEY, "nowhere.conll")
