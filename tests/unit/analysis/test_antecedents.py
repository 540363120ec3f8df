"""Antecedent errors and ARCS, against slow definitions and by hand."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corefscope
from corefscope import Document, Mention
from corefscope.analysis.links.arcs import arcs
from corefscope.analysis.mistakes.antecedents import AntecedentErrors, antecedent_errors, read_decisions
from corefscope.analysis.mistakes.language import ENGLISH
from corefscope.analysis.mistakes.mention_info import MentionInfo
from corefscope.problems import FormatError, UnknownName
from support.definitions import antecedents as slow_antecedents
from support.inputs.strategies import sides

QUICK = settings(deadline=None, max_examples=150)
KINDS = st.lists(st.sampled_from(("name", "nominal", "pronoun")), min_size=9, max_size=9)


def known(key, response, types, words=None):
    pair = []
    for side in (key, response):
        entities = [[Mention(place, place + 1, type=types[place]) for place in cluster] for cluster in side]
        pair.append([Document("text", entities, words=words)])
    result = corefscope.score(*pair, metrics="muc")
    return MentionInfo.of(result.system.evidence, ENGLISH), result.scores["muc"]


def places(links, facts):
    """Links as pairs of tokens."""

    def token(row):
        corpus, mention = facts.place(row)
        return int(corpus.start[mention])

    return sorted((token(link.anaphor), token(link.antecedent)) for link in links)


@QUICK
@given(sides(), KINDS, st.sampled_from(("accessibility", "closest")))
def test_against_the_slow_definition(pair, types, tree):
    facts, _ = known(*pair, types)
    found = antecedent_errors(facts, tree)
    assert places(found.recall, facts) == slow_antecedents.missing_links(*pair, types, tree)
    assert places(found.precision, facts) == slow_antecedents.missing_links(*pair[::-1], types, "closest")


@QUICK
@given(sides(), KINDS)
def test_there_are_as_many_recall_errors_as_muc_misses_links(pair, types):
    facts, score = known(*pair, types)
    assert len(antecedent_errors(facts).recall) == score.counts["recall_den"] - score.counts["recall_num"]


@QUICK
@given(sides(), st.sets(st.integers(0, 8)))
def test_arcs_against_the_slow_definition(pair, pronouns):
    types = ["pronoun" if place in pronouns else "nominal" for place in range(9)]
    found = arcs(known(*pair, types)[0])
    expected = slow_antecedents.arcs(*pair, pronouns)
    for name, counts in expected.items():
        assert {count: getattr(found, name).counts.get(count, 0) for count in counts} == counts, name
    for score in (found.immediate, found.inferred):
        for count in ("tp", "wl", "fn", "fp"):
            assert sum(each.counts.get(count, 0) for each in score.by_type.values()) == score.counts.get(count, 0)


def test_a_name_is_sought_for_a_noun_and_the_closest_for_a_pronoun():
    types = ["name", "nominal", "pronoun", "nominal", "pronoun"]
    facts, _ = known([[0, 1, 2, 3, 4]], [], types)
    assert places(antecedent_errors(facts).recall, facts) == [(1, 0), (2, 1), (3, 0), (4, 3)]
    counts = AntecedentErrors.by_types(antecedent_errors(facts).recall)
    assert counts == {("nominal", "name"): 2, ("pronoun", "nominal"): 2}


def test_arcs_by_pronoun():
    words = ["Anna", "she", "Berta", "she"]
    facts, _ = known([[0, 1], [2, 3]], [[0, 1, 3], [2]], ["name", "pronoun", "name", "pronoun"], words)
    found = arcs(facts)
    assert dict(found.immediate.counts) == {"tp": 1, "wl": 1}
    assert (found.immediate.recall, found.immediate.precision, found.immediate.accuracy) == (0.5, 0.5, 0.5)
    assert dict(found.immediate.by_pronoun["she"].counts) == {"tp": 1, "wl": 1}
    # Berta is found only as a singleton, which is no chain.
    assert dict(found.anchor_entities.counts) == {"tp": 1, "fn": 1, "fp": 0}
    assert found.harmonic == pytest.approx(2 * (2 / 3) * (4 / 5) / (2 / 3 + 4 / 5))


# --- a system's own decisions ----------------------------------------------------------------------------------------


def decided(tmp_path, text):
    facts, _ = known([[0, 1], [2, 3]], [[0, 1, 2], [3, 4]], ["nominal"] * 5)
    path = tmp_path / "antecedents.txt"
    path.write_text(text, encoding="utf-8")
    found = antecedent_errors(facts, decisions=read_decisions(str(path), facts))
    return places(found.precision, facts), found.decided


def test_own_decisions_replace_the_closest_mention(tmp_path):
    text = "text\t(1, 1)\t(0, 0)\ntext\t(2, 2)\t(0, 0)\n\ntext\t(4, 4)\t(3, 3)\n"
    assert decided(tmp_path, text) == ([(2, 0), (4, 3)], True)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("text 1 0\n", "antecedents.txt:1: not an antecedent (expected document, tab, (first, last), tab, "),
        ("text\t(1, 1)\t(0, 0)\nother\t(1, 1)\t(0, 0)\n", "antecedents.txt:2: the response has no document 'other'"),
        ("text\t(1, 2)\t(0, 0)\n", "antecedents.txt:1: the response has no mention (1, 2) in 'text'"),
    ],
)
def test_wrong_decisions_say_where(tmp_path, text, message):
    with pytest.raises(FormatError) as caught:
        decided(tmp_path, text)
    assert message in str(caught.value)


def test_a_file_that_is_not_there(tmp_path):
    facts, _ = known([[0]], [[0]], ["nominal"])
    with pytest.raises(FormatError, match="cannot be read: No such file"):
        read_decisions(str(tmp_path / "none.txt"), facts)


def test_an_unknown_tree():
    with pytest.raises(UnknownName, match="there is no tree 'farthest'"):
        antecedent_errors(known([[0]], [[0]], ["nominal"])[0], "farthest")
