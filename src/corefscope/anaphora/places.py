"""Which mentions of both sides are the same, also among those that are not scored as members of entities.

Members of sets, ends of bridging and markables that refer to nothing may be dropped from the entities that are scored.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from operator import itemgetter
from typing import NamedTuple

import numpy as np

from corefscope.alignment.mentions import Alignment, match
from corefscope.alignment.mentions.coverage import with_spans
from corefscope.model import Corpus, Integers, Mention
from corefscope.problems import Notices

Place = tuple[int, Mention]  # a document of its side, and a mention


class Twins(NamedTuple):
    """The matching of a run: by the Alignment, and then by the same rules among the mentions that it leaves."""

    key: Corpus
    response: Corpus
    partner: Integers
    alignment: Alignment
    match: str
    zeros: str
    key_places: tuple[Place, ...] = ()  # mentions of the key that may not be in the Alignment

    def of_responses(self, places: Iterable[Place]) -> dict[Place, Place]:
        """Map each place of the response to that of the key mention that is the same, or to one that no mention has."""
        places = list(dict.fromkeys(places))
        if self.match == "exact" and self.zeros != "dependent":
            return {(document, mention): (int(self.partner[document]), mention) for document, mention in places}
        twins: dict[Place, Place] = {}
        free = []
        for row, other in zip(self.alignment.key_row.tolist(), self.alignment.response_row.tolist(), strict=True):
            if row >= 0 and other >= 0:
                twins[_place(self.response, other)] = _place(self.key, row)
            elif row >= 0:
                free.append(_place(self.key, row))
        taken = set(twins.values())
        free += [place for place in self.key_places if place not in taken]
        own = sorted(dict.fromkeys(free), key=itemgetter(0))
        others = sorted((place for place in places if place not in twins), key=itemgetter(0))
        if own and others:
            one, two = of_places(self.key, own), of_places(self.response, others)
            pairs = match(one, two, self.partner, self.match, self.zeros, Notices())
            for mine, theirs in zip(pairs.key.tolist(), pairs.response.tolist(), strict=True):
                twins[others[theirs]] = own[mine]
        # Documents of the key have numbers from 0.
        return {place: twins.get(place, (-1 - place[0], place[1])) for place in places}


def _place(corpus: Corpus, row: int) -> Place:
    return int(corpus.document[row]), corpus.mention(row)


def of_places(corpus: Corpus, places: Sequence[Place]) -> Corpus:
    """A corpus of the same documents that has these mentions, each in an entity by itself."""
    document = np.array([document for document, _ in places], np.int64)
    alone = replace(
        corpus,
        document=document,
        line=np.zeros_like(document),
        type=None,
        entity=np.arange(len(places)),
        entity_document=document,
        entity_id=np.arange(len(places)).astype(str).astype(object),
        entity_type=None,
        entity_rank=None,
        relations=(),
        annotations={},
    )
    alone = with_spans(alone, [mention for _, mention in places])
    # Mentions without minimum spans are not given any by a parse here.
    return alone if alone.minimum is not None else replace(alone, minimum=np.full(len(places), -1))
