"""scorch's JSON: clusters of mention ids, or a graph of mentions and links; a file is one document.

    {"type": "clusters", "clusters": {"0": [10, 962], "1": [17]}}
    {"type": "graph", "mentions": [10, 962, 17], "links": [[10, 962]]}

An id is a number, a string or a list of these; equal ids mean the same mention on both sides.
"""

from __future__ import annotations

import json
from itertools import chain
from typing import Any, Literal, TypeVar

import msgspec
import numpy as np

from corefscope.basics.components import components
from corefscope.formats.files.sources import Source
from corefscope.formats.files.typed_json import parsed
from corefscope.formats.registry import Options
from corefscope.formats.table.lists import labelled
from corefscope.model import Corpus, Integers
from corefscope.problems import Notices

_SHAPE = "'type' is clusters, with 'clusters' from id to list of mentions, or graph, with 'mentions' and 'links'"


Kind = TypeVar("Kind")


class _File(msgspec.Struct, gc=False):
    type: str
    clusters: dict[str, list[Any]] | None = None
    mentions: list[Any] | None = None
    links: list[tuple[Any, Any]] | None = None


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """Read the document of a file, named after the file."""
    if (numbers := _numbers(content)) is not None:
        return labelled(*numbers, source, notices)
    plain = _decoded(_Plain, content)
    found = parsed(content, source, _File, hint=_SHAPE) if plain is None else _File("clusters")
    if plain is not None:
        clusters = {
            name: [str(each) if type(each) is list else each for each in mentions]
            for name, mentions in plain.clusters.items()
        }
    elif found.type == "clusters" and found.clusters is not None:
        clusters = {name: list(map(_label, mentions)) for name, mentions in found.clusters.items()}
    elif found.type == "graph" and found.mentions is not None and found.links is not None:
        labels = list(dict.fromkeys(map(_label, found.mentions)))
        links = [(_label(one), _label(other)) for one, other in found.links]
        known = set(labels)
        for unknown in dict.fromkeys(label for link in links for label in link if label not in known):
            labels.append(unknown)  # as scorch does
        groups = components(labels, links)
        clusters = {str(number): list(members) for number, members in enumerate(groups)}
    else:
        raise source.error("bad-record", f"the 'type' is {found.type[:40]!r}, and its fields are not there", 1, _SHAPE)
    names = [name for name, members in clusters.items() for _ in members]
    return labelled(list(chain.from_iterable(clusters.values())), names, source, notices)


class _Plain(msgspec.Struct, gc=False):
    """Clusters of numbers, strings and lists of numbers."""

    type: Literal["clusters"]
    clusters: dict[str, list[int | str | list[int]]]


class _Numbers(msgspec.Struct, gc=False):
    """Clusters that are numbers throughout, of which there may be many."""

    type: Literal["clusters"]
    clusters: dict[str, list[int]]


def _numbers(content: bytes) -> tuple[Integers, Integers] | None:
    """Mentions and their entities as arrays, if all of them are numbers."""
    found = _decoded(_Numbers, content)
    if found is None:
        return None
    clusters = found.clusters
    try:
        names = np.array([int(name) for name in clusters if name.isascii() and name.isdigit()], np.int64)
        sizes = [len(mentions) for mentions in clusters.values()]
        labels = np.fromiter(chain.from_iterable(clusters.values()), np.int64, sum(sizes))
    except (OverflowError, ValueError):
        return None
    spelt = [str(name) for name in names.tolist()]
    return (labels, np.repeat(names, sizes)) if spelt == list(clusters) else None


def _label(value: Any) -> str | int:
    return value if type(value) in (str, int) else json.dumps(value)


def _decoded(kind: type[Kind], content: bytes) -> Kind | None:
    """The content, if it has this type."""
    try:
        return msgspec.json.decode(content, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
