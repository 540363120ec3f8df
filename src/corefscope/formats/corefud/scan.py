"""Finds in a block of CoNLL-U the few lines that have to be looked at, so that plain words are only counted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from corefscope.formats.corefud.text import EMPTY_NODES_AT_ONE_PLACE, number
from corefscope.model import Integers

# Why a line is looked at: FIRST is the first node of its sentence, JOINED a range of words, such as 3-4.
COMMENT, FIRST, ANNOTATED, EMPTY, JOINED = 1, 2, 4, 8, 16
NEW_DOCUMENT = (b"newdoc", b"newdoc id")
RANGE = re.compile(rb"\d+-\d+$")
_NEWLINE, _TAB, _BLANK, _ZERO, _NINE, _HASH, _NOTHING = b"\n\t 09#_"
_LONGEST_ID = 4
_LAST_TAB = 8
PIECE = 1 << 20  # bytes that are scanned together: several times as much memory is needed for the while
LONGEST_PIECE = 2 * PIECE


@dataclass(frozen=True)
class Scan:
    """A block whose lines are all as they should be: words numbered from 1 in each sentence, nodes of ten columns."""

    content: bytes
    lines: int
    start: Integers  # of each line
    end: Integers
    misc: Integers  # where the last column of a line begins, if it is one of a node
    group: Integers  # how many blank lines come before a line
    words_before: Integers  # how many words of the block come before a line
    word_line: NDArray[np.int32]
    named: Integers  # the lines that begin a document
    empty_number: Integers  # of each empty node among those after the same word
    event: Integers  # the lines to look at
    why: NDArray[np.int8]
    forms: bytes  # of all words, each with a zero byte before it
    form_start: Integers  # of each word in them, and the end

    def line(self, number: int) -> bytes:
        return self.content[self.start[number] : self.end[number]]


def comment_key(line: bytes) -> tuple[bytes, bytes]:
    """What stands before and after the `=` of a comment."""
    key, _, value = line[1:].partition(b"=")
    return b" ".join(key[:40].split()), value.strip()


def begins_document(line: bytes) -> bool:
    """Whether a comment is one that does."""
    return comment_key(line)[0] in NEW_DOCUMENT


def pieces(content: bytes) -> Iterator[tuple[bytes, int, bool]]:
    """The content in pieces, where each starts, and whether a document ends with it.

    They end before a document or, where one is long, with a blank line; the line end between two is in neither.
    """
    start = 0
    while len(content) - start > PIECE:
        end = is_whole = _document_end(content, start + PIECE, start + LONGEST_PIECE)
        if end < 0 and len(content) - start > LONGEST_PIECE:
            end = content.find(b"\n\n", start + PIECE)
            end += end >= 0
        if end < 0:
            break
        yield content[start:end], start, is_whole >= 0 or _begins_document_at(content, end + 1)
        start = end + 1
    yield content[start:], start, True


def _document_end(content: bytes, start: int, end: int) -> int:
    """The line end before a document that begins there; another comment may stand in the middle of a sentence."""
    found = start - 1
    while (found := content.find(b"\n# newdoc", found + 1, end)) >= 0:
        if _begins_document_at(content, found + 1):
            break
    return found


def _begins_document_at(content: bytes, place: int) -> bool:
    return begins_document(content[place : place + 100].partition(b"\n")[0])


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
    opens, first_node = _changes(words_of), _changes(nodes_of)
    if len(opens) != len(first_node) or not (words_of[opens] == nodes_of[first_node]).all():
        return None  # a sentence without words
    place = np.arange(len(words)) - np.repeat(opens, np.diff(opens, append=len(words)))
    if not (value[of_word] == place + 1).all():
        return None
    why = np.zeros(len(start), np.int8)
    why[known] |= COMMENT
    why[rows[first_node]] |= FIRST
    filled = (text[last_tab + 1] != _NOTHING) | (last_tab + 2 != end[rows])
    why[rows[filled]] |= ANNOTATED
    others = np.flatnonzero(~of_word)
    # The words of the sentence before such a line are counted from where the sentence begins.
    of_sentence = words_before[rows[first_node]][np.searchsorted(first_node, others, "right") - 1]
    after = words_before[rows[others]] - of_sentence
    empty = _empty_nodes(content, start[rows[others]], first_tab[others], after, nodes_of[others])
    if empty is None:
        return None
    why[rows[others[list(empty)]]] |= EMPTY
    joined = why[rows[others]] & (ANNOTATED | EMPTY) == ANNOTATED
    why[rows[others[joined]]] |= JOINED
    misc = np.zeros(len(start), np.int64)
    misc[rows] = last_tab + 1
    event = np.flatnonzero(why)
    columns = (start, end, misc, group, words_before, words.astype(np.int32), np.array(named, np.int64))
    numbers = np.array(list(empty.values()), np.int64)
    return Scan(
        content,
        len(start),
        *columns,
        numbers,
        event,
        why[event],
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


def _changes(values: Integers) -> Integers:
    """Where a value differs from the one before it, and the first place."""
    differs = np.ones(len(values), bool)
    np.not_equal(values[1:], values[:-1], out=differs[1:])
    return np.flatnonzero(differs)


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
