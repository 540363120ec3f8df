"""Lays the text of a response along the text of the key, when their tokens or even their words differ.

Both sides are then counted in the characters of the key's text. Words of the response that have no place in
the key take their mentions with them: such a mention cannot be right, and counts as wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise

import numpy as np

from corefscope.alignment.attributes.heads import with_heads
from corefscope.alignment.attributes.types import with_heads_and_types
from corefscope.alignment.texts.letter_text import TextWords, letter_text
from corefscope.alignment.texts.projection import KeyRuns, Projection, project
from corefscope.alignment.texts.word_alignment import align_words
from corefscope.alignment.texts.word_diff import CHANGED, DELETED, EQUAL, INSERTED, WordBlock
from corefscope.basics.escaping import quoted
from corefscope.formats.builder import PlainText
from corefscope.model import CHARACTERS, TOKENS, UNKNOWN, Corpus, Integers, Mention, MentionNames, Text
from corefscope.problems import Notices

# A response that lacks this much of the key's words in a row at its end, but at least so many, was cut off.
CUT_OFF, FEWEST_CUT_OFF = 0.02, 5
SAID = {
    INSERTED: "not in the key: {words} of {name}",
    DELETED: "missing from {name}: {words} of the key",
    CHANGED: "other than in the key: {words} of {name}, first {first}",
}


def by_characters(
    key: Corpus, response: Corpus, partner: Integers, notices: Notices, syntax: bool = True
) -> tuple[Corpus, Corpus]:
    """Both corpora in characters of the key's text; `partner` gives the key document of each response document.

    Heads and types come from columns beside the tokens, so they are found before tokens are left behind, unless
    `syntax` says that nobody will ask for them.
    """
    if syntax:
        key, response = with_heads_and_types(key)[0], with_heads_and_types(response)[0]
    keys = [letter_text(key, number, "key") for number in range(key.document_count)]
    own = _ProjectedMentions(key, [Projection.same(text, text) for text in keys])
    found: list[Projection | None] = []
    for document, number in enumerate(partner.tolist()):
        if number < 0:
            found.append(None)
            continue
        text = letter_text(response, document, "response")
        if text.letters == keys[number].letters:
            found.append(Projection.same(text, keys[number]))
            continue
        key_words, words = keys[number].words(), text.words()
        aligned = align_words(key_words, words)
        _tell(aligned, key_words, words, response, document, notices)
        found.append(project(text, words, keys[number], key_words, aligned, own.runs_of(number)))
    theirs = _ProjectedMentions(response, found)
    if syntax and key.unit == TOKENS and key.texts:
        theirs.lend_heads([key.texts[number] if number >= 0 else None for number in partner.tolist()])
    own.tell(notices)
    theirs.tell(notices)
    texts = [text.text for text in keys]
    of_response = [texts[number] if number >= 0 else None for number in partner.tolist()]
    return _in_text(key, own.moved, texts), _in_text(response, theirs.moved, of_response)


def _tell(
    found: Sequence[WordBlock], key: TextWords, response: TextWords, corpus: Corpus, document: int, notices: Notices
) -> None:
    """Says how many words differ, and whether the response stops before the key does."""
    where = (corpus.sources[document], int(corpus.document_line[document]) or None)
    name = corpus.names[document]
    for kind, text in SAID.items():
        of_kind = [block for block in found if block.kind == kind]
        # Signs left out of a word, `US` for `U.S`, change one word.
        count = sum(1 if kind == CHANGED else block.high - block.low + block.stop - block.start for block in of_kind)
        if count:
            one, two = _shown(key, of_kind[0].low, of_kind[0].high), _shown(response, *of_kind[0][3:])
            words = f"{count:,} word{'s' * (count > 1)}"
            said = text.format(words=words, name=quoted(name), first=f"{quoted(two)} for {quoted(one)}")
            notices.add(f"words-{kind}", said, *where, count=count)
    equal = [block for block in found if block.kind == EQUAL]
    low, start = (equal[-1].high, equal[-1].stop) if equal else (0, 0)
    # The last word may have been cut off too.
    left = len(key.words) - low
    if len(response.words) - start <= 1 and left >= max(FEWEST_CUT_OFF, CUT_OFF * len(key.words)):
        text = (
            f"{quoted(name)} stops before the key does, which goes on with {quoted(' '.join(key.words[low : low + 5]))}"
        )
        notices.add("text-ends-early", text, *where)


def _shown(side: TextWords, low: int, high: int) -> str:
    return "".join(side.words[low:high])


class _ProjectedMentions:
    """The mentions of one side in characters of the key's text; no two that were different become the same."""

    def __init__(self, corpus: Corpus, placed: Sequence[Projection | None]) -> None:
        self.corpus = corpus
        self.moved = [Mention(0, 1)] * corpus.mention_count  # in documents that the key lacks nothing is looked at
        self.placed = placed
        self.lost: list[tuple[int, str]] = []
        order = np.argsort(corpus.document, kind="stable")
        bounds = np.searchsorted(corpus.document[order], np.arange(corpus.document_count + 1)).tolist()
        self.rows = [order[low:high].tolist() for low, high in pairwise(bounds)]
        for document, here in enumerate(placed):
            if here is not None:
                self._move(here, self.rows[document])

    def runs_of(self, document: int) -> KeyRuns | None:
        """The runs of letters of a document's mentions; none are needed where tokens say where words end."""
        here = self.placed[document]
        if here is None or self.corpus.unit == TOKENS:
            return None
        runs = (run for row in self.rows[document] for run in self._runs(here, row))
        return KeyRuns(found for found in (here.run(*run) for run in runs) if found is not None)

    def _runs(self, here: Projection, row: int) -> list[tuple[int, int]]:
        """The runs of tokens (or characters) of a mention, as half-open ranges."""
        corpus, count = self.corpus, len(here.text.begin)
        if corpus.shape is not None and corpus.shape[row] >= 0:
            return _runs(corpus.positions(row), count)
        start, end = max(int(corpus.start[row]), 0), min(int(corpus.end[row]), count)
        return [(start, end)] if start < end else []

    def _move(self, here: Projection, rows: Sequence[int]) -> None:
        runs = {row: self._runs(here, row) for row in rows}
        taken: dict[Mention, Mention] = {}
        behind: dict[Mention, Mention] = {}
        # Mentions all of whose letters have a place come first: another that falls on the same place is not the one.
        for row in sorted(rows, key=lambda row: sum(here.unplaced(*run) for run in runs[row])):
            before, after = self.corpus.mention(row), self._at(here, row, runs[row])
            if after is not None and taken.setdefault(after, before) == before:
                self.moved[row] = after
                continue
            self.lost.append((row, "falls on the place of another mention" if after else "has no place in the key"))
            # Behind the end of the text nothing is the same: one side has the even places, the other the odd ones.
            place = len(here.key.text) + 2 * len(behind) + (here.text is here.key)
            self.moved[row] = behind.setdefault(before, Mention(place, place + 1))

    def _at(self, here: Projection, row: int, runs: Sequence[tuple[int, int]]) -> Mention | None:
        found = [run for run in (here.run(*each) for each in runs) if run is not None]
        if runs and not found:
            return None
        spans = here.key.spans(_joined(found))
        minimum = [here.run(*each) for each in _runs(self.corpus.minimum_of(row), len(here.text.begin))]
        attributes = {
            "head": here.head(self.corpus.head_of(row)),
            "minimum": _places(here.key.spans(run for run in minimum if run is not None)),
        }
        shaped = self.corpus.shape is not None and self.corpus.shape[row] >= 0
        if len(spans) == 1 and not shaped:
            return Mention(*spans[0], **attributes)  # type: ignore[arg-type]
        empty = [here.empty(position) for position in self.corpus.positions(row) if position < 0] if shaped else []
        known = [*_places(spans), *(position for position in empty if position is not None)]
        return Mention.at(known, **attributes) if known else None

    def lend_heads(self, texts: Sequence[tuple[Text, int] | None]) -> None:
        """Heads from the key's syntax, where the response has none of its own."""
        rows = np.zeros(self.corpus.mention_count, bool)
        in_tokens = []
        for row, mention in enumerate(self.moved):
            here = self.placed[int(self.corpus.document[row])]
            if here is not None and mention.head is None:
                tokens = here.key_tokens(mention)
                rows[row] = bool(tokens)
                if isinstance(tokens, range) and tokens:
                    in_tokens.append(Mention(tokens.start, tokens.stop))
                elif tokens:
                    in_tokens.append(Mention.at(tokens))
        lent, _ = with_heads(replace(_with_spans(self.corpus.keep(rows), in_tokens), texts=texts, unit=TOKENS))
        for number, row in enumerate(np.flatnonzero(rows).tolist()):
            head, here = lent.head_of(number), self.placed[int(self.corpus.document[row])]
            if head is not None and here is not None:
                self.moved[row] = self.moved[row].replaced(head=here.key.last_letter(head))

    def tell(self, notices: Notices) -> None:
        names = MentionNames(self.corpus)

        def lost(row: int, why: str) -> str:
            return f"{names.of(row)} of document {quoted(self.corpus.names[self.corpus.document[row]])} {why}"

        for row, why in sorted(self.lost):
            source, line = self.corpus.sources[self.corpus.document[row]], int(self.corpus.line[row]) or None
            notices.add("lost-in-alignment", partial(lost, row, why), source, line)


def _places(spans: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    return tuple(place for start, end in spans for place in range(start, end))


def _runs(positions: Sequence[int], count: int) -> list[tuple[int, int]]:
    """Runs of adjacent tokens (or characters) as half-open ranges; empty nodes and what lies outside are left out."""
    runs: list[tuple[int, int]] = []
    if isinstance(positions, range):  # which may be of any length
        positions = range(max(positions.start, 0), min(positions.stop, count))
        return [(positions.start, positions.stop)] if positions else []
    for position in positions:
        if not 0 <= position < count:
            continue
        if runs and runs[-1][1] == position:
            runs[-1] = (runs[-1][0], position + 1)
        else:
            runs.append((position, position + 1))
    return runs


def _joined(runs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Runs of letters, both ends included; those that touch become one."""
    joined: list[tuple[int, int]] = []
    for first, last in runs:
        if joined and first <= joined[-1][1] + 1:
            joined[-1] = (joined[-1][0], max(last, joined[-1][1]))
        else:
            joined.append((first, last))
    return joined


def _with_spans(corpus: Corpus, mentions: Sequence[Mention]) -> Corpus:
    """The corpus with other spans, minimum spans and heads; everything else stays."""
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
    """The corpus with mentions that count the characters of these texts."""
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
