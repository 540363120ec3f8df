"""Names that almost agree: what is removed, what they pair by, and the hint that names the option."""

from __future__ import annotations

import shlex

import pytest

import corefscope as cs
from corefscope.alignment.documents import suggest_renaming


def side(*names):
    return [cs.Document(name, [[cs.Mention(0, 1), cs.Mention(2, 3)]], words=["a", "b", "c"]) for name in names]


KEY = side("tale", "song")


@pytest.mark.parametrize(
    ("names", "options"),
    [
        (("sys-tale", "sys-song"), {"names_strip": "^sys-"}),
        (("out/tale.txt", "out/song.txt"), {"names_strip": r"^.*/|\.txt$"}),
        (("1_tale_x", "2_song_y"), {"pair_by": "(tale|song)"}),
        (("(sys-tale); part 000", "(sys-song); part 000"), {"names_strip": "^sys-"}),
        (("A tale", "A song"), {"names_strip": "A ", "pair_by": "[a-z]+"}),
    ],
)
def test_documents_pair(names, options):
    with pytest.raises(cs.CorefscopeError):
        cs.score(KEY, side(*names))
    result = cs.score(KEY, side(*names), **options)
    assert result.f1["conll"] == 1
    assert not result.warnings
    assert cs.Settings.parse(result.signature) == result.settings == cs.Settings(**options)
    assert cs.check(side(*names), against=KEY, **options).ok
    assert cs.compare(KEY, side(*names), side(*names), names=["a", "b"], **options)


@pytest.mark.parametrize("name", ["names_strip", "pair_by"])
def test_two_documents_of_one_name_are_an_error(name):
    with pytest.raises(cs.CorefscopeError) as caught:
        cs.score(side("tale"), side("tale-1", "tale-2"), **{name: {"names_strip": r"-\d", "pair_by": "tale"}[name]})
    assert caught.value.code == "ambiguous-document"
    assert "'tale-1' and 'tale-2' would both be called 'tale'" in str(caught.value)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"names_strip": "("}, "names_strip= (: not a pattern"),
        ({"pair_by": "x(y"}, "pair_by= x(y: not a pattern"),
        ({"names_strip": ".*"}, "leaves nothing of the name 'tale'"),
        ({"pair_by": "(tale)"}, "does not match document 'song'"),
    ],
)
def test_patterns_that_cannot_work_are_errors(options, words):
    with pytest.raises(cs.CorefscopeError) as caught:
        cs.score(KEY, KEY, **options)
    assert caught.value.code == "bad-pattern"
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("key", "response", "option"),
    [
        (("tale", "song"), ("sys-tale", "sys-song"), r"--names-strip '^sys\-'"),
        (("tale", "song"), ("tale_pred", "song_pred"), "--names-strip '_pred$'"),
        (("tale.txt", "song.txt"), ("tale", "song"), r"--names-strip '\.\w+$'"),
        (("a/tale", "a/song"), ("b/c/tale", "b/c/song"), "--names-strip '^.*/'"),
        (("gold-tale", "gold-song"), ("sys-tale.x", "sys-song.x"), None),
        (("tale",), ("my tale 2024",), "--names-strip '^my\\ |\\ 2024$'"),
    ],
)
def test_the_hint_names_an_option_that_works(key, response, option):
    with pytest.raises(cs.CorefscopeError) as caught:
        cs.score(side(*key), side(*response))
    actual = suggest_renaming(key, response)
    assert actual is not None
    assert actual[0] == len(key)
    assert actual[1] in caught.value.hint
    assert option is None or actual[1] == option
    pattern = shlex.split(actual[1])[1]
    assert cs.score(side(*key), side(*response), names_strip=pattern).f1["conll"] == 1


def test_nothing_is_suggested_where_nothing_helps():
    assert suggest_renaming(["tale", "song"], ["play", "poem"]) is None
    assert suggest_renaming(["a/x", "b/x"], ["c/x"]) is None
