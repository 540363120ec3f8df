"""What tools write: one text is one corpus in all layouts, and a file that is cut off is noticed."""

from __future__ import annotations

import random

import pytest

import corefscope as cs
from fuzzing.layouts import LAYOUTS, files_of
from fuzzing.texts import Text, random_pair
from fuzzing.tool_layouts import LAYOUTS as TOOLS

IDS = ("wec",)  # mentions are ids, not places
WITHOUT_WORDS = (*IDS, "cattan")
# Rows of a table have no end that could be missing, as in CSV.
CLOSED = [name for name in TOOLS if name != "booknlp"]


def written(layout, texts, folder):
    folder.mkdir(parents=True, exist_ok=True)
    files = files_of(layout, texts)
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return folder / next(iter(files))


def entities_of(document):
    """Entities as sets of spans of words, in whichever order and by whichever ids."""
    spans = ({(m.start, m.end) for m in entity} for entity in document.entities)
    return sorted(map(sorted, spans))


@pytest.mark.parametrize("layout", [name for name in TOOLS if name not in IDS])
def test_one_text_is_one_corpus(layout, tmp_path):
    chance = random.Random("one corpus")
    for case in range(12):
        (text, *_), _ = random_pair(chance)
        places = [number for number, sentence in enumerate(text.sentences) for _ in sentence]
        kept = [[(s, e) for s, e in entity if places[s] == places[e - 1]] for entity in text.entities]
        text = Text(text.name, text.sentences, [entity for entity in kept if entity] or [[(0, 1)]])
        (document,) = cs.read(written(layout, [text], tmp_path / str(case)))
        (expected,) = cs.read(written("json-lines", [text], tmp_path / f"{case}-json"))
        assert entities_of(document) == entities_of(expected) == sorted(map(sorted, text.entities))
        if layout not in WITHOUT_WORDS:
            assert document.words == text.words
            assert document.sentences == expected.sentences


WHOLE = Text("tale", [["Anna", "saw", "the", "mill"], ["She", "ran"]], [[(0, 1), (4, 5)], [(2, 4)]])


@pytest.mark.parametrize("layout", CLOSED)
def test_a_file_cut_at_any_byte(layout, tmp_path):
    key = written(layout, [WHOLE], tmp_path / "key")
    response = written(layout, [WHOLE], tmp_path / "response")
    content = response.read_bytes()
    perfect = cs.score(key, response, metrics=["mentions", "b3"])
    assert (set(perfect.f1.values()), perfect.warnings) == ({1}, ())
    silently_different = []
    for length in range(1, len(content), 3):
        response.write_bytes(content[:length])
        try:
            result = cs.score(key, response, metrics=["mentions", "b3"])
        except cs.CorefscopeError:
            continue
        if set(result.f1.values()) != {1} and not result.warnings:
            silently_different.append((length, content[:length][-12:]))
    assert silently_different == []


@pytest.mark.parametrize("layout", TOOLS)
def test_one_format_is_recognised(layout, tmp_path):
    from corefscope.formats.registry import detected

    for texts in random_pair(random.Random(layout)):
        content = next(iter(files_of(layout, texts).values()))
        assert len(detected(content)) == 1


LINE = Text("tale", [[f"w{number}" for number in range(24)]], [[(n, n + 2) for n in range(0, 21, 3)]])
CHANGES = {"later": (1, 1), "longer": (0, 1), "earlier": (-1, -1)}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("layout", [name for name in TOOLS if name not in IDS])
def test_shifted_spans_are_noticed(layout, change, tmp_path):
    """A tool that counts otherwise than its format says scores near 0: the warning names the shift."""
    start, end = CHANGES[change]
    key = written("json-lines", [LINE], tmp_path / "key")
    moved = Text("tale", LINE.sentences, [[(s + start, e + end) for s, e in LINE.entities[0] if s + start >= 0]])
    response = written(layout, [moved], tmp_path / "response")
    codes = {notice.code for notice in cs.score(key, response, metrics=["mentions"]).warnings}
    assert "shifted-mentions" in codes


def test_every_layout_is_here():
    assert set(TOOLS) <= set(LAYOUTS)


LOOKALIKES = {
    # What looks like another format at first sight.
    "json": b'{"doc_key": "a", "meta": {"type": "graph"}, "clusters": [[[0, 1]]]}\n',
    "mention-list": b'[{"m_id": "1", "cluster_id": 3, "tokens_ids": [1], "doc_id": "a"}]',
    "stanza-json": b'[{"index": 0, "representative": "x", "mentions": []}]',
    "ecb": b'<?xml version="1.0"?>\n<Document doc_name="a">\n<token t_id="1" sentence="0">x</token>',
    "booknlp": b"COREF\tstart_token\tend_token\tprop\tcat\ttext\n",
}


@pytest.mark.parametrize("name", LOOKALIKES)
def test_lookalikes_are_told_apart(name):
    from corefscope.formats.registry import detected

    assert [format.name for format in detected(LOOKALIKES[name])] == [name]
