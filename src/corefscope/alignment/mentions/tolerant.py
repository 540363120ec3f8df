"""Matching that tolerates different spans: by head, partial, by minimum span, and zeros by dependencies.

One to one and deterministic. Candidates come from an index, never from all pairs. The pairing with the largest
total similarity wins, and earlier mentions win ties.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

import numpy as np

from corefscope.alignment.mentions import Pairs, exact, mina
from corefscope.alignment.mentions.candidates import SpanIndex, most_candidates, nearest
from corefscope.alignment.mentions.coverage import overlap
from corefscope.alignment.mentions.one_to_one import TOO_MANY_TOGETHER, Candidate, best_pairs
from corefscope.arrays import rows_by_group
from corefscope.model import Corpus, Integers, MentionNames, place_in_text, text_order
from corefscope.problems import Notices, PairingError
from corefscope.settings import MATCHINGS
from corefscope.types.heads import key_texts, require_heads

Rows = Sequence[int]
TOO_MANY = ("too-many-candidates", "{0} has {1:,} or more candidates in the response; {2} were compared")
TOGETHER = "{1:,} connected candidate pairs, the first with {0}; they were paired greedily, the most similar first"


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
        from corefscope.alignment.mentions.zeros import by_dependencies

        matcher.add(by_dependencies(matcher))
    matcher.match_exact(same_head="response" in matching.heads)
    if matching.code:
        matcher.add(matching.load()(matcher))
    rows = np.array(matcher.matched, np.int64).reshape(-1, 2)
    return Pairs(rows[:, 0], rows[:, 1])


class Matcher:
    """The input of a matching mode: the two corpora, the mentions matched so far, and the free ones."""

    def __init__(self, key: Corpus, response: Corpus, partner: Integers, option: str, notices: Notices) -> None:
        self.key, self.response, self.partner, self.option = key, response, partner, option
        self.notices, self.names = notices, MentionNames(key)
        self.matched: list[tuple[int, int]] = []
        self.key_free = np.ones(key.mention_count, bool)
        self.response_free = np.ones(response.mention_count, bool)

    def add(self, chosen: Iterable[tuple[int, int]]) -> None:
        chosen = list(chosen)  # before any of them is marked
        self.matched += chosen
        for one, two in chosen:
            self.key_free[one] = self.response_free[two] = False

    def match_exact(self, same_head: bool) -> None:
        mine, theirs = exact.pairs(self.key, self.response, self.partner)
        free = self.key_free[mine] & self.response_free[theirs]
        if same_head and self.key.head is not None and self.response.head is not None:
            free &= self.key.head[mine] == self.response.head[theirs]
        self.add(zip(mine[free].tolist(), theirs[free].tolist(), strict=True))

    def warn(self, code: str, text: str, row: int, *numbers: int) -> None:
        """Warn about a key mention, for which `{0}` stands in the text, and about numbers."""
        self.notices.add(code, lambda: text.format(self.names.of(row), *numbers), *self.key.where(row))

    def free(self) -> Iterator[tuple[Rows, Rows]]:
        """Yield the unmatched rows of each document on both sides, in text order."""
        mine, theirs = np.flatnonzero(self.key_free), np.flatnonzero(self.response_free)
        of_key = self.partner[self.response.document[theirs]]
        theirs, of_key = theirs[of_key >= 0], of_key[of_key >= 0]
        of_document = [
            [rows[group] for group in rows_by_group(document, self.key.document_count)]
            for rows, document in ((mine, self.key.document[mine]), (theirs, of_key))
        ]
        for one, two in zip(*of_document, strict=True):
            if len(one) and len(two):
                yield _sorted(self.key, one.tolist()), _sorted(self.response, two.tolist())

    def best(self, mine: Rows, theirs: Rows, candidates: Iterable[Candidate]) -> Iterator[tuple[int, int]]:
        """Yield the best pairs of rows among candidates, which are numbers in these lists of rows."""

        def warn(count: int, first: int) -> None:
            self.warn(TOO_MANY_TOGETHER, TOGETHER, mine[first], count)

        return ((mine[one], theirs[two]) for one, two in best_pairs(candidates, warn))


def _sorted(corpus: Corpus, rows: Rows) -> list[int]:
    """Sort rows by the places of their mentions, independent of the order of the file."""
    return sorted(rows, key=lambda row: place_in_text(corpus.positions(row)))


def _of_equal_kind(
    matcher: Matcher,
    sides: tuple[Rows, Rows],
    kinds: Sequence[Sequence[Hashable]],
    similarity: Callable[[int, int], float],
) -> Iterator[tuple[int, int]]:
    """Pair mentions of equal kind by similarity; of too many candidates only the nearest are compared."""
    mine, theirs = sides
    same: dict[Hashable, list[int]] = defaultdict(list)
    for place, kind in enumerate(kinds[1]):
        same[kind].append(place)
    begins = [text_order(matcher.response.positions(row)[0]) for row in theirs]
    most = most_candidates(len(mine))
    candidates: list[Candidate] = []
    for one, row in enumerate(mine):
        places: Sequence[int] = same.get(kinds[0][one], ())
        if len(places) > most:
            matcher.warn(*TOO_MANY, row, len(places), most)
            places = nearest(places, bisect_left(begins, text_order(matcher.key.positions(row)[0])), most)
        candidates += [(one, two, similarity(row, theirs[two])) for two in places]
    return matcher.best(mine, theirs, candidates)


def by_head(matcher: Matcher) -> Iterator[tuple[int, int]]:
    """Match equal heads; similarity is the covered share of the key mention."""

    def covered(one: int, two: int) -> float:
        positions = matcher.key.positions(one)
        return overlap(positions, matcher.response.positions(two)) / len(positions)

    for mine, theirs in matcher.free():
        heads = [matcher.key.head_of(row) for row in mine], [matcher.response.head_of(row) for row in theirs]
        yield from _of_equal_kind(matcher, (mine, theirs), heads, covered)


def _within(matcher: Matcher, required: Callable[[int], tuple[int, ...]]) -> Iterator[tuple[int, int]]:
    """Match response mentions that lie within the key mention and contain its required positions."""
    for mine, theirs in matcher.free():
        responses = [matcher.response.positions(row) for row in theirs]
        index = SpanIndex(responses)
        most = most_candidates(len(mine))
        candidates: list[Candidate] = []
        for one, row in enumerate(mine):
            positions, must = matcher.key.positions(row), required(row)
            if not must:
                continue
            orders = sorted(map(text_order, must))
            # Such a response starts between the key mention's start and its first required position.
            begin, end = (text_order(positions[0]), orders[0]), (orders[-1], text_order(positions[-1]))
            places, more = index.between(begin, end, most)
            if more:
                matcher.warn(*TOO_MANY, row, most + 1, most)
            for two in places:
                covered = responses[two]
                if all(position in covered for position in must) and overlap(covered, positions) == len(covered):
                    candidates.append((one, two, len(covered) / len(positions)))
        yield from matcher.best(mine, theirs, candidates)


def partial(matcher: Matcher) -> Iterator[tuple[int, int]]:
    """Match response mentions that lie within the key mention and contain its head."""

    def head(row: int) -> tuple[int, ...]:
        token = matcher.key.head_of(row)
        return () if token is None else (token,)

    return _within(matcher, head)


def minimum(matcher: Matcher) -> Iterator[tuple[int, int]]:
    """Match by the key's minimum spans, or else by MINA spans from its parse trees."""
    if matcher.key.minimum is not None:
        return _within(matcher, matcher.key.minimum_of)
    return _by_mina(matcher)


def _by_mina(matcher: Matcher) -> Iterator[tuple[int, int]]:
    def jaccard(one: int, two: int) -> float:
        mine, theirs = matcher.key.positions(one), matcher.response.positions(two)
        both = overlap(mine, theirs)
        return both / (len(mine) + len(theirs) - both)

    for mine, theirs in matcher.free():
        spans = mina.MinimumSpans(matcher.key, int(matcher.key.document[mine[0]]), matcher.option.format("min"))
        sides = (matcher.key, mine), (matcher.response, theirs)
        kinds = [[spans.of(corpus.positions(row)) for row in rows] for corpus, rows in sides]
        yield from _of_equal_kind(matcher, (mine, theirs), kinds, jaccard)
