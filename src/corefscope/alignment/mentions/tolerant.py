"""Matching that tolerates different spans: by head, partial, by minimum span, and zeros by dependencies.

One to one and deterministic. Candidates come from an index, never from all pairs. The pairing with the largest
total similarity wins, and earlier mentions win ties.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import groupby

import numpy as np

from corefscope.alignment.attributes.heads import key_texts, require_heads
from corefscope.alignment.mentions import Pairs, exact, mina
from corefscope.alignment.mentions.candidates import SpanIndex, most_candidates, nearest
from corefscope.alignment.mentions.coverage import overlap
from corefscope.alignment.mentions.craft import first_come
from corefscope.alignment.mentions.one_to_one import TOO_MANY_TOGETHER, Candidate, best_pairs
from corefscope.model import EMPTY_NODES, Corpus, Integers, MentionNames, text_order
from corefscope.problems import Notices, PairingError
from corefscope.settings import MATCHINGS

Rows = Sequence[int]


def pairs(
    key: Corpus, response: Corpus, partner: Integers, how: str, zeros: str, notices: Notices, option: str
) -> Pairs:
    """Match zeros by dependencies, then exact pairs, then what the method adds."""
    if key.label is not None or response.label is not None:
        other = option.format(how) if how != "exact" else f"--zeros {zeros}"
        raise PairingError(
            "mentions-without-place", f"mentions that are ids can only be matched exactly, not with {other}"
        )
    matching = MATCHINGS[how]
    if "key" in matching.heads:
        key = require_heads(key, "key", how, option)
    if "response" in matching.heads:
        response = require_heads(response, "response", how, option, key_texts(key, response, partner))
    matcher = Matcher(key, response, partner, option, notices)
    if zeros == "dependent":
        matcher.add(list(_zeros(matcher)))
    matcher.match_exact(same_head="response" in matching.heads)
    if matching.code:
        matcher.add(list(matching.load()(matcher)))
    return Pairs(np.array(matcher.key_matched, np.int64), np.array(matcher.response_matched, np.int64))


class Matcher:
    """The input of a matching mode: the two corpora, the mentions matched so far, and the free ones."""

    def __init__(self, key: Corpus, response: Corpus, partner: Integers, option: str, notices: Notices) -> None:
        self.key, self.response, self.option = key, response, option
        self.notices, self.names = notices, MentionNames(key)
        self.document = partner[response.document]
        self.key_matched: list[int] = []
        self.response_matched: list[int] = []
        self.key_free = np.ones(key.mention_count, bool)
        self.response_free = np.ones(response.mention_count, bool)

    def add(self, chosen: Iterable[tuple[int, int]]) -> None:
        for one, two in chosen:
            self.key_matched.append(one)
            self.response_matched.append(two)
            self.key_free[one] = self.response_free[two] = False

    def match_exact(self, same_head: bool) -> None:
        found = exact.pairs(self.key, self.response, _identity(self))
        for one, two in zip(found.key.tolist(), found.response.tolist(), strict=True):
            if self.key_free[one] and self.response_free[two]:
                if same_head and self.key.head_of(one) != self.response.head_of(two):
                    continue
                self.add([(one, two)])

    def warn_candidates(self, row: int, count: int, most: int) -> None:
        """Warn that a key mention has more candidates than are compared."""

        def text() -> str:
            return f"{self.names.of(row)} has {count:,} or more candidates in the response; {most} were compared"

        self._warn("too-many-candidates", text, row)

    def warn_group(self, row: int, count: int) -> None:
        """Warn that a connected group of candidates is too large and was paired greedily."""

        def text() -> str:
            return (
                f"{count:,} connected candidate pairs, the first with {self.names.of(row)}; "
                "they were paired greedily, the most similar first"
            )

        self._warn(TOO_MANY_TOGETHER, text, row)

    def _warn(self, kind: str, text: Callable[[], str], row: int) -> None:
        self.notices.add(kind, text, self.key.sources[self.key.document[row]], int(self.key.line[row]) or None)

    def free(self) -> Iterator[tuple[Rows, Rows]]:
        """Yield the unmatched rows of each document on both sides, in text order."""
        theirs: dict[int, list[int]] = defaultdict(list)
        for row in np.flatnonzero(self.response_free).tolist():
            theirs[int(self.document[row])].append(row)
        mine: dict[int, list[int]] = defaultdict(list)
        for row in np.flatnonzero(self.key_free).tolist():
            if int(self.key.document[row]) in theirs:
                mine[int(self.key.document[row])].append(row)
        for document, rows in mine.items():
            yield in_text_order(self.key, rows), in_text_order(self.response, theirs[document])


def _identity(matcher: Matcher) -> Integers:
    """Return the key document of each response document, as exact matching expects it."""
    partner = np.full(matcher.response.document_count, -1, np.int64)
    partner[matcher.response.document] = matcher.document
    return partner


def in_text_order(corpus: Corpus, rows: Rows) -> list[int]:
    """Sort rows by start, end and length of their mentions, independent of the order of the file."""

    def place(row: int) -> tuple[int, int, int]:
        positions = corpus.positions(row)
        return text_order(positions[0]), text_order(positions[-1]), len(positions)

    ordered: list[int] = []
    for _, alike in groupby(sorted(rows, key=place), key=place):
        group = list(alike)
        # Only mentions with gaps can differ here.
        if len(group) > 1 and corpus.shape is not None and (corpus.shape[group] >= 0).any():
            group.sort(key=lambda row: list(map(text_order, corpus.positions(row))))
        ordered += group
    return ordered


def _best(matcher: Matcher, mine: Rows, theirs: Rows, candidates: Iterable[Candidate]) -> Iterator[tuple[int, int]]:
    for one, two in best_pairs(candidates, lambda count, first: matcher.warn_group(mine[first], count)):
        yield mine[one], theirs[two]


def _same_kind(
    matcher: Matcher,
    sides: tuple[Rows, Rows],
    kinds: tuple[Sequence[Hashable], Sequence[Hashable]],
    similarity: Callable[[int, int], float],
) -> Iterator[tuple[int, int]]:
    """Pair mentions of equal kind by similarity; of too many candidates only the nearest are compared."""
    mine, theirs = sides
    same: dict[Hashable, list[int]] = defaultdict(list)
    for place, kind in enumerate(kinds[1]):
        same[kind].append(place)
    ends = SpanIndex([matcher.response.positions(row) for row in theirs])
    most = most_candidates(len(mine))
    candidates: list[Candidate] = []
    for one, row in enumerate(mine):
        places: Sequence[int] = same.get(kinds[0][one], ())
        if len(places) > most:
            matcher.warn_candidates(row, len(places), most)
            places = nearest(places, bisect_left(ends.first, text_order(matcher.key.positions(row)[0])), most)
        candidates += [(one, two, similarity(row, theirs[two])) for two in places]
    yield from _best(matcher, mine, theirs, candidates)


def by_head(matcher: Matcher) -> Iterator[tuple[int, int]]:
    """Match equal heads; similarity is the covered share of the key mention."""

    def covered(one: int, two: int) -> float:
        positions = matcher.key.positions(one)
        return overlap(positions, matcher.response.positions(two)) / len(positions)

    for mine, theirs in matcher.free():
        heads = [matcher.key.head_of(row) for row in mine], [matcher.response.head_of(row) for row in theirs]
        yield from _same_kind(matcher, (mine, theirs), heads, covered)


def _within(matcher: Matcher, needed: Callable[[int], tuple[int, ...]]) -> Iterator[tuple[int, int]]:
    """Match response mentions that lie within the key mention and contain its needed positions."""
    for mine, theirs in matcher.free():
        responses = [matcher.response.positions(row) for row in theirs]
        ends = SpanIndex(responses)
        most = most_candidates(len(mine))
        candidates: list[Candidate] = []
        for one, row in enumerate(mine):
            positions, must = matcher.key.positions(row), needed(row)
            if not must:
                continue
            orders = sorted(map(text_order, must))
            # Such a response starts between the key mention's start and its first needed position.
            begin, end = (text_order(positions[0]), orders[0]), (orders[-1], text_order(positions[-1]))
            for count, place in enumerate(ends.between(begin, end), 1):
                if count > most:
                    matcher.warn_candidates(row, count, most)
                    break
                covered = responses[place]
                if all(position in covered for position in must) and overlap(covered, positions) == len(covered):
                    candidates.append((one, place, len(covered) / len(positions)))
        yield from _best(matcher, mine, theirs, candidates)


def partial(matcher: Matcher) -> Iterator[tuple[int, int]]:
    def head(row: int) -> tuple[int, ...]:
        known = matcher.key.head_of(row)
        return () if known is None else (known,)

    return _within(matcher, head)


def craft(matcher: Matcher) -> Iterator[tuple[int, int]]:
    for mine, theirs in matcher.free():
        keys, responses = (
            [matcher.key.positions(row) for row in mine],
            [matcher.response.positions(row) for row in theirs],
        )
        yield from ((mine[one], theirs[two]) for one, two in first_come(keys, responses))


def minimum(matcher: Matcher) -> Iterator[tuple[int, int]]:
    """Match by the key's minimum spans, or else by MINA spans from its parse trees."""
    if matcher.key.minimum is not None:
        return _within(matcher, matcher.key.minimum_of)
    return _by_mina(matcher)


def _by_mina(matcher: Matcher) -> Iterator[tuple[int, int]]:
    def shared(one: int, two: int) -> float:
        mine, theirs = matcher.key.positions(one), matcher.response.positions(two)
        both = overlap(mine, theirs)
        return both / (len(mine) + len(theirs) - both)

    for mine, theirs in matcher.free():
        spans = mina.MinimumSpans(matcher.key, int(matcher.key.document[mine[0]]), matcher.option.format("min"))
        kinds: list[list[Hashable]] = [
            [spans.comparable(corpus.positions(row)) for row in rows]
            for corpus, rows in ((matcher.key, mine), (matcher.response, theirs))
        ]
        yield from _same_kind(matcher, (mine, theirs), (kinds[0], kinds[1]), shared)


def _zeros(matcher: Matcher) -> Iterator[tuple[int, int]]:
    """Match zeros of one sentence by their enhanced dependencies: relation and parent, then parent alone."""
    key_zeros, response_zeros = matcher.key.is_zero(), matcher.response.is_zero()
    for mine, theirs in matcher.free():
        here, there = [row for row in mine if key_zeros[row]], [row for row in theirs if response_zeros[row]]
        if not here or not there:
            continue
        one_side, other_side = _Zeros(matcher.key, here), _Zeros(matcher.response, there)
        by_sentence: dict[int, list[int]] = defaultdict(list)
        for two, sentence in enumerate(other_side.sentence):
            by_sentence[sentence].append(two)
        candidates: list[Candidate] = []
        most = most_candidates(len(here))
        for one, sentence in enumerate(one_side.sentence):
            places: Sequence[int] = by_sentence.get(sentence, ())
            if len(places) > most:
                matcher.warn_candidates(here[one], len(places), most)
                places = nearest(places, one, most)
            for two in places:
                score = _agreement(one_side.dependencies[one], other_side.dependencies[two])
                if score > 0:
                    candidates.append((one, two, score))
        yield from _best(matcher, here, there, candidates)


class _Zeros:
    """Zeros of one document: the sentence of each, and the parents and relations of its head."""

    def __init__(self, corpus: Corpus, rows: Rows) -> None:
        self.sentence: list[int] = []
        self.dependencies: list[frozenset[tuple[int, str]]] = []
        document = int(corpus.document[rows[0]])
        text = corpus.text(document)
        if text is None or not hasattr(text[0], "dependencies"):
            raise PairingError(
                "missing-dependencies",
                "zeros cannot be matched by dependencies without enhanced dependencies",
                corpus.sources[document],
                hint="use --zeros linear, or CoNLL-U files",
            )
        # Text order of each sentence end; an empty node that opens a sentence sorts after it.
        ends = [end * EMPTY_NODES + EMPTY_NODES // 2 for _, end in text[0].sentences(text[1]) or ()]
        for row in rows:
            known = corpus.head_of(row)
            head = corpus.positions(row)[0] if known is None else known
            self.sentence.append(bisect_left(ends, text_order(head)))
            self.dependencies.append(text[0].dependencies(text[1], head))


def _agreement(one: frozenset[tuple[int, str]], two: frozenset[tuple[int, str]]) -> float:
    parents = ({parent for parent, _ in side} for side in (one, two))
    return 10 * _f_score(one, two) + _f_score(*parents)


def _f_score(one: AbstractSet[object], two: AbstractSet[object]) -> float:
    return 2 * len(one & two) / (len(one) + len(two)) if one or two else 0.0
