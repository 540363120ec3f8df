"""The blocks of the documentation that need other libraries: marked `pycon`, run as shown."""

import doctest
import re
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```pycon\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PAGES = {
    str(page.relative_to(ROOT)): BLOCK.findall(page.read_text(encoding="utf-8"))
    for page in (ROOT / "docs").glob("**/*.md")
}
# Every recipe whose library is not a core dependency shows it at work.
HEAVY = {f"docs/recipes/{name}.md" for name in ("pytorch", "spacy", "stanza", "fastcoref", "huggingface", "pandas")}


def test_recipes_have_blocks():
    assert {page for page, blocks in PAGES.items() if blocks} >= HEAVY


@pytest.mark.parametrize("page", [page for page, blocks in PAGES.items() if blocks])
def test_blocks_print_what_is_shown(page, tmp_path, monkeypatch):
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    test = doctest.DocTestParser().get_doctest("".join(PAGES[page]), {}, page, None, 0)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0
