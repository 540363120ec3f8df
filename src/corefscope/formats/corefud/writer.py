"""Writes CorefUD 1.x: CoNLL-U with `Entity=` brackets in its last column, gaps and zeros included.

Of documents that were read from CoNLL-U the other columns are written too, as long as the sentences are the same.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import NamedTuple

from corefscope.basics.escaping import cut, quoted
from corefscope.formats.builder import GROUPS
from corefscope.formats.corefud.brackets import counted_by_minimum
from corefscope.formats.corefud.text import ConlluText
from corefscope.formats.writing import brackets, crossing, note_attributes, token_count
from corefscope.model import (
    BRIDGING,
    EMPTY_NODES,
    SPLIT_ANTECEDENT,
    Document,
    Mention,
    Relation,
    empty_position,
    text_order,
)
from corefscope.problems import Notices

HEADER = "eid-etype-head-other"
_RESERVED = re.compile(r"[-=|()\[\],<:%\x00-\x20\x7f]")
_UNWRITABLE = re.compile("[\t\n\r\0\ud800-\udfff]")
_KEYS = {SPLIT_ANTECEDENT: "SplitAnte", BRIDGING: "Bridge"}
# Stanza's chains go too: a file with both forms would be ambiguous.
_COREFERENCE = re.compile(
    r"(?:Entity|SplitAnte|Split|Bridge|coref_chains)=|ner=(?:unit|start|middle|end)-(?:repr-)?id\d"
)


Run = tuple[int, int]  # consecutive nodes, ends inclusive


class Node(NamedTuple):
    """A word or empty node: its position in the document, its id in the sentence."""

    position: int
    identifier: str
    sentence: int


@dataclass
class Layout:
    nodes: list[Node]
    sentences: list[tuple[int, int]]
    number: dict[int, int]  # of each position's node
    renumbered: set[int]  # empty nodes whose place CoNLL-U cannot express


def runs_of(numbers: Sequence[int]) -> list[Run]:
    """The runs of ascending numbers.

    >>> runs_of([3, 4, 5, 8])
    [(3, 5), (8, 8)]
    """
    breaks = [place for place in range(1, len(numbers)) if numbers[place] != numbers[place - 1] + 1]
    bounds = pairwise([0, *breaks, len(numbers)])
    return [(numbers[start], numbers[end - 1]) for start, end in bounds]


def _expressible(
    entity: Iterable[Mention], layout: Layout, where: str, notices: Notices
) -> Iterator[tuple[Mention, list[Run]]]:
    """The mentions of an entity that brackets can hold, with their runs of nodes; warn of others."""
    mentions: list[tuple[Mention, str, list[Run]]] = []
    for mention in entity:
        place = f"{where}, tokens {mention.start}–{mention.end - 1}"
        numbers = [layout.number[position] for position in mention.covered if position in layout.number]
        if not numbers:
            notices.add("lost-without-words", place)
            continue
        if not layout.renumbered.isdisjoint(mention.positions):
            notices.add("changed-numbers", place)
        if layout.nodes[numbers[0]].sentence != layout.nodes[numbers[-1]].sentence:
            notices.add("written-across-sentences", f"{place}: other programs may refuse it")
        mentions.append((mention, place, runs_of(numbers)))
    lost = _ambiguous([runs for *_, runs in mentions])
    for number, (mention, place, runs) in enumerate(mentions):
        if number in lost:
            notices.add("lost-crossing", place)
        else:
            yield mention, runs


def _ambiguous(mentions: list[list[Run]]) -> set[int]:
    """Return the mentions of an entity that would be misread, because brackets name only the entity.

    A closing bracket closes what was opened last, so runs must not cross. A later part continues the mention that
    waits for it, so only one mention with gaps is under way at a time.
    """
    places = [(number, run) for number, runs in enumerate(mentions) for run in runs]
    lost = {places[place][0] for place in crossing([run for _, run in places])}
    gaps_end = -1
    for first, number in sorted((runs[0][0], number) for number, runs in enumerate(mentions) if len(runs) > 1):
        if first <= gaps_end:
            lost.add(number)
        elif number not in lost:
            gaps_end = mentions[number][-1][1]
    return lost


def laid_out(document: Document, empty_nodes: Iterable[int]) -> Layout:
    """The nodes of a document: its words, these empty nodes and those of its mentions."""
    length = token_count(document)
    sentences = [(start, end) for start, end in document.sentences or [(0, length)] if start < end]
    mentions = chain(*document.entities)
    empty = {position for mention in mentions for position in mention.positions if position < 0} | set(empty_nodes)
    layout = Layout([], sentences, {}, set())
    rest = sorted(map(text_order, empty), reverse=True)
    for sentence, (start, end) in enumerate(sentences):
        # Empty nodes after the last word belong to this sentence, unless they are marked as opening the next.
        limit = rest[0] + 1 if end == length and rest else end * EMPTY_NODES + EMPTY_NODES // 2
        for token in range(start - 1, end):
            if token >= start:
                layout.number[token] = len(layout.nodes)
                layout.nodes.append(Node(token, str(token - start + 1), sentence))
            minor = 0
            while rest and rest[-1] < min(limit, text_order(token + 1) if token + 1 < end else limit):
                order = rest.pop()
                own = order % (EMPTY_NODES // 2)
                minor = max(minor + 1, own)
                position = -order - 1
                if empty_position(token + 1, minor, opens_sentence=token < start) != position:
                    layout.renumbered.add(position)
                layout.number[position] = len(layout.nodes)
                layout.nodes.append(Node(position, f"{token - start + 1}.{minor}", sentence))
    return layout


def write(documents: Sequence[Document], notices: Notices) -> str:
    """Return the documents as one CorefUD file; unknown words are written as `_`."""
    names = _entity_names(documents, notices)
    mentions = (mention for document in documents for entity in document.entities for mention in entity)
    # Where no mention has a head the field is left out: udapi refuses an empty one.
    fields = HEADER if any(mention.head is not None for mention in mentions) else HEADER.replace("-head", "")
    return "".join(_document(document, ids, fields, notices) for document, ids in zip(documents, names, strict=True))


def _entity_names(documents: Sequence[Document], notices: Notices) -> list[list[str]]:
    """The entities' own ids if no two in the file are the same, else with the number of the document before them."""
    ids = [name for document in documents for name in document.entity_ids]
    if all(ids) and len(set(ids)) == len(ids):
        return [[_escaped(name) for name in document.entity_ids] for document in documents]
    notices.add("entity-ids-changed", "ids have to be unique in a file: they are written as d1.… and so on")
    names = []
    for number, document in enumerate(documents, 1):
        unique = len(set(document.entity_ids)) == len(document.entity_ids)
        own = document.entity_ids if unique else map(str, range(len(document.entity_ids)))
        names.append([_escaped(f"d{number}.{name}") for name in own])
    return names


def _escaped(value: str) -> str:
    """Return a value without the reserved characters of brackets and relations.

    >>> _escaped("vice-president")
    'vice%2Dpresident'
    """
    return _RESERVED.sub(lambda match: f"%{ord(match[0]):02X}", re.sub("[\ud800-\udfff]", "\ufffd", value))


def _line(value: str) -> str:
    """A text that one column or comment can hold."""
    return _UNWRITABLE.sub(" ", value).strip()


def _document(document: Document, ids: list[str], fields: str, notices: Notices) -> str:
    source, number = document._text or (None, 0)
    if not isinstance(source, ConlluText) or source.sentences(number) != document.sentences:
        source = None  # the document was not read from CoNLL-U, or has other sentences by now
    layout = laid_out(document, source.empty_nodes(number) if source else [])
    annotation = _annotation(document, ids, layout, fields == HEADER, notices)
    speakers = document.layer("speaker")
    name = _line(document.name)
    if name != document.name.strip():
        notices.add("document-name-changed", f"{document.name!r} is written as {name!r}")
    stem = sentence_stem(name)
    out = [f"# newdoc id = {name}" if name else "# newdoc", f"# global.Entity = {fields}"]
    out += [f"# meta::{group} = {_line(value)}" for group, value in document.groups.items() if group in GROUPS]
    sentence = -1
    for node, coreference in zip(layout.nodes, annotation, strict=True):
        if node.sentence != sentence:
            sentence = node.sentence
            out += [""] * (sentence > 0) + [f"# sent_id = {stem}-{sentence + 1}"]
            start, end = layout.sentences[sentence]
            speaker = speakers[start] if speakers and end <= len(speakers) else ""
            out += [f"# speaker = {_line(speaker)}"] * (speaker not in ("", "-", "_"))
        row = (source.columns(number, node.position) if source else None) or ["_"] * 10
        row[0] = node.identifier
        if node.position >= 0 and document.words is not None:
            row[1] = _word(document.words[node.position], document, notices)
        misc = [item for item in row[9].split("|") if item != "_" and not _COREFERENCE.match(item)]
        misc += [f"{key}={value}" for key, value in coreference.items()]
        row[9] = "|".join(sorted(misc)) or "_"
        out.append("\t".join(row))
    return "\n".join(out) + "\n\n"


def sentence_stem(name: str) -> str:
    """How the ids of a document's sentences begin; tools read other signs, such as `/`, as parts of an id.

    >>> sentence_stem("(nw/harbour); part 000")
    'nw_harbour_part_000'
    """
    return re.sub(r"[^\w.-]+", "_", name).strip("_")


def _word(word: str, document: Document, notices: Notices) -> str:
    written = _UNWRITABLE.sub("_", word) or "_"
    if written != word:
        notices.add("word-changed", f"document {quoted(document.name)}: {word!r} is written as {written!r}")
    return written


def _annotation(
    document: Document, ids: list[str], layout: Layout, heads: bool, notices: Notices
) -> list[dict[str, str]]:
    """Return the coreference in the last column of each node."""
    where = f"document {quoted(document.name)}"
    runs_and_brackets: list[tuple[int, int, str, str]] = []
    first_node: dict[str, int] = {}
    node_of: dict[tuple[str, Mention | None], int] = {}  # by entity and mention
    kinds = map(_escaped, document.entity_types)
    for own, name, kind, entity in zip(document.entity_ids, ids, kinds, document.entities, strict=True):
        for mention, runs in _expressible(entity, layout, f"{where}, entity {cut(own)}", notices):
            head = f"-{_head(mention, notices)}" if heads else ""
            values = f"{kind}{head}-{_other(mention, notices)}"
            note_attributes(mention, where, notices, keeps=("head", "minimum"))
            for part, run in enumerate(runs, 1):
                label = f"{name}[{part}/{len(runs)}]" if len(runs) > 1 else name
                runs_and_brackets.append((*run, f"({label}-{values}", f"{label})"))
            node_of[own, mention] = runs[0][0]
            first_node[own] = min(runs[0][0], first_node.get(own, runs[0][0]))
    annotation: list[dict[str, str]] = [{} for _ in layout.nodes]
    for number, (opening, single, closing) in brackets(runs_and_brackets).items():
        # Closings come before openings, and mentions of one node are innermost.
        in_order = (closing, opening, single) if opening else (single, closing)
        annotation[number]["Entity"] = "".join(chain(*in_order))
    written = dict(zip(document.entity_ids, ids, strict=True))
    for relation in document.relations:
        node = first_node.get(relation.anaphor)
        if relation.kind != SPLIT_ANTECEDENT:  # a set is written at its entity's first mention
            node = node_of.get((relation.anaphor, relation.anaphor_mention), node)
        _relate(relation, written, first_node, node, annotation, notices)
    return annotation


def _head(mention: Mention, notices: Notices) -> str:
    """The number of the head among the mention's words and empty nodes."""
    if mention.head is None:
        return ""
    if mention.head not in mention.covered:
        notices.add("head-not-written", f"{mention.head} lies outside its mention {mention.tokens()[:20]}")
        return ""
    return str(mention.covered.index(mention.head) + 1)


def _other(mention: Mention, notices: Notices) -> str:
    """The minimum span, for which CorefUD has no field."""
    if not mention.minimum:
        return ""
    counted = counted_by_minimum(mention.tokens())
    places = [counted.index(position) + 1 for position in mention.minimum if position in counted]
    if len(places) < len(mention.minimum):
        notices.add("minimum-not-written", f"{mention.minimum} is not within the words of its mention {counted[:20]}")
        return ""
    return "minspan:" + "%2C".join(map(str, sorted(places))) if places else ""


def _relate(
    relation: Relation,
    names: dict[str, str],
    expressed: Container[str],
    node: int | None,
    annotation: list[dict[str, str]],
    notices: Notices,
) -> None:
    """Write a relation at its anaphor, the first mention if none is known; the antecedent is an entity."""
    key = _KEYS.get(relation.kind)
    is_possible = relation.antecedent in expressed and relation.antecedent != relation.anaphor
    if key is None or node is None or not is_possible:  # readers refuse an entity related to itself
        notices.add("relation-not-written", f"{relation.kind} of {relation.antecedent} and {relation.anaphor}")
        return
    label = f":{_escaped(relation.label)}" if relation.label else ""
    text = f"{names[relation.antecedent]}<{names[relation.anaphor]}{label}"
    if relation.kind == BRIDGING and relation.antecedent_mention is not None:
        notices.add("anchor-not-written", f"of {text}: CorefUD relates an anaphor to an entity")
    place = annotation[node]
    if relation.kind == SPLIT_ANTECEDENT and text in place.get(key, "").split(","):
        return  # a member may be named at several mentions
    place[key] = f"{place[key]},{text}" if key in place else text
