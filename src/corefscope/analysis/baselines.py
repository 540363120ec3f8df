"""Baselines on given mentions: all singletons, one entity, match of heads, of their lemmas, or of all words.

A system should beat them; their scores show how much of a metric's value needs no system.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace

import numpy as np

from corefscope.alignment.cleanup import resolve_repeats
from corefscope.analysis.mistakes.mention_info import MentionWords
from corefscope.basics.escaping import quoted
from corefscope.model import UNKNOWN, Corpus
from corefscope.problems import CorefscopeError, FormatError, Notices, UnknownName
from corefscope.scoring.groups import units
from corefscope.settings import DOCUMENT
from corefscope.types.heads import with_heads

WITHOUT = ("", "_", "-")  # what stands in a column of lemmas where there is none
_Groups = list[Hashable]  # a value per mention; mentions with equal values form an entity


def baseline(corpus: Corpus, kind: str, scope: str = DOCUMENT) -> Corpus:
    """Regroup the mentions of a key or a system within each document, without using the old entities.

    Under a wider `scope`, such as `topic`, entities of its documents share their ids. A mention in two entities counts
    once. Entity types and relations are dropped.
    """
    if kind not in BASELINES:
        raise UnknownName("baseline", kind, BASELINES)
    if kind in NEEDS and corpus.label is not None:
        fact = f"{kind} needs {NEEDS[kind]}, but the mentions are only ids"
        raise CorefscopeError("mentions-without-place", fact, corpus.sources[0])
    corpus = resolve_repeats(corpus, "first", Notices())
    groups = BASELINES[kind](corpus)
    numbers: dict[tuple[int, Hashable], int] = {}
    # Entities are numbered document by document, as a Corpus has them.
    for row in np.argsort(corpus.document, kind="stable").tolist():
        numbers.setdefault((int(corpus.document[row]), groups[row]), len(numbers))
    places = [(int(document), groups[row]) for row, document in enumerate(corpus.document)]
    document = np.array([document for document, _ in numbers], np.int64)
    unit = units(corpus, scope).of_document.tolist()
    # Ids are counted in each document; across documents in all, since units may be joined later.
    ids: dict[tuple[int, Hashable], str] = {}
    count: Counter[int] = Counter()
    for place, group in numbers:
        if (unit[place], group) not in ids:
            counted = unit[place] if scope == DOCUMENT else 0
            ids[unit[place], group] = str(count[counted])
            count[counted] += 1
    names = np.array([ids[unit[place], group] for place, group in numbers], object)
    return replace(
        corpus,
        entity=np.array([numbers[place] for place in places], np.int64),
        entity_document=document,
        entity_id=names,
        entity_type=None,
        relations=(),
        own_ids=corpus.own_ids or scope != DOCUMENT,
    )


def _singletons(corpus: Corpus) -> _Groups:
    """No mention corefers with another (Recasens & Hovy 2011, Table 3)."""
    return list(range(corpus.mention_count))


def _one_entity(corpus: Corpus) -> _Groups:
    """All mentions of a document corefer (Recasens & Hovy 2011, Table 3)."""
    return [None] * corpus.mention_count


def _head_match(corpus: Corpus) -> _Groups:
    """Mentions with the same lower-case head corefer (Recasens & Hovy 2011, Table 14); a zero stays alone."""
    words = MentionWords(corpus)
    return [_words(words, row, (head,)) if head >= 0 else row for row, head in enumerate(_heads(corpus, "head-match"))]


def _head_lemma(corpus: Corpus) -> _Groups:
    """Mentions whose heads have the same lower-case lemma corefer (Cattan et al. 2021); a zero stays alone.

    A head without a lemma, as nouns have none in CoNLL-2012, counts by its word.
    """
    heads = _heads(corpus, "head-lemma")
    layers: dict[int, list[str]] = {}
    groups: _Groups = []
    for row, head in enumerate(heads):
        document = int(corpus.document[row])
        if document not in layers:
            text = corpus.text(document)
            lemmas = (text[0].layer(text[1], "lemma") if text else None) or []
            if text is None or all(lemma in WITHOUT for lemma in lemmas):
                fact = f"head-lemma needs lemmas, which document {quoted(corpus.names[document])} does not have"
                raise FormatError("missing-lemmas", fact, corpus.sources[document], hint="use --kind head-match")
            words = text[0].words(text[1]) or lemmas
            pairs = zip(lemmas, words, strict=True)
            layers[document] = [(word if lemma in WITHOUT else lemma).lower() for lemma, word in pairs]
        groups.append(layers[document][head] if head >= 0 else row)
    return groups


def _heads(corpus: Corpus, kind: str) -> list[int]:
    """The head of each mention; an error if one has none."""
    full, rules = with_heads(corpus)
    heads = np.full(corpus.mention_count, UNKNOWN) if full.head is None else full.head
    if rules["unknown"]:
        row = int(np.flatnonzero(heads == UNKNOWN)[0])
        document = int(corpus.document[row])
        others = f", nor have {rules['unknown'] - 1:,} others" if rules["unknown"] > 1 else ""
        raise FormatError(
            "baseline-without-heads",
            f"{kind} needs heads: {corpus.describe_mention(row)} of document {quoted(corpus.names[document])} "
            f"has none{others}",
            corpus.sources[document],
            int(corpus.line[row]) or None,
            "CorefUD files give heads, and so do parse or dependency columns; or use --kind string-match",
        )
    return [int(head) for head in heads]


def _string_match(corpus: Corpus) -> _Groups:
    """Mentions with the same lower-case words corefer; a zero stays alone."""
    words = MentionWords(corpus)
    return [_words(words, row, corpus.positions(row)) or row for row in range(corpus.mention_count)]


def _words(words: MentionWords, row: int, places: Sequence[int]) -> tuple[str, ...]:
    """Return the lower-case words, or characters, at positions of a mention's document; an empty node has none."""
    corpus = words.corpus
    if not any(place >= 0 for place in places):
        return ()
    document = int(corpus.document[row])
    text = words.text(document)
    if not text:
        name = quoted(corpus.names[document])
        fact = f"the words of document {name} are not known, so nothing can be matched by them"
        hint = "use a format with its text, such as CoNLL"
        raise FormatError("unknown-text", fact, corpus.sources[document], hint=hint)
    return tuple(text[place].lower() for place in places if place >= 0)


BASELINES: dict[str, Callable[[Corpus], _Groups]] = {
    "singletons": _singletons,
    "one-entity": _one_entity,
    "head-match": _head_match,
    "head-lemma": _head_lemma,
    "string-match": _string_match,
}
NEEDS = {"head-match": "heads", "head-lemma": "heads", "string-match": "words"}
