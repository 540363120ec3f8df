"""What writers of stand-off annotation share: file names, the text with the places of words, and what is left out."""

from __future__ import annotations

import re
from collections.abc import Iterator

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


def text_and_offsets(document: Document) -> tuple[str, list[tuple[int, int]] | None]:
    """The text, and the place of each word in it; None if positions count characters."""
    furthest = max((mention.end for entity in document.entities for mention in entity), default=0)
    if document.unit == CHARACTERS:
        text = document.raw_text if document.raw_text is not None else "_" * furthest
        _check_length(document, furthest, len(text))
        return text, None
    words = document.words if document.words is not None else ["_"] * (document.token_count or furthest)
    _check_length(document, furthest, len(words))
    starts_line = {start for start, _ in document.sentences or ()}
    parts: list[str] = []
    offsets: list[tuple[int, int]] = []
    place = 0
    for number, word in enumerate(words):
        before = "" if number == 0 else "\n" if number in starts_line else " "
        visible = re.sub(r"[\s\ufeff]", "_", word) or "_"  # no blanks in a word, no byte-order mark before the first
        parts.append(before + visible)
        offsets.append((place + len(before), place + len(before) + len(visible)))
        place = offsets[-1][1]
    return "".join([*parts, "\n"]) if parts else "", offsets


def _check_length(document: Document, furthest: int, length: int) -> None:
    if furthest > length:
        message = f"has a mention that ends at {document.unit[:-1]} {furthest} of {length}"
        raise CorefscopeError("cannot-express", f"document {quoted(document.name)} {message}")


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
