"""Mentions of Python objects: which are compared by value, and how messages show them."""

from __future__ import annotations

import reprlib
from collections.abc import Iterable
from itertools import chain
from typing import Any

import numpy as np

from corefscope.problems import FormatError

# Equal values of these types are equal and have equal hashes, so that nothing needs to be looked at.
PLAIN = frozenset((int, str, bytes, bool, np.int64, np.int32))
CONTAINERS = frozenset((list, tuple, set, frozenset))
PAIRS = "write a mention as a tuple such as (3, 5)"


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
