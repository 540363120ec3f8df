"""Breakdowns, links by type, costs, locations and differences between two systems."""

import math
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corefscope
from corefscope import Document, Mention
from corefscope.analysis.explanation import explain
from corefscope.analysis.groups import features, links_by_type
from corefscope.analysis.mentions import ENGLISH, MentionInfo
from corefscope.model import empty_position
from corefscope.scoring.steps import Grouping
from support.command_line import KEY, A
from support.inputs.strategies import corpora, sides

QUICK = settings(deadline=None, max_examples=40)
EVERY = ["mentions", "muc", "b3", "ceafm", "ceafe", "blanc", "lea", "pairwise"]


def spans(clusters, types=None):
    return [[Mention(place, place + 1, type=types and types[place]) for place in cluster] for cluster in clusters]


def documents(corpus, side):
    return [Document(f"text {number}", spans(text[side]), token_count=9) for number, text in enumerate(corpus)]


@QUICK
@given(corpora())
def test_every_breakdown_adds_up(corpus):
    result = corefscope.score(documents(corpus, 0), documents(corpus, 1), metrics=EVERY)
    system = explain(result).systems[0]
    for name, values in system.attributions.items():
        for feature, groups in system.breakdowns(name):
            label = (name, feature.name)
            assert math.isclose(sum(g.recall_cost for g in groups), values.recall.cost.sum(), abs_tol=1e-9), label
            assert math.isclose(sum(g.precision_cost for g in groups), values.precision.cost.sum(), abs_tol=1e-9), label
            assert sum(group.key_mentions for group in groups) == result.key.mentions, label


@QUICK
@given(corpora())
def test_documents_break_down_to_their_own_b3(corpus):
    result = corefscope.score(documents(corpus, 0), documents(corpus, 1), metrics="b3", per_document=True)
    system = explain(result).systems[0]
    by_document = next(groups for feature, groups in system.breakdowns("b3") if feature.name == "document")
    rows = dict(zip(result.documents, result.system.per_document, strict=True))
    for group in by_document:
        score = rows[group.label]["b3"]
        assert (group.recall or 0) == pytest.approx(score.recall)
        assert (group.precision or 0) == pytest.approx(score.precision)


def groups(key, response=None, **options):
    evidence = corefscope.score([key], [response or key], metrics="muc").system.evidence
    return {each.name: each for each in features(MentionInfo(evidence, ENGLISH), **options)}


def test_features_by_hand():
    key = Document(
        "one",
        [
            [Mention(0, 3, type="name"), Mention(12, 13, type="pronoun"), Mention(70, 72)],
            [Mention(1, 2)],
            [Mention.at([empty_position(2, 1)]), Mention.at([empty_position(50, 1)])],
        ],
        token_count=80,
    )
    values = groups(key)

    def labels(name):
        return [values[name].labels[number] for number in values[name].key]

    assert labels("type") == ["name", "pronoun", "unknown", "unknown", "pronoun", "pronoun"]
    assert labels("entity size") == ["3", "3", "3", "1", "2", "2"]
    assert labels("singleton") == ["no", "no", "no", "yes", "no", "no"]
    first = "first of its entity"
    assert labels("distance") == [first, "11–25", "51–100", first, first, "26–50"]
    assert labels("position") == [
        "first quarter", "first quarter", "last quarter", "first quarter", "first quarter", "third quarter",
    ]  # fmt: skip
    assert labels("nesting") == ["not nested", "not nested", "not nested", "nested", "nested", "not nested"]
    assert labels("document") == ["one"] * 6


def test_a_matched_mention_has_the_key_s_type():
    key = Document("one", [[Mention(0, 1, type="name"), Mention(4, 5, type="name")]])
    response = Document("one", [[Mention(0, 1, type="nominal"), Mention(2, 3, type="nominal")]])
    kinds = groups(key, response)["type"]
    assert [kinds.labels[number] for number in kinds.response] == ["name", "nominal"]


def test_columns_and_patterns_are_features():
    evidence = corefscope.score(
        [Document("a_1", [[Mention(0, 1)]]), Document("b_1", [[Mention(0, 1)]])],
        [Document("b_1", [[Mention(0, 1)]])],
        metrics="muc",
    ).system.evidence
    values = features(MentionInfo(evidence, ENGLISH), [Grouping("group", ("a", "b"), np.array([0, 1]))])
    group = next(each for each in values if each.name == "group")
    assert (group.key.tolist(), group.response.tolist()) == ([0, 1], [1])


TYPES = st.lists(st.sampled_from(("name", "nominal", "pronoun", None)), min_size=9, max_size=9)


@QUICK
@given(sides(), TYPES)
def test_links_by_type_against_listing_them(pair, types):
    key, response = ([Document("text", spans(side, types))] for side in pair)
    evidence = corefscope.score(key, response, metrics="muc").system.evidence
    order = ("name", "nominal", "pronoun", "unknown")

    def listed(clusters):
        return {
            frozenset(link): tuple(sorted((types[place] or "unknown" for place in link), key=order.index))
            for cluster in clusters
            for link in combinations(cluster, 2)
        }

    mine, theirs = map(listed, pair)
    expected = {}
    for kinds in {*mine.values(), *theirs.values()}:
        one, two = ({link for link, values in side.items() if values == kinds} for side in (mine, theirs))
        expected[kinds] = (len(one & two), len(one), len(two))
    values = {
        each.types: (each.both, each.key, each.response) for each in links_by_type(MentionInfo(evidence, ENGLISH))
    }
    assert values == expected


@QUICK
@given(corpora(most=3), st.randoms(use_true_random=False))
def test_gains_add_up_to_the_difference(corpus, chance):
    third = [(key, [sorted(cluster) for cluster in response if chance.random() < 0.7]) for key, response in corpus]
    names = [f"text {number}" for number in range(len(corpus))]
    key = dict(zip(names, (text[0] for text in corpus), strict=True))
    systems = [dict(zip(names, (text[1] for text in side), strict=True)) for side in (corpus, third)]
    result = corefscope.score(key, *systems, metrics=[*EVERY, "conll", "b3(beta=2)"], names=["one", "two"])
    values = explain(result)
    for gain in values.gains(values.systems[1]):
        one, two = (system.scores[gain.metric].f1 for system in result.systems)
        assert gain.total == pytest.approx(two - one)
        assert gain.by_entity.sum() + gain.unattributed == pytest.approx(two - one)
        assert gain.by_document.sum() == pytest.approx(gain.by_entity.sum(), abs=1e-9)
        defined = not any(system.scores[gain.metric].undefined for system in result.systems)
        if defined and gain.metric not in ("blanc", "conll"):
            assert abs(gain.unattributed) < 1e-9, gain.metric


def test_places_say_where_a_mention_is():
    system = explain(corefscope.score(KEY, A, metrics="muc")).systems[0]
    error = system.errors.of("divided")[0]
    (place,) = system.mentions(error)
    assert (place.text, place.document, place.first, place.last) == ("the small ship", "(harbour); part 000", 37, 39)
    assert (place.sentence, place.entity, place.type) == (3, "0", "nominal")
    assert place.file.endswith("key.conll")
    assert "\tthe\t" in Path(place.file).read_text(encoding="utf-8").splitlines()[place.line - 1]
    assert system.company(error).text == "The ferry"


def test_which_errors_systems_share():
    key = [Document("text", spans([[0, 1, 2], [3, 4]]))]
    one, two = ([Document("text", spans(side))] for side in ([[0, 1], [3, 4]], [[0, 1], [3]]))
    values = explain(corefscope.score(key, one, two, metrics="muc", names=["one", "two"]))
    assert values.makers == {
        ("missing mention", ("text", 2, 2, "")): ("one", "two"),
        ("missing mention", ("text", 4, 4, "")): ("two",),
    }
