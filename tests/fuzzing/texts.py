"""Random documents whose truth is known: words, sentences, and the entities of a key and of a response."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from random import Random

Span = tuple[int, int]  # first token and the token behind the last
WORDS = ("mill", "it", "the", "Anna", "old", "river", "she", "東京", "Zoë", "ran", "saw", "U.S.", "e-mail", "don't")


@dataclass(frozen=True)
class Text:
    """One document: entities are lists of spans, no span twice; spans nest or lie apart."""

    name: str
    sentences: list[list[str]]
    entities: list[list[Span]]

    @cached_property
    def words(self) -> list[str]:
        return [word for sentence in self.sentences for word in sentence]


def random_pair(chance: Random) -> tuple[list[Text], list[Text]]:
    """A key and a response of one to three documents."""
    pairs = [_document(chance, f"tale{number}") for number in range(chance.choice([1, 1, 1, 2, 3]))]
    return [key for key, _ in pairs], [response for _, response in pairs]


def _document(chance: Random, name: str) -> tuple[Text, Text]:
    sentences = [
        [chance.choice(WORDS) for _ in range(chance.randint(2, 7))] for _ in range(chance.choice([1, 1, 2, 3]))
    ]
    length = sum(map(len, sentences))
    spans = _nested(chance, length, chance.randint(2, 9))
    key = _partition(chance, spans)
    kind = chance.random()
    if kind < 0.25:  # a perfect response
        response = [list(entity) for entity in key]
    elif kind < 0.4:  # nothing of it in the key
        others = [span for span in _nested(chance, length, 12) if span not in spans]
        response = _partition(chance, others)
    else:
        kept = [span for span in spans if chance.random() < 0.8]
        response = _partition(chance, kept)
    return Text(name, sentences, key), Text(name, sentences, response)


def _nested(chance: Random, length: int, tries: int) -> list[Span]:
    spans: list[Span] = []
    for _ in range(tries):
        start = chance.randrange(length)
        end = min(length, start + chance.choice([1, 1, 1, 2, 3, 5]))
        crosses = any(low < start < high < end or start < low < end < high for low, high in spans)
        if (start, end) not in spans and not crosses:
            spans.append((start, end))
    return spans


def _partition(chance: Random, spans: list[Span]) -> list[list[Span]]:
    entities: dict[int, list[Span]] = {}
    most = chance.choice([1, 2, 4, 8])
    for span in spans:
        entities.setdefault(chance.randrange(most), []).append(span)
    return list(entities.values())
