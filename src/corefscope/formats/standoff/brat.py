"""brat's standoff: an `.ann` of lines beside the `.txt` they annotate; offsets count characters, ends are exclusive.

    T1  Person 0 4          Anna        a mention; `0 4;9 13` has a gap, and one of nothing but blanks is none,
                                        because brat cuts a span in two at the end of a line
    R1  Coreference Arg1:T2 Arg2:T1     the two are the same, if the relation's name contains `coref`
    *   Equiv T1 T2 T3                  all of these are the same

Entities are what these lines connect; a mention that none connects is alone. A mention's type is known if its line
says `name`, `nominal` or `pronoun`; other types are the entity's. Other relations are kept as Relations. Events (E)
stand for their triggers where a relation names them; attributes, notes and normalisations (A, M, N, #) say nothing of
coreference.

LitBank's flavour (Bamman et al. 2020) has `T1  PROP_FAC 22 28  London` and, over the same span, `T2  London-1 22 28
London` for the entity. The attribute of a `cop` or `appos` relation has no such line and is an entity of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import common_type, decoded, lines_of, same_text, shown, text_beside
from corefscope.formats.registry import Options
from corefscope.formats.standoff.linking import components
from corefscope.model import CHARACTERS, TYPES, Corpus, Mention, Relation, in_text_order
from corefscope.problems import FormatError, Notices

LITBANK_TYPES = {"PROP": "name", "NOM": "nominal", "PRON": "pronoun"}
LITBANK_RELATIONS = {"cop": "copula", "appos": "apposition"}
IGNORED = "AMN#"
WIDEST_BLANK = 200  # a wider gap is one even if it is blank
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


@dataclass
class _Annotations:
    """The lines of a file: mentions by id, the triggers of events, and links."""

    bounds: dict[str, _Bound] = field(default_factory=dict)
    triggers: dict[str, str] = field(default_factory=dict)
    links: list[_BratLink] = field(default_factory=list)
    room: int = 0  # how many characters of mentions with gaps may still be listed one by one


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """The one document of an `.ann` file, called after the file."""
    text = text_beside(source, notices)
    # brat repeats what is annotated, so mentions with gaps cannot be longer than all lines together.
    found = _Annotations(room=4 * (len(content) + len(text)) + 1000)
    for number, line in lines_of(decoded(content, source.path, notices)):
        if line.strip():
            try:
                _add_line(found, line, number, text, source, notices)
            except FormatError as error:
                notices.refuse(error)
    links = _resolved(found, source, notices)
    builder = CorpusBuilder(source.path, CHARACTERS)
    builder.add_document("", 1, raw=text)
    entity_of = {}
    for name, members in _entities(found, links, source, notices):
        _add_entity(builder, name, [found.bounds[member] for member in members], source, notices)
        entity_of.update(dict.fromkeys(members, name))
    for link in links:
        if not link.identity:
            # LitBank's relations may name the line that gives a mention its entity: then that entity is meant.
            anaphor, antecedent = (entity_of.get(end, found.bounds[end].kind) for end in link.ends)
            kind = LITBANK_RELATIONS.get(link.name, link.name)
            builder.add_relation(Relation(kind, antecedent, anaphor, found.bounds[link.ends[0]].text))
    return builder.corpus(source.stem, notices)


def _entities(
    found: _Annotations, links: list[_BratLink], source: Source, notices: Notices
) -> Iterable[tuple[str, list[str]]]:
    """The name and the T lines of each entity."""
    identity = [pair for link in links if link.identity for pair in pairwise(link.ends)]
    if not identity and any(_LITBANK.fullmatch(bound.kind) for bound in found.bounds.values()):
        return _litbank_entities(found.bounds, {link.ends[0] for link in links}, source, notices)
    if links and not any(link.identity for link in links):
        names = ", ".join(sorted({link.name for link in links})[:8])
        text = f"no name of a relation ({names}) contains 'coref', so each mention is an entity of its own"
        notices.add("no-coreference", text, source.path, links[0].line)
    ordered = sorted(found.bounds, key=lambda number: in_text_order(found.bounds[number].mention))
    return [(members[0], members) for members in components(ordered, identity)]


def _add_line(found: _Annotations, line: str, number: int, text: str, source: Source, notices: Notices) -> None:
    mark = line[0]
    columns = line.split("\t", 2)
    if mark in IGNORED and len(columns) > 1:
        return
    if mark not in "TRE*" or len(columns) < 2:
        raise FormatError(
            "bad-row",
            f"no brat line looks like {shown(line)}",
            source.path,
            number,
            "an id such as T1, R1 or *, a tab, …",
        )
    if mark == "T":
        if columns[0] in found.bounds:
            first = f"first in line {found.bounds[columns[0]].line}"
            raise FormatError("repeated-row", f"{columns[0]} occurs twice", source.path, number, first)
        # A mention whose place is wrong may still be named by links.
        found.bounds[columns[0]] = _Bound("", Mention(0, 1), "", number)
        found.bounds[columns[0]] = _bound(found, columns, number, text, source, notices)
    elif mark == "E":
        found.triggers[columns[0]] = columns[1].split(" ", 1)[0].rpartition(":")[2]
    else:
        found.links.append(_link(mark, columns[1], number, source))


def _link(mark: str, text: str, line: int, source: Source) -> _BratLink:
    name, _, rest = text.partition(" ")
    if mark == "*":
        return _BratLink(name, tuple(dict.fromkeys(match[0] for match in re.finditer(r"\S+", rest))), line, True)
    ends = rest.split(None, 2)
    if len(ends) != 2 or not all(":" in end for end in ends):
        hint = "such as Arg1:T2 Arg2:T1"
        raise FormatError("bad-row", f"a relation should have two ends, not {shown(rest)}", source.path, line, hint)
    return _BratLink(name, tuple(end.partition(":")[2] for end in ends), line, "coref" in name.lower())


def _resolved(found: _Annotations, source: Source, notices: Notices) -> list[_BratLink]:
    """The links with events replaced by their triggers; every end must be there, or no identity can be said."""
    links = []
    for link in found.links:
        if not link.ends:
            notices.add("relation-left-out", f"{shown(link.name)} names no T line", source.path, link.line)
            continue
        ends = tuple(found.triggers.get(end, end) for end in link.ends)
        missing = next((end for end in ends if end not in found.bounds), None)
        if missing is None:
            links.append(link._replace(ends=ends))
        elif link.identity:
            hint = "no T line has this id"
            notices.refuse(
                FormatError("unknown-mention", f"{link.name} names {shown(missing)}", source.path, link.line, hint)
            )
        else:
            text = f"{link.name} names {shown(missing)}, and no T line has this id"
            notices.add("relation-left-out", text, source.path, link.line)
    return links


def _bound(found: _Annotations, columns: list[str], line: int, text: str, source: Source, notices: Notices) -> _Bound:
    kind, _, offsets = columns[1].partition(" ")
    spans = []
    for part in offsets.split(";"):
        match = _OFFSETS.fullmatch(part)
        if not match:
            raise FormatError(
                "bad-row",
                f"{columns[0]} has the offsets {shown(offsets)}",
                source.path,
                line,
                "start and end, as in 0 4 or 0 4;9 13",
            )
        start, end = int(match[1]), int(match[2])
        if start >= end:
            raise FormatError("bad-row", f"{columns[0]} ends at {end}, not after its start {start}", source.path, line)
        if end > len(text):
            hint = "offsets count characters, and the end is exclusive"
            raise FormatError(
                "mention-outside-text", f"{columns[0]} ends at {end}, the text at {len(text)}", source.path, line, hint
            )
        spans.append((start, end))
    said = columns[2] if len(columns) > 2 else None
    length = sum(end - start for start, end in spans) + len(spans) - 1
    if said is not None and not (
        len(said) == length and same_text(" ".join(text[start:end] for start, end in spans), said)
    ):
        there = shown(text[spans[0][0] : min(spans[0][1], spans[0][0] + 60)])
        notices.add("text-differs", f"{columns[0]} is {shown(said)} here and {there} in the text", source.path, line)
    spans = _joined(sorted(spans), text)
    if len(spans) == 1:
        return _Bound(kind, Mention(*spans[0]), said or "", line)
    found.room -= length
    if found.room < 0:
        raise FormatError("too-large", "the mentions with gaps cover more than brat could write", source.path, line)
    return _Bound(kind, Mention.at(place for span in spans for place in range(*span)), said or "", line)


def _joined(spans: list[tuple[int, int]], text: str) -> list[tuple[int, int]]:
    """Spans that touch, overlap or have only blanks between them become one."""
    joined = [spans[0]]
    for start, end in spans[1:]:
        last_start, last_end = joined[-1]
        gap = start - last_end
        if gap <= 0 or (gap <= WIDEST_BLANK and text[last_end:start].isspace()):
            joined[-1] = last_start, max(last_end, end)
        else:
            joined.append((start, end))
    return joined


def _litbank_entities(
    bounds: dict[str, _Bound], explained: set[str], source: Source, notices: Notices
) -> list[tuple[str, list[str]]]:
    """Entities by the second kind of T line; their members are lines of the first kind where there is one."""
    mentions = {bound.mention: number for number, bound in bounds.items() if _LITBANK.fullmatch(bound.kind)}
    entities: dict[str, list[str]] = {}
    linked = set()
    for number, bound in bounds.items():
        if not _LITBANK.fullmatch(bound.kind):
            member = mentions.get(bound.mention, number)
            entities.setdefault(bound.kind, []).append(member)
            linked.add(bound.mention)
            if member == number:
                text = f"{number} gives {shown(bound.text)} to {bound.kind}, and no line such as NOM_PER marks it"
                notices.add("entity-line-alone", text, source.path, bound.line)
    for number, bound in bounds.items():
        if bound.mention not in linked:
            entities.setdefault(number, []).append(number)
            if number not in explained:
                text = f"{number} {shown(bound.text)} is taken as an entity of its own"
                notices.add("mention-without-entity", text, source.path, bound.line)
    return list(entities.items())


def _add_entity(builder: CorpusBuilder, name: str, bounds: list[_Bound], source: Source, notices: Notices) -> None:
    mentions, types = [], []
    for bound in bounds:
        litbank = _LITBANK.fullmatch(bound.kind)
        type_name = LITBANK_TYPES[litbank[1]] if litbank else bound.kind if bound.kind in TYPES[1:] else None
        mentions.append(bound.mention.replaced(type=type_name) if type_name else bound.mention)
        types.append(litbank[2] if litbank else "" if type_name or bound.kind in ("Mention", name) else bound.kind)
    kind = common_type(name, types, source, bounds[0].line, notices)
    builder.add_entity(name, mentions, [bound.line for bound in bounds], kind)
