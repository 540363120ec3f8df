"""XML as a stream of elements, by the standard library's expat without its dangerous features, and SGML as tags.

Entity declarations are refused, so nothing expands; no DTD or other file is ever loaded; nesting is limited.
A `<!DOCTYPE name SYSTEM "name.dtd">` that only names a DTD is accepted and ignored.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.entities import name2codepoint
from typing import NamedTuple
from xml.parsers import expat

from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import not_utf8

DEEPEST = 100
_CHUNK = 1 << 16


@dataclass(slots=True)
class Element:
    """An XML element: its text is what follows the last inner element."""

    name: str
    attributes: dict[str, str]
    line: int
    text: str = ""
    inner: list[Element] = field(default_factory=list)

    def find(self, *path: str) -> Iterator[Element]:
        """The elements that these names lead to, from outer to inner ones."""
        for each in self.inner:
            if each.name == path[0]:
                yield from each.find(*path[1:]) if path[1:] else (each,)

    def check(self, source: Source, *names: str) -> None:
        """Refuse an element of another name: what is in it would be lost."""
        if self.name not in names:
            fact, hint = f"there is an element <{self.name[:40]}>", f"expected <{'> or <'.join(names)}>"
            raise source.error("bad-element", fact, self.line, hint)


def elements(content: bytes, source: Source, root: str = "", namespaces: bool = False) -> Iterator[Element]:
    """Yield the elements directly inside the root, each when it closes and with all that is in it; then the root.

    The root comes without them, to save memory. With `namespaces`, a name is its namespace, a blank, and its own name.
    """
    parser = expat.ParserCreate(namespace_separator=" " if namespaces else None)
    parser.buffer_text = True
    closed: list[Element] = []
    outer: list[Element] = []
    text: list[str] = []

    def refuse(fact: str, hint: str, code: str = "bad-xml") -> None:
        raise source.error(code, fact, parser.CurrentLineNumber, hint)

    def start(name: str, attributes: dict[str, str]) -> None:
        if not outer and root and name != root:
            fact = f"the root of the XML is <{name.rpartition(' ')[2][:40]}>"
            refuse(fact, f"expected <{root.rpartition(' ')[2]}>", "bad-element")
        if len(outer) == DEEPEST:
            refuse(f"the elements are nested more than {DEEPEST} deep", "no annotation needs that")
        text.clear()
        outer.append(Element(name, attributes, parser.CurrentLineNumber))

    def end(name: str) -> None:
        element = outer.pop()
        element.text = "".join(text)
        (outer[-1].inner if len(outer) > 1 else closed).append(element)
        text.clear()

    def doctype(name: str, system: str | None, public: str | None, has_declarations: int) -> None:
        if has_declarations:
            refuse("the DOCTYPE holds declarations, which are not read for safety", "remove the part in [ ]")

    def skipped(name: str, is_parameter: int) -> None:
        refuse(f"the entity &{name}; is not known", "no DTD is read: write the character itself")

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler = text.append
    parser.StartDoctypeDeclHandler, parser.SkippedEntityHandler = doctype, skipped
    for place in range(0, len(content) or 1, _CHUNK):
        try:
            parser.Parse(content[place : place + _CHUNK], place + _CHUNK >= len(content))
        except expat.ExpatError as error:
            if not_utf8(content) == error.lineno:
                hint = "save it as UTF-8, or declare its encoding in the first line"
                raise source.error("not-utf8", "the file is not UTF-8", error.lineno, hint) from None
            fact = f"not valid XML: {expat.ErrorString(error.code)}"
            raise source.error("bad-xml", fact, error.lineno, f"at column {error.offset + 1}") from None
        except (ValueError, LookupError) as error:  # an encoding that Python does not support, or not for XML
            raise source.error("not-utf8", f"the XML cannot be decoded: {error}", 1, "save it as UTF-8") from None
        yield from closed
        closed.clear()


# SGML of old corpora is not XML: tags need not match, unknown tags are allowed, and a `<` that begins no tag is text.
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


def tags(text: str, source: Source, line: int = 1) -> Iterator[Tag]:
    """The tags of a text, each with its line; comments and declarations are tags `!`."""
    position = 0
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
