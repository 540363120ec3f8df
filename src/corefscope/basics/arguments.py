"""Arguments of public functions: what is of the wrong kind is refused by name, before anything is done with it."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from operator import index
from typing import Any, TypeVar

from corefscope.basics.escaping import shown
from corefscope.problems import SettingsError

Kind = TypeVar("Kind")


def _wrong(name: str, expected: str, value: Any, hint: str | None = None) -> SettingsError:
    return SettingsError("wrong-type", f"{name} should be {expected}, not {shown(value)}", hint=hint)


def text(value: Any, name: str) -> str:
    """A string.

    >>> text(3, "preset")
    Traceback (most recent call last):
    corefscope.problems.SettingsError: preset should be a string, not 3
    """
    if not isinstance(value, str):
        raise _wrong(name, "a string", value)
    return value


def texts(value: Any, name: str, other: type[Any] = str) -> list[Any]:
    """Strings, or objects of one other class, in an iterable; a single string would be read letter by letter."""
    try:
        items = None if isinstance(value, str | bytes | Mapping) else list(value)
    except TypeError:
        items = None
    if items is None:
        raise _wrong(name, "a list of strings", value, f"give {name} as a list")
    for each in items:
        if not isinstance(each, str | other):
            raise SettingsError("wrong-type", f"{name} should be strings, and one is {shown(each)}")
    return [str.__str__(each) if isinstance(each, str) else each for each in items]  # NumPy's strings become Python's


def whole(value: Any, name: str) -> int:
    """A whole number, of Python's or NumPy's."""
    try:
        if not isinstance(value, bool):
            return index(value)
    except TypeError:
        pass
    raise _wrong(name, "a whole number", value)


def flag(value: Any, name: str) -> bool:
    """True or False; a word such as "no" would be neither, but count as true."""
    if value is None or isinstance(value, bool | int) or type(value).__name__ in ("bool_", "bool"):
        return bool(value)
    raise _wrong(name, "True or False", value)


def path(value: Any, name: str) -> str:
    """The path of a file or folder as a string; `-` and patterns are paths too."""
    try:
        text = os.fspath(value)
    except TypeError:  # no path, or a class whose __fspath__ gives no text
        text = None
    if not isinstance(text, str):
        raise _wrong(name, "a path", value)
    try:
        possible = b"\0" not in os.fsencode(text)
    except UnicodeEncodeError:
        possible = False
    if not possible:
        raise SettingsError("wrong-value", f"{name} is {shown(text)}, which no file can be called")
    return text


def instance(value: Any, kind: type[Kind], name: str) -> Kind:
    """An object of a class of corefscope."""
    if not isinstance(value, kind):
        raise _wrong(name, f"of the class {kind.__name__}", value)
    return value


def function(value: Any, name: str) -> Callable[..., Any]:
    """A function that is called with each step; one that does nothing in place of None."""
    if value is None:
        return lambda step: None
    if not callable(value):
        raise _wrong(name, "a function", value)
    return value  # type: ignore[no-any-return]
