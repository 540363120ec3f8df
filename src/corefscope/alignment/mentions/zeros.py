"""Zeros, that is empty nodes, by their enhanced dependencies: their sentences, parents and relations."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from corefscope.basics.escaping import quoted
from corefscope.model import EMPTY_NODES, Corpus, text_order
from corefscope.problems import Notices, PairingError
from corefscope.text import Text

UNKNOWN_RELATION = "_"
Links = frozenset[tuple[int, str]]  # parents with their relations


class ZeroPlace(NamedTuple):
    """The sentence of a zero, and the links of its head."""

    sentence: int
    links: Links


NO_PLACE = ZeroPlace(-1, frozenset())


def preceding_word(word: int) -> Links:
    """Return the links of a zero whose dependencies are not known: the word before it, if there is one."""
    return frozenset({(word, UNKNOWN_RELATION)}) if word >= 0 else frozenset()


def similarity(one: Links, two: Links) -> float:
    """Links that agree weigh ten times parents that agree; 0 if neither do."""
    parents = [{parent for parent, _ in links} for links in (one, two)]
    return 10 * _f_score(one, two) + _f_score(*parents)


def _f_score(one: AbstractSet[object], two: AbstractSet[object]) -> float:
    return 2 * len(one & two) / (len(one) + len(two)) if one or two else 0.0


def zero_places(
    corpus: Corpus, rows: Sequence[int], key_text: tuple[Text, int] | None = None, notices: Notices | None = None
) -> list[ZeroPlace]:
    """Return the places of the zeros of one document.

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
        fact, hint = "zeros cannot be matched by dependencies without enhanced dependencies", "use --zeros linear"
        raise PairingError("missing-dependencies", fact, corpus.where(rows[0])[0], hint=f"{hint}, or CoNLL-U files")
    own = text if has_dependencies or key_text is None else key_text
    # Text order of each sentence end; an empty node that opens a sentence sorts after it.
    ends = [end * EMPTY_NODES + EMPTY_NODES // 2 for _, end in (own[0].sentences(own[1]) if own else None) or ()]
    if text is not None and has_dependencies:
        links = [text[0].dependencies(text[1], head) for head in heads]  # type: ignore[attr-defined]
    else:
        links = [preceding_word(text_order(head) // EMPTY_NODES - 1) for head in heads]
        if notices is not None:
            fact = f"of document {quoted(corpus.names[document])}"
            notices.add("parent-before-zero", fact, corpus.where(rows[0])[0], count=len(rows))
    return [ZeroPlace(bisect_left(ends, text_order(head)), each) for head, each in zip(heads, links, strict=True)]
