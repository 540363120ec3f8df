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
from dataclasses import dataclass, field

from corefscope.basics.escaping import quoted
from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.files.sources import STANDARD_INPUT, Source
from corefscope.formats.files.text import FileReader, shown
from corefscope.formats.registry import Options
from corefscope.formats.sentence_list import read_sentences
from corefscope.formats.xml.safe import walk
from corefscope.model import Corpus, Mention
from corefscope.problems import Notices

EVENTS, ENTITIES = "events", "entities"
ACTION = "ACTION"
TYPES = {"ACTION": ACTION, "NEG": ACTION, "HUMAN": "HUMAN", "NON": "NON_HUMAN", "LOC": "LOC", "TIME": "TIME"}
SENTENCES = "ECBplus_coreference_sentences.csv"
_NAME = re.compile(r"(?P<topic>\d+)_(?P<number>\d+)(?P<part>ecb(?:plus)?)")


@dataclass(slots=True)
class _Markable:
    kind: str
    line: int
    instance: str | None  # of a markable that is no mention
    tokens: list[int] = field(default_factory=list)
    entity: str = ""


@dataclass(slots=True)
class _Relation:
    is_shared: bool  # by several documents
    name: str
    note: str
    line: int
    sources: list[str] = field(default_factory=list)
    target: str = ""


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """Read the document of a file."""
    if options.clusters not in (None, EVENTS, ENTITIES):
        fact = f"ECB+ has no field {quoted(str(options.clusters))}"
        raise source.error("no-cluster-field", fact, hint=f"it has {EVENTS} and {ENTITIES}, or both without a field")
    return _EcbReader(source, notices, options.clusters).read(content)


class _EcbReader(FileReader):
    """Collects tokens, markables and relations from the elements when they open and close."""

    def __init__(self, source: Source, notices: Notices, wanted: str | None) -> None:
        super().__init__(source, notices)
        self.wanted = wanted
        self.path: list[str] = []
        self.name = ""
        self.words: list[str] = []
        self.sentence_of: list[str] = []
        self.token: dict[str, int] = {}  # position by t_id
        self.markables: dict[str, _Markable] = {}
        self.relations: list[_Relation] = []

    def read(self, content: bytes) -> Corpus:
        walk(content, self.source, self._open, self._close)
        name = re.sub(r"(\.xml)+$", "", self.name) or self.source.stem.rpartition("/")[2]
        found = _NAME.fullmatch(name)
        groups = {"topic": found["topic"], "subtopic": f"{found['topic']}_{found['part']}"} if found else {}
        starts = [at for at in range(len(self.words)) if at == 0 or self.sentence_of[at] != self.sentence_of[at - 1]]
        sentences = list(zip(starts, [*starts[1:], len(self.words)], strict=True)) if starts else []
        builder = CorpusBuilder(self.source.path)
        builder.add_document(name, 1, self.words, sentences, groups=groups)
        self._name_entities(name)
        has_instances = any(markable.instance is not None for markable in self.markables.values())
        if has_instances and not any(relation.sources for relation in self.relations):
            self.warn("no-coreference", "no relation has a source, so each mention is a singleton", 1)
        entities: dict[str, list[_Markable]] = {}
        for markable in self._kept(name):
            entities.setdefault(markable.entity, []).append(markable)
        for entity, listed in entities.items():
            kind = self.common_type(entity, [markable.kind for markable in listed], listed[0].line)
            mentions = [_mention(markable.tokens) for markable in listed]
            builder.add_entity(entity, mentions, [markable.line for markable in listed], kind)
        return builder.corpus(self.source.stem, self.notices)

    def _open(self, name: str, attributes: dict[str, str], line: int) -> None:
        path = self.path
        path.append(name)
        depth = len(path)
        if depth == 2 and name == "token":
            number = attributes.get("t_id", "")
            if not number or number in self.token:
                self.refuse("bad-element", f"a token has the t_id {shown(number)}", line, "each has its own number")
            self.token[number] = len(self.words)
            self.sentence_of.append(attributes.get("sentence", ""))
        elif depth == 1:
            if name != "Document":
                fact = f"the XML is not ECB+: its root is <{name[:40]}>"
                raise self.source.error("bad-element", fact, line, "expected <Document> with <token> in it")
            self.name = attributes.get("doc_name", "")
        elif depth == 3 and path[1] == "Markables":
            self._add_markable(name, attributes, line)
        elif depth == 4 and name == "token_anchor" and path[1] == "Markables":
            self._add_anchor(attributes.get("t_id", ""), line)
        elif depth == 3 and path[1] == "Relations":
            identity = {"CROSS_DOC_COREF": True, "INTRA_DOC_COREF": False}.get(name)
            if identity is None:
                self.warn("unknown-relation", f"<{name[:40]}> is ignored", line)
            found = _Relation(bool(identity), attributes.get("r_id", ""), attributes.get("note", ""), line)
            self.relations += [] if identity is None else [found]
            self.relation = found
        elif depth == 4 and path[1] == "Relations" and name in ("source", "target"):
            member = attributes.get("m_id", "")
            if name == "source":
                self.relation.sources.append(member)
            else:
                self.relation.target = member
        elif depth == 2 and name not in ("Markables", "Relations"):
            self._refuse_element(name, line, "<token>, <Markables> or <Relations>")
        elif depth == 4:
            self._refuse_element(name, line, "<token_anchor>" if path[1] == "Markables" else "<source> or <target>")

    def _refuse_element(self, name: str, line: int, expected: str) -> None:
        self.refuse("bad-element", f"there is an element <{name[:40]}>", line, f"expected {expected}")

    def _add_markable(self, name: str, attributes: dict[str, str], line: int) -> None:
        number = attributes.get("m_id", "")
        if not number or number in self.markables:
            self.refuse("bad-element", f"a markable has the m_id {shown(number)}", line, "each has an id of its own")
        kind = TYPES.get(name.partition("_")[0], "")
        is_instance = "RELATED_TO" in attributes or "TAG_DESCRIPTOR" in attributes
        instance = attributes.get("instance_id", "") if is_instance else None
        self.latest = self.markables[number] = _Markable(kind, line, instance)

    def _add_anchor(self, token: str, line: int) -> None:
        if token in self.token:
            self.latest.tokens.append(self.token[token])
        else:
            self.refuse("mention-outside-text", f"there is no token {shown(token)}", line, "t_id names a token")

    def _close(self, name: str, text: str) -> None:
        path = self.path
        path.pop()
        if name == "token" and len(path) == 1:
            self.words.append(text.strip())

    def _name_entities(self, document: str) -> None:
        """Give each mention the id of its entity."""
        for number, markable in self.markables.items():
            markable.entity = f"{document}:{number}"
        for relation in self.relations:
            members = [*relation.sources, relation.target]
            missing = next((member for member in members if member not in self.markables), None)
            if missing is not None:
                self.refuse("unknown-mention", f"there is no markable {shown(missing)}", relation.line, "by its m_id")
                continue
            entity = self.markables[relation.target].instance or relation.note if relation.is_shared else ""
            for member in members:
                markable = self.markables[member]
                # Events and entities of one document may share the id of a relation.
                event = "event" if markable.kind == ACTION else "entity"
                markable.entity = entity or f"{document}:{event} {relation.name}"

    def _kept(self, document: str) -> list[_Markable]:
        """The mentions that were asked for."""
        mentions = []
        for number, markable in self.markables.items():
            if markable.instance is not None:
                continue
            if not markable.tokens:
                self.warn("without-text", f"the markable {number[:40]} has no token_anchor", markable.line)
            elif self.wanted is None or (markable.kind == ACTION) == (self.wanted == EVENTS):
                mentions.append(markable)
        path = self._sentences_path()
        if path is None:
            return mentions
        listed = read_sentences(path)
        self.source.read_beside.append(listed.record)
        selected = listed.rows
        kept = []
        for markable in mentions:
            sentence = self.sentence_of[min(markable.tokens)]
            if (document, sentence) in selected:
                kept.append(markable)
            else:
                fact = f"sentence {sentence} of {document} is not in {path}"
                self.warn("sentence-not-selected", fact, markable.line)
        return kept

    def _sentences_path(self) -> str | None:
        """The list of sentences, in the folder of the file or one of the two above."""
        if self.source.path == STANDARD_INPUT:
            return None
        folder = os.path.dirname(self.source.path) or "."
        for _ in range(3):
            if os.path.isfile(path := os.path.normpath(os.path.join(folder, SENTENCES))):
                return path
            folder = os.path.join(folder, os.pardir)
        return None


def _mention(tokens: list[int]) -> Mention:
    return Mention.at(tokens) if len(tokens) > 1 else Mention(tokens[0], tokens[0] + 1)
