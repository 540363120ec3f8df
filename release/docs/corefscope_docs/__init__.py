"""The documentation of corefscope as a site; `corefscope serve` shows it, and a browser opens `SITE / "index.html"`."""

from pathlib import Path

SITE = Path(__file__).parent / "site"
