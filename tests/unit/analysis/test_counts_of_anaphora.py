"""`stats` counts sets, bridging pairs, what refers to nothing, and deixis, where a corpus has them."""

from __future__ import annotations

import corefscope as cs
from corefscope import Document, Mention, Relation

SAID = Document("d", [[Mention(0, 2), Mention(4, 5)]])
DOCUMENT = Document(
    "d",
    [[Mention(0, 1)], [Mention(1, 2)], [Mention(2, 3)]],
    words=list("abcde"),
    relations=[
        Relation("split_antecedent", "0", "2"),
        Relation("split_antecedent", "1", "2"),
        Relation("bridging", "0", "1"),
    ],
    annotations={"deixis": SAID, "nonreferring": Document("d", [[Mention(3, 4)]])},
)


def test_they_are_counted():
    found = cs.stats([DOCUMENT])["given"]
    assert (found.split_antecedents, found.bridging, found.nonreferring) == (1, 1, 1)
    assert (found.deixis_mentions, found.deixis_entities, found.mentions) == (2, 1, 3)
    text = str(cs.stats([DOCUMENT]))
    for row in (
        "entities of split antecedents",
        "bridging pairs",
        "mentions that refer to nothing",
        "deixis: entities",
    ):
        assert row in text


def test_they_are_not_shown_where_there_are_none():
    assert "bridging" not in str(cs.stats([Document("d", [[Mention(0, 1)]], words=["a"])]))
