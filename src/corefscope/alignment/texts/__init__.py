"""Align the text of a response with the key's, when their tokens or even their words differ.

Mentions of both sides are then counted in characters of the key's text. A mention whose words are not in the key
cannot match, and counts as wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefscope.alignment.mentions.coverage import runs
from corefscope.alignment.texts.differences import Differences
from corefscope.alignment.texts.letter_text import LetterText, TextWords, letter_text
from corefscope.alignment.texts.projected_zeros import with_zeros
from corefscope.alignment.texts.projection import KeyRuns, Projection, project
from corefscope.alignment.texts.strings import lists_strings, place_strings, relocated
from corefscope.alignment.texts.word_alignment import align_words
from corefscope.alignment.texts.word_diff import CHANGED, DELETED, EQUAL, INSERTED, WordBlock
from corefscope.arrays import rows_by_group
from corefscope.basics.escaping import quoted
from corefscope.model import CHARACTERS, TOKENS, UNKNOWN, Corpus, Integers, Mention, MentionNames, Relation
from corefscope.problems import Notices
from corefscope.text import PlainText, Text
from corefscope.types.heads import with_heads
from corefscope.types.mention_types import with_heads_and_types

# A response that lacks this share of the key's words at its end, and at least this many, was cut off.
CUT_OFF, FEWEST_CUT_OFF = 0.02, 5
DIFFERENCES = {
    INSERTED: "not in the key: {words} of {name}",
    DELETED: "missing from {name}: {words} of the key",
    CHANGED: "different from the key: {words} of {name}, first {first}",
}


class AlignedTexts(NamedTuple):
    """The texts of the key's documents, and what each document of the response maps to there."""

    keys: Sequence[LetterText]
    projections: Sequence[Projection | None]  # by document of the response; None if the key lacks it
    differences: Sequence[Differences | None]  # the same; None also if the response has no text
    partner: Integers

    def repaired(self, response: Corpus) -> AlignedTexts:
        """Map mentions that are not in the key's text to the nearest equal words there, in any case.

        The words of this response have the same letters, but may be split elsewhere.
        """
        rows = rows_by_group(response.document, response.document_count)
        found = list(self.projections)
        for document, projection in enumerate(self.projections):
            if projection is not None:
                projection = replace(projection, text=letter_text(response, document, "response"))
                runs = [_runs(response.positions(row), projection) for row in rows[document].tolist()]
                found[document] = relocated(projection, runs)
        return self._replace(projections=found)


class InCharacters(NamedTuple):
    """Both corpora in characters of the key's text, and which mentions are in the text that both have."""

    key: Corpus
    response: Corpus
    key_aligned: NDArray[np.bool_]  # the response has all letters of the mention
    response_placed: NDArray[np.bool_]  # the mention has a place in the key's text


def by_characters(
    key: Corpus, response: Corpus, partner: Integers, notices: Notices, syntax: bool = True
) -> tuple[Corpus, Corpus]:
    """Convert both corpora to characters of the key's text; `partner` gives the key document of each response document.

    Heads and types come from token columns, so they are computed first, unless `syntax` says they are not needed.
    """
    return in_characters(key, response, align_texts(key, response, partner, notices), notices, syntax)[:2]


def align_texts(key: Corpus, response: Corpus, partner: Integers, notices: Notices) -> AlignedTexts:
    """Align the texts of all documents, and warn about differences."""
    keys = [letter_text(key, number, "key") for number in range(key.document_count)]
    own: _ProjectedMentions | None = None
    found: list[Projection | None] = []
    differences: list[Differences | None] = []
    for document, number in enumerate(partner.tolist()):
        differences.append(None)
        if number < 0:
            found.append(None)
            continue
        text = letter_text(response, document, "response")
        if lists_strings(response, document):
            found.append(place_strings(text, keys[number], response, document))
            continue
        if text.letters == keys[number].letters:
            found.append(Projection.same(text, keys[number]))
            if response.inexact_text:
                count = len(keys[number].words().words)
                differences[-1] = Differences.of([WordBlock(EQUAL, 0, count, 0, count)], False)
            continue
        key_words, words = keys[number].words(), text.words()
        aligned = align_words(key_words, words)
        ends_early = warn_differences(aligned, key_words, words, response, document, notices)
        counts = Differences.of(aligned, ends_early)
        differences[-1] = counts.shown(aligned, keys[number], key_words, words) if response.inexact_text else counts
        if key.unit != TOKENS and own is None:
            own = _ProjectedMentions(key, [Projection.same(text, text) for text in keys])
        runs = own.runs_of(number) if own is not None else None
        found.append(project(text, words, keys[number], key_words, aligned, runs))
    return AlignedTexts(keys, found, differences, partner)


def in_characters(
    key: Corpus, response: Corpus, texts: AlignedTexts, notices: Notices, syntax: bool = True
) -> InCharacters:
    """Convert both corpora to characters of the key's text, given the alignment of their texts."""
    if syntax:
        key, response = with_heads_and_types(key)[0], with_heads_and_types(response)[0]
    own = _ProjectedMentions(key, [Projection.same(text, text) for text in texts.keys])
    theirs = _ProjectedMentions(response, texts.projections)
    partner = texts.partner.tolist()
    if syntax and key.unit == TOKENS and key.texts:
        theirs.add_key_heads([key.texts[number] if number >= 0 else None for number in partner])
    plain = [text.text for text in texts.keys]
    of_response = [plain[number] if number >= 0 else None for number in partner]
    placed = np.ones(response.mention_count, bool)
    placed[[row for row, _ in theirs.lost]] = False
    aligned = own.are_covered({number: each for number, each in zip(partner, texts.projections, strict=True) if each})
    one, two = own.in_text(plain, notices), theirs.in_text(of_response, notices)
    one = with_zeros(one, key, own.moved, own.projections, key, range(key.document_count), notices)
    two = with_zeros(two, response, theirs.moved, texts.projections, key, partner, notices)
    return InCharacters(one, two, aligned, placed)


def warn_differences(
    found: Sequence[WordBlock], key: TextWords, response: TextWords, corpus: Corpus, document: int, notices: Notices
) -> bool:
    """Warn about differing words, and about a response that ends before the key does, which is returned."""
    where = (corpus.sources[document], int(corpus.document_line[document]) or None)
    name = corpus.names[document]
    for kind, text in DIFFERENCES.items():
        of_kind = [block for block in found if block.kind == kind]
        # Punctuation missing from a word, `US` for `U.S`, changes one word.
        count = sum(1 if kind == CHANGED else block.high - block.low + block.stop - block.start for block in of_kind)
        if count:
            _, low, high, start, stop = of_kind[0]
            one, two = "".join(key.words[low:high]), "".join(response.words[start:stop])
            words = f"{count:,} word{'s' * (count > 1)}"
            filled = text.format(words=words, name=quoted(name), first=f"{quoted(two)} for {quoted(one)}")
            notices.add(f"words-{kind}", filled, *where, count=count)
    equal = [block for block in found if block.kind == EQUAL]
    low, start = (equal[-1].high, equal[-1].stop) if equal else (0, 0)
    # The last word may be cut off as well.
    left = len(key.words) - low
    ends_early = len(response.words) - start <= 1 and left >= max(FEWEST_CUT_OFF, CUT_OFF * len(key.words))
    if ends_early:
        text = f"{quoted(name)} ends before the key, which continues with {quoted(' '.join(key.words[low : low + 5]))}"
        notices.add("text-ends-early", text, *where)
    return ends_early


class _ProjectedMentions:
    """The mentions of one side in characters of the key's text; different mentions stay different."""

    def __init__(self, corpus: Corpus, projections: Sequence[Projection | None], places: int = 0) -> None:
        self.corpus = corpus
        self.places = places  # how many places after the end of a text other mentions may have
        self.moved = [Mention(0, 1)] * corpus.mention_count  # documents that the key lacks are not scored
        self.projections = projections
        self.lost: list[tuple[int, str]] = []
        self.rows = [rows.tolist() for rows in rows_by_group(corpus.document, corpus.document_count)]
        for document, projection in enumerate(projections):
            if projection is not None:
                self._move(projection, self.rows[document])

    def runs_of(self, document: int) -> KeyRuns | None:
        """Return the runs of letters of a document's mentions; None in tokens, which have word boundaries."""
        projection = self.projections[document]
        if projection is None or self.corpus.unit == TOKENS:
            return None
        own = (run for row in self.rows[document] for run in _runs(self.corpus.positions(row), projection))
        return KeyRuns(found for found in (projection.run(*run) for run in own) if found is not None)

    def are_covered(self, by: Mapping[int, Projection]) -> NDArray[np.bool_]:
        """Mark the mentions of the key all of whose letters the response has; `by` gives it by document."""
        covered = np.zeros(self.corpus.mention_count, bool)
        for document, rows in enumerate(self.rows):
            projection, own = by.get(document), self.projections[document]
            for row in rows:
                if projection is None or own is None:
                    break
                runs = _runs(self.corpus.positions(row), own)
                covered[row] = all(
                    projection.has_all(own.text.begin[low], own.text.end[high - 1]) for low, high in runs
                )
        return covered

    def _move(self, projection: Projection, rows: Sequence[int]) -> None:
        mentions = {row: self.corpus.mention(row) for row in rows}
        runs = {row: _runs(mention.covered, projection) for row, mention in mentions.items()}
        occupied: dict[Mention, Mention] = {}
        after_end: dict[Mention, Mention] = {}
        # Mentions with all letters in the key go first and keep their place if a second one falls on it.
        for row in sorted(rows, key=lambda row: sum(projection.unplaced(*run) for run in runs[row])):
            before, after = mentions[row], _at(projection, mentions[row], runs[row])
            if after is not None and occupied.setdefault(after, before) == before:
                self.moved[row] = after
                continue
            self.lost.append(
                (row, "coincides with another mention in the key's text" if after else "is not in the key's text")
            )
            # Positions after the end of the text never match: the sides use even and odd ones.
            place = len(projection.key.text) + 2 * (self.places + len(after_end)) + (projection.text is projection.key)
            self.moved[row] = after_end.setdefault(before, Mention(place, place + 1))

    def add_key_heads(self, texts: Sequence[tuple[Text, int] | None]) -> None:
        """Add heads from the key's syntax, where the response has none."""
        in_tokens: dict[int, Mention] = {}
        for row, mention in enumerate(self.moved):
            projection = self.projections[int(self.corpus.document[row])]
            tokens = projection.key_tokens(mention) if projection is not None and mention.head is None else ()
            if isinstance(tokens, range) and tokens:
                in_tokens[row] = Mention(tokens.start, tokens.stop)
            elif tokens:
                in_tokens[row] = Mention.at(tokens)
        rows = np.zeros(self.corpus.mention_count, bool)
        rows[list(in_tokens)] = True
        of_key = _with_spans(self.corpus.keep(rows), list(in_tokens.values()))
        of_key, _ = with_heads(replace(of_key, texts=texts, unit=TOKENS))
        for number, row in enumerate(in_tokens):
            head, projection = of_key.head_of(number), self.projections[int(self.corpus.document[row])]
            if head is not None and projection is not None:
                self.moved[row] = self.moved[row].replaced(head=projection.key.last_letter(head))

    def in_text(self, texts: Sequence[str | None], notices: Notices) -> Corpus:
        """Return the corpus with mentions, those of annotations and relations too, in characters of these texts."""
        names = MentionNames(self.corpus)

        def lost(row: int, why: str) -> str:
            return f"{names.of(row)} of document {quoted(self.corpus.names[self.corpus.document[row]])} {why}"

        for row, why in sorted(self.lost):
            is_listed = lists_strings(self.corpus, int(self.corpus.document[row]))
            notices.add(
                "lost-not-in-text" if is_listed else "lost-in-alignment",
                partial(lost, row, why),
                *self.corpus.where(row),
            )
        annotations: dict[str, _ProjectedMentions] = {}
        total = self.corpus.mention_count
        for name, corpus in self.corpus.annotations.items():
            annotations[name] = _ProjectedMentions(corpus, self.projections, total)
            total += corpus.mention_count
        found = replace(
            _in_text(self.corpus, self.moved, texts),
            annotations={name: each.in_text(texts, notices) for name, each in annotations.items()},
        )
        if not self.corpus.relations:
            return found
        places: dict[tuple[int, Mention], Mention] = {}
        for each in (self, *annotations.values()):
            for row, mention in enumerate(each.moved):
                places.setdefault((int(each.corpus.document[row]), each.corpus.mention(row)), mention)
        relations = []
        for document, relation in self.corpus.relations:
            if (projection := self.projections[document]) is not None:
                ends = [end and self._of_relation(projection, document, end, places, total) for end in relation[4:]]
                relation = Relation(*relation[:4], *ends)
            relations.append((document, relation))
        return replace(found, relations=tuple(relations))

    def _of_relation(
        self,
        projection: Projection,
        document: int,
        mention: Mention,
        places: dict[tuple[int, Mention], Mention],
        total: int,
    ) -> Mention:
        """Return a mention of a relation, as that of an entity; one that is not in the text goes after its end."""
        if (document, mention) not in places:
            after = _at(projection, mention, _runs(mention.covered, projection))
            place = len(projection.key.text) + 2 * (total + len(places)) + (projection.text is projection.key)
            places[document, mention] = after or Mention(place, place + 1)
        return places[document, mention]


def _at(projection: Projection, mention: Mention, runs: Sequence[tuple[int, int]]) -> Mention | None:
    found = [run for run in (projection.run(*each) for each in runs) if run is not None]
    if runs and not found:
        return None
    spans = projection.key.spans(_joined(found))
    minimum = [projection.run(*each) for each in _runs(mention.minimum, projection)]
    attributes = {
        "head": projection.head(mention.head),
        "minimum": _places(projection.key.spans(run for run in minimum if run is not None)),
    }
    if len(spans) == 1 and not mention.positions:
        return Mention(*spans[0], **attributes)  # type: ignore[arg-type]
    empty = [projection.empty(position) for position in mention.positions if position < 0]
    covered = [*_places(spans), *(position for position in empty if position is not None)]
    return Mention.at(covered, **attributes) if covered else None


def _places(spans: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    return tuple(place for start, end in spans for place in range(start, end))


def _runs(positions: Sequence[int], projection: Projection) -> list[tuple[int, int]]:
    """Group tokens (or characters) into half-open runs, without empty nodes and positions outside the text."""
    count = len(projection.text.begin)
    if isinstance(positions, range):  # it may have any length
        return list(runs(range(max(positions.start, 0), min(positions.stop, count))))
    return list(runs(position for position in positions if 0 <= position < count))


def _joined(runs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Merge adjacent runs of letters; both ends are inclusive."""
    joined: list[tuple[int, int]] = []
    for first, last in runs:
        if joined and first <= joined[-1][1] + 1:
            joined[-1] = (joined[-1][0], max(last, joined[-1][1]))
        else:
            joined.append((first, last))
    return joined


def _with_spans(corpus: Corpus, mentions: Sequence[Mention]) -> Corpus:
    """Return the corpus with the spans, minimum spans and heads of these mentions."""
    shapes: dict[tuple[int, ...], int] = {}

    def numbers(tuples: Iterable[tuple[int, ...]]) -> Integers | None:
        found = _column(shapes.setdefault(each, len(shapes)) if each else -1 for each in tuples)
        return found if (found >= 0).any() else None

    head = _column(UNKNOWN if mention.head is None else mention.head for mention in mentions)
    return replace(
        corpus,
        start=_column(mention.start for mention in mentions),
        end=_column(mention.end for mention in mentions),
        shape=numbers(mention.positions for mention in mentions),
        minimum=numbers(mention.minimum for mention in mentions),
        head=head if (head != UNKNOWN).any() else None,
        shapes=tuple(shapes),
    )


def _in_text(corpus: Corpus, mentions: Sequence[Mention], texts: Sequence[str | None]) -> Corpus:
    """Return the corpus with mentions in characters of these texts."""
    raw = {number: text for number, text in enumerate(texts) if text is not None}
    nothing = len(texts)
    text = PlainText([{}] * nothing, [None] * nothing, raw)
    return replace(
        _with_spans(corpus, mentions),
        tokens=_column(-1 if each is None else len(each) for each in texts),
        texts=[(text, number) if number in raw else None for number in range(nothing)],
        unit=CHARACTERS,
    )


def _column(values: Iterable[int]) -> Integers:
    return np.array(list(values), np.int64)
