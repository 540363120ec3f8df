"""Write UIMA CAS XMI with DKPro's types, as INCEpTION imports it: for each document an `.xmi`, and a TypeSystem.xml.

Each entity is a CoreferenceChain whose links are its mentions in the order of the text; a mention's type is the
`referenceType` of its link. Words are joined by blanks, one sentence a line, and are tokens. A zero has no characters.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter
from xml.sax.saxutils import quoteattr

from corefscope.basics.escaping import quoted
from corefscope.formats.tools.cas import CAS_ENDINGS, INITIAL_VIEW
from corefscope.formats.writing import WrittenText, file_name, note_attributes, note_rest, places
from corefscope.model import EMPTY_NODES, Document, Mention, in_text_order
from corefscope.problems import CorefscopeError, Notices

DKPRO = "de.tudarmstadt.ukp.dkpro.core.api"
# Each type, its supertype, and its features with their types.
XMI_TYPES = (
    ("segmentation.type.Token", "tcas.Annotation", ""),
    ("segmentation.type.Sentence", "tcas.Annotation", ""),
    ("metadata.type.DocumentMetaData", "tcas.DocumentAnnotation", "documentTitle:String documentId:String"),
    ("coref.type.CoreferenceLink", "tcas.Annotation", "next:Link referenceType:String referenceRelation:String"),
    ("coref.type.CoreferenceChain", "cas.AnnotationBase", "first:Link"),
)
RANGES = {"String": "uima.cas.String", "Link": f"{DKPRO}.coref.type.CoreferenceLink"}
# The same types as elements.
TOKEN, SENTENCE, METADATA = "segmentation:Token", "segmentation:Sentence", "metadata:DocumentMetaData"
LINK, CHAIN = "coref:CoreferenceLink", "coref:CoreferenceChain"
SPACES = {"cas": "uima.cas"} | {part: f"{DKPRO}.{part}.type" for part in ("segmentation", "coref", "metadata")}
_NOT_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write(documents: Sequence[Document], notices: Notices) -> dict[str, str]:
    files = {"TypeSystem.xml": _type_system()}
    used = {"typesystem"}
    for document in documents:
        files[file_name(document.name, used) + ".xmi"] = _xmi(document, notices)
    return files


def _type_system() -> str:
    types = []
    for name, supertype, features in XMI_TYPES:
        inner = "".join(
            f"<featureDescription><name>{feature}</name><description/><rangeTypeName>{RANGES[range]}</rangeTypeName>"
            "</featureDescription>"
            for feature, range in (each.split(":") for each in features.split())
        )
        inner = f"<supertypeName>uima.{supertype}</supertypeName>" + (f"<features>{inner}</features>" if inner else "")
        types.append(f"<typeDescription><name>{DKPRO}.{name}</name><description/>{inner}</typeDescription>\n")
    return (
        "<?xml version='1.0' encoding='UTF-8'?>\n"
        '<typeSystemDescription xmlns="http://uima.apache.org/resourceSpecifier"><types>\n'
        f"{''.join(types)}</types></typeSystemDescription>\n"
    )


def _xmi(document: Document, notices: Notices) -> str:
    written = WrittenText.of(document)
    text, offsets = written
    where = f"document {quoted(document.name)}"
    if _NOT_XML.search(text + document.name):
        raise CorefscopeError("cannot-express", f"{where} has a control character, which XML cannot hold")
    if document.name.rpartition(".")[2].lower() in CAS_ENDINGS and "." in document.name.strip("."):
        notices.add("document-name-changed", f"{where} will be read without its ending")
    # Offsets count UTF-16 code units.
    wide = [] if text.isascii() else [place for place, letter in enumerate(text) if letter > "\uffff"]
    structures: list[str] = []

    def add(kind: str, place: tuple[int, int] | None = None, **features: object) -> int:
        span = zip(("begin", "end"), (each + bisect_left(wide, each) for each in place or ()), strict=False)
        attributes = {"xmi:id": len(structures) + 2, "sofa": 1, **dict(span), **features}
        pairs = (f" {key}={_attribute(str(each))}" for key, each in attributes.items() if each is not None)
        structures.append(f"<{kind}{''.join(pairs)}/>\n")
        return len(structures) + 1

    add(METADATA, (0, len(text)), documentTitle=document.name, documentId=document.name)
    for place in offsets or ():
        add(TOKEN, place)
    for first, last in document.sentences or ():
        if offsets and first < last:
            add(SENTENCE, written.characters(first, last))
    for _, mentions in groupby(places(document), key=itemgetter(0)):
        in_order = sorted(mentions, key=lambda each: in_text_order(each[1]))
        spans = [(_span(mention, name, written, notices), mention.type) for _, mention, name in in_order]
        following: int | None = None
        for span, type in reversed(spans):
            following = add(LINK, span, next=following, referenceType=type)
        if following is not None:
            add(CHAIN, first=following)
    note_rest(document, notices)
    spaces = "".join(f' xmlns:{name}="http:///{package.replace(".", "/")}.ecore"' for name, package in SPACES.items())
    return (
        "<?xml version='1.0' encoding='UTF-8'?>\n"
        f'<xmi:XMI xmlns:xmi="http://www.omg.org/XMI"{spaces} xmi:version="2.0">\n'
        f'<cas:NULL xmi:id="0"/>\n{"".join(structures)}'
        f'<cas:Sofa xmi:id="1" sofaNum="1" sofaID="{INITIAL_VIEW}" mimeType="text/plain"'
        f" sofaString={_attribute(text)}/>\n"
        f'<cas:View sofa="1" members="{" ".join(map(str, range(2, len(structures) + 2)))}"/>\n</xmi:XMI>\n'
    )


def _attribute(text: str) -> str:
    return quoteattr(text, {"\n": "&#10;", "\t": "&#9;", "\r": "&#13;"})


def _span(mention: Mention, where: str, written: WrittenText, notices: Notices) -> tuple[int, int]:
    """Start and end of a mention in characters; those of a zero are equal."""
    note_attributes(mention, where, notices, keeps=("type",))
    has_words = any(position >= 0 for position in mention.covered)
    if mention.positions and not has_words:
        before, number = divmod(-mention.positions[0] - 1, EMPTY_NODES)
        if number != 1 or len(mention.positions) > 1:
            notices.add("changed-numbers", where)
        offsets = written.offsets or ()
        place = offsets[before][0] if before < len(offsets) else len(written.text)
        return place, place
    if mention.positions:
        notices.add("changed-empty-nodes" if min(mention.positions) < 0 else "changed-gaps", where)
    return written.characters(mention.start, mention.end)
