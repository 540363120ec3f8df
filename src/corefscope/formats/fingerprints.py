"""Digests of the words of documents: equal digests mean equal words, without keeping or reading the words twice."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

SEPARATOR = b"\0"
SPELT = b"="  # before the digest of words as spelt in a file
DIGEST = 20 + len(SPELT)


def fingerprint(words: Sequence[str] | Sequence[bytes]) -> bytes | None:
    """The digest of words, as text or as UTF-8; None if a word holds a zero byte.

    >>> fingerprint(["a", "b"]) == fingerprint([b"a", b"b"]) != fingerprint(["ab"])
    True
    """
    joined = SEPARATOR.join(words) if words and isinstance(words[0], bytes) else _encoded(words)  # type: ignore[arg-type]
    return fingerprint_of(joined, len(words))


def fingerprint_of(joined: bytes, count: int) -> bytes | None:
    """The digest of `count` words joined by zero bytes."""
    if joined.count(SEPARATOR) != max(count - 1, 0):
        return None
    return _hash(joined).digest()  # type: ignore[no-any-return]


def spelling(spelt: Any, is_small: bool = False) -> bytes:
    """The digest of words as spelt in a file; for a small file the bytes themselves."""
    return bytes(spelt) if is_small else SPELT + _hash(spelt).digest()


def same(one: bytes | None, two: bytes | None) -> bool:
    """Whether two fingerprints are of the same words; one may be of a small file."""
    if one is None or two is None or one == two:
        return one is not None and two is not None
    digest, spelt = (one, two) if len(one) == DIGEST else (two, one)
    return digest.startswith(SPELT) and len(digest) == DIGEST and digest == spelling(spelt)


def _hash(content: Any) -> Any:
    return _sha1()(content, usedforsecurity=False)


@cache
def _sha1() -> Any:
    from hashlib import sha1  # takes as long to load as a small file to score

    return sha1


def _encoded(words: Sequence[str]) -> bytes:
    return "\0".join(words).encode("utf-8", "surrogatepass")
