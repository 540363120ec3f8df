"""Two saved results side by side: whatever is in the files, it is compared or refused in one line."""

from __future__ import annotations

import json
from copy import deepcopy

import pytest

import corefscope as cs
from corefscope.problems import FormatError
from corefscope.scoring.differences import differences
from corefscope.scoring.saved import load
from support.command_line import KEY, A, B

VALUES = (None, True, 7, 1.5, "text", [], [[]], [None], {}, {"a": {}}, [{}], [{"name": "x"}])


def places(value, path=()):
    """Every place in a value, as the keys that lead there."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value[:2]) if isinstance(value, list) else ()
    for key, each in inner:
        yield from places(each, (*path, key))


def damaged(whole, path, value):
    """The value with another one in this place, or with nothing there."""
    changed = deepcopy(whole)
    place = changed
    for key in path[:-1]:
        place = place[key]
    if value is places:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return changed


@pytest.fixture(scope="module")
def saved():
    return json.loads(cs.score(KEY, A, B, metrics=["muc", "blanc"], per_document=True).to_json())


def test_damaged_results_are_compared_or_refused(saved, tmp_path):
    saved["key"]["warnings"] = [{"kind": "note", "count": 2, "places": ["a"]}]
    path = tmp_path / "saved.json"
    outcomes = {"compared": 0, "refused": 0}
    for number, place in enumerate(list(places(saved))[1:]):
        for value in (*VALUES, places)[number % 4 :: 4]:
            path.write_text(json.dumps(damaged(saved, place, value)))
            try:
                differences(load(str(path)), saved)
                differences(saved, load(str(path)))
                outcomes["compared"] += 1
            except FormatError as error:
                assert str(error).startswith(f"{path}: not a saved result of corefscope: ")  # noqa: PT017
                outcomes["refused"] += 1
    assert min(outcomes.values()) > 50, outcomes


def test_scores_without_end_are_refused(saved, tmp_path):
    path = tmp_path / "saved.json"
    path.write_text(
        json.dumps(saved).replace('"scores": {', '"scores": {"deep": ' + '{"a": ' * 500 + "1" + "}" * 500 + ",", 1)
    )
    with pytest.raises(FormatError, match="not a saved result"):
        load(str(path))


def test_a_comparison_is_called_by_its_name(tmp_path):
    path = tmp_path / "comparison.json"
    path.write_text(cs.compare(KEY, [A, B]).to_json())
    with pytest.raises(FormatError) as caught:
        load(str(path))
    expected = "a saved 'comparison', not a saved result (made by corefscope score -o json)"
    assert str(caught.value) == f"{path}: {expected}"
