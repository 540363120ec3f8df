"""Documents that a program made: checked before they are scored or written, the first fault with its remedy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

import numpy as np

from corefscope.basics.escaping import quoted, short_repr
from corefscope.model import (
    CHARACTERS,
    DEIXIS,
    LARGEST,
    NONREFERRING,
    TOKENS,
    TYPES,
    Document,
    Mention,
    Relation,
    text_order,
)
from corefscope.problems import FormatError

PLACEHOLDERS = 10_000_000  # words that are not known are written as `_`, and a mention may claim any place
NO_MENTION = (
    "{} is no mention: cs.Mention(start, exclusive end), whole numbers from 0, perhaps with different positions in the "
    f"order of the text (Mention.at), a position as its head, and a type ({', '.join(TYPES)})"
)


def _is_list_of(values: Any, kind: type | tuple[type, ...]) -> bool:
    return isinstance(values, list | tuple) and all(isinstance(value, kind) for value in values)


def checked(documents: Iterable[Any], source: str) -> list[Document]:
    """Return the documents as a list, if every field of each is what it should be."""
    if isinstance(documents, str | bytes | Mapping) or not isinstance(documents, Iterable):
        raise FormatError("wrong-type", f"expected a list of Documents, not {short_repr(documents)}", source)
    return [_checked(document, source) for document in documents]


def _checked(document: Any, source: str) -> Document:
    if not isinstance(document, Document):
        fact = f"expected a Document, not {short_repr(document)}"
        raise FormatError("wrong-type", fact, source, hint="make one with cs.Document")
    for fault in _faults(document):
        raise FormatError("bad-document", f"document {short_repr(document.name)}: {fault}", source)
    annotations = {name: _checked(each, source) for name, each in document.annotations.items()}
    if any(
        each.annotations or (each.name, each.unit) != (document.name, document.unit) for each in annotations.values()
    ):
        fact = (
            f"document {short_repr(document.name)}: an annotation is of another document, or has annotations of its own"
        )
        raise FormatError("bad-document", fact, source)
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
    """Return a mention that came without a document, if it is what it should be."""
    if not _is_mention(mention):
        raise FormatError("bad-document", NO_MENTION.format(short_repr(mention)), source)
    return mention


def check_placeholders(documents: Sequence[Document], source: str, format: str) -> None:
    """Refuse to write millions of words that are not known."""
    count = 0
    for document in documents:
        if not document.words and document.raw_text is None:
            ends = (mention.end for entity in document.entities for mention in entity)
            count += max([*ends, document.token_count or 0])
        if count > PLACEHOLDERS:
            fact = f"the words of document {quoted(document.name)} are not known, and {format} would need "
            hint = "json and table need no words"
            raise FormatError("unknown-text", f"{fact}{count:,} placeholders for them", source, hint=hint)


def _faults(document: Document) -> Iterator[str]:
    """Yield what is wrong with a document; only the first fault can be relied on."""
    unit, count, groups, notes = document.unit, document.token_count, document.groups, document.annotations
    words, sentences, relations = document.words, document.sentences, document.relations
    has_relations = _is_list_of(relations, Relation) and all(_is_list_of(each[:4], str) for each in relations)
    has_groups = isinstance(groups, dict) and _is_list_of([part for pair in groups.items() for part in pair], str)
    has_annotations = isinstance(notes, dict) and notes.keys() <= {DEIXIS, NONREFERRING}
    for name, is_right, expected in (
        ("name", isinstance(document.name, str), "a string"),
        ("raw_text", isinstance(document.raw_text, str | None), "a string"),
        ("unit", isinstance(unit, str) and unit in (TOKENS, CHARACTERS), f"'{TOKENS}' or '{CHARACTERS}'"),
        ("words", words is None or _is_list_of(words, str), "a list of strings"),
        ("token_count", count is None or (_is_whole(count) and 0 <= count <= LARGEST), "a number from 0"),
        ("sentences", sentences is None or _is_list_of(sentences, (list, tuple)), "a list of pairs"),
        ("entities", _is_list_of(document.entities, (list, tuple)), "a list of lists of mentions"),
        ("entity_ids", _is_list_of(document.entity_ids, str), "a list of strings"),
        ("entity_types", _is_list_of(document.entity_types, str), "a list of strings"),
        ("relations", has_relations, "a list of Relations with four strings"),
        ("groups", has_groups, "a dict of strings"),
        ("annotations", has_annotations, f"a dict of Documents called {DEIXIS} or {NONREFERRING}"),
    ):
        value = getattr(document, name)
        if not is_right:
            yield f"{name} should be {expected}, not {short_repr(value)}"
        if name in ("entity_ids", "entity_types") and len(value) != len(document.entities):
            yield f"there are {len(value)} {name} for {len(document.entities)} entities; leave {name} out"
    if unit == TOKENS and words is not None and count not in (None, len(words)):
        yield f"token_count is {count}, but there are {len(words)} words; leave it out"
    if sentences and not _are_sentences(sentences, unit == TOKENS, count):
        hint = "pairs (start, exclusive end) in the order of the text, which hold all tokens"
        yield f"sentences should be {hint}, not {short_repr(sentences)}"
    ends = [end for relation in relations for end in relation[4:] if end is not None]
    for mention in chain(*document.entities, ends):
        # Nearly all mentions are pairs of integers without attributes, and there are many of them.
        is_plain = type(mention) in (tuple, Mention) and len(mention) == 2 and type(mention[0]) is int
        is_plain = is_plain and type(mention[1]) is int and 0 <= mention[0] < mention[1] <= LARGEST
        if (not is_plain or (type(mention) is Mention and mention.__dict__)) and not _is_mention(mention):
            yield NO_MENTION.format(short_repr(mention))


def _are_sentences(sentences: Any, in_tokens: bool, length: int | None) -> bool:
    """Whether sentences follow each other; of tokens, writers would lose one that no sentence holds."""
    before = 0
    for sentence in sentences:
        is_pair = len(sentence) == 2 and all(map(_is_whole, sentence))
        if not is_pair or not before <= sentence[0] <= sentence[1] <= LARGEST or (in_tokens and sentence[0] > before):
            return False
        before = sentence[1]
    return not in_tokens or length in (None, before)


def _is_mention(mention: Any) -> bool:
    """Whether it is a run of positions, or positions in the order of the text, with a head and a type if any."""
    if not isinstance(mention, Mention) and not (type(mention) is tuple and len(mention) == 2):
        return False
    start, end = mention[:2]
    if not (_is_whole(start) and _is_whole(end) and 0 <= start <= end <= LARGEST) or (
        start == end and len(mention) == 2
    ):
        return False
    if not isinstance(mention, Mention):
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
    """Whether a value counts: an integer of Python's or NumPy's."""
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def _is_position(value: Any) -> bool:
    return _is_whole(value) and abs(text_order(value)) <= text_order(LARGEST)
