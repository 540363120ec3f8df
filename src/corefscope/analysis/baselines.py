"""Baselines on existing mentions: all singletons, one entity, or equal heads, head lemmas or words.

A system should beat them; their scores show how much of a metric's value needs no system.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from dataclasses import replace
from operator import itemgetter

import numpy as np

from corefscope.alignment.cleanup import resolve_repeats
from corefscope.analysis.mentions import MentionWords
from corefscope.basics.escaping import quoted
from corefscope.model import UNKNOWN, Corpus, Integers
from corefscope.problems import FormatError, Notices, UnknownName
from corefscope.scoring.groups import units
from corefscope.settings import DEFAULTS, DOCUMENT
from corefscope.types.heads import with_heads

WITHOUT = ("", "_", "-")  # the values of a lemma column that mean “no lemma”
_Values = list[Hashable]  # one per mention; mentions with equal values form an entity


def baseline(corpus: Corpus, kind: str, scope: str = DOCUMENT) -> Corpus:
    """Regroup the mentions of a key or a system within each document, without using the old entities.

    Under a wider `scope`, such as `topic`, entities of its documents share their ids. A mention in two entities counts
    once. Entity types and relations are dropped.
    """
    if kind not in BASELINES:
        raise UnknownName("baseline", kind, BASELINES)
    corpus = resolve_repeats(corpus, DEFAULTS, Notices())
    groups = list(zip(corpus.document.tolist(), BASELINES[kind](corpus), strict=True))
    # Entities are numbered document by document, as in any Corpus.
    entities = dict.fromkeys(sorted(groups, key=itemgetter(0)))
    number = {group: place for place, group in enumerate(entities)}
    unit = units(corpus, scope).of_document.tolist()
    # Ids count from 0 in each document, or over all documents, since units may be joined later.
    ids: dict[int, dict[Hashable, str]] = defaultdict(dict)
    names = []
    for document, value in entities:
        others = ids[unit[document] if scope == DOCUMENT else 0]
        names.append(others.setdefault((unit[document], value), str(len(others))))
    return replace(
        corpus,
        entity=np.array([number[group] for group in groups], np.int64),
        entity_document=np.array([document for document, _ in entities], np.int64),
        entity_id=np.array(names, object),
        entity_type=None,
        relations=(),
        own_ids=corpus.own_ids or scope != DOCUMENT,
    )


def _string_match(corpus: Corpus) -> _Values:
    """Return the lower-case words of each mention; a zero stays alone."""
    words = MentionWords(corpus)
    return [_words(words, row, corpus.positions(row)) or row for row in range(corpus.mention_count)]


def _head_match(corpus: Corpus) -> _Values:
    """Return the lower-case head of each mention (Recasens & Hovy 2011, Table 14); a zero stays alone."""
    words = MentionWords(corpus)
    return [_words(words, row, [head]) or row for row, head in enumerate(_heads(corpus, "head-match"))]


def _head_lemma(corpus: Corpus) -> _Values:
    """Return the lower-case lemma of each mention's head (Cattan et al. 2021); a zero stays alone.

    A head without a lemma, e.g. a noun in CoNLL-2012, counts by its word.
    """
    heads = _heads(corpus, "head-lemma")
    lemmas: dict[int, list[str]] = {}
    for document in np.unique(corpus.document).tolist():
        text = corpus.text(document)
        layer = (text[0].layer(text[1], "lemma") if text else None) or []
        if text is None or all(lemma in WITHOUT for lemma in layer):
            fact = f"head-lemma needs lemmas, which document {quoted(corpus.names[document])} does not have"
            raise FormatError("missing-lemmas", fact, corpus.sources[document], hint="use --kind head-match")
        pairs = zip(layer, text[0].words(text[1]) or layer, strict=True)
        lemmas[document] = [(word if lemma in WITHOUT else lemma).lower() for lemma, word in pairs]
    places = enumerate(zip(corpus.document.tolist(), heads, strict=True))
    return [lemmas[document][head] if head >= 0 else row for row, (document, head) in places]


def _heads(corpus: Corpus, kind: str) -> list[int]:
    """Return the head of each mention; raise an error if one has none."""
    full, rules = with_heads(corpus)
    heads: Integers = np.full(corpus.mention_count, UNKNOWN) if full.head is None else full.head
    if rules["unknown"]:
        row = int(np.flatnonzero(heads == UNKNOWN)[0])
        fact = f"{kind} needs heads: {rules['unknown']:,} mentions have none, first {corpus.describe_mention(row)}"
        hint = "CorefUD files give heads, and so do parse or dependency columns; or use --kind string-match"
        raise FormatError("baseline-without-heads", fact, *corpus.where(row), hint)
    return list(map(int, heads))


def _words(words: MentionWords, row: int, positions: Iterable[int]) -> tuple[str, ...]:
    """Return the lower-case words, or characters, at positions of a mention's document; an empty node has none."""
    corpus, places = words.corpus, [place for place in positions if place >= 0]
    document = int(corpus.document[row])
    text = words.text(document) if places else ""
    if places and not text:
        fact = f"the words of document {quoted(corpus.names[document])} are unknown"
        raise FormatError("unknown-text", fact, corpus.sources[document], hint="use a format with its text")
    return tuple(text[place].lower() for place in places) if text else ()


BASELINES: dict[str, Callable[[Corpus], _Values]] = {
    # No mention corefers with another, or all of a document do (Recasens & Hovy 2011, Table 3).
    "singletons": lambda corpus: list(range(corpus.mention_count)),
    "one-entity": lambda corpus: [None] * corpus.mention_count,
    "head-match": _head_match,
    "head-lemma": _head_lemma,
    "string-match": _string_match,
}
