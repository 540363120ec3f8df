"""brat's standoff: an `.ann` of lines beside the `.txt` they annotate; offsets count characters, ends are exclusive.

    T1  Person 0 4          Anna        a mention; `0 4;9 13` has a gap, but a gap of blanks only does not count,
                                        because brat splits a span at the end of a line
    R1  Coreference Arg1:T2 Arg2:T1     the two are the same, if the relation's name contains `coref`,
                                        or is the one that the user names
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

from corefscope.formats.annotations import MENTION_TYPES, Annotations, Link, Span
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import excerpt, lines_of
from corefscope.formats.registry import Options
from corefscope.formats.writing import WrittenText, file_name, note_attributes, note_rest, places
from corefscope.model import CHARACTERS, Corpus, Document, Mention, in_text_order
from corefscope.problems import Notices

LITBANK_RELATIONS = {"cop": "copula", "appos": "apposition"}
_RUN = "[0-9]{1,12} [0-9]{1,12}"
_SPAN = re.compile(rf"(T[^\t]*)\t([^ \t]*) ({_RUN}(?:;{_RUN})*)(?:\t(.*))?", re.DOTALL)
_RELATION = re.compile(r"R[^\t]*\t([^ \t]*) \s*[^\s:]*:(\S*)\s+[^\s:]*:(\S*)\s*(?:\t.*)?", re.DOTALL)
_OTHER = re.compile(r"([E*][^\t]*)\t([^ \t]*) ?([^\t]*)(?:\t.*)?", re.DOTALL)  # an event, or equal mentions
_EXPECTED = "expected e.g. T1, a tab, Person 0 4;9 13, or R1, a tab, Coreference Arg1:T2 Arg2:T1"
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
        if not line.strip() or (line[0] in "AMN#" and "\t" in line):
            continue
        if match := _SPAN.fullmatch(line):
            id, kind, offsets, words = match.groups()
            litbank = _LITBANK.fullmatch(kind)
            label = litbank[2] if litbank else "" if kind == "Mention" else kind
            runs = [(int(start), int(end)) for start, end in (run.split(" ") for run in offsets.split(";"))]
            reader.add_span(spans, id, runs, text, number, label, words)
            if litbank:
                spans[id] = spans[id]._replace(mention=spans[id].mention.replaced(type=MENTION_TYPES[litbank[1]]))
        elif match := _RELATION.fullmatch(line):
            name, anaphor, antecedent = match.groups()
            identity = "coref" in name.lower() if reader.clusters is None else name == reader.clusters
            links.append(Link(LITBANK_RELATIONS.get(name, name), anaphor, antecedent, number, identity))
        elif (match := _OTHER.fullmatch(line)) and match[1] == "*":
            ids = list(dict.fromkeys(match[3].split()))
            if not ids:
                reader.warn("relation-left-out", f"{excerpt(match[2])} names no T line", number)
            identity = reader.clusters in (None, match[2])
            links += [Link(match[2], one, two, number, identity) for one, two in pairwise([*ids, *ids[-1:]])]
        elif match and line[0] == "E":
            triggers[match[1]] = match[2].rpartition(":")[2]
        else:
            raise source.error("bad-row", f"no brat line looks like {excerpt(line)}", number, _EXPECTED)
    for place, link in enumerate(links):
        anaphor, antecedent = (triggers.get(end, end) for end in (link.anaphor, link.antecedent))
        links[place] = link._replace(anaphor=anaphor, antecedent=antecedent)
    known = [link for link in links if link.anaphor in spans and link.antecedent in spans]
    entities = None
    is_linked = any(link.identity and link.anaphor != link.antecedent for link in known)
    if reader.clusters is not None:
        reader.expect_named(any(link.identity for link in links), (link.name for link in links))
    elif not is_linked and any(map(_is_litbank, spans.values())):
        entities = _litbank_entities(spans, {link.anaphor for link in known}, reader)
    elif len(spans) > 1 and not any(link.identity for link in known):
        names = ", ".join(sorted({link.name for link in known})[:8])
        fact = f"no name of a relation ({names}) contains 'coref'" if known else "no relation is in the file"
        reader.warn("no-coreference", f"{fact}, so each mention is a singleton", known[0].line if known else 1)
    reader.builder.add_document("", 1, raw=text)
    reader.connect(spans, links, entities=entities)
    return reader.corpus()


def _is_litbank(span: Span) -> bool:
    """Whether it is a mention of LitBank, which alone has a type and an entity type."""
    return bool(span.mention.type and span.type)


def _litbank_entities(spans: dict[str, Span], anaphors: set[str], reader: Annotations) -> dict[str, list[str]]:
    """Entities by the second kind of T line; their members are lines of the first kind, if any."""
    mentions = {span.mention: id for id, span in spans.items() if _is_litbank(span)}
    entities: dict[str, list[str]] = {}
    for id, span in [(id, span) for id, span in spans.items() if not _is_litbank(span)]:
        entities.setdefault(span.type, []).append(mentions.get(span.mention, id))
        if span.mention not in mentions:
            text = f"{id} gives {excerpt(span.text)} to {span.type}, and no line such as NOM_PER marks it"
            reader.warn("entity-line-alone", text, span.line)
            spans[id] = span._replace(type="")
    linked = {spans[id].mention for ids in entities.values() for id in ids}
    for id, span in spans.items():
        if span.mention not in linked:
            entities.setdefault(id, []).append(id)
            if id not in anaphors:
                text = f"{id} {excerpt(span.text)} is read as a singleton"
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
                note_attributes(mention, where, notices, keeps=("type",))
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
