"""ACE APF XML: entities with mentions, each an extent and a head in characters of the text beside it.

`START` and `END` count from 0 and include the last character. They count the `.sgm` without its tags but otherwise
unchanged: line ends count one, `&amp;` counts five. Only entities are read; relations, events, values and times are
other tasks. An entity's type is kept as `TYPE:SUBTYPE:CLASS`, any of them possibly empty, and a mention's head as its
minimum span. APF before 2004, with `<start>`, `<end>` and `<entity_type>` as elements, is read too.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field, replace

from corefscope.basics.escaping import cut
from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.files.sources import PACKED, STANDARD_INPUT, Source
from corefscope.formats.files.text import FileReader, decoded, shown
from corefscope.formats.registry import Options
from corefscope.formats.xml.safe import walk
from corefscope.model import CHARACTERS, LARGEST, Corpus, Mention
from corefscope.problems import Notices

ROOT = "source_file"
DOCUMENT = f"{ROOT}/document"
ENTITY = f"{DOCUMENT}/entity"
ENTITY_TYPE = f"{ENTITY}/entity_type"
MENTION = f"{ENTITY}/entity_mention"
CHARSEQS = {f"{MENTION}/{span}/charseq": span for span in ("extent", "head")}
OFFSETS = {f"{charseq}/{offset}": offset for charseq in CHARSEQS for offset in ("start", "end")}
SPANS = {charseq.removesuffix("/charseq") for charseq in CHARSEQS}
KNOWN = {ROOT, DOCUMENT, ENTITY, ENTITY_TYPE, MENTION, *SPANS, *CHARSEQS, *OFFSETS}
# In other places these elements are not read.
EXPECTED = {"document": ROOT, "entity": "document", "entity_mention": "entity"}
# ACE 2005 has NAM, NOM and PRO; earlier years spell them out or split them up, and 2004 has PRE. None: another type.
MENTION_TYPES = {
    "NAM": "name", "NAME": "name", "NAMPRE": "name",
    "NOM": "nominal", "NOMINAL": "nominal", "NOMPRE": "nominal", "BAR": "nominal",
    "PRO": "pronoun", "PRONOUN": "pronoun", "WHQ": "pronoun",
    "PRE": "premodifier",
    "HLS": None, "PTV": None, "MWH": None, "APP": None, "ARC": None, "EAP": None, "": None,
}  # fmt: skip
CLASSES = {"TRUE": "GEN", "FALSE": "SPC"}  # GENERIC before 2004
_TAG = re.compile(r"<[^<>]*>")


@dataclass(slots=True)
class _Span:
    """A charseq: its first character, its last, and its text according to the file."""

    start: int
    end: int
    text: str


@dataclass(slots=True)
class _Mention:
    line: int
    type: str
    spans: dict[str, _Span] = field(default_factory=dict)


@dataclass(slots=True)
class _Entity:
    name: str
    line: int
    type: list[str]
    mentions: list[_Mention] = field(default_factory=list)
    is_wrong: bool = False  # a mention was refused


@dataclass(slots=True)
class _ApfDocument:
    name: str
    line: int
    entities: dict[str, _Entity] = field(default_factory=dict)


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """Read the documents of one file, with the text of the `.sgm` or `.txt` beside it, if any."""
    return _ApfReader(source, notices).read(content)


class _ApfReader(FileReader):
    """Collects documents, entities and mentions from the elements when they open and close."""

    def read(self, content: bytes) -> Corpus:
        self.places: list[str] = []  # the path of every open element, empty if it is ignored
        self.documents: list[_ApfDocument] = []
        self.offsets: dict[str, str] = {}
        self.line = 0
        self.is_wrong = False  # a charseq of the mention could not be read
        self.room = len(content)  # heads are listed by character; all heads are shorter than the file
        walk(content, self.source, self._open, self._close)
        if not self.documents:
            hint = f"expected <{ROOT}> with <document> in it"
            raise self.source.error("empty-file", "the file holds no document", hint=hint)
        self.text = self._annotated_text() if len(self.documents) == 1 else None
        builder = CorpusBuilder(self.source.path, CHARACTERS)
        for document in self.documents:
            builder.add_document(document.name, document.line, raw=self.text)
            for entity in document.entities.values():
                kind = ":".join(entity.type) if any(entity.type) else ""
                mentions = [self._mention(mention) for mention in entity.mentions]
                builder.add_entity(entity.name, mentions, [mention.line for mention in entity.mentions], kind)
                if not mentions and not entity.is_wrong:
                    self.warn("entity-without-mentions", f"entity {cut(entity.name)} has none", entity.line)
        return builder.corpus(self.source.stem, self.notices)

    def _annotated_text(self) -> str | None:
        """The text that the offsets count, None if there is no such file."""
        path = self.source.path
        if path == STANDARD_INPUT:
            return None
        for ending in (*PACKED, ".xml", ".apf"):
            path = path.removesuffix(ending)
        beside = replace(self.source, path=f"{path}.xml").beside(".sgm", ".txt")  # in place of the last ending
        if beside is None:
            return None
        text = decoded(beside.read(), beside.path, self.notices).replace("\r\n", "\n")
        return _TAG.sub("", text) if beside.path.endswith(".sgm") else text

    def _open(self, name: str, attributes: dict[str, str], line: int) -> None:
        self.line = line
        place = f"{self.places[-1]}/{name}" if self.places else name
        if not self.places and name != ROOT:
            fact = f"the XML is no APF: its root is <{name[:40]}>"
            raise self.source.error("bad-element", fact, line, f"expected <{ROOT}>")
        self.places.append(place if place in KNOWN else "")
        if place not in KNOWN and name in EXPECTED:
            text = f"<{name}> does not stand in <{EXPECTED[name]}> and is not read"
            self.warn("element-out-of-place", text, line)
        if place == DOCUMENT:
            self.documents.append(_ApfDocument(attributes.get("DOCID", ""), line))
        elif place == ENTITY:
            entities = self.documents[-1].entities
            entity_id = attributes.get("ID", "") or f"entity {len(entities) + 1}"
            if entity_id in entities:
                self._refuse(f"the entity {entity_id[:40]} occurs twice", "an ID belongs to one entity")
            self.entity = _Entity(entity_id, line, [attributes.get(part, "") for part in ("TYPE", "SUBTYPE", "CLASS")])
            entities[entity_id] = self.entity
        elif place == ENTITY_TYPE:
            self.entity.type[2] = CLASSES.get(attributes.get("GENERIC", ""), "")
        elif place == MENTION:
            self.entity.mentions.append(_Mention(line, attributes.get("TYPE", "")))
            self.is_wrong = False
        elif place in CHARSEQS:
            self.offsets = {key.lower(): value for key, value in attributes.items()}

    def _close(self, name: str, text: str) -> None:
        place = self.places.pop()
        if place == ENTITY_TYPE:
            self.entity.type[0] = text.strip()
        elif place == MENTION and not self.entity.mentions[-1].spans:
            if not self.is_wrong:
                self._refuse("an entity_mention has no extent", "expected <extent> with <charseq> in it")
            self.entity.mentions.pop()
            self.entity.is_wrong = True
        elif place in OFFSETS:
            self.offsets[name] = text
        elif place in CHARSEQS:
            start, end, which = self._offset("start"), self._offset("end"), CHARSEQS[place]
            spans = self.entity.mentions[-1].spans
            if start is None or end is None:
                return
            if end < start:
                self._refuse(f"a charseq ends at {end}, before its start {start}")
            elif which in spans:
                self._refuse(f"an entity_mention has two {which}s", "a mention is one piece of text in APF")
            else:
                spans[which] = _Span(start, end, text)

    def _offset(self, which: str) -> int | None:
        value = self.offsets.get(which, "").strip()
        if value.isascii() and value.isdigit() and len(value) < 20 and int(value) < LARGEST:
            return int(value)
        fact = f"a charseq has the {which.upper()} {shown(value)}" if value else f"a charseq has no {which.upper()}"
        self._refuse(fact, "START and END count characters from 0")
        return None

    def _refuse(self, fact: str, hint: str | None = None) -> None:
        self.is_wrong = True
        self.refuse("bad-element", fact, self.line, hint)

    def _mention(self, found: _Mention) -> Mention:
        head = found.spans.get("head")
        extent = found.spans.get("extent") or found.spans["head"]
        self._check_text(extent, found.line)
        if found.type not in MENTION_TYPES:
            self.warn("unknown-mention-type", f"TYPE {shown(found.type)} is read as none", found.line)
        minimum: tuple[int, ...] = ()
        if head is not None and (head.start < extent.start or head.end > extent.end):
            self.warn("head-outside-mention", f"{head.start}–{head.end}: left out", found.line)
        elif head is not None:
            self.room -= head.end + 1 - head.start
            if self.room < 0:
                fact = f"the head {head.start}–{head.end} is too long"
                raise self.source.error("too-large", fact, found.line, "heads outgrow the file")
            minimum = tuple(range(head.start, head.end + 1))
        return Mention(extent.start, extent.end + 1, type=MENTION_TYPES.get(found.type), minimum=minimum)

    def _check_text(self, extent: _Span, line: int) -> None:
        """Compare the text of a mention with the file, to notice offsets that count something else."""
        said = extent.text.split()
        if self.text is None or not said or extent.end >= len(self.text):
            return
        length = extent.end + 1 - extent.start
        found = self.text[extent.start : extent.end + 1] if length <= 8 * len(extent.text) else ""
        if said not in (found.split(), html.unescape(found).split()):
            self.warn("text-differs", f"{extent.start}–{extent.end} is not {shown(extent.text)}", line)
