"""UIMA CAS XMI, as INCEpTION, WebAnno, DKPro and CorefAnnotator write it; one document a file.

Prefixes of namespaces are arbitrary: the type `webanno.custom.CorefLink` is the element `CorefLink` of the namespace
`http:///webanno/custom.ecore`. The type system is not needed. XML 1.1 may refer to control characters (`&#1;`), which
are read as their pictures (␁), so that offsets stay right.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from corefscope.formats.files.sources import Source
from corefscope.formats.registry import Options
from corefscope.formats.uima.cas import IGNORED, SENTENCE, SOFA, TOKEN, Cas, Structure
from corefscope.formats.uima.layers import CasReader
from corefscope.formats.xml.safe import walk
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
    cas = Cas()
    adding: dict[str, Callable[[dict[str, str], int], None]] = {}  # by the name of an element

    def opened(name: str, attributes: dict[str, str], line: int) -> None:
        add = adding.get(name)
        if add is None:
            if not adding and name != _ROOT:
                fact = f"the XML is no XMI: its root is <{name.rpartition(' ')[2][:40]}>"
                raise source.error("bad-element", fact, line, "expected <xmi:XMI>")
            add = adding[name] = _adding(_type_name(name) if adding else "", cas)
        add(attributes, line)

    walk(_without_controls(content), source, opened, namespaces=True)
    cas.choose_view(source)
    return cas


def _adding(kind: str, cas: Cas) -> Callable[[dict[str, str], int], None]:
    """What to do with the elements of a type."""

    def span(attributes: dict[str, str], line: int) -> None:
        append((attributes.get("begin"), attributes.get("end"), line))

    def structure(attributes: dict[str, str], line: int) -> None:
        add(Structure(kind, attributes.pop(_ID, ""), line, attributes))

    if kind.endswith((TOKEN, SENTENCE)):
        append = (cas.tokens if kind.endswith(TOKEN) else cas.sentences).append
        return span
    if not kind or any(part in kind for part in IGNORED):
        return lambda *_: None
    add = cas.sofas.append if kind == SOFA else cas.add
    return structure


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
