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

import contextlib
import json
import re
from collections.abc import Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from corefscope.basics.escaping import quoted
from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import FileReader
from corefscope.formats.llm.answers import (
    NAME_FIELDS,
    TRUNCATED,
    WITHOUT_MENTIONS,
    Entities,
    add_document,
    aligned_later,
    answers,
    name_of,
)
from corefscope.formats.llm.occurrences import Occurrences
from corefscope.formats.registry import Options
from corefscope.model import Corpus, Mention
from corefscope.problems import FormatError, Notices, some
from corefscope.text import MentionStrings

CLUSTERS = ("clusters", "predicted_clusters")
ANSWERS, ANSWER_FIELDS = "answers", ("answer", "antecedent", "refers_to")
ANSWER_NAMES = ("doc_key", "doc_id", "document_id")  # an `id` may be that of the mention
MENTION_FIELDS = ("mention", "text", "string")
STRING_DEEPEST = 20  # brackets in each other; no answer needs more
# A model may repeat anything endlessly, so nothing is looked at twice (`*+`).
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+(?P<end>")?|[\[\]{}]|[^"\[\]{}]+', re.DOTALL)
_OPENING = re.compile(r"[\[{]")
_BRACKET = re.compile(r"[\[\]{}]")
_COMMA = re.compile(r",(?=\s*[\]}])")
_CLOSES = {"[": "]", "{": "}"}
_WORD = re.compile(r"\w+|[^\w\s]")
_Value = tuple[str, int, Any]  # JSON, or an error instead, with the name and the line of its document
_Clusters = list[list[str]]


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """Read the documents of one file."""
    reader = _StringsReader(source, notices, options.clusters)
    values: list[_Value] = []
    for name, line, text in answers(reader.decode(content), source, notices):
        try:
            values += [(name, line, value) for value in reader.values(text, line, name)]
        except FormatError as error:
            values.append((name, line, error))
    answered = [each for each in values if not isinstance(each[2], FormatError)]
    unanswered = [value for _, _, value in values if isinstance(value, FormatError)]
    # Of many answers one may be a refusal; of one alone, nothing says that it was to be JSON.
    if not answered and not options.among_answers:
        raise unanswered[0]
    if not answered or any(reader.holds_strings(value) for _, _, value in answered):
        return reader.corpus(values)
    from corefscope.formats.json import reader as json_reader

    lists = ((name, value if isinstance(value, list) else [value]) for name, _, value in answered)
    records = [(name, each) for name, listed in lists for each in listed if isinstance(each, dict)]
    if not records:
        raise source.error("bad-record", "the answer is no list of lists of strings", answered[0][1])
    for each in unanswered:
        reader.warn(WITHOUT_MENTIONS, each.message, each.line or 1)
    named = [{"doc_key": name, **record} if name else record for name, record in records]
    return json_reader.read_records(named, source, notices, options)


class _StringsReader(FileReader):
    """The answers of one file."""

    def __init__(self, source: Source, notices: Notices, field: str | None) -> None:
        super().__init__(source, notices)
        self.fields = CLUSTERS if field is None else (field,)
        # Documents with their own text and those without may stand in one file.
        self.text = MentionStrings()
        self.builder = CorpusBuilder(source.path, text=self.text)

    # ------------------------------------------------------------ the JSON in a text

    def values(self, text: str, line: int, name: str) -> list[Any]:
        """Return the JSON in an answer: all of it, or what begins at brackets in its text.

        Several pieces are several documents if each has a name, or if they are all that a file holds, and one document
        if each is the answer for a mention. Otherwise they are attempts at one, of which the last is read.
        """
        text = text.replace("\v", "\n")  # line breaks of a text that stands in one line of a file
        with contextlib.suppress(ValueError, RecursionError):
            if isinstance(whole := json.loads(text), list | dict):
                return [whole]
        pieces, has_prose, position = list[_Piece](), False, 0
        while match := _OPENING.search(text, position):
            piece = _piece(text, match.start())
            if pieces and piece is not None and text.find('"', match.start(), piece.end) < 0:
                piece = None  # prose after the answer
            is_answer = piece is not None and (
                self.holds_strings(piece.value) or isinstance(piece.value, dict) or _are_objects(piece.value)
            )
            has_prose |= not is_answer or bool(text[position : match.start()].strip())
            if piece is not None and is_answer:
                pieces.append(piece)
            # Where no JSON begins, some may begin at the next bracket.
            position = match.end() if piece is None or (piece.is_cut_off and not is_answer) else piece.end
        if not pieces:
            hint = 'expected [["Ann", "she"], …] or an object'
            raise self.source.error("bad-json", "the answer has no JSON that can be read", line, hint)
        for piece in pieces:
            if piece.is_repaired:
                self.warn("trailing-comma", "before a closing bracket of the JSON", line)
        if is_cut_off := pieces[-1].is_cut_off:
            self.warn(TRUNCATED, "the JSON is not complete", line)
        values = [piece.value for piece in pieces]
        are_documents = not (name or is_cut_off or has_prose or text[position:].strip())
        return values if are_documents else self._last_attempt(values, line)

    def _last_attempt(self, values: list[Any], line: int) -> list[Any]:
        """Return all pieces of JSON if they are parts of one answer, else the last."""
        are_named = all(isinstance(each, dict) and not each.keys().isdisjoint(NAME_FIELDS) for each in values)
        if len(values) < 2 or are_named or all(map(_is_pair, values)):
            return values
        self.warn("several-answers", f"{len(values)} pieces of JSON; the last is read", line)
        return values[-1:]

    def holds_strings(self, value: Any) -> bool:
        """Whether these are clusters of strings, or answers."""
        if isinstance(value, list):
            objects = [each for each in value if isinstance(each, dict)]
            return any(map(self.holds_strings, objects)) or _are_clusters(value) or not value
        if not isinstance(value, dict):
            return False
        clusters = next((value[field] for field in self.fields if field in value), None)
        return ANSWERS in value or _is_pair(value) or _are_clusters(clusters) or clusters == []

    # ------------------------------------------------------------ its documents

    def corpus(self, values: list[_Value]) -> Corpus:
        """Return the documents of all answers."""
        for name, line, value in _joined_pairs(values):
            if isinstance(value, FormatError):
                self._add(name, line, None, [], value.message)
                continue
            are_documents = _are_objects(value) and not any(map(_is_pair, value)) and not all(map(_has_mentions, value))
            try:
                for each in value if are_documents else [value]:
                    self._add(*self._document(name, line, each))
            except FormatError as error:
                self.notices.refuse(error)
        return aligned_later(self.builder, self.source, self.notices)

    def _document(self, name: str, line: int, value: Any) -> tuple[str, int, str | None, _Clusters]:
        text = None
        if isinstance(value, dict) and not _is_pair(value):
            name, text = name_of(value) or name, value.get("text")
            fields = [field for field in (*self.fields, ANSWERS) if field in value]
            if not fields:
                hint = f"it has {some(value)}; name the field with --response-clusters"
                raise self.source.error("no-cluster-field", "the answer has no clusters", line, hint)
            if len(fields) > 1:
                fact = f"the answer has both {' and '.join(map(quoted, fields))}"
                raise self.source.error("several-cluster-fields", fact, line, "say which one with --response-clusters")
            value = value[fields[0]]
        if isinstance(value, dict):
            value = [value] if _is_pair(value) else list(value.values())
        if isinstance(value, list) and value and all(map(_is_pair, value)):
            clusters = self._linked(value, line)
        else:
            value = _member_lists(value)
            if not isinstance(value, list) or not all(isinstance(each, list) for each in value):
                raise self.source.error("bad-record", "the answer is no list of lists of strings", line)
            clusters = [[string for each in cluster if (string := self._string(each, line))] for cluster in value]
        return name, line, text if isinstance(text, str) else None, clusters

    def _linked(self, pairs: list[dict[str, Any]], line: int) -> _Clusters:
        """Return the clusters of mentions and their answers."""
        clusters: _Clusters = []
        latest: dict[str, int] = {}  # the cluster of the latest mention of these words
        for pair in pairs:
            mention = self._string(pair, line)
            antecedent = next(pair[field] for field in ANSWER_FIELDS if field in pair)
            answer = "" if antecedent in (None, "") else self._string(antecedent, line)
            if answer and answer not in latest:
                latest[answer] = len(clusters)
                clusters.append([answer])
            if mention:
                latest[mention] = latest[answer] if answer else len(clusters)
                if not answer:
                    clusters.append([])
                clusters[latest[mention]].append(mention)
        return clusters

    def _string(self, value: Any, line: int) -> str:
        """Return the words of a mention; those without any are counted as lost."""
        if isinstance(value, dict):
            value = next((value[field] for field in MENTION_FIELDS if field in value), None)
        if not isinstance(value, str):
            hint = f"found {json.dumps(value)[:40]}"
            raise self.source.error("bad-record", "a mention should be a string", line, hint)
        if not value.strip():
            self.warn("lost-without-words", "a string without words", line)
        return value.strip()

    def _add(
        self, name: str, line: int, text: str | None, clusters: _Clusters, empty: str = "the answer has no mention"
    ) -> None:
        """Add a document; its words are those of its own text, or of its mentions, one after the other.

        `empty` says why it has no mention, if it has none.
        """
        entities: Entities = {}
        words = [] if text is None else _WORD.findall(text)
        if text is None:
            self.text.listed.add(len(self.builder.names))
            for number, cluster in enumerate(clusters):
                for string in cluster:
                    first = len(words)
                    words += string.split()
                    entities.setdefault(str(number), []).append((Mention(first, len(words)), line))
        else:
            ends = list(accumulate(map(len, words), initial=0))
            token = {end: number for number, end in enumerate(ends)}
            places = Occurrences("".join(words), ends).place(clusters)
            for number, (cluster, spans) in enumerate(zip(clusters, places, strict=True)):
                for string, span in zip(cluster, spans, strict=True):
                    if span is None:
                        self.warn("lost-not-in-text", quoted(string[:40]), line)
                    else:
                        mention = Mention(token[span[0]], token[span[1]])
                        entities.setdefault(str(number), []).append((mention, line))
        add_document(self.builder, name, line, words, entities)
        if not entities:
            self.warn(WITHOUT_MENTIONS, empty, line)


def _joined_pairs(values: list[_Value]) -> list[_Value]:
    """Join values that are one answer for one mention into a list for each document.

    Such are the lines of a file, and a list of pairs that name their documents.
    """
    joined: list[_Value] = []
    lists: dict[str, list[Any]] = {}
    for name, line, value in values:
        pairs = [value] if _is_pair(value) else value if isinstance(value, list) and all(map(_is_pair, value)) else []
        if pairs is value and not any(name_of(each, ANSWER_NAMES) for each in value):
            pairs = []
        for pair in pairs:
            document = name_of(pair, ANSWER_NAMES) or name
            if document not in lists:
                lists[document] = []
                joined.append((document, line, lists[document]))
            lists[document].append(pair)
        if not pairs:
            joined.append((name, line, value))
    return joined


def _is_pair(value: Any) -> bool:
    return isinstance(value, dict) and "mention" in value and any(field in value for field in ANSWER_FIELDS)


def _are_clusters(value: Any) -> bool:
    """Whether it is a list, or an object, of lists of strings."""
    lists = _member_lists(list(value.values()) if isinstance(value, dict) else value)
    is_nested = isinstance(lists, list) and all(isinstance(each, list) for each in lists)
    mentions: Sequence[Any] = [each for cluster in lists for each in cluster] if is_nested else []
    return any(isinstance(each, str) or (isinstance(each, dict) and "mention" in each) for each in mentions)


def _has_mentions(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("mentions"), list)


def _member_lists(value: Any) -> Any:
    """Return clusters as lists, of which some are objects with a list of mentions."""
    return [each["mentions"] if _has_mentions(each) else each for each in value] if isinstance(value, list) else value


def _are_objects(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(each, dict) for each in value)


class _Piece(NamedTuple):
    """JSON in a text: its value, where it ends, and whether it was cut off, or had a comma before a closing bracket."""

    value: Any
    end: int
    is_cut_off: bool
    is_repaired: bool


def _piece(text: str, start: int) -> _Piece | None:
    """Return the JSON that begins at this bracket, of what is cut off all up to its last complete string.

    None if there is none: too deep, with a quote missing somewhere, or not JSON.
    """
    opened: list[str] = []
    end, missing = start, ""
    for match in _TOKEN.finditer(text, start):
        token = match[0]
        if token in _CLOSES:
            opened.append(_CLOSES[token])
            if len(opened) > STRING_DEEPEST:
                return None
        elif token in "]}":
            if token != opened.pop():
                break
        elif token[0] == '"' and not match["end"]:
            bracket = _BRACKET.search(token)
            if bracket is not None and bracket[0] in (*_CLOSES, opened[-1]):
                return None  # not the last string was cut off
            break
        elif token[0] != '"' or len(opened) < 2:
            continue
        end, missing = match.end(), "".join(reversed(opened))
        if not opened:
            break
    part = text[start:end] + missing
    for is_repaired in (False, True):
        try:
            value = json.loads(_COMMA.sub("", part) if is_repaired else part)
            return _Piece(value, len(text) if missing else end, bool(missing), is_repaired)
        except ValueError:
            continue
    return None
