"""Every entry of the catalogue can be used, and every fact in it has a source."""

import re

import pytest

import corefscope as cs
from corefscope.basics.options import options_of
from corefscope.catalogue.entries import CONVENTIONS, known_corpora, known_corpus
from corefscope.formats.registry import FORMATS
from corefscope.presets import PRESETS
from corefscope.problems import SettingsError, UnknownName
from corefscope.settings import Settings, conventions

ENTRIES = list(known_corpora().values())
STATED = ("title", "preset", "also", "settings", *CONVENTIONS, "licence", "format")


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_every_fact_has_a_source_and_nothing_else_has(entry):
    stated = {name for name in STATED if getattr(entry, name)}
    assert set(entry.sources) == stated
    assert all(text.strip() for text in entry.sources.values())
    assert entry.source.strip()
    assert entry.address.startswith("https://")


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_what_an_entry_names_exists(entry):
    assert {name for name in (entry.preset, *entry.also) if name} <= set(PRESETS)
    assert set(entry.settings) <= set(options_of(Settings))
    assert not (entry.preset and entry.settings)
    assert not entry.format or entry.format in FORMATS
    assert re.compile(entry.names)
    assert not entry.sha256 or re.fullmatch(r"[0-9a-f]{64}", entry.sha256)
    Settings(corpus=entry.name, **conventions(entry.name, None))


def test_folds_of_litbank_are_folds():
    """Each document is in one test set, and what a fold has is what all have."""
    everything = known_corpus("litbank-all")
    for count in ("documents", "tokens", "mentions", "entities"):
        total = getattr(everything, count)
        assert sum(getattr(known_corpus(f"litbank-fold{fold}-test"), count) for fold in range(10)) == total
        for fold in range(10):
            parts = [known_corpus(f"litbank-fold{fold}-{split}") for split in ("train", "dev", "test")]
            assert sum(getattr(part, count) for part in parts) == total


def test_splits_of_ecb_share_no_topic():
    for topic in range(1, 46):
        name = f"{topic}_3ecbplus.xml"
        splits = [s for s in ("train", "dev", "test") if re.search(known_corpus(f"ecb+-{s}").names, name)]
        assert len(splits) == 1
        assert (splits == ["test"]) == (topic >= 36)


def test_the_preset_of_a_corpus_is_used():
    chosen = Settings.of(None, None, {"corpus": "corefud-1.2-en_gum-dev"})
    assert (chosen.match, chosen.singletons, chosen.zeros) == ("head", "drop", "dependent")
    assert chosen.corpus == "corefud-1.2-en_gum-dev"


def test_another_preset_in_use_is_allowed_and_wins():
    assert Settings.of(None, "e2e", {"corpus": "ontonotes-5.0-test"}).singletons == "e2e"
    assert Settings.of(None, None, {"corpus": "litbank-all", "singletons": "drop"}).singletons == "drop"


def test_a_contradicting_preset_is_refused():
    with pytest.raises(SettingsError, match="is not scored by the preset crac2024") as caught:
        Settings.of(None, "crac2024", {"corpus": "ontonotes-5.0-test"})
    assert caught.value.code == "conflicting-options"
    with pytest.raises(SettingsError, match="give its settings one by one"):
        Settings.of(None, "litbank", {"corpus": "craft-5.0-all"})


def test_settings_that_are_given_whole_stay():
    given = Settings(match="head")
    assert Settings.of(given, None, {"corpus": "litbank-all"}).match == "head"


def test_an_unknown_corpus_is_named_with_near_ones():
    with pytest.raises(UnknownName, match=r"there is no corpus 'ontonotes-test' \(did you mean ontonotes-5.0-test"):
        Settings(corpus="ontonotes-test")


def test_the_name_is_in_both_forms_of_the_signature():
    long = Settings.of(None, None, {"corpus": "ontonotes-5.0-test"}).signature()
    found = cs.signature(cs.signature(long).short)
    assert found.text == long
    assert found.parts[-1][:2] == ("corpus", "ontonotes-5.0-test")
    assert Settings.parse(long).corpus == "ontonotes-5.0-test"
