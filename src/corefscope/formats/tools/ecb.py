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
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from corefscope.basics.escaping import quoted
from corefscope.formats.annotations import Annotations, Span
from corefscope.formats.files.sources import STANDARD_INPUT, Source
from corefscope.formats.files.text import shown
from corefscope.formats.registry import Options
from corefscope.formats.sentence_list import read_sentences
from corefscope.formats.tools.markup import Element, elements
from corefscope.model import Corpus, Mention
from corefscope.problems import Notices

EVENTS, ENTITIES = "events", "entities"
ACTION = "ACTION"
TYPES = {"ACTION": ACTION, "NEG": ACTION, "HUMAN": "HUMAN", "NON": "NON_HUMAN", "LOC": "LOC", "TIME": "TIME"}
SHARED = {"CROSS_DOC_COREF": True, "INTRA_DOC_COREF": False}  # whether several documents share a relation's entity
SENTENCES = "ECBplus_coreference_sentences.csv"
INNER = {"Markables": ("token_anchor",), "Relations": ("source", "target")}
_NAME = re.compile(r"(?P<topic>\d+)_(?P<number>\d+)(?P<part>ecb(?:plus)?)")


class _Markable(NamedTuple):
    kind: str
    line: int
    instance: str | None  # of a markable that is no mention
    tokens: list[int]


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """Read the document of a file."""
    if options.clusters not in (None, EVENTS, ENTITIES):
        fact = f"ECB+ has no field {quoted(str(options.clusters))}"
        raise source.error("no-cluster-field", fact, hint=f"it has {EVENTS} and {ENTITIES}, or both without a field")
    return _Document(content, Annotations(content, source, notices, options)).corpus()


class _Document:
    """Tokens, markables and relations, read when their elements close."""

    def __init__(self, content: bytes, reader: Annotations) -> None:
        self.reader, self.source = reader, reader.source
        self.words: list[str] = []
        self.sentence_of: list[str] = []
        self.position: dict[str, int] = {}  # of a token, by t_id
        self.markables: dict[str, _Markable] = {}
        self.relations: list[tuple[Element, list[str], str]] = []  # with sources and target
        self.name = ""
        inner: list[Element] = []  # of the markable or relation that has not closed yet
        for element in elements(content, self.source, "Document"):
            path, name = element.path, element.path[-1]
            part = path[1] if len(path) > 1 else ""
            if len(path) == 1:
                self.name = element.attributes.get("doc_name", "")
            elif path[1:] == ("token",):
                self._add_token(element)
            elif len(path) == 2 and name not in INNER:
                self._refuse(element, ("token", *INNER))
            elif len(path) == 4 and part in INNER:
                if name not in INNER[part]:
                    self._refuse(element, INNER[part])
                inner.append(element)
            elif len(path) == 3 and part == "Markables":
                self._add_markable(element, [self._token(each) for each in inner])
                inner = []
            elif len(path) == 3 and part == "Relations":
                if name in SHARED:
                    ends = [(each.path[-1], each.attributes.get("m_id", "")) for each in inner]
                    sources = [id for kind, id in ends if kind == "source"]
                    target = next((id for kind, id in reversed(ends) if kind == "target"), "")
                    self.relations.append((element, sources, target))
                else:
                    self.reader.warn("unknown-relation", f"<{name[:40]}> is ignored", element.line)
                inner = []

    def _refuse(self, element: Element, names: Sequence[str]) -> None:
        fact, hint = f"there is an element <{element.path[-1][:40]}>", f"expected <{'> or <'.join(names)}>"
        raise self.source.error("bad-element", fact, element.line, hint)

    def _add_token(self, element: Element) -> None:
        id = element.attributes.get("t_id", "")
        if not id or id in self.position:
            fact = f"a token has the t_id {shown(id)}"
            raise self.source.error("bad-element", fact, element.line, "each has its own number")
        self.position[id] = len(self.words)
        self.words.append(element.text.strip())
        self.sentence_of.append(element.attributes.get("sentence", ""))

    def _token(self, anchor: Element) -> int:
        id = anchor.attributes.get("t_id", "")
        if id not in self.position:
            fact = f"there is no token {shown(id)}"
            raise self.source.error("mention-outside-text", fact, anchor.line, "t_id names a token")
        return self.position[id]

    def _add_markable(self, element: Element, tokens: list[int]) -> None:
        attributes, id = element.attributes, element.attributes.get("m_id", "")
        if not id or id in self.markables:
            fact = f"a markable has the m_id {shown(id)}"
            raise self.source.error("bad-element", fact, element.line, "each has an id of its own")
        is_instance = "RELATED_TO" in attributes or "TAG_DESCRIPTOR" in attributes
        instance = attributes.get("instance_id", "") if is_instance else None
        kind = TYPES.get(element.path[-1].partition("_")[0], "")
        self.markables[id] = _Markable(kind, element.line, instance, tokens)

    def corpus(self) -> Corpus:
        name = re.sub(r"(\.xml)+$", "", self.name) or self.source.stem.rpartition("/")[2]
        match = _NAME.fullmatch(name)
        groups = {"topic": match["topic"], "subtopic": f"{match['topic']}_{match['part']}"} if match else {}
        starts = [at for at, each in enumerate(self.sentence_of) if at == 0 or each != self.sentence_of[at - 1]]
        sentences = list(pairwise([*starts, len(self.words)]))
        self.reader.builder.add_document(name, 1, self.words, sentences, groups=groups)
        entity_of = self._entities(name)
        has_instances = any(markable.instance is not None for markable in self.markables.values())
        if has_instances and not any(sources for _, sources, _ in self.relations):
            self.reader.warn("no-coreference", "no relation has a source, so each mention is a singleton", 1)
        entities: dict[str, list[Span]] = {}
        for id, markable in self._mentions(name).items():
            span = Span(Mention.at(markable.tokens), markable.line, markable.kind)
            entities.setdefault(entity_of[id], []).append(span)
        self.reader.add_entities(entities)
        return self.reader.corpus()

    def _entities(self, document: str) -> dict[str, str]:
        """The id of the entity of each markable."""
        entity_of = {id: f"{document}:{id}" for id in self.markables}
        for element, sources, target in self.relations:
            missing = next((id for id in (*sources, target) if id not in self.markables), None)
            if missing is not None:
                fact = f"there is no markable {shown(missing)}"
                raise self.source.error("unknown-mention", fact, element.line, "by its m_id")
            note, number = element.attributes.get("note", ""), element.attributes.get("r_id", "")
            shared = self.markables[target].instance or note if SHARED[element.path[-1]] else ""
            for id in (*sources, target):
                # Events and entities of one document may share the id of a relation.
                event = "event" if self.markables[id].kind == ACTION else "entity"
                entity_of[id] = shared or f"{document}:{event} {number}"
        return entity_of

    def _mentions(self, document: str) -> dict[str, _Markable]:
        """The mentions that the user asks for, in sentences that are annotated."""
        mentions = {}
        clusters = self.reader.clusters
        for id, markable in self.markables.items():
            if markable.instance is None and not markable.tokens:
                self.reader.warn("without-text", f"the markable {id[:40]} has no token_anchor", markable.line)
            elif markable.instance is None and (clusters is None or (markable.kind == ACTION) == (clusters == EVENTS)):
                mentions[id] = markable
        path = self._sentences_path()
        if path is None:
            return mentions
        sentences = read_sentences(path)
        self.source.read_beside.append(sentences.record)
        selection = {}
        for id, markable in mentions.items():
            sentence = self.sentence_of[min(markable.tokens)]
            if (document, sentence) in sentences.rows:
                selection[id] = markable
            else:
                fact = f"sentence {sentence} of {document} is not in {path}"
                self.reader.warn("sentence-not-selected", fact, markable.line)
        return selection

    def _sentences_path(self) -> str | None:
        """The list of sentences, in the folder of the file or one of the two above."""
        folder = os.path.dirname(self.source.path) or "."
        folders = [os.path.join(folder, *[os.pardir] * levels) for levels in range(3)]
        paths = [os.path.normpath(os.path.join(each, SENTENCES)) for each in folders]
        return None if self.source.path == STANDARD_INPUT else next(filter(os.path.isfile, paths), None)
