"""What a user gives as key and responses, from paths to Python objects: read, prepared and named."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from corefscope.alignment.cleanup import PreparedCorpus, resolve_repeats
from corefscope.alignment.document_names import renamed
from corefscope.basics.arguments import path, texts
from corefscope.basics.escaping import quoted
from corefscope.formats import load
from corefscope.model import Corpus, Document
from corefscope.problems import FormatError, Notices, SettingsError
from corefscope.settings import MATCHINGS, Settings
from corefscope.types.words import NEVER, WordLanguage

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


def one_of(given: Any, named: Any, name: str) -> Any:
    """A side that was given in its place, or under the name that other libraries use for it."""
    if given is not None and named is not None:
        side = "key" if name == "references" else "response"
        raise SettingsError("conflicting-options", f"there is a {side} and {name}=", hint="give one of them")
    return named if given is None else given


def sides_of(key: Any, responses: tuple[Any, ...], references: Any, predictions: Any) -> tuple[Any, tuple[Any, ...]]:
    """Key and responses, given in their places or as `references` and `predictions`."""
    if predictions is not None:
        responses = (one_of(responses[0] if responses else None, predictions, "predictions"),)
    if not responses:
        hint = "give it after the key, or as predictions="
        raise SettingsError("no-response", "there is no response to score", hint=hint)
    return one_of(key, references, "references"), responses


def understood(
    sides: Sequence[Input], names: Sequence[str], fields: Sequence[str | None], nesting: str | None
) -> tuple[list[Given], Interner | None]:
    """What each side is, its iterables read once, with the fields that were named for clusters.

    Clusters of Python objects stay opaque, and an Interner numbers them, unless a side has spans to compare them with.
    """
    given: list[Given]
    if all(isinstance(side, str | os.PathLike | Corpus) for side in sides):
        given = list(sides)  # type: ignore[arg-type]
    else:
        from corefscope.formats.objects.shapes import alike, shape

        found: dict[int, Given] = {}  # an iterator that is both sides gives its items only once
        for side, name, field in zip(sides, names, fields, strict=True):
            if id(side) not in found:
                plain = isinstance(side, str | os.PathLike | Corpus)
                found[id(side)] = side if plain else shape(side, name, field, nesting)  # type: ignore[assignment]
        given = alike([found[id(side)] for side in sides], names)
    for one in given:
        if isinstance(one, str | os.PathLike) or (one.label is None if isinstance(one, Corpus) else one.has_spans):
            return given, None
    return given, {}


def is_library_object(side: Given) -> bool:
    """Whether a side was given as objects of another library, such as spaCy."""
    return getattr(side, "library", None) is not None


def check_heads_only(sides: Iterable[Given], settings: Settings) -> None:
    """Refuse to compare mentions that are nothing but heads with whole spans."""
    if not MATCHINGS[settings.match].heads and any(getattr(side, "heads_only", False) for side in sides):
        fact = "coreferee marks the heads of mentions, not their spans, which nothing but heads can be matched with"
        raise SettingsError("missing-spans", fact, hint='use match="head"')


def read(
    side: Given, name: str, format: str | None, clusters: str | None, interner: Interner | None, note: Progress
) -> Corpus:
    """A side, in the format and with the field of clusters that were named for it."""
    if isinstance(side, str | os.PathLike):
        return load.read_corpus(side, format, clusters, note)
    if isinstance(side, Corpus):
        return side
    from corefscope.formats.objects import reader as objects

    return objects.from_shape(side, name, clusters, interner)


def prepared(corpus: Corpus, settings: Settings, notices: Notices, key: Corpus | None = None) -> PreparedCorpus:
    """A side with its types and with repeated mentions resolved; its warnings are added to the notices.

    A response is given its prepared key, whose words say the language of both.
    """
    notices.extend(corpus.notices)
    corpus = renamed(corpus, settings.names_strip, settings.pair_by)
    if settings.layer != "identity":
        corpus = _of_layer(corpus, settings.layer)
    if settings.guess_types != NEVER:
        language = WordLanguage(settings.guess_types, corpus.texts) if key is None else key.language
        corpus = replace(corpus, language=language)
    types_met = None
    if settings.types is not None:
        from corefscope.types.file import TypesFile
        from corefscope.types.mention_types import with_types

        _, types_met = TypesFile.read(settings.types).match(corpus)
        corpus, _ = with_types(corpus, settings.types)
    found = resolve_repeats(corpus, settings.repeated, notices)
    if corpus.relations and settings.split == "drop":
        from corefscope.anaphora.sets import notice_left_out

        notice_left_out(corpus, notices)
    if settings.zeros == "drop" and settings.split == "drop":  # sets are made of entities with their zeros
        found = replace(found, corpus=_without_zeros(found.corpus))
    return found if types_met is None else replace(found, types_met=types_met)


def _without_zeros(corpus: Corpus) -> Corpus:
    annotations = {name: _without_zeros(each) for name, each in corpus.annotations.items()}
    return replace(corpus.keep(~corpus.is_zero()), annotations=annotations)


def _of_layer(corpus: Corpus, layer: str) -> Corpus:
    """An annotation as the corpus to be scored, with what is known of the files it is from."""
    if layer not in corpus.annotations:
        fact = f"it has no annotation of {layer}, which is to be scored"
        raise FormatError("missing-layer", fact, corpus.source, hint="CONLL-UA has it in the column DISCOURSE_DEIXIS")
    inherited = ("inexact_text", "empty_nodes", "own_ids", "notices", "files")
    return replace(corpus.annotation(layer), **{name: getattr(corpus, name) for name in inherited})


def corpora(sides: Sequence[Input], names: Sequence[str], settings: Settings, note: Progress) -> list[Corpus]:
    """Several sides read once, so that each can be scored against each."""
    format, clusters = settings.response_format or settings.format, settings.response_clusters
    given, interner = understood(sides, names, [clusters] * len(sides), settings.objects)
    return [read(side, name, format, clusters, interner, note) for side, name in zip(given, names, strict=True)]


def read_sides(
    key: Input, responses: Sequence[Input], names: Sequence[str], settings: Settings, note: Progress
) -> list[Corpus]:
    """Key and responses read once, to be scored under several settings."""
    called, others = ["key", *names], len(responses)
    formats = [settings.key_format or settings.format, *[settings.response_format or settings.format] * others]
    fields = [settings.key_clusters, *[settings.response_clusters] * others]
    given, interner = understood([key, *responses], called, fields, settings.objects)
    sides = zip(given, called, formats, fields, strict=True)
    return [read(side, name, format, clusters, interner, note) for side, name, format, clusters in sides]


def notice_swapped(
    key: Input | Given, responses: Sequence[Input | Given], names: Sequence[str], notices: Notices
) -> None:
    """Warn where names say that the prediction was given as the key: F1 is the same, recall and precision are not."""
    path = path_of(key)
    said_of_key = _words(path or "")
    if said_of_key & PREDICTED and not said_of_key & GOLD:
        notices.add("swapped-sides", f"{quoted(path)} is given as the key; the key comes first", path)
    for response, name in zip(responses, names, strict=True):
        said = _words(path_of(response) or "") | _words(name)
        place = path_of(response)
        if said & GOLD and not (said & PREDICTED or said_of_key & GOLD):
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
