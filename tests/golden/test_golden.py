"""Numbers that are known: from papers, from the official scorer, or by hand."""

from fractions import Fraction

import pytest

import corefscope
from corefscope.errors import FormatError
from corefscope.metrics import METRICS
from golden import moosavi_strube_2016, pradhan_2014, recasens_hovy_2011, repeated_mentions, small_cases, spans
from golden.row import Printed, check, clusters

GOLDEN = [
    row
    for source in (pradhan_2014, moosavi_strube_2016, recasens_hovy_2011, small_cases, repeated_mentions, spans)
    for row in source.ROWS
]


@pytest.mark.parametrize("row", GOLDEN, ids=str)
def test_golden(row):
    check(row)


def test_every_metric_has_golden_rows():
    assert {row.metric.partition("(")[0] for row in GOLDEN} == set(METRICS)


def test_printed_values_are_rounded_or_cut_off_at_their_last_digit():
    assert Printed("66.67").agrees(2 / 3)
    assert not Printed("66.66").agrees(2 / 3)
    assert Printed("66.66", truncated=True).agrees(2 / 3)
    assert not Printed("66.67", truncated=True).agrees(2 / 3)
    assert Printed("50.00", truncated=True).agrees(0.5)


def right_and_wrong(key, response):
    """The link counts of Recasens & Hovy, by their names, from BLANC's; both sides have the same mentions."""
    counts = corefscope.score(key, response, metrics="blanc").scores["blanc"].counts
    return {
        "rc": counts["coreference_both"],
        "wc": counts["coreference_response"] - counts["coreference_both"],
        "rn": counts["non_coreference_both"],
        "wn": counts["non_coreference_response"] - counts["non_coreference_both"],
    }


def rand_index(links):
    """Recasens & Hovy 2011, equation 1."""
    return Fraction(links["rc"] + links["rn"], sum(links.values()))


def test_link_counts_of_table_5():
    assert right_and_wrong(*recasens_hovy_2011.FIGURE_1) == recasens_hovy_2011.TABLE_5


@pytest.mark.parametrize("system", recasens_hovy_2011.TABLE_9)
def test_link_counts_of_table_9(system):
    response = recasens_hovy_2011.TABLE_8[system]
    entities, singletons, *links = recasens_hovy_2011.TABLE_9[system]
    assert (len(response), sum(len(entity) == 1 for entity in response)) == (entities, singletons)
    found = right_and_wrong(recasens_hovy_2011.GOLD_1, response)
    assert [found[name] for name in ("rc", "rn", "wc", "wn")] == links


@pytest.mark.parametrize("system", recasens_hovy_2011.TABLE_10)
def test_rand_index_of_table_10_follows_from_the_link_counts(system):
    links = right_and_wrong(recasens_hovy_2011.GOLD_1, recasens_hovy_2011.TABLE_8[system])
    assert Printed(recasens_hovy_2011.TABLE_10[system][3]).agrees(rand_index(links))


@pytest.mark.parametrize("response", recasens_hovy_2011.TABLE_1)
def test_rand_index_of_table_1_follows_from_the_link_counts(response):
    links = right_and_wrong(recasens_hovy_2011.TRUTH, recasens_hovy_2011.FIGURE_3[response])
    assert Printed(recasens_hovy_2011.TABLE_1[response]["rand"]).agrees(rand_index(links))


@pytest.mark.parametrize("text", recasens_hovy_2011.TABLE_15)
def test_blanc_of_table_14_follows_from_the_link_counts_of_table_15(text):
    right_coreference, right_apart, wrong_coreference, wrong_apart = recasens_hovy_2011.TABLE_15[text]
    counts = {
        "coreference_both": right_coreference,
        "coreference_key": right_coreference + wrong_apart,
        "coreference_response": right_coreference + wrong_coreference,
        "non_coreference_both": right_apart,
        "non_coreference_key": right_apart + wrong_coreference,
        "non_coreference_response": right_apart + wrong_apart,
    }
    assert Printed(text).agrees(METRICS["blanc"].finish(counts).f1)


@pytest.mark.parametrize("side", ["key", "response"])
@pytest.mark.parametrize("entities", ["ab bc", "abb"])
def test_a_repeated_mention_can_be_an_error(side, entities):
    sides = {"key": clusters("ab c"), "response": clusters("ab c"), side: clusters(entities)}
    with pytest.raises(FormatError, match="entity"):
        corefscope.score(sides["key"], sides["response"], repeated="error")


@pytest.mark.parametrize("rule", ["first", "last", "merge", "official"])
def test_a_repeated_mention_is_a_counted_warning(rule):
    result = corefscope.score(clusters("ab bc bd ee"), clusters("ab"), repeated=rule)
    counted = {notice.kind: notice.count for notice in result.key.warnings}
    assert counted == {"mention repeated in two entities": 2, "mention repeated in one entity": 1}
