"""One command line as a user runs it, and what it gives."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TypedDict

ROOT = Path(__file__).parents[2]


class Outcome(TypedDict):
    status: int
    output: str
    errors: str
    files: dict[str, str]  # the checksums of what was written


def run(words: list[str], folder: str) -> Outcome:
    """Runs a command in a folder of its own below the folder of the files; paths of this machine are left out."""
    name = hashlib.sha256(" ".join(words).encode("utf-8", "surrogateescape")).hexdigest()[:12]
    place = Path(folder, "made", name)
    place.mkdir(parents=True)
    done = subprocess.run(
        [sys.executable, "-m", "corefscope", *words],
        capture_output=True,
        cwd=place,
        env={**os.environ, "PYTHONUTF8": "1", "PYTHONPATH": str(ROOT / "src"), "COLUMNS": "100"},
        timeout=600,
    )
    made = {str(path.relative_to(place)): _sum(path) for path in sorted(place.rglob("*")) if path.is_file()}
    output, errors = (anywhere(text.decode("utf-8", "backslashreplace"), folder) for text in (done.stdout, done.stderr))
    return Outcome(status=done.returncode, output=output, errors=errors, files=made)


def anywhere(text: str, folder: str) -> str:
    """The text without the places of this machine."""
    return re.sub(f"{re.escape(folder)}|{re.escape(str(ROOT))}", "…", text)


def _sum(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
