"""The letters of a document (its text without blanks), its words, and running text split into tokens."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from corefscope.alignment.mentions.coverage import Runs, runs
from corefscope.basics.escaping import quoted
from corefscope.model import CHARACTERS, TOKENS, Corpus, Document, Integers, Mention, Relation
from corefscope.problems import CorefscopeError, Notices, PairingError

# In scripts without blanks between words, each letter counts as a word.
NO_BLANKS = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u312f\u31a0-\ua4cf\uf900-\ufaff\U00020000-\U0003ffff"
NO_BLANKS_LETTER = re.compile(f"[{NO_BLANKS}]")
# A word of letters and digits, or one punctuation mark; an underscore is one.
_WORD = re.compile(rf"[{NO_BLANKS}]|[^\W_{NO_BLANKS}]+|[^\w\s]|_")
# A word from its first to its last letter; punctuation around it is single tokens.
_TOKEN = re.compile(rf"[{NO_BLANKS}]|[^\W{NO_BLANKS}](?:[^\s{NO_BLANKS}]*[^\W{NO_BLANKS}])?|\S")
_BLANK = re.compile(r"\s")  # the characters that str.isspace names


class TextWords(NamedTuple):
    """Words and punctuation marks, the letter at which each begins, and whether it opens a token.

    `begins` and `opens` have one extra entry for the end of the text.
    """

    words: list[str]
    begins: list[int]
    opens: list[bool]


@dataclass(frozen=True)
class LetterText:
    """The text of a document, its letters, and offsets into them.

    `begin` and `end` are the letters of each position of the corpus, `place` the offset of each letter in the
    text, `cuts` the letters at which tokens begin (in running text: words between blanks).
    """

    text: str
    letters: str
    begin: Sequence[int]
    end: Sequence[int]
    place: Integers
    cuts: Sequence[int]

    def words(self) -> TextWords:
        words, begins, opens = [], [], []
        for low, high in pairwise([*self.cuts, len(self.letters)]):
            for match in _WORD.finditer(self.letters, low, high):
                words.append(match[0])
                begins.append(match.start())
                opens.append(match.start() == low)
        return TextWords(words, [*begins, len(self.letters)], [*opens, True])

    def spans(self, runs: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
        """Convert runs of letters to half-open ranges of the text, including blanks inside a run."""
        return [(int(self.place[first]), int(self.place[last]) + 1) for first, last in runs]

    def last_letter(self, position: int) -> int:
        """Return the offset in the text of the last letter of a corpus position."""
        return int(self.place[self.end[position] - 1])


def letter_text(corpus: Corpus, document: int, name: str) -> LetterText:
    """Return the text of one document; `name` is its side, for messages."""
    raw, words = corpus.raw_text(document), corpus.words(document) if corpus.unit != CHARACTERS else None
    if corpus.unit == CHARACTERS and raw is not None:
        is_letter = np.ones(len(raw), bool)
        is_letter[[match.start() for match in _BLANK.finditer(raw)]] = False
        end = np.cumsum(is_letter)
        begin = end - is_letter
        place = np.flatnonzero(is_letter)
        # A word begins at a letter after a blank or at the start.
        cuts = begin[place[np.append(True, np.diff(place) > 1)[: len(place)]]]
        return LetterText(raw, "".join(raw.split()), begin.tolist(), end.tolist(), place, cuts.tolist())
    if words is None:
        fact = f"the text of document {quoted(corpus.names[document])} of the {name} is unknown"
        hint = "aligning characters needs the words of both sides"
        raise PairingError("no-text-to-align", f"{fact}, so it cannot be aligned", corpus.sources[document], hint=hint)
    plain = ["".join(word.split()) for word in words]
    length = np.array([len(word) for word in plain], np.int64)
    ends = np.cumsum(length)
    begins = (ends - length).tolist()
    # The text has one blank before every word but the first.
    place = np.arange(int(length.sum())) + np.repeat(np.arange(len(plain)), length)
    return LetterText(" ".join(plain), "".join(plain), begins, ends.tolist(), place, begins)


def tokenize(document: Document, notices: Notices) -> Document:
    """Convert a document to tokens, split at blanks and at the borders of mentions.

    >>> whole = Document("text", [[Mention(0, 3)]], unit=CHARACTERS, raw_text="Ann's cat, isn't it?")
    >>> tokenize(whole, Notices()).words
    ['Ann', "'", 's', 'cat', ',', "isn't", 'it', '?']
    """
    if document.unit != CHARACTERS:
        return document
    if document.raw_text is None:
        fact = f"document {quoted(document.name)} counts characters of an unknown text"
        raise CorefscopeError("unknown-text", fact)
    parts = [document, *document.annotations.values()]
    mentions = (mention for part in parts for entity in part.entities for mention in entity)
    edges = {edge for mention in mentions for run in _runs(mention.covered) for edge in run}
    inside = {edge for edge in edges if 0 < edge < len(document.raw_text)}
    spans = [
        match.span()
        for low, high in pairwise(sorted({0, len(document.raw_text)} | inside))
        for match in _TOKEN.finditer(document.raw_text, low, high)
    ]
    begins, ends = [begin for begin, _ in spans], [end for _, end in spans]

    def tokens(positions: Iterable[int]) -> list[int]:
        parts = (range(bisect_right(ends, low), bisect_left(begins, high)) for low, high in _runs(positions))
        return [token for part in parts for token in part]

    def moved(mention: Mention, entity: str) -> Mention | None:
        covered = tokens(mention.covered)
        if not covered:
            where = f"document {quoted(document.name)}, entity {entity}, characters {mention.start}–{mention.end - 1}"
            notices.add("lost-without-letters", where)
            return None
        head = [] if mention.head is None else tokens([mention.head])
        minimum = tuple(tokens(mention.minimum))
        return Mention.at(covered, head=head[-1] if head else None, type=mention.type, minimum=minimum)

    def in_tokens(part: Document) -> Document:
        entities = [
            [other for mention in entity if (other := moved(mention, name))]
            for name, entity in zip(part.entity_ids, part.entities, strict=True)
        ]
        relations = [
            Relation(*each[:4], *(end and moved(end, each.anaphor) for end in each[4:])) for each in part.relations
        ]
        return replace(part, token_count=len(spans), entities=entities, relations=relations, unit=TOKENS, raw_text=None)

    words = [document.raw_text[begin:end] for begin, end in spans]
    annotations = {name: in_tokens(part) for name, part in document.annotations.items()}
    return replace(in_tokens(document), words=words, annotations=annotations, _text=None)


def _runs(positions: Iterable[int]) -> Runs:
    return runs(positions if isinstance(positions, range) else sorted(positions))
