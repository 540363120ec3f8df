"""What can go wrong with a user's input: a code for programs, and place, fact and remedy for people.

Every error a user can cause derives from CorefscopeError; only `cli/` catches them.
What can be tolerated is a Notice, counted in a Notices collector and carried on the Result. The same
collector takes the errors that a reader goes past, so that all of a file's can be listed at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from corefscope.basics.codes import SETTINGS, WARNINGS
from corefscope.basics.escaping import cut, message, quoted, shown, visible

PLACES_KEPT = 3
NAMES_LISTED = 100  # of those that would have been right
MOST_COMPARED = 1000  # names, and characters of one, that are compared with a name that is wrong
ERRORS_KEPT = 1000  # more are only counted, so that no file can fill the memory with them


class CorefscopeError(Exception):
    """A mistake in the input or the call: shown as one line, exit status 2.

    Whatever the line quotes, it is shown in at most 80 visible characters. No code looks at the words: `code` says
    what is wrong, and `setting` which option helps, if one does.

    >>> print(FormatError("unpaired-bracket", "entity 12 is closed but was never opened", "dev.conll", 4182))
    dev.conll:4182: entity 12 is closed but was never opened
    """

    def __init__(
        self, code: str, message: str, source: str | None = None, line: int | None = None, hint: str | None = None
    ) -> None:
        super().__init__(code, message, source, line, hint)
        self.code, self.message, self.source, self.line, self.hint = code, message, source, line, hint
        self.more: list[CorefscopeError] = []  # what else is wrong, where a reader could go on
        self.unlisted = 0  # how many further errors were only counted

    @property
    def setting(self) -> str | None:
        """The option that helps, such as `--repeated`."""
        return SETTINGS.get(self.code)

    def all(self) -> list[CorefscopeError]:
        """This error and those that came with it."""
        return [self, *self.more]

    @property
    def others(self) -> int:
        """How many errors came with this one."""
        return len(self.more) + self.unlisted

    def __reduce__(self) -> tuple[Any, ...]:
        # An error may come from another process; classes differ in what they are made of, not in what they hold.
        return _restored, (type(self), self.args, self.more, self.unlisted)

    def __str__(self) -> str:
        where = place(self.source, self.line)
        hint = f" ({message(self.hint)})" if self.hint else ""
        return f"{where + ': ' if where else ''}{message(self.message)}{hint}"


class FormatError(CorefscopeError):
    """A file that cannot be read as what it claims or seems to be."""


class UnreadableFile(FormatError):
    """A file whose bytes cannot be had or cannot be text: nothing else that is said of it counts."""


class PairingError(CorefscopeError):
    """A key and a response that cannot be laid side by side."""


class SettingsError(CorefscopeError):
    """A call that asks for something that makes no sense."""


class StrictError(CorefscopeError):
    """A warning, under --strict."""


class UnknownName(CorefscopeError):
    """A name that is not registered: near misses first, then all there are.

    >>> print(UnknownName("metric", "mucc", ["b3", "muc", "lea"]))
    there is no metric 'mucc' (did you mean muc? metrics: b3, muc, lea)
    """

    def __init__(self, kind: str, name: object, valid: Iterable[str]) -> None:
        names = list(valid)
        name = name if isinstance(name, str) else shown(name)
        import difflib  # only who made a mistake waits for it

        near = difflib.get_close_matches(name[:MOST_COMPARED].lower(), names[:MOST_COMPARED], n=3, cutoff=0.5)
        meant = f"did you mean {' or '.join(map(cut, near))}? " if near else ""
        listed = "valid" if kind.startswith("value for") else f"{kind}s"
        more = f" and {len(names) - NAMES_LISTED:,} more" if len(names) > NAMES_LISTED else ""
        every = f"{', '.join(map(cut, names[:NAMES_LISTED]))}{more}"
        super().__init__("unknown-name", f"there is no {kind} {quoted(name)}", hint=f"{meant}{listed}: {every}")


def _restored(
    kind: type[CorefscopeError], args: tuple[Any, ...], more: list[CorefscopeError], unlisted: int
) -> CorefscopeError:
    error = kind.__new__(kind)
    CorefscopeError.__init__(error, *args)
    error.more, error.unlisted = more, unlisted
    return error


def described(error: BaseException) -> str:
    """One sentence about anything that stopped the work, with a remedy where there is one.

    >>> described(MemoryError())
    'there is not enough memory (split the data into smaller files, or use a machine with more)'
    """
    if isinstance(error, MemoryError):
        return "there is not enough memory (split the data into smaller files, or use a machine with more)"
    if isinstance(error, RecursionError):
        return "the input is nested too deeply (no real annotation is; look for a file that was damaged)"
    if isinstance(error, CorefscopeError | OSError):
        return str(error)
    return f"corefscope failed with {type(error).__name__}: {error} (this is a mistake of corefscope's: report it)"


def place(source: str | None, line: int | None) -> str:
    """`file:line`, or as much of it as is known."""
    if source is None:
        return ""
    return f"{visible(source)}:{line}" if line else visible(source)


@dataclass(frozen=True, slots=True)
class Notice:
    """One kind of warning: how often it occurred and where it did first.

    >>> print(Notice("comment-ignored", 3, ("a.conll:7: a line that begins with # is not a token",)))
    comment ignored (3 times): a.conll:7: a line that begins with # is not a token
    """

    code: str
    count: int
    places: tuple[str, ...]

    @property
    def kind(self) -> str:
        """The words for it; a plug-in's code is its own words."""
        return WARNINGS.get(self.code) or self.code.replace("-", " ")

    @property
    def setting(self) -> str | None:
        """The option that helps, such as `--repeated`."""
        return SETTINGS.get(self.code)

    @property
    def first(self) -> str:
        return self.places[0]

    def __str__(self) -> str:
        times = f" ({self.count:,} times)" if self.count > 1 else ""
        return f"{self.kind}{times}: {self.first}"


@dataclass(slots=True)
class Notices:
    """Collects warnings: every one is counted, the first few are kept to be shown.

    A reader also gives it the errors that it can go past (`refuse`); `stop` raises them in the end.

    >>> notices = Notices()
    >>> for line in (7, 3):
    ...     notices.refuse(FormatError("bad-row", "the row has no entity", "a.csv", line))
    >>> notices.stop()
    Traceback (most recent call last):
    corefscope.problems.FormatError: a.csv:3: the row has no entity
    """

    _counts: dict[str, tuple[int, list[str]]] = field(default_factory=dict)
    limit: int = PLACES_KEPT  # how many places of a warning are kept
    _errors: list[CorefscopeError] = field(default_factory=list)
    refused: int = 0  # errors so far
    _first_line: dict[str, int] = field(default_factory=dict)  # where each warning occurred first
    _sources: dict[str | None, int] = field(default_factory=dict)  # of errors, numbered as they came

    def add(
        self,
        code: str,
        text: str | Callable[[], str],
        source: str | None = None,
        line: int | None = None,
        count: int = 1,
    ) -> None:
        """Counts a warning; a text that takes long to make may be a function, called only if it is kept."""
        where = place(source, line)
        seen, places = self._counts.get(code, (0, []))
        if len(places) < self.limit:
            shown = message(text if isinstance(text, str) else text())
            places.append(f"{where}: {shown}" if where else shown)
        self._counts[code] = (seen + count, places)
        self._first_line.setdefault(code, line or 0)

    def extend(self, other: Iterable[Notice]) -> None:
        for notice in other:
            seen, places = self._counts.get(notice.code, (0, []))
            self._counts[notice.code] = (seen + notice.count, (places + list(notice.places))[: self.limit])

    def add_file(self, other: Notices) -> None:
        """Takes what was collected of one file, warnings by their first lines: in blocks they come in another order."""
        self.extend(sorted(other, key=lambda notice: other._first_line.get(notice.code, 0)))
        self._keep(other._kept(), other.refused)

    def refuse(self, error: CorefscopeError) -> None:
        """Keeps an error while reading goes on to find more."""
        self._keep(error.all(), 1 + error.others)

    def _keep(self, errors: list[CorefscopeError], count: int) -> None:
        for error in errors:
            self._sources.setdefault(error.source, len(self._sources))
        self._errors.extend(errors)
        self.refused += count
        if len(self._errors) >= 2 * ERRORS_KEPT:
            self._errors = self._kept()

    def _kept(self) -> list[CorefscopeError]:
        """The errors by file and line, as many as are kept: the same whatever order they came in."""
        return sorted(self._errors, key=lambda error: (self._sources[error.source], error.line or 0))[:ERRORS_KEPT]

    def stop(self) -> None:
        """Raises the first error of the first file that has one, with the others behind it; none, if there are none."""
        if not self._errors:
            return
        first, *rest = self._kept()
        first.more, first.unlisted = rest, self.refused - 1 - len(rest)
        raise first

    def __iter__(self) -> Iterator[Notice]:
        for code, (count, places) in self._counts.items():
            yield Notice(code, count, tuple(places))

    def __len__(self) -> int:
        return len(self._counts)
