"""ACE APF XML: entities with mentions, each an extent and a head in characters of the text beside it.

`START` and `END` count from 0 and include the last character. They count the `.sgm` without its tags but otherwise
unchanged: line ends count one, `&amp;` counts five. Only entities are read; relations, events, values and times are
other tasks. An entity's type is kept as `TYPE:SUBTYPE:CLASS`, any of them possibly empty, and a mention's head as its
minimum span. APF before 2004, which has elements in place of these attributes, is refused.
"""

from __future__ import annotations

import html
import re
from dataclasses import replace

from corefscope.basics.escaping import cut
from corefscope.formats.annotations import Annotations
from corefscope.formats.files.sources import PACKED, STANDARD_INPUT, Source
from corefscope.formats.files.text import decoded, excerpt
from corefscope.formats.registry import Options
from corefscope.formats.tools.markup import Element, elements
from corefscope.model import CHARACTERS, LARGEST, Corpus, Mention
from corefscope.problems import Notices

ROOT = "source_file"
# ACE 2005 has NAM, NOM and PRO; earlier years spell them out or split them up, and 2004 has PRE. None: another type.
MENTION_TYPES = {
    "NAM": "name", "NAME": "name", "NAMPRE": "name",
    "NOM": "nominal", "NOMINAL": "nominal", "NOMPRE": "nominal", "BAR": "nominal",
    "PRO": "pronoun", "PRONOUN": "pronoun", "WHQ": "pronoun",
    "PRE": "premodifier",
    "HLS": None, "PTV": None, "MWH": None, "APP": None, "ARC": None, "EAP": None, "": None,
}  # fmt: skip
_TAG = re.compile(r"<[^<>]*>")
_OFFSET = re.compile("[0-9]{1,19}")

CharSeq = tuple[int, int, str]  # its end is exclusive; the text is the file's


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """Read the documents of one file, with the text of the `.sgm` or `.txt` beside it, if any."""
    reader = Annotations(content, source, notices, options, CHARACTERS)
    documents = [element for element in elements(content, source, ROOT) if element.name == "document"]
    if not documents:
        hint = f"expected <{ROOT}> with <document> in it"
        raise source.error("empty-file", "the file has no documents", hint=hint)
    text = _text_beside(source, notices) if len(documents) == 1 else None
    for document in documents:
        reader.builder.add_document(document.attributes.get("DOCID", ""), document.line, raw=text)
        names: set[str] = set()
        for entity in document.find("entity"):
            name = entity.attributes.get("ID", "") or f"entity {len(names) + 1}"
            if name in names:
                raise source.error("bad-element", f"the entity {name[:40]} occurs twice", entity.line)
            names.add(name)
            lines = [each.line for each in entity.find("entity_mention")]
            mentions = [_mention(each, text, reader) for each in entity.find("entity_mention")]
            kind = ":".join(entity.attributes.get(part, "") for part in ("TYPE", "SUBTYPE", "CLASS"))
            reader.builder.add_entity(name, mentions, lines, kind if kind != "::" else "")
            if not mentions:
                reader.warn("entity-without-mentions", f"entity {cut(name)} has none", entity.line)
    outside = content.count(b"<entity_mention ") - len(reader.builder.start)
    if outside > 0:
        fact = "an <entity_mention> does not stand in an <entity> and is not read"
        notices.add("element-out-of-place", fact, source.path, count=outside)
    return reader.corpus()


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
            reader.warn("text-differs", f"{start}–{end - 1} is not {excerpt(file_text)}", element.line)
    kind = element.attributes.get("TYPE", "")
    if kind not in MENTION_TYPES:
        reader.warn("unknown-mention-type", f"TYPE {excerpt(kind)} is read as none", element.line)
    minimum: tuple[int, ...] = ()
    if head is not None and start <= head[0] and head[1] <= end:
        minimum = reader.positions([head[:2]], element.line)
    elif head is not None:
        reader.warn("head-outside-mention", f"{head[0]}–{head[1] - 1}: left out", element.line)
    return Mention(start, end, type=MENTION_TYPES.get(kind), minimum=minimum)


def _charseq(mention: Element, part: str, reader: Annotations) -> CharSeq | None:
    """The place and the text of the extent or the head of a mention."""
    charseq, *others = (*mention.find(part, "charseq"), None)
    if charseq is None:
        return None
    start, end = (charseq.attributes.get(name, "").strip() for name in ("START", "END"))
    if others != [None]:
        raise reader.source.error("bad-element", f"an entity_mention has two {part}s", charseq.line)
    if not (_OFFSET.fullmatch(start) and _OFFSET.fullmatch(end) and int(start) <= int(end) < LARGEST):
        fact = f"a charseq has the START {excerpt(start)} and the END {excerpt(end)}"
        hint = 'expected characters from 0: <charseq START="0" END="2">; convert APF before 2004, which has elements'
        raise reader.source.error("bad-element", fact, charseq.line, hint)
    return int(start), int(end) + 1, charseq.text


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
