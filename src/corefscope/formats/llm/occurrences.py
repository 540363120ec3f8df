"""Find the mentions that a language model lists as strings in a text, by order of occurrence.

The strings of an entity follow each other in the text: each is placed at its first occurrence after the mention before
it that no other mention has, or else at its first free occurrence from the start of the text. Entities are placed in
the order of the output. Blanks do not matter; a mention begins and ends where words do.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence

Span = tuple[int, int]  # letters from, to (exclusive)


class Occurrences:
    """The letters of a text (without blanks), with the places where words begin, and what of them is free.

    >>> text = Occurrences("Annsawher.Shefedher.", [0, 3, 6, 9, 10, 13, 16, 19, 20])
    >>> text.place([("Ann", 1, None), ("She", 1, None), ("her", 2, None), ("her", 2, None)])
    [(0, 3), (10, 13), (6, 9), (16, 19)]
    """

    def __init__(self, letters: str, begins: Sequence[int]) -> None:
        self.letters, self._begins, self._borders = letters, begins, {*begins, len(letters)}
        self._by_size: dict[int, defaultdict[str, list[int]]] = {}
        self._following: dict[str, list[int]] = {}  # for each place of a string, one that may be the next free one

    def place(self, mentions: Iterable[tuple[str, Hashable, int | None]]) -> list[Span | None]:
        """Return the letters of each mention, given with its entity; None for one that has no free place.

        The third is the letter where it is said to begin, if that is known: the nearest place around counts.
        """
        placed: list[Span | None] = []
        latest: dict[Hashable, int] = {}  # by entity
        for string, entity, near in mentions:
            letters = "".join(string.split())
            places = self.of(letters)
            if letters not in self._following:
                self._following[letters] = list(range(len(places) + 1))
            following = self._following[letters]
            first = bisect_right(places, latest.get(entity, -1) if near is None else near - 1)
            number = _next_free(following, first)
            if near is not None and first and following[first - 1] == first - 1:
                is_nearer = number == len(places) or near - places[first - 1] < places[number] - near
                number = first - 1 if is_nearer else number
            number = _next_free(following, 0) if number == len(places) else number
            if number == len(places):
                placed.append(None)
                continue
            following[number] = number + 1
            latest[entity] = places[number]
            placed.append((places[number], places[number] + len(letters)))
        return placed

    def ambiguous(self, strings: Iterable[str]) -> int:
        """Count the strings that the text has at more places than are listed."""
        listed = Counter("".join(string.split()) for string in strings)
        return sum(count for letters, count in listed.items() if len(self.of(letters)) > count)

    def of(self, letters: str) -> list[int]:
        """Return all places of a string, free or not; all strings of one length are looked up at once."""
        size = len(letters)
        if size not in self._by_size:
            index = self._by_size[size] = defaultdict[str, list[int]](list)
            for start in self._begins if size else ():
                if start + size in self._borders:
                    index[self.letters[start : start + size]].append(start)
        return self._by_size[size].get(letters, [])


def _next_free(following: list[int], number: int) -> int:
    """Return the first free place at or after this one, and shorten the way there for the next time."""
    while following[number] != number:
        following[number] = following[following[number]]
        number = following[number]
    return number
