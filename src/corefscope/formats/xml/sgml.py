"""SGML of old corpora as a stream of tags with the text between them. SGML is not XML: tags need not match, unknown
tags are allowed, and a `<` that begins no tag is text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.entities import name2codepoint
from typing import NamedTuple

from corefscope.formats.files.sources import Source

# The look-ahead prevents attempts to match a long name at every shorter length.
_TAG = re.compile(
    r"<(?:(?P<end>/?)(?P<name>[A-Za-z][\w.:-]*)(?![\w.:-])(?P<rest>[^<>]*)>|(?P<comment>!--)|[!?][^<>]*>)"
)
_ATTRIBUTE = re.compile(r"""(?<![\w-])([A-Za-z][\w-]*)\s*=\s*("[^"]*"|'[^']*'|[^\s"']+)""")
_REFERENCE = re.compile(r"&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(\w{1,32}));")
_CHARACTERS = {**name2codepoint, "apos": ord("'")}


class Tag(NamedTuple):
    """A tag, in lower case, with the text before it; without a name at the end of the file."""

    before: str
    line: int
    name: str = ""
    closes: bool = False
    rest: str = ""

    def attributes(self) -> dict[str, str]:
        """The tag's attributes, names in lower case, blanks in values reduced to one."""
        pairs = _ATTRIBUTE.findall(self.rest)
        values = (unescaped(value[1:-1] if value[0] in "\"'" else value) for _, value in pairs)
        return {name.lower(): " ".join(value.split()) for (name, _), value in zip(pairs, values, strict=True)}

    def is_broken(self) -> bool:
        """Whether a quotation mark has no partner, so that the attributes cannot be separated."""
        return not {'"', "'"}.isdisjoint(_ATTRIBUTE.sub("", self.rest))


def tags(text: str, source: Source) -> Iterator[Tag]:
    """The tags of a text, each with its line; comments and declarations are tags `!`."""
    line, position = 1, 0
    while match := _TAG.search(text, position):
        before = text[position : match.start()]
        line += before.count("\n")
        position = match.end()
        if match["comment"]:
            position = text.find("-->", position) + len("-->")
            if position < len("-->"):
                raise source.error("bad-element", "the comment never closes", line, "expected -->")
        yield Tag(before, line, (match["name"] or "!").lower(), bool(match["end"]), match["rest"] or "")
        line += text.count("\n", match.start(), position)
    yield Tag(text[position:], line + text.count("\n", position))


def unescaped(text: str) -> str:
    """The text with `&amp;` and similar decoded; an unknown reference stays as it is.

    >>> unescaped("Smith &amp; Daughters &MD; &#163;5")
    'Smith & Daughters &MD; £5'
    """
    return _REFERENCE.sub(_character, text) if "&" in text else text


def _character(match: re.Match[str]) -> str:
    decimal, hexadecimal, name = match.groups()
    code = int(decimal) if decimal else int(hexadecimal, 16) if hexadecimal else _CHARACTERS.get(name, 0)
    valid = 0 < code < 0x110000 and not 0xD800 <= code < 0xE000
    return chr(code) if valid else match[0]
