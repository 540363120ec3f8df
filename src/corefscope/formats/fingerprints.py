"""Whether two documents have the same words, without keeping the words or taking them from their files again."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b, sha256

SEPARATOR = b"\0"


def fingerprint(words: Sequence[str] | Sequence[bytes]) -> bytes | None:
    """The same for the same words, as text or as UTF-8, and for no others; None if a word holds a zero byte.

    >>> fingerprint(["a", "b"]) == fingerprint([b"a", b"b"]) != fingerprint(["ab"])
    True
    """
    joined = SEPARATOR.join(words) if words and isinstance(words[0], bytes) else _encoded(words)  # type: ignore[arg-type]
    return fingerprint_of(joined, len(words))


def fingerprint_of(joined: bytes, count: int) -> bytes | None:
    """The same for so many words that are joined by zero bytes."""
    if joined.count(SEPARATOR) != max(count - 1, 0):
        return None
    return blake2b(joined, digest_size=16).digest()


def fingerprint_of_bytes(spelt: memoryview) -> bytes:
    """Of words as a file spells them: equal for equal bytes, and for nothing that `fingerprint` was given."""
    return sha256(spelt).digest()  # longer than the others


def _encoded(words: Sequence[str]) -> bytes:
    return "\0".join(words).encode("utf-8", "surrogatepass")
