"""What a user gives as key and responses, from paths to Python objects: named and read."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from corefscope.basics.arguments import path, texts
from corefscope.basics.checksums import check_read_once, is_read_once
from corefscope.basics.escaping import quoted
from corefscope.formats import load
from corefscope.model import Corpus, Document
from corefscope.problems import Notices, SettingsError
from corefscope.settings import MATCHINGS, Settings

if TYPE_CHECKING:
    from corefscope.formats.objects.shapes import Shape  # loaded for Python objects only

    Given = str | os.PathLike[str] | Corpus | Shape  # a side that can be read

# Lists of clusters, Documents, records or objects of other libraries, and frames, are iterables of many kinds.
Input = str | os.PathLike[str] | Corpus | Document | Iterable[Any] | Mapping[str, Any]
Progress = Callable[[str], None]
Interner = dict[Hashable, int]  # a number for each mention that is not a span
# What names of files and systems say of a side.
GOLD = frozenset(("gold", "key"))
PREDICTED = frozenset(("pred", "preds", "predicted", "prediction", "predictions", "response", "responses", "system"))


def positional_or_keyword(given: Any, named: Any, name: str) -> Any:
    """A side that was given in its place, or under the name that other libraries use for it."""
    if given is not None and named is not None:
        side = "key" if name == "references" else "response"
        raise SettingsError("conflicting-options", f"there is a {side} and {name}=", hint="give one of them")
    return named if given is None else given


def key_and_responses(
    key: Any, responses: tuple[Any, ...], references: Any, predictions: Any
) -> tuple[Any, tuple[Any, ...]]:
    """Key and responses, given in their places or as `references` and `predictions`."""
    if predictions is not None:
        responses = (positional_or_keyword(responses[0] if responses else None, predictions, "predictions"),)
    if not responses:
        hint = "give it after the key, or as predictions="
        raise SettingsError("no-response", "there is no response to score", hint=hint)
    return positional_or_keyword(key, references, "references"), responses


class Inputs(NamedTuple):
    """The key and the responses, whose names are known, each as something that can be read; the key is the first."""

    sides: list[Given]
    names: list[str]
    paths: list[str | None]
    interner: Interner | None = None  # a number for each mention, where no side has spans to compare them with

    @property
    def are_files(self) -> bool:
        """Whether each response is a file that another process can read."""
        return all(path is not None and not is_read_once(path) for path in self.paths[1:])


def parse_inputs(key: Input, responses: Sequence[Input], names: Sequence[str], settings: Settings) -> Inputs:
    """Find out what each side is, and read iterables once."""
    inputs = _inputs([key, *responses], ["key", *names], settings, has_key=True)
    if not MATCHINGS[settings.match].heads and any(getattr(side, "heads_only", False) for side in inputs.sides):
        fact = "coreferee marks only heads, so spans cannot be compared"
        raise SettingsError("missing-spans", fact, hint='use match="head"')
    check_read_once(inputs.paths)
    return inputs


def read(inputs: Inputs, number: int, settings: Settings, report: Progress, has_key: bool = True) -> Corpus:
    """Read a side, in the format and with the field of clusters that were named for it."""
    side, of_key = inputs.sides[number], has_key and number == 0
    clusters = settings.key_clusters if of_key else settings.response_clusters
    if isinstance(side, Corpus):
        return side
    if isinstance(side, str | os.PathLike):
        format = (settings.key_format if of_key else settings.response_format) or settings.format
        return load.read_corpus(side, format, clusters, report)
    from corefscope.formats.objects import reader

    return reader.from_shape(side, inputs.names[number], clusters, inputs.interner)


def read_all(sides: Sequence[Input], names: Sequence[str], settings: Settings, report: Progress) -> list[Corpus]:
    """Read several sides of equal standing, e.g. annotators, so that each can be scored against each."""
    inputs = _inputs(sides, names, settings, has_key=False)
    return [read(inputs, number, settings, report, has_key=False) for number in range(len(sides))]


def read_key_and_responses(
    key: Input, responses: Sequence[Input], names: Sequence[str], settings: Settings, report: Progress
) -> list[Corpus]:
    """Read key and responses once, to be scored under several settings."""
    inputs = _inputs([key, *responses], ["key", *names], settings, has_key=True)
    return [read(inputs, number, settings, report) for number in range(len(inputs.sides))]


def _inputs(sides: Sequence[Input], names: Sequence[str], settings: Settings, has_key: bool) -> Inputs:
    paths, names = [path_of(side) for side in sides], list(names)
    if all(isinstance(side, str | os.PathLike | Corpus) for side in sides):
        listed: list[Any] = list(sides)
    else:
        from corefscope.formats.objects.shapes import check_comparable, shape

        parsed: dict[int, Any] = {}  # an iterator that is both sides gives its items only once
        for number, side in enumerate(sides):
            field = settings.key_clusters if has_key and number == 0 else settings.response_clusters
            if id(side) not in parsed:
                plain = isinstance(side, str | os.PathLike | Corpus)
                parsed[id(side)] = side if plain else shape(side, names[number], field, settings.objects)
        listed = check_comparable([parsed[id(side)] for side in sides], names)
    return Inputs(listed, names, paths, None if any(map(_has_spans, listed)) else {})


def _has_spans(side: Given) -> bool:
    if isinstance(side, str | os.PathLike):
        return True
    return side.label is None if isinstance(side, Corpus) else side.has_spans


def is_library_object(side: Given) -> bool:
    """Whether a side was given as objects of another library, such as spaCy."""
    return getattr(side, "library", None) is not None


def notice_swapped(inputs: Inputs, notices: Notices) -> None:
    """Warn where names say that the prediction was given as the key: F1 is the same, recall and precision are not."""
    path, *paths = inputs.paths
    words_of_key = _words(path or "")
    if words_of_key & PREDICTED and not words_of_key & GOLD:
        notices.add("swapped-sides", f"{quoted(path)} is given as the key; the key comes first", path)
    for place, name in zip(paths, inputs.names[1:], strict=True):
        words = _words(place or "") | _words(name)
        if words & GOLD and not (words & PREDICTED or words_of_key & GOLD):
            notices.add("swapped-sides", f"{quoted(name)} is given as a response; the key comes first", place)


def _words(path: str) -> set[str]:
    """The words in the last part of a path."""
    name = os.path.basename(os.path.normpath(path)).lower()
    return set("".join(letter if letter.isalpha() else " " for letter in name).split())


def names_of(responses: Sequence[Input | Given], names: Sequence[str] | None, unnamed: str = "response") -> list[str]:
    """What to call each system: as named, or after its file; by its path or a number where files have one name."""
    if names is not None:
        listed = texts(names, "names")
        check_names(listed, len(responses))
        return listed
    paths = [path_of(response) for response in responses]
    short = [os.path.basename(os.path.normpath(path)) if path else unnamed for path in paths]
    whole = [path if path and short.count(name) > 1 else name for path, name in zip(paths, short, strict=True)]
    return [name if whole.count(name) == 1 else f"{name} {number}" for number, name in enumerate(whole, 1)]


def check_names(names: Sequence[str], systems: int) -> None:
    """Check that names match the systems in number, are not empty, and are unique."""
    if len(names) != systems:
        one, many = ("name" if len(names) == 1 else "names"), ("system" if systems == 1 else "systems")
        raise SettingsError("bad-names", f"{len(names)} {one} for {systems} {many}")
    for number, name in enumerate(names, 1):
        if not name.strip():
            raise SettingsError("bad-names", f"the name of system {number} is empty")
        if name in names[: number - 1]:
            raise SettingsError("bad-names", f"two systems are called {quoted(name)}", hint="--names tells them apart")


def path_of(side: Input | Given) -> str | None:
    """The path that a side was given as, if it was."""
    return path(side, "a side") if isinstance(side, str | os.PathLike) else None
