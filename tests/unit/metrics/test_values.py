"""A metric is a value, a mean is a metric, a tally adds, and each metric names the input it counts in."""

import pickle

import numpy as np
import pytest

import corefscope as cs
from corefscope.analysis.repair import best_scores
from corefscope.lab.effect import effect
from corefscope.metrics import METRICS, Tally, metric, metrics
from corefscope.metrics.base import ALIGNMENT, CORPORA
from corefscope.metrics.evidence import AlignmentOnly, TableOnly
from corefscope.problems import SettingsError
from support.tables import table_of

KEY = [["a", "b", "c"], ["d", "e", "f", "g"]]
RESPONSE = [["a", "b"], ["c", "d"], ["f", "g", "h", "i"]]
BETA = "conll(beta=2)"


def test_a_table_has_a_cell_for_each_two_entities_that_share_mentions():
    table = table_of([["abc", "defg"]], [["ab", "cd", "fghi"]])
    assert table.shared.tolist() == [2, 1, 1, 2]
    assert (table.key.size.tolist(), table.response.size.tolist()) == ([3, 4], [2, 2, 4])


def test_parameters_are_keywords_or_stand_in_the_name():
    assert cs.metric("blanc", alpha=0.2) == cs.metric("blanc(alpha=0.2)")
    assert cs.metric("BLANC(alpha=0.2)", beta=2).name == "blanc(alpha=0.2,beta=2)"
    assert cs.metric(cs.metric("blanc", alpha=0.2), alpha=0.5) == cs.metric("blanc")
    assert cs.metric("ceafe", links="true").name == cs.metric("ceafe", links=True).name == "ceafe(links=true)"
    assert repr(cs.metric("lea", beta=0.5)) == "metric('lea(beta=0.5)')"


def test_a_keyword_is_checked_like_a_parameter_in_the_name():
    with pytest.raises(SettingsError, match="alpha is the weight of coreference links"):
        cs.metric("blanc", alpha=2)
    with pytest.raises(SettingsError, match="alpha occurs twice"):
        cs.metric("blanc(alpha=0.2)", alpha=0.3)
    with pytest.raises(SettingsError, match="links is true for"):
        cs.metric("ceafe", links="true,beta=2")


@pytest.mark.parametrize("name", METRICS)
def test_metrics_are_values(name):
    one = metric(name)
    assert one == metric(f" {name} ")
    assert len({one, metric(name)}) == 1
    assert pickle.loads(pickle.dumps(one)) == one


def test_a_mean_has_parts_with_its_parameters_and_only_f1():
    mean = cs.metric(BETA)
    assert [part.name for part in mean.parts] == ["muc(beta=2)", "b3(beta=2)", "ceafe(beta=2)"]
    assert cs.metric("muc").parts == (cs.metric("muc"),)
    assert (mean.fields, cs.metric("muc").fields) == (("f1",), ("recall", "precision", "f1"))
    score = cs.score(KEY, RESPONSE, metrics=BETA).scores[BETA]
    assert (score.recall, score.precision) == (None, None)
    assert list(score.numbers) == ["f1"]


def test_beta_of_a_mean_is_the_same_in_score_effect_and_best_scores():
    result = cs.score(KEY, RESPONSE, metrics=[BETA, "conll"])
    expected = result.f1[BETA]
    assert expected != pytest.approx(result.f1["conll"], abs=1e-3)
    assert effect(KEY, RESPONSE, [BETA]).rows[0].scores[BETA].f1 == expected
    best = best_scores(result.system.evidence, result.metrics)
    parts = best_scores(result.system.evidence, metrics(["muc(beta=2)", "b3(beta=2)", "ceafe(beta=2)"]))
    assert best[BETA].f1 == pytest.approx(sum(part.f1 for part in parts.values()) / 3, abs=1e-15)
    assert best[BETA].f1 != pytest.approx(best["conll"].f1, abs=1e-3)


def test_tallies_add_unit_after_unit():
    whole = metric("b3").count(TableOnly(table_of([KEY, KEY], [RESPONSE, KEY])))
    one, two = (metric("b3").count(TableOnly(table_of([KEY], [side]))) for side in (RESPONSE, KEY))
    assert one + two == whole
    assert (one + two).total() == {name: one.total()[name] + two.total()[name] for name in whole.columns}
    assert Tally.concatenate([one, two, one]) == one + two + one
    with pytest.raises(ValueError, match="cannot be added"):
        _ = one + Tally({"pairs": np.ones(1)})


@pytest.mark.parametrize(
    ("name", "needed"),
    [
        ("blanc(mentions=shared)", set()),
        ("rand", set()),
        ("rand(mentions=all)", {ALIGNMENT}),
        ("b3(twinless=all)", {ALIGNMENT}),
        ("conll", set()),
        ("mentions", set()),
        ("mentions(match=head)", {CORPORA}),
        ("mor", {CORPORA}),
    ],
)
def test_each_metric_names_what_it_needs_beyond_a_table(name, needed):
    assert metric(name).needs == needed
    table = TableOnly(table_of([KEY], [RESPONSE]))
    if not needed:
        assert [part.count(table) for part in metric(name).parts]


def test_an_alignment_is_enough_for_what_asks_for_no_mentions():
    evidence = cs.score(KEY, RESPONSE).system.evidence
    for name in ("muc", "rand(mentions=all)", "b3(twinless=discard)", "blanc(mentions=shared)"):
        assert metric(name).count(AlignmentOnly(evidence.alignment)) == metric(name).count(evidence)


@pytest.mark.parametrize("name", ["blanc(mentions=shared)", "rand", "ari", "h"])
def test_the_table_of_shared_mentions_is_that_of_their_alignment(name):
    evidence = cs.score(KEY, RESPONSE).system.evidence
    again = AlignmentOnly(evidence.alignment.shared())
    assert metric(name).count(again) == metric(name).count(evidence)
    assert evidence.table.of_shared_mentions.key.size.tolist() == again.table.key.size.tolist() == [3, 3]
