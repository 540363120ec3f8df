"""Python objects and files written in another format by one call."""

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
