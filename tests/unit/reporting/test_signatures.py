"""A signature in words."""

import json

import pytest

import corefscope as cs
from corefscope.problems import SettingsError
from corefscope.reporting.signatures import UNKNOWN, UNKNOWN_VALUE
from support.command_line import KEY, ROOT, A, B


def test_long_and_short_form_say_the_same():
    result = cs.score(KEY, A, singletons="drop")
    long, short = cs.signature(result.signature), cs.signature(result.short_signature)
    assert long == short
    assert (long.text, long.short) == (result.signature, result.short_signature)
    assert {part.name: part.value for part in long.parts}["singletons"] == "drop"


def test_every_part_of_every_kind_of_result_has_a_meaning():
    challenge = ROOT / "examples" / "challenge"
    results = [
        cs.score(KEY, A, singletons="drop"),
        cs.compare(KEY, A, B, metrics="muc", trials=100),
        cs.agreement(KEY, A),
        cs.challenge("gap", challenge / "gap.tsv", challenge / "gap-other.jsonl", trials=1),
        cs.leaderboard(ROOT / "examples" / "leaderboard", metrics="muc", trials=100),
    ]
    for result in results:
        parts = cs.signature(result.signature).parts
        assert "|".join(part.name for part in parts) == "|".join(
            each.split(":")[0] for each in result.signature.split("|")
        )
        assert [part for part in parts if part.meaning == "" or UNKNOWN in part.meaning] == []
        assert [part for part in parts if UNKNOWN_VALUE in part.meaning] == []


def test_a_setting_of_another_version_is_said_to_be_unknown():
    assert cs.signature("corefscope:9.0|moon:full").parts[1] == ("moon", "full", UNKNOWN)


def test_a_value_of_another_version_is_said_to_be_unknown():
    meaning = cs.signature("corefscope:9.0|match:shape").parts[1].meaning
    assert meaning == f"when two mentions are the same: {UNKNOWN_VALUE}"


def test_missing_of_a_leaderboard_is_not_that_of_a_challenge_set():
    board = cs.leaderboard(ROOT / "examples" / "leaderboard", metrics="muc", trials=100)
    challenge = ROOT / "examples" / "challenge"
    answers = cs.challenge("gap", challenge / "gap.tsv", challenge / "gap-other.jsonl", trials=1)
    meanings = [
        {part.name: part.meaning for part in cs.signature(each.signature).parts}["missing"] for each in (board, answers)
    ]
    assert "submissions" in meanings[0]
    assert meanings[1].startswith("a question without an answer counts as")


@pytest.mark.parametrize("text", ["", "match:exact", "corefscope", "corefscope:1|a:1|a:2", "cs1.0nv0g00.3wt5"])
def test_what_is_no_signature(text):
    with pytest.raises(SettingsError) as caught:
        cs.signature(text)
    assert caught.value.code == "bad-signature"


def test_outputs():
    found = cs.signature("corefscope:0.1.0|match:exact")
    data = json.loads(found.to_json())
    assert (data["signature"], data["short"]) == (found.text, found.short)
    assert data["parts"][1]["name"] == "match"
    assert found.to_csv().splitlines()[0] == "part,value,meaning"
