"""Which mentions are scored: `--drop` and `--sentences`, against lists filtered by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import corefscope as cs
from corefscope.model import Document, Mention
from corefscope.problems import CorefscopeError
from support.inputs.strategies import THOROUGH

METRICS = ["mentions", "muc", "b3", "ceafe", "blanc", "lea"]
SIDE = st.lists(st.tuples(st.integers(0, 9), st.integers(1, 4), st.integers(0, 3)), max_size=12)


def entities(rows):
    actual, seen = {}, set()
    for start, length, entity in rows:
        if (start, length) not in seen:
            seen.add((start, length))
            actual.setdefault(entity, []).append((start, start + length))
    return list(actual.values())


def document(listed):
    words = [f"w{number}" for number in range(14)]
    return [Document("a", [[Mention(*span) for span in entity] for entity in listed], words=words)]


def numbers(key, response, **options):
    result = cs.score(document(key), document(response), metrics=METRICS, **options)
    return {name: tally.total() for name, tally in result.system.tallies.items()}


def without_nested(listed):
    actual = []
    for entity in listed:
        kept = [
            one for one in entity if not any(two != one and two[0] <= one[0] and one[1] <= two[1] for two in entity)
        ]
        if len(kept) == len(entity) or len(kept) > 1:
            actual.append(kept)
    return actual


def test_a_choice_of_nothing_is_not_called_an_empty_key(tmp_path):
    path = sentences_file(tmp_path, "document,sentence", "a,0")
    key = [in_three("a", [[(3, 4), (6, 7)]])]
    warnings = {each.code: each.places[0] for each in cs.score(key, key, sentences=path).warnings}
    assert "--drop or --sentences removes all of its mentions" in warnings["key-without-mentions"]


@THOROUGH
@given(SIDE, SIDE)
def test_nested_mentions_of_an_entity(one, two):
    key, response = entities(one), entities(two)
    assert numbers(key, response, drop="nested") == numbers(without_nested(key), without_nested(response))


def test_the_settings_are_in_the_signature():
    result = cs.score(document([[(0, 1)]]), document([[(0, 1)]]), drop="nested")
    assert result.signature.endswith("|drop:nested")
    assert cs.Settings.parse(result.signature) == result.settings


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"drop": "verbs"}, "verbs"),
        ({"drop": "vp"}, "drop='vp' needs a parse column"),
    ],
)
def test_what_is_not_understood(options, text):
    with pytest.raises(CorefscopeError, match=text):
        cs.score(document([[(0, 1)]]), document([[(0, 1)]]), **options)


def test_relations_are_not_scored_where_mentions_are_chosen():
    with pytest.raises(CorefscopeError, match="drop='nested' and bridging cannot be combined"):
        cs.score(document([[(0, 1)]]), document([[(0, 1)]]), metrics="bridging", drop="nested")


def test_ids_have_no_places():
    with pytest.raises(CorefscopeError, match="mentions that are only ids"):
        cs.score([["a", "b"]], [["a", "b"]], drop="nested")


def sentences_file(tmp_path, *rows, name="list.csv"):
    path = tmp_path / name
    path.write_text("\n".join(rows) + "\n")
    return str(path)


WORDS = [f"w{number}" for number in range(9)]
THREE = [(0, 3), (3, 6), (6, 9)]


def in_three(name, listed, sentences=THREE):
    return Document(name, [[Mention(*span) for span in entity] for entity in listed], words=WORDS, sentences=sentences)


@pytest.mark.parametrize(
    "rows",
    [
        ("document,sentence", "1_1ecb,0", "1_1ecb,2", "1_2ecb,1"),
        ("Topic,File,Sentence Number", "1,1ecb,0", "1,1ecb,2", "1,2ecb,1", "7,9ecb,0"),
    ],
)
def test_only_listed_sentences_count_on_both_sides(tmp_path, rows):
    """By the first token of a mention, in the key's sentences; what is left out is counted."""
    path = sentences_file(tmp_path, *rows)
    key = [
        in_three("1_1ecb", [[(0, 1), (2, 4), (4, 5)], [(7, 8), (8, 9)]]),
        in_three("1_2ecb", [[(1, 2), (3, 4), (5, 6)]]),
        in_three("1_3ecb", [[(1, 2)]]),
    ]
    response = [
        in_three("1_1ecb.xml", [[(0, 1), (2, 4)], [(3, 4), (4, 5), (7, 8)]], None),
        in_three("1_2ecb.xml", [[(3, 4), (8, 9)], [(5, 6)]], None),
        in_three("1_3ecb.xml", [[(1, 2), (3, 4)]], None),
    ]
    by_hand = [
        [in_three("a", [[(0, 1), (2, 4)], [(7, 8), (8, 9)]]), in_three("b", [[(3, 4), (5, 6)]])],
        [in_three("a", [[(0, 1), (2, 4)], [(7, 8)]]), in_three("b", [[(3, 4)], [(5, 6)]])],
    ]
    actual = cs.score(key, response, metrics=METRICS, sentences=path, names_strip=r"\.xml$")
    expected = cs.score(*by_hand, metrics=METRICS)
    assert {name: tally.total() for name, tally in actual.system.tallies.items()} == {
        name: tally.total() for name, tally in expected.system.tallies.items()
    }
    assert [(notice.code, notice.count) for notice in actual.key.warnings] == [("sentence-not-selected", 3)]
    assert ("sentence-not-selected", 5) in [(notice.code, notice.count) for notice in actual.system.warnings]


def test_lists_of_sentences_that_cannot_be_used(tmp_path):
    key = [in_three("a", [[(0, 1)]])]
    for rows, message in (
        (("document,sentence", "b,0"), "no document of the key is in it: it has 'b', the key 'a'"),
        (("document,sentence", "a,x"), r"list\.csv:2: a row is not Topic, File, Sentence Number"),
        (("document,sentence", "a"), r"list\.csv:2: a row is not"),
    ):
        with pytest.raises(CorefscopeError, match=message):
            cs.score(key, key, sentences=sentences_file(tmp_path, *rows))
    path = sentences_file(tmp_path, "document,sentence", "a,0")
    for side, message in (
        ([in_three("a", [[(0, 1)]], None)], "the sentences of document 'a' are not known"),
        ({"a": [["x"]]}, "mentions that are only ids"),
    ):
        with pytest.raises(CorefscopeError, match=message):
            cs.score(side, side, sentences=path)
