"""Write CoNLL-2012: twelve columns, brackets in the last.

Parts of speech, parse, lemma, speaker and named entities are written if the document has them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain

from corefscope.basics.codes import WarningCode
from corefscope.basics.escaping import cut, quoted
from corefscope.formats.document_names import canonical
from corefscope.model import Document, Mention
from corefscope.problems import CorefscopeError, Notices

# The columns between word and brackets: the layer of each, if any, and the sign for an empty cell.
BETWEEN = (("pos", "-"), ("parse", "-"), ("lemma", "-"), ("", "-"), ("", "-"), ("speaker", "-"), ("named_entity", "*"))


def write(documents: Sequence[Document], notices: Notices) -> str:
    """The documents as one CoNLL-2012 file; unknown words are written as `_`."""
    return "".join(_document(document, notices) for document in documents)


def _document(document: Document, notices: Notices) -> str:
    name, part = canonical(document.name)
    if "\n" in name or "\r" in name:
        fact = f"document {document.name!r} has a line break in its name, which CoNLL cannot express"
        raise CorefscopeError("cannot-express", fact)
    length = token_count(document)
    words = document.words or ["_"] * length
    ids = _written_ids(document)
    entities = zip(ids, _expressible(document, notices), strict=True)
    cells = brackets((each.start, each.end - 1, f"({id}", f"{id})") for id, entity in entities for each in entity)
    columns = [_layer(document, layer, nothing, length) for layer, nothing in BETWEEN]
    # As in GUM, an id may begin with its type.
    untyped = sum(not id.startswith(kind) for id, kind in zip(ids, document.entity_types, strict=True))
    where = f"document {quoted(document.name)}"
    if document.relations:
        notices.add("relation-not-written", where, count=len(document.relations))
    if untyped:
        notices.add("entity-type-not-written", where, count=untyped)
    out = [f"#begin document ({name}); part {part:03d}\n"]
    column = re.sub(r"\s|^#", "_", name) or "-"
    for start, end in document.sentences or [(0, length)]:
        for number, token in enumerate(range(start, end)):
            word = re.sub(r"\s", "_", words[token]) or "_"
            known = "\t".join(layer[token] for layer in columns)
            cell = "|".join(chain(*cells[token])) if token in cells else "-"
            out.append(f"{column}\t{part}\t{number}\t{word}\t{known}\t{cell}\n")
        out.append("\n")
    out.append("#end document\n")
    return "".join(out)


def _layer(document: Document, name: str, nothing: str, length: int) -> list[str]:
    """The cells of a column, without blanks and not empty."""
    known = document.layer(name) if name else None
    if known is None or len(known) != length:
        return [nothing] * length
    return [re.sub(r"\s", "_", cell) or nothing for cell in known]


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


def _expressible(document: Document, notices: Notices) -> list[list[Mention]]:
    """The mentions that brackets can express: no gaps, no zeros, no crossing within an entity."""
    entities = []
    for name, entity in zip(document.entity_ids, document.entities, strict=True):
        rest: list[Mention] = []
        crosses = crossing([(mention.start, mention.end) for mention in entity])
        for number, mention in enumerate(entity):
            where = f"document {quoted(document.name)}, entity {cut(name)}, tokens {mention.start}–{mention.end - 1}"
            if mention.start >= mention.end:
                notices.add("lost-zero", where)
                continue
            if mention.positions:
                notices.add("changed-gaps", where)
            if number in crosses:
                notices.add("lost-crossing", where)
                continue
            rest.append(mention)
            note_attributes(mention, where, notices)
        entities.append(rest)
    return entities


NOT_WRITTEN: tuple[WarningCode, ...] = ("head-not-written", "type-not-written", "minimum-not-written")


def note_attributes(mention: Mention, where: str, notices: Notices) -> None:
    """Count the attributes of a mention that will not be written."""
    for code, attribute in zip(NOT_WRITTEN, (mention.head, mention.type, mention.minimum), strict=True):
        if attribute not in (None, ()):
            notices.add(code, where)


def _written_ids(document: Document) -> list[str]:
    """The ids of entities if all fit into a cell, else their numbers."""
    ids = document.entity_ids
    plain = all(re.fullmatch(r"[^()|\s+]+", name) for name in ids) and len(set(ids)) == len(ids)
    return ids if plain else [str(number) for number in range(len(ids))]
