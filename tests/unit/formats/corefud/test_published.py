"""CorefUD: hostile files, and published ones."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

import corefscope as cs
from corefscope.formats.load import read_corpus
from corefscope.problems import FormatError
from support.inputs.corefud_texts import document, node, sentence, words


def test_long_mentions_with_gaps_do_not_fill_the_memory(read_text):
    """Each of these mentions lists its positions: together they would be a hundred million."""
    count = 10_000
    opened = [(number, f"(e{number}-a-1-") for number in range(1, count + 1)]
    closed = [(count + number, f"e{number})") for number in range(1, count + 1)]
    with pytest.raises(FormatError, match="too long to be true"):
        read_text(document(sentence(*opened, (f"{count}.1",), *closed)))


def test_long_lines(read_text):
    filler = "x" * 2_000_000
    (found,) = read_text(document(words(1, w1=f"(e1-{filler}-1-)")))
    assert found.entity_types == [filler]
    (found,) = read_text(
        document(sentence(node(1, f"Entity=(e1-a-1-)|Note={filler}{'|' * 100_000}"), comments=[f"# text = {filler}"]))
    )
    assert found.mention_count == 1


# Published texts


@pytest.fixture
def gum():
    data = os.environ.get("COREFSCOPE_DATA")
    if not data:
        pytest.skip("COREFSCOPE_DATA is not set to a folder with gum")
    return Path(data) / "gum"


def test_gum_is_read_without_loss(gum):
    for path in sorted((gum / "dep").glob("*.conllu")):
        text = path.read_text(encoding="utf-8")
        brackets = "".join(re.findall(r"[\t|]Entity=([^|\n]*)", text))
        (found,) = cs.read(path)
        assert found.token_count == len(found.words) == len(re.findall(r"(?m)^\d+\t", text)), path
        assert found.mention_count == brackets.count("(") == brackets.count(")"), path
        assert set(found.entity_ids) == set(re.findall(r"\((\d+)-", brackets)), path
        assert len(found.sentences) == text.count("# sent_id")
        assert read_corpus(path).notices == (), path


def test_gum_has_the_same_entities_in_both_its_formats(gum):
    columns, brackets = cs.read(gum / "conll"), cs.read(gum / "dep")
    assert (len(brackets), sum(each.mention_count for each in brackets)) == (12, 3188)
    for one, two in zip(columns, brackets, strict=True):
        assert (one.name, one.words) == (two.name, two.words)
        plain = [sorted((mention.start, mention.end) for mention in entity) for entity in two.entities]
        assert sorted(map(sorted, one.entities)) == sorted(plain), one.name


def test_gum_survives_being_written(gum, tmp_path):
    for path in sorted((gum / "dep").glob("*.conllu")):
        (found,) = cs.read(path)
        assert cs.write([found], tmp_path / "text.conllu") == []
        (back,) = cs.read(tmp_path / "text.conllu")
        assert (back.words, back.sentences, back.entities) == (found.words, found.sentences, found.entities)
        assert back.entity_types == found.entity_types
        assert [each.minimum for entity in back.entities for each in entity] == [
            each.minimum for entity in found.entities for each in entity
        ]
        for layer in ("lemma", "upos", "xpos", "feats", "head", "deprel", "deps", "speaker"):
            assert back.layer(layer) == found.layer(layer)
