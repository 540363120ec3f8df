"""The verdict says what the comparison's tables say."""

import random

import pytest

import corefscope
from corefscope.model import Document, Mention
from corefscope.page.intervals_and_ranks import comparison_of
from corefscope.page.payload import main_metric
from corefscope.page.verdict import verdict


def noisy(share, seed, documents=24):
    rng = random.Random(seed)
    found = []
    for number in range(documents):
        entities = [[], [], [], []]
        for place in range(40):
            entity = rng.randrange(4) if rng.random() < share else place % 4
            entities[entity].append(Mention(2 * place, 2 * place + 1))
        found.append(Document(f"d{number}", [entity for entity in entities if entity]))
    return found


KEY, GOOD, ALSO_GOOD, BAD = noisy(0, 0), noisy(0.1, 1), noisy(0.1, 2), noisy(0.7, 3)


def said(*systems, names, key=KEY):
    result = corefscope.score(key, *systems, names=names, metrics=["b3", "muc"])
    comparison = comparison_of(result)
    sentences = verdict(result, comparison, main_metric(result))
    return " ".join(sentences).replace("\u2068", "").replace("\u2069", ""), comparison


def test_a_lead_over_all_is_real():
    words, comparison = said(BAD, GOOD, names=["bad", "good"])
    [pair] = comparison.pairs["muc"]
    assert (pair.winner, pair.loser) == ("good", "bad")
    score = 100 * comparison["good"].scores["muc"].f1
    assert words.startswith(
        f"good scores highest: MUC F1 {score:.2f}, {100 * abs(pair.difference):.2f} points above bad."
    )
    assert "The lead is real: it is significantly better than bad (corrected p <0.0001)." in words
    assert "randomization" in words
    assert "24 documents" in words


def test_a_lead_that_may_be_chance_is_said_to_be():
    words, comparison = said(GOOD, ALSO_GOOD, BAD, names=["one", "two", "bad"])
    standing = {pair.standing for pair in comparison.pairs["muc"] if {pair.first, pair.second} == {"one", "two"}}
    assert standing == {"no difference"}
    assert "may be chance" in words
    assert "It is significantly better than bad" in words
    assert "lead is real" not in words


def test_too_few_documents_are_said_to_be_too_few():
    words, _ = said(GOOD[:2], BAD[:2], names=["good", "bad"], key=KEY[:2])
    assert "cannot be shown with 2 documents" in words
    assert "real:" not in words
    words, comparison = said(GOOD[:1], BAD[:1], names=["good", "bad"], key=KEY[:1])
    assert comparison is None
    assert "One document says nothing about others." in words


def test_one_system_has_its_interval():
    words, comparison = said(GOOD, names=["good"])
    [standing] = comparison.standings["muc"]
    low, high = (f"{100 * bound:.2f}" for bound in standing.interval)
    assert words.endswith(f"over 24 documents: {low} to {high}.")


def test_metrics_that_disagree_are_named():
    key, one, two = [["a", "b", "c", "d"], ["e", "f"]], [["a", "b"], ["c", "d"], ["e", "f"]], [list("abcdef")]
    # B³ is 0.8 against 0.71, MUC 0.86 against 0.89.
    result = corefscope.score(key, one, two, names=["one", "two"], metrics=["b3", "muc"])
    words = " ".join(verdict(result, None, result.metrics[0])).replace("\u2068", "").replace("\u2069", "")
    assert words.startswith("one scores highest: B³ F1 80.00")
    assert words.endswith("Not all metrics agree; highest are two by MUC.")


@pytest.mark.parametrize("metric", ["b3", "muc"])
def test_breakdowns_are_those_of_errors(metric):
    from corefscope.analysis.attribution.breakdown import breakdown
    from corefscope.page.payload import payload
    from support.command_line import KEY as FILE
    from support.command_line import A

    shown = payload(corefscope.score(FILE, A, metrics=[metric]))["systems"][0]["breakdowns"]
    assert shown["metric"] == metric
    [system] = corefscope.errors(FILE, A, metrics=[metric]).systems
    expected = {feature.name: breakdown(system.attributions[metric], feature).groups for feature in system.features}
    assert len(shown["features"]) > 2
    for feature in shown["features"]:
        groups = [[group.label, group.key_mentions, group.response_mentions] for group in expected[feature["name"]]]
        assert [row[:3] for row in feature["groups"]] == groups
        for row, group in zip(feature["groups"], expected[feature["name"]], strict=True):
            assert row[3:] == pytest.approx([group.recall, group.precision], abs=1e-6)
