"""ACE APF XML: entities with mentions, each an extent and a head in characters of the text beside it.

`START` and `END` count from 0 and include the last character. They count the `.sgm` without its tags but otherwise
unchanged: line ends count one, `&amp;` counts five. Only entities are read; relations, events, values and times are
other tasks. An entity's type is kept as `TYPE:SUBTYPE:CLASS`, any of them possibly empty, and a mention's head as its
minimum span. APF before 2004, with `<start>`, `<end>` and `<entity_type>` as elements, is read too.
"""

from __future__ import annotations

import html
import re
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
# In other places these elements are not read.
PLACES = {"document": ROOT, "entity": "document", "entity_mention": "entity"}
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

CharSeq = tuple[int, int, str]  # its end is exclusive; the text is the file's


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """Read the documents of one file, with the text of the `.sgm` or `.txt` beside it, if any."""
    reader = Annotations(content, source, notices, options, CHARACTERS)
    documents = []
    for element in elements(content, source, ROOT):
        if element.name == "document":
            documents.append(element)
        if element.name != ROOT:
            _warn_of_places(element, ROOT, reader)
    if not documents:
        hint = f"expected <{ROOT}> with <document> in it"
        raise source.error("empty-file", "the file holds no document", hint=hint)
    text = _text_beside(source, notices) if len(documents) == 1 else None
    for document in documents:
        reader.builder.add_document(document.attributes.get("DOCID", ""), document.line, raw=text)
        names: set[str] = set()
        for entity in document.find("entity"):
            name = entity.attributes.get("ID", "") or f"entity {len(names) + 1}"
            if name in names:
                raise source.error("bad-element", f"the entity {name[:40]} occurs twice", entity.line)
            names.add(name)
            elements_of_mentions = list(entity.find("entity_mention"))
            mentions = [_mention(each, text, reader) for each in elements_of_mentions]
            reader.builder.add_entity(name, mentions, [each.line for each in elements_of_mentions], _type(entity))
            if not mentions:
                reader.warn("entity-without-mentions", f"entity {cut(name)} has none", entity.line)
    return reader.corpus()


def _warn_of_places(element: Element, outer: str, reader: Annotations) -> None:
    if PLACES.get(element.name, outer) != outer:
        fact = f"<{element.name}> does not stand in <{PLACES[element.name]}> and is not read"
        reader.warn("element-out-of-place", fact, element.line)
    for each in element.inner:
        _warn_of_places(each, element.name, reader)


def _type(entity: Element) -> str:
    parts = [entity.attributes.get(part, "") for part in ("TYPE", "SUBTYPE", "CLASS")]
    for old in entity.find("entity_type"):
        parts = [old.text.strip() or parts[0], parts[1], CLASSES.get(old.attributes.get("GENERIC", "")) or parts[2]]
    return ":".join(parts) if any(parts) else ""


def _mention(element: Element, text: str | None, reader: Annotations) -> Mention:
    head = _charseq(element, "head", reader)
    extent = _charseq(element, "extent", reader) or head
    if extent is None:
        fact, hint = "an entity_mention has no extent", "expected <extent> with <charseq> in it"
        raise reader.source.error("bad-element", fact, element.line, hint)
    start, end, file_text = extent
    if text is not None and file_text.split() and end <= len(text):  # offsets that count something else are noticed
        there = text[start:end] if end - start <= 8 * len(file_text) else ""
        if file_text.split() not in (there.split(), html.unescape(there).split()):
            reader.warn("text-differs", f"{start}–{end - 1} is not {shown(file_text)}", element.line)
    kind = element.attributes.get("TYPE", "")
    if kind not in MENTION_TYPES:
        reader.warn("unknown-mention-type", f"TYPE {shown(kind)} is read as none", element.line)
    minimum: tuple[int, ...] = ()
    if head is not None and start <= head[0] and head[1] <= end:
        minimum = reader.positions([head[:2]], element.line)
    elif head is not None:
        reader.warn("head-outside-mention", f"{head[0]}–{head[1] - 1}: left out", element.line)
    return Mention(start, end, type=MENTION_TYPES.get(kind), minimum=minimum)


def _charseq(mention: Element, part: str, reader: Annotations) -> CharSeq | None:
    """The place and the text of the extent or the head of a mention."""
    charseqs = list(mention.find(part, "charseq"))
    if not charseqs:
        return None
    charseq = charseqs[0]

    def error(fact: str) -> FormatError:
        hint = "START and END count characters from 0"
        return reader.source.error("bad-element", fact, charseq.line, hint)

    values = {name.lower(): value for name, value in charseq.attributes.items()}
    values |= {each.name: each.text for each in charseq.inner}  # before 2004
    for name in ("start", "end"):
        value = values[name] = values.get(name, "").strip()
        if not (value.isascii() and value.isdigit() and len(value) < 20 and int(value) < LARGEST):
            raise error(
                f"a charseq has the {name.upper()} {shown(value)}" if value else f"a charseq has no {name.upper()}"
            )
    start, end = int(values["start"]), int(values["end"])
    if end < start:
        raise error(f"a charseq ends at {end}, before its start {start}")
    if len(charseqs) > 1:
        raise error(f"an entity_mention has two {part}s")
    return start, end + 1, charseq.text


def _text_beside(source: Source, notices: Notices) -> str | None:
    """The text that the offsets count, None if there is no such file."""
    path = source.path
    for ending in (*PACKED, ".xml", ".apf"):
        path = path.removesuffix(ending)
    beside = replace(source, path=f"{path}.xml").beside(".sgm", ".txt")  # in place of the last ending
    if beside is None or source.path == STANDARD_INPUT:
        return None
    text = decoded(beside.read(), beside.path, notices).replace("\r\n", "\n")
    return _TAG.sub("", text) if beside.path.endswith(".sgm") else text
