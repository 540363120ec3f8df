"""Find the mentions that a language model lists as strings in a text, by order of occurrence.

The strings of an entity follow each other in the text: each is placed at its first occurrence after the mention before
it that no other mention has, or else at its first free occurrence from the start of the text. Entities are placed in
the order of the output. Blanks do not matter; a mention begins and ends where words do.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import repeat

Span = tuple[int, int]  # letters from, to (exclusive)
INDEXED = 32  # strings of up to so many letters are looked up, all of one length at once; longer ones are rare


class Occurrences:
    """The letters of a text (without blanks), with the places where words begin, and what of them is free.

    >>> Occurrences("Annsawher.Shefedher.", [0, 3, 6, 9, 10, 13, 16, 19, 20]).place([["Ann", "She"], ["her", "her"]])
    [[(0, 3), (10, 13)], [(6, 9), (16, 19)]]
    """

    def __init__(self, letters: str, begins: Sequence[int]) -> None:
        self.letters, self._begins, self._borders = letters, begins, {*begins, len(letters)}
        self._by_size: dict[int, defaultdict[str, list[int]]] = {}
        self._places: dict[str, list[int]] = {}
        self._following: dict[str, list[int]] = {}  # for each place of a string, one that may be the next free one

    def place(
        self, entities: Iterable[Sequence[str]], near: Iterable[int | None] = repeat(None)
    ) -> list[list[Span | None]]:
        """Return the letters of each mention, None for one that has no free place.

        `near` are the letters where mentions are said to begin, if that is known: the nearest place around counts.
        """
        placed: list[list[Span | None]] = []
        hints = iter(near)
        for strings in entities:
            after, spans = -1, list[Span | None]()
            for string in strings:
                letters, hint = "".join(string.split()), next(hints)
                places = self.of(letters)
                if letters not in self._following:
                    self._following[letters] = list(range(len(places) + 1))
                following = self._following[letters]
                first = bisect_right(places, after if hint is None else hint - 1)
                number = _next_free(following, first)
                if hint is not None and first and following[first - 1] == first - 1:
                    is_nearer = number == len(places) or hint - places[first - 1] < places[number] - hint
                    number = first - 1 if is_nearer else number
                number = _next_free(following, 0) if number == len(places) else number
                if number == len(places):
                    spans.append(None)
                    continue
                following[number] = number + 1
                after = places[number]
                spans.append((after, after + len(letters)))
            placed.append(spans)
        return placed

    def ambiguous(self, entities: Iterable[Sequence[str]]) -> int:
        """Count the strings that the text has at more places than are listed."""
        listed = Counter("".join(string.split()) for strings in entities for string in strings)
        return sum(count for letters, count in listed.items() if len(self.of(letters)) > count)

    def of(self, letters: str) -> list[int]:
        """Return all places of a string, free or not."""
        size = len(letters)
        if size <= INDEXED:
            if size not in self._by_size:
                index = self._by_size[size] = defaultdict[str, list[int]](list)
                for start in self._begins if size else ():
                    if start + size in self._borders:
                        index[self.letters[start : start + size]].append(start)
            return self._by_size[size].get(letters, [])
        if letters not in self._places:
            self._places[letters] = starts = []
            start = self.letters.find(letters)
            while start >= 0:
                if start in self._borders and start + size in self._borders:
                    starts.append(start)
                start = self.letters.find(letters, start + 1)
        return self._places[letters]


def _next_free(following: list[int], number: int) -> int:
    """Return the first free place at or after this one, and shorten the way there for the next time."""
    while following[number] != number:
        following[number] = following[following[number]]
        number = following[number]
    return number
