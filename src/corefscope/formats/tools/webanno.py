"""WebAnno TSV 3.x, which INCEpTION writes too, with coreference as chains or as relations between spans.

A chain layer (`#T_CH`) gives each mention the number of its chain, which is the entity. A relation layer (`#T_RL`)
whose name contains `coref` connects the annotations of a span layer, as in GUM (Zeldes 2017). All annotations of that
span layer are mentions, unconnected ones singletons, and the first feature is the entity's type. Relations whose
names mean identity connect, `bridge…` become Relations; any other name is kept as a Relation, with a warning. The user
may name another layer, all of whose relations but `bridge…` connect, or the relations that do. An annotation on a part
of a token (a row such as `1-3.1`) is read as the whole token, one on no characters as a zero. Other layers and
features, such as GUM's information status, salience and links to Wikipedia, are ignored.

A layer has columns: one for each feature of a span layer (at least one), two for a chain layer, one for each feature
of a relation layer and one more for its target. A cell is `_` (nothing), or values separated by `|`; `*` is an
annotation without a value, and `value[3]` belongs to annotation 3, which may span many rows. Special characters are
escaped by `\\`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from corefscope.basics.escaping import quoted
from corefscope.formats.annotations import Annotations, Link, Span, runs_of_equal
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import excerpt, lines_of
from corefscope.formats.registry import Options
from corefscope.model import Corpus, Mention, empty_position
from corefscope.problems import Notices

SPAN, CHAIN, RELATION = "SP", "CH", "RL"
_FORMAT = re.compile(r"#FORMAT=WebAnno TSV 3\.([0-9]+)")
_ROW = re.compile(r"([0-9]+-[0-9]+)(\.[0-9]+)?")
_CHAIN_LINK = re.compile(r"(?s:.*)->([0-9]+)-([0-9]+)")
_TARGET = re.compile(r"([0-9]+-[0-9]+(?:\.[0-9]+)?)(?:\[([0-9]+)_([0-9]+)\])?")
_ID = re.compile(r"(?<!\\)\[([0-9]+)\]$")
_ESCAPE = re.compile(r"\\(->|.)", re.DOTALL)
_JAVA = re.compile(r"((?:\\u[0-9a-fA-F]{4})+)|\\.", re.DOTALL)
_BAR = re.compile(r"\\.|\|", re.DOTALL)
_LETTERS = {"t": "\t", "n": "\n", "f": "\f", "r": "\r", "b": "\b"}


class _Layer(NamedTuple):
    """A `#T_SP`, `#T_CH` or `#T_RL` line: its name, its features, and its columns in a row."""

    kind: str
    name: str
    features: tuple[str, ...]
    base: str  # the span layer that a relation layer connects
    column: int
    end: int


class _Row(NamedTuple):
    """A token or a part of one: its place in the file and its position in the text."""

    line: int
    place: str
    position: int
    is_part: bool
    cells: list[str]


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """Read the document of the file, named after the file."""
    reader = Annotations(content, source, notices, options)
    text = reader.decode(content)
    layers = _layers(text, source)
    rows = list(_rows(text, layers[-1].end if layers else 3, source))
    coreference, bases = _coreference_layers(layers, rows, reader)
    if not rows:
        raise source.error("empty-file", "the file holds no token")
    is_old = _FORMAT.match(text)[1] in ("0", "1")  # type: ignore[index]
    tokens = [row for row in rows if not row.is_part]
    words = [_word(row.cells[2], is_old) for row in tokens]
    reader.builder.add_document("", 1, words, runs_of_equal(row.place.partition("-")[0] for row in tokens))
    covered: set[str] = set()
    names: list[str] = []
    for layer in coreference:
        values_of = _chains if layer.kind == CHAIN else _first_values
        annotations: dict[str, list[tuple[_Row, str]]] = {}  # rows and first values
        for row in rows:
            for key, value in values_of(bases.get(layer.base, layer), row, source).items():
                annotations.setdefault(key, []).append((row, value))
                covered.add(row.place)
        spans = {
            key: Span(Mention.at(row.position for row, _ in each), each[0][0].line) for key, each in annotations.items()
        }
        if layer.kind == CHAIN:
            chains: dict[str, list[Span]] = {}
            for key, each in annotations.items():
                chains.setdefault(each[0][1], []).append(spans[key])
            reader.add_entities(chains)
            names += [layer.name] if chains else []
        else:
            links = [link for row in rows for link in _links(layer, row, source)]
            types = {key: next((value for _, value in each if value), "") for key, each in annotations.items()}
            spans = {key: span._replace(type=types[key]) for key, span in spans.items()}
            reader.connect(spans, links, reader.identity_in(layer.name, (link.name for link in links)))
            names += [layer.name] if links else []
    for row in rows:
        if row.is_part and row.position >= 0 and row.place in covered:
            reader.warn("part-of-a-token", f"{quoted(row.cells[2])} is read as the whole token", row.line)
    if len(names) > 1:
        reader.warn("several-layers", f"all are read: {', '.join(names)}", 1)
    return reader.corpus()


def _rows(text: str, width: int, source: Source) -> Iterator[_Row]:
    """Yield the rows of the file, of `width` columns."""
    latest = first = ""  # the latest token and its offset
    tokens = zeros = 0
    places: set[str] = set()
    for line, row in lines_of(text):
        if not row or row[0] == "#":
            continue
        columns = _columns(row, line, width, source)
        place, (start, _, end) = columns[0], columns[1].partition("-")
        token, part = _ROW.fullmatch(place).groups()  # type: ignore[union-attr]
        if place in places:
            raise source.error("repeated-row", f"the row {place} occurs twice", line)
        places.add(place)
        if part is None:
            tokens, latest, first, zeros = tokens + 1, token, start, 0
        elif token != latest:
            raise source.error("bad-row", f"{place} does not follow its token {token}", line)
        position = tokens - 1
        if part is not None and start == end:
            zeros = zeros % 1000 + 1
            position = empty_position(tokens - (start == first), zeros)
        yield _Row(line, place, position, part is not None, columns)


def _columns(row: str, line: int, width: int, source: Source) -> list[str]:
    columns = row.split("\t", width + 99)
    if not _ROW.fullmatch(columns[0]) or len(columns) < 3 or "-" not in columns[1]:
        hint = "such as 1-3, a tab, 8-13, a tab and the word"
        raise source.error("bad-row", f"no row begins with {excerpt(row)}", line, hint)
    if columns[-1] == "" and len(columns) > 3:  # after a tab at the end of the row; no cell is empty
        columns.pop()
    while len(columns) > width and columns[-1] == "_":  # some files have extra cells
        columns.pop()
    if len(columns) != width:
        hint = f"the layers in the header have {width - 3}, after three for the token"
        raise source.error("bad-row", f"the row has {len(columns)} columns, not {width}", line, hint)
    return columns


def _first_values(layer: _Layer, row: _Row, source: Source) -> dict[str, str]:
    """The first values of the annotations of a row, by number, or by place for a single one without number."""
    keys: dict[str, str] = {}
    for column in range(layer.column, layer.end):
        pairs = values(row.cells[column])
        for value, key in pairs:
            if key is None and len(pairs) > 1:
                fact = f"{excerpt(row.cells[column])} has values without number"
                raise source.error("bad-row", fact, row.line, "number the annotations on one token, as [3]")
            keys.setdefault(key or row.place, value if column == layer.column else "")
    return keys


def _chains(layer: _Layer, row: _Row, source: Source) -> dict[str, str]:
    """The chains of the mentions of a row, by chain and link."""
    column = layer.features.index("referenceRelation") if "referenceRelation" in layer.features[:2] else 1
    keys = {}
    for part in split(row.cells[layer.column + column]):
        link = _CHAIN_LINK.fullmatch(part)
        if not link:
            hint = "expected a name, ->, the number of the chain, a dash and the number of the link"
            raise source.error("bad-row", f"{excerpt(part)} is not a link of a chain", row.line, hint)
        keys[f"{link[1]}-{link[2]}"] = link[1]
    return keys


def _links(layer: _Layer, row: _Row, source: Source) -> Iterator[Link]:
    """The relations of a row. GUM and WebAnno write a relation in the row of the antecedent."""
    *features, target_cell = row.cells[layer.column : layer.end]
    targets = split(target_cell)
    names = [name for name, _ in values(features[0])] if features else [""] * len(targets)
    if len(names) != len(targets):
        fact = f"the relation has {len(names)} names and {len(targets)} targets"
        raise source.error("bad-row", fact, row.line, f"{excerpt(features[0])} in layer {layer.name}")
    for name, target in zip(names, targets, strict=True):
        match = _TARGET.fullmatch(target)
        if not match:
            raise source.error("bad-row", f"{excerpt(target)} is not a target", row.line, "expected 1-3 or 1-3[4_2]")
        # 0 means an annotation without number, the only one at its place.
        anaphor, antecedent = (number if number and number != "0" else "" for number in (match[2], match[3]))
        yield Link(name, anaphor or match[1], antecedent or row.place, row.line)


def _layers(text: str, source: Source) -> list[_Layer]:
    """The layers of the header, which must be of WebAnno TSV 3."""
    if not _FORMAT.match(text):
        begin = excerpt(text[:100].split("\n")[0])
        raise source.error("unknown-format", f"the file begins with {begin}", 1, "expected #FORMAT=WebAnno TSV 3.x")
    layers: list[_Layer] = []
    for number, line in lines_of(text):
        if line and line[0] != "#":
            break
        if line.startswith("#T_"):
            kind, _, rest = line[3:].rstrip().partition("=")
            name, *features = rest.split("|")
            if kind not in (SPAN, CHAIN, RELATION) or not name:
                raise source.error("bad-row", f"unknown layer {excerpt(line)}", number, "expected T_SP, T_CH or T_RL")
            base = features[-1] if kind == RELATION and features and features[-1].startswith("BT_") else ""
            labels = tuple(feature for feature in features if feature and feature != base)
            width = 2 if kind == CHAIN else max(1, len(labels)) if kind == SPAN else len(labels) + 1
            column = layers[-1].end if layers else 3
            layers.append(_Layer(kind, name, labels, base.removeprefix("BT_"), column, column + width))
    return layers


def _coreference_layers(
    layers: list[_Layer], rows: list[_Row], reader: Annotations
) -> tuple[list[_Layer], dict[str, _Layer]]:
    """Layers of coreference, and span layers, which relation layers connect, by name."""
    source = reader.source
    connecting = {layer.name: layer for layer in layers if layer.kind != SPAN}
    names: dict[str, set[str]] = {name: set() for name in connecting}
    for name, layer in connecting.items():
        if layer.kind == RELATION and reader.clusters is not None:
            names[name] = {link.name for row in rows for link in _links(layer, row, source)}
    chains = [name for name, layer in connecting.items() if layer.kind == CHAIN]
    coreference = [connecting[name] for name in reader.coreference_layers(names, chains)]
    if not coreference and reader.clusters is None:
        listed = ", ".join(layer.name for layer in layers) or "none"
        hint = f"a chain layer or a relation layer called after coreference, or named by --clusters; layers: {listed}"
        raise source.error("no-coreference-column", "the file has no coreference layer", hint=hint)
    bases = {layer.name: layer for layer in layers if layer.kind == SPAN}
    for layer in coreference:
        if layer.kind == RELATION and layer.base not in bases:
            fact = f"the file has no layer {excerpt(layer.base)}, which a relation layer connects"
            raise source.error("missing-column", fact)
    return coreference, bases


def values(cell: str) -> list[tuple[str, str | None]]:
    """The values of a cell, each with the number of its annotation where it has one.

    >>> values("person[4]|place[5]"), values("_"), values("*"), values(r"a\\|b\\[1\\]")
    ([('person', '4'), ('place', '5')], [], [('', None)], [('a|b[1]', None)])
    """
    pairs = []
    for part in split(cell):
        number = _ID.search(part)
        value = part[: number.start()] if number else part
        pairs.append(("" if value in ("*", "_") else _unescaped(value), number[1] if number else None))
    return pairs


def split(cell: str) -> list[str]:
    """The parts of a cell between bars that are not escaped; none in an empty cell."""
    if cell == "_" or not cell:
        return []
    return _BAR.sub(lambda mark: "\0" if mark[0] == "|" else mark[0], cell).split("\0")  # text has no such character


def _unescaped(value: str) -> str:
    return _ESCAPE.sub(lambda match: _LETTERS.get(match[1], match[1]), value)


def _word(word: str, is_old: bool) -> str:
    """A word without escapes; up to 3.1 words are written as in Java, UTF-16 units as `\\u00e4`."""
    if not is_old:
        return _unescaped(word)

    def decoded(match: re.Match[str]) -> str:
        units = bytes.fromhex((match[1] or "").replace("\\u", ""))
        return units.decode("utf-16-be", "replace") or _unescaped(match[0])

    return _JAVA.sub(decoded, word)
