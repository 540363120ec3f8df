"""Documents without names are paired by order, with a warning, if both sides have the same number."""

from __future__ import annotations

import json

import pytest

from corefscope.problems import PairingError


def kinds(result):
    return {notice.kind: notice.count for notice in result.warnings}


def records(*clusters):
    return "".join(json.dumps({"clusters": list(entities)}) + "\n" for entities in clusters)


ONE, TWO = [[[0, 1], [3, 3]]], [[[0, 0], [2, 2]], [[5, 5]]]


def test_headless_files_are_paired_with_a_warning(score):
    result = score("mill\t(1)\nit\t(1)\n", "mill\t(2)\nit\t(2)\n")
    assert (set(result.f1.values()), kinds(result)) == ({1}, {"paired by order": 1})


def test_json_lines_without_names(score):
    result = score(records(ONE, TWO), records(ONE, TWO) + "\n", endings=("jsonl", "jsonl"))
    assert (set(result.f1.values()), kinds(result)) == ({1}, {"paired by order": 1})
    swapped = score(records(ONE, TWO), records(TWO, ONE), endings=("jsonl", "jsonl"))
    assert swapped.f1["mentions"] < 1


def test_names_on_one_side_only(score, document):
    key = document("(a)", "(1) (1)") + document("(b)", "(1) - (1)")
    response = records([[[0, 0], [1, 1]]], [[[0, 0], [2, 2]]])
    result = score(key, response, endings=("conll", "jsonl"))
    assert (set(result.f1.values()), kinds(result)) == ({1}, {"paired by order": 1})


@pytest.mark.parametrize("response", [records(ONE), records(ONE, TWO, ONE)], ids=["fewer", "more"])
def test_other_numbers_of_documents_are_refused(score, response, tmp_path):
    with pytest.raises(PairingError) as caught:
        score(records(ONE, TWO), response, endings=("jsonl", "jsonl"))
    count = {1: "1 document", 3: "3 documents"}[response.count("\n")]
    message = str(caught.value)
    assert message.startswith(f"{tmp_path / 'response.jsonl'}: {count} against 2 in the key")
    assert "only if both sides have equally many" in message


def test_named_documents_are_never_paired_by_order(score, document):
    with pytest.raises(PairingError, match="no document of the response is in the key"):
        score(document("(a)", "(1) (1)"), document("(b)", "(1) (1)"))
