"""What a block of CoNLL-U says of its documents, as columns: enough to make mentions of, without its text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

import numpy as np

from corefscope.formats.corefud.brackets import ENTITY_KEY, Header
from corefscope.formats.corefud.items import Items, RelationText, items, values
from corefscope.formats.corefud.scan import FIELDS, Comment, NodeRows, Scan
from corefscope.formats.corefud.text import DEPS, UNREADABLE_DEPENDENCY
from corefscope.model import Integers
from corefscope.problems import FormatError

# What the columns of several blocks count from the first of them on.
_ROWS = ("documents", "sentences", "empty", "annotated", "unusual")
_WORDS = ("document_word", "sentence_word", "empty_word")


@dataclass(frozen=True)
class Columns(NodeRows):
    """Rows with the brackets and relations of their nodes."""

    items: Items | None  # None if no node has any
    header: Header | None  # by which the items were read
    relations: list[RelationText]
    unusual: Integers  # rows

    @staticmethod
    def of(block: Scan, header: Header | None) -> Columns:
        """Those of one block, before which this header was in force."""
        rows = block.nodes.annotated
        found = values(np.frombuffer(block.content, np.uint8), block.misc - 1, block.end[rows])
        used = _header(block.nodes.comments, header, int(rows[found.node[0]])) if len(found.node) else None
        brackets = items(found, used) if used and len(found.node) else None
        unusual = [_unusual_rows(block), rows[found.unusual]]
        unusual.append(rows[found.node if brackets is None else brackets.unusual])
        relations = [relation._replace(node=int(rows[relation.node])) for relation in found.relations]
        return Columns(
            **vars(block.nodes), items=brackets, header=used, relations=relations, unusual=np.concatenate(unusual)
        )

    @staticmethod
    def concatenated(parts: Sequence[Columns], rows: Sequence[int]) -> Columns | None:
        """Those of several blocks, before which there are so many rows; None if they have different headers."""
        if len(parts) == 1:
            return parts[0]
        headers = [part.header for part in parts if part.header is not None]
        if any(header != headers[0] for header in headers):
            return None
        words, blanks, forms, nodes = (
            list(accumulate(counts, initial=0))[:-1]
            for counts in zip(*((len(p.words), p.blanks, len(p.forms), len(p.annotated)) for p in parts), strict=True)
        )
        shift = {**dict.fromkeys(_ROWS, rows), **dict.fromkeys(_WORDS, words), "sentence_group": blanks}
        shift |= {"document_form": forms, "empty_number": [0] * len(parts)}
        joined = {
            name: np.concatenate([getattr(part, name) + by for part, by in zip(parts, before, strict=True)])
            for name, before in shift.items()
        }
        brackets = [(part.items, by) for part, by in zip(parts, nodes, strict=True) if part.items]
        return Columns(
            rows=rows[-1] + parts[-1].rows,
            blanks=blanks[-1] + parts[-1].blanks,
            words=np.concatenate([part.words + np.int32(by) for part, by in zip(parts, rows, strict=True)]),
            comments=[
                comment._replace(row=comment.row + by, group=comment.group + blank)
                for part, by, blank in zip(parts, rows, blanks, strict=True)
                for comment in part.comments
            ],
            items=Items.concatenated(brackets),
            header=headers[0] if headers else None,
            relations=[
                relation._replace(node=relation.node + by)
                for part, by in zip(parts, rows, strict=True)
                for relation in part.relations
            ],
            forms=b"".join([part.forms for part in parts]),
            **joined,
        )


def _header(comments: list[Comment], header: Header | None, row: int) -> Header | None:
    """The one in force at a row; None if there is none, or it cannot be read."""
    for comment in comments:
        if comment.key == FIELDS and comment.row < row:
            header = parsed_header(comment.value)
    return header


@lru_cache(maxsize=8)
def parsed_header(value: bytes) -> Header | None:
    """What `# global.Entity` says; None if it cannot be read."""
    try:
        return Header.parse(value)
    except FormatError:
        return None


def _unusual_rows(block: Scan) -> Integers:
    """Rows of two words written as one that have annotation, and empty nodes whose dependencies cannot be read."""
    rows = [row for row in block.ranges.tolist() if ENTITY_KEY.search(block.line(row))]
    for row in block.nodes.empty.tolist():
        cell = block.line(row).split(b"\t", DEPS + 1)[DEPS]
        if cell != b"_" and UNREADABLE_DEPENDENCY.search(b"|" + cell):
            rows.append(row)
    return np.array(rows, np.int64)
