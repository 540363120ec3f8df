"""Paths of inputs on a page that is shared: without the folders of the machine it was made on."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

PATHS = ("short", "full")


def without_folders(shown: Any, result: Mapping[str, Any]) -> Any:
    """Shorten absolute paths of inputs in all strings of `shown`: to their names, with folders only to tell two apart.

    >>> result = {"key": {"path": "/home/ann/key/dev.conll"}, "systems": [{"path": "/home/ann/sys/dev.conll"}]}
    >>> without_folders(["/home/ann/key/dev.conll:7: bad"], result)
    ['key/dev.conll:7: bad']
    """
    paths = {path.rstrip("/\\") for path in _inputs(result) if os.path.isabs(path)}
    short = {path: _tail(path, paths) for path in sorted(paths, key=len, reverse=True)}
    return _replaced(shown, short) if short else shown


def _inputs(result: Mapping[str, Any]) -> Iterable[str]:
    for side in (result["key"], *result["systems"]):
        files = [side["path"]] if side.get("path") else [file["path"] for file in side.get("files") or ()]
        yield from (path for path in files if path)
    yield from (value for value in (result.get("settings") or {}).values() if isinstance(value, str))


def _tail(path: str, paths: Iterable[str]) -> str:
    parts = path.replace("\\", "/").split("/")
    others = [other.replace("\\", "/").split("/") for other in paths if other != path]
    length = 1
    while length < len(parts) and any(other[-length:] == parts[-length:] for other in others):
        length += 1
    return "/".join(parts[-length:])


def _replaced(shown: Any, short: Mapping[str, str]) -> Any:
    if isinstance(shown, str):
        for path, tail in short.items():
            shown = shown.replace(path, tail)
        return shown
    if isinstance(shown, dict):
        return {name: _replaced(value, short) for name, value in shown.items()}
    return [_replaced(each, short) for each in shown] if isinstance(shown, (list, tuple)) else shown
