"""One text in the layouts of many tools gives one corpus; cut anywhere it gives an error or a warning."""

from __future__ import annotations

from itertools import accumulate
from random import Random

import pytest

import corefscope as cs
from fuzzing.files import Side
from fuzzing.layouts import LAYOUTS, files_of
from fuzzing.texts import Text, random_pair

TOOLS = ("xmi", "uima-json", "mmax", "label-studio", "prodigy", "doccano", "zip")
# Tables have no words; texts of language models may be changed, so they are only aligned with a key.
OTHERS = ("conll-12", "corefud", "json-lines", "fastcoref", "brat", "webanno")


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


@pytest.mark.parametrize("layout", [*TOOLS, *OTHERS])
def test_every_layout_gives_the_same_entities(tmp_path, layout):
    for seed in range(25):
        texts, _ = random_pair(Random(seed))
        wide = Text(texts[0].name, [["😀", *texts[0].sentences[0][1:]], *texts[0].sentences[1:]], texts[0].entities)
        texts = [wide] if not LAYOUTS[layout][1] else [wide, *texts[1:]]
        documents = cs.read(put(tmp_path / str(seed), layout, texts))
        assert len(documents) == len(texts)
        for document, text in zip(documents, texts, strict=True):
            expected = cs.Document(text.name, [[cs.Mention(*span) for span in entity] for entity in text.entities])
            assert in_characters(document, text.words) == in_characters(expected, text.words), (seed, text)


@pytest.mark.parametrize("layout", ["xmi", "uima-json", "mmax", "zip"])
def test_tokens_and_sentences_are_those_of_conll(tmp_path, layout):
    for seed in range(10):
        texts = random_pair(Random(seed))[0][:1]
        found, conll = (cs.read(put(tmp_path / str(seed), each, texts))[0] for each in (layout, "conll-12"))
        assert (found.words, found.sentences) == (conll.words, conll.sentences)


@pytest.mark.parametrize("layout", TOOLS)
def test_a_file_cut_anywhere_is_refused_or_lacks_documents(tmp_path, layout):
    texts = next(texts for seed in range(99) if len(texts := random_pair(Random(seed))[0]) > 1)
    files = files_of(layout, texts)
    whole = cs.read(Side(layout, files).put(tmp_path / "whole"))
    for name, content in files.items():
        for length in range(0, len(content.rstrip()), 11 if len(content) > 2000 else 3):
            path = Side(layout, {**files, name: content[:length]}).put(tmp_path / "cut")
            try:
                documents = cs.read(path)
            except cs.CorefscopeError:
                continue
            # Whole lines may be left of one object a line.
            assert layout in ("prodigy", "doccano"), (name, length)
            assert documents == whole[: len(documents)] != whole
