"""CoNLL-2011/2012 and its relatives (SemEval-2010, LitBank, GUM): brackets in the last column.

Only lines with coreference are parsed, as arrays; words and other columns stay in the file's bytes until needed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import numpy as np

from corefscope.arrays import Bytes, Flags, gather
from corefscope.basics.escaping import quoted
from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.conll.brackets import spans
from corefscope.formats.conll.lines import HASH, Findings, Lines, Segments, cell_start, cut, is_comment, split
from corefscope.formats.conll.text import ConllText, without_brackets
from corefscope.formats.detect import BEGIN
from corefscope.formats.files.blocks import Block, DocumentStart, StoredBytes
from corefscope.formats.files.sources import Source
from corefscope.formats.fingerprints import Spelling
from corefscope.model import Corpus, Integers
from corefscope.problems import Notices

END = re.compile(rb"#\s*end document")
BEGINS = DocumentStart(b"begin document", BEGIN, cut=cut)


def read(blocks: Iterable[Block], source: Source, notices: Notices, options: object = None) -> Corpus:
    """Read the documents of one file."""
    reader = _ConllReader(source, notices)
    for block in blocks:
        reader.read(block)
    reader.findings.finish()
    return replace(reader.builder.corpus(source.stem, notices), texts=reader.texts)


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
    cells: list[Bytes] = field(default_factory=list)  # text of the cells, by block
    length: list[Integers] = field(default_factory=list)  # by cell, like the next three
    document: list[Integers] = field(default_factory=list)
    token: list[Integers] = field(default_factory=list)
    line: list[Integers] = field(default_factory=list)


class _ConllReader:
    """Reads a file block by block; brackets are paired after the last block of their document."""

    def __init__(self, source: Source, notices: Notices) -> None:
        self.source, self.notices = source, notices
        self.findings = Findings(source, notices, Notices(limit=notices.limit))
        self.builder = CorpusBuilder(source.path)
        self.texts: list[tuple[ConllText, int]] = []
        self._batch = _Batch()
        self._previous: bytes | None = None  # the last line of the block before, if a document continues after it
        self._is_open = False  # a document continues from the block before
        self._latest = ("", 0)  # name of the latest document, and the line of its header
        # Until a document begins, the file may be one without a header; then it begins at its first line.
        self._is_headless = True
        self._headless_lines: list[int] = []  # the first of its tokens, which are outside any document otherwise

    def read(self, block: Block) -> None:
        """Read the next block."""
        self.findings.check_encoding(block)
        lines = split(block)
        is_token = lines.end > lines.start
        names, first, stop, continues = self._documents(lines, is_token, block)
        batch = self._batch
        number = np.cumsum(np.append(False, is_token))  # tokens before each line, and before the end
        tokens = number[stop] - number[first]
        if tokens.sum() < number[-1]:
            self._drop_outside(lines, is_token, first, stop)
            number = np.cumsum(np.append(False, is_token))
        if self._is_headless:
            room = self.notices.limit - len(self._headless_lines)
            self._headless_lines += lines.number(np.flatnonzero(is_token)[:room]).tolist()
        self.findings.add_trailing_tabs(lines, is_token, Segments(lines, first[int(continues) :], self._previous))
        line_of_cell = np.flatnonzero(is_token & ~lines.without_coreference())
        document = np.searchsorted(first, line_of_cell, side="right") - 1
        end = lines.end[line_of_cell]
        start = cell_start(lines.buffer, lines.start[line_of_cell], end)
        tokens_before = -number[first]
        if continues:
            tokens_before[0] += batch.tokens[-1]
        batch.cells.append(gather(lines.buffer, start, end)[0])
        batch.length.append(end - start + 1)
        batch.document.append(document + (len(batch.names) - continues))
        batch.token.append(number[line_of_cell] + tokens_before[document])
        batch.line.append(lines.number(line_of_cell))

        place = np.append(lines.start, len(block.content))[np.stack([first, stop], axis=1)]
        batch.stored = block.stored if batch.stored is None else batch.stored.through(block.stored)
        places = (place + (batch.stored.size - block.stored.size)).tolist()
        texts = without_brackets(block.content, start, end, place)
        new = first
        if continues:
            batch.tokens[-1] += int(tokens[0])
            batch.place[-1][1] = places.pop(0)[1]
            batch.spellings[-1].update(texts.pop(0))
            names, new, tokens = names[1:], first[1:], tokens[1:]
        batch.names += names
        header_line = np.where(new > 0, lines.number(np.maximum(new - 1, 0)), lines.before + 1)
        batch.header_line += header_line.tolist()
        batch.lines_before += (lines.number(new) - 1).tolist()
        batch.tokens += tokens.tolist()
        batch.place += places
        batch.spellings += [Spelling(text, is_small=block.stored.kept is not None) for text in texts]
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
        marked = np.flatnonzero(lines.buffer[lines.start] == HASH)
        numbers = lines.number(marked).tolist()
        places = zip(marked.tolist(), numbers, lines.start[marked].tolist(), lines.end[marked].tolist(), strict=True)
        for line, number, start, end in places:
            text = block.content[start:end]
            begin = BEGIN.match(text)
            if begin:
                is_token[line] = False
                if self._is_headless:
                    names, first, stop, continues = [], [], [], False
                    self._drop_headless()
                elif self._is_open:
                    stop[-1] = line
                name = begin[1].decode("utf-8", "replace").strip()
                self._is_open, self._latest = True, (name, number)
                names.append(name)
                first.append(line + 1)
                stop.append(count)
            elif END.match(text):
                is_token[line] = False
                if self._is_open:
                    stop[-1] = line
                    self._is_open = False
                else:
                    skipped.append(line)
            else:
                comments.append(line)
        if self._is_open and block.is_last:
            name, header_line = self._latest
            fact = f"{quoted(name)} has no #end document: is the file whole?"
            self.notices.add("document-without-end", fact, self.source.path, header_line)
        begins = np.array(first, np.int64)
        if comments:
            is_token[comments] = False
            plain, segments = np.flatnonzero(is_token), Segments(lines, begins[int(continues) :], self._previous)
            for line in comments:
                if is_comment(lines.text(line), segments.nearest(plain, line)):
                    skipped.append(line)
                    fact, number = "a line that begins with # is not a token", int(lines.number(line))
                    self.notices.add("comment-ignored", fact, self.source.path, number)
                else:
                    is_token[line] = True
        self._batch.skipped += (lines.number(skipped) - 1).tolist()
        return names, begins, np.array(stop, np.int64), continues

    def _drop_headless(self) -> None:
        """Drop what was read before the first document that has a header: it belongs to none."""
        self._is_headless = False
        if tokens := sum(self._batch.tokens):
            self._notice_outside(self._headless_lines, tokens)
        self._batch = _Batch()
        self.findings.tabs = Notices()

    def _drop_outside(self, lines: Lines, is_token: Flags, first: Integers, stop: Integers) -> None:
        """Count lines outside any document, which are not tokens."""
        edges = np.zeros(len(lines.start) + 1, np.int64)
        np.add.at(edges, first, 1)
        np.add.at(edges, stop, -1)
        stray = np.flatnonzero(is_token & (np.cumsum(edges[:-1]) == 0))
        is_token[stray] = False
        self._notice_outside(lines.number(stray[: self.notices.limit]).tolist(), len(stray))

    def _notice_outside(self, first: list[int], count: int) -> None:
        """Count lines, given the numbers of the first."""
        for line in first:
            self.notices.add("line-outside-document", "ignored", self.source.path, line)
        if more := count - len(first):
            self.notices.add("line-outside-document", "ignored", self.source.path, first[-1], more)

    def _finish_batch(self) -> None:
        batch, self._batch = self._batch, _Batch()
        if not batch.names or batch.stored is None:
            return
        begin = np.cumsum(np.concatenate([np.zeros(1, np.int64), *batch.length]))
        token, line = np.concatenate(batch.token), np.concatenate(batch.line)
        mentions = spans(np.concatenate(batch.cells), begin, np.concatenate(batch.document))
        self.findings.add(mentions, line)
        text = ConllText(
            batch.stored,
            np.array(batch.lines_before, np.int64),
            np.array(batch.place, np.int64),
            frozenset(batch.skipped),
            [spelling.fingerprint() for spelling in batch.spellings],
        )
        self.texts += [(text, number) for number in range(len(batch.names))]
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
