"""Nested lists as clusters: the depth of the whole input says what it holds, never one leaf.

Lists of lists of ids are the clusters of a document. One level more, with pairs or triples of integers innermost, is
clusters of spans, and one more is a corpus of such documents. What fits two readings is an error unless the user says
which one is meant (`mentions="ids"` or `"spans"`).
"""

from __future__ import annotations

import reprlib
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, ClassVar

import numpy as np

from corefscope.problems import FormatError

# Equal values of these types are equal and have equal hashes, so that nothing needs to be looked at.
PLAIN = frozenset((int, str, bytes, bool, np.int64, np.int32))
CONTAINERS = frozenset((list, tuple, set, frozenset))
PAIRS = "write a mention as a tuple such as (3, 5)"
IDS, SPANS = "ids", "spans"
SETTLE = 'say which with mentions="ids" or mentions="spans"'
SETTLE_IDS = 'say mentions="ids" if they are clusters'
SIZES = ({2}, {3})  # of spans: (first, last), or (sentence, first, last)


@dataclass(frozen=True)
class Clusters:
    """The clusters of each document, all mentions hashable by value; documents of a list have no names."""

    documents: list[tuple[str, list[list[Hashable]]]]
    holds: str | None = None  # IDS or SPANS, where the mentions show it
    empty_lists: int = field(default=0, compare=False)  # of a list without any mention: clusters or documents
    has_spans: ClassVar[bool] = False  # unless the other side has: then they are made of pairs

    def first(self) -> Hashable:
        """Some mention, for messages."""
        return next(mention for _, clusters in self.documents for cluster in clusters for mention in cluster)


def of_list(listed: list[Any], source: str, nesting: str | None) -> Clusters:
    """The clusters of one document, or the documents of a corpus, as the nesting says."""
    outer = [elements(each, "a cluster", source) for each in listed]
    nested = _Nested(outer, source, nesting)
    if nested.is_corpus:
        return Clusters([("", clusters) for clusters in nested.documents()], nested.holds)
    return Clusters([("", nested.clusters())], nested.holds, 0 if nested.inner else len(outer))


def of_documents(documents: list[tuple[str, list[Any]]], source: str, nesting: str | None) -> Clusters:
    """The clusters of documents by name."""
    outer = [elements(cluster, "a cluster", source) for _, clusters in documents for cluster in clusters]
    nested = _Nested(outer, source, nesting)
    if nested.is_corpus:
        raise FormatError("ambiguous-clusters", "the clusters of a document are nested one level too deep", source)
    if nesting is None and all(type(cluster) is tuple for _, clusters in documents for cluster in clusters):
        check_level(outer, "a document", source)  # a dict from entity to mentions; lists are clusters of ids
    clusters = iter(nested.clusters())
    return Clusters([(name, [next(clusters) for _ in each]) for name, each in documents], nested.holds)


def check_level(clusters: list[list[Any]], place: str, source: str) -> None:
    """Refuse clusters of ids that may be spans without clusters around them: all pairs, or all triples, of integers."""
    if set(map(len, clusters)) in SIZES and all(map(_is_span, clusters)):
        fact = f"{show(clusters[0])}, an element of {place}, could be a cluster of ids, or a mention in no cluster"
        raise FormatError("ambiguous-clusters", fact, source, hint=f"put mentions in clusters, and {SETTLE_IDS}")


def elements(value: Any, what: str, source: str) -> list[Any]:
    """A list of what an iterable holds; an array or tensor becomes plain numbers."""
    try:
        plain = as_plain(value)
    except (TypeError, ValueError):
        plain = value
    if type(plain) is list:
        return plain
    # An object with items but without a length of its own, such as a tensor of one number, is not iterable either.
    if isinstance(value, Iterable) and not isinstance(value, str | bytes | Mapping):
        try:
            return list(value)
        except TypeError:
            pass
    wanted = "a list of mentions" if isinstance(value, Mapping) else "iterable"
    raise FormatError("wrong-type", f"{what} should be {wanted}, not {show(value)}", source)


def as_plain(value: Any) -> Any:
    """An array, tensor, set or iterator as a list; anything else as it is."""
    if type(value) in PLAIN or isinstance(value, list | tuple):
        return value
    if isinstance(value, Iterator | set):
        return list(value)
    as_list = getattr(value, "tolist", None)
    if not callable(as_list) or isinstance(value, type):
        return value
    found = as_list()
    return found if isinstance(found, list) else value


class _Nested:
    """Lists whose elements are clusters, or documents that hold clusters."""

    def __init__(self, outer: list[list[Any]], source: str, nesting: str | None) -> None:
        self.source, self.nesting = source, nesting
        inner = list(chain.from_iterable(outer))
        kinds = set(map(type, inner))
        if not kinds <= PLAIN | {tuple, list}:
            outer = [list(map(as_plain, each)) for each in outer]
            inner = list(chain.from_iterable(outer))
            kinds = set(map(type, inner))
        self.outer, self.inner, self.kinds = outer, inner, kinds
        self.lists = any(issubclass(kind, list) for kind in kinds)
        if self.lists:
            self._check_level()
        self.is_corpus, self.holds = self._reading()

    def _reading(self) -> tuple[bool, str | None]:
        """Whether the outer lists are documents, and what the mentions are."""
        if not self.inner:
            return False, None
        if not self.kinds <= {list, tuple}:
            if self.nesting == SPANS and self.kinds <= PLAIN:
                raise self._error(f"{show(self.inner[0])} is no span", "clusters of spans have one level more")
            if self.lists:  # beside objects of a class of tuples, such as Mention
                self._check_spans([each for each in self.inner if type(each) is list])
            return False, IDS if self.kinds <= PLAIN else None
        leaves = set(map(type, chain.from_iterable(self.inner)))
        if leaves and leaves <= {list, tuple}:
            return self._deepest()
        spans = leaves <= {int, np.int64, np.int32} and set(map(len, self.inner)) in SIZES
        if not self.lists:  # tuples are mentions, whatever they hold
            return False, SPANS if spans else None
        if spans and self.nesting != IDS:
            return False, SPANS
        if self.nesting == IDS and not leaves & {list, tuple}:
            return True, IDS
        if self.nesting == SPANS and all(map(_is_span, self.inner)):
            return False, SPANS
        self._check_spans(self.inner)
        return False, SPANS

    def _check_spans(self, lists: list[Any]) -> None:
        wrong = next((each for each in lists if not _is_span(each) or len(each) != 2), None)
        if wrong is not None:
            fact = f"{show(wrong)} is no pair of integers: it could be a mention, or a cluster of one more document"
            raise self._error(fact, SETTLE)

    def _deepest(self) -> tuple[bool, str | None]:
        """Spans one level below clusters: a corpus, unless a mention may be a tuple of spans."""
        spans = list(chain.from_iterable(self.inner))
        are_spans = all(map(_is_span, spans)) and (self.nesting == SPANS or len(set(map(len, spans))) == 1)
        if not self.lists and (self.nesting == IDS or not are_spans):
            return False, None
        if self.nesting == IDS or not are_spans:
            wrong = next((each for each in spans if not _is_span(each) or len(each) != 2), spans[0])
            raise self._error(f"{show(wrong)} is no pair of integers, four levels deep")
        if not self.lists and self.nesting is None:
            fact = f"{show(self.inner[0])} could be a mention, or a cluster of one more document"
            raise self._error(fact, SETTLE)
        return True, SPANS

    def _check_level(self) -> None:
        """All elements are lists or tuples if one is a list: else the input is not of one depth."""
        if not all(issubclass(kind, list | tuple) for kind in self.kinds):
            one = next(each for each in self.inner if isinstance(each, list))
            other = next(each for each in self.inner if not isinstance(each, list | tuple))
            raise self._error(f"some mentions are lists, such as {show(one)}, and others {show(other)}")

    def clusters(self) -> list[list[Hashable]]:
        """The outer lists as clusters."""
        clusters = self.outer
        if self.kinds <= {list, tuple} and self.lists:
            clusters = [list(map(tuple, each)) for each in self.outer]
        elif self.lists:
            clusters = [[tuple(each) if type(each) is list else each for each in cluster] for cluster in self.outer]
        if self.holds is None:
            check_values(chain.from_iterable(clusters), self.source)
        return clusters

    def documents(self) -> list[list[list[Hashable]]]:
        """The outer lists as documents."""
        if self.holds == IDS:
            check_values(chain.from_iterable(self.inner), self.source)
            return [[list(cluster) for cluster in document] for document in self.outer]
        return [[list(map(tuple, cluster)) for cluster in document] for document in self.outer]

    def _error(self, fact: str, hint: str | None = None) -> FormatError:
        return FormatError("ambiguous-clusters", fact, self.source, hint=hint)


def _is_span(value: Any) -> bool:
    return len(value) in (2, 3) and all(type(part) is int or isinstance(part, np.integer) for part in value)


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
                "bad-mention", f"the mention {show(mention)} is not hashable", source, hint=PAIRS
            ) from None
        if part is not None:
            within = "" if part is mention else f" in {show(mention)}"
            numbers = callable(getattr(part, "tolist", None)) or callable(getattr(part, "item", None))
            hint = "take plain numbers with .tolist()" if numbers else f"{PAIRS}, or give its class __eq__ and __hash__"
            if _is_of_spacy(part):
                hint = "give Docs, or the clusters of one document as lists of Spans"
            raise FormatError(
                "bad-mention",
                f"{show(part)}{within} equals nothing but itself, so no mention of the other side could match it",
                source,
                hint=hint,
            )


def _by_identity(mention: Any) -> Any | None:
    """What in a mention has its address for a hash, if anything: a default object, a tensor, a NaN."""
    if type(mention) in PLAIN:
        return None
    if isinstance(mention, tuple | frozenset):
        return next((part for part in map(_by_identity, mention) if part is not None), None)
    if _is_of_spacy(mention):  # Spans and Tokens of two Docs are never equal
        return mention
    # A class may give the address itself, or what `object` makes of it.
    return mention if hash(mention) in (id(mention), object.__hash__(mention)) else None


def _is_of_spacy(value: Any) -> bool:
    return type(value).__module__.startswith("spacy.")


def has_plain_value(mention: Any) -> bool:
    """Whether a mention is surely compared by its value, and cannot be a cluster of spans."""
    return type(mention) in PLAIN or (type(mention) is tuple and PLAIN.issuperset(map(type, mention)))


def show(value: Any) -> str:
    """A value as messages show it: short, whatever it holds."""
    text = reprlib.repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"
