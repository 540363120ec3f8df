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
from dataclasses import dataclass

from corefscope.basics.components import components
from corefscope.basics.escaping import cut
from corefscope.formats.annotations import Annotations
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import excerpt
from corefscope.formats.registry import Options
from corefscope.formats.tools.markup import DEEPEST, Tag, tags, unescaped
from corefscope.model import CHARACTERS, Corpus, Mention
from corefscope.problems import Notices

# Of a COREF; the last ones are OntoNotes'.
ATTRIBUTES = {"id", "ref", "type", "min", "status", "stat", "subtype", "speaker", "start_off", "end_off"}
_BLANKS = str.maketrans("\n\t", "  ")
_START = re.compile(r"(?i)(?=<DOC[\s>])")
_END = re.compile(r"(?is)</DOC\s*>(.*)")
_NAME = re.compile(r"(?i)<(DOCNO|DOCID)>([^<>]*)</\1>")


@dataclass(slots=True)
class _Coref:
    """One COREF: its attributes, and its place in the document's text."""

    id: str
    attributes: dict[str, str]
    line: int
    start: int
    end: int

    def __str__(self) -> str:
        return f"COREF {cut(self.id)}"


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """Read the `<DOC>`s of one file, or the whole file as one document if it has none."""
    reader = Annotations(content, source, notices, options, CHARACTERS)
    outside, *documents = _START.split(reader.decode(content).replace("\r\n", "\n"))
    if not documents:
        outside, documents = "", [outside]
    line = 1
    for text in (outside, *documents):
        end = _END.search(text)
        if text is not outside:
            _add_document(text[: end.start()] if end else text, line, reader)
            outside = end[1] if end else ""
        if outside.strip():
            reader.warn("text-outside-doc", f"{excerpt(outside.strip())} is left out", line)
        line += text.count("\n")
    corpus = reader.corpus()
    if 1 < corpus.mention_count == corpus.entity_count:
        reader.warn("no-coreference", "no COREF has a REF, so each mention is a singleton", 1)
    return corpus


def _add_document(content: str, line: int, reader: Annotations) -> None:
    """Add a document, named by its DOCNO, else an attribute of its DOC, else its DOCID."""
    attributes: dict[str, str] = {}
    parts: list[str] = []
    corefs: list[_Coref] = []
    outer: list[_Coref] = []  # that have not closed yet
    length = 0
    for tag in tags(content, reader.source, line):
        parts.append(unescaped(tag.before))
        length += len(parts[-1])
        if tag.name == "doc":
            attributes = tag.attributes()
        elif tag.name == "coref" and tag.closes:
            if not outer:
                raise reader.source.error("bad-element", "a COREF closes that was never opened", tag.line)
            outer.pop().end = length
        elif tag.name == "coref":
            corefs.append(_coref(tag, length, reader))
            outer += [] if tag.rest.rstrip().endswith("/") else corefs[-1:]
            if len(outer) > DEEPEST:
                fact = f"COREF tags are nested more than {DEEPEST} deep"
                raise reader.source.error("bad-element", fact, tag.line, "close each with </COREF>")
    if outer:
        fact, hint = f"the {outer[0]} never closes", "expected </COREF> in the same document"
        raise reader.source.error("bad-element", fact, outer[0].line, hint)
    tagged = {match[1].lower(): unescaped(match[2]).strip() for match in _NAME.finditer(content)}
    names = [tagged.get("docno"), *(attributes.get(name) for name in ("docno", "docid", "id")), tagged.get("docid")]
    text = "".join(parts)
    reader.builder.add_document(next(filter(None, names), ""), line, raw=text)
    _add_entities(corefs, text, reader)


def _coref(tag: Tag, start: int, reader: Annotations) -> _Coref:
    attributes = tag.attributes()
    id = attributes.get("id", "")
    if not id:
        fact = f"a COREF has no ID (its attributes read {excerpt(tag.rest.strip())})"
        raise reader.source.error("bad-element", fact, tag.line)
    if tag.is_broken():
        fact = "a quotation mark in a COREF has no partner"
        raise reader.source.error("bad-element", fact, tag.line, "write > in a value as &gt;")
    if unknown := attributes.keys() - ATTRIBUTES:
        reader.warn("unknown-attribute", f"COREF {cut(id)} has {excerpt(min(unknown).upper())}", tag.line)
    return _Coref(id, attributes, tag.line, start, start)


def _add_entities(corefs: list[_Coref], text: str, reader: Annotations) -> None:
    by_id: dict[str, list[_Coref]] = {}
    for coref in corefs:
        by_id.setdefault(coref.id, []).append(coref)
    links = [(coref.id, coref.attributes["ref"]) for coref in corefs if coref.attributes.get("ref")]
    for id, reference in links:
        if reference not in by_id:
            fact = f"COREF {cut(id)} refers to {cut(reference)}, which is not in the document"
            hint = "REF is the ID of another COREF of the same document"
            raise reader.source.error("bad-element", fact, by_id[id][0].line, hint)
    flat = text.translate(_BLANKS)
    for ids in components(by_id, links):
        members = [coref for id in ids for coref in by_id[id] if _is_mention(coref, reader)]
        mentions = [Mention(coref.start, coref.end, minimum=_minimum(coref, flat, reader)) for coref in members]
        reader.builder.add_entity(ids[0], mentions, [coref.line for coref in members])


def _is_mention(coref: _Coref, reader: Annotations) -> bool:
    kind = coref.attributes.get("type", "IDENT")
    if kind.upper() != "IDENT":
        reader.warn("not-ident", f"{coref} has TYPE {cut(kind)}", coref.line)
        return False
    if coref.start == coref.end:
        reader.warn("without-text", f"{coref} is empty", coref.line)
        return False
    return True


def _minimum(coref: _Coref, text: str, reader: Annotations) -> tuple[int, ...]:
    """The positions of MIN, as whole words if possible; none without MIN, or if it does not occur."""
    value, inside = coref.attributes.get("min", ""), text[coref.start : coref.end]
    alternatives = [part.strip() for part in value.split("|") if part.strip()]
    words = next((each for each in alternatives if each in inside), None)
    if words is None:
        if alternatives:
            reader.warn("min-not-found", f"{coref} does not contain {excerpt(value)}", coref.line)
        return ()
    before, behind = r"(?<![^\W_])" if words[0].isalnum() else "", r"(?![^\W_])" if words[-1].isalnum() else ""
    whole = re.search(f"{before}{re.escape(words)}{behind}", inside)
    start = coref.start + (whole.start() if whole else inside.index(words))
    return tuple(range(start, start + len(words)))
