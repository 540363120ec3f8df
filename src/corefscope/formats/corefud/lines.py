"""CorefUD line by line: slower than as arrays, but it knows what to say of whatever is wrong or unusual."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace

from corefscope.basics.escaping import quoted
from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.corefud.brackets import ENTITY_KEY, LONGEST_VALUE, Brackets, Header, plain
from corefscope.formats.corefud.scan import COLUMNS, FIELDS, NEW_DOCUMENT, RANGE, SPEAKER, are_usual, comment_key, group
from corefscope.formats.corefud.text import (
    DEPS,
    EMPTY_NODES_AT_ONE_PLACE,
    UNREADABLE_DEPENDENCY,
    ConlluText,
    lines_in,
    node_position,
    number,
)
from corefscope.formats.detect import STANZA_CHAINS
from corefscope.formats.files.blocks import StoredBytes
from corefscope.formats.files.sources import Source
from corefscope.formats.fingerprints import SEPARATOR, fingerprint_of
from corefscope.model import Corpus, Relation, text_order
from corefscope.problems import FormatError, Notices

_KEYS = re.compile(rb"[\t|](Entity|SplitAnte|Split|Bridge|ClusterId(?:\[\d+\])?)=([^|]*)")
USUAL_HEADER = Header.parse(b"eid-etype-head-other")


class LineReader:
    """Goes through a file line by line: its documents, their sentences, and the nodes of these."""

    def __init__(self, source: Source, notices: Notices) -> None:
        self.source, self.notices = source, notices
        self.texts: list[ConlluText] = []  # of the blocks that have documents
        self.text = self.next_text = ConlluText(StoredBytes(b""))  # of the latest document, and of the latest block
        self.builder = CorpusBuilder(source.path)
        self.header: Header | None = None
        self.seen: dict[bytes, int] = {}  # entities, with the document where each was met first
        self.brackets: Brackets | None = None  # of the document that is being read
        self.relations: list[tuple[str, bytes, int]] = []  # kind, text and line, in this document
        self.name, self.document_line = "", 0
        self.words = 0  # before this sentence, in the document
        self.forms: list[bytes] = []  # of this document, one by one or joined
        self.in_sentence = 0
        self.next_id = b"1\t"
        self.is_open = False  # a sentence has begun
        self.speaker = b""
        self.groups: dict[str, str] = {}
        self.line = 0
        self.refused_before = notices.refused
        self.is_old = False  # ClusterId= has occurred
        self.is_utf8 = True  # so far

    def _read_lines(self, piece: bytes) -> None:
        for line in lines_in(piece):
            self.line += 1
            try:
                if line[:1].isdigit():
                    self._node(line)
                elif line.startswith(b"#"):
                    self._comment(line)
                elif not line or line.isspace():
                    if self.is_open or self.speaker:
                        self._end_sentence()
                else:
                    raise self._error("a line begins with neither # nor a number", "CoNLL-U numbers words from 1")
            except FormatError as error:
                self.notices.refuse(error)

    def corpus(self) -> Corpus:
        self._end_document()
        if not self.builder.names and self.notices.refused == self.refused_before:
            raise self._error("the file holds no sentence")
        if self.header is None:
            self._refuse_stanza()
            self.notices.add("no-coreference", "there is no # global.Entity and no Entity=", self.source.path)
        corpus = self.builder.corpus(self.source.stem, self.notices)
        texts = [(text, number) for text in self.texts for number in range(len(text.fingerprints))]
        return replace(corpus, texts=texts)

    def _refuse_stanza(self) -> None:
        """A file of Stanza holds its chains in another field, and would have no mention here."""
        for text in self.texts:
            content = text.stored.content()
            if found := STANZA_CHAINS.search(content):
                line = text.lines_before + 1 + content.count(b"\n", 0, found.start())
                fact = "coref_chains= is Stanza's way to write coreference, not CorefUD's"
                raise FormatError("unknown-format", fact, self.source.path, line, "read it with --format stanza")

    def _comment(self, line: bytes) -> None:
        key, value = comment_key(line)
        if key in NEW_DOCUMENT:
            self._end_document()
            self._begin_document(value.decode("utf-8"))
        elif key == FIELDS:
            self.header = USUAL_HEADER  # if it cannot be read, brackets can still be judged
            self.header = Header.parse(value, self.source, self.line)
        elif key == COLUMNS and not are_usual(value):
            hint = "coreference is read from Entity= in the last of its ten columns"
            raise self._error("the columns are not those of CoNLL-U", hint)
        elif key == SPEAKER:
            self.speaker = value
        elif name := group(key):
            self.groups[name] = value.decode("utf-8")

    def _use_next_text(self) -> None:
        if self.text is not self.next_text:
            self.text = self.next_text
            self.texts.append(self.text)

    def _begin_document(self, name: str) -> Brackets:
        self._use_next_text()
        self.name, self.document_line = name, self.line
        self.brackets = Brackets(self.source, self.notices)
        self.text.empty_line.append({})
        self.words, self.forms = 0, []
        self.relations = []
        return self.brackets

    def _end_document(self) -> None:
        if self.brackets is None:
            return
        self._end_sentence()
        count = len(self.text.word_line) - self.text.first_word[-1]
        self.text.fingerprints.append(fingerprint_of(SEPARATOR.join(self.forms), count))
        self.text.first_word.append(len(self.text.word_line))
        self.text.first_sentence.append(len(self.text.sentence_start))
        self.builder.add_document(self.name, self.document_line, length=self.words, groups=self.groups)
        self.groups = {}
        entities = self.brackets.entities
        lines = [mentions[0].line for mentions in entities.values()]
        self._notice_seen(entities, [len(self.builder.names) - 1] * len(lines), lines)
        self.brackets.finish(self.builder)
        for kind, text, line in self.relations:
            self._add_relation(kind, text, line, entities.keys())
        self.brackets = None

    def _notice_seen(self, names: Collection[bytes], documents: list[int], lines: list[int]) -> None:
        """An `eid` should occur in one document only; a `GRP` says nothing about other documents."""
        if self.header is None or not self.header.unique_in_file:
            return
        found = dict(zip(names, documents, strict=True))
        if len(found) == len(names) and self.seen.keys().isdisjoint(found):  # as it should be
            self.seen.update(found)
            return
        for name, document, line in zip(names, documents, lines, strict=True):
            first = self.seen.setdefault(name, document)
            if first != document:
                shown = f"{plain(name)} was in {quoted(self.builder.names[first])} too: read as one entity in each"
                self.notices.add("entity-in-several-documents", shown, self.source.path, line)

    def _add_relation(self, kind: str, text: bytes, line: int, entities: Collection[bytes]) -> None:
        """`e3<e11` or `e3<e11:subset`: antecedent, anaphor and perhaps a label."""
        antecedent, _, rest = text.partition(b"<")
        anaphor, _, label = rest.partition(b":")
        shown = quoted(text[:40].decode("utf-8", "replace"))
        if not antecedent or not anaphor or antecedent == anaphor:
            what = "relates an entity to itself" if antecedent and anaphor else "is no relation such as e3<e11"
            self.notices.add("relation-ignored", f"{shown} {what}", self.source.path, line)
            return
        if antecedent not in entities or anaphor not in entities:
            what = f"{shown} names an entity that has no mention in its document"
            self.notices.add("relation-without-mentions", what, self.source.path, line)
        # It stands where the anaphor's mention opens, so it belongs to the mention that opened last.
        mention = self.builder.latest_mention(plain(anaphor), line)
        self.builder.add_relation(Relation(kind, plain(antecedent), plain(anaphor), plain(label), mention), line)

    def _begin_sentence(self) -> None:
        if self.speaker:
            self.text.speakers[len(self.text.sentence_start)] = self.speaker.decode("utf-8")
        self.text.sentence_start.append(len(self.text.word_line))
        self.is_open = True

    def _end_sentence(self) -> None:
        if self.is_open and not self.in_sentence:
            self.notices.refuse(self._error("the sentence that ends here has no word"))
        self.words += self.in_sentence
        self.in_sentence, self.next_id, self.is_open, self.speaker = 0, b"1\t", False, b""

    def _node(self, line: bytes) -> None:
        brackets = self.brackets or self._begin_document("")
        if not self.is_open:
            self._begin_sentence()
        if line.count(b"\t") != 9:
            columns = 1 + line.count(b"\t")
            hint = None if columns > 1 else "columns are separated by tabs"
            self._refuse_line(line, self._error(f"the line has {columns} columns, not the ten of CoNLL-U", hint))
        elif line.startswith(self.next_id):
            self._word(line, brackets)
        else:
            identifier = line[: line.index(b"\t")]
            if RANGE.match(identifier):
                self._notice_range(identifier, line)
                return
            try:
                brackets.nodes.append(self._empty_node(identifier, line, brackets))
            except FormatError as error:
                self._refuse_line(line, error)
        if b"Entity=" in line or b"Split" in line or b"Bridge=" in line or b"ClusterId" in line:
            brackets.latest = len(brackets.nodes) - 1
            self._annotation(line[max(line.rfind(b"\t"), 0) :], brackets)

    def _word(self, line: bytes, brackets: Brackets) -> None:
        self.forms.append(line.split(b"\t", 2)[1])
        brackets.nodes.append(self.words + self.in_sentence)
        text = self.text
        text.word_line.append(self.line - 1 - text.lines_before)
        self.in_sentence += 1
        self.next_id = b"%d\t" % (self.in_sentence + 1)

    def _refuse_line(self, line: bytes, error: FormatError) -> None:
        """Read a wrong line as a word, so that the lines behind it, and its brackets, can still be checked."""
        self.notices.refuse(error)
        found = number(line.split(b"\t", 1)[0].split(maxsplit=1)[0])
        self._word(line + b"\t", self.brackets or self._begin_document(""))
        if found:
            self.in_sentence = found
            self.next_id = b"%d\t" % (found + 1)

    def _notice_range(self, identifier: bytes, line: bytes) -> None:
        """Two words written as one, `3-4`, have no annotation."""
        if ENTITY_KEY.search(line):
            shown = f"ignored at {identifier.decode()}: annotation belongs to words"
            self.notices.add("entity-at-range", shown, self.source.path, self.line)

    def _empty_node(self, identifier: bytes, line: bytes, brackets: Brackets) -> int:
        """The position of an empty node, which stands after the word of its number."""
        major, dot, minor = identifier.partition(b".")
        position = node_position(identifier, self.words) if dot and number(major) == self.in_sentence else None
        nodes = brackets.nodes
        if position is None or (nodes and text_order(nodes[-1]) >= text_order(position)):
            after = self.in_sentence
            if (number(minor) or 0) > EMPTY_NODES_AT_ONE_PLACE:
                hint = f"at most {EMPTY_NODES_AT_ONE_PLACE} empty nodes can stand at one place"
            elif identifier == b"1":
                hint = "is the blank line between two sentences missing?"
            else:
                hint = f"expected {after + 1}, or an empty node such as {after}.1"
            shown = identifier[:20].decode("utf-8", "replace")
            raise self._error(f"the id {shown} cannot stand after word {after} of the sentence", hint)
        cell = line.split(b"\t")[DEPS]
        if cell != b"_" and UNREADABLE_DEPENDENCY.search(b"|" + cell):
            shown = f"of the empty node {identifier.decode()}: what cannot be read is left out"
            self.notices.add("unreadable-dependencies", shown, self.source.path, self.line)
        self.text.empty_line[-1][position] = self.line - 1 - self.text.lines_before
        return position

    def _annotation(self, line: bytes, brackets: Brackets) -> None:
        """What the last column, with the tab before it, says of coreference."""
        found = set()
        for item in _KEYS.finditer(line):
            key, value = item.groups()
            if len(value) > LONGEST_VALUE:
                raise self._error(f"{key.decode()}= of {len(value)} bytes at one word is too long to be true")
            if key.startswith(b"ClusterId"):
                if not self.is_old:  # said once, because then the whole file is
                    hint = "convert the file to CorefUD 1.x, which has Entity="
                    fact = "ClusterId= is annotation of CorefUD 0.x, which is not read"
                    self.notices.refuse(self._error(fact, hint))
                self.is_old = True
                continue
            if key == b"Split" and b"<" not in value:
                continue  # not the older name of SplitAnte
            if key in found:
                raise self._error(f"{key.decode()}= occurs twice at one word")
            found.add(key)
            if key == b"Entity":
                if self.header is None:
                    hint = "add a line such as # global.Entity = eid-etype-head-other before the first sentence"
                    fact = "Entity= occurs, but no # global.Entity before it names its fields"
                    self.notices.refuse(self._error(fact, hint))
                    self.header = USUAL_HEADER
                brackets.read(value, self.header, self.line, len(self.text.sentence_start))
            else:
                kind = "bridging" if key == b"Bridge" else "split_antecedent"
                self.relations += [(kind, text, self.line) for text in value.split(b",")]

    def _error(self, message: str, hint: str | None = None) -> FormatError:
        return FormatError("bad-entity-field", message, self.source.path, self.line, hint)
