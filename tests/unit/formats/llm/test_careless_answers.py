"""Answers as models give them: fenced, chatty, cut off, thought aloud; and the numbers beside their scores."""

from __future__ import annotations

import json

import pytest

import corefscope as cs

TEXT = "Ann Lee opened the old bakery in March . She sold it to Bob . He likes the bakery , and she likes him ."
CLUSTERS = [[[0, 1], [9, 9], [21, 21]], [[3, 5], [11, 11], [17, 18]], [[13, 13], [15, 15], [23, 23]]]
KEY = {"doc_key": "tale", "tokens": TEXT.split(), "clusters": CLUSTERS}
TAGS = (
    '<m id="1">Ann Lee</m> opened <m id="2">the old bakery</m> in March. <m id="1">She</m> sold <m id="2">it</m> to '
    '<m id="3">Bob</m>. <m id="3">He</m> likes <m id="2">the bakery</m>, and <m id="1">she</m> likes <m id="3">him</m>.'
)
JSON = '[["Ann Lee", "She", "she"], ["the old bakery", "it", "the bakery"], ["Bob", "He", "him"]]'
THOUGHT = '<think>\nMaybe [["Ann Lee", "She"]], or <m id="9">Ann</m>?\n</think>\n'
# The answer, F1 of mentions in percent, the words copied, changed, missing, invented, mentions written, documents cut
# off, and the warnings but for the name.
ANSWERS = {
    "as asked": (TAGS, 100, (25, 0, 0, 0, 9, 0), []),
    "a fence": (f"Here it is:\n\n```xml\n{TAGS}\n```\n", 100, (25, 0, 0, 11, 9, 0), ["words-inserted"]),
    "JSON in a fence": (f"Sure!\n```json\n{JSON}\n```\nDone.", 100, (0, 0, 0, 0, 9, 0), []),
    "other ids": (TAGS.replace('"1"', '"7"').replace('"3"', '"1"'), 100, (25, 0, 0, 0, 9, 0), []),
    "single quotes": (TAGS.replace('"', "'"), 100, (25, 0, 0, 0, 9, 0), []),
    "no quotes": (TAGS.replace('"', ""), 100, (25, 0, 0, 0, 9, 0), []),
    "capital tags": (TAGS.replace("<m id", "<M ID").replace("</m>", "</M>"), 100, (25, 0, 0, 0, 9, 0), []),
    "references": (TAGS.replace("Bob", "B&#111;b").replace(", and", "&#x2c; and"), 100, (25, 0, 0, 0, 9, 0), []),
    "coref tags": (TAGS.replace("<m id", "<coref id").replace("</m>", "</coref>"), 100, (25, 0, 0, 0, 9, 0), []),
    "nested": (TAGS.replace(">the old", '>the <m id="4">old</m>'), 94.74, (25, 0, 0, 0, 10, 0), []),
    "renamed": (TAGS.replace("Ann Lee", "Anna Smith"), 100, (23, 2, 0, 0, 9, 0), ["words-changed"]),
    "invented": (TAGS.replace(" likes", " truly likes"), 100, (25, 0, 0, 2, 9, 0), ["words-inserted"]),
    "cut off": (TAGS[: TAGS.index(' likes <m id="2"')], 80, (16, 0, 9, 0, 6, 1), ["words-deleted", "text-ends-early"]),
    "JSON cut off": (JSON[:60], 71.43, (0, 0, 0, 0, 5, 1), ["truncated-output"]),
    "never closed": (TAGS.replace("</m> in", " in"), 94.12, (25, 0, 0, 0, 9, 0), ["lost-never-closes"]),
    "thought": (THOUGHT + TAGS, 100, (25, 0, 0, 0, 9, 0), ["thinking-left-out"]),
    "thought and JSON": (THOUGHT + JSON, 100, (0, 0, 0, 0, 9, 0), ["thinking-left-out"]),
    "the end of a thought": ("so, tags.\n</think>\n" + TAGS, 100, (25, 0, 0, 0, 9, 0), ["thinking-left-out"]),
    "a second answer": (f'First [["Bob", "it"]], no: {JSON}', 100, (0, 0, 0, 0, 9, 0), ["several-answers"]),
    "a comma too many": (JSON[:-1] + ",]", 100, (0, 0, 0, 0, 9, 0), ["trailing-comma"]),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_an_answer_and_its_numbers(name, tmp_path):
    answer, mentions, numbers, warnings = ANSWERS[name]
    path = tmp_path / "answer.txt"
    path.write_text(answer + "\n", encoding="utf-8")
    result = cs.score(KEY, path, metrics=["mentions"])
    output = result.system.output
    found = (output.copied, output.changed, output.missing, output.invented, output.written, output.cut_off)
    assert (round(100 * result.f1["mentions"], 2), found) == (mentions, numbers)
    assert [notice.code for notice in result.warnings if notice.code != "paired-by-order"] == warnings


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (TAGS.replace('<m id="3">Bob</m>', "[Bob](#3)"), "the file could be markdown or elements"),
        ("I'm sorry, but I cannot help with that.", "corefscope does not know this format"),
        ("1. Ann Lee\n2. Bob\n3. He\n", "corefscope does not know this format"),
        (JSON.replace('"', "'"), "corefscope does not know this format"),
        (f'{{"Ann": {JSON[1 : JSON.index("]") + 1]}}}', "could be the label of its entity .chains. or a mention"),
    ],
)
def test_what_cannot_be_read_is_refused(answer, said, tmp_path):
    path = tmp_path / "answer.txt"
    path.write_text(answer + "\n", encoding="utf-8")
    with pytest.raises(cs.CorefscopeError, match=said):
        cs.score(KEY, path)


def test_thinking_that_never_ends_is_no_answer(tmp_path):
    path = tmp_path / "answer.txt"
    path.write_text('<think>hm, <m id="1">Ann</m> and <m id="2">it', encoding="utf-8")
    codes = [notice.code for notice in cs.score(KEY, path, metrics=["mentions"]).warnings]
    assert {"thinking-left-out", "empty-output", "response-without-mentions"} <= set(codes)


OTHER = {**KEY, "doc_key": "other"}


@pytest.mark.parametrize(
    ("answer", "copied"), [(TEXT, 25), ("I'm sorry, but I cannot help with that.", 0), ("", 0), ("[]", 0)]
)
@pytest.mark.parametrize("form", [None, "elements"])
def test_an_answer_without_markup_among_others(answer, copied, form, tmp_path):
    """One refusal, or one text without mentions, stopped the whole folder."""
    (tmp_path / "other.txt").write_text(answer, encoding="utf-8")
    (tmp_path / "tale.txt").write_text(TAGS, encoding="utf-8")
    result = cs.score([KEY, OTHER], tmp_path, metrics=["mentions"], response_format=form)
    assert (result.recall["mentions"], result.precision["mentions"]) == (0.5, 1.0)
    assert 25 + copied <= result.system.output.copied < 25 + copied + 3  # a full stop may be equal
    assert {"output-without-mentions", "empty-output"} & {notice.code for notice in result.warnings}


def test_a_refusal_among_answers_in_json(tmp_path):
    (tmp_path / "other.txt").write_text("There is none.", encoding="utf-8")
    (tmp_path / "tale.txt").write_text(JSON, encoding="utf-8")
    result = cs.score([KEY, OTHER], tmp_path, metrics=["mentions"])
    assert (result.recall["mentions"], result.precision["mentions"]) == (0.5, 1.0)
    assert [notice.code for notice in result.warnings] == ["output-without-mentions"]


def test_a_text_among_other_formats_is_refused(tmp_path):
    (tmp_path / "other.txt").write_text("There is none.", encoding="utf-8")
    (tmp_path / "tale.conll").write_text("#begin document (tale);\ntale 0 0 Ann (1)\n#end document\n", encoding="utf-8")
    with pytest.raises(cs.CorefscopeError, match="corefscope does not know this format"):
        cs.score([KEY, OTHER], tmp_path, metrics=["mentions"])


def test_an_output_of_null_is_an_empty_answer(tmp_path):
    path = tmp_path / "answers.jsonl"
    records = [{"id": "other", "output": None}, {"id": "tale", "output": TAGS}]
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    result = cs.score([KEY, OTHER], path, metrics=["mentions"])
    assert (result.recall["mentions"], result.system.output.missing) == (0.5, 25)
