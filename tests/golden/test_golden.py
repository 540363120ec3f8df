"""Numbers that are known: from papers, from the official scorer, or by hand."""

from fractions import Fraction

import pytest

import corefscope
from corefscope.metrics import METRICS
from corefscope.problems import FormatError
from golden import anaphora, papers, repeated_mentions, small_cases, spans, variants
from golden.papers import HILLARY, PARTITIONS, R1, R2, SIDES
from golden.row import Printed, check, clusters
from golden.variants import ace

GOLDEN = [row for source in (papers, small_cases, repeated_mentions, spans, variants, anaphora) for row in source.ROWS]


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


def quantity(place, response, what):
    """What a paper counts, or a part of a score."""
    entities = PARTITIONS[place][response]
    counts = {
        "mentions": sum(map(len, entities)),
        "entities": len(entities),
        "singletons": sum(len(entity) == 1 for entity in entities),
    }
    if what in counts:
        return counts[what]
    if " " not in what:
        links = right_and_wrong(PARTITIONS[place]["key"], entities)
        return sum(links[name] for name in what.split("+"))
    metric, *path = what.split()
    score = corefscope.score(SIDES[place]["key"], SIDES[place][response], metrics=metric).scores[metric]
    for part in path[:-1]:
        score = score.parts[part]
    return score.numbers[path[-1]] if path[-1] in score.numbers else score.counts[path[-1]]


@pytest.mark.parametrize(
    ("place", "response", "what", "printed"), [pytest.param(*row, id=source) for source, *row in papers.COUNTED]
)
def test_counts_of_the_papers(place, response, what, printed):
    value = quantity(place, response, what)
    assert printed.agrees(value) if isinstance(printed, Printed) else value == int(printed.replace(",", ""))


def test_all_printed_numbers_of_partitions_are_here():
    assert (len(papers.DASHES), len(papers.COUNTED)) == (6, 70)
    assert sum("Chen & Ng 2013, Table 1" in row.source for row in papers.ROWS) == 120
    assert sum("Recasens & Hovy 2011, Table" in row.source for row in papers.ROWS) == 142


@pytest.mark.parametrize(("place", "response", "metric", "field"), papers.DASHES)
def test_where_a_paper_prints_a_dash_there_is_nothing_to_divide(place, response, metric, field):
    """Recall of MUC is defined, though the paper prints a dash for it in G."""
    score = corefscope.score(*(PARTITIONS[place][side] for side in ("key", response)), metrics=metric).scores[metric]
    assert "precision" in score.undefined
    assert getattr(score, field) == 0


def rand_index(links):
    """Recasens & Hovy 2011, equation 1."""
    return Fraction(links["rc"] + links["rn"], sum(links.values()))


@pytest.mark.parametrize("row", [row for row in papers.ROWS if row.metric == "rand"], ids=str)
def test_the_rand_index_follows_from_the_link_counts(row):
    assert row.f1.agrees(rand_index(right_and_wrong(row.key, row.response)))


@pytest.mark.parametrize("metric", ["muc", "b3", "ceafm", "ceafe", "blanc", "lea"])
def test_metrics_that_do_not_look_at_types_cannot_tell_hillary_from_she(metric):
    one, two = (corefscope.score(HILLARY, response, metrics=metric).f1[metric] for response in (R1, R2))
    assert one == two


@pytest.mark.parametrize("weights", ["W4", "W5"])
@pytest.mark.parametrize("metric", ["lmuc", "lb3", "lceafm", "lceafe"])
def test_metrics_that_look_at_types_can(metric, weights):
    name = f"{metric}(weights={weights})" if weights != "W4" else metric
    one, two = (corefscope.score(HILLARY, response, metrics=name).f1[name] for response in (R1, R2))
    assert one > two


def test_the_key_decides_the_type_of_a_mention_both_have():
    place = "chen2013 Figure 2"
    same, other = SIDES[place]["d"], papers.typed(PARTITIONS[place]["d"], dict.fromkeys(papers.TYPES[place], "name"))
    names = ["lmuc", "lb3", "lceafm", "lceafe"]
    key = SIDES[place]["key"]
    assert corefscope.score(key, same, metrics=names).f1 == corefscope.score(key, other, metrics=names).f1


def test_found_mentions_without_a_right_link_are_counted():
    """Pradhan et al.'s example: c and d are found and linked to each other only; a singleton has nothing to link."""
    counts = corefscope.score(clusters("abc defg z"), clusters("ab cd fghi z"), metrics="mentions").scores["mentions"]
    assert counts.counts["unlinked"] == 2


def test_lenient_identification_of_mentions():
    """Recasens & Hovy 2011, §4.2: the head is inside and no token outside the key mention."""
    from corefscope import Document, Mention

    key = [Document("text", [[Mention(0, 4, head=2), Mention(6, 7, head=6)], [Mention(8, 10, head=9)]])]
    actual = [Document("text", [[Mention(1, 3, head=2), Mention(6, 7, head=6)], [Mention(8, 11, head=9)]])]
    names = ["mentions", "mentions(match=partial)", "mentions(match=exact)", "mentions(match=head)"]
    scores = corefscope.score(key, actual, metrics=names).scores
    assert [scores[name].counts["recall_num"] for name in names] == [1, 2, 1, 3]
    assert [scores[name].counts["unlinked"] for name in names] == [1, 0, 1, 0]
    assert {scores[name].counts["precision_den"] for name in names} == {3}
    loosely = corefscope.score(key, actual, metrics=names, match="head").scores
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


LINK_COUNTS = list(zip(papers.read("recasens2011-table14"), papers.read("recasens2011-table15"), strict=True))


@pytest.mark.parametrize(("scores", "links"), LINK_COUNTS)
def test_blanc_of_table_14_follows_from_the_link_counts_of_table_15(scores, links):
    assert scores["system"] == links["system"]
    rc, rn, wc, wn = (int(links[each]) for each in ("rc", "rn", "wc", "wn"))
    counts = {
        "coreference_both": rc,
        "coreference_key": rc + wn,
        "coreference_response": rc + wc,
        "non_coreference_both": rn,
        "non_coreference_key": rn + wc,
        "non_coreference_response": rn + wn,
    }
    assert Printed(scores["blanc.f1"]).agrees(METRICS["blanc"].finish(counts).f1)


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
