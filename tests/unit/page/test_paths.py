"""Paths on a page that is shared."""

import json
import shutil

import pytest

import corefscope
from corefscope.page.assembly import without_folders
from corefscope.page.payload import payload
from corefscope.problems import SettingsError
from support.command_line import KEY, A


@pytest.fixture
def files(tmp_path):
    for folder, source in (("gold", KEY), ("system", A)):
        (tmp_path / folder).mkdir()
        shutil.copy(source, tmp_path / folder / "dev.conll")
    return tmp_path / "gold" / "dev.conll", tmp_path / "system" / "dev.conll"


def test_folders_are_left_out_but_where_two_names_are_the_same(files, tmp_path):
    told = payload(corefscope.score(*map(str, files)))
    assert str(tmp_path) not in json.dumps(told)
    assert told["result"]["key"]["path"] == "gold/dev.conll"
    assert told["result"]["systems"][0]["files"][0]["path"] == "system/dev.conll"


def test_a_folder_of_files_keeps_its_name(files, tmp_path):
    told = payload(corefscope.score(str(files[0].parent), str(files[1].parent)))
    assert str(tmp_path) not in json.dumps(told)
    assert told["result"]["key"]["files"][0]["path"] == "gold/dev.conll"


def test_full_paths_on_request(files):
    page = corefscope.report(*map(str, files), paths="full")
    assert page.startswith("<!doctype html>")
    assert payload(corefscope.score(*map(str, files)), paths="full")["result"]["key"]["path"] == str(files[0])
    with pytest.raises(SettingsError, match="paths should be short or full, not 'long'"):
        corefscope.report(*map(str, files), paths="long")


def test_relative_paths_stay():
    result = {"key": {"path": "a/key.conll"}, "systems": [{"path": None, "files": []}]}
    assert without_folders(["a/key.conll: bad"], result) == ["a/key.conll: bad"]
