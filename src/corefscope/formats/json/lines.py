"""The words of JSON Lines, taken from their lines only when asked for."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache

from corefscope.formats.files.blocks import StoredBytes
from corefscope.formats.fingerprints import fingerprint
from corefscope.formats.json.text import JsonText
from corefscope.model import Integers


@dataclass(eq=False)
class JsonLines:
    """The lines of a block that hold documents, and what parses one of them again."""

    stored: StoredBytes
    parse: Callable[[bytes], JsonText]
    start: array[int] = field(default_factory=lambda: array("q"))
    end: array[int] = field(default_factory=lambda: array("q"))
    fingerprints: list[bytes | None] = field(default_factory=list)

    def add(self, start: int, end: int, words: list[str] | None) -> int:
        """The number of a new document, which stands in these bytes of the block."""
        self.start.append(start)
        self.end.append(end)
        self.fingerprints.append(None if words is None else fingerprint(words))
        return len(self.fingerprints) - 1

    def add_all(self, start: Integers, end: Integers, fingerprints: list[bytes]) -> int:
        """The number of the first of some new documents."""
        self.start.extend(start.tolist())
        self.end.extend(end.tolist())
        self.fingerprints.extend(fingerprints)
        return len(self.fingerprints) - len(fingerprints)

    def fingerprint(self, document: int) -> bytes | None:
        """The same only for the same words; None if there is none. Of plain lines, the same for the same bytes."""
        return self.fingerprints[document]

    def words(self, document: int) -> list[str] | None:
        found = _parsed(self, document).words
        return None if found is None else list(found)

    def sentences(self, document: int) -> list[tuple[int, int]] | None:
        found = _parsed(self, document).sentences
        return None if found is None else list(found)

    def layer(self, document: int, name: str) -> list[str] | None:
        found = _parsed(self, document)
        values = found.words if name == "word" else found.layers.get(name)
        return None if values is None else list(values)

    def token_line(self, document: int, token: int) -> int | None:
        return None


@lru_cache(maxsize=2)  # one document of the key and one of the response
def _parsed(text: JsonLines, document: int) -> JsonText:
    return text.parse(text.stored.part(text.start[document], text.end[document]))
