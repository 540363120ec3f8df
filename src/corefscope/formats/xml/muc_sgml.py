"""MUC-6 and MUC-7 SGML: `<COREF ID="5" REF="3" MIN="man">the old man</COREF>` inside the text.

MUC has no tokens, so positions count the characters of a document with its tags taken out, `&amp;` and its
like decoded and a line end counted as one. Mentions that REF joins, in either direction and over any number of
steps, are one entity, called by its first mention's ID. MIN becomes the minimum span: the first alternative that
occurs in the mention, where it first stands there as whole words (else where it first stands). Optional
mentions (STATUS="OPT") are read like others. OntoNotes' `.coref` files look the same but repeat one ID for a whole
entity: mentions of one ID are one entity here too, and a TYPE other than IDENT (their APPOS) is left out.
SGML is not XML: tags that are not known are skipped, whatever they hold.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import decoded, shown
from corefscope.formats.registry import Options
from corefscope.formats.standoff.linking import components
from corefscope.formats.xml.sgml import Tag, tags, unescaped
from corefscope.model import CHARACTERS, Corpus, Mention
from corefscope.problems import FormatError, Notices

# Nobody nests that deep; looking for MIN takes time in proportion.
DEEPEST = 100
NAMES = ("docno", "docid")
TRIES = 1000
_BLANKS = str.maketrans("\n\t", "  ")


@dataclass(slots=True)
class _Coref:
    """One COREF: its attributes, and where it stands in the document's text."""

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
    naming: str = ""  # the tag whose text is being taken as the name
    refused_before: int = 0  # errors before it

    def add(self, text: str) -> None:
        self.parts.append(text)
        self.length += len(text)


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """The `<DOC>`s of one file, or the whole file as one document if it has none."""
    text = decoded(content, source.path, notices).replace("\r\n", "\n")
    reader = _MucReader(source, notices)
    if not re.search(r"<DOC[\s>]", text, re.IGNORECASE):
        reader.document = _MucDocument(1, refused_before=notices.refused)
    for tag in tags(text, source):
        try:
            reader.take(tag)
        except FormatError as error:
            notices.refuse(error)
    if reader.document is not None and reader.document.tagged:
        notices.add("unclosed-doc", "the file ends", source.path, reader.document.line)
    reader.finish()
    if not reader.builder.names:
        raise FormatError("empty-file", "the file holds no document", source.path, hint="expected <DOC>")
    return reader.builder.corpus(source.stem, notices)


class _MucReader:
    """Takes tag after tag, and puts finished documents into the builder."""

    def __init__(self, source: Source, notices: Notices) -> None:
        self.source, self.notices = source, notices
        self.builder = CorpusBuilder(source.path, CHARACTERS)
        self.document: _MucDocument | None = None

    def take(self, tag: Tag) -> None:
        if self.document is not None:
            self.document.add(unescaped(tag.before))
        elif tag.before.strip():
            self._note("text-outside-doc", f"{shown(tag.before.strip())} is left out", tag.line)
        if tag.name == "coref":
            self._coref(tag)
        elif tag.name == "doc":
            self._doc(tag)
        elif tag.name in NAMES and self.document is not None:
            self._name(self.document, tag)

    def _doc(self, tag: Tag) -> None:
        if self.document is not None:
            if not tag.closes:
                self._note("unclosed-doc", "another one opens", tag.line)
            self.finish()
        if not tag.closes:
            given = tag.attributes()
            name = next((given[name] for name in (*NAMES, "id") if name in given), "")
            self.document = _MucDocument(tag.line, name, tagged=True, refused_before=self.notices.refused)

    def _name(self, document: _MucDocument, tag: Tag) -> None:
        """DOCNO names a document; DOCID does where there is no DOCNO, wherever it stands."""
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
            document.open.append(found)  # even if it is wrong: something will close it
        if not attributes.get("id"):
            raise self._error("a COREF has no ID", tag.line, f"its attributes read {shown(tag.rest.strip())}")
        document.corefs.append(found)
        if tag.is_broken():
            raise self._error("a quotation mark in a COREF has no partner", tag.line, "write > in a value as &gt;")
        if len(document.open) == DEEPEST + 1:
            raise self._error(f"COREF tags are nested more than {DEEPEST} deep", tag.line, "close each with </COREF>")

    def finish(self) -> None:
        """Puts the document that is open, if any, into the builder."""
        document, self.document = self.document, None
        if document is None:
            return
        for left in document.open:
            fact = f"the COREF {left.attributes.get('id', '')} never closes"
            self.notices.refuse(self._error(fact, left.line, "expected </COREF> in the same document"))
        text = "".join(document.parts)
        self.builder.add_document(document.name, document.line, raw=text)
        flat = text.translate(_BLANKS)
        groups = self._joined(document.corefs)
        if self.notices.refused > document.refused_before:
            return
        for group in groups:
            corefs = [coref for coref in group if self._is_mention(coref)]
            mentions = [Mention(coref.start, coref.end, minimum=self._minimum(coref, flat)) for coref in corefs]
            self.builder.add_entity(group[0].id, mentions, [coref.line for coref in corefs])

    def _joined(self, corefs: list[_Coref]) -> list[list[_Coref]]:
        """The COREFs that REF joins, in groups."""
        by_id: dict[str, list[_Coref]] = {}
        for coref in corefs:
            if coref.id in by_id:
                self._note("coref-id-repeated", f"the mentions of ID {coref.id} are read as one entity", coref.line)
            by_id.setdefault(coref.id, []).append(coref)
        links = []
        for coref in corefs:
            reference = coref.attributes.get("ref")
            if reference and reference not in by_id:
                fact = f"COREF {coref.id} refers to {reference}, which is not in the document"
                hint = "REF is the ID of another COREF of the same document"
                self.notices.refuse(self._error(fact, coref.line, hint))
            elif reference:
                links.append((coref.id, reference))
        return [[coref for name in group for coref in by_id[name]] for group in components(by_id, links)]

    def _is_mention(self, coref: _Coref) -> bool:
        kind = coref.attributes.get("type", "IDENT")
        if kind.upper() != "IDENT":
            self._note("not-ident", f"COREF {coref.id} has TYPE {kind[:40]}", coref.line)
            return False
        if coref.start == coref.end:
            self._note("without-text", f"COREF {coref.id} is empty", coref.line)
            return False
        if "OPT" in (coref.attributes.get("status", "").upper(), coref.attributes.get("stat", "").upper()):
            self._note("optional-mention", f"COREF {coref.id} is read like others", coref.line)
        return True

    def _minimum(self, coref: _Coref, text: str) -> tuple[int, ...]:
        """The positions of MIN; none where there is no MIN, or where it does not occur."""
        given = coref.attributes.get("min", "")
        alternatives = [part.strip() for part in given.split("|") if part.strip()]
        for wanted in alternatives:
            start = _first(text, wanted, coref.start, coref.end)
            if start >= 0:
                if len(alternatives) > 1:
                    self._note("min-alternatives", f"{shown(wanted)} of MIN {shown(given)} is kept", coref.line)
                return tuple(range(start, start + len(wanted)))
        if alternatives:
            self._note("min-not-found", f"COREF {coref.id} does not hold {shown(given)}", coref.line)
        return ()

    def _note(self, kind: str, text: str, line: int) -> None:
        self.notices.add(kind, text, self.source.path, line)

    def _error(self, fact: str, line: int, hint: str | None = None) -> FormatError:
        return FormatError("bad-element", fact, self.source.path, line, hint)


def _first(text: str, wanted: str, start: int, end: int) -> int:
    """Where the words first stand between start and end: whole words if possible; -1 if nowhere."""
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
