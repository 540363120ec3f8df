"""An option about reading that nothing reads by is refused, and written into no signature."""

from __future__ import annotations

import pytest

import corefscope as cs

CLUSTERS = [[(0, 1), (3, 3)]]
KEY, RESPONSE = "examples/key.conll", "examples/response-a.conll"
DOCUMENTS = cs.read(KEY)


def refused(call, *sides, **options):
    with pytest.raises(cs.CorefscopeError) as caught:
        call(*sides, **options)
    return caught.value


@pytest.mark.parametrize("side", [CLUSTERS, {"a": CLUSTERS}, DOCUMENTS, [0, 1], KEY], ids=str)
@pytest.mark.parametrize("name", ["key_clusters", "response_clusters"])
def test_a_field_is_named_where_there_is_none(side, name):
    error = refused(cs.score, side, side, **{name: "nonsense"})
    assert (error.code, error.setting) == ("not-json", "--clusters")
    assert "'nonsense' is to hold the clusters, but" in str(error)


@pytest.mark.parametrize("name", ["format", "key_format", "response_format"])
def test_a_format_is_named_for_objects(name):
    assert str(refused(cs.score, CLUSTERS, CLUSTERS, **{name: "conll"})).startswith(f"{name}= is about a file")
    assert cs.score(KEY, RESPONSE, **{name: "conll"}).f1["conll"] > 0


def test_nested_lists_are_explained_for_files():
    assert "all sides are files" in str(refused(cs.score, KEY, RESPONSE, mentions="spans"))


@pytest.mark.parametrize("name", ["key_format", "key_clusters"])
def test_options_of_a_key_without_a_key(name):
    assert "is not supported by agreement" in str(refused(cs.agreement, KEY, RESPONSE, **{name: "conll"}))
    for call in (cs.check, cs.stats):
        assert "is about the key, and there is none" in str(refused(call, KEY, **{name: "conll"}))
