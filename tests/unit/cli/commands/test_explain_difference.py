"""`corefscope explain-difference`."""

import re

import pytest

from support.command_line import KEY, A, B, failed, ok


@pytest.fixture
def saved(tmp_path):
    def save(name, *arguments):
        path = tmp_path / name
        path.write_text(ok("score", KEY, *arguments, "--per-document", "-o", "json"), encoding="utf-8")
        return str(path)

    return save


def test_same_results(saved):
    assert "the same" in ok("explain-difference", saved("a.json", A), saved("b.json", A))


def test_settings_counts_and_documents_are_named(saved):
    shown = ok("explain-difference", saved("a.json", A), saved("b.json", A, "--singletons", "drop"))
    assert re.search(r"^settings\n  singletons\s+keep  →  drop$", shown, re.MULTILINE)
    assert re.search(r"^  entities\s+19  →  8$", shown, re.MULTILINE)
    assert "document (bakery); part 000 of response-a.conll" in shown


def test_another_response_is_named(saved):
    shown = ok("explain-difference", saved("a.json", A), saved("b.json", B))
    assert "response response-a.conll\n  name" in shown
    assert "sha256" in shown


def test_what_is_no_saved_result_is_refused(tmp_path, saved):
    assert "not a saved result" in failed("explain-difference", saved("a.json", A), KEY)
    other = tmp_path / "other.json"
    other.write_text("{}", encoding="utf-8")
    assert "not a saved result of corefscope" in failed("explain-difference", str(other), str(other))
    assert "there is no such file" in failed("explain-difference", "nowhere.json", str(other))
