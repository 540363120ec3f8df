"""One document of CONLL-UA: its markables become entities, what refers to nothing, deixis, sets and bridging.

Brackets such as `)(EntityID=1|MarkableID=m1|Min=2,4|SemType=dn|ElementOf=3` are read one column at a time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import chain

from corefscope.basics.escaping import quoted
from corefscope.formats.builder import CorpusBuilder, cycle_in
from corefscope.formats.files.text import FileReader
from corefscope.model import BRIDGING, DEIXIS, NONREFERRING, SPLIT_ANTECEDENT, Mention, Relation
from corefscope.problems import FormatError

IDENTITY, SPLIT, BRIDGES, DISCOURSE_DEIXIS, NOM_SEM = "IDENTITY", "SPLIT", "BRIDGING", "DISCOURSE_DEIXIS", "NOM_SEM"
ANNOTATED = (IDENTITY, SPLIT, BRIDGES, DISCOURSE_DEIXIS, NOM_SEM)
PSEUDO = re.compile(r"[-_]Pseudo$", re.IGNORECASE)
_MINIMUM = re.compile(r"([0-9]{1,10})(?:[,-]([0-9]{1,10}))?")
_ENTITY_TYPE = re.compile(r"Entity_?Type=([^|()@\s]*)", re.IGNORECASE)
_MARKABLE = re.compile(r"(?:Markable|Mention)_?ID=([^|()@\s]*)", re.IGNORECASE)
# An opening with its attributes; a closing, with the markable's id where markables cross; what is outside brackets.
_ITEM = re.compile(r"\(([^()]*)|([^()]*)\)|([^()]+)")
Attributes = dict[str, str]  # names in small letters without underscores


@dataclass(slots=True)
class Markable:
    """What brackets open: its attributes, the line of the first, and the runs of words, or the zero, it covers."""

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
    """The markables of one column of a document; what was opened last is closed first, unless closings name ids.

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
        """Refuse what was never closed; return the markables with a place, of bridging all."""
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
        """Add everything to the latest document of a builder."""
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
        """Add `ElementOf`, which stands on a mention of each member and names the set's entity."""
        entities = {each.entity for each in markables}
        members: dict[str, dict[str, int]] = {}
        for attributes, line in [*((each.attributes, each.line) for each in markables), *split]:
            for whole in filter(None, attributes.get("elementof", "").split(",")):
                members.setdefault(whole, {}).setdefault(attributes.get("entityid", ""), line)
        if cycle := cycle_in(members):
            fact = f"ElementOf leads from entity {' to '.join(map(quoted, [*cycle, cycle[0]]))}"
            hint = "an entity cannot be part of itself"
            line = members[cycle[1 % len(cycle)]][cycle[0]]
            raise self.reader.source.error("split-antecedent-cycle", fact, line, hint)
        for whole, parts in members.items():
            if whole not in entities or not entities.issuperset(parts):
                text = f"ElementOf={whole} names or stands on an entity without a markable"
                self.reader.warn("relation-without-mentions", text, next(iter(parts.values())))
            for part, line in parts.items():
                builder.add_relation(Relation(SPLIT_ANTECEDENT, part, whole), line)

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
