"""Checksums are those of what was scored: what becomes of a file afterwards neither changes them nor is an error."""

from __future__ import annotations

import bz2
import gzip
import hashlib
import json
import lzma
import os
import shutil

import pytest

import corefscope as cs
from corefscope.basics.checksums import ReadFile
from corefscope.engines.table_source import table_source
from corefscope.formats.load import read_corpus
from corefscope.problems import FormatError
from support.command_line import KEY, A


def sha256(content):
    return hashlib.sha256(content).hexdigest()


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


@pytest.mark.parametrize("fault", [changed, replaced, removed])
@pytest.mark.parametrize("which", [0, 1])
def test_what_becomes_of_a_file_after_scoring_changes_nothing(files, fault, which):
    expected = [sha256(path.read_bytes()) for path in files]
    result = cs.score(*files)
    before = result.to_json()
    fault(files[which])
    assert result.to_json() == before
    saved = json.loads(before)
    assert [saved["key"]["sha256"], saved["systems"][0]["sha256"]] == expected


def test_rendering_opens_no_file(files, monkeypatch):
    result = cs.score(*files)
    comparison = cs.compare(files[0], [files[1], A])
    for path in files:
        path.unlink()

    def refuse(*args, **_):
        raise AssertionError(f"{args} is opened")

    ways = (str, cs.Result.to_json, cs.Result.to_csv, cs.Result.to_latex, cs.Result.to_markdown, cs.Result._repr_html_)
    for render in ways:
        render(result)  # what it loads it loads now
    with monkeypatch.context() as patched:
        patched.setattr("builtins.open", refuse)
        for render in ways:
            assert render(result)
        assert comparison.to_json()


def test_every_file_is_recorded_with_size_checksum_and_format(tmp_path):
    plain, packed = tmp_path / "a.conll", tmp_path / "b.conll.gz"
    plain.write_bytes(b"#begin document (a)\nA\t(1)\n#end document\n")
    packed.write_bytes(gzip.compress(b"#begin document (b)\nB\t(1)\n#end document\n"))
    result = cs.score(str(tmp_path), str(tmp_path))
    expected = [
        ReadFile(str(path), path.stat().st_size, sha256(path.read_bytes()), "conll") for path in (plain, packed)
    ]
    assert list(result.key.files) == list(result.system.files) == expected
    assert result.key.sha256() == sha256("".join(file.sha256 for file in expected).encode())
    saved = json.loads(result.to_json())
    assert saved["key"]["files"] == [file._asdict() for file in expected]


def test_a_text_beside_is_recorded_but_not_part_of_the_checksum(tmp_path):
    annotations, text = tmp_path / "a.ann", tmp_path / "a.txt"
    annotations.write_text("T1\tMention 0 4\tAnna\nT2\tMention 5 8\tshe\nR1\tCoref Arg1:T2 Arg2:T1\t\n")
    text.write_text("Anna she\n")
    files = cs.score(annotations, annotations).key.files
    assert [(file.path, file.format) for file in files] == [(str(annotations), "brat"), (str(text), "text")]
    assert files[1].sha256 == sha256(text.read_bytes())
    assert cs.score(annotations, annotations).key.sha256() == sha256(annotations.read_bytes())


@pytest.mark.parametrize("ending", ["", ".gz", ".bz2", ".xz"])
def test_bytes_are_hashed_as_they_are_read(tmp_path, ending, monkeypatch):
    """In one pass."""
    path = tmp_path / f"large.conll{ending}"
    content = b"#begin document (a)\n" + b"word\t(1)\n" * 600_000 + b"#end document\n"
    packers = {"": bytes, ".gz": gzip.compress, ".bz2": bz2.compress, ".xz": lzma.compress}
    path.write_bytes(packers[ending](content))
    opened = []
    plain = open

    def counted(name, *args, **options):
        opened.append(name)
        return plain(name, *args, **options)

    monkeypatch.setattr("builtins.open", counted)
    [file] = read_corpus(path).files
    assert (file.size, file.sha256) == (path.stat().st_size, sha256(path.read_bytes()))
    assert opened.count(str(path)) == 1


def test_a_table_that_changes_while_an_engine_reads_it(tmp_path):
    path = tmp_path / "key.csv"
    path.write_text("document,mention,entity\na,1,e\na,2,e\n")
    source = table_source(path)
    assert source.read_files() == (ReadFile(str(path), path.stat().st_size, sha256(path.read_bytes()), "table"),)
    changed(path)
    with pytest.raises(FormatError) as caught:
        source.read_files()
    assert (
        str(caught.value)
        == f"{path}: the file has changed since it was read (score it again, or keep the file as it was)"
    )
