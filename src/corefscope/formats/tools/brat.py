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
from collections.abc import Iterable, Sequence
from itertools import pairwise

from corefscope.formats.annotations import MENTION_TYPES, Annotations, Link, Span, by_place
from corefscope.formats.conll.writer import note_attributes
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import lines_of, shown
from corefscope.formats.registry import Options
from corefscope.formats.tools.writing import file_name, note_rest, places, text_and_offsets
from corefscope.model import CHARACTERS, Corpus, Document, Mention, in_text_order
from corefscope.problems import Notices

LITBANK_RELATIONS = {"cop": "copula", "appos": "apposition"}
WIDEST_BLANK = 200  # a wider gap counts even if it is blank
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
            if columns[0] in spans:
                hint = f"first in line {spans[columns[0]].line}"
                raise source.error("repeated-row", f"{columns[0]} occurs twice", number, hint)
            spans[columns[0]] = _span(columns, number, text, reader)
        elif mark == "E":
            triggers[columns[0]] = columns[1].split(" ", 1)[0].rpartition(":")[2]
        else:
            links += _links(mark, columns[1], number, reader)
    for place, link in enumerate(links):
        anaphor, antecedent = (triggers.get(end, end) for end in (link.anaphor, link.antecedent))
        links[place] = link._replace(anaphor=anaphor, antecedent=antecedent)
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


def _span(columns: list[str], line: int, text: str, reader: Annotations) -> Span:
    kind, _, offsets = columns[1].partition(" ")
    if not _RUNS.fullmatch(offsets):
        fact, hint = f"{columns[0]} has the offsets {shown(offsets)}", "start and end, as in 0 4 or 0 4;9 13"
        raise reader.source.error("bad-row", fact, line, hint)
    runs = [(int(start), int(end)) for start, end in (run.split(" ") for run in offsets.split(";"))]
    file_text = columns[2] if len(columns) > 2 else None
    reader.check_place(columns[0], runs, text, file_text, line, "bad-row")
    pieces = sorted(runs)[:1]
    for start, end in sorted(runs)[1:]:
        first, last = pieces[-1]
        if start <= last or (start - last <= WIDEST_BLANK and text[last:start].isspace()):
            pieces[-1] = first, max(last, end)
        else:
            pieces.append((start, end))
    mention = reader.mention(pieces, line)
    if litbank := _LITBANK.fullmatch(kind):
        return Span(mention.replaced(type=MENTION_TYPES[litbank[1]]), line, litbank[2], file_text or "")
    return Span.labelled(mention, line, "" if kind == "Mention" else kind)._replace(text=file_text or "")


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
        name = file_name(document.name, used)
        text, offsets = text_and_offsets(document)
        files[name + ".txt"] = text
        files[name + ".ann"] = "".join(_lines(document, text, offsets, notices))
    return files


def _lines(
    document: Document, text: str, offsets: list[tuple[int, int]] | None, notices: Notices
) -> Iterable[str]:  # fmt: skip
    latest: dict[int, int] = {}
    links: list[tuple[int, int]] = []
    number = 0
    for entity, mention, where in sorted(places(document), key=lambda place: in_text_order(place[1])):
        spans = _spans(mention, text, offsets, where, notices)
        if not spans:
            continue
        number += 1
        runs = ";".join(f"{start} {end}" for start, end in spans)
        covered = " ".join(text[start:end] for start, end in spans).replace("\t", " ")
        yield f"T{number}\t{mention.type or 'Mention'} {runs}\t{covered}\n"
        note_attributes(mention.replaced(type=None), where, notices)
        if entity in latest:
            links.append((number, latest[entity]))
        latest[entity] = number
    for number, (later, earlier) in enumerate(links, 1):
        yield f"R{number}\tCoreference Arg1:T{later} Arg2:T{earlier}\n"
    note_rest(document, notices)


def _spans(
    mention: Mention, text: str, offsets: list[tuple[int, int]] | None, where: str, notices: Notices
) -> list[tuple[int, int]]:
    """Start and end of every run of characters, cut at line ends as brat requires."""
    runs: list[tuple[int, int]] = []
    for position in mention.positions:
        if runs and runs[-1][1] == position:
            runs[-1] = runs[-1][0], position + 1
        elif position >= 0:
            runs.append((position, position + 1))
    if not mention.positions and mention.start < mention.end:
        runs = [(mention.start, mention.end)]
    if not runs:
        notices.add("lost-zero", where)
        return []
    if mention.positions and min(mention.positions) < 0:
        notices.add("changed-empty-nodes", where)
    if offsets is not None:
        runs = [(offsets[first][0], offsets[last - 1][1]) for first, last in runs]
    lines = [match.span() for start, end in runs for match in _LINE.finditer(text, start, end)]
    if not lines:
        notices.add("lost-line-break", where)
    elif (lines[0][0], lines[-1][1]) != (runs[0][0], runs[-1][1]):
        notices.add("changed-line-breaks", where)
    return lines
