"""Sets, bridging and markables that refer to nothing, as the page is given them."""

from collections import Counter
from dataclasses import replace

import pytest

import corefscope
from corefscope.model import Document, Mention, Relation, empty_position
from corefscope.page.payload import payload
from support.anaphora import harbour
from support.inputs.anaphora import side

KEY = side("ab cd e kl [ac]fg [ae]h [ce]i j", "pqr", "c>a d>b e>p g>c j>d")
RESPONSE = side("ab cd e kl [ac]fg [ae]h [k]j i q", "psj", "c>b d>e e>p f>a j>c", names=list("ABCDEFGHI"))
for document in (KEY, RESPONSE):
    document.words = [chr(97 + place) for place in range(26)]


def items(key, response, **settings):
    return payload(corefscope.score(key, response, **settings))["systems"][0].get("anaphora")


def summary(item):
    sides = [item.get(side, {}).get("ends") for side in ("key", "response")]
    return item["kind"], item.get("verdict"), *sides


def test_each_has_its_verdict_and_its_places_in_both_sides():
    drawn = [summary(item) for item in items(*harbour(), split="keep")]
    assert drawn == [
        ("bridging", "right", [[(8, 9)], [(0, 2)]], [[(8, 9)], [(0, 2)]]),
        ("nonreferring", "missed", [[(10, 10)]], None),
        ("nonreferring", "right", [[(14, 14)]], [[(14, 14)]]),
        ("bridging", "spurious", None, [[(19, 19)], [(17, 17)]]),
        ("nonreferring", "a mention taken for it", None, [[(21, 22)]]),
        ("bridging", "missed", [[(21, 22)], [(5, 6)]], None),
        ("sets", "partly right", [[(24, 24)], [(17, 17)], [(19, 19)]], [[(24, 24)], [(17, 17)], [(0, 2)]]),
        ("bridging", "wrong antecedent", [[(29, 30)], [(0, 2)]], [[(29, 30)], [(5, 6)]]),
    ]


def test_there_is_no_verdict_where_one_side_has_nothing_of_the_kind():
    key, response = harbour()
    drawn = items(key, [replace(response[0], relations=[], annotations={})])
    assert {item.get("verdict") for item in drawn} == {None}
    assert {item["kind"] for item in drawn} == {"sets", "bridging", "nonreferring"}


def test_a_zero_that_only_refers_to_nothing_has_its_place():
    words = ["It", "rains", "."]
    zero = Mention(0, 1, (empty_position(1, 1),))
    silent = Document("d", [[zero]], ["n"], entity_types=["expletive"])
    key = [Document("d", [[Mention(0, 1), Mention(1, 2)]], words=words, annotations={"nonreferring": silent})]
    data = payload(corefscope.score(key, key))
    assert data["keys"][0]["documents"][0]["words"] == ["It", "∅", "rains", "."]
    assert summary(data["systems"][0]["anaphora"][0]) == ("nonreferring", "right", [[(1, 1)]], [[(1, 1)]])


def errors_of(key, response, **settings):
    return payload(corefscope.score(key, response, **settings))["systems"][0].get("anaphora_errors", [])


@pytest.mark.parametrize("split", ["keep", "drop"])
@pytest.mark.parametrize("sides", [harbour(), ([KEY], [RESPONSE]), ([KEY], [replace(RESPONSE, relations=[])])])
def test_the_errors_are_those_of_errors(sides, split):
    rows = errors_of(*sides, split=split)
    listed = corefscope.errors(*sides, split=split)["response"].anaphora
    assert [(row["what"], row["verdict"]) for row in rows] == [(error.what, error.kind) for error in listed]
    assert Counter(row["what"] for row in rows).keys() == {"split antecedents", "bridging", "non-referring"}


def test_an_error_has_its_ends_and_its_item():
    key, response = harbour()
    [wrong] = [row for row in errors_of(key, response) if row["kind"] == "sets"]
    assert wrong == {
        "kind": "sets",
        "what": "split antecedents",
        "verdict": "partly right",
        "document": 0,
        "key": {"ends": [[(24, 24)], [(17, 17)], [(19, 19)]], "label": ""},
        "response": {"ends": [[(24, 24)], [(17, 17)], [(0, 2)]], "label": ""},
        "item": 6,
    }
    drawn = items(key, response)
    for row in errors_of(key, response):
        assert {name: row.get(name) for name in drawn[row["item"]]} == drawn[row["item"]]


def test_without_text_errors_have_places_but_no_items():
    sides = [[replace(side[0], words=None, sentences=None)] for side in harbour()]
    rows = errors_of(*sides)
    assert len(rows) == len(errors_of(*harbour()))
    assert not any("item" in row for row in rows)
    assert rows[0]["key"]["ends"] == [[(24, 24)], [(17, 17)], [(19, 19)]]
    assert items(*sides) is None


def test_zeros_that_are_dropped_do_not_shift_the_others():
    words = ["It", "fell", ",", "and", "rose", "."]
    zero = Mention.at([empty_position(4, 1)])

    places = {"it": Mention(0, 1), "comma": Mention(2, 3), "zero": zero}

    def linked(*anaphors):
        relations = [Relation("bridging", "it", anaphor, anaphor, places[anaphor]) for anaphor in anaphors]
        entities = [[place] for place in places.values()]
        return [Document("d", entities, list(places), words, [(0, 6)], relations=relations)]

    [error] = errors_of(linked("zero"), linked("zero", "comma"), zeros="drop")
    assert (error["verdict"], error["response"]["label"]) == ("spurious", "comma")
