"""MUC-6 and MUC-7 SGML: `<COREF ID="5" REF="3" MIN="man">the old man</COREF>` inside the text.

MUC has no tokens, so positions count the characters of a document without its tags, with `&amp;` and similar decoded
and a line end counted as one. Mentions that REF connects, in either direction and over any number of steps, are one
entity, named by its first mention's ID. MIN becomes the minimum span: the first alternative that occurs in the
mention, at its first occurrence as whole words (else at its first occurrence). Optional mentions (STATUS="OPT") are
read like others. OntoNotes' `.coref` files look the same but repeat one ID for a whole entity: mentions of one ID are
one entity here too, and a TYPE other than IDENT (their APPOS) is left out. Unknown tags are skipped: SGML is not XML.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from corefscope.basics.components import components
from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import FileReader, shown
from corefscope.formats.registry import Options
from corefscope.formats.xml.sgml import Tag, tags, unescaped
from corefscope.model import CHARACTERS, Corpus, Mention
from corefscope.problems import FormatError, Notices

# The search for MIN takes time in proportion to the depth.
DEEPEST = 100
NAMES = ("docno", "docid")
# Of a COREF; the last ones are OntoNotes'.
ATTRIBUTES = {"id", "ref", "type", "min", "status", "stat", "subtype", "speaker", "start_off", "end_off"}
TRIES = 1000
_BLANKS = str.maketrans("\n\t", "  ")


@dataclass(slots=True)
class _Coref:
    """One COREF: its attributes, and its place in the document's text."""

    attributes: dict[str, str]
    line: int
    start: int
    end: int = -1

    @property
    def id(self) -> str:
        return self.attributes["id"]


@dataclass
class _MucDocument:
    line: int
    name: str = ""
    tagged: bool = False  # a <DOC> rather than a whole file
    parts: list[str] = field(default_factory=list)
    length: int = 0
    open: list[_Coref] = field(default_factory=list)
    corefs: list[_Coref] = field(default_factory=list)
    naming: str = ""  # the open tag whose text is the name
    refused_before: int = 0  # errors before it


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """Read the `<DOC>`s of one file, or the whole file as one document if it has none."""
    return _MucReader(source, notices).read(content)


class _MucReader(FileReader):
    """Adds documents to the builder, tag by tag."""

    def read(self, content: bytes) -> Corpus:
        text = self.decode(content).replace("\r\n", "\n")
        self.builder = CorpusBuilder(self.source.path, CHARACTERS)
        self.document: _MucDocument | None = None
        if not re.search(r"<DOC[\s>]", text, re.IGNORECASE):
            self.document = _MucDocument(1, refused_before=self.notices.refused)
        for tag in tags(text, self.source):
            try:
                self._add(tag)
            except FormatError as error:
                self.notices.refuse(error)
        if self.document is not None and self.document.tagged:
            self.warn("unclosed-doc", "the file ends", self.document.line)
        self._finish()
        if not self.builder.names:
            raise self.source.error("empty-file", "the file holds no document", hint="expected <DOC>")
        corpus = self.builder.corpus(self.source.stem, self.notices)
        if 1 < corpus.mention_count == corpus.entity_count:
            self.warn("no-coreference", "no COREF has a REF, so each mention is a singleton", 1)
        return corpus

    def _add(self, tag: Tag) -> None:
        document = self.document
        if document is not None:
            text = unescaped(tag.before)
            document.parts.append(text)
            document.length += len(text)
        elif tag.before.strip():
            self.warn("text-outside-doc", f"{shown(tag.before.strip())} is left out", tag.line)
        if tag.name == "coref":
            self._coref(tag)
        elif tag.name == "doc":
            if document is not None:
                if not tag.closes:
                    self.warn("unclosed-doc", "another one opens", tag.line)
                self._finish()
            if not tag.closes:
                given = tag.attributes()
                name = next((given[name] for name in (*NAMES, "id") if name in given), "")
                self.document = _MucDocument(tag.line, name, tagged=True, refused_before=self.notices.refused)
        elif tag.name in NAMES and document is not None:
            # DOCNO names a document; DOCID only without a DOCNO, wherever that is.
            if not tag.closes:
                document.naming = tag.name
            elif document.naming == tag.name:
                found = document.parts[-1].strip()
                document.name = found if tag.name == NAMES[0] else document.name or found
                document.naming = ""

    def _coref(self, tag: Tag) -> None:
        document = self.document
        if document is None:
            raise self._error("a COREF stands outside every <DOC>", tag.line)
        if tag.closes:
            if not document.open:
                raise self._error("a COREF closes that was never opened", tag.line)
            document.open.pop().end = document.length
            return
        attributes = tag.attributes()
        found = _Coref(attributes, tag.line, document.length)
        if tag.rest.rstrip().endswith("/"):
            found.end = document.length
        else:
            document.open.append(found)  # even if it is wrong, since its closing tag follows
        if not attributes.get("id"):
            raise self._error("a COREF has no ID", tag.line, f"its attributes read {shown(tag.rest.strip())}")
        document.corefs.append(found)
        if unknown := attributes.keys() - ATTRIBUTES:
            self.warn("unknown-attribute", f"COREF {found.id} has {shown(min(unknown).upper())}", tag.line)
        if tag.is_broken():
            raise self._error("a quotation mark in a COREF has no partner", tag.line, "write > in a value as &gt;")
        if len(document.open) == DEEPEST + 1:
            raise self._error(f"COREF tags are nested more than {DEEPEST} deep", tag.line, "close each with </COREF>")

    def _error(self, fact: str, line: int, hint: str | None = None) -> FormatError:
        return self.source.error("bad-element", fact, line, hint)

    def _finish(self) -> None:
        """Add the open document, if any, to the builder."""
        document, self.document = self.document, None
        if document is None:
            return
        for left in document.open:
            fact = f"the COREF {left.attributes.get('id', '')} never closes"
            self.refuse("bad-element", fact, left.line, "expected </COREF> in the same document")
        text = "".join(document.parts)
        self.builder.add_document(document.name, document.line, raw=text)
        flat = text.translate(_BLANKS)
        groups = self._entities(document.corefs)
        if self.notices.refused > document.refused_before:
            return
        for group in groups:
            corefs = [coref for coref in group if self._is_mention(coref)]
            mentions = [Mention(coref.start, coref.end, minimum=self._minimum(coref, flat)) for coref in corefs]
            self.builder.add_entity(group[0].id, mentions, [coref.line for coref in corefs])

    def _entities(self, corefs: list[_Coref]) -> list[list[_Coref]]:
        """Groups of COREFs that REF connects."""
        by_id: dict[str, list[_Coref]] = {}
        for coref in corefs:
            if coref.id in by_id:
                self.warn("coref-id-repeated", f"the mentions of ID {coref.id} are read as one entity", coref.line)
            by_id.setdefault(coref.id, []).append(coref)
        links = []
        for coref in corefs:
            reference = coref.attributes.get("ref")
            if reference and reference not in by_id:
                fact = f"COREF {coref.id} refers to {reference}, which is not in the document"
                self.refuse("bad-element", fact, coref.line, "REF is the ID of another COREF of the same document")
            elif reference:
                links.append((coref.id, reference))
        return [[coref for name in group for coref in by_id[name]] for group in components(by_id, links)]

    def _is_mention(self, coref: _Coref) -> bool:
        kind = coref.attributes.get("type", "IDENT")
        if kind.upper() != "IDENT":
            self.warn("not-ident", f"COREF {coref.id} has TYPE {kind[:40]}", coref.line)
            return False
        if coref.start == coref.end:
            self.warn("without-text", f"COREF {coref.id} is empty", coref.line)
            return False
        if "OPT" in (coref.attributes.get("status", "").upper(), coref.attributes.get("stat", "").upper()):
            self.warn("optional-mention", f"COREF {coref.id} is read like others", coref.line)
        return True

    def _minimum(self, coref: _Coref, text: str) -> tuple[int, ...]:
        """The positions of MIN; none without MIN, or if it does not occur."""
        given = coref.attributes.get("min", "")
        alternatives = [part.strip() for part in given.split("|") if part.strip()]
        for wanted in alternatives:
            start = _first(text, wanted, coref.start, coref.end)
            if start >= 0:
                if len(alternatives) > 1:
                    self.warn("min-alternatives", f"{shown(wanted)} of MIN {shown(given)} is kept", coref.line)
                return tuple(range(start, start + len(wanted)))
        if alternatives:
            self.warn("min-not-found", f"COREF {coref.id} does not hold {shown(given)}", coref.line)
        return ()


def _first(text: str, wanted: str, start: int, end: int) -> int:
    """The first occurrence of words between start and end, as whole words if possible; -1 without one."""
    first = found = text.find(wanted, start, end)
    for _ in range(TRIES):
        if found < 0:
            break
        stop = found + len(wanted)
        cut_before = found > start and (text[found - 1] + wanted[0]).isalnum()
        if not cut_before and not (stop < end and (wanted[-1] + text[stop]).isalnum()):
            return found
        found = text.find(wanted, found + 1, end)
    return first
