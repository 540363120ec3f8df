"""The columns of a CoNLL-U file, parsed from its lines when they are needed."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from corefscope.formats.files.blocks import StoredBytes
from corefscope.model import EMPTY_NODES, UNKNOWN, empty_position, text_order

COLUMNS = {"word": 1, "lemma": 2, "upos": 3, "xpos": 4, "feats": 5, "deprel": 7, "deps": 8, "misc": 9}
HEAD, DEPS = 6, 8
ROOT = UNKNOWN  # the parent of a sentence's root
# Room for the second half of an id such as 5.1; see `empty_position`.
EMPTY_NODES_AT_ONE_PLACE = EMPTY_NODES // 2 - 1


def number(digits: bytes) -> int | None:
    """A number of at most nine digits; None for anything else.

    >>> number(b"12"), number(b"-1"), number(b"")
    (12, None, None)
    """
    return int(digits) if digits.isdigit() and len(digits) < 10 else None


def node_position(identifier: bytes, words_before: int) -> int | None:
    """What an id such as `3`, `5.1` or `0` (the root) names in a sentence after `words_before` words.

    >>> node_position(b"3", 20), node_position(b"5.1", 20) == empty_position(25, 1), node_position(b"3-4", 20)
    (22, True, None)
    """
    major, dot, minor = identifier.partition(b".")
    word, empty = number(major), number(minor)
    if word is None or (dot and (empty is None or not 0 < empty <= EMPTY_NODES_AT_ONE_PLACE)):
        return None
    if empty is not None:
        return empty_position(words_before + word, empty, opens_sentence=word == 0)
    return words_before + word - 1 if word else ROOT


def heads_in_document(heads: Sequence[str], sentences: Iterable[tuple[int, int]]) -> list[str]:
    """The positions of syntactic parents in the document, from their numbers in the sentence; empty for roots.

    >>> heads_in_document(["2", "0", "x", "1"], [(0, 2), (2, 4)])
    ['1', '', '', '2']
    """
    parents = [(start, end, number(heads[token].encode())) for start, end in sentences for token in range(start, end)]
    return [str(start + parent - 1) if parent and parent <= end - start else "" for start, end, parent in parents]


def _dependencies(cell: bytes, words_before: int) -> frozenset[tuple[int, str]]:
    """The pairs of parent and relation in a DEPS cell such as `3:nsubj|5.1:conj`, as far as they can be read."""
    pairs = (item.partition(b":") for item in cell.split(b"|"))
    dependencies = ((node_position(parent, words_before), relation.decode("utf-8")) for parent, _, relation in pairs)
    return frozenset((parent, relation) for parent, relation in dependencies if parent is not None)


def unix(content: bytes) -> bytes:
    """The content with `\\n` as line end, also where a careless program made `\\r\\r\\n` of one."""
    while b"\r" in content and b"\r\n" in content:  # the first is much faster to tell
        content = content.replace(b"\r\n", b"\n")
    return content.rstrip(b"\r") if content.endswith(b"\r") else content


@lru_cache(maxsize=2)  # one block of the key's and one of the response's
def _lines(block: StoredBytes) -> list[bytes]:
    return unix(block.content()).split(b"\n")


@dataclass
class ConlluText:
    """A block's lines, and which of them hold the words and empty nodes of its sentences and documents.

    Words and lines are counted through the block here; outside, positions count from 0 in each document.
    """

    stored: StoredBytes
    lines_before: int
    word_line: NDArray[np.int32]  # index of each word's line
    first_word: list[int]  # of each document, and the end
    sentence_start: list[int]
    first_sentence: list[int]  # of each document, and the end
    speakers: dict[int, str]  # by sentence
    empty_line: list[dict[int, int]]  # by document and position
    fingerprints: list[bytes]  # by document

    def lines(self) -> list[bytes]:
        return _lines(self.stored)

    def _column(self, document: int, column: int) -> list[str]:
        rows = self.word_line[self.first_word[document] : self.first_word[document + 1]]
        lines = self.lines()
        return [lines[row].split(b"\t", column + 1)[column].decode("utf-8") for row in rows.tolist()]

    def fingerprint(self, document: int) -> bytes:
        return self.fingerprints[document]

    def words(self, document: int) -> list[str]:
        return self._column(document, COLUMNS["word"])

    def sentences(self, document: int) -> list[tuple[int, int]]:
        low, high = self.first_sentence[document], self.first_sentence[document + 1]
        origin = self.first_word[document]
        starts = [start - origin for start in self.sentence_start[low:high]]
        return list(zip(starts, [*starts[1:], self.first_word[document + 1] - origin], strict=True)) if starts else []

    def layer(self, document: int, name: str) -> list[str] | None:
        """A column of the words; `head` as the position of the syntactic parent, empty where there is none."""
        if name == "head":
            return heads_in_document(self._column(document, HEAD), self.sentences(document))
        if name == "speaker":
            return self._speakers(document)
        return self._column(document, COLUMNS[name]) if name in COLUMNS else None

    def _speakers(self, document: int) -> list[str] | None:
        first = self.first_sentence[document]
        speakers: list[str] = []
        for sentence, (start, end) in enumerate(self.sentences(document), first):
            speakers += [self.speakers.get(sentence, "")] * (end - start)
        return speakers if any(speakers) else None

    def token_line(self, document: int, token: int) -> int | None:
        line = self._line(document, token)
        return None if line is None else self.lines_before + line + 1

    def _line(self, document: int, position: int) -> int | None:
        if position < 0:
            return self.empty_line[document].get(position)
        word = self.first_word[document] + position
        return int(self.word_line[word]) if word < self.first_word[document + 1] else None

    def empty_nodes(self, document: int) -> list[int]:
        """The positions of all empty nodes, in the order of the text."""
        return list(self.empty_line[document])

    def columns(self, document: int, position: int) -> list[str] | None:
        """The ten columns of a word or empty node as they stand in the file."""
        line = self._line(document, position)
        return None if line is None else self.lines()[line].decode("utf-8").split("\t")

    def dependencies(self, document: int, position: int) -> frozenset[tuple[int, str]]:
        """The enhanced dependencies of a word or empty node: positions of parents (or ROOT), with the relations.

        What cannot be read is left out.
        """
        line = self._line(document, position)
        if line is None:
            return frozenset()
        return _dependencies(self.lines()[line].split(b"\t")[DEPS], self._words_before_sentence(document, position))

    def _words_before_sentence(self, document: int, position: int) -> int:
        word = position
        if position < 0:
            words_before, place = divmod(text_order(position), EMPTY_NODES)
            # An empty node follows a word of its sentence, or precedes the first.
            word = words_before - (place < EMPTY_NODES // 2)
        low, high = self.first_sentence[document], self.first_sentence[document + 1]
        origin = self.first_word[document]
        sentence = bisect_right(self.sentence_start, origin + word, low, high) - 1
        return self.sentence_start[sentence] - origin
