"""Zeros, that is empty nodes, of one sentence are matched by their enhanced dependencies."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, NamedTuple

from corefscope.alignment.mentions.candidates import most_candidates, nearest
from corefscope.basics.escaping import quoted
from corefscope.model import EMPTY_NODES, Corpus, text_order
from corefscope.problems import Notices, PairingError
from corefscope.text import Text

if TYPE_CHECKING:
    from corefscope.alignment.mentions.one_to_one import Candidate
    from corefscope.alignment.mentions.tolerant import Matcher

UNKNOWN_RELATION = "_"


class ZeroPlace(NamedTuple):
    """The sentence of a zero, and the parents of its head with their relations."""

    sentence: int
    links: frozenset[tuple[int, str]]


NO_PLACE = ZeroPlace(-1, frozenset())


def preceding_word(word: int) -> frozenset[tuple[int, str]]:
    """Return the links of a zero whose dependencies are not known: the word before it, if there is one."""
    return frozenset({(word, UNKNOWN_RELATION)}) if word >= 0 else frozenset()


def by_dependencies(matcher: Matcher) -> Iterator[tuple[int, int]]:
    """Match zeros of one sentence by relation and parent, then by the parent alone."""
    from corefscope.alignment.mentions.tolerant import TOO_MANY

    key_zeros, response_zeros = matcher.key.is_zero(), matcher.response.is_zero()
    for mine, theirs in matcher.free():
        here, there = [row for row in mine if key_zeros[row]], [row for row in theirs if response_zeros[row]]
        if not here or not there:
            continue
        own_text = matcher.key.text(int(matcher.key.document[here[0]]))
        key_places = _places(matcher.key, here)
        response_places = _places(matcher.response, there, own_text, matcher.notices)
        by_sentence: dict[int, list[int]] = defaultdict(list)
        for two, place in enumerate(response_places):
            by_sentence[place.sentence].append(two)
        candidates: list[Candidate] = []
        most = most_candidates(len(here))
        for one, (sentence, links) in enumerate(key_places):
            numbers: Sequence[int] = by_sentence.get(sentence, ())
            if len(numbers) > most:
                matcher.warn(*TOO_MANY, here[one], len(numbers), most)
                numbers = nearest(numbers, one, most)
            for two in numbers:
                others = response_places[two].links
                parents = ({parent for parent, _ in side} for side in (links, others))
                similarity = 10 * _f_score(links, others) + _f_score(*parents)
                if similarity > 0:
                    candidates.append((one, two, similarity))
        yield from matcher.best(here, there, candidates)


def _places(
    corpus: Corpus, rows: Sequence[int], key_text: tuple[Text, int] | None = None, notices: Notices | None = None
) -> list[ZeroPlace]:
    """Return the sentence of each zero of one document, and the parents and relations of its head.

    A response without dependencies, e.g. a language model's, has the key's sentences, and each zero the word before
    it as its parent, with an unknown relation; so does text2text-coref, which makes CoNLL-U of such responses.
    """
    document = int(corpus.document[rows[0]])
    text = corpus.text(document)
    heads = [corpus.positions(row)[0] if (head := corpus.head_of(row)) is None else head for row in rows]
    aligned: dict[tuple[int, int], ZeroPlace] | None = getattr(text and text[0], "zeros", None)
    if aligned is not None:
        return [aligned.get((document, head), NO_PLACE) for head in heads]
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
        links = [text[0].dependencies(text[1], head) for head in heads]  # type: ignore[attr-defined]
    else:
        links = [preceding_word(text_order(head) // EMPTY_NODES - 1) for head in heads]
        if notices is not None:
            fact = f"of document {quoted(corpus.names[document])}"
            notices.add("parent-before-zero", fact, corpus.where(rows[0])[0], count=len(rows))
    return list(map(ZeroPlace, sentences, links))


def _f_score(one: AbstractSet[object], two: AbstractSet[object]) -> float:
    return 2 * len(one & two) / (len(one) + len(two)) if one or two else 0.0
