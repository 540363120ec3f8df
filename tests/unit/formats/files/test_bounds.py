"""What reading takes is a small multiple of what is read."""

from __future__ import annotations

import tracemalloc

import pytest

import corefscope as cs
from corefscope.formats.files import sources
from corefscope.formats.files.blocks import BLOCK
from corefscope.formats.load import read_corpus
from corefscope.problems import FormatError

BEGIN, END = b"#begin document (a); part 000\nmill\t(1)\n", b"\nit\t(1)\n#end document\n"


@pytest.fixture
def peak():
    """The most memory that a function holds at once, in bytes, and what it gives."""

    def measure(function):
        tracemalloc.start()
        try:
            found = function()
            return tracemalloc.get_traced_memory()[1], found
        finally:
            tracemalloc.stop()

    return measure


@pytest.mark.parametrize(("line", "times"), [(b"\n", 12), (b" \n", 35), (b"-\n", 35), (b"\r\n", 35)])
def test_memory_is_a_small_multiple_of_the_file(tmp_path, peak, line, times):
    size = 2 * BLOCK
    path = tmp_path / "text.conll"
    path.write_bytes(BEGIN + line * (size // len(line)) + END)
    most, corpus = peak(lambda: read_corpus(path))
    assert corpus.mention_count == 2
    assert most < times * size


def test_words_of_a_document_of_empty_lines(tmp_path, peak):
    size = 2 * BLOCK
    path = tmp_path / "text.conll"
    path.write_bytes(BEGIN + b"\n" * size + END)
    corpus = read_corpus(path)
    most, (document,) = peak(corpus.documents)
    assert document.words == ["mill", "it"]
    assert document.sentences == [(0, 1), (1, 2)]
    assert corpus.texts[0][0].token_line(0, 1) == size + 4
    assert most < 8 * size


def test_what_is_larger_than_the_limit_is_refused_before_it_is_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(sources, "LARGEST_WHOLE", 4 * BLOCK)
    path = tmp_path / "text.conll"
    path.write_bytes(BEGIN + b"word\t-\n" * BLOCK + END)
    with pytest.raises(FormatError) as caught:
        cs.read(path)
    assert str(caught.value) == (
        f"{path}: 10 MB would have to be kept at once, and the limit is 8 MB "
        "(divide it into documents, or into several files)"
    )
    path.write_bytes((BEGIN.replace(b"(a)", b"(%d)") + b"word\t-\n" * 1000 + END) * 1500 % tuple(range(1500)))
    assert read_corpus(path).document_count == 1500  # document by document it fits
