"""ACE APF XML: entities with mentions, each an extent and a head in characters of the text beside it.

`START` and `END` count from 0 and include the last character. They count the `.sgm` with its tags taken out and
nothing else changed: line ends count one, `&amp;` counts five. Only entities are read; relations, events,
values and times are other tasks. An entity's type is kept as `TYPE:SUBTYPE:CLASS`, any of them possibly empty,
and a mention's head as its minimum span. APF before 2004 writes `<start>`, `<end>` and `<entity_type>` as
elements; it is read as well.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field, replace

from corefscope.basics.escaping import cut
from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.files.sources import PACKED, STANDARD_INPUT, Source
from corefscope.formats.files.text import decoded, shown
from corefscope.formats.registry import Options
from corefscope.formats.xml.safe import walk
from corefscope.model import CHARACTERS, LARGEST, Corpus, Mention
from corefscope.problems import FormatError, Notices

ROOT = "source_file"
DOCUMENT = f"{ROOT}/document"
ENTITY = f"{DOCUMENT}/entity"
ENTITY_TYPE = f"{ENTITY}/entity_type"
MENTION = f"{ENTITY}/entity_mention"
CHARSEQS = {f"{MENTION}/{span}/charseq": span for span in ("extent", "head")}
OFFSETS = {f"{charseq}/{offset}": offset for charseq in CHARSEQS for offset in ("start", "end")}
SPANS = {charseq.removesuffix("/charseq") for charseq in CHARSEQS}
KNOWN = {ROOT, DOCUMENT, ENTITY, ENTITY_TYPE, MENTION, *SPANS, *CHARSEQS, *OFFSETS}
# Elsewhere these would be annotation that nobody reads.
EXPECTED = {"document": ROOT, "entity": "document", "entity_mention": "entity"}
# ACE 2005 has NAM, NOM and PRO; earlier years spell them out or split them up, and 2004 has PRE. None: none of these.
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
    """A charseq: its first character, its last, and the text that the file says is there."""

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
    entities: list[_Entity] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """The documents of one file, with the text of the `.sgm` or `.txt` beside it where there is one."""
    elements = _Elements(source, notices)
    walk(content, source, elements.opened, elements.closed)
    if not elements.documents:
        raise FormatError(
            "empty-file", "the file holds no document", source.path, hint=f"expected <{ROOT}> with <document> in it"
        )
    text = _text_beside(source, notices) if len(elements.documents) == 1 else None
    builder = CorpusBuilder(source.path, CHARACTERS)
    reader = _Mentions(source, notices, text, len(content))
    for document in elements.documents:
        builder.add_document(document.name, document.line, raw=text)
        for entity in document.entities:
            kind = ":".join(entity.type) if any(entity.type) else ""
            mentions = [reader.mention(mention) for mention in entity.mentions]
            builder.add_entity(entity.name, mentions, [mention.line for mention in entity.mentions], kind)
            if not mentions and not entity.is_wrong:
                notices.add("entity-without-mentions", f"entity {cut(entity.name)} has none", source.path, entity.line)
    return builder.corpus(source.stem, notices)


def _text_beside(source: Source, notices: Notices) -> str | None:
    """The text that the offsets count, None if it is not there."""
    path = source.path
    for ending in (*PACKED, ".xml", ".apf"):
        path = path.removesuffix(ending)
    # `beside` takes the last ending off, so there has to be one.
    beside = replace(source, path=f"{path}.xml").beside(".sgm", ".txt") if source.path != STANDARD_INPUT else None
    if beside is None:
        return None
    text = decoded(beside.read(), beside.path, notices).replace("\r\n", "\n")
    return _TAG.sub("", text) if beside.path.endswith(".sgm") else text


class _Elements:
    """Gathers documents, entities and mentions from the elements as they open and close."""

    def __init__(self, source: Source, notices: Notices) -> None:
        self.source, self.notices = source, notices
        self.places: list[str] = []  # the path of every open element, empty where it is none that is read
        self.documents: list[_ApfDocument] = []
        self.offsets: dict[str, str] = {}
        self.line = 0
        self.is_wrong = False  # a charseq of the mention could not be read

    def opened(self, name: str, attributes: dict[str, str], line: int) -> None:
        self.line = line
        place = f"{self.places[-1]}/{name}" if self.places else name
        if not self.places and name != ROOT:
            raise self._error(f"the XML is no APF: its root is <{name[:40]}>", f"expected <{ROOT}>")
        self.places.append(place if place in KNOWN else "")
        if place not in KNOWN and name in EXPECTED:
            text = f"<{name}> does not stand in <{EXPECTED[name]}> and is not read"
            self.notices.add("element-out-of-place", text, self.source.path, line)
        if place == DOCUMENT:
            self.documents.append(_ApfDocument(attributes.get("DOCID", ""), line))
        elif place == ENTITY:
            self._open_entity(attributes)
        elif place == ENTITY_TYPE:
            self.entity.type[2] = CLASSES.get(attributes.get("GENERIC", ""), "")
        elif place == MENTION:
            self.entity.mentions.append(_Mention(line, attributes.get("TYPE", "")))
            self.is_wrong = False
        elif place in CHARSEQS:
            self.offsets = {key.lower(): value for key, value in attributes.items()}

    def closed(self, name: str, text: str) -> None:
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
            self._close_charseq(CHARSEQS[place], text)

    def _close_charseq(self, which: str, text: str) -> None:
        start, end = self._offset("start"), self._offset("end")
        spans = self.entity.mentions[-1].spans
        if start is None or end is None:
            return
        if end < start:
            self._refuse(f"a charseq ends at {end}, before its start {start}")
        elif which in spans:
            self._refuse(f"an entity_mention has two {which}s", "a mention is one piece of text in APF")
        else:
            spans[which] = _Span(start, end, text)

    def _open_entity(self, attributes: dict[str, str]) -> None:
        document = self.documents[-1]
        name = attributes.get("ID", "") or f"entity {len(document.entities) + 1}"
        if name in document.seen:
            self._refuse(f"the entity {name[:40]} occurs twice", "an ID belongs to one entity")
        document.seen.add(name)
        kind = [attributes.get(part, "") for part in ("TYPE", "SUBTYPE", "CLASS")]
        document.entities.append(_Entity(name, self.line, kind))

    @property
    def entity(self) -> _Entity:
        return self.documents[-1].entities[-1]

    def _offset(self, which: str) -> int | None:
        value = self.offsets.get(which, "").strip()
        if value.isascii() and value.isdigit() and len(value) < 20 and int(value) < LARGEST:
            return int(value)
        fact = f"a charseq has the {which.upper()} {shown(value)}" if value else f"a charseq has no {which.upper()}"
        self._refuse(fact, "START and END count characters from 0")
        return None

    def _refuse(self, fact: str, hint: str | None = None) -> None:
        self.is_wrong = True
        self.notices.refuse(self._error(fact, hint))

    def _error(self, fact: str, hint: str | None = None) -> FormatError:
        return FormatError("bad-element", fact, self.source.path, self.line, hint)


class _Mentions:
    """Turns what an `entity_mention` holds into a Mention."""

    def __init__(self, source: Source, notices: Notices, text: str | None, size: int) -> None:
        self.source, self.notices, self.text = source, notices, text
        self.room = size  # heads are listed by character; a file's heads are shorter than the file

    def mention(self, found: _Mention) -> Mention:
        head = found.spans.get("head")
        extent = found.spans.get("extent") or found.spans["head"]
        self._check_text(extent, found.line)
        if found.type not in MENTION_TYPES:
            self._note("unknown-mention-type", f"TYPE {shown(found.type)} is read as none", found.line)
        kind = MENTION_TYPES.get(found.type)
        return Mention(extent.start, extent.end + 1, type=kind, minimum=self._minimum(head, extent, found.line))

    def _minimum(self, head: _Span | None, extent: _Span, line: int) -> tuple[int, ...]:
        if head is None:
            return ()
        if head.start < extent.start or head.end > extent.end:
            self._note("head-outside-mention", f"{head.start}–{head.end}: left out", line)
            return ()
        self.room -= head.end + 1 - head.start
        if self.room < 0:
            raise FormatError(
                "too-large",
                f"the head {head.start}–{head.end} is too long",
                self.source.path,
                line,
                "heads outgrow the file",
            )
        return tuple(range(head.start, head.end + 1))

    def _check_text(self, extent: _Span, line: int) -> None:
        """Offsets that count something else than ours show here."""
        said = extent.text.split()
        if self.text is None or not said or extent.end >= len(self.text):
            return
        length = extent.end + 1 - extent.start
        found = self.text[extent.start : extent.end + 1] if length <= 8 * len(extent.text) else ""
        if said not in (found.split(), html.unescape(found).split()):
            self._note("text-differs", f"{extent.start}–{extent.end} is not {shown(extent.text)}", line)

    def _note(self, kind: str, text: str, line: int) -> None:
        self.notices.add(kind, text, self.source.path, line)
