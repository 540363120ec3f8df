"""The blocks of the documentation that need other libraries: marked `pycon`, run as shown."""

import doctest
import re
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```pycon\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SECTIONS = {
    f"{page.name}: {section.partition(chr(10))[0]}": BLOCK.findall(section)
    for page in sorted((ROOT / "docs").glob("**/*.md"))
    for section in re.split(r"^## ", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    if BLOCK.search(section)
}
# Libraries that are not core dependencies, each shown at work in a section.
LIBRARIES = ("torch", "datasets", "spacy", "stanza", "fastcoref", "pandas")


def test_libraries_have_blocks():
    texts = ["".join(blocks) for name, blocks in SECTIONS.items() if name.startswith("libraries.md: ")]
    assert [
        library
        for library in LIBRARIES
        if not any(f"import {library}" in text or f"from {library}" in text for text in texts)
    ] == []


@pytest.mark.parametrize("section", SECTIONS)
def test_blocks_print_what_is_shown(section, tmp_path, monkeypatch):
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    test = doctest.DocTestParser().get_doctest("".join(SECTIONS[section]), {}, section, None, 0)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0
