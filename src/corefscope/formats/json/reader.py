"""JSON Lines or JSON with clusters of mentions: one object a document, read as its fields declare (`variants`).

Systems for all of anaphora write more beside clusters. A mention is `[first, last]` or, where a field or a -1 says so,
`[first, last, type]`: -1 refers, and a number from 1 is the kind of a mention that does not. `split_antecedents` and
`bridging_pairs` are lists of pairs (anaphor, antecedent).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any

import numpy as np

from corefscope.basics.escaping import quoted
from corefscope.basics.processes import paused_collection
from corefscope.formats.builder import GROUPS, CorpusBuilder, MentionColumns
from corefscope.formats.files.blocks import ANY_LINE_ONCE, Block, filled_lines, first_lines
from corefscope.formats.files.sources import Source
from corefscope.formats.json.record import Record, excerpt, parse, parse_whole
from corefscope.formats.json.text import JsonText, SentencesText, SpanOutOfRange, printable_name, text_of
from corefscope.formats.json.variants import (
    CHARACTER,
    FIRST_LAST,
    SENTENCE_START_END,
    SEVERAL_FIELDS,
    TOKEN,
    FieldChoice,
    Reading,
    choose,
    numbers,
)
from corefscope.formats.json.whole_documents import documents_of
from corefscope.formats.registry import Options
from corefscope.model import (
    BRIDGING,
    CHARACTERS,
    NONREFERRING,
    SPLIT_ANTECEDENT,
    Corpus,
    Integers,
    Mention,
    Relation,
)
from corefscope.problems import FormatError, Notices

NAME_FIELDS = ("doc_key", "id", "doc_id", "document_id")
BEGINS = ANY_LINE_ONCE
REFERS = -1
RELATIONS = {"split_antecedents": SPLIT_ANTECEDENT, "bridging_pairs": BRIDGING}
_CONVERTED_PART = re.compile(r"(?P<name>.+)/part_(?P<part>\d{1,9})")


def read(blocks: Iterator[Block], source: Source, notices: Notices, options: Options) -> Corpus:
    """Read the documents of one file; `options.clusters` names the field that holds them.

    For a file with both `clusters` and `predicted_clusters` the user has to name one:
    model outputs carry the gold clusters along, and scoring those would give a perfect score.
    """
    reader = _JsonReader(source, notices, options.clusters)
    refused = notices.refused
    opening, blocks = first_lines(blocks, 2)
    with paused_collection():
        if _are_records(opening):
            for block in blocks:
                for number, _, line in filled_lines(block.content, block.lines_before):
                    try:
                        fields = parse(line, source, number)
                    except FormatError as error:
                        notices.refuse(error)
                    else:
                        reader.add(fields, number)
                reader.add_pairs()
        else:
            for fields in parse_whole(b"".join([block.content for block in blocks]), source):
                reader.add(fields, 1)
            reader.add_pairs()
    if reader.builder is None and notices.refused == refused:
        raise source.error("empty-file", "the file holds no document")
    corpus = (reader.builder or CorpusBuilder(source.path)).corpus(source.stem, notices)
    return replace(corpus, empty_nodes=reader.has_empty_nodes)


def _are_records(start: list[bytes]) -> bool:
    """Whether the first two lines are of JSON Lines: an object may begin in the second only if none is open."""
    first, *second = (line[:100].lstrip()[:1] for line in start)
    if first == b"[" or second in ([], [b"{"]):
        return first != b"["
    try:
        return isinstance(json.loads(start[0]), dict)
    except (ValueError, RecursionError):
        return False


@dataclass
class _JsonReader:
    """Adds the documents of a file to one builder; a document that cannot be read is refused, and the next one read."""

    source: Source
    notices: Notices
    clusters: str | None
    builder: CorpusBuilder | None = None
    text: SentencesText = field(default_factory=SentencesText)
    has_empty_nodes: bool = False
    # Documents whose mentions are pairs of positions, to be added together: number, line, sizes of entities, mentions.
    pairs: list[tuple[int, int, list[int], Integers]] = field(default_factory=list)

    def add(self, fields: Any, line: int) -> None:
        """Add a document by its fields."""
        try:
            if not isinstance(fields, dict):
                raise self.source.error("bad-record", f"expected an object, found {excerpt(fields)}", line)
            record = Record(fields, self.source, line, self.notices)
            documents = [] if self.clusters in fields else documents_of(record)
            for document, layers in documents:
                self.builder = self.builder or CorpusBuilder(self.source.path, text=self.text)
                name = printable_name(document.name)
                self.builder.add_document(name, line, document.words, document.sentences, layers=layers)
                self.add_pairs()
                for id_, entity in zip(document.entity_ids, document.entities, strict=True):
                    self.builder.add_entity(id_, entity, line)
            if not documents:
                self._add_record(record)
        except FormatError as error:
            if error.code == SEVERAL_FIELDS:
                raise
            self.notices.refuse(error)

    def _add_record(self, record: Record) -> None:
        choice = choose(record, self.clusters)
        reading, line = choice.reading, record.line
        self.builder = builder = self.builder or CorpusBuilder(self.source.path, reading.unit, text=self.text)
        if reading.unit != builder.unit and record[choice.field] != []:
            raise record.error(f"the document counts {reading.unit}, those before it count {builder.unit}")
        text = text_of(record, choice.variant.name)
        self.has_empty_nodes = self.has_empty_nodes or bool(text.empty_nodes)
        if builder.unit == CHARACTERS:
            text.words = text.length = text.sentences_json = None
        groups = {group: record[group] for group in GROUPS if group in record.fields and isinstance(record[group], str)}
        name = _name(record, choice)
        builder.add_document(name, line, text.words, text.sentences, text.raw, text.length, text.layers, groups)
        if text.sentences_json is not None:
            self.text.sentences_json[len(builder.names) - 1] = text.sentences_json
        heads = _heads(record, choice)
        has_relations = not RELATIONS.keys().isdisjoint(record.fields)
        is_pair = reading.counts in (TOKEN, CHARACTER) and reading.size == 2 and not reading.flat
        if is_pair and not (heads or has_relations or text.empty_nodes):
            clusters = record.pairs(choice.field) or []
            spans = np.fromiter(chain.from_iterable(chain.from_iterable(clusters)), np.int64).reshape(-1, 2)
            spans[:, 1] += reading.included
            if clusters and (spans[:, 0] < spans[:, 1]).all():
                self.pairs.append((len(builder.names) - 1, line, list(map(len, clusters)), spans))
                return
        self.add_pairs()
        _SpanReader(builder, record, reading, text).add_entities(choice.field, heads, has_relations)

    def add_pairs(self) -> None:
        """Add the entities of documents that wait for it, all at once."""
        if not self.pairs or self.builder is None:
            return
        documents, lines, sizes, spans = zip(*self.pairs, strict=True)
        self.pairs = []
        names = [str(number) for size in sizes for number, mentions in enumerate(size) if mentions]
        size = np.fromiter(chain.from_iterable(sizes), np.int64)
        document = np.repeat(documents, list(map(len, sizes)))[size > 0]
        mentions = np.concatenate(spans)
        line = np.repeat(lines, list(map(len, spans)))
        columns, entity = (
            MentionColumns(mentions[:, 0], mentions[:, 1], line),
            np.repeat(np.arange(len(names)), size[size > 0]),
        )
        self.builder.add_entities(document, names, [""] * len(names), entity, columns)


def _name(record: Record, choice: FieldChoice) -> str:
    """Return the document's name, spelt as in CoNLL where it has a part; empty if there is none."""
    value = next((record[name] for name in NAME_FIELDS if record.get(name) is not None), "")
    if isinstance(value, list | dict):
        raise record.error(f"the name of the document should be a string, not {excerpt(value)}")
    name = printable_name(str(value))
    part: Any = None
    if choice.variant.name == "wl-coref":
        part = record.get("part_id")
        if isinstance(part, list) and part and all(each == part[0] for each in part):
            part = part[0]  # before wl-coref splits documents, each word has its part
    elif choice.variant.name == "WinoBias":
        part = record.get("part_number")
        part = int(part) if isinstance(part, str) and part.isascii() and part.isdigit() and len(part) < 10 else part
    elif choice.variant.name == "coref-data" and (converted := _CONVERTED_PART.fullmatch(name)):
        name, part = converted["name"], int(converted["part"])
    return f"({name}); part {part:03d}" if type(part) is int and part >= 0 and name else name


def _heads(record: Record, choice: FieldChoice) -> dict[tuple[int, ...], int]:
    """Return wl-coref's `head2span`, rows of head, start and exclusive end; of several spans the last counts."""
    rows = record.get("head2span") if choice.variant.name == "wl-coref" else None
    heads = {}
    for row in rows if isinstance(rows, list) else ():
        positions = numbers(row, SENTENCE_START_END)
        if positions is None or not positions[1] <= positions[0] < positions[2]:
            record.warn("head-not-kept", f"'head2span' has the row {excerpt(row)}")
        else:
            heads[positions[1:]] = positions[0]
    return heads


@dataclass
class _SpanReader:
    """Adds the entities of one document, span by span."""

    builder: CorpusBuilder
    record: Record
    reading: Reading
    text: JsonText

    def add_entities(self, field: str, heads: dict[tuple[int, ...], int], has_relations: bool) -> None:
        clusters, line = self.record[field], self.record.line
        if not isinstance(clusters, list):
            raise self.record.error(f"{quoted(field)} should be a list of clusters, not {excerpt(clusters)}")
        if self.reading.flat:
            clusters = [[clusters[at : at + 2] for at in range(0, len(clusters), 2)]] if clusters else []
        is_typed = self.reading is FIRST_LAST and (has_relations or any(map(_has_type, clusters)))
        entity_of: dict[Mention, str] = {}
        for number, cluster in enumerate(clusters):
            if not isinstance(cluster, list):
                fact = f"cluster {number} should be a list of spans, not {excerpt(cluster)}"
                self.record.refuse(fact)
                continue
            for kind, spans in (self._by_type(cluster, number) if is_typed else {REFERS: cluster}).items():
                mentions = list(self._mentions(spans, number))
                if heads:
                    mentions = [mention.replaced(head=heads.get((mention.start, mention.end))) for mention in mentions]
                name = str(number)
                if kind == REFERS:
                    self.builder.add_entity(name, mentions, line)
                else:
                    name = f"{number}-Pseudo"
                    self.builder.annotation(NONREFERRING).add_entity(name, mentions, line, str(kind))
                entity_of.update(dict.fromkeys(mentions, name))
        if has_relations and self.reading is FIRST_LAST:
            self._add_relations(entity_of)

    def _by_type(self, cluster: list[Any], number: int) -> dict[int, list[Any]]:
        """Return the spans of a cluster by type, without it; those that refer come last."""
        types: dict[int, list[Any]] = {}
        for span in cluster:
            kind = span[2] if isinstance(span, list) and len(span) == 3 else REFERS
            if type(kind) is not int or kind == 0 or kind < REFERS:
                hint = "the third number is -1, or from 1 for a mention that refers to nothing"
                self.record.refuse(f"cluster {number} has the span {excerpt(span)}", hint)
            else:
                types.setdefault(kind, []).append(_without_type(span))
        return {**{kind: spans for kind, spans in types.items() if kind != REFERS}, REFERS: types.get(REFERS, [])}

    def _mentions(self, cluster: list[Any], number: int) -> Iterator[Mention]:
        for span in cluster:
            if span is None and self.reading.may_be_null:
                text = f"cluster {number} has null instead of a span"
                self.record.warn("mention-without-place", text)
                continue
            positions = numbers(span, self.reading)
            if positions is None:
                fact, hint = f"cluster {number} has the span {excerpt(span)}", f"a span is {self.reading.form}, from 0"
                self.record.refuse(fact, hint)
                continue
            try:
                yield self.text.mention(positions, self.reading)
            except SpanOutOfRange as error:
                fact = f"the span {excerpt(span)} of cluster {number} {error.fact}"
                self.record.refuse(fact, error.hint)

    def _add_relations(self, entity_of: dict[Mention, str]) -> None:
        """Add the pairs of a document; a set needs entities, a bridging pair without one is kept and never right."""
        for name, kind in RELATIONS.items():
            pairs = self.record.get(name)
            if pairs is not None and not isinstance(pairs, list):
                raise self.record.error(f"{quoted(name)} should be a list of pairs of mentions, not {excerpt(pairs)}")
            for pair in pairs or ():
                is_pair = isinstance(pair, list) and len(pair) == 2
                anaphor, antecedent = map(self._mention, pair) if is_pair else (None, None)
                if anaphor is None or antecedent is None:
                    hint = f"a pair is [anaphor, antecedent], each {self.reading.form}"
                    self.record.refuse(f"{quoted(name)} has {excerpt(pair)}", hint)
                    continue
                one, two = entity_of.get(antecedent, ""), entity_of.get(anaphor, "")
                if not one or not two:
                    text = f"{quoted(name)} has {excerpt(pair)}, of which a mention is in no cluster"
                    self.record.warn("relation-without-mentions", text)
                if (one and two) or kind == BRIDGING:
                    relation = Relation(kind, one, two, "", anaphor, antecedent)
                    self.builder.add_relation(relation, self.record.line)

    def _mention(self, span: Any) -> Mention | None:
        positions = numbers(_without_type(span), self.reading)
        try:
            mention = None if positions is None else self.text.mention(positions, self.reading)
        except SpanOutOfRange:
            return None
        length = self.text.length if self.text.words is None else len(self.text.words)
        return None if mention is not None and length is not None and mention.end > length else mention


def _has_type(cluster: Any) -> bool:
    """Whether a cluster has a mention with the type -1, by which types are known."""
    return isinstance(cluster, list) and any(
        isinstance(span, list) and len(span) == 3 and span[2] == REFERS for span in cluster
    )


def _without_type(span: Any) -> Any:
    return span[:2] if isinstance(span, list) and len(span) == 3 else span
