"""Files that are known, and are none of the formats that are read: what they are, and what to do instead."""

from __future__ import annotations

import re

from corefscope.formats.sniffing import BEFORE_ROOT

_CONVERT = "export it in another format, or convert it; CoNLL columns or JSON with clusters are the simplest"
_MODEL = "if it is the answer of a language model, name its form with --format"
_SYSTEM = "it holds no coreference; name the file that does"


def _root(names: str) -> str:
    """An XML file whose root has one of these names."""
    return rf"{BEFORE_ROOT.decode()}<(?:\w+:)?(?:{names})[\s>/]"


# What it is, how it begins, what to do. Nearly all files begin with another byte, and no pattern is compiled for them.
FIRST = b"<%{pqI@("
UNREAD = {
    name: (begins.encode(), remedy)
    for name, begins, remedy in (
        ("TEI", _root("TEI|TEI\\.2|teiCorpus"), _CONVERT),
        ("HTML", rf"(?i:{_root('html|head|body')}|\s*<!DOCTYPE html)", f"save what the page shows; {_MODEL}"),
        ("a type system of UIMA", _root("typeSystemDescription"), "name the .xmi beside it"),
        (
            "a level of markables of MMAX2",
            _root("markables"),
            "name the .mmax, or the words in Basedata",
        ),
        ("a part of an MMAX2 project", _root("common_paths|annotationscheme|customization"), "name the .mmax"),
        ("GATE's XML", _root("GateDocument"), _CONVERT),
        ("NAF", _root("NAF"), _CONVERT),
        ("FoLiA", _root("FoLiA"), _CONVERT),
        ("PAULA", _root("paula"), _CONVERT),
        ("TIGER-XML", rf"{_root('corpus')}(?s:.{{0,4000}})<(?:s|body|graph)[\s>]", _CONVERT),
        ("Glozz's XML", rf"{_root('annotations')}(?s:.{{0,2000}})<(?:unit|metadata|positioning)[\s>]", _CONVERT),
        ("rstWeb's or RSTTool's XML", _root("rst"), _CONVERT),
        ("PDF", r"%PDF-", "copy its text"),
        ("RTF", r"\{\\rtf", "save it as plain text in UTF-8"),
        ("BookNLP's tokens", r"paragraph_ID\tsentence_ID\t", "name the .entities beside it"),
        ("BookNLP's quotations", r"quote_start\tquote_end\t", "name the .entities beside it"),
        ("GAP", r"ID\tText\tPronoun\tPronoun-offset\t", "corefscope challenge gap scores it"),
        ("a file of CHAT", r"@UTF8|@Begin", _SYSTEM),
        ("a treebank", r"\s*\(\s*\((?:S|TOP|ROOT)\b|\s*\((?:S|TOP|ROOT) \(", _SYSTEM),
        ("a Jupyter notebook", r"\s*\{\s*\"cells\"\s*:", _SYSTEM),
        ("the description of an INCEpTION project", r"\s*\{[^\n]{0,2000}\"annotation_documents\"\s*:", _SYSTEM),
        ("LIF", r"\s*\{\s*\"discriminator\"\s*:", _CONVERT),
    )
}


def known_as(head: bytes) -> tuple[str, str] | None:
    """What the beginning of a file is known to be, and the remedy; None if it may be a format that is read."""
    byte = head[:100].lstrip()[:1]
    if byte and byte not in FIRST:
        return None
    return next(((name, remedy) for name, (begins, remedy) in UNREAD.items() if re.match(begins, head)), None)
