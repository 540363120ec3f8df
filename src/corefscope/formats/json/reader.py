"""JSON Lines or JSON with clusters of mentions: one object a document, read as its fields declare (`variants`).

msgspec decodes a document and checks its spans. Whatever it refuses is decoded by `json`, or checked one span after the
other: for the message, and because `json` accepts more (NaN, half a surrogate pair).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import Annotated, Any

import msgspec
import numpy as np

from corefscope.basics.escaping import quoted
from corefscope.formats.builder import GROUPS, CorpusBuilder, Runs
from corefscope.formats.files.blocks import ANY_LINE_ONCE, Block, filled_lines, first_lines
from corefscope.formats.files.sources import Source
from corefscope.formats.json import anaphora
from corefscope.formats.json.text import JsonText, Record, SpanOutOfRange, printable_name, text_of
from corefscope.formats.json.variants import (
    CHARACTER,
    FIRST_LAST,
    SENTENCE_START_END,
    SEVERAL_FIELDS,
    TOKEN,
    FieldChoice,
    Reading,
    RecordPlace,
    choose,
    numbers,
    show,
)
from corefscope.formats.json.whole_documents import WholeDocument, documents_of
from corefscope.formats.registry import Options
from corefscope.model import CHARACTERS, LARGEST, UNKNOWN, Corpus, Mention
from corefscope.problems import FormatError, Notices

NAME_FIELDS = ("doc_key", "id", "doc_id", "document_id")
BEGINS = ANY_LINE_ONCE
_Position = Annotated[int, msgspec.Meta(ge=0, lt=LARGEST - 1)]  # the end of a mention fits 32 bits
_PAIRS = list[list[tuple[_Position, _Position]]]
_decode = msgspec.json.Decoder().decode
_CONVERTED_PART = re.compile(r"(?P<name>.+)/part_(?P<part>\d{1,9})")


def read(blocks: Iterator[Block], source: Source, notices: Notices, options: Options) -> Corpus:
    """Read the documents of one file; `options.clusters` names the field that holds them.

    For a file with both `clusters` and `predicted_clusters` the user has to name one:
    model outputs carry the gold clusters along, and scoring those would give a perfect score.
    """
    reader = _JsonReader(source, notices, options.clusters)
    before = notices.refused
    opening, blocks = first_lines(blocks, 2)
    if _are_records(opening):
        for block in blocks:
            reader.add_lines(block)
    else:
        whole = _parse(b"".join([block.content for block in blocks]), 1, source)
        for record in whole if isinstance(whole, list) else [whole]:
            reader.add(record, 1)
    if reader.builder is None and notices.refused == before:
        raise FormatError("empty-file", "the file holds no document", source.path)
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


def _parse(content: bytes, line: int, source: Source) -> Any:
    try:
        return _decode(content)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        pass
    try:
        return json.loads(content.decode("utf-8"))
    except UnicodeDecodeError as error:
        line += content.count(b"\n", 0, error.start)
        raise FormatError("not-utf8", "the file is not UTF-8", source.path, line, "save it as UTF-8") from None
    except json.JSONDecodeError as error:
        ends = error.msg.startswith("Unterminated string") or not error.doc[error.pos :].strip()
        hint = f"at column {error.colno}{', where it ends: is the file whole?' if ends else ''}"
        line += error.lineno - 1
        raise FormatError("bad-json", f"not valid JSON: {error.msg}", source.path, line, hint) from None
    except (RecursionError, ValueError) as error:
        raise FormatError("bad-json", f"not usable JSON: {error}", source.path, line) from None


@dataclass
class _JsonReader:
    """Adds the documents of a file to one builder; a line that cannot be read is refused, and the next one read."""

    source: Source
    notices: Notices
    clusters: str | None
    builder: CorpusBuilder | None = None
    has_empty_nodes: bool = False

    def add_lines(self, block: Block) -> None:
        for number, _, line in filled_lines(block.content, block.lines_before):
            try:
                record = _parse(line, number, self.source)
            except FormatError as error:
                self.notices.refuse(error)
            else:
                self.add(record, number)

    def add(self, record: Any, line: int) -> None:
        """Add the document of a line."""
        place = RecordPlace(self.source.path, line)
        try:
            if not isinstance(record, dict):
                raise place.error(f"expected an object, found {show(record)}")
            documents = None if self.clusters in record else documents_of(record, place, self.notices)
            if documents is not None:
                self._add_whole(documents, place)
                return
            choice = choose(record, self.clusters, place, self.notices)
            unit = choice.reading.unit
            self.builder = builder = self.builder or CorpusBuilder(self.source.path, unit)
            if unit != builder.unit and record[choice.field] != []:
                raise place.error(f"the document counts {unit}, those before it count {builder.unit}")
            text = text_of(record, choice.variant.name, place, self.notices)
            self.has_empty_nodes = self.has_empty_nodes or bool(text.empty_nodes)
            name = _name(record, choice, place)
            groups = {group: record[group] for group in GROUPS if isinstance(record.get(group), str)}
            words = text.words if builder.unit != CHARACTERS else None
            builder.add_document(name, line, words, text.sentences, text.raw, text.length, text.layers, groups)
            _add_entities(builder, record, choice, text, place, self.notices)
        except FormatError as error:
            if error.code == SEVERAL_FIELDS:
                raise
            self.notices.refuse(error)

    def _add_whole(self, documents: list[WholeDocument], place: RecordPlace) -> None:
        self.builder = self.builder or CorpusBuilder(self.source.path)
        for document, layers in documents:
            name = printable_name(document.name)
            self.builder.add_document(name, place.line, document.words, document.sentences, layers=layers)
            for id_, entity in zip(document.entity_ids, document.entities, strict=True):
                self.builder.add_entity(id_, entity, place.line)


def _add_entities(
    builder: CorpusBuilder, record: Record, choice: FieldChoice, text: JsonText, place: RecordPlace, notices: Notices
) -> None:
    clusters, reading = record[choice.field], choice.reading
    heads = _heads(record, choice, place, notices)
    has_relations = not anaphora.KINDS.keys().isdisjoint(record)
    if (
        not heads
        and not has_relations
        and text.positions is None
        and _add_pairs(builder, clusters, reading, place.line)
    ):
        return
    if not isinstance(clusters, list):
        raise place.error(f"{quoted(choice.field)} should be a list of clusters, not {show(clusters)}")
    if reading.flat:
        clusters = [[clusters[at : at + 2] for at in range(0, len(clusters), 2)]] if clusters else []
    entity_of: dict[Mention, str] = {}
    is_typed = reading is FIRST_LAST and anaphora.is_typed(record, clusters)
    for number, cluster in enumerate(clusters):
        if not isinstance(cluster, list):
            notices.refuse(place.error(f"cluster {number} should be a list of spans, not {show(cluster)}"))
            continue
        if is_typed:
            cluster, others = anaphora.by_type(cluster, number, place, notices)
            for kind, spans in others.items():
                mentions = list(_mentions(spans, number, reading, text, place, notices))
                anaphora.add_nonreferring(builder, number, kind, mentions, place.line)
                entity_of.update(dict.fromkeys(mentions, f"{number}-Pseudo"))
        mentions = list(_mentions(cluster, number, reading, text, place, notices))
        if heads:
            mentions = [mention.replaced(head=heads.get((mention.start, mention.end))) for mention in mentions]
        builder.add_entity(str(number), mentions, place.line)
        if has_relations:
            entity_of.update(dict.fromkeys(mentions, str(number)))
    if has_relations and reading is FIRST_LAST:
        anaphora.add_relations(builder, record, entity_of, reading, text, place, notices)


def _add_pairs(builder: CorpusBuilder, clusters: Any, reading: Reading, line: int) -> bool:
    """Add clusters of pairs of positions in the text, as most are, all at once; False if a span is anything else."""
    if reading.counts not in (TOKEN, CHARACTER) or reading.size != 2 or reading.flat:
        return False
    try:
        entities = msgspec.convert(clusters, _PAIRS)
    except (msgspec.ValidationError, RecursionError):
        return False
    spans = np.fromiter(chain.from_iterable(chain.from_iterable(entities)), np.int64).reshape(-1, 2)
    start, end = spans[:, 0], spans[:, 1] + reading.included
    if (start >= end).any():
        return False
    sizes = {str(number): len(entity) for number, entity in enumerate(entities) if entity}
    document = np.full(len(sizes), len(builder.names) - 1)
    runs = Runs(start, end, np.full(len(start), line), np.full(len(start), UNKNOWN), {}, {})
    builder.add_entities(document, sizes, [""] * len(sizes), np.array(list(sizes.values()), np.int64), runs)
    return True


def _mentions(
    cluster: list[Any], number: int, reading: Reading, text: JsonText, place: RecordPlace, notices: Notices
) -> Iterator[Mention]:
    for span in cluster:
        if span is None and reading.may_be_null:
            notices.add("mention-without-place", f"cluster {number} has null instead of a span", *place)
            continue
        positions = numbers(span, reading)
        if positions is None:
            hint = f"a span is {reading.shown}, from 0"
            notices.refuse(place.error(f"cluster {number} has the span {show(span)}", hint))
            continue
        try:
            yield text.mention(positions, reading)
        except SpanOutOfRange as wrong:
            notices.refuse(place.error(f"the span {show(span)} of cluster {number} {wrong.fact}", wrong.hint))


def _name(record: Record, choice: FieldChoice, place: RecordPlace) -> str:
    """Return the document's name, spelt as in CoNLL where it has a part; empty if there is none."""
    value = next((record[field] for field in NAME_FIELDS if record.get(field) is not None), "")
    if isinstance(value, list | dict):
        raise place.error(f"the name of the document should be a string, not {show(value)}")
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


def _heads(record: Record, choice: FieldChoice, place: RecordPlace, notices: Notices) -> dict[tuple[int, ...], int]:
    """Return wl-coref's `head2span`, rows of head, start and exclusive end; of several spans the last counts."""
    rows = record.get("head2span")
    if choice.variant.name != "wl-coref" or not isinstance(rows, list):
        return {}
    heads = {}
    for row in rows:
        positions = numbers(row, SENTENCE_START_END)
        if positions is None or not positions[1] <= positions[0] < positions[2]:
            notices.add("head-not-kept", f"'head2span' has the row {show(row)}", *place)
        else:
            heads[positions[1:]] = positions[0]
    return heads
