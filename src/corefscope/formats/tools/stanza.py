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
from functools import lru_cache

from corefscope.formats.corefud.brackets import Header
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
_NO_BRACKETS = bytes.maketrans(b"()", b"??")
_MARKS = {b"end": b"%b)", b"unit": b"(%b)", b"start": b"(%b"}  # in this order at each word


def read(blocks: Iterable[Block], source: Source, notices: Notices, options: Options) -> Corpus:
    """The documents of one file; without a `# newdoc` line it is one document without a name."""
    reader = _StanzaReader(source, notices)
    reader.header = _HEADER
    for block in blocks:
        reader.read(block)
    corpus = reader.corpus()
    if not reader.has_chains:
        notices.add("no-coreference", "no word has coref_chains=", source.path)
    return corpus


class _StanzaReader(CorefudReader):
    field = "coref_chains="
    expected = "expected items such as unit-id0, start-repr-id1, middle-id1 or end-id1, separated by commas"
    has_chains = False

    def translated(self, content: bytes) -> bytes:
        content = _VALUE.sub(lambda match: _brackets(*match.group(0, 1, 2)), _DECLARED.sub(b"##", content))
        self.has_chains = self.has_chains or b"Entity=" in content or b"Within=" in content
        return content


@lru_cache(maxsize=10_000)  # values repeat
def _brackets(item: bytes, key: bytes | None, value: bytes) -> bytes:
    """Return an item of the last column with the brackets that its chains mean."""
    if key is None:
        return b"Ignored="
    if not _ITEMS.fullmatch(value):
        # Other values are refused with their line.
        return b"Entity=" + (value.translate(_NO_BRACKETS) or b"nothing") if key == b"coref_chains" else item
    marks: dict[bytes, list[bytes]] = {mark: [] for mark in _MARKS}
    for each in value.split(b","):
        kind, _, name = each.partition(b"-")
        if kind in marks:
            marks[kind].append(name.rpartition(b"id")[2])
    brackets = b"".join(_MARKS[kind] % name for kind, names in marks.items() for name in names)
    return b"Entity=" + brackets if brackets else b"Within=" + value
