"""Scan a block of CoNLL-U with arrays; words are only counted, since few have annotation."""

from __future__ import annotations

import re
from itertools import compress, pairwise
from typing import NamedTuple

import numpy as np

from corefscope.arrays import Bytes, Flags, changes, decimals, gather
from corefscope.basics.checksums import digest
from corefscope.formats.builder import GROUPS
from corefscope.formats.corefud.text import EMPTY_NODES_AT_ONE_PLACE, ConlluText, number
from corefscope.formats.files.blocks import Block
from corefscope.model import Integers, empty_position

# Keys of comments, and of the last column.
NEW_DOCUMENT = (b"newdoc", b"newdoc id")
FIELDS, SPEAKER, METADATA = b"global.Entity", b"speaker", b"meta::"
ENTITY, BRIDGE = b"Entity", b"Bridge"
# Entity= behind a tab or a bar, as a number of eight bytes; the other keys are rarer.
_ENTITY_AFTER_TAB, _ENTITY_AFTER_BAR = np.frombuffer(b"\tEntity=|Entity=", "<u8")
# `Split` is an older name of SplitAnte, unless it has no relation.
_OTHER = re.compile(rb"(?<=[\t|])(?:SplitAnte|Split(?==[^|\n]*<)|Bridge)(?==)")
_OTHER_STARTS = b"Split", BRIDGE  # which are found faster than the pattern
_RANGE = re.compile(rb"\d+-\d+$")
_LEADING_DIGITS = re.compile(rb"\d{1,9}")
_NEWLINE, _TAB, _BLANK, _ZERO, _NINE, _HASH, _UNDERSCORE, _EQUALS, _BAR = b"\n\t 09#_=|"
_NODE_COLUMNS = 10
_LONGEST_ID = 9


class Rows(NamedTuple):
    """The content of a block. Rows are its lines, nodes its words and empty nodes; all are counted from 0."""

    line_count: int
    text: ConlluText
    documents: list[tuple[int, int, bytes]]  # the row where each begins, the row that messages name, its name
    empty_nodes: list[int]
    empty_positions: list[int]
    comments: list[tuple[int, bytes, bytes]]  # row, key and value of the relevant ones
    entities: list[tuple[int, bytes, int, int]]  # row, value, node and sentence of each Entity=
    relations: list[tuple[int, bytes, bytes]]  # row, key and value
    problems: list[tuple[int, str, str | None]]  # row, fact and hint


def scan(content: bytes, block: Block) -> Rows:
    """Find the nodes of a block, check their ids, and collect its comments and annotation."""
    text = np.frombuffer(content + b"\n\n\n\n", np.uint8)  # so that later bytes always exist
    newlines = np.flatnonzero(text[: len(content)] == _NEWLINE)
    start, end = np.append(0, newlines + 1), np.append(newlines, len(content))
    first = text[start]
    is_boundary, is_node, is_comment = start == end, (first >= _ZERO) & (first <= _NINE), first == _HASH
    problems: list[tuple[int, str, str | None]] = []
    for row in np.flatnonzero(~(is_boundary | is_node | is_comment)).tolist():
        is_boundary[row] = content[start[row] : end[row]].isspace()
        if not is_boundary[row]:
            problems.append((row, "a line begins with neither # nor a number", "CoNLL-U numbers words from 1"))
    comments = _comments(content, text, start, end, np.flatnonzero(is_comment))
    is_boundary[[row for row, key, _ in comments if key in NEW_DOCUMENT]] = True
    boundary = np.cumsum(is_boundary)  # a number for each sentence and the comments before it

    nodes = _Nodes(content, text, start, end, np.flatnonzero(is_node), boundary)
    rows, opens = nodes.row, nodes.opens
    sentences = rows[opens]
    if len(opens):
        edges = np.append(np.flatnonzero(is_boundary), len(start) - 1)
        for sentence in np.flatnonzero(~np.logical_or.reduceat(nodes.is_word, opens)).tolist():
            edge = int(edges[np.searchsorted(edges, sentences[sentence])])
            problems.append((edge, "the sentence that ends here has no word", None))
    documents = [(row, row, name) for row, key, name in comments if key in NEW_DOCUMENT]
    if len(sentences) and (not documents or sentences[0] < documents[0][0]):
        documents.insert(0, (0, int(sentences[0]), b""))  # which has no line
    is_word = nodes.is_word
    word_rows = rows[is_word].astype(np.int32)  # half the memory: they are kept
    bounds = [row for row, *_ in documents] + [len(start)]
    first_word = np.searchsorted(word_rows, bounds).tolist()
    forms, form_start = gather(text, nodes.form[is_word], nodes.form_end[is_word], separator=0)
    form_start, joined = np.append(form_start, len(forms)), forms.tobytes()
    fingerprints = [digest(joined[form_start[low] : form_start[high]]) for low, high in pairwise(first_word)]

    words_before: Integers = np.cumsum(is_word) - is_word
    node = np.cumsum(is_word | nodes.is_empty) - 1
    empty_line: list[dict[int, int]] = [{} for _ in documents]
    empty_positions = []
    for place, minor in nodes.empty.items():
        document = int(np.searchsorted(bounds, rows[place], "right")) - 1
        before = int(words_before[place]) - first_word[document]
        empty_positions.append(empty_position(before, minor, opens_sentence=not nodes.after[place]))
        empty_line[document][empty_positions[-1]] = int(rows[place])
    speakers = {}
    for row, key, value in comments:
        # A speaker applies to the next sentence, if no blank line or document precedes it.
        sentence = int(np.searchsorted(sentences, row))
        if key == SPEAKER and sentence < len(sentences) and boundary[sentences[sentence]] == boundary[row]:
            speakers[sentence] = value.decode("utf-8")
    entities, relations = _annotations(text, nodes, node)
    return Rows(
        len(start),
        ConlluText(
            stored=block.stored,
            lines_before=block.lines_before,
            word_line=word_rows,
            first_word=first_word,
            sentence_start=words_before[opens].tolist(),
            first_sentence=np.searchsorted(sentences, bounds).tolist(),
            speakers=speakers,
            empty_line=empty_line,
            fingerprints=fingerprints,
        ),
        documents,
        [int(node[place]) for place in nodes.empty],
        empty_positions,
        [comment for comment in comments if comment[1] != SPEAKER],
        entities,
        relations,
        problems + nodes.problems,
    )


def _comments(
    content: bytes, text: Bytes, start: Integers, end: Integers, rows: Integers
) -> list[tuple[int, bytes, bytes]]:
    """Return the relevant comments: newdoc, global, meta and speaker, but not `# sent_id`."""
    letter = text[start[rows] + 2]
    is_plain = (text[start[rows] + 1] == _BLANK) & (letter > _BLANK)
    may_matter = ~is_plain | np.isin(letter, np.frombuffer(b"ngms", np.uint8))
    may_matter &= ~(is_plain & (letter == ord("s")) & (text[start[rows] + 3] != ord("p")))
    comments = []
    for row in rows[may_matter].tolist():
        key, _, value = content[start[row] + 1 : end[row]].partition(b"=")
        key = b" ".join(key[:40].split())
        group = key.removeprefix(METADATA).decode("utf-8", "replace") if key.startswith(METADATA) else ""
        if group in GROUPS or key in (*NEW_DOCUMENT, FIELDS, SPEAKER):
            comments.append((row, key, value.strip()))
    return comments


class _Nodes:
    """The lines of a block that begin with a number: words, empty nodes and ranges of words such as 3-4.

    Lines that are wrong count as words, so that what comes behind them can be checked too.
    """

    def __init__(
        self, content: bytes, text: Bytes, start: Integers, end: Integers, rows: Integers, boundary: Integers
    ) -> None:
        self.row, self.start, self.end = rows, start[rows], end[rows]
        tabs = np.flatnonzero(text == _TAB)
        first_tab, behind = np.searchsorted(tabs, self.start), np.searchsorted(tabs, self.end)
        self.columns = behind - first_tab + 1
        tabs = np.append(tabs, [len(content), len(content)])
        self.id_end = np.minimum(tabs[first_tab], self.end)
        self.form = np.minimum(self.id_end + 1, self.end)
        self.form_end = np.maximum(np.minimum(tabs[first_tab + 1], self.end), self.form)
        self.last_tab = np.where(self.columns > 1, tabs[behind - 1], self.end)
        self.sentence = boundary[rows]
        self.opens = np.flatnonzero(changes(self.sentence))  # the first of each sentence
        self.is_range, self.is_empty = np.zeros(len(rows), bool), np.zeros(len(rows), bool)
        self.empty: dict[int, int] = {}  # by place among these lines, the second half of its id
        self.problems: list[tuple[int, str, str | None]] = []
        self._content = content
        self._check(text)

    def identifier(self, place: int) -> bytes:
        return self._content[self.start[place] : self.id_end[place]]

    def _check(self, text: Bytes) -> None:
        """Classify words, empty nodes and ranges, and refuse ids out of order."""
        value = decimals(text, self.start, self.id_end, _LONGEST_ID)
        is_number = (value > 0) & (text[self.start] != _ZERO)
        is_whole = self.columns == _NODE_COLUMNS
        dotted = []
        for place in np.flatnonzero(value <= 0).tolist():
            identifier = self.identifier(place)
            value[place] = 0
            if is_whole[place] and _RANGE.match(identifier):
                self.is_range[place] = True
            elif is_whole[place] and b"." in identifier:
                dotted.append(place)
            elif digits := _LEADING_DIGITS.match(identifier):
                value[place] = int(digits[0])
        self.after = self._latest(value)  # the number of the word before each line, 0 at the begin of a sentence
        before = (-1, -1, 0)
        for place in dotted:
            major, _, minor = self.identifier(place).partition(b".")
            here = (int(self.sentence[place]), int(self.after[place]), number(minor) or 0)
            is_next = number(major) == here[1] and (before[:2] != here[:2] or here > before)
            if is_next and 0 < here[2] <= EMPTY_NODES_AT_ONE_PLACE:
                before, self.empty[place], self.is_empty[place] = here, here[2], True
        self.is_word = ~(self.is_range | self.is_empty)
        for place in np.flatnonzero(self.is_word & is_whole & ~(is_number & (value == self.after + 1))).tolist():
            after = int(self.after[place])
            excerpt = self.identifier(place)[:20].decode("utf-8", "replace")
            fact = f"unexpected id {excerpt} after word {after} of the sentence"
            hint = f"expected {after + 1}, an empty node such as {after}.1, or a blank line before the next sentence"
            self.problems.append((int(self.row[place]), fact, hint))
        for place in np.flatnonzero(~is_whole).tolist():
            columns = int(self.columns[place])
            fact = f"the line has {columns} columns, not the ten of CoNLL-U"
            self.problems.append((int(self.row[place]), fact, None if columns > 1 else "columns are separated by tabs"))

    def _latest(self, value: Integers) -> Integers:
        """Return the latest number before each line in its sentence, 0 where there is none."""
        latest = np.maximum.accumulate(np.where(value > 0, np.arange(len(value)), -1))
        latest = np.append(-1, latest)[: len(value)]
        begin = np.repeat(self.opens, np.diff(self.opens, append=len(value)))
        return np.where(latest >= begin, value[latest], 0) if len(value) else value

    def is_annotated(self, text: Bytes) -> Flags:
        """Return whether the last column is more than `_`."""
        has_value: Flags = (text[self.last_tab + 1] != _UNDERSCORE) | (self.last_tab + 2 != self.end)
        return has_value & (self.columns > 1)


def _annotations(
    text: Bytes, nodes: _Nodes, node: Integers
) -> tuple[list[tuple[int, bytes, int, int]], list[tuple[int, bytes, bytes]]]:
    """Return the coreference in the last columns: `entities` and `relations` of `Rows`."""
    annotated = np.flatnonzero(nodes.is_annotated(text))
    misc, begin = gather(text, nodes.last_tab[annotated], nodes.end[annotated])
    content = misc.tobytes()
    start = np.flatnonzero(misc == _EQUALS) - (len(ENTITY) + 1)  # of the tab or bar before Entity=
    start = start[start >= 0]
    here = np.ndarray(max(len(misc) - 7, 0), "<u8", content, strides=(1,))[start]
    start = start[(here == _ENTITY_AFTER_TAB) | (here == _ENTITY_AFTER_BAR)] + 1
    keys = [ENTITY] * len(start)
    others = []
    for each in _OTHER_STARTS:
        place = content.find(each)
        while place >= 0:
            if match := _OTHER.match(content, place):
                others.append((place, match[0]))
            place = content.find(each, place + 1)
    if others:
        keys += [key for _, key in others]
        start = np.append(start, [place for place, _ in others])
        by_place = np.argsort(start)
        start, keys = start[by_place], [keys[place] for place in by_place.tolist()]
    value = start + np.array(list(map(len, keys)), np.int64) + 1
    ends = np.flatnonzero((misc == _BAR) | (misc == _NEWLINE))
    values = gather(misc, value, ends[np.searchsorted(ends, value)])[0].tobytes().split(b"\n")[:-1]
    places = annotated[np.searchsorted(begin, start, "right") - 1]
    rows = nodes.row[places].tolist()
    at_range = nodes.is_range[places]
    for place in np.flatnonzero(at_range).tolist():
        fact = f"{keys[place].decode()}= is at the range {nodes.identifier(places[place]).decode()}"
        nodes.problems.append((rows[place], fact, "annotation belongs to words"))
    before = set[tuple[int, bytes]]()
    for place in np.flatnonzero(places[1:] == places[:-1]).tolist():
        before.add((rows[place], keys[place]))
        if (rows[place + 1], keys[place + 1]) in before:
            fact = f"{keys[place + 1].decode()}= occurs twice at one word"
            nodes.problems.append((rows[place + 1], fact, None))
    sentences = np.searchsorted(nodes.opens, places, "right") - 1
    is_entity = [key == ENTITY and not skip for key, skip in zip(keys, at_range.tolist(), strict=True)]
    entities = list(compress(zip(rows, values, node[places].tolist(), sentences.tolist(), strict=True), is_entity))
    return entities, [each for each in zip(rows, keys, values, strict=True) if each[1] != ENTITY]
