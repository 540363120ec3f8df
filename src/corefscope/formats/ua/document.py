"""One document of CONLL-UA: its markables become entities, what refers to nothing, deixis, sets and bridging."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from corefscope.basics.escaping import quoted
from corefscope.formats.builder import CorpusBuilder, cycle_in
from corefscope.formats.files.text import FileReader
from corefscope.formats.ua.brackets import Attributes, Brackets, Markable, attributes_of
from corefscope.model import BRIDGING, DEIXIS, NONREFERRING, SPLIT_ANTECEDENT, Mention, Relation

IDENTITY, SPLIT, BRIDGES, DISCOURSE_DEIXIS, NOM_SEM = "IDENTITY", "SPLIT", "BRIDGING", "DISCOURSE_DEIXIS", "NOM_SEM"
ANNOTATED = (IDENTITY, SPLIT, BRIDGES, DISCOURSE_DEIXIS, NOM_SEM)
REFERRING = ("", "dn", "do")  # values of SemType; the others are kinds of what refers to nothing
PSEUDO = re.compile(r"[-_]Pseudo$", re.IGNORECASE)
_MINIMUM = re.compile(r"([0-9]{1,10})(?:[,-]([0-9]{1,10}))?")
_ENTITY_TYPE = re.compile(r"Entity_?Type=([^|()@\s]*)", re.IGNORECASE)
_MARKABLE = re.compile(r"(?:Markable|Mention)_?ID=([^|()@\s]*)", re.IGNORECASE)


class UaDocument:
    """The annotation of a document while its rows are read."""

    def __init__(self, reader: FileReader, columns: Iterable[str]) -> None:
        self.reader = reader
        columns = set(columns)
        self.identity = Brackets(reader, IDENTITY)
        self.deixis = Brackets(reader, DISCOURSE_DEIXIS) if DISCOURSE_DEIXIS in columns else None
        self.bridging = Brackets(reader, BRIDGES, bridging=True)
        self.split: list[tuple[Attributes, int]] = []
        self.types: dict[str, str] = {}  # by markable

    def read(self, column: str, cell: str, line: int, word: int, zero: int | None) -> None:
        """Read a cell that is not empty at a word, or at a zero before it."""
        if column == IDENTITY:
            self.identity.read(cell, line, word, zero)
        elif column == DISCOURSE_DEIXIS and self.deixis:
            self.deixis.read(cell, line, word, zero)
        elif column == BRIDGES:
            self.bridging.read(cell, line, word, zero)
        elif column == SPLIT:
            parts = [part for part in re.split(r"[()@]", cell) if part]
            self.split += [(attributes_of(part, self.identity, line), line) for part in parts]
        else:
            for part in cell.split("("):
                name, kind = _MARKABLE.search(part), _ENTITY_TYPE.search(part)
                if name and kind and kind[1].lower() != "unknown":
                    self.types[name[1]] = kind[1]

    def finish(self, builder: CorpusBuilder) -> None:
        """Add everything to the latest document of a builder."""
        found = self.identity.finish()
        nothing = [each for each in found if PSEUDO.search(each.entity)]
        referring = [each for each in found if not PSEUDO.search(each.entity)]
        for each in found:
            kind = each.attributes.get("semtype", "").lower()
            if (kind in REFERRING) == bool(PSEUDO.search(each.entity)) and "semtype" in each.attributes:
                text = f"entity {quoted(each.entity)} has SemType={kind}: the id decides"
                self.reader.warn("contradicting-reference", text, each.line)
        places: dict[int, Mention] = {}
        self._add(referring, builder, places, lambda each: self.types.get(each.name, ""))
        nonreferring = builder.annotation(NONREFERRING)
        self._add(nothing, nonreferring, places, lambda each: each.attributes.get("semtype", ""))
        self._add_sets(found, builder, self.split)
        if self.deixis is not None:
            deixis, said = builder.annotation(DEIXIS), self.deixis.finish()
            for each in said:
                if PSEUDO.search(each.entity):
                    text = f"entity {quoted(each.entity)} of column {DISCOURSE_DEIXIS} refers to nothing: left out"
                    self.reader.warn("contradicting-reference", text, each.line)
            said = [each for each in said if not PSEUDO.search(each.entity)]
            self._add(said, deixis, places, lambda _: "")
            self._add_sets(said, deixis)
        self._add_bridging(found, places, builder)

    def _add(
        self,
        markables: list[Markable],
        builder: CorpusBuilder,
        places: dict[int, Mention],
        kind_of: Callable[[Markable], str],
    ) -> None:
        entities: dict[str, list[Markable]] = {}
        for each in markables:
            entities.setdefault(each.entity, []).append(each)
            places[id(each)] = each.mention().replaced(minimum=self._minimum(each))
        for entity, members in entities.items():
            kinds = map(kind_of, members)
            kind = self.reader.common_type(entity, kinds, members[0].line)
            builder.add_entity(entity, [places[id(each)] for each in members], [each.line for each in members], kind)

    def _minimum(self, markable: Markable) -> tuple[int, ...]:
        """The minimum span, if it lies within its markable; many files count other tokens here."""
        text = markable.attributes.get("min")
        if text is None or (markable.zero is not None and re.fullmatch(r"[0-9]+\.[0-9]+", text)):
            return ()
        found = _MINIMUM.fullmatch(text)
        if found is None:
            hint = "expected the number of a token, or of the first and the last: Min=4 or Min=4,6"
            self.reader.refuse("bad-attribute", f"Min={quoted(text)} is not a number", markable.line, hint)
            return ()
        first, last = int(found[1]), int(found[2] or found[1])
        inside = any(start < first <= last <= end for start, end in markable.runs)
        if not inside and len(markable.runs) > 1 and last <= markable.runs[-1][1]:
            inside = set(markable.mention().covered).issuperset(range(first - 1, last))
        if not inside:
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
            self.reader.refuse("split-antecedent-cycle", fact, members[cycle[1 % len(cycle)]][cycle[0]], hint)
            return
        for whole, parts in members.items():
            if whole not in entities or not entities.issuperset(parts):
                text = f"ElementOf={whole} names or stands on an entity without a markable"
                self.reader.warn("relation-without-mentions", text, next(iter(parts.values())))
            for part, line in parts.items():
                builder.add_relation(Relation(SPLIT_ANTECEDENT, part, whole), line)

    def _add_bridging(self, markables: list[Markable], places: dict[int, Mention], builder: CorpusBuilder) -> None:
        by_name = {each.name: each for each in markables if each.name}
        by_place = {places[id(each)]: each for each in markables}
        entities = {each.entity for each in markables}
        found: dict[str, Relation] = {}
        for number, anaphor in enumerate(self.bridging.finish()):
            name, line = anaphor.name, anaphor.line
            anchor, entity = (anaphor.attributes.get(key, "") for key in ("mentionanchor", "entityanchor"))
            place = anaphor.mention() if anaphor.runs or anaphor.zero is not None else None
            here = by_name.get(name) if name or place is None else by_place.get(place)
            there = by_name.get(anchor)
            unknown = [quoted(each) for each, place_of in ((name, here), (anchor, there)) if each and place_of is None]
            if there is None and entity and entity not in entities:
                unknown.append(quoted(entity))
            if unknown or not (anchor or entity):
                what = f"{unknown[0]} is not in column {IDENTITY}" if unknown else "it has no anchor"
                self.reader.warn("relation-without-mentions", f"bridging of {quoted(name)}: {what}", line)
            if there is not None and entity and there.entity != entity:
                text = f"{quoted(anchor)} is in entity {there.entity}, not in EntityAnchor={entity}"
                self.reader.warn("contradicting-anchors", text, line)
            if name and name in found:
                self.reader.warn("several-anchors", f"{quoted(name)} has several; the last counts", line)
            found[name or f"|{number}"] = Relation(  # no name has a bar
                BRIDGING,
                there.entity if there else entity,
                here.entity if here else "",
                anaphor.attributes.get("rel", ""),
                places[id(here)] if here else place,
                places[id(there)] if there else None,
            )
        for relation in found.values():
            builder.add_relation(relation)
