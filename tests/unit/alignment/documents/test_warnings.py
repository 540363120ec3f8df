"""Tolerated problems are counted and shown with their first places; under strict=True they are errors."""

from __future__ import annotations

import json

import pytest

import corefscope as cs
from corefscope.problems import FormatError, StrictError

CELLS = "(1) (1) (2) (2)"


def only(result):
    (notice,) = result.warnings
    return notice


@pytest.fixture
def tolerated(score, put, document, tmp_path):
    """One call for each kind of warning."""
    key = document("(a)", CELLS)
    outside = json.dumps({"doc_key": "a", "clusters": [[[0, 0], [4, 4]]]})
    put(key, "folder/a.conll")
    put("read me", "folder/README.md")
    texts = {
        "different words": (key, document("(a)", CELLS, "w0 w1 w2 W3")),
        "mention repeated in one entity": (key, document("(a)", "(1)|(1) (1) (2) (2)")),
        "mention repeated in two entities": (key, document("(a)", "(1)|(2) (1) (2) (2)")),
        "document missing from the response": (key + document("(b)", CELLS), key),
        "document only in the response": (key, key + document("(b)", CELLS)),
        "response without mentions": (key, document("(a)", "- - - -")),
        "paired by order": ("mill\t(1)\n", "mill\t(2)\n"),
        "comment ignored": (key, "# a remark of somebody\n" + key),
        "line outside any document": (key, key + "w\t(1)\n"),
        "closed and opened at one token": (key, document("(a)", "(1 1)|(1 1) -")),
        "split antecedent": (key, document("(a)", "(1) (1) (2) (1+2)")),
    }
    calls = {kind: lambda pair=pair, **options: score(*pair, **options) for kind, pair in texts.items()}
    calls["mention outside its document"] = lambda **options: score(key, outside, ("conll", "jsonl"), **options)
    calls["file skipped"] = lambda **options: cs.score(
        put(key.replace("(2)", "(3)"), "key.conll"), tmp_path / "folder", **options
    )
    return calls


KINDS = [
    "different words",
    "mention repeated in one entity",
    "mention repeated in two entities",
    "document missing from the response",
    "document only in the response",
    "response without mentions",
    "paired by order",
    "comment ignored",
    "line outside any document",
    "closed and opened at one token",
    "split antecedent",
    "mention outside its document",
    "file skipped",
]


@pytest.mark.parametrize("kind", KINDS)
def test_each_is_counted_once_with_its_place(tolerated, kind, tmp_path):
    notice = only(tolerated[kind]())
    assert (notice.kind, notice.count) == (kind, 1)
    assert notice.first.startswith(str(tmp_path))


@pytest.mark.parametrize("kind", KINDS)
def test_each_is_an_error_under_strict(tolerated, kind):
    notice = only(tolerated[kind]())
    with pytest.raises(StrictError) as caught:
        tolerated[kind](strict=True)
    assert str(caught.value) == f"{notice} (a warning is an error under strict=True)"


def test_a_missing_document_lowers_recall_only(score, document):
    """Skipping the document would raise the score."""
    one, two = document("(a)", CELLS), document("(b)", CELLS)
    whole, part = score(one + two, one + two), score(one + two, one)
    for metric in ("mentions", "muc", "b3"):
        assert (whole.recall[metric], whole.precision[metric]) == (1, 1)
        assert (part.recall[metric], part.precision[metric]) == (0.5, 1)


def test_repeated_mentions_can_be_refused(score, document, tmp_path):
    with pytest.raises(FormatError) as caught:
        score(document("(a)", CELLS), document("(a)", "(1) (1)|(2) (2) -"), repeated="error")
    message = str(caught.value)
    assert message.startswith(f"{tmp_path / 'response.conll'}:3: mention 1–1 'w1' of entity 1 is also in entity 2")
    assert "repeated='first', last or merge" in message


@pytest.mark.parametrize(
    ("last", "hint"), [(9, ""), (4, "; are the ends of spans meant to be excluded?"), (999_999_999, "")]
)
def test_a_mention_outside_its_document_is_an_error_where_its_words_are_known(score, document, tmp_path, last, hint):
    response = json.dumps({"doc_key": "a", "sentences": [["w0", "w1"], ["w2", "w3"]], "clusters": [[[3, last]]]})
    with pytest.raises(FormatError) as caught:
        score(document("(a)", CELLS), response, ("conll", "jsonl"))
    fact = f"mention 3–{last} of document 'a' lies outside its 4 tokens (they are counted from 0 to 3{hint})"
    assert str(caught.value) == f"{tmp_path / 'response.jsonl'}:1: {fact}"


def test_a_mention_outside_the_key_document_when_the_response_has_no_words(score, document):
    """The key gives the length of the document."""
    response = json.dumps({"doc_key": "a", "clusters": [[[0, 0], [1, 1]], [[2, 2], [3, 9]]]})
    notice = only(score(document("(a)", CELLS), response, ("conll", "jsonl")))
    assert notice.kind == "mention outside its document"
