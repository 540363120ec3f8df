"""Mention types from words: the rule in each language, and when it is used."""

from __future__ import annotations

from dataclasses import replace

import pytest

import corefscope as cs
from corefscope.alignment.attributes.types import with_types
from corefscope.alignment.attributes.word_types import LANGUAGES, WordTypes
from corefscope.formats.load import read_corpus
from corefscope.model import TYPES
from corefscope.settings import LANGUAGES as CHOICES


def kind(text, language="en", sentences=None):
    """The type of the words between square brackets."""
    words = text.split()
    start, end = words.index("["), words.index("]")
    return WordTypes(language, [word for word in words if word not in "[]"], sentences).of(start, end - 1)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("then [ she ] left", "pronoun"),
        ("[ She ] left", "pronoun"),
        ("then [ Ann ] left", "name"),
        ("[ Ann ] left", "nominal"),  # the capital letter may be that of the sentence
        ("[ Ann ] left . I saw Ann there", "name"),
        ("[ Ann Lee ] left", "name"),
        ("[ The United Nations ] met", "name"),
        ("at [ the Bank of Spain ] today", "name"),
        ("[ Ann 's ] dog", "nominal"),
        ("saw [ Ann 's ] dog", "name"),
        ("saw [ Ann 's dog ]", "nominal"),
        ("saw [ the dog ]", "nominal"),
        ("[ The dog ] barks", "nominal"),
        ("in [ the US president ]", "nominal"),
        ("[ , ] then", "unknown"),
        ('. " [ It ] rains', "pronoun"),
        ('came . " [ Rain ] , he said', "nominal"),
    ],
)
def test_english(text, expected):
    assert kind(text) == expected


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("de", "dann kam [ sie ]", "pronoun"),
        ("de", "dann kam [ Anna ]", "unknown"),
        ("fr", "chez [ elle ]", "pronoun"),
        ("fr", "chez [ la Banque de France ]", "name"),
        ("es", "con [ la casa ]", "nominal"),
        ("cs", "viděl [ jejich ] psa", "pronoun"),
        ("ru", "видел [ Анну ] там", "name"),
        ("ru", "видел [ её ] там", "pronoun"),
        ("tr", "sonra [ onlar ] geldi", "pronoun"),
        ("zh", "[ 他们 ] 来 了", "pronoun"),
        ("zh", "[ 北京 ] 很 大", "unknown"),
        ("ja", "[ 彼女 ] は", "pronoun"),
    ],
)
def test_other_languages(language, text, expected):
    assert kind(text, language) == expected


def test_every_list_is_in_lower_case_and_offered():
    assert set(LANGUAGES) == set(CHOICES)
    for code, lists in LANGUAGES.items():
        words = lists.pronouns.split()
        assert len(set(words)) > 20, code
        assert all(word == word.lower() for word in words), code
        assert CHOICES[code].meaning.startswith(lists.title)


KEY = "#begin document (a); part 000\n" + "".join(
    f"a\t0\t{place}\t{word}\t{cell}\n"
    for place, (word, cell) in enumerate(
        [("Then", "-"), ("Ann", "(1)"), ("fed", "-"), ("her", "(1)|(2"), ("dog", "2)")]
    )
)


def test_words_are_used_only_if_asked(tmp_path):
    path = tmp_path / "a.conll"
    path.write_text(KEY)
    corpus = read_corpus(str(path))
    assert with_types(corpus)[1] == {"unknown": 3}
    typed, rules = with_types(replace(corpus, language="en"))
    assert rules == {"words": 3}
    assert sorted(TYPES[kind] for kind in typed.type.tolist()) == ["name", "nominal", "pronoun"]
    given = replace(corpus, language="en", type=corpus.start.astype("int8") * 0 + TYPES.index("pronoun"))
    assert with_types(given)[1] == {"format": 3}


def test_a_metric_that_needs_types_counts_the_guessed_ones(tmp_path):
    path = tmp_path / "a.conll"
    path.write_text(KEY)
    with pytest.raises(cs.CorefscopeError, match="--guess-types"):
        cs.score(str(path), str(path), metrics="lmuc")
    result = cs.score(str(path), str(path), metrics="lmuc", guess_types="en")
    assert "guess_types:en" in result.signature
    assert {notice.code for notice in result.warnings} == {"guessed-types", "document-without-end"}
    by_type = cs.score(str(path), str(path), metrics="b3", guess_types="en", by="type")
    assert list(by_type.by.groups) == ["name", "nominal", "pronoun"]
