"""Matching that tolerates different spans: by head, partial, by minimum span, and zeros by dependencies.

One to one and deterministic: the pairing with the largest total similarity wins, and earlier mentions win ties.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefscope.alignment.mentions import Pairs, exact, mina
from corefscope.alignment.mentions.coverage import overlap
from corefscope.alignment.mentions.one_to_one import Candidate, best_pairs
from corefscope.arrays import rows_by_group
from corefscope.basics.escaping import quoted
from corefscope.model import EMPTY_NODES, Corpus, Integers, place_in_text, text_order
from corefscope.problems import Notices, PairingError
from corefscope.settings import MATCHINGS
from corefscope.text import Text
from corefscope.types.heads import key_texts, require_heads

Rows = Sequence[int]


def pairs(
    key: Corpus, response: Corpus, partner: Integers, how: str, zeros: str, notices: Notices, option: str
) -> Pairs:
    """Match zeros by dependencies, then exact pairs, then what the method adds."""
    if key.label is not None or response.label is not None:
        other = option.format(how) if how != "exact" else f"--zeros {zeros}"
        fact = f"mentions that are ids can only be matched exactly, not with {other}"
        raise PairingError("mentions-without-place", fact)
    mode = MATCHINGS[how]
    if "key" in mode.heads:
        key = require_heads(key, "key", how, option)
    if "response" in mode.heads:
        response = require_heads(response, "response", how, option, key_texts(key, response, partner))
    matcher = Matcher(key, response, partner, option, notices)
    if zeros == "dependent":
        matcher.match(_by_dependencies, key.is_zero(), response.is_zero())
    matcher.match_exact(same_head="response" in mode.heads)
    if mode.code:
        matcher.match(mode.load(), *(np.ones(side.mention_count, bool) for side in (key, response)))
    rows = np.array(matcher.matched, np.int64).reshape(-1, 2)
    return Pairs(rows[:, 0], rows[:, 1])


class Matcher:
    """The input of a matching mode: the two corpora, and the mentions matched so far."""

    def __init__(self, key: Corpus, response: Corpus, partner: Integers, option: str, notices: Notices) -> None:
        self.key, self.response, self.partner, self.option, self.notices = key, response, partner, option, notices
        self.matched: list[tuple[int, int]] = []
        self.key_free = np.ones(key.mention_count, bool)
        self.response_free = np.ones(response.mention_count, bool)

    def match(self, mode: Mode, of_key: NDArray[np.bool_], of_response: NDArray[np.bool_]) -> None:
        """Add the best pairs of the unmatched mentions, document by document and in text order."""
        mine = np.flatnonzero(self.key_free & of_key)
        document = self.partner[self.response.document]
        theirs = np.flatnonzero(self.response_free & of_response & (document >= 0))
        groups = (
            rows_by_group(self.key.document[mine], self.key.document_count),
            rows_by_group(document[theirs], self.key.document_count),
        )
        for number, (one, two) in enumerate(zip(*groups, strict=True)):
            if len(one) and len(two):
                ours, others = _in_text_order(self.key, mine[one]), _in_text_order(self.response, theirs[two])
                candidates = mode(self, ours, others)
                best = best_pairs(candidates, len(one) + len(two), self.key.sources[number])
                self._add((ours[place], others[other]) for place, other in best)

    def match_exact(self, same_head: bool) -> None:
        mine, theirs = exact.pairs(self.key, self.response, self.partner)
        free = self.key_free[mine] & self.response_free[theirs]
        if same_head and self.key.head is not None and self.response.head is not None:
            free &= self.key.head[mine] == self.response.head[theirs]
        self._add(zip(mine[free].tolist(), theirs[free].tolist(), strict=True))

    def _add(self, pairs: Iterable[tuple[int, int]]) -> None:
        for one, two in pairs:
            self.matched.append((one, two))
            self.key_free[one] = self.response_free[two] = False


# A mode compares unmatched mentions of one document, by their numbers in two lists of rows.
Mode = Callable[[Matcher, Rows, Rows], Iterable[Candidate]]


def _in_text_order(corpus: Corpus, rows: Integers) -> list[int]:
    """Sort rows by the places of their mentions, independent of the order of the file."""
    return sorted(rows.tolist(), key=lambda row: place_in_text(corpus.positions(row)))


def by_head(matcher: Matcher, mine: Rows, theirs: Rows) -> Iterator[Candidate]:
    """Match equal heads; similarity is the covered share of the key mention."""

    def covered(one: int, two: int) -> float:
        positions = matcher.key.positions(mine[one])
        return overlap(positions, matcher.response.positions(theirs[two])) / len(positions)

    heads = [matcher.key.head_of(row) for row in mine], [matcher.response.head_of(row) for row in theirs]
    return _of_equal_kind(heads, covered)


def partial(matcher: Matcher, mine: Rows, theirs: Rows) -> Iterator[Candidate]:
    """Match response mentions that lie within the key mention and contain its head."""
    heads = map(matcher.key.head_of, mine)
    return _within(matcher, mine, theirs, [() if head is None else (head,) for head in heads])


def minimum(matcher: Matcher, mine: Rows, theirs: Rows) -> Iterator[Candidate]:
    """Match by the key's minimum spans, or else by MINA spans from its parse trees."""
    if matcher.key.minimum is not None:
        return _within(matcher, mine, theirs, [matcher.key.minimum_of(row) for row in mine])

    def jaccard(one: int, two: int) -> float:
        positions, others = matcher.key.positions(mine[one]), matcher.response.positions(theirs[two])
        both = overlap(positions, others)
        return both / (len(positions) + len(others) - both)

    spans = mina.MinimumSpans(matcher.key, int(matcher.key.document[mine[0]]), matcher.option.format("min"))
    sides = (matcher.key, mine), (matcher.response, theirs)
    kinds = [[spans.of(corpus.positions(row)) for row in rows] for corpus, rows in sides]
    return _of_equal_kind(kinds, jaccard)


def _by_dependencies(matcher: Matcher, mine: Rows, theirs: Rows) -> Iterator[Candidate]:
    """Match zeros of one sentence by relation and parent, then by the parent alone."""
    key_text = matcher.key.text(int(matcher.key.document[mine[0]]))
    places = _zero_places(matcher.key, mine), _zero_places(matcher.response, theirs, key_text, matcher.notices)

    def same_links(one: int, two: int) -> float | None:
        return _similarity(places[0][one].links, places[1][two].links) or None

    return _of_equal_kind([[place.sentence for place in side] for side in places], same_links)


def _of_equal_kind(
    kinds: Sequence[Sequence[Hashable]], similarity: Callable[[int, int], float | None]
) -> Iterator[Candidate]:
    """Compare only mentions of equal kind."""
    mine, theirs = kinds
    of_kind: dict[Hashable, list[int]] = defaultdict(list)
    for two, kind in enumerate(theirs):
        of_kind[kind].append(two)
    for one, kind in enumerate(mine):
        for two in of_kind.get(kind, ()):
            yield one, two, similarity(one, two)


def _within(matcher: Matcher, mine: Rows, theirs: Rows, required: Sequence[tuple[int, ...]]) -> Iterator[Candidate]:
    """Compare with the response mentions that lie within the key mention and contain its required positions."""
    responses = [matcher.response.positions(row) for row in theirs]
    begins = [text_order(positions[0]) for positions in responses]
    ends = [text_order(positions[-1]) for positions in responses]
    for one, row in enumerate(mine):
        if not required[one]:
            continue
        positions, orders = matcher.key.positions(row), sorted(map(text_order, required[one]))
        # Such a response begins between the key mention's begin and its first required position.
        low, high = bisect_left(begins, text_order(positions[0])), bisect_right(begins, orders[0])
        last = text_order(positions[-1])
        for two in range(low, high):
            covered = responses[two]
            fits = orders[-1] <= ends[two] <= last and all(each in covered for each in required[one])
            fits = fits and overlap(covered, positions) == len(covered)
            yield one, two, len(covered) / len(positions) if fits else None


UNKNOWN_RELATION = "_"
Links = frozenset[tuple[int, str]]  # parents with their relations


class ZeroPlace(NamedTuple):
    """The sentence of a zero, and the links of its head."""

    sentence: int
    links: Links


def _similarity(one: Links, two: Links) -> float:
    """Weigh agreement of links ten times as much as agreement of parents; 0 if neither agrees."""
    parents = [{parent for parent, _ in links} for links in (one, two)]
    return 10 * _f_score(one, two) + _f_score(*parents)


def _f_score(one: AbstractSet[object], two: AbstractSet[object]) -> float:
    return 2 * len(one & two) / (len(one) + len(two)) if one or two else 0.0


def _zero_places(
    corpus: Corpus, rows: Sequence[int], key_text: tuple[Text, int] | None = None, notices: Notices | None = None
) -> list[ZeroPlace]:
    """Return the places of the zeros of one document; a response without dependencies has the key's sentences."""
    document = int(corpus.document[rows[0]])
    text = corpus.text(document)
    aligned: dict[tuple[int, int], ZeroPlace] | None = getattr(text and text[0], "zeros", None)
    if aligned is not None:
        return [aligned.get((document, _node(corpus, row)), ZeroPlace(-1, frozenset())) for row in rows]
    own = text if text is not None and hasattr(text[0], "dependencies") else key_text
    if own is None:
        fact, hint = "zeros cannot be matched by dependencies without enhanced dependencies", "use --zeros linear"
        raise PairingError("missing-dependencies", fact, corpus.where(rows[0])[0], hint=f"{hint}, or CoNLL-U files")
    return zero_places(corpus, rows, own[0].sentences(own[1]) or (), notices)


def zero_places(
    corpus: Corpus,
    rows: Sequence[int],
    sentences: Sequence[tuple[int, int]],
    notices: Notices | None,
    key_word: Callable[[int], int | None] = lambda word: word,
) -> list[ZeroPlace]:
    """Return the sentences and parents of zeros of one document, in words of the key; None is a word that it lacks.

    In a text without dependencies, e.g. a language model's, each zero has the word before it as its parent, with an
    unknown relation. text2text-coref does the same when it converts such responses.
    """
    text, ends, places = corpus.text(int(corpus.document[rows[0]])), [end for _, end in sentences], []
    dependencies = None if text is None else getattr(text[0], "dependencies", None)
    for row in rows:
        node = _node(corpus, row)
        words, number = divmod(text_order(node), EMPTY_NODES)
        # An empty node that opens a sentence comes after the end of the one before.
        near = key_word(words if number >= EMPTY_NODES // 2 else words - 1)
        if text is None or dependencies is None:
            before = (word for place in range(words - 1, -1, -1) if (word := key_word(place)) is not None)
            links = frozenset((word, UNKNOWN_RELATION) for word in islice(before, 1))
        else:
            parents = dependencies(text[1], node)
            moved = ((key_word(parent) if parent >= 0 else parent, relation) for parent, relation in parents)
            links = frozenset((parent, relation) for parent, relation in moved if parent is not None)
        places.append(ZeroPlace(bisect_right(ends, -1 if near is None else near), links))
    if dependencies is None and notices is not None:
        source, name = corpus.where(rows[0])[0], corpus.names[corpus.document[rows[0]]]
        notices.add("parent-before-zero", f"of document {quoted(name)}", source, count=len(rows))
    return places


def _node(corpus: Corpus, row: int) -> int:
    """Return the empty node that is the head of a zero."""
    head = corpus.head_of(row)
    return corpus.positions(row)[0] if head is None else head
