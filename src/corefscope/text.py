"""The words and layers of documents, kept by reference or packed, and fetched when needed."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol


class Text(Protocol):
    """The words of a corpus, kept by reference and parsed only when needed."""

    def words(self, document: int) -> list[str] | None: ...

    def sentences(self, document: int) -> list[tuple[int, int]] | None: ...

    def layer(self, document: int, name: str) -> list[str] | None: ...

    def token_line(self, document: int, token: int) -> int | None: ...

    def fingerprint(self, document: int) -> bytes | None:
        """Return a digest that is equal only for equal words, or None."""


Packed = bytes | list[str]


def pack(values: list[str]) -> Packed:
    """Pack strings into about the size that they have in a file, a tenth of that of a list."""
    joined = "\0".join(values)
    # A string may hold the separator itself.
    plain = bool(values) and joined.count("\0") == len(values) - 1
    return joined.encode("utf-8", "surrogatepass") if plain else list(values)


@dataclass
class PlainText:
    """Words, sentences and further layers from lists; `raw` holds running text if a format has it."""

    layers: list[dict[str, Packed]] = field(default_factory=list)  # `word` among them
    sentence_ends: list[tuple[array[int], array[int]] | None] = field(default_factory=list)
    raw: dict[int, str] = field(default_factory=dict)

    def add(
        self,
        words: list[str] | None,
        sentences: list[tuple[int, int]] | None,
        raw: str | None,
        layers: Mapping[str, list[str]],
    ) -> None:
        if raw is not None:
            self.raw[len(self.layers)] = raw
        columns = {**layers, "word": words} if words is not None else layers
        self.layers.append({name: pack(values) for name, values in columns.items()} if columns else {})
        bounds = None
        if sentences is not None:
            bounds = array("q", [start for start, _ in sentences]), array("q", [end for _, end in sentences])
        self.sentence_ends.append(bounds)

    def is_known(self, document: int) -> bool:
        return bool(self.layers[document]) or document in self.raw

    def words(self, document: int) -> list[str] | None:
        return self.layer(document, "word")

    def sentences(self, document: int) -> list[tuple[int, int]] | None:
        bounds = self.sentence_ends[document]
        return None if bounds is None else list(zip(*bounds, strict=True))

    def layer(self, document: int, name: str) -> list[str] | None:
        column = self.layers[document].get(name)
        return column.decode("utf-8", "surrogatepass").split("\0") if isinstance(column, bytes) else column

    def token_line(self, document: int, token: int) -> int | None:
        return None

    def fingerprint(self, document: int) -> bytes | None:
        words = self.layers[document].get("word")
        return b"\0" + words if isinstance(words, bytes) else None  # never that of words in a file


@dataclass
class MentionStrings(PlainText):
    """Words of documents; those of `listed` are only the words of mentions, to be located in the key's text.

    Mentions of `ends` are known by their ends: as many words as there are mentions that end there so far. `near` has
    the characters of the text where listed mentions are said to begin, by document and first word, and `failed` the
    words of the key that only windows without an answer have.
    """

    listed: set[int] = field(default_factory=set)
    ends: set[int] = field(default_factory=set)
    near: dict[tuple[int, int], int] = field(default_factory=dict)
    failed: dict[int, frozenset[int]] = field(default_factory=dict)
