"""A saved result keeps what was read and the codes of its warnings; one of an older version can still be read."""

import json
from pathlib import Path

import pytest

import corefscope as cs
from corefscope.problems import FormatError
from corefscope.scoring.combining import saved_result
from support.command_line import KEY


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
    assert [notice.code for notice in again.system.warnings] == ["comment-ignored"]


def test_a_result_without_files_and_codes(saved):
    result, path = saved
    content = json.loads(path.read_text(encoding="utf-8"))
    for side in (content["key"], *content["systems"]):
        del side["files"]
        for warning in side["warnings"]:
            del warning["code"], warning["setting"]
    path.write_text(json.dumps(content), encoding="utf-8")
    again = saved_result([str(path)])
    assert again.key.sha256() == result.key.sha256()
    assert [notice.kind for notice in again.system.warnings] == ["comment ignored"]


@pytest.mark.parametrize("schema", [2, 0, "1", True, None])
def test_a_later_schema_is_refused(saved, schema):
    """Its fields may mean something else, which no reader of this version knows."""
    _, path = saved
    content = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**content, "schema": schema}), encoding="utf-8")
    for read in (lambda: saved_result([str(path)]), lambda: cs.explain_difference(path, path)):
        with pytest.raises(FormatError, match="this version reads up to 1"):
            read()
