"""Match the documents and the mentions of several annotators."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from corefscope.alignment.documents import pair
from corefscope.alignment.mentions import Alignment
from corefscope.basics.escaping import cut, quoted
from corefscope.formats.document_names import canonical, literal
from corefscope.model import Corpus, Integers
from corefscope.problems import Notices, PairingError, SettingsError

Pair = tuple[int, int]


@dataclass(frozen=True)
class SharedDocuments:
    """The documents of all annotators with common numbers, and the pairs of annotators that share documents."""

    names: tuple[str, ...]
    place: tuple[Integers, ...]  # common number of each document, by annotator
    pairs: tuple[Pair, ...]  # in both directions

    def shared(self, one: int, two: int) -> NDArray[np.bool_]:
        """Mark the documents of the first annotator that the second has too."""
        return np.isin(self.place[one], self.place[two])


def shared_documents(corpora: Sequence[Corpus], called: Sequence[str], notices: Notices) -> SharedDocuments:
    """Pair the documents of every two annotators by name; warn about documents of one annotator only."""
    names: list[str] = []
    place: list[Integers] = []
    for number, corpus in enumerate(corpora):
        mine = np.full(corpus.document_count, -1, np.int64)
        for other in range(number):
            if _share_names(corpora[other], corpus):
                partner = pair(corpora[other], corpus, Notices(), check_words=False)
                mine = np.where((mine < 0) & (partner >= 0), place[other][partner], mine)
        new = np.flatnonzero(mine < 0)
        mine[new] = len(names) + np.arange(len(new))
        names += [corpus.names[document] for document in new.tolist()]
        place.append(mine)
    pairs = [
        (one, two)
        for one, two in itertools.permutations(range(len(corpora)), 2)
        if np.isin(place[one], place[two]).any()
    ]
    found = SharedDocuments(tuple(names), tuple(place), tuple(pairs))
    _notice(found, called, notices)
    return found


def _share_names(one: Corpus, two: Corpus) -> bool:
    """Test whether pairing can find anything; documents without names are paired by order."""
    if not one.named.all() or not two.named.all():
        return True
    return any(
        {spelling(name) for name in one.names} & {spelling(name) for name in two.names}
        for spelling in (canonical, literal)
    )


def _notice(found: SharedDocuments, called: Sequence[str], notices: Notices) -> None:
    if not found.pairs:
        raise PairingError("no-common-document", "no two annotators have a document in common")
    together = {one for one, _ in found.pairs}
    for number, name in enumerate(called):
        if number not in together:
            raise PairingError("no-common-document", f"{name} has no document in common with any other annotator")
    for one, two in itertools.combinations(range(len(called)), 2):
        if (one, two) not in found.pairs:
            notices.add("annotators-without-common-document", f"{called[one]} and {called[two]}")
    annotators = np.bincount(np.concatenate(found.place), minlength=len(found.names))
    for document in np.flatnonzero(annotators < 2).tolist():
        notices.add("document-of-one-annotator", f"{quoted(found.names[document])} is left out")


def same_mentions(
    rows: Sequence[Mapping[int, Integers]], alignments: Mapping[Pair, Alignment], mentions: Sequence[int]
) -> list[Integers]:
    """Number the mentions of all annotators, matched ones alike.

    The mentions of an annotator are matched with those of the first annotator, the rest with those of the second, and
    so on. `rows[one][two]` are the mentions of `one` that the alignment of the two contains.
    """
    items: list[Integers] = []
    total = 0
    for number, count in enumerate(mentions):
        mine = np.full(count, -1, np.int64)
        for other in range(number):
            if (other, number) not in alignments:
                continue
            alignment = alignments[other, number]
            both = (alignment.key_row >= 0) & (alignment.response_row >= 0)
            theirs = items[other][rows[other][number][alignment.key_row[both]]]
            here = rows[number][other][alignment.response_row[both]]
            free = (mine[here] < 0) & ~np.isin(theirs, mine)
            mine[here[free]] = theirs[free]
        new = np.flatnonzero(mine < 0)
        mine[new] = total + np.arange(len(new))
        total += len(new)
        items.append(mine)
    return items


def check_same_documents(found: SharedDocuments, called: Sequence[str]) -> None:
    """Raise if annotators lack documents: across documents, entities are comparable only on the same documents."""
    for name, place in zip(called, found.place, strict=True):
        missing = np.setdiff1d(np.arange(len(found.names)), place)
        if len(missing):
            raise SettingsError(
                "missing-document",
                f"across documents all annotators need the same ones, and {cut(name)} lacks "
                f"{quoted(found.names[missing[0]])}",
            )
