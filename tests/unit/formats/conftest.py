"""What all tests of reading share: a place for small files, and short ways to look at what was read."""

from __future__ import annotations

import pytest

import corefscope as cs
from corefscope.formats.load import read_corpus
from support.fixtures import run
from support.inputs.json_records import lines

__all__ = ["run"]


@pytest.fixture(scope="session")
def put(tmp_path_factory):
    """Writes a file and gives its path; of the session's scope, because hypothesis calls it many times."""
    folder = tmp_path_factory.mktemp("texts")

    def put_file(content, name="text.conll"):
        path = folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
        return str(path)

    return put_file


@pytest.fixture(scope="session")
def read_text(put):
    """The documents of a text."""

    def read(content, name="text.conll", **options):
        return cs.read(put(content, name), **options)

    return read


@pytest.fixture(scope="session")
def only(read_text):
    """The entities of a text's only document, by id."""

    def read(content, name="text.conll", **options):
        (document,) = read_text(content, name, **options)
        return dict(zip(document.entity_ids, document.entities, strict=True))

    return read


@pytest.fixture(scope="session")
def warnings_of(put):
    """How often each kind of warning occurred while a text was read."""

    def read(content, name="text.conll"):
        return {notice.kind: notice.count for notice in read_corpus(put(content, name)).notices}

    return read


@pytest.fixture(scope="session")
def first(read_text):
    """The first document of some records of JSON Lines."""
    return lambda *records, **options: read_text(lines(*records), "text.jsonl", **options)[0]


@pytest.fixture(scope="session")
def refusal(put):
    """The message of the error that a record of JSON Lines meets, without the file's name."""

    def refuse(record, **options):
        path = put(lines(record), "text.jsonl")
        with pytest.raises(cs.CorefscopeError) as caught:
            cs.read(path, **options)
        return str(caught.value).removeprefix(path)

    return refuse
