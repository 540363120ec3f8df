"""CorefUD 1.x and GUM: CoNLL-U whose last column holds brackets in `Entity=`; empty nodes are zeros.

A block of documents is scanned with arrays (`scan.py`), and only comments and annotated nodes are looked at one by one.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise, product
from typing import Any, TypeVar

from corefscope.basics.codes import WarningCode
from corefscope.basics.escaping import quoted
from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.corefud.brackets import Brackets, Header, plain
from corefscope.formats.corefud.scan import BRIDGE, FIELDS, METADATA, NEW_DOCUMENT, Rows, scan
from corefscope.formats.corefud.text import ConlluText, unix
from corefscope.formats.detect import STANZA_CHAINS
from corefscope.formats.files.blocks import Block, DocumentStart
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import FileReader, is_not_utf8, not_utf8
from corefscope.formats.registry import Options
from corefscope.model import BRIDGING, SPLIT_ANTECEDENT, Corpus
from corefscope.problems import FormatError, Notices

BEGINS = DocumentStart(b"newdoc", re.compile(rb"#\s{0,9}newdoc(?:\s{1,9}id)?\s*(?:=|$)"))
USUAL_HEADER = Header(b"eid-etype-head-other")
WRONG = "bad-entity-field"  # the code of most errors
OTHER_NOTATIONS = (
    (STANZA_CHAINS, "unknown-format", "coref_chains= is Stanza's notation, not CorefUD's",
     "read it with --format stanza"),
    (re.compile(rb"[\t|]ClusterId(?:\[\d+\])?="), WRONG, "ClusterId= is annotation of CorefUD 0.x, which is not read",
     "convert the file to CorefUD 1.x, which has Entity="),
)  # fmt: skip
Place = TypeVar("Place", bound=tuple[Any, ...])


def read(blocks: Iterable[Block], source: Source, notices: Notices, options: Options) -> Corpus:
    """Read the documents of one file; without a `# newdoc` line it is one document without a name."""
    reader = CorefudReader(source, notices)
    for block in blocks:
        reader.read(block)
    return reader.corpus()


class CorefudReader(FileReader):
    field = "Entity="  # the field of the brackets
    expected = "expected brackets such as (e1-person-1-), (e2-place-1- or e2)"

    def __init__(self, source: Source, notices: Notices) -> None:
        super().__init__(source, notices)
        self.builder = CorpusBuilder(source.path)
        self.header: Header | None = None
        self.about_mentions = Notices(limit=notices.limit)  # warnings that matter only if there is no error
        self.texts: list[ConlluText] = []
        self._groups: dict[str, str] = {}  # of the document that is being read
        self._seen: dict[bytes, int] = {}  # entities, with the document where each was met first
        self._lines, self._is_utf8 = 0, True

    def translated(self, content: bytes) -> bytes:
        """Return the lines of a block, with coreference in `Entity=`; keep their number."""
        return content

    def read(self, block: Block) -> None:
        """Read the next block, whose documents are complete."""
        rows, line = scan(self.translated(unix(self._decoded(block))), block), block.lines_before + 1
        self._lines = block.lines_before + rows.line_count
        for row, fact, hint in rows.problems:
            self.refuse(WRONG, fact, line + row, hint)
        bounds = [row for row, *_ in rows.documents] + [rows.line_count]
        self._read_rows(rows, line, 0, bounds[0], None)
        first_word, brackets = rows.text.first_word, Brackets(self, line, rows.empty_nodes, rows.empty_positions)
        for number, (first, header, name) in enumerate(rows.documents):
            brackets.begin_document(len(self.builder.names), first_word[number])
            self._read_rows(rows, line, first, bounds[number + 1], brackets)
            self._notice_seen(brackets)
            brackets.end_document()
            length = first_word[number + 1] - first_word[number]
            self.builder.add_document(name.decode("utf-8"), line + header, length=length, groups=self._groups)
            self._groups = {}
        brackets.add_to(self.builder)
        self.texts.append(rows.text)

    def warn_of_mention(self, code: WarningCode, text: str, line: int) -> None:
        self.about_mentions.add(code, text, self.source.path, line)

    def corpus(self) -> Corpus:
        if not self.notices.refused:
            self.notices.add_file(self.about_mentions)
            if not self.builder.names:
                self.refuse(WRONG, "the file holds no sentence", self._lines)
        if self.header is None:
            self._refuse_other_notations()
            self.notices.add("no-coreference", "there is no # global.Entity and no Entity=", self.source.path)
        corpus = self.builder.corpus(self.source.stem, self.notices)
        return replace(corpus, texts=[(text, n) for text in self.texts for n in range(len(text.fingerprints))])

    def _decoded(self, block: Block) -> bytes:
        """Return a block as UTF-8; refuse other bytes once, and replace them to check the rest."""
        wrong = not_utf8(block.content, block.lines_before)
        if wrong is None:
            return block.content
        if self._is_utf8:
            self.notices.refuse(is_not_utf8(self.source.path, wrong))
        self._is_utf8 = False
        return block.content.decode("utf-8", "replace").encode("utf-8")

    def _read_rows(self, rows: Rows, line: int, first: int, end: int, brackets: Brackets | None) -> None:
        """Read the comments and the annotation of some rows, before any of which is a line of the file."""
        comments = _between(rows.comments, first, end)
        bounds = [first, *(row for row, *_ in comments), end]
        for (low, high), comment in zip(pairwise(bounds), [None, *comments], strict=True):
            if comment is not None:
                self._comment(*comment[1:], line + comment[0])
            if brackets is None:
                continue
            entities = _between(rows.entities, low, high)
            if entities and self.header is None:
                fact = "Entity= occurs, but no # global.Entity before it names its fields"
                hint = "add a line such as # global.Entity = eid-etype-head-other before the first sentence"
                self.refuse(WRONG, fact, line + entities[0][0], hint)
            if entities:
                self.header = self.header or USUAL_HEADER
                brackets.read(entities, self.header)
            for row, key, value in _between(rows.relations, low, high):
                brackets.relate(BRIDGING if key == BRIDGE else SPLIT_ANTECEDENT, value, line + row)

    def _comment(self, key: bytes, value: bytes, line: int) -> None:
        if key == FIELDS:
            try:
                self.header = Header(value, self.source, line)
            except FormatError as error:
                self.notices.refuse(error)
                self.header = USUAL_HEADER  # so that brackets can still be checked
        elif key not in NEW_DOCUMENT:
            self._groups[key.removeprefix(METADATA).decode("utf-8")] = value.decode("utf-8")

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

    def _refuse_other_notations(self) -> None:
        """Refuse a file without Entity= whose coreference is in another field: it would seem to have no mentions."""
        for text, (field, code, fact, hint) in product(self.texts, OTHER_NOTATIONS):
            content = text.stored.content()
            if match := field.search(content):
                line = text.lines_before + 1 + content.count(b"\n", 0, match.start())
                raise FormatError(code, fact, self.source.path, line, hint)


def _between(values: list[Place], first: int, end: int) -> list[Place]:
    """The values, sorted by row, from one row to another."""
    return values[bisect_left(values, (first,)) : bisect_left(values, (end,))]
