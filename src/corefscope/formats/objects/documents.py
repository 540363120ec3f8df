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


def checked(documents: Iterable[Any], source: str) -> list[Document]:
    """Return the documents as a list, if every field of each is what it should be."""
    if isinstance(documents, str | bytes | Mapping) or not isinstance(documents, Iterable):
        raise FormatError("wrong-type", f"expected a list of Documents, not {shown(documents)}", source)
    return [_checked(document, source) for document in documents]


def _checked(document: Any, source: str) -> Document:
    if not isinstance(document, Document):
        fact = f"expected a Document, not {shown(document)}"
        raise FormatError("wrong-type", fact, source, hint="make one with cs.Document")
    where = f"document {quoted(document.name)}: " if isinstance(document.name, str) else ""
    _raise_first(_faults(document), where, source)
    ends = [relation[4:] for relation in document.relations]
    if not document.annotations and all(
        isinstance(each, Mention | None) for group in (*document.entities, *ends) for each in group
    ):
        return document
    entities = [list(map(_as_mention, entity)) for entity in document.entities]
    annotations = {name: _checked(each, source) for name, each in document.annotations.items()}
    relations = [Relation(*each[:4], *(end and _as_mention(end) for end in each[4:])) for each in document.relations]
    return replace(document, entities=entities, annotations=annotations, relations=relations)


def _as_mention(pair: tuple[Any, ...]) -> Mention:
    return pair if isinstance(pair, Mention) else Mention(*pair)


def checked_mention(mention: Mention, source: str) -> Mention:
    """Return a mention that came without a document, if it is what it should be."""
    _raise_first(_mention_faults(mention), "document '': ", source)
    return mention


def _raise_first(faults: Iterator[Fault], where: str, source: str) -> None:
    for fact, hint in faults:
        raise FormatError("bad-document", f"{where}{fact}", source, hint=hint)


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
    if not isinstance(document.name, str):
        yield f"the name of a document should be a string, not {shown(document.name)}", None
    if not isinstance(document.unit, str) or document.unit not in (TOKENS, CHARACTERS):
        yield f"the unit is {shown(document.unit)}", f"use '{TOKENS}' or '{CHARACTERS}'"
    if document.raw_text is not None and not isinstance(document.raw_text, str):
        yield f"raw_text should be a string, not {shown(document.raw_text)}", None
    if document.words is not None:
        yield from _list_faults("words", document.words, "strings", str)
    yield from _length_faults(document)
    yield from _list_faults("entities", document.entities, "lists of mentions")
    for what, values in (("entity_ids", document.entity_ids), ("entity_types", document.entity_types)):
        yield from _list_faults(what, values, "strings", str)
        if len(values) != len(document.entities):
            fact = f"there are {len(values)} {what} for {len(document.entities)} entities"
            yield fact, f"give one for each, or leave {what} out"
    for number, entity in enumerate(document.entities):
        yield from _list_faults(f"entity {number}", entity, "mentions")
        for mention in entity:
            if not _is_plain(mention):
                yield from _mention_faults(mention)
    yield from _list_faults("relations", document.relations, "Relations")
    for relation in document.relations:
        if not isinstance(relation, Relation) or not all(isinstance(part, str) for part in relation[:4]):
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
        if isinstance(each, Document) and (each.name, each.unit) != (document.name, document.unit):
            yield f"the annotation {name} is of document {shown(each.name)}, counted in {each.unit}", None
        if isinstance(each, Document) and each.annotations:
            yield f"the annotation {name} has annotations of its own", None


def _list_faults(what: str, values: Any, of: str, kind: type = object) -> Iterator[Fault]:
    if not isinstance(values, list | tuple):
        yield f"{what} should be a list of {of}, not {shown(values)}", None
    wrong = [] if set(map(type, values)) <= {kind} else [value for value in values if not isinstance(value, kind)]
    if wrong:
        yield f"{what} should be {of}, not {shown(wrong[0])}", "convert them with str()"


def _length_faults(document: Document) -> Iterator[Fault]:
    """Yield what is wrong with lengths. Writers go by sentences and would lose a token that none of them holds."""
    count, words, in_tokens = document.token_count, document.words, document.unit == TOKENS
    if count is not None and not (_is_whole(count) and 0 <= count <= LARGEST):
        yield f"token_count should be a number from 0, not {shown(count)}", None
    if in_tokens and words is not None and count not in (None, len(words)):
        yield f"token_count is {count}, but there are {len(words)} words", "leave it out"
    if document.sentences is None:
        return
    yield from _list_faults("sentences", document.sentences, "pairs (start, exclusive end)")
    hint = "sentences are pairs (start, exclusive end) in the order of the text; together they hold all tokens"
    before = 0
    for sentence in document.sentences:
        is_pair = isinstance(sentence, tuple | list) and len(sentence) == 2 and all(map(_is_whole, sentence))
        if not is_pair or not before <= sentence[0] <= sentence[1] <= LARGEST:
            yield f"sentences has {shown(sentence)}", hint
        if in_tokens and sentence[0] > before:
            yield f"no sentence holds token {before}", hint
        before = sentence[1]
    length = count if words is None else len(words)
    if in_tokens and length is not None and before > length:
        yield f"the last sentence ends at token {before} of {length}", None
    if in_tokens and document.sentences and length is not None and before < length:
        yield f"no sentence holds token {before}", hint


def _is_plain(mention: Any) -> bool:
    """Whether a mention is surely right, as nearly all are: a pair of integers without attributes."""
    return (
        type(mention) in (tuple, Mention)
        and len(mention) == 2
        and type(mention[0]) is type(mention[1]) is int
        and 0 <= mention[0] < mention[1] <= LARGEST
        and (type(mention) is tuple or not mention.__dict__)
    )


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
        if not isinstance(positions, tuple) or not all(map(_is_position, positions)):
            yield f"{what} of {name} should be a tuple of positions, not {shown(positions)}", None
        if len(set(positions)) < len(positions):
            yield f"{what} of {name} has a position twice", None
    if list(mention.positions) != sorted(mention.positions, key=text_order):
        yield f"positions of {name} are not in the order of the text", "use Mention.at"
    tokens = [position for position in mention.positions if position >= 0]
    if tokens and (tokens[0], tokens[-1] + 1) != mention[:2]:
        yield f"positions of {name} do not reach from its start to its end", "use Mention.at"
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
