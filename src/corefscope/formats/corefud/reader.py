"""CorefUD 1.x and GUM: CoNLL-U whose last column holds brackets in `Entity=`; empty nodes are zeros.

A block is scanned with arrays (`scan.py`), and only comments and annotated nodes are looked at one by one.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from corefscope.basics.escaping import quoted
from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.corefud.brackets import Brackets, Header, plain
from corefscope.formats.corefud.scan import (
    BRIDGE,
    COLUMNS,
    FIELDS,
    METADATA,
    NEW_DOCUMENT,
    OLD_KEY,
    SPEAKER,
    Rows,
    cut,
    scan,
)
from corefscope.formats.corefud.text import ConlluText, unix
from corefscope.formats.detect import STANZA_CHAINS
from corefscope.formats.files.blocks import Block, DocumentStart, StoredBytes
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import is_not_utf8, not_utf8
from corefscope.formats.fingerprints import SEPARATOR, fingerprint_of
from corefscope.formats.registry import Options
from corefscope.model import BRIDGING, SPLIT_ANTECEDENT, Corpus, Relation, empty_position
from corefscope.problems import FormatError, Notices

BEGINS = DocumentStart(b"newdoc", re.compile(rb"#\s{0,9}newdoc(?:\s{1,9}id)?\s*(?:=|$)"), cut=cut)
USUAL_HEADER = Header(b"eid-etype-head-other")
USUAL_COLUMNS = b"ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC".split()


def read(blocks: Iterable[Block], source: Source, notices: Notices, options: Options) -> Corpus:
    """Read the documents of one file; without a `# newdoc` line it is one document without a name."""
    reader = CorefudReader(source, notices)
    for block in blocks:
        reader.read(block)
    return reader.corpus()


class CorefudReader:
    """Reads a file block by block; a document may go on in the next block, but no sentence does."""

    def __init__(self, source: Source, notices: Notices) -> None:
        self.source, self.notices = source, notices
        self.builder = CorpusBuilder(source.path)
        self.header: Header | None = None
        self.brackets = Brackets(source, notices)
        self.text = ConlluText(StoredBytes(b""))  # of this block, or of the one where its first document begins
        self.texts: list[ConlluText] = []
        self.line = 0
        self._continues = False  # the last document of the block before goes on
        self._nodes = 0  # in the blocks before that have the same text
        self._seen: dict[bytes, int] = {}  # entities, with the document where each was met first
        # Relations of documents whose mentions are not added yet: document, its entities, kind, text and line.
        self._relations: list[tuple[int, dict[bytes, int], str, bytes, int]] = []
        # Of the document that is being read:
        self._is_open = False
        self._name, self._document_line = "", 0
        self._words_end = self._sentences_end = 0  # in the text, after what was read
        self._forms: list[bytes] = []
        self._groups: dict[str, str] = {}
        # What is said once for a file, or changes what is said at its end:
        self._is_utf8, self._is_old = True, False
        self._refused_before = notices.refused

    def translated(self, content: bytes) -> bytes:
        """Return the lines of a block with their coreference in `Entity=`, as many as there are."""
        return content

    def read(self, block: Block) -> None:
        """Go on with the next block."""
        content = self.translated(unix(self._decoded(block)))
        if self._continues:
            self.text.stored = self.text.stored.through(block.stored)
        else:
            self.text = ConlluText(block.stored, block.lines_before)
            self.texts.append(self.text)
            self.brackets.empty_node, self.brackets.empty_position, self._nodes = [], [], 0
        rows = scan(content)
        for row, code, text in rows.notices:
            self.notices.add(code, text, self.source.path, block.lines_before + row + 1)
        for row, fact, hint in rows.problems:
            self._refuse(fact, block.lines_before + row + 1, hint)
        self._read_rows(rows, block.lines_before)
        self.line = block.lines_before + rows.line_count
        self._nodes += rows.node_count
        self._continues = block.continues
        if not block.continues:
            self._end_document()
            self._add_mentions()

    def corpus(self) -> Corpus:
        """Return what was read."""
        self._end_document()
        if self.notices.refused == self._refused_before:
            self.notices.add_file(self.brackets.about_mentions)
            if not self.builder.names:
                self._refuse("the file holds no sentence", self.line)
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

    def _read_rows(self, rows: Rows, lines_before: int) -> None:
        """Add the nodes of a block to its documents, and read what comments and annotations say."""
        text = self.text
        shift = lines_before - text.lines_before
        words_before, sentences_before = len(text.word_line), len(text.sentence_start)
        text.word_line.frombytes((rows.words + np.int32(shift)).tobytes())
        text.sentence_start.extend((rows.sentence_word + words_before).tolist())
        bounds = [0, *(row for row, key, *_ in rows.comments if key in NEW_DOCUMENT), rows.line_count]
        words, sentences = np.searchsorted(rows.words, bounds), np.searchsorted(rows.sentences, bounds)
        empty = np.searchsorted(np.array([node.row for node in rows.empty], np.int64), bounds)
        forms = rows.form_start[words].tolist()

        def add_piece(number: int) -> None:
            """Add the words and empty nodes of the next piece of a document."""
            if forms[number] < forms[number + 1]:
                self._forms.append(rows.forms[forms[number] : forms[number + 1] - 1])
            self._words_end = words_before + int(words[number + 1])
            self._sentences_end = sentences_before + int(sentences[number + 1])
            for node in rows.empty[empty[number] : empty[number + 1]]:
                before = words_before + node.words_before - text.first_word[-1]
                position = empty_position(before, node.minor, node.opens_sentence)
                text.empty_line[-1][position] = node.row + shift
                self.brackets.empty_node.append(self._nodes + node.node)
                self.brackets.empty_position.append(position)

        places = rows.entity_place + np.array([[lines_before + 1], [self._nodes], [sentences_before]])
        columns = [rows.entities, *places.tolist()]
        entities_read = relations_read = 0

        def read_until(row: int) -> None:
            """Read the annotation of the words before a row."""
            nonlocal entities_read, relations_read
            first, entities_read = entities_read, bisect_left(rows.entity_place[0], row)
            if first < entities_read:
                self.line = columns[1][first]
                header = self.header or self._missing_header()
                self.brackets.read(zip(*(column[first:entities_read] for column in columns), strict=True), header)
            first, relations_read = relations_read, bisect_left(rows.relations, (row,))
            for place, key, value in rows.relations[first:relations_read]:
                self._relate(key, value, lines_before + place + 1)

        if not self._is_open and sentences[1]:
            self.line = lines_before + int(rows.sentences[0]) + 1
            self._begin_document("")
        if self._is_open:
            add_piece(0)
        piece = 0
        for row, key, value, sentence in rows.comments:
            if key == SPEAKER:
                if sentence >= 0:
                    text.speakers[sentences_before + sentence] = value.decode("utf-8")
                continue
            read_until(row)
            self.line = lines_before + row + 1
            if key in NEW_DOCUMENT:
                self._end_document()
                self._begin_document(value.decode("utf-8"))
                piece += 1
                add_piece(piece)
            else:
                self._comment(key, value)
        read_until(rows.line_count)

    def _comment(self, key: bytes, value: bytes) -> None:
        if key == FIELDS:
            try:
                self.header = Header(value, self.source, self.line)
            except FormatError as error:
                self.notices.refuse(error)
                self.header = USUAL_HEADER  # so that brackets can still be judged
        elif key == COLUMNS:
            if value[:200].split() != USUAL_COLUMNS:
                hint = "coreference is read from Entity= in the last of its ten columns"
                self._refuse("the columns are not those of CoNLL-U", self.line, hint)
        else:
            self._groups[key.removeprefix(METADATA).decode("utf-8")] = value.decode("utf-8")

    def _relate(self, key: bytes, value: bytes, line: int) -> None:
        """Keep the relations that stand at a node until its document ends."""
        if not key.startswith(OLD_KEY):
            kind = BRIDGING if key == BRIDGE else SPLIT_ANTECEDENT
            where = self.brackets.document, self.brackets.entities
            self._relations += [(*where, kind, text, line) for text in value.split(b",")]
        elif not self._is_old:  # said once, because then the whole file is
            hint = "convert the file to CorefUD 1.x, which has Entity="
            self._refuse("ClusterId= is annotation of CorefUD 0.x, which is not read", line, hint)
            self._is_old = True

    def _missing_header(self) -> Header:
        hint = "add a line such as # global.Entity = eid-etype-head-other before the first sentence"
        self._refuse("Entity= occurs, but no # global.Entity before it names its fields", self.line, hint)
        self.header = USUAL_HEADER
        return self.header

    def _begin_document(self, name: str) -> None:
        self._is_open, self._name, self._document_line = True, name, self.line
        self._forms = []
        self.text.empty_line.append({})
        self.brackets.begin_document(len(self.builder.names), self.text.first_word[-1])

    def _end_document(self) -> None:
        if not self._is_open:
            return
        self._is_open = False
        text, builder = self.text, self.builder
        length = self._words_end - text.first_word[-1]
        text.first_word.append(self._words_end)
        text.first_sentence.append(self._sentences_end)
        text.fingerprints.append(fingerprint_of(SEPARATOR.join(self._forms), length))
        builder.add_document(self._name, self._document_line, length=length, groups=self._groups)
        self._groups = {}
        self._notice_seen()
        self.brackets.end_document()

    def _add_mentions(self) -> None:
        """Add the mentions of the documents so far, and their relations such as `e3<e11` or `e3<e11:subset`."""
        first_entity, relations = len(self.builder.entity_document), self._relations
        self._relations = []
        self.brackets.add_to(self.builder)
        for document, entities, kind, value, line in relations:
            antecedent, _, rest = value.partition(b"<")
            anaphor, _, label = rest.partition(b":")
            excerpt = quoted(value[:40].decode("utf-8", "replace"))
            if not antecedent or not anaphor or antecedent == anaphor:
                what = "relates an entity to itself" if antecedent and anaphor else "is no relation such as e3<e11"
                self.notices.add("relation-ignored", f"{excerpt} {what}", self.source.path, line)
                continue
            if antecedent not in entities or anaphor not in entities:
                what = f"{excerpt} names an entity that has no mention in its document"
                self.notices.add("relation-without-mentions", what, self.source.path, line)
            # It stands where the anaphor's mention opens, so it belongs to the mention that opened last.
            entity = entities.get(anaphor)
            mention = None if entity is None else self.builder.latest_mention(first_entity + entity, line)
            relation = Relation(kind, plain(antecedent), plain(anaphor), plain(label), mention)
            self.builder.add_relation(relation, line, document)

    def _notice_seen(self) -> None:
        """Count entities of other documents: an `eid` should be unique in its file; a `GRP` is not."""
        entities = self.brackets.entities
        if self.header is None or not self.header.unique_in_file or not entities:
            return
        if not self._seen.keys().isdisjoint(entities):
            for name, line in zip(entities, self.brackets.first_lines(), strict=True):
                if (first := self._seen.get(name)) is not None:
                    text = f"{plain(name)} was in {quoted(self.builder.names[first])} too: read as one entity in each"
                    self.notices.add("entity-in-several-documents", text, self.source.path, line)
        for name in entities:
            self._seen.setdefault(name, self.brackets.document)

    def _refuse_stanza(self) -> None:
        """Refuse a file of Stanza: it holds its chains in another field, and would have no mention here."""
        for text in self.texts:
            content = text.stored.content()
            if match := STANZA_CHAINS.search(content):
                line = text.lines_before + 1 + content.count(b"\n", 0, match.start())
                fact = "coref_chains= is Stanza's way to write coreference, not CorefUD's"
                raise FormatError("unknown-format", fact, self.source.path, line, "read it with --format stanza")

    def _refuse(self, fact: str, line: int, hint: str | None = None) -> None:
        self.notices.refuse(FormatError("bad-entity-field", fact, self.source.path, line, hint))
