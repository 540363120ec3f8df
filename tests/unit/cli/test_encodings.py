"""Terminals and pipes that are not UTF-8: escapes and plain signs, never a question mark."""

import json
import os
import subprocess
import sys

import pytest

from support.command_line import corefscope

NAMES = ("日本", "naïve", "😀")


def encoded(*arguments, encoding):
    done = subprocess.run(
        [sys.executable, "-m", "corefscope", *arguments],
        capture_output=True,
        env={**os.environ, "PYTHONUTF8": "0", "PYTHONIOENCODING": encoding},
    )
    assert done.returncode in (0, 2), done.stderr
    return done


@pytest.fixture
def data(tmp_path):
    key = [{"doc_key": name, "sentences": [["a", name]], "clusters": [[[0, 0], [1, 1]]]} for name in NAMES]
    (tmp_path / "key.jsonl").write_text("".join(json.dumps(each) + "\n" for each in key), encoding="utf-8")
    return str(tmp_path / "key.jsonl")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "ascii:strict", "latin-1:replace"])
def test_tables_have_no_question_marks(data, encoding):
    done = encoded("score", data, data, "--per-document", encoding=encoding)
    table = done.stdout.decode(encoding.partition(":")[0]).split("\n\n")[2].splitlines()
    assert "?" not in "".join(table)
    assert any(line.startswith(r"\u65e5\u672c ") for line in table)
    assert any(line.startswith(r"\U0001f600 ") for line in table)
    assert ("B3" if encoding.startswith("ascii") else "B³") in table[1]


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "utf-8"])
def test_json_says_the_same_in_every_encoding(data, encoding):
    command = ("score", data, data, "--per-document", "-o", "json")
    saved = json.loads(encoded(*command, encoding=encoding).stdout.decode(encoding))
    assert saved == json.loads(corefscope(*command).stdout)
    assert [each["document"] for each in saved["systems"][0]["per_document"]] == list(NAMES)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_pages_and_converted_files_are_utf8_in_every_encoding(data, encoding):
    page = encoded("report", data, data, "-o", "-", encoding=encoding).stdout
    assert page == encoded("report", data, data, "-o", "-", encoding="utf-8").stdout
    assert "–" in page.decode("utf-8")
    converted = encoded("convert", data, "-", "--to", "conll", encoding=encoding).stdout
    assert "日本" in converted.decode("utf-8")
