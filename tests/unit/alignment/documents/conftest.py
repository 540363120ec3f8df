"""Fixtures for tests of pairing: small files, and scores of two texts with their warnings."""

from __future__ import annotations

import pytest

import corefscope as cs


@pytest.fixture
def put(tmp_path):
    """Write a file and return its path."""

    def put_file(content, name):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
        return str(path)

    return put_file


@pytest.fixture
def score(put):
    """Score one text against another."""

    def score_texts(key, response, endings=("conll", "conll"), **options):
        paths = put(key, f"key.{endings[0]}"), put(response, f"response.{endings[1]}")
        return cs.score(*paths, metrics=["mentions", "muc", "b3"], **options)

    return score_texts


@pytest.fixture
def document():
    """A document of two columns; cells are given as one string."""

    def write(name, cells, words=None):
        cells = cells.split()
        words = words.split() if words else [f"w{number}" for number in range(len(cells))]
        rows = "".join(f"{word}\t{cell}\n" for word, cell in zip(words, cells, strict=True))
        return f"#begin document {name}\n{rows}#end document\n"

    return write
