"""i2b2/n2c2 2011: `.chains` of concepts in a `.txt` of one sentence a line, words between blanks.

    c="patient" 12:0 12:0||c="mr. andersen" 19:0 19:1||t="coref person"   line from 1, word from 0, last included
    c="chest pain" 7:3 7:4||t="problem"                                   a concept of the `.con`

The files of one record lie side by side (`x.txt`, `x.txt.con`, `x.txt.chains`) or in the folders `docs`, `concepts` and
`chains`. Concepts in no chain are singletons if there is a `.con`; the type of an entity is that of its chain.
"""

from __future__ import annotations

import os
import re
from dataclasses import replace

from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.files.sources import STANDARD_INPUT, Source
from corefscope.formats.files.text import FileReader, decoded, lines_of, shown
from corefscope.formats.registry import Options
from corefscope.model import Corpus, Mention
from corefscope.problems import FormatError, Notices

FOLDERS = {".chains": "chains", ".con": "concepts", "": "docs"}
_CONCEPT = re.compile(r'c="(.*)" ([0-9]{1,9}):([0-9]{1,9}) ([0-9]{1,9}):([0-9]{1,9})')
_TYPE = re.compile(r't="(?P<coref>coref )?(?P<type>[^"]*)"')


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """Read the document of a `.chains` file, named after the file."""
    return _ChainsReader(source, notices).read(content)


class _ChainsReader(FileReader):
    """The words of the text, and the rows about them."""

    def read(self, content: bytes) -> Corpus:
        text, concepts = self._other(""), self._other(".con")
        if text is None:
            hint = f"looked for {os.path.basename(self._base())} beside it and in ../{FOLDERS['']}"
            raise self.source.error("missing-text", "the annotated text is missing", hint=hint)
        self.words: list[str] = []
        self.lines: list[tuple[int, int]] = []
        for _, sentence in lines_of(decoded(text.read(), text.path, self.notices)):
            found = [word for word in sentence.split(" ") if word.strip()]
            self.lines.append((len(self.words), len(self.words) + len(found)))
            self.words += found
        builder = CorpusBuilder(self.source.path)
        builder.add_document("", 1, self.words, [(start, end) for start, end in self.lines if start < end])
        linked: set[Mention] = set()
        number = 0
        for line, parts, kind, is_chain in self._rows(self.decode(content)):
            if not is_chain:
                hint = 'a chain ends with t="coref …"; concepts belong into the .con'
                self.refuse("bad-row", f"the type is {shown(kind)}", line, hint)
                continue
            mentions = [mention for part in parts if (mention := self._mention(part, line)) is not None]
            builder.add_entity(str(number), mentions, line, kind)
            linked.update(mentions)
            number += 1
        if concepts is not None:
            self.source = concepts
            for line, parts, kind, _ in self._rows(self.decode(concepts.read())):
                for part in parts:
                    mention = self._mention(part, line)
                    if mention is not None and mention not in linked:
                        linked.add(mention)
                        builder.add_entity(f"concept {line}", [mention], 0, kind)
        return builder.corpus(self.source.stem, self.notices)

    def _rows(self, content: str) -> list[tuple[int, list[str], str, bool]]:
        """The line, concepts and type of each row, and whether it is a chain."""
        rows = []
        for number, line in lines_of(content):
            if not line.strip():
                continue
            *parts, last = line.strip().split("||")
            found = _TYPE.fullmatch(last)
            if not parts or found is None:
                hint = 'such as c="patient" 12:0 12:0||c="he" 14:2 14:2||t="coref person"'
                self.refuse("bad-row", f"no row looks like {shown(line)}", number, hint)
                continue
            rows.append((number, parts, found["type"], found["coref"] is not None))
        return rows

    def _mention(self, part: str, line: int) -> Mention | None:
        found = _CONCEPT.fullmatch(part)
        try:
            if found is None:
                raise self.source.error("bad-row", f"no concept looks like {shown(part)}", line, 'as c="he" 14:2 14:2')
            start, last = self._position(found[2], found[3], line), self._position(found[4], found[5], line)
            if last < start:
                raise self.source.error("bad-row", f"{shown(part)} ends before its start", line)
        except FormatError as error:
            self.notices.refuse(error)
            return None
        said = found[1].lower().split()
        there = [word.lower() for word in self.words[start : last + 1]] if last - start < len(found[1]) + 1 else []
        if said != there:
            self.warn("text-differs", f"{shown(found[1])} is {shown(' '.join(there))} in the text", line)
        return Mention(start, last + 1)

    def _position(self, number: str, word: str, line: int) -> int:
        start, end = self.lines[int(number) - 1] if 0 < int(number) <= len(self.lines) else (0, 0)
        if start + int(word) < end:
            return start + int(word)
        fact = f"there is no word {int(word)} in line {int(number)} of the text"
        raise self.source.error("mention-outside-text", fact, line, "lines count from 1, words from 0")

    def _base(self) -> str:
        """The path of the text, were it beside the chains."""
        return self.source.path.removesuffix(".gz").removesuffix(".chains")

    def _other(self, ending: str) -> Source | None:
        """Another file of the record, beside this one or in its own folder."""
        if self.source.path == STANDARD_INPUT:
            fact = "standard input has no text beside it"
            raise self.source.error("missing-text", fact, hint="name the .chains file")
        folder, name = os.path.split(self._base() + ending)
        above = os.path.join(folder, os.pardir, FOLDERS[ending], name)
        found = next((path for path in (os.path.join(folder, name), above) if os.path.isfile(path)), None)
        return None if found is None else replace(self.source, path=found)
