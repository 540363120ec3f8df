"""What a path may mean: a file, plain or packed, a folder, a pattern, standard input; and what is said if it fails."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import sys
from pathlib import Path

import pytest

import corefscope as cs
from corefscope.formats.files import sources
from corefscope.formats.files.sources import matching
from corefscope.formats.load import read_corpus
from corefscope.problems import FormatError, StrictError

TEXT = b"#begin document (%s); part 000\nmill\t(1\nit\t1)\n#end document\n"
PACK = {".gz": gzip.compress, ".bz2": bz2.compress, ".xz": lzma.compress}


def fill(folder, **texts):
    """Files below a folder: the document `name` of each is called after it."""
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)


def names(path, **options):
    return [document.name.split(")")[0].strip("(") for document in cs.read(path, **options)]


@pytest.mark.parametrize("ending", PACK)
@pytest.mark.parametrize("name", ["text.conll", "text.jsonl"])
def test_packed_files(tmp_path, name, ending):
    text = TEXT % b"a" if name.endswith("conll") else b'{"doc_key": "a", "clusters": [[[0, 1]]]}\n'
    path = tmp_path / (name + ending)
    path.write_bytes(PACK[ending](text))
    (document,) = cs.read(path)
    assert document.entities == [[(0, 2)]]
    assert cs.read(str(path))[0].entities == document.entities


@pytest.mark.parametrize("ending", PACK)
def test_a_packed_file_cut_at_any_byte(tmp_path, ending):
    packed = PACK[ending](TEXT % b"a")
    path = tmp_path / f"text.conll{ending}"
    for length in range(len(packed)):
        path.write_bytes(packed[:length])
        with pytest.raises(FormatError) as caught:
            cs.read(path)
        assert str(caught.value).startswith(f"{path}: ")


@pytest.mark.parametrize("ending", PACK)
@pytest.mark.parametrize("content", [b"not packed at all", b"\x1f\x8bgarbage", b"BZh9garbage", b"\xfd7zXZ\0garbage"])
def test_damaged_packed_files(tmp_path, ending, content):
    path = tmp_path / f"text.conll{ending}"
    path.write_bytes(content)
    with pytest.raises(FormatError, match=r"the file cannot be (read|unpacked)"):
        cs.read(path)


@pytest.mark.parametrize("ending", PACK)
def test_a_damaged_byte_in_a_packed_file_is_noticed(tmp_path, ending):
    packed = bytearray(PACK[ending](TEXT % b"a"))
    packed[len(packed) // 2] ^= 0xFF
    path = tmp_path / f"text.conll{ending}"
    path.write_bytes(packed)
    with pytest.raises(FormatError, match=r"the file cannot be (read|unpacked)"):
        cs.read(path)


@pytest.mark.parametrize("pack", PACK.values(), ids=PACK)
def test_a_packed_file_without_its_ending_says_how_to_name_it(tmp_path, pack):
    path = tmp_path / "text.conll"
    path.write_bytes(pack(TEXT % b"a"))
    with pytest.raises(FormatError, match=r"name it \.gz, \.bz2 or \.xz"):
        cs.read(path)


def test_a_folder_is_read_to_the_bottom_in_order(tmp_path):
    fill(
        tmp_path, **{"b.conll": TEXT % b"b", "a/z.conll": TEXT % b"z", "a/deep/y.conll.gz": gzip.compress(TEXT % b"y")}
    )
    assert names(tmp_path) == ["y", "z", "b"]


@pytest.mark.parametrize(
    "name", ["x.conll", "x.v4_gold_conll", "x.key", "x.response", "x.txt", "x.tsv", "x.CONLL", "x.v4_auto_conll.gz"]
)
def test_endings_that_are_read(tmp_path, name):
    text = TEXT % b"a"
    fill(tmp_path, **{name: gzip.compress(text) if name.endswith("gz") else text})
    assert names(tmp_path) == ["a"]


def test_hidden_files_are_ignored_in_silence(tmp_path):
    fill(tmp_path, **{"a.conll": TEXT % b"a", ".b.conll": b"\0", ".git/c.conll": b"\0", "d/.DS_Store": b"\0"})
    corpus = read_corpus(tmp_path)
    assert (corpus.document_count, corpus.notices) == (1, ())


def test_files_of_unknown_ending_are_skipped_and_counted(tmp_path):
    fill(tmp_path, **{"a.conll": TEXT % b"a", "README.md": b"# Read me", "d/picture.png": b"\x89PNG\0", "b.pdf": b"\0"})
    corpus = read_corpus(tmp_path)
    (notice,) = corpus.notices
    assert (corpus.document_count, notice.kind, notice.count) == (1, "file skipped", 3)
    assert notice.first.startswith(f"{tmp_path}: README.md ")
    with pytest.raises(StrictError, match=r"README\.md"):
        cs.score(tmp_path, tmp_path, strict=True)


def test_what_language_models_wrote_may_end_in_md(tmp_path):
    fill(tmp_path, **{"a.md": b"[Anna](#1) saw [her](#1) .", "b.md": b"[Tom](#1) slept .", "README.md": b"# Read me"})
    assert names(tmp_path) == ["a", "b"]
    fill(tmp_path, **{"c.conll": TEXT % b"c"})
    assert names(tmp_path) == ["c"]


def test_a_named_format_reads_every_ending(tmp_path):
    fill(tmp_path, **{"a.columns": TEXT % b"a", "b": TEXT % b"b"})
    assert names(tmp_path, format="conll") == ["a", "b"]


def test_unnamed_documents_of_a_folder_are_called_after_their_files(tmp_path):
    fill(tmp_path, **{"a.conll": b"mill\t(1)\n", "news/b.conll": b"# begin document \nmill\t(1)\n"})
    assert names(tmp_path) == ["a", "news/b"]


def test_the_same_document_in_two_files_of_a_folder(tmp_path):
    fill(tmp_path, **{"one.conll": TEXT % b"a", "two.conll": TEXT % b"a"})
    with pytest.raises(FormatError) as caught:
        cs.read(tmp_path)
    two, one = tmp_path / "two.conll", tmp_path / "one.conll"
    text = f"{two}:1: the document '(a); part 000' occurs twice (first at {one}:1; the files of a folder"
    assert str(caught.value).startswith(text)


@pytest.mark.parametrize(
    "files", [{}, {"README.md": b"# Read me"}, {".hidden.conll": TEXT}], ids=["no", "other", "hidden"]
)
def test_a_folder_without_data(tmp_path, files):
    fill(tmp_path, **files)
    with pytest.raises(FormatError, match=r"the folder holds no file to read \(looked for names ending in conll, "):
        cs.read(tmp_path)


def test_patterns(tmp_path):
    fill(tmp_path, **{"b.conll": TEXT % b"b", "a.conll": TEXT % b"a", "c.jsonl": b"{", "d/e.conll": TEXT % b"e"})
    assert names(f"{tmp_path}/*.conll") == ["a", "b"]
    assert names(f"{tmp_path}/[ab].conll") == ["a", "b"]
    assert names(f"{tmp_path}/**/*.conll") == ["a", "b", "e"]


def test_a_pattern_that_matches_nothing(tmp_path):
    with pytest.raises(FormatError, match="no file matches this pattern"):
        cs.read(f"{tmp_path}/*.conll")


def test_a_pattern_is_expanded_once(tmp_path, run, monkeypatch):
    fill(tmp_path, **{"a.conll": TEXT % b"a", "b.conll": TEXT % b"b"})
    expanded = []
    monkeypatch.setattr(
        sources, "matching", lambda pattern, *rest: expanded.append(pattern) or matching(pattern, *rest)
    )
    patterns = [f"{tmp_path}/*.conll", f"{tmp_path}/?.conll"]
    assert run("score", *patterns).status == 0
    assert expanded == patterns


def test_a_file_whose_name_looks_like_a_pattern(tmp_path):
    fill(tmp_path, **{"text[1].conll": TEXT % b"a"})
    assert names(tmp_path / "text[1].conll") == ["a"]


@pytest.mark.parametrize("text", [TEXT % b"a", b'{"doc_key": "a", "clusters": [[[0, 1]]]}\n'], ids=["conll", "json"])
def test_standard_input(tmp_path, monkeypatch, text):
    fill(tmp_path, **{"key.conll": TEXT % b"a"})
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
    assert cs.score(tmp_path / "key.conll", "-", metrics="mentions").f1["mentions"] == 1


def test_a_missing_file_names_one_of_nearly_the_same_name(tmp_path):
    fill(tmp_path, **{"response.conll": TEXT % b"a"})
    with pytest.raises(FormatError) as caught:
        cs.read(tmp_path / "reponse.conll")
    expected = f"there is no such file (did you mean {tmp_path / 'response.conll'}?)"
    assert str(caught.value) == f"{tmp_path / 'reponse.conll'}: {expected}"


@pytest.mark.parametrize("name", ["zzz", "key.conll"])  # the ending alone makes no likeness
def test_a_missing_file_like_no_other(tmp_path, name):
    fill(tmp_path, **{"response.conll": TEXT % b"a"})
    with pytest.raises(FormatError, match=r"there is no such file$"):
        cs.read(tmp_path / name)


def test_a_missing_folder(tmp_path):
    with pytest.raises(FormatError, match=r"there is no such file \(there is no folder .*nowhere either\)"):
        cs.read(tmp_path / "nowhere" / "text.conll")


def test_an_unknown_format_suggests_some_and_says_what_lists_all(tmp_path):
    fill(tmp_path, **{"a.conll": TEXT % b"a"})
    near = r"there is no format 'conl' \(did you mean conll or .*\? corefscope list formats shows all\)"
    with pytest.raises(cs.CorefscopeError, match=near):
        cs.read(tmp_path / "a.conll", format="conl")
    with pytest.raises(cs.CorefscopeError, match=r"\(formats: conll, corefud, ua, json, stanza and \d+ more; coref"):
        cs.read(tmp_path / "a.conll", format="qq")


def test_a_relative_path(tmp_path, monkeypatch):
    fill(tmp_path, **{"d/a.conll": TEXT % b"a"})
    monkeypatch.chdir(tmp_path)
    assert names("d/a.conll") == names(Path("d")) == names("d/*") == names(".") == ["a"]
