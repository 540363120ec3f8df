"""JSON Lines are read as `json` and a check of each span read them, warnings and errors included."""

from __future__ import annotations

import json
import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corefscope as cs
from corefscope.formats.files.blocks import Block, StoredBytes
from corefscope.formats.files.sources import Source, checked
from corefscope.formats.json import reader, record
from corefscope.formats.json.record import Record
from corefscope.formats.registry import Options
from corefscope.model import Corpus
from corefscope.problems import CorefscopeError, Notices
from support.inputs.damage import damaged

WORDS = ["Anna", "a", ",", "", "], [", ", ", "[", "]", '"', "\\", '\\"', "é", "中", "\n", "\ud800", "{", ":", "0"]
TELLING = b'[]{},:" \n\\0123456789-.eu\t\r\x01\x02\x7f\xc3Knull'


def outcome(content, clusters=None):
    """All that reading gives: columns, words and layers, warnings, errors."""
    notices = Notices()
    columns = []
    try:
        blocks = iter([Block.of(checked(content, "x.jsonl"))])
        corpus = reader.read(blocks, Source("x.jsonl", "x"), notices, Options(clusters))
        if not notices.refused:
            columns = [getattr(corpus, name) for name in Corpus.__dataclass_fields__ if name != "texts"]
            columns = [column.tolist() if hasattr(column, "tolist") else column for column in columns]
            columns.append([text and text[0].layer(text[1], "speaker") for text in corpus.texts])
            columns.append(corpus.documents())
        notices.stop()
    except CorefscopeError as error:
        columns = [str(each) for each in (error, *error.more)]
    return columns, [(notice.kind, notice.count, str(notice)) for notice in notices]


def span_by_span(content, clusters=None):
    """The same without msgspec: every line through `json`, every span checked in Python."""

    def refuse(content):
        raise msgspec.DecodeError

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(record, "_fields", refuse)
        patch.setattr(record, "_list_of_fields", refuse)
        patch.setattr(Record, "pairs", lambda *arguments: None)
        return outcome(content, clusters)


def random_record(chance):
    """A document with any of the fields that plain ones may have, in any order, its mentions perhaps outside it."""
    sentences = [chance.choices(WORDS, k=chance.randrange(5)) for _ in range(chance.randrange(4))]
    places = range(sum(map(len, sentences)) + 1)
    fields = {
        "doc_key": chance.choice(["tale", "é", " a b ", "", "\ud800x"]),
        "sentences": sentences,
        "speakers": [["Ann"] * len(sentence) for sentence in sentences],
        "ner": [[0, 1, "PERSON"], [2, 12, "["]],
        "constituents": [],
        "genre": "nw\t",
        "topic": "mills",
        "clusters": [
            [[place, place + chance.randrange(3)] for place in chance.choices(places, k=chance.randint(1, 3))]
            for _ in range(chance.randrange(4))
        ],
    }
    chosen = [name for name in fields if name == "clusters" or chance.random() < 0.7]
    return {name: fields[name] for name in chance.sample(chosen, len(chosen))}


def lines(chance):
    options = {"ensure_ascii": chance.random() < 0.5, "separators": chance.choice([(", ", ": "), (",", ":")])}
    text = "\n".join(json.dumps(random_record(chance), **options) for _ in range(chance.randint(1, 3)))
    return (text + chance.choice(["", "\n"])).encode("utf-8", "replace")


@given(seed=st.integers(0))
@settings(max_examples=400, deadline=None)
def test_damage_is_reported_as_span_by_span(seed):
    chance = random.Random(seed)
    content = lines(chance)
    assert outcome(content) == span_by_span(content)
    content = damaged(content, chance, TELLING)
    assert outcome(content) == span_by_span(content)


ONE = '{"doc_key": "a", "sentences": [["b", "c"], ["d"]], "clusters": [[[0, 1], [2, 2]], [[10, 12]]]}\n'


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("[0, 1]", "[0, 1.0]"), ("[0, 1]", "[0, 1e0]"), ("[0, 1]", "[1, 0]"), ("[0, 1]", "[0, 1, 2]"),
        ("[0, 1]", "[0]"), ("[0, 1]", "[]"), ("[0, 1]", "null"), ("[0, 1]", '"01"'), ("[0, 1]", '["0", 1]'),
        ("[0, 1]", "[0, NaN]"), ("[0, 1]", "[0, 2147483648]"), ("[0, 1]", "[[0, 1]]"), ("[0, 1]", "{}"),
        ("[0, 1]", "[0, 2147483647]"), ("[0, 1]", "[0, 2147483646]"), ("[[10, 12]]", "[]"), ("[[10, 12]]", "10"),
        ("]]]}", "]]]}}"), ("]]]}", "]]]},"), ("{", "\ufeff{"), ("{", "[{"), ("\n", " \n"), ("\n", "\r\n"),
        ('"a"', "3"), ('"a"', "null"), ('"a"', '["a"]'), ('"a", ', '"a", "doc_key": "b", '),
        ('"a", ', '"a", "clusters": [], '), ('"a", ', '"a", "text": "b", '), ('"a", ', '"a", "subtoken_map": [], '),
        ('"doc_key"', '"doc\\u005fkey"'), ('"b", "c"', '"b", 3'), ('"b", "c"', '"b", []'), ('["d"]', '"d"'),
        ('[["b", "c"], ["d"]]', '["b", "c"]'), ('[["b", "c"], ["d"]]', "{}"), ('"clusters"', '"predicted_clusters"'),
        ('"clusters"', '"speakers": [["b"]], "clusters"'), ('"b"', '"\udcff"'), ('"b", "c"', '"b", NaN'),
        ('"b", "c"', '"b", "\\ud800"'), ('"b", "c"', '"b", "\\u0000"'),
    ],
)  # fmt: skip
def test_what_is_nearly_plain(old, new):
    one = ONE.replace(", [[10, 12]]", "")
    for text in (ONE.replace(old, new, 1) + ONE, one.replace(old, new, 1) + one.replace('"a"', '"z"')):
        content = text.encode("utf-8", "surrogateescape")
        assert outcome(content) == span_by_span(content)


@pytest.mark.parametrize("clusters", ["clusters", "sentences", "word_clusters"])
def test_a_field_that_the_user_names(clusters):
    assert outcome(ONE.encode(), clusters) == span_by_span(ONE.encode(), clusters)


def test_lines_of_e2e_coref_after_documents_that_count_characters():
    first, second = b'{"text": "Anna", "clusters": [[[0, 4]]]}\n', ONE.encode()
    blocks = [Block.of(first), Block(second, StoredBytes(second), lines_before=1)]
    notices = Notices()
    reader.read(iter(blocks), Source("x.jsonl", "x"), notices, Options())
    with pytest.raises(CorefscopeError, match=r"x\.jsonl:2: .*those before it count characters"):
        notices.stop()


@pytest.mark.parametrize(
    ("word", "end", "warnings"),
    [
        ('"b"', "}\n", ["key and response are identical"]),
        ('"b"', "} \n", []),  # a blank that makes it no plain line
        (r'"\u0062"', "}\n", []),
        ('"e"', "}\n", ["different words"]),
        (r'"\"b\""', "} \n", ["different words"]),  # the bytes of one document's words are the only word of another
    ],
)
def test_words_are_compared_however_they_are_spelt(put, word, end, warnings):
    text = '{"doc_key": "a", "sentences": [["b"]], "clusters": [[[0, 0]]]}\n'
    key, response = put(text, "key.jsonl"), put(text.replace('"b"', word).replace("}\n", end), "response.jsonl")
    (system,) = cs.score(key, response).systems
    assert [notice.kind for notice in system.warnings] == warnings
