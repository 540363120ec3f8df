"""Documents that a program made: checked before they are scored or written, the first fault with its remedy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from operator import index
from typing import Any

from corefscope.basics.escaping import quoted, shown
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

# Words that are not known are written as `_`. A mention may claim any place, so their number is bounded.
PLACEHOLDERS, PLACEHOLDERS_PER_MENTION = 1_000_000, 1_000
Fault = tuple[str, str | None]  # the fact and the remedy
# The fields of a Document that are lists, and what they hold.
_LISTS: dict[str, tuple[str, type | tuple[type, ...]]] = {
    "words": ("strings", str),
    "sentences": ("pairs (start, exclusive end)", (list, tuple)),
    "entities": ("lists of mentions", (list, tuple)),
    "entity_ids": ("strings", str),
    "entity_types": ("strings", str),
    "relations": ("Relations", Relation),
}


def checked(documents: Iterable[Any], source: str) -> list[Document]:
    """Return the documents as a list, if every field of each is what it should be."""
    if isinstance(documents, str | bytes | Mapping) or not isinstance(documents, Iterable):
        raise FormatError("wrong-type", f"expected a list of Documents, not {shown(documents)}", source)
    return [_checked(document, source) for document in documents]


def _checked(document: Any, source: str) -> Document:
    if not isinstance(document, Document):
        fact = f"expected a Document, not {shown(document)}"
        raise FormatError("wrong-type", fact, source, hint="make one with cs.Document")
    _raise_first(_faults(document), f"document {shown(document.name)}", source)
    ends = [relation[4:] for relation in document.relations]
    mentions = (each for group in (*document.entities, *ends) for each in group)
    if not document.annotations and all(isinstance(each, Mention | None) for each in mentions):
        return document
    entities = [list(map(_as_mention, entity)) for entity in document.entities]
    annotations = {name: _checked(each, source) for name, each in document.annotations.items()}
    relations = [Relation(*each[:4], *(end and _as_mention(end) for end in each[4:])) for each in document.relations]
    return replace(document, entities=entities, annotations=annotations, relations=relations)


def _as_mention(pair: tuple[Any, ...]) -> Mention:
    return pair if isinstance(pair, Mention) else Mention(*pair)


def checked_mention(mention: Mention, source: str) -> Mention:
    """Return a mention that came without a document, if it is what it should be."""
    _raise_first(_mention_faults(mention), "document ''", source)
    return mention


def _raise_first(faults: Iterator[Fault], where: str, source: str) -> None:
    for fact, hint in faults:
        raise FormatError("bad-document", f"{where}: {fact}", source, hint=hint)


def check_placeholders(documents: Sequence[Document], source: str, format: str) -> None:
    """Refuse to write far more words that are not known than documents with so few mentions can have."""
    budget = PLACEHOLDERS
    for document in documents:
        if document.words or document.raw_text is not None:
            continue
        ends = [mention.end for entity in document.entities for mention in entity]
        count = max([*ends, document.token_count or 0])
        budget += PLACEHOLDERS_PER_MENTION * document.mention_count - count
        if budget < 0:
            fact = f"the words of document {quoted(document.name)} are not known, and {format} would need "
            hint = "json and table need no words"
            raise FormatError("unknown-text", f"{fact}{count:,} placeholders for them", source, hint=hint)


def _faults(document: Document) -> Iterator[Fault]:
    """Yield what is wrong with a document; only the first fault can be relied on."""
    if not isinstance(document.name, str) or not isinstance(document.raw_text, str | None):
        yield "its name and raw_text should be strings", None
    if not isinstance(document.unit, str) or document.unit not in (TOKENS, CHARACTERS):
        yield f"the unit is {shown(document.unit)}", f"use '{TOKENS}' or '{CHARACTERS}'"
    for name, (content, kind) in _LISTS.items():
        values = getattr(document, name)
        if values is not None or name not in ("words", "sentences"):
            yield from _list_faults(name, values, content, kind)
        if name in ("entity_ids", "entity_types") and len(values) != len(document.entities):
            fact = f"there are {len(values)} {name} for {len(document.entities)} entities"
            yield fact, f"give one for each, or leave {name} out"
    yield from _length_faults(document)
    for entity in document.entities:
        for mention in entity:
            # Nearly all mentions are pairs of integers without attributes, and there are many of them.
            is_plain = type(mention) in (tuple, Mention) and len(mention) == 2 and type(mention[0]) is int
            is_plain = is_plain and type(mention[1]) is int and 0 <= mention[0] < mention[1] <= LARGEST
            if not is_plain or (type(mention) is Mention and mention.__dict__):
                yield from _mention_faults(mention)
    for relation in document.relations:
        if not all(isinstance(part, str) for part in relation[:4]):
            yield f"relations has {shown(relation)}", "a Relation has four strings"
        for end in relation[4:]:
            yield from () if end is None else _mention_faults(end)
    groups, annotations = document.groups, document.annotations
    if not isinstance(groups, dict) or not all(isinstance(part, str) for pair in groups.items() for part in pair):
        yield f"groups should be a dict of strings, not {shown(groups)}", None
    if not isinstance(annotations, dict) or not annotations.keys() <= {DEIXIS, NONREFERRING}:
        fact = f"annotations should be a dict of Documents, not {shown(annotations)}"
        yield fact, f"its names are {DEIXIS} and {NONREFERRING}"
    for name, each in annotations.items():
        is_same = not isinstance(each, Document) or (each.name, each.unit) == (document.name, document.unit)
        if not is_same or (isinstance(each, Document) and each.annotations):
            yield f"the annotation {name} is of another document, or has annotations of its own", None


def _list_faults(what: str, values: Any, content: str, kind: type | tuple[type, ...]) -> Iterator[Fault]:
    if not isinstance(values, list | tuple):
        yield f"{what} should be a list of {content}, not {shown(values)}", None
    for value in values:
        if not isinstance(value, kind):
            yield f"{what} should be {content}, not {shown(value)}", "convert them with str()" if kind is str else None


def _length_faults(document: Document) -> Iterator[Fault]:
    """Yield what is wrong with lengths. Writers go by sentences and would lose a token that none of them holds."""
    count, words, in_tokens = document.token_count, document.words, document.unit == TOKENS
    if count is not None and not (_is_whole(count) and 0 <= count <= LARGEST):
        yield f"token_count should be a number from 0, not {shown(count)}", None
    if in_tokens and words is not None and count not in (None, len(words)):
        yield f"token_count is {count}, but there are {len(words)} words", "leave it out"
    length = count if words is None else len(words)
    before = 0
    hint = "sentences are pairs (start, exclusive end) in the order of the text; together they hold all tokens"
    for sentence in document.sentences or ():
        is_pair = len(sentence) == 2 and all(map(_is_whole, sentence))
        if not is_pair or not before <= sentence[0] <= sentence[1] <= LARGEST:
            yield f"sentences has {shown(sentence)}", hint
        if in_tokens and sentence[0] > before:
            yield f"no sentence holds token {before}", hint
        before = sentence[1]
    if in_tokens and document.sentences and length not in (None, before):
        yield f"the last sentence ends at token {before} of {length}", hint


def _mention_faults(mention: Any) -> Iterator[Fault]:
    if not isinstance(mention, Mention) and not (type(mention) is tuple and len(mention) == 2):
        yield f"an entity has {shown(mention)}", "make mentions with cs.Mention(start, end), the end exclusive"
    start, end = mention[:2]
    is_run = _is_whole(start) and _is_whole(end) and 0 <= start <= end <= LARGEST
    if not is_run or (start == end and len(mention) == 2):
        fact = f"a mention reaches from {shown(start)} to {shown(end)}"
        yield fact, f"whole numbers from 0 to {LARGEST}, the end exclusive and behind the start"
    if not isinstance(mention, Mention):
        return
    name = f"mention {start}–{end - 1}"
    for what, positions in (("positions", mention.positions), ("minimum", mention.minimum)):
        are_positions = isinstance(positions, tuple) and all(map(_is_position, positions))
        if not are_positions or len(set(positions)) < len(positions):
            yield f"{what} of {name} should be a tuple of different positions, not {shown(positions)}", None
    tokens = [position for position in mention.positions if position >= 0]
    is_sorted = list(mention.positions) == sorted(mention.positions, key=text_order)
    if not is_sorted or (tokens and (tokens[0], tokens[-1] + 1) != mention[:2]):
        yield f"positions of {name} are not in the order of the text, from its start to its end", "use Mention.at"
    if mention.head is not None and not _is_position(mention.head):
        yield f"the head of {name} is {shown(mention.head)}, which is no position", None
    if mention.type is not None and (not isinstance(mention.type, str) or mention.type not in TYPES):
        yield f"the type of {name} is {shown(mention.type)}", f"types: {', '.join(TYPES)}"


def _is_whole(value: object) -> bool:
    """Whether a value counts: an integer of Python's or NumPy's."""
    try:
        index(value)  # type: ignore[arg-type]
    except TypeError:
        return False
    return not isinstance(value, bool)


def _is_position(value: object) -> bool:
    return _is_whole(value) and abs(text_order(value)) <= text_order(LARGEST)  # type: ignore[arg-type]
