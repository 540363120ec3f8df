"""JSON Lines or JSON with clusters of mentions: one object a document, read as its fields declare (`variants`).

Systems for all of anaphora write more beside clusters. A mention is `[first, last]` or, where a field or a -1 says so,
`[first, last, type]`: -1 refers, and a number from 1 is the kind of a mention that does not. `split_antecedents` and
`bridging_pairs` are lists of pairs (anaphor, antecedent).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain
from typing import Any

import numpy as np

from corefscope.basics.escaping import quoted
from corefscope.basics.processes import paused_collection
from corefscope.formats.builder import GROUPS, CorpusBuilder, MentionColumns
from corefscope.formats.files.blocks import ANY_LINE_ONCE, Block, filled_lines, first_lines
from corefscope.formats.files.sources import Source
from corefscope.formats.json.record import Record, Value, excerpt, parse
from corefscope.formats.json.text import BadSpan, JsonText, SentencesText, documents_of, printable_name, text_of
from corefscope.formats.json.variants import (
    CLUSTER_FIELDS,
    CORENLP,
    FIRST_LAST,
    ONE_WORD,
    SENTENCE_START_END,
    START_END,
    Reading,
    choose,
    numbers,
)
from corefscope.formats.registry import Options, SeveralFields
from corefscope.model import (
    BRIDGING,
    CHARACTERS,
    NONREFERRING,
    SPLIT_ANTECEDENT,
    TOKENS,
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
_HEADS = "head2span"  # of wl-coref
_SPAN_BY_SPAN = frozenset((_HEADS, *RELATIONS))  # fields that need the mentions one by one
_CONVERTED_PART = re.compile(r"(?P<name>.+)/part_(?P<part>\d{1,9})")


def read(blocks: Iterator[Block], source: Source, notices: Notices, options: Options) -> Corpus:
    """Read the documents of one file; `options.clusters` names the field that holds them.

    For a file with both `clusters` and `predicted_clusters` the user has to name one:
    model outputs carry the gold clusters along, and scoring those would give a perfect score.
    """
    reader = _JsonReader(source, notices, options.clusters)
    opening, blocks = first_lines(blocks, 2)
    with paused_collection():
        if not _are_records(opening):
            whole = parse(b"".join([block.content for block in blocks]), source, 1)
            records = whole if isinstance(whole, list) else [whole]
            for fields in records:
                reader.add(fields, 1, is_alone=len(records) == 1)
        for block in blocks:
            for number, line in filled_lines(block.content, block.lines_before):
                reader.add(line, number, is_alone=len(opening) == 1)
            reader.add_waiting()
        return reader.corpus()


def read_records(records: Iterable[Any], source: Source, notices: Notices, options: Options) -> Corpus:
    """Read documents that a program holds; the line of a message is the number of a record."""
    reader = _JsonReader(source, notices, options.clusters)
    for number, fields in enumerate(records, 1):
        reader.add(fields, number)
    return reader.corpus()


def _are_records(start: list[bytes]) -> bool:
    """Whether the first two lines are of JSON Lines: an object may begin in the second only if none is open."""
    first, *second = (line[:100].lstrip()[:1] for line in start)
    if first == b"[" or second in ([], [b"{"]):
        return first != b"["
    try:
        return isinstance(json.loads(start[0]), dict)
    except (ValueError, RecursionError):
        return False


class _JsonReader:
    """Adds the documents of a file to one builder; a document that cannot be read is refused, and the next one read."""

    def __init__(self, source: Source, notices: Notices, clusters: str | None) -> None:
        self.source, self.notices, self.clusters = source, notices, clusters
        self.builder: CorpusBuilder | None = None
        self.text = SentencesText()
        self.has_empty_nodes = False
        # Documents whose mentions are pairs wait, since adding each alone is slow. They come with their numbers, the
        # sizes of their clusters, and all positions in a row.
        self._waiting: list[tuple[int, Record, Reading, list[int], Integers]] = []

    def start(self, unit: str = TOKENS) -> CorpusBuilder:
        """Return the builder, whose unit is that of the first document."""
        if self.builder is None:
            self.builder = CorpusBuilder(self.source.path, unit, text=self.text)
        return self.builder

    def add(self, content: Any, line: int, is_alone: bool = False) -> None:
        """Add a document by its line, or by its fields; an object that is alone may hold documents by their names."""
        try:
            fields = parse(content, self.source, line) if isinstance(content, bytes) else content
            if not isinstance(fields, dict):
                raise self.source.error("bad-record", f"expected an object, found {excerpt(fields)}", line)
            record = Record(dict(fields), self.source, line, self.notices)  # a copy, which decoded values are put into
            if is_alone and self.clusters is None and _is_by_name(record):
                for name, clusters in fields.items():
                    self._add_record(record._replace(fields={"doc_key": name, "clusters": clusters}))
                return
            documents = documents_of(record) if self.clusters in (None, CORENLP) else []
            for name, text, entities in documents:
                self.start().add_document(printable_name(name), line, text.words, text.sentences, layers=text.layers)
                self.add_waiting()
                for id_, entity in entities.items():
                    self.start().add_entity(id_, entity, line)
            if not documents:
                self._add_record(record)
        except SeveralFields:  # nothing can be judged before the user has answered
            raise
        except FormatError as error:
            self.notices.refuse(error)

    def _add_record(self, record: Record) -> None:
        variant, field, reading = choose(record, self.clusters)
        builder = self.start(reading.unit)
        if reading.unit != builder.unit and record.get(field) != []:
            raise record.error(f"the document counts {reading.unit}, those before it count {builder.unit}")
        text = text_of(record, variant.name)
        self.has_empty_nodes = self.has_empty_nodes or bool(text.empty_nodes)
        if builder.unit == CHARACTERS:
            text.words = text.length = text.sentences_json = None
        name = _name(record, variant.name)
        listed = ((each, record.get(each)) for each in GROUPS if each in record.fields)
        groups = {each: value for each, value in listed if isinstance(value, str)}
        if text.sentences_json is not None:
            self.text.sentences_json[len(builder.names)] = text.sentences_json
        builder.add_document(name, record.line, text.words, text.sentences, text.raw, text.length, text.layers, groups)
        are_pairs = reading.size == 2 and not reading.flat and text.positions is None
        clusters = record.pairs(field) if are_pairs and _SPAN_BY_SPAN.isdisjoint(record.fields) else None
        if clusters is not None:
            places = np.fromiter(chain.from_iterable(chain.from_iterable(clusters)), np.int64)
            where = record._replace(fields={})  # decoded values need not wait
            self._waiting.append((len(builder.names) - 1, where, reading, list(map(len, clusters)), places))
            return
        self.add_waiting()
        _add_entities(builder, record, field, reading, text)

    def add_waiting(self) -> None:
        """Add the entities that wait."""
        if not self._waiting:
            return
        documents, records, readings, sizes, places = zip(*self._waiting, strict=True)
        self._waiting = []
        size, clusters = np.fromiter(chain.from_iterable(sizes), np.int64), list(map(len, sizes))
        names = [str(number) for each in sizes for number, count in enumerate(each) if count]
        entity = np.repeat(np.arange(len(names)), size[size > 0])
        document = np.repeat(np.arange(len(documents)), clusters)[size > 0]
        start, end = np.concatenate(places).reshape(-1, 2).T
        after = end + np.array([reading.included for reading in readings])[document[entity]]
        line = np.array([record.line for record in records])[document[entity]]
        wrong = start >= after
        for row in np.flatnonzero(wrong).tolist():
            number = document[entity[row]]
            fact = f"cluster {names[entity[row]]} has the span [{start[row]}, {end[row]}]"
            records[number].refuse(fact, f"a span is {readings[number].form}, from 0")
        columns = MentionColumns(start[~wrong], after[~wrong], line[~wrong])
        self.start().add_entities(np.array(documents)[document], names, [""] * len(names), entity[~wrong], columns)

    def corpus(self) -> Corpus:
        self.add_waiting()
        if self.builder is None and not self.notices.refused:
            raise self.source.error("empty-file", "the file has no documents")
        corpus = self.start().corpus(self.source.stem, self.notices)
        return replace(corpus, empty_nodes=self.has_empty_nodes)


def _is_by_name(record: Record) -> bool:
    """Whether an object holds nothing but clusters of token pairs, so that its fields are names of documents."""
    if not CLUSTER_FIELDS.isdisjoint(record.fields):
        return False
    clusters = [record.pairs(name) for name in record.fields]
    return None not in clusters and any(clusters)


def _name(record: Record, variant: str) -> str:
    """Return the document's name, spelt as in CoNLL where it has a part; empty if there is none."""
    field = next((name for name in NAME_FIELDS if record.get(name) is not None), None)
    name = "" if field is None else printable_name(str(record.typed(field, Value)))
    part: Any = None
    if variant == "wl-coref":
        part = record.get("part_id")
        if isinstance(part, list) and part and all(each == part[0] for each in part):
            part = part[0]  # before wl-coref splits documents, each word has its part
    elif variant == "WinoBias":
        part = record.get("part_number")
        part = int(part) if isinstance(part, str) and part.isascii() and part.isdigit() and len(part) < 10 else part
    elif variant == "coref-data" and (converted := _CONVERTED_PART.fullmatch(name)):
        name, part = converted["name"], int(converted["part"])
    return f"({name}); part {part:03d}" if type(part) is int and part >= 0 and name else name


def _heads(record: Record) -> dict[tuple[int, ...], int]:
    """Return wl-coref's `head2span`, rows of head, start and exclusive end; of several spans the last counts."""
    rows = record.get(_HEADS)
    heads = {}
    for row in rows if isinstance(rows, list) else ():
        positions = numbers(row, SENTENCE_START_END)
        if positions is None or not positions[1] <= positions[0] < positions[2]:
            record.warn("head-not-kept", f"'head2span' has the row {excerpt(row)}")
        else:
            heads[positions[1:]] = positions[0]
    return heads


def _add_entities(builder: CorpusBuilder, record: Record, field: str, reading: Reading, text: JsonText) -> None:
    """Add the entities of a document span by span, and the relations between them."""
    clusters: list[Any] = record.typed(field, list[Any] if reading.flat else list[list[Any]])
    if reading.flat:
        clusters = [[clusters[at : at + 2] for at in range(0, len(clusters), 2)]]
    heads = _heads(record) if reading in (START_END, ONE_WORD) else {}  # which only wl-coref has
    has_relations = not RELATIONS.keys().isdisjoint(record.fields)
    typed = (span for cluster in clusters for span in cluster if _is_typed(span))
    is_typed = reading is FIRST_LAST and (has_relations or any(span[2] == REFERS for span in typed))
    entity_of: dict[Mention, str] = {}
    for number, cluster in enumerate(clusters):
        entities: dict[int, list[Mention]] = {}  # by type
        for span in cluster:
            place, kind = (span[:2], span[2]) if is_typed and _is_typed(span) else (span, REFERS)
            try:
                if type(kind) is not int or kind == 0 or kind < REFERS:
                    raise BadSpan("the third number is -1, or from 1 for a mention that refers to nothing")
                mention = text.mention(place, reading)
            except BadSpan as error:
                if span is None and reading.may_be_null:
                    record.warn("mention-without-place", f"cluster {number} has null instead of a span")
                else:
                    record.refuse(f"cluster {number} has the span {excerpt(span)}", str(error))
                continue
            mention = mention.replaced(head=heads.get((mention.start, mention.end))) if heads else mention
            entities.setdefault(kind, []).append(mention)
        for kind in sorted(entities, key=REFERS.__eq__):  # those that refer come last
            name = str(number) if kind == REFERS else f"{number}-Pseudo"
            into = builder if kind == REFERS else builder.annotation(NONREFERRING)
            into.add_entity(name, entities[kind], record.line, "" if kind == REFERS else str(kind))
            entity_of.update(dict.fromkeys(entities[kind], name))
    if reading is FIRST_LAST:
        _add_relations(builder, record, text, entity_of)


def _add_relations(builder: CorpusBuilder, record: Record, text: JsonText, entity_of: dict[Mention, str]) -> None:
    """Add the pairs of a document; a set needs entities, a bridging pair without one is kept and never right."""
    length = text.length if text.words is None else len(text.words)

    def end(span: Any) -> Mention | None:
        try:
            mention = text.mention(span[:2] if _is_typed(span) else span, FIRST_LAST)
        except BadSpan:
            return None
        return None if length is not None and mention.end > length else mention

    for name, kind in RELATIONS.items():
        for pair in record.typed(name, list[Any] | None) or ():
            anaphor, antecedent = map(end, pair) if isinstance(pair, list) and len(pair) == 2 else (None, None)
            if anaphor is None or antecedent is None:
                hint = f"a pair is [anaphor, antecedent], each {FIRST_LAST.form}"
                record.refuse(f"{quoted(name)} has {excerpt(pair)}", hint)
                continue
            one, two = entity_of.get(antecedent, ""), entity_of.get(anaphor, "")
            if not one or not two:
                fact = f"{quoted(name)} has {excerpt(pair)}, of which a mention is in no cluster"
                record.warn("relation-without-mentions", fact)
            if (one and two) or kind == BRIDGING:
                builder.add_relation(Relation(kind, one, two, "", anaphor, antecedent))


def _is_typed(span: Any) -> bool:
    return isinstance(span, list) and len(span) == 3
