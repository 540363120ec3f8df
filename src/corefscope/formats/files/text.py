"""What readers of text share: decoding, the text in another file, small checks, typed JSON, and TOML with lines."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from corefscope.basics.checksums import ReadFile
from corefscope.basics.codes import WarningCode
from corefscope.basics.escaping import cut, quoted
from corefscope.formats.files.sources import STANDARD_INPUT, Source
from corefscope.problems import FormatError, Notices

LONGEST_EXCERPT = 40
_BLANKS = str.maketrans("\t\n\r", "   ")
_BYTE = re.compile(r" \(byte (\d+)\)")


@dataclass(eq=False)
class FileReader:
    """The reader of one file, with short ways to report errors and warnings in it."""

    source: Source
    notices: Notices

    def refuse(self, code: str, fact: str, line: int, hint: str | None = None) -> None:
        """Report an error, and continue."""
        self.notices.refuse(self.source.error(code, fact, line, hint))

    def warn(self, code: WarningCode, text: str, line: int) -> None:
        self.notices.add(code, text, self.source.path, line)

    def decode(self, content: bytes) -> str:
        return decoded(content, self.source.path, self.notices)

    def text_beside(self) -> str:
        """The annotated text: the file of the same name that ends in `.txt`."""
        text = self.source.beside(".txt", ".txt.gz")
        if text is not None:
            # A text without any character may have no annotations.
            return decoded(text.read(), text.path, self.notices) if os.path.getsize(text.path) else ""
        if self.source.path == STANDARD_INPUT:
            hint = "name the .ann file instead"
            raise self.source.error("missing-text", "standard input has no text beside it", hint=hint)
        looked = os.path.splitext(self.source.path)[0] + ".txt"
        raise self.source.error("missing-text", "the annotated text is missing", hint=f"looked for {looked}")

    def common_type(self, entity: str, types: Iterable[str], line: int) -> str:
        """The most frequent type of an entity's mentions, with a warning if they differ."""
        listed = list(types)
        if len(set(listed)) == 1:
            return listed[0]
        counts = Counter(kind for kind in listed if kind).most_common()
        if len(counts) > 1:
            names = ", ".join(f"{cut(kind)} ({count})" for kind, count in counts[:4])
            self.warn("entity-of-several-types", f"entity {cut(entity)} is {names}", line)
        return counts[0][0] if counts else ""


def decoded(content: bytes, path: str, notices: Notices) -> str:
    """UTF-8 as text, line ends unchanged, because offsets count them; other bytes are refused and replaced."""
    line = not_utf8(content)
    if line is None:
        return content.decode("utf-8")
    notices.refuse(is_not_utf8(path, line))
    return content.decode("utf-8", "replace")


def is_not_utf8(path: str, line: int, what: str = "file") -> FormatError:
    return FormatError("not-utf8", f"the {what} is not UTF-8", path, line, "save it as UTF-8")


def check_utf8(content: bytes, source: Source, line: int = 1) -> None:
    """Refuse bytes, of which the first is in this line, that are not UTF-8."""
    if (wrong := not_utf8(content, line - 1)) is not None:
        raise is_not_utf8(source.path, wrong)


def not_utf8(content: bytes, lines_before: int = 0) -> int | None:
    """The line of the first byte that is not UTF-8; None if all are."""
    if not content.isascii():
        try:
            content.decode("utf-8")
        except UnicodeDecodeError as error:
            return lines_before + content.count(b"\n", 0, error.start) + 1
    return None


def lines_of(text: str) -> Iterator[tuple[int, str]]:
    """Lines with their numbers, one at a time; only `\\n` ends one, no other line end of Unicode."""
    number, start = 0, 0
    while start <= len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        number += 1
        yield number, text[start:end].rstrip("\r")
        start = end + 1


def same_text(one: str, two: str) -> bool:
    """Whether two texts are equal, except for the kind of blanks."""
    return one == two or (len(one) == len(two) and one.translate(_BLANKS) == two.translate(_BLANKS))


def excerpt(text: str) -> str:
    """A text in quotes, cut to the length of a message."""
    start = text[:LONGEST_EXCERPT].translate(_BLANKS)
    return f"'{start}…'" if len(text) > LONGEST_EXCERPT else quoted(start)


def parsed(content: bytes, source: Source, kind: Any = Any, line: int = 1, hint: str | None = None) -> Any:
    """A JSON value of this type; the error names the line, the place in a record, and what is expected (`hint`)."""
    import msgspec  # slow to import, like the next

    try:
        return msgspec.json.decode(content, type=kind)
    except msgspec.ValidationError as error:
        raise source.error("bad-record", type_fault(error), line, hint) from None
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        check_utf8(content, source, line)
        text = str(error)
        byte = _BYTE.search(text)
        line += content.count(b"\n", 0, int(byte[1]) if byte else len(content))
        reason = _BYTE.sub("", text.removeprefix("JSON is malformed: "))
        raise source.error("bad-json", f"not valid JSON: {reason}", line) from None


def type_fault(error: Exception, name: str = "") -> str:
    """What msgspec found instead of the expected type, and in which part of a value, which may have a name."""
    fact, _, path = str(error).replace("`", "'").partition(" - at '$")
    where = (name + path.rstrip("'")).lstrip(".")
    return fact[:1].lower() + fact[1:] + f" in {where}" * bool(where)


def read_text(path: str, what: str) -> str:
    """The text of a file, which messages call `what`."""
    content = Source(path, path).read()
    if (line := not_utf8(content)) is not None:
        raise is_not_utf8(path, line, what)
    return content.decode("utf-8")


class Toml:
    """A TOML file, with the lines of its names as far as they can be found."""

    def __init__(self, text: str, path: str) -> None:
        import tomllib

        self.lines, self.path = text.splitlines(), path
        try:
            self.values: dict[str, Any] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            where = re.search(r"line (\d+)", str(error))
            line = int(where[1]) if where else text.count("\n") + 1
            fact = re.sub(r" \(at .*\)$", "", str(error))
            raise FormatError("bad-toml", f"not valid TOML: {fact[:1].lower()}{fact[1:]}", path, line) from None

    def line(self, name: str) -> int | None:
        """The last line that sets this name or begins its table."""
        pattern = re.compile(rf"^\W*([\w\"'-]+\.)*[\"']?{re.escape(name)}[\"']?\s*[\]=.]")
        numbers = [number for number, line in enumerate(self.lines, 1) if pattern.match(line)]
        return numbers[-1] if numbers else None

    def error(self, fact: str, name: str, hint: str | None = None) -> FormatError:
        return FormatError("bad-toml", fact, self.path, self.line(name), hint)


def read_sentences(path: str) -> tuple[set[tuple[str, str]], ReadFile]:
    """Read a table of document and sentence, counted from 0, such as ECB+'s `Topic,File,Sentence Number`."""
    source = Source(path, path)
    rows = set()
    for number, line in lines_of(decoded(source.read(), path, Notices())):
        cells = [cell.strip() for cell in line.split("\t" if path.endswith(".tsv") else ",")]
        if number == 1 or not line.strip():  # the first line names the columns
            continue
        if len(cells) not in (2, 3) or not all(cells) or not cells[-1].isdecimal():
            fact = "a row is not Topic, File, Sentence Number"
            raise source.error("bad-row", fact, number, "nor document, sentence; sentences count from 0")
        rows.add(("_".join(cells[:-1]).removesuffix(".xml"), str(int(cells[-1]))))
    return rows, source.read_beside[0]
