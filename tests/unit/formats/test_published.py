"""Published corpora are read without loss. They are not ours to ship: COREFSCOPE_DATA names the folder they are in."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

import corefscope as cs
from corefscope.formats.load import read_corpus

DATA = os.environ.get("COREFSCOPE_DATA")
pytestmark = pytest.mark.skipif(not DATA, reason="COREFSCOPE_DATA is not set to a folder with gum, gum_system, litbank")


def files(pattern):
    """The files below the folder, each with its text; at least one."""
    paths = sorted(Path(str(DATA)).glob(pattern))
    assert paths
    return [(path, path.read_text(encoding="utf-8")) for path in paths]


def read_one(path):
    """The only document of a file that is read without any warning."""
    corpus = read_corpus(path)
    assert corpus.notices == (), path
    (document,) = corpus.documents()
    return document


def spans(document):
    return sorted(sorted((mention.start, mention.end) for mention in entity) for entity in document.entities)


def texts(document):
    """Texts of mentions by entity, which characters and tokens have in common."""
    return sorted(sorted(document.text_of(each).replace("\n", " ") for each in entity) for entity in document.entities)


@pytest.mark.parametrize("folder", ["gum_system", "gum/conll", "gum/ontogum", "litbank/conll"])
def test_columns_lose_nothing_and_are_written_as_json(folder, tmp_path):
    for path, text in files(f"{folder}/*.conll"):
        documents = cs.read(path)
        cells = [line.split("\t")[-1] for line in text.split("\n") if "\t" in line]
        assert sum(each.mention_count for each in documents) == sum(cell.count(")") for cell in cells), path
        assert sum(each.token_count for each in documents) == len(cells), path
        cs.write(documents, tmp_path / "text.jsonl")
        for one, two in zip(documents, cs.read(tmp_path / "text.jsonl"), strict=True):
            assert (one.words, one.sentences, one.entities) == (two.words, two.sentences, two.entities), path


def test_brackets_of_gum_lose_nothing_and_are_written_again(tmp_path):
    for path, text in files("gum/dep/*.conllu"):
        document, brackets = read_one(path), "".join(re.findall(r"[\t|]Entity=([^|\n]*)", text))
        assert document.token_count == len(document.words) == len(re.findall(r"(?m)^\d+\t", text)), path
        assert document.mention_count == brackets.count("(") == brackets.count(")"), path
        assert set(document.entity_ids) == set(re.findall(r"\((\d+)-", brackets)), path
        assert len(document.sentences) == text.count("# sent_id")
        assert cs.write([document], tmp_path / "text.conllu") == []
        (back,) = cs.read(tmp_path / "text.conllu")
        assert (back.words, back.sentences, back.entities) == (document.words, document.sentences, document.entities)
        assert back.entity_types == document.entity_types
        minima = [[each.minimum for entity in one.entities for each in entity] for one in (back, document)]
        assert minima[0] == minima[1]
        for layer in ("lemma", "upos", "xpos", "feats", "head", "deprel", "deps", "speaker"):
            assert back.layer(layer) == document.layer(layer)


def test_gum_is_the_same_in_its_three_formats():
    columns, brackets = (cs.read(Path(str(DATA), "gum", name)) for name in ("conll", "dep"))
    assert (len(brackets), sum(each.mention_count for each in brackets)) == (12, 3188)
    for one, two in zip(columns, brackets, strict=True):
        assert (one.name, one.words, spans(one)) == (two.name, two.words, spans(two))
    for (path, text), other in zip(files("gum/tsv/*.tsv"), columns, strict=True):
        document = read_one(path)
        assert (document.words, spans(document)) == (other.words, spans(other)), path
        rows = [line.split("\t") for line in text.split("\n") if re.match(r"\d+-\d+\t", line)]
        assert document.mention_count == len({number for row in rows for number in re.findall(r"\[(\d+)\]", row[3])})
        assert len(document.relations) == sum(row[8].count("bridge") for row in rows)
        assert len(document.sentences) == text.count("\n#Text=")
        assert all(document.entity_types)


def test_litbank_is_the_same_in_standoff_and_columns():
    for path, text in files("litbank/brat/*.ann"):
        document, kinds = read_one(path), [line.split("\t")[1] for line in text.splitlines()]
        (other,) = cs.read(path.parents[1] / "conll" / f"{path.stem}.conll")
        assert document.mention_count == sum(kind.startswith(("PROP_", "NOM_", "PRON_")) for kind in kinds)
        assert texts(document) == texts(other), path
