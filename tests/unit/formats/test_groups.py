"""What documents belong to (a genre, a topic) is read, kept and written where the format has room for it."""

from __future__ import annotations

import pytest

import corefscope as cs
from corefscope.formats import load, save
from corefscope.formats.objects import reader as objects

CONLLU = (
    "# newdoc id = one\n# global.Entity = eid-etype-head-other\n# meta::genre = speech\n# meta::title = Anna\n"
    "1\tAnna\t_\t_\t_\t_\t0\troot\t_\tEntity=(e1-person-1-)\n\n"
    "# newdoc id = two\n1\tBen\t_\t_\t_\t_\t0\troot\t_\tEntity=(e2-person-1-)\n\n"
)


def test_metadata_of_gum(put):
    corpus = load.read_corpus(put(CONLLU, "gum.conllu"))
    assert corpus.groups == {"genre": ["speech", ""]}
    assert [document.groups for document in corpus.documents()] == [{"genre": "speech"}, {}]


@pytest.mark.parametrize("ending", ["jsonl", "csv", "tsv", "parquet", "conllu"])
def test_groups_are_written_and_read_again(put, tmp_path, ending):
    if ending == "parquet":
        pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    documents = cs.read(put(CONLLU, "gum.conllu"))
    path = tmp_path / f"gum.{ending}"
    assert not [notice for notice in save.write(documents, path) if "group" in notice.kind]
    assert [document.groups for document in cs.read(path)] == [{"genre": "speech"}, {}]


@pytest.mark.parametrize("ending", ["conll", "ann"])
def test_it_is_said_where_groups_cannot_be_written(put, tmp_path, ending):
    documents = cs.read(put(CONLLU, "gum.conllu"))
    notices = save.write(documents, tmp_path / f"gum.{ending}", format={"ann": "brat"}.get(ending), lossy=True)
    assert [notice.kind for notice in notices if "group" in notice.kind] == ["group not written"]


def test_documents_keep_them_when_they_become_a_corpus(put):
    documents = cs.read(put(CONLLU, "gum.conllu"))
    assert objects.from_documents(documents, "here").groups == {"genre": ["speech", ""]}
