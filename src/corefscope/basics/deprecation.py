"""What has been renamed: the old name works on for a time, with a warning that says what to write instead.

A function or class of the package is renamed by its entry in RENAMED, a keyword argument by `renamed_argument`.
`overdue` names what should have been removed; a test asks it for the current version.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, NamedTuple, TypeVar

from corefscope.problems import SettingsError

AnyFunction = TypeVar("AnyFunction", bound=Callable[..., Any])


class Renamed(NamedTuple):
    """An old name, the new one, the version that deprecated the old one and the version that removes it."""

    old: str
    new: str
    since: str
    until: str

    def warn(self, stacklevel: int = 3) -> None:
        words = f"{self.old} is called {self.new} since corefscope {self.since}, and will be removed in {self.until}"
        warnings.warn(words, DeprecationWarning, stacklevel=stacklevel)


# Names of `import corefscope as cs`, by the old name.
RENAMED: dict[str, Renamed] = {}


def current_name(name: str) -> str | None:
    """The new name of a public function or class, with a warning; None if it never had another."""
    found = RENAMED.get(name)
    if found is None:
        return None
    found.warn(stacklevel=4)  # the caller of the package's __getattr__
    return found.new


def renamed_argument(old: str, new: str, since: str, until: str) -> Callable[[AnyFunction], AnyFunction]:
    """Decorate a function whose keyword argument has a new name.

    >>> @renamed_argument("workers", "jobs", since="0.2", until="0.4")
    ... def run(jobs: int = 1) -> int:
    ...     return jobs
    >>> with warnings.catch_warnings(record=True) as caught:
    ...     warnings.simplefilter("always")
    ...     run(workers=3)
    3
    >>> str(caught[0].message)
    'workers of run() is called jobs since corefscope 0.2, and will be removed in 0.4'
    """

    def decorated(function: AnyFunction) -> AnyFunction:
        entry = Renamed(f"{old} of {function.__name__}()", new, since, until)

        @wraps(function)
        def called(*arguments: Any, **named: Any) -> Any:
            if old in named:
                if new in named:
                    raise SettingsError("conflicting-options", f"{entry.old} and {new} are the same argument")
                entry.warn()
                named[new] = named.pop(old)
            return function(*arguments, **named)

        called.renamed = (entry, *getattr(function, "renamed", ()))  # type: ignore[attr-defined]
        return called  # type: ignore[return-value]

    return decorated


def overdue(version: str, functions: Iterable[Any] = ()) -> list[str]:
    """The old names that this version should not have any more."""
    entries = [*RENAMED.values(), *(entry for each in functions for entry in getattr(each, "renamed", ()))]
    return [entry.old for entry in entries if _release(entry.until) <= _release(version)]


def _release(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", version.partition("+")[0])[:3])
