"""`--corpus` compares the key with what is known of the corpus."""

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest

import corefscope as cs
from corefscope.catalogue import entries
from corefscope.problems import PairingError, SettingsError, StrictError
from support.command_line import KEY, A

ENTRY = entries.known_corpus("litbank-all")
SIZES = {"documents": 2, "tokens": None, "mentions": 36, "entities": 19}


@pytest.fixture
def corpus(monkeypatch):
    """Make a corpus called `toy` known, of which this is known."""

    def known(**facts):
        entry = replace(ENTRY, name="toy", **{**SIZES, **facts})
        monkeypatch.setattr(entries, "known_corpora", lambda: {"toy": entry})

    known()
    return known


def codes(result):
    return [warning.code for warning in result.key.warnings]


def test_a_key_as_it_is_known_is_scored_without_a_word(corpus):
    result = cs.score(KEY, A, corpus="toy")
    assert codes(result) == []
    assert result.signature.endswith("|corpus:toy")
    assert result.f1 == cs.score(KEY, A, preset="litbank").f1


def test_another_number_of_documents_is_an_error(corpus):
    corpus(documents=3)
    with pytest.raises(PairingError, match="the key has 2 documents, and toy has 3") as caught:
        cs.score(KEY, A, corpus="toy")
    assert (caught.value.code, caught.value.source, caught.value.setting) == ("wrong-corpus", KEY, "--corpus")


def test_a_document_of_another_name_is_an_error(corpus):
    corpus(names="^(harbour|other)")
    with pytest.raises(PairingError, match="is not one of toy"):
        cs.score(KEY, A, corpus="toy")


@pytest.mark.parametrize(("what", "size"), [("tokens", 58), ("tokens", 230), ("mentions", 12345), ("entities", 12345)])
def test_another_size_is_a_warning(corpus, what, size):
    corpus(**{what: size})
    result = cs.score(KEY, A, corpus="toy")
    assert codes(result) == ["corpus-differs"]
    assert f"{size:,}" in str(result.key.warnings[0].places[0])
    with pytest.raises(StrictError):
        cs.score(KEY, A, corpus="toy", strict=True)


@pytest.mark.parametrize("tokens", [57, 231])
def test_half_or_twice_the_tokens_are_another_corpus(corpus, tokens):
    corpus(tokens=tokens)
    with pytest.raises(PairingError, match=f"the key has 115 tokens, and toy has {tokens}") as caught:
        cs.score(KEY, A, corpus="toy")
    assert caught.value.code == "wrong-corpus"


def test_sizes_are_those_before_anything_is_left_out(corpus):
    assert codes(cs.score(KEY, A, corpus="toy", singletons="drop", entities="top=1")) == []


def test_a_checksum_that_is_right_says_it_all(corpus):
    checksum = hashlib.sha256(Path(KEY).read_bytes()).hexdigest()
    corpus(sha256=checksum, format="conll", mentions=1)
    assert codes(cs.score(KEY, A, corpus="toy")) == []
    corpus(sha256="0" * 64, format="conll")
    assert codes(cs.score(KEY, A, corpus="toy")) == ["corpus-differs"]
    corpus(sha256="0" * 64, format="corefud")  # the file was converted: its bytes say nothing
    assert codes(cs.score(KEY, A, corpus="toy")) == []


def test_where_nothing_is_known_a_warning_says_so(corpus):
    corpus(documents=None, mentions=None, entities=None)
    assert codes(cs.score(KEY, A, corpus="toy")) == ["corpus-unchecked"]


def test_python_objects_are_checked_too(corpus):
    corpus(documents=1, mentions=3, entities=2)
    assert codes(cs.score([[1, 2], [3]], [[1, 2, 3]], corpus="toy")) == []


def test_a_scorer_never_has_the_whole_corpus():
    with pytest.raises(SettingsError, match="a Scorer never has the whole corpus"):
        cs.Scorer(corpus="litbank-all")
