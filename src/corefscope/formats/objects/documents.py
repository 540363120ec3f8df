"""Check the Documents of a program before they are scored or written; name the first fault and its remedy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, Literal

import msgspec
import numpy as np

from corefscope.basics.escaping import quoted, short_repr
from corefscope.formats.files.text import type_fault
from corefscope.model import LARGEST, TOKENS, TYPES, Document, Mention, Relation, text_order
from corefscope.problems import FormatError

PLACEHOLDERS = 10_000_000  # unknown words are written as `_`, and a mention may claim any place
NO_MENTION = (
    "{} is not a mention: cs.Mention(start, exclusive end), whole numbers from 0, perhaps with different positions in "
    f"text order (Mention.at), a position as its head, and a type ({', '.join(TYPES)})"
)


class _Fields(msgspec.Struct):
    """The types of a document's fields; places in the text may be NumPy's integers, which are checked below."""

    name: str
    unit: Literal["tokens", "characters"]
    raw_text: str | None
    words: list[str] | None
    token_count: Any
    sentences: list[tuple[Any, Any]] | None
    entities: list[list[Any]]
    entity_ids: list[str]
    entity_types: list[str]
    relations: list[tuple[str, str, str, str, Any, Any]]
    groups: dict[str, str]
    annotations: dict[Literal["deixis", "nonreferring"], Any]


def checked(documents: Iterable[Any], source: str) -> list[Document]:
    """Return the documents as a list; raise an error if a field of one is wrong."""
    if isinstance(documents, str | bytes | Mapping) or not isinstance(documents, Iterable):
        raise FormatError("wrong-type", f"expected a list of Documents, not {short_repr(documents)}", source)
    return [_checked(document, source) for document in documents]


def _checked(document: Any, source: str) -> Document:
    if not isinstance(document, Document):
        fact = f"expected a Document, not {short_repr(document)}"
        raise FormatError("wrong-type", fact, source, hint="make one with cs.Document")
    fault = _fault(document)
    annotations = {} if fault else {name: _checked(each, source) for name, each in document.annotations.items()}
    if any(
        each.annotations or (each.name, each.unit) != (document.name, document.unit) for each in annotations.values()
    ):
        fault = "an annotation is of another document, or is itself annotated"
    if fault:
        raise FormatError("bad-document", f"document {short_repr(document.name)}: {fault}", source)
    ends = [relation[4:] for relation in document.relations]
    mentions = (each for group in (*document.entities, *ends) for each in group)
    if not annotations and all(isinstance(each, Mention | None) for each in mentions):
        return document
    entities = [list(map(_as_mention, entity)) for entity in document.entities]
    relations = [Relation(*each[:4], *(end and _as_mention(end) for end in each[4:])) for each in document.relations]
    return replace(document, entities=entities, annotations=annotations, relations=relations)


def _as_mention(pair: tuple[Any, ...]) -> Mention:
    return pair if isinstance(pair, Mention) else Mention(*pair)


def checked_mention(mention: Mention, source: str) -> Mention:
    """Return a mention that came without a document; raise an error if it is wrong."""
    if not _is_mention(mention):
        raise FormatError("bad-document", NO_MENTION.format(short_repr(mention)), source)
    return mention


def check_placeholders(documents: Sequence[Document], source: str, format: str) -> None:
    """Refuse to write millions of unknown words."""
    count = 0
    for document in documents:
        if not document.words and document.raw_text is None:
            ends = (mention.end for entity in document.entities for mention in entity)
            count += max([*ends, document.token_count or 0])
        if count > PLACEHOLDERS:
            fact = f"the words of document {quoted(document.name)} are not known, and {format} would need "
            hint = "json and table need no words"
            raise FormatError("unknown-text", f"{fact}{count:,} placeholders for them", source, hint=hint)


def _fault(document: Document) -> str | None:
    """Return the first fault of a document."""
    try:
        msgspec.convert(document, _Fields, from_attributes=True)
    except msgspec.ValidationError as error:
        return type_fault(error)
    except (AttributeError, UnicodeError):  # of an array for a dict, and of half a surrogate pair for a list
        return "a field has a value of another type than it should"
    count, words, sentences = document.token_count, document.words, document.sentences
    in_tokens, entities = document.unit == TOKENS, document.entities
    for name, values in (("entity_ids", document.entity_ids), ("entity_types", document.entity_types)):
        if len(values) != len(entities):
            return f"there are {len(values)} {name} for {len(entities)} entities; leave {name} out"
    if count is not None and not (_is_whole(count) and 0 <= count <= LARGEST):
        return f"token_count should be a number from 0, not {short_repr(count)}"
    if in_tokens and words is not None and count not in (None, len(words)):
        return f"token_count is {count}, but there are {len(words)} words; leave it out"
    if sentences and not _are_sentences(sentences, in_tokens, count):
        hint = "pairs (start, exclusive end) in the order of the text, which hold all tokens"
        return f"sentences should be {hint}, not {short_repr(sentences)}"
    ends = [end for relation in document.relations for end in relation[4:] if end is not None]
    wrong = next((each for each in chain(*entities, ends) if not _is_mention(each)), None)
    return None if wrong is None else NO_MENTION.format(short_repr(wrong))


def _are_sentences(sentences: Any, in_tokens: bool, length: int | None) -> bool:
    """Whether sentences follow each other; of tokens, writers would lose one that no sentence holds."""
    before = 0
    for start, end in sentences:
        are_whole = _is_whole(start) and _is_whole(end)
        if not are_whole or not before <= start <= end <= LARGEST or (in_tokens and start > before):
            return False
        before = end
    return not in_tokens or length in (None, before)


def _is_mention(mention: Any) -> bool:
    """Return whether it is a run of positions, or positions in text order, with a valid head and type, if any."""
    if not isinstance(mention, Mention) and not (type(mention) is tuple and len(mention) == 2):
        return False
    start, end = mention[:2]
    is_run = len(mention) == 2
    if not (_is_whole(start) and _is_whole(end) and 0 <= start <= end <= LARGEST) or (start == end and is_run):
        return False
    if not isinstance(mention, Mention) or (is_run and not mention.__dict__):  # nearly all
        return True
    for positions in (mention.positions, mention.minimum):
        are_positions = isinstance(positions, tuple) and all(map(_is_position, positions))
        if not are_positions or len(set(positions)) < len(positions):
            return False
    tokens = [position for position in mention.positions if position >= 0]
    return (
        list(mention.positions) == sorted(mention.positions, key=text_order)
        and (not tokens or (tokens[0], tokens[-1] + 1) == mention[:2])
        and (mention.head is None or _is_position(mention.head))
        and (mention.type is None or (isinstance(mention.type, str) and mention.type in TYPES))
    )


def _is_whole(value: object) -> bool:
    """Return whether a value is an integer of Python or NumPy."""
    return type(value) is int or isinstance(value, np.integer)


def _is_position(value: Any) -> bool:
    return _is_whole(value) and abs(text_order(value)) <= text_order(LARGEST)
