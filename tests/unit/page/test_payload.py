"""The page's data is equivalent to the corpora."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

import corefscope
from corefscope.model import CHARACTERS, Document, Mention, empty_position
from corefscope.page.assembly import packed
from corefscope.page.payload import payload
from corefscope.page.segments import counterparts
from support.command_line import KEY, A, B
from support.every_way import WORDS, every_way


def summed(steps):
    return np.cumsum(steps).tolist()


def decoded_mentions(key, columns):
    """Decode every mention as (document, entity name, its segments), as the page does."""
    first = summed(columns["first"])
    documents = np.repeat(np.arange(len(columns["count"])), columns["count"]).tolist()
    decoded = []
    for number, (document, start, length, entity) in enumerate(
        zip(documents, first, columns["length"], columns["entity"], strict=True)
    ):
        runs = columns.get("runs", {}).get(str(number), [(start, start + length)])
        words = key["documents"][document]["words"]
        text = [word for low, high in runs for word in words[low : high + 1]]
        decoded.append((document, columns["names"][entity], text))
    return decoded


def mentions_of(documents):
    return [
        (number, name, [document.words[place] if place >= 0 else "∅" for place in mention.tokens()])
        for number, document in enumerate(documents)
        for name, entity in zip(document.entity_ids, document.entities, strict=True)
        for mention in entity
    ]


def test_mentions_are_those_of_the_files():
    data = payload(corefscope.score(KEY, A, B))
    key = data["keys"][0]
    assert sorted(decoded_mentions(key, key["mentions"])) == sorted(mentions_of(corefscope.read(KEY)))
    for system, path in zip(data["systems"], (A, B), strict=True):
        decoded = [(document, text) for document, _, text in decoded_mentions(key, system["mentions"])]
        assert sorted(decoded) == sorted((document, text) for document, _, text in mentions_of(corefscope.read(path)))


def test_gaps_and_empty_nodes_keep_their_place():
    key, response = every_way()
    data = payload(corefscope.score(key, response))
    document = data["keys"][0]["documents"][0]
    assert document["words"] == [*WORDS[:7], "∅", *WORDS[7:]]
    assert summed(document["zeros"]) == [7]
    assert summed(document["sentences"]) == [0, 8]  # the node follows the last word of the first sentence
    assert sorted(decoded_mentions(data["keys"][0], data["keys"][0]["mentions"])) == sorted(mentions_of(key))


def test_an_empty_node_that_opens_a_sentence_belongs_to_it():
    opens = empty_position(2, 1, opens_sentence=True)
    key = [Document("d", [[Mention.at([opens]), Mention(0, 1)]], words=["a", ".", "c"], sentences=[(0, 2), (2, 3)])]
    document = payload(corefscope.score(key, key))["keys"][0]["documents"][0]
    assert (document["words"], summed(document["sentences"])) == (["a", ".", "∅", "c"], [0, 2])


def test_twins_and_partners():
    data = payload(corefscope.score(KEY, A))
    system = data["systems"][0]
    key, response = data["keys"][0]["mentions"], system["mentions"]
    place, twins = -1, []
    for step in system["twin"]:
        place += step
        twins.append(place if step else -1)
    one, two = decoded_mentions(data["keys"][0], key), decoded_mentions(data["keys"][0], response)
    matched = [(one[twin], two[number]) for number, twin in enumerate(twins) if twin >= 0]
    assert all((mine[0], mine[2]) == (theirs[0], theirs[2]) for mine, theirs in matched)
    assert len(matched) == corefscope.score(KEY, A).scores["mentions"].counts["recall_num"]
    partners = [partner for partner in system["partner"] if partner >= 0]
    assert len(partners) == len(set(partners))


@settings(deadline=None)
@given(some.lists(some.tuples(some.integers(0, 3), some.integers(0, 3)), max_size=25))
def test_counterparts_share_as_many_mentions_as_possible(pairs):
    key, response = np.array(pairs, np.int64).reshape(-1, 2).T
    partner = counterparts(key, response, 4).tolist()
    used = [entity for entity in partner if entity >= 0]
    assert len(used) == len(set(used))
    most = max(sum(pairs.count((key, place)) for place, key in enumerate(order)) for order in permutations(range(4)))
    assert sum(pairs.count((entity, place)) for place, entity in enumerate(partner)) == most


RAW = "Ann saw 東京塔, and\n\n  Bob's  dog\tleft."


@settings(max_examples=50, deadline=None)
@given(
    some.lists(some.tuples(some.integers(0, len(RAW) - 1), some.integers(1, 12)), min_size=1, max_size=6, unique=True)
)
def test_characters_are_cut_where_mentions_begin_and_end(spans):
    mentions = [Mention(start, min(start + length, len(RAW))) for start, length in spans]
    expected = sorted({str(RAW[mention.start : mention.end].split()) for mention in mentions})
    key = [Document("d", [list(dict.fromkeys(mentions))], unit=CHARACTERS, raw_text=RAW)]
    data = payload(corefscope.score(key, key))["keys"][0]
    document = data["documents"][0]
    tight = set(summed(document.get("tight", [])))
    joined = "".join(word if place in tight else f" {word}" for place, word in enumerate(document["words"]))
    assert joined.split() == RAW.split()
    first = summed(data["mentions"]["first"])
    decoded = set()
    for start, length in zip(first, data["mentions"]["length"], strict=True):
        pieces = range(start, start + length + 1)
        text = "".join(
            document["words"][place] if place in tight and place > start else f" {document['words'][place]}"
            for place in pieces
        )
        decoded.add(str(text.split()))
    assert sorted(decoded) == expected


def test_errors_and_costs_are_those_of_the_analysis():
    from corefscope.analysis.errors import find_errors

    result = corefscope.score(KEY, A)
    system = payload(result)["systems"][0]
    errors = find_errors(result.system.evidence)
    kinds = list(payload(result)["kinds"])
    assert {kinds[kind]: system["errors"]["kind"].count(kind) for kind in range(len(kinds))} == errors.counts
    for metric, sides in system["costs"].items():
        score = result.scores[metric]
        for side, lost in (("key", 1 - score.recall), ("response", 1 - score.precision)):
            assert sides[side]["step"] * sum(sides[side]["of"]) == pytest.approx(lost, rel=1e-3)
    assert [row["cumulative"] for row in system["repaired"]][-1] == pytest.approx(1.0)


def test_numbers_that_json_cannot_hold_are_refused():
    with pytest.raises(ValueError, match="not JSON compliant"):
        packed({"nan": float("nan")})
