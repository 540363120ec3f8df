"""Template, style, scripts and data in one HTML file that runs nothing but its own script and asks no network."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zlib
from collections.abc import Mapping
from html import escape
from importlib.resources import files
from typing import Any

from corefscope.basics.escaping import visible

STYLES = ("page", "cards", "reading", "text", "detail", "print")


def assemble(payload: Mapping[str, Any], title: str) -> str:
    """The page of a payload. Data is deflated and in base64, so that no text of it can be taken for markup."""
    script, style = "\n" + asset("report.js"), joined_style()
    parts = {
        "policy": escape(policy(script, style)),
        "title": escape(visible(title)),
        "style": style,
        "script": script,
        "data": packed(payload),
    }
    return re.sub(r"{{(\w+)}}", lambda match: parts[match[1]], asset("page.html"))


def policy(script: str, style: str) -> str:
    """Only this script and this style; no other source of anything, and no text made into markup by scripts."""
    return (
        f"default-src 'none'; script-src '{_digest(script)}'; style-src '{_digest(style)}'; "
        "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
    )


def joined_style() -> str:
    return "\n" + "\n".join(asset(f"{name}.css") for name in STYLES)


def packed(payload: Mapping[str, Any]) -> str:
    """The payload as JSON, deflated, in base64: about a third of its length.

    Half a surrogate pair, as in a file name that is not UTF-8, becomes an escape of JSON.
    """
    text = json.dumps(payload, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return base64.b64encode(zlib.compress(text.encode("utf-8", "backslashreplace"))).decode("ascii")


def asset(name: str) -> str:
    """A file of the page as it stands in the package."""
    return files("corefscope.page").joinpath("assets", name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")
