"""UIMA CAS XMI, as INCEpTION, WebAnno, DKPro and CorefAnnotator write it; one document a file.

Prefixes of namespaces are arbitrary: the type `webanno.custom.CorefLink` is the element `CorefLink` of the namespace
`http:///webanno/custom.ecore`. The type system is not needed. XML 1.1 may refer to control characters (`&#1;`), which
are read as their pictures (␁), so that offsets stay right.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from corefscope.formats.files.sources import Source
from corefscope.formats.registry import Options
from corefscope.formats.tools.cas import CasReader, Structure, is_ignored
from corefscope.formats.tools.markup import elements
from corefscope.model import Corpus
from corefscope.problems import Notices

_XMI = "http://www.omg.org/XMI"
ROOT = f"{_XMI} XMI"
_CONTROL = re.compile(rb"&#(?:0*([0-9]{1,2})|[xX]0*([0-9a-fA-F]{1,2}));")
_VERSION_1_1 = re.compile(rb"\s*<\?xml\s[^>]*version\s*=\s*[\"']1\.1")


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """Read the document of the file, named by its metadata, else after the file."""
    reader = CasReader(content, source, notices, options)
    return reader.read(_structures(_without_controls(content), source))


def _structures(content: bytes, source: Source) -> Iterator[Structure]:
    types: dict[str, str] = {}
    for element in elements(content, source, ROOT, namespaces=True):
        type = (
            types[element.name] if element.name in types else types.setdefault(element.name, _type_name(element.name))
        )
        if type and element.name != ROOT:
            yield Structure(type, element.attributes.pop(f"{_XMI} id", ""), element.line, element.attributes)


@lru_cache(maxsize=1000)
def _type_name(element: str) -> str:
    """`http:///webanno/custom.ecore CorefLink` → `webanno.custom.CorefLink`; empty for what is not read."""
    space, _, name = element.rpartition(" ")
    package = space.removeprefix("http:///").removesuffix(".ecore").replace("/", ".")
    type = f"{package}.{name}" if space and package != "uima.noNamespace" else name if space else ""
    return "" if is_ignored(type) else type


def _without_controls(content: bytes) -> bytes:
    if not _VERSION_1_1.match(content[:200]):
        return content

    def picture(match: re.Match[bytes]) -> bytes:
        code = int(match[1]) if match[1] else int(match[2], 16)
        allowed = code in (9, 10, 13) or code >= 32 or code == 0
        return match[0] if allowed else chr(0x2400 + code).encode()

    return _CONTROL.sub(picture, content)
