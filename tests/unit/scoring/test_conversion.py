"""Python objects and files written in another format by one call."""

import json
import shutil

import pytest

import corefscope as cs
from support.command_line import KEY

RECORD = {"doc_key": "a", "sentences": [["Ann", "saw", "her", "dog", "."]], "clusters": [[[0, 0], [2, 2]], [[2, 3]]]}


def test_records_become_conll_and_corefud(tmp_path):
    for name in ("out.conll", "out.conllu", "out.jsonl"):
        done = cs.convert([RECORD], tmp_path / name)
        assert (done.documents, done.mentions, done.lost, done.changed) == (1, 3, 0, 0)
        assert cs.score([RECORD], tmp_path / name).f1["conll"] == 1
        assert cs.read(tmp_path / name)[0].words == RECORD["sentences"][0]


def test_running_text_is_cut(tmp_path):
    record = {"id": "t", "text": "Ann saw her.", "clusters": [[[0, 3], [8, 11]]]}
    assert not cs.convert(record, tmp_path / "out.conll").not_expressed
    assert cs.read(tmp_path / "out.conll")[0].words == ["Ann", "saw", "her", "."]


def test_write_and_read_take_objects(tmp_path):
    cs.write([RECORD], tmp_path / "out.conll")
    assert cs.score(cs.read(RECORD), tmp_path / "out.conll").f1["conll"] == 1
    assert [len(entity) for entity in cs.read([[(0, 1), (3, 4)], [(6, 6)]])[0].entities] == [2, 1]


def test_what_cannot_be_written(tmp_path):
    path = tmp_path / "key.conll"
    shutil.copy(KEY, path)
    for source, target, said in (
        (path, path, "source and target are the same"),
        ([["a", "b"]], tmp_path / "x.conll", "the mention 'a' cannot be compared with the spans of a file"),
        (path, tmp_path / "x.unknown", "the ending does not say which format to write"),
        (3, tmp_path / "x.conll", "the path should be a path, not 3"),
    ):
        with pytest.raises(cs.CorefscopeError) as caught:
            cs.convert(source, target)
        assert said in str(caught.value)
    assert path.stat().st_size


@pytest.mark.parametrize(("name", "count"), [("out.jsonl", 1), ("out.conllu", 0), ("out.conll", 0)])
def test_entities_of_several_documents_are_counted_where_a_format_has_no_ids(tmp_path, name, count):
    place = {"topic": "1", "tokens": "w", "sentence_id": 0}
    rows = [
        {"doc_id": document, "tokens_ids": [token], "cluster_id": cluster, **place}
        for document, token, cluster in (("a", 1, 7), ("b", 2, 7), ("b", 3, 8))
    ]
    source = tmp_path / "list.json"
    source.write_text(json.dumps(rows), encoding="utf-8")
    done = cs.convert(source, tmp_path / name)
    assert done.mentions == 3
    divided = [notice for notice in done.not_expressed if notice.code == "divided-by-documents"]
    assert sum(notice.count for notice in divided) == count
    assert [notice.places for notice in divided] == [
        ("entity '7' is in several documents, and json has no ids",)
    ] * count
