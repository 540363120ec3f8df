"""Sets of split antecedents: what is refused, noted, merged and dropped."""

import pytest

import corefscope as cs
from corefscope.model import SPLIT_ANTECEDENT, empty_position
from corefscope.problems import FormatError, SettingsError
from support.inputs.anaphora import letter, side

KEY = "ab cd e [ac]fg"


def relation(member, owner):
    return cs.Relation(SPLIT_ANTECEDENT, member, owner)


@pytest.mark.parametrize(
    "links", [[("two", "one"), ("one", "two")], [("one", "two"), ("two", "one"), ("three", "one")]]
)
def test_a_set_that_leads_back_to_itself_is_an_error_with_both_ids(links):
    entities = [[letter("a")], [letter("b")], [letter("c")]]
    document = cs.Document("text", entities, ["one", "two", "three"], relations=[relation(*each) for each in links])
    with pytest.raises(FormatError, match=r"(one in two in one|two in one in two)") as caught:
        cs.score([document], [document], split="keep")
    assert caught.value.code == "circular-set"


def test_deeply_nested_sets_need_no_recursion():
    count = 3000
    entities = [[cs.Mention(number, number + 1)] for number in range(count)]
    ids = [str(number) for number in range(count)]
    document = cs.Document("text", entities, ids, relations=[relation(str(n), str(n + 1)) for n in range(count - 1)])
    assert cs.score([document], [document], split="keep", metrics=["muc", "split"]).f1["split"] == 1


def test_sets_alone_need_sets():
    with pytest.raises(SettingsError, match=r"which are left out.*split='keep'"):
        cs.score([side(KEY)], [side(KEY)], metrics="split")


def test_metrics_without_a_definition_count_mentions_and_say_so():
    wanted = ["pairwise", "b3(twinless=all)", "blanc(mentions=shared)", "muc"]
    kept = cs.score([side(KEY)], [side("ab cd e [ae]fg")], metrics=wanted, split="keep")
    dropped = cs.score([side(KEY)], [side("ab cd e [ae]fg")], metrics=wanted)
    (notice,) = kept.warnings
    assert (notice.code, notice.count) == ("metric-without-sets", 3)
    assert [kept.f1[name] == dropped.f1[name] for name in wanted] == [True, True, True, False]


def test_a_mention_in_two_entities_and_sets():
    twice = cs.Document("text", [[letter("a"), letter("b")], [letter("b")]], ["x", "y"], relations=[relation("x", "y")])
    with pytest.raises(SettingsError, match="cannot score split antecedents if a mention is in two entities"):
        cs.score([twice], [twice], split="keep", repeated="coval")
    assert cs.score([twice], [twice], split="keep", repeated="first", metrics="b3").f1["b3"] == 1


def test_a_set_counts_as_a_mention_where_singletons_are_dropped():
    """{f} has a set, so it stays; {a} and {c} go, but they are still what the set is made of."""
    result = cs.score(
        [side("a c [ac]f")], [side("a c [ac]f")], split="keep", singletons="drop", metrics=["b3", "split"]
    )
    assert result.scores["b3"].counts == {"recall_num": 2, "recall_den": 2, "precision_num": 2, "precision_den": 2}
    assert result.f1["split"] == 1
    other = cs.score([side("a c [ac]f")], [side("a e [ae]f")], split="keep", singletons="drop", metrics="split")
    assert other.recall["split"] == 0.5


def test_members_that_refer_to_nothing_belong_to_the_set():
    key, response = side("ab [ap]fg", "p"), side("ab [a]fg", "p")
    result = cs.score([key], [response], split="keep", metrics="split(metric=ceafe)")
    assert (result.recall["split(metric=ceafe)"], result.precision["split(metric=ceafe)"]) == (0.5, 1)


def test_zeros_are_dropped_before_singletons():
    """An entity of zeros disappears; peers keep it as an empty one, and get MUC precision 2."""
    zero = cs.Mention.at([empty_position(3, 1)])
    entities = [[letter("a"), letter("b")], [zero], [letter("f"), letter("g")]]
    document = cs.Document("text", entities, ["x", "y", "z"], relations=[relation("x", "z"), relation("y", "z")])
    for singletons in ("keep", "drop"):
        result = cs.score(
            [document],
            [document],
            split="keep",
            zeros="drop",
            singletons=singletons,
            metrics=["muc", "split(metric=ceafe)"],
        )
        assert result.scores["muc"].counts["precision_num"] == result.scores["muc"].counts["precision_den"] == 3
        assert result.scores["split(metric=ceafe)"].counts["recall_den"] == 2  # the zero is a member all the same


def test_sets_are_matched_as_mentions_are():
    """The member cd-e of the response lies within that of the key, and has its head."""

    def text(start):
        member = cs.Mention(start, 5, head=4, minimum=(4,))
        ids = ["one", "two", "they"]
        entities = [[letter("a")], [member], [cs.Mention(8, 9, head=8, minimum=(8,))]]
        return [cs.Document("text", entities, ids, relations=[relation(each, "they") for each in ids[:2]])]

    for match, expected in (("exact", 0.5), ("partial", 1), ("min", 1), ("head", 1)):
        for singletons in ("keep", "drop"):  # with `drop` the members are not among the mentions that are scored
            result = cs.score(
                text(2), text(3), match=match, split="keep", singletons=singletons, metrics="split(metric=ceafe)"
            )
            assert result.recall["split(metric=ceafe)"] == expected, (match, singletons)


def test_presets_of_codi_crac():
    assert list(cs.score([side(KEY)], [side(KEY)], preset="codicrac-bridging").scores) == [
        "bridging(level=anaphor)", "bridging(level=mention)", "bridging",
    ]  # fmt: skip
    assert list(cs.score([side(KEY)], [side(KEY)], preset="codicrac-bridging", metrics="muc").scores) == ["muc"]
    assert cs.score([side(KEY)], [side("ab cd e fg")], preset="codicrac-anaphora").recall["muc"] == 0.75
    assert cs.score([side(KEY)], [side("ab cd e fg")], preset="ua").recall["muc"] == 0.75
    assert cs.Settings.of(None, "crac2026-partial", {}).match == "partial"
    assert cs.Settings.of(None, "crac2025", {}) == cs.Settings.of(None, "crac2024", {})
