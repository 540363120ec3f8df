"""Write UIMA CAS XMI with DKPro's types, as INCEpTION imports it: for each document an `.xmi`, and a TypeSystem.xml.

Each entity is a CoreferenceChain whose links are its mentions in the order of the text; a mention's type is the
`referenceType` of its link. Words are joined by blanks, one sentence a line, and are tokens. A zero has no characters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from xml.sax.saxutils import quoteattr

from corefscope.basics.escaping import cut, quoted
from corefscope.formats.conll.writer import note_attributes
from corefscope.formats.standoff.brat_writer import file_name, note_rest, text_and_offsets
from corefscope.formats.uima.cas import ENDINGS, INITIAL_VIEW
from corefscope.model import CHARACTERS, EMPTY_NODES, Document, Mention, in_text_order
from corefscope.problems import CorefscopeError, Notices

DKPRO = "de.tudarmstadt.ukp.dkpro.core.api"
TOKEN, SENTENCE = f"{DKPRO}.segmentation.type.Token", f"{DKPRO}.segmentation.type.Sentence"
LINK, CHAIN = f"{DKPRO}.coref.type.CoreferenceLink", f"{DKPRO}.coref.type.CoreferenceChain"
METADATA = f"{DKPRO}.metadata.type.DocumentMetaData"
ANNOTATION, STRING = "uima.tcas.Annotation", "uima.cas.String"
# Each type with its supertype and its features.
TYPES: dict[str, tuple[str, dict[str, str]]] = {
    TOKEN: (ANNOTATION, {}),
    SENTENCE: (ANNOTATION, {}),
    METADATA: ("uima.tcas.DocumentAnnotation", {"documentTitle": STRING, "documentId": STRING}),
    LINK: (ANNOTATION, {"next": LINK, "referenceType": STRING, "referenceRelation": STRING}),
    CHAIN: ("uima.cas.AnnotationBase", {"first": LINK}),
}
PREFIXES = {"uima.cas": "cas"} | {f"{DKPRO}.{part}.type": part for part in ("segmentation", "coref", "metadata")}
_NOT_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write(documents: Sequence[Document], notices: Notices) -> dict[str, str]:
    """Contents by file name."""
    files = {"TypeSystem.xml": _type_system()}
    used = {"typesystem"}
    for document in documents:
        files[file_name(document.name, used) + ".xmi"] = _xmi(document, notices)
    return files


def _type_system() -> str:
    types = []
    for name, (supertype, features) in TYPES.items():
        listed = "".join(
            f"<featureDescription><name>{feature}</name><description/><rangeTypeName>{range}</rangeTypeName>"
            "</featureDescription>"
            for feature, range in features.items()
        )
        inner = f"<supertypeName>{supertype}</supertypeName>" + (f"<features>{listed}</features>" if listed else "")
        types.append(f"<typeDescription><name>{name}</name><description/>{inner}</typeDescription>\n")
    return (
        "<?xml version='1.0' encoding='UTF-8'?>\n"
        '<typeSystemDescription xmlns="http://uima.apache.org/resourceSpecifier"><types>\n'
        f"{''.join(types)}</types></typeSystemDescription>\n"
    )


def _xmi(document: Document, notices: Notices) -> str:
    text, offsets = text_and_offsets(document)
    where = f"document {quoted(document.name)}"
    if _NOT_XML.search(text + document.name):
        raise CorefscopeError("cannot-express", f"{where} has a control character, which XML cannot hold")
    if document.name.rpartition(".")[2].lower() in ENDINGS and "." in document.name.strip("."):
        notices.add("document-name-changed", f"{where} will be read without its ending")
    spaces = "".join(
        f' xmlns:{prefix}="http:///{package.replace(".", "/")}.ecore"' for package, prefix in PREFIXES.items()
    )
    lines = [
        "<?xml version='1.0' encoding='UTF-8'?>\n",
        f'<xmi:XMI xmlns:xmi="http://www.omg.org/XMI"{spaces} xmi:version="2.0">\n',
        '<cas:NULL xmi:id="0"/>\n',
    ]
    writer = _Structures(text)
    writer.add(METADATA, 0, len(text), documentTitle=document.name, documentId=document.name)
    for start, end in offsets or ():
        writer.add(TOKEN, start, end)
    for first, last in document.sentences or ():
        if offsets and first < last:
            writer.add(SENTENCE, offsets[first][0], offsets[last - 1][1])
    for name, entity in zip(document.entity_ids, document.entities, strict=True):
        spans = list(_spans(document, name, entity, offsets, len(text), notices))
        following: int | None = None
        for start, end, kind in reversed(spans):
            following = writer.add(LINK, start, end, next=following, referenceType=kind)
        if following is not None:
            writer.add(CHAIN, first=following)
    note_rest(document, notices, types=True)
    members = " ".join(str(number) for number in range(2, writer.count))
    sofa = f'<cas:Sofa xmi:id="1" sofaNum="1" sofaID="{INITIAL_VIEW}" mimeType="text/plain"'
    lines += writer.lines
    lines += [
        f"{sofa} sofaString={_attribute(text)}/>\n",
        f'<cas:View sofa="1" members="{members}"/>\n',
        "</xmi:XMI>\n",
    ]
    return "".join(lines)


class _Structures:
    """The feature structures of a file, numbered from 2; offsets become UTF-16."""

    def __init__(self, text: str) -> None:
        self.lines: list[str] = []
        self.count = 2
        self.wide = [place for place, letter in enumerate(text) if letter > "\uffff"] if not text.isascii() else []

    def _offset(self, place: int) -> int:
        from bisect import bisect_left

        return place + bisect_left(self.wide, place)

    def add(self, kind: str, start: int | None = None, end: int | None = None, **features: object) -> int:
        package, _, name = kind.rpartition(".")
        places = "" if start is None or end is None else f' begin="{self._offset(start)}" end="{self._offset(end)}"'
        given = "".join(f" {key}={_attribute(str(value))}" for key, value in features.items() if value is not None)
        self.lines.append(f'<{PREFIXES[package]}:{name} xmi:id="{self.count}" sofa="1"{places}{given}/>\n')
        self.count += 1
        return self.count - 1


def _attribute(text: str) -> str:
    return quoteattr(text, {"\n": "&#10;", "\t": "&#9;", "\r": "&#13;"})


def _spans(
    document: Document,
    name: str,
    entity: list[Mention],
    offsets: list[tuple[int, int]] | None,
    length: int,
    notices: Notices,
) -> Iterator[tuple[int, int, str | None]]:
    """Start, end and type of each mention, in the order of the text."""
    for mention in sorted(entity, key=in_text_order):
        unit = f"{document.unit} {mention.start}–{mention.end - 1}"
        where = f"document {quoted(document.name)}, entity {cut(name)}, {unit}"
        note_attributes(mention.replaced(type=None), where, notices)
        tokens = [position for position in mention.positions if position >= 0]
        if mention.positions and not tokens:
            before, number = divmod(-mention.positions[0] - 1, EMPTY_NODES)
            if number != 1 or len(mention.positions) > 1:
                notices.add("changed-numbers", where)
            place = offsets[before][0] if offsets and before < len(offsets) else length
            yield place, place, mention.type
            continue
        if len(tokens) < len(mention.positions):
            notices.add("changed-empty-nodes", where)
        elif mention.positions:
            notices.add("changed-gaps", where)
        if document.unit == CHARACTERS or offsets is None:
            yield mention.start, mention.end, mention.type
        else:
            yield offsets[mention.start][0], offsets[mention.end - 1][1], mention.type
