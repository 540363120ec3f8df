"""The words of an MMAX2 document, where their file is as tools write it: a word a line, and nothing else."""

from __future__ import annotations

import re
from xml.parsers.expat import XMLParserType

from corefscope.formats.files.sources import Source
from corefscope.formats.xml.columns import cut_out, root_of, texts
from corefscope.formats.xml.safe import parse
from corefscope.problems import FormatError

_WORD = re.compile(rb'<word id="([^"<>&\x00-\x20]+)"\s*>([^<>&\x00-\x08\x0a-\x1f]*)</word>')


def plain_words(content: bytes, source: Source) -> tuple[dict[str, int], list[str]] | None:
    """Places of words by id, and the words; None for a file that is to be read element by element."""
    root = root_of(content)
    found = None if root is None else cut_out(content, root, _WORD)
    if found is None:
        return None
    others: list[str] = []

    def install(parser: XMLParserType) -> None:
        parser.StartElementHandler = lambda name, _: others.append(name)

    try:
        parse(found.rest, source, install)
    except FormatError:
        return None
    ids, words = (texts(group) for group in found.groups)
    if others != ["words"] or ids is None or words is None:
        return None
    places = dict(zip(ids, range(len(ids)), strict=True))
    return (places, [word.strip() or "_" for word in words]) if len(places) == len(words) else None
