"""`corefscope lab chance`: random responses keep the sizes, and the correction puts chance at 0."""

import itertools
import json
from statistics import fmean, pstdev

import numpy as np
import pytest

from corefscope import score
from corefscope.lab.chance import chance, dealt
from corefscope.lab.counting import alignment_of
from golden.row import clusters
from support.command_line import KEY, A, corefscope, failed, ok

ONE = clusters("abc de f")
OTHER = clusters("ab cde fx")


def test_sizes_units_and_mentions_stay():
    alignment = alignment_of(score(KEY, A, metrics=["muc"]))
    moved = dealt(alignment, np.random.default_rng(1))
    assert (moved.response_entity >= 0).tolist() == (alignment.response_entity >= 0).tolist()
    assert np.bincount(moved.response_entity + 1).tolist() == np.bincount(alignment.response_entity + 1).tolist()
    there = moved.response_entity >= 0
    assert (moved.response_entity_unit[moved.response_entity[there]] == moved.unit[there]).all()
    assert (moved.response_entity != alignment.response_entity).any()


@pytest.mark.parametrize("metric", ["muc", "b3", "ceafm", "ceafe", "blanc", "lea", "conll", "rand", "ari"])
def test_mean_is_near_the_mean_over_all_responses(metric):
    """Every seventh of all 5,040 orders of seven mentions gives the mean and deviation that chance estimates."""
    mentions = [mention for entity in OTHER for mention in entity]
    sizes = [len(entity) for entity in OTHER]
    ends = list(itertools.accumulate(sizes))
    orders = itertools.permutations(mentions)
    responses = {}
    for order in itertools.islice(orders, 0, None, 7):
        sets = [order[end - size : end] for end, size in zip(ends, sizes, strict=True)]
        responses.setdefault(str(len(responses)), sets)
    result = score(dict.fromkeys(responses, ONE), responses, metrics=[metric], per_document=True)
    exact = [row[metric].f1 for row in result.system.per_document]
    found = chance(ONE, OTHER, [metric], trials=600, seed=3).chance[metric]
    assert found.mean == pytest.approx(fmean(exact), abs=5 * pstdev(exact) / np.sqrt(600) + 0.01)
    assert found.deviation == pytest.approx(pstdev(exact), rel=0.15)


def test_ari_needs_no_correction_and_rand_becomes_it():
    """Hubert & Arabie: ARI is Rand corrected for chance, on one set of mentions."""
    key, response = clusters("abcd efg hi"), clusters("abef cdg hi")
    found = chance(key, response, ["rand", "ari"], trials=2000, seed=1)
    assert found.chance["ari"].mean == pytest.approx(0, abs=0.02)
    assert found.corrected("rand") == pytest.approx(found.observed["ari"], abs=0.02)


def test_a_perfect_response_is_one():
    found = chance(KEY, KEY, ["b3", "lea"], trials=20)
    assert found.corrected("b3") == found.corrected("lea") == 1


def test_finding_mentions_is_no_chance():
    found = chance(KEY, A, ["mentions", "lea", "mentions(match=exact)"], trials=2)
    assert set(found.chance) == set(found.observed) == {"lea"}
    assert found.as_object()["left_out"] == ["mentions", "mentions(match=exact)"]
    shown = ok("lab", "chance", KEY, A, "--trials", "2")
    assert "\nleft out: mentions; the mentions dealt out are those that were found\n" in shown
    assert "Mentions " not in shown.partition("Chance by data size")[0]
    assert "left out" not in ok("lab", "chance", KEY, A, "-m", "lea", "--trials", "2")


def test_spread_shrinks_with_data():
    sets, other = clusters("abc de f gh"), clusters("abf cd eg h")
    many = {str(number): sets for number in range(32)}
    found = chance(many, dict.fromkeys(many, other), ["b3"], trials=200)
    assert list(found.sizes) == [1, 2, 4, 8, 16, 32]
    deviations = [spread["b3"].deviation for spread in found.sizes.values()]
    assert all(later < earlier for earlier, later in itertools.pairwise(deviations))
    # Documents are alike, so the deviation falls with the root of their number.
    assert deviations[0] / deviations[-1] == pytest.approx(32**0.5, rel=0.25)
    assert found.mentions[32] == 32 * 8


def test_the_response_varies_with_data_too():
    """Two documents: one perfect, one with nothing right but its mentions."""
    key = {"a": clusters("ab cd"), "b": clusters("ab cd")}
    found = chance(key, {"a": clusters("ab cd"), "b": clusters("ac bd")}, ["lea"], trials=400, seed=2)
    one, two = found.scores[1]["lea"], found.scores[2]["lea"]
    assert (one.mean, one.deviation) == (pytest.approx(0.5, abs=0.1), pytest.approx(0.5, abs=0.01))
    assert (two.mean, two.deviation) == (pytest.approx(0.5), 0)
    # Of the three ways to pair four mentions, one is the key's: chance gets a third.
    assert found.sizes[1]["lea"].mean == pytest.approx(1 / 3, abs=0.08)
    level = found.sizes[1]["lea"].mean
    corrected = found.corrected_by_size(1, "lea")
    assert corrected.mean == pytest.approx((one.mean - level) / (1 - level))
    assert corrected.deviation == pytest.approx(one.deviation / (1 - level))
    assert found.corrected_by_size(2, "lea").deviation == 0


def test_without_a_response_the_key_is_dealt_out():
    found = chance(KEY, metrics=["b3"], trials=10)
    assert found.observed == {"b3": None}
    assert found.scores == {}
    assert found.corrected_by_size(1, "b3") is None
    assert found.chance == chance(KEY, KEY, ["b3"], trials=10).chance


def test_seed_decides():
    one, same, other = (chance(KEY, A, ["b3"], 10, seed=seed) for seed in (1, 1, 2))
    assert (one.chance, one.sizes) == (same.chance, same.sizes)
    assert one.chance != other.chance


def test_table_and_json():
    shown = ok("lab", "chance", KEY, A, "-m", "muc,conll", "--trials", "10")
    found = json.loads(ok("lab", "chance", KEY, A, "-m", "muc,conll", "--trials", "10", "-o", "json"))
    muc = found["metrics"]["muc"]
    assert muc["corrected"] == pytest.approx((muc["f1"] - muc["chance"]) / (1 - muc["chance"]))
    numbers = [f"{100 * muc[name]:.2f}" for name in ("f1", "chance", "deviation", "corrected")]
    assert ["MUC", *numbers] in [line.split() for line in shown.splitlines()]
    assert [row["documents"] for row in found["sizes"]] == [1, 2]
    assert muc["variance"] == pytest.approx(muc["deviation"] ** 2)


def test_bad_input():
    assert "--seed -4: it must not be negative" in failed("lab", "chance", KEY, "--seed", "-4")
    assert "a deviation needs at least two" in failed("lab", "chance", KEY, "--trials", "1")
    assert "mentions says which mentions are found" in failed("lab", "chance", KEY, "-m", "mentions")
    assert "zeros looks at the words themselves" in failed("lab", "chance", KEY, "-m", "zeros")


def test_a_warning_of_a_key_that_is_both_sides_is_said_once(tmp_path):
    path = tmp_path / "half.conll"
    path.write_text("#begin document (tale); part 000\nAnna (1)\nshe (1)\n", encoding="utf-8")
    assert corefscope("lab", "chance", str(path), "--trials", "2").stderr.count("document without an end") == 1
