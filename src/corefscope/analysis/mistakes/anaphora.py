"""Errors beside the entities: of split antecedents, of bridging, and of markables that refer to nothing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import NamedTuple

import numpy as np

from corefscope.alignment.mentions import match
from corefscope.alignment.mentions.coverage import runs
from corefscope.metrics.bridging import BridgingPair, BridgingPairs, bridging_pairs
from corefscope.metrics.evidence import Evidence
from corefscope.metrics.lea import lea
from corefscope.metrics.nonreferring import nonreferring_pairs
from corefscope.metrics.sets import paired
from corefscope.model import CHARACTERS, Corpus, Mention, in_text_order
from corefscope.problems import Notices

SETS, BRIDGING, NONREFERRING = "split antecedents", "bridging", "non-referring"
RIGHT = "right"


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
            by_characters = self.corpus.unit == CHARACTERS
            self._words[document] = self.corpus.raw_text(document) if by_characters else self.corpus.words(document)
        words = self._words[document]
        if mention is None or words is None:
            return ""
        if isinstance(words, str):
            return " … ".join(words[first:end] if first >= 0 else "∅" for first, end in runs(mention.covered))
        return " ".join("∅" if place < 0 else words[place] for place in mention.covered if place < len(words))


def set_verdicts(evidence: Evidence) -> Iterator[tuple[str, int | None, int | None]]:
    """Each set by its entity in the key and in the response: right, partly right by LEA, missed or spurious."""
    sets = evidence.alignment.sets
    if sets is None:
        return
    table = evidence.table
    pairs, values, _ = paired(table, table.sets or sets, lambda atoms: lea(atoms).columns)
    rows = zip(pairs.key_set.tolist(), pairs.response_set.tolist(), values[2].tolist(), strict=True)
    partner = {mine: (theirs, f1) for mine, theirs, f1 in rows}
    of_response = sets.response.entity.tolist()
    for number, entity in enumerate(sets.key.entity.tolist()):
        other, f1 = partner.get(number, (None, 0.0))
        if other is None:
            yield "missed", entity, None
        else:
            yield (RIGHT if f1 > 1 - 1e-12 else "partly right"), entity, of_response[other]
    taken = {other for other, _ in partner.values()}
    for number, entity in enumerate(of_response):
        if number not in taken:
            yield "spurious", None, entity


def _sets(evidence: Evidence) -> Iterator[AnaphoraError]:
    """Sets that are missed, spurious, or paired with one that is only partly the same."""
    sides = evidence.matched_key, evidence.matched_response
    words = [_Words(side) for side in sides]
    for verdict, *entities in set_verdicts(evidence):
        if verdict == RIGHT:
            continue
        which = 0 if entities[0] is not None else 1
        corpus = sides[which]
        rows = np.flatnonzero(corpus.entity == entities[which]).tolist()
        mention = min((corpus.mention(row) for row in rows), key=in_text_order)
        document = int(corpus.document[rows[0]])
        yield AnaphoraError(SETS, verdict, corpus.names[document], mention, words[which].of(document, mention))


def bridging_verdicts(pairs: BridgingPairs) -> Iterator[tuple[str, int | None, int | None]]:
    """Each pair by its number in the key and in the response: right, wrong antecedent, missed or spurious."""
    by_anaphor: dict[Hashable, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for side, listed in enumerate((pairs.key, pairs.response)):
        for number, pair in enumerate(listed):
            by_anaphor[pair.anaphor or (side, number)][side].append(number)
    for mine, theirs in by_anaphor.values():
        free: dict[Hashable, list[int]] = defaultdict(list)
        for number in theirs:
            free[pairs.target(pairs.response[number], "entity")].append(number)
        free.pop(None, None)
        left = []
        taken = set()
        for number in mine:
            same = free.get(pairs.target(pairs.key[number], "entity"))
            if same:
                taken.add(same[0])
                yield RIGHT, number, same.pop(0)
            else:
                left.append(number)
        for one, two in zip_longest(left, (number for number in theirs if number not in taken)):
            verdict = "missed" if two is None else "spurious" if one is None else "wrong antecedent"
            yield verdict, one, two


def _bridging(evidence: Evidence) -> Iterator[AnaphoraError]:
    """Pairs that are missed or spurious, and anaphors with a wrong antecedent."""
    pairs = bridging_pairs(evidence)
    corpus = evidence.key
    words = _Words(corpus)

    def text(pair: BridgingPair | None) -> str:
        end = None if pair is None else pair.antecedent
        return "" if pair is None else words.of(pair.document, None if end is None else end[1]) or "?"

    for verdict, mine, theirs in bridging_verdicts(pairs):
        if verdict == RIGHT:
            continue
        one = None if mine is None else pairs.key[mine]
        two = None if theirs is None else pairs.response[theirs]
        document, anaphor = (one or two or pairs.key[0])[:2]
        mention = anaphor[1] if anaphor else None
        shown = (words.of(document, mention), text(one), text(two))
        yield AnaphoraError(BRIDGING, verdict, corpus.names[document], mention, *shown)


class SilentMarkable(NamedTuple):
    """A markable that refers to nothing: whether the other side has it, and its row in either side."""

    verdict: str
    key: int | None
    response: int | None


def nonreferring_verdicts(evidence: Evidence) -> tuple[Corpus, Corpus, list[SilentMarkable]]:
    """Markables of both sides: right, missed, spurious, taken for mentions, and the other way round."""
    key, response, pairs = nonreferring_pairs(evidence)
    both = zip(pairs.key.tolist(), pairs.response.tolist(), strict=True)
    found = [SilentMarkable(RIGHT, mine, theirs) for mine, theirs in both]
    for mine, rows, kinds in (
        (key, pairs.key, ("missed", "taken for a mention")),
        (response, pairs.response, ("spurious", "a mention taken for it")),
    ):
        free = np.ones(mine.mention_count, bool)
        free[rows] = False
        left = mine.keep(free)
        how = (evidence.partner, evidence.match, evidence.zeros, Notices())
        if mine is key:
            taken = set(match(left, evidence.matched_response, *how).key.tolist())
        else:
            taken = set(match(evidence.matched_key, left, *how).response.tolist())
        for place, row in enumerate(np.flatnonzero(free).tolist()):
            ends = (row, None) if mine is key else (None, row)
            found.append(SilentMarkable(kinds[place in taken], *ends))
    return key, response, found


def _nonreferring(evidence: Evidence) -> Iterator[AnaphoraError]:
    """Markables that refer to nothing and are missed, spurious, or taken for mentions, and the other way round."""
    key, response, found = nonreferring_verdicts(evidence)
    words = _Words(key), _Words(response)
    for verdict, mine, theirs in found:
        side, row = (0, mine) if mine is not None else (1, theirs)
        if verdict == RIGHT or row is None:
            continue
        corpus = (key, response)[side]
        document, mention = int(corpus.document[row]), corpus.mention(row)
        text = words[side].of(document, mention)
        yield AnaphoraError(NONREFERRING, verdict, corpus.names[document], mention, text)
