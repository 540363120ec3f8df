"""Signatures and metric names are text that stands for exactly one thing and parses back to it."""

from dataclasses import fields
from itertools import combinations, product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from corefscope.basics.options import options_of
from corefscope.metrics import METRICS
from corefscope.metrics import metric as parse
from corefscope.metrics import metrics as parse_all
from corefscope.presets import PRESETS
from corefscope.problems import SettingsError, UnknownName
from corefscope.settings import Settings
from support.inputs.strategies import THOROUGH

CHOICES = {name: tuple(each.choices) for name, each in options_of(Settings).items() if each.choices}
OPEN_ENDED = [field.name for field in fields(Settings) if field.name not in CHOICES]
# Texts of a form that is checked.
CHECKED = {"window": ("1500", "50s"), "table_columns": ("item=a,label=b", "item=b,label=a")}
VALUES = (
    {name: st.sampled_from(values) for name, values in CHOICES.items()}
    | {
        # No file, and so no setting that names one, can have a zero byte in its name.
        field.name: (st.none() if field.default is None else st.nothing())
        | st.text(max_size=12).map(lambda text: text.replace("\0", ""))
        for field in fields(Settings)
        if field.name in OPEN_ENDED
    }
    | {name: st.none() | st.sampled_from(values) for name, values in CHECKED.items()}
)
SETTINGS = st.builds(Settings, **VALUES)


def test_every_field_is_either_a_choice_or_open_ended():
    assert {field.name for field in fields(Settings)} == set(VALUES)


@THOROUGH
@given(SETTINGS, st.text(alphabet="0123456789.+abc", min_size=1))
def test_a_signature_parses_back_whatever_the_version(settings, version):
    assert Settings.parse(settings.signature(version)) == settings


@THOROUGH
@given(SETTINGS, SETTINGS)
def test_different_settings_have_different_signatures(one, two):
    assert (one == two) == (one.signature() == two.signature())


def test_every_value_of_every_field_shows_in_the_signature():
    """Of every two fields: all values of all of them together would be tens of millions."""
    values = CHOICES | {name: CHECKED.get(name, ("a", "b", "")) for name in OPEN_ENDED}
    settings = {
        Settings(**dict(zip(names, pair, strict=True)))
        for names in combinations(values, 2)
        for pair in product(*(values[name] for name in names))
    }
    assert len({each.signature() for each in settings}) == len(settings)


def test_a_preset_is_its_settings():
    for preset in PRESETS.values():
        settings = Settings(**preset.values)
        assert Settings.parse(settings.signature()) == settings


@pytest.mark.parametrize(
    "text", ["corefscope:1|match", "corefscope:1|mtach:exact", "corefscope:1|match:nearly", "nonsense"]
)
def test_what_is_no_signature_is_refused(text):
    with pytest.raises((SettingsError, UnknownName)):
        Settings.parse(text)


@pytest.mark.parametrize("name", METRICS)
def test_a_metric_name_parses_back(name):
    assert parse(name).name == name
    assert parse(f" {name.upper()} ") == parse(name)


@pytest.mark.parametrize(("alias", "name"), [(alias, name) for name in METRICS for alias in METRICS[name].aliases])
def test_an_alias_means_its_metric(alias, name):
    assert parse(alias).name == name


def test_no_name_means_two_metrics():
    names = [*METRICS, *(alias for family in METRICS.values() for alias in family.aliases)]
    assert len(names) == len(set(names))


def test_a_parameter_stays_in_the_name_and_a_default_does_not():
    assert parse("blanc(alpha=0.2)").name == "blanc(alpha=0.2)"
    assert parse("blanc( alpha = 0.50 )").name == "blanc"
    assert parse("blanc()").name == "blanc"


@THOROUGH
@given(st.floats(0, 1))
@example(1 / 3)
def test_a_metric_with_a_parameter_parses_back(alpha):
    metric = parse(f"blanc(alpha={alpha!r})")
    assert parse(metric.name) == metric
    assert dict(metric.values).get("alpha", 0.5) == alpha


@THOROUGH
@given(st.floats(0, 1), st.floats(0, 1))
@example(0.1234567, 0.1234568)
def test_different_parameters_are_different_metrics(one, two):
    expected = parse_all([f"blanc(alpha={one!r})", f"blanc(alpha={two!r})"])
    assert len(expected) == len({one, two})


@pytest.mark.parametrize(
    "text", ["blanc(alpha=2)", "blanc(alpha=-0.1)", "blanc(alpha=nan)", "blanc(alpha=)", "conll(beta=0)"]
)
def test_a_parameter_that_makes_no_sense_is_refused(text):
    with pytest.raises(SettingsError):
        parse(text)


@pytest.mark.parametrize("text", ["mucc", "", "muc b3", "blanc(gamma=1)", "(alpha=1)"])
def test_a_name_that_is_no_metric_is_refused(text):
    with pytest.raises((UnknownName, SettingsError)):
        parse(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("lmucc", "there is no metric 'lmucc' (did you mean lmuc"),
        (
            "lmuc(wieghts=W1)",
            "there is no lmuc parameter 'wieghts' (did you mean weights or twinless? lmuc parameters: weights, name,",
        ),
        ("lmuc(weights=W9)", "one of W1, W2, W3, W4, W5"),
        ("lmuc(name=much)", "lmuc: name is a name link's weight, a number above 0, not 'much'"),
        ("lmuc(nominal=nan)", "it must be a number above 0"),
        ("lmuc(singleton=1e300)", "it must be a number above 0 and at most 1e+100"),
        ("lmuc(symmetric=yes)", "one of true, false"),
        ("b3(twinless=some)", "one of all, zero, discard, rahman-ng, cai-strube"),
        ("lea(importance=sise)", "one of size, type, equal, entity-type"),
        ("lea(weights=PER)", "write TYPE:WEIGHT, joined by +"),
        ("lea(weights=PER:much)", "lea: weights is weights of entity types, such as PER:2+ORG:0.5, not 'PER:much'"),
        ("lea(weights=PER:1+per:2)", "a type has two weights"),
        ("mentions(match=fuzzy)", "one of settings, exact, head, partial, min"),
        ("muc(beta=)", "not '' (it has no value)"),
        ("muc(beta=two)", "muc: beta is the weight of recall against precision in F1, a number above 0, not 'two'"),
        ("muc(beta=1,beta=2)", "muc: beta occurs twice"),
        ("ace(type_error=2)", "it must be a number from 0 to 1"),
        ("ace(overlap=0)", "it must be a number above 0 and at most 1"),
    ],
)
def test_an_error_says_what_would_be_right(text, message):
    with pytest.raises((UnknownName, SettingsError)) as caught:
        parse(text)
    assert message in str(caught.value)


def test_weights_near_the_limits_give_numbers():
    import corefscope
    from support.variants import typed

    corpus = [([[0, 1, 2], [3, 4, 5]], [[0, 1, 3], [4, 5, 6]])]
    names = [
        f"{name}({weights},beta={beta})"
        for name in ("lmuc", "lb3", "lceafm", "lceafe")
        for weights in ("pronoun=1e-100,singleton=1e100", "name=1e100,pronoun=1e-100")
        for beta in ("1e-100", "1e100")
    ]
    for score in corefscope.score(typed(corpus, 0), typed(corpus, 1), metrics=names).scores.values():
        assert 0 <= score.f1 <= 1
        assert 0 <= score.recall <= 1


def test_cai_and_strube_left_ceafe_open_and_the_name_says_so():
    metric = parse("ceafe(twinless=cai-strube)")
    assert metric.name == "ceafe(twinless=cai-strube-as-ceafm)"
    assert parse(metric.name) == metric
    assert parse("ceafm(twinless=cai-strube)").name == "ceafm(twinless=cai-strube)"
