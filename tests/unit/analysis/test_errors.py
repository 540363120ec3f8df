"""Error types: each kind and their interplay by hand, and against the slow definition."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corefscope
from corefscope import Document, Mention
from corefscope.analysis.errors import KINDS, find_errors
from corefscope.analysis.mentions import ENGLISH, PLAIN, Language
from corefscope.analysis.repair import repaired, repairs
from corefscope.problems import SettingsError
from support.definitions import errors as slow_errors
from support.inputs.strategies import sides

QUICK = settings(deadline=None, max_examples=150)


def document(clusters, pronouns=(), words=None):
    entities = [
        [Mention(place, place + 1, type="pronoun" if place in pronouns else "nominal") for place in cluster]
        for cluster in clusters
    ]
    return [Document("text", entities, words=words)]


def analysed(key, response, pronouns=()):
    pair = [document(side, pronouns) for side in (key, response)]
    return find_errors(corefscope.score(*pair, metrics="muc").system.evidence)


def summary(errors):
    """(kind, places of the mentions) of every error."""
    evidence = errors.evidence
    out = []
    for error in errors.errors:
        places = {int(evidence.key.start[row]) for row in error.key_mentions}
        places |= {int(evidence.response.start[row]) for row in error.response_mentions}
        out.append((error.kind, tuple(sorted(places))))
    return out


# Mentions are numbers in the order of the text: key, response, pronouns, errors.
CASES = {
    "nothing wrong": ([[0, 1]], [[0, 1]], (), []),
    "extra mention": ([[0, 2]], [[0, 1, 2]], (), [("extra mention", (1,))]),
    "missing mention": ([[0, 1, 2]], [[0, 2]], (), [("missing mention", (1,))]),
    "extra entity": ([[0, 1]], [[0, 1], [2, 3]], (), [("extra entity", (2, 3))]),
    "missing entity": ([[0, 1], [2, 3]], [[0, 1]], (), [("missing entity", (2, 3))]),
    "an extra entity with a pronoun of the key":
        ([[0, 3]], [[0], [1, 2, 3]], (3,), [("extra entity", (1, 2)), ("conflated", (3,)), ("divided", (3,))]),
    "a missing entity of which the response has a pronoun":
        ([[0, 1, 2]], [[2]], (2,), [("missing entity", (0, 1, 2)), ("divided", (2,))]),
    "conflated": ([[0, 1], [2, 3]], [[0, 1, 2, 3]], (), [("conflated", (2, 3))]),
    "divided": ([[0, 1, 2, 3]], [[0, 1], [2, 3]], (), [("divided", (2, 3))]),
    "a mention in the wrong entity is two errors":  # 2 is the earliest of its response entity and stays
        ([[0, 1, 2], [3, 4]], [[0, 1], [2, 3, 4]], (), [("divided", (2,)), ("conflated", (3, 4))]),
    "the base is the earliest mention that is no pronoun":
        ([[0, 2], [1, 3]], [[0, 1, 2, 3]], (0, 2), [("conflated", (0, 2))]),
    "among pronouns the base is the earliest":
        ([[0, 2], [1, 3]], [[0, 1, 2, 3]], (0, 1, 2, 3), [("conflated", (1, 3))]),
    "the known surprise: an extra mention that comes first makes its entity look conflated":
        ([[1, 2]], [[0, 1, 2]], (), [("conflated", (1, 2))]),
    "its mirror image: a missing mention that comes first makes its entity look divided":
        ([[0, 1, 2]], [[1, 2]], (), [("divided", (1, 2))]),
    "an extra pronoun that comes first does not": ([[1, 2]], [[0, 1, 2]], (0,), [("extra mention", (0,))]),
    "one extra mention beside a pronoun of the key is no entity":
        ([[1, 2]], [[0, 1], [2]], (1,), [("conflated", (1,)), ("divided", (1,))]),
    "a singleton that only one side has is a mention":
        ([[0], [1, 2]], [[1, 2], [3]], (), [("missing mention", (0,)), ("extra mention", (3,))]),
    "all at once": (  # 0 stays in its response entity; 1 and 7 share one whose base is 1; 2 is missing
        [[0, 1, 2], [3, 4], [5, 6], [9, 10]], [[0, 3, 4], [1, 7], [11, 12]], (),
        [("divided", (1,)), ("missing mention", (2,)), ("conflated", (3, 4)), ("missing entity", (5, 6)),
         ("extra mention", (7,)), ("missing entity", (9, 10)), ("extra entity", (11, 12))],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_cases_by_hand(name):
    key, response, pronouns, expected = CASES[name]
    assert summary(analysed(key, response, pronouns)) == expected


def test_an_error_names_its_mentions_and_entities():
    errors = analysed([[0, 1], [2, 3]], [[5, 6], [0, 1, 2, 3]])
    (conflated, extra) = errors.errors
    assert (conflated.kind, conflated.document) == ("conflated", 0)
    assert (conflated.key_mentions, conflated.response_mentions) == ((2, 3), (4, 5))
    assert (conflated.key_entities, conflated.response_entities) == ((1,), (1,))
    assert (extra.key_mentions, extra.response_mentions, extra.response_entities) == ((), (0, 1), (0,))


@QUICK
@given(sides(), st.sets(st.integers(0, 8)))
def test_against_the_slow_definition(pair, pronouns):
    expected = slow_errors.classify(*pair, pronouns)
    assert sorted(summary(analysed(*pair, pronouns))) == sorted(
        (kind, tuple(sorted(part))) for kind, part, _ in expected
    )


def clusters(evidence):
    """The response entities of the evidence, as places."""
    alignment, out = evidence.alignment, {}
    for row, entity in enumerate(alignment.response_entity.tolist()):
        if entity >= 0:
            mine, theirs = int(alignment.key_row[row]), int(alignment.response_row[row])
            corpus, mention = (evidence.key, mine) if mine >= 0 else (evidence.response, theirs)
            out.setdefault(entity, []).append(int(corpus.start[mention]))
    return sorted(map(sorted, out.values()))


def test_a_mention_that_a_missing_entity_leaves_alone_disappears():
    errors = analysed([[0, 1, 2]], [[1, 3]], pronouns=(1,))
    assert clusters(repaired(errors, ["missing entity"])) == [[0, 1, 2]]
    assert clusters(repaired(analysed([[0, 1, 2]], [[1], [3]], pronouns=(1,)), ["missing entity"])) == [[0, 1, 2], [3]]
    merged = analysed([[0, 1, 2, 3, 4]], [[0], [1], [2, 5]], pronouns=range(5))  # 5 is left alone after a merger
    assert clusters(repaired(merged, ["divided", "missing entity"])) == [[0, 1, 2, 3, 4]]


@QUICK
@given(sides(), st.sets(st.integers(0, 8)), st.sets(st.sampled_from(sorted(KINDS))))
def test_repairs_against_the_slow_definition(pair, pronouns, kinds):
    assert clusters(repaired(analysed(*pair, pronouns), kinds)) == slow_errors.repair(*pair, pronouns, kinds)


@QUICK
@given(sides(), st.sets(st.integers(0, 8)))
def test_all_repaired_is_the_key_and_none_the_response(pair, pronouns):
    errors = analysed(*pair, pronouns)
    assert clusters(repaired(errors, KINDS)) == sorted(map(sorted, pair[0]))
    assert clusters(repaired(errors, ())) == sorted(map(sorted, pair[1]))


def test_repaired_scores():
    key, response = (document(side) for side in ([[0, 1, 2], [3, 4]], [[0, 1], [3, 4, 5, 6]]))
    result = corefscope.score(key, response, metrics=["muc", "b3", "conll", "mor"])
    summary = {repair.kind: repair for repair in repairs(find_errors(result.system.evidence), result.metrics)}
    assert list(summary) == list(KINDS)
    assert summary["span"].alone["muc"] == result.scores["muc"]
    assert summary["extra mention"].alone["muc"].precision == 1.0
    assert summary["missing mention"].alone["muc"].recall == 1.0
    assert summary["missing entity"].cumulative["conll"].f1 == 1.0
    assert "mor" not in summary["span"].alone  # it needs spans, and a repaired mention need not have been one


def test_metrics_that_need_what_a_repair_cannot_give_are_left_out():
    entities = [[Mention(0, 1), Mention(1, 2)], [Mention(2, 3)]]
    key = [Document("text", entities, entity_types=["person", "place"])]
    response = [Document("text", [[*entities[0], *entities[1]]], entity_types=["person"])]
    result = corefscope.score(key, response, metrics=["lea", "lea(importance=entity-type,weights=person:2)", "mor"])
    (repair, *_) = repairs(find_errors(result.system.evidence), result.metrics)
    assert list(repair.alone) == ["lea"]


# --- spans ----------------------------------------------------------------------------------------------------------

WORDS = ["the", "old", "ferry", "of", "the", "harbour", "'s", "captain", ",", "left"]


def spans(key, response, language=ENGLISH, words=WORDS, heads=None):
    def side(mentions):
        entity = [Mention(*span, head=(heads or {}).get(span)) for span in mentions]
        return [Document("text", [entity], words=words)]

    evidence = corefscope.score(side(key), side(response), metrics="muc").system.evidence
    errors = find_errors(evidence, language)
    pairs = []
    for error in errors.of("span"):
        one, two = error.key_mentions[0], error.response_mentions[0]
        pairs.append((evidence.key.mention(one), evidence.response.mention(two)))
    assert clusters(repaired(errors, KINDS)) == sorted([sorted(span[0] for span in key)])
    return [((*one,), (*two,)) for one, two in pairs]


def test_articles_marks_and_signs_make_no_other_mention():
    assert spans([(0, 3), (4, 6)], [(1, 3), (4, 7)]) == [((0, 3), (1, 3)), ((4, 6), (4, 7))]
    assert spans([(5, 8), (9, 10)], [(5, 9), (9, 10)]) == [((5, 8), (5, 9))]


def test_without_a_language_only_signs_are_stripped():
    # What is not the same without its ends may still have the same head, here the last token.
    assert spans([(4, 6), (9, 10)], [(4, 7), (9, 10)], PLAIN) == []
    marks = Language("x", frozenset(), frozenset({"'s"}), frozenset())
    assert spans([(4, 6), (9, 10)], [(4, 7), (9, 10)], marks) == [((4, 6), (4, 7))]
    assert spans([(4, 6), (9, 10)], [(4, 7), (9, 10)], words=None) == []


def test_heads_pair_what_is_left():
    assert spans([(1, 3), (9, 10)], [(0, 3), (9, 10)], PLAIN) == [((1, 3), (0, 3))]  # by default the last token
    assert spans([(0, 3), (9, 10)], [(0, 6), (9, 10)]) == []
    heads = {(0, 3): 2, (0, 6): 2}
    assert spans([(0, 3), (9, 10)], [(0, 6), (9, 10)], heads=heads) == [((0, 3), (0, 6))]
    assert spans([(3, 6), (9, 10)], [(4, 6), (2, 6), (9, 10)], PLAIN) == []  # a head that two mentions have


def test_earlier_mentions_choose_first():
    # Both response mentions are "ferry" but for their ends; the earlier one takes the key's.
    words = ["the", "the", "ferry", "left"]
    assert spans([(2, 3), (3, 4)], [(0, 3), (1, 3), (3, 4)], words=words) == [((2, 3), (0, 3))]


def test_a_wrong_span_stays_wrong_until_it_is_repaired():
    key = [Document("text", [[Mention(0, 3), Mention(5, 6)], [Mention(9, 10)]], words=WORDS)]
    response = [Document("text", [[Mention(1, 3), Mention(5, 6), Mention(9, 10)]], words=WORDS)]
    result = corefscope.score(key, response, metrics=["mentions", "muc"])
    summary = {repair.kind: repair for repair in repairs(find_errors(result.system.evidence), result.metrics)}
    assert result.scores["mentions"].recall == summary["conflated"].alone["mentions"].recall == 2 / 3
    assert summary["conflated"].alone["muc"].recall == 0
    assert summary["span"].alone["mentions"].recall == 1
    assert summary["span"].alone["muc"].precision == 1 / 2
    assert summary["conflated"].cumulative["muc"].precision == 1


# --- types and bad calls ---------------------------------------------------------------------------------------------


def test_pronouns_come_from_the_list_where_the_file_gives_no_type():
    words = ["It", "left", "before", "the", "ferry", "did"]
    key = [Document("text", [[Mention(0, 1), Mention(3, 5)]], words=words)]
    errors = find_errors(corefscope.score(key, key, metrics="muc").system.evidence)
    assert errors.info.is_pronoun.tolist() == [True, False]
    assert errors.info.rules == {"list of pronouns": 2, "unknown": 2}


def test_mentions_in_two_entities():
    result = corefscope.score([["a", "b"], ["b"]], [["a"]], metrics="muc", repeated="official")
    with pytest.raises(SettingsError, match="use repeated='first'"):
        find_errors(result.system.evidence)


def test_pronouns_in_characters():
    key = [Document("text", [[Mention(0, 3), Mention(9, 18)]], unit="characters", raw_text="She left the ferry")]
    errors = find_errors(corefscope.score(key, key, metrics="muc").system.evidence)
    assert errors.info.is_pronoun.tolist() == [True, False]
