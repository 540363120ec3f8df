"""Sets, bridging and markables that refer to nothing, as the page is given them."""

from dataclasses import replace

import corefscope
from corefscope.model import Document, Mention, Relation, empty_position
from corefscope.page.payload import payload
from support.anaphora import harbour


def items(key, response, **settings):
    return payload(corefscope.score(key, response, **settings))["systems"][0].get("anaphora")


def told(item):
    sides = [item.get(side, {}).get("ends") for side in ("key", "response")]
    return item["kind"], item.get("verdict"), *sides


def test_each_has_its_verdict_and_its_places_in_both_sides():
    found = [told(item) for item in items(*harbour(), split="keep")]
    assert found == [
        ("bridging", "right", [[(8, 9)], [(0, 2)]], [[(8, 9)], [(0, 2)]]),
        ("nonreferring", "missed", [[(10, 10)]], None),
        ("nonreferring", "right", [[(14, 14)]], [[(14, 14)]]),
        ("bridging", "spurious", None, [[(19, 19)], [(17, 17)]]),
        ("nonreferring", "a mention taken for it", None, [[(21, 22)]]),
        ("bridging", "missed", [[(21, 22)], [(5, 6)]], None),
        ("sets", "partly right", [[(24, 24)], [(17, 17)], [(19, 19)]], [[(24, 24)], [(17, 17)], [(0, 2)]]),
        ("bridging", "wrong antecedent", [[(29, 30)], [(0, 2)]], [[(29, 30)], [(5, 6)]]),
    ]


def test_sets_that_are_not_scored_have_the_same_verdicts():
    key, response = harbour()
    assert items(key, response) == items(key, response, split="keep")


def test_relations_and_kinds_are_kept():
    labels = [item.get("key", item.get("response"))["label"] for item in items(*harbour())]
    assert labels == ["part", "predicate", "expletive", "other", "quantifier", "near", "", "part"]


def test_there_is_no_verdict_where_one_side_has_nothing_of_the_kind():
    key, response = harbour()
    found = items(key, [replace(response[0], relations=[], annotations={})])
    assert {item.get("verdict") for item in found} == {None}
    assert {item["kind"] for item in found} == {"sets", "bridging", "nonreferring"}


def test_nothing_is_added_where_there_is_nothing():
    key = [Document("d", [[Mention(0, 1), Mention(2, 3)]], words=["a", "b", "c"])]
    assert items(key, key) is None


def test_a_zero_that_only_refers_to_nothing_has_its_place():
    words = ["It", "rains", "."]
    zero = Mention(0, 1, (empty_position(1, 1),))
    silent = Document("d", [[zero]], ["n"], entity_types=["expletive"])
    key = [Document("d", [[Mention(0, 1), Mention(1, 2)]], words=words, annotations={"nonreferring": silent})]
    given = payload(corefscope.score(key, key))
    assert given["keys"][0]["documents"][0]["words"] == ["It", "∅", "rains", "."]
    assert told(given["systems"][0]["anaphora"][0]) == ("nonreferring", "right", [[(1, 1)]], [[(1, 1)]])


def test_documents_that_the_response_lacks_are_missed():
    key, response = harbour()
    other = Document("other", [[Mention(0, 1)], [Mention(1, 2)]], ["a", "b"], ["x", "y"], [(0, 2)])
    other.relations.append(Relation("bridging", "a", "b", "part"))
    found = items([other, *key], response)
    assert told(found[0]) == ("bridging", "missed", [[(1, 1)], [(0, 0)]], None)
    assert [item["document"] for item in found] == [0] + [1] * 8
