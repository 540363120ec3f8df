"""ACE APF XML: entities with mentions, each an extent and a head in characters of the text beside it.

`START` and `END` count from 0 and include the last character. They count the `.sgm` without its tags but otherwise
unchanged: line ends count one, `&amp;` counts five. Only entities are read; relations, events, values and times are
other tasks. An entity's type is kept as `TYPE:SUBTYPE:CLASS`, any of them possibly empty, and a mention's head as its
minimum span. APF before 2004, with `<start>`, `<end>` and `<entity_type>` as elements, is read too.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import replace

from corefscope.basics.escaping import cut
from corefscope.formats.annotations import Annotations
from corefscope.formats.files.sources import PACKED, STANDARD_INPUT, Source
from corefscope.formats.files.text import decoded, shown
from corefscope.formats.registry import Options
from corefscope.formats.tools.markup import Element, elements
from corefscope.model import CHARACTERS, LARGEST, Corpus, Mention
from corefscope.problems import FormatError, Notices

ROOT = "source_file"
DOCUMENT = f"{ROOT}/document"
ENTITY = f"{DOCUMENT}/entity"
ENTITY_TYPE = f"{ENTITY}/entity_type"
MENTION = f"{ENTITY}/entity_mention"
CHARSEQS = {f"{MENTION}/{span}/charseq": span for span in ("extent", "head")}
OFFSETS = {f"{charseq}/{offset}": offset for charseq in CHARSEQS for offset in ("start", "end")}
# In other places these elements are not read.
EXPECTED = {"document": (ROOT, DOCUMENT), "entity": ("document", ENTITY), "entity_mention": ("entity", MENTION)}
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


CharSeq = tuple[int, int, str]  # the last character is included; the text is the file's
ApfMention = tuple[Element, CharSeq, CharSeq | None]  # with its extent and its head


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """Read the documents of one file, with the text of the `.sgm` or `.txt` beside it, if any."""
    reader = Annotations(content, source, notices, options, CHARACTERS)
    documents = list(_documents(content, reader))
    if not documents:
        hint = f"expected <{ROOT}> with <document> in it"
        raise source.error("empty-file", "the file holds no document", hint=hint)
    text = _text_beside(source, notices) if len(documents) == 1 else None
    for document, entities in documents:
        reader.builder.add_document(document.attributes.get("DOCID", ""), document.line, raw=text)
        for name, (line, kind, listed) in entities.items():
            mentions = [_mention(each, text, reader) for each in listed]
            reader.builder.add_entity(name, mentions, [each[0].line for each in listed], kind)
            if not mentions:
                reader.warn("entity-without-mentions", f"entity {cut(name)} has none", line)
    return reader.corpus()


def _documents(
    content: bytes, reader: Annotations
) -> Iterator[tuple[Element, dict[str, tuple[int, str, list[ApfMention]]]]]:
    """The documents with line, type and mentions of their entities; elements come when they close, inner ones first."""
    entities: dict[str, tuple[int, str, list[ApfMention]]] = {}
    mentions: list[ApfMention] = []
    spans: dict[str, CharSeq] = {}
    offsets: dict[str, str] = {}  # as elements
    old_type = old_class = ""
    for element in elements(content, reader.source, ROOT):
        place, name, attributes = "/".join(element.path), element.path[-1], element.attributes
        if place in OFFSETS:
            offsets[name] = element.text
        elif place in CHARSEQS:
            which, values = CHARSEQS[place], {key.lower(): value for key, value in attributes.items()} | offsets
            start, end = (_offset(values.get(key, "").strip(), key, element, reader) for key in ("start", "end"))
            if end < start:
                raise _bad(f"a charseq ends at {end}, before its start {start}", element, reader)
            if which in spans:
                raise _bad(f"an entity_mention has two {which}s", element, reader)
            spans[which], offsets = (start, end, element.text), {}
        elif place == MENTION:
            if not spans:
                hint = "expected <extent> with <charseq> in it"
                raise _bad("an entity_mention has no extent", element, reader, hint)
            mentions.append((element, spans.get("extent") or spans["head"], spans.get("head")))
            spans = {}
        elif place == ENTITY_TYPE:
            old_type, old_class = element.text.strip(), CLASSES.get(attributes.get("GENERIC", ""), "")
        elif place == ENTITY:
            id = attributes.get("ID", "") or f"entity {len(entities) + 1}"
            if id in entities:
                raise _bad(f"the entity {id[:40]} occurs twice", element, reader)
            parts = [attributes.get(part, "") for part in ("TYPE", "SUBTYPE", "CLASS")]
            parts = [old_type or parts[0], parts[1], old_class or parts[2]]
            entities[id] = element.line, ":".join(parts) if any(parts) else "", mentions
            mentions, old_type, old_class = [], "", ""
        elif place == DOCUMENT:
            yield element, entities
            entities = {}
        elif name in EXPECTED and place != EXPECTED[name][1]:
            text = f"<{name}> does not stand in <{EXPECTED[name][0]}> and is not read"
            reader.warn("element-out-of-place", text, element.line)


def _bad(fact: str, element: Element, reader: Annotations, hint: str | None = None) -> FormatError:
    return reader.source.error("bad-element", fact, element.line, hint)


def _offset(value: str, name: str, element: Element, reader: Annotations) -> int:
    if value.isascii() and value.isdigit() and len(value) < 20 and int(value) < LARGEST:
        return int(value)
    fact = f"a charseq has the {name.upper()} {shown(value)}" if value else f"a charseq has no {name.upper()}"
    raise _bad(fact, element, reader, "START and END count characters from 0")


def _text_beside(source: Source, notices: Notices) -> str | None:
    """The text that the offsets count, None if there is no such file."""
    path = source.path
    if path == STANDARD_INPUT:
        return None
    for ending in (*PACKED, ".xml", ".apf"):
        path = path.removesuffix(ending)
    beside = replace(source, path=f"{path}.xml").beside(".sgm", ".txt")  # in place of the last ending
    if beside is None:
        return None
    text = decoded(beside.read(), beside.path, notices).replace("\r\n", "\n")
    return _TAG.sub("", text) if beside.path.endswith(".sgm") else text


def _mention(mention: ApfMention, text: str | None, reader: Annotations) -> Mention:
    element, (start, end, file_text), head = mention
    if text is not None and file_text.split() and end < len(text):  # offsets that count something else are noticed
        there = text[start : end + 1] if end + 1 - start <= 8 * len(file_text) else ""
        if file_text.split() not in (there.split(), html.unescape(there).split()):
            reader.warn("text-differs", f"{start}–{end} is not {shown(file_text)}", element.line)
    kind = element.attributes.get("TYPE", "")
    if kind not in MENTION_TYPES:
        reader.warn("unknown-mention-type", f"TYPE {shown(kind)} is read as none", element.line)
    minimum: tuple[int, ...] = ()
    if head is not None and (head[0] < start or head[1] > end):
        reader.warn("head-outside-mention", f"{head[0]}–{head[1]}: left out", element.line)
    elif head is not None:
        minimum = reader.positions([(head[0], head[1] + 1)], element.line)
    return Mention(start, end + 1, type=MENTION_TYPES.get(kind), minimum=minimum)
