"""Signatures and metric names are text that stands for exactly one thing and parses back to it."""

from dataclasses import fields
from itertools import product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from corefscope.errors import SettingsError, UnknownName
from corefscope.metrics import METRICS, parse
from corefscope.metrics import metrics as parse_all
from corefscope.settings import CHOICES, PRESETS, Settings
from strategies import THOROUGH

OPEN_ENDED = [field.name for field in fields(Settings) if field.name not in CHOICES]
VALUES = {name: st.sampled_from(values) for name, values in CHOICES.items()} | {
    field.name: (st.none() if field.default is None else st.nothing()) | st.text(max_size=12)
    for field in fields(Settings)
    if field.name in OPEN_ENDED
}
SETTINGS = st.builds(Settings, **VALUES)


def test_every_field_is_either_a_choice_or_open_ended():
    assert {field.name for field in fields(Settings)} == set(VALUES)


@THOROUGH
@given(SETTINGS)
def test_a_signature_parses_back(settings):
    assert Settings.parse(settings.signature()) == settings


@THOROUGH
@given(SETTINGS, st.text(alphabet="0123456789.+abc", min_size=1))
def test_a_signature_parses_back_whatever_the_version(settings, version):
    assert Settings.parse(settings.signature(version)) == settings


@THOROUGH
@given(SETTINGS, SETTINGS)
def test_different_settings_have_different_signatures(one, two):
    assert (one == two) == (one.signature() == two.signature())


def test_every_value_of_every_field_shows_in_the_signature():
    settings = [
        Settings(**dict(zip(CHOICES, values, strict=True)), **{name: given})
        for values in product(*CHOICES.values())
        for name in OPEN_ENDED
        for given in ("a", "b", "")
    ] + [Settings(**dict(zip(CHOICES, values, strict=True))) for values in product(*CHOICES.values())]
    assert len({each.signature() for each in settings}) == len(set(settings)) == len(settings)


def test_a_preset_is_its_settings():
    for settings in PRESETS.values():
        assert Settings.parse(settings.signature()) == settings


@pytest.mark.parametrize(
    "text", ["corefscope:1|match", "corefscope:1|mtach:exact", "corefscope:1|match:nearly", "nonsense"]
)
def test_what_is_no_signature_is_refused(text):
    with pytest.raises((SettingsError, UnknownName)):
        Settings.parse(text)


@pytest.mark.parametrize("name", METRICS)
def test_a_metric_name_parses_back(name):
    assert parse(name, METRICS).name == name
    assert parse(f" {name.upper()} ", METRICS) == parse(name, METRICS)


@pytest.mark.parametrize(("alias", "name"), [(alias, name) for name in METRICS for alias in METRICS[name].aliases])
def test_an_alias_means_its_metric(alias, name):
    assert parse(alias, METRICS).name == name


def test_no_name_means_two_metrics():
    names = [*METRICS, *(alias for family in METRICS.values() for alias in family.aliases)]
    assert len(names) == len(set(names))


def test_a_parameter_stays_in_the_name_and_a_default_does_not():
    assert parse("blanc(alpha=0.2)", METRICS).name == "blanc(alpha=0.2)"
    assert parse("blanc( alpha = 0.50 )", METRICS).name == "blanc"
    assert parse("blanc()", METRICS).name == "blanc"


@THOROUGH
@given(st.floats(0, 1))
@example(1 / 3)
def test_a_metric_with_a_parameter_parses_back(alpha):
    metric = parse(f"blanc(alpha={alpha!r})", METRICS)
    assert parse(metric.name, METRICS) == metric
    assert dict(metric.values).get("alpha", 0.5) == alpha


@THOROUGH
@given(st.floats(0, 1), st.floats(0, 1))
@example(0.1234567, 0.1234568)
def test_different_parameters_are_different_metrics(one, two):
    wanted = parse_all([f"blanc(alpha={one!r})", f"blanc(alpha={two!r})"])
    assert len(wanted) == len({one, two})


@pytest.mark.parametrize(
    "text", ["blanc(alpha=2)", "blanc(alpha=-0.1)", "blanc(alpha=nan)", "blanc(alpha=)", "muc(x=1)"]
)
def test_a_parameter_that_makes_no_sense_is_refused(text):
    with pytest.raises(SettingsError):
        parse(text, METRICS)


@pytest.mark.parametrize("text", ["mucc", "", "muc b3", "blanc(beta=1)", "(alpha=1)"])
def test_a_name_that_is_no_metric_is_refused(text):
    with pytest.raises((UnknownName, SettingsError)):
        parse(text, METRICS)
