"""A language model's lists of mentions, as JSON of any shape or in lines; one reader for all of `forms.LISTED`.

JSON is a record of a document, with a name (`doc_key`, `id`, …), a list or lines of such records, or only clusters, as
lists, by name, or as objects with their `mentions`; a mention is a string, or an object with its `text` and perhaps its
`start`. Answers are one for each mention (each is the latest mention of these words before it, or else a new one;
`null` and `""` say that there is none), or whether two mentions corefer. If the JSON is of another kind that corefscope
reads, it is read so. In lines, prose around the list is left out.

Mentions are located in the record's `text` if it has one, otherwise in the key's text (`llm.occurrences`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from types import SimpleNamespace
from typing import Any, NamedTuple

from corefscope.basics.escaping import quoted
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import FileReader, decoded
from corefscope.formats.llm.answers import (
    NAME_FIELDS,
    AnswerRow,
    AnswerText,
    Parsed,
    answers_of,
    check_share,
    name_of,
    read_each,
)
from corefscope.formats.llm.extraction import extract
from corefscope.formats.llm.forms import LISTED
from corefscope.formats.llm.occurrences import Occurrences
from corefscope.formats.registry import Options
from corefscope.model import Corpus, Mention
from corefscope.problems import FormatError, Notices, some

CLUSTERS = ("clusters", "predicted_clusters")
OTHER_FIELDS = ("answers", "entities", "chains", "coreferences", "coreference", "pairs")
BY_MENTION = ("coreferences", "coreference")  # a name is the first mention of its entity
ANSWER_NAMES = ("doc_key", "doc_id", "document_id")  # an `id` may be that of the mention
MENTION_FIELDS = ("mention", "text", "string", "span")
PAIRED_FIELDS = (
    *(("mention", "answer"), ("mention", "antecedent"), ("mention", "refers_to")),
    *(("mention1", "mention2"), ("mention_1", "mention_2"), ("mention_a", "mention_b")),
)
TRUTHS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
_LABEL = re.compile(r"[^\W\d]{0,20}[ _#-]{0,2}\d{1,9}")  # of an entity, not a mention: Chain1, entity_2, 3
_WORD = re.compile(r"\w+|[^\w\s]")


class Listed(NamedTuple):
    """The words of a mention, and its stated first character."""

    string: str
    near: int | None = None


Clusters = list[list[Listed]]
Pair = tuple[Any, Any, bool | None]  # two mentions, and whether they corefer, or a mention, its answer and None


@dataclass(frozen=True)
class ListsReader:
    """The reader of one form; `strings` is any of JSON."""

    form: str

    def read(self, content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
        """Read the documents of one file."""
        reader = _Lists(source, notices, self.form, options)
        values: list[tuple[AnswerText, Any]] = []
        for answer in answers_of(decoded(content, source.path, notices), source, notices):
            try:
                values += [(answer, value) for value in reader.values(answer)]
            except FormatError as error:
                values.append((answer, error))
        read = [value for _, value in values if not isinstance(value, FormatError)]
        if not read or any(map(reader.is_answer, read)):
            return read_each(_documents(values), reader.parse, source, notices, options, are_lists=True)
        from corefscope.formats.json import reader as json_reader

        records: list[dict[str, Any]] = []
        for answer, value in values:
            if isinstance(value, FormatError):
                reader.warn("output-without-mentions", value.message, value.line or answer.line)
            objects = [each for each in (value if isinstance(value, list) else [value]) if isinstance(each, dict)]
            records += [{"doc_key": answer.name, **each} if answer.name else each for each in objects]
        if not records:
            raise source.error("bad-record", "the answer is not a list of lists of strings", values[0][0].line)
        return json_reader.read_records(records, source, notices, options)

    def parse(self, answer: AnswerText, source: Source, notices: Notices) -> Parsed:
        """Read one answer about a text."""
        reader = _Lists(source, notices, self.form, Options())
        return reader.parse(answer, reader.values(answer)[-1])[1]


def _documents(values: Sequence[tuple[AnswerText, Any]]) -> list[tuple[AnswerText, Any]]:
    """Return one value for each document; values that are one answer for one mention are joined into a list.

    Such are the lines of a file, and a list of pairs that name their documents.
    """
    documents: list[tuple[AnswerText, Any]] = []
    pairs_of: dict[str, list[Any]] = {}
    for answer, value in values:
        objects = value if isinstance(value, list) else [value]
        pairs = [each for each in objects if _is_pair(each)]
        if pairs == objects != [] and (objects is not value or any(name_of(each, ANSWER_NAMES) for each in pairs)):
            for pair in objects:
                name = name_of(pair, ANSWER_NAMES) or answer.name
                if name not in pairs_of:
                    pairs_of[name] = []
                    documents.append((answer._replace(name=name), pairs_of[name]))
                pairs_of[name].append(pair)
        elif _are_objects(value) and not pairs and not all(map(_has_mentions, value)):
            documents += [(answer, each) for each in value]
        else:
            documents.append((answer, value))
    return documents


@dataclass
class _Lists(FileReader):
    """The answers of one file."""

    form: str
    options: Options

    @property
    def fields(self) -> tuple[str, ...]:
        return (*(CLUSTERS if self.options.clusters is None else (self.options.clusters,)), *OTHER_FIELDS)

    def values(self, answer: AnswerText) -> list[Any]:
        """Return what an answer lists.

        Several pieces of JSON are several documents if each has a name, or if they are all that a file holds, and one
        document if each is the answer for a mention. Otherwise they are attempts at one, of which the last is read.
        """
        if LISTED[self.form].marks:
            return [_clusters_in_lines(answer.text, self.form, self.source, answer.line)]
        values, is_all = extract(answer, lambda value: self.is_answer(value) or _are_objects(value), self)
        are_named = all(isinstance(each, dict) and not each.keys().isdisjoint(NAME_FIELDS) for each in values)
        if len(values) < 2 or are_named or all(map(_is_pair, values)) or (is_all and not answer.name):
            return values
        self.warn("several-answers", f"{len(values)} pieces of JSON; the last is read", answer.line)
        return values[-1:]

    def is_answer(self, value: Any) -> bool:
        """Return whether these are clusters of strings, or answers."""
        if isinstance(value, list):
            objects = [each for each in value if isinstance(each, dict)]
            return not value or _are_clusters(value) or any(map(self.is_answer, objects))
        if not isinstance(value, dict):
            return False
        listed = {field: value[field] for field in self.fields if field in value}
        return (
            "answers" in listed
            or _is_pair(value)
            or [] in listed.values()
            or any(_are_clusters(each) or _pairs(each) for each in listed.values() or [_by_name(value)])
            or any(isinstance(value.get(field), dict) for field in BY_MENTION)
        )

    def parse(self, answer: AnswerText, value: Any) -> tuple[AnswerText, Parsed]:
        """Return the words and the mentions of a document, with its name."""
        if isinstance(value, FormatError):
            raise value
        text, line, field = answer.given, answer.line, self.form
        if isinstance(value, dict):
            answer, text = answer._replace(name=name_of(value) or answer.name), value.get("text", text)
            fields = [each for each in self.fields if each in value]
            if len(fields) > 1:
                fact = f"the answer has both {' and '.join(map(quoted, fields))}"
                raise self.source.error("several-cluster-fields", fact, line, "say which one with --response-clusters")
            if not fields and not _are_clusters(_by_name(value)) and (self.form == "strings" or value):
                hint = f"it has {some(value)}; name the field with --response-clusters"
                raise self.source.error("no-cluster-field", "the answer has no clusters", line, hint)
            field = fields[0] if fields else self.form
            value = value[field] if fields else _by_name(value)
        if isinstance(value, dict):
            value = [value] if _is_pair(value) else self._named_clusters(value, field, line)
        pairs = _pairs(value)
        if pairs and None not in {truth for _, _, truth in pairs}:
            clusters = self._judged(pairs, line)
        elif pairs and {truth for _, _, truth in pairs} == {None}:
            clusters = self._linked(pairs, line)
        else:
            clusters = [[self._mention(each, line) for each in cluster] for cluster in self._member_lists(value, line)]
        listed = [
            (string, str(number), near) for number, each in enumerate(clusters) for string, near in each if string
        ]
        if isinstance(text, str):
            return answer, self._located(answer, text, listed)
        if clusters and self.options.chunks is not None:
            fact = "the strings of a window can only be found in its text"
            self.refuse("missing-text", fact, answer.line, "write it into the field text, as convert does")
        ends = list(accumulate((len(string.split()) for string, _, _ in listed), initial=0))
        rows = [
            AnswerRow(Mention(first, end), entity, line, near)
            for (_, entity, near), (first, end) in zip(listed, pairwise(ends), strict=True)
        ]
        return answer, Parsed([word for string, _, _ in listed for word in string.split()], rows, is_listed=True)

    def _member_lists(self, value: Any, line: int) -> list[list[Any]]:
        """Return clusters as lists, of which some may be objects with a list of mentions."""
        lists = _members(value)
        if not isinstance(lists, list) or not all(isinstance(each, list) for each in lists):
            raise self.source.error("bad-record", "the answer is not a list of lists of strings", line)
        return lists

    def _named_clusters(self, clusters: dict[str, Any], field: str, line: int) -> list[list[Any]]:
        """Return clusters by name; unless a field says so, a name could be a label or the first mention."""
        members = dict(zip(clusters, self._member_lists(list(clusters.values()), line), strict=True))
        if field in BY_MENTION:
            return [[name, *(each for each in listed if each != name)] for name, listed in members.items()]
        names = (name for name, listed in members.items() if name not in listed and not _LABEL.fullmatch(name))
        doubtful = next(names, None)
        if doubtful is not None and field not in self.fields:
            fact = f"{quoted(doubtful[:40])} could be the label of its entity (chains) or a mention (coreferences)"
            raise self.source.error("ambiguous-answer", fact, line, "say which with --format chains or coreferences")
        return list(members.values())

    def _linked(self, pairs: list[Pair], line: int) -> Clusters:
        """Return the clusters of mentions and their answers."""
        clusters: Clusters = []
        latest: dict[str, int] = {}  # the cluster of the latest mention of these words
        for one, two, _ in pairs:
            mention, answer = self._mention(one, line), Listed("") if two in (None, "") else self._mention(two, line)
            if answer.string and answer.string not in latest:
                latest[answer.string] = len(clusters)
                clusters.append([answer])
            if mention.string:
                latest[mention.string] = latest[answer.string] if answer.string else len(clusters)
                clusters.extend([] if answer.string else [[]])
                clusters[latest[mention.string]].append(mention)
        return clusters

    def _judged(self, pairs: list[Pair], line: int) -> Clusters:
        """Return the clusters that true pairs form; equal strings are one mention."""
        entity: dict[Listed, list[Listed]] = {}
        denied = []
        for one, two, truth in pairs:
            ends = self._mention(one, line), self._mention(two, line)
            smaller, larger = sorted((entity.setdefault(end, [end]) for end in ends), key=len)
            if not truth:
                denied.append(ends)
            elif smaller is not larger:
                larger += smaller
                entity.update(dict.fromkeys(smaller, larger))
        for one, two in denied:
            if entity[one] is entity[two]:
                fact = f"{quoted(one.string[:40])} and {quoted(two.string[:40])} are joined by other pairs"
                self.warn("contradicting-pair", fact, line)
        ordered: dict[int, list[Listed]] = {}
        for mention in entity:
            ordered.setdefault(id(entity[mention]), []).append(mention)
        return list(ordered.values())

    def _mention(self, value: Any, line: int) -> Listed:
        """Return the words of a mention; those without any are counted as lost."""
        near = value.get("start") if isinstance(value, dict) else None
        if isinstance(value, dict):
            value = next((value[field] for field in MENTION_FIELDS if field in value), None)
        if not isinstance(value, str):
            hint = f"found {json.dumps(value)[:40]}"
            raise self.source.error("bad-record", "a mention should be a string", line, hint)
        if not value.strip():
            self.warn("lost-without-words", "a string without words", line)
        return Listed(value.strip(), near if type(near) is int and near >= 0 else None)

    def _located(self, answer: AnswerText, text: str, listed: list[tuple[str, str, int | None]]) -> Parsed:
        """Return mentions in the text of their record."""
        words, rows, line = _WORD.findall(text), list[AnswerRow](), answer.line
        token = {end: number for number, end in enumerate(accumulate(map(len, words), initial=0))}
        before = [0, *accumulate(not each.isspace() for each in text)]  # letters before each character
        occurrences = Occurrences("".join(words), list(token))
        if count := occurrences.ambiguous(string for string, _, _ in listed):
            self.notices.add("string-in-several-places", f"of {quoted(answer.name)}", self.source.path, line, count)
        places = occurrences.place(
            (string, entity, None if near is None else before[min(near, len(text))]) for string, entity, near in listed
        )
        for (string, entity, _), place in zip(listed, places, strict=True):
            if place is None:
                self.warn("lost-not-in-text", quoted(string[:40]), line)
            else:
                rows.append(AnswerRow(Mention(token[place[0]], token[place[1]]), entity, line))
        return Parsed(words, rows)


# ---------------------------------------------------------------- shapes of JSON


def _pair(value: Any) -> Pair | None:
    if isinstance(value, list):
        return (value[0], value[1], value[2]) if len(value) == 3 and type(value[2]) is bool else None
    for one, two in PAIRED_FIELDS if isinstance(value, dict) else ():
        if one in value and two in value:
            if one == "mention":
                return value, value[two], None
            truths = [each for name, each in value.items() if name not in (one, two) and str(each).lower() in TRUTHS]
            truths = [each for each in truths if type(each) is bool] or truths
            return (value[one], value[two], TRUTHS[str(truths[-1]).lower()]) if truths else None
    return None


def _is_pair(value: Any) -> bool:
    return isinstance(value, dict) and _pair(value) is not None


def _pairs(value: Any) -> list[Pair]:
    """Return the pairs of a list that has only pairs."""
    pairs = [_pair(each) for each in value] if isinstance(value, list) else [None]
    return [] if None in pairs else [pair for pair in pairs if pair is not None]


def _by_name(value: dict[str, Any]) -> dict[str, Any]:
    """Return the named entities of an object, without the name and the text of its document."""
    others = {*NAME_FIELDS, "text"}
    named = {str(name): each for name, each in value.items() if name not in others or isinstance(each, list)}
    return named if all(isinstance(each, list) or _has_mentions(each) for each in named.values()) else {}


def _are_clusters(value: Any) -> bool:
    """Return whether it is a list, or an object, of lists of strings."""
    lists = _members(list(value.values()) if isinstance(value, dict) else value)
    is_nested = isinstance(lists, list) and all(isinstance(each, list) for each in lists)
    mentions: Sequence[Any] = [each for cluster in lists for each in cluster] if is_nested else []
    return any(
        isinstance(each, str)
        or (isinstance(each, dict) and any(isinstance(each.get(name), str) for name in MENTION_FIELDS[:3]))
        for each in mentions
    )


def _has_mentions(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("mentions"), list)


def _members(value: Any) -> Any:
    return [each["mentions"] if _has_mentions(each) else each for each in value] if isinstance(value, list) else value


def _are_objects(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(each, dict) for each in value)


# ---------------------------------------------------------------- lines

_FENCE = re.compile(r"[ \t]*(?:```.*|~~~.*|<[^<>]*>)")
_RULE = re.compile(r"[-| :\t]*")
# What separates mentions, or a mention in quotation marks, which may hold it.
_PARTS = {
    mark: re.compile(rf'[ \t]*(?:"((?:[^"\\]|\\.)*+)"|“([^“”]*+)”|([^{mark}]*+))[ \t]*(?:{mark}|\Z)') for mark in ";,"
}


def _clusters_in_lines(text: str, form: str, source: Source, line: int) -> list[list[str]]:
    """Return the mentions of each entity.

    Below names, each item is one mention; in other lists a line is an entity, whose mentions stand between semicolons,
    or between commas where there is none.
    """
    pattern = re.compile(LISTED[form].marks)
    clusters: list[list[str]] = []
    other, is_header = 0, form == "rows"
    for each in filter(None, map(str.rstrip, re.split("[\n\v]", text))):
        match = pattern.fullmatch(each) if not _FENCE.fullmatch(each) else None
        if match is None:
            other += bool(clusters) and not _FENCE.fullmatch(each)
        elif form == "rows" and (is_header or _RULE.fullmatch(each)):
            is_header = is_header and not _RULE.fullmatch(each)
        elif form != "yaml":
            clusters.append(list(_parts(match["rest"])))
        elif not clusters or match["rest"] is None or match["rest"].endswith(":"):
            clusters.append([])
        else:
            clusters[-1].append(_plain(match["rest"]))
    clusters = [cluster for cluster in clusters if cluster]
    check_share(sum(map(len, clusters)), other, source, line)
    return clusters


def _parts(text: str) -> Iterator[str]:
    text = text.strip().removesuffix("**").strip()
    if text[:1] == "[" and text[-1:] == "]":
        text = text[1:-1]
    pattern = _PARTS[";" if ";" in text else ","]
    position = 0
    while position < len(text) and (match := pattern.match(text, position)):
        position = match.end()
        yield _plain(next((part for part in match.groups() if part is not None), ""))
    if position < len(text):
        yield _plain(text[position:])


def _plain(text: str) -> str:
    text = text.strip().strip("*`")
    is_quoted = len(text) > 1 and (text[0], text[-1]) in {('"', '"'), ("'", "'"), ("“", "”")}
    return (text[1:-1] if is_quoted else text).replace('\\"', '"').strip()


READERS = SimpleNamespace(**{form: ListsReader(form) for form in LISTED})
