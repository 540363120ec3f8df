"""The JSON of each system, damaged, and published corpora written in it."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

import corefscope as cs
from corefscope.formats.files.blocks import Block
from corefscope.formats.files.sources import Source
from corefscope.formats.json import reader
from corefscope.formats.registry import Options
from corefscope.problems import Notices
from support.inputs.json_records import (
    FASTCOREF,
    RECORDS,
    lines,
)

TELLING = '[]{},:0123456789".-_ntA#'
EVERYTHING = {**RECORDS, "fastcoref": FASTCOREF}


def read_bytes(text, clusters=None):
    """The documents of a text, without the detour over a file."""
    content = text.encode()
    notices = Notices()
    corpus = reader.read(iter([Block.of(content)]), Source("text.jsonl", "text"), notices, Options(clusters))
    notices.stop()
    return corpus.documents()


@pytest.mark.parametrize("name", EVERYTHING)
def test_damaged_files(name):
    chance = random.Random(f"variants {name}")
    whole = lines(EVERYTHING[name])
    outcomes = {"read": 0, "refused": 0}
    for number in range(300):
        text = whole
        for _ in range(chance.randint(1, 3)):
            place = chance.randrange(len(text))
            text = text[:place] + chance.choice(["", chance.choice(TELLING), "null", "[]"]) + text[place + 1 :]
        try:
            for document in read_bytes(text):
                for layer in ("speaker", "pos", "head"):
                    assert document.layer(layer) is None or len(document.layer(layer)) == document.token_count
            outcomes["read"] += 1
        except cs.CorefscopeError:
            outcomes["refused"] += 1
        except Exception as error:
            raise AssertionError(f"case {number} of {name}: {text!r}") from error
    assert min(outcomes.values()) > 20, outcomes


@pytest.mark.parametrize("name", EVERYTHING)
def test_fields_of_a_wrong_type(name):
    """Each field replaced by values of all types."""
    values = (None, True, 7, -1, 1.5, "", [], [[]], [[[]]], {}, [{}], [None], [["x"]], [[[0, 1]]], [[[0, 0, 1]]])
    for field in EVERYTHING[name]:
        for value in values:
            for clusters in (None, "clusters"):
                try:
                    read_bytes(lines({**EVERYTHING[name], field: value}), clusters)
                except cs.CorefscopeError as error:
                    assert str(error).startswith("text.jsonl:1: ")  # noqa: PT017


# Published corpora, written in each spelling


def spelled(document, name):
    """A document in the JSON of a system: a second, plain statement of what each one writes."""
    spans = [[(mention.start, mention.end) for mention in entity] for entity in document.entities]
    sentence_of = [number for number, (start, end) in enumerate(document.sentences) for _ in range(start, end)]
    starts = [start for start, _ in document.sentences]
    words, sentences = document.words, [document.words[start:end] for start, end in document.sentences]

    def inside(start, end):
        number = sentence_of[start]
        return [number, start - starts[number], end - starts[number]]

    if name == "wl-coref":
        return {"cased_words": words, "sent_id": sentence_of, "clusters": spans}
    if name == "PreCo":
        return {"sentences": sentences, "mention_clusters": [[inside(*span) for span in entity] for entity in spans]}
    if name == "Maverick":
        offsets = [[[start, end - 1] for start, end in entity] for entity in spans]
        return {"tokens": words, "clusters_token_offsets": offsets}
    if name == "coref-data":
        chains = [[inside(start, end - 1) for start, end in entity] for entity in spans]
        tokens = [[{"id": number + 1, "text": word} for number, word in enumerate(part)] for part in sentences]
        return {"sentences": [{"tokens": part} for part in tokens], "coref_chains": chains}
    if name == "SpanBERT":
        # Two pieces a word, and a mark before and after every sentence.
        subtokens = [["[CLS]", *(piece for word in part for piece in (word, "##x")), "[SEP]"] for part in sentences]
        shift = [2 * token + 2 * sentence_of[token] + 1 for token in range(len(words))]
        word_of = [
            word
            for number, (start, end) in enumerate(document.sentences)
            for word in (max(start - 1, 0), *(token for token in range(start, end) for _ in "ab"), end - 1)
        ]
        clusters = [[[shift[start], shift[end - 1] + 1] for start, end in entity] for entity in spans]
        return {"sentences": subtokens, "subtoken_map": word_of, "clusters": clusters}
    text, at = " ".join(words), [0]
    for word in words:
        at.append(at[-1] + len(word) + 1)
    clusters = [[[at[start], at[end] - 1] for start, end in entity] for entity in spans]
    return {"text": text, "clusters": clusters}


@pytest.mark.parametrize("name", ["wl-coref", "PreCo", "Maverick", "coref-data", "SpanBERT", "fastcoref"])
@pytest.mark.parametrize("folder", ["gum_system", "litbank/conll"])
def test_published_corpora(folder, name):
    data = os.environ.get("COREFSCOPE_DATA")
    if not data:
        pytest.skip("COREFSCOPE_DATA is not set to a folder with gum_system and litbank")
    for path in sorted(Path(data, folder).glob("*.conll")):
        cells = [line.split("\t")[-1] for line in path.read_text(encoding="utf-8").split("\n") if "\t" in line]
        documents = cs.read(path)
        found = read_bytes("".join(lines(spelled(document, name)) for document in documents))
        assert sum(document.mention_count for document in found) == sum(cell.count(")") for cell in cells) > 0
        for one, two in zip(documents, found, strict=True):
            if name == "fastcoref":
                shown = [[(one.text_of(mention), two.text_of(mention_)) for mention, mention_ in zip(a, b, strict=True)]
                         for a, b in zip(one.entities, two.entities, strict=True)]  # fmt: skip
                assert all(words == text for entity in shown for words, text in entity)
            else:
                assert two.entities == one.entities
                assert two.token_count == one.token_count
