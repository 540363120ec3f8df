"""CoNLL-2011/2012 and its relatives (SemEval-2010, LitBank, GUM): brackets in the last column.

Only lines with coreference are looked at one by one, and those as arrays; the words and other
columns stay in the file's bytes until somebody asks for them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from corefscope.basics.escaping import quoted
from corefscope.formats.conll.brackets import Cells, cells, spans
from corefscope.formats.conll.findings import Findings, Segments, cut, is_comment
from corefscope.formats.conll.lines import Lines, cell_start, split
from corefscope.formats.conll.text import ConllText, without_brackets
from corefscope.formats.files.blocks import Again, Beginning, Block
from corefscope.formats.files.sources import Source
from corefscope.formats.fingerprints import Spelling
from corefscope.formats.joining import concatenate
from corefscope.formats.sniffing import BEGIN
from corefscope.model import Corpus, Integers
from corefscope.problems import Notices

END = re.compile(rb"#\s*end document")
BEGINS = Beginning(b"begin document", BEGIN, cut=cut)
Flags = NDArray[np.bool_]


def read(blocks: Iterable[Block], source: Source, notices: Notices, options: object = None) -> Corpus:
    """The mentions of one file."""
    reader = _ConllReader(source, notices)
    for block in blocks:
        reader.read(block)
    reader.findings.finish()
    corpus = concatenate(reader.parts)
    return replace(corpus, names=_names(corpus.names, source.stem))


def _names(names: list[str], stem: str) -> list[str]:
    """Documents without a name are called after the file, and numbered if there are several."""
    several = names.count("") > 1
    return [name or (f"{stem}_{number}" if several else stem) for number, name in enumerate(names)]


@dataclass
class _Header:
    """A document of a block: the lines from one to another."""

    name: str
    line: int
    stop: int


@dataclass
class _Batch:
    """Documents of one block, or of several where one of them is larger than a block; cells as columns."""

    again: Again | None = None
    names: list[str] = field(default_factory=list)
    header_line: list[int] = field(default_factory=list)  # by document, like the next four
    lines_before: list[int] = field(default_factory=list)
    tokens: list[int] = field(default_factory=list)
    place: list[list[int]] = field(default_factory=list)  # first byte, and the one after the last
    spellings: list[Spelling] = field(default_factory=list)
    skipped: list[int] = field(default_factory=list)
    cells: list[Cells] = field(default_factory=list)
    document: list[Integers] = field(default_factory=list)
    token: list[Integers] = field(default_factory=list)
    line: list[Integers] = field(default_factory=list)


class _ConllReader:
    """Reads a file block by block; the brackets of documents are paired when the last of their blocks is there."""

    def __init__(self, source: Source, notices: Notices) -> None:
        self.source, self.notices = source, notices
        self.findings = Findings(source, notices)
        self.parts: list[Corpus] = []
        self._batch = _Batch()
        self._previous: bytes | None = None  # the last line of the block before, if a document goes on behind it
        self._is_open = False  # a document goes on from the block before
        self._latest = ("", 0)  # name of the latest document, and the line of its header
        # Until a document begins, the file may be one without a header; then it begins at its first line.
        self._is_headless = True
        self._headless_lines: list[int] = []  # the first of its tokens, which are outside any document otherwise

    def read(self, block: Block) -> None:
        """Goes on with the next block."""
        self.findings.check_encoding(block)
        lines = split(block)
        is_token = lines.end > lines.start
        headers, continues = self._documents(lines, is_token, block)
        batch = self._batch
        first_line = np.array([header.line for header in headers], np.int64)
        stop_line = np.array([header.stop for header in headers], np.int64)
        number = _numbers(is_token)
        tokens = number[stop_line] - number[first_line]
        if tokens.sum() < number[-1]:
            self._drop_outside(lines, is_token, first_line, stop_line)
            number = _numbers(is_token)
        if self._is_headless:
            self._keep_headless(lines, is_token)
        line_of_cell = np.flatnonzero(is_token & ~lines.without_coreference())
        document = np.searchsorted(first_line, line_of_cell, side="right") - 1
        end = lines.end[line_of_cell]
        start = cell_start(lines.buffer, lines.start[line_of_cell], end)
        tokens_before = -number[first_line]
        if continues:
            tokens_before[0] += batch.tokens[-1]
        batch.cells.append(cells(lines.buffer, start, end))
        batch.document.append(document + (len(batch.names) - continues))
        batch.token.append(number[line_of_cell] + tokens_before[document])
        batch.line.append(lines.all_numbers(line_of_cell))
        self.findings.add_trailing_tabs(lines, is_token, self._segments(lines, first_line[int(continues) :]))
        place = np.append(lines.start, len(block.content))[np.stack([first_line, stop_line], axis=1)]
        self._add_documents(block, lines, headers, tokens.tolist(), place, continues)
        texts = without_brackets(block.content, start, end, place)
        if continues:
            batch.spellings[-1].update(texts.pop(0))
        batch.spellings += [Spelling(text, is_small=block.again.kept is not None) for text in texts]
        self._is_open &= block.goes_on
        self._previous = lines.text(len(lines) - 1) if block.goes_on else None
        if not block.goes_on and (block.is_last or not self._is_headless):
            self._finish_batch()

    def _documents(self, lines: Lines, is_token: Flags, block: Block) -> tuple[list[_Header], bool]:
        """The documents as ranges of lines, and whether the first goes on from the block before."""
        continues = self._is_open or (self._is_headless and bool(self._batch.names))
        headers = [_Header("", 0, len(lines))] if continues or self._is_headless else []
        begins, comments, skipped = [], list[int](), list[int]()
        for line, text in lines.marked():
            begin = BEGIN.match(text)
            if begin:
                is_token[line] = False
                if self._is_headless:
                    headers, continues = [], False
                    self._drop_headless()
                elif self._is_open:
                    headers[-1].stop = line
                name = begin[1].decode("utf-8", "replace").strip()
                self._is_open, self._latest = True, (name, lines.number(line))
                begins.append(line + 1)
                headers.append(_Header(name, line + 1, len(lines)))
            elif END.match(text):
                is_token[line] = False
                if self._is_open:
                    headers[-1].stop = line
                    self._is_open = False
                else:
                    skipped.append(line)
            else:
                comments.append(line)
        if self._is_open and block.is_last:
            name, header_line = self._latest
            unended = f"{quoted(name)} has no #end document: is the file whole?"
            self.notices.add("document-without-end", unended, self.source.path, header_line)
        skipped += self._comments(lines, comments, np.array(begins, np.int64), is_token)
        self._batch.skipped += [lines.number(line) - 1 for line in skipped]
        return headers, continues

    def _segments(self, lines: Lines, begins: Integers) -> Segments:
        return Segments(lines, begins, self._previous)

    def _comments(self, lines: Lines, marked: list[int], begins: Integers, is_token: Flags) -> list[int]:
        """The comments among lines that begin with `#`, which are no tokens."""
        if not marked:
            return marked
        is_token[marked] = False
        comments = []
        plain, segments = np.flatnonzero(is_token), self._segments(lines, begins)
        for line in marked:
            if is_comment(lines.text(line), segments.nearest(plain, line)):
                comments.append(line)
                fact = "a line that begins with # is not a token"
                self.notices.add("comment-ignored", fact, self.source.path, lines.number(line))
            else:
                is_token[line] = True
        return comments

    def _keep_headless(self, lines: Lines, is_token: Flags) -> None:
        room = self.notices.limit - len(self._headless_lines)
        self._headless_lines += lines.all_numbers(np.flatnonzero(is_token)[:room]).tolist()

    def _drop_headless(self) -> None:
        """A document begins, so what was read before it belongs to none."""
        self._is_headless = False
        tokens = sum(self._batch.tokens)
        self._batch = _Batch()
        self.findings.discard()
        self._notice_outside(self._headless_lines, tokens)

    def _drop_outside(self, lines: Lines, is_token: Flags, first_line: Integers, stop_line: Integers) -> None:
        """Lines outside any document are no tokens, and are counted."""
        edges = np.zeros(len(lines) + 1, np.int64)
        np.add.at(edges, first_line, 1)
        np.add.at(edges, stop_line, -1)
        stray = np.flatnonzero(is_token & (np.cumsum(edges[:-1]) == 0))
        is_token[stray] = False
        self._notice_outside(lines.all_numbers(stray[: self.notices.limit]).tolist(), len(stray))

    def _notice_outside(self, first: list[int], count: int) -> None:
        """Counts lines, of which the first are given."""
        for line in first:
            self.notices.add("line-outside-document", "ignored", self.source.path, line)
        if more := count - len(first):
            self.notices.add("line-outside-document", "ignored", self.source.path, first[-1], more)

    def _add_documents(
        self, block: Block, lines: Lines, headers: list[_Header], tokens: list[int], place: Integers, continues: bool
    ) -> None:
        """Adds the documents of a block, at these places, to the batch, or the rest of one that goes on."""
        batch = self._batch
        batch.again = block.again if batch.again is None else batch.again.through(block.again)
        places = (place + (batch.again.size - block.again.size)).tolist()
        if continues:
            batch.tokens[-1] += tokens.pop(0)
            batch.place[-1][1] = places.pop(0)[1]
            headers = headers[1:]
        batch.names += [header.name for header in headers]
        batch.header_line += [lines.number(header.line - 1) if header.line else lines.before + 1 for header in headers]
        batch.lines_before += [lines.number(header.line) - 1 for header in headers]
        batch.tokens += tokens
        batch.place += places

    def _finish_batch(self) -> None:
        batch, self._batch = self._batch, _Batch()
        if not batch.names or batch.again is None:
            return
        found_cells, cell_document = Cells.concatenated(batch.cells), np.concatenate(batch.document)
        token, line = np.concatenate(batch.token), np.concatenate(batch.line)
        batch.cells.clear()
        found = spans(found_cells, cell_document)
        self.findings.add(found, found_cells, line)
        text = ConllText(
            batch.again,
            np.array(batch.lines_before, np.int64),
            np.array(batch.place, np.int64),
            frozenset(batch.skipped),
            [spelling.fingerprint() for spelling in batch.spellings],
        )
        count = len(batch.names)
        corpus = Corpus(
            names=batch.names,
            sources=[self.source.path] * count,
            document_line=np.array(batch.header_line, np.int64),
            tokens=np.array(batch.tokens, np.int64),
            document=found.entity_group[found.entity],
            start=token[found.first],
            end=token[found.last] + 1,
            entity=found.entity,
            line=line[found.first],
            entity_document=found.entity_group,
            entity_id=found.entity_id,
            named=np.array([bool(name) for name in batch.names], bool),
            texts=[(text, number) for number in range(count)],
        )
        self.parts.append(corpus)


def _numbers(is_token: Flags) -> Integers:
    """How many tokens stand before each line, and before the end."""
    numbers = np.zeros(len(is_token) + 1, np.int64)
    np.cumsum(is_token, out=numbers[1:])
    return numbers
