"""Finds in a block of CoNLL-U the few lines that have to be looked at, so that plain words are only counted."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefscope.arrays import changes, decimals, gather
from corefscope.formats.builder import GROUPS
from corefscope.formats.corefud.text import EMPTY_NODES_AT_ONE_PLACE, number
from corefscope.model import Integers

NEW_DOCUMENT = (b"newdoc", b"newdoc id")
FIELDS, COLUMNS, SPEAKER = b"global.Entity", b"global.columns", b"speaker"  # keys of comments, like the line before
_METADATA = b"meta::"  # before the names of GUM's metadata
_USUAL_COLUMNS = b"ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC".split()
RANGE = re.compile(rb"\d+-\d+$")
_NEWLINE, _TAB, _BLANK, _ZERO, _NINE, _HASH, _NOTHING = b"\n\t 09#_"
_LONGEST_ID = 4
_LAST_TAB = 8


class Comment(NamedTuple):
    """A comment that may say something."""

    row: int
    group: int  # how many blank lines come before
    key: bytes
    value: bytes


@dataclass(frozen=True)
class NodeRows:
    """The rows of one block or of several; rows, words and blank lines are counted from the first."""

    rows: int
    blanks: int
    words: NDArray[np.int32]
    documents: Integers  # that begin one, with the words before each
    document_word: Integers
    comments: list[Comment]
    sentences: Integers  # that begin one, with the words and blank lines before each
    sentence_word: Integers
    sentence_group: Integers
    empty: Integers  # of empty nodes
    empty_word: Integers  # words before each
    empty_number: Integers  # of each among those after the same word
    annotated: Integers  # of words and empty nodes whose last column is not empty
    forms: bytes  # of all words, each with a zero byte behind it
    document_form: Integers  # where those of each document begin


class Scan(NamedTuple):
    """A block whose lines are all as they should be: words numbered from 1 in each sentence, nodes of ten columns."""

    content: bytes
    start: Integers  # of each line, counted from 0 as rows
    end: Integers
    misc: Integers  # where the last column of each annotated row begins
    ranges: Integers  # rows of ranges of words, such as 3-4, whose last column is not empty
    nodes: NodeRows

    def line(self, row: int) -> bytes:
        return self.content[self.start[row] : self.end[row]]


def comment_key(line: bytes) -> tuple[bytes, bytes]:
    """What stands before and after the `=` of a comment."""
    key, _, value = line[1:].partition(b"=")
    return b" ".join(key[:40].split()), value.strip()


def are_usual(columns: bytes) -> bool:
    """Whether these are the columns of CoNLL-U."""
    return columns[:200].split() == _USUAL_COLUMNS


def group(key: bytes) -> str | None:
    """What a document's groups are called, where metadata name one."""
    name = key[len(_METADATA) :].decode("utf-8", "replace") if key.startswith(_METADATA) else ""
    return name if name in GROUPS else None


def cut(chunk: bytes) -> int:
    """Where a document that is larger than a block can be cut: behind the last of its sentences; -1 if nowhere."""
    blank = max(chunk.rfind(end, 0, -1) + len(end) for end in (b"\n\n", b"\n\r\n"))
    return blank if blank > len(b"\n\r\n") else -1


def scan(content: bytes, newlines: Integers | None = None) -> Scan | None:
    """Find the rows of a block; None if anything is unusual, so that it has to be read line by line."""
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
    comments = np.flatnonzero(comment)[_may_matter(text, start[comment], b"ngms")]
    may_begin = comments[_may_matter(text, start[comments], b"n")]
    named = [row for row in may_begin.tolist() if comment_key(content[start[row] : end[row]])[0] in NEW_DOCUMENT]
    is_word = node.copy()
    value = decimals(text, start[rows], first_tab, _LONGEST_ID)
    of_word = (value > 0) & (text[start[rows]] != _ZERO)
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
    is_annotated = filled & ~is_range
    forms, form_start = gather(text, first_tab[of_word] + 1, second_tab[of_word], separator=0)
    form_start = np.append(form_start, len(forms))
    documents, sentences, empty_rows = np.array(named, np.int64), rows[first_node], rows[others[list(empty)]]
    nodes = NodeRows(
        rows=len(start),
        blanks=int(group[-1]),
        words=words.astype(np.int32),
        documents=documents,
        document_word=words_before[documents],
        comments=[
            Comment(row, int(group[row]), *comment_key(content[start[row] : end[row]])) for row in comments.tolist()
        ],
        sentences=sentences,
        sentence_word=words_before[sentences],
        sentence_group=group[sentences],
        empty=empty_rows,
        empty_word=words_before[empty_rows],
        empty_number=np.array(list(empty.values()), np.int64),
        annotated=rows[is_annotated],
        forms=forms.tobytes(),
        document_form=form_start[words_before[documents]],
    )
    return Scan(content, start, end, last_tab[is_annotated] + 1, rows[filled & is_range], nodes)


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
