"""Two one-sided tests: against loops, against the normal distribution, and in every output."""

import json
from statistics import NormalDist

import pytest

import corefscope as cs
from corefscope.cli.main import main
from corefscope.metrics import metric as parse
from corefscope.statistics.plan import Plan
from support.command_line import KEY as EXAMPLE
from support.command_line import ROOT, A, B
from support.definitions import statistics as slow
from support.inputs.random_systems import key_of, systems_of

KEY = key_of(30)
SYSTEMS = systems_of(KEY, 0.3, 0.32, 0.5)
TALES = [str(ROOT / "examples" / "tales" / f"{name}.jsonl") for name in ("key", "small", "string", "large")]


@pytest.mark.parametrize("within", [1, 5.0, 20.0])
def test_against_loops(within):
    found = cs.compare(KEY, SYSTEMS, metrics="muc", trials=200, seed=3, equivalent_within=within, correction="none")
    rows = {
        system.name: [{name: tally.unit(unit) for name, tally in system.tallies.items()} for unit in range(len(KEY))]
        for system in found.result.systems
    }
    finish = parse("muc").finish
    draws, margin = slow.resamples(3, [0] * len(KEY), 200), within / 100
    for pair in found.pairs["muc"]:

        def difference(documents, pair=pair):
            first, second = (slow.summed(rows[name][d] for d in documents) for name in (pair.first, pair.second))
            return finish(first["muc"]).f1 - finish(second["muc"]).f1

        seen = difference(range(len(KEY)))
        strayed = [difference(draw) - seen for draw in draws]
        too_low = sum(each >= seen + margin - 1e-12 for each in strayed)  # of “it is below -margin”
        too_high = sum(-each >= margin - seen - 1e-12 for each in strayed)
        assert pair.equivalence_p == (max(too_low, too_high) + 1) / 201
        assert pair.equivalence == ("equivalent" if pair.equivalence_p < 0.05 else "not shown to be equivalent")


def test_against_the_normal_distribution():
    """Recall of MUC with one possible link a document: a mean of -1, 0 and 1, so half a step is added."""
    documents, right_a, right_b = 400, 300, 296
    key = {str(number): [[0, 1]] for number in range(documents)}
    a = {str(number): [[0, 1]] if number < right_a else [[0], [1]] for number in range(documents)}
    b = {str(number): [[0, 1]] if (number * 7) % documents < right_b else [[0], [1]] for number in range(documents)}
    gaps = [(a[name] == key[name]) - (b[name] == key[name]) for name in key]
    mean = sum(gaps) / documents
    error = (sum((gap - mean) ** 2 for gap in gaps) / documents**2) ** 0.5
    for within in (3.0, 5.0, 8.0):
        found = cs.compare(key, {"a": a, "b": b}, metrics="muc", field="recall", equivalent_within=within)
        expected = NormalDist().cdf((abs(mean) - within / 100 + 0.5 / documents) / error)
        assert found.pairs["muc"][0].equivalence_p == pytest.approx(expected, abs=0.02)


def test_corrected_like_the_differences():
    plain, holm = (
        [
            each.equivalence_p
            for each in cs.compare(KEY, SYSTEMS, metrics="muc", equivalent_within=9, correction=how).pairs["muc"]
        ]
        for how in ("none", "holm")
    )
    assert holm == pytest.approx(slow.holm(plain))


def test_the_signature_says_it_and_parses_back():
    found = cs.compare(KEY, SYSTEMS, metrics="muc", equivalent_within=0.5)
    assert found.signature.endswith("|equivalent_within:0.5")
    assert Plan.parse(found.signature) == found.plan
    assert '"equivalence' not in cs.compare(KEY, SYSTEMS, metrics="muc").to_json()


def test_every_output_says_it(capsys):
    said = {}
    for output in ("table", "markdown", "latex", "html", "csv", "json"):
        assert main(["compare", *TALES, "-m", "b3", "--equivalent-within", "12", "-o", output]) == 0
        said[output] = capsys.readouterr().out
    assert "Within 12" in said["table"]
    assert "= 0.0003" in said["table"]
    for output in ("table", "markdown", "html"):
        assert "Equivalent within 12 points (two one-sided bootstrap tests" in said[output], output
    assert "Equivalent within 12 points" in said["latex"].partition("\\caption")[2]
    assert ",equivalence_p,equivalence,signature" in said["csv"].splitlines()[0]
    assert ",equivalent,corefscope:" in said["csv"]
    pairs = json.loads(said["json"])["comparisons"]["b3"]
    assert {pair["equivalence"] for pair in pairs} == {"equivalent"}


def test_none_is_shown(capsys):
    assert main(["compare", *TALES, "-m", "b3", "--equivalent-within", "0.5"]) == 0
    assert "No systems are shown to be equivalent within 0.5 points" in capsys.readouterr().out


def test_one_document_shows_no_equivalence():
    found = cs.compare(
        {"a": [[1, 2, 3]]}, {"x": {"a": [[1, 2]]}, "y": {"a": [[1, 2]]}}, equivalent_within=50, metrics="b3"
    )
    assert found.pairs["b3"][0].equivalence == "not shown to be equivalent"


@pytest.mark.parametrize("value", ["0", "-1", "101", "nan", "half"])
def test_a_wrong_margin(capsys, value):
    assert main(["compare", EXAMPLE, A, B, "--equivalent-within", value]) == 2
    assert "points of 100" in capsys.readouterr().err or value == "half"
