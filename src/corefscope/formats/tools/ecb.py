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
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from corefscope.basics.escaping import quoted
from corefscope.formats.annotations import Annotations, Span
from corefscope.formats.files.sources import STANDARD_INPUT, Source
from corefscope.formats.files.text import read_sentences, shown
from corefscope.formats.registry import Options
from corefscope.formats.tools.markup import Element, elements
from corefscope.model import Corpus, Mention
from corefscope.problems import FormatError, Notices

EVENTS, ENTITIES = "events", "entities"
ACTION = "ACTION"
TYPES = {"ACTION": ACTION, "NEG": ACTION, "HUMAN": "HUMAN", "NON": "NON_HUMAN", "LOC": "LOC", "TIME": "TIME"}
SHARED = {"CROSS_DOC_COREF": True, "INTRA_DOC_COREF": False}  # whether several documents share a relation's entity
SENTENCES = "ECBplus_coreference_sentences.csv"
ENDS = ("source", "target")
INNER = {"Markables": ("token_anchor",), "Relations": ENDS}
_NAME = re.compile(r"(?P<topic>\d+)_(?P<number>\d+)(?P<part>ecb(?:plus)?)")


class _Markable(NamedTuple):
    kind: str
    line: int
    instance: str | None  # of a markable that is no mention
    tokens: list[int]


class _Relation(NamedTuple):
    element: Element
    sources: list[str]
    target: str


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """Read the document of a file."""
    if options.clusters not in (None, EVENTS, ENTITIES):
        fact = f"ECB+ has no field {quoted(str(options.clusters))}"
        raise source.error("no-cluster-field", fact, hint=f"it has {EVENTS} and {ENTITIES}, or both without a field")
    reader = Annotations(content, source, notices, options)
    words, sentence_of = list[str](), list[str]()
    name, markables, relations = _parse(content, reader, words, sentence_of)
    name = re.sub(r"(\.xml)+$", "", name) or source.stem.rpartition("/")[2]
    match = _NAME.fullmatch(name)
    groups = {"topic": match["topic"], "subtopic": f"{match['topic']}_{match['part']}"} if match else {}
    starts = [at for at, each in enumerate(sentence_of) if at == 0 or each != sentence_of[at - 1]]
    reader.builder.add_document(name, 1, words, list(pairwise([*starts, len(words)])), groups=groups)
    entity_of = _entities(name, markables, relations, source)
    has_instances = any(markable.instance is not None for markable in markables.values())
    if has_instances and not any(relation.sources for relation in relations):
        reader.warn("no-coreference", "no relation has a source, so each mention is a singleton", 1)
    entities: dict[str, list[Span]] = {}
    for id, markable in _mentions(name, markables, sentence_of, reader):
        span = Span(Mention.at(markable.tokens), markable.line, markable.kind)
        entities.setdefault(entity_of[id], []).append(span)
    reader.add_entities(entities)
    return reader.corpus()


def _parse(
    content: bytes, reader: Annotations, words: list[str], sentence_of: list[str]
) -> tuple[str, dict[str, _Markable], list[_Relation]]:
    """Return the document's name, its markables by m_id, and its relations; add its words and their sentences."""
    document, position = "", dict[str, int]()  # of a token, by t_id
    markables: dict[str, _Markable] = {}
    relations: list[_Relation] = []
    inner: list[Element] = []  # of the markable or relation that has not closed yet

    def error(fact: str, element: Element, hint: str, code: str = "bad-element") -> FormatError:
        return reader.source.error(code, fact, element.line, hint)

    def unexpected(element: Element, names: Sequence[str]) -> FormatError:
        return error(f"there is an element <{element.path[-1][:40]}>", element, f"expected <{'> or <'.join(names)}>")

    for element in elements(content, reader.source, "Document"):
        path, name, attributes = element.path, element.path[-1], element.attributes
        part = path[1] if len(path) > 1 else ""
        if len(path) == 1:
            document = attributes.get("doc_name", "")
        elif path[1:] == ("token",):
            id = attributes.get("t_id", "")
            if not id or id in position:
                raise error(f"a token has the t_id {shown(id)}", element, "each has its own number")
            position[id] = len(words)
            words.append(element.text.strip())
            sentence_of.append(attributes.get("sentence", ""))
        elif len(path) == 2 and name not in INNER:
            raise unexpected(element, ("token", *INNER))
        elif len(path) == 4 and part in INNER:
            if name not in INNER[part]:
                raise unexpected(element, INNER[part])
            id = attributes.get("t_id", "")
            if name == "token_anchor" and id not in position:
                raise error(f"there is no token {shown(id)}", element, "t_id names a token", "mention-outside-text")
            inner.append(element)
        elif len(path) == 3 and part == "Markables":
            id = attributes.get("m_id", "")
            if not id or id in markables:
                raise error(f"a markable has the m_id {shown(id)}", element, "each has an id of its own")
            is_instance = "RELATED_TO" in attributes or "TAG_DESCRIPTOR" in attributes
            instance = attributes.get("instance_id", "") if is_instance else None
            tokens = [position[each.attributes["t_id"]] for each in inner]
            markables[id], inner = _Markable(TYPES.get(name.partition("_")[0], ""), element.line, instance, tokens), []
        elif len(path) == 3 and part == "Relations":
            ids = {kind: [each.attributes.get("m_id", "") for each in inner if each.path[-1] == kind] for kind in ENDS}
            if name in SHARED:
                relations.append(_Relation(element, ids["source"], (ids["target"] or [""])[-1]))
            else:
                reader.warn("unknown-relation", f"<{name[:40]}> is ignored", element.line)
            inner = []
    return document, markables, relations


def _entities(
    document: str, markables: dict[str, _Markable], relations: list[_Relation], source: Source
) -> dict[str, str]:
    """The id of the entity of each markable."""
    entity_of = {id: f"{document}:{id}" for id in markables}
    for element, sources, target in relations:
        missing = next((id for id in (*sources, target) if id not in markables), None)
        if missing is not None:
            fact = f"there is no markable {shown(missing)}"
            raise source.error("unknown-mention", fact, element.line, "by its m_id")
        note, number = element.attributes.get("note", ""), element.attributes.get("r_id", "")
        shared = markables[target].instance or note if SHARED[element.path[-1]] else ""
        for id in (*sources, target):
            # Events and entities of one document may share the id of a relation.
            event = "event" if markables[id].kind == ACTION else "entity"
            entity_of[id] = shared or f"{document}:{event} {number}"
    return entity_of


def _mentions(
    document: str, markables: dict[str, _Markable], sentence_of: list[str], reader: Annotations
) -> Iterator[tuple[str, _Markable]]:
    """The mentions that the user asks for, in sentences that are annotated."""
    mentions, clusters, source = [], reader.clusters, reader.source
    for id, markable in markables.items():
        if markable.instance is None and not markable.tokens:
            reader.warn("without-text", f"the markable {id[:40]} has no token_anchor", markable.line)
        elif markable.instance is None and (clusters is None or (markable.kind == ACTION) == (clusters == EVENTS)):
            mentions.append((id, markable))
    # The list of sentences lies in the folder of the file or in one of the two above.
    folder = os.path.dirname(source.path) or "."
    paths = [os.path.normpath(os.path.join(folder, *[os.pardir] * levels, SENTENCES)) for levels in range(3)]
    path = None if source.path == STANDARD_INPUT else next(filter(os.path.isfile, paths), None)
    sentences = read_sentences(path) if path is not None else None
    if sentences is not None:
        source.read_beside.append(sentences.record)
    for id, markable in mentions:
        sentence = sentence_of[min(markable.tokens)]
        if sentences is None or (document, sentence) in sentences.rows:
            yield id, markable
        else:
            fact = f"sentence {sentence} of {document} is not in {path}"
            reader.warn("sentence-not-selected", fact, markable.line)
