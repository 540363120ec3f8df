"""Documents that a program made: checked before they are scored or written, each fault with its remedy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
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
from corefscope.problems import CorefscopeError, FormatError

# Words that are not known are written as `_`. A mention may claim any place, so their number is bounded.
PLACEHOLDERS, PLACEHOLDERS_PER_MENTION = 1_000_000, 1_000


def checked(documents: Iterable[Any], source: str) -> list[Document]:
    """The documents as a list, if every field of each is what it should be."""
    if isinstance(documents, str | bytes | Mapping) or not isinstance(documents, Iterable):
        raise FormatError("wrong-type", f"expected a list of Documents, not {shown(documents)}", source)
    return [_checked(document, source) for document in documents]


def _checked(document: Any, source: str) -> Document:
    if not isinstance(document, Document):
        raise FormatError(
            "wrong-type", f"expected a Document, not {shown(document)}", source, hint="make one with cs.Document"
        )
    _Check(document, source).everything()
    ends = [relation[4:] for relation in document.relations]
    if not document.annotations and all(
        isinstance(each, Mention | None) for group in (*document.entities, *ends) for each in group
    ):
        return document
    entities = [[_mention(mention) for mention in entity] for entity in document.entities]
    annotations = {name: _checked(each, source) for name, each in document.annotations.items()}
    relations = [Relation(*each[:4], *(end and _mention(end) for end in each[4:])) for each in document.relations]
    return replace(document, entities=entities, annotations=annotations, relations=relations)


def _mention(given: tuple[Any, ...]) -> Mention:
    return given if isinstance(given, Mention) else Mention(*given)


def checked_mention(mention: Mention, source: str) -> Mention:
    """The same for a mention that came without a document."""
    _Check(Document("", []), source).mention(mention)
    return mention


def check_placeholders(documents: Sequence[Document], source: str, format: str) -> None:
    """Refuse to write far more words that are not known than documents with so few mentions can have."""
    room = PLACEHOLDERS
    for document in documents:
        if document.words or document.raw_text is not None:
            continue
        furthest = max((mention.end for entity in document.entities for mention in entity), default=0)
        room += PLACEHOLDERS_PER_MENTION * document.mention_count - max(furthest, document.token_count or 0)
        if room < 0:
            raise FormatError(
                "unknown-text",
                f"the words of document {quoted(document.name)} are not known, and {format} would need "
                f"{max(furthest, document.token_count or 0):,} placeholders for them",
                source,
                hint="json and table need no words",
            )


class _Check:
    """Looks at the fields of one document."""

    def __init__(self, document: Document, source: str) -> None:
        self.document, self.source = document, source

    def everything(self) -> None:
        document = self.document
        if not isinstance(document.name, str):
            raise self.error(f"the name of a document should be a string, not {shown(document.name)}")
        if not isinstance(document.unit, str) or document.unit not in (TOKENS, CHARACTERS):
            raise self.error(f"the unit is {shown(document.unit)}", f"use '{TOKENS}' or '{CHARACTERS}'")
        if document.raw_text is not None and not isinstance(document.raw_text, str):
            raise self.error(f"raw_text should be a string, not {shown(document.raw_text)}")
        self._strings("words", document.words)
        length = self._length()
        self._sentences(length)
        self._list("entities", document.entities, "lists of mentions")
        for what, values in (("entity_ids", document.entity_ids), ("entity_types", document.entity_types)):
            self._strings(what, values, document.entities)
        for number, entity in enumerate(document.entities):
            self._list(f"entity {number}", entity, "mentions")
            for mention in entity:
                self.mention(mention)
        self._rest()

    def error(self, fact: str, hint: str | None = None) -> CorefscopeError:
        name = self.document.name
        where = f"document {quoted(name)}: " if isinstance(name, str) else ""
        return FormatError("bad-document", f"{where}{fact}", self.source, hint=hint)

    def _list(self, what: str, value: Any, of: str) -> None:
        if not isinstance(value, list | tuple):
            raise self.error(f"{what} should be a list of {of}, not {shown(value)}")

    def _strings(self, what: str, values: Any, beside: Sequence[Any] | None = None) -> None:
        """A list of strings; with `beside`, one for each of these."""
        if values is None and beside is None:
            return
        self._list(what, values, "strings")
        if not set(map(type, values)) <= {str}:
            wrong = next((value for value in values if not isinstance(value, str)), None)
            if wrong is not None or None in values:
                raise self.error(f"{what} should be strings, not {shown(wrong)}", "convert them with str()")
        if beside is not None and len(values) != len(beside):
            raise self.error(
                f"there are {len(values)} {what} for {len(beside)} entities",
                f"give one for each, or leave {what} out",
            )

    def _length(self) -> int | None:
        document = self.document
        count = document.token_count
        if count is not None and not (_is_whole(count) and 0 <= count <= LARGEST):
            raise self.error(f"token_count should be a number from 0, not {shown(count)}")
        if document.unit == CHARACTERS:
            return len(document.raw_text) if document.raw_text is not None else count
        if document.words is not None and count is not None and len(document.words) != count:
            raise self.error(f"token_count is {count}, but there are {len(document.words)} words", "leave it out")
        return count if document.words is None else len(document.words)

    def _sentences(self, length: int | None) -> None:
        if self.document.sentences is None:
            return
        self._list("sentences", self.document.sentences, "pairs (start, exclusive end)")
        before, in_tokens = 0, self.document.unit == TOKENS
        hint = "sentences are pairs (start, exclusive end) in the order of the text; together they hold all tokens"
        for sentence in self.document.sentences:
            pair = isinstance(sentence, tuple | list) and len(sentence) == 2 and all(map(_is_whole, sentence))
            if not pair or not before <= sentence[0] <= sentence[1] <= LARGEST:
                raise self.error(f"sentences has {shown(sentence)}", hint)
            if in_tokens and sentence[0] > before:  # writers go by sentences and would lose what none of them holds
                raise self.error(f"no sentence holds token {before}", hint)
            before = sentence[1]
        if in_tokens and length is not None and before > length:
            raise self.error(f"the last sentence ends at token {before} of {length}")
        if in_tokens and self.document.sentences and length is not None and before < length:
            raise self.error(f"no sentence holds token {before}", hint)

    def mention(self, mention: Any) -> None:
        made = isinstance(mention, Mention)
        if not made and not (type(mention) is tuple and len(mention) == 2):  # a plain pair is as good
            hint = "make mentions with cs.Mention(start, end), the end exclusive"
            raise self.error(f"an entity has {shown(mention)}", hint)
        start, end, listed = mention[0], mention[1], len(mention) > 2
        whole = type(start) is type(end) is int or (_is_whole(start) and _is_whole(end))
        if not whole or not 0 <= start <= end <= LARGEST or (start == end and not listed):
            fact = f"a mention reaches from {shown(start)} to {shown(end)}"
            raise self.error(fact, f"whole numbers from 0 to {LARGEST}, the end exclusive and behind the start")
        if made and (
            listed or mention.head is not None or mention.type is not None or not _is_nothing(mention.minimum)
        ):
            self._attributes(mention)

    def _attributes(self, mention: Mention) -> None:
        for what, listed in (("positions", mention.positions), ("minimum", mention.minimum)):
            if not isinstance(listed, tuple) or not all(map(_is_position, listed)):
                raise self.error(f"{what} of {_shown(mention)} should be a tuple of positions, not {shown(listed)}")
            if len(set(listed)) < len(listed):
                raise self.error(f"{what} of {_shown(mention)} has a position twice")
        if list(mention.positions) != sorted(mention.positions, key=text_order):
            raise self.error(f"positions of {_shown(mention)} are not in the order of the text", "use Mention.at")
        tokens = [position for position in mention.positions if position >= 0]
        if tokens and (tokens[0], tokens[-1] + 1) != mention[:2]:
            raise self.error(f"positions of {_shown(mention)} do not reach from its start to its end", "use Mention.at")
        if mention.head is not None and not _is_position(mention.head):
            raise self.error(f"the head of {_shown(mention)} is {shown(mention.head)}, which is no position")
        if mention.type is not None and (not isinstance(mention.type, str) or mention.type not in TYPES):
            raise self.error(f"the type of {_shown(mention)} is {shown(mention.type)}", f"types: {', '.join(TYPES)}")

    def _rest(self) -> None:
        document = self.document
        self._list("relations", document.relations, "Relations")
        for relation in document.relations:
            if not isinstance(relation, Relation) or not all(isinstance(part, str) for part in relation[:4]):
                raise self.error(f"relations has {shown(relation)}", "a Relation has four strings")
            for mention in relation[4:]:
                if mention is not None:
                    self.mention(mention)
        groups = document.groups
        if not isinstance(groups, dict) or not all(isinstance(part, str) for pair in groups.items() for part in pair):
            raise self.error(f"groups should be a dict of strings, not {shown(groups)}")
        annotations = document.annotations
        if not isinstance(annotations, dict) or not annotations.keys() <= {DEIXIS, NONREFERRING}:
            hint = f"its names are {DEIXIS} and {NONREFERRING}"
            raise self.error(f"annotations should be a dict of Documents, not {shown(annotations)}", hint)
        for name, each in annotations.items():
            if isinstance(each, Document) and (each.name, each.unit) != (document.name, document.unit):
                raise self.error(f"the annotation {name} is of document {shown(each.name)}, counted in {each.unit}")
            if isinstance(each, Document) and each.annotations:
                raise self.error(f"the annotation {name} has annotations of its own")


def _shown(mention: Mention) -> str:
    return f"mention {mention[0]}–{mention[1] - 1}"


def _is_nothing(value: object) -> bool:
    return isinstance(value, tuple) and not value


def _is_whole(value: object) -> bool:
    """Whether a value counts: an integer of Python's or NumPy's."""
    if isinstance(value, bool):
        return False
    try:
        index(value)  # type: ignore[arg-type]
    except TypeError:
        return False
    return True


def _is_position(value: object) -> bool:
    return _is_whole(value) and abs(text_order(value)) <= text_order(LARGEST)  # type: ignore[arg-type]
