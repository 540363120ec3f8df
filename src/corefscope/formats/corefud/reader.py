"""CorefUD 1.x and GUM: CoNLL-U whose last column holds brackets in `Entity=`; empty nodes are zeros."""

from __future__ import annotations

import re
from collections.abc import Iterable

import numpy as np

from corefscope.formats.builder import Runs
from corefscope.formats.corefud.brackets import plain_all
from corefscope.formats.corefud.documents import Documents
from corefscope.formats.corefud.lines import LineReader
from corefscope.formats.corefud.scan import ANNOTATED, COMMENT, EMPTY, FIRST, JOINED, Scan, pieces, scan
from corefscope.formats.corefud.text import ConlluText, unix
from corefscope.formats.files.blocks import Again, Beginning, Block
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import is_not_utf8, not_utf8
from corefscope.formats.registry import Options
from corefscope.model import Corpus, Integers
from corefscope.problems import FormatError, Notices

# Blanks are limited so that `begins_document` always agrees.
BEGINS = Beginning(b"newdoc", re.compile(rb"#\s{0,9}newdoc(?:\s{1,9}id)?\s*(?:=|$)"))


def read(blocks: Iterable[Block], source: Source, notices: Notices, options: Options) -> Corpus:
    """The documents of one file; without a `# newdoc` line it is one document without a name."""
    reader = _Reader(source, notices)
    for block in blocks:
        reader.read(block)
    return reader.corpus()


def _repaired(content: bytes) -> bytes:
    return content.decode("utf-8", "replace").encode("utf-8")


def _within(places: Integers, start: int, length: int) -> Integers:
    """Those of some ascending places that lie in a piece, counted from its start."""
    low, high = np.searchsorted(places, [start, start + length])
    return places[low:high] - start


class _Reader(LineReader):
    """Reads a file in pieces: as arrays where nothing is unusual, else event by event, else line by line."""

    def read(self, block: Block) -> None:
        """Goes on with the next block, in whose first line the document before it ends."""
        wrong = not_utf8(block.content, block.lines_before)
        if wrong is not None and self.is_utf8:  # said once, however many blocks a file has
            self.is_utf8 = False
            self.notices.refuse(is_not_utf8(self.source.path, wrong))
        # What is not UTF-8 is refused; it is kept only so that the rest can be judged.
        again = block.again if wrong is None else Again(_repaired(block.content))
        self.next_text = ConlluText(again, block.lines_before)
        self.line = block.lines_before
        content = unix(again.kept or block.content)
        newlines = block.newlines if content is block.content else None
        for piece, start, is_whole in pieces(content):
            scanned = self._scanned(piece, None if newlines is None else _within(newlines, start, len(piece)))
            if scanned is None:
                self._read_lines(piece)
            else:
                self._read_documents(scanned, is_whole)

    def _scanned(self, piece: bytes, newlines: Integers | None = None) -> Scan | None:
        # After an error sentences may not begin where they should.
        return scan(piece, newlines) if self.notices.refused == self.refused_before else None

    def _read_documents(self, block: Scan, is_whole: bool) -> None:
        """Documents without anything unusual are read as arrays, many at a time, the others event by event."""
        begin = int(block.named[0]) if len(block.named) else block.lines
        self._read_part(block, 0, begin)
        if begin == block.lines:
            return
        found = Documents(block, self.header)
        found.usual[-1] &= is_whole
        for first, last in found.runs():
            is_clean = self.brackets is not None or not (self.speaker or self.groups)
            if found.usual[first] and is_clean and self.notices.refused == self.refused_before:
                self._add_documents(found, first, last)
            else:
                self._read_part(block, int(found.row[first]), int(found.row[last]))

    def _read_part(self, block: Scan, first: int, last: int) -> None:
        """Reads some lines of a block otherwise than as arrays."""
        if first == last:
            return
        piece = block.content[block.start[first] : block.end[last - 1]]
        scanned = block if last - first == block.lines else self._scanned(piece)
        if scanned is None:
            self._read_lines(piece)
        else:
            self._read_scanned(scanned)

    def _add_documents(self, found: Documents, first: int, last: int) -> None:
        """The same as reading them line by line; all are usual, and only the last has relations."""
        before = self.line - int(found.row[first])
        self.line += 1
        self._end_document()
        self._go_to_text()
        number = len(self.builder.names)
        found.add_text(first, last, self.text, before - self.text.lines_before)
        for document in range(first, last):
            line, length = before + int(found.row[document]) + 1, int(found.word[document + 1] - found.word[document])
            self.builder.add_document(found.name(document), line, length=length, groups=found.groups(document))
        self.header = found.header_after(last - 1)
        entities = found.mentions.of(first, last) if found.mentions else None
        if entities:
            lines = (entities.entity_line + (before + 1)).tolist()
            documents = entities.entity_document + (number - first)
            self._notice_seen(entities.entity_name, documents.tolist(), lines)
            spans, names = entities.spans, plain_all(entities.entity_name)
            mention_lines = entities.line + (before + 1)
            mentions = Runs(spans.start, spans.end, mention_lines, spans.head, spans.shape, spans.minimum)
            self.builder.add_entities(documents, names, entities.entity_type, entities.entity_size, mentions)
        if relations := found.relations.get(last - 1):
            known = found.names_in(last - 1)
            for kind, text, line in relations:
                self._add_relation(kind, text, before + line + 1, known)
        self.line = before + int(found.row[last])

    def _read_scanned(self, block: Scan) -> None:
        """The same as reading line by line, for a block without surprises: plain words are counted, not looked at."""
        before, group, taken, kept = self.line, 0, 0, 0
        columns = (block.words_before[block.event], block.group[block.event], block.misc[block.event])
        ends = block.end[block.event].tolist()
        for row, why, end, words, blanks, misc in zip(
            block.event.tolist(), block.why.tolist(), ends, *(column.tolist() for column in columns), strict=True
        ):
            self.line = before + row + 1
            if why == ANNOTATED and self.brackets:
                self.brackets.latest = len(self.brackets.nodes) + words - taken
                try:
                    self._annotation(block.content[misc - 1 : end], self.brackets)
                except FormatError as error:
                    self.notices.refuse(error)
                continue
            taken = self._take_words(taken, words)
            if why & (COMMENT | FIRST):
                kept = self._keep_words(block, before, kept, taken)
            if blanks != group:
                group = blanks
                if self.is_open or self.speaker:
                    self._end_sentence()
            try:
                if why & COMMENT:
                    self._comment(block.line(row))
                    continue
                brackets = self.brackets or self._begin_document("")
                if why & FIRST:
                    self._begin_sentence()
                if why & (EMPTY | JOINED):
                    line = block.line(row)
                    identifier = line[: line.index(b"\t")]
                    if why & JOINED:
                        self._notice_range(identifier, line)
                        continue
                    brackets.nodes.append(self._empty_node(identifier, line, brackets))
                elif why & ANNOTATED:
                    taken = self._take_words(taken, words + 1)
                if why & ANNOTATED:
                    brackets.latest = len(brackets.nodes) - 1
                    self._annotation(block.content[misc - 1 : end], brackets)
            except FormatError as error:
                self.notices.refuse(error)
        self.line = before + block.lines
        self._keep_words(block, before, kept, self._take_words(taken, len(block.word_line)))
        if block.group[-1] != group and (self.is_open or self.speaker):
            self._end_sentence()
        self.next_id = b"%d\t" % (self.in_sentence + 1)

    def _take_words(self, start: int, end: int) -> int:
        """Words of the block that belong to the sentence that is open, from one number to another."""
        if end > start and self.brackets:
            position = self.words + self.in_sentence
            self.brackets.nodes.extend(range(position, position + end - start))
            self.in_sentence += end - start
        return end

    def _keep_words(self, block: Scan, before: int, start: int, end: int) -> int:
        """Where those words stand and what they are; `before` is the number of lines before the block."""
        if end > start:
            lines = block.word_line[start:end] + np.int32(before - self.text.lines_before)
            self.text.word_line.frombytes(lines.tobytes())
            self.forms.append(block.forms[block.form_start[start] + 1 : block.form_start[end]])
        return end
