"""Whether two documents have the same words, without keeping the words or taking them from their files again.

hashlib is loaded where it is needed, since that takes as long as scoring a small file.
"""

from __future__ import annotations

from collections.abc import Sequence

SEPARATOR = b"\0"
DIGEST = 32  # bytes of a fingerprint of bytes


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
    from hashlib import blake2b

    return blake2b(joined, digest_size=16).digest()


def fingerprint_of_bytes(spelt: memoryview) -> bytes:
    """Of words as a file spells them: equal for equal bytes, and for nothing that `fingerprint` was given."""
    from hashlib import sha256

    return sha256(spelt).digest()  # longer than the others


def same(one: bytes | None, two: bytes | None) -> bool:
    """Whether two fingerprints are of the same words; the bytes of a small file stand for themselves."""
    if one is None or two is None or one == two:
        return one is not None and two is not None
    digest, text = (one, two) if len(one) == DIGEST else (two, one)
    return len(digest) == DIGEST and digest == fingerprint_of_bytes(memoryview(text))


def _encoded(words: Sequence[str]) -> bytes:
    return "\0".join(words).encode("utf-8", "surrogatepass")
