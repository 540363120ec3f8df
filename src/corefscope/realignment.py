"""Lays the text of a response along the text of the key, when their tokens or even their words differ.

Both sides are then counted in the key's characters, blanks left out. Words of the response that have no
place in the key take their mentions with them: such a mention cannot be right, and counts as wrong.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

import numpy as np

from corefscope.errors import Notices, PairingError
from corefscope.model import CHARACTERS, UNKNOWN, Corpus, Integers, Mention

_ATOM = re.compile(r"\w+|[^\w\s]")
# A response that stops this much of the key's words early, in a row at its end, was cut off.
TRUNCATED = 0.02


@dataclass(frozen=True)
class _Side:
    """A document's characters without blanks, and where each position of the corpus begins and ends in them."""

    characters: str
    begin: Sequence[int]
    end: Sequence[int]


def by_characters(key: Corpus, response: Corpus, partner: Integers, notices: Notices) -> tuple[Corpus, Corpus]:
    """Both corpora in characters of the key."""
    key_sides = [_side(key, number, "key") for number in range(key.document_count)]
    moved: dict[int, dict[int, Mention]] = {}
    for document in np.flatnonzero(partner >= 0).tolist():
        place = _Placing(key_sides[partner[document]], _side(response, document, "response"))
        place.report(response, document, notices)
        rows = np.flatnonzero(response.document == document).tolist()
        moved[document] = {row: place.mention(response, row, number, notices) for number, row in enumerate(rows)}
    mentions = [
        moved.get(int(document), {}).get(row, Mention(0, 1)) for row, document in enumerate(response.document.tolist())
    ]
    lengths = [len(side.characters) for side in key_sides]
    own = [_in_characters(key, row, key_sides[document]) for row, document in enumerate(key.document.tolist())]
    theirs = [lengths[partner[number]] if partner[number] >= 0 else -1 for number in range(response.document_count)]
    return _replaced(key, own, lengths), _replaced(response, mentions, theirs)


def _side(corpus: Corpus, document: int, name: str) -> _Side:
    text = corpus.texts[document] if corpus.texts else None
    raw = getattr(text[0], "raw", {}).get(text[1]) if text else None
    if corpus.unit == CHARACTERS:
        if raw is None:
            raise _no_text(corpus, document, name)
        kept = np.array([not letter.isspace() for letter in raw], bool)
        before = (np.cumsum(kept) - kept).tolist()
        return _Side(
            "".join(raw.split()), before, [start + int(stays) for start, stays in zip(before, kept, strict=True)]
        )
    words = text[0].words(text[1]) if text else None
    if words is None:
        raise _no_text(corpus, document, name)
    plain = ["".join(word.split()) for word in words]
    ends = np.cumsum([len(word) for word in plain]).tolist()
    return _Side("".join(plain), [0, *ends[:-1]] if ends else [], ends)


def _no_text(corpus: Corpus, document: int, name: str) -> PairingError:
    return PairingError(
        f"the text of document '{corpus.names[document]}' of the {name} is not known, so it cannot be aligned",
        corpus.sources[document],
        hint="aligning characters needs the words of both sides",
    )


class _Placing:
    """Where each character of a response document stands in the key's, -1 where it has no place."""

    def __init__(self, key: _Side, response: _Side) -> None:
        self.key, self.response = key, response
        self.inserted = self.deleted = self.changed = 0
        self.truncated = False
        size = len(response.characters)
        if key.characters == response.characters:
            self.place = np.arange(size)
            return
        self.place = np.full(size, -1, np.int64)
        one, two = _atoms(key), _atoms(response)
        matcher = SequenceMatcher(None, [text for text, _ in one], [text for text, _ in two], autojunk=len(one) > 20000)
        for tag, low, high, start, stop in matcher.get_opcodes():
            if tag == "equal" or (tag == "replace" and high - low == stop - start):
                self.changed += (high - low) * (tag == "replace")
                for (text, offset), (other, where) in zip(one[low:high], two[start:stop], strict=True):
                    # A changed word covers the word it replaces from its first to its last letter.
                    inside = np.minimum(np.arange(len(other)), len(text) - 1)
                    inside[-1] = len(text) - 1
                    self.place[where : where + len(other)] = offset + inside
            elif tag == "replace" and "".join(t for t, _ in one[low:high]) == "".join(t for t, _ in two[start:stop]):
                length = sum(len(text) for text, _ in one[low:high])
                self.place[two[start][1] : two[start][1] + length] = one[low][1] + np.arange(length)
            else:
                self.inserted += stop - start
                self.deleted += high - low
                self.truncated = high == len(one) and stop - start == 0 and high - low >= max(5, TRUNCATED * len(one))

    def report(self, response: Corpus, document: int, notices: Notices) -> None:
        where = (response.sources[document], int(response.document_line[document]) or None)
        name = response.names[document]
        for kind in ("inserted", "deleted", "changed"):
            if getattr(self, kind):
                notices.add(f"words {kind}", f"document '{name}'", *where, count=getattr(self, kind))
        if self.truncated:
            notices.add("output truncated", f"document '{name}' stops before the key does", *where)

    def mention(self, corpus: Corpus, row: int, number: int, notices: Notices) -> Mention:
        """The mention in the key's characters; one without a place goes behind the end, where nothing is."""
        tokens = [position for position in corpus.positions(row) if 0 <= position < len(self.response.begin)]
        letters = [
            int(self.place[letter])
            for token in tokens
            for letter in range(self.response.begin[token], self.response.end[token])
        ]
        found = [letter for letter in letters if letter >= 0]
        if not found:
            document = int(corpus.document[row])
            notices.add(
                "mention lost in alignment",
                f"{corpus.describe_mention(row)} of document '{corpus.names[document]}' has no place in the key",
                corpus.sources[document],
                int(corpus.line[row]) or None,
            )
            behind = len(self.key.characters) + 2 * number
            return Mention(behind, behind + 1)
        contiguous = len(tokens) == tokens[-1] - tokens[0] + 1
        positions = range(min(found), max(found) + 1) if contiguous else found
        return Mention.at(positions, head=self._letter(corpus.head_of(row)))

    def _letter(self, head: int | None) -> int | None:
        """A head is counted as its last letter."""
        if head is None or not 0 <= head < len(self.response.end):
            return None
        place = int(self.place[self.response.end[head] - 1]) if self.response.end[head] else -1
        return place if place >= 0 else None


def _atoms(side: _Side) -> list[tuple[str, int]]:
    """Words and single signs, cut at the corpus's own boundaries too, with where each begins."""
    atoms = []
    for begin, end in zip(side.begin, side.end, strict=True) if _is_words(side) else [(0, len(side.characters))]:
        for match in _ATOM.finditer(side.characters, begin, end):
            atoms.append((match[0], match.start()))
    return atoms


def _is_words(side: _Side) -> bool:
    """Positions that are single characters would cut every word to pieces."""
    return bool(side.begin) and max(end - begin for begin, end in zip(side.begin, side.end, strict=True)) > 1


def _in_characters(corpus: Corpus, row: int, side: _Side) -> Mention:
    def letters(positions: Sequence[int]) -> list[int]:
        known = [position for position in positions if 0 <= position < len(side.begin)]
        return [letter for token in known for letter in range(side.begin[token], side.end[token])]

    head = corpus.head_of(row)
    last = side.end[head] - 1 if head is not None and 0 <= head < len(side.end) else None
    found = letters(corpus.positions(row))
    minimum = tuple(letters(corpus.minimum_of(row)))
    if not found:  # a zero, or a mention outside the text
        behind = len(side.characters) + 2 * row + 1
        return Mention(behind, behind + 1)
    return Mention.at(found, head=last, minimum=minimum)


def _replaced(corpus: Corpus, mentions: Sequence[Mention], lengths: Sequence[int]) -> Corpus:
    """The corpus with other spans: everything else stays."""
    shapes: dict[tuple[int, ...], int] = {}

    def number(positions: tuple[int, ...]) -> int:
        return shapes.setdefault(positions, len(shapes)) if positions else -1

    shape = np.array([number(mention.positions) for mention in mentions], np.int64)
    minimum = np.array([number(mention.minimum) for mention in mentions], np.int64)
    head = np.array([UNKNOWN if mention.head is None else mention.head for mention in mentions], np.int64)
    return replace(
        corpus,
        start=np.array([mention.start for mention in mentions], np.int64),
        end=np.array([mention.end for mention in mentions], np.int64),
        shape=shape if (shape >= 0).any() else None,
        minimum=minimum if (minimum >= 0).any() else None,
        head=head if (head != UNKNOWN).any() else None,
        shapes=tuple(shapes),
        tokens=np.array(lengths, np.int64),
        unit=CHARACTERS,
    )
