"""`corefscope lab agreement`: Kendall's τ between metrics over systems."""

import json
import random
from pathlib import Path

import pytest

from corefscope.lab.agreement import agreement, kendall
from golden.row import clusters
from support.command_line import KEY, A, B, failed, ok

KEY_SETS = clusters("abc defg hi")
SYSTEMS = {
    "right": KEY_SETS,
    "merged": clusters("abcdefghi"),
    "apart": clusters("a b c d e f g h i"),
    "half": clusters("ab c de fg hi"),
}


def test_tau_is_scipy_s():
    scipy = pytest.importorskip("scipy.stats")
    source = random.Random(1)
    tied = 0
    for _ in range(300):
        count = source.randint(2, 9)
        one, two = ([source.randint(0, source.choice([2, 9])) for _ in range(count)] for _ in range(2))
        if len(set(one)) == 1 or len(set(two)) == 1:
            assert kendall(one, two) is None
            tied += 1
        else:
            assert kendall(one, two) == pytest.approx(scipy.kendalltau(one, two).statistic)
    assert tied > 10


def test_order_is_compared_not_distance():
    found = agreement(KEY_SETS, *SYSTEMS.values(), metrics=["muc", "b3", "mentions"], names=list(SYSTEMS))
    assert found.systems == tuple(SYSTEMS)
    # MUC prefers the merged response to the half right one (R 6/6, P 6/8 against R 3/6, P 3/3), B³ does not.
    assert found.ranks("muc") == [1, 2, 4, 3]
    assert found.ranks("b3") == [1, 3, 4, 2]
    assert found.tau["muc", "b3"] == pytest.approx((5 - 1) / 6)  # of six pairs, five in the same order
    assert found.tau["muc", "muc"] == 1
    assert found.tau["muc", "mentions"] is None  # all systems have all mentions
    assert found.mean("b3") == found.tau["muc", "b3"]
    disputed = {(one, two): (first, second) for one, two, first, second in found.disputed()}
    assert disputed["merged", "half"] == (["muc"], ["b3"])
    assert ("right", "half") not in disputed


def test_means_are_ranked_by_f1_only():
    found = agreement(KEY_SETS, *SYSTEMS.values(), metrics=["muc", "conll"], by="recall", names=list(SYSTEMS))
    assert found.metrics == ("muc",)


def test_table_json_and_plot(tmp_path):
    plot = tmp_path / "tau.svg"
    shown = ok("lab", "agreement", KEY, A, B, KEY, "-m", "muc,b3", "--plot", str(plot))
    assert "Kendall's τ over 3 systems, by f1" in shown
    assert "no two systems are ranked differently" in shown
    assert ">1.00</text>" in plot.read_text(encoding="utf-8")
    found = json.loads(ok("lab", "agreement", KEY, A, B, KEY, "-m", "muc,b3", "-o", "json"))
    assert found["tau"]["muc"]["b3"] == 1.0
    assert found["ranks"]["b3"][-1] == 1
    assert found["systems"] == [Path(A).name, Path(B).name, Path(KEY).name]


def test_bad_input():
    assert "one system has no ranking" in failed("lab", "agreement", KEY, A)
    assert "did you mean recall?" in failed("lab", "agreement", KEY, A, B, "--by", "recal")
    assert ".svg, .png or .html" in failed("lab", "agreement", KEY, A, B, "--plot", "tau.pdf")
