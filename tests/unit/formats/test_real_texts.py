"""Published corpora are read without loss. They are not ours to ship: COREFSCOPE_DATA names the folder they are in."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import corefscope as cs

FOLDERS = ["gum_system", "gum/conll", "gum/ontogum", "litbank/conll"]


@pytest.fixture(params=FOLDERS)
def folder(request):
    data = os.environ.get("COREFSCOPE_DATA")
    if not data:
        pytest.skip("COREFSCOPE_DATA is not set to a folder with gum_system, gum and litbank")
    return Path(data) / request.param


def last_cells(path):
    """The coreference cells of all token lines; these corpora separate columns by tabs."""
    lines = path.read_text(encoding="utf-8").split("\n")
    return [line.split("\t")[-1] for line in lines if "\t" in line]


def test_no_mention_and_no_token_is_lost(folder):
    files = sorted(folder.glob("*.conll"))
    assert files
    for path in files:
        documents, cells = cs.read(path), last_cells(path)
        assert sum(document.mention_count for document in documents) == sum(cell.count(")") for cell in cells), path
        assert sum(document.token_count for document in documents) == len(cells), path
        assert all(len(document.words) == document.token_count for document in documents)


def test_conversion_keeps_everything(folder, tmp_path):
    for path in sorted(folder.glob("*.conll")):
        documents = cs.read(path)
        cs.write(documents, tmp_path / "text.jsonl")
        back = cs.read(tmp_path / "text.jsonl")
        assert [document.words for document in back] == [document.words for document in documents]
        assert [document.sentences for document in back] == [document.sentences for document in documents]
        assert [document.entities for document in back] == [document.entities for document in documents], path


def test_a_corpus_scores_1_against_itself(folder):
    for path in sorted(folder.glob("*.conll")):
        result = cs.score(path, path, metrics=["mentions", "muc", "b3", "ceafe"])
        assert set(result.f1.values()) == {1}, path
