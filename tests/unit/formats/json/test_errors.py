"""JSON that cannot be scored: always our error, with file and line, and never a traceback."""

from __future__ import annotations

import re

import pytest

from corefscope.problems import FormatError

GOOD = '{"doc_key": "good", "clusters": [[[0, 1]]]}\n'


def refuse(read_text, put, text, name="text.jsonl", **options):
    """The error's text without the file's name; the name must be in it."""
    with pytest.raises(FormatError) as caught:
        read_text(text, name, **options)
    message = str(caught.value)
    path = put(text, name)
    assert message.startswith(path)
    return message.removeprefix(path)


@pytest.mark.parametrize(
    "span",
    [
        "[-1, 2]", "[3, 2]", "[0.0, 1]", "[0, 1.5]", "[true, 2]", "[0, false]", "[null, 1]", "[1]", "[1, 2, 3]", "[]",
        "5", '"0-1"', "{}", "null", "[[0, 1], [2, 3]]", '["a", "b"]', '["-1", "2"]', '["", "1"]', '["1.0", "2"]',
        "[NaN, 1]", "[0, Infinity]", '["\\ud800", 1]', "[1e2, 200]", '[0, "²"]', '[0, "٣x"]',
    ],
)  # fmt: skip
def test_bad_spans(read_text, put, span):
    message = refuse(read_text, put, GOOD + f'{{"doc_key": "bad", "clusters": [[[0, 0]], [{span}]]}}\n')
    assert message.startswith(":2: cluster 1 has the span ")
    assert "a span is [first token, last token], from 0" in message


@pytest.mark.parametrize(
    "number", ["99999999999999999999", '"99999999999999999999"', "9" * 5000, '"' + "9" * 5000 + '"', str(2**63 - 1)]
)
def test_numbers_too_large_for_a_token(read_text, put, number):
    message = refuse(read_text, put, GOOD + f'{{"doc_key": "bad", "clusters": [[[0, {number}]]]}}\n')
    assert message.startswith(":2: ")


@pytest.mark.parametrize(
    ("value", "fact"),
    [
        ("null", "expected 'array', got 'null' in clusters"),
        ("{}", "expected 'array', got 'object' in clusters"),
        ('"none"', "expected 'array', got 'str' in clusters"),
        ('"\\ud800"', "'clusters' holds half a surrogate pair"),
        ("[7]", "expected 'array', got 'int' in clusters[0]"),
        ("[[[0, 1]], {}]", "expected 'array', got 'object' in clusters[1]"),
        ("[[0, 1]]", "cluster 0 has the span 0"),
    ],
)
def test_clusters_of_the_wrong_shape(read_text, put, value, fact):
    message = refuse(read_text, put, GOOD + f'{{"doc_key": "bad", "clusters": {value}}}\n')
    assert message.startswith(f":2: {fact}")


def test_no_clusters_names_the_fields_there_are(read_text, put):
    message = refuse(read_text, put, '{"doc_key": "a", "tokens": [], "chains": []}\n')
    assert message.startswith(":1: the document has no field 'clusters' (it has chains;")


def test_a_named_field_that_is_not_there(read_text, put):
    message = refuse(read_text, put, GOOD, clusters="chains")
    assert message.startswith(":1: the document has no field 'chains' (it has clusters;")


@pytest.mark.parametrize(
    ("sentences", "place"),
    [('"The mill"', ""), ('["The mill"]', "[0]"), ("[1]", "[0]"), ("{}", ""), ('[["a"], null]', "[1]")],
)
def test_sentences_of_the_wrong_shape(read_text, put, sentences, place):
    message = refuse(read_text, put, GOOD + f'{{"doc_key": "a", "sentences": {sentences}, "clusters": []}}\n')
    assert re.match(f":2: expected 'array', got '[a-z]+' in {re.escape(f'sentences{place}')}$", message)


@pytest.mark.parametrize("record", ["7", '"text"', "null", "[]", "[1, 2]"])
def test_a_line_that_is_no_object(read_text, put, record):
    assert refuse(read_text, put, GOOD + record + "\n").startswith(":2: expected an object, found ")


@pytest.mark.parametrize("text", ["[]", " [ ] \n"])
def test_a_list_without_documents(read_text, put, text):
    assert "the file has no documents" in refuse(read_text, put, text, "text.json")


def test_broken_json_lines_name_the_line(read_text, put):
    message = refuse(read_text, put, GOOD + '{"doc_key": "bad", "clusters": [[[0, 1]}\n' + GOOD)
    assert message.startswith(":2: not valid JSON")
    assert "column" in message


@pytest.mark.parametrize(
    ("record", "ends"),
    [
        ('{"doc_key": "bad", "clusters": [[[0, 1', True),
        ('{"doc_key": "ba', True),
        ('{"doc_key": "bad", "clusters": [[[0, 1]}', False),
        ('{"doc_key": "bad" "clusters": []}', False),
    ],
)
def test_json_that_breaks_off_asks_whether_the_file_is_whole(read_text, put, record, ends):
    message = refuse(read_text, put, GOOD + record)
    assert message.startswith(":2: not valid JSON")
    assert message.endswith(", where it ends: is the file whole?)") == ends


def test_broken_indented_json_names_the_line(read_text, put):
    text = '{\n  "doc_key": "bad",\n  "clusters": [\n    [[0, 1]\n  ]\n'
    assert refuse(read_text, put, text, "text.json").startswith(":6: not valid JSON")


@pytest.mark.parametrize(
    "text", ["{", '{"', '{"a"', '{"clusters"', '{"clusters": [', "[{", "[{}", "[{},", "{}}", "{} {}"]
)
def test_broken_from_the_first_line(read_text, put, text):
    assert refuse(read_text, put, text, "text.json").startswith(":1: ")


def test_not_utf8_names_the_line(read_text, put):
    text = GOOD.encode() + '{"doc_key": "größe", "clusters": []}\n'.encode("latin-1")
    message = refuse(read_text, put, text)
    assert message.startswith(":2: the file is not UTF-8")
    assert "save it as UTF-8" in message


@pytest.mark.parametrize("depth", [50, 900, 985, 1000, 100_000])
@pytest.mark.parametrize(
    ("before", "after"),
    [('{"clusters": [[', "]]}"), ('{"clusters": [', "]}"), ('{"clusters": ', "}"), ("", "")],
    ids=["span", "cluster", "clusters", "document"],
)
def test_deep_nesting(read_text, put, before, after, depth):
    """Around the recursion limit as well as far above it."""
    refuse(read_text, put, before + "[" * depth + "]" * depth + after, "text.json", format="json")


@pytest.mark.parametrize("text", ["\u00a0\n", "\u3000", "\u2003\n\u2003\n"])
def test_nothing_but_blanks_of_unicode(read_text, put, text):
    refuse(read_text, put, text, format="json")
