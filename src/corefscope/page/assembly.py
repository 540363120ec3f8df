"""Assemble template, style, script and data into one HTML file that runs only its own script and needs no network."""

from __future__ import annotations

import base64
import json
import math
import re
import zlib
from collections.abc import Mapping
from contextlib import suppress
from html import escape
from itertools import chain
from pkgutil import get_data  # loads less than importlib.resources
from typing import Any

import msgspec

from corefscope.basics.escaping import visible
from corefscope.reporting.render import html
from corefscope.reporting.render.html import policy_hash

OWN_STYLES = ("cards", "findings", "reading", "text", "detail", "print")
STYLES = (*html.STYLES, *OWN_STYLES)
LEVEL = 1  # of deflate: higher ones take two and more times as long for a tenth of the size


def assemble(payload: Mapping[str, Any], title: str) -> str:
    """Build the page."""
    return assembled(packed(payload), title)


def assembled(data: str, title: str) -> str:
    """Build the page of data that is packed: deflated and base64-encoded, so no text can act as markup."""
    script, style = "\n" + asset("report.js"), joined_style()
    parts = {
        "policy": escape(policy(script, style)),
        "title": escape(visible(title)),
        "style": style,
        "script": script,
        "data": data,
    }
    return re.sub(r"{{(\w+)}}", lambda match: parts[match[1]], asset("page.html"))


def policy(script: str, style: str) -> str:
    """Return a content security policy that allows only this script and style, and no HTML from strings."""
    return (
        f"default-src 'none'; script-src {policy_hash(script)}; style-src {policy_hash(style)}; "
        "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
    )


def joined_style() -> str:
    return "\n" + "\n".join(asset(f"{name}.css") for name in STYLES)


def packed(payload: Mapping[str, Any]) -> str:
    """Encode the payload as deflated JSON in base64, about a third of its size.

    A lone surrogate, as in a file name that is not UTF-8, becomes a JSON escape. NumPy's strings are strings.
    """
    _check_numbers(payload)
    try:
        text = msgspec.json.encode(payload)
    except (UnicodeEncodeError, TypeError):
        plain = json.dumps(payload, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        text = plain.encode("utf-8", "backslashreplace")
    return base64.b64encode(zlib.compress(text, LEVEL)).decode("ascii")


def _check_numbers(shown: Any) -> None:
    """Refuse what is not a finite number, which msgspec would write as null."""
    if isinstance(shown, list):
        # Long lists have one kind of items; a sum with a number that is not finite is not finite.
        for sum_of in ("".join, sum, lambda lists: sum(chain.from_iterable(lists))):
            with suppress(TypeError):
                _check_numbers(sum_of(shown))
                return
    if isinstance(shown, float) and not math.isfinite(shown):
        raise ValueError("a number is not JSON compliant")
    for each in shown.values() if isinstance(shown, dict) else shown if isinstance(shown, (list, tuple)) else ():
        _check_numbers(each)


def asset(name: str) -> str:
    """Read a file of the package's page assets, or a style that all pages share."""
    if name in (f"{each}.css" for each in html.STYLES):
        return html.style(name.removesuffix(".css"))
    return (get_data("corefscope.page", f"assets/{name}") or b"").decode()
