"""WebAnno TSV 3.x, which INCEpTION writes too, with coreference as chains or as relations between spans.

A chain layer (`#T_CH`) gives each mention the number of its chain, which is the entity. A relation layer (`#T_RL`)
whose name contains `coref` connects the annotations of a span layer, as in GUM (Zeldes 2017). All annotations of that
span layer are mentions, unconnected ones singletons, and the first feature is the entity's type. Relations named in
`IDENTITY` connect, `bridge…` become Relations; any other name is kept as a Relation, with a warning. An annotation on
a part of a token is read as the whole token, one on no characters as a zero. Other layers and features, such as GUM's
information status, salience and links to Wikipedia, are ignored.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from corefscope.basics.components import components
from corefscope.basics.escaping import quoted
from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import FileReader, shown
from corefscope.formats.registry import Options
from corefscope.formats.standoff.webanno_table import (
    CHAIN,
    RELATION,
    SPAN,
    Layer,
    WebannoRow,
    layers_of,
    rows_of,
    split,
    values,
)
from corefscope.formats.tools.links import IDENTITY, SPLIT
from corefscope.model import BRIDGING, SPLIT_ANTECEDENT, Corpus, Mention, Relation, empty_position, text_order
from corefscope.problems import FormatError, Notices

_CHAIN_LINK = re.compile(r"(?s:.*)->([0-9]+)-([0-9]+)")
_TARGET = re.compile(r"([0-9]+-[0-9]+(?:\.[0-9]+)?)(?:\[([0-9]+)_([0-9]+)\])?")


@dataclass
class _Annotation:
    """The positions of one annotation, and the value of its first feature."""

    line: int
    positions: list[int] = field(default_factory=list)
    value: str = ""


class _WebannoLink(NamedTuple):
    """A relation from the annotation in its row to another, both by number or by place."""

    name: str
    here: str
    there: str
    line: int
    rows: tuple[str, str]  # the places of both


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """Read the document of the file, named after the file."""
    return _WebannoReader(source, notices).read(content)


class _WebannoReader(FileReader):
    """Words, sentences and annotations so far, and the latest token."""

    def read(self, content: bytes) -> Corpus:
        file = self.decode(content)
        layers = layers_of(file, self.source)
        chosen, spans = _coreference_layers(layers, self.source)
        self.words: list[str] = []
        self.sentences: list[tuple[int, int]] = []
        self.sentence = self.token = self.start = ""  # of the latest token; start is its offset
        self.zeros = 0
        self.places: set[str] = set()
        self.wrong: set[str] = set()  # places of rows that could not be read, to which relations may still point
        annotations: dict[str, dict[str, _Annotation]] = {layer.name: {} for layer in (*chosen, *spans)}
        links: dict[str, list[_WebannoLink]] = {layer.name: [] for layer in chosen}
        for row in rows_of(file, layers, self, self.wrong):
            try:
                position = self._position(row)
            except FormatError as error:
                self.notices.refuse(error)
                self.wrong.add(row.place)
                continue
            covered = False
            for layer in (*chosen, *spans):
                try:
                    if layer.kind == RELATION:
                        links[layer.name].extend(self._links(layer, row))
                        continue
                    keys = (self._chain_keys if layer.kind == CHAIN else self._span_keys)(layer, row)
                except FormatError as error:
                    self.notices.refuse(error)
                    self.wrong.add(row.place)
                    continue
                for key, value in keys.items():
                    found = annotations[layer.name].setdefault(key, _Annotation(row.line))
                    found.positions.append(position)
                    found.value = found.value or value
                covered = covered or bool(keys)
            if covered and row.part and position >= 0:
                self.warn("part-of-a-token", f"{quoted(row.word)} is read as the whole token", row.line)
        if not self.words and not self.wrong:
            raise self.source.error("empty-file", "the file holds no token")
        self.builder = CorpusBuilder(self.source.path)
        self.builder.add_document("", 1, self.words, self.sentences)
        filled = [layer.name for layer in chosen if annotations[layer.name] or links[layer.name]]
        if len(filled) > 1:
            self.warn("several-layers", f"all are read: {', '.join(filled)}", 1)
        for layer in chosen:
            if layer.kind == CHAIN:
                chains: dict[str, list[_Annotation]] = {}
                for annotation in annotations[layer.name].values():
                    chains.setdefault(annotation.value, []).append(annotation)
                for chain, members in chains.items():
                    self._add_entity(chain, members, "")
            else:
                self._add_linked(annotations[layer.base], links[layer.name])
        corpus = self.builder.corpus(self.source.stem, self.notices)
        # Few files mark zeros; without any, those inside a mention of another format must not make it differ.
        return replace(corpus, empty_nodes=any(position < 0 for shape in corpus.shapes for position in shape))

    def _position(self, row: WebannoRow) -> int:
        """The position of a row in the document; a new token is added to the text."""
        if row.place in self.places:
            raise self.source.error("repeated-row", f"the row {row.place} occurs twice", row.line)
        self.places.add(row.place)
        if not row.part:
            if row.sentence != self.sentence:
                self.sentences.append((len(self.words), len(self.words)))
            self.words.append(row.word)
            self.sentences[-1] = self.sentences[-1][0], len(self.words)
            self.sentence, self.token, self.start, self.zeros = row.sentence, row.token, row.span[0], 0
            return len(self.words) - 1
        if row.token != self.token:
            raise self.source.error("bad-row", f"{row.place} does not follow its token {row.token}", row.line)
        if row.span[0] != row.span[1]:
            return len(self.words) - 1
        self.zeros = self.zeros % 1000 + 1
        return empty_position(len(self.words) - (row.span[0] == self.start), self.zeros)

    def _span_keys(self, layer: Layer, row: WebannoRow) -> dict[str, str]:
        """The first values of the annotations of a row, by number, or by place for a single one without number."""
        keys: dict[str, str] = {}
        for number, cell in enumerate(row.cells[layer.column : layer.column + layer.width]):
            found = values(cell)
            for value, key in found:
                if key is None and len(found) > 1:
                    fact, hint = (
                        f"{shown(cell)} has values without number",
                        "number the annotations on one token, as [3]",
                    )
                    raise self.source.error("bad-row", fact, row.line, hint)
                keys.setdefault(key or row.place, value if number == 0 else "")
        return keys

    def _chain_keys(self, layer: Layer, row: WebannoRow) -> dict[str, str]:
        """The chains of the mentions of a row, by chain and link."""
        column = layer.features.index("referenceRelation") if "referenceRelation" in layer.features[:2] else 1
        keys = {}
        for part in split(row.cells[layer.column + column]):
            link = _CHAIN_LINK.fullmatch(part)
            if not link:
                hint = "expected a name, ->, the number of the chain, a dash and the number of the link"
                raise self.source.error("bad-row", f"{shown(part)} is no link of a chain", row.line, hint)
            keys[f"{link[1]}-{link[2]}"] = link[1]
        return keys

    def _links(self, layer: Layer, row: WebannoRow) -> list[_WebannoLink]:
        targets = split(row.cells[layer.column + layer.width - 1])
        names = [name for name, _ in values(row.cells[layer.column])] if layer.width > 1 else [""] * len(targets)
        if len(names) != len(targets):
            fact = f"the relation has {len(names)} names and {len(targets)} targets"
            hint = f"{shown(row.cells[layer.column])} in layer {layer.name}"
            raise self.source.error("bad-row", fact, row.line, hint)
        links = []
        for name, target in zip(names, targets, strict=True):
            match = _TARGET.fullmatch(target)
            if not match:
                raise self.source.error(
                    "bad-row", f"{shown(target)} is no target", row.line, "expected 1-3 or 1-3[4_2]"
                )
            # 0 stands for an annotation without number, which is the only one at its place.
            there, here = (number if number and number != "0" else "" for number in (match[2], match[3]))
            links.append(_WebannoLink(name, here or row.place, there or match[1], row.line, (row.place, match[1])))
        return links

    def _add_entity(self, name: str, members: list[_Annotation], kind: str) -> None:
        mentions = (Mention.at(member.positions) for member in members)
        self.builder.add_entity(name, mentions, [member.line for member in members], kind)

    def _add_linked(self, annotations: dict[str, _Annotation], links: list[_WebannoLink]) -> None:
        """Add the entities and relations that a layer of relations makes of annotations."""
        known = []
        for link in links:
            missing = [end for end in (link.here, link.there) if end not in annotations]
            if not missing:
                known.append(link)
            # Unreadable rows explain missing annotations.
            elif not self.wrong or (self.wrong.isdisjoint(link.rows) and self.places.issuperset(link.rows)):
                fact = f"a relation connects annotation {shown(missing[0])}, which is not there"
                self.refuse("unknown-mention", fact, link.line)
        ordered = sorted(annotations, key=lambda key: text_order(annotations[key].positions[0]))
        entity_of = {}
        identity = [(link.here, link.there) for link in known if link.name.lower() in IDENTITY]
        for keys in components(ordered, identity):
            members = [annotations[key] for key in keys]
            kind = self.common_type(keys[0], (member.value for member in members), members[0].line)
            self._add_entity(keys[0], members, kind)
            entity_of.update(dict.fromkeys(keys, keys[0]))
        for link in known:
            name = link.name.lower()
            if name in IDENTITY:
                continue
            bridging = name.startswith("bridg")
            if not bridging:
                text = f"{quoted(link.name)} is not known to be identity and connects nothing"
                self.warn("unknown-relation", text, link.line)
            kind = SPLIT_ANTECEDENT if name == SPLIT else BRIDGING if bridging else link.name
            # GUM and WebAnno write a relation in the row of the antecedent.
            there, here = (Mention.at(annotations[end].positions) for end in (link.there, link.here))
            ends = entity_of[link.here], entity_of[link.there]
            self.builder.add_relation(Relation(kind, *ends, link.name, there, here))


def _coreference_layers(layers: list[Layer], source: Source) -> tuple[list[Layer], list[Layer]]:
    """Layers of coreference by name, else all chain layers, and the span layers that relation layers connect."""
    named = [layer for layer in layers if "coref" in layer.name.lower() and layer.kind != SPAN]
    chosen = named or [layer for layer in layers if layer.kind == CHAIN]
    if not chosen:
        names = ", ".join(layer.name for layer in layers) or "none"
        hint = f"a chain layer or a relation layer called after coreference is needed; layers: {names}"
        raise source.error("no-coreference-column", "the file has no coreference layer", hint=hint)
    by_name = {layer.name: layer for layer in layers if layer.kind == SPAN}
    bases = dict.fromkeys(layer.base for layer in chosen if layer.kind == RELATION)
    for base in bases:
        if base not in by_name:
            raise source.error(
                "missing-column", f"the file has no layer {shown(base)}, which a relation layer connects"
            )
    return chosen, [by_name[base] for base in bases]
