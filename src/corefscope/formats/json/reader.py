"""JSON Lines or JSON with clusters of mentions: one object a document, read as its fields declare (`variants`)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from corefscope.basics.escaping import quoted
from corefscope.formats.builder import GROUPS, CorpusBuilder
from corefscope.formats.files.blocks import ANY_LINE, Block, filled_lines, first_lines
from corefscope.formats.files.sources import Source
from corefscope.formats.fingerprints import fingerprint
from corefscope.formats.json import anaphora, fast
from corefscope.formats.json import text as json_text
from corefscope.formats.json import tokens as json_tokens
from corefscope.formats.json.text import JsonLines, JsonText, Misplaced, Record, spelt_name
from corefscope.formats.json.variants import (
    E2E,
    FIRST_LAST,
    SENTENCE_START_END,
    SEVERAL_FIELDS,
    FieldChoice,
    Reading,
    RecordPlace,
    choose,
    numbers,
    show,
)
from corefscope.formats.json.whole_documents import WholeDocument, documents_of
from corefscope.formats.registry import Options
from corefscope.model import CHARACTERS, TOKENS, Corpus, Mention
from corefscope.problems import FormatError, Notices
from corefscope.text import Text

NAME_FIELDS = ("doc_key", "id", "doc_id", "document_id")
# Where the words are; any other variant has them in `sentences` or `tokens`.
TEXTS: dict[str, Callable[[Record, RecordPlace, Notices], JsonText]] = {
    "coref-data": json_tokens.with_empty_nodes,
    "wl-coref": json_text.with_sentence_ids,
    "SpanBERT": json_tokens.with_subtokens,
    "Maverick": json_tokens.with_marked_nodes,
    "AllenNLP": json_text.of_allennlp,
    "fastcoref": json_text.running,
    "fastcoref (tokens)": json_text.split,
}
BEGINS = ANY_LINE


_CONVERTED_PART = re.compile(r"(?P<name>.+)/part_(?P<part>\d{1,9})")


def read(blocks: Iterator[Block], source: Source, notices: Notices, options: Options) -> Corpus:
    """The documents of one file; `options.clusters` names the field that holds them.

    For a file with both `clusters` and `predicted_clusters` the user has to name one:
    model outputs carry the gold clusters along, and scoring those would give a perfect score.
    """
    reader = _JsonReader(source, notices, options.clusters)
    before = notices.refused
    opening, blocks = first_lines(blocks, 2)
    if _are_records(opening):
        for block in blocks:
            reader.add_block(block)
    else:
        whole = _parse(b"".join([block.content for block in blocks]), 1, source)
        for record in whole if isinstance(whole, list) else [whole]:
            reader.add(record, 1)
    if reader.builder is None and notices.refused == before:
        raise FormatError("empty-file", "the file holds no document", source.path)
    corpus = (reader.builder or CorpusBuilder(source.path)).corpus(source.stem, notices)
    if notices.refused > before:
        return corpus
    texts = [later or kept for later, kept in zip(reader.texts, corpus.texts, strict=True)]
    return replace(corpus, texts=texts, empty_nodes=reader.has_empty_nodes)


@dataclass
class _JsonReader:
    """Adds the documents of a file to one builder; a line that cannot be read is refused, and the next one read."""

    source: Source
    notices: Notices
    clusters: str | None
    builder: CorpusBuilder | None = None
    texts: list[tuple[Text, int] | None] = field(default_factory=list)
    has_empty_nodes: bool = False

    def add_block(self, block: Block) -> None:
        """One object a line: all at once where they are as e2e-coref writes them, else line by line."""
        text = JsonLines(block.stored, partial(_parse_text, source=self.source, clusters=self.clusters))
        e2e = self.clusters is None or self.clusters in E2E.fields
        may_be_fast = e2e and (self.builder is None or self.builder.unit == TOKENS)
        found = fast.documents(block, self.clusters) if may_be_fast else None
        if found is None:
            self._add_lines(block, text)
            return
        self.builder = self.builder or CorpusBuilder(self.source.path)
        found.documents.add_to(self.builder)
        first = text.add(found.line_start, found.line_end, found.fingerprints)
        has_words = enumerate((found.documents.tokens >= 0).tolist(), first)
        self.texts.extend((text, document) if has else None for document, has in has_words)

    def _add_lines(self, block: Block, text: JsonLines) -> None:
        for number, start, line in filled_lines(block.content, block.lines_before):
            try:
                record = _parse(line, number, self.source)
            except FormatError as error:
                self.notices.refuse(error)
            else:
                self.add(record, number, text, start, start + len(line))

    def add(self, record: Any, line: int, lines: JsonLines | None = None, start: int = 0, end: int = 0) -> None:
        """Add the document of a line, which stands in these bytes of `lines` unless the whole file is one value."""
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
            text = _text(record, choice, place, self.notices)
            self.has_empty_nodes = self.has_empty_nodes or bool(text.empty_nodes)
            name = _name(record, choice, place)
            groups = {group: record[group] for group in GROUPS if isinstance(record.get(group), str)}
            words = text.words if builder.unit != CHARACTERS else None
            kept = None
            if lines is None or text.raw is not None or builder.unit == CHARACTERS:
                builder.add_document(name, line, words, text.sentences, text.raw, text.length, text.layers, groups)
            else:  # its words can be parsed once more
                length = text.length if words is None else len(words)
                builder.add_document(name, line, length=length, groups=groups)
                if words is not None or text.layers:
                    kept = lines, lines.add([start], [end], [None if words is None else fingerprint(words)])
            _add_entities(builder, record, choice, text, place, self.notices)
            self.texts.append(kept)
        except FormatError as error:
            if error.code == SEVERAL_FIELDS:
                raise
            self.notices.refuse(error)

    def _add_whole(self, documents: list[WholeDocument], place: RecordPlace) -> None:
        self.builder = self.builder or CorpusBuilder(self.source.path)
        if self.builder.unit != TOKENS:
            raise place.error(f"the document counts {TOKENS}, those before it count {self.builder.unit}")
        for document, layers in documents:
            name = spelt_name(document.name)
            self.builder.add_document(name, place.line, document.words, document.sentences, layers=layers)
            for name, entity in zip(document.entity_ids, document.entities, strict=True):
                self.builder.add_entity(name, entity, place.line)
            for relation in document.relations:
                self.builder.add_relation(relation, place.line)
            self.texts.append(None)


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


def _text(record: Record, choice: FieldChoice, place: RecordPlace, notices: Notices) -> JsonText:
    return TEXTS.get(choice.variant.name, json_text.plain)(record, place, notices)


def _parse_text(content: bytes, source: Source, clusters: str | None) -> JsonText:
    """The text of a line whose mentions were read before; its warnings were given then."""
    place, ignored = RecordPlace(source.path, 0), Notices()
    record = _parse(content, 0, source)
    return _text(record, choose(record, clusters, place, ignored), place, ignored)


def _add_entities(
    builder: CorpusBuilder, record: Record, choice: FieldChoice, text: JsonText, place: RecordPlace, notices: Notices
) -> None:
    clusters = record[choice.field]
    if not isinstance(clusters, list):
        raise place.error(f"{quoted(choice.field)} should be a list of clusters, not {show(clusters)}")
    if choice.reading.flat:
        clusters = [[clusters[at : at + 2] for at in range(0, len(clusters), 2)]] if clusters else []
    heads = _heads(record, choice, place, notices)
    entity_of: dict[Mention, str] = {}
    is_typed = choice.reading is FIRST_LAST and anaphora.is_typed(record, clusters)
    has_relations = not anaphora.KINDS.keys().isdisjoint(record)
    for number, cluster in enumerate(clusters):
        if not isinstance(cluster, list):
            notices.refuse(place.error(f"cluster {number} should be a list of spans, not {show(cluster)}"))
            continue
        if is_typed:
            cluster, others = anaphora.by_type(cluster, number, place, notices)
            for kind, spans in others.items():
                found = list(_mentions(spans, number, choice.reading, text, place, notices))
                anaphora.add_nonreferring(builder, number, kind, found, place.line)
                entity_of.update(dict.fromkeys(found, f"{number}-Pseudo") if has_relations else {})
        mentions = list(_mentions(cluster, number, choice.reading, text, place, notices))
        if heads:
            mentions = [mention.replaced(head=heads.get((mention.start, mention.end))) for mention in mentions]
        builder.add_entity(str(number), mentions, place.line)
        entity_of.update(dict.fromkeys(mentions, str(number)) if has_relations else {})
    if has_relations and choice.reading is FIRST_LAST:
        anaphora.add_relations(builder, record, entity_of, choice.reading, text, place, notices)


def _mentions(
    cluster: list[Any], number: int, reading: Reading, text: JsonText, place: RecordPlace, notices: Notices
) -> Iterator[Mention]:
    for span in cluster:
        if span is None and reading.may_be_null:
            notices.add("mention-without-place", f"cluster {number} has null instead of a span", *place)
            continue
        found = numbers(span, reading)
        if found is None:
            hint = f"a span is {reading.shown}, from 0"
            notices.refuse(place.error(f"cluster {number} has the span {show(span)}", hint))
            continue
        try:
            yield text.mention(found, reading)
        except Misplaced as wrong:
            notices.refuse(place.error(f"the span {show(span)} of cluster {number} {wrong.fact}", wrong.hint))


def _name(record: Record, choice: FieldChoice, place: RecordPlace) -> str:
    """The document's name, spelt as in CoNLL where it has a part; empty if there is none."""
    value = next((record[field] for field in NAME_FIELDS if record.get(field) is not None), "")
    if isinstance(value, list | dict):
        raise place.error(f"the name of the document should be a string, not {show(value)}")
    name = spelt_name(str(value))
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
    """wl-coref's `head2span`, rows of head, start and exclusive end; of mentions with one head it has the shortest."""
    rows = record.get("head2span")
    if choice.variant.name != "wl-coref" or not isinstance(rows, list):
        return {}
    heads = {}
    for row in rows:
        found = numbers(row, SENTENCE_START_END)
        if found is None or not found[1] <= found[0] < found[2]:
            notices.add("head-not-kept", f"'head2span' has the row {show(row)}", *place)
        else:
            heads[found[1:]] = found[0]
    return heads
