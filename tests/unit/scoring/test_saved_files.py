"""A saved result keeps what was read and the codes of its warnings; anything else is refused in one line."""

import json
from copy import deepcopy
from pathlib import Path

import pytest

import corefscope as cs
from corefscope.problems import FormatError
from corefscope.scoring.explained_difference import differences
from corefscope.scoring.saved import load, saved_result
from support.command_line import KEY, A, B


@pytest.fixture
def saved(tmp_path):
    response = tmp_path / "twice.conll"
    text = Path(KEY).read_text(encoding="utf-8")
    response.write_text(text.replace("#end document", "# a remark\n#end document", 1), encoding="utf-8")
    result = cs.score(KEY, response, per_document=True)
    path = tmp_path / "result.json"
    path.write_text(result.to_json(), encoding="utf-8")
    return result, path


def test_files_and_warnings_come_back(saved):
    result, path = saved
    again = saved_result([str(path)])
    assert again.key.files == result.key.files
    assert again.system.files == result.system.files
    assert again.system.warnings == result.system.warnings
    assert [notice.code for notice in again.system.warnings] == ["comment-ignored", "identical-sides"]


@pytest.mark.parametrize("schema", [2, 0, "1", True, None])
def test_a_later_schema_is_refused(saved, schema):
    """Its fields may mean something else, which no reader of this version knows."""
    _, path = saved
    content = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**content, "schema": schema}), encoding="utf-8")
    for read in (lambda: saved_result([str(path)]), lambda: cs.explain_difference(path, path)):
        with pytest.raises(FormatError, match=r"not a saved result: .*schema"):
            read()


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


def test_damaged_results_are_compared_or_refused(tmp_path):
    whole = json.loads(cs.score(KEY, A, B, metrics=["muc", "blanc"], per_document=True).to_json())
    first, path = tmp_path / "whole.json", tmp_path / "damaged.json"
    first.write_text(json.dumps(whole))
    outcomes = {"compared": 0, "refused": 0}
    for place in list(places(whole))[1:]:
        for value in (*VALUES, places):
            path.write_text(json.dumps(damaged(whole, place, value)))
            try:
                differences(load(str(path)), load(str(first)))
                differences(load(str(first)), load(str(path)))
                outcomes["compared"] += 1
            except FormatError as error:
                assert str(error).startswith(f"{path}: not a saved result: ")  # noqa: PT017
                outcomes["refused"] += 1
    assert min(outcomes.values()) > 200, outcomes


def test_scores_without_end_are_refused(tmp_path):
    path, text = tmp_path / "saved.json", cs.score(KEY, A).to_json()
    deep = '"scores": {"deep": ' + '{"a": ' * 5000 + "1" + "}" * 5000 + ","
    path.write_text(text.replace('"scores": {', deep, 1))
    with pytest.raises(FormatError, match="not a saved result"):
        load(str(path))
