"""Scores of many totals at once equal the scores of each: for every metric, with parameters, also on nothing."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corefscope
from corefscope.metrics import METRICS, metrics
from corefscope.metrics import metric as parse
from support.variants import typed

FIELDS = ("recall", "precision", "f1")
# What only changes the counts is no matter here.
BETAS = [f"{name}(beta={beta})" for name in METRICS if "beta" in METRICS[name].parameters for beta in ("2", "0.5")]
OTHERS = ["blanc(alpha=0)", "blanc(alpha=1)", "blanc(alpha=0.2,beta=3)", "muc(beta=1e-9)", "muc(beta=1e9)"]
NAMES = [metric.name for metric in metrics([*METRICS, *BETAS, *OTHERS]) if not metric.is_mean]


def test_every_metric_and_every_parameter_of_its_quotients_is_tested():
    means = {name for name, family in METRICS.items() if family.mean_of}
    assert {name.partition("(")[0] for name in NAMES} == set(METRICS) - means
    finishing = {
        (name, each)
        for name, family in METRICS.items()
        for each in family.parameters
        if name not in means and not family.parameters[each].changes_counts
    }
    assert finishing == {(metric.family.name, each) for metric in map(parsed, NAMES) for each, _ in metric.values}


def parsed(name):
    return parse(name)


def columns_of(name):
    """The names of what a metric counts."""
    corpus = [([[0, 1], [2]], [[0, 1, 2]])]
    tallies = corefscope.score(typed(corpus, 0), typed(corpus, 1), metrics=name).system.tallies
    return list(tallies[parse(name).tally_name].columns)


COLUMNS = {name: columns_of(name) for name in NAMES}
# Zeros, whole numbers, fractions; ARI and ACE count below 0 as well.
NUMBERS = (0.0, 0.0, 1.0, 2.0, 3.0, 7.0, 40.0, 0.25, 1 / 3, 12.7, 1e-13, 1e6)


@pytest.mark.parametrize("name", NAMES)
@settings(deadline=None, max_examples=25)
@given(data=st.data())
def test_columns_equal_scalars(name, data):
    columns = COLUMNS[name]
    below_0 = {"value", "beyond_chance"}
    number = st.sampled_from(NUMBERS)
    below = number.map(lambda x: -x) | number
    totals = data.draw(
        st.lists(
            st.fixed_dictionaries({column: below if column in below_0 else number for column in columns}),
            min_size=1,
            max_size=5,
        )
    )
    metric = parse(name)
    values = metric.finish_columns({column: np.array([total[column] for total in totals]) for column in columns})
    for place, total in enumerate(totals):
        score = metric.finish(total)
        for field in FIELDS:
            assert getattr(values, field)[place] == pytest.approx(getattr(score, field), rel=1e-12, abs=1e-15), field
