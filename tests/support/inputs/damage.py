"""Damage to files: bytes, numbers, names, lines and whole files, mostly such as people and programs do to them.

What a reader makes of a damaged file is a result or an error of ours, and nothing else.
"""

from __future__ import annotations

import bz2
import gzip
import lzma
import re
from functools import partial
from random import Random

import corefscope as cs

# Bytes that mean something to one of the readers come more often than others.
TELLING = b"()[]{}<>|_-+#*=&;:,./\\\"'% \t\n\r0129emTRE\0\xef\xbb\xbf\xff\xc3"
NUMBERS = (
    b"0", b"-1", b"1", b"01", b"7", b"999", b"999999999", b"2147483648", b"9223372036854775807", b"1e3", b"1.0",
    b"1" * 30, b"-0", b"+2", b"NaN", b"null", b"true", "٣".encode(), b"0x1", b"1_0", b"",
)  # fmt: skip
SIGNS = (
    b"\x1b]0;title\x07", b"\x1b[31m", b"\r", b"\x08", b"\x7f", "\u202e".encode(), "\u2028".encode(), "\x85".encode(),
    "\xa0".encode(), "\u3000".encode(), b"\x1c", b"\x0b", b"<script>alert(1)</script>", b"=1+1", b"@x", b"\\input{x}",
    b"$(true)", "é".encode(), "e\u0301".encode(), b"\xc3", b"\xed\xa0\x80", b" ", b"\t", b"'", b'"', b"a" * 300,
)  # fmt: skip


def mutated(content: bytes, chance: Random, other: bytes) -> bytes:
    """One to four changes; `other` is another file, whose parts may be mixed in."""
    for _ in range(chance.choice([1, 1, 1, 2, 2, 3, 4])):
        content = chance.choice(MUTATIONS)(content, chance, other)
    return content


def damaged(content: bytes, chance: Random, telling: bytes) -> bytes:
    """One to four small changes of bytes and lines, which no other file is needed for."""
    for _ in range(chance.randint(1, 4)):
        change = chance.choice((partial(_byte, telling=telling), _cut, _lines))
        content = change(content, chance, content)
    return content


def _byte(content: bytes, chance: Random, other: bytes, telling: bytes = TELLING) -> bytes:
    place = chance.randrange(len(content) + 1)
    byte = bytes([chance.choice(telling) if chance.random() < 0.8 else chance.randrange(256)])
    kept = content[place + chance.choice([0, 1]) :]
    return content[:place] + byte * chance.choice([1, 1, 1, 2, 70]) + kept


def _cut(content: bytes, chance: Random, other: bytes) -> bytes:
    place = chance.randrange(len(content) + 1)
    return content[:place] + content[place + chance.choice([1, 1, 2, 3, 10, 100]) :]


def _end(content: bytes, chance: Random, other: bytes) -> bytes:
    """Half a file, or one whose last line end is gone."""
    return content[: -1 if chance.random() < 0.3 else chance.randrange(len(content) + 1)]


def _number(content: bytes, chance: Random, other: bytes) -> bytes:
    found = list(re.finditer(rb"[0-9]+", content))
    if not found:
        return content
    match = chance.choice(found)
    near = str(max(0, int(match[0][:9]) + chance.choice([-1, 1]))).encode()
    return (
        content[: match.start()] + (near if chance.random() < 0.4 else chance.choice(NUMBERS)) + content[match.end() :]
    )


def _sign(content: bytes, chance: Random, other: bytes) -> bytes:
    """A sign beside a word, where a name or a cell may end."""
    places = [match.start() for match in re.finditer(rb"\b", content)] or [0]
    place = chance.choice(places)
    return content[:place] + chance.choice(SIGNS) + content[place:]


def _lines(content: bytes, chance: Random, other: bytes) -> bytes:
    lines = content.splitlines(keepends=True) or [b""]
    line, target = chance.randrange(len(lines)), chance.randrange(len(lines) + 1)
    kind = chance.randrange(5)
    if kind == 0:
        lines.insert(target, lines[line])
    elif kind == 1:
        del lines[line]
    elif kind == 2:
        lines.insert(target, chance.choice([b"\n", b"\r\n", b"  \n", b"#\n", b"# comment\n", b"-\n"]))
    elif kind == 3 and chance.random() < 0.3:
        chance.shuffle(lines)
    else:
        strange = other.splitlines(keepends=True) or [b""]
        lines.insert(target, chance.choice(strange))
    return b"".join(lines)


def _whole(content: bytes, chance: Random, other: bytes) -> bytes:
    """What happens to whole files: line ends, marks, encodings, two in one."""
    kind = chance.randrange(9)
    if kind == 0:
        return content.replace(b"\n", b"\r\n")
    if kind == 1:
        return content.replace(b"\n", b"\r")
    if kind == 2:
        return b"\xef\xbb\xbf" + content
    if kind == 3:
        return content + content
    if kind == 4:
        return content + other
    if kind == 5:
        return content.replace(b"\t", b"    ") if chance.random() < 0.5 else content.replace(b" ", b"\t")
    if kind == 6:
        return b"\n" * chance.choice([1, 2, 300]) + content
    if kind == 7:
        return content.decode("utf-8", "replace").encode(chance.choice(["latin-1", "utf-16"]), "replace")
    return b""


def _splice(content: bytes, chance: Random, other: bytes) -> bytes:
    """A part of another file, or of the same, somewhere else."""
    source = other if chance.random() < 0.5 else content
    start = chance.randrange(len(source) + 1)
    place = chance.randrange(len(content) + 1)
    return content[:place] + source[start : start + chance.choice([2, 5, 20, 60])] + content[place:]


def _words(content: bytes, chance: Random, other: bytes) -> bytes:
    """Two names or cells change places."""
    found = list(re.finditer(rb"[^\s,\"]+", content))
    if len(found) < 2:
        return content
    one, two = sorted(chance.sample(found, 2), key=lambda match: match.start())
    return b"".join(
        [content[: one.start()], two[0], content[one.end() : two.start()], one[0], content[two.end() :]]
    )  # fmt: skip


MUTATIONS = (_byte, _byte, _cut, _end, _number, _number, _sign, _lines, _lines, _whole, _splice, _words)


def packed(name: str, content: bytes, chance: Random) -> tuple[str, bytes]:
    """The file packed, sometimes not to its end."""
    ending, pack = chance.choice(((".gz", gzip.compress), (".bz2", bz2.compress), (".xz", lzma.compress)))
    data = pack(content)
    return name + ending, data if chance.random() < 0.7 else data[: chance.randrange(len(data))]


def outcomes(content, read, telling, cases=250, seed="damage"):
    """How many damaged versions were read and how many were refused; any other end fails with the case."""
    chance = Random(seed)
    counts = {"read": 0, "refused": 0}
    for number in range(cases):
        text = damaged(content, chance, telling)
        try:
            for document in read(text):
                for entity in document.entities:
                    for mention in entity:
                        document.text_of(mention)
        except cs.CorefscopeError as error:
            assert str(error)  # noqa: PT017
            counts["refused"] += 1
        except Exception as error:
            raise AssertionError(f"case {number}: {text!r}") from error
        else:
            counts["read"] += 1
    return counts
