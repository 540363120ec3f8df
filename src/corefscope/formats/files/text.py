"""What formats that annotate a text beside it share: decoding, the text itself, and small checks."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator

from corefscope.basics.escaping import cut, quoted
from corefscope.formats.files.sources import STANDARD_INPUT, Source
from corefscope.problems import FormatError, Notices

SHOWN = 40
_BLANKS = str.maketrans("\t\n\r", "   ")


def decoded(content: bytes, path: str, notices: Notices) -> str:
    """UTF-8 as text; line ends stay, because offsets count them. Anything else is refused, but gone past."""
    line = not_utf8(content)
    if line is None:
        return content.decode("utf-8")
    notices.refuse(is_not_utf8(path, line))
    return content.decode("utf-8", "replace")


def is_not_utf8(path: str, line: int) -> FormatError:
    return FormatError("not-utf8", "the file is not UTF-8", path, line, "save it as UTF-8")


def not_utf8(content: bytes, lines_before: int = 0) -> int | None:
    """The line of the first byte that is not UTF-8; None if there is none."""
    if not content.isascii():
        try:
            content.decode("utf-8")
        except UnicodeDecodeError as error:
            return lines_before + content.count(b"\n", 0, error.start) + 1
    return None


def lines_of(text: str) -> Iterator[tuple[int, str]]:
    """Lines with their numbers, one at a time; only `\\n` ends one, whatever else Unicode knows."""
    number, start = 0, 0
    while start <= len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        number += 1
        yield number, text[start:end].rstrip("\r")
        start = end + 1


def text_beside(source: Source, notices: Notices) -> str:
    """The annotated text: the file of the same name that ends in `.txt`."""
    found = source.beside(".txt", ".txt.gz")
    if found is None:
        if source.path == STANDARD_INPUT:
            raise FormatError(
                "missing-text", "standard input has no text beside it", source.path, hint="name the .ann file instead"
            )
        looked = os.path.splitext(source.path)[0] + ".txt"
        raise FormatError("missing-text", "the annotated text is missing", source.path, hint=f"looked for {looked}")
    # Of nothing there may well be nothing to annotate.
    return decoded(found.read(), found.path, notices) if os.path.getsize(found.path) else ""


def same_text(one: str, two: str) -> bool:
    """Whether two texts are equal, where a blank may stand for a line break."""
    return one == two or (len(one) == len(two) and one.translate(_BLANKS) == two.translate(_BLANKS))


def shown(text: str) -> str:
    """A text short enough for a message, in quotes."""
    start = text[:SHOWN].translate(_BLANKS)
    return f"'{start}…'" if len(text) > SHOWN else quoted(start)


def common_type(entity: str, types: Iterable[str], source: Source, line: int, notices: Notices) -> str:
    """The type of an entity whose mentions each have one: the most frequent, and it is said if they differ."""
    known = [kind for kind in types if kind]
    if len(set(known)) < 2:
        return known[0] if known else ""
    counts = Counter(known).most_common()
    names = ", ".join(f"{cut(kind)} ({count})" for kind, count in counts[:4])
    notices.add("entity-of-several-types", f"entity {cut(entity)} is {names}", source.path, line)
    return counts[0][0]
