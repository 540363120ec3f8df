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
from collections.abc import Sequence
from itertools import pairwise

from corefscope.formats.annotations import MENTION_TYPES, Annotations, Link, Span, by_place
from corefscope.formats.conll.writer import note_attributes
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import lines_of, shown
from corefscope.formats.registry import Options
from corefscope.formats.tools.writing import WrittenText, file_name, note_rest, places
from corefscope.model import CHARACTERS, Corpus, Document, Mention, in_text_order
from corefscope.problems import Notices

LITBANK_RELATIONS = {"cop": "copula", "appos": "apposition"}
_RUN = "[0-9]{1,12} [0-9]{1,12}"
_RUNS = re.compile(f"{_RUN}(?:;{_RUN})*")
_LITBANK = re.compile("(PROP|NOM|PRON)_([A-Z]+)")
_LINE = re.compile(r"[^\r\n]+")


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """Read the document of an `.ann` file, named after the file."""
    reader = Annotations(content, source, notices, options, CHARACTERS)
    text = reader.text_beside()
    spans: dict[str, Span] = {}
    triggers: dict[str, str] = {}
    links: list[Link] = []
    for number, line in lines_of(reader.decode(content)):
        mark, columns = line[:1], line.split("\t", 2)
        if not line.strip() or (mark in "AMN#" and len(columns) > 1):
            continue
        if mark not in "TRE*" or len(columns) < 2:
            hint = "an id such as T1, R1 or *, a tab, …"
            raise source.error("bad-row", f"no brat line looks like {shown(line)}", number, hint)
        if mark == "T":
            _add_span(spans, columns, text, number, reader)
        elif mark == "E":
            triggers[columns[0]] = columns[1].split(" ", 1)[0].rpartition(":")[2]
        else:
            links += _links(mark, columns[1], number, reader)
    links = [
        link._replace(
            anaphor=triggers.get(link.anaphor, link.anaphor), antecedent=triggers.get(link.antecedent, link.antecedent)
        )
        for link in links
    ]
    known = [link for link in links if link.anaphor in spans and link.antecedent in spans]
    entities = None
    is_linked = any(link.identity and link.anaphor != link.antecedent for link in known)
    if not is_linked and any(map(_is_litbank, spans.values())):
        entities = _litbank_entities(spans, {link.anaphor for link in known}, reader)
    elif known and not any(link.identity for link in known):
        names = ", ".join(sorted({link.name for link in known})[:8])
        fact = f"no name of a relation ({names}) contains 'coref', so each mention is a singleton"
        reader.warn("no-coreference", fact, known[0].line)
    reader.builder.add_document("", 1, raw=text)
    reader.connect(by_place(spans), links, entities=entities)
    return reader.corpus()


def _add_span(spans: dict[str, Span], columns: list[str], text: str, line: int, reader: Annotations) -> None:
    id, (kind, _, offsets) = columns[0], columns[1].partition(" ")
    if not _RUNS.fullmatch(offsets):
        fact, hint = f"{id} has the offsets {shown(offsets)}", "start and end, as in 0 4 or 0 4;9 13"
        raise reader.source.error("bad-row", fact, line, hint)
    runs = [(int(start), int(end)) for start, end in (run.split(" ") for run in offsets.split(";"))]
    litbank = _LITBANK.fullmatch(kind)
    label = litbank[2] if litbank else "" if kind == "Mention" else kind
    reader.add_span(spans, id, runs, text, line, label, columns[2] if len(columns) > 2 else None, "bad-row")
    if litbank:
        spans[id] = spans[id]._replace(mention=spans[id].mention.replaced(type=MENTION_TYPES[litbank[1]]))


def _links(mark: str, text: str, line: int, reader: Annotations) -> list[Link]:
    """The links of an R line, from its first to its second end, or of the members of a * line."""
    name, _, rest = text.partition(" ")
    if mark == "*":
        ids = list(dict.fromkeys(rest.split()))
        if not ids:
            reader.warn("relation-left-out", f"{shown(name)} names no T line", line)
        return [Link(name, one, two, line, True) for one, two in pairwise([*ids, *ids[-1:]])]
    ends = rest.split(None, 2)
    if len(ends) != 2 or not all(":" in end for end in ends):
        fact = f"a relation should have two ends, not {shown(rest)}"
        raise reader.source.error("bad-row", fact, line, "such as Arg1:T2 Arg2:T1")
    anaphor, antecedent = (end.partition(":")[2] for end in ends)
    return [Link(LITBANK_RELATIONS.get(name, name), anaphor, antecedent, line, "coref" in name.lower())]


def _is_litbank(span: Span) -> bool:
    """Whether it is a mention of LitBank, which alone has a type and an entity type."""
    return bool(span.mention.type and span.type)


def _litbank_entities(spans: dict[str, Span], anaphors: set[str], reader: Annotations) -> dict[str, list[str]]:
    """Entities by the second kind of T line; their members are lines of the first kind, if any."""
    mentions = {span.mention: id for id, span in spans.items() if _is_litbank(span)}
    entities: dict[str, list[str]] = {}
    mentions_of_entities = {span.mention for span in spans.values() if not _is_litbank(span)}
    for id, span in list(spans.items()):
        if not _is_litbank(span):
            entities.setdefault(span.type, []).append(mentions.get(span.mention, id))
            if span.mention not in mentions:
                text = f"{id} gives {shown(span.text)} to {span.type}, and no line such as NOM_PER marks it"
                reader.warn("entity-line-alone", text, span.line)
                spans[id] = span._replace(type="")
    for id, span in spans.items():
        if span.mention not in mentions_of_entities:
            entities.setdefault(id, []).append(id)
            if id not in anaphors:
                text = f"{id} {shown(span.text)} is read as a singleton"
                reader.warn("mention-without-entity", text, span.line)
    return entities


def write(documents: Sequence[Document], notices: Notices) -> dict[str, str]:
    """Write for each document a `.txt` and an `.ann`, by file name.

    Every mention is a T line with its type, or `Mention` if unknown; each but the first of an entity has an R line
    `Coreference` to the previous one. Running text is unchanged; words are joined by blanks, one sentence a line.
    """
    files: dict[str, str] = {}
    used: set[str] = set()
    for document in documents:
        name, written = file_name(document.name, used), WrittenText.of(document)
        spans: list[str] = []
        links: list[str] = []
        latest: dict[int, int] = {}
        for entity, mention, where in sorted(places(document), key=lambda place: in_text_order(place[1])):
            if lines := _lines(mention, written, where, notices):
                runs = ";".join(f"{start} {end}" for start, end in lines)
                covered = " ".join(written.text[start:end] for start, end in lines).replace("\t", " ")
                number = len(spans) + 1
                spans.append(f"T{number}\t{mention.type or 'Mention'} {runs}\t{covered}\n")
                note_attributes(mention.replaced(type=None), where, notices)
                if entity in latest:
                    links.append(f"R{len(links) + 1}\tCoreference Arg1:T{number} Arg2:T{latest[entity]}\n")
                latest[entity] = number
        note_rest(document, notices)
        files |= {f"{name}.txt": written.text, f"{name}.ann": "".join(spans + links)}
    return files


def _lines(mention: Mention, written: WrittenText, where: str, notices: Notices) -> list[tuple[int, int]]:
    """Start and end of every run of characters, cut at line ends as brat requires."""
    positions: list[tuple[int, int]] = []
    for position in mention.covered:
        if positions and positions[-1][1] == position:
            positions[-1] = positions[-1][0], position + 1
        elif position >= 0:
            positions.append((position, position + 1))
    if not positions:
        notices.add("lost-zero", where)
        return []
    if min(mention.covered) < 0:
        notices.add("changed-empty-nodes", where)
    runs = [written.characters(start, end) for start, end in positions]
    lines = [match.span() for start, end in runs for match in _LINE.finditer(written.text, start, end)]
    if not lines:
        notices.add("lost-line-break", where)
    elif (lines[0][0], lines[-1][1]) != (runs[0][0], runs[-1][1]):
        notices.add("changed-line-breaks", where)
    return lines
