"""Mention types from words: the rule in each language, and when it is used."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import corefscope as cs
from corefscope.formats.load import read_corpus
from corefscope.model import TYPES
from corefscope.settings import LANGUAGES as CHOICES
from corefscope.settings import Settings
from corefscope.types.mention_types import with_types
from corefscope.types.words import WordLanguage, WordTypes, language_of, word_lists


def kind(text, language="en", sentences=None):
    """The type of the words between square brackets."""
    words = text.split()
    start, end = words.index("["), words.index("]")
    types = WordTypes(language, [word for word in words if word not in "[]"], sentences)
    return TYPES[types.of(np.array([start]), np.array([end - 1]))[0]]


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
    with_rule = {code: lists for code, lists in word_lists().items() if "pronouns" in lists}
    assert {"auto", "none", *with_rule} == set(CHOICES)
    for code, lists in with_rule.items():
        words = lists["pronouns"].split()
        assert len(set(words)) > 20, code
        assert all(word == word.lower() for word in words), code


KEY = "#begin document (a); part 000\n" + "".join(
    f"a\t0\t{place}\t{word}\t{cell}\n"
    for place, (word, cell) in enumerate(
        [("Then", "-"), ("Ann", "(1)"), ("fed", "-"), ("her", "(1)|(2"), ("dog", "2)")]
    )
)


def test_words_are_used_only_where_nothing_else_gives_a_type(tmp_path):
    path = tmp_path / "a.conll"
    path.write_text(KEY)
    corpus = read_corpus(str(path))
    assert with_types(corpus)[1] == {"unknown": 3}
    english = WordLanguage("en", ())
    typed, rules = with_types(replace(corpus, language=english))
    assert rules == {"words": 3}
    assert english.guessed == 3
    assert sorted(TYPES[kind] for kind in typed.type.tolist()) == ["name", "nominal", "pronoun"]
    given = replace(corpus, language=english, type=corpus.start.astype("int8") * 0 + TYPES.index("pronoun"))
    assert with_types(given)[1] == {"format": 3}


def test_a_metric_that_needs_types_counts_the_guessed_ones(tmp_path):
    path = tmp_path / "a.conll"
    path.write_text(KEY)
    with pytest.raises(cs.CorefscopeError, match="guess_types="):
        cs.score(str(path), str(path), metrics="lmuc")  # five words do not tell a language
    result = cs.score(str(path), str(path), metrics="lmuc", guess_types="en")
    assert "guess_types:en" in result.signature
    assert {notice.code for notice in result.warnings} == {"guessed-types", "document-without-end", "identical-sides"}
    by_type = cs.score(str(path), str(path), metrics="b3", guess_types="en", by="type")
    assert list(by_type.by.groups) == ["name", "nominal", "pronoun"]


SENTENCES = {
    "en": "The minister said that it would not be there when they came , but Ann was sure of it .",
    "de": "Die Ministerin sagte , dass es nicht so ist , aber Anna war sich dabei mit ihnen nicht ganz sicher .",
    "fr": "La ministre a dit que ce n' est pas pour elle , mais Anne ne sait pas si elle est dans la ville .",
    "es": "La ministra dijo que no es para ella , pero Ana no sabe si los que están en la casa son de ella .",
    "ca": "La ministra va dir que no és per a ella , però Anna no sap si els que són amb ella han estat aquí .",
    "pt": "A ministra disse que não é para ela , mas Ana não sabe se os que estão em casa foram com ela também .",
    "it": "La ministra ha detto che non è per lei , ma Anna non sa se gli altri sono con lei nella casa .",
    "nl": "De minister zei dat het niet voor haar was , maar Anna wist niet of zij er met hem bij waren .",
    "sv": "Ministern sade att det inte är för henne , men Anna vet inte om de som är där har varit med henne .",
    "cs": "Ministryně řekla , že to není pro ni , ale Anna si není jistá , že se s nimi na tom už dohodla .",
    "pl": "Minister powiedziała , że to nie jest dla niej , ale Anna nie wie , czy oni są już z nim w domu .",
    "ru": "Она сказала , что это не для неё , но Анна не знает , были ли они с ним в доме или уже нет .",
    "hu": "A miniszter azt mondta , hogy ez nem az övé , de Anna nem tudja , hogy ők is ott van vagy már nem .",
    "zh": "他们 说 , 这 对 我们 不 是 新 的 , 但 她 也 在 那 里 , 他 就 到 了 .",
    "ja": "彼女 は それ を 見 た が 、 彼 は 家 に い ない と 言っ て い た 。",
}
OTHERS = {
    "Latin": "Gallia est omnis divisa in partes tres , quarum unam incolunt Belgae , aliam Aquitani , tertiam qui",
    "Lithuanian": "Ministrė pasakė , kad tai ne jai , bet Ona nežino , ar jie su juo jau yra namuose ar dar ne .",
    "Basque": "Ministroak esan zuen hori ez zela berarentzat , baina Anak ez daki haiek etxean dauden ala ez .",
    "Ukrainian": "Вона сказала , що це не для неї , але Ганна не знає , чи були вони з ним у домі чи вже ні .",
    "no words": "",
}


@pytest.mark.parametrize("code", SENTENCES)
def test_the_language_of_words(code):
    assert language_of(SENTENCES[code].split() * 3) == code


@pytest.mark.parametrize("name", OTHERS)
def test_other_languages_are_none_of_them(name):
    assert language_of(OTHERS[name].split() * 100) is None


def conll(*sentences):
    rows = [
        f"a\t0\t{place}\t{word}\t{'(1)' if word in ('Ann', 'She', 'she', 'Anna') else '-'}\n"
        for sentence in sentences
        for place, word in enumerate(sentence.split())
    ]
    return "#begin document (a); part 000\n" + "".join(rows) + "#end document\n"


@pytest.fixture
def english(tmp_path):
    path = tmp_path / "english.conll"
    path.write_text(conll(SENTENCES["en"], "Then she left the house , and I saw Ann in it ."))
    return str(path)


def test_the_language_is_found_and_named_where_types_enter_a_number(english):
    plain = cs.score(english, english, metrics="b3")
    assert "guess_types" not in plain.signature
    assert {notice.code for notice in plain.warnings} == {"identical-sides"}
    for result in (
        cs.score(english, english, metrics="lmuc"),
        cs.score(english, english, metrics="b3", by="type"),
        cs.errors(english, english).scored,
        cs.compare(english, english, english, metrics="b3", by="type", names=["a", "b"]).result,
    ):
        assert "|guess_types:en" in result.signature
        several = cs.score(english, english, english, metrics="lmuc", names=["a", "b"], jobs=2)
        assert several.signature == result.signature, "the same in other processes"
        counts = {notice.code: notice.count for notice in result.warnings}
        assert counts["guessed-types"] == 6  # of each system
    again = cs.score(english, english, metrics="lmuc", settings=Settings.parse(result.signature))
    assert again.f1 == cs.score(english, english, metrics="lmuc").f1


def test_none_switches_it_off(english):
    with pytest.raises(cs.CorefscopeError, match="needs mention types"):
        cs.score(english, english, metrics="lmuc", guess_types="none")
    assert cs.stats(english, guess_types="none")["english.conll"].type_rules == {"unknown": 3}
    assert cs.stats(english)["english.conll"].type_rules == {"words (en)": 3}
