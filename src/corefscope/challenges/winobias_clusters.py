"""WinoBias as clusters over tokens: its own CoNLL files, and the rows of `wino_bias` on the Hugging Face Hub."""

from __future__ import annotations

import re
from typing import NamedTuple

from corefscope.basics.escaping import quoted
from corefscope.challenges.questions import Span
from corefscope.model import Corpus
from corefscope.problems import FormatError

# nw/dev_type1/not_stereotype//17
_NAME = re.compile(r"(dev|test)_type([12])/(not_)?stereotype//(\d+)")
_NO_BLANK_BEFORE = re.compile(r"[.,;:!?]|'.*|n't", re.IGNORECASE)


class Sentence(NamedTuple):
    """A sentence, the words that are marked in it, and what its name says of it; numbers count from 1."""

    text: str
    marked: list[Span]
    condition: str
    kind: str
    split: str
    number: int
    source: str
    line: int


def sentences(corpus: Corpus) -> list[Sentence]:
    """The sentences of the documents that are named as those of WinoBias; an error if one is not."""
    rows: list[list[int]] = [[] for _ in range(corpus.document_count)]
    for row, document in enumerate(corpus.document.tolist()):
        rows[document].append(row)
    found = []
    for document, name in enumerate(corpus.names):
        match, words = _NAME.search(name), corpus.words(document)
        source, line = corpus.sources[document], int(corpus.document_line[document])
        if match is None or words is None or corpus.label is not None:
            fact = f"{quoted(name)} is not the name of a sentence of WinoBias" if match is None else "it has no words"
            raise FormatError(
                "not-the-challenge", fact, source, line or None, "they are named as nw/dev_type1/not_stereotype//17"
            )
        text, begins = _joined(words)
        spans = [(int(corpus.start[row]), int(corpus.end[row])) for row in rows[document]]
        marked = [Span(begins[start], begins[end - 1] + len(words[end - 1])) for start, end in sorted(spans)]
        condition = "anti" if match[3] else "pro"
        found.append(Sentence(text, marked, condition, match[2], match[1], int(match[4]) + 1, source, line))
    return found


def _joined(words: list[str]) -> tuple[str, list[int]]:
    """The words as a sentence, and where each begins.

    >>> _joined(["She", "left", "."])
    ('She left.', [0, 4, 8])
    """
    text, begins = "", []
    for word in words:
        text += "" if not text or _NO_BLANK_BEFORE.fullmatch(word) else " "
        begins.append(len(text))
        text += word
    return text, begins
