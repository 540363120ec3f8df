"""Numbers that are known: from papers, from the official scorer, or by hand."""

from fractions import Fraction

import pytest

import corefscope
from corefscope.metrics import METRICS
from corefscope.problems import FormatError
from golden import (
    anaphora,
    chen_ng_2013,
    moosavi_strube_2016,
    pradhan_2014,
    recasens_hovy_2011,
    repeated_mentions,
    small_cases,
    spans,
    variants,
)
from golden.row import Printed, check, clusters
from golden.variants import ace

GOLDEN = [
    row
    for source in (
        pradhan_2014,
        moosavi_strube_2016,
        recasens_hovy_2011,
        small_cases,
        repeated_mentions,
        chen_ng_2013,
        spans,
        variants,
        anaphora,
    )
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


@pytest.mark.parametrize("response", recasens_hovy_2011.H_PRINTED)
def test_column_h_of_table_1_does_not_follow_from_its_description(response):
    """If it ever did, the list of known differences would be wrong."""
    sides = recasens_hovy_2011.TRUTH, recasens_hovy_2011.FIGURE_3[response]
    text = recasens_hovy_2011.H_PRINTED[response]
    assert Printed(text).agrees(corefscope.score(*sides, metrics="h").f1["h"]) == (text == "0")


def test_all_120_numbers_of_chen_and_ng_are_here():
    numbers = [number for row in chen_ng_2013.TABLE_1.values() for number in row.split()]
    assert len(numbers) == 120


@pytest.mark.parametrize("metric", ["muc", "b3", "ceafm", "ceafe", "blanc", "lea"])
def test_metrics_that_do_not_look_at_types_cannot_tell_hillary_from_she(metric):
    one, two = (
        corefscope.score(chen_ng_2013.HILLARY, response, metrics=metric).f1[metric]
        for response in (chen_ng_2013.R1, chen_ng_2013.R2)
    )
    assert one == two


@pytest.mark.parametrize("weights", ["W4", "W5"])
@pytest.mark.parametrize("metric", ["lmuc", "lb3", "lceafm", "lceafe"])
def test_metrics_that_look_at_types_can(metric, weights):
    name = f"{metric}(weights={weights})" if weights != "W4" else metric
    one, two = (
        corefscope.score(chen_ng_2013.HILLARY, response, metrics=name).f1[name]
        for response in (chen_ng_2013.R1, chen_ng_2013.R2)
    )
    assert one > two


def test_the_key_decides_the_type_of_a_mention_both_have():
    types = dict.fromkeys(chen_ng_2013.TYPES, "name")
    same, other = (chen_ng_2013.typed(chen_ng_2013.FIGURE_2["d"], each) for each in (chen_ng_2013.TYPES, types))
    names = ["lmuc", "lb3", "lceafm", "lceafe"]
    key = chen_ng_2013.typed(chen_ng_2013.KEY)
    assert corefscope.score(key, same, metrics=names).f1 == corefscope.score(key, other, metrics=names).f1


def test_found_mentions_without_a_right_link_are_counted():
    """Pradhan et al.'s example: c and d are found and linked to each other only; a singleton has nothing to link."""
    counts = corefscope.score(clusters("abc defg z"), clusters("ab cd fghi z"), metrics="mentions").scores["mentions"]
    assert counts.counts["unlinked"] == 2


def test_lenient_identification_of_mentions():
    """Recasens & Hovy 2011, §4.2: the head is inside and no token outside the key mention."""
    from corefscope import Document, Mention

    key = [Document("text", [[Mention(0, 4, head=2), Mention(6, 7, head=6)], [Mention(8, 10, head=9)]])]
    found = [Document("text", [[Mention(1, 3, head=2), Mention(6, 7, head=6)], [Mention(8, 11, head=9)]])]
    names = ["mentions", "mentions(match=partial)", "mentions(match=exact)", "mentions(match=head)"]
    scores = corefscope.score(key, found, metrics=names).scores
    assert [scores[name].counts["recall_num"] for name in names] == [1, 2, 1, 3]
    assert [scores[name].counts["unlinked"] for name in names] == [1, 0, 1, 0]
    assert {scores[name].counts["precision_den"] for name in names} == {3}
    loosely = corefscope.score(key, found, metrics=names, match="head").scores
    assert [loosely[name].counts["recall_num"] for name in names] == [3, 2, 1, 3]


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        ({"type": None}, "ace needs mention types: 1 mention has no type, first mention 0–3 of document 'text'"),
        ({"minimum": ()}, "ace needs heads, entity types and classes: mention 0–3 has no head, in document 'text'"),
    ],
)
def test_ace_value_says_what_is_missing_of_a_mention(damage, message):
    (document,) = ace(("PER", "N0+4"))
    document.entities[0][0] = document.entities[0][0].replaced(**damage)
    with pytest.raises(corefscope.CorefscopeError) as caught:
        corefscope.score([document], [document], metrics="ace")
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("kind", "fact"),
    [
        ("::", "entity '0' has no type"),
        ("PLANT::SPC", "entity '0' has the type 'PLANT'"),
        ("PER:x:", "entity '0' has no class"),
        ("PER:x:ABC", "entity '0' has the class 'ABC'"),
    ],
)
def test_ace_value_says_what_is_missing_of_an_entity(kind, fact):
    with pytest.raises(corefscope.CorefscopeError) as caught:
        corefscope.score(ace(("PER", "N0+4")), ace((kind, "N0+4")), metrics="ace")
    assert f"ace needs heads, entity types and classes: {fact}, in document 'text' (ACE's APF" in str(caught.value)


def test_ace_value_of_files_without_types():
    with pytest.raises(corefscope.CorefscopeError, match="ace needs mention types"):
        corefscope.score([["a"]], [["a"]], metrics="ace")


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
