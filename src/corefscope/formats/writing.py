"""What writers share: file names, the text with the places of words, brackets, and what a format cannot express."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from corefscope.basics.codes import WarningCode
from corefscope.basics.escaping import cut, quoted
from corefscope.formats.document_names import canonical
from corefscope.model import CHARACTERS, Document, Mention
from corefscope.problems import CorefscopeError, Notices

# A dot would end the name when it is read back; the others are special in a file system or a shell.
_UNSAFE = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff/\\().:*?\"<>|]")


def file_name(name: str, used: set[str]) -> str:
    """A unique file name, equal to the document's unless characters must be replaced."""
    plain, part = canonical(name)
    safe = _UNSAFE.sub("_", plain) or "document"
    preferred = safe if (part, canonical(safe)) == (0, (safe, 0)) else f"{safe}_{part}"
    unique, copies = preferred, 1
    while unique.casefold() in used:  # some file systems ignore case
        copies += 1
        unique = f"{preferred}-{copies}"
    used.add(unique.casefold())
    return unique


class WrittenText(NamedTuple):
    """The text of a document as it is written, and the place of each word in it; None if positions count characters."""

    text: str
    offsets: list[tuple[int, int]] | None

    @classmethod
    def of(cls, document: Document) -> WrittenText:
        """The running text unchanged, or the words with blanks between them, one sentence a line."""
        furthest = max((mention.end for entity in document.entities for mention in entity), default=0)
        if document.unit == CHARACTERS:
            written = cls(document.raw_text if document.raw_text is not None else "_" * furthest, None)
            length = len(written.text)
        else:
            words = document.words if document.words is not None else ["_"] * (document.token_count or furthest)
            # No blanks in a word, and no byte-order mark before the first.
            visible = [re.sub(r"[\s\ufeff]", "_", word) or "_" for word in words]
            starts_line, length = {start for start, _ in document.sentences or ()}, len(words)
            text = "".join(("\n" if at in starts_line else " ") + word for at, word in enumerate(visible))[1:]
            ends = accumulate(len(word) + 1 for word in visible)
            offsets = [(end - 1 - len(word), end - 1) for word, end in zip(visible, ends, strict=True)]
            written = cls(text and f"{text}\n", offsets)
        if furthest > length:
            message = f"has a mention that ends at {document.unit[:-1]} {furthest} of {length}"
            raise CorefscopeError("cannot-express", f"document {quoted(document.name)} {message}")
        return written

    def characters(self, start: int, end: int) -> tuple[int, int]:
        return (start, end) if self.offsets is None else (self.offsets[start][0], self.offsets[end - 1][1])


def places(document: Document) -> Iterator[tuple[int, Mention, str]]:
    """Each mention, with the number of its entity before it and what messages call it behind it."""
    for entity, mentions in enumerate(document.entities):
        for mention in mentions:
            span = f"{document.unit} {mention.start}–{mention.end - 1}"
            where = f"document {quoted(document.name)}, entity {cut(document.entity_ids[entity])}, {span}"
            yield entity, mention, where


def filled_mentions(
    document: Document, notices: Notices, keeps: Container[str] = ()
) -> Iterator[tuple[int, Mention, str]]:
    """`places` of the mentions that have tokens, for formats without gaps and with no attributes but those it `keeps`.

    Lost zeros, filled gaps and other attributes are counted.
    """
    for entity, mention, where in places(document):
        if mention.start >= mention.end:
            notices.add("lost-zero", where)
            continue
        if mention.positions:
            notices.add("changed-gaps", where)
        note_attributes(mention, where, notices, keeps)
        yield entity, mention, where


NOT_WRITTEN: dict[str, WarningCode] = {
    "head": "head-not-written",
    "type": "type-not-written",
    "minimum": "minimum-not-written",
}


def note_attributes(mention: Mention, where: str, notices: Notices, keeps: Container[str] = ()) -> None:
    """Count the attributes of a mention that will not be written."""
    for attribute, code in NOT_WRITTEN.items():
        if attribute not in keeps and getattr(mention, attribute) not in (None, ()):
            notices.add(code, where)


def note_rest(document: Document, notices: Notices, types: bool = True) -> None:
    """Count the types, unless they were written, and the relations of a document, which will not be written."""
    where = f"document {quoted(document.name)}"
    for name, kind in zip(document.entity_ids, document.entity_types, strict=True):
        if kind and types:
            notices.add("entity-type-not-written", f"{where}, entity {cut(name)} is {cut(kind)}")
    for kind, antecedent, anaphor, *_ in document.relations:
        notices.add("relation-not-written", f"{where}, {cut(kind)} from {anaphor} to {antecedent}")


def token_count(document: Document) -> int:
    """The length of a document; without one, where its last mention ends."""
    furthest = max((mention.end for entity in document.entities for mention in entity), default=0)
    length = furthest if document.token_count is None else document.token_count
    if furthest > length:
        fact = f"document {quoted(document.name)} has a mention that ends at token {furthest} of {length}"
        raise CorefscopeError("mention-outside-text", fact)
    return length


def brackets(runs: Iterable[tuple[int, int, str, str]]) -> dict[int, tuple[list[str], list[str], list[str]]]:
    """By position: the brackets that open, those that open and close, and those that close there.

    A run has its first and last position, and the texts that open and close it. Outer runs open first and close last.
    """
    cells: defaultdict[int, tuple[list[str], list[str], list[str]]] = defaultdict(lambda: ([], [], []))
    for first, last, opening, closing in sorted(runs, key=lambda run: (run[0], -run[1])):
        if first == last:
            cells[first][1].append(f"{opening})")
        else:
            cells[first][0].append(opening)
            cells[last][2].insert(0, closing)
    return cells


def crossing(runs: Sequence[tuple[int, int]]) -> set[int]:
    """Find the runs to leave out so that none begins before another ends and ends behind it.

    >>> crossing([(0, 3), (2, 5), (4, 9), (3, 4)])
    {1}
    """
    crosses: set[int] = set()
    open_ends: list[int] = []
    for number, (first, last) in sorted(enumerate(runs), key=lambda each: (each[1][0], -each[1][1])):
        while open_ends and open_ends[-1] <= first:
            open_ends.pop()
        if open_ends and open_ends[-1] < last:
            crosses.add(number)
        else:
            open_ends.append(last)
    return crosses
