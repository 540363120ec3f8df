"""Errors beside the entities: of split antecedents, of bridging, and of markables that refer to nothing."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from corefscope.alignment.mentions import match
from corefscope.metrics.bridging import BridgingPair, bridging_pairs
from corefscope.metrics.evidence import Evidence
from corefscope.metrics.lea import lea
from corefscope.metrics.nonreferring import nonreferring_pairs
from corefscope.metrics.sets import paired
from corefscope.model import Corpus, Mention, in_text_order
from corefscope.problems import Notices

SETS, BRIDGING, NONREFERRING = "split antecedents", "bridging", "non-referring"


class AnaphoraError(NamedTuple):
    """An error at a mention: what it is about, and what key and response have there, in words."""

    what: str
    kind: str
    document: str
    mention: Mention | None
    text: str
    key: str = ""
    response: str = ""


def anaphora_errors(evidence: Evidence) -> list[AnaphoraError]:
    """All of them, by what they are about and in text order; none where the sides have no such annotation."""
    found = [*_sets(evidence)]
    if evidence.whole is not None:
        quiet = replace(evidence, notices=None)  # the metrics say what a side lacks
        found += [*_bridging(quiet), *_nonreferring(quiet)]
    order = {name: place for place, name in enumerate((SETS, BRIDGING, NONREFERRING))}
    nowhere = Mention(0, 1)
    return sorted(found, key=lambda error: (order[error.what], error.document, in_text_order(error.mention or nowhere)))


class _Words:
    """The words of mentions of one side; nothing where the text is not known."""

    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus
        self._words: dict[int, Sequence[str] | None] = {}

    def of(self, document: int, mention: Mention | None) -> str:
        if document not in self._words:
            self._words[document] = self.corpus.words(document)
        words = self._words[document]
        if mention is None or words is None:
            return ""
        return " ".join("∅" if place < 0 else words[place] for place in mention.covered if place < len(words))


def _sets(evidence: Evidence) -> Iterator[AnaphoraError]:
    """Sets that are missed, spurious, or paired with one that is only partly the same, by LEA."""
    sets = evidence.alignment.sets
    if sets is None:
        return
    table = evidence.table
    pairs, values, _ = paired(table, table.sets or sets, lambda atoms: lea(atoms).columns)
    right = dict(zip(pairs.key_set.tolist(), values[2].tolist(), strict=True))
    taken = set(pairs.response_set.tolist())
    sides = (
        ("missed", sets.key.entity, evidence.matched_key),
        ("spurious", sets.response.entity, evidence.matched_response),
    )
    for kind, entities, corpus in sides:
        words = _Words(corpus)
        for number, entity in enumerate(entities.tolist()):
            which = kind
            if kind == "missed" and number in right:
                if right[number] > 1 - 1e-12:
                    continue
                which = "partly right"
            elif kind == "spurious" and number in taken:
                continue
            rows = np.flatnonzero(corpus.entity == entity).tolist()
            mention = min((corpus.mention(row) for row in rows), key=in_text_order)
            document = int(corpus.document[rows[0]])
            yield AnaphoraError(SETS, which, corpus.names[document], mention, words.of(document, mention))


def _bridging(evidence: Evidence) -> Iterator[AnaphoraError]:
    """Pairs that are missed or spurious, and anaphors with a wrong antecedent."""
    pairs = bridging_pairs(evidence)
    corpus = evidence.key
    words = _Words(corpus)

    def text(pair: BridgingPair | None) -> str:
        end = None if pair is None else pair.antecedent
        return "" if pair is None else words.of(pair.document, None if end is None else end[1]) or "?"

    by_anaphor: dict[Hashable, tuple[list[BridgingPair], list[BridgingPair]]] = defaultdict(lambda: ([], []))
    for side, listed in enumerate((pairs.key, pairs.response)):
        for number, pair in enumerate(listed):
            by_anaphor[pair.anaphor or (side, number)][side].append(pair)
    for mine, theirs in by_anaphor.values():
        targets = [Counter(pairs.target(pair, "entity") for pair in side) for side in (mine, theirs)]
        right = targets[0] & targets[1]
        left: list[list[BridgingPair]] = []
        for listed in (mine, theirs):
            free = Counter(right)
            left.append([])
            for pair in listed:
                target = pairs.target(pair, "entity")
                if target is not None and free[target]:
                    free[target] -= 1
                else:
                    left[-1].append(pair)
        for place in range(max(map(len, left))):
            one, two = (side[place] if place < len(side) else None for side in left)
            kind = "wrong antecedent" if one and two else "missed" if one else "spurious"
            document, anaphor = (one or two or mine[0])[:2]
            mention = anaphor[1] if anaphor else None
            shown = (words.of(document, mention), text(one), text(two))
            yield AnaphoraError(BRIDGING, kind, corpus.names[document], mention, *shown)


def _nonreferring(evidence: Evidence) -> Iterator[AnaphoraError]:
    """Markables that refer to nothing and are missed, spurious, or taken for mentions, and the other way round."""
    key, response, pairs = nonreferring_pairs(evidence)
    partner = evidence.partner
    for mine, found, kinds in (
        (key, pairs.key, ("missed", "taken for a mention")),
        (response, pairs.response, ("spurious", "a mention taken for it")),
    ):
        free = np.ones(mine.mention_count, bool)
        free[found] = False
        left = mine.keep(free)
        how = (partner, evidence.match, evidence.zeros, Notices())
        if mine is key:
            taken = set(match(left, evidence.matched_response, *how).key.tolist())
        else:
            taken = set(match(evidence.matched_key, left, *how).response.tolist())
        words = _Words(left)
        for row in range(left.mention_count):
            document, mention = int(left.document[row]), left.mention(row)
            kind = kinds[row in taken]
            yield AnaphoraError(NONREFERRING, kind, left.names[document], mention, words.of(document, mention))
