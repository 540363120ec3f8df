"""The elements of an XML file that all look alike, such as its tokens, as columns: much faster than one by one.

They are cut out by a regular expression, and an empty comment is left in place of each; the XML parser reads the rest.
A comment is wrong wherever an element is, in a tag or in the value of an attribute, so the parser finds it there.
Files where a regular expression may err are left alone: with other comments, CDATA, other encodings. A file whose rest
is wrong in any way has to be read as a whole, which finds the error and its place.
"""

from __future__ import annotations

import re
from functools import cached_property
from itertools import repeat

import numpy as np

from corefscope.model import Integers

# The beginning of a file up to the content of its root, in UTF-8.
_ROOT = re.compile(
    rb"(?:<\?xml version=[\"']1\.0[\"'](?: encoding=[\"'](?i:UTF-8)[\"'])?(?: standalone=[\"'](?:yes|no)[\"'])?\s*\?>)?"
    rb"\s*(?:<!DOCTYPE \w+ SYSTEM \"[\w./-]*\">\s*)?<(?![!?/])[^<>]*(?<!/)>"
)
_COMMENT = b"<!---->"
_UNUSUAL = re.compile(rb"<[!?]")
_NO_CHARACTERS = re.compile("[\ufffe\uffff]")  # XML may not have them


class Columns:
    """The elements of a file that a pattern matches: its groups as lists, and the file without them."""

    def __init__(self, root: bytes, parts: list[bytes], groups: int) -> None:
        self._root, self._between = root, parts[:: groups + 1]
        self.groups = [parts[number :: groups + 1] for number in range(1, groups + 1)]

    @property
    def rest(self) -> bytes:
        return self._root + _COMMENT.join(self._between)

    @cached_property
    def lines(self) -> Integers:
        """The line of each element."""
        counts = map(bytes.count, self._between[:-1], repeat(b"\n"))
        return np.cumsum(list(counts)) + self._root.count(b"\n") + 1


def root_of(content: bytes) -> bytes | None:
    """The beginning of a file up to the content of its root; None if it is unusual."""
    found = _ROOT.match(content)
    return None if found is None else found[0]


def cut_out(content: bytes, root: bytes, element: re.Pattern[bytes]) -> Columns | None:
    """Cut out all elements that a pattern matches; None if there are none, or the file is unusual.

    The pattern has groups, and matches only elements without line ends that are right by themselves.
    """
    parts = element.split(content[len(root) :])
    between = parts[:: element.groups + 1]
    # No element may be behind the root.
    if len(between) < 2 or b"</" not in between[-1]:
        return None
    rest = b"".join(between)
    if _UNUSUAL.search(rest) or rest.count(b"\r") > rest.count(b"\r\n"):
        return None
    return Columns(root, parts, element.groups)


def texts(group: list[bytes]) -> list[str] | None:
    """The texts of a group without line ends; None if they are not UTF-8, or have what XML may not have."""
    try:
        found = b"\n".join(group).decode()
    except UnicodeDecodeError:
        return None
    return None if _NO_CHARACTERS.search(found) else found.split("\n")
