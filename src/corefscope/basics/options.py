"""Options declared once, as fields of a dataclass.

The command line, configuration files, signatures, the web form and the tables of the docs are derived from the fields.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from importlib import import_module
from typing import Any, NamedTuple, TypeVar

from corefscope.basics.arguments import path, text
from corefscope.basics.escaping import quoted
from corefscope.problems import SettingsError, UnknownName

_SAFE = re.compile(r"[A-Za-z0-9_.~-]*")
TEXT, PATH, FORMAT, WHOLE, NUMBER = "text", "path", "format", "whole number", "number"
_DECLARED: dict[type[Any], dict[str, Option]] = {}
_PARSERS: dict[str, Callable[[str], Any]] = {WHOLE: int, NUMBER: float}


@dataclass(frozen=True, eq=False)
class Choice:
    """One value of an option: its meaning, what it needs, and the code behind it."""

    name: str
    meaning: str
    brief: str = ""  # for help, if the name does not explain itself
    needs: str = ""
    title: str = ""  # the name in reports
    code: str | Callable[..., Any] = ""  # see `load`

    def load(self) -> Callable[..., Any]:
        return load(self.code)


def load(code: str | Callable[..., Any]) -> Callable[..., Any]:
    """Return a function; import it if it is named as `module:function`."""
    if not isinstance(code, str):
        return code
    module, _, name = code.partition(":")
    function: Callable[..., Any] = getattr(import_module(module), name)
    return function


AnyEntry = TypeVar("AnyEntry", bound=Choice)


def registry(*choices: AnyEntry) -> dict[str, AnyEntry]:
    """Return choices by name."""
    return {choice.name: choice for choice in choices}


class Option(NamedTuple):
    """The declaration of a field: its name, help, group, and how it is checked and parsed."""

    help: str
    choices: Mapping[str, Choice] | None = None
    label: str = ""  # in the web form, which leaves out options without one
    metavar: str = "HOW"
    group: str = ""
    kind: str = TEXT
    placeholder: str = ""  # in the empty field of the web form
    prominent: bool = False  # in every signature, and at the top of the web form
    name: str = ""
    default: Any = None
    check: Callable[[str], Any] | None = None  # raises SettingsError for an invalid text
    # Options that it conflicts with: `name` (any value but the default), `name=value`, or `relations`
    # (metrics that score relations); and the reason.
    excludes: tuple[str, ...] = ()
    because: str = ""
    honoured_by: tuple[str, ...] = ()  # the commands that support it, if not all do

    @property
    def flag(self) -> str:
        return "--" + self.name.replace("_", "-")

    def description(self) -> str:
        """The help text with the choices.

        >>> keep, drop = Choice("keep", ""), Choice("drop", "", "on both sides")
        >>> Option("singletons", registry(keep, drop), default="keep").description()
        'singletons: keep (default) or drop (on both sides)'
        """
        if self.choices is None:
            return self.help
        return f"{self.help}: {listed(self._choice(each) for each in self.choices.values())}"

    def _choice(self, choice: Choice) -> str:
        remarks = ["default"] * (choice.name == self.default) + [choice.brief] * bool(choice.brief)
        return f"{choice.name} ({', '.join(remarks)})" if remarks else choice.name

    def checked(self, value: Any) -> Any:
        """Return the value if it is of the right kind, else raise SettingsError."""
        if value is None and self.default is None:
            return None
        if self.choices is not None:
            if not isinstance(value, str) or value not in self.choices:
                raise UnknownName(f"value for {self.name}", value, self.choices)
            return value
        if self.kind in _PARSERS:  # the dataclass checks the bounds of numbers
            return value
        if self.kind == PATH:
            return path(value, self.name)
        checked = text(value, self.name)
        if self.check is not None:
            self.check(checked)
        return checked

    def parse(self, value: str) -> Any:
        """Parse a text; raise ValueError for a malformed number."""
        return _PARSERS.get(self.kind, str)(value)


def option(default: Any, help: str, choices: Mapping[str, Choice] | None = None, **more: Any) -> Any:
    """Declare an option as a dataclass field; `more` are fields of Option."""
    return field(default=default, metadata={"option": Option(help, choices, **more)})


def options_of(declared: type[Any]) -> dict[str, Option]:
    """Return the options that a dataclass declares, by name."""
    if declared not in _DECLARED:
        _DECLARED[declared] = {
            each.name: each.metadata["option"]._replace(name=each.name, default=each.default)
            for each in fields(declared)
        }
    return _DECLARED[declared]


class OptionSet:
    """Base of a frozen dataclass of options: checks values and writes them into a signature."""

    def __post_init__(self) -> None:
        for name, each in options_of(type(self)).items():
            object.__setattr__(self, name, each.checked(getattr(self, name)))

    def changed(self) -> frozenset[str]:
        """The names of the options that are not at their default."""
        return frozenset(name for name, each in options_of(type(self)).items() if getattr(self, name) != each.default)

    def parts(self, defaults: bool) -> list[str]:
        """Return `name:value` for prominent and changed options; with `defaults`, for all that have a value."""
        parts = []
        for name, each in options_of(type(self)).items():
            value = getattr(self, name)
            if value is not None and (defaults or each.prominent or value != each.default):
                parts.append(f"{name}:{value if _SAFE.fullmatch(str(value)) else _escaped(str(value))}")
        return parts


def signature_parts(signature: str) -> dict[str, str]:
    """Split a signature into names and values."""
    values: dict[str, str] = {}
    for part in text(signature, "the signature").strip().split("|"):
        name, colon, value = part.partition(":")
        if not colon:
            raise SettingsError(
                "bad-signature", f"{quoted(part)} is not part of a signature", hint="expected name:value"
            )
        if name in values:
            raise SettingsError("bad-signature", f"the signature has {quoted(name)} twice", hint="copy it whole")
        if "%" in value:
            from urllib.parse import unquote

            value = unquote(value, errors="surrogatepass")
        values[name] = value
    return values


def check_names(names: Iterable[str], valid: Iterable[str]) -> None:
    """Refuse a setting that does not exist."""
    known = list(valid)
    for name in names:
        if name not in known:
            raise UnknownName("setting", name, known)


def listed(names: Iterable[str], last: str = "or") -> str:
    """
    >>> listed(["a", "b", "c"])
    'a, b or c'
    """
    *others, end = names
    return f"{', '.join(others)} {last} {end}" if others else end


def _escaped(value: str) -> str:
    from urllib.parse import quote  # slower to load than the rest of this module

    return quote(value, safe="", errors="surrogatepass")
