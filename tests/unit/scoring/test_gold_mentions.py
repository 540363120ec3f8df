"""`check --gold-mentions`: every mention that only one side has is a problem."""

import pytest

import corefscope as cs
from corefscope.problems import SettingsError

KEY = [{"doc_key": "a", "clusters": [[[0, 0], [2, 2]], [[4, 5]]]}]


def codes(response, **options):
    actual = cs.check(response, against=KEY, **options)
    return [problem.code for problem in actual[0].problems]


def test_the_same_mentions_are_no_problem_whatever_their_entities():
    response = [{"doc_key": "a", "clusters": [[[0, 0], [2, 2], [4, 5]]]}]
    assert codes(response, gold_mentions=True) == []


def test_other_mentions_are_listed_by_side():
    response = [{"doc_key": "a", "clusters": [[[0, 0], [2, 2], [4, 4]]]}]
    assert codes(response) == []
    assert codes(response, gold_mentions=True) == ["gold-mention-missing", "not-a-gold-mention"]
    text = cs.check(response, against=KEY, gold_mentions=True)[0].problems[0].text
    assert "only the key has mention 4–5 of document 'a'" in text


def test_it_needs_a_key():
    with pytest.raises(SettingsError, match="gold mentions need a key"):
        cs.check(KEY, gold_mentions=True)
