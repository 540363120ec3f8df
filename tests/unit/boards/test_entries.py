"""The entries of folders and manifests, and errors about invalid ones."""

import pytest

from corefscope.boards.entries import find_entries, is_board
from corefscope.problems import CorefscopeError


def put(folder, *names):
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("{}")


def listed(entries):
    return {
        dataset.name: (dataset.key.path, {name: each.path for name, each in dataset.submissions.items()})
        for dataset in entries.datasets
    }


def message(path):
    with pytest.raises(CorefscopeError) as caught:
        find_entries(path)
    return str(caught.value).replace(str(path), "IT")


def test_a_folder_for_each_data_set(tmp_path):
    put(tmp_path, "sea/key.conll", "sea/a.conll.gz", "sea/b.v2.jsonl", "land/key.jsonl", "land/a.conll", "README.md")
    root = str(tmp_path)
    assert listed(find_entries(tmp_path)) == {
        "land": (f"{root}/land/key.jsonl", {"a": f"{root}/land/a.conll"}),
        "sea": (f"{root}/sea/key.conll", {"a": f"{root}/sea/a.conll.gz", "b.v2": f"{root}/sea/b.v2.jsonl"}),
    }
    assert find_entries(tmp_path).systems == ("a", "b.v2")


def test_a_folder_for_each_system(tmp_path):
    put(tmp_path, "keys/sea.conll", "keys/land.conll", "a/sea.conll", "b/land.conll", "b/sky.conll")
    outcome = find_entries(tmp_path)
    assert [(each.name, list(each.submissions)) for each in outcome.datasets] == [("land", ["b"]), ("sea", ["a"])]
    assert [str(notice) for notice in outcome.notices] == [
        f"submission for no data set: {tmp_path}/b/sky.conll: no key is called 'sky'"
    ]


def test_skipped_files_and_folders_are_reported(tmp_path):
    put(tmp_path, "sea/key.conll", "sea/a.conll", "sea/notes.pdf", "other/a.conll", "sea/.hidden.conll")
    kinds = {notice.kind: notice.first for notice in find_entries(tmp_path).notices}
    assert kinds == {
        "folder without a key": f"{tmp_path}/other: there is no key.* in it",
        "file skipped": f"{tmp_path}/sea/notes.pdf: its ending is not that of coreference data",
    }


def test_two_files_of_one_name(tmp_path):
    put(tmp_path, "sea/key.conll", "sea/a.conll", "sea/a.jsonl")
    assert find_entries(tmp_path).datasets[0].submissions["a"].problem == "a.conll and a.jsonl both exist"


@pytest.mark.parametrize(
    ("is_one", "names", "words"),
    [
        (False, "", "IT: this folder has no data set (expected FOLDER/DATASET/key.* and FOLDER/DATASET/SYSTEM.*, or"),
        (False, "a.conll", "IT: this folder has no data set (expected"),
        (False, "part1/a.conll part2/gold_a.conll", "IT: this folder has no data set (expected"),
        (True, "sea/key.conll", "IT: there is no system"),
        (True, "keys/sea.conll", "IT: there is no system"),
        (True, "sea/gold.jsonl sea/a.jsonl", "(sea: rename gold.* to key.*)"),
        (False, "gold/sea.jsonl a/sea.jsonl", "(gold: rename it to keys)"),
        (True, "sea/gold.jsonl sea/a.jsonl land/key.jsonl land/a.jsonl", "(rename gold.* to key.*)"),
        (True, "sea/key.jsonl sea/Kyoto.jsonl land/key.jsonl land/kyoto.jsonl", "'Kyoto' and 'kyoto' count as"),
        (True, "keys/sea.jsonl keys/land.jsonl lit-A/sea.jsonl lita/land.jsonl", "'lit-A' and 'lita' count as"),
        (True, "keys/litA.jsonl a/lit-a.jsonl", "no key is called 'lit-a' (rename it to litA)"),
        (True, "sea/key.jsonl sea/Kyoto.jsonl sea/kyoto.jsonl", ""),  # different systems may have similar names
    ],
)
def test_errors_and_hints_about_folders(is_one, names, words, tmp_path):
    put(tmp_path, *names.split())
    try:
        notices = [str(notice) for notice in find_entries(tmp_path).notices]
    except CorefscopeError as error:
        notices = [str(error).replace(str(tmp_path), "IT")]
    assert bool(notices) == bool(words)
    assert not words or any(words in notice for notice in notices)
    assert is_board(str(tmp_path)) == is_one


def test_no_folder_no_manifest(tmp_path):
    assert message(tmp_path / "nowhere") == "IT: there is no such file or folder"
    put(tmp_path, "board.json")
    assert message(tmp_path / "board.json") == "IT: a manifest is a .toml file (or name a folder)"


TOML = """[datasets]
sea = "sea/key.conll"
land = "/far/key.conll"

[systems.a]
sea = "a.conll"
[systems."b c"]
land = "b.conll"
"""


def test_a_manifest(tmp_path):
    path = tmp_path / "board.toml"
    path.write_text(TOML)
    assert listed(find_entries(path)) == {
        "sea": (f"{tmp_path}/sea/key.conll", {"a": f"{tmp_path}/a.conll"}),
        "land": ("/far/key.conll", {"b c": f"{tmp_path}/b.conll"}),
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[datasets\n", "IT:1: not valid TOML: expected ']' at the end of a table declaration"),
        ('x = "y"\n' + TOML, "IT:1: 'x' is not a table of a manifest (expected [datasets] and"),
        (TOML + 'sky = "s.conll"\n', "IT:9: system 'b c' has the unknown data set 'sky' (data sets: sea, land)"),
        (TOML.replace('"a.conll"', "3"), "IT:5: 'a' should be a table of names and paths (e.g. dev ="),
        (TOML.replace('"a.conll"', '""'), "IT:5: 'a' should be a table of names and paths"),
        ("datasets = 3\n", "IT:1: 'datasets' is not a table of a manifest"),
        ('[datasets]\nsea = "k"\n', "IT: there is no system"),
        ("\n", "IT: the file is empty"),
    ],
)  # fmt: skip
def test_malformed_manifests(text, expected, tmp_path):
    path = tmp_path / "m.toml"
    path.write_text(text)
    outcome = message(path)
    assert outcome.startswith(expected.partition(" at the end")[0] if "TOML" in expected else expected), outcome


def test_a_manifest_that_is_not_utf_8(tmp_path):
    path = tmp_path / "m.toml"
    path.write_bytes(b"[datasets]\nsea = '\xff'\n")
    assert message(path) == "IT:2: the manifest is not UTF-8 (save it as UTF-8)"
