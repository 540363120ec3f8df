"""What writers of stand-off annotation share: file names, the text with the places of words, and what is left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import accumulate
from typing import NamedTuple

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
        """Start and end of a run of positions in the text."""
        return (start, end) if self.offsets is None else (self.offsets[start][0], self.offsets[end - 1][1])


def places(document: Document) -> Iterator[tuple[int, Mention, str]]:
    """Each mention, with the number of its entity before it and what messages call it behind it."""
    for entity, mentions in enumerate(document.entities):
        for mention in mentions:
            span = f"{document.unit} {mention.start}–{mention.end - 1}"
            where = f"document {quoted(document.name)}, entity {cut(document.entity_ids[entity])}, {span}"
            yield entity, mention, where


def note_rest(document: Document, notices: Notices, types: bool = True) -> None:
    """Count the types, unless they were written, and the relations of a document, which will not be written."""
    where = f"document {quoted(document.name)}"
    for name, kind in zip(document.entity_ids, document.entity_types, strict=True):
        if kind and types:
            notices.add("entity-type-not-written", f"{where}, entity {cut(name)} is {cut(kind)}")
    for kind, antecedent, anaphor, *_ in document.relations:
        notices.add("relation-not-written", f"{where}, {cut(kind)} from {anaphor} to {antecedent}")
