"""Tiny cases, each of which isolates one decision on which scorers differ."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from corefscope.reference.scoring import Document

EDGE, REPEATED, LISTS = "edge", "repeated", "lists"  # cases that test more than numbers


@dataclass(frozen=True, eq=False)
class Case:
    """Documents of a key and a response; the name says what they isolate."""

    name: str
    documents: tuple[Document, ...]
    kind: str = ""

    @property
    def size(self) -> int:
        """Count the mentions of both sides."""
        return sum(len(entity) for document in self.documents for side in document for entity in side)


# Each word is an entity and each letter a mention; `|` separates documents.
SINGLE = {
    "a perfect response": ("ab cd", "ab cd"),
    "a split": ("abcd", "ab cd"),
    "a merge": ("ab cd", "abcd"),
    "a spurious mention": ("ab", "abx"),
    "a spurious entity": ("ab", "ab xy"),
    "a spurious singleton": ("ab", "ab x"),
    "a missing mention": ("abc", "ab"),
    "a missing entity": ("ab cd", "ab"),
    "a missing and a spurious mention": ("abc", "abx"),
    "a missing and a spurious entity": ("ab cd", "ab xy"),
    "a mention in the wrong entity": ("abc de", "ab cde"),
    "singletons on both sides": ("ab c", "ab c"),
    "singletons of the key only": ("ab c d", "ab"),
    "singletons of the response only": ("abcd", "ab c d"),
    "a singleton that is not one in the key": ("ab cd", "ab c"),
    "a singleton that is not one in the response": ("ab c", "abc"),
    "a singleton of the key joined to a spurious mention": ("ab c", "ab cx"),
    "the example of Pradhan et al. 2014, §4": ("abc defg", "ab cd fghi"),
    "the same with the roles exchanged": ("ab cd fghi", "abc defg"),
    "ties in the alignment": ("abcd efgh", "abef cdgh"),
    "an entity in three equal parts": ("abcdef", "ab cd ef"),
    "a greedy alignment goes wrong": ("abcdef gh", "abcdgh ef"),
    "the same with the entities in another order": ("gh abcdef", "ef abcdgh"),
    "mentions in another order": ("fecabd hg", "hbadgc fe"),
    "entities of very different sizes": ("abcdefgh ij", "abcdefgh i j"),
    "a large entity in the wrong parts": ("abcdefgh ij", "abcdij efgh"),
    "no correct link": ("ab cd", "ac bd"),
    "everything in one entity": ("ab cde fg", "abcdefg"),
    "a chain of overlaps": ("ab cd ef", "bc de fa"),
    "missing and spurious mentions": ("abcd efg", "abx efy"),
    "key mentions joined only to spurious ones": ("abc", "ax by"),
    "a small entity matched, a large one missed": ("abcdef gh", "gh"),
}
EDGES = {
    "only singletons": ("a b", "a b"),
    "only singletons, one of them wrong": ("a b", "a c"),
    "an empty response": ("ab cd", ""),
    "an empty key": ("", "ab cd"),
    "no mention in common": ("ab", "xy"),
    "one mention": ("a", "a"),
    "only singletons in the response": ("ab cd", "a b c"),
}
REPEATS = {
    "a mention repeated in the response": ("ab cd", "ab bcd"),
    "a mention repeated in the key": ("ab bcd", "ab cd"),
    "a mention twice in one entity": ("abc", "aab c"),
}
SEVERAL = {
    "two documents with the same spans": ("ab cd | ac bd", "ab cd | ac bd"),
    "two documents with the same spans and errors": ("ab cd | ac bd", "ab c | acb d"),
    "documents of different sizes": ("ab | abcdefgh", "a b | abcdefgh"),
    "documents of different sizes with the same errors": ("abc | abcdef ghij klmn", "ab c | abcdef gh ij kl mn"),
    "a document without a response": ("ab | cdef", " | cd ef"),
    "a document without a link": ("a b | abcd", "a b | ab cd"),
}


def entities(text: str) -> list[list[tuple[int, int]]]:
    """Return the entities of a side, with letters as spans of two tokens, both ends included."""
    return [[(2 * ord(letter) - 194, 2 * ord(letter) - 193) for letter in word] for word in text.split()]


def _case(name: str, sides: tuple[str, str], kind: str = "") -> Case:
    pairs = zip(*(side.split("|") for side in sides), strict=True)
    return Case(name, tuple((entities(key), entities(response)) for key, response in pairs), kind)


def _random(number: int) -> Case:
    """Return random entities of 4 to 8 letters per side; cases above 8 have two documents."""
    random = Random(number)

    def side() -> str:
        groups = [""] * 4
        for letter in random.sample("abcdefghi", random.randint(4, 8)):
            groups[random.randrange(4)] += letter
        return " ".join(filter(None, groups))

    keys, responses = zip(*((side(), side()) for _ in range(1 + (number > 8))), strict=True)
    return _case(f"random entities {number}", (" | ".join(keys), " | ".join(responses)))


CASES = sorted(
    [
        *(_case(name, sides) for name, sides in {**SINGLE, **SEVERAL}.items()),
        *(_case(name, sides, EDGE) for name, sides in EDGES.items()),
        *(_case(name, sides, REPEATED) for name, sides in REPEATS.items()),
        _case("made by the audit: the key in lists, the response in tuples", ("abc de", "ab cd"), LISTS),
        *map(_random, range(12)),
    ],
    key=lambda case: (len(case.documents), case.size),
)
