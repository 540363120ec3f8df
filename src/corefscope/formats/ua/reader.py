"""CONLL-UA, the format of Universal Anaphora and CODI-CRAC: CoNLL-U Plus with brackets in separate columns.

Columns are found by the names that `# global.columns` gives them. Rows with a dot in their id are zeros. Brackets such
as `)(EntityID=1|MarkableID=m1|Min=2,4|SemType=dn|ElementOf=3` are read one column at a time; its markables become
entities, what refers to nothing, deixis, sets and bridging.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import chain

from corefscope.basics.escaping import quoted
from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.corefud.text import EMPTY_NODES_AT_ONE_PLACE
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import FileReader, lines_of
from corefscope.formats.registry import Options
from corefscope.model import BRIDGING, DEIXIS, NONREFERRING, SPLIT_ANTECEDENT, Corpus, Mention, Relation, empty_position
from corefscope.problems import FormatError, Notices

IDENTITY, SPLIT, BRIDGES, DISCOURSE_DEIXIS, NOM_SEM = "IDENTITY", "SPLIT", "BRIDGING", "DISCOURSE_DEIXIS", "NOM_SEM"
ANNOTATED = (IDENTITY, SPLIT, BRIDGES, DISCOURSE_DEIXIS, NOM_SEM)
PSEUDO = re.compile(r"[-_]Pseudo$", re.IGNORECASE)
_MINIMUM = re.compile(r"([0-9]{1,10})(?:[,-]([0-9]{1,10}))?")
_ENTITY_TYPE = re.compile(r"Entity_?Type=([^|()@\s]*)", re.IGNORECASE)
_MARKABLE = re.compile(r"(?:Markable|Mention)_?ID=([^|()@\s]*)", re.IGNORECASE)
# An opening with its attributes; a closing, with the markable's id where markables cross; what is outside brackets.
_ITEM = re.compile(r"\(([^()]*)|([^()]*)\)|([^()]+)")
Attributes = dict[str, str]  # names in small letters without underscores
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


@dataclass(slots=True)
class Markable:
    """A markable: its attributes, its first line, and the words or the zero that it covers."""

    attributes: Attributes
    line: int
    runs: list[tuple[int, int]] = field(default_factory=list)  # ends exclusive
    zero: int | None = None
    minimum: tuple[int, ...] = ()

    @property
    def name(self) -> str:
        return self.attributes.get("markableid", "")

    @property
    def entity(self) -> str:
        return self.attributes.get("entityid", "")

    @property
    def refers(self) -> bool:
        return not PSEUDO.search(self.entity)

    @property
    def place(self) -> Mention | None:
        """The mention that a markable is; None where the column of bridging has no brackets."""
        if len(self.runs) == 1:
            return Mention(*self.runs[0], minimum=self.minimum)
        positions = chain(*(range(*run) for run in self.runs)) if self.zero is None else [self.zero]
        return Mention.at(positions, minimum=self.minimum) if self.runs or self.zero is not None else None


class UaColumn:
    """The markables of one column of a document; brackets close in reverse order unless closings name ids.

    In the column of bridging, markables are the anaphors, one for each anchor, and brackets may be left out.
    """

    def __init__(self, reader: FileReader, column: str) -> None:
        self.source, self.column, self.bridging = reader.source, column, column == BRIDGES
        self.markables: dict[str, Markable] = {}  # by id, made up where there is none
        self._open: list[tuple[Markable, int, int]] = []  # with the word and the line where each begins

    def read(self, cell: str, line: int, word: int, zero: int | None) -> None:
        """Read a cell at a word, or at a zero before it."""
        for opening, closing, rest in (match.groups() for match in _ITEM.finditer(cell)):
            if opening is not None:
                self._opens(opening.removesuffix("@"), line, word)
            elif closing is not None:
                self._closes(closing.strip("@"), line, word, zero)
            elif not (rest := rest.strip("@")):
                continue
            elif self.bridging and "=" in rest:
                for part in rest.split("@"):
                    self.markables[f"{part}@{line}"] = Markable(self.attributes(part, line), line)
            else:
                fact = f"column {self.column} reads {quoted(cell)}, which has something outside brackets"
                hint = "expected _, or brackets such as )(EntityID=1|MarkableID=m1)"
                raise self.source.error("bad-notation", fact, line, hint)
        if zero is not None and self._open and self._open[-1][2] == line:
            raise self._part_of_zero(line)

    def _opens(self, text: str, line: int, word: int) -> None:
        attributes = self.attributes(text, line)
        entity = attributes.get("entityid", "")
        if not self.bridging and not entity:
            fact = f"a markable in column {self.column} has no EntityID"
            raise self.source.error("bad-attribute", fact, line, f"its bracket reads {quoted(text)}")
        name = text if self.bridging else attributes.get("markableid") or f"\0{len(self.markables)}"
        markable = self.markables.setdefault(name, Markable(attributes, line))
        if markable.entity != entity:
            fact = f"markable {quoted(name)} is in entities {quoted(markable.entity)} and {quoted(entity)}"
            hint = f"first at line {markable.line}; a bracket with the same id continues a markable"
            raise self.source.error("bad-attribute", fact, line, hint)
        self._open.append((markable, word, line))

    def _closes(self, name: str, line: int, word: int, zero: int | None) -> None:
        place = len(self._open) - 1
        while name and place >= 0 and self._open[place][0].name != name:
            place -= 1
        if place < 0:
            what = f"markable {quoted(name)}" if name else "a markable"
            fact = f"{what} of column {self.column} is closed but was not opened"
            raise self.source.error("unpaired-bracket", fact, line)
        markable, start, begin_line = self._open.pop(place)
        if zero is None and markable.zero is None:
            markable.runs.append((start, word + 1))
        elif zero is not None and begin_line == line and not markable.runs and markable.zero in (None, zero):
            markable.zero = zero  # a relation may be written twice
        else:
            raise self._part_of_zero(line)

    def _part_of_zero(self, line: int) -> FormatError:
        fact = f"a markable of column {self.column} begins or ends at a zero, but is not that zero alone"
        return self.source.error("bad-notation", fact, line, "a zero opens and closes in one row")

    def finish(self) -> list[Markable]:
        """Refuse unclosed markables; return those with a place, or all for bridging."""
        for markable, _, line in self._open:
            name = quoted(markable.name) if markable.name else "without an id"
            fact = f"markable {name} of column {self.column} is never closed"
            raise self.source.error("unpaired-bracket", fact, line)
        return [each for each in self.markables.values() if self.bridging or each.place is not None]

    def attributes(self, text: str, line: int) -> Attributes:
        """Parse `Key=Value|Key=Value`; only ElementOf may occur twice."""
        attributes: Attributes = {}
        for part in text.split("|"):
            key, equals, value = part.partition("=")
            name = key.strip().replace("_", "").lower()
            name = "markableid" if name == "mentionid" else name
            if not equals or (name in attributes and name != "elementof"):
                what = "occurs twice" if equals else "has no ="
                raise self.source.error("bad-attribute", f"{quoted(part)} in column {self.column} {what}", line)
            attributes[name] = f"{attributes[name]},{value}" if name in attributes else value
        return attributes


class UaDocument:
    """The annotation of a document while its rows are read."""

    def __init__(self, reader: FileReader, columns: Iterable[str]) -> None:
        self.reader = reader
        self.columns = {
            name: UaColumn(reader, name) for name in (IDENTITY, BRIDGES, DISCOURSE_DEIXIS) if name in columns
        }
        self.split: list[tuple[Attributes, int]] = []
        self.types: dict[str, str] = {}  # by markable

    def read(self, column: str, cell: str, line: int, word: int, zero: int | None) -> None:
        """Read a cell that is not empty at a word, or at a zero before it."""
        if column in self.columns:
            self.columns[column].read(cell, line, word, zero)
        elif column == SPLIT:
            parts = [part for part in re.split(r"[()@]", cell) if part]
            self.split += [(self.columns[IDENTITY].attributes(part, line), line) for part in parts]
        else:
            for part in cell.split("("):
                name, kind = _MARKABLE.search(part), _ENTITY_TYPE.search(part)
                if name and kind and kind[1].lower() != "unknown":
                    self.types[name[1]] = kind[1]

    def finish(self, builder: CorpusBuilder) -> None:
        markables = self.columns[IDENTITY].finish()
        referring = [each for each in markables if each.refers]
        self._add(referring, builder, lambda each: self.types.get(each.name, ""))
        nothing = [each for each in markables if not each.refers]
        self._add(nothing, builder.annotation(NONREFERRING), lambda each: each.attributes.get("semtype", ""))
        self._add_sets(markables, builder, self.split)
        if DISCOURSE_DEIXIS in self.columns:
            deixis, deictic = builder.annotation(DEIXIS), self.columns[DISCOURSE_DEIXIS].finish()
            for each in deictic:
                if not each.refers:
                    text = f"entity {quoted(each.entity)} of column {DISCOURSE_DEIXIS} refers to nothing: left out"
                    self.reader.warn("contradicting-reference", text, each.line)
            deictic = [each for each in deictic if each.refers]
            self._add(deictic, deixis, lambda _: "")
            self._add_sets(deictic, deixis)
        if BRIDGES in self.columns:
            self._add_bridging(self.columns[BRIDGES].finish(), markables, builder)

    def _add(self, markables: list[Markable], builder: CorpusBuilder, kind_of: Callable[[Markable], str]) -> None:
        entities: dict[str, list[Markable]] = {}
        for each in markables:
            entities.setdefault(each.entity, []).append(each)
            each.minimum = self._minimum(each)
        for entity, members in entities.items():
            kind = self.reader.common_type(entity, map(kind_of, members), members[0].line)
            mentions = [each.place for each in members if each.place is not None]
            builder.add_entity(entity, mentions, [each.line for each in members], kind)

    def _minimum(self, markable: Markable) -> tuple[int, ...]:
        """The minimum span, if it lies within its markable; many files count other tokens here."""
        text = markable.attributes.get("min")
        if text is None or (markable.zero is not None and re.fullmatch(r"[0-9]+\.[0-9]+", text)):
            return ()
        match = _MINIMUM.fullmatch(text)
        if match is None:
            hint = "expected the number of a token, or of the first and the last: Min=4 or Min=4,6"
            fact = f"Min={quoted(text)} is not a number"
            raise self.reader.source.error("bad-attribute", fact, markable.line, hint)
        first, last = int(match[1]), int(match[2] or match[1])
        inside = {place for start, end in markable.runs for place in range(max(start, first - 1), min(end, last))}
        if first > last or len(inside) < last - first + 1:
            self.reader.warn("minimum-outside-mention", f"Min={text} is not used", markable.line)
            return ()
        return tuple(range(first - 1, last))

    def _add_sets(
        self, markables: list[Markable], builder: CorpusBuilder, split: Iterable[tuple[Attributes, int]] = ()
    ) -> None:
        """Add `ElementOf`, which is on a mention of each member and names the set's entity."""
        entities = {each.entity for each in markables}
        members: dict[str, dict[str, int]] = {}
        for attributes, line in [*((each.attributes, each.line) for each in markables), *split]:
            for whole in filter(None, attributes.get("elementof", "").split(",")):
                members.setdefault(whole, {}).setdefault(attributes.get("entityid", ""), line)
        for whole, parts in members.items():
            if whole not in entities or not entities.issuperset(parts):
                text = f"ElementOf={whole} names or is on an entity without a markable"
                self.reader.warn("relation-without-mentions", text, next(iter(parts.values())))
            for part in parts:
                builder.add_relation(Relation(SPLIT_ANTECEDENT, part, whole))

    def _add_bridging(self, anaphors: list[Markable], markables: list[Markable], builder: CorpusBuilder) -> None:
        by_name = {each.name: each for each in markables if each.name}
        by_place = {each.place: each for each in markables}
        entities = {each.entity for each in markables}
        relations: dict[str, Relation] = {}
        for number, anaphor in enumerate(anaphors):
            name, line = anaphor.name, anaphor.line
            anchor, entity = (anaphor.attributes.get(key, "") for key in ("mentionanchor", "entityanchor"))
            here = by_name.get(name) if name or anaphor.place is None else by_place.get(anaphor.place)
            there = by_name.get(anchor)
            unknown = [quoted(each) for each, place_of in ((name, here), (anchor, there)) if each and place_of is None]
            if there is None and entity and entity not in entities:
                unknown.append(quoted(entity))
            if unknown or not (anchor or entity):
                what = f"{unknown[0]} is not in column {IDENTITY}" if unknown else "it has no anchor"
                self.reader.warn("relation-without-mentions", f"bridging of {quoted(name)}: {what}", line)
            if name and name in relations:
                self.reader.warn("several-anchors", f"{quoted(name)} has several; the last counts", line)
            relations[name or f"|{number}"] = Relation(  # no name has a bar
                BRIDGING,
                there.entity if there else entity,
                here.entity if here else "",
                anaphor.attributes.get("rel", ""),
                here.place if here else anaphor.place,
                there.place if there else None,
            )
        for relation in relations.values():
            builder.add_relation(relation)


class _UaReader(FileReader):
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
                stray = f"{quoted(cells[before])} is in column {self.names[before]}"
                hint = "write _ in empty cells, or separate columns by tabs"
                raise self.source.error("bad-row", f"a cell before {IDENTITY} is blank: {stray}", self.line, hint)
        if len(cells) < needed or (len(cells) > count and self.has_columns):
            hint = f"they are {' '.join(self.names)}; an empty cell is _"
            raise self.source.error("bad-row", f"the row has {len(cells)} columns of {count}", self.line, hint)
        return cells + ["_"] * (count - len(cells))
