"""WebAnno TSV 3.x, which INCEpTION writes too, with coreference as chains or as relations between spans.

A chain layer (`#T_CH`) gives each mention the number of its chain, which is the entity. A relation layer (`#T_RL`)
whose name contains `coref` connects the annotations of a span layer; GUM (Zeldes 2017) has it so. All annotations of
that span layer are mentions, unconnected ones alone, and the first feature is the entity's type. Relations called
`bridge…` become Relations, all of `IDENTITY` connect; any other name is kept as a Relation, with a warning. An
annotation on a part of a token is read as the whole token, one on no characters as a zero. Other layers and features,
such as GUM's information status, salience, links to Wikipedia and centering, are no coreference and are not read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from corefscope.basics.escaping import quoted
from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import common_type, decoded, shown
from corefscope.formats.registry import Options
from corefscope.formats.standoff.linking import components
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
from corefscope.model import Corpus, Mention, Relation, empty_position, text_order
from corefscope.problems import FormatError, Notices

# GUM's names, and what else names identity; a relation without a name is the layer's own kind.
IDENTITY = ("", "coref", "ana", "cata", "appos", "pred", "disc", "ident", "identity")
SPLIT_ANTECEDENT = "bridge:aggr"
_CHAIN_LINK = re.compile(r"(?s:.*)->([0-9]+)-([0-9]+)")
_TARGET = re.compile(r"([0-9]+-[0-9]+(?:\.[0-9]+)?)(?:\[([0-9]+)_([0-9]+)\])?")


@dataclass
class _Annotation:
    """What one annotation covers, and the value of its first feature."""

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


@dataclass
class _WebannoText:
    """Words, sentences and how many parts of the latest token have come."""

    words: list[str] = field(default_factory=list)
    sentences: list[tuple[int, int]] = field(default_factory=list)
    sentence: str = ""
    token: str = ""
    start: str = ""  # the offset of the latest token
    zeros: int = 0
    places: set[str] = field(default_factory=set)


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """The one document of the file, called after the file."""
    file = decoded(content, source.path, notices)
    layers = layers_of(file, source)
    chosen, spans = _coreference_layers(layers, source)
    text = _WebannoText()
    annotations: dict[str, dict[str, _Annotation]] = {layer.name: {} for layer in (*chosen, *spans)}
    links: dict[str, list[_WebannoLink]] = {layer.name: [] for layer in chosen}
    wrong: set[str] = set()  # places of rows that could not be read, to which relations may still point
    for row in rows_of(file, layers, source, notices, wrong):
        try:
            position = _position(text, row, source)
        except FormatError as error:
            notices.refuse(error)
            wrong.add(row.place)
            continue
        covered = False
        for layer in (*chosen, *spans):
            try:
                if layer.kind == RELATION:
                    links[layer.name].extend(_links(layer, row, source))
                    continue
                keys = (_chain_keys if layer.kind == CHAIN else _span_keys)(layer, row, source)
            except FormatError as error:
                notices.refuse(error)
                wrong.add(row.place)
                continue
            for key, value in keys.items():
                found = annotations[layer.name].setdefault(key, _Annotation(row.line))
                found.positions.append(position)
                found.value = found.value or value
            covered = covered or bool(keys)
        if covered and row.part and position >= 0:
            notices.add("part-of-a-token", f"{quoted(row.word)} is read as the whole token", source.path, row.line)
    if not text.words and not wrong:
        raise FormatError("empty-file", "the file holds no token", source.path)
    builder = CorpusBuilder(source.path)
    builder.add_document("", 1, text.words, text.sentences)
    filled = [layer for layer in chosen if annotations[layer.name] or links[layer.name]]
    if len(filled) > 1:
        names = ", ".join(layer.name for layer in filled)
        notices.add("several-layers", f"all are read: {names}", source.path, 1)
    for layer in chosen:
        if layer.kind == CHAIN:
            _add_chains(builder, annotations[layer.name])
        else:
            known = _known(links[layer.name], annotations[layer.base], text.places, wrong, source, notices)
            _add_linked(builder, annotations[layer.base], known, source, notices)
    corpus = builder.corpus(source.stem, notices)
    # Hardly a file marks zeros; where none does, those inside a mention of another format must not part the two.
    return replace(corpus, empty_nodes=any(position < 0 for shape in corpus.shapes for position in shape))


def _coreference_layers(layers: list[Layer], source: Source) -> tuple[list[Layer], list[Layer]]:
    """Chain layers (those called after coreference, if any are) and relation layers, and the spans that these need."""
    named = [layer for layer in layers if "coref" in layer.name.lower() and layer.kind != SPAN]
    chosen = named or [layer for layer in layers if layer.kind == CHAIN]
    if not chosen:
        names = ", ".join(layer.name for layer in layers) or "none"
        raise FormatError(
            "no-coreference-column",
            "the file has no coreference layer",
            source.path,
            hint=f"a chain layer or a relation layer called after coreference is needed; layers: {names}",
        )
    by_name = {layer.name: layer for layer in layers if layer.kind == SPAN}
    bases = dict.fromkeys(layer.base for layer in chosen if layer.kind == RELATION)
    for base in bases:
        if base not in by_name:
            raise FormatError(
                "missing-column", f"the file has no layer {shown(base)}, which a relation layer connects", source.path
            )
    return chosen, [by_name[base] for base in bases]


def _position(text: _WebannoText, row: WebannoRow, source: Source) -> int:
    """Where the row stands in the document; a new token is added to the text."""
    if row.place in text.places:
        raise FormatError("repeated-row", f"the row {row.place} occurs twice", source.path, row.line)
    text.places.add(row.place)
    if not row.part:
        if row.sentence != text.sentence:
            text.sentences.append((len(text.words), len(text.words)))
        text.words.append(row.word)
        text.sentences[-1] = text.sentences[-1][0], len(text.words)
        text.sentence, text.token, text.start, text.zeros = row.sentence, row.token, row.span[0], 0
        return len(text.words) - 1
    if row.token != text.token:
        raise FormatError("bad-row", f"{row.place} does not follow its token {row.token}", source.path, row.line)
    if row.span[0] != row.span[1]:
        return len(text.words) - 1
    text.zeros = text.zeros % 1000 + 1
    return empty_position(len(text.words) - (row.span[0] == text.start), text.zeros)


def _span_keys(layer: Layer, row: WebannoRow, source: Source) -> dict[str, str]:
    """The annotations of a row, by number, or by place if it has just one without number; with their first value."""
    keys: dict[str, str] = {}
    for number, cell in enumerate(row.cells[layer.column : layer.column + layer.width]):
        found = values(cell)
        for value, key in found:
            if key is None and len(found) > 1:
                hint = "annotations on one token are told apart by numbers such as [3]"
                raise FormatError("bad-row", f"{shown(cell)} has values without number", source.path, row.line, hint)
            keys.setdefault(key or row.place, value if number == 0 else "")
    return keys


def _chain_keys(layer: Layer, row: WebannoRow, source: Source) -> dict[str, str]:
    """The mentions of a row, by chain and link; the value is the chain."""
    column = layer.features.index("referenceRelation") if "referenceRelation" in layer.features[:2] else 1
    keys = {}
    for part in split(row.cells[layer.column + column]):
        link = _CHAIN_LINK.fullmatch(part)
        if not link:
            hint = "expected a name, ->, the number of the chain, a dash and the number of the link"
            raise FormatError("bad-row", f"{shown(part)} is no link of a chain", source.path, row.line, hint)
        keys[f"{link[1]}-{link[2]}"] = link[1]
    return keys


def _links(layer: Layer, row: WebannoRow, source: Source) -> list[_WebannoLink]:
    targets = split(row.cells[layer.column + layer.width - 1])
    names = [name for name, _ in values(row.cells[layer.column])] if layer.width > 1 else [""] * len(targets)
    if len(names) != len(targets):
        text = f"the relation has {len(names)} names and {len(targets)} targets"
        raise FormatError(
            "bad-row", text, source.path, row.line, f"{shown(row.cells[layer.column])} in layer {layer.name}"
        )
    links = []
    for name, target in zip(names, targets, strict=True):
        match = _TARGET.fullmatch(target)
        if not match:
            raise FormatError(
                "bad-row", f"{shown(target)} is no target", source.path, row.line, "expected 1-3 or 1-3[4_2]"
            )
        # 0 stands for an annotation without number, which is the only one at its place.
        there, here = (number if number and number != "0" else "" for number in (match[2], match[3]))
        links.append(_WebannoLink(name, here or row.place, there or match[1], row.line, (row.place, match[1])))
    return links


def _add_chains(builder: CorpusBuilder, annotations: dict[str, _Annotation]) -> None:
    chains: dict[str, list[_Annotation]] = {}
    for annotation in annotations.values():
        chains.setdefault(annotation.value, []).append(annotation)
    for chain, members in chains.items():
        builder.add_entity(chain, (Mention.at(member.positions) for member in members), [m.line for m in members])


def _known(
    links: list[_WebannoLink],
    annotations: dict[str, _Annotation],
    places: set[str],
    wrong: set[str],
    source: Source,
    notices: Notices,
) -> list[_WebannoLink]:
    """The links whose ends are there; it is said which are not, unless rows that could not be read explain it."""
    known = []
    for link in links:
        missing = [end for end in (link.here, link.there) if end not in annotations]
        if not missing:
            known.append(link)
        elif not wrong or (wrong.isdisjoint(link.rows) and places.issuperset(link.rows)):
            text = f"a relation connects annotation {shown(missing[0])}, which is not there"
            notices.refuse(FormatError("unknown-mention", text, source.path, link.line))
    return known


def _add_linked(
    builder: CorpusBuilder,
    annotations: dict[str, _Annotation],
    links: list[_WebannoLink],
    source: Source,
    notices: Notices,
) -> None:
    ordered = sorted(annotations, key=lambda key: text_order(annotations[key].positions[0]))
    entity_of = {}
    identity = [(link.here, link.there) for link in links if link.name.lower() in IDENTITY]
    for keys in components(ordered, identity):
        members = [annotations[key] for key in keys]
        kind = common_type(keys[0], (member.value for member in members), source, members[0].line, notices)
        builder.add_entity(keys[0], (Mention.at(m.positions) for m in members), [m.line for m in members], kind)
        entity_of.update(dict.fromkeys(keys, keys[0]))
    for link in links:
        name = link.name.lower()
        if name in IDENTITY:
            continue
        bridging = name.startswith("bridg")
        if not bridging:
            text = f"{quoted(link.name)} is not known to be identity and connects nothing"
            notices.add("unknown-relation", text, source.path, link.line)
        kind = "split_antecedent" if name == SPLIT_ANTECEDENT else "bridging" if bridging else link.name
        # GUM and WebAnno write a relation where it points to: the antecedent is in the row, the anaphor elsewhere.
        builder.add_relation(Relation(kind, entity_of[link.here], entity_of[link.there], link.name))
