"""Write UIMA CAS XMI with DKPro's types, as INCEpTION imports it: for each document an `.xmi`, and a TypeSystem.xml.

Each entity is a CoreferenceChain whose links are its mentions in the order of the text; a mention's type is the
`referenceType` of its link. Words are joined by blanks, one sentence a line, and are tokens. A zero has no characters.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from xml.sax.saxutils import quoteattr

from corefscope.basics.escaping import quoted
from corefscope.formats.conll.writer import note_attributes
from corefscope.formats.tools.cas import ENDINGS, INITIAL_VIEW
from corefscope.formats.tools.writing import file_name, note_rest, places, text_and_offsets
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
        inner = "".join(
            f"<featureDescription><name>{feature}</name><description/><rangeTypeName>{range}</rangeTypeName>"
            "</featureDescription>"
            for feature, range in features.items()
        )
        inner = f"<supertypeName>{supertype}</supertypeName>" + (f"<features>{inner}</features>" if inner else "")
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
    # Offsets count UTF-16 code units.
    wide = [] if text.isascii() else [place for place, letter in enumerate(text) if letter > "\uffff"]
    structures: list[str] = []

    def add(kind: str, start: int | None = None, end: int | None = None, **features: object) -> int:
        package, _, name = kind.rpartition(".")
        span: dict[str, object] = {}
        if start is not None and end is not None:
            span = {"begin": start + bisect_left(wide, start), "end": end + bisect_left(wide, end)}
        attributes = {"xmi:id": len(structures) + 2, "sofa": 1, **span, **features}
        written = "".join(f" {key}={_attribute(str(each))}" for key, each in attributes.items() if each is not None)
        structures.append(f"<{PREFIXES[package]}:{name}{written}/>\n")
        return len(structures) + 1

    add(METADATA, 0, len(text), documentTitle=document.name, documentId=document.name)
    for start, end in offsets or ():
        add(TOKEN, start, end)
    for first, last in document.sentences or ():
        if offsets and first < last:
            add(SENTENCE, offsets[first][0], offsets[last - 1][1])
    members: list[list[tuple[Mention, str]]] = [[] for _ in document.entities]
    for entity, mention, name in places(document):
        members[entity].append((mention, name))
    for mentions in members:
        spans = []
        for mention, name in sorted(mentions, key=lambda each: in_text_order(each[0])):
            spans.append((*_span(document, mention, name, offsets, len(text), notices), mention.type))
        following: int | None = None
        for start, end, kind in reversed(spans):
            following = add(LINK, start, end, next=following, referenceType=kind)
        if following is not None:
            add(CHAIN, first=following)
    note_rest(document, notices, types=True)
    spaces = "".join(f' xmlns:{short}="http:///{long.replace(".", "/")}.ecore"' for long, short in PREFIXES.items())
    return "".join(
        [
            "<?xml version='1.0' encoding='UTF-8'?>\n",
            f'<xmi:XMI xmlns:xmi="http://www.omg.org/XMI"{spaces} xmi:version="2.0">\n',
            '<cas:NULL xmi:id="0"/>\n',
            *structures,
            f'<cas:Sofa xmi:id="1" sofaNum="1" sofaID="{INITIAL_VIEW}" mimeType="text/plain"'
            f" sofaString={_attribute(text)}/>\n",
            f'<cas:View sofa="1" members="{" ".join(map(str, range(2, len(structures) + 2)))}"/>\n</xmi:XMI>\n',
        ]
    )


def _attribute(text: str) -> str:
    return quoteattr(text, {"\n": "&#10;", "\t": "&#9;", "\r": "&#13;"})


def _span(
    document: Document,
    mention: Mention,
    where: str,
    offsets: list[tuple[int, int]] | None,
    length: int,
    notices: Notices,
) -> tuple[int, int]:
    """Start and end of a mention in characters."""
    note_attributes(mention.replaced(type=None), where, notices)
    tokens = [position for position in mention.positions if position >= 0]
    if mention.positions and not tokens:
        before, number = divmod(-mention.positions[0] - 1, EMPTY_NODES)
        if number != 1 or len(mention.positions) > 1:
            notices.add("changed-numbers", where)
        place = offsets[before][0] if offsets and before < len(offsets) else length
        return place, place
    if len(tokens) < len(mention.positions):
        notices.add("changed-empty-nodes", where)
    elif mention.positions:
        notices.add("changed-gaps", where)
    if document.unit == CHARACTERS or offsets is None:
        return mention.start, mention.end
    return offsets[mention.start][0], offsets[mention.end - 1][1]
