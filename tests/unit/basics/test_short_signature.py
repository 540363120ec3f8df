"""The short form of signatures: reversible for any text, readable for ever, never silently another."""

import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefscope.basics import short_signature
from corefscope.basics.options import options_of
from corefscope.basics.short_signature import MARK, PHRASES, expanded, is_short, shortened
from corefscope.problems import SettingsError
from corefscope.settings import Settings
from corefscope.statistics.plan import Plan

PLAIN = "corefscope:0.1.0|match:exact|singletons:keep|repeated:first|average:micro"
PLANNED = f"{PLAIN}|{Plan(trials=10000).signature()}"


def test_phrases_never_change():
    # What is published stays readable: a phrase is added at the end, and the number of frozen ones raised with it.
    frozen = PHRASES[:196]
    assert zlib.crc32("\n".join(frozen).encode()) == 3707849168
    assert len(set(PHRASES)) == len(PHRASES) <= short_signature._SPELT


@pytest.mark.parametrize(("text", "short"), [(PLAIN, "cs1.0nv0g00.3wt4"), (PLANNED, "cs1.0nv0g003.851j")])
def test_published_forms_stay(text, short):
    assert shortened(text) == short
    assert expanded(short) == text
    signs = short.removeprefix(MARK).upper().replace("0", "O").replace("1", "L")
    assert expanded(f" {MARK}{signs}\n") == text


def test_forms_written_before_a_phrase_was_added_are_still_read(monkeypatch):
    text = f"{PLAIN}|corpus:litbank-all"
    short = shortened(text)
    monkeypatch.setattr(short_signature, "PHRASES", (*PHRASES, "|corpus:litbank-all"))
    short_signature._phrases.cache_clear()
    try:
        assert expanded(short) == text
        assert len(shortened(text)) < len(short)
        assert expanded(shortened(text)) == text
    finally:
        short_signature._phrases.cache_clear()


@given(st.text(st.characters(exclude_categories=[]), min_size=1))
def test_any_text_comes_back(text):
    assert expanded(shortened(text)) == text


@given(st.lists(st.sampled_from(PHRASES), min_size=1).map("".join))
def test_texts_of_phrases_come_back(text):
    assert expanded(shortened(text)) == text


def all_signatures():
    yield PLAIN
    for name, option in options_of(Settings).items():
        for value in option.choices or ():
            yield Settings(**{name: value}).signature()
    for name, option in options_of(Plan).items():
        for value in option.choices or ():
            yield f"{PLAIN}|{Plan(**{name: value}).signature()}"


@pytest.mark.parametrize("text", [*all_signatures()])
def test_signatures_are_short(text):
    short = shortened(text)
    assert expanded(short) == text
    assert len(short) < 40


@pytest.mark.parametrize("text", [PLAIN, PLANNED, Settings(match="head", entities="top=20").signature()])
def test_every_wrong_missing_or_exchanged_sign_is_noticed(text):
    short = shortened(text)
    changed = set()
    for place in range(len(MARK), len(short)):
        changed |= {short[:place] + sign + short[place + 1 :] for sign in short_signature._SIGNS}
        changed |= {short[:place] + short[place + 1 :], short[:place]}
        changed.add(short[:place] + short[place : place + 2][::-1] + short[place + 2 :])
    for wrong in changed - {short}:
        with pytest.raises(SettingsError, match="is not a short signature"):
            expanded(wrong)


@pytest.mark.parametrize(
    "text", ["cs1.", "cs1..", "cs1.ü.0000", "cs1.zz.0000", "cs1.0nv0g00", "cs2.0nv0g00.3wt4", "cs1.u.3wt4"]
)
def test_what_is_none(text):
    with pytest.raises(SettingsError) as caught:
        expanded(text)
    assert caught.value.code == "bad-signature"


def test_settings_and_plans_are_read_from_both_forms():
    settings, plan = Settings(match="head", singletons="drop"), Plan(tail="one", seed=7)
    assert Settings.parse(shortened(settings.signature())) == settings
    assert Plan.parse(shortened(f"{settings.signature()}|{plan.signature()}")) == plan


def test_which_texts_are_meant_as_short():
    assert is_short(" CS1.0nv")
    assert is_short("csl.0nv")
    assert expanded(f"CSL.{shortened(PLAIN).removeprefix(MARK)}") == PLAIN
    assert not is_short(PLAIN)
