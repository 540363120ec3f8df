"""A language model's lists of mentions, as JSON of any shape of `forms.LISTED` or in lines; one reader for all.

JSON is a record of a document, with a name (`doc_key`, `id`, …), a list or lines of such records, or only clusters, as
lists, by name, or as objects with their `mentions`; a mention is a string, or an object with its `text` and perhaps its
`start`. Answers are one for each mention (each is the latest mention of these words before it, or else a new one;
`null` and `""` say that there is none), or whether two mentions corefer. If the JSON is of another kind that corefscope
reads, it is read so.

Mentions are found in the record's `text` if it has one, otherwise in the key's text (`llm.occurrences`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, NamedTuple

from corefscope.basics.escaping import quoted
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import FileReader
from corefscope.formats.llm.answers import (
    NAME_FIELDS,
    WITHOUT_MENTIONS,
    Answer,
    AnswersBuilder,
    Entities,
    Marked,
    answers,
    name_of,
)
from corefscope.formats.llm.extraction import extract
from corefscope.formats.llm.forms import LISTED
from corefscope.formats.llm.lists import clusters_in_lines
from corefscope.formats.llm.occurrences import Occurrences
from corefscope.formats.registry import Options
from corefscope.model import Corpus, Mention
from corefscope.problems import FormatError, Notices, some

CLUSTERS = ("clusters", "predicted_clusters")
OTHER_FIELDS = ("answers", "entities", "chains", "coreferences", "coreference", "pairs")
BY_MENTION = ("coreferences", "coreference")  # a name is the first mention of its entity
ANSWER_FIELDS = ("answer", "antecedent", "refers_to")
ANSWER_NAMES = ("doc_key", "doc_id", "document_id")  # an `id` may be that of the mention
MENTION_FIELDS = ("mention", "text", "string", "span")
PAIRED_FIELDS = (("mention1", "mention2"), ("mention_1", "mention_2"), ("mention_a", "mention_b"))
TRUTHS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
_LABEL = re.compile(r"[^\W\d]{0,20}[ _#-]{0,2}\d{1,9}")  # of an entity, which is no mention: Chain1, entity_2, 3
_WORD = re.compile(r"\w+|[^\w\s]")


class Listed(NamedTuple):
    """The words of a mention, and the character where it is said to begin."""

    string: str
    near: int | None = None


_Value = tuple[Answer, Any]  # JSON, or an error instead
_Clusters = list[list[Listed]]


def __getattr__(name: str) -> ListsReader:
    """Return the reader of a form, as the registry names it: `strings:chains`."""
    if name not in LISTED:
        raise AttributeError(name)
    return ListsReader(name)


@dataclass(frozen=True)
class ListsReader:
    """The reader of one form; `strings` is any of JSON."""

    form: str

    def read(self, content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
        """Read the documents of one file."""
        reader = _FileOfLists(source, notices, self.form, options)
        values: list[_Value] = []
        for answer in answers(reader.decode(content), source, notices):
            try:
                values += [(answer, value) for value in reader.values(answer)]
            except FormatError as error:
                values.append((answer, error))
        answered = [each for each in values if not isinstance(each[1], FormatError)]
        # Of many answers one may be a refusal; of one alone, nothing says that it was to be JSON.
        if not answered and not options.among_answers:
            raise next(value for _, value in values)
        if not answered or any(reader.is_answer(value) for _, value in answered):
            reader.add(values)
            return reader.builder.corpus()
        from corefscope.formats.json import reader as json_reader

        lists = ((answer.name, value if isinstance(value, list) else [value]) for answer, value in answered)
        records = [(name, each) for name, listed in lists for each in listed if isinstance(each, dict)]
        if not records:
            raise source.error("bad-record", "the answer is no list of lists of strings", answered[0][0].line)
        for answer, value in values:
            if isinstance(value, FormatError):
                reader.warn(WITHOUT_MENTIONS, value.message, value.line or answer.line)
        named = [{"doc_key": name, **record} if name else record for name, record in records]
        return json_reader.read_records(named, source, notices, options)

    def read_answer(self, answer: Answer, source: Source, notices: Notices) -> Marked:
        """Read one answer about a text."""
        reader = _FileOfLists(source, notices, self.form, Options())
        reader.add([(answer, value) for value in reader.values(answer)])
        notices.stop()
        return reader.builder.documents[0][1]


class _FileOfLists(FileReader):
    """The answers of one file."""

    def __init__(self, source: Source, notices: Notices, form: str, options: Options) -> None:
        super().__init__(source, notices)
        self.form, self.fields = form, CLUSTERS if options.clusters is None else (options.clusters,)
        self.builder = AnswersBuilder(source, notices, options.chunks)

    def values(self, answer: Answer) -> list[Any]:
        """Return what an answer lists.

        Several pieces of JSON are several documents if each has a name, or if they are all that a file holds, and one
        document if each is the answer for a mention. Otherwise they are attempts at one, of which the last is read.
        """
        if LISTED[self.form].marks:
            return [clusters_in_lines(answer.text, self.form, self.source, answer.line)]
        values, is_all = extract(
            answer.text, answer.line, lambda value: self.is_answer(value) or _are_objects(value), self
        )
        are_named = all(isinstance(each, dict) and not each.keys().isdisjoint(NAME_FIELDS) for each in values)
        if len(values) < 2 or are_named or all(map(_is_pair, values)) or (is_all and not answer.name):
            return values
        self.warn("several-answers", f"{len(values)} pieces of JSON; the last is read", answer.line)
        return values[-1:]

    def is_answer(self, value: Any) -> bool:
        """Whether these are clusters of strings, or answers."""
        if isinstance(value, list):
            objects = [each for each in value if isinstance(each, dict)]
            return any(map(self.is_answer, objects)) or _are_clusters(value) or not value
        if not isinstance(value, dict):
            return False
        fields = [field for field in (*self.fields, *OTHER_FIELDS) if field in value]
        listed = [value[field] for field in fields] or [_by_name(value)]
        return (
            "answers" in fields
            or _is_pair(value)
            or any(_are_clusters(each) or _are_pairs(each) for each in listed)
            or any(isinstance(value.get(field), dict) for field in BY_MENTION)
            or (bool(fields) and listed[0] == [])
        )

    # ------------------------------------------------------------ its documents

    def add(self, values: list[_Value]) -> None:
        """Add the documents of all answers."""
        for answer, value in _joined_pairs(values):
            if isinstance(value, FormatError):
                self._add(answer, None, [], value.message)
                continue
            are_documents = _are_objects(value) and not any(map(_is_pair, value)) and not all(map(_has_mentions, value))
            try:
                for each in value if are_documents else [value]:
                    self._add(*self._document(answer, each))
            except FormatError as error:
                self.notices.refuse(error)

    def _document(self, answer: Answer, value: Any) -> tuple[Answer, str | None, _Clusters]:
        text, line, field = answer.given, answer.line, self.form
        if isinstance(value, dict) and not _is_pair(value):
            answer, text = answer._replace(name=name_of(value) or answer.name), value.get("text", text)
            fields = [each for each in (*self.fields, *OTHER_FIELDS) if each in value]
            if len(fields) > 1:
                fact = f"the answer has both {' and '.join(map(quoted, fields))}"
                raise self.source.error("several-cluster-fields", fact, line, "say which one with --response-clusters")
            if not fields and not _are_clusters(_by_name(value)) and (self.form == "strings" or value):
                hint = f"it has {some(value)}; name the field with --response-clusters"
                raise self.source.error("no-cluster-field", "the answer has no clusters", line, hint)
            field = fields[0] if fields else self.form
            value = value[fields[0]] if fields else _by_name(value)
        if isinstance(value, dict):
            value = [value] if _is_pair(value) else self._named_clusters(value, field, line)
        if _are_pairs(value):
            clusters = self._judged(value, line)
        elif isinstance(value, list) and value and all(map(_is_pair, value)):
            clusters = self._linked(value, line)
        else:
            value = _member_lists(value)
            if not isinstance(value, list) or not all(isinstance(each, list) for each in value):
                raise self.source.error("bad-record", "the answer is no list of lists of strings", line)
            clusters = [[one for each in cluster if (one := self._mention(each, line)).string] for cluster in value]
        return answer, text if isinstance(text, str) else None, clusters

    def _named_clusters(self, clusters: dict[str, Any], field: str, line: int) -> list[Any]:
        """Return clusters by name; unless a field says so, a name could be a label or the first mention."""
        members = dict(zip(clusters, _member_lists(list(clusters.values())), strict=True))
        if field in BY_MENTION:
            return [[name, *(each for each in listed if each != name)] for name, listed in members.items()]
        doubtful = next(
            (name for name, listed in members.items() if name not in listed and not _LABEL.fullmatch(name)), None
        )
        if doubtful is not None and field not in (*self.fields, *OTHER_FIELDS):
            fact = f"{quoted(doubtful[:40])} could be the label of its entity (chains) or a mention (coreferences)"
            raise self.source.error("ambiguous-answer", fact, line, "say which with --format chains or coreferences")
        return list(members.values())

    def _linked(self, pairs: list[dict[str, Any]], line: int) -> _Clusters:
        """Return the clusters of mentions and their answers."""
        clusters: _Clusters = []
        latest: dict[str, int] = {}  # the cluster of the latest mention of these words
        for pair in pairs:
            mention = self._mention(pair, line)
            antecedent = next(pair[field] for field in ANSWER_FIELDS if field in pair)
            answer = Listed("") if antecedent in (None, "") else self._mention(antecedent, line)
            if answer.string and answer.string not in latest:
                latest[answer.string] = len(clusters)
                clusters.append([answer])
            if mention.string:
                latest[mention.string] = latest[answer.string] if answer.string else len(clusters)
                if not answer.string:
                    clusters.append([])
                clusters[latest[mention.string]].append(mention)
        return clusters

    def _judged(self, pairs: list[Any], line: int) -> _Clusters:
        """Return the mentions that true pairs join; equal strings are one mention."""
        entity: dict[Listed, set[Listed]] = {}
        denied = []
        for one, two, truth in filter(None, map(_pair, pairs)):
            ends = self._mention(one, line), self._mention(two, line)
            joined = [entity.setdefault(end, {end}) for end in ends]
            if not truth:
                denied.append(ends)
            elif joined[0] is not joined[1]:
                smaller, larger = sorted(joined, key=len)
                larger |= smaller
                entity.update(dict.fromkeys(smaller, larger))
        for one, two in denied:
            if entity[one] is entity[two]:
                text = f"{quoted(one.string[:40])} and {quoted(two.string[:40])} are joined by other pairs"
                self.warn("contradicting-pair", text, line)
        ordered: dict[int, list[Listed]] = {}
        for mention in entity:
            ordered.setdefault(id(entity[mention]), []).append(mention)
        return [[mention for mention in cluster if mention.string] for cluster in ordered.values()]

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

    def _add(self, answer: Answer, text: str | None, clusters: _Clusters, refused: str = "") -> None:
        """Add a document; its words are those of its own text, or of its mentions, one after the other."""
        entities: Entities = {}
        builder, line = self.builder, answer.line
        words, document = _WORD.findall(text or ""), len(builder.documents)
        if text is None:
            if clusters and builder.chunks is not None:
                fact = "the strings of a window can only be found in its text"
                raise self.source.error("missing-text", fact, line, "write it into the field text, as convert does")
            builder.text.listed.add(document)
            for number, cluster in enumerate(clusters):
                for string, near in cluster:
                    first = len(words)
                    words += string.split()
                    entities.setdefault(str(number), []).append((Mention(first, len(words)), line))
                    if near is not None:
                        builder.text.near[document, first] = near
        else:
            token = {end: number for number, end in enumerate(accumulate(map(len, words), initial=0))}
            occurrences = Occurrences("".join(words), list(token))
            strings = [[each.string for each in cluster] for cluster in clusters]
            if count := occurrences.ambiguous(strings):
                self.notices.add("string-in-several-places", f"of {quoted(answer.name)}", self.source.path, line, count)
            before = [0, *accumulate(not each.isspace() for each in text)]  # letters before each character
            starts = (each.near for cluster in clusters for each in cluster)
            letters = (None if start is None else before[min(start, len(text))] for start in starts)
            places = occurrences.place(strings, letters)
            for number, (cluster, spans) in enumerate(zip(clusters, places, strict=True)):
                for each, span in zip(cluster, spans, strict=True):
                    if span is None:
                        self.warn("lost-not-in-text", quoted(each.string[:40]), line)
                    else:
                        mention = Mention(token[span[0]], token[span[1]])
                        entities.setdefault(str(number), []).append((mention, line))
        builder.documents.append((answer, Marked(words, entities)))
        if not entities:
            self.warn(WITHOUT_MENTIONS, refused or "the answer has no mention", line)


def _joined_pairs(values: list[_Value]) -> list[_Value]:
    """Join values that are one answer for one mention into a list for each document.

    Such are the lines of a file, and a list of pairs that name their documents.
    """
    joined: list[_Value] = []
    lists: dict[str, list[Any]] = {}
    for answer, value in values:
        pairs = [value] if _is_pair(value) else value if isinstance(value, list) and all(map(_is_pair, value)) else []
        if pairs is value and not any(name_of(each, ANSWER_NAMES) for each in value):
            pairs = []
        for pair in pairs:
            document = name_of(pair, ANSWER_NAMES) or answer.name
            if document not in lists:
                lists[document] = []
                joined.append((answer._replace(name=document), lists[document]))
            lists[document].append(pair)
        if not pairs:
            joined.append((answer, value))
    return joined


# ---------------------------------------------------------------- shapes of JSON


def _is_pair(value: Any) -> bool:
    """Whether it is a mention with its answer, or two mentions with a verdict."""
    if not isinstance(value, dict):
        return False
    return ("mention" in value and any(field in value for field in ANSWER_FIELDS)) or _pair(value) is not None


def _pair(value: Any) -> tuple[Any, Any, bool] | None:
    """Return two mentions, and whether they corefer."""
    if isinstance(value, list):
        return (value[0], value[1], value[2]) if len(value) == 3 and type(value[2]) is bool else None
    fields = next((each for each in PAIRED_FIELDS if each[0] in value and each[1] in value), None)
    if fields is None:
        return None
    others = [other for name, other in value.items() if name not in fields and str(other).lower() in TRUTHS]
    verdicts = [other for other in others if type(other) is bool] or others
    return (value[fields[0]], value[fields[1]], TRUTHS[str(verdicts[-1]).lower()]) if verdicts else None


def _are_pairs(value: Any) -> bool:
    if not isinstance(value, list) or not value:
        return False
    return all(isinstance(each, list | dict) and _pair(each) is not None for each in value)


def _by_name(value: dict[str, Any]) -> dict[str, Any]:
    """Return the entities of an object that has them by name, beside the name and the text of its document."""
    others = {*NAME_FIELDS, "text"}
    named = {str(name): each for name, each in value.items() if name not in others or isinstance(each, list)}
    return named if all(isinstance(each, list) or _has_mentions(each) for each in named.values()) else {}


def _are_clusters(value: Any) -> bool:
    """Whether it is a list, or an object, of lists of strings."""
    lists = _member_lists(list(value.values()) if isinstance(value, dict) else value)
    is_nested = isinstance(lists, list) and all(isinstance(each, list) for each in lists)
    mentions: Sequence[Any] = [each for cluster in lists for each in cluster] if is_nested else []
    return any(isinstance(each, str) or (isinstance(each, dict) and _mention_field(each)) for each in mentions)


def _mention_field(value: dict[str, Any]) -> bool:
    return "mention" in value or isinstance(value.get("text", value.get("string")), str)


def _has_mentions(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("mentions"), list)


def _member_lists(value: Any) -> Any:
    """Return clusters as lists, of which some are objects with a list of mentions."""
    return [each["mentions"] if _has_mentions(each) else each for each in value] if isinstance(value, list) else value


def _are_objects(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(each, dict) for each in value)
