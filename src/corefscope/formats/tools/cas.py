"""A CAS of UIMA: a text, and feature structures of named types that point to each other by id.

Offsets count UTF-16 code units, as in Java, and ends are exclusive. If the CAS has tokens, mentions are counted in
them; otherwise in characters.

A chain layer NAME has the types NAMEChain, whose `first` is a link, and NAMELink, whose `next` is the next link. A
relation layer has structures with a Governor and a Dependent; all annotations of the types that it connects are
mentions. Layers with `coref` in the name of their type are read, else all chain layers, or the one that the user names:
a layer, or the label of relations. A link's `referenceType` is the mention's type if it is name, nominal or pronoun.
CorefAnnotator's mentions point to their Entity.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from itertools import chain, pairwise
from operator import itemgetter
from typing import Any, NamedTuple

from corefscope.basics.escaping import cut, quoted
from corefscope.formats.annotations import Annotations, Link, Span, by_place, is_identity
from corefscope.formats.files.text import shown
from corefscope.model import CHARACTERS, SPLIT_ANTECEDENT, TYPES, Corpus, Mention, Relation, empty_position

TOKEN, SENTENCE = ".segmentation.type.Token", ".segmentation.type.Sentence"
SOFA, INITIAL_VIEW = "uima.cas.Sofa", "_InitialView"
ARRAY, ELEMENTS = "uima.cas.FSArray", "elements"
METADATA = ".metadata.type.DocumentMetaData"
ENDINGS = ("txt", "xmi", "xml", "tsv", "json", "conll", "conllu", "html", "htm", "pdf", "zip")
COREF_ANNOTATOR = "de.unistuttgart.ims.coref.annotator.api."
CHAIN, LINK = "Chain", "Link"
GOVERNOR, DEPENDENT = "Governor", "Dependent"
# Types that have nothing to do with coreference, and of which there are several for each token.
_IGNORED = (".lexmorph.type.", ".segmentation.type.Lemma", ".segmentation.type.Stem", ".syntax.type.", "uima.cas.View")
_NAMED = ("value", "label", "Label", "identifier")  # features that hold a label
_PLAIN = ("sofa", "begin", "end")  # the features of every annotation
_DIGITS = 9  # of an offset


class Structure(NamedTuple):
    """A feature structure: its type, its id, its line, and its features; references are ids."""

    type: str
    id: str
    line: int
    features: dict[str, Any]

    def label(self) -> str:
        """The value of its first feature that is text, as WebAnno shows it: a name before others by alphabet."""
        for name in (*_NAMED, *sorted(self.features.keys() - {*_NAMED, *_PLAIN, GOVERNOR, DEPENDENT})):
            value = self.features.get(name)
            if isinstance(value, str) and value and (name in _NAMED or not value.isdigit()):  # digits refer to others
                return value
        return ""


def is_ignored(type: str) -> bool:
    return any(part in type for part in _IGNORED)


class CasReader(Annotations):
    """The structures of a file, and the document that they make."""

    def read(self, structures: Iterator[Structure]) -> Corpus:
        """Read the document, named by its metadata, else after the file."""
        self.by_id: dict[str, Structure] = {}
        self.by_type: dict[str, list[Structure]] = {}
        views = []
        for structure in structures:
            if structure.type == SOFA:
                views.append(structure)
                continue
            self.by_type.setdefault(structure.type, []).append(structure)
            if not structure.type.endswith((TOKEN, SENTENCE)):
                self.by_id[structure.id] = structure
        texts = [view for view in views if isinstance(view.features.get("sofaString"), str)]
        initial = [view for view in texts if view.features.get("sofaID") == INITIAL_VIEW] or texts
        if len(initial) != 1:
            fact = "the CAS has no text" if not texts else f"the CAS has {len(texts)} views with a text"
            raise self.source.error("missing-text", fact, hint=f"expected a sofaString in the view {INITIAL_VIEW}")
        self.view, self.text = initial[0].id, initial[0].features["sofaString"]
        sentences = self._read_tokens()
        if self.words is None:
            self.builder.unit = CHARACTERS
        raw = self.text if self.words is None else None
        self.builder.add_document(self._name(), 1, self.words, sentences, raw)
        if self.clusters is None and any(type.startswith(COREF_ANNOTATOR) for type in self.by_type):
            self._add_coref_annotator()
        else:
            self._add_layers()
        return self.corpus(any(position < 0 for shape in self.builder.shapes for position in shape))

    def _of(self, type: str) -> list[Structure]:
        """The structures of a type in the view that is read."""
        return [each for each in self.by_type.get(type, []) if str(each.features.get("sofa", self.view)) == self.view]

    def _name(self) -> str:
        """The title of the document without the ending of a file name, or its id; empty without metadata."""
        for structure in chain.from_iterable(self._of(type) for type in self.by_type if type.endswith(METADATA)):
            for feature in ("documentTitle", "documentId"):
                if isinstance(value := structure.features.get(feature), str) and value.strip():
                    stem, _, ending = value.rpartition(".")
                    return stem if stem and ending.lower() in ENDINGS else value
        return ""

    # ---- places

    def _read_tokens(self) -> list[tuple[int, int]] | None:
        """Prepare the way from offsets to positions; return the sentences."""
        self.characters: list[int] | None = None  # by UTF-16 offset, where the two differ
        if not self.text.isascii() and max(self.text) > "\uffff":
            units = ([number] if each <= "\uffff" else [number, -1] for number, each in enumerate(self.text))
            self.characters = [*chain.from_iterable(units), len(self.text)]
        tokens = self._runs_with_text(TOKEN)
        for (_, end, _), (begin, _, line) in pairwise(tokens):
            if end > begin:
                raise self.source.error("bad-element", f"two tokens overlap at character {begin}", line)
        self.begins, self.ends = [begin for begin, _, _ in tokens], [end for _, end, _ in tokens]
        self.words = [self.text[begin:end] for begin, end, _ in tokens] or None
        starts = [bisect_left(self.begins, begin) for begin, _, _ in self._runs_with_text(SENTENCE)]
        firsts = sorted({0, *starts} - {len(tokens)}) if starts else []
        return list(pairwise([*firsts, len(tokens)])) if firsts else None

    def _runs_with_text(self, kind: str) -> list[tuple[int, int, int]]:
        """Begins, ends (in characters) and lines of the tokens or sentences that are not empty, in text order."""
        structures = chain.from_iterable(each for type, each in self.by_type.items() if type.endswith(kind))
        places = [(*self._characters(each), each.line) for each in structures]
        return sorted((each for each in places if each[0] < each[1]), key=itemgetter(0))

    def _characters(self, structure: Structure) -> tuple[int, int]:
        """The offsets of a structure as characters."""
        begin, end = (self._character(structure.features.get(name), structure.line) for name in ("begin", "end"))
        if begin > end:
            fact = f"an annotation ends at character {end}, before its begin {begin}"
            raise self.source.error("bad-element", fact, structure.line)
        return begin, end

    def _character(self, offset: Any, line: int) -> int:
        if type(offset) is not int:
            text = str(offset)
            if not (text.isascii() and text.isdigit() and len(text) <= _DIGITS):
                fact = "an annotation has " + ("no offset" if offset is None else f"the offset {shown(text)}")
                raise self.source.error("bad-element", fact, line, "begin and end count characters from 0")
            offset = int(text)
        last = len(self.text) if self.characters is None else len(self.characters) - 1
        if not 0 <= offset <= last:
            fact = f"an annotation reaches to {offset}, the text to {last}"
            raise self.source.error("mention-outside-text", fact, line, "offsets count UTF-16 code units")
        place: int = offset if self.characters is None else self.characters[offset]
        if place < 0:
            fact = f"the offset {offset} lies within a character"
            raise self.source.error("bad-element", fact, line, "offsets count UTF-16 code units")
        return place

    def _mention(self, *parts: Structure) -> Mention | None:
        """The mention of one or several parts; None with a warning for one without characters."""
        line = parts[0].line
        runs = [self._characters(part) for part in parts]
        runs_with_text = [(start, stop) for start, stop in runs if start < stop]
        if self.words is None:
            if not runs_with_text:
                self.warn("mention-without-place", "it has no characters, and the file no tokens", line)
            return self.mention(runs_with_text, line) if runs_with_text else None
        if not runs_with_text:
            return Mention.at([empty_position(bisect_left(self.begins, runs[0][0]), 1)])
        tokens = []
        for start, stop in runs_with_text:
            first, behind = bisect_right(self.ends, start), bisect_left(self.begins, stop)
            if first >= behind:
                fact = f"an annotation at characters {start}–{stop - 1} covers no token"
                raise self.source.error("bad-element", fact, line)
            if self.begins[first] < start or self.ends[behind - 1] > stop:
                self.warn("part-of-a-token", f"{shown(self.words[first])} is read as the whole token", line)
            tokens.append((first, behind))
        return self.mention(tokens, line)

    # ---- layers

    def _add_layers(self) -> None:
        chains = [
            type.removesuffix(CHAIN) for type in self.by_type if type.endswith(CHAIN) and self._has(type, "first")
        ]
        of_links = ("next", "referenceType", "referenceRelation")
        links = [type.removesuffix(LINK) for type in self.by_type if type.endswith(LINK) and self._has(type, *of_links)]
        chains += [layer for layer in links if layer not in chains]  # all its links are in no chain
        relations = [type for type in self.by_type if self._has(type, GOVERNOR, DEPENDENT)]
        layers = [*chains, *relations]
        if self.clusters is None:
            selection = [layer for layer in layers if "coref" in layer.lower()] or chains
        else:
            selection = [layer for layer in layers if self._is_named(layer)]
            labels = {type: [each.label() for each in self._of(type)] for type in (() if selection else relations)}
            selection = selection or [type for type in relations if self.clusters in labels[type]]
        if not selection:
            hint = f"layers: {', '.join(map(cut, layers)) or 'none'}"
            if self.clusters is not None:
                fact = f"there is no layer or relation {quoted(self.clusters)}"
                raise self.source.error("no-coreference-relation", fact, hint=hint)
            if relations:
                hint = f"{hint}; name one with --clusters, --key-clusters or --response-clusters"
                raise self.source.error("no-coreference-relation", "no layer is called after coreference", hint=hint)
            self.warn("no-coreference", "no chain and no relation is in the file", 1)
        if len(selection) > 1:
            self.warn("several-layers", f"all are read: {', '.join(map(cut, selection))}", 1)
        for layer in selection:
            (self._add_chains if layer in chains else self._add_relations)(layer)

    def _has(self, type: str, *features: str) -> bool:
        return any(feature in each.features for feature in features for each in self.by_type[type][:100])

    def _is_named(self, layer: str) -> bool:
        return self.clusters in (layer, layer.rpartition(".")[2], layer + CHAIN, layer + LINK)

    def _add_chains(self, layer: str) -> None:
        reached: set[str] = set()
        for each in self._of(layer + CHAIN):
            self.add_entity(each.id, [span for link in self._links(each, reached) for span in self._span(link)])
        for link in self._of(layer + LINK):
            if link.id not in reached and (mention := self._mention(link)) is not None:
                self.warn("mention-without-entity", f"link {cut(link.id)} is in no chain: a singleton", link.line)
                self.add_entity(link.id, [Span(mention, link.line)])

    def _span(self, link: Structure) -> Iterator[Span]:
        if (mention := self._mention(link)) is not None:
            kind = link.features.get("referenceType")
            yield Span.labelled(mention, link.line, kind if kind in TYPES else "")

    def _links(self, chain: Structure, reached: set[str]) -> Iterator[Structure]:
        """The links of a chain; each belongs to one chain, once."""
        number, line = chain.features.get("first"), chain.line
        if number is None:
            self.warn("entity-without-mentions", f"chain {cut(chain.id)} has none", line)
        while number is not None:
            link = self.by_id.get(str(number))
            if link is None:
                fact = f"chain {cut(chain.id)} leads to {shown(str(number))}, which is not there"
                raise self.source.error("unknown-mention", fact, line)
            if link.id in reached:
                hint = "a link belongs to one chain, and no chain is a circle"
                raise self.source.error("bad-element", f"link {cut(link.id)} is reached twice", link.line, hint)
            reached.add(link.id)
            yield link
            number, line = link.features.get("next"), link.line

    def _add_relations(self, layer: str) -> None:
        """Add a layer of relations. WebAnno draws a relation from its Governor, and GUM from the anaphor."""
        arcs = self._of(layer)
        ends = [(str(arc.features.get(GOVERNOR, "")), str(arc.features.get(DEPENDENT, ""))) for arc in arcs]
        links = [Link(arc.label(), *pair, arc.line) for arc, pair in zip(arcs, ends, strict=True)]
        bases = dict.fromkeys(self.by_id[end].type for pair in ends for end in pair if end in self.by_id)
        spans: dict[str, Span] = {}
        without_place = set()
        for each in chain.from_iterable(map(self._of, bases)):
            if (mention := self._mention(each)) is not None:
                spans[each.id] = Span.labelled(mention, each.line, each.label())
            else:
                without_place.add(each.id)
        names = dict.fromkeys(link.name for link in links)
        if self.clusters is None:  # the layer is called after coreference
            identity = set(filter(is_identity, names))
        elif self._is_named(layer):
            identity = {name for name in names if not name.lower().startswith("bridg")}
        else:
            identity = self.identity_of(names)
        links = [link for link in links if without_place.isdisjoint((link.anaphor, link.antecedent))]
        self.connect(by_place(spans), links, identity)

    # ---- CorefAnnotator

    def _add_coref_annotator(self) -> None:
        """Mentions that point to an Entity; from version 2 on, a Mention points to the parts of its surface."""
        entities: dict[str, list[Span]] = {}
        for mark in self._of_annotator("Mention"):
            ids = [id for name in ("Surface", "Discontinuous", "AdditionalExtent") for id in self._listed(mark, name)]
            parts = [self.by_id[id] for id in ids if id in self.by_id]
            has_parts = len(parts) == len(ids)
            if "begin" in mark.features:
                parts.insert(0, mark)
            entity = str(mark.features.get("Entity", ""))
            if not has_parts or not parts or entity not in self.by_id:
                missing = "no Entity" if parts and has_parts else "no place in the text"
                raise self.source.error("bad-element", f"mention {cut(mark.id)} has {missing}", mark.line)
            if (mention := self._mention(*parts)) is not None:
                entities.setdefault(entity, []).append(Span(mention, mark.line))
        self.add_entities(entities)
        for group in self._of_annotator("EntityGroup"):
            for member in self._listed(group, "Members"):
                self.builder.add_relation(Relation(SPLIT_ANTECEDENT, member, group.id))

    def _of_annotator(self, name: str) -> list[Structure]:
        types = [type for type in self.by_type if type.startswith(COREF_ANNOTATOR) and type.endswith("." + name)]
        return [each for type in types for each in self._of(type)]

    def _listed(self, structure: Structure, feature: str) -> Iterator[str]:
        """The ids that a feature of several values points to: itself, or those of the arrays it names."""
        value = structure.features.get(feature)
        for id in map(str, value) if isinstance(value, list) else str(value or "").split():
            array = self.by_id.get(id)
            if array is not None and array.type.startswith(ARRAY):
                yield from self._listed(array, ELEMENTS)
            else:
                yield id
