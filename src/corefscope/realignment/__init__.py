"""Lays the text of a response along the text of the key, when their tokens or even their words differ.

Both sides are then counted in the characters of the key's text. Words of the response that have no place in
the key take their mentions with them: such a mention cannot be right, and counts as wrong.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from corefscope.attributes import with_heads, with_heads_and_types
from corefscope.errors import Notices, PairingError
from corefscope.formats.columns import PlainText
from corefscope.model import CHARACTERS, EMPTY_NODES, TOKENS, UNKNOWN, Corpus, Integers, Mention, Text, text_order
from corefscope.realignment.words import CHANGED, DELETED, EQUAL, INSERTED, NO_BLANKS, Block, blocks

_WORD = re.compile(rf"[{NO_BLANKS}]|[^\W{NO_BLANKS}]+|[^\w\s]")
# A response that lacks this much of the key's words in a row at its end, but at least so many, was cut off.
CUT_OFF, FEWEST_CUT_OFF = 0.02, 5
SAID = {
    INSERTED: "not in the key: {words} of '{name}'",
    DELETED: "missing from '{name}': {words} of the key",
    CHANGED: "other than in the key: {words} of '{name}', first {first}",
}


@dataclass(frozen=True)
class _Side:
    """A document's text; its letters, that is the text without blanks; and where things stand in them.

    `begin` and `end` are the letters of each position of the corpus, `place` the place of each letter in the
    text, `cuts` the letters at which words begin.
    """

    text: str
    letters: str
    begin: Sequence[int]
    end: Sequence[int]
    place: Integers
    cuts: Sequence[int]

    def words(self) -> tuple[list[str], list[int]]:
        """Words and single signs, and the letter at which each begins."""
        found = [
            (match[0], match.start())
            for low, high in pairwise([*self.cuts, len(self.letters)])
            for match in _WORD.finditer(self.letters, low, high)
        ]
        return [word for word, _ in found], [start for _, start in found]

    def at(self, runs: Iterable[tuple[int, int]]) -> tuple[int, ...]:
        """The places in the text of runs of letters, blanks between the letters of a run included."""
        return tuple(place for first, last in runs for place in range(self.place[first], self.place[last] + 1))

    def last_letter(self, position: int) -> int:
        """The place in the text of the last letter of a position of the corpus."""
        return int(self.place[self.end[position] - 1])


def by_characters(
    key: Corpus, response: Corpus, partner: Integers, notices: Notices, syntax: bool = True
) -> tuple[Corpus, Corpus]:
    """Both corpora in characters of the key's text; `partner` gives the key document of each response document.

    Heads and types come from columns beside the tokens, so they are found before tokens are left behind, unless
    `syntax` says that nobody will ask for them.
    """
    if syntax:
        key, response = with_heads_and_types(key)[0], with_heads_and_types(response)[0]
    sides = [_side(key, number, "key") for number in range(key.document_count)]
    own = _Mentions(key, [_Placed(side, np.arange(len(side.letters)), side) for side in sides])
    placed: list[_Placed | None] = []
    for document, number in enumerate(partner.tolist()):
        side = _side(response, document, "response") if number >= 0 else None
        placed.append(_placed(sides[number], side, response, document, notices) if side else None)
    theirs = _Mentions(response, placed)
    if syntax and key.unit == TOKENS and key.texts:
        theirs.lend_heads([key.texts[number] if number >= 0 else None for number in partner.tolist()])
    own.tell(notices)
    theirs.tell(notices)
    texts = [side.text for side in sides]
    of_response = [texts[number] if number >= 0 else None for number in partner.tolist()]
    return _in_text(key, own.moved, texts), _in_text(response, theirs.moved, of_response)


def _side(corpus: Corpus, document: int, name: str) -> _Side:
    text = corpus.texts[document] if corpus.texts else None
    if corpus.unit == CHARACTERS:
        raw = getattr(text[0], "raw", {}).get(text[1]) if text else None
        if raw is None:
            raise _no_text(corpus, document, name)
        is_letter = np.array([not letter.isspace() for letter in raw], bool)
        end = np.cumsum(is_letter)
        begin = end - is_letter
        place = np.flatnonzero(is_letter)
        # A word begins where a blank, or nothing, stands before a letter.
        cuts = begin[place[np.append(True, np.diff(place) > 1)[: len(place)]]]
        return _Side(raw, "".join(raw.split()), begin.tolist(), end.tolist(), place, cuts.tolist())
    words = text[0].words(text[1]) if text else None
    if words is None:
        raise _no_text(corpus, document, name)
    plain = ["".join(word.split()) for word in words]
    ends = np.cumsum([len(word) for word in plain], dtype=np.int64)
    begins = ends - np.array([len(word) for word in plain], np.int64)
    # In the text, a blank stands before every word but the first.
    owner = np.repeat(np.arange(len(plain)), ends - begins)
    return _Side(
        " ".join(plain), "".join(plain), begins.tolist(), ends.tolist(), np.arange(len(owner)) + owner, begins.tolist()
    )


def _no_text(corpus: Corpus, document: int, name: str) -> PairingError:
    return PairingError(
        f"the text of document '{corpus.names[document]}' of the {name} is not known, so it cannot be aligned",
        corpus.sources[document],
        hint="aligning characters needs the words of both sides",
    )


@dataclass(frozen=True)
class _Placed:
    """Where each letter of one side's document stands among the key's letters, -1 where it has no place."""

    side: _Side
    letter: Integers
    key: _Side

    def run(self, first: int, stop: int) -> tuple[int, int] | None:
        """The key's letters from the first to the last that these positions of the document have."""
        found = self.letter[self.side.begin[first] : self.side.end[stop - 1]]
        found = found[found >= 0]
        return (int(found[0]), int(found[-1])) if len(found) else None

    def key_tokens(self, mention: Mention) -> list[int]:
        """The key's tokens of which a moved mention has a letter."""
        low, high = np.searchsorted(self.key.place, (mention.start, mention.end)).tolist()
        covered = set(mention.positions)
        letters = [letter for letter in range(low, high) if not covered or int(self.key.place[letter]) in covered]
        return list(dict.fromkeys(bisect_right(self.key.end, letter) for letter in letters))

    def unplaced(self, first: int, stop: int) -> int:
        return int((self.letter[self.side.begin[first] : self.side.end[stop - 1]] < 0).sum())

    def head(self, head: int | None) -> int | None:
        """A head is counted as the last letter of the key's token that it is or ends in, an empty node as its place."""
        if head is None or head >= len(self.side.end):
            return None
        if head < 0:
            return self.empty(head)
        found = self.run(head, head + 1)
        return self.key.last_letter(bisect_right(self.key.end, found[1])) if found else None

    def empty(self, position: int) -> int | None:
        """An empty node stands behind the letter that it stood behind, or before the one that it stood before."""
        words, number = divmod(text_order(position), EMPTY_NODES)
        if words > len(self.side.end):
            return None
        own = self.side.end[words - 1] if words else 0
        before = int(self.letter[own - 1]) if own else -1
        after = int(self.letter[own]) if own < len(self.letter) else len(self.key.letters)
        letters = before + 1 if before >= 0 or not own else after
        if letters < 0:
            return None
        place = int(self.key.place[letters - 1]) + 1 if letters else 0
        return -(place * EMPTY_NODES + number) - 1


def _placed(key: _Side, response: _Side, corpus: Corpus, document: int, notices: Notices) -> _Placed:
    if key.letters == response.letters:
        return _Placed(response, np.arange(len(response.letters)), key)
    letter = np.full(len(response.letters), -1, np.int64)
    (mine, begins), (theirs, starts) = key.words(), response.words()
    found = blocks(mine, theirs)
    begins, starts = [*begins, len(key.letters)], [*starts, len(response.letters)]
    for block in found:
        begin, start, stop = begins[block.low], starts[block.start], starts[block.stop]
        if block.kind == EQUAL:
            letter[start:stop] = np.arange(begin, begin + stop - start)
        elif block.kind == CHANGED:
            # A changed word covers the word that it replaces from its first to its last letter.
            letter[start:stop] = np.minimum(np.arange(begin, begin + stop - start), begins[block.high] - 1)
            letter[stop - 1] = begins[block.high] - 1
    _tell(found, mine, theirs, corpus, document, notices)
    return _Placed(response, letter, key)


def _tell(
    found: Sequence[Block], key: Sequence[str], response: Sequence[str], corpus: Corpus, document: int, notices: Notices
) -> None:
    """Says how many words differ, and whether the response stops before the key does."""
    where = (corpus.sources[document], int(corpus.document_line[document]) or None)
    name = corpus.names[document]
    for kind, text in SAID.items():
        of_kind = [block for block in found if block.kind == kind]
        count = sum(max(block.high - block.low, block.stop - block.start) for block in of_kind)
        if count:
            first = f"'{response[of_kind[0].start]}' for '{key[of_kind[0].low]}'" if kind == CHANGED else ""
            words = f"{count:,} word{'s' * (count > 1)}"
            notices.add(f"words {kind}", text.format(words=words, name=name, first=first), *where, count=count)
    equal = [block for block in found if block.kind == EQUAL]
    low, start = (equal[-1].high, equal[-1].stop) if equal else (0, 0)
    # The last word may have been cut off too.
    if len(response) - start <= 1 and len(key) - low >= max(FEWEST_CUT_OFF, CUT_OFF * len(key)):
        text = f"'{name}' stops before the key does, which goes on with '{' '.join(key[low : low + 5])}'"
        notices.add("text ends early", text, *where)


class _Mentions:
    """The mentions of one side in characters of the key's text; no two that were different become the same."""

    def __init__(self, corpus: Corpus, placed: Sequence[_Placed | None]) -> None:
        self.corpus = corpus
        self.moved = [Mention(0, 1)] * corpus.mention_count  # in documents that the key lacks nothing is looked at
        self.placed = placed
        self.lost: list[tuple[int, str]] = []
        order = np.argsort(corpus.document, kind="stable")
        bounds = np.searchsorted(corpus.document[order], np.arange(corpus.document_count + 1)).tolist()
        for document, here in enumerate(placed):
            if here is not None:
                self._move(here, order[bounds[document] : bounds[document + 1]].tolist())

    def _move(self, here: _Placed, rows: Sequence[int]) -> None:
        runs = {row: _runs(self.corpus.positions(row), len(here.side.begin)) for row in rows}
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
            place = len(here.key.text) + 2 * len(behind) + (here.side is here.key)
            self.moved[row] = behind.setdefault(before, Mention(place, place + 1))

    def _at(self, here: _Placed, row: int, runs: Sequence[tuple[int, int]]) -> Mention | None:
        found = [run for run in (here.run(*each) for each in runs) if run is not None]
        empty = [here.empty(position) for position in self.corpus.positions(row) if position < 0]
        known = [*here.key.at(_joined(found)), *(position for position in empty if position is not None)]
        if not known or (runs and not found):
            return None
        minimum = [here.run(*each) for each in _runs(self.corpus.minimum_of(row), len(here.side.begin))]
        return Mention.at(
            known,
            head=here.head(self.corpus.head_of(row)),
            minimum=here.key.at(run for run in minimum if run is not None),
        )

    def lend_heads(self, texts: Sequence[tuple[Text, int] | None]) -> None:
        """Heads from the key's syntax, where the response has none of its own."""
        rows = np.zeros(self.corpus.mention_count, bool)
        in_tokens = []
        for row, mention in enumerate(self.moved):
            here = self.placed[int(self.corpus.document[row])]
            if here is not None and mention.head is None:
                tokens = here.key_tokens(mention)
                rows[row] = bool(tokens)
                in_tokens += [Mention.at(tokens)] if tokens else []
        lent, _ = with_heads(replace(_with_spans(self.corpus.keep(rows), in_tokens), texts=texts, unit=TOKENS))
        for number, row in enumerate(np.flatnonzero(rows).tolist()):
            head, here = lent.head_of(number), self.placed[int(self.corpus.document[row])]
            if head is not None and here is not None:
                self.moved[row] = self.moved[row].replaced(head=here.key.last_letter(head))

    def tell(self, notices: Notices) -> None:
        for row, why in sorted(self.lost):
            document = int(self.corpus.document[row])
            text = f"{self.corpus.describe_mention(row)} of document '{self.corpus.names[document]}' {why}"
            notices.add(
                "mention lost in alignment", text, self.corpus.sources[document], int(self.corpus.line[row]) or None
            )


def _runs(positions: Sequence[int], count: int) -> list[tuple[int, int]]:
    """Runs of adjacent tokens (or characters) as half-open ranges; empty nodes and what lies outside are left out."""
    runs: list[tuple[int, int]] = []
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
