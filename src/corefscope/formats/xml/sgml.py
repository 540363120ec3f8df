"""SGML as it stands in old corpora: a stream of tags with the text between them. SGML is not XML, so nothing has
to match or be known; a `<` that begins no tag is text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.entities import name2codepoint
from typing import NamedTuple

from corefscope.formats.files.sources import Source
from corefscope.problems import FormatError

# The look-ahead keeps a long name from being tried at every shorter length.
_TAG = re.compile(
    r"<(?:(?P<end>/?)(?P<name>[A-Za-z][\w.:-]*)(?![\w.:-])(?P<rest>[^<>]*)>|(?P<comment>!--)|[!?][^<>]*>)"
)
_ATTRIBUTE = re.compile(r"""(?<![\w-])([A-Za-z][\w-]*)\s*=\s*("[^"]*"|'[^']*'|[^\s"']+)""")
_REFERENCE = re.compile(r"&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(\w{1,32}));")
_CHARACTERS = {**name2codepoint, "apos": ord("'")}


class Tag(NamedTuple):
    """A tag, in small letters, with the text before it; what ends a file is no tag, and has no name."""

    before: str
    line: int
    name: str = ""
    closes: bool = False
    rest: str = ""

    def attributes(self) -> dict[str, str]:
        """The tag's attributes, names in small letters, with one blank for any in the values."""
        pairs = _ATTRIBUTE.findall(self.rest)
        values = (unescaped(value[1:-1] if value[0] in "\"'" else value) for _, value in pairs)
        return {name.lower(): " ".join(value.split()) for (name, _), value in zip(pairs, values, strict=True)}

    def is_broken(self) -> bool:
        """A quotation mark has no partner, so that the attributes cannot be told apart."""
        return not {'"', "'"}.isdisjoint(_ATTRIBUTE.sub("", self.rest))


def tags(text: str, source: Source) -> Iterator[Tag]:
    """The tags of a text, each with its line; comments and declarations come along as tags `!`."""
    line, position = 1, 0
    while match := _TAG.search(text, position):
        before = text[position : match.start()]
        line += before.count("\n")
        position = match.end()
        if match["comment"]:
            position = text.find("-->", position) + len("-->")
            if position < len("-->"):
                raise FormatError("bad-element", "the comment never closes", source.path, line, "expected -->")
        yield Tag(before, line, (match["name"] or "!").lower(), bool(match["end"]), match["rest"] or "")
        line += text.count("\n", match.start(), position)
    yield Tag(text[position:], line + text.count("\n", position))


def unescaped(text: str) -> str:
    """The text with `&amp;` and its like decoded; a reference that is not known stays as it is.

    >>> unescaped("Smith &amp; Daughters &MD; &#163;5")
    'Smith & Daughters &MD; £5'
    """
    return _REFERENCE.sub(_character, text) if "&" in text else text


def _character(match: re.Match[str]) -> str:
    decimal, hexadecimal, name = match.groups()
    code = int(decimal) if decimal else int(hexadecimal, 16) if hexadecimal else _CHARACTERS.get(name, 0)
    valid = 0 < code < 0x110000 and not 0xD800 <= code < 0xE000
    return chr(code) if valid else match[0]
