"""Errors and warnings about a user's input: a code for programs, and place, fact and remedy for people.

Every error a user can cause derives from CorefscopeError; only `cli/` catches them.
A tolerable problem is a Notice, counted in a Notices collector and kept in the Result. The same collector holds the
errors after which a reader can go on, so that all errors of a file are listed at once.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from copyreg import __newobj__  # type: ignore[attr-defined]
from dataclasses import dataclass, field
from typing import Any

from corefscope.basics.codes import DOUBTFUL, SETTINGS, WARNINGS, WarningCode
from corefscope.basics.escaping import cut, message, quoted, short_repr, visible

PLACES_KEPT = 3
NAMES_LISTED = 5  # valid names in a message, where all would not fit
LONGEST_LIST = 160  # characters of all valid names
LISTED = ("metric", "format", "preset", "setting")  # what `corefscope list` shows all names of
MOST_COMPARED = 1000  # names, and characters of one, that are compared with a wrong name
ERRORS_KEPT = 1000  # more are only counted, so that no file can fill the memory with them


class CorefscopeError(Exception):
    """A mistake in the input or the call: printed as one line, with exit status 2.

    Quoted text is cut to 80 visible characters. No code looks at the words: `code` says what is wrong, and `setting`
    which option helps, if one does.

    >>> print(FormatError("unpaired-bracket", "entity 12 is closed but was never opened", "dev.conll", 4182))
    dev.conll:4182: entity 12 is closed but was never opened
    """

    def __init__(
        self, code: str, message: str, source: str | None = None, line: int | None = None, hint: str | None = None
    ) -> None:
        super().__init__(code, message, source, line, hint)
        self.code, self.message, self.source, self.line, self.hint = code, message, source, line, hint
        self.more: list[CorefscopeError] = []  # further errors, if the reader could continue
        self.unlisted = 0  # the number of further errors that were not kept

    @property
    def setting(self) -> str | None:
        """The option that helps, such as `--repeated`."""
        return SETTINGS.get(self.code)

    def all(self) -> list[CorefscopeError]:
        """This error and its further errors."""
        return [self, *self.more]

    @property
    def others(self) -> int:
        """The number of further errors."""
        return len(self.more) + self.unlisted

    def __reduce__(self) -> tuple[Any, ...]:
        # An error may come from another process. Some classes have other arguments, but all have the same attributes.
        return __newobj__, (type(self), *self.args), self.__dict__

    def __str__(self) -> str:
        return self.sentence(as_arguments)

    def sentence(self, spell: Callable[[str], str] = str) -> str:
        """Return place, fact and remedy, with options as the command line has them, or as `spell` writes them."""
        where = place(self.source, self.line)
        hint = f" ({spell(message(self.hint))})" if self.hint else ""
        return f"{where + ': ' if where else ''}{spell(message(self.message))}{hint}"


SWITCHES = ("strict", "per_document")  # options without a value
_OPTION = re.compile(
    r"(?<![\w'-])--([a-z]+(?:-[a-z]+)*)(?: ((?:[^\s,;:()]|,(?=\S))+)(?=([,;:)]|$| or | and | needs | is not )?))?"
)


def as_arguments(text: str) -> str:
    """Write options as arguments of Python's functions; a command stays as it is.

    >>> as_arguments("use --repeated first, or name the field with --response-clusters")
    "use repeated='first', or name the field with response_clusters="
    >>> as_arguments("--window N counts tokens, or leave --scope out")
    'window=N counts tokens, or leave scope= out'
    """
    return text if "--" not in text or "corefscope " in text else _OPTION.sub(_argument, text)


def _argument(option: re.Match[str]) -> str:
    """Return an option as an argument; the next word is its value if it looks like one."""
    name, word = option[1].replace("-", "_"), option[2]
    if word is None or name in SWITCHES:
        return f"{name}=True {word or ''}".rstrip() if name in SWITCHES else f"{name}="
    if word.isupper() or word.replace(".", "", 1).isdecimal():
        return f"{name}={word}"
    from corefscope.settings import Settings

    setting = Settings.__dataclass_fields__.get(name)
    choices = setting.metadata["option"].choices if setting else None
    is_value = word in (choices or ()) or (option[3] is not None and word not in ("out", "or", "and"))
    return f"{name}={word!r}" if is_value else f"{name}= {word}"


class FormatError(CorefscopeError):
    """A file that cannot be read as what it claims or seems to be."""


class UnreadableFile(FormatError):
    """A file that cannot be opened or is not text: no other error about it matters."""


class PairingError(CorefscopeError):
    """A key and a response that cannot be compared."""


class SettingsError(CorefscopeError):
    """A call with invalid or contradictory arguments."""


class ScoreWarning(UserWarning):
    """A warning about a misleading score, such as that of a key against itself."""


class StrictError(CorefscopeError):
    """A warning that --strict turns into an error."""


def some(names: Iterable[object]) -> str:
    """Return the first few names, and how many more there are.

    >>> some("abcdefg")
    'a, b, c, d, e and 2 more'
    """
    every = list(map(str, names))
    more = f" and {len(every) - NAMES_LISTED:,} more" if len(every) > NAMES_LISTED else ""
    return ", ".join(map(cut, every[:NAMES_LISTED])) + more


_PLURALS = {"corpus": "corpora", "quantity": "quantities"}


class UnknownName(CorefscopeError):
    """A name that is not registered: the message lists near misses, and all names if they fit on two lines.

    >>> print(UnknownName("metric", "mucc", ["b3", "muc", "lea"]))
    there is no metric 'mucc' (did you mean muc? corefscope list metrics shows all)
    >>> print(UnknownName("quantity", "sise", ["size"]))
    there is no quantity 'sise' (did you mean size? quantities: size)
    """

    def __init__(self, kind: str, name: object, valid: Iterable[str]) -> None:
        names = list(valid)
        name = name if isinstance(name, str) else short_repr(name)
        import difflib  # slow to load, and only needed for errors

        near = list(map(cut, difflib.get_close_matches(name[:MOST_COMPARED].lower(), names[:MOST_COMPARED], 3, 0.5)))
        listed = "valid" if kind.startswith("value for") else _PLURALS.get(kind, f"{kind}s")
        every = ", ".join(map(cut, names[:LONGEST_LIST]))
        fits, elsewhere = len(every) <= LONGEST_LIST, f"corefscope list {listed} shows all" * (kind in LISTED)
        hint = f"{listed}: {every if fits else some(names)}{f'; {elsewhere}' if elsewhere and not fits else ''}"
        if near:
            hint = f"did you mean {' or '.join(near)}? {elsewhere or hint}"
        super().__init__("unknown-name", f"there is no {kind} {quoted(name)}", hint=hint)


def described(error: BaseException) -> str:
    """Describe any exception in one sentence, with a remedy where there is one; options as the command line has them.

    >>> described(MemoryError())
    'there is not enough memory (split the data into smaller files, or use a machine with more)'
    """
    if isinstance(error, MemoryError):
        return "there is not enough memory (split the data into smaller files, or use a machine with more)"
    if isinstance(error, RecursionError):
        return "the input is nested too deeply (no real annotation is; look for a file that was damaged)"
    if isinstance(error, CorefscopeError):
        return error.sentence()
    if isinstance(error, OSError):
        return str(error)
    return f"corefscope failed with {type(error).__name__}: {error} (this is a bug in corefscope; please report it)"


def place(source: str | None, line: int | None) -> str:
    """Return `file:line`, or the part of it that is known."""
    return "" if source is None else visible(source) + (f":{line}" if line else "")


@dataclass(frozen=True, slots=True)
class Notice:
    """One kind of warning: the number of its occurrences, and its first places.

    >>> print(Notice("comment-ignored", 3, ("a.conll:7: a line that begins with # is not a token",)))
    comment ignored (3 times): a.conll:7: a line that begins with # is not a token
    """

    code: str
    count: int
    places: tuple[str, ...]

    @property
    def kind(self) -> str:
        """The description of the code; for a plug-in, the code itself."""
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
    """A collector of warnings: all are counted, and the first few are kept for display.

    It also holds the errors after which a reader continues (`refuse`); `stop` raises them in the end.

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

    def add(
        self,
        code: WarningCode,
        text: str | Callable[[], str],
        source: str | None = None,
        line: int | None = None,
        count: int = 1,
    ) -> None:
        """Count a warning; a text that is slow to build may be a function, called only if it is kept."""
        where = place(source, line)
        seen, places = self._counts.get(code, (0, []))
        if len(places) < self.limit:
            words = message(text if isinstance(text, str) else text())
            places.append(f"{where}: {words}" if where else words)
        self._counts[code] = (seen + count, places)
        self._first_line.setdefault(code, line or 0)

    def extend(self, other: Iterable[Notice]) -> None:
        for notice in other:
            seen, places = self._counts.get(notice.code, (0, []))
            self._counts[notice.code] = (seen + notice.count, (places + list(notice.places))[: self.limit])

    def add_file(self, other: Notices) -> None:
        """Add the problems of one file, warnings by their first lines: blocks find them in another order."""
        self.extend(sorted(other, key=lambda notice: other._first_line.get(notice.code, 0)))
        if other.refused:
            self._errors += other._kept()
            self._errors = self._kept()
            self.refused += other.refused

    def refuse(self, error: CorefscopeError) -> None:
        """Keep an error while reading continues to find more."""
        self._errors += error.all()
        self.refused += 1 + error.others
        if len(self._errors) >= 2 * ERRORS_KEPT:
            self._errors = self._kept()

    def _kept(self) -> list[CorefscopeError]:
        """Return the first errors by file and line, independent of the order in which they were added."""
        files = {source: number for number, source in enumerate(dict.fromkeys(each.source for each in self._errors))}
        return sorted(self._errors, key=lambda error: (files[error.source], error.line or 0))[:ERRORS_KEPT]

    def stop(self) -> None:
        """Raise the first error of the first file that has one, with the others in `more`, if there is any error."""
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


_left_to_caller: ContextVar[bool] = ContextVar("left_to_caller", default=False)


@contextmanager
def quiet_doubts() -> Iterator[None]:
    """Suppress ScoreWarnings: the caller prints the warnings, or raises those of several scores together."""
    token = _left_to_caller.set(True)
    try:
        yield
    finally:
        _left_to_caller.reset(token)


def raise_doubts(notices: Iterable[Notice]) -> bool:
    """Raise one ScoreWarning for the notices that cast doubt on a number; return whether there are any.

    In Python, a number is rarely printed together with its warnings. The ScoreWarning points to the user's own line.
    """
    doubts = []
    for notice in notices:
        if notice.code in DOUBTFUL:
            doubts.append(notice)
    if doubts and not _left_to_caller.get():
        import warnings

        frame, level = sys._getframe(), 1
        while frame.f_back and frame.f_globals.get("__name__", "").partition(".")[0] == "corefscope":
            frame, level = frame.f_back, level + 1
        warnings.warn("\n".join(map(str, doubts)), ScoreWarning, stacklevel=level)
    return bool(doubts)
