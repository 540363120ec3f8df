"""A CAS of UIMA, as XMI or JSON: a text, and feature structures of named types that point to each other by id.

INCEpTION, WebAnno, DKPro and CorefAnnotator write XMI, with one document a file. Prefixes of namespaces are arbitrary:
the type `webanno.custom.CorefLink` is the element `CorefLink` of the namespace `http:///webanno/custom.ecore`.
INCEpTION and dkpro-cassis write JSON (0.4, and the earlier object of structures by id). The type system is not needed.

Offsets count UTF-16 code units, as in Java, and ends are exclusive. If the CAS has tokens, mentions are counted in
them; otherwise in characters.

A chain layer NAME has the types NAMEChain, whose `first` is a link, and NAMELink, whose `next` is the next link. A
relation layer has structures with a Governor and a Dependent; all annotations of the types that it connects are
mentions. Layers with `coref` in the name of their type are read, else all chain layers, or the one that the user names:
a layer, or the label of relations. A link's `referenceType` is the mention's type if it is name, nominal or pronoun.
CorefAnnotator's mentions point to their Entity.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from itertools import chain, pairwise, product
from operator import itemgetter
from typing import Any, NamedTuple

from corefscope.basics.escaping import cut
from corefscope.formats.annotations import Annotations, Link, Span, unclear_coreference
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import excerpt, parsed
from corefscope.formats.registry import Options
from corefscope.formats.tools.markup import elements
from corefscope.model import CHARACTERS, SPLIT_ANTECEDENT, TYPES, Corpus, Mention, Relation, empty_position
from corefscope.problems import Notices

TOKEN, SENTENCE = ".segmentation.type.Token", ".segmentation.type.Sentence"
SOFA, INITIAL_VIEW = "uima.cas.Sofa", "_InitialView"
ARRAY, ELEMENTS = "uima.cas.FSArray", "elements"
METADATA = ".metadata.type.DocumentMetaData"
CAS_ENDINGS = ("txt", "xmi", "xml", "tsv", "json", "conll", "conllu", "html", "htm", "pdf", "zip")
COREF_ANNOTATOR = "de.unistuttgart.ims.coref.annotator.api."
CHAIN, LINK = "Chain", "Link"
GOVERNOR, DEPENDENT = "Governor", "Dependent"
# Types that have nothing to do with coreference, and of which there are several for each token.
_IGNORED = (".lexmorph.type.", ".segmentation.type.Lemma", ".segmentation.type.Stem", ".syntax.type.", "uima.cas.View")
_NAMED = ("value", "label", "Label", "identifier")  # features that hold a label
_PLAIN = ("sofa", "begin", "end")  # the features of every annotation
_OFFSET = re.compile("[0-9]{1,9}")
_XMI = "http://www.omg.org/XMI"
STRUCTURES = "%FEATURE_STRUCTURES"


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


class CasReader(Annotations):
    def read(self, structures: Iterator[Structure]) -> Corpus:
        """Read the document, named by its metadata, else after the file."""
        self.by_id: dict[str, Structure] = {}
        self.by_type: dict[str, list[Structure]] = {}
        texts = []
        for structure in structures:
            if any(part in structure.type for part in _IGNORED):
                continue
            if structure.type != SOFA:
                self.by_type.setdefault(structure.type, []).append(structure)
                if not structure.type.endswith((TOKEN, SENTENCE)):
                    self.by_id[structure.id] = structure
            elif isinstance(structure.features.get("sofaString"), str):
                texts.append(structure)
        initial = [view for view in texts if view.features.get("sofaID") == INITIAL_VIEW] or texts
        if len(initial) != 1:
            fact = "the CAS has no text" if not texts else f"the CAS has {len(texts)} views with a text"
            raise self.source.error("missing-text", fact, hint=f"expected a sofaString in the view {INITIAL_VIEW}")
        self.view, self.text = initial[0].id, initial[0].features["sofaString"]
        self._add_document()
        if self.clusters is None and any(type.startswith(COREF_ANNOTATOR) for type in self.by_type):
            self._add_coref_annotator()
        else:
            self._add_layers()
        return self.corpus()

    def _of(self, *types: str) -> list[Structure]:
        """The structures of types in the view that is read."""
        structures = chain.from_iterable(self.by_type.get(type, ()) for type in types)
        return [each for each in structures if str(each.features.get("sofa", self.view)) == self.view]

    # ---- places

    def _add_document(self) -> None:
        """Add the document with its tokens and sentences, and prepare the way from offsets to positions."""
        wide = [place for place, letter in enumerate(self.text) if letter > "\uffff"] if not self.text.isascii() else []
        self.second_halves = [place + before + 1 for before, place in enumerate(wide)]  # by UTF-16 offset
        tokens, sentences = self._runs_with_text(TOKEN), self._runs_with_text(SENTENCE)
        for (_, end, _), (begin, _, line) in pairwise(tokens):
            if end > begin:
                raise self.source.error("bad-element", f"two tokens overlap at character {begin}", line)
        self.begins, self.ends = [begin for begin, _, _ in tokens], [end for _, end, _ in tokens]
        self.words = [self.text[begin:end] for begin, end, _ in tokens]
        firsts = {bisect_left(self.begins, begin) for begin, _, _ in sentences}
        bounds = list(pairwise([*sorted({0, *firsts} - {len(tokens)}), len(tokens)])) if firsts else None
        name = ""  # the title of the document without the ending of a file name, or its id
        metadata = self._of(*(type for type in self.by_type if type.endswith(METADATA)))
        for structure, feature in product(metadata, ("documentTitle", "documentId")):
            if not name and isinstance(value := structure.features.get(feature), str) and value.strip():
                stem, _, ending = value.rpartition(".")
                name = stem if stem and ending.lower() in CAS_ENDINGS else value
        if self.words:
            self.builder.add_document(name, 1, self.words, bounds)
        else:
            self.builder.unit = CHARACTERS
            self.builder.add_document(name, 1, raw=self.text)

    def _runs_with_text(self, kind: str) -> list[tuple[int, int, int]]:
        """Begins, ends (in characters) and lines of the tokens or sentences that are not empty, in text order."""
        structures = chain.from_iterable(each for type, each in self.by_type.items() if type.endswith(kind))
        places = [(*self._characters(each), each.line) for each in structures]
        return sorted((each for each in places if each[0] < each[1]), key=itemgetter(0))

    def _characters(self, structure: Structure) -> tuple[int, int]:
        offsets = [str(structure.features.get(name)) for name in ("begin", "end")]
        places = [self._character(int(each)) if _OFFSET.fullmatch(each) else -1 for each in offsets]
        if not 0 <= places[0] <= places[1] <= len(self.text):
            fact = f"an annotation goes from {excerpt(offsets[0])} to {excerpt(offsets[1])}"
            hint = "offsets count UTF-16 code units from 0, the end is exclusive"
            raise self.source.error("bad-element", fact, structure.line, hint)
        return places[0], places[1]

    def _character(self, unit: int) -> int:
        """The character that begins at a UTF-16 code unit; -1 within a character."""
        before = bisect_left(self.second_halves, unit)
        return -1 if self.second_halves[before : before + 1] == [unit] else unit - before

    def _span(self, *parts: Structure, label: str = "") -> list[Span]:
        """The mention of one or several parts; none with a warning for one without characters."""
        line = parts[0].line
        runs = [self._characters(part) for part in parts]
        runs_with_text = [(start, stop) for start, stop in runs if start < stop]
        if not runs_with_text and not self.words:
            self.warn("mention-without-place", "it has no characters, and the file no tokens", line)
            return []
        if not runs_with_text:
            zero = Mention.at([empty_position(bisect_left(self.begins, runs[0][0]), 1)])
            return [Span.labelled(zero, line, label)]
        places = runs_with_text
        if self.words:
            places = [self.tokens_at(self.begins, self.ends, *run, line) for run in runs_with_text]
        return [Span.labelled(self.mention(places, line), line, label)]

    # ---- layers

    def _add_layers(self) -> None:
        chains = [type for type in self.by_type if type.endswith(CHAIN) and self._has(type, "first")]
        of_links = ("next", "referenceType", "referenceRelation")
        links = [type for type in self.by_type if type.endswith(LINK) and self._has(type, *of_links)]
        # A layer of which all links are in no chain has links only.
        chains = list(dict.fromkeys(type.removesuffix(CHAIN).removesuffix(LINK) for type in (*chains, *links)))
        relations = [type for type in self.by_type if self._has(type, GOVERNOR, DEPENDENT)]
        names = {type: {each.label() for each in self._of(type)} for type in relations}
        selection = self.coreference_layers({layer: names.get(layer, ()) for layer in (*chains, *relations)}, chains)
        if self.clusters is None and not selection and relations:
            raise unclear_coreference("no layer is called after coreference", relations, self.source)
        if self.clusters is None and not selection:
            self.warn("no-coreference", "no chain and no relation is in the file", 1)
        if len(selection) > 1:
            self.warn("several-layers", f"all are read: {', '.join(map(cut, selection))}", 1)
        for layer in selection:
            (self._add_chains if layer in chains else self._add_relations)(layer)

    def _has(self, type: str, *features: str) -> bool:
        return any(feature in each.features for feature in features for each in self.by_type[type][:100])

    def _add_chains(self, layer: str) -> None:
        """Add a layer of chains; each link belongs to one chain, once."""
        reached: set[str] = set()
        for each in self._of(layer + CHAIN):
            number, line = each.features.get("first"), each.line
            if number is None:
                self.warn("entity-without-mentions", f"chain {cut(each.id)} has none", line)
            spans: list[Span] = []
            while number is not None:
                link = self.by_id.get(str(number))
                if link is None:
                    fact = f"chain {cut(each.id)} leads to {excerpt(str(number))}, which is not there"
                    raise self.source.error("unknown-mention", fact, line)
                if link.id in reached:
                    hint = "a link belongs to one chain, and no chain is a circle"
                    raise self.source.error("bad-element", f"link {cut(link.id)} is reached twice", link.line, hint)
                reached.add(link.id)
                kind = link.features.get("referenceType")
                spans += self._span(link, label=kind if kind in TYPES else "")
                number, line = link.features.get("next"), link.line
            self.add_entities({each.id: spans})
        for link in self._of(layer + LINK):
            if link.id not in reached and (spans := self._span(link)):
                self.warn("mention-without-entity", f"link {cut(link.id)} is in no chain: a singleton", link.line)
                self.add_entities({link.id: spans})

    def _add_relations(self, layer: str) -> None:
        """Add a layer of relations. WebAnno draws a relation from its Governor, and GUM from the anaphor."""
        arcs = self._of(layer)
        ends = [(str(arc.features.get(GOVERNOR, "")), str(arc.features.get(DEPENDENT, ""))) for arc in arcs]
        links = [Link(arc.label(), *pair, arc.line) for arc, pair in zip(arcs, ends, strict=True)]
        bases = dict.fromkeys(self.by_id[end].type for pair in ends for end in pair if end in self.by_id)
        places = {each.id: self._span(each, label=each.label()) for each in self._of(*bases)}
        identity = self.identity_in(layer, (link.name for link in links))
        links = [link for link in links if [] not in (places.get(link.anaphor), places.get(link.antecedent))]
        self.connect({id: span for id, spans in places.items() for span in spans}, links, identity)

    # ---- CorefAnnotator

    def _add_coref_annotator(self) -> None:
        """Mentions that point to an Entity; from version 2 on, a Mention points to the parts of its surface."""
        types = [type for type in self.by_type if type.startswith(COREF_ANNOTATOR)]
        entities: dict[str, list[Span]] = {}
        for mark in self._of(*(type for type in types if type.endswith(".Mention"))):
            ids = [id for name in ("Surface", "Discontinuous", "AdditionalExtent") for id in self._listed(mark, name)]
            entity = str(mark.features.get("Entity", ""))
            parts = [mark] if "begin" in mark.features else []
            parts += [self.by_id[id] for id in ids if id in self.by_id]
            if not parts or any(id not in self.by_id for id in (*ids, entity)):
                fact = f"mention {cut(mark.id)} has no Entity or no place in the text"
                raise self.source.error("bad-element", fact, mark.line)
            spans = [span._replace(line=mark.line) for span in self._span(*parts)]
            entities.setdefault(entity, []).extend(spans)
        self.add_entities(entities)
        for group in self._of(*(type for type in types if type.endswith(".EntityGroup"))):
            for member in self._listed(group, "Members"):
                self.builder.add_relation(Relation(SPLIT_ANTECEDENT, member, group.id))

    def _listed(self, structure: Structure, feature: str) -> Iterator[str]:
        """The ids that a feature of several values points to: itself, or those of the arrays it names."""
        value = structure.features.get(feature)
        for id in map(str, value) if isinstance(value, list) else str(value or "").split():
            array = self.by_id.get(id)
            if array is not None and array.type.startswith(ARRAY):
                yield from self._listed(array, ELEMENTS)
            else:
                yield id


# ---------------------------------------------------------------- XMI and JSON


class Cas(NamedTuple):
    """The reader of one notation."""

    structures: Callable[[bytes, Source], Iterator[Structure]]

    def read(self, content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
        return CasReader(content, source, notices, options).read(self.structures(content, source))


def _of_xmi(content: bytes, source: Source) -> Iterator[Structure]:
    root = f"{_XMI} XMI"
    for element in elements(content, source, root, namespaces=True):
        if " " in element.name and element.name != root:
            space, _, name = element.name.rpartition(" ")
            package = space.removeprefix("http:///").removesuffix(".ecore").replace("/", ".")
            type = f"{package}.{name}" if package != "uima.noNamespace" else name
            yield Structure(type, element.attributes.pop(f"{_XMI} id", ""), element.line, element.attributes)


def _of_json(content: bytes, source: Source) -> Iterator[Structure]:
    whole = parsed(content, source)
    structures = whole.get(STRUCTURES) if isinstance(whole, dict) else None
    if isinstance(structures, dict):
        pairs = list(structures.items())
    elif isinstance(structures, list):
        pairs = [(each.get("%ID") if isinstance(each, dict) else None, each) for each in structures]
    else:
        raise source.error("bad-json", f"the JSON has no list {STRUCTURES}", 1, "expected UIMA's JSON CAS")
    for key, each in pairs:
        type = each.get("%TYPE") if isinstance(each, dict) else None
        if key is None or not isinstance(type, str):
            what = f"of type {cut(type)} has no %ID" if isinstance(type, str) else f"{cut(str(key))} has no %TYPE"
            raise source.error("bad-json", f"the feature structure {what}", 1)
        features = {name.lstrip("@^#"): value for name, value in each.items() if name[:1] != "%"}
        if "%ELEMENTS" in each:
            type, features[ELEMENTS] = ARRAY, each["%ELEMENTS"]
        yield Structure(type, str(key), 1, features)


xmi, uima_json = Cas(_of_xmi), Cas(_of_json)
