"""`corefscope explain-difference`."""

import re

import pytest

from support.command_line import KEY, A, ok


@pytest.fixture
def saved(tmp_path):
    def save(name, *arguments):
        path = tmp_path / name
        path.write_text(ok("score", KEY, *arguments, "--per-document", "-o", "json"), encoding="utf-8")
        return str(path)

    return save


def test_settings_counts_and_documents_are_named(saved):
    shown = ok("explain-difference", saved("a.json", A), saved("b.json", A, "--singletons", "drop"))
    assert re.search(r"^settings\n.*\nsingletons +keep +drop$", shown, re.MULTILINE)
    assert re.search(r"^entities +19 +8$", shown, re.MULTILINE)
    assert "document (bakery); part 000 of response-a.conll" in shown
