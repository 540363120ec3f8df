"""Validate the arguments of public functions: the error for a wrong type names the argument."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from operator import index
from typing import Any, TypeVar

from corefscope.basics.escaping import short_repr
from corefscope.problems import SettingsError

Kind = TypeVar("Kind")


def _wrong(name: str, expected: str, value: Any, hint: str | None = None) -> SettingsError:
    return SettingsError("wrong-type", f"{name} should be {expected}, not {short_repr(value)}", hint=hint)


def text(value: Any, name: str) -> str:
    """Return a string.

    >>> text(3, "preset")
    Traceback (most recent call last):
    corefscope.problems.SettingsError: preset should be a string, not 3
    """
    if not isinstance(value, str):
        raise _wrong(name, "a string", value)
    return value


def texts(value: Any, name: str, other: type[Any] = str) -> list[Any]:
    """Return a list of strings, or of objects of one other class; refuse a single string."""
    try:
        items = None if isinstance(value, str | bytes | Mapping) else list(value)
    except TypeError:
        items = None
    if items is None:
        raise _wrong(name, "a list of strings", value, f"give {name} as a list")
    for each in items:
        if not isinstance(each, str | other):
            raise SettingsError("wrong-type", f"{name} should be strings, not {short_repr(each)}")
    return [str.__str__(each) if isinstance(each, str) else each for each in items]  # NumPy's strings become Python's


def integer(value: Any, name: str) -> int:
    """Return a whole number of Python or NumPy as an int."""
    try:
        if not isinstance(value, bool):
            return index(value)
    except TypeError:
        pass
    raise _wrong(name, "a whole number", value)


def flag(value: Any, name: str) -> bool:
    """Return True or False; refuse a word such as "no", which Python takes for true."""
    if value is None or isinstance(value, bool | int) or type(value).__name__ in ("bool_", "bool"):
        return bool(value)
    raise _wrong(name, "True or False", value)


def path(value: Any, name: str) -> str:
    """Return the path of a file or folder as a string; `-` and patterns are paths too."""
    try:
        text = os.fspath(value)
    except TypeError:  # not a path, or a class whose __fspath__ does not return text
        text = None
    if not isinstance(text, str):
        raise _wrong(name, "a path", value)
    try:
        possible = b"\0" not in os.fsencode(text)
    except UnicodeEncodeError:
        possible = False
    if not possible:
        raise SettingsError("wrong-value", f"{name} is {short_repr(text)}, which cannot be a file name")
    return text


def instance(value: Any, kind: type[Kind], name: str) -> Kind:
    """Return an object of a corefscope class."""
    if not isinstance(value, kind):
        raise _wrong(name, f"of the class {kind.__name__}", value)
    return value


def callback(value: Any, name: str) -> Callable[..., Any]:
    """Return a progress function; for None, one that does nothing."""
    if value is None:
        return lambda step: None
    if not callable(value):
        raise _wrong(name, "a function", value)
    return value  # type: ignore[no-any-return]
