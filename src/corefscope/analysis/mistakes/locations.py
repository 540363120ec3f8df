"""The location of a mention for readers: document, tokens, words, sentence, file and line."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cache

from corefscope.analysis.mistakes.mention_info import MentionInfo
from corefscope.model import TOKENS, TYPES

LONGEST = 60


@dataclass(frozen=True)
class Location:
    """The location of one mention; `first` and `last` count from 0, both inclusive. Unknown values are None."""

    side: str
    document: str
    first: int | None
    last: int | None
    text: str
    entity: str
    type: str
    sentence: int | None  # counted from 1
    file: str | None
    line: int | None

    def __str__(self) -> str:
        span = "" if self.first is None else f" {self.first}–{self.last}"
        return f"{shortened(self.text) or '?'} ({self.document}{span})"


def shortened(text: str, longest: int = LONGEST) -> str:
    """Shorten a long text to its two ends.

    >>> shortened("the ferry that left the old harbour before dawn", 24)
    'the ferry th…before dawn'
    """
    if len(text) <= longest:
        return text
    half = (longest - 1) // 2
    return f"{text[: longest - 1 - half]}…{text[len(text) - half :]}"


class Locations:
    """Look up the locations of mentions by their row in key or response."""

    def __init__(self, info: MentionInfo) -> None:
        self.info = info
        self._words = {"key": info.key_words, "response": info.response_words}
        types = {"key": info.types_of(info.key), "response": info.types_of(info.response)}
        self._types = {side: column.tolist() for side, column in types.items()}
        self._sentences = cache(self._starts)
        self.of = cache(self._of)

    def type(self, side: str, mention: int) -> str:
        return TYPES[self._types[side][mention]]

    def key(self, side: str, mention: int) -> tuple[str, int | None, int | None, str]:
        """Return a value that is equal for the same place in a text, for every system and side."""
        corpus = self.info.key if side == "key" else self.info.response
        document = int(corpus.document[mention])
        named = document if side == "key" else int(self.info.evidence.partner[document])
        if corpus.label is not None:
            return self.info.key.names[named], None, None, self._words[side].shown(mention)
        first = int(corpus.start[mention])
        return self.info.key.names[named], first, max(int(corpus.end[mention]) - 1, first), ""

    def _of(self, side: str, mention: int) -> Location:
        corpus = self.info.key if side == "key" else self.info.response
        document = int(corpus.document[mention])
        spans = corpus.label is None
        first = int(corpus.start[mention]) if spans else None
        last = max(int(corpus.end[mention]) - 1, int(corpus.start[mention])) if spans else None
        # Use the key's name; the response may spell it differently.
        named = document if side == "key" else int(self.info.evidence.partner[document])
        return Location(
            side,
            self.info.key.names[named],
            first,
            last,
            self._words[side].shown(mention),
            corpus.entity_name(int(corpus.entity[mention])),
            self.type(side, mention),
            None if first is None else bisect_right(self._sentences(named), first) or None,
            corpus.sources[document] or None,
            int(corpus.line[mention]) or None,
        )

    def _starts(self, document: int) -> list[int]:
        corpus = self.info.key
        text = corpus.text(document) if corpus.unit == TOKENS else None
        return [] if text is None else self.info.key_words.cache.sentence_starts(text)
