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
from corefscope.formats.annotations import Annotations
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import shown
from corefscope.formats.registry import Options
from corefscope.formats.tools.markup import DEEPEST, Tag, tags, unescaped
from corefscope.model import CHARACTERS, Corpus, Mention
from corefscope.problems import FormatError, Notices

NAMES = ("docno", "docid")
# Of a COREF; the last ones are OntoNotes'.
ATTRIBUTES = {"id", "ref", "type", "min", "status", "stat", "subtype", "speaker", "start_off", "end_off"}
_BLANKS = str.maketrans("\n\t", "  ")


@dataclass(slots=True)
class _Coref:
    """One COREF: its attributes, and its place in the document's text."""

    id: str
    attributes: dict[str, str]
    line: int
    start: int
    end: int = -1


@dataclass
class _Document:
    line: int
    name: str = ""
    parts: list[str] = field(default_factory=list)  # of its text
    length: int = 0
    outer: list[_Coref] = field(default_factory=list)  # that have not closed yet
    corefs: list[_Coref] = field(default_factory=list)
    naming: str = ""  # the open tag whose text is the name


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """Read the `<DOC>`s of one file, or the whole file as one document if it has none."""
    reader = Annotations(content, source, notices, options, CHARACTERS)
    text = reader.decode(content).replace("\r\n", "\n")
    has_documents = re.search(r"<DOC[\s>]", text, re.IGNORECASE) is not None
    document = None if has_documents else _Document(1)
    for tag in tags(text, source):
        if document is not None:
            document.parts.append(unescaped(tag.before))
            document.length += len(document.parts[-1])
        elif tag.before.strip():
            reader.warn("text-outside-doc", f"{shown(tag.before.strip())} is left out", tag.line)
        if tag.name == "coref":
            _add_coref(tag, document, reader)
        elif tag.name == "doc":
            if document is not None:
                if not tag.closes:
                    reader.warn("unclosed-doc", "another one opens", tag.line)
                _finish(document, reader)
            attributes = tag.attributes()
            name = next((attributes[name] for name in (*NAMES, "id") if name in attributes), "")
            document = None if tag.closes else _Document(tag.line, name)
        elif tag.name in NAMES and document is not None:
            # DOCNO names a document; DOCID only without a DOCNO, wherever that is.
            if tag.closes and document.naming == tag.name:
                name = document.parts[-1].strip()
                document.name = name if tag.name == NAMES[0] else document.name or name
            if not tag.closes or document.naming == tag.name:
                document.naming = "" if tag.closes else tag.name
    if document is not None:
        if has_documents:
            reader.warn("unclosed-doc", "the file ends", document.line)
        _finish(document, reader)
    if not reader.builder.names:
        raise source.error("empty-file", "the file holds no document", hint="expected <DOC>")
    corpus = reader.corpus()
    if 1 < corpus.mention_count == corpus.entity_count:
        reader.warn("no-coreference", "no COREF has a REF, so each mention is a singleton", 1)
    return corpus


def _add_coref(tag: Tag, document: _Document | None, reader: Annotations) -> None:
    """Open or close a COREF."""

    def error(fact: str, hint: str | None = None) -> FormatError:
        return reader.source.error("bad-element", fact, tag.line, hint)

    if document is None:
        raise error("a COREF stands outside every <DOC>")
    if tag.closes:
        if not document.outer:
            raise error("a COREF closes that was never opened")
        document.outer.pop().end = document.length
        return
    attributes = tag.attributes()
    id = attributes.get("id", "")
    if not id:
        raise error("a COREF has no ID", f"its attributes read {shown(tag.rest.strip())}")
    if tag.is_broken():
        raise error("a quotation mark in a COREF has no partner", "write > in a value as &gt;")
    if unknown := attributes.keys() - ATTRIBUTES:
        reader.warn("unknown-attribute", f"COREF {id} has {shown(min(unknown).upper())}", tag.line)
    is_empty = tag.rest.rstrip().endswith("/")
    if not is_empty and len(document.outer) == DEEPEST:
        raise error(f"COREF tags are nested more than {DEEPEST} deep", "close each with </COREF>")
    document.corefs.append(_Coref(id, attributes, tag.line, document.length, document.length))
    document.outer += [] if is_empty else document.corefs[-1:]


def _finish(document: _Document, reader: Annotations) -> None:
    """Add a document that has closed."""

    for coref in document.outer:
        hint = "expected </COREF> in the same document"
        raise reader.source.error("bad-element", f"the COREF {coref.id} never closes", coref.line, hint)
    text = "".join(document.parts)
    reader.builder.add_document(document.name, document.line, raw=text)
    by_id: dict[str, list[_Coref]] = {}
    for coref in document.corefs:
        if coref.id in by_id:
            reader.warn("coref-id-repeated", f"the mentions of ID {coref.id} are read as one entity", coref.line)
        by_id.setdefault(coref.id, []).append(coref)
    linked = [coref for coref in document.corefs if coref.attributes.get("ref")]
    for coref in linked:
        if (reference := coref.attributes["ref"]) not in by_id:
            fact = f"COREF {coref.id} refers to {reference}, which is not in the document"
            hint = "REF is the ID of another COREF of the same document"
            raise reader.source.error("bad-element", fact, coref.line, hint)
    flat = text.translate(_BLANKS)
    for ids in components(by_id, ((coref.id, coref.attributes["ref"]) for coref in linked)):
        corefs = [coref for id in ids for coref in by_id[id] if _is_mention(coref, reader)]
        mentions = [Mention(coref.start, coref.end, minimum=_minimum(coref, flat, reader)) for coref in corefs]
        reader.builder.add_entity(ids[0], mentions, [coref.line for coref in corefs])


def _is_mention(coref: _Coref, reader: Annotations) -> bool:
    kind = coref.attributes.get("type", "IDENT")
    if kind.upper() != "IDENT":
        reader.warn("not-ident", f"COREF {coref.id} has TYPE {kind[:40]}", coref.line)
        return False
    if coref.start == coref.end:
        reader.warn("without-text", f"COREF {coref.id} is empty", coref.line)
        return False
    if "OPT" in (coref.attributes.get("status", "").upper(), coref.attributes.get("stat", "").upper()):
        reader.warn("optional-mention", f"COREF {coref.id} is read like others", coref.line)
    return True


def _minimum(coref: _Coref, text: str, reader: Annotations) -> tuple[int, ...]:
    """The positions of MIN, as whole words if possible; none without MIN, or if it does not occur."""
    value, inside = coref.attributes.get("min", ""), text[coref.start : coref.end]
    alternatives = [part.strip() for part in value.split("|") if part.strip()]
    words = next((each for each in alternatives if each in inside), None)
    if words is None:
        if alternatives:
            reader.warn("min-not-found", f"COREF {coref.id} does not hold {shown(value)}", coref.line)
        return ()
    if len(alternatives) > 1:
        reader.warn("min-alternatives", f"{shown(words)} of MIN {shown(value)} is kept", coref.line)
    before, behind = r"(?<![^\W_])" if words[0].isalnum() else "", r"(?![^\W_])" if words[-1].isalnum() else ""
    whole = re.search(f"{before}{re.escape(words)}{behind}", inside)
    start = coref.start + (whole.start() if whole else inside.index(words))
    return tuple(range(start, start + len(words)))
