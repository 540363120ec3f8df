"""The mentions of a side in characters of the key's text."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from corefscope.alignment.mentions.coverage import runs, with_spans
from corefscope.alignment.mentions.tolerant import ZeroPlace, zero_places
from corefscope.alignment.texts.letter_text import LetterText
from corefscope.alignment.texts.projection import Projection, Run, lists_strings
from corefscope.arrays import rows_by_group
from corefscope.basics.codes import WarningCode
from corefscope.basics.escaping import quoted
from corefscope.model import CHARACTERS, TOKENS, Corpus, Mention, MentionNames, Relation
from corefscope.problems import Notices
from corefscope.text import PlainText, Text
from corefscope.types.heads import by_document, with_heads

ZeroPlaces = dict[tuple[int, int], ZeroPlace]  # by document and position


@dataclass
class AlignedText(PlainText):
    """Running text, and the places of its zeros in the words of the key, if they are needed."""

    zeros: ZeroPlaces | None = None


class ProjectedMentions:
    """The mentions of one side in characters of the key's text; different mentions stay different.

    A mention without a place goes after the end of the text and matches nothing; `others` counts the places
    taken there.
    """

    def __init__(self, corpus: Corpus, projections: Sequence[Projection | None], others: int = 0) -> None:
        self.corpus, self.projections, self.others = corpus, projections, others
        self.moved = [Mention(0, 1)] * corpus.mention_count  # documents that the key lacks are not scored
        self.lost: list[tuple[int, str]] = []
        for rows, projection in zip(rows_by_group(corpus.document, corpus.document_count), projections, strict=True):
            if projection is not None:
                self._move(projection, {row: corpus.mention(row) for row in rows.tolist()})

    def _move(self, projection: Projection, mentions: dict[int, Mention]) -> None:
        parts = {row: runs_in(projection.text, mention.covered) for row, mention in mentions.items()}
        occupied: dict[Mention, Mention] = {}
        after_end: dict[Mention, Mention] = {}
        # Mentions with the fewest letters outside the key go first; the first at a place keeps it.
        for row in sorted(mentions, key=lambda row: sum(projection.unplaced(*run) for run in parts[row])):
            before, after = mentions[row], _moved(projection, mentions[row], parts[row])
            if after is not None and occupied.setdefault(after, before) == before:
                self.moved[row] = after
                continue
            why = "coincides with another mention in the key's text" if after else "is not in the key's text"
            self.lost.append((row, why))
            self.moved[row] = after_end.setdefault(before, _after_end(projection, self.others + len(after_end)))

    def add_key_heads(self, texts: Sequence[tuple[Text, int] | None]) -> None:
        """Add heads from the key's syntax, where the response has none."""
        in_tokens: dict[int, Mention] = {}
        for row, mention in enumerate(self.moved):
            projection = self.projections[int(self.corpus.document[row])]
            tokens = projection.key_tokens(mention) if projection is not None and mention.head is None else ()
            if tokens:
                in_tokens[row] = Mention(tokens[0], tokens[-1] + 1) if isinstance(tokens, range) else Mention.at(tokens)
        rows = np.zeros(self.corpus.mention_count, bool)
        rows[list(in_tokens)] = True
        of_key = with_spans(self.corpus.keep(rows), list(in_tokens.values()))
        of_key, _ = with_heads(replace(of_key, texts=texts, unit=TOKENS))
        for number, row in enumerate(in_tokens):
            head, projection = of_key.head_of(number), self.projections[int(self.corpus.document[row])]
            if head is not None and projection is not None:
                self.moved[row] = self.moved[row].replaced(head=projection.key.last_letter(head))

    def in_text(self, texts: Sequence[str | None], notices: Notices, zeros: ZeroPlaces | None = None) -> Corpus:
        """Return the corpus with all mentions, including annotations and relations, in characters of these texts."""
        corpus, names = self.corpus, MentionNames(self.corpus)

        def fact(row: int, why: str) -> str:
            return f"{names.of(row)} of document {quoted(corpus.names[corpus.document[row]])} {why}"

        for row, why in sorted(self.lost):
            is_listed = lists_strings(corpus, int(corpus.document[row]))
            code: WarningCode = "lost-not-in-text" if is_listed else "lost-in-alignment"
            notices.add(code, partial(fact, row, why), *corpus.where(row))
        sides, total = [self], corpus.mention_count
        for layer in corpus.annotations.values():
            sides.append(ProjectedMentions(layer, self.projections, total))
            total += layer.mention_count
        layers = zip(corpus.annotations, (side.in_text(texts, notices) for side in sides[1:]), strict=True)
        raw = {number: text for number, text in enumerate(texts) if text is not None}
        plain = AlignedText([{}] * len(texts), [None] * len(texts), raw, zeros)
        return replace(
            with_spans(corpus, self.moved),
            tokens=np.array([-1 if text is None else len(text) for text in texts], np.int64),
            texts=[(plain, number) if number in raw else None for number in range(len(texts))],
            unit=CHARACTERS,
            annotations=dict(layers),
            relations=tuple(_relations(corpus, sides, self.projections, total)),
        )

    def zero_places(self, key: Corpus, partner: Sequence[int], notices: Notices) -> ZeroPlaces | None:
        """Return the sentences and parents of the zeros in words of the key; None if it has no dependencies."""
        corpus, places = self.corpus, ZeroPlaces()
        zeros = np.flatnonzero(corpus.is_zero()) if corpus.unit == key.unit == TOKENS else np.zeros(0, np.int64)
        if not len(zeros) or not any(text and hasattr(text[0], "dependencies") for text in key.texts):
            return None
        for document, rows in by_document(corpus, zeros).items():
            projection = self.projections[document]
            if projection is not None:
                sentences = key.sentences(partner[document]) or ()
                of_rows = zero_places(corpus, rows, sentences, notices, partial(_key_word, projection))
                for row, place in zip(rows, of_rows, strict=True):
                    moved = self.moved[row]
                    places[document, moved.covered[0] if moved.head is None else moved.head] = place
        return places


def _key_word(projection: Projection, word: int) -> int | None:
    """Return the word of the key that a word of the document maps to; None if there is none."""
    letters = projection.run(word, word + 1) if 0 <= word < len(projection.text.begin) else None
    return None if letters is None else bisect_right(projection.key.end, letters[1])


def _relations(
    corpus: Corpus, sides: Sequence[ProjectedMentions], projections: Sequence[Projection | None], total: int
) -> Iterable[tuple[int, Relation]]:
    """Yield the relations with their mentions moved; those without a place go after the end of the text."""
    places: dict[tuple[int, Mention], Mention] = {}
    for side in sides if corpus.relations else ():
        for row, mention in enumerate(side.moved):
            places.setdefault((int(side.corpus.document[row]), side.corpus.mention(row)), mention)

    def place(projection: Projection, document: int, mention: Mention) -> Mention:
        if (document, mention) not in places:
            after = _moved(projection, mention, runs_in(projection.text, mention.covered))
            places[document, mention] = after or _after_end(projection, total + len(places))
        return places[document, mention]

    for document, relation in corpus.relations:
        projection = projections[document]
        if projection is not None:
            relation = Relation(*relation[:4], *(end and place(projection, document, end) for end in relation[4:]))
        yield document, relation


def runs_in(text: LetterText, positions: Sequence[int]) -> list[Run]:
    """Group tokens (or characters) into half-open runs, without empty nodes and positions outside the text."""
    inside = range(len(text.begin))
    if isinstance(positions, range):  # possibly huge
        return list(runs(inside[max(positions.start, 0) : max(positions.stop, 0)]))
    return list(runs(position for position in positions if position in inside))


def _moved(projection: Projection, mention: Mention, parts: Sequence[tuple[int, int]]) -> Mention | None:
    """Return a mention in the key's text, None without a place there; `parts` are its runs of positions."""
    in_key = _in_key(projection, parts)
    if parts and not in_key:
        return None
    joined: list[Run] = []
    for first, last in in_key:
        if joined and first <= joined[-1][1] + 1:
            first, last = joined[-1][0], max(last, joined.pop()[1])
        joined.append((first, last))
    spans = projection.key.spans(joined)
    minimum = projection.key.spans(_in_key(projection, runs_in(projection.text, mention.minimum)))
    attributes = {"head": projection.head(mention.head), "minimum": _positions(minimum)}
    if len(spans) == 1 and not mention.positions:
        return Mention(*spans[0], **attributes)  # type: ignore[arg-type]
    empty = [projection.empty(position) for position in mention.positions if position < 0]
    covered = [*_positions(spans), *(position for position in empty if position is not None)]
    return Mention.at(covered, **attributes) if covered else None


def _in_key(projection: Projection, parts: Iterable[tuple[int, int]]) -> list[Run]:
    return [run for run in (projection.run(*part) for part in parts) if run is not None]


def _positions(spans: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    return tuple(place for start, end in spans for place in range(start, end))


def _after_end(projection: Projection, number: int) -> Mention:
    """Return a place after the end of the text; key and response use odd and even ones, so none match."""
    place = len(projection.key.text) + 2 * number + (projection.text is projection.key)
    return Mention(place, place + 1)
