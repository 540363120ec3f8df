"""Find the mentions that a language model lists as strings in a text, by order of occurrence.

The strings of an entity follow each other in the text: each is placed at its first occurrence after the mention before
it that no other mention has, or else at its first free occurrence from the start of the text. Entities are placed in
the order of the output. Blanks do not matter; a mention begins and ends where words do.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence

Span = tuple[int, int]  # letters from, to (exclusive)
INDEXED = 16  # occurrences are looked up by their letters: up to so many by all, longer ones by half of them or more


class Occurrences:
    """The letters of a text (without blanks), with the places where words begin, and the places that are still free.

    >>> Occurrences("Annsawher.Shefedher.", [0, 3, 6, 9, 10, 13, 16, 19, 20]).place([["Ann", "She"], ["her", "her"]])
    [[(0, 3), (10, 13)], [(6, 9), (16, 19)]]
    """

    def __init__(self, letters: str, begins: Sequence[int]) -> None:
        self.letters, self._begins, self._borders = letters, begins, {*begins, len(letters)}
        self._by_start: dict[int, dict[str, list[int]]] = {}
        self._places: dict[str, list[int]] = {}
        self._free: dict[str, list[int]] = {}

    def place(self, entities: Iterable[Sequence[str]]) -> list[list[Span | None]]:
        """Return the letters of each mention, None for one that has no free place."""
        placed: list[list[Span | None]] = []
        for strings in entities:
            after, spans = -1, list[Span | None]()
            for string in strings:
                letters = "".join(string.split())
                if letters not in self._free:
                    self._free[letters] = list(self.of(letters))
                free = self._free[letters]
                if not free:
                    spans.append(None)
                    continue
                number = bisect_right(free, after)
                after = free.pop(number if number < len(free) else 0)
                spans.append((after, after + len(letters)))
            placed.append(spans)
        return placed

    def of(self, letters: str) -> list[int]:
        """Return all places of a string, free or not."""
        if letters not in self._places:
            length = len(letters) if len(letters) < INDEXED else 1 << len(letters).bit_length() - 1
            starts = self._index(length).get(letters[:length], ()) if letters else ()
            self._places[letters] = [
                start
                for start in starts
                if start + len(letters) in self._borders and self.letters.startswith(letters, start)
            ]
        return self._places[letters]

    def _index(self, length: int) -> dict[str, list[int]]:
        if length not in self._by_start:
            index: dict[str, list[int]] = {}
            for start in self._begins:
                index.setdefault(self.letters[start : start + length], []).append(start)
            self._by_start[length] = index
        return self._by_start[length]
