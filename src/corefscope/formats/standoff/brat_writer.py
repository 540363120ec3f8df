"""Write brat's standoff: for each document a `.txt` and an `.ann` beside it.

Every mention is a T line with its type, or `Mention` if unknown; each but the first of an entity has an R line
`Coreference` to the previous one. Running text is written unchanged; words are joined by blanks, one sentence a line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from corefscope.basics.escaping import cut, quoted
from corefscope.formats.conll.writer import note_attributes
from corefscope.formats.document_names import canonical
from corefscope.model import CHARACTERS, Document, Mention, in_text_order
from corefscope.problems import CorefscopeError, Notices

Spans = list[tuple[int, int]]
_LINE = re.compile(r"[^\r\n]+")
# A dot would end the name when it is read back; the others are special in a file system or a shell.
_UNSAFE = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff/\\().:*?\"<>|]")


def write(documents: Sequence[Document], notices: Notices) -> dict[str, str]:
    """Contents by file name."""
    files: dict[str, str] = {}
    used: set[str] = set()
    for document in documents:
        name = file_name(document.name, used)
        text, offsets = text_and_offsets(document)
        files[name + ".txt"] = text
        files[name + ".ann"] = "".join(_lines(document, text, offsets, notices))
    return files


def file_name(name: str, used: set[str]) -> str:
    """A unique file name, equal to the document's unless characters must be replaced."""
    plain, part = canonical(name)
    safe = _UNSAFE.sub("_", plain) or "document"
    wanted = safe if (part, canonical(safe)) == (0, (safe, 0)) else f"{safe}_{part}"
    unique, copies = wanted, 1
    while unique.casefold() in used:  # some file systems ignore case
        copies += 1
        unique = f"{wanted}-{copies}"
    used.add(unique.casefold())
    return unique


def text_and_offsets(document: Document) -> tuple[str, Spans | None]:
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
    offsets: Spans = []
    place = 0
    for number, word in enumerate(words):
        before = "" if number == 0 else "\n" if number in starts_line else " "
        shown = re.sub(r"[\s\ufeff]", "_", word) or "_"  # no blanks in a word, no byte-order mark before the first
        parts.append(before + shown)
        offsets.append((place + len(before), place + len(before) + len(shown)))
        place = offsets[-1][1]
    return "".join([*parts, "\n"]) if parts else "", offsets


def _check_length(document: Document, furthest: int, length: int) -> None:
    if furthest > length:
        message = f"has a mention that ends at {document.unit[:-1]} {furthest} of {length}"
        raise CorefscopeError("cannot-express", f"document {quoted(document.name)} {message}")


def _lines(document: Document, text: str, offsets: Spans | None, notices: Notices) -> Iterable[str]:
    mentions = [(entity, mention) for entity, members in enumerate(document.entities) for mention in members]
    latest: dict[int, int] = {}
    links: list[tuple[int, int]] = []
    written = 0
    for entity, mention in sorted(mentions, key=lambda pair: in_text_order(pair[1])):
        span = f"{document.unit} {mention.start}–{mention.end - 1}"
        where = f"document {quoted(document.name)}, entity {cut(document.entity_ids[entity])}, {span}"
        spans = _spans(mention, text, offsets, where, notices)
        if not spans:
            continue
        written += 1
        places = ";".join(f"{start} {end}" for start, end in spans)
        said = " ".join(text[start:end] for start, end in spans).replace("\t", " ")
        yield f"T{written}\t{mention.type or 'Mention'} {places}\t{said}\n"
        note_attributes(mention.replaced(type=None), where, notices)
        if entity in latest:
            links.append((written, latest[entity]))
        latest[entity] = written
    for number, (later, earlier) in enumerate(links, 1):
        yield f"R{number}\tCoreference Arg1:T{later} Arg2:T{earlier}\n"
    note_rest(document, notices)


def _spans(mention: Mention, text: str, offsets: Spans | None, where: str, notices: Notices) -> Spans:
    """Start and end of every run of characters, cut at line ends as brat requires."""
    runs = _runs(mention)
    if not runs:
        notices.add("lost-zero", where)
        return []
    if mention.positions and min(mention.positions) < 0:
        notices.add("changed-empty-nodes", where)
    if offsets is not None:
        runs = [(offsets[first][0], offsets[last - 1][1]) for first, last in runs]
    lines = [found.span() for start, end in runs for found in _LINE.finditer(text, start, end)]
    if not lines:
        notices.add("lost-line-break", where)
    elif (lines[0][0], lines[-1][1]) != (runs[0][0], runs[-1][1]):
        notices.add("changed-line-breaks", where)
    return lines


def _runs(mention: Mention) -> Spans:
    """The positions of a mention as ranges, without empty nodes."""
    if not mention.positions:
        return [(mention.start, mention.end)] if mention.start < mention.end else []
    runs: Spans = []
    for position in mention.positions:
        if runs and runs[-1][1] == position:
            runs[-1] = runs[-1][0], position + 1
        elif position >= 0:
            runs.append((position, position + 1))
    return runs


def note_rest(document: Document, notices: Notices, types: bool = True) -> None:
    """Count the types, unless they were written, and the relations of a document, which will not be written."""
    where = f"document {quoted(document.name)}"
    for name, kind in zip(document.entity_ids, document.entity_types, strict=True):
        if kind and types:
            notices.add("entity-type-not-written", f"{where}, entity {cut(name)} is {cut(kind)}")
    for kind, antecedent, anaphor, *_ in document.relations:
        notices.add("relation-not-written", f"{where}, {cut(kind)} from {anaphor} to {antecedent}")
