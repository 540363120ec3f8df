"""ECB+ (Cybulska & Vossen 2014): the XML of CAT and CROMER, with entities that several documents share.

    <Document doc_name="1_10ecb.xml" …>
    <token t_id="1" sentence="0" number="0">Lindsay</token>…             tokens of the document, from 1
    <Markables>
      <HUMAN_PART_PER m_id="26"><token_anchor t_id="1"/></HUMAN_PART_PER>                 a mention
      <HUMAN_PART_PER m_id="40" RELATED_TO="" TAG_DESCRIPTOR="…" instance_id="HUM1"/>     an instance, no mention
    <Relations>
      <CROSS_DOC_COREF r_id="1" note="HUM1"><source m_id="26"/><target m_id="40"/></CROSS_DOC_COREF>

The id of an entity is the instance's, which is the same in all documents; an INTRA_DOC_COREF and a mention without
relation are entities of their document only. The type of an entity is ACTION, HUMAN, NON_HUMAN, LOC or TIME; the field
of clusters `events` means the actions only, `entities` the others. Documents have a topic and a subtopic.

If `ECBplus_coreference_sentences.csv` lies in the folder or in one of the two above, mentions outside its sentences are
left out and counted: only these sentences are annotated completely.
"""

from __future__ import annotations

import os
import re
from collections.abc import Container
from typing import NamedTuple

from corefscope.basics.escaping import quoted
from corefscope.formats.annotations import Annotations, Span, runs_of_equal
from corefscope.formats.files.sources import STANDARD_INPUT, Source
from corefscope.formats.files.text import excerpt, read_sentences
from corefscope.formats.registry import Options
from corefscope.formats.tools.markup import Element, elements
from corefscope.model import Corpus, Mention
from corefscope.problems import Notices

EVENTS, ENTITIES = "events", "entities"
ACTION = "ACTION"
ECB_TYPES = {"ACTION": ACTION, "NEG": ACTION, "HUMAN": "HUMAN", "NON": "NON_HUMAN", "LOC": "LOC", "TIME": "TIME"}
SHARED = {"CROSS_DOC_COREF": True, "INTRA_DOC_COREF": False}  # whether several documents share a relation's entity
ENDS = ("source", "target")
SENTENCES = "ECBplus_coreference_sentences.csv"
_NAME = re.compile(r"(?P<topic>\d+)_(?P<number>\d+)(?P<part>ecb(?:plus)?)")


class _EcbMarkable(NamedTuple):
    kind: str
    line: int
    instance: str | None  # of a markable other than a mention
    tokens: list[int]


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    clusters = options.clusters
    if clusters not in (None, EVENTS, ENTITIES):
        fact = f"ECB+ has no field {quoted(str(clusters))}"
        raise source.error("no-cluster-field", fact, hint=f"it has {EVENTS} and {ENTITIES}, or both without a field")
    reader = Annotations(content, source, notices, options)
    tokens, markables, relations, root = _parse(content, source)
    sentence_of = [token.attributes.get("sentence", "") for token in tokens]
    name = root.attributes.get("doc_name", "")
    name = re.sub(r"(\.xml)+$", "", name) or source.stem.rpartition("/")[2]
    match = _NAME.fullmatch(name)
    groups = {"topic": match["topic"], "subtopic": f"{match['topic']}_{match['part']}"} if match else {}
    words = [token.text.strip() for token in tokens]
    reader.builder.add_document(name, 1, words, runs_of_equal(sentence_of), groups=groups)
    entity_of = {id: f"{name}:{id}" for id in markables}
    has_sources = False
    for relation in relations:
        if relation.name not in SHARED:
            reader.warn("unknown-relation", f"<{relation.name[:40]}> is ignored", relation.line)
            continue
        sources, targets = ([each.attributes.get("m_id", "") for each in relation.find(end)] for end in ENDS)
        has_sources = has_sources or bool(sources)
        target = (targets or [""])[-1]
        for id in (*sources, target):
            if id not in markables:
                raise source.error(
                    "unknown-mention", f"there is no markable {excerpt(id)}", relation.line, "by its m_id"
                )
        note, number = relation.attributes.get("note", ""), relation.attributes.get("r_id", "")
        shared = markables[target].instance or note if SHARED[relation.name] else ""
        for id in (*sources, target):
            # Events and entities of one document may share the id of a relation.
            event = "event" if markables[id].kind == ACTION else "entity"
            entity_of[id] = shared or f"{name}:{event} {number}"
    if not has_sources and any(markable.instance is not None for markable in markables.values()):
        reader.warn("no-coreference", "no relation has a source, so each mention is a singleton", 1)
    # The list of sentences lies in the folder of the file or in one of the two above.
    folder = os.path.dirname(source.path) or "."
    paths = [os.path.normpath(os.path.join(folder, *[os.pardir] * levels, SENTENCES)) for levels in range(3)]
    path = None if source.path == STANDARD_INPUT else next(filter(os.path.isfile, paths), None)
    selection = None
    if path is not None:
        selection, record = read_sentences(path)
        source.read_beside.append(record)
    entities: dict[str, list[Span]] = {}
    for id, (kind, line, instance, places) in markables.items():
        if instance is not None or (places and clusters is not None and (kind == ACTION) != (clusters == EVENTS)):
            continue
        sentence = sentence_of[min(places)] if places else ""
        if not places:
            reader.warn("without-text", f"the markable {id[:40]} has no token_anchor", line)
        elif selection is not None and (name, sentence) not in selection:
            reader.warn("sentence-not-selected", f"sentence {sentence} of {name} is not in {path}", line)
        else:
            entities.setdefault(entity_of[id], []).append(Span(Mention.at(places), line, kind))
    reader.add_entities(entities)
    return reader.corpus()


def _parse(content: bytes, source: Source) -> tuple[list[Element], dict[str, _EcbMarkable], list[Element], Element]:
    """Return the tokens, the markables by m_id, the relations, and the root, which has the name."""

    def new_id(element: Element, attribute: str, known: Container[str]) -> str:
        id = element.attributes.get(attribute, "")
        if not id or id in known:
            fact = f"a <{element.name[:40]}> has the {attribute} {excerpt(id)}"
            raise source.error("bad-element", fact, element.line, "each has its own")
        return id

    tokens: dict[str, Element] = {}
    parts: dict[str, list[Element]] = {"Markables": [], "Relations": []}
    for element in elements(content, source, "Document"):
        if element.name == "token":
            tokens[new_id(element, "t_id", tokens)] = element
        elif element.name in parts:
            parts[element.name] += element.inner
        elif element.name != "Document":
            element.check(source, "token", *parts)
    position = {id: place for place, id in enumerate(tokens)}
    markables: dict[str, _EcbMarkable] = {}
    for each in parts["Markables"]:
        id, places = new_id(each, "m_id", markables), []
        for anchor in each.inner:
            anchor.check(source, "token_anchor")
            token = anchor.attributes.get("t_id", "")
            if token not in position:
                fact = f"there is no token {excerpt(token)}"
                raise source.error("mention-outside-text", fact, anchor.line, "t_id names a token")
            places.append(position[token])
        is_instance = "RELATED_TO" in each.attributes or "TAG_DESCRIPTOR" in each.attributes
        instance = each.attributes.get("instance_id", "") if is_instance else None
        markables[id] = _EcbMarkable(ECB_TYPES.get(each.name.partition("_")[0], ""), each.line, instance, places)
    for relation in parts["Relations"]:
        for end in relation.inner:
            end.check(source, *ENDS)
    return list(tokens.values()), markables, parts["Relations"], element
