"""A result beside a number from a paper: the nearest dialect, and the settings in which it differs."""

import json
import re
from pathlib import Path

import pytest

import corefscope as cs
from corefscope.presets import DIALECTS
from corefscope.problems import CorefscopeError
from support.command_line import corefscope

TALES = Path(__file__).parents[3] / "examples" / "tales"
SIDES = (TALES / "key.jsonl", TALES / "large.jsonl")


def test_a_number_from_a_paper():
    result = cs.score(*SIDES, preset="conll2012")
    (near,) = cs.explain_difference(result, 73.9).nearest
    others = [name for name in DIALECTS if name != "corefud"]  # which needs heads
    assert near.f1 == {name: cs.score(*SIDES, preset=name).f1["conll"] for name in others}
    distances = [abs(0.739 - f1) for f1 in near.f1.values()]
    assert distances == sorted(distances)
    assert next(iter(near.f1)) == "e2e"
    assert {(each.what, each.one, each.two) for each in near.settings} == {
        ("singletons", "keep", "e2e"),
        ("repeated", "official", "coval"),
    }
    assert cs.explain_difference(result, 0.739).nearest[0].number == pytest.approx(near.number)
    with pytest.raises(CorefscopeError) as caught:
        cs.explain_difference(result, 739)
    assert caught.value.code == "wrong-value"


def test_settings_that_no_dialect_has_are_those_of_the_result():
    result = cs.score(*SIDES, preset="e2e", mentions="shared")
    (near,) = cs.explain_difference(result, 100 * result.f1["conll"]).nearest
    assert near.f1["e2e"] == result.f1["conll"]
    assert near.settings == ()


def test_results_of_objects_need_their_objects():
    key, response = [["a", "b"], ["c"]], [["a", "b"], ["c"]]
    one, two = (cs.score(key, response, preset=name) for name in ("conll2012", "e2e"))
    assert [each.heading for each in cs.explain_difference(one, two).differences][:1] == ["settings"]
    with pytest.raises(CorefscopeError) as caught:
        cs.explain_difference(one, 50)
    assert caught.value.code == "no-such-file"
    assert "key= and response=" in str(caught.value)
    (near,) = cs.explain_difference(one, 50, key=key, response=response).nearest
    assert near.f1["e2e"] == two.f1["conll"]


def test_files_that_changed_are_not_scored_again(tmp_path):
    paths = []
    for name, text in (("key", '{"doc_key": "x", "clusters": [[[0, 1], [2, 2]]]}\n'), ("response", "")):
        paths.append(tmp_path / f"{name}.jsonl")
        paths[-1].write_text(text or paths[0].read_text(), encoding="utf-8")
    result = cs.score(*paths)
    paths[1].write_text('{"doc_key": "x", "clusters": [[[0, 1], [2, 3]]]}\n', encoding="utf-8")
    with pytest.raises(CorefscopeError) as caught:
        cs.explain_difference(result, 50)
    assert caught.value.code == "changed-file"
    paths[1].unlink()
    with pytest.raises(CorefscopeError) as caught:
        cs.explain_difference(result, 50)
    assert caught.value.code == "no-such-file"


def test_the_command(tmp_path):
    saved = tmp_path / "saved.json"
    saved.write_text(corefscope("score", *map(str, SIDES), "-o", "json").stdout, encoding="utf-8")
    done = corefscope("explain-difference", str(saved), "73.4")
    assert done.returncode == 0
    assert re.search(r"^e2e +73.37 +\+0.03$", done.stdout, re.MULTILINE)
    assert re.search(r"^singletons +keep +e2e$", done.stdout, re.MULTILINE)
    rows = json.loads(corefscope("explain-difference", str(saved), "73.4", "-o", "json").stdout)
    assert [row["what"] for row in rows[-2:]] == ["singletons", "repeated"]
    assert corefscope("explain-difference", str(saved), "nowhere.json").returncode == 2
