"""Where a mention stands, for people: its document, tokens, words, sentence, file and line."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cache

from corefscope.analysis.mistakes.mention_info import MentionInfo
from corefscope.model import TOKENS, TYPES

LONGEST = 60


@dataclass(frozen=True)
class Location:
    """One mention. `first` and `last` count from 0 and belong to the mention; what is not known is None."""

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

    @property
    def key(self) -> tuple[str, int | None, int | None, str]:
        """Equal for the same place in a text, whichever system or side has a mention there."""
        return self.document, self.first, self.last, "" if self.first is not None else self.text


def shortened(text: str, longest: int = LONGEST) -> str:
    """The two ends of a text that is too long to show.

    >>> shortened("the ferry that left the old harbour before dawn", 24)
    'the ferry th…before dawn'
    """
    if len(text) <= longest:
        return text
    half = (longest - 1) // 2
    return f"{text[: longest - 1 - half]}…{text[len(text) - half :]}"


class Locations:
    """Looks mentions up by their row in the key or the response."""

    def __init__(self, known: MentionInfo) -> None:
        self.known = known
        self._words = {"key": known.key_words, "response": known.response_words}
        self._types = {"key": known.types_of(known.key), "response": known.types_of(known.response)}
        self._sentences = cache(self._starts)
        self.of = cache(self._of)

    def row(self, row: int) -> Location:
        """The place of a row of the alignment."""
        corpus, mention = self.known.place(row)
        return self.of("key" if corpus is self.known.key else "response", mention)

    def _of(self, side: str, mention: int) -> Location:
        corpus = self.known.key if side == "key" else self.known.response
        document = int(corpus.document[mention])
        spans = corpus.label is None
        first = int(corpus.start[mention]) if spans else None
        last = max(int(corpus.end[mention]) - 1, int(corpus.start[mention])) if spans else None
        # The key names documents; a response may write the same name another way.
        named = document if side == "key" else int(self.known.evidence.partner[document])
        return Location(
            side,
            self.known.key.names[named],
            first,
            last,
            self._words[side].shown(mention),
            corpus.entity_name(int(corpus.entity[mention])),
            TYPES[self._types[side][mention]],
            None if first is None else self._sentence(named, first),
            corpus.sources[document] or None,
            int(corpus.line[mention]) or None,
        )

    def _sentence(self, document: int, token: int) -> int | None:
        starts = self._sentences(document)
        return bisect_right(starts, token) if starts else None

    def _starts(self, document: int) -> list[int]:
        corpus = self.known.key
        text = corpus.texts[document] if corpus.texts and corpus.unit == TOKENS else None
        sentences = text[0].sentences(text[1]) if text else None
        return [start for start, _ in sentences or ()]
