"""What a block of CoNLL-U says of its documents, as columns: enough to make mentions of, without its text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from corefscope.formats.corefud.brackets import ENTITY_KEY, Header
from corefscope.formats.corefud.comments import FIELDS
from corefscope.formats.corefud.items import Items, RelationText, items, values
from corefscope.formats.corefud.scan import Scan, comment_key
from corefscope.formats.corefud.text import DEPS, UNREADABLE_DEPENDENCY
from corefscope.model import Integers
from corefscope.problems import FormatError


@dataclass(frozen=True)
class Comment:
    """A comment that may say something."""

    row: int
    group: int  # how many blank lines come before
    key: bytes
    value: bytes


@dataclass(frozen=True)
class Columns:
    """The rows of one block or of several; rows, words and blank lines are counted from the first."""

    rows: int
    blanks: int
    words: NDArray[np.int32]
    documents: Integers  # that begin one, with the words before each
    document_word: Integers
    comments: list[Comment]
    sentences: Integers  # that begin one, with the words and blank lines before each
    sentence_word: Integers
    sentence_group: Integers
    empty: Integers
    empty_word: Integers  # words before each
    empty_number: Integers
    annotated: Integers
    items: Items | None  # None if no node has any
    header: Header | None  # by which the items were read
    relations: list[RelationText]
    unusual: Integers  # rows
    forms: bytes  # of all words, each with a zero byte before it
    document_form: Integers  # where those of each document begin

    @staticmethod
    def of(block: Scan, header: Header | None) -> Columns:
        """Those of one block, before which this header was in force."""
        comments = [
            Comment(row, group, *comment_key(block.line(row)))
            for row, group in zip(block.comments.tolist(), block.group[block.comments].tolist(), strict=True)
        ]
        rows = block.annotated
        found = values(np.frombuffer(block.content, np.uint8), block.misc[rows] - 1, block.end[rows])
        used = _header(comments, header, int(rows[found.node[0]])) if len(found.node) else None
        brackets = items(found, used) if used and len(found.node) else None
        unusual = [_ranges(block), _dependencies(block), rows[found.unusual]]
        unusual.append(rows[found.node if brackets is None else brackets.unusual])
        return Columns(
            block.rows,
            int(block.group[-1]),
            block.words.astype(np.int32),
            block.documents,
            block.words_before[block.documents],
            comments,
            block.sentences,
            block.words_before[block.sentences],
            block.group[block.sentences],
            block.empty,
            block.words_before[block.empty],
            block.empty_number,
            rows,
            brackets,
            used,
            [relation._replace(node=int(rows[relation.node])) for relation in found.relations],
            np.concatenate(unusual),
            block.forms,
            block.form_start[block.words_before[block.documents]],
        )

    @staticmethod
    def concatenated(parts: Sequence[Columns], rows: Sequence[int]) -> Columns | None:
        """Those of several blocks, before which there are so many rows; None if they have different headers."""
        if len(parts) == 1:
            return parts[0]
        headers = [part.header for part in parts if part.header is not None]
        if any(header != headers[0] for header in headers):
            return None
        words = _before(len(part.words) for part in parts)
        blanks = _before(part.blanks for part in parts)
        forms = _before(len(part.forms) for part in parts)

        def joined(name: str, shift: Sequence[int]) -> Integers:
            return np.concatenate([getattr(part, name) + by for part, by in zip(parts, shift, strict=True)])

        nodes = _before(len(part.annotated) for part in parts)
        brackets = [(found, by) for found, by in zip([part.items for part in parts], nodes, strict=True) if found]
        return Columns(
            rows[-1] + parts[-1].rows,
            blanks[-1] + parts[-1].blanks,
            np.concatenate([part.words + np.int32(by) for part, by in zip(parts, rows, strict=True)]),
            joined("documents", rows),
            joined("document_word", words),
            [
                Comment(comment.row + by, comment.group + blank, comment.key, comment.value)
                for part, by, blank in zip(parts, rows, blanks, strict=True)
                for comment in part.comments
            ],
            joined("sentences", rows),
            joined("sentence_word", words),
            joined("sentence_group", blanks),
            joined("empty", rows),
            joined("empty_word", words),
            np.concatenate([part.empty_number for part in parts]),
            joined("annotated", rows),
            Items.concatenated(brackets),
            headers[0] if headers else None,
            [
                relation._replace(node=relation.node + by)
                for part, by in zip(parts, rows, strict=True)
                for relation in part.relations
            ],
            joined("unusual", rows),
            b"".join([part.forms for part in parts]),
            joined("document_form", forms),
        )


def _before(counts: Iterable[int]) -> list[int]:
    """How many come before each of some parts."""
    return list(accumulate(counts, initial=0))[:-1]


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


def _ranges(block: Scan) -> Integers:
    """Two words written as one should have no annotation of their own."""
    return np.array([row for row in block.ranges.tolist() if ENTITY_KEY.search(block.line(row))], np.int64)


def _dependencies(block: Scan) -> Integers:
    """Empty nodes whose dependencies cannot be read."""
    cells = ((row, block.line(row).split(b"\t", DEPS + 1)[DEPS]) for row in block.empty.tolist())
    wrong = [row for row, cell in cells if cell != b"_" and UNREADABLE_DEPENDENCY.search(b"|" + cell)]
    return np.array(wrong, np.int64)
