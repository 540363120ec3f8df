"""CorefUD 1.x and GUM: CoNLL-U whose last column holds brackets in `Entity=`; empty nodes are zeros."""

from __future__ import annotations

import re
from collections.abc import Iterable

import numpy as np

from corefscope.formats.builder import Runs
from corefscope.formats.corefud.brackets import Header, plain_all
from corefscope.formats.corefud.columns import Columns, parsed_header
from corefscope.formats.corefud.documents import DocumentRows
from corefscope.formats.corefud.lines import LineReader
from corefscope.formats.corefud.scan import FIELDS, Scan, cut, scan
from corefscope.formats.corefud.text import ConlluText, unix
from corefscope.formats.files.blocks import Block, DocumentStart, StoredBytes
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import is_not_utf8, not_utf8
from corefscope.formats.registry import Options
from corefscope.model import Corpus
from corefscope.problems import Notices

# Blanks are limited so that `scan` always agrees.
BEGINS = DocumentStart(b"newdoc", re.compile(rb"#\s{0,9}newdoc(?:\s{1,9}id)?\s*(?:=|$)"), cut=cut)


def read(blocks: Iterable[Block], source: Source, notices: Notices, options: Options) -> Corpus:
    """The documents of one file; without a `# newdoc` line it is one document without a name."""
    reader = CorefudReader(source, notices)
    for block in blocks:
        reader.read(block)
    return reader.corpus()


class CorefudReader(LineReader):
    """Reads the documents of a block as arrays where nothing in them is unusual, else line by line."""

    def __init__(self, source: Source, notices: Notices) -> None:
        super().__init__(source, notices)
        # Blocks whose last document is not complete yet, with the lines before each, and what they hold.
        self._scanned: list[tuple[StoredBytes, int]] = []
        self._columns: list[Columns] = []
        self._goes_on = False  # the last document of the block before goes on
        self._latest_header: Header | None = None  # after the blocks that were scanned

    def read(self, block: Block) -> None:
        """Goes on with the next block."""
        wrong = not_utf8(block.content, block.lines_before)
        if wrong is not None and self.is_utf8:  # said once, however many blocks a file has
            self._read_scanned_lines()
            self.is_utf8 = False
            self.notices.refuse(is_not_utf8(self.source.path, wrong))
            if self.brackets is not None:  # of a document that began in another block; its brackets are not wrong
                self.brackets.refused_before += 1
        # What is not UTF-8 is refused; it is kept only so that the rest can be judged.
        content = self.translated(
            unix(block.content if wrong is None else block.content.decode("utf-8", "replace").encode("utf-8"))
        )
        continues, self._goes_on = self._goes_on, block.continues
        if continues:
            self.next_text.stored = self.next_text.stored.through(block.stored)
        else:
            self.next_text = ConlluText(block.stored, block.lines_before)
        # After an error sentences may not begin where they should.
        can_scan = (bool(self._scanned) or not continues) and not self._has_errors
        found = scan(content, block.newlines if content is block.content else None) if can_scan else None
        if found is None:
            self._read_scanned_lines()
            self._read_from(block.lines_before, content)
            return
        if not self._scanned:
            self._latest_header = self.header
        columns = Columns.of(found, self._latest_header)
        headers = [comment.value for comment in columns.comments if comment.key == FIELDS]
        self._latest_header = parsed_header(headers[-1]) if headers else self._latest_header
        self._scanned.append((block.stored, block.lines_before))
        self._columns.append(columns)
        if not block.continues:
            self._read_documents(found)

    def translated(self, content: bytes) -> bytes:
        """The lines of a block with their coreference in `Entity=`, as many as there are."""
        return content

    @property
    def _has_errors(self) -> bool:
        return self.notices.refused > self.refused_before

    def _read_from(self, lines_before: int, content: bytes) -> None:
        self.line = lines_before
        self._read_lines(content)

    def _read_scanned_lines(self) -> None:
        """Reads line by line what was scanned."""
        scanned, self._scanned, self._columns = self._scanned, [], []
        for again, lines_before in scanned:
            self._read_from(lines_before, self.translated(unix(again.content())))

    def _read_documents(self, block: Scan) -> None:
        """The documents of what was scanned, of which this is the last block."""
        before = self._scanned[0][1]
        columns = Columns.concatenated(self._columns, [lines_before - before for _, lines_before in self._scanned])
        self._columns = []
        found = DocumentRows(columns, self.header) if columns else None
        del columns
        if found is None or not found.count or (len(self._scanned) > 1 and not self._all_usual(found)):
            self._read_scanned_lines()
            return
        if len(self._scanned) > 1:
            self.header = found.header_at(found.preface)
        else:
            self._read_rows(block, before, 0, found.preface)
        self._scanned.clear()
        for first, last in found.runs():
            if found.usual[first] and self._has_no_pending_comment() and not self._has_errors:
                self._add_documents(found, first, last, before)
            else:
                self._read_rows(block, before, int(found.row[first]), int(found.row[last]))

    def _read_rows(self, block: Scan, before: int, first: int, last: int) -> None:
        """Reads some rows of a block line by line, which has so many lines before it."""
        if last > first:
            self._read_from(before + first, block.content[block.start[first] : block.end[last - 1]])

    def _all_usual(self, found: DocumentRows) -> bool:
        """Whether what was scanned in several blocks can be read as arrays; before it at most a header may stand."""
        return bool(found.usual.all()) and found.preface_is_usual and self._has_no_pending_comment()

    def _has_no_pending_comment(self) -> bool:
        """Whether no comment was read that belongs to the next document."""
        return self.brackets is not None or not (self.speaker or self.groups)

    def _add_documents(self, found: DocumentRows, first: int, last: int, before: int) -> None:
        """The same as reading them line by line; all are usual, and only the last has relations."""
        self.line = before + int(found.row[first]) + 1
        self._end_document()
        self._use_next_text()
        number = len(self.builder.names)
        found.add_text(first, last, self.text)
        for document in range(first, last):
            line, length = before + found.first_line[document] + 1, int(found.word[document + 1] - found.word[document])
            self.builder.add_document(found.names[document], line, length=length, groups=found.groups[document])
        self.header = found.header_at(int(found.row[last]))
        entities = found.mentions.of(first, last) if found.mentions else None
        if entities:
            first_mention = np.cumsum(entities.entity_size) - entities.entity_size
            lines = (entities.line[first_mention] + (before + 1)).tolist()
            documents = entities.entity_document + (number - first)
            self._notice_seen(entities.entity_name, documents.tolist(), lines)
            spans, names = entities.spans, plain_all(entities.entity_name)
            mention_lines = entities.line + (before + 1)
            mentions = Runs(spans.start, spans.end, mention_lines, spans.head, spans.shape, spans.minimum)
            self.builder.add_entities(documents, names, entities.entity_type, entities.entity_size, mentions)
        if relations := found.relations.get(last - 1):
            entity_names = set(found.mentions.of(last - 1, last).entity_name) if found.mentions else set()
            for kind, text, line in relations:
                self._add_relation(kind, text, before + line + 1, entity_names)
        self.line = before + int(found.row[last])
