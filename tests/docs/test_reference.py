"""Reference pages are generated from the code and must be current.

Run this file as a program to write them anew: python tests/docs/test_reference.py
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from corefscope.basics.codes import SETTINGS, WARNINGS
from corefscope.cli.commands import lab
from corefscope.cli.main import COMMANDS
from corefscope.formats.registry import FORMATS
from corefscope.settings import PRESETS

DOCS = Path(__file__).parents[2] / "docs"
GENERATED = re.compile(r"(<!-- generated[^>]*-->\n).*?(<!-- end -->)", re.DOTALL)


def formats_table():
    rows = ["| name | what it is | read | written |", "|---|---|---|---|"]
    for name, format in FORMATS.items():
        title = format.title.replace("|", "\\|")
        rows.append(f"| `{name}` | {title} | yes | {'yes' if format.writer else '–'} |")
    return "\n".join(rows) + "\n"


def formats_page():
    text = (DOCS / "formats.md").read_text(encoding="utf-8")
    return GENERATED.sub(lambda match: match[1] + formats_table() + match[2], text)


def messages_page():
    rows = ["| code | words | setting |", "|---|---|---|"]
    settings = {code: f"`{setting}`" for code, setting in SETTINGS.items()}
    rows += [f"| `{code}` | {words} | {settings.get(code, '')} |" for code, words in sorted(WARNINGS.items())]
    text = (DOCS / "messages.md").read_text(encoding="utf-8")
    return GENERATED.sub(lambda match: match[1] + "\n".join(rows) + "\n" + match[2], text)


def commands_page():
    parts = ["# Commands\n\nWhat each command's `--help` prints.\n"]
    experiments = [["lab", experiment.NAME] for experiment in lab.EXPERIMENTS]
    listed = [[], *([name] for name in COMMANDS)]
    after = listed.index(["lab"]) + 1
    for words in [*listed[:after], *experiments, *listed[after:]]:
        done = subprocess.run(
            [sys.executable, "-m", "corefscope", *words, "--help"],
            capture_output=True,
            encoding="utf-8",
            env={**os.environ, "COLUMNS": "100", "PYTHONUTF8": "1", "NO_COLOR": "1", "PYTHON_COLORS": "0"},
        )
        heading = "###" if words in experiments else "##"
        parts.append(f"{heading} {' '.join(['corefscope', *words])}\n\n```text\n{done.stdout}```\n")
    return "\n".join(parts)


PAGES = {"formats.md": formats_page, "messages.md": messages_page, "commands.md": commands_page}


@pytest.mark.parametrize("name", PAGES)
def test_page_is_current(name):
    # Python's own wording of help texts changes between versions; the newest one we test with writes the page.
    if name == "commands.md" and sys.version_info[:2] != (3, 11):
        pytest.skip("argparse words its help differently in other versions of Python")
    assert (DOCS / name).read_text(encoding="utf-8") == PAGES[name](), f"run python {__file__}"


def test_presets_are_documented():
    text = (DOCS / "matching.md").read_text(encoding="utf-8")
    for name, preset in PRESETS.items():
        settings = preset.settings
        row = f"| `{name}` | {settings.match} | {settings.singletons} | {settings.zeros} | {settings.repeated} |"
        assert row in text


if __name__ == "__main__":
    for name, page in PAGES.items():
        (DOCS / name).write_text(page(), encoding="utf-8")
