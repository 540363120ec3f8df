"""CONLL-UA, the format of Universal Anaphora and CODI-CRAC: CoNLL-U Plus with brackets in columns of their own.

Columns are found by the names that `# global.columns` gives them. Rows with a dot in their id are zeros.
"""

from __future__ import annotations

import re

from corefscope.basics.escaping import quoted
from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.corefud.text import EMPTY_NODES_AT_ONE_PLACE
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import FileReader, lines_of
from corefscope.formats.registry import Options
from corefscope.formats.ua.document import ANNOTATED, IDENTITY, UaDocument
from corefscope.model import Corpus, empty_position
from corefscope.problems import Notices

WORD_COLUMNS = ("ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC")
COLUMNS = (*WORD_COLUMNS, IDENTITY, "BRIDGING", "DISCOURSE_DEIXIS", "REFERENCE", "NOM_SEM")
REQUIRED = ("ID", "FORM", IDENTITY)
UA_LAYERS = {"LEMMA": "lemma", "UPOS": "upos", "XPOS": "pos"}
_COMMENT = re.compile(r"#\s*(newdoc|global\.columns|speaker|turn_id)\b(?:\s+id\b)?\s*(?:=\s*(.*))?$")
_ID = re.compile(r"([0-9]+)(?:([.-])[0-9]+)?")
_OPENING = re.compile(r"\((?:Entity|Markable|Mention)_?ID=", re.IGNORECASE)


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """The documents of one file; without a `# newdoc` line it is one document without a name."""
    return _UaReader(source, notices).read(content)


class _UaReader(FileReader):
    """Goes through the rows of a file."""

    def __init__(self, source: Source, notices: Notices) -> None:
        super().__init__(source, notices)
        self.builder = CorpusBuilder(source.path)
        self.has_columns = False  # they were named
        self.line, self.speaker = 0, ""
        self.document: UaDocument | None = None
        self.layer_values: dict[str, list[str]] = {}
        self._use_columns(list(COLUMNS))

    def read(self, content: bytes) -> Corpus:
        for number, line in lines_of(self.decode(content)):
            self.line = number
            if line.startswith("#"):
                self._comment(line)
            elif line and not line.isspace():
                self._row(line)
            else:
                self._end_sentence()
        self._end_document()
        if not self.builder.names and not self.notices.refused:
            raise self.source.error("empty-file", "the file holds no word", self.line)
        return self.builder.corpus(self.source.stem, self.notices)

    def _comment(self, line: str) -> None:
        match = _COMMENT.match(line)
        if not match:
            return
        key, value = match[1], (match[2] or "").strip()
        if key == "newdoc":
            self._end_document()
            self._begin_document(value)
        elif key == "global.columns":
            if self.document is not None and self.words:
                raise self.source.error("bad-column", "columns are named in the middle of a document", self.line)
            self._use_columns(value.upper().replace("-", "_").split())
            self.has_columns = True
            if self.document is not None:
                self.document = UaDocument(self, self.names)
                self.layer_values = {layer: [] for layer, _ in self.layers}
        else:
            self.speaker = value if key == "speaker" else ""

    def _use_columns(self, names: list[str]) -> None:
        for name in REQUIRED:
            if name not in names:
                fact, hint = f"the line of columns lacks {name}", f"expected # global.columns = {' '.join(COLUMNS)}"
                raise self.source.error("no-coreference-column", fact, self.line, hint)
        self.names = names
        self.place = {name: place for place, name in enumerate(names)}
        self.annotated = [(name, self.place[name]) for name in ANNOTATED if name in self.place]
        self.layers = [(layer, self.place[name]) for name, layer in UA_LAYERS.items() if name in self.place]

    def _begin_document(self, name: str) -> UaDocument:
        self.document = UaDocument(self, self.names)
        self.name, self.document_line = name, self.line
        self.words: list[str] = []
        self.sentences: list[tuple[int, int]] = []
        self.layer_values = {layer: [] for layer, _ in self.layers}
        self.speakers: list[str] = []
        self.sentence_start = self.zeros = 0
        self.speaker = ""
        return self.document

    def _end_sentence(self) -> None:
        if self.document is not None and len(self.words) > self.sentence_start:
            self.sentences.append((self.sentence_start, len(self.words)))
            self.sentence_start, self.zeros = len(self.words), 0

    def _end_document(self) -> None:
        if self.document is None:
            return
        self._end_sentence()
        filled = {name: values for name, values in self.layer_values.items() if set(values) - {"_"}}
        if any(self.speakers):
            filled["speaker"] = self.speakers
        self.builder.add_document(self.name, self.document_line, self.words, self.sentences, layers=filled)
        self.document.finish(self.builder)
        self.document = None

    def _row(self, line: str) -> None:
        document = self.document or self._begin_document("")
        cells = self._cells(line)
        number, word, zero = cells[self.place["ID"]], len(self.words), None
        match = _ID.fullmatch(number)
        if match is None:
            fact = f"the ID {quoted(number)} is not a number"
            raise self.source.error("bad-row", fact, self.line, "words are numbered from 1")
        annotated = [(column, cells[place]) for column, place in self.annotated if cells[place] not in ("_", "")]
        if match[2] == "-" or (match[1] == "0" and not match[2]):
            if annotated:
                self.warn("row-without-word", f"row {number} is ignored: its annotation has no word", self.line)
            return
        if match[2] == ".":
            self.zeros += 1
            if self.zeros > EMPTY_NODES_AT_ONE_PLACE:
                fact = f"more than {EMPTY_NODES_AT_ONE_PLACE} zeros stand at one place"
                raise self.source.error("bad-row", fact, self.line)
            zero = empty_position(word, self.zeros, word == self.sentence_start)
        for column, cell in annotated:
            document.read(column, cell, self.line, word, zero)
        if zero is None:
            self.zeros = 0
            self.words.append(cells[self.place["FORM"]])
            self.speakers.append(self.speaker)
            for layer, place in self.layers:
                self.layer_values[layer].append(cells[place] or "_")

    def _cells(self, line: str) -> list[str]:
        """The cells of a row; one with blanks between them may lack only the last."""
        count, needed = len(self.names), 1 + max(self.place[name] for name in REQUIRED)
        if "\t" in line:
            cells = [cell.strip() for cell in line.split("\t")]
            while len(cells) > count and not cells[-1]:
                cells.pop()
        else:
            cells, needed = line.split(), max(needed, count - 1)
            before = self.place[IDENTITY] - 1
            if len(cells) == needed < count and _OPENING.search(cells[before]):
                stray = f"{quoted(cells[before])} stands in column {self.names[before]}"
                hint = "write _ in empty cells, or separate columns by tabs"
                raise self.source.error("bad-row", f"a cell before {IDENTITY} is blank: {stray}", self.line, hint)
        if len(cells) < needed or (len(cells) > count and self.has_columns):
            hint = f"they are {' '.join(self.names)}; an empty cell is _"
            raise self.source.error("bad-row", f"the row has {len(cells)} columns of {count}", self.line, hint)
        return cells + ["_"] * (count - len(cells))
