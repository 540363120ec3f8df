"""XML as a stream of elements, by the standard library's expat, without its dangerous features.

Entity declarations are refused, so nothing expands; no DTD or other file is ever loaded; nesting is limited.
A `<!DOCTYPE name SYSTEM "name.dtd">` that only names a DTD is accepted and ignored.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn
from xml.parsers import expat

from corefscope.formats.files.sources import Source

DEEPEST = 100


def walk(
    content: bytes,
    source: Source,
    opened: Callable[[str, dict[str, str], int], None],
    closed: Callable[[str, str], None] | None = None,
    namespaces: bool = False,
) -> None:
    """Call `opened(name, attributes, line)` and `closed(name, text)` for each element, in order.

    The text is that after the element's last inner tag: all of it if the element contains no other. Without `closed`
    neither texts nor depth matter. With `namespaces`, a name is that of its namespace, a blank, and its own.
    """
    parser = expat.ParserCreate(namespace_separator=" " if namespaces else None)
    parser.buffer_text = True
    depth = 0
    text: list[str] = []

    def refuse(message: str, hint: str) -> NoReturn:
        raise source.error("bad-xml", message, parser.CurrentLineNumber, hint)

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > DEEPEST:
            refuse(f"the elements are nested more than {DEEPEST} deep", "no annotation needs that")
        text.clear()
        opened(name, attributes, parser.CurrentLineNumber)

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1
        closed(name, "".join(text))  # type: ignore[misc]
        text.clear()

    def doctype(name: str, system: str | None, public: str | None, internal: int) -> None:
        if internal:
            refuse("the DOCTYPE holds declarations, which are not read for safety", "remove the part in [ ]")

    def entity(*declaration: Any) -> None:
        refuse("the file declares an entity, which is not read for safety", "write the text out")

    def skipped(name: str, is_parameter: int) -> None:
        refuse(f"the entity &{name}; is not known", "no DTD is read: write the character itself")

    if closed is None:
        parser.StartElementHandler = lambda name, attributes: opened(name, attributes, parser.CurrentLineNumber)
    else:
        parser.StartElementHandler, parser.EndElementHandler = start, end
        parser.CharacterDataHandler = text.append
    parser.StartDoctypeDeclHandler = doctype
    parser.EntityDeclHandler = entity
    parser.SkippedEntityHandler = skipped
    try:
        parser.Parse(content, True)
    except expat.ExpatError as error:
        fact = f"not valid XML: {expat.ErrorString(error.code)}"
        raise source.error("bad-xml", fact, error.lineno, f"at column {error.offset + 1}") from None
    except (ValueError, LookupError) as error:  # an encoding that Python does not support, or not for XML
        raise source.error("not-utf8", f"the XML cannot be decoded: {error}", 1, "save it as UTF-8") from None
