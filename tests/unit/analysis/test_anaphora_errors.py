"""Errors of split antecedents, of bridging and of markables that refer to nothing."""

from collections import Counter

import pytest

import corefscope as cs
from support.inputs.anaphora import side

WORDS = [chr(97 + place) for place in range(26)]


def text(*given, **options):
    document = side(*given, **options)
    document.words = list(WORDS)
    return document


KEY = text("ab cd e kl [ac]fg [ae]h [ce]i j", "pqr", "c>a d>b e>p g>c j>d")
RESPONSE = text("ab cd e kl [ac]fg [ae]h [k]j i q", "psj", "c>b d>e e>p f>a j>c", names=list("ABCDEFGHI"))


def test_every_error_is_counted_once():
    mistakes = cs.errors([KEY], [RESPONSE], split="keep", repeated="first")["response"].anaphora
    counts = Counter((error.what, error.kind) for error in mistakes)
    assert counts == {
        ("split antecedents", "missed"): 1,  # [ce]i
        ("split antecedents", "spurious"): 1,  # [k]j
        ("bridging", "wrong antecedent"): 1,  # d>e for d>b; j>c is right, since c and d are one entity of the key
        ("bridging", "missed"): 1,  # g>c
        ("bridging", "spurious"): 1,  # f>a
        ("non-referring", "missed"): 1,  # r
        ("non-referring", "taken for a mention"): 1,  # q
        ("non-referring", "spurious"): 1,  # s
        ("non-referring", "a mention taken for it"): 1,  # j
    }
    wrong = next(error for error in mistakes if error.kind == "wrong antecedent")
    assert (wrong.text, wrong.key, wrong.response) == ("d", "b", "e")


def test_a_markable_of_another_kind_is_an_error_where_both_sides_name_kinds_alike():
    def silent(*kinds):
        return [text("ab", "pq", kinds=list(kinds))]

    def errors(key, response):
        mistakes = cs.errors(key, response)["response"].anaphora
        return [(error.kind, error.text, error.key, error.response) for error in mistakes]

    mistakes = errors(silent("expletive", "idiom"), silent("expletive", "expletive"))
    assert mistakes == [("another kind", "q", "idiom", "expletive")]
    assert errors(silent("expletive", "idiom"), silent("1", "2")) == []


def test_costs_of_mentions_cannot_be_said_with_sets():
    with pytest.raises(cs.CorefscopeError, match="sets of split antecedents are not mentions; use split='drop'"):
        cs.errors([KEY], [RESPONSE], split="keep", show="costs")
    mistakes = cs.errors([KEY], [RESPONSE], split="keep")
    assert "no cost of single mentions under " in str(mistakes)
    assert cs.errors([KEY], [RESPONSE], split="drop", show="costs")


def test_repairs_keep_the_sets():
    key, response = text("ab cd e [ac]fgh"), text("ab cd e [ac]f gh")
    (repair,) = [each for each in cs.errors([key], [response], split="keep", metrics=["muc", "b3"])["response"].repairs
                 if each.kind == "divided"]  # fmt: skip
    assert repair.cumulative["muc"].f1 == repair.cumulative["b3"].f1 == 1


def test_a_set_that_leads_back_to_itself_is_an_error_only_where_sets_are_scored():
    circle = text("ab cd e", bridging="e>a")
    circle.relations += [cs.Relation("split_antecedent", *ends) for ends in (("e0", "e1"), ("e1", "e0"))]
    mistakes = cs.errors([circle], [text("ab cd e")])
    assert [(error.what, error.kind) for error in mistakes["response"].anaphora] == [("bridging", "missed")]
    assert [each.code for each in mistakes.result.warnings] == ["sets-left-out"]
    assert "<html" in cs.report([circle], [text("ab cd e")])
    with pytest.raises(cs.CorefscopeError, match="leads back to itself"):
        cs.errors([circle], [circle], split="keep")
