"""CorefUD 1.x and GUM: CoNLL-U whose last column holds brackets in `Entity=`; empty nodes are zeros.

A block of documents is scanned with arrays (`scan.py`), and only comments and annotated nodes are looked at one by one.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np

from corefscope.basics.escaping import quoted
from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.corefud.brackets import Brackets, Header, plain
from corefscope.formats.corefud.scan import BRIDGE, COLUMNS, FIELDS, METADATA, NEW_DOCUMENT, OLD_KEY, Rows, scan
from corefscope.formats.corefud.text import ConlluText, unix
from corefscope.formats.detect import STANZA_CHAINS
from corefscope.formats.files.blocks import Block, DocumentStart
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import FileReader, is_not_utf8, not_utf8
from corefscope.formats.fingerprints import fingerprint_of
from corefscope.formats.registry import Options
from corefscope.model import BRIDGING, SPLIT_ANTECEDENT, Corpus, empty_position
from corefscope.problems import FormatError, Notices

BEGINS = DocumentStart(b"newdoc", re.compile(rb"#\s{0,9}newdoc(?:\s{1,9}id)?\s*(?:=|$)"))
USUAL_HEADER = Header(b"eid-etype-head-other")
USUAL_COLUMNS = b"ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC".split()
WRONG = "bad-entity-field"  # the code of most errors
Place = TypeVar("Place", bound=tuple[Any, ...])


def read(blocks: Iterable[Block], source: Source, notices: Notices, options: Options) -> Corpus:
    """Read the documents of one file; without a `# newdoc` line it is one document without a name."""
    reader = CorefudReader(source, notices)
    for block in blocks:
        reader.read(block)
    return reader.corpus()


class CorefudReader(FileReader):
    """Reads a file block by block."""

    field = "Entity="  # what the brackets stand in
    expected = "expected brackets such as (e1-person-1-), (e2-place-1- or e2)"

    def __init__(self, source: Source, notices: Notices) -> None:
        super().__init__(source, notices)
        self.builder = CorpusBuilder(source.path)
        self.header: Header | None = None
        self.about_mentions = Notices(limit=notices.limit)  # warnings that matter only if there is no error
        self.texts: list[ConlluText] = []
        self._groups: dict[str, str] = {}  # of the document that is being read
        self._seen: dict[bytes, int] = {}  # entities, with the document where each was met first
        self._lines = 0
        self._is_utf8, self._is_old = True, False
        self._refused_before = notices.refused

    def translated(self, content: bytes) -> bytes:
        """Return the lines of a block with their coreference in `Entity=`, as many as there are."""
        return content

    def read(self, block: Block) -> None:
        """Read the next block, whose documents are complete."""
        rows, line = scan(self.translated(unix(self._decoded(block)))), block.lines_before + 1
        self._lines = block.lines_before + rows.line_count
        for row, code, notice in rows.notices:
            self.warn(code, notice, line + row)
        for row, fact, hint in rows.problems:
            self.refuse(WRONG, fact, line + row, hint)
        documents = [(row, line + row, name) for row, key, name in rows.comments if key in NEW_DOCUMENT]
        first_node = int(rows.sentences[0]) if len(rows.sentences) else rows.line_count
        if first_node < (documents[0][0] if documents else rows.line_count):
            documents.insert(0, (0, line + first_node, b""))
        bounds = [row for row, *_ in documents] + [rows.line_count]
        self._read_rows(rows, line, 0, bounds[0], None)
        text, empty = self._text(block, rows, bounds)
        brackets = Brackets(self, line, [node.node for node in rows.empty], empty)
        for number, (row, header_line, name) in enumerate(documents):
            brackets.begin_document(len(self.builder.names), text.first_word[number])
            self._read_rows(rows, line, row, bounds[number + 1], brackets)
            length = text.first_word[number + 1] - text.first_word[number]
            self._notice_seen(brackets)
            brackets.end_document()
            self.builder.add_document(name.decode("utf-8"), header_line, length=length, groups=self._groups)
            self._groups = {}
        brackets.add_to(self.builder)
        self.texts.append(text)

    def corpus(self) -> Corpus:
        """Return what was read."""
        if self.notices.refused == self._refused_before:
            self.notices.add_file(self.about_mentions)
            if not self.builder.names:
                self.refuse(WRONG, "the file holds no sentence", self._lines)
        if self.header is None:
            self._refuse_stanza()
            self.notices.add("no-coreference", "there is no # global.Entity and no Entity=", self.source.path)
        corpus = self.builder.corpus(self.source.stem, self.notices)
        return replace(corpus, texts=[(text, n) for text in self.texts for n in range(len(text.fingerprints))])

    def _decoded(self, block: Block) -> bytes:
        """Return a block as UTF-8. What is not is refused, and replaced only so that the rest can be judged."""
        wrong = not_utf8(block.content, block.lines_before)
        if wrong is None:
            return block.content
        if self._is_utf8:  # said once, however many blocks a file has
            self._is_utf8 = False
            self.notices.refuse(is_not_utf8(self.source.path, wrong))
        return block.content.decode("utf-8", "replace").encode("utf-8")

    def _text(self, block: Block, rows: Rows, bounds: list[int]) -> tuple[ConlluText, list[int]]:
        """Return the text of the documents that begin in these rows, and the positions of all empty nodes."""
        words = np.searchsorted(rows.words, bounds).tolist()
        sentences = np.searchsorted(rows.sentences, bounds).tolist()
        fingerprints = []
        for first, stop in pairwise(words):
            low, high = rows.form_start[first], rows.form_start[stop]
            fingerprints.append(fingerprint_of(rows.forms[low : max(low, high - 1)], stop - first))
        empty_line: list[dict[int, int]] = [{} for _ in fingerprints]
        positions = []
        for node in rows.empty:
            document = int(np.searchsorted(bounds, node.row, "right")) - 1
            positions.append(empty_position(node.words_before - words[document], node.minor, node.opens_sentence))
            empty_line[document][positions[-1]] = node.row
        starts = rows.sentence_word.tolist()
        speakers = {sentence: name.decode("utf-8") for sentence, name in rows.speakers.items()}
        text = ConlluText(
            block.stored, block.lines_before, rows.words, words, starts, sentences, speakers, empty_line, fingerprints
        )
        return text, positions

    def _read_rows(self, rows: Rows, line: int, first: int, end: int, brackets: Brackets | None) -> None:
        """Read the comments and the annotation of some rows, before any of which is a line of the file."""
        comments = _between(rows.comments, first, end)
        bounds = [first, *(row for row, *_ in comments), end]
        for (low, high), comment in zip(pairwise(bounds), [None, *comments], strict=True):
            if comment is not None:
                self._comment(*comment[1:], line + comment[0])
            if brackets is None:
                continue
            if entities := _between(rows.entities, low, high):
                brackets.read(entities, self.header or self._missing_header(line + entities[0][0]))
            for row, key, value in _between(rows.relations, low, high):
                if not key.startswith(OLD_KEY):
                    brackets.relate(BRIDGING if key == BRIDGE else SPLIT_ANTECEDENT, value, line + row)
                elif not self._is_old:  # said once, because then the whole file is
                    self._is_old = True
                    hint = "convert the file to CorefUD 1.x, which has Entity="
                    fact = "ClusterId= is annotation of CorefUD 0.x, which is not read"
                    self.refuse(WRONG, fact, line + row, hint)

    def _comment(self, key: bytes, value: bytes, line: int) -> None:
        if key == FIELDS:
            try:
                self.header = Header(value, self.source, line)
            except FormatError as error:
                self.notices.refuse(error)
                self.header = USUAL_HEADER  # so that brackets can still be judged
        elif key == COLUMNS:
            if value[:200].split() != USUAL_COLUMNS:
                hint = "coreference is read from Entity= in the last of its ten columns"
                self.refuse(WRONG, "the columns are not those of CoNLL-U", line, hint)
        elif key not in NEW_DOCUMENT:
            self._groups[key.removeprefix(METADATA).decode("utf-8")] = value.decode("utf-8")

    def _missing_header(self, line: int) -> Header:
        hint = "add a line such as # global.Entity = eid-etype-head-other before the first sentence"
        self.refuse(WRONG, "Entity= occurs, but no # global.Entity before it names its fields", line, hint)
        self.header = USUAL_HEADER
        return self.header

    def _notice_seen(self, brackets: Brackets) -> None:
        """Count entities of other documents: an `eid` should be unique in its file; a `GRP` is not."""
        if self.header is None or not self.header.unique_in_file:
            return
        document = len(self.builder.names)
        for name, entity in brackets.entities.items():
            first = self._seen.setdefault(name, document)
            if first != document:
                text = f"{plain(name)} was in {quoted(self.builder.names[first])} too: read as one entity in each"
                self.warn("entity-in-several-documents", text, brackets.entity_line[entity])

    def _refuse_stanza(self) -> None:
        """Refuse a file of Stanza: it holds its chains in another field, and would have no mention here."""
        for text in self.texts:
            content = text.stored.content()
            if match := STANZA_CHAINS.search(content):
                line = text.lines_before + 1 + content.count(b"\n", 0, match.start())
                fact = "coref_chains= is Stanza's way to write coreference, not CorefUD's"
                raise FormatError("unknown-format", fact, self.source.path, line, "read it with --format stanza")


def _between(values: list[Place], first: int, end: int) -> list[Place]:
    """The values, sorted by row, from one row to another."""
    return values[bisect_left(values, (first,)) : bisect_left(values, (end,))]
