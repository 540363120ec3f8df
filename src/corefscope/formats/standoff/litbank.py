"""LitBank's tsv (Bamman et al. 2020): an `.ann` of rows beside a `.txt` of one sentence a line, words between blanks.

    MENTION  T1  0  4  0  4  London  GPE  PROP      sentence and word of the first and of the last word, from 0
    COREF    T1  London-1                           the mention's entity
    COP      T7  T1                                 T7 is predicated of T1; APPOS for an apposition

The attribute of a copula or an apposition has no COREF row: it is a singleton, as in LitBank's CoNLL files, and its
relation to the other mention is kept. The text column is only compared with the words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.document_names import BLANKS
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import FileReader, lines_of, same_text, shown
from corefscope.formats.registry import Options
from corefscope.model import Corpus, Mention, Relation
from corefscope.problems import FormatError, Notices

COLUMNS = {"MENTION": 9, "COREF": 3, "COP": 3, "APPOS": 3}
MENTION_TYPES = {"PROP": "name", "NOM": "nominal", "PRON": "pronoun"}
RELATIONS = {"COP": "copula", "APPOS": "apposition"}
_NUMBER = re.compile(r"[0-9]{1,9}")


class _Row(NamedTuple):
    """A MENTION row."""

    mention: Mention
    category: str
    text: str
    line: int


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """Read the document of an `.ann` file, named after the file."""
    return _LitbankReader(source, notices).read(content)


class _LitbankReader(FileReader):
    """The words of the document, and the rows about them."""

    def read(self, content: bytes) -> Corpus:
        self.words: list[str] = []
        self.sentences: list[tuple[int, int]] = []  # by line of the text
        for _, text in lines_of(self.text_beside()):
            words = text.strip(" ").split(" ") if text.strip() else []
            self.sentences.append((len(self.words), len(self.words) + len(words)))
            self.words.extend(words)
        mentions: dict[str, _Row] = {}
        rows: list[tuple[int, list[str]]] = []
        for line, columns in self._rows(self.decode(content)):
            if columns[0] != "MENTION":
                rows.append((line, columns))
            elif columns[1] in mentions:
                first = f"first in line {mentions[columns[1]].line}"
                self.refuse("repeated-row", f"the mention {columns[1]} occurs twice", line, first)
            else:
                try:
                    mentions[columns[1]] = self._mention(columns, line)
                except FormatError as error:
                    self.notices.refuse(error)
                    mentions[columns[1]] = _Row(Mention(0, 1), "", "", line)  # other rows may still name it
        links = [columns for line, columns in rows if self._names_mentions(columns, mentions, line)]
        entities: dict[str, list[str]] = {}
        for kind, mention, entity in links:
            if kind == "COREF":
                entities.setdefault(entity.strip(BLANKS), []).append(mention)
        entity_of = {member: name for name, members in entities.items() for member in members}
        explained = {columns[1] for columns in links}
        for number, row in mentions.items():
            if number not in entity_of:
                if number not in explained:
                    fact = f"{number} {shown(row.text)} is read as a singleton"
                    self.warn("mention-without-entity", fact, row.line)
                entity_of[number] = number
                entities.setdefault(number, []).append(number)
        builder = CorpusBuilder(self.source.path)
        builder.add_document("", 1, self.words, [(start, end) for start, end in self.sentences if start < end])
        for name, members in entities.items():
            found = [mentions[member] for member in members]
            kind = self.common_type(name, (row.category for row in found), found[0].line)
            builder.add_entity(name, (row.mention for row in found), [row.line for row in found], kind)
        for kind, anaphor, antecedent in links:
            if kind in RELATIONS:
                label = mentions[anaphor].text
                builder.add_relation(Relation(RELATIONS[kind], entity_of[antecedent], entity_of[anaphor], label))
        return builder.corpus(self.source.stem, self.notices)

    def _rows(self, content: str) -> Iterator[tuple[int, list[str]]]:
        for number, line in lines_of(content):
            if not line.strip():
                continue
            columns = line.split("\t", 99)
            known = COLUMNS.get(columns[0])
            if known is None:
                self.refuse("bad-row", f"no row begins with {shown(columns[0])}", number, f"rows: {', '.join(COLUMNS)}")
            elif len(columns) != known:
                fact = f"the {columns[0]} row has {len(columns)} columns, not {known}"
                self.refuse("bad-row", fact, number, "separated by tabs")
            else:
                yield number, columns

    def _mention(self, columns: list[str], line: int) -> _Row:
        number, *places, said, category, type_name = columns[1:]
        if not all(_NUMBER.fullmatch(place) for place in places):
            hint = "four numbers from 0: sentence, word, twice"
            raise self.source.error("bad-row", f"{number} lies at {shown(' '.join(places))}", line, hint)
        first, last = (self._position(number, sentence, word, line) for sentence, word in (places[:2], places[2:]))
        if last < first:
            raise self.source.error("bad-row", f"{number} ends before it starts", line)
        # A mention may claim a whole book: only as many words are joined as the row shows.
        if last - first > len(said) or not same_text(" ".join(self.words[first : last + 1]), said):
            there = shown(" ".join(self.words[first : min(last + 1, first + 10)]))
            self.warn("text-differs", f"{number} is {shown(said)} here and {there} in the text", line)
        if type_name not in MENTION_TYPES:
            self.warn("unknown-mention-type", f"{number} is {shown(type_name)}, not PROP, NOM or PRON", line)
        return _Row(Mention(first, last + 1, type=MENTION_TYPES.get(type_name)), category, said, line)

    def _position(self, mention: str, sentence: str, word: str, line: int) -> int:
        """The position of a word in the document."""
        start, end = self.sentences[int(sentence)] if int(sentence) < len(self.sentences) else (0, 0)
        if start + int(word) < end:
            return start + int(word)
        fact = f"{mention} lies outside the text: there is no sentence {int(sentence)}, word {int(word)}"
        raise self.source.error("mention-outside-text", fact, line, "both count from 0")

    def _names_mentions(self, columns: list[str], mentions: dict[str, _Row], line: int) -> bool:
        """Check that the mentions that a row names are in the file."""
        named = columns[1:2] if columns[0] == "COREF" else columns[1:]
        missing = [number for number in named if number not in mentions]
        for number in missing:
            self.refuse("unknown-mention", f"there is no MENTION row of {shown(number)}", line, "it is named here")
        return not missing
