"""Twins: which mentions of both sides are the same, also among those that are not scored as members of entities.

Members of sets, ends of bridging and markables that refer to nothing may be dropped from the entities that are scored.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from corefscope.alignment.mentions import Alignment, match
from corefscope.model import TYPES, UNKNOWN, Corpus, Integers, Mention
from corefscope.problems import Notices

Place = tuple[int, Mention]  # a document of its side, and a mention


@dataclass(frozen=True)
class Twins:
    """The matching of a run: by the Alignment, and then by the same rules among the mentions that it leaves."""

    key: Corpus
    response: Corpus
    partner: Integers
    alignment: Alignment
    match: str
    zeros: str
    key_places: tuple[Place, ...] = ()  # mentions of the key that may not be in the Alignment

    def of_responses(self, places: Iterable[Place]) -> dict[Place, Place]:
        """From each place of the response to that of the key mention that is the same; one that no key mention is
        the same as gets a place that no key mention has."""
        places = list(dict.fromkeys(places))
        if self.match == "exact" and self.zeros != "dependent":
            return {(document, mention): (int(self.partner[document]), mention) for document, mention in places}
        found: dict[Place, Place] = {}
        both = (self.alignment.key_row >= 0) & (self.alignment.response_row >= 0)
        rows = self.alignment.key_row[both].tolist(), self.alignment.response_row[both].tolist()
        for mine, theirs in zip(*rows, strict=True):
            found[_place(self.response, theirs)] = _place(self.key, mine)
        taken = set(found.values())
        free = self.alignment.key_row[~both & (self.alignment.key_row >= 0)].tolist()
        own = [*(_place(self.key, row) for row in free), *(each for each in self.key_places if each not in taken)]
        own = sorted(dict.fromkeys(own), key=_document)
        others = sorted((each for each in places if each not in found), key=_document)
        if own and others:
            one, two = of_places(self.key, own), of_places(self.response, others)
            pairs = match(one, two, self.partner, self.match, self.zeros, Notices())
            for mine, theirs in zip(pairs.key.tolist(), pairs.response.tolist(), strict=True):
                found[others[theirs]] = own[mine]
        # Documents of the key have numbers from 0.
        return {place: found.get(place, (-1 - place[0], place[1])) for place in places}


def _document(place: Place) -> int:
    return place[0]


def _place(corpus: Corpus, row: int) -> Place:
    return int(corpus.document[row]), corpus.mention(row)


def of_places(corpus: Corpus, places: Sequence[Place]) -> Corpus:
    """A corpus of the same documents that has these mentions, each in an entity by itself."""
    shapes: dict[tuple[int, ...], int] = {}

    def column(values: Iterable[int]) -> Integers:
        return np.array(list(values), np.int64)

    def numbers(tuples: Iterable[Sequence[int]]) -> Integers:
        return column(shapes.setdefault(tuple(each), len(shapes)) if each else -1 for each in tuples)

    mentions = [mention for _, mention in places]
    document, nothing = column(document for document, _ in places), np.zeros(len(places), np.int64)
    order = np.arange(len(places))
    changes: dict[str, Any] = {
        "document": document,
        "start": column(mention.start for mention in mentions),
        "end": column(mention.end for mention in mentions),
        "shape": numbers(mention.positions for mention in mentions),
        "minimum": numbers(mention.minimum for mention in mentions),
        "head": column(UNKNOWN if mention.head is None else mention.head for mention in mentions),
        "type": np.array([TYPES.index(mention.type or TYPES[0]) for mention in mentions], np.int8),
        "shapes": tuple(shapes),
        "line": nothing,
        "entity": order,
        "entity_document": document,
        "entity_id": np.array([str(number) for number in order], object),
        "entity_type": None,
        "entity_rank": None,
        "relations": (),
        "annotations": {},
    }
    return replace(corpus, **changes)
