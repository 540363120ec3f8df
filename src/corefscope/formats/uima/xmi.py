"""UIMA CAS XMI, as INCEpTION, WebAnno, DKPro and CorefAnnotator write it; one document a file.

Prefixes of namespaces are arbitrary: the type `webanno.custom.CorefLink` is the element `CorefLink` of the namespace
`http:///webanno/custom.ecore`. The type system is not needed. XML 1.1 may refer to control characters (`&#1;`), which
are read as their pictures (␁), so that offsets stay right.
"""

from __future__ import annotations

import re
from xml.parsers.expat import XMLParserType

from corefscope.formats.files.sources import Source
from corefscope.formats.registry import Options
from corefscope.formats.uima.cas import IGNORED, SENTENCE, SOFA, TOKEN, Cas, Spans, Structure
from corefscope.formats.uima.layers import CasReader
from corefscope.formats.xml.safe import parse
from corefscope.model import Corpus
from corefscope.problems import Notices

XMI = "http://www.omg.org/XMI"
_ID = f"{XMI} id"
_ROOT = f"{XMI} XMI"
_CONTROL = re.compile(rb"&#(?:0*([0-9]{1,2})|[xX]0*([0-9a-fA-F]{1,2}));")
_VERSION_1_1 = re.compile(rb"\s*<\?xml\s[^>]*version\s*=\s*[\"']1\.1")


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """Read the document of the file, named by its metadata, else after the file."""
    return CasReader(source, notices, options).read(_parse(content, source))


def _parse(content: bytes, source: Source) -> Cas:
    cas = _elements(_without_controls(content), source)
    cas.choose_view(source)
    return cas


def _elements(content: bytes, source: Source) -> Cas:
    cas = Cas()
    kinds: dict[str, str | None] = {}  # types of elements by name; None for those that are not read
    spans: dict[str, Spans] = {}  # where tokens and sentences go, by the name of their element

    def install(parser: XMLParserType) -> None:
        def opened(name: str, attributes: dict[str, str]) -> None:
            # Nearly all elements are tokens, or are not read.
            found = spans.get(name)
            if found is not None:
                found.append((attributes.get("begin"), attributes.get("end"), parser.CurrentLineNumber))
            elif name not in kinds:
                if not kinds and name != _ROOT:
                    fact = f"the XML is no XMI: its root is <{name.rpartition(' ')[2][:40]}>"
                    raise source.error("bad-element", fact, parser.CurrentLineNumber, "expected <xmi:XMI>")
                kind = kinds[name] = _read_type(name) if kinds else None
                if kind is not None and kind.endswith((TOKEN, SENTENCE)):
                    spans[name] = cas.tokens if kind.endswith(TOKEN) else cas.sentences
                opened(name, attributes)
            elif (kind := kinds[name]) is not None:
                structure = Structure(kind, attributes.pop(_ID, ""), parser.CurrentLineNumber, attributes)
                (cas.sofas.append if kind == SOFA else cas.add)(structure)

        parser.StartElementHandler = opened

    parse(content, source, install, namespaces=True)
    return cas


def _read_type(name: str) -> str | None:
    """The type of an element, if it is one that is read."""
    kind = _type_name(name)
    is_read = kind.endswith((TOKEN, SENTENCE)) or (kind and not any(part in kind for part in IGNORED))
    return kind if is_read else None


def _type_name(element: str) -> str:
    """`http:///webanno/custom.ecore CorefLink` → `webanno.custom.CorefLink`; empty for an element within another."""
    space, _, name = element.rpartition(" ")
    package = space.removeprefix("http:///").removesuffix(".ecore").replace("/", ".")
    return f"{package}.{name}" if space and package != "uima.noNamespace" else name if space else ""


def _without_controls(content: bytes) -> bytes:
    if not _VERSION_1_1.match(content[:200]):
        return content

    def picture(match: re.Match[bytes]) -> bytes:
        code = int(match[1]) if match[1] else int(match[2], 16)
        allowed = code in (9, 10, 13) or code >= 32 or code == 0
        return match[0] if allowed else chr(0x2400 + code).encode()

    return _CONTROL.sub(picture, content)
