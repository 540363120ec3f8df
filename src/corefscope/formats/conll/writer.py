"""Write CoNLL-2012: twelve columns, brackets in the last.

Parts of speech, parse, lemma, speaker and named entities are written if the document has them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain

from corefscope.basics.escaping import quoted
from corefscope.formats.document_names import canonical
from corefscope.formats.writing import brackets, crossing, filled_mentions, token_count
from corefscope.model import Document
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
    ids = _written_ids(document, notices)
    cells = brackets(_runs(document, ids, notices))
    columns = [_layer(document, layer, nothing, length) for layer, nothing in BETWEEN]
    untyped = sum(map(bool, document.entity_types))
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


def _runs(document: Document, ids: list[str], notices: Notices) -> Iterator[tuple[int, int, str, str]]:
    """The mentions that brackets can express: no zeros, no crossing within an entity."""
    mentions: list[list[tuple[int, int, str]]] = [[] for _ in ids]
    for entity, mention, where in filled_mentions(document, notices):
        mentions[entity].append((mention.start, mention.end, where))
    for id, entity_mentions in zip(ids, mentions, strict=True):
        crosses = crossing([(start, end) for start, end, _ in entity_mentions])
        for number, (start, end, where) in enumerate(entity_mentions):
            if number in crosses:
                notices.add("lost-crossing", where)
            else:
                yield start, end - 1, f"({id}", f"{id})"


def _written_ids(document: Document, notices: Notices) -> list[str]:
    """The ids of entities if all are numbers, else new numbers: the official scorer reads nothing else."""
    ids = document.entity_ids
    if all(re.fullmatch("[0-9]+", name) for name in ids) and len(set(ids)) == len(ids):
        return ids
    notices.add("entity-ids-changed", f"document {quoted(document.name)}: numbers are written instead")
    return [str(number) for number in range(len(ids))]
