"""Nested lists as clusters: the depth of the whole input, never of one leaf, says what it is.

Lists of lists of ids are the clusters of a document. One level more, with pairs or triples of integers innermost, is
clusters of spans, and one more is a corpus of such documents. What fits two readings is an error unless the user says
which one is meant (`mentions="ids"` or `"spans"`).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, ClassVar

import numpy as np

from corefscope.basics.escaping import short_repr
from corefscope.problems import FormatError

# Values of these types are hashed by value, so their contents need no check.
NESTING_PLAIN = frozenset((int, str, bytes, bool, np.int64, np.int32))
IDS, SPANS = "ids", "spans"
SAY_WHICH = 'say which with mentions="ids" or mentions="spans"'
_SEQUENCES = {list, tuple}
_Lists = list[list[Any]]


@dataclass(frozen=True)
class Clusters:
    """The clusters of each document, all mentions hashable by value; documents of a list have no names."""

    documents: list[tuple[str, list[list[Hashable]]]]
    holds: str | None = None  # IDS or SPANS, where the mentions show it
    empty_lists: int = field(default=0, compare=False)  # of a list without any mention: clusters or documents
    has_spans: ClassVar[bool] = False  # pairs become spans if the other side has spans

    def first(self) -> Hashable:
        """Return any mention, for messages."""
        return next(mention for _, clusters in self.documents for cluster in clusters for mention in cluster)


def of_list(listed: list[Any], source: str, nesting: str | None) -> Clusters:
    """Return the clusters of one document, or the documents of a corpus, as the nesting says."""
    lists, are_documents, holds = _parse([elements(each, "a cluster", source) for each in listed], source, nesting)
    if are_documents:
        documents = [_hashable(document, holds, source) for document in lists]
        if holds == IDS:
            check_values(chain.from_iterable(chain.from_iterable(documents)), source)
        return Clusters([("", clusters) for clusters in documents], holds)
    clusters = _hashable(lists, holds, source)
    return Clusters([("", clusters)], holds, 0 if any(clusters) else len(clusters))


def of_documents(documents: list[tuple[str, list[Any]]], source: str, nesting: str | None) -> Clusters:
    """Return the clusters of documents by name."""
    clusters = [cluster for _, listed in documents for cluster in listed]
    outer = [elements(cluster, "a cluster", source) for cluster in clusters]
    lists, are_documents, holds = _parse(outer, source, nesting)
    if are_documents:
        raise _ambiguous("the clusters of a document are nested one level too deep", source)
    if nesting is None and all(type(cluster) is tuple for cluster in clusters):
        check_level(outer, "a document", source)  # a dict from entity to mentions; lists are clusters of ids
    every = iter(_hashable(lists, holds, source))
    return Clusters([(name, [next(every) for _ in listed]) for name, listed in documents], holds)


def check_level(clusters: _Lists, place: str, source: str) -> None:
    """Refuse clusters of ids that may be spans without clusters around them: all pairs, or all triples, of integers."""
    if _are_spans(clusters):
        fact = (
            f"{short_repr(clusters[0])}, an element of {place}, could be a cluster of ids, or a mention in no cluster"
        )
        raise _ambiguous(fact, source, 'put mentions in clusters, and say mentions="ids" if they are clusters')


def elements(value: Any, what: str, source: str) -> list[Any]:
    """Return an iterable as a list; an array or tensor becomes plain numbers."""
    try:
        plain = as_plain(value)
        if not isinstance(plain, str | bytes | Mapping):
            return plain if type(plain) is list else list(plain)
    except (TypeError, ValueError):
        pass
    kind = "a list of mentions" if isinstance(value, Mapping) else "iterable"
    raise FormatError("wrong-type", f"{what} should be {kind}, not {short_repr(value)}", source)


def as_plain(value: Any) -> Any:
    """Return an array, tensor, set or iterator as a list; anything else as it is."""
    if type(value) in NESTING_PLAIN or isinstance(value, list | tuple):
        return value
    if isinstance(value, Iterator | set):
        return list(value)
    as_list = getattr(value, "tolist", None)
    plain = as_list() if callable(as_list) and not isinstance(value, type) else None
    return plain if isinstance(plain, list) else value


def _parse(outer: _Lists, source: str, nesting: str | None) -> tuple[_Lists, bool, str | None]:
    """Distinguish clusters from documents, and ids from spans, by all elements of these lists.

    Returns the lists, whether they are documents that hold clusters, and what the mentions are.
    """
    inner = list(chain.from_iterable(outer))
    if not set(map(type, inner)) <= NESTING_PLAIN | _SEQUENCES:
        outer = [list(map(as_plain, each)) for each in outer]
        inner = list(chain.from_iterable(outer))
    kinds = set(map(type, inner))
    if kinds <= NESTING_PLAIN:
        if inner and nesting == SPANS:
            raise _ambiguous(f"{short_repr(inner[0])} is not a span", source, "clusters of spans have one level more")
        return outer, False, IDS if inner else None
    lists = [each for each in inner if isinstance(each, list)]
    other = next((each for each in inner if not isinstance(each, list | tuple)), None)
    if lists and other is not None:
        fact = f"some mentions are lists, such as {short_repr(lists[0])}, and others {short_repr(other)}"
        raise _ambiguous(fact, source)
    if not kinds <= _SEQUENCES:
        _check_pairs(lists, source)  # beside tuples of a class, e.g. Mention
        return outer, False, None
    leaves = set(map(type, chain.from_iterable(inner)))
    are_deeper = bool(leaves) and leaves <= _SEQUENCES  # a corpus of documents, unless a mention is a tuple of spans
    spans = list(chain.from_iterable(inner)) if are_deeper else inner
    are_spans = _are_spans(spans, mixed=nesting == SPANS)
    if not lists and (not are_deeper or nesting == IDS or not are_spans):  # tuples are mentions, whatever they hold
        return outer, False, SPANS if are_spans and not are_deeper else None
    if not lists and nesting is None:
        fact = f"{short_repr(inner[0])} could be a mention, or a cluster of one more document"
        raise _ambiguous(fact, source, SAY_WHICH)
    if nesting == IDS and not leaves & _SEQUENCES:
        return outer, True, IDS
    if nesting == IDS or not are_spans:
        _check_pairs(spans, source, are_deeper)
    return outer, are_deeper, SPANS


def _ambiguous(fact: str, source: str, hint: str | None = None) -> FormatError:
    return FormatError("ambiguous-clusters", fact, source, hint=hint)


def _check_pairs(lists: list[Any], source: str, are_deep: bool = False) -> None:
    for number in (part for each in lists for part in each if isinstance(part, float)):
        raise FormatError("bad-mention", f"{number} is not an integer", source, hint="a span is a pair such as (3, 5)")
    wrong = next((each for each in lists if len(each) != 2 or not _are_spans([each])), None)
    if are_deep:
        raise _ambiguous(f"{short_repr(wrong or lists[0])} is not a pair of integers, four levels deep", source)
    if wrong is not None:
        fact = f"{short_repr(wrong)} is not a pair of integers: it may be a mention, or a cluster of another document"
        raise _ambiguous(fact, source, SAY_WHICH)


def _are_spans(lists: list[Any], mixed: bool = False) -> bool:
    """Return whether all lists are pairs of integers, or all are triples; if `mixed`, either."""
    sizes = set(map(len, lists))
    kinds = set(map(type, chain.from_iterable(lists))) if sizes <= {2, 3} else {type(None)}
    are_integers = all(kind is int or issubclass(kind, np.integer) for kind in kinds)
    return are_integers and (len(sizes) == 1 or (mixed and bool(sizes)))


def _hashable(clusters: _Lists, holds: str | None, source: str) -> list[list[Hashable]]:
    """Return clusters whose mentions are hashable, and equal if they mean the same: lists become tuples."""
    if holds != IDS:
        clusters = [[tuple(each) if isinstance(each, list) else each for each in cluster] for cluster in clusters]
    if holds is None:
        check_values(chain.from_iterable(clusters), source)
    return clusters


def check_values(mentions: Iterable[Any], source: str) -> None:
    """Refuse mentions that equal only themselves: no response could match them."""
    for mention in mentions:
        if type(mention) in NESTING_PLAIN or (type(mention) is tuple and NESTING_PLAIN.issuperset(map(type, mention))):
            continue
        fact, hint = None, "write a mention as a tuple such as (3, 5); .tolist() makes plain numbers of a tensor"
        try:
            if mention is None:
                fact, hint = "a mention is None", "leave out what has no place in the text"
            elif _is_compared_by_identity(mention):
                fact = (
                    f"{short_repr(mention)} equals nothing but itself, so no mention of the other side could match it"
                )
        except TypeError:
            fact = f"the mention {short_repr(mention)} is not hashable"
        if fact:
            raise FormatError("bad-mention", fact, source, hint=hint)


def _is_compared_by_identity(mention: Any) -> bool:
    """Return whether a mention, or a part of it, is hashed by identity: a default object, a tensor, a NaN."""
    if mention is None or type(mention) in NESTING_PLAIN:
        return False
    if isinstance(mention, tuple | frozenset):
        return any(map(_is_compared_by_identity, mention))
    # Spans and Tokens of two Docs are never equal. A class may give the address itself, or what `object` makes of it.
    is_of_spacy = type(mention).__module__.startswith("spacy.")
    return is_of_spacy or hash(mention) in (id(mention), object.__hash__(mention))
