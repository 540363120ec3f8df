"""Finds in a block of CoNLL-U the few lines that have to be looked at, so that plain words are only counted."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from corefscope.arrays import changes
from corefscope.formats.corefud.text import EMPTY_NODES_AT_ONE_PLACE, number
from corefscope.model import Integers

NEW_DOCUMENT = (b"newdoc", b"newdoc id")
RANGE = re.compile(rb"\d+-\d+$")
_NEWLINE, _TAB, _BLANK, _ZERO, _NINE, _HASH, _NOTHING = b"\n\t 09#_"
_LONGEST_ID = 4
_LAST_TAB = 8


@dataclass(frozen=True)
class Scan:
    """A block whose lines are all as they should be: words numbered from 1 in each sentence, nodes of ten columns.

    Rows are the lines of the block, counted from 0.
    """

    content: bytes
    rows: int
    start: Integers  # by row, like the next four
    end: Integers
    misc: Integers  # where the last column begins, if the row is one of a node
    group: Integers  # how many blank lines come before
    words_before: Integers
    words: Integers  # the rows of words, as the next are rows
    documents: Integers  # that begin one
    comments: Integers  # that may say something
    sentences: Integers  # of the first node of each sentence
    annotated: Integers  # of nodes whose last column is not empty
    ranges: Integers  # of ranges of words, such as 3-4, of the same kind
    empty: Integers  # of empty nodes
    empty_number: Integers  # of each among those after the same word
    forms: bytes  # of all words, each with a zero byte before it
    form_start: Integers  # of each word in them, and the end

    def line(self, row: int) -> bytes:
        return self.content[self.start[row] : self.end[row]]


def comment_key(line: bytes) -> tuple[bytes, bytes]:
    """What stands before and after the `=` of a comment."""
    key, _, value = line[1:].partition(b"=")
    return b" ".join(key[:40].split()), value.strip()


def begins_document(line: bytes) -> bool:
    """Whether a comment is one that does."""
    return comment_key(line)[0] in NEW_DOCUMENT


def cut(chunk: bytes) -> int:
    """Where a document that is larger than a block can be cut: behind the last of its sentences; -1 if nowhere."""
    blank = max(chunk.rfind(end, 0, -1) + len(end) for end in (b"\n\n", b"\n\r\n"))
    return blank if blank > len(b"\n\r\n") else -1


def scan(content: bytes, newlines: Integers | None = None) -> Scan | None:
    """None if anything is unusual; then each line has to be read as it comes. `newlines` need not be known."""
    text = np.frombuffer(content + b"\n\n\n\n", np.uint8)  # so that what comes after the first byte is always there
    if newlines is None:
        newlines = np.flatnonzero(text[: len(content)] == _NEWLINE)
    start, end = np.append(0, newlines + 1), np.append(newlines, len(content))
    first = text[start]
    blank = start == end
    node = (first >= _ZERO) & (first <= _NINE)
    comment = first == _HASH
    if b"\0" in content or not (blank | node | comment).all():
        return None
    rows = np.flatnonzero(node)
    tabs = _tabs(text, start, end, rows)
    if tabs is None:
        return None
    first_tab, second_tab, last_tab = tabs
    known = np.flatnonzero(comment)[_may_matter(text, start[comment], b"ngms")]
    may_begin = known[_may_matter(text, start[known], b"n")]
    named = [row for row in may_begin.tolist() if begins_document(content[start[row] : end[row]])]
    is_word = node.copy()
    value = _numbers(text, start[rows], first_tab)
    of_word = value > 0
    is_word[rows] = of_word
    group = np.cumsum(blank)
    begins = blank.copy()
    begins[named] = True
    boundary = np.cumsum(begins)
    words_before = np.cumsum(is_word) - is_word
    words = np.flatnonzero(is_word)
    nodes_of, words_of = boundary[rows], boundary[words]
    opens, first_node = np.flatnonzero(changes(words_of)), np.flatnonzero(changes(nodes_of))
    if len(opens) != len(first_node) or not (words_of[opens] == nodes_of[first_node]).all():
        return None  # a sentence without words
    place = np.arange(len(words)) - np.repeat(opens, np.diff(opens, append=len(words)))
    if not (value[of_word] == place + 1).all():
        return None
    others = np.flatnonzero(~of_word)
    # The words of the sentence before such a line are counted from where the sentence begins.
    of_sentence = words_before[rows[first_node]][np.searchsorted(first_node, others, "right") - 1]
    after = words_before[rows[others]] - of_sentence
    empty = _empty_nodes(content, start[rows[others]], first_tab[others], after, nodes_of[others])
    if empty is None:
        return None
    filled = (text[last_tab + 1] != _NOTHING) | (last_tab + 2 != end[rows])
    is_range = ~of_word
    is_range[others[list(empty)]] = False
    misc = np.zeros(len(start), np.int64)
    misc[rows] = last_tab + 1
    return Scan(
        content,
        len(start),
        start,
        end,
        misc,
        group,
        words_before,
        words,
        np.array(named, np.int64),
        known,
        rows[first_node],
        rows[filled & ~is_range],
        rows[filled & is_range],
        rows[others[list(empty)]],
        np.array(list(empty.values()), np.int64),
        *_forms(text, first_tab[of_word], second_tab[of_word]),
    )


def _tabs(text: NDArray[np.uint8], start: Integers, end: Integers, rows: Integers) -> list[Integers] | None:
    """Where the first two of the nine tabs of each node are, and the last; None if one has more or fewer."""
    tabs = np.flatnonzero(text == _TAB)
    if len(tabs) != 9 * len(rows):  # comments may have some too
        line = np.searchsorted(start, tabs, "right") - 1
        of_node = np.zeros(len(start), bool)
        of_node[rows] = True
        tabs = tabs[of_node[line]]
        if len(tabs) != 9 * len(rows):
            return None
    first, second, last = (tabs[place::9].copy() for place in (0, 1, _LAST_TAB))
    return [first, second, last] if ((first > start[rows]) & (last < end[rows])).all() else None


def _may_matter(text: NDArray[np.uint8], start: Integers, letters: bytes) -> NDArray[np.bool_]:
    """Comments whose key may begin with such a letter: newdoc, global, meta, speaker; but not `# sent_id`."""
    letter = text[start + 2]
    is_plain = (text[start + 1] == _BLANK) & (letter > _BLANK)
    may: NDArray[np.bool_] = ~is_plain
    for wanted in letters:
        may |= letter == wanted
    may &= ~(is_plain & (letter == ord("s")) & (text[start + 3] != ord("p")))
    return may


def _numbers(text: NDArray[np.uint8], start: Integers, end: Integers) -> Integers:
    """Ids that are numbers as words have them; 0 or less for all others."""
    value = np.zeros(len(start), np.int64)
    digits = np.minimum(end - start, _LONGEST_ID + 1)
    for place in range(int(digits.max(initial=0))):
        digit = text[np.minimum(start + place, end)].astype(np.int64) - _ZERO
        inside = place < digits
        value = np.where(inside, np.where((digit < 0) | (digit > 9) | (value < 0), -1, 10 * value + digit), value)
    value[(text[start] == _ZERO) | (digits > _LONGEST_ID)] = -1
    return value


def _empty_nodes(
    content: bytes, start: Integers, end: Integers, after: Integers, sentence: Integers
) -> dict[int, int] | None:
    """Which of these nodes are empty ones, the others being ranges of words, and the second half of the id of each.

    None if an id is out of place.
    """
    found = {}
    before = (-1, -1, 0)
    for row, (low, high, word, place) in enumerate(
        zip(start.tolist(), end.tolist(), after.tolist(), sentence.tolist(), strict=True)
    ):
        identifier = content[low:high]
        if RANGE.match(identifier):
            continue
        major, _, minor = identifier.partition(b".")
        node = (place, word, number(minor) or 0)
        in_order = node > before if before[:2] == node[:2] else True
        if number(major) != word or not 0 < node[2] <= EMPTY_NODES_AT_ONE_PLACE or not in_order:
            return None
        before = node
        found[row] = node[2]
    return found


def _forms(text: NDArray[np.uint8], before: Integers, behind: Integers) -> tuple[bytes, Integers]:
    """The words between these tabs one behind the other, and where each begins."""
    starts = np.append(0, np.cumsum(behind - before))
    source = np.ones(starts[-1], np.int64)
    source[starts[:-1]] = before
    source[starts[1:-1]] -= behind[:-1] - 1
    forms = text[np.cumsum(source, out=source)]
    forms[starts[:-1]] = 0
    return forms.tobytes(), starts
