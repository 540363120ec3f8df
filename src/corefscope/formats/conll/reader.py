"""CoNLL-2011/2012 and its relatives (SemEval-2010, LitBank, GUM): brackets in the last column.

Only lines with coreference are parsed, as arrays; words and other columns stay in the file's bytes until needed. Blocks
hold whole documents, and a line is compared only with lines of its own document, so blocks of any size give the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import repeat
from typing import NamedTuple

import numpy as np

from corefscope.arrays import Bytes, Flags, gather
from corefscope.basics.checksums import digest
from corefscope.basics.codes import WarningCode
from corefscope.basics.escaping import quoted
from corefscope.formats.builder import CorpusBuilder, MentionColumns
from corefscope.formats.conll.brackets import CLOSE, OPEN, CellSpans, spans
from corefscope.formats.conll.text import ConllText, columns_of, lines_with_text, without_brackets
from corefscope.formats.detect import BEGIN, CELL
from corefscope.formats.files.blocks import Block, DocumentStart
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import FileReader, not_utf8
from corefscope.model import Corpus, Integers
from corefscope.problems import Notices

BEGINS = DocumentStart(b"begin document", BEGIN)
END = re.compile(rb"#\s*end document")
BRACKETS_THEN_TAB = re.compile(rb"[\t ](?:\(?[^\t ()|]+\)|\([^\t ()|]+)\s*$")
EXPECTED = "expected -, _, nothing, or brackets such as (12|(3)|7)"
RETURN, SPACE, TAB, HASH, HYPHEN, UNDERSCORE = b"\r \t#-_"
LONG_CELL = 200


def read(blocks: Iterable[Block], source: Source, notices: Notices, options: object = None) -> Corpus:
    reader = _ConllReader(source, notices)
    for block in blocks:
        reader.read(block)
    return reader.corpus()


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
    end = end.copy()
    padded = np.arange(len(end))
    while len(padded):  # a tab stays, since an empty cell may follow it
        last = buffer[end[padded] - 1]
        padded = padded[((last == SPACE) | (last == RETURN)) & (end[padded] > start[padded])]
        end[padded] -= 1
    last = buffer[end - 1]
    for line in np.flatnonzero((last == TAB) & (end > start) & (buffer[start] <= SPACE)).tolist():
        if content[start[line] : end[line]].isspace():
            end[line] = start[line]
    return Lines(content, buffer, start, end, last, numbers + (block.lines_before + 1))


class Documents(NamedTuple):
    names: list[str]
    header_line: list[int]
    first: Integers  # lines of the block
    stop: Integers

    def nearest(self, lines: Lines, among: Integers, line: int) -> bytes | None:
        """The text of the next of some ascending lines in the same document as a line, or of the one before it."""
        number = int(np.searchsorted(self.first, line, side="right"))
        first = int(np.searchsorted(among, self.first[number - 1])) if number else 0
        last = int(np.searchsorted(among, self.first[number])) if number < len(self.first) else len(among)
        if first == last:
            return None
        return lines.text(int(among[min(int(np.searchsorted(among, line)), last - 1)]))


class _ConllReader(FileReader):
    def __init__(self, source: Source, notices: Notices) -> None:
        super().__init__(source, notices)
        self.builder = CorpusBuilder(source.path)
        self.texts: list[tuple[ConllText, int]] = []
        self._is_utf8 = True  # so far
        self._has_brackets = False
        self._first_wrong: tuple[int, str] | None = None  # line and text of the first wrong cell
        self._errors = Notices()

    def read(self, block: Block) -> None:
        check_utf8 = self._is_utf8 and not block.content.isascii()
        wrong = not_utf8(block.content, block.lines_before) if check_utf8 else None
        if wrong is not None:  # brackets are found in any encoding that has them
            self._is_utf8 = False
            self.warn("not-utf8", "words are read with gaps; save the file as UTF-8", wrong)
        lines = split(block)
        is_token = lines.end > lines.start
        documents, skipped = self._documents(lines, is_token, block)
        first, stop = documents.first, documents.stop
        self._drop_outside(lines, is_token, documents)
        if (lines.last[is_token] == TAB).any():
            self._check_tabs(lines, is_token)
        if not documents.names:
            return
        number = np.cumsum(np.append(False, is_token))  # tokens before each line, and before the end
        cells = np.flatnonzero(is_token & ~_without_coreference(lines))
        start, end = _cell_start(lines.buffer, lines.start[cells], lines.end[cells]), lines.end[cells]
        document = np.searchsorted(first, cells, side="right") - 1
        token, line = number[cells] - number[first[document]], lines.numbers[cells]
        text, begin = gather(lines.buffer, start, end)
        mentions = spans(text, np.append(begin, len(text)), document)
        self._note_problems(mentions, line)
        place = np.append(lines.start, len(block.content))[np.stack([first, stop], axis=1)]
        fingerprints = list(map(digest, without_brackets(block.content, start, end, place)))
        words = ConllText(block.stored, lines.numbers[first] - 1, place, frozenset(skipped), fingerprints)
        self.texts.extend(zip(repeat(words), range(len(documents.names)), strict=False))
        tokens = (number[stop] - number[first]).tolist()
        for name, header_line, length in zip(documents.names, documents.header_line, tokens, strict=True):
            self.builder.add_document(name, header_line, length=length)
        ids, begins, ends = mentions.entity_ids, token[mentions.first], token[mentions.last] + 1
        of_document = mentions.entity_document + (len(self.builder.names) - len(tokens))
        columns = MentionColumns(begins, ends, line[mentions.first])
        self.builder.add_entities(of_document, ids, [""] * len(ids), mentions.entity, columns)

    def _documents(self, lines: Lines, is_token: Flags, block: Block) -> tuple[Documents, list[int]]:
        """Find the documents, and the lines of the file that are not tokens though they begin with `#` as some do."""
        names, begins, ends, comments = list[str](), list[int](), list[int](), list[int]()
        for line in np.flatnonzero(lines.buffer[lines.start] == HASH).tolist():
            text = lines.text(line)
            if begin := BEGIN.match(text):
                names.append(begin[1].decode("utf-8", "replace").strip())
                begins.append(line)
            else:
                (ends if END.match(text) else comments).append(line)
        is_token[begins + ends + comments] = False
        count = len(lines.start)
        markers = np.sort(np.array([*begins, *ends, count], np.int64))
        first = np.array(begins, np.int64) + 1
        stop = markers[np.searchsorted(markers, first)]
        documents = Documents(names, lines.numbers[begins].tolist(), first, stop)
        if not names and block.is_last:  # a file without a header is one document
            documents = Documents([""], [block.lines_before + 1], np.zeros(1, np.int64), np.array([count]))
        elif names and block.is_last and max(ends, default=-1) < begins[-1]:
            fact = f"{quoted(names[-1])} has no #end document: is the file whole?"
            self.warn("document-without-end", fact, documents.header_line[-1])
        others = np.flatnonzero(is_token)
        for line in comments:
            is_token[line] = not _is_comment(lines.text(line), documents.nearest(lines, others, line))
            if not is_token[line]:
                self.warn("comment-ignored", "a line that begins with # is not a token", int(lines.numbers[line]))
        skipped = np.array([*ends, *comments], np.int64)
        return documents, (lines.numbers[skipped[~is_token[skipped]]] - 1).tolist()

    def _drop_outside(self, lines: Lines, is_token: Flags, documents: Documents) -> None:
        """Count lines outside any document, which are not tokens."""
        edges = np.zeros(len(lines.start) + 1, np.int64)
        np.add.at(edges, documents.first, 1)
        np.add.at(edges, documents.stop, -1)
        stray = np.flatnonzero(is_token & (np.cumsum(edges[:-1]) == 0))
        is_token[stray] = False
        for line in lines.numbers[stray].tolist():
            self.warn("line-outside-document", "ignored", line)

    def _check_tabs(self, lines: Lines, is_token: Flags) -> None:
        """Refuse lines with brackets before a tab at the end, which makes the last cell empty."""
        # Most lines that end in a tab read `_` before it.
        may_be_wrong = is_token & (lines.last == TAB) & (lines.buffer[np.maximum(lines.end - 2, 0)] != UNDERSCORE)
        for line in np.flatnonzero(may_be_wrong).tolist():
            if BRACKETS_THEN_TAB.search(lines.text(line)):
                fact = "the last column is empty but the one before it holds brackets"
                hint = "remove the tab at the end of the line, or write - into the empty cell"
                self._errors.refuse(self.source.error("tab-after-brackets", fact, int(lines.numbers[line]), hint))

    def _note_problems(self, mentions: CellSpans, line: Integers) -> None:
        """Count the problems of cells, of which `line` is the line of each."""
        problems: tuple[tuple[WarningCode, Integers, str], ...] = (
            ("closed-and-opened", mentions.reopened, "closes and opens one entity: read as a one-token mention"),
            ("split-antecedent", mentions.discarded, "is discarded, as the official scorer does"),
        )
        for kind, cells, fact in problems:
            for cell in cells.tolist():
                self.warn(kind, f"{quoted(mentions.excerpt(cell))} {fact}", int(line[cell]))
        self._has_brackets |= bool(((mentions.text == OPEN) | (mentions.text == CLOSE)).any())
        for cell, message, code in mentions.wrong:
            excerpt, where = mentions.excerpt(cell), int(line[cell])
            self._first_wrong = self._first_wrong or (where, excerpt)
            fact, hint = message, f"the last column reads {quoted(excerpt)}"
            if code == "bad-notation":
                fact, hint = f"{hint}, which has {message}", EXPECTED
            self._errors.refuse(self.source.error(code, fact, where, hint))
        self._errors.refused += mentions.wrong_count - len(mentions.wrong)

    def corpus(self) -> Corpus:
        """Return what was read; if no cell of the file has a bracket, its last column is not coreference."""
        if self._first_wrong is not None and not self._has_brackets:
            line, cell = self._first_wrong
            fact = f"no coreference column can be found: the last column reads {quoted(cell)}"
            raise self.source.error("no-coreference-column", fact, line, EXPECTED)
        self.notices.add_file(self._errors)
        return replace(self.builder.corpus(self.source.stem, self.notices), texts=self.texts)


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
        here = position[walking]
        byte = buffer[here - 1]
        walking = walking[(here > start[walking]) & (byte != TAB) & (byte != SPACE)]
        if not len(walking):
            break
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
