"""Stand-off annotation: spans, links between them and groups of them become a Corpus.

The file of a format parses its syntax and calls `Annotations`. What these formats have in common is here, once: places
outside the text, texts that differ, dangling links, the union of links, singletons, types, annotators, and a limit to
what mentions with gaps may cover.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, groupby, pairwise
from typing import Any, NamedTuple

from corefscope.basics.components import components
from corefscope.basics.escaping import cut, quoted
from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import FileReader, excerpt, same_text
from corefscope.formats.registry import Options
from corefscope.model import (
    BRIDGING,
    CHARACTERS,
    LARGEST,
    SPLIT_ANTECEDENT,
    TOKENS,
    TYPES,
    Corpus,
    Mention,
    Relation,
    in_text_order,
)
from corefscope.problems import FormatError, Notices

# GUM's names, and what else names identity; a relation without a name is the tool's only kind.
IDENTITY = ("", "coref", "ana", "cata", "appos", "pred", "disc", "ident", "identity")
SPLIT = "bridge:aggr"  # GUM's name of a split antecedent
MENTION_TYPES = {"PROP": "name", "NOM": "nominal", "PRON": "pronoun"}  # LitBank's and BookNLP's
NAMES_LISTED = 8
ALWAYS_LISTED = 500_000  # positions of mentions with gaps; more in a larger file
WIDEST_BLANK = 200  # a wider gap counts even if it is blank


class Span(NamedTuple):
    """A mention, its line, the type of its entity, and its text according to the file."""

    mention: Mention
    line: int
    type: str = ""
    text: str = ""

    @classmethod
    def labelled(cls, mention: Mention, line: int, label: str, text: str = "") -> Span:
        """A mention whose label is a type of mentions, or else of entities."""
        if label in TYPES:
            return cls(mention.replaced(type=label) if label != TYPES[0] else mention, line, text=text)
        return cls(mention, line, label, text)


class Link(NamedTuple):
    """A relation between two spans, by their ids; unless the format says what is identity, the name does."""

    name: str
    anaphor: str
    antecedent: str
    line: int
    identity: bool | None = None


@dataclass
class AnnotatedText:
    """A text that somebody annotated with a tool; one of several in a file."""

    name: str
    line: int
    text: str
    annotator: str = ""
    words: list[str] | None = None
    spans: dict[str, Span] = field(default_factory=dict)
    links: list[Link] = field(default_factory=list)


class SeveralAnnotators(FormatError):
    """A file in which documents are annotated by several annotators, none of whom was chosen."""

    names: tuple[str, ...] = ()

    @staticmethod
    def of(names: Iterable[str], source: Source) -> SeveralAnnotators:
        annotators = tuple(dict.fromkeys(names))
        more = " …" if len(annotators) > NAMES_LISTED else ""
        hint = (
            f"corefscope agreement {cut(source.path)} measures how far they agree; "
            f"corefscope convert {cut(source.path)} OUT --annotator NAME takes one of them"
        )
        fact = f"documents are annotated by several annotators: {', '.join(map(cut, annotators[:NAMES_LISTED]))}{more}"
        error = SeveralAnnotators("several-annotators", fact, source.path, hint=hint)
        error.names = annotators
        return error


class Annotations(FileReader):
    """The documents of one file while it is read."""

    def __init__(
        self, content: bytes, source: Source, notices: Notices, options: Options, unit: str = TOKENS
    ) -> None:  # fmt: skip
        super().__init__(source, notices)
        self.clusters, self.annotator, self._lacking = options.clusters, options.annotator, options.lacking
        self.builder = CorpusBuilder(source.path, unit)
        self._unlisted = ALWAYS_LISTED + 4 * len(content)

    def add_span(
        self,
        to: dict[str, Span],
        id: str,
        runs: Sequence[tuple[Any, Any]],
        text: str,
        line: int,
        label: str = "",
        words: object = None,
    ) -> None:
        """Add a mention of runs of characters; one with other `words` in the file than in the text is counted."""
        if id in to:
            raise self.source.error("repeated-row", f"{cut(id)} occurs twice", line, f"first in line {to[id].line}")
        for start, end in runs:
            if type(start) is not int or type(end) is not int or not 0 <= start < end < LARGEST:
                fact = f"{cut(id)} goes from {excerpt(str(start))} to {excerpt(str(end))}"
                raise self.source.error(
                    "bad-record", fact, line, "offsets count characters from 0, the end is exclusive"
                )
            if end > len(text):
                fact = f"{cut(id)} ends at {end}, the text at {len(text)}"
                raise self.source.error("mention-outside-text", fact, line, "offsets count characters from 0")
        words = words if isinstance(words, str) else None
        length = sum(end - start + 1 for start, end in runs) - 1
        if words is not None and not (
            len(words) == length and same_text(" ".join(text[start:end] for start, end in runs), words)
        ):
            there = excerpt(text[runs[0][0] : min(runs[0][1], runs[0][0] + 60)])
            self.warn("text-differs", f"{cut(id)} is {excerpt(words)} here and {there} in the text", line)
        pieces = sorted(runs)[:1]  # a gap of blanks is none, because tools split spans at the end of a line
        for start, end in sorted(runs)[1:]:
            first, last = pieces[-1]
            if start <= last or (start - last <= WIDEST_BLANK and text[last:start].isspace()):
                pieces[-1] = first, max(last, end)
            else:
                pieces.append((start, end))
        to[id] = Span.labelled(self.mention(pieces, line), line, label, words or "")

    def mention(self, runs: Sequence[tuple[int, int]], line: int) -> Mention:
        return Mention(*runs[0]) if len(runs) == 1 else Mention.at(self.positions(runs, line))

    def positions(self, runs: Sequence[tuple[int, int]], line: int) -> tuple[int, ...]:
        """List the positions of runs, up to a limit: short lines may claim any part of a long text."""
        self._unlisted -= sum(end - start for start, end in runs)
        if self._unlisted < 0:
            raise self.source.error("too-large", "mentions with gaps or minimum spans cover too much", line)
        return tuple(position for run in runs for position in range(*run))

    def tokens_at(
        self, begins: Sequence[int], ends: Sequence[int], start: int, end: int, line: int
    ) -> tuple[int, int]:  # fmt: skip
        """The tokens that a run of characters covers; a part of a token counts as the whole."""
        first, behind = bisect_right(ends, start), bisect_left(begins, end)
        if first >= behind:
            fact = f"an annotation at characters {start}–{end - 1} covers no token"
            raise self.source.error("bad-element", fact, line)
        if begins[first] < start or ends[behind - 1] > end:
            self.warn("part-of-a-token", f"characters {start}–{end - 1} are read as whole tokens", line)
        return first, behind

    def add_entities(self, entities: Mapping[str, Sequence[Span]], builder: CorpusBuilder | None = None) -> None:
        """Add entities of the latest document; the type of one is the most frequent one of its mentions."""
        for name, spans in entities.items():
            kinds = [span.type for span in spans if span.type]
            kind = self.common_type(name, kinds, spans[0].line) if kinds else ""
            mentions, lines = [span.mention for span in spans], [span.line for span in spans]
            (builder or self.builder).add_entity(name, mentions, lines, kind)

    def identity_of(self, names: Iterable[str]) -> set[str]:
        """Return the relations that connect mentions: the one that the user names, or those whose names say so.

        Where there are relations but none of them is identity, all mentions would be singletons: an error.
        """
        present = list(dict.fromkeys(names))
        if self.clusters is not None:
            self.expect_named(self.clusters in present, present)
            return {self.clusters}
        identity = set(filter(is_identity, present))
        if present and not identity:
            raise unclear_coreference("no relation is known to be coreference", present, self.source)
        return identity

    def expect_named(self, is_there: bool, names: Iterable[str], kind: str = "relation") -> None:
        """Note whether the file has what the user named: one of many files may lack it, but not all of them."""
        fact = f"no {kind} is called {quoted(str(self.clusters))}"
        self._lacking.append(None if is_there else unclear_coreference(fact, list(dict.fromkeys(names)), self.source))

    def coreference_layers(self, layers: Mapping[str, Container[str]], chains: Sequence[str]) -> list[str]:
        """Return the layers of coreference, of layers with the names of their relations, some of which have chains.

        They are those that the user names, or that have relations of this name; else those called after coreference,
        else all chains.
        """
        if self.clusters is None:
            return [layer for layer in layers if "coref" in layer.lower()] or list(chains)
        named = [layer for layer in layers if self.is_named(layer)]
        named = named or [layer for layer, names in layers.items() if self.clusters in names]
        self.expect_named(bool(named), layers, "layer or relation")
        return named

    def is_named(self, layer: str) -> bool:
        """Whether the user means this layer, by its whole name or the last part, perhaps without Chain or Link."""
        return _without_end(self.clusters or "") in map(_without_end, (layer, layer.rpartition(".")[2]))

    def identity_in(self, layer: str, names: Iterable[str]) -> set[str]:
        """Return the relations of a layer that connect mentions: of a layer that the user names, all but bridging."""
        if self.clusters is None:
            return set(filter(is_identity, names))
        if self.is_named(layer):
            return {name for name in names if not name.lower().startswith("bridg")}
        return {self.clusters}

    def connect(
        self,
        spans: Mapping[str, Span],
        links: Iterable[Link],
        identity: Container[str] = (),
        entities: Mapping[str, list[str]] | None = None,
    ) -> None:
        """Add the entities that links of identity make of spans, and all other links as Relations.

        An entity is named after its first span, and a span without a link is a singleton, unless the format itself
        says which `entities` there are.
        """
        spans = by_place(spans)
        same: list[Link] = []
        other: list[Link] = []
        for link in links:
            is_same = link.name in identity if link.identity is None else link.identity
            missing = next((end for end in (link.anaphor, link.antecedent) if end not in spans), None)
            if missing is None:
                (same if is_same else other).append(link)
                continue
            fact = f"{cut(link.name) or 'a relation'} connects {excerpt(missing)}, which is not there"
            if link.identity is not False:
                raise self.source.error("unknown-mention", fact, link.line)
            self.warn("relation-left-out", fact, link.line)
        if entities is None:
            pairs = ((link.anaphor, link.antecedent) for link in same)
            entities = {ids[0]: ids for ids in components(spans, pairs)}
        self.add_entities({name: [spans[id] for id in ids] for name, ids in entities.items()})
        entity_of = {id: name for name, ids in entities.items() for id in ids}
        for link in other:
            anaphor, antecedent = spans[link.anaphor], spans[link.antecedent]
            ends = (entity_of.get(link.antecedent, antecedent.type), entity_of.get(link.anaphor, anaphor.type))
            relation = Relation(link.name, *ends, anaphor.text)
            if link.identity is None:
                name = link.name.lower()
                if not name.startswith("bridg"):
                    text = f"{quoted(link.name)} is not known to be identity and connects nothing"
                    self.warn("unknown-relation", text, link.line)
                kind = SPLIT_ANTECEDENT if name == SPLIT else BRIDGING if name.startswith("bridg") else link.name
                relation = Relation(kind, *ends, link.name, anaphor.mention, antecedent.mention)
            self.builder.add_relation(relation)

    def add_texts(self, texts: Sequence[AnnotatedText], what: str) -> Corpus:
        """Return the corpus of the texts of the chosen annotator, or of all if no text has several."""
        if not texts and not self.notices.refused:
            raise self.source.error("empty-file", f"the file holds no annotated {what}")
        identity = self.identity_of(link.name for text in texts for link in text.links)
        selection = [text for text in texts if self.annotator in (None, text.annotator)]
        first: dict[str, str] = {}
        for text in selection:
            if first.setdefault(text.name, text.annotator) != text.annotator:
                raise SeveralAnnotators.of((each.annotator for each in texts), self.source)
        if selection and not any(text.links for text in texts) and any(text.spans for text in texts):
            self.warn("no-coreference", "no relation is in the file, so each mention is a singleton", 1)
        for text in selection:
            is_raw = self.builder.unit == CHARACTERS
            words, raw = (None, text.text) if is_raw else (text.words, None)
            self.builder.add_document(text.name, text.line, words, raw=raw)
            self.connect(text.spans, text.links, identity)
        return self.corpus()

    def corpus(self) -> Corpus:
        """Return what was added; documents without a name get that of the file.

        Few files of some formats mark zeros. Without any, those inside a mention of another format must not make it
        differ.
        """
        has_zeros = any(position < 0 for shape in self.builder.shapes for position in shape)
        return replace(self.builder.corpus(self.source.stem, self.notices), empty_nodes=has_zeros)


def unclear_coreference(fact: str, names: Sequence[str], source: Source) -> FormatError:
    """The error that the user has to name which of these relations, layers or levels is coreference."""
    listed = ", ".join(cut(name) or "(no name)" for name in names[:NAMES_LISTED]) or "none"
    hint = f"name the one that is with --clusters, --key-clusters or --response-clusters; there are: {listed}"
    return source.error("no-coreference-relation", fact, hint=hint)


def _without_end(layer: str) -> str:
    return layer.removesuffix("Link").removesuffix("Chain")


def is_identity(name: str) -> bool:
    """Whether the name of a relation says that both ends are the same."""
    return name.lower() in IDENTITY or "coref" in name.lower()


def by_place(spans: Mapping[str, Span]) -> dict[str, Span]:
    return dict(sorted(spans.items(), key=lambda item: in_text_order(item[1].mention)))


def runs_of_equal(labels: Iterable[str]) -> list[tuple[int, int]]:
    """Where sentences begin and end, from the sentence of each word.

    >>> runs_of_equal(["0", "0", "1"])
    [(0, 2), (2, 3)]
    """
    return list(pairwise(accumulate((len(list(run)) for _, run in groupby(labels)), initial=0)))
