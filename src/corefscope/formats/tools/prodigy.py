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

from corefscope.formats.annotations import AnnotatedText, Annotations, Link, Span
from corefscope.formats.files.sources import Source
from corefscope.formats.registry import Options
from corefscope.formats.tools.records import TextRecord, as_text, records, warn_of_missing
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
    reader = Annotations(content, source, notices, options)
    examples = []
    for line, example in records(content, source, _Example):
        if example.answer in (None, "accept"):
            examples.append((line, example))
        else:
            reader.warn("annotation-left-out", f"its answer is {example.answer}", line)
    warn_of_missing(reader, examples, "spans", "relations")
    has_tokens = bool(examples) and all(example.tokens for _, example in examples)
    reader.builder.unit = TOKENS if has_tokens else CHARACTERS
    texts = [_Places(example, line, reader).text for line, example in examples]
    return reader.add_texts(texts, "text with an accepted answer")


class _Places:
    """The spans of one text by their characters, and by the tokens at which they begin and end."""

    def __init__(self, example: _Example, line: int, reader: Annotations) -> None:
        self.reader, self.line = reader, line
        self.tokens = example.tokens or [] if reader.builder.unit == TOKENS else []
        self.begins, self.ends = [each.start for each in self.tokens], [each.end for each in self.tokens]
        name = example.name("doc_key", "doc_id", "id", otherwise=example.hash)
        words = [token.text for token in self.tokens]
        self.text = AnnotatedText(name, line, example.text, as_text(example.annotator, example.session), words)
        for span in example.spans or ():
            self._key(span)
        self.at_token: dict[int | None, set[str]] = {}
        for key, each in self.text.spans.items() if self.tokens else ():
            for token in (each.mention.start, each.mention.end - 1):
                self.at_token.setdefault(token, set()).add(key)
        for relation in example.relations or ():
            head = self._at(relation.head) if relation.head_span is None else self._key(relation.head_span)
            child = self._at(relation.child) if relation.child_span is None else self._key(relation.child_span)
            self.text.links.append(Link(relation.label or "", child, head, line))

    def _key(self, span: _Span) -> str:
        """Add a span as a mention, unless it is one; a relation may have a span that is not listed."""
        key = f"{span.start}-{span.end}"
        if key not in self.text.spans:
            self.reader.check_place(f"the span {key}", [(span.start, span.end)], self.text.text, span.text, self.line)
            mention = self._in_tokens(span) if self.tokens else Mention(span.start, span.end)
            self.text.spans[key] = Span.labelled(mention, self.line, span.label or "")
        return key

    def _in_tokens(self, span: _Span) -> Mention:
        first, last = bisect_right(self.ends, span.start), bisect_left(self.begins, span.end) - 1
        start = first if span.token_start is None else span.token_start
        end = last if span.token_end is None else span.token_end
        if first > last or (start, end) != (first, last):
            fact = f"the span {span.start}–{span.end} has the tokens {start}–{end}, and covers {first}–{last}"
            raise self.reader.source.error("bad-record", fact, self.line, "token_end is included")
        if self.begins[first] != span.start or self.ends[last] != span.end:
            self.reader.warn("part-of-a-token", f"{self.tokens[first].text} is read as the whole token", self.line)
        return Mention(first, last + 1)

    def _at(self, token: int | None) -> str:
        """The span that begins or ends with a token; the token itself if none does."""
        keys = self.at_token.get(token, ())
        if len(keys) == 1:
            return next(iter(keys))
        if keys:
            fact = f"a relation connects token {token}, at which {len(keys)} spans begin or end"
            raise self.reader.source.error("bad-record", fact, self.line, "expected head_span and child_span")
        if token is None or not 0 <= token < len(self.tokens):
            fact = f"a relation connects token {token}, which is not there"
            raise self.reader.source.error("bad-record", fact, self.line)
        place = self.tokens[token]
        return self._key(_Span(place.start, place.end, token, token))
