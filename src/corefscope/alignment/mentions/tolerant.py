"""Matching that tolerates different spans: by head, partial, by minimum span, and zeros by dependencies.

One to one and deterministic. Candidates come from an index, never from all pairs. The pairing with the largest
total similarity wins, and earlier mentions win ties.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet

import numpy as np

from corefscope.alignment.mentions import Pairs, exact, mina
from corefscope.alignment.mentions.candidates import SpanIndex, most_candidates, nearest
from corefscope.alignment.mentions.coverage import overlap
from corefscope.alignment.mentions.one_to_one import TOO_MANY_TOGETHER, Candidate, best_pairs
from corefscope.alignment.mentions.zero_places import NO_PLACE, ZeroPlace, preceding_word
from corefscope.basics.escaping import quoted
from corefscope.model import EMPTY_NODES, Corpus, Integers, MentionNames, place_in_text, text_order
from corefscope.problems import Notices, PairingError
from corefscope.settings import MATCHINGS
from corefscope.text import Text
from corefscope.types.heads import key_texts, require_heads

Rows = Sequence[int]
TOO_MANY = ("too-many-candidates", "{0} has {1:,} or more candidates in the response; {2} were compared")


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
        self.key, self.response, self.partner, self.option = key, response, partner, option
        self.notices, self.names = notices, MentionNames(key)
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
        found = exact.pairs(self.key, self.response, self.partner)
        for one, two in zip(found.key.tolist(), found.response.tolist(), strict=True):
            same = not same_head or self.key.head_of(one) == self.response.head_of(two)
            if same and self.key_free[one] and self.response_free[two]:
                self.add([(one, two)])

    def warn(self, code: str, text: str, row: int, *numbers: int) -> None:
        """Warn about a key mention, for which `{0}` stands in the text, and about numbers."""

        def filled() -> str:
            return text.format(self.names.of(row), *numbers)

        self.notices.add(code, filled, *self.key.where(row))

    def free(self) -> Iterator[tuple[Rows, Rows]]:
        """Yield the unmatched rows of each document on both sides, in text order."""
        theirs: dict[int, list[int]] = defaultdict(list)
        for row in np.flatnonzero(self.response_free).tolist():
            theirs[int(self.partner[self.response.document[row]])].append(row)
        mine: dict[int, list[int]] = defaultdict(list)
        for row in np.flatnonzero(self.key_free).tolist():
            if int(self.key.document[row]) in theirs:
                mine[int(self.key.document[row])].append(row)
        for document, rows in mine.items():
            yield _sorted(self.key, rows), _sorted(self.response, theirs[document])


def _sorted(corpus: Corpus, rows: Rows) -> list[int]:
    """Sort rows by the places of their mentions, independent of the order of the file."""
    return sorted(rows, key=lambda row: place_in_text(corpus.positions(row)))


def _best(matcher: Matcher, mine: Rows, theirs: Rows, candidates: Iterable[Candidate]) -> Iterator[tuple[int, int]]:
    text = "{1:,} connected candidate pairs, the first with {0}; they were paired greedily, the most similar first"
    for one, two in best_pairs(
        candidates, lambda count, first: matcher.warn(TOO_MANY_TOGETHER, text, mine[first], count)
    ):
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
            matcher.warn(*TOO_MANY, row, len(places), most)
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
                    matcher.warn(*TOO_MANY, row, count, most)
                    break
                covered = responses[place]
                if all(position in covered for position in must) and overlap(covered, positions) == len(covered):
                    candidates.append((one, place, len(covered) / len(positions)))
        yield from _best(matcher, mine, theirs, candidates)


def partial(matcher: Matcher) -> Iterator[tuple[int, int]]:
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
    def shared(one: int, two: int) -> float:
        mine, theirs = matcher.key.positions(one), matcher.response.positions(two)
        both = overlap(mine, theirs)
        return both / (len(mine) + len(theirs) - both)

    for mine, theirs in matcher.free():
        spans = mina.MinimumSpans(matcher.key, int(matcher.key.document[mine[0]]), matcher.option.format("min"))
        kinds: list[list[Hashable]] = [
            [spans.of(corpus.positions(row)) for row in rows]
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
        sentences, links = _zeros_of(matcher.key, here)
        own_text = matcher.key.text(int(matcher.key.document[here[0]]))
        other_sentences, other_links = _zeros_of(matcher.response, there, own_text, matcher.notices)
        by_sentence: dict[int, list[int]] = defaultdict(list)
        for two, sentence in enumerate(other_sentences):
            by_sentence[sentence].append(two)
        candidates: list[Candidate] = []
        most = most_candidates(len(here))
        for one, sentence in enumerate(sentences):
            places: Sequence[int] = by_sentence.get(sentence, ())
            if len(places) > most:
                matcher.warn(*TOO_MANY, here[one], len(places), most)
                places = nearest(places, one, most)
            for two in places:
                parents = ({parent for parent, _ in side} for side in (links[one], other_links[two]))
                score = 10 * _f_score(links[one], other_links[two]) + _f_score(*parents)
                if score > 0:
                    candidates.append((one, two, score))
        yield from _best(matcher, here, there, candidates)


def _zeros_of(
    corpus: Corpus, rows: Rows, key_text: tuple[Text, int] | None = None, notices: Notices | None = None
) -> tuple[list[int], list[frozenset[tuple[int, str]]]]:
    """Return the sentence of each zero of one document, and the parents and relations of its head.

    A response without dependencies, such as a language model's, has the key's sentences, and each zero the word before
    it as its parent, with an unknown relation; so does text2text-coref, by which these are made CoNLL-U.
    """
    document = int(corpus.document[rows[0]])
    text = corpus.text(document)
    heads_and_starts = [(corpus.head_of(row), corpus.positions(row)[0]) for row in rows]
    heads = [first if head is None else head for head, first in heads_and_starts]
    aligned: dict[tuple[int, int], ZeroPlace] | None = getattr(text and text[0], "zeros", None)
    if aligned is not None:
        places = [aligned.get((document, head), NO_PLACE) for head in heads]
        return [place.sentence for place in places], [place.links for place in places]
    has_dependencies = text is not None and hasattr(text[0], "dependencies")
    if not has_dependencies and key_text is None:
        raise PairingError(
            "missing-dependencies",
            "zeros cannot be matched by dependencies without enhanced dependencies",
            corpus.where(rows[0])[0],
            hint="use --zeros linear, or CoNLL-U files",
        )
    own = text if has_dependencies or key_text is None else key_text
    # Text order of each sentence end; an empty node that opens a sentence sorts after it.
    ends = [end * EMPTY_NODES + EMPTY_NODES // 2 for _, end in (own[0].sentences(own[1]) if own else None) or ()]
    sentences = [bisect_left(ends, text_order(head)) for head in heads]
    if text is not None and has_dependencies:
        return sentences, [text[0].dependencies(text[1], head) for head in heads]  # type: ignore[attr-defined]
    if notices is not None:
        fact = f"of document {quoted(corpus.names[document])}"
        notices.add("parent-before-zero", fact, corpus.where(rows[0])[0], count=len(rows))
    return sentences, [preceding_word(text_order(head) // EMPTY_NODES - 1) for head in heads]


def _f_score(one: AbstractSet[object], two: AbstractSet[object]) -> float:
    return 2 * len(one & two) / (len(one) + len(two)) if one or two else 0.0
