"""`show`: one document with its mentions as a picture, for notebooks and for papers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import numpy as np

from corefscope.basics.arguments import text, whole
from corefscope.basics.escaping import quoted, visible
from corefscope.metrics.evidence import Evidence
from corefscope.model import Corpus, Integers
from corefscope.page.counterparts import counterparts, matched_rows
from corefscope.page.page_mentions import PageMentions, page_mentions
from corefscope.page.segments import TextSegments, segments_of
from corefscope.page.svg import SINGLETON, DrawnMention, colour, draw, label
from corefscope.problems import CorefscopeError, UnknownName
from corefscope.scoring.inputs import Input, read_all
from corefscope.settings import Settings

WORDS = 2_000  # shown unless more are asked for: a browser draws them at once


@dataclass(frozen=True)
class Drawing:
    """The picture of a document; a notebook shows it."""

    name: str
    svg: str

    def to_svg(self) -> str:
        return self.svg

    def to_html(self) -> str:
        """A page with only the picture."""
        head = f'<!doctype html>\n<meta charset="utf-8">\n<title>{escape(visible(self.name))}</title>\n'
        return f"{head}{self.svg}"

    def _repr_html_(self) -> str:
        return f'<div style="overflow-x: auto">{self.svg}</div>'

    def __repr__(self) -> str:
        return f"<Drawing of {quoted(self.name)}>"


def show(
    source: Input,
    document: str | None = None,
    *,
    words: int = WORDS,
    format: str | None = None,
    clusters: str | None = None,
) -> Drawing:
    """Draw a document with its mentions; a notebook shows it, `to_svg()` gives the picture for a paper.

    `source` is whatever `score` takes: a path, Documents, records, objects of other libraries. A document must be named
    if there are several. Of a long text the first `words` words are drawn.

    >>> record = {"doc_key": "story", "tokens": ["Ann", "saw", "her", "dog"], "clusters": [[[0, 0], [2, 2]]]}
    >>> show(record)
    <Drawing of 'story'>
    """
    settings = Settings(response_format=format, response_clusters=clusters)
    corpus = read_all([source], ["source"], settings, lambda step: None)[0]
    number = _number(document, corpus.names)
    corpus = corpus.of_documents(np.arange(corpus.document_count) == number)
    segments = _with_words(segments_of([(corpus, 0)]), corpus.names[0])
    side = page_mentions(corpus, np.zeros(1, np.int64), [segments])
    sizes = np.bincount(side.entity, minlength=corpus.entity_count)
    below = _drawn(side, _colours(sizes), np.ones(corpus.mention_count, bool), _limit(words))
    return _drawing(corpus.names[0], segments, [], below, _limit(words), "")


def show_pair(evidence: Evidence, document: str | None = None, words: int = WORDS) -> Drawing:
    """Draw a document with the mentions of the key above its words and those of the response below."""
    number = _number(document, evidence.key.names)
    key_rows = np.flatnonzero(evidence.key.document == number)
    response_documents = np.flatnonzero(evidence.partner == number)
    response_rows = np.flatnonzero(np.isin(evidence.response.document, response_documents))
    key = evidence.key.of_documents(np.arange(evidence.key.document_count) == number)
    response = evidence.response.of_documents(evidence.partner == number)
    name = evidence.key.names[number]
    sides = [(key, 0), *((response, place) for place in range(len(response_documents)))]
    segments = _with_words(segments_of(sides), name)
    shown_key = page_mentions(key, np.zeros(1, np.int64), [segments])
    shown_response = page_mentions(response, np.zeros(len(response_documents), np.int64), [segments])
    pairs = matched_rows(evidence)
    here = np.isin(pairs[0], key_rows)
    matched_key = np.searchsorted(key_rows, pairs[0][here])
    matched_response = np.searchsorted(response_rows, pairs[1][here])
    partner = counterparts(
        shown_key.entity_number[key.entity[matched_key]],
        shown_response.entity_number[response.entity[matched_response]],
        response.entity_count,
    )
    key_colours = _colours(np.bincount(shown_key.entity, minlength=key.entity_count))
    alone = _colours(np.bincount(shown_response.entity, minlength=response.entity_count), key.entity_count)
    colours = [alone[entity] if mate < 0 else key_colours[mate] for entity, mate in enumerate(partner.tolist())]
    limit = _limit(words)
    above = _drawn(shown_key, key_colours, _marked(key.mention_count, matched_key), limit)
    below = _drawn(shown_response, colours, _marked(response.mention_count, matched_response), limit)
    caption = "key above, response below; dashed: not in the other"
    return _drawing(name, segments, above, below, limit, caption)


def _number(document: str | None, names: Sequence[str]) -> int:
    if document is None:
        if len(names) == 1:
            return 0
        listed = ", ".join(quoted(name) for name in names[:5])
        raise CorefscopeError("several-documents", f"there are {len(names):,} documents", hint=f"name one: {listed}")
    if text(document, "document") not in names:
        raise UnknownName("document", document, names)
    return names.index(document)


def _limit(words: int) -> int:
    limit = whole(words, "words")
    if limit < 1:
        raise CorefscopeError("wrong-value", f"words should be at least 1, not {limit}")
    return limit


def _with_words(segments: TextSegments, name: str) -> TextSegments:
    if segments.words is None:
        raise CorefscopeError(
            "unknown-text", f"the words of document {quoted(name)} are not known", hint="give a format that holds them"
        )
    return segments


def _marked(count: int, rows: Integers) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    found = np.zeros(count, bool)
    found[rows] = True
    return found


def _colours(sizes: Integers, first: int = 0) -> list[str]:
    """Return a colour for each entity with several mentions, grey for the others."""
    return [colour(first + number) if size > 1 else SINGLETON for number, size in enumerate(sizes.tolist())]


def _drawn(
    side: PageMentions, colours: Sequence[str], matched: np.ndarray[tuple[int], np.dtype[np.bool_]], limit: int
) -> list[DrawnMention]:
    """Return the mentions that begin within the limit, cut there."""
    found = []
    corpus: Corpus = side.corpus
    for number in np.flatnonzero(side.first < limit).tolist():
        row = int(side.rows[number])
        runs = side.runs.get(number, [(int(side.first[number]), int(side.last[number]))])
        entity = int(corpus.entity[row])
        name = visible(corpus.entity_name(entity))
        kept = [(low, min(high, limit - 1)) for low, high in runs if low < limit]
        tooltip = name if matched[row] else f"{name}: not in the other"
        found.append(DrawnMention(kept, colours[side.entity_number[entity]], label(name), tooltip, bool(matched[row])))
    return found


def _drawing(
    name: str,
    segments: TextSegments,
    above: Sequence[DrawnMention],
    below: Sequence[DrawnMention],
    limit: int,
    caption: str,
) -> Drawing:
    all_words = segments.words or []
    if len(all_words) > limit:
        rest = f"the first {limit:,} of {len(all_words):,} words; words={len(all_words)} draws all"
        caption = f"{caption}; {rest}" if caption else rest
    words = all_words[:limit]
    svg = draw(words, segments.sentences, segments.tight, above, below, visible(name), caption)
    return Drawing(name, svg)
