"""Checksums are those of what was scored: a file that has changed or gone since is one line, never other bytes."""

from __future__ import annotations

import os
import shutil

import pytest

import corefscope as cs
from corefscope.problems import FormatError
from support.command_line import KEY, A

CHANGED = "the file has changed since it was read (score it again, or keep the file as it was)"
GONE = "the file is no longer there, though it was read before (score it again, or keep the file as it was)"


def changed(path):
    path.write_text(path.read_text() + "\n")


def replaced(path):
    """Another file of the same size and time under the same name."""
    state, text = path.stat(), path.read_text()
    other = path.with_name("other")
    other.write_text(text.replace("(", "[", 1))
    os.utime(other, ns=(state.st_atime_ns, state.st_mtime_ns))
    other.replace(path)


def removed(path):
    path.unlink()


@pytest.fixture
def files(tmp_path):
    key, response = tmp_path / "key.conll", tmp_path / "response.conll"
    shutil.copy(KEY, key)
    shutil.copy(A, response)
    return key, response


@pytest.mark.parametrize(("fault", "message"), [(changed, CHANGED), (replaced, CHANGED), (removed, GONE)])
@pytest.mark.parametrize("which", [0, 1])
def test_a_file_that_is_not_the_one_that_was_scored(files, fault, message, which):
    result = cs.score(*files)
    fault(files[which])
    assert 0 < result.f1["conll"] < 1  # what was scored is still there
    assert "CoNLL" in str(result)
    with pytest.raises(FormatError) as caught:
        result.to_json()
    assert str(caught.value) == f"{files[which]}: {message}"


def test_pages_and_comparisons_say_the_same(files, tmp_path):
    result = cs.score(*files)
    comparison = cs.compare(files[0], [files[1], A])
    files[1].unlink()
    for shown in (result._repr_html_, comparison.to_json):
        try:
            shown()
        except FormatError as error:
            assert GONE in str(error)  # noqa: PT017


def test_a_table_of_an_engine(tmp_path):
    pytest.importorskip("duckdb")
    from corefscope.engines import score_tables

    paths = tmp_path / "key.csv", tmp_path / "response.csv"
    for path in paths:
        path.write_text("document,mention,entity\na,1,e\na,2,e\n")
    result = score_tables(*paths, engine="duckdb")
    assert len(result.key.sha256()) == 64
    changed(paths[0])
    with pytest.raises(FormatError, match="the file has changed since it was read"):
        result.to_json()


def test_the_words_of_a_file_that_is_gone_are_kept(files):
    """Small files are kept in memory; of large ones the open file is."""
    result = cs.score(*files)
    files[0].unlink()
    assert result.systems[0].evidence.key.words(0)


def test_a_result_of_python_objects_has_no_checksum():
    assert cs.score([["a", "b"]], [["a", "b"]]).key.sha256() is None
