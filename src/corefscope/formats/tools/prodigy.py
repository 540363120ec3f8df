"""Prodigy's JSON Lines: a text with tokens, spans and relations between spans; only accepted answers count.

    {"text": "Ann ran.", "tokens": [{"text": "Ann", "start": 0, "end": 3, "id": 0}, …], "answer": "accept",
     "spans": [{"start": 0, "end": 3, "token_start": 0, "token_end": 0, "label": "PERSON"}],
     "relations": [{"head": 0, "child": 4, "head_span": {…}, "child_span": {…}, "label": "COREF"}]}

`token_end` is included, character offsets exclude the end. Mentions are counted in tokens if all texts have them.
Spans that relations connect are an entity, others are singletons. `_annotator_id` or `_session_id` is the annotator.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import Any

import msgspec

from corefscope.formats.files.sources import Source
from corefscope.formats.registry import Options
from corefscope.formats.tools.links import Annotation, Link
from corefscope.formats.tools.records import records
from corefscope.formats.tools.tasks import Task, TaskReader, TextRecord, as_text
from corefscope.model import CHARACTERS, TOKENS, Corpus, Mention
from corefscope.problems import Notices


class _Token(msgspec.Struct):
    text: str
    start: int
    end: int


class _Span(msgspec.Struct):
    start: int
    end: int
    token_start: int | None = None
    token_end: int | None = None
    label: str | None = None
    text: str | None = None


class _Relation(msgspec.Struct):
    head: int | None = None
    child: int | None = None
    head_span: _Span | None = None
    child_span: _Span | None = None
    label: str | None = None


_RENAMED = {"annotator": "_annotator_id", "session": "_session_id", "hash": "_input_hash"}


class _Example(TextRecord, kw_only=True, rename=_RENAMED):
    tokens: list[_Token] | None = None
    spans: list[_Span] | None = None
    relations: list[_Relation] | None = None
    answer: str | None = None
    annotator: Any = None
    session: Any = None
    hash: Any = None


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """The accepted texts; each is named by its `doc_key` or `id`, in `meta` too, else by its `_input_hash`."""
    reader = _ProdigyReader(source, notices, options)
    examples = []
    for line, example in records(content, source, notices, _Example):
        if example.answer in (None, "accept"):
            examples.append((line, example))
        else:
            reader.warn("annotation-left-out", f"its answer is {example.answer}", line)
    reader.warn_of_missing(examples, "spans", "relations")
    unit = TOKENS if examples and all(example.tokens for _, example in examples) else CHARACTERS
    tasks: list[Task] = []
    reader.each(examples, lambda found: tasks.append(reader.task(found[0], found[1], unit)))
    return reader.corpus(tasks, unit, "text with an accepted answer")


class _ProdigyReader(TaskReader):
    def task(self, line: int, example: _Example, unit: str) -> Task:
        name = example.name("doc_key", "doc_id", "id", otherwise=example.hash)
        by = as_text(example.annotator, example.session)
        words = [token.text for token in example.tokens or ()]
        task = Task(name, line, example.text, by, words)
        self.tokens = (example.tokens or []) if unit == TOKENS else []
        self.begins, self.ends = [each.start for each in self.tokens], [each.end for each in self.tokens]
        self.each(example.spans or [], lambda span: self._key(span, task))
        self.covering: dict[int | None, set[str]] = {}
        for key, found in task.annotations.items() if self.tokens else ():
            for token in (found.mention.start, found.mention.end - 1):
                self.covering.setdefault(token, set()).add(key)
        self.each(example.relations or [], lambda relation: self._add_relation(relation, task))
        return task

    def _add_relation(self, relation: _Relation, task: Task) -> None:
        head, child = (
            self._key(span, task) if span is not None else self._at(token, task)
            for span, token in ((relation.head_span, relation.head), (relation.child_span, relation.child))
        )
        task.links.append(Link(relation.label or "", child, head, task.line))

    def _key(self, span: _Span, task: Task) -> str:
        """Add a span as a mention, unless it is one; a relation may have a span that is not listed."""
        key = f"{span.start}-{span.end}"
        if key not in task.annotations:
            mention = self.mention(span.start, span.end, span.text, task.text, task.line)
            mention = self._in_tokens(span, task.line) if self.tokens else mention
            task.annotations[key] = Annotation(mention, span.label or "", task.line)
        return key

    def _in_tokens(self, span: _Span, line: int) -> Mention:
        first, last = bisect_right(self.ends, span.start), bisect_left(self.begins, span.end) - 1
        said = (first if span.token_start is None else span.token_start, span.token_end)
        if said[1] is None:
            said = (said[0], last)
        if first > last or said != (first, last):
            fact = f"the span {span.start}–{span.end} has the tokens {said[0]}–{said[1]}, and covers {first}–{last}"
            raise self.source.error("bad-record", fact, line, "token_end is included")
        if self.begins[first] != span.start or self.ends[last] != span.end:
            self.warn("part-of-a-token", f"{self.tokens[first].text} is read as the whole token", line)
        return Mention(first, last + 1)

    def _at(self, token: int | None, task: Task) -> str:
        """The span that begins or ends with a token; the token itself if none does."""
        spans = self.covering.get(token, ())
        if len(spans) == 1:
            return next(iter(spans))
        if spans:
            fact = f"a relation connects token {token}, at which {len(spans)} spans begin or end"
            raise self.source.error("bad-record", fact, task.line, "expected head_span and child_span")
        if token is None or not 0 <= token < len(self.tokens):
            raise self.source.error("bad-record", f"a relation connects token {token}, which is not there", task.line)
        place = self.tokens[token]
        return self._key(_Span(place.start, place.end, token, token), task)
