"""ARRAU's columns as the shared task CRAC 2018 had them: a word, then `B-markable_12=set_3@I-markable_9=set_1`.

Minimum spans (`word_5`, `word_5..word_7`, counted from 1) and reference tags stand in further columns, with `@` between
those of different markables. A file is one document; a word without annotation has no further column.
"""

from __future__ import annotations

import re

from corefscope.basics.escaping import quoted
from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import FileReader, lines_of
from corefscope.formats.registry import Options
from corefscope.model import NONREFERRING, Corpus, Mention
from corefscope.problems import Notices

_MARKABLE = re.compile(r"([BI])-(markable_[^=@\s]+)=(set_[^=@\s]+)")
_MINIMUM = re.compile(r"word_([0-9]{1,9})(?:\.\.(?:word_)?([0-9]{1,9}))?")


class _Markable:
    def __init__(self, entity: str, line: int, minimum: str, refers: bool) -> None:
        self.entity, self.line, self.minimum, self.refers = entity, line, minimum, refers
        self.positions: list[int] = []


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """Read the document of the file, named after the file."""
    return _ArrauReader(source, notices).read(content)


class _ArrauReader(FileReader):
    """Words, sentences and markables so far."""

    def read(self, content: bytes) -> Corpus:
        self.words: list[str] = []
        self.markables: dict[str, _Markable] = {}
        sentences: list[tuple[int, int]] = []
        start = 0
        for number, line in lines_of(self.decode(content)):
            cells = line.split()
            if cells:
                self._row(cells, number)
            elif len(self.words) > start:
                sentences.append((start, len(self.words)))
                start = len(self.words)
        if not self.words:
            raise self.source.error("empty-file", "the file holds no word")
        if start < len(self.words):
            sentences.append((start, len(self.words)))
        builder = CorpusBuilder(self.source.path)
        builder.add_document("", 1, self.words, sentences)
        entities: dict[str, list[_Markable]] = {}
        for markable in self.markables.values():
            entities.setdefault(markable.entity, []).append(markable)
        nothing = builder.annotation(NONREFERRING)
        for name, members in entities.items():
            refers = members[0].refers
            for each in members[1:]:
                if each.refers != refers:
                    self.warn("contradicting-reference", f"{name}: its first markable decides", each.line)
            mentions = [Mention.at(each.positions, minimum=self._minimum(each)) for each in members]
            (builder if refers else nothing).add_entity(name, mentions, [each.line for each in members])
        return builder.corpus(self.source.stem, self.notices)

    def _row(self, cells: list[str], line: int) -> None:
        word = len(self.words)
        self.words.append(cells[0])
        found = cells[1].split("@") if len(cells) > 1 else []
        minimum = cells[2].split("@") if len(cells) > 3 else []
        tags = cells[-1].split("@") if len(cells) > 2 else []
        for what, listed in (("minimum spans", minimum), ("reference tags", tags)):
            if listed and len(listed) != len(found):
                text = f"{len(found)} markables, but {len(listed)} {what}, which are not used"
                self.warn("columns-disagree", text, line)
        for place, text in enumerate(found):
            match = _MARKABLE.fullmatch(text)
            if match is None:
                hint = "expected B-markable_1=set_1 or I-markable_1=set_1, with @ between several"
                self.refuse("bad-notation", f"column 2 has {quoted(text)}", line, hint)
                continue
            begins, name, entity = match[1] == "B", match[2], match[3]
            known = self.markables.get(name)
            if begins == (known is not None) or (known is not None and known.entity != entity):
                what = "begins twice" if begins else "goes on in another set" if known else "goes on but never began"
                self.refuse("unpaired-bracket", f"{name} {what}", line)
                continue
            if known is None:
                span = minimum[place] if len(minimum) == len(found) else ""
                refers = len(tags) != len(found) or tags[place] != "non_referring"
                known = self.markables[name] = _Markable(entity, line, span, refers)
            known.positions.append(word)

    def _minimum(self, markable: _Markable) -> tuple[int, ...]:
        found = _MINIMUM.fullmatch(markable.minimum)
        if found is None:
            return ()
        first, last = int(found[1]) - 1, int(found[2] or found[1]) - 1
        inside = last < len(self.words) and set(markable.positions).issuperset(range(first, last + 1))
        if first > last or not inside:
            self.warn("minimum-outside-mention", f"{markable.minimum} is not used", markable.line)
            return ()
        return tuple(range(first, last + 1))
