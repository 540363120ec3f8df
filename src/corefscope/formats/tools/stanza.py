"""Stanza's CoNLL-U: `coref_chains=` in the last column, an item for each mention that covers the word.

    1  Ann  …  start_char=0|end_char=3|coref_chains=unit-repr-id0     a mention of one word, the chain's representative
    2  his  …  coref_chains=start-id1,unit-id0                        `start-`, `middle-` and `end-` of longer mentions

An end belongs to the latest start of its chain, so the items are read as CorefUD's brackets. Older versions have the
items under `ner=`. The file is one document unless a comment `# newdoc` divides it; empty nodes are zeros. A file that
was CorefUD before Stanza read it keeps its `Entity=`, which is ignored here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from corefscope.formats.corefud.brackets import Brackets, Header
from corefscope.formats.corefud.reader import BEGINS as BEGINS
from corefscope.formats.corefud.reader import CorefudReader
from corefscope.formats.files.blocks import Block
from corefscope.formats.files.sources import Source
from corefscope.formats.registry import Options
from corefscope.model import Corpus
from corefscope.problems import Notices

_HEADER = Header(b"GRP")  # whose ids say nothing about other documents
_ITEM = rb"(?:unit|start|middle|end)-(?:repr-)?id\d+"
_ITEMS = re.compile(rb"%b(?:,%b)*" % (_ITEM, _ITEM))
_VALUE = re.compile(rb"(?<=[\t|])(?:(coref_chains|ner)=([^|\t\n]*)|Entity=)")
_DECLARED = re.compile(rb"^#(?=\s*global\.Entity\b)", re.MULTILINE)
MOST_KNOWN = 10_000
_NO_BRACKETS = bytes.maketrans(b"()", b"??")
_MARKS = {b"end": b"%b)", b"unit": b"(%b)", b"start": b"(%b"}  # in this order at each word


def read(blocks: Iterable[Block], source: Source, notices: Notices, options: Options) -> Corpus:
    """The documents of one file; without a `# newdoc` line it is one document without a name."""
    reader = _StanzaReader(source, notices)
    for block in blocks:
        reader.read(block)
    corpus = reader.corpus()
    if not reader.has_chains:
        notices.add("no-coreference", "no word has coref_chains=", source.path)
    return corpus


class _StanzaReader(CorefudReader):
    """Reads the chains of each block as brackets."""

    def __init__(self, source: Source, notices: Notices) -> None:
        super().__init__(source, notices)
        self.header = _HEADER
        self.has_chains = False
        self._known: dict[bytes, bytes] = {}  # the brackets of values, which repeat

    def translated(self, content: bytes) -> bytes:
        return _VALUE.sub(self._brackets, _DECLARED.sub(b"##", content))

    def _begin_document(self, name: str) -> Brackets:
        brackets = super()._begin_document(name)
        brackets.field = "coref_chains="
        brackets.expected = (
            "expected items such as unit-id0, start-repr-id1, middle-id1 or end-id1, separated by commas"
        )
        return brackets

    def _brackets(self, found: re.Match[bytes]) -> bytes:
        made = self._known.get(found[0])
        if made is None:
            if len(self._known) > MOST_KNOWN:
                self._known.clear()
            made = self._known[found[0]] = self._translate(found)
        return made

    def _translate(self, found: re.Match[bytes]) -> bytes:
        key, value = found.groups()
        if key is None:
            return b"Ignored="
        if not _ITEMS.fullmatch(value):
            # What is no bracket is refused with its line.
            return b"Entity=" + (value.translate(_NO_BRACKETS) or b"nothing") if key == b"coref_chains" else found[0]
        self.has_chains = True
        marks: dict[bytes, list[bytes]] = {mark: [] for mark in _MARKS}
        for item in value.split(b","):
            kind, _, name = item.partition(b"-")
            if kind in marks:
                marks[kind].append(name.rpartition(b"id")[2])
        brackets = b"".join(_MARKS[kind] % name for kind, names in marks.items() for name in names)
        return b"Entity=" + brackets if brackets else b"Within=" + value
