"""A language model's answer as JSON of strings: clusters of mentions, or one answer for each mention.

`[["Ann", "she"]]`, `{"clusters": [["Ann", "she"]]}` with a name (`doc_key`, `id`, …), a list or lines of such objects;
the clusters may be an object of names and lists, and each an object with its `mentions`. One answer per mention is
`{"answers": [{"mention": "she", "answer": "Ann"}]}`, or a list or lines of such pairs, perhaps with the `doc_id` of
their document, mentions in the order of the text: each answer is the latest mention of these words before it, or else
a new one; `null` and `""` say that there is none. JSON may stand in a code fence, with prose around it, and may be cut
off; then complete strings count. If it holds other JSON that corefscope reads, it is read so. An answer without JSON,
among others, is a document without mentions.

Strings are found in the record's `text` if it has one, otherwise in the key's text (`llm.occurrences`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from corefscope.basics.escaping import quoted
from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.files.blocks import Block
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import FileReader
from corefscope.formats.llm import output as llm
from corefscope.formats.llm.occurrences import Occurrences
from corefscope.formats.registry import Options
from corefscope.model import Corpus, Mention
from corefscope.problems import FormatError, Notices
from corefscope.text import MentionStrings

CLUSTERS = ("clusters", "predicted_clusters")
ANSWERS, ANSWER_FIELDS = "answers", ("answer", "antecedent", "refers_to")
ANSWER_NAMES = ("doc_key", "doc_id", "document_id")  # an `id` may be that of the mention
WITHOUT_MENTIONS = "output-without-mentions"
MENTION_FIELDS = ("mention", "text", "string")
# Prose may have brackets before the JSON.
ATTEMPTS = 100
_FENCE = re.compile(r"^[ \t]*```[ \t]*\w*[ \t]*\n(.*?)(?:^[ \t]*```|\Z)", re.MULTILINE | re.DOTALL)
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]|[^"\[\]{}]+', re.DOTALL)
_COMMA = re.compile(r",(?=\s*[\]}])")
_CLOSES = {"[": "]", "{": "}"}
_WORD = re.compile(r"\w+|[^\w\s]")


class _Answer(NamedTuple):
    """The clusters of one document."""

    name: str
    line: int
    text: str | None
    clusters: list[list[str]]


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """Read the documents of one file."""
    reader = _StringsReader(source, notices, options.clusters)
    records: list[tuple[str, int, Any]] = []
    for name, line, text in llm.answers(reader.decode(content), source, notices):
        try:
            records += [(name, line, value) for value in reader.values(text, line, name)]
        except FormatError as error:
            records.append((name, line, error))
    answered = [each for each in records if not isinstance(each[2], FormatError)]
    unanswered = [value for _, _, value in records if isinstance(value, FormatError)]
    # Of many answers one may be a refusal; of one alone, nothing says that it was to be JSON.
    if not answered and not options.among_answers:
        refusals = Notices()
        for each in unanswered:
            refusals.refuse(each)
        refusals.stop()
    if answered and not any(reader.holds_strings(value) for _, _, value in answered):
        from corefscope.formats.json import reader as json_reader

        lines = [json.dumps({"doc_key": name, **value} if name else value) for name, _, value in _objects(answered)]
        if not lines:
            raise source.error("bad-record", "the answer is no list of lists of strings", answered[0][1])
        for each in unanswered:
            reader.warn(WITHOUT_MENTIONS, each.message, each.line or 1)
        return json_reader.read(iter([Block.of("\n".join(lines).encode())]), source, notices, options)
    records = _joined_pairs(records)
    # Documents with their own text and those without may stand in one file.
    strings = MentionStrings()
    builder = CorpusBuilder(source.path, text=strings)
    for name, line, value in records:
        if isinstance(value, FormatError):
            reader.add(_Answer(name, line, None, []), builder, strings.listed, value.message)
            continue
        try:
            for answer in reader.answers(name, line, value):
                reader.add(answer, builder, strings.listed)
        except FormatError as error:
            notices.refuse(error)
    return llm.finished(builder, source, notices)


def _joined_pairs(records: list[tuple[str, int, Any]]) -> list[tuple[str, int, Any]]:
    """The records, with those that are one answer for one mention joined into a list for each document.

    Such are the lines of a file, and a list of pairs that name their documents.
    """
    found: list[tuple[str, int, Any]] = []
    lists: dict[str, list[Any]] = {}
    for name, line, value in records:
        is_list = (
            isinstance(value, list) and all(map(_is_pair, value)) and any(_name(each, ANSWER_NAMES) for each in value)
        )
        for pair in value if is_list else [value] if _is_pair(value) else []:
            document = _name(pair, ANSWER_NAMES) or name
            if document not in lists:
                lists[document] = []
                found.append((document, line, lists[document]))
            lists[document].append(pair)
        if not is_list and not _is_pair(value):
            found.append((name, line, value))
    return found


def _objects(records: list[tuple[str, int, Any]]) -> Iterator[tuple[str, int, dict[str, Any]]]:
    for name, line, value in records:
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, dict):
                yield name, line, each


class _StringsReader(FileReader):
    """The answers of one file."""

    def __init__(self, source: Source, notices: Notices, field: str | None) -> None:
        super().__init__(source, notices)
        self.fields = CLUSTERS if field is None else (field,)

    def values(self, text: str, line: int, name: str) -> list[Any]:
        """The JSON in an answer: all of it, what its code fences hold, its lines, or what begins at a bracket.

        Several pieces are several documents if each has a name, or if they are the lines of a file, and one document
        if each is the answer for a mention. Otherwise they are attempts at one, of which the last is read.
        """
        text = text.replace("\v", "\n")  # line breaks of a text that stands in one line of a file
        fenced = [match[1] for match in _FENCE.finditer(text)]
        lines = [each for each in text.split("\n") if each.strip()]
        for parts, are_documents in (([text], True), (fenced, False), (lines, not name)):
            try:
                values = [json.loads(part) for part in parts]
            except (ValueError, RecursionError):
                continue
            if not all(isinstance(value, list | dict) for value in values):
                continue
            if not are_documents and not _belong_together(values):
                self._warn_of_attempts(len(values), line)
                return values[-1:]
            if values:
                return values
        found: list[tuple[Any, bool]] = []
        behind = 0
        for start in [match.start() for match in re.finditer(r"[\[{]", text)][:ATTEMPTS]:
            if start < behind:
                continue
            value, end, is_repaired = _decoded(text, start)
            if self.holds_strings(value) or isinstance(value, dict) or _is_list_of_objects(value):
                if is_repaired:
                    self.warn("trailing-comma", "before a closing bracket of the JSON", line)
                found.append((value, end is None))
                behind = len(text) if end is None else end
        if not found:
            hint = 'expected [["Ann", "she"], …] or an object'
            raise self.source.error("bad-json", "the answer has no JSON that can be read", line, hint)
        if found[-1][1]:
            self.warn(llm.TRUNCATED, "the JSON is not complete", line)
        values = [value for value, _ in found]
        if not _belong_together(values):
            self._warn_of_attempts(len(found), line)
            return values[-1:]
        return values

    def _warn_of_attempts(self, count: int, line: int) -> None:
        self.warn("several-answers", f"{count} pieces of JSON; the last is read", line)

    def holds_strings(self, value: Any) -> bool:
        """Whether these are clusters of strings, or answers."""
        if isinstance(value, list):
            objects = [each for each in value if isinstance(each, dict)]
            return any(map(self.holds_strings, objects)) or _are_clusters(value) or not value
        if not isinstance(value, dict):
            return False
        clusters = next((value[field] for field in self.fields if field in value), None)
        return ANSWERS in value or _is_pair(value) or _are_clusters(clusters) or clusters == []

    def answers(self, name: str, line: int, value: Any) -> Iterator[_Answer]:
        """The documents that a JSON value holds."""
        if _is_list_of_objects(value) and not any(map(_is_pair, value)) and not all(map(_has_mentions, value)):
            for each in value:
                yield self._answer(name, line, each)
        else:
            yield self._answer(name, line, value)

    def _answer(self, name: str, line: int, value: Any) -> _Answer:
        text = None
        if isinstance(value, dict) and not _is_pair(value):
            name, text = _name(value) or name, value.get("text")
            fields = [field for field in (*self.fields, ANSWERS) if field in value]
            if not fields:
                hint = f"it has {', '.join(map(str, list(value)[:12]))}; name the field with --response-clusters"
                raise self.source.error("no-cluster-field", "the answer has no clusters", line, hint)
            if len(fields) > 1:
                fact = f"the answer has both {' and '.join(map(quoted, fields))}"
                raise self.source.error("several-cluster-fields", fact, line, "say which one with --response-clusters")
            value = value[fields[0]]
        if isinstance(value, dict) and not _is_pair(value):
            value = list(value.values())
        value = [value] if isinstance(value, dict) else value
        if isinstance(value, list) and value and all(map(_is_pair, value)):
            clusters = self._linked(value, line)
        else:
            clusters = self._clusters(value, line)
        return _Answer(name, line, text if isinstance(text, str) else None, clusters)

    def _clusters(self, value: Any, line: int) -> list[list[str]]:
        value = _member_lists(value)
        if not isinstance(value, list) or not all(isinstance(each, list) for each in value):
            raise self.source.error("bad-record", "the answer is no list of lists of strings", line)
        return [[string for each in cluster if (string := self._string(each, line))] for cluster in value]

    def _linked(self, pairs: list[dict[str, Any]], line: int) -> list[list[str]]:
        """The clusters of mentions and their answers."""
        clusters: list[list[str]] = []
        latest: dict[str, int] = {}  # the cluster of the latest mention of these words
        for pair in pairs:
            mention = self._string(pair, line)
            given = next(pair[field] for field in ANSWER_FIELDS if field in pair)
            answer = "" if given in (None, "") else self._string(given, line)
            if answer and answer not in latest:
                latest[answer] = len(clusters)
                clusters.append([answer])
            if mention:
                cluster = latest[answer] if answer else len(clusters)
                if cluster == len(clusters):
                    clusters.append([])
                clusters[cluster].append(mention)
                latest[mention] = cluster
        return clusters

    def _string(self, value: Any, line: int) -> str:
        """The words of a mention; those without any are counted as lost."""
        if isinstance(value, dict):
            value = next((value[field] for field in MENTION_FIELDS if field in value), None)
        if not isinstance(value, str):
            hint = f"found {json.dumps(value)[:40]}"
            raise self.source.error("bad-record", "a mention should be a string", line, hint)
        if not value.strip():
            self.warn("lost-without-words", "a string without words", line)
        return value.strip()

    def add(
        self, answer: _Answer, builder: CorpusBuilder, listed: set[int], empty: str = "the answer has no mention"
    ) -> None:
        """Add a document; its words are those of its own text, or of its mentions, one after the other.

        `empty` says why it has no mention, if it has none.
        """
        words: list[str] = []
        entities: llm.Entities = {}
        if answer.text is None:
            for number, cluster in enumerate(answer.clusters):
                for string in cluster:
                    first = len(words)
                    words += string.split()
                    entities.setdefault(str(number), []).append((Mention(first, len(words)), answer.line))
            builder.add_document(answer.name, answer.line, words)
            listed.add(len(builder.names) - 1)
        else:
            words = _WORD.findall(answer.text)
            ends = [0]
            for word in words:
                ends.append(ends[-1] + len(word))
            token = {end: number for number, end in enumerate(ends)}
            found = Occurrences("".join(words), ends).place(answer.clusters)
            for number, (cluster, spans) in enumerate(zip(answer.clusters, found, strict=True)):
                for string, span in zip(cluster, spans, strict=True):
                    if span is None:
                        self.warn("lost-not-in-text", quoted(string[:40]), answer.line)
                    else:
                        mention = Mention(token[span[0]], token[span[1]])
                        entities.setdefault(str(number), []).append((mention, answer.line))
            builder.add_document(answer.name, answer.line, words)
        for entity, mentions in entities.items():
            builder.add_entity(entity, [mention for mention, _ in mentions], [place for _, place in mentions])
        if not entities:
            self.warn(WITHOUT_MENTIONS, empty, answer.line)


def _name(value: dict[str, Any], fields: Sequence[str] = llm.NAME_FIELDS) -> str:
    return str(next((value[field] for field in fields if isinstance(value.get(field), str | int)), ""))


def _is_named(value: Any) -> bool:
    return isinstance(value, dict) and any(field in value for field in llm.NAME_FIELDS)


def _belong_together(values: Sequence[Any]) -> bool:
    """Whether these are parts of one answer, not attempts at it."""
    return len(values) < 2 or all(map(_is_named, values)) or all(map(_is_pair, values))


def _is_pair(value: Any) -> bool:
    return isinstance(value, dict) and "mention" in value and any(field in value for field in ANSWER_FIELDS)


def _are_clusters(value: Any) -> bool:
    """Whether it is a list, or an object, of lists of strings."""
    lists = _member_lists(list(value.values()) if isinstance(value, dict) else value)
    mentions = [each for cluster in lists for each in cluster] if _is_nested(lists) else []
    return any(isinstance(each, str) or (isinstance(each, dict) and "mention" in each) for each in mentions)


def _has_mentions(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("mentions"), list)


def _member_lists(value: Any) -> Any:
    """Clusters as lists, of which some are objects with a list of mentions."""
    return [each["mentions"] if _has_mentions(each) else each for each in value] if isinstance(value, list) else value


def _is_nested(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, list) for each in value)


def _is_list_of_objects(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(each, dict) for each in value)


def _decoded(text: str, start: int) -> tuple[Any, int | None, bool]:
    """The JSON that begins here, where it ends (None if it is not complete), and whether a comma was left out."""
    for is_repaired in (False, True):
        try:
            each = _COMMA.sub(" ", text) if is_repaired else text
            return *json.JSONDecoder().raw_decode(each, start), is_repaired
        except (ValueError, RecursionError):
            continue
    return _closed(text[start:]), None, False


def _closed(text: str) -> Any:
    """The JSON that was cut off, with its brackets closed after the last complete string; None if there is none."""
    opened: list[str] = []
    best: tuple[int, str] | None = None
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token in _CLOSES:
            opened.append(_CLOSES[token])
        elif token in "]}":
            if not opened or opened.pop() != token:
                break
        elif not token.startswith('"') or len(opened) < 2:
            continue
        best = match.end(), "".join(reversed(opened))
    if best is None:
        return None
    try:
        return json.loads(text[: best[0]] + best[1])
    except (ValueError, RecursionError):
        return None
