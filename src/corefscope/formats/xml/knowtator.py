"""CRAFT's Knowtator-2 XML: annotations of spans in characters, and a graph of which of them corefer.

    <document id="11597317" text-file="11597317.txt">
      <annotation id="0"><class id="IDENTITY chain"/><span start="0" end="5">BRCA2</span></annotation>
      <annotation id="n1"><class id="Noun Phrase"/><span start="0" end="5">BRCA2</span></annotation>
      <graph-space>
        <vertex annotation="0" id="node_0"/> <vertex annotation="n1" id="node_1"/>
        <triple subject="node_0" object="node_1" property="Coreferring strings"/>

A chain annotation repeats the span of its first member and is no mention. Members are noun phrases and appositions,
of several spans where they have gaps. A phrase in no chain is left out and counted, unless it belongs to an apposition,
which is kept as a relation; pronouns that refer to nothing are the annotation `nonreferring`. The text is the file that
`text-file` names, beside the XML or in `articles/txt` of CRAFT.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace

from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.files.sources import STANDARD_INPUT, Source
from corefscope.formats.files.text import FileReader, decoded, same_text, shown
from corefscope.formats.registry import Options
from corefscope.formats.xml.safe import walk
from corefscope.model import CHARACTERS, LARGEST, NONREFERRING, Corpus, Mention, Relation
from corefscope.problems import Notices

CHAIN, NOTHING, APPOSITION = "IDENTITY chain", "Nonreferential pronoun", "APPOS relation"
MEMBER, HEAD, ATTRIBUTE = "Coreferring strings", "APPOS Head", "APPOS Attributes"
TEXTS = ("{name}", "../articles/txt/{name}", "../../articles/txt/{name}")  # from the folder of the XML


@dataclass(slots=True)
class _Annotation:
    line: int
    kind: str = ""
    spans: list[tuple[int, int]] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _KnowtatorDocument:
    name: str
    text_file: str
    line: int
    annotations: dict[str, _Annotation] = field(default_factory=dict)
    vertices: dict[str, str] = field(default_factory=dict)
    triples: list[tuple[str, str, str, int]] = field(default_factory=list)  # property, subject, object, line


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """Read the documents of one file, with their texts where they are found."""
    return _KnowtatorReader(source, notices).read(content)


class _KnowtatorReader(FileReader):
    """Collects annotations and triples from the elements when they open and close."""

    def read(self, content: bytes) -> Corpus:
        self.documents: list[_KnowtatorDocument] = []
        self.depth = 0
        self.room = len(content)  # characters that may be listed for mentions with gaps
        walk(content, self.source, self._open, self._close)
        if not self.documents:
            hint = "expected <knowtator-project> with <document> in it"
            raise self.source.error("empty-file", "the file holds no document", hint=hint)
        self.builder = CorpusBuilder(self.source.path, CHARACTERS)
        for document in self.documents:
            self._add(document)
        return self.builder.corpus(self.source.stem, self.notices)

    def _open(self, name: str, attributes: dict[str, str], line: int) -> None:
        self.depth += 1
        if self.depth == 1 and name != "knowtator-project":
            fact = f"the XML is not Knowtator's: its root is <{name[:40]}>"
            raise self.source.error("bad-element", fact, line, "expected <knowtator-project>")
        if name == "document":
            text_file = attributes.get("text-file", "")
            self.documents.append(_KnowtatorDocument(attributes.get("id", ""), text_file, line))
        if not self.documents:
            return
        document = self.documents[-1]
        if name == "annotation":
            number = attributes.get("id", "")
            if not number or number in document.annotations:
                self.refuse("bad-element", f"an annotation has the id {shown(number)}", line, "each has one of its own")
            self.latest = document.annotations[number] = _Annotation(line)
        elif name == "class" and document.annotations:
            self.latest.kind = attributes.get("label") or attributes.get("id", "")
        elif name == "span" and document.annotations:
            start, end = attributes.get("start", ""), attributes.get("end", "")
            if _is_place(start) and _is_place(end) and int(start) < int(end):
                self.latest.spans.append((int(start), int(end)))
            else:
                fact = f"a span reaches from {shown(start)} to {shown(end)}"
                self.refuse("bad-element", fact, line, "characters from 0, the end excluded")
        elif name == "vertex":
            document.vertices[attributes.get("id", "")] = attributes.get("annotation", "")
        elif name == "triple":
            parts = (attributes.get(part, "") for part in ("property", "subject", "object"))
            document.triples.append((*parts, line))  # type: ignore[arg-type]

    def _close(self, name: str, text: str) -> None:
        self.depth -= 1
        if name == "span" and self.documents and self.documents[-1].annotations:
            self.latest.texts.append(text)

    def _add(self, document: _KnowtatorDocument) -> None:
        text = self._text(document.text_file)
        self.builder.add_document(document.name, document.line, raw=text)
        annotations = document.annotations
        mentions: dict[str, Mention] = {}
        for number, annotation in annotations.items():
            if annotation.spans:
                mentions[number] = self._mention(annotation)
                self._check_text(annotation, text)
            elif annotation.kind != CHAIN:
                self.warn("without-text", f"the annotation {number[:40]} has no span", annotation.line)
        chains: dict[str, list[str]] = {}
        appositions: dict[str, dict[str, list[str]]] = {}
        for kind, subject, member, line in document.triples:
            ends = [document.vertices.get(node, "") for node in (subject, member)]
            if any(end not in annotations for end in ends):
                if kind == MEMBER:
                    fact = f"a triple names {shown(subject)} and {shown(member)}"
                    self.refuse("unknown-mention", fact, line, "a node is a vertex with an annotation")
                continue
            if kind == MEMBER and ends[1] in mentions:
                chains.setdefault(ends[0], []).append(ends[1])
            elif kind in (HEAD, ATTRIBUTE):
                appositions.setdefault(ends[0], {}).setdefault(kind, []).append(ends[1])
        for chain, members in chains.items():
            listed = list(dict.fromkeys(members))
            lines = [annotations[member].line for member in listed]
            self.builder.add_entity(chain, [mentions[member] for member in listed], lines)
        entity_of = {member: chain for chain, members in chains.items() for member in members}
        in_apposition = {part for parts in appositions.values() for listed in parts.values() for part in listed}
        for apposition, parts in appositions.items():
            for attribute in parts.get(ATTRIBUTE, []):
                names = [entity_of.get(part, part) for part in (apposition, attribute)]
                label = " ".join(annotations[attribute].texts)
                self.builder.add_relation(Relation("apposition", names[0], names[1], label))
        for number, annotation in annotations.items():
            if number not in mentions or number in entity_of or annotation.kind == CHAIN:
                continue
            if annotation.kind == NOTHING:
                self.builder.annotation(NONREFERRING).add_entity(number, [mentions[number]], annotation.line)
            elif annotation.kind != APPOSITION and number not in in_apposition:
                fact = f"{shown(' '.join(annotation.texts))} is in no chain and is left out"
                self.warn("mention-without-entity", fact, annotation.line)

    def _mention(self, annotation: _Annotation) -> Mention:
        spans = sorted(annotation.spans)
        if len(spans) == 1:
            return Mention(*spans[0])
        self.room -= sum(end - start for start, end in spans)
        if self.room < 0:
            raise self.source.error("too-large", "mentions with gaps outgrow the file", annotation.line)
        return Mention.at(place for start, end in spans for place in range(start, end))

    def _check_text(self, annotation: _Annotation, text: str | None) -> None:
        for (start, end), said in zip(annotation.spans, annotation.texts, strict=False):
            if text is not None and said and not same_text(text[start:end], said):
                self.warn("text-differs", f"{start}–{end - 1} is not {shown(said)}", annotation.line)

    def _text(self, name: str) -> str | None:
        if self.source.path == STANDARD_INPUT or not name or os.path.basename(name) != name:
            return None
        folder = os.path.dirname(self.source.path)
        for place in TEXTS:
            path = os.path.join(folder, place.format(name=name))
            if os.path.isfile(path):
                return decoded(replace(self.source, path=path).read(), path, self.notices)
        return None


def _is_place(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 11 and int(text) < LARGEST
