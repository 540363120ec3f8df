"""Assemble template, style, script and data into one HTML file that runs only its own script and needs no network.

A page may be shared, so paths of inputs lose the folders of the machine it was made on.
"""

from __future__ import annotations

import base64
import json
import os
import re
import zlib
from collections.abc import Mapping
from pkgutil import get_data  # loads less than importlib.resources
from typing import Any

from corefscope.reporting.render import html

OWN_STYLES = ("cards", "findings", "reading", "text", "detail", "print")
STYLES = (*html.STYLES, *OWN_STYLES)
PAGE_LEVEL = 1  # of deflate: higher ones take two and more times as long for a tenth of the size


def assemble(data: str, title: str) -> str:
    """Build the page of data that is packed: deflated and base64-encoded, so no text can act as markup."""
    style = "\n".join(asset(f"{name}.css") for name in STYLES)
    return html.page(title, style, asset("report.js"), asset("page.html"), data=data)


def packed(payload: Mapping[str, Any]) -> str:
    """Encode the payload as deflated JSON in base64, about a third of its size.

    A lone surrogate, as in a file name that is not UTF-8, becomes a JSON escape.
    """
    text = json.dumps(payload, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return base64.b64encode(zlib.compress(text.encode("utf-8", "backslashreplace"), PAGE_LEVEL)).decode("ascii")


def asset(name: str) -> str:
    """Read a file of the package's page assets, or a style that all pages share."""
    if name in (f"{each}.css" for each in html.STYLES):
        return html.style(name.removesuffix(".css"))
    return (get_data("corefscope.page", f"assets/{name}") or b"").decode()


def without_folders(value: Any, result: Mapping[str, Any]) -> Any:
    """Shorten absolute paths of inputs in all strings of `value`: to their names, with folders only to tell two apart.

    >>> result = {"key": {"path": "/home/ann/key/dev.conll"}, "systems": [{"path": "/home/ann/sys/dev.conll"}]}
    >>> without_folders(["/home/ann/key/dev.conll:7: bad"], result)
    ['key/dev.conll:7: bad']
    """
    inputs = [value for value in (result.get("settings") or {}).values() if isinstance(value, str)]
    for side in (result["key"], *result["systems"]):
        inputs += [side["path"]] if side.get("path") else [file["path"] for file in side.get("files") or ()]
    paths = {path.rstrip("/\\"): re.split(r"[/\\]", path.rstrip("/\\")) for path in inputs if os.path.isabs(path)}
    short = {}
    for path in sorted(paths, key=len, reverse=True):
        parts, length = paths[path], 1
        while length < len(parts) and sum(other[-length:] == parts[-length:] for other in paths.values()) > 1:
            length += 1
        short[path] = "/".join(parts[-length:])
    return _replaced(value, short) if short else value


def _replaced(value: Any, short: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        for path, tail in short.items():
            value = value.replace(path, tail)
        return value
    if isinstance(value, dict):
        return {name: _replaced(each, short) for name, each in value.items()}
    return [_replaced(each, short) for each in value] if isinstance(value, (list, tuple)) else value
