"""Writes CorefUD 1.x: CoNLL-U with `Entity=` brackets in its last column, gaps and zeros included.

Of documents that were read from CoNLL-U the other columns are written too, as long as the sentences are the same.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Sequence

from corefscope.basics.escaping import cut, quoted
from corefscope.formats.builder import GROUPS
from corefscope.formats.conll.writer import note_attributes
from corefscope.formats.corefud.brackets import counted_by_minimum
from corefscope.formats.corefud.nodes import Layout, NodeRun, laid_out
from corefscope.formats.corefud.text import ConlluText
from corefscope.model import BRIDGING, CHARACTERS, SPLIT_ANTECEDENT, Document, Mention, Relation
from corefscope.problems import CorefscopeError, Notices

HEADER = "eid-etype-head-other"
_RESERVED = re.compile(r"[-=|()\[\],<:%\x00-\x20\x7f]")
_UNWRITABLE = re.compile("[\t\n\r\0\ud800-\udfff]")
_KEYS = {SPLIT_ANTECEDENT: "SplitAnte", BRIDGING: "Bridge"}
_COREFERENCE = ("Entity=", "SplitAnte=", "Split=", "Bridge=")


def write(documents: Sequence[Document], notices: Notices) -> str:
    """The documents as one CorefUD file; unknown words are written as `_`."""
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
    """A value without the characters that mean something in brackets and relations.

    >>> _escaped("vice-president")
    'vice%2Dpresident'
    """
    return _RESERVED.sub(lambda found: f"%{ord(found[0]):02X}", _UNWRITABLE.sub(_replacement, value))


def _replacement(found: re.Match[str]) -> str:
    return "\ufffd" if found[0] >= "\ud800" else found[0]


def _line(value: str) -> str:
    """A text that one column or comment can hold."""
    return _UNWRITABLE.sub(" ", value).strip()


def _document(document: Document, ids: list[str], fields: str, notices: Notices) -> str:
    if document.unit == CHARACTERS:
        raise CorefscopeError(
            "cannot-express", f"document {quoted(document.name)} counts characters, and CoNLL-U has words"
        )
    source = _source(document)
    layout = laid_out(document, source[0].empty_nodes(source[1]) if source else [])
    annotation = _annotation(document, ids, layout, fields == HEADER, notices)
    speakers = document.layer("speaker")
    name = _line(document.name)
    if name != document.name.strip():
        notices.add("document-name-changed", f"{document.name!r} is written as {name!r}")
    stem = re.sub(r"\s", "_", name)
    out = [f"# newdoc id = {name}" if name else "# newdoc", f"# global.Entity = {fields}"]
    out += [f"# meta::{group} = {_line(value)}" for group, value in document.groups.items() if group in GROUPS]
    sentence = -1
    for number, node in enumerate(layout.nodes):
        if node.sentence != sentence:
            sentence = node.sentence
            out += [""] * (sentence > 0) + [f"# sent_id = {stem}-{sentence + 1}"]
            start, end = layout.sentences[sentence]
            speaker = speakers[start] if speakers and end <= len(speakers) else ""
            out += [f"# speaker = {_line(speaker)}"] * (speaker not in ("", "-", "_"))
        row = (source[0].columns(source[1], node.position) if source else None) or ["_"] * 10
        row[0] = node.identifier
        if node.position >= 0 and document.words is not None:
            row[1] = _word(document.words[node.position], document, notices)
        misc = [item for item in row[9].split("|") if item != "_" and not item.startswith(_COREFERENCE)]
        misc += [f"{key}={value}" for key, value in annotation[number].items()]
        row[9] = "|".join(sorted(misc)) or "_"
        out.append("\t".join(row))
    return "\n".join(out) + "\n\n"


def _source(document: Document) -> tuple[ConlluText, int] | None:
    """The CoNLL-U text that the document was read from, if its words and sentences still are the same."""
    text, number = document._text or (None, 0)
    if not isinstance(text, ConlluText) or text.sentences(number) != document.sentences:
        return None
    return text, number


def _word(word: str, document: Document, notices: Notices) -> str:
    written = _UNWRITABLE.sub("_", word) or "_"
    if written != word:
        notices.add("word-changed", f"document {quoted(document.name)}: {word!r} is written as {written!r}")
    return written


def _annotation(
    document: Document, ids: list[str], layout: Layout, heads: bool, notices: Notices
) -> list[dict[str, str]]:
    """By node: what its last column says of coreference."""
    brackets: list[tuple[NodeRun, str, str]] = []
    first_node: dict[str, int] = {}
    node_of: dict[tuple[str, Mention | None], int] = {}  # by entity and mention
    kinds = map(_escaped, document.entity_types)
    for own, name, kind, entity in zip(document.entity_ids, ids, kinds, document.entities, strict=True):
        for mention, runs in layout.expressible(
            entity, f"document {quoted(document.name)}, entity {cut(own)}", notices
        ):
            head = f"-{_head(mention, notices)}" if heads else ""
            values = f"{kind}{head}-{_other(mention, notices)}"
            note_attributes(mention.replaced(head=None, minimum=()), f"document {quoted(document.name)}", notices)
            for part, run in enumerate(runs, 1):
                label = f"{name}[{part}/{len(runs)}]" if len(runs) > 1 else name
                brackets.append((run, label, f"({label}-{values}"))
            node_of[own, mention] = runs[0].first
            first_node[own] = min(runs[0].first, first_node.get(own, runs[0].first))
    annotation: list[dict[str, str]] = [{} for _ in layout.nodes]
    for number, value in _values(brackets).items():
        annotation[number]["Entity"] = value
    written = dict(zip(document.entity_ids, ids, strict=True))
    for relation in document.relations:
        node = first_node.get(relation.anaphor)
        if relation.kind != SPLIT_ANTECEDENT:  # a set belongs to its entity, and stands at its first mention
            node = node_of.get((relation.anaphor, relation.anaphor_mention), node)
        _relate(relation, written, first_node, node, annotation, notices)
    return annotation


def _head(mention: Mention, notices: Notices) -> str:
    """The number of the head among the mention's words and empty nodes."""
    if mention.head is None:
        notices.add("head-unknown", f"of mention {mention.start}–{mention.end - 1}: other programs may refuse the file")
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


def _values(brackets: list[tuple[NodeRun, str, str]]) -> dict[int, str]:
    """Closings come before openings, outer mentions open first and close last; one-word mentions are innermost."""
    opening: defaultdict[int, list[str]] = defaultdict(list)
    single: defaultdict[int, list[str]] = defaultdict(list)
    closing: defaultdict[int, list[str]] = defaultdict(list)
    for run, label, text in sorted(brackets, key=lambda bracket: (bracket[0].first, -bracket[0].last)):
        if run.first == run.last:
            single[run.first].append(f"{text})")
        else:
            opening[run.first].append(text)
            closing[run.last].append(f"{label})")
    values = {}
    for number in {*opening, *single, *closing}:
        opened, alone, closed = opening[number], single[number], closing[number][::-1]
        values[number] = "".join(closed + opened + alone if opened else alone + closed)
    return values


def _relate(
    relation: Relation,
    names: dict[str, str],
    expressed: Container[str],
    node: int | None,
    annotation: list[dict[str, str]],
    notices: Notices,
) -> None:
    """A relation stands at its anaphor, the first mention if none is known; the antecedent is an entity."""
    key = _KEYS.get(relation.kind)
    is_possible = relation.antecedent in expressed and relation.antecedent != relation.anaphor
    if key is None or node is None or not is_possible:  # readers refuse what relates an entity to itself
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
