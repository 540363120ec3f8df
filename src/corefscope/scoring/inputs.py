"""Name and read key and responses, from paths to Python objects."""

from __future__ import annotations

import filecmp
import os
import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import repeat
from typing import TYPE_CHECKING, Any, NamedTuple

from corefscope.basics.arguments import path, texts
from corefscope.basics.checksums import check_read_once, is_read_once
from corefscope.basics.escaping import quoted
from corefscope.formats import load
from corefscope.model import Corpus, Document
from corefscope.problems import Notices, PairingError, SettingsError, UnknownName
from corefscope.settings import DEFAULTS, Settings

if TYPE_CHECKING:
    from corefscope.formats.objects.shapes import Shape  # loaded for Python objects only
    from corefscope.scoring.steps import Run

    Given = str | os.PathLike[str] | Corpus | Shape  # a side that can be read

# Lists of clusters, Documents, records or objects of other libraries, and frames, are iterables of many kinds.
Input = str | os.PathLike[str] | Corpus | Document | Iterable[Any] | Mapping[str, Any]
Progress = Callable[[str], None]
UNNAMED = "response"
# Words in the names of files and systems that identify a side.
GOLD = frozenset(("gold", "key"))
PREDICTED = frozenset(("pred", "preds", "predicted", "prediction", "predictions", "response", "responses", "system"))


def positional_or_keyword(positional: Any, keyword: Any, name: str) -> Any:
    """Return a side from its positional argument, or from the keyword that other libraries use for it."""
    if positional is not None and keyword is not None:
        side = "key" if name == "references" else "response"
        raise SettingsError("conflicting-options", f"there is a {side} and {name}=", hint="give one of them")
    return keyword if positional is None else positional


def key_and_responses(
    key: Any, responses: tuple[Any, ...], references: Any, predictions: Any
) -> tuple[Any, tuple[Any, ...]]:
    """Return key and responses from positional arguments or from `references` and `predictions`."""
    if predictions is not None:
        responses = (positional_or_keyword(responses[0] if responses else None, predictions, "predictions"),)
    return key if references is None else positional_or_keyword(key, references, "references"), responses


def name_both_sides(key: Any, responses: tuple[Any, ...], settings: Settings) -> tuple[tuple[Any, ...], Settings]:
    """Return responses, and settings that name the fields of one file that is both sides.

    End-to-end models write such files. A key alone is both sides, if it has a field for each.
    """
    both = responses or (key,)
    if settings.key_clusters is settings.response_clusters is None and all(map(_is_same, repeat(key), both)):
        fields = load.fields_of_both_sides(key, settings.key_format or settings.format, not responses)
        if fields is not None:
            settings = replace(settings, key_clusters=fields[0], response_clusters=fields[1])
    if not responses and settings.key_clusters == settings.response_clusters:
        hint = "give it after the key; one file is both with the fields clusters and predicted_clusters"
        raise SettingsError("no-response", "no response was named", hint=hint)
    return both, settings


def _is_same(key: Any, response: Any) -> bool:
    """Return whether both are one file, copies of it, or one list of records."""
    if isinstance(key, str | os.PathLike) and isinstance(response, str | os.PathLike):
        one, two = path(key, "key"), path(response, "response")
        if one == two:
            return not is_read_once(one)
        return os.path.isfile(one) and os.path.isfile(two) and filecmp.cmp(one, two, shallow=False)
    records = key[:1] if isinstance(key, list) else [key]
    return key is response and bool(records) and isinstance(records[0], Mapping)


class NamedInput(NamedTuple):
    """A side that can be read: a path, a corpus or a parsed Python object, with its name."""

    value: Given
    name: str
    path: str | None
    format: str | None
    clusters: str | None  # the field that holds its clusters
    interner: dict[Hashable, int] | None  # a number for each mention, where no side has spans to compare with

    @property
    def is_file(self) -> bool:
        """Whether another process can read it."""
        return self.path is not None and not is_read_once(self.path)


def parse_sides(
    key: Any, responses: tuple[Any, ...], names: Sequence[str] | None, run: Run
) -> tuple[NamedInput, list[NamedInput], Run]:
    """Parse key and responses; the run then has the fields of a single file with both sides."""
    responses, settings = name_both_sides(key, responses, run.settings)
    if settings is not run.settings:
        run = replace(run, settings=settings, changed=settings.changed())
    first, *others = parse_inputs([key, *responses], ["key", *names_of(responses, names)], settings)
    return first, others, run


def check_same_text(key: NamedInput, response: NamedInput, notices: Notices) -> None:
    """Refuse objects of libraries, such as spaCy, that were made of different texts; of files it is a warning."""
    for notice in notices:
        libraries = [getattr(side.value, "library", None) for side in (key, response)]
        if notice.code in ("different-words", "different-text") and None not in libraries:
            hint = "give key and response objects that were made of the same text"
            raise PairingError(notice.code, f"the texts differ: {notice.places[0]}", hint=hint)


def notice_swapped(key: NamedInput, responses: Sequence[NamedInput], settings: Settings, notices: Notices) -> None:
    """Warn if names suggest that key and prediction are swapped, which changes recall and precision, but not F1.

    A field of clusters that says which side it is decides before the file's name.
    """
    field = settings.key_clusters
    if field is not None and _words(field) & PREDICTED and not _words(settings.response_clusters) & PREDICTED:
        notices.add("swapped-sides", f"the field {quoted(field)} is read as the key", key.path)
        return
    of_key = set() if key.path is None else _words(_last_part(key.path))
    if of_key & PREDICTED and not of_key & GOLD:
        notices.add("swapped-sides", f"{quoted(key.path)} is given as the key; the key comes first", key.path)
    for response in responses:
        if response.path is not None or response.name != UNNAMED:
            words = _words(f"{_last_part(response.path or '')} {_last_part(response.name)}")
            if words & GOLD and not (words & PREDICTED or of_key & GOLD):
                text = f"{quoted(response.name)} is given as a response; the key comes first"
                notices.add("swapped-sides", text, response.path)


def _words(name: str | None) -> set[str]:
    return set(re.findall(r"[^\W\d_]+", (name or "").lower()))


def _last_part(path: str) -> str:
    return os.path.basename(os.path.normpath(path))


def parse_inputs(
    sides: Sequence[Input], names: Sequence[str], settings: Settings, has_key: bool = True
) -> list[NamedInput]:
    """Parse each side, and read iterables once; the first is the key, unless all are of one kind."""
    places = list(map(path_of, sides))
    if any(places):
        check_read_once(places)
    formats = [settings.response_format or settings.format] * len(sides)
    fields = [settings.response_clusters] * len(sides)
    if has_key:
        formats[0], fields[0] = settings.key_format or settings.format, settings.key_clusters
    parsed: list[Any] = list(sides)
    shapes: dict[tuple[int, str | None], Any] = {}  # an iterator that is both sides gives its items only once
    for number, side in enumerate(sides):
        if places[number] is None and not isinstance(side, Corpus):
            from corefscope.formats.objects.shapes import check_comparable, shape

            identity = id(side), None if isinstance(side, Iterator) else fields[number]
            if identity not in shapes:
                shapes[identity] = shape(side, names[number], fields[number], settings.objects)
            parsed[number] = shapes[identity]
    if shapes:  # ambiguous ones are read like the others
        parsed = list(check_comparable(parsed, names))
    if settings != DEFAULTS:
        _check_reading(parsed, settings, has_key)
    interner: dict[Hashable, int] | None = {}
    for place, side in zip(places, parsed, strict=True):
        if place is not None or (side.label is None if isinstance(side, Corpus) else side.has_spans):
            interner = None
    return list(map(NamedInput, parsed, names, places, formats, fields, repeat(interner)))


def _check_reading(sides: Sequence[Given], settings: Settings, has_key: bool) -> None:
    """Refuse formats where all sides that they are about are Python objects, and `mentions` where none is."""
    are_files = [isinstance(side, str | os.PathLike | Corpus) for side in sides]
    of_option = {"format": are_files, "key_format": are_files[:has_key], "response_format": are_files[has_key:]}
    for name, own in of_option.items():
        if own and not any(own):
            load.refuse_for_object(name, getattr(settings, name))
    if settings.objects is not None and all(isinstance(side, str | os.PathLike) for side in sides):
        fact = f"mentions={settings.objects!r} is about lists in Python, and all sides are files"
        raise SettingsError("conflicting-options", fact, hint="leave it out")


def check_key_options(key: object, key_format: str | None, key_clusters: str | None) -> None:
    """Refuse options about the key of a call without one."""
    for name, value in (("key_format", key_format), ("key_clusters", key_clusters)):
        if key is None and value is not None:
            flag = f"--{name.replace('_', '-')}"
            raise SettingsError("conflicting-options", f"{flag} is about the key, and there is none", hint="remove it")


def read(source: NamedInput, settings: Settings, report: Progress | None = None) -> Corpus:
    """Read a side, in the format and with the field of clusters that were named for it."""
    side, clusters, columns = source.value, source.clusters, settings.table_columns
    if isinstance(side, Corpus):
        return side
    if isinstance(side, str | os.PathLike):
        return load.read_corpus(side, source.format, clusters, report, None, None, None, columns, settings.chunks)
    from corefscope.formats.objects import reader

    return reader.from_shape(side, source.name, clusters, source.interner, columns)


def read_all(
    sides: Sequence[Input],
    names: Sequence[str],
    settings: Settings,
    report: Progress | None = None,
    has_key: bool = False,
) -> list[Corpus]:
    """Read sides once, e.g. of annotators, to be scored in several ways; with a key, it is the first of them."""
    return [read(source, settings, report) for source in parse_inputs(sides, names, settings, has_key)]


def names_of(responses: Sequence[Input | Given], names: Sequence[str] | None, unnamed: str = UNNAMED) -> list[str]:
    """Return the name of each system: from `names`, or its file name; its path or a number if these are equal."""
    if names is not None:
        listed = texts(names, "names")
        check_system_names(listed, len(responses))
        return listed
    if len(responses) == 1:
        path = path_of(responses[0])
        return [_last_part(path) if path else unnamed]
    paths = list(map(path_of, responses))
    short = [_last_part(path) if path else unnamed for path in paths]
    longer = [path if path and short.count(name) > 1 else name for path, name in zip(paths, short, strict=True)]
    return [name if longer.count(name) == 1 else f"{name} {number}" for number, name in enumerate(longer, 1)]


def check_system_names(names: Sequence[str], systems: int) -> None:
    """Check that names match the systems in number, are not empty, and are unique."""
    if len(names) != systems:
        one, many = ("name" if len(names) == 1 else "names"), ("system" if systems == 1 else "systems")
        raise SettingsError("bad-names", f"{len(names)} {one} for {systems} {many}")
    for number, name in enumerate(names, 1):
        if not name.strip():
            raise SettingsError("bad-names", f"the name of system {number} is empty")
        if name in names[: number - 1]:
            raise SettingsError("bad-names", f"two systems are called {quoted(name)}", hint="--names tells them apart")


def system_number(name: str, systems: Sequence[str]) -> int:
    """Return the place of a system by its name, or by that of its file without the ending."""
    stems = [os.path.splitext(each)[0] for each in systems]
    if not isinstance(name, str) or (name not in systems and stems.count(name) != 1):
        raise UnknownName("system", name, systems)
    return systems.index(name) if name in systems else stems.index(name)


def path_of(side: Input | Given) -> str | None:
    """Return the path of a side, or None for a Python object."""
    return path(side, "a side") if isinstance(side, str | os.PathLike) else None
