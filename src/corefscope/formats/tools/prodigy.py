"""Prodigy's JSON Lines: a text with tokens, spans and relations between spans; only accepted answers count.

    {"text": "Ann ran.", "tokens": [{"text": "Ann", "start": 0, "end": 3, "id": 0}, …], "answer": "accept",
     "spans": [{"start": 0, "end": 3, "label": "PERSON"}],
     "relations": [{"head_span": {…}, "child_span": {…}, "label": "COREF"}]}

Offsets count characters, and the end is exclusive. Mentions are counted in tokens if all texts have them. Spans that
relations connect are an entity, others are singletons. `_annotator_id` or `_session_id` is the annotator.
"""

from __future__ import annotations

from typing import Any

import msgspec

from corefscope.formats.annotations import AnnotatedText, Annotations, Link
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


class _ProdigyRelation(msgspec.Struct):
    head_span: _Span
    child_span: _Span
    label: str | None = None


_RENAMED = {"annotator": "_annotator_id", "session": "_session_id", "hash": "_input_hash"}


class _Example(TextRecord, kw_only=True, rename=_RENAMED):
    tokens: list[_Token] | None = None
    spans: list[_Span] | None = None
    relations: list[_ProdigyRelation] | None = None
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
    texts = [_text(example, example.tokens or [] if has_tokens else [], line, reader) for line, example in examples]
    return reader.add_texts(texts, "text with an accepted answer")


def _text(example: _Example, tokens: list[_Token], line: int, reader: Annotations) -> AnnotatedText:
    name = example.name("doc_key", "doc_id", "id", otherwise=example.hash)
    annotator, words = as_text(example.annotator, example.session), [token.text for token in tokens]
    text = AnnotatedText(name, line, example.text, annotator, words)
    begins, ends = [each.start for each in tokens], [each.end for each in tokens]

    def key_of(span: _Span) -> str:
        """Add a span as a mention, unless it is one; a relation may have a span that is not listed."""
        key = f"{span.start}-{span.end}"
        if key in text.spans:
            return key
        reader.add_span(text.spans, key, [(span.start, span.end)], text.text, line, span.label or "", span.text)
        if tokens:
            first, behind = reader.tokens_at(begins, ends, span.start, span.end, line)
            if span.token_start not in (None, first) or span.token_end not in (None, behind - 1):
                fact = f"the span {span.start}–{span.end} covers the tokens {first}–{behind - 1}"
                hint = f"it says {span.token_start}–{span.token_end}; token_end is included"
                raise reader.source.error("bad-record", fact, line, hint)
            mention = Mention(first, behind, type=text.spans[key].mention.type)
            text.spans[key] = text.spans[key]._replace(mention=mention)
        return key

    for span in example.spans or ():
        key_of(span)
    for relation in example.relations or ():
        child, head = key_of(relation.child_span), key_of(relation.head_span)
        text.links.append(Link(relation.label or "", child, head, line))
    return text
