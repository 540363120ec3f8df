"""brat's standoff: an `.ann` of lines beside the `.txt` they annotate; offsets count characters, ends are exclusive.

    T1  Person 0 4          Anna        a mention; `0 4;9 13` has a gap, but a gap of blanks only does not count,
                                        because brat splits a span at the end of a line
    R1  Coreference Arg1:T2 Arg2:T1     the two are the same, if the relation's name contains `coref`
    *   Equiv T1 T2 T3                  all of these are the same

Entities are the mentions that these lines connect; an unconnected mention is a singleton. A mention's type is `name`,
`nominal` or `pronoun`; other types are the entity's. Other relations are kept as Relations. Relations to an event (E)
are relations to its trigger; attributes, notes and normalisations (A, M, N, #) are ignored.

LitBank's flavour (Bamman et al. 2020) has `T1  PROP_FAC 22 28  London` and, over the same span, `T2  London-1 22 28
London` for the entity. The attribute of a `cop` or `appos` relation has no such line and is a singleton.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

from corefscope.basics.components import components
from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import FileReader, lines_of, same_text, shown
from corefscope.formats.registry import Options
from corefscope.model import CHARACTERS, TYPES, Corpus, Mention, Relation, in_text_order
from corefscope.problems import FormatError, Notices

LITBANK_TYPES = {"PROP": "name", "NOM": "nominal", "PRON": "pronoun"}
LITBANK_RELATIONS = {"cop": "copula", "appos": "apposition"}
IGNORED = "AMN#"
WIDEST_BLANK = 200  # a wider gap counts even if it is blank
_OFFSETS = re.compile(r"([0-9]{1,12}) ([0-9]{1,12})")
_LITBANK = re.compile(r"(PROP|NOM|PRON)_([A-Z]+)")


class _Bound(NamedTuple):
    """A T line."""

    kind: str
    mention: Mention
    text: str
    line: int


class _BratLink(NamedTuple):
    """An R line, from its first to its second end, or a * line with all its members."""

    name: str
    ends: tuple[str, ...]
    line: int
    identity: bool


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """Read the document of an `.ann` file, named after the file."""
    return _BratReader(source, notices).read(content)


class _BratReader(FileReader):
    """The lines of a file: mentions by id, the triggers of events, and links."""

    def read(self, content: bytes) -> Corpus:
        self.text = self.text_beside()
        self.bounds: dict[str, _Bound] = {}
        self.triggers: dict[str, str] = {}
        self.links: list[_BratLink] = []
        # How many characters of mentions with gaps may be listed: brat repeats the annotated text, so they cannot be
        # longer than all lines together.
        self.room = 4 * (len(content) + len(self.text)) + 1000
        for number, line in lines_of(self.decode(content)):
            if line.strip():
                try:
                    self._add_line(line, number)
                except FormatError as error:
                    self.notices.refuse(error)
        self.links = self._resolved()
        self.builder = CorpusBuilder(self.source.path, CHARACTERS)
        self.builder.add_document("", 1, raw=self.text)
        entity_of = {}
        for name, members in self._entities():
            self._add_entity(name, [self.bounds[member] for member in members])
            entity_of.update(dict.fromkeys(members, name))
        for link in self.links:
            if not link.identity:
                # LitBank's relations may name the line of an entity instead of that of a mention.
                anaphor, antecedent = (entity_of.get(end, self.bounds[end].kind) for end in link.ends)
                kind = LITBANK_RELATIONS.get(link.name, link.name)
                self.builder.add_relation(Relation(kind, antecedent, anaphor, self.bounds[link.ends[0]].text))
        return self.builder.corpus(self.source.stem, self.notices)

    def _entities(self) -> Iterable[tuple[str, list[str]]]:
        """The name and the T lines of each entity."""
        identity = [pair for link in self.links if link.identity for pair in pairwise(link.ends)]
        if not identity and any(_LITBANK.fullmatch(bound.kind) for bound in self.bounds.values()):
            return self._litbank_entities()
        if self.links and not any(link.identity for link in self.links):
            names = ", ".join(sorted({link.name for link in self.links})[:8])
            text = f"no name of a relation ({names}) contains 'coref', so each mention is a singleton"
            self.warn("no-coreference", text, self.links[0].line)
        ordered = sorted(self.bounds, key=lambda number: in_text_order(self.bounds[number].mention))
        return [(members[0], members) for members in components(ordered, identity)]

    def _add_line(self, line: str, number: int) -> None:
        mark = line[0]
        columns = line.split("\t", 2)
        if mark in IGNORED and len(columns) > 1:
            return
        if mark not in "TRE*" or len(columns) < 2:
            hint = "an id such as T1, R1 or *, a tab, …"
            raise self.source.error("bad-row", f"no brat line looks like {shown(line)}", number, hint)
        if mark == "T":
            if columns[0] in self.bounds:
                first = f"first in line {self.bounds[columns[0]].line}"
                raise self.source.error("repeated-row", f"{columns[0]} occurs twice", number, first)
            # Links may name a mention even if its offsets are wrong.
            self.bounds[columns[0]] = _Bound("", Mention(0, 1), "", number)
            self.bounds[columns[0]] = self._bound(columns, number)
        elif mark == "E":
            self.triggers[columns[0]] = columns[1].split(" ", 1)[0].rpartition(":")[2]
        else:
            self.links.append(self._link(mark, columns[1], number))

    def _link(self, mark: str, text: str, line: int) -> _BratLink:
        name, _, rest = text.partition(" ")
        if mark == "*":
            return _BratLink(name, tuple(dict.fromkeys(match[0] for match in re.finditer(r"\S+", rest))), line, True)
        ends = rest.split(None, 2)
        if len(ends) != 2 or not all(":" in end for end in ends):
            fact = f"a relation should have two ends, not {shown(rest)}"
            raise self.source.error("bad-row", fact, line, "such as Arg1:T2 Arg2:T1")
        return _BratLink(name, tuple(end.partition(":")[2] for end in ends), line, "coref" in name.lower())

    def _resolved(self) -> list[_BratLink]:
        """The links with events replaced by their triggers; a missing end is an error for identity."""
        links = []
        for link in self.links:
            ends = tuple(self.triggers.get(end, end) for end in link.ends)
            missing = next((end for end in ends if end not in self.bounds), None)
            if not ends:
                self.warn("relation-left-out", f"{shown(link.name)} names no T line", link.line)
            elif missing is None:
                links.append(link._replace(ends=ends))
            elif link.identity:
                self.refuse(
                    "unknown-mention", f"{link.name} names {shown(missing)}", link.line, "no T line has this id"
                )
            else:
                text = f"{link.name} names {shown(missing)}, and no T line has this id"
                self.warn("relation-left-out", text, link.line)
        return links

    def _bound(self, columns: list[str], line: int) -> _Bound:
        name, text = columns[0], self.text
        kind, _, offsets = columns[1].partition(" ")
        spans = []
        for part in offsets.split(";"):
            match = _OFFSETS.fullmatch(part)
            if not match:
                hint = "start and end, as in 0 4 or 0 4;9 13"
                raise self.source.error("bad-row", f"{name} has the offsets {shown(offsets)}", line, hint)
            start, end = int(match[1]), int(match[2])
            if start >= end:
                raise self.source.error("bad-row", f"{name} ends at {end}, not after its start {start}", line)
            if end > len(text):
                fact, hint = (
                    f"{name} ends at {end}, the text at {len(text)}",
                    "offsets count characters, and the end is exclusive",
                )
                raise self.source.error("mention-outside-text", fact, line, hint)
            spans.append((start, end))
        said = columns[2] if len(columns) > 2 else None
        length = sum(end - start for start, end in spans) + len(spans) - 1
        if said is not None and not (
            len(said) == length and same_text(" ".join(text[start:end] for start, end in spans), said)
        ):
            there = shown(text[spans[0][0] : min(spans[0][1], spans[0][0] + 60)])
            self.warn("text-differs", f"{name} is {shown(said)} here and {there} in the text", line)
        spans = _without_blank_gaps(sorted(spans), text)
        if len(spans) == 1:
            return _Bound(kind, Mention(*spans[0]), said or "", line)
        self.room -= length
        if self.room < 0:
            raise self.source.error("too-large", "the mentions with gaps cover more than brat could write", line)
        return _Bound(kind, Mention.at(place for span in spans for place in range(*span)), said or "", line)

    def _litbank_entities(self) -> Iterable[tuple[str, list[str]]]:
        """Entities by the second kind of T line; their members are lines of the first kind, if any."""
        explained = {link.ends[0] for link in self.links}
        mentions = {bound.mention: number for number, bound in self.bounds.items() if _LITBANK.fullmatch(bound.kind)}
        entities: dict[str, list[str]] = {}
        linked = set()
        for number, bound in self.bounds.items():
            if not _LITBANK.fullmatch(bound.kind):
                member = mentions.get(bound.mention, number)
                entities.setdefault(bound.kind, []).append(member)
                linked.add(bound.mention)
                if member == number:
                    text = f"{number} gives {shown(bound.text)} to {bound.kind}, and no line such as NOM_PER marks it"
                    self.warn("entity-line-alone", text, bound.line)
        for number, bound in self.bounds.items():
            if bound.mention not in linked:
                entities.setdefault(number, []).append(number)
                if number not in explained:
                    text = f"{number} {shown(bound.text)} is read as a singleton"
                    self.warn("mention-without-entity", text, bound.line)
        return entities.items()

    def _add_entity(self, name: str, bounds: list[_Bound]) -> None:
        mentions, types = [], []
        for bound in bounds:
            litbank = _LITBANK.fullmatch(bound.kind)
            type_name = LITBANK_TYPES[litbank[1]] if litbank else bound.kind if bound.kind in TYPES[1:] else None
            mentions.append(bound.mention.replaced(type=type_name) if type_name else bound.mention)
            types.append(litbank[2] if litbank else "" if type_name or bound.kind in ("Mention", name) else bound.kind)
        kind = self.common_type(name, types, bounds[0].line)
        self.builder.add_entity(name, mentions, [bound.line for bound in bounds], kind)


def _without_blank_gaps(spans: list[tuple[int, int]], text: str) -> list[tuple[int, int]]:
    """Merge spans that touch, overlap or have only blanks between them."""
    merged = [spans[0]]
    for start, end in spans[1:]:
        last_start, last_end = merged[-1]
        gap = start - last_end
        if gap <= 0 or (gap <= WIDEST_BLANK and text[last_end:start].isspace()):
            merged[-1] = last_start, max(last_end, end)
        else:
            merged.append((start, end))
    return merged
