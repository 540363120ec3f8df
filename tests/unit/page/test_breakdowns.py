"""The breakdowns of the page are those of `errors`, and by length those of `score --by bins:length`."""

import pytest

import corefscope
from corefscope.model import Document, Mention
from corefscope.page.payload import payload


def shown_of(*sides, **settings):
    return payload(corefscope.score(*sides, **settings))["systems"][0]["breakdowns"]


def text(name, length, *entities, columns=None):
    words = [f"w{place}" for place in range(length)]
    found = [[Mention(place, place + 1) for place in entity] for entity in entities]
    return Document(name, found, words=words, groups=columns or {})


KEY = [
    text("a", 7, [0, 1, 2], [3, 4]),
    text("b", 60, [0, 1], [2, 3]),
    text("c", 140, [0, 1, 2, 3]),
    text("d", 190, [0, 5]),
]
RESPONSE = [
    text("a", 7, [0, 1], [2, 3, 4]),
    text("b", 60, [0, 1, 2, 3]),
    text("c", 140, [0, 1], [3, 4]),
    text("d", 190, [0, 5]),
]


def lengths(shown):
    return next((feature for feature in shown["features"] if feature["name"] == "length"), None)


@pytest.mark.parametrize("metric", ["b3", "muc"])
@pytest.mark.parametrize("align", ["none", "characters"])
def test_by_length_it_has_the_numbers_of_score(metric, align):
    found = lengths(shown_of(KEY, RESPONSE, metrics=[metric], align=align))
    scored = corefscope.score(KEY, RESPONSE, metrics=[metric], align=align, by="bins:length").system.by_group
    assert [row[0] for row in found["groups"]] == list(scored) == ["0–50", "51–100", "101–200"]
    for row in found["groups"]:
        score = scored[row[0]][metric]
        assert row[3:] == pytest.approx([score.recall, score.precision], abs=1e-6)
    assert found["meaning"] == "length: tokens of the document"
    assert found["command"] == "corefscope errors --show breakdowns --by bins:length"


def test_there_is_none_where_all_are_of_one_length_or_of_an_unknown_one():
    same = [text("a", 9, [0, 1], [3, 4]), text("b", 9, [0, 1], [2, 3])]
    assert lengths(shown_of(same, same)) is None
    assert lengths(shown_of(KEY[:1], RESPONSE[:1])) is None
    bare = [Document(name, [[Mention(0, 1), Mention(4, 5)]]) for name in "ab"]
    assert lengths(shown_of(bare, bare)) is None
