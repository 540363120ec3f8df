"""Whether two documents have the same words, without keeping the words or taking them from their files again.

hashlib is loaded where it is needed, since that takes as long as scoring a small file.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from corefscope.model import Integers

SEPARATOR = b"\0"
DIGEST = 17  # bytes of a fingerprint of bytes
PIECE = 1 << 16  # words of eight bytes; a longer part is summed in pieces
Words = NDArray[np.uint64]
# The constants of splitmix64: any odd numbers with as many ones as zeros would do.
_STEP, _MIX, _MIX_AGAIN = (np.uint64(number) for number in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))
_HALF = np.uint64(32)


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


def fingerprints_of_parts(spelt: NDArray[np.uint8], start: Integers, end: Integers) -> list[bytes]:
    """Of words as a file spells them: equal for equal bytes, and for nothing that `fingerprint` was given.

    A part is a sum of its words of eight bytes, each mixed and weighted by its place. Two parts of one length that
    differ by accident have the same sum once in some 10^18 times; this takes a fifth of the time of a checksum.
    """
    length = end - start
    words = length // 8 + 1
    first = np.cumsum(words) - words
    padded = np.zeros(int(words.sum()) * 8, np.uint8)
    for low, high, place in zip(start.tolist(), end.tolist(), (first * 8).tolist(), strict=True):
        padded[place : place + high - low] = spelt[low:high]
    pieces = (words - 1) // PIECE + 1
    first_piece = np.cumsum(pieces) - pieces
    number = np.arange(int(pieces.sum())) - np.repeat(first_piece, pieces)  # of each piece in its part
    piece_start = np.repeat(first, pieces) + number * PIECE
    sums = _sums(padded.view("<u8"), piece_start)
    totals = np.add.reduceat(_mixed(sums) * _weights()[number], first_piece)
    rows = np.stack([length.astype("<u8"), totals.astype("<u8")], axis=1).tobytes()
    return [b"=" + rows[place : place + 16] for place in range(0, len(rows), 16)]


def _sums(words: Words, start: Integers) -> Words:
    """The sum of each piece, of which the next begins where it ends."""
    mixed = _mixed(words)
    weights = _weights()
    mixed *= np.concatenate([weights[:length] for length in np.diff(start, append=len(words)).tolist()])
    sums: Words = np.add.reduceat(mixed, start)
    return sums


def _mixed(words: Words) -> Words:
    """Other numbers for other words, in which a change of any byte reaches the lower half, and so most of the sum."""
    mixed = words * _MIX
    mixed ^= mixed >> _HALF
    return mixed


@lru_cache(maxsize=1)
def _weights() -> Words:
    """Odd numbers that look random, for the words of a piece and for the pieces of a part."""
    weights = _mixed(np.arange(1, PIECE + 1, dtype=np.uint64) * _STEP) * _MIX_AGAIN
    return (weights ^ (weights >> _HALF)) | np.uint64(1)


def fingerprint_of_bytes(spelt: bytes) -> bytes:
    """The same of a single part."""
    [found] = fingerprints_of_parts(np.frombuffer(spelt, np.uint8), np.array([0]), np.array([len(spelt)]))
    return found


def same(one: bytes | None, two: bytes | None) -> bool:
    """Whether two fingerprints are of the same words; the bytes of a small file stand for themselves."""
    if one is None or two is None or one == two:
        return one is not None and two is not None
    digest, text = (one, two) if len(one) == DIGEST else (two, one)
    return len(digest) == DIGEST and digest == fingerprint_of_bytes(text)


def _encoded(words: Sequence[str]) -> bytes:
    return "\0".join(words).encode("utf-8", "surrogatepass")
