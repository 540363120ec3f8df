"""XML as a stream of elements, by the standard library's expat, without its dangerous features.

Entity declarations are refused, so nothing expands; no DTD or other file is ever loaded; nesting is limited.
A `<!DOCTYPE name SYSTEM "name.dtd">` that only names a DTD is accepted and ignored.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from xml.parsers import expat

from corefscope.formats.files.sources import Source
from corefscope.problems import FormatError

DEEPEST = 100


def parse(
    content: bytes, source: Source, install: Callable[[expat.XMLParserType], None], namespaces: bool = False
) -> None:
    """Parse XML with the handlers that `install` gives the parser; texts arrive whole.

    With `namespaces`, a name is that of its namespace, a blank, and its own.
    """
    parser = expat.ParserCreate(namespace_separator=" " if namespaces else None)
    parser.buffer_text = True

    def doctype(name: str, system: str | None, public: str | None, internal: int) -> None:
        if internal:
            fact = "the DOCTYPE holds declarations, which are not read for safety"
            raise _refusal(source, parser, fact, "remove the part in [ ]")

    def entity(*declaration: Any) -> None:
        fact = "the file declares an entity, which is not read for safety"
        raise _refusal(source, parser, fact, "write the text out")

    def skipped(name: str, is_parameter: int) -> None:
        hint = "no DTD is read: write the character itself"
        raise _refusal(source, parser, f"the entity &{name}; is not known", hint)

    parser.StartDoctypeDeclHandler = doctype
    parser.EntityDeclHandler = entity
    parser.SkippedEntityHandler = skipped
    install(parser)
    try:
        parser.Parse(content, True)
    except expat.ExpatError as error:
        if _is_not_utf8(content, parser.ErrorByteIndex):
            hint = "save it as UTF-8, or declare its encoding in the first line"
            raise source.error("not-utf8", "the file is not UTF-8", error.lineno, hint) from None
        fact = f"not valid XML: {expat.ErrorString(error.code)}"
        raise source.error("bad-xml", fact, error.lineno, f"at column {error.offset + 1}") from None
    except (ValueError, LookupError) as error:  # an encoding that Python does not support, or not for XML
        raise source.error("not-utf8", f"the XML cannot be decoded: {error}", 1, "save it as UTF-8") from None


def _is_not_utf8(content: bytes, place: int) -> bool:
    """Whether the byte at which the parser stopped begins no character."""
    try:
        content[place : place + 4].decode()
    except UnicodeDecodeError as error:
        return error.start == 0 and error.reason != "unexpected end of data"
    return False


def walk(
    content: bytes,
    source: Source,
    opened: Callable[[str, dict[str, str], int], None],
    closed: Callable[[str, str], None],
) -> None:
    """Call `opened(name, attributes, line)` and `closed(name, text)` for each element, in order.

    The text is that after the element's last inner tag: all of it if the element contains no other.
    """

    def install(parser: expat.XMLParserType) -> None:
        depth = 0
        text: list[str] = []

        def start(name: str, attributes: dict[str, str]) -> None:
            nonlocal depth
            depth += 1
            if depth > DEEPEST:
                fact = f"the elements are nested more than {DEEPEST} deep"
                raise _refusal(source, parser, fact, "no annotation needs that")
            text.clear()
            opened(name, attributes, parser.CurrentLineNumber)

        def end(name: str) -> None:
            nonlocal depth
            depth -= 1
            closed(name, "".join(text))
            text.clear()

        parser.StartElementHandler, parser.EndElementHandler = start, end
        parser.CharacterDataHandler = text.append

    parse(content, source, install)


def _refusal(source: Source, parser: expat.XMLParserType, fact: str, hint: str) -> FormatError:
    return source.error("bad-xml", fact, parser.CurrentLineNumber, hint)
