"""The coreference of a CAS: chain layers, relation layers, and the entities of CorefAnnotator.

A chain layer NAME has the types NAMEChain, whose `first` is a link, and NAMELink, whose `next` is the next link. A
relation layer has structures with a Governor and a Dependent; all annotations of the types that it connects are
mentions. Layers with `coref` in the name of their type are read, else all chain layers, or the one that the user names:
a layer, or the label of relations. A link's `referenceType` is the mention's type if it is name, nominal or pronoun.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from corefscope.basics.escaping import cut, quoted
from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import FileReader, shown
from corefscope.formats.registry import Options
from corefscope.formats.tools.links import Annotation, Link, add_connected, identity_names, is_identity, typed
from corefscope.formats.uima.cas import Cas, Places, Structure
from corefscope.model import CHARACTERS, SPLIT_ANTECEDENT, TOKENS, Corpus, Mention, Relation
from corefscope.problems import FormatError, Notices

CHAIN, LINK = "Chain", "Link"
OF_LINKS = ("next", "referenceType", "referenceRelation")
GOVERNOR, DEPENDENT = "Governor", "Dependent"
COREF_ANNOTATOR = "de.unistuttgart.ims.coref.annotator.api."


class CasReader(FileReader):
    """Adds the document of a CAS, with the entities of its coreference layers."""

    def __init__(self, source: Source, notices: Notices, options: Options) -> None:
        super().__init__(source, notices)
        self.wanted = options.clusters

    def read(self, cas: Cas) -> Corpus:
        self.cas, self.places = cas, Places(cas, self)
        words = self.places.words
        self.builder = CorpusBuilder(self.source.path, CHARACTERS if words is None else TOKENS)
        self.builder.add_document(cas.name(), 1, words, self.places.sentences, cas.text if words is None else None)
        if self.wanted is None and any(type.startswith(COREF_ANNOTATOR) for type in cas.by_type):
            self._add_coref_annotator()
        else:
            self._add_layers()
        corpus = self.builder.corpus(self.source.stem, self.notices)
        return replace(corpus, empty_nodes=any(position < 0 for shape in corpus.shapes for position in shape))

    def _add_layers(self) -> None:
        types = self.cas.by_type
        chains = [type.removesuffix(CHAIN) for type in types if type.endswith(CHAIN) and self._has(type, "first")]
        links = [type.removesuffix(LINK) for type in types if type.endswith(LINK) and self._has(type, *OF_LINKS)]
        chains += [layer for layer in links if layer not in chains]  # all its links are in no chain
        relations = [type for type in types if self._has(type, GOVERNOR, DEPENDENT)]
        if self.wanted is None:
            named = [layer for layer in (*chains, *relations) if "coref" in layer.lower()] or chains
        else:
            named = [layer for layer in (*chains, *relations) if self._is_wanted(layer)]
            named = named or [type for type in relations if self.wanted in map(_label, self.cas.of(type))]
        if not named:
            layers = f"layers: {', '.join(map(cut, [*chains, *relations])) or 'none'}"
            if self.wanted is not None:
                fact = f"there is no layer or relation {quoted(self.wanted)}"
                raise self.source.error("no-coreference-relation", fact, hint=layers)
            if relations:
                hint = f"{layers}; name one with --clusters, --key-clusters or --response-clusters"
                raise self.source.error("no-coreference-relation", "no layer is called after coreference", hint=hint)
            self.warn("no-coreference", "no chain and no relation is in the file", 1)
        if len(named) > 1:
            self.warn("several-layers", f"all are read: {', '.join(map(cut, named))}", 1)
        for layer in named:
            if layer in chains:
                self._add_chains(layer)
            else:
                self._add_relations(layer)

    def _has(self, type: str, *features: str) -> bool:
        found = self.cas.by_type[type]
        return any(feature in each.features for feature in features for each in found[:100])

    def _is_wanted(self, layer: str) -> bool:
        return self.wanted in (layer, layer.rpartition(".")[2], layer + CHAIN, layer + LINK)

    def _add_chains(self, layer: str) -> None:
        reached: set[str] = set()
        for chain in self.cas.of(layer + CHAIN):
            mentions, lines = [], []
            for link in self._links(chain, reached):
                if (mention := self._mention(link)) is not None:
                    mentions.append(typed(mention, link.features.get("referenceType", "")))
                    lines.append(link.line)
            self.builder.add_entity(chain.id, mentions, lines)
        for link in self.cas.of(layer + LINK):
            if link.id not in reached and (mention := self._mention(link)) is not None:
                self.warn("mention-without-entity", f"link {cut(link.id)} is in no chain: a singleton", link.line)
                self.builder.add_entity(link.id, [mention], link.line)

    def _links(self, chain: Structure, reached: set[str]) -> Iterator[Structure]:
        """The links of a chain; each belongs to one chain, once."""
        number, line = chain.features.get("first"), chain.line
        if number is None:
            self.warn("entity-without-mentions", f"chain {cut(chain.id)} has none", line)
        while number is not None:
            link = self.cas.by_id.get(str(number))
            if link is None:
                fact = f"chain {cut(chain.id)} leads to {shown(str(number))}, which is not there"
                self.refuse("unknown-mention", fact, line)
                return
            if link.id in reached:
                fact = f"link {cut(link.id)} is reached twice"
                self.refuse("bad-element", fact, link.line, "a link belongs to one chain, and no chain is a circle")
                return
            reached.add(link.id)
            yield link
            number, line = link.features.get("next"), link.line

    def _mention(self, found: Structure, more: list[Structure] | None = None) -> Mention | None:
        """The mention of an annotation and its detached parts; an error is kept, and the others are read."""
        parts = [(each.features.get("begin"), each.features.get("end")) for each in (found, *(more or ()))]
        try:
            return self.places.mention(parts, found.line)
        except FormatError as error:
            self.notices.refuse(error)
            return None

    def _add_relations(self, layer: str) -> None:
        arcs = self.cas.of(layer)
        ends = [str(arc.features.get(end, "")) for arc in arcs for end in (GOVERNOR, DEPENDENT)]
        bases = dict.fromkeys(self.cas.by_id[end].type for end in ends if end in self.cas.by_id)
        annotations, left_out = {}, set()
        for base in bases:
            for each in self.cas.of(base):
                if (mention := self._mention(each)) is not None:
                    annotations[each.id] = Annotation(mention, each.label(), each.line)
                else:
                    left_out.add(each.id)
        # WebAnno draws a relation from its Governor, and GUM from the anaphor.
        pairs = zip(ends[::2], ends[1::2], arcs, strict=True)
        links = [Link(_label(arc), anaphor, antecedent, arc.line) for anaphor, antecedent, arc in pairs]
        names = dict.fromkeys(link.name for link in links)
        if self.wanted is None:  # the layer is called after coreference
            identity = {name for name in names if is_identity(name)}
        elif self._is_wanted(layer):
            identity = {name for name in names if not name.lower().startswith("bridg")}
        else:
            identity = identity_names(self, names, self.wanted)
        links = [link for link in links if left_out.isdisjoint((link.anaphor, link.antecedent))]
        add_connected(self, self.builder, annotations, links, identity)

    def _add_coref_annotator(self) -> None:
        """Mentions that point to an Entity; from version 2 on, a Mention points to the parts of its surface."""
        members: dict[str, list[tuple[Mention, int]]] = {}
        for found in self._of_annotator("Mention"):
            surface = [self.cas.by_id.get(each) for each in self.cas.listed(found.features.get("Surface"))]
            for name in ("Discontinuous", "AdditionalExtent"):
                surface += [self.cas.by_id.get(each) for each in self.cas.listed(found.features.get(name))]
            parts = [each for each in surface if each is not None]
            if "begin" in found.features:
                parts.insert(0, found)
            entity = str(found.features.get("Entity", ""))
            if len(parts) < len(surface) or not parts or entity not in self.cas.by_id:
                missing = "no Entity" if parts and len(parts) >= len(surface) else "no place in the text"
                self.refuse("bad-element", f"mention {cut(found.id)} has {missing}", found.line)
                continue
            if (mention := self._mention(parts[0], parts[1:])) is not None:
                members.setdefault(entity, []).append((mention, found.line))
        for entity, mentions in members.items():
            self.builder.add_entity(entity, [mention for mention, _ in mentions], [line for _, line in mentions])
        for group in self._of_annotator("EntityGroup"):
            for member in self.cas.listed(group.features.get("Members")):
                self.builder.add_relation(Relation(SPLIT_ANTECEDENT, member, group.id))

    def _of_annotator(self, name: str) -> list[Structure]:
        types = (type for type in self.cas.by_type if type.startswith(COREF_ANNOTATOR) and type.endswith("." + name))
        return [each for type in types for each in self.cas.of(type)]


def _label(arc: Structure) -> str:
    return arc.label(GOVERNOR, DEPENDENT)
