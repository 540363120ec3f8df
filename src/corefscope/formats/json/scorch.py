"""scorch's JSON: clusters of mention ids, or a graph of mentions and links; a file is one document.

    {"type": "clusters", "clusters": {"0": [10, 962], "1": [17]}}
    {"type": "graph", "mentions": [10, 962, 17], "links": [[10, 962]]}

An id is a number, a string or a list of these; equal ids mean the same mention on both sides.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import chain
from typing import Any, Literal, TypeVar

import msgspec
import numpy as np

from corefscope.basics.components import components
from corefscope.formats.files.sources import Source
from corefscope.formats.files.typed_json import parsed
from corefscope.formats.registry import Options
from corefscope.formats.table.lists import LabelColumn, labelled
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
    columns = _numbers(content) or _lists(content)
    if columns is not None:
        mentions, entities = columns
        return labelled(mentions, entities, source, notices)
    found = parsed(content, source, _File, hint=_SHAPE)
    if found.type == "clusters" and found.clusters is not None:
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
    names = _repeated(clusters, list(map(len, clusters.values())))
    return labelled(list(chain.from_iterable(clusters.values())), names, source, notices)


class _Numbers(msgspec.Struct, gc=False):
    """Clusters that are numbers throughout, of which there may be many."""

    type: Literal["clusters"]
    clusters: dict[str, list[int]]


def _numbers(content: bytes) -> tuple[Integers, Integers] | None:
    """Mentions and their entities as arrays, if all of them are numbers."""
    found = _decoded(_Numbers, content)
    if found is None:
        return None
    try:
        sizes = [len(mentions) for mentions in found.clusters.values()]
        labels = np.fromiter(chain.from_iterable(found.clusters.values()), np.int64, sum(sizes))
    except OverflowError:
        return None
    names = _repeated(found.clusters, sizes)
    return None if isinstance(names, list) else (labels, names)


class _Ids(msgspec.Struct, gc=False):
    """Clusters of ids of any kind, as bytes of the file."""

    type: Literal["clusters"]
    clusters: dict[str, list[msgspec.Raw]]


def _lists(content: bytes) -> tuple[LabelColumn, list[str] | Integers] | None:
    """Mentions and their entities, if all ids are lists of numbers and of strings that JSON writes as they are.

    Such a list is its own label once each comma outside of strings has one blank behind it.
    """
    found = _decoded(_Ids, content)
    sizes = [len(ids) for ids in found.clusters.values()] if found is not None else []
    if found is None or not sum(sizes):
        return None
    ids = b"\n".join(chain.from_iterable(found.clusters.values()))
    outside = b"".join(ids.split(b'"')[::2]) if b'"' in ids else ids
    if b"\\" in ids or not ids.isascii() or outside.translate(None, b"0123456789-[], \n") or b"-0" in outside:
        return None
    lines = outside.count(b"\n") + 1
    if lines != sum(sizes) or outside.count(b"\n[") + outside.startswith(b"[") != lines:
        return None
    commas = outside.count(b",")
    if b" " not in outside and commas == ids.count(b","):
        ids = ids.replace(b",", b", ")
    elif not commas == outside.count(b", ") == outside.count(b" "):
        return None
    return LabelColumn(ids.decode("ascii").split("\n")), _repeated(found.clusters, sizes)


def _repeated(names: Iterable[str], sizes: list[int]) -> list[str] | Integers:
    """The entity of each mention: as numbers if every name is one, spelt plainly."""
    texts = list(names)
    try:
        numbers = np.array(list(map(int, texts)), np.int64)
    except (OverflowError, ValueError):
        numbers = np.zeros(0, np.int64)
    if list(map(str, numbers.tolist())) == texts:
        return np.repeat(numbers, sizes)
    return [name for name, size in zip(texts, sizes, strict=True) for _ in range(size)]


def _label(value: Any) -> str | int:
    return value if type(value) in (str, int) else json.dumps(value)


def _decoded(kind: type[Kind], content: bytes) -> Kind | None:
    """The content, if it has this type."""
    try:
        return msgspec.json.decode(content, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
