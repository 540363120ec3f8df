"""What a Python object holds that is given as a side: Documents, records, or clusters of mentions.

Records are dicts as the JSON reader knows them. Of lists the nesting of the whole input decides, never one leaf:
lists of lists of ids are clusters, and one level more is clusters of spans if all that is innermost are pairs of
integers. What fits two readings, or none, is an error that says what was found.
"""

from __future__ import annotations

import json
import reprlib
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any, ClassVar

import numpy as np

from corefscope.basics.escaping import quoted
from corefscope.formats.json.variants import E2E, VARIANTS, show_name
from corefscope.model import Document
from corefscope.problems import FormatError

CLUSTER_FIELDS = frozenset(field for variant in (E2E, *VARIANTS) for field in variant.fields)
# Equal values of these types are equal and have equal hashes, so that nothing needs to be looked at.
PLAIN = frozenset((int, str, bytes, bool, np.int64, np.int32))
CONTAINERS = frozenset((list, tuple, set, frozenset))
PAIRS = "write a mention as a tuple such as (3, 5)"
DEEPER = f"{PAIRS}; give several documents as a dict from name to clusters"


@dataclass(frozen=True)
class ListedDocuments:
    """Documents as `read` gives them."""

    listed: list[Document]
    has_spans: ClassVar[bool] = True


@dataclass(frozen=True)
class Records:
    """Dicts with a field of clusters, one a document, as JSON Lines would hold them."""

    listed: list[Mapping[str, Any]]
    has_spans: ClassVar[bool] = True


@dataclass(frozen=True)
class Clusters:
    """The clusters of each document, all mentions hashable by value; a document alone may have no name."""

    documents: list[tuple[str, list[list[Hashable]]]]
    has_spans: ClassVar[bool] = False  # unless the other side has: then they are made of pairs


Shape = ListedDocuments | Records | Clusters


def shape(given: Any, source: str, field: str | None = None) -> Shape:
    """What an object holds, taken out of its iterables once; `field` is the one that the user named for clusters."""
    if isinstance(given, Document):
        return ListedDocuments([given])
    if isinstance(given, Mapping):
        return Records([given]) if is_record(given, field) else _by_name(given, source)
    listed = _listed(given, "clusters", source)
    kinds = set(map(type, listed))
    for kind, made in ((Document, ListedDocuments), (Mapping, Records)):
        if any(issubclass(each, kind) for each in kinds):
            others = [each for each in listed if not isinstance(each, kind)]
            if others:
                what = "Documents" if kind is Document else "records"
                raise FormatError("mixed-formats", f"a list of {what} also holds {_show(others[0])}", source)
            return made(listed)
    return Clusters([("", by_value([_cluster(each, source) for each in listed], source))])


def is_record(given: Mapping[Any, Any], field: str | None = None) -> bool:
    """Whether a dict is one document and not a dict from document name to clusters."""
    if field in given or not CLUSTER_FIELDS.isdisjoint(given):
        return True
    # Clusters are iterables: where something else is among the values, the JSON reader says which fields it misses.
    return any(not isinstance(value, Iterable) or isinstance(value, str | bytes) for value in given.values())


def _by_name(given: Mapping[Any, Any], source: str) -> Clusters:
    documents = []
    for name, clusters in given.items():
        if isinstance(clusters, Mapping):
            fields = ", ".join(show_name(str(field)) for field in list(clusters)[:12])
            hint = "give records as a list; a dict goes from document name to clusters"
            raise FormatError(
                "ambiguous-clusters",
                f"the document {quoted(show_name(str(name)))} is a dict with {fields}",
                source,
                hint=hint,
            )
        listed = _listed(clusters, f"the clusters of {quoted(show_name(str(name)))}", source)
        documents.append((str(name), [_cluster(cluster, source) for cluster in listed]))
    clusters = by_value(list(chain.from_iterable(clusters for _, clusters in documents)), source)
    taken = iter(clusters)
    return Clusters([(name, [next(taken) for _ in found]) for name, found in documents])


def _cluster(value: Any, source: str) -> list[Any]:
    if isinstance(value, Mapping):
        raise FormatError("wrong-type", f"a cluster should be a list of mentions, not {_show(value)}", source)
    return _listed(value, "a cluster", source)


def _listed(value: Any, what: str, source: str) -> list[Any]:
    if isinstance(value, np.ndarray) and value.ndim:
        return list(value.tolist())
    # An object with items but without a length of its own, such as a tensor of one number, is not iterable either.
    if isinstance(value, Iterable) and not isinstance(value, str | bytes):
        try:
            return list(value)
        except TypeError:
            pass
    raise FormatError("wrong-type", f"{what} should be iterable, not {_show(value)}", source)


def by_value(clusters: list[list[Any]], source: str) -> list[list[Hashable]]:
    """The clusters with mentions that are compared by value: lists that are pairs of integers become tuples."""
    kinds = set(map(type, chain.from_iterable(clusters)))
    if any(issubclass(kind, list | np.ndarray) for kind in kinds):
        _check_level(clusters, kinds, source)
        clusters = [[_pair(mention, source) for mention in cluster] for cluster in clusters]
    check_values(chain.from_iterable(clusters) if kinds - PLAIN else (), source)
    return clusters


def _check_level(clusters: list[list[Any]], kinds: set[type], source: str) -> None:
    """All mentions are lists or tuples if one is a list: else the input is not of one depth."""
    if not all(issubclass(kind, list | tuple | np.ndarray) for kind in kinds):
        one = next(each for each in chain.from_iterable(clusters) if isinstance(each, list | np.ndarray))
        other = next(each for each in chain.from_iterable(clusters) if not isinstance(each, list | tuple | np.ndarray))
        raise FormatError(
            "ambiguous-clusters", f"some mentions are lists, such as {_show(one)}, and others {_show(other)}", source
        )


def _pair(mention: Any, source: str) -> Hashable:
    if isinstance(mention, tuple):
        return mention
    parts = mention.tolist() if isinstance(mention, np.ndarray) else mention
    if type(parts) is list and len(parts) == 2 and _is_integer(parts[0]) and _is_integer(parts[1]):
        return parts[0], parts[1]
    found = f"{_show(parts)} is no pair of integers"
    raise FormatError(
        "ambiguous-clusters", f"{found}: it could be a mention, or a cluster of one more document", source, hint=DEEPER
    )


def _is_integer(value: Any) -> bool:
    return type(value) is int or isinstance(value, np.integer)


def check_values(mentions: Iterable[Any], source: str) -> None:
    """Refuse mentions that equal nothing but themselves, which would all be wrong whatever a system does."""
    listed = list(mentions)
    kinds = set(map(type, listed))
    if kinds == {tuple} and set(map(type, chain.from_iterable(listed))) <= PLAIN:
        return
    for mention in listed if kinds - PLAIN else ():
        if mention is None:
            raise FormatError(
                "bad-mention", "a mention is None", source, hint="leave out what has no place in the text"
            )
        try:
            part = _by_identity(mention)
        except TypeError:
            raise FormatError(
                "bad-mention", f"the mention {_show(mention)} is not hashable", source, hint=PAIRS
            ) from None
        if part is not None:
            within = "" if part is mention else f" in {_show(mention)}"
            numbers = callable(getattr(part, "tolist", None)) or callable(getattr(part, "item", None))
            hint = "take plain numbers with .tolist()" if numbers else f"{PAIRS}, or give its class __eq__ and __hash__"
            raise FormatError(
                "bad-mention",
                f"{_show(part)}{within} equals nothing but itself, so no mention of the other side could match it",
                source,
                hint=hint,
            )


def _by_identity(mention: Any) -> Any | None:
    """What in a mention has its address for a hash, if anything: a default object, a tensor, a NaN."""
    if type(mention) in PLAIN:
        return None
    if isinstance(mention, tuple | frozenset):
        return next((part for part in map(_by_identity, mention) if part is not None), None)
    # A class may give the address itself, or what `object` makes of it.
    return mention if hash(mention) in (id(mention), object.__hash__(mention)) else None


def json_lines(records: Iterable[Mapping[str, Any]], source: str, field: str | None) -> bytes:
    """Records as a file would hold them, one a line; what only Python can hold is left out if nobody reads it."""
    return b"".join(_json(record, number, source, field) + b"\n" for number, record in enumerate(records, 1))


def _json(record: Mapping[str, Any], number: int, source: str, field: str | None) -> bytes:
    try:
        return json.dumps(dict(record), default=_plain).encode()
    except (TypeError, ValueError, RecursionError):
        kept = {}
        for name, value in record.items():
            try:
                kept[str(name)] = json.loads(json.dumps(value, default=_plain))
            except (TypeError, ValueError, RecursionError) as error:
                if name == field or name in CLUSTER_FIELDS:
                    text = f"the field {quoted(show_name(str(name)))} cannot be read: {error}"
                    raise FormatError(
                        "bad-record", text, source, number, "take plain lists and numbers, as with .tolist()"
                    ) from None
        return json.dumps(kept).encode()


def _plain(value: Any) -> Any:
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{_show(value)} is no list, number or string")


def _show(value: Any) -> str:
    """A value as messages show it: short, whatever it holds."""
    text = reprlib.repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"
