"""CoNLL-2011/2012 and its relatives (SemEval-2010, LitBank, GUM): brackets in the last column.

Only lines with coreference are parsed, as arrays; words and other columns stay in the file's bytes until needed. The
result must not depend on how the file is cut into blocks: a line is compared only with lines of its own document, and
checks of the whole file wait for its end.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from corefscope.arrays import Bytes, Flags, gather
from corefscope.basics.escaping import quoted
from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.conll.brackets import CLOSE, OPEN, CellSpans, spans
from corefscope.formats.conll.text import ConllText, columns_of, layout, lines_with_text, without_brackets
from corefscope.formats.detect import BEGIN, CELL
from corefscope.formats.files.blocks import Block, DocumentStart, StoredBytes
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import not_utf8
from corefscope.formats.fingerprints import Spelling
from corefscope.model import Corpus, Integers
from corefscope.problems import Notices

RETURN, SPACE, TAB, HASH, HYPHEN, UNDERSCORE = b"\r \t#-_"
LONG_CELL = 200
LINES_TRIED = 100
END = re.compile(rb"#\s*end document")
BRACKETS_THEN_TAB = re.compile(rb"[\t ](?:\(?[^\t ()|]+\)|\([^\t ()|]+)\s*$")
EXPECTED = "expected -, _, nothing, or brackets such as (12|(3)|7)"


def read(blocks: Iterable[Block], source: Source, notices: Notices, options: object = None) -> Corpus:
    """Read the documents of one file."""
    reader = _ConllReader(source, notices)
    for block in blocks:
        reader.read(block)
    reader.report()
    return replace(reader.builder.corpus(source.stem, notices), texts=reader.texts)


class Lines(NamedTuple):
    """Where lines that are not empty begin and end (without line break, carriage return and trailing blanks)."""

    content: bytes
    buffer: Bytes
    start: Integers
    end: Integers
    last: Bytes  # the last byte of each; anything where the line is blank
    numbers: Integers  # of each in the file, from 1, and of the end

    def text(self, line: int) -> bytes:
        return self.content[self.start[line] : self.end[line]]


def split(block: Block) -> Lines:
    """Find the lines of a block that are not empty; a line of tabs and blanks only is blank."""
    content, buffer = block.content, np.frombuffer(block.content, np.uint8)
    start, end, numbers = lines_with_text(buffer)
    last = buffer[end - 1]
    padded = np.flatnonzero((last == SPACE) | (last == RETURN))
    if len(padded):
        end = end.copy()
        while len(padded):  # a tab stays, since an empty cell may follow it
            end[padded] -= 1
            padded = padded[end[padded] > start[padded]]
            last = buffer[end[padded] - 1]
            padded = padded[(last == SPACE) | (last == RETURN)]
        last = buffer[end - 1]
    suspects = np.flatnonzero((last == TAB) & (end > start) & (buffer[start] <= SPACE))
    if len(suspects):
        blank = [line for line in suspects.tolist() if content[start[line] : end[line]].isspace()]
        end = end.copy()
        end[blank] = start[blank]
    return Lines(content, buffer, start, end, last, numbers + (block.lines_before + 1))


class Segments(NamedTuple):
    """The lines of a block that are compared with each other: from the beginning of one document to the next."""

    lines: Lines
    begins: Integers  # the first lines of documents
    previous: bytes | None  # the last line of the block before, if its last document continues in this one

    def nearest(self, among: Integers, line: int) -> bytes | None:
        """The text of the next of some ascending lines in the same segment as a line, or of the one before it."""
        number = int(np.searchsorted(self.begins, line, side="right"))
        first = int(np.searchsorted(among, self.begins[number - 1])) if number else 0
        last = int(np.searchsorted(among, self.begins[number])) if number < len(self.begins) else len(among)
        if first == last:
            return None if number else self.previous
        return self.lines.text(int(among[min(int(np.searchsorted(among, line)), last - 1)]))


@dataclass
class _Batch:
    """Documents of one block, or of several blocks if one of them is larger than a block."""

    stored: StoredBytes | None = None
    names: list[str] = field(default_factory=list)
    header_line: list[int] = field(default_factory=list)  # by document, like the next four
    lines_before: list[int] = field(default_factory=list)
    tokens: list[int] = field(default_factory=list)
    place: list[list[int]] = field(default_factory=list)  # first byte, and the one after the last
    spellings: list[Spelling] = field(default_factory=list)
    skipped: list[int] = field(default_factory=list)
    # By block: the text of the cells, and length, document, token and line of each.
    cells: list[tuple[Bytes, Integers, Integers, Integers, Integers]] = field(default_factory=list)


class _ConllReader:
    """Reads a file block by block; brackets are paired after the last block of their document."""

    def __init__(self, source: Source, notices: Notices) -> None:
        self.source, self.notices = source, notices
        self.builder = CorpusBuilder(source.path)
        self.texts: list[tuple[ConllText, int]] = []
        self._batch = _Batch()
        self._previous: bytes | None = None  # the last line of the block before, if a document continues after it
        self._is_open = False  # a document continues from the block before
        self._latest = ("", 0)  # name of the latest document, and the line of its header
        # Until a document begins, the file may be one without a header; then it begins at its first line.
        self._is_headless = True
        self._headless_lines: list[int] = []  # the first of its tokens, which are outside any document otherwise
        self._is_utf8 = True  # so far
        self._has_brackets = False
        self._first_wrong: tuple[int, str] | None = None  # line and text of the first wrong cell
        self._errors = Notices()
        self._trailing_tabs = Notices()  # errors of documents that are not complete yet
        self._about_mentions = Notices(limit=notices.limit)  # warnings that are dropped if a cell is wrong

    def read(self, block: Block) -> None:
        """Read the next block."""
        wrong = not_utf8(block.content, block.lines_before) if self._is_utf8 else None
        if wrong is not None:  # brackets are found in any encoding that has them
            self._is_utf8 = False
            self.notices.add("not-utf8", "words are read with gaps; save the file as UTF-8", self.source.path, wrong)
        lines = split(block)
        is_token = lines.end > lines.start
        names, first, stop, continues = self._documents(lines, is_token, block)
        number = np.cumsum(np.append(False, is_token))  # tokens before each line, and before the end
        tokens = number[stop] - number[first]
        if tokens.sum() < number[-1]:
            self._drop_outside(lines, is_token, first, stop)
            number = np.cumsum(np.append(False, is_token))
        if self._is_headless:
            room = self.notices.limit - len(self._headless_lines)
            self._headless_lines += lines.numbers[np.flatnonzero(is_token)[:room]].tolist()
        in_tab = np.flatnonzero(is_token & (lines.last == TAB))
        if len(in_tab):
            self._check_tabs(in_tab, is_token, Segments(lines, first[int(continues) :], self._previous))
        cells = np.flatnonzero(is_token & ~_without_coreference(lines))
        start, end = _cell_start(lines.buffer, lines.start[cells], lines.end[cells]), lines.end[cells]
        document = np.searchsorted(first, cells, side="right") - 1
        batch, tokens_before = self._batch, -number[first]
        if continues:
            tokens_before[0] += batch.tokens[-1]
        batch.cells.append(
            (
                gather(lines.buffer, start, end)[0],
                end - start + 1,
                document + (len(batch.names) - continues),
                number[cells] + tokens_before[document],
                lines.numbers[cells],
            )
        )
        place = np.append(lines.start, len(block.content))[np.stack([first, stop], axis=1)]
        place[: int(continues), 0] = 0  # empty lines, before which a document may be cut, belong to its text
        batch.stored = block.stored if batch.stored is None else batch.stored.through(block.stored)
        places = (place + (batch.stored.size - block.stored.size)).tolist()
        texts = without_brackets(block.content, start, end, place)
        if continues:
            batch.tokens[-1] += int(tokens[0])
            batch.place[-1][1] = places.pop(0)[1]
            batch.spellings[-1].update(texts.pop(0))
            names, first, tokens = names[1:], first[1:], tokens[1:]
        batch.names += names
        header = np.where(first > 0, lines.numbers[np.maximum(first - 1, 0)], block.lines_before + 1)
        batch.header_line += header.tolist()
        batch.lines_before += (lines.numbers[first] - 1).tolist()
        batch.tokens += tokens.tolist()
        batch.place += places
        for text in texts:
            batch.spellings.append(Spelling(text, is_small=block.stored.in_memory is not None))
        self._is_open &= block.continues
        self._previous = lines.text(len(lines.start) - 1) if block.continues else None
        if not block.continues and (block.is_last or not self._is_headless):
            self._finish_batch()

    def _documents(self, lines: Lines, is_token: Flags, block: Block) -> tuple[list[str], Integers, Integers, bool]:
        """Find the documents: names, first lines, lines after the last, and whether the first one continues."""
        continues = self._is_open or (self._is_headless and bool(self._batch.names))
        count = len(lines.start)
        names, first, stop = ([""], [0], [count]) if continues or self._is_headless else ([], [], [])
        comments, skipped = list[int](), list[int]()
        for line in np.flatnonzero(lines.buffer[lines.start] == HASH).tolist():
            text = lines.text(line)
            begin = BEGIN.match(text)
            if begin:
                is_token[line] = False
                if self._is_headless:  # what stands before the first header belongs to no document
                    self._is_headless, names, first, stop, continues = False, [], [], [], False
                    if tokens := sum(self._batch.tokens):
                        self._notice_outside(self._headless_lines, tokens)
                    self._batch, self._trailing_tabs = _Batch(), Notices()
                elif self._is_open:
                    stop[-1] = line
                name = begin[1].decode("utf-8", "replace").strip()
                self._is_open, self._latest = True, (name, int(lines.numbers[line]))
                names.append(name)
                first.append(line + 1)
                stop.append(count)
            elif not END.match(text):
                comments.append(line)
            else:
                is_token[line] = False
                if self._is_open:
                    stop[-1], self._is_open = line, False
                else:
                    skipped.append(line)
        if self._is_open and block.is_last:
            name, header_line = self._latest
            fact = f"{quoted(name)} has no #end document: is the file whole?"
            self.notices.add("document-without-end", fact, self.source.path, header_line)
        begins = np.array(first, np.int64)
        if comments:
            is_token[comments] = False
            others, segments = np.flatnonzero(is_token), Segments(lines, begins[int(continues) :], self._previous)
            for line in comments:
                is_token[line] = not _is_comment(lines.text(line), segments.nearest(others, line))
                if not is_token[line]:
                    skipped.append(line)
                    fact = "a line that begins with # is not a token"
                    self.notices.add("comment-ignored", fact, self.source.path, int(lines.numbers[line]))
        self._batch.skipped += (lines.numbers[skipped] - 1).tolist()
        return names, begins, np.array(stop, np.int64), continues

    def _drop_outside(self, lines: Lines, is_token: Flags, first: Integers, stop: Integers) -> None:
        """Count lines outside any document, which are not tokens."""
        edges = np.zeros(len(lines.start) + 1, np.int64)
        np.add.at(edges, first, 1)
        np.add.at(edges, stop, -1)
        stray = np.flatnonzero(is_token & (np.cumsum(edges[:-1]) == 0))
        is_token[stray] = False
        self._notice_outside(lines.numbers[stray[: self.notices.limit]].tolist(), len(stray))

    def _notice_outside(self, first: list[int], count: int) -> None:
        """Count lines, given the numbers of the first."""
        for line in first:
            self.notices.add("line-outside-document", "ignored", self.source.path, line)
        if more := count - len(first):
            self.notices.add("line-outside-document", "ignored", self.source.path, first[-1], more)

    def _check_tabs(self, in_tab: Integers, is_token: Flags, segments: Segments) -> None:
        """Refuse lines that end in a tab, so that the last cell is empty, after brackets in the wrong column.

        Brackets are a word if the line has no more columns than the nearest line without such brackets.
        """
        lines = segments.lines
        # Most such lines read `_` before the tab.
        in_tab = in_tab[lines.buffer[np.maximum(lines.end[in_tab] - 2, 0)] != UNDERSCORE]
        suspects = [line for line in in_tab.tolist() if BRACKETS_THEN_TAB.search(lines.text(line))]
        others = np.setdiff1d(np.flatnonzero(is_token), suspects) if suspects else in_tab
        for line in suspects:
            columns = columns_of(lines.text(line))
            near = segments.nearest(others, line)
            if near is not None:
                off = len(columns) > len(columns_of(near))
            else:
                off = layout(columns).get("word") != len(columns) - 2 or b" " in columns[-2]
            if off:
                fact = "the last column is empty but the one before it holds brackets"
                hint = "remove the tab at the end of the line"
                error = self.source.error("tab-after-brackets", fact, int(lines.numbers[line]), hint)
                self._trailing_tabs.refuse(error)

    def _finish_batch(self) -> None:
        """Pair the brackets of complete documents, and add their mentions."""
        batch, self._batch = self._batch, _Batch()
        if not batch.names or batch.stored is None:
            return
        cells, length, document, token, line = map(np.concatenate, zip(*batch.cells, strict=True))
        mentions = spans(cells, np.append(0, np.cumsum(length)), document)
        self._note_problems(mentions, line)
        text = ConllText(
            batch.stored,
            np.array(batch.lines_before, np.int64),
            np.array(batch.place, np.int64),
            frozenset(batch.skipped),
            list(map(Spelling.fingerprint, batch.spellings)),
        )
        self.texts += zip([text] * len(batch.names), range(len(batch.names)), strict=True)
        self.builder.add_block(
            batch.names,
            batch.header_line,
            batch.tokens,
            mentions.entity_document,
            mentions.entity_ids,
            mentions.entity,
            token[mentions.first],
            token[mentions.last] + 1,
            line[mentions.first],
        )

    def _note_problems(self, mentions: CellSpans, line: Integers) -> None:
        """Count the problems of cells, of which `line` is the line of each."""
        for code, cells, fact in (
            ("closed-and-opened", mentions.reopened, "closes and opens one entity: read as a one-token mention"),
            ("split-antecedent", mentions.discarded, "is discarded, as the official scorer does"),
        ):
            for cell in cells.tolist():
                text = f"{quoted(mentions.excerpt(cell))} {fact}"
                self._about_mentions.add(code, text, self.source.path, int(line[cell]))
        self._has_brackets |= bool(((mentions.text == OPEN) | (mentions.text == CLOSE)).any())
        for cell, message, code in mentions.wrong:
            excerpt, where = mentions.excerpt(cell), int(line[cell])
            self._first_wrong = self._first_wrong or (where, excerpt)
            fact, hint = message, f"the last column reads {quoted(excerpt)}"
            if code == "bad-notation":
                fact, hint = f"{hint}, which has {message}", EXPECTED
            self._errors.refuse(self.source.error(code, fact, where, hint))
        self._errors.refused += mentions.wrong_count - len(mentions.wrong)
        self._errors.add_file(self._trailing_tabs)
        self._trailing_tabs = Notices()

    def report(self) -> None:
        """Report everything; if no cell of the file has a bracket, the last column is not coreference."""
        if self._first_wrong is None:
            self.notices.add_file(self._about_mentions)
        elif not self._has_brackets:
            line, cell = self._first_wrong
            fact = f"no coreference column can be found: the last column reads {quoted(cell)}"
            raise self.source.error("no-coreference-column", fact, line, EXPECTED)
        self.notices.add_file(self._errors)


def _without_coreference(lines: Lines) -> Flags:
    """Whether the last cell of each line is `-`, `_` or empty."""
    mark = (lines.last == HYPHEN) | (lines.last == UNDERSCORE)
    before = lines.buffer[np.maximum(lines.end - 2, 0)]
    alone = (before == TAB) | (before == SPACE) | (lines.end - 1 == lines.start)
    none: Flags = (mark & alone) | (lines.last == TAB)
    return none


def _cell_start(buffer: Bytes, start: Integers, end: Integers) -> Integers:
    """Where the last cell begins: searches backwards from the end of all lines at once for a tab or blank."""
    position = end - 1
    walking = np.arange(len(position))
    for _ in range(LONG_CELL):
        if not len(walking):
            break
        here = position[walking]
        byte = buffer[here - 1]
        walking = walking[(here > start[walking]) & (byte != TAB) & (byte != SPACE)]
        position[walking] -= 1
    for cell in walking.tolist():  # the few that are longer, one by one
        text = buffer[start[cell] : end[cell]].tobytes()
        position[cell] = start[cell] + 1 + max(text.rfind(b"\t"), text.rfind(b" "))
    return position


def _is_comment(text: bytes, neighbour: bytes | None) -> bool:
    """Whether a line that begins with `#` is a comment: it is not if it has columns like the nearest token line."""
    columns = columns_of(text)
    near = neighbour or b""
    alike = len(columns) == len(columns_of(near)) and (b"\t" in text) == (b"\t" in near)
    # A document in which every word is # has no other line to compare with.
    is_token = len(columns) > 1 and CELL.match(columns[-1]) and (alike or (neighbour is None and b"\t" in text))
    return not is_token


def cut(chunk: bytes) -> int:
    """Where a document larger than a block can be cut; -1 if nowhere.

    That is behind a line with which lines on both sides can be compared (`Segments`).
    """
    end = chunk.rfind(b"\n", 0, max(chunk.rfind(b"\n"), 0))  # the next block must not be empty
    for _ in range(LINES_TRIED):
        start = chunk.rfind(b"\n", 0, max(end, 0)) + 1
        if start <= 0:
            break
        line = chunk[start:end].rstrip(b" \r")
        if line.strip() and line[:1] != b"#" and b"\r" not in line and not BRACKETS_THEN_TAB.search(line):
            return end + 1
        end = start - 1
    return -1


BEGINS = DocumentStart(b"begin document", BEGIN, cut=cut)
