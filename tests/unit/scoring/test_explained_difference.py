"""What part of a difference each rule makes: for two results, and for a result and a number from a paper."""

import json
import re
from pathlib import Path

import pytest

import corefscope as cs
from corefscope.presets import DIALECTS
from corefscope.problems import CorefscopeError
from corefscope.scoring import rule_parts as module
from corefscope.settings import Settings
from support.command_line import corefscope

TALES = Path(__file__).parents[3] / "examples" / "tales"
SIDES = (TALES / "key.jsonl", TALES / "large.jsonl")
RULES = ("singletons of the response left out in CEAFe", "singletons left out in B³")


@pytest.fixture(scope="module")
def results():
    return {name: cs.score(*SIDES, preset=name) for name in DIALECTS if name != "corefud"}


def test_the_parts_of_official_and_e2e(results):
    """The sentence of the migration page: most of it is that predicted singletons are dropped in CEAFe."""
    (found,) = cs.explain_difference(results["conll2012"], results["e2e"]).parts
    assert (round(100 * found.one, 2), round(100 * found.two, 2), found.rest) == (75.91, 73.37, 0)
    assert [(part.rule, round(100 * part.part, 2)) for part in found.parts] == [(RULES[0], -2.02), (RULES[1], -0.52)]
    parts = [100 * (results["e2e"].f1[name] - results["conll2012"].f1[name]) / 3 for name in ("ceafe", "b3")]
    assert [100 * part.part for part in found.parts] == pytest.approx(parts)


@pytest.mark.parametrize("metric", ["conll", "b3", "lea", "blanc"])
def test_parts_add_up_to_the_difference(results, metric):
    for one in results:
        for two in results:
            explained = cs.explain_difference(results[one], results[two], metric)
            if results[one].settings == results[two].settings:
                assert explained.parts == ()
                continue
            (found,) = explained.parts
            whole = results[two].f1[metric] - results[one].f1[metric]
            assert sum(part.part for part in found.parts) + found.rest == pytest.approx(whole, abs=1e-12)
            assert abs(found.rest) < 1e-12


def test_rules_that_interact_get_the_mean_over_both_orders():
    one, two = Settings(), Settings(singletons="drop", average="means")
    wanted = cs.metric("b3")
    sides = [cs.score(*SIDES).system.evidence.key, cs.score(*SIDES).system.evidence.response]
    f1 = {
        (singletons, average): cs.score(*sides, metrics="b3", singletons=singletons, average=average).f1["b3"]
        for singletons in ("keep", "drop")
        for average in ("micro", "means")
    }
    parts, rest = module.rule_parts(sides, one, two, wanted)
    expected = (f1["drop", "micro"] - f1["keep", "micro"] + f1["drop", "means"] - f1["keep", "means"]) / 2
    found = {part.rule: part.part for part in parts}
    assert found["singletons left out in B³"] == pytest.approx(expected)
    assert sum(found.values()) + rest == pytest.approx(f1["drop", "means"] - f1["keep", "micro"])


def test_a_mixture_that_nobody_has_is_passed_by():
    """Under the official way with repeated mentions e2e's singletons mean nothing."""
    key, response = [["a", "a", "b"], ["c"]], [["a", "b"], ["c"], ["d"]]
    one, two = (cs.score(key, response, preset=name) for name in ("conll2012", "e2e"))
    (found,) = cs.explain_difference(one, two, key=key, response=response).parts
    assert sum(part.part for part in found.parts) == pytest.approx(two.f1["conll"] - one.f1["conll"])
    assert any("a mention in two entities" in part.rule for part in found.parts)


def test_a_number_from_a_paper(results):
    explained = cs.explain_difference(results["conll2012"], 73.9)
    (near,), (found,) = explained.nearest, explained.parts
    assert near.distances[0][0] == found.dialect == "e2e"
    assert [part.rule for part in found.parts] == [*RULES]
    assert sum(part.part for part in found.parts) + found.rest == pytest.approx(
        0.739 - results["conll2012"].f1["conll"]
    )
    assert found.rest == pytest.approx(0.739 - results["e2e"].f1["conll"])
    assert cs.explain_difference(results["conll2012"], 0.739).nearest[0].number == pytest.approx(near.number)
    with pytest.raises(CorefscopeError, match="739 is no F1"):
        cs.explain_difference(results["conll2012"], 739)


def test_results_of_objects_need_their_objects():
    key, response = [["a", "b"], ["c"]], [["a", "b"], ["c"]]
    one, two = (cs.score(key, response, preset=name) for name in ("conll2012", "e2e"))
    assert cs.explain_difference(one, two).unknown == (
        "the key is not there to be scored again (give the objects as key= and response=)"
    )
    (found,) = cs.explain_difference(one, two, key=key, response=response).parts
    assert [part.rule for part in found.parts] == ["singletons of the response left out in CEAFe"]


def test_files_that_changed_are_not_scored_again(tmp_path):
    paths = []
    for name, text in (("key", '{"doc_key": "x", "clusters": [[[0, 1], [2, 2]]]}\n'), ("response", "")):
        paths.append(tmp_path / f"{name}.jsonl")
        paths[-1].write_text(text or paths[0].read_text(), encoding="utf-8")
    one, two = (cs.score(*paths, preset=name) for name in ("conll2012", "e2e"))
    paths[1].write_text('{"doc_key": "x", "clusters": [[[0, 1], [2, 3]]]}\n', encoding="utf-8")
    assert "has changed since it was scored" in cs.explain_difference(one, two).unknown
    paths[1].unlink()
    assert "is not there to be scored again" in cs.explain_difference(one, two).unknown


def test_the_command(tmp_path):
    for name in ("conll2012", "e2e"):
        saved = corefscope("score", *map(str, SIDES), "--preset", name, "-o", "json").stdout
        (tmp_path / f"{name}.json").write_text(saved, encoding="utf-8")
    paths = [str(tmp_path / f"{name}.json") for name in ("conll2012", "e2e")]
    done = corefscope("explain-difference", *paths)
    assert done.returncode == 0
    assert "  -2.02 of -2.53 points: singletons of the response left out in CEAFe\n" in done.stdout
    rows = json.loads(corefscope("explain-difference", *paths, "-o", "json").stdout)
    assert [row["what"] for row in rows if row["heading"].startswith("what makes")] == [*RULES]
    done = corefscope("explain-difference", paths[0], "73.4")
    assert re.search(r"^  e2e +73.37 +\+0.03$", done.stdout, re.MULTILINE)
    assert corefscope("explain-difference", paths[0], "nowhere.json").returncode == 2


def test_dialects_of_a_command():
    done = corefscope("score", *map(str, SIDES), "--dialects")
    assert done.returncode == 0
    assert re.search(r"^e2e +77.20 +73.23 +69.68 +73.37$", done.stdout, re.MULTILINE)
    assert re.search(r"^corefud +– +– +– +–$", done.stdout, re.MULTILINE)
    found = json.loads(corefscope("score", *map(str, SIDES), "--dialects", "-m", "conll", "-o", "json").stdout)
    assert [row["dialect"] for row in found["dialects"]] == list(DIALECTS)
    scores = {
        row["dialect"]: row["systems"][0]["scores"]["conll"]["f1"] for row in found["dialects"] if "systems" in row
    }
    assert scores == {name: cs.dialects(*SIDES)[name].f1["conll"] for name in scores}
    reasons = {row["dialect"]: row["reason"] for row in found["dialects"] if "reason" in row}
    assert reasons["corefud"].count("--match head needs heads") == 1
    done = corefscope("score", *map(str, SIDES), "--dialects", "--preset", "e2e")
    assert (done.returncode, done.stderr) == (2, "corefscope: error: --dialects has no --preset (give one of them)\n")


def test_settings_win_over_those_of_a_dialect():
    found = cs.dialects(*SIDES, metrics="conll", match="exact", zeros="linear", singletons="drop")
    assert found["e2e"].settings.singletons == "drop"
    assert found["e2e"].f1 == cs.score(*SIDES, metrics="conll", singletons="drop").f1
    with pytest.raises(CorefscopeError, match="there is no dialect 'e2'"):
        found["e2"]
