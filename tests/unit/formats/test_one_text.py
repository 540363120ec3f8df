"""One text in the layouts of many tools gives one corpus; cut anywhere it gives an error or a warning."""

from __future__ import annotations

from itertools import accumulate
from random import Random

import pytest

import corefscope as cs
from corefscope.formats.registry import detected
from fuzzing.files import Side
from fuzzing.layouts import LAYOUTS, files_of
from fuzzing.texts import Text, random_pair

TOOLS = ("stanza", "stanza-json", "booknlp", "corenlp", "ecb", "wec", "cattan")
IDS = ("wec",)  # mentions are ids, not places
WITHOUT_WORDS = ("cattan", "brat", "label-studio", "doccano", "fastcoref")
ANNOTATION = ("xmi", "uima-json", "mmax", "label-studio", "prodigy", "doccano", "zip", "brat", "webanno")
# Tables have no words; texts of language models may be changed, so they are only aligned with a key.
PLACED = [name for name in TOOLS if name not in IDS]
EVERY = [*PLACED, *ANNOTATION, "conll-12", "corefud", "json-lines", "fastcoref"]
SENTENCES = [*PLACED, "xmi", "uima-json", "mmax", "zip", "webanno", "corefud"]  # whose files tell words and sentences


def put(folder, layout, texts):
    return Side(layout, files_of(layout, texts)).put(folder / layout)


def in_characters(document, words):
    """Entities as spans of the characters of words, blanks not counted; whatever the document counts."""
    ends = list(accumulate(map(len, words)))
    if document.unit == cs.model.CHARACTERS:
        before = list(accumulate((not letter.isspace() for letter in document.raw_text), initial=0))
        place = lambda mention: (before[mention.start], before[mention.end])  # noqa: E731
    else:
        place = lambda mention: (ends[mention.start] - len(words[mention.start]), ends[mention.end - 1])  # noqa: E731
    return sorted(sorted(map(place, entity)) for entity in document.entities)


def within_sentences(text):
    """A text without mentions across sentences, which some tools do not have, and with a wide character."""
    places = [number for number, sentence in enumerate(text.sentences) for _ in sentence]
    rest = [[(s, e) for s, e in entity if places[s] == places[e - 1]] for entity in text.entities]
    sentences = [["😀", *text.sentences[0][1:]], *text.sentences[1:]]
    return Text(text.name, sentences, [entity for entity in rest if entity] or [[(0, 1)]])


@pytest.mark.parametrize("layout", EVERY)
def test_every_layout_gives_the_same_entities(tmp_path, layout):
    for seed in range(20):
        texts, _ = random_pair(Random(seed))
        texts = [within_sentences(text) for text in (texts if LAYOUTS[layout][1] else texts[:1])]
        documents = cs.read(put(tmp_path / str(seed), layout, texts))
        assert len(documents) == len(texts)
        for document, text in zip(documents, texts, strict=True):
            expected = cs.Document(text.name, [[cs.Mention(*span) for span in entity] for entity in text.entities])
            assert in_characters(document, text.words) == in_characters(expected, text.words), (seed, text)
            if layout in SENTENCES and layout not in WITHOUT_WORDS:
                assert document.words == text.words
                assert [end - start for start, end in document.sentences] == list(map(len, text.sentences))


WHOLE = Text("tale", [["Anna", "saw", "the", "mill"], ["She", "ran"]], [[(0, 1), (4, 5)], [(2, 4)]])
# Rows of a table have no end that could be missing, nor have a tool's lines.
OPEN = ("booknlp", "brat", "conll-12", "corefud", "webanno")


@pytest.mark.parametrize("layout", [*IDS, *(name for name in EVERY if name not in OPEN)])
def test_a_file_cut_at_any_byte(layout, tmp_path):
    key, files = put(tmp_path / "key", layout, [WHOLE]), files_of(layout, [WHOLE])
    perfect = cs.score(key, key, metrics=["mentions", "b3"])
    assert set(perfect.f1.values()) == {1}
    silently_different = []
    for name, content in files.items():
        for length in range(1, len(content.rstrip()), 11 if len(content) > 2000 else 3):
            response = Side(layout, {**files, name: content[:length]}).put(tmp_path / "response")
            try:
                result = cs.score(key, response, metrics=["mentions", "b3"])
            except cs.CorefscopeError:
                continue
            if set(result.f1.values()) != {1} and not result.warnings:
                silently_different.append((name, content[:length][-12:]))
    assert silently_different == []


LINE = Text("tale", [[f"w{number}" for number in range(24)]], [[(n, n + 2) for n in range(0, 21, 3)]])


@pytest.mark.parametrize("change", [(1, 1), (0, 1), (-1, -1)])
@pytest.mark.parametrize("layout", PLACED)
def test_shifted_spans_are_noticed(layout, change, tmp_path):
    """A tool that counts otherwise than its format says scores near 0: the warning names the shift."""
    start, end = change
    moved = Text("tale", LINE.sentences, [[(s + start, e + end) for s, e in LINE.entities[0] if s + start >= 0]])
    key, response = put(tmp_path / "key", "json-lines", [LINE]), put(tmp_path / "response", layout, [moved])
    codes = {notice.code for notice in cs.score(key, response, metrics=["mentions"]).warnings}
    assert "shifted-mentions" in codes


LOOKALIKES = {
    # What looks like another format at first sight.
    "json": b'{"doc_key": "a", "meta": {"type": "graph"}, "clusters": [[[0, 1]]]}\n',
    "mention-list": b'[{"m_id": "1", "cluster_id": 3, "tokens_ids": [1], "doc_id": "a"}]',
    "stanza-json": b'[[{"id": 1, "text": "x", "clusters": []}]]',
    "ecb": b'<?xml version="1.0"?>\n<Document doc_name="a">\n<token t_id="1" sentence="0">x</token>',
    "booknlp": b"COREF\tstart_token\tend_token\tprop\tcat\ttext\n",
}


@pytest.mark.parametrize("name", LOOKALIKES)
def test_lookalikes_are_told_apart(name):
    assert [format.name for format in detected(LOOKALIKES[name])] == [name]
