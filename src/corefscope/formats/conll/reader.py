"""CoNLL-2011/2012 and its relatives (SemEval-2010, LitBank, GUM): brackets in the last column.

Only lines with coreference are looked at one by one, and those as arrays; the words and other
columns stay in the file's bytes until somebody asks for them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from corefscope.basics.escaping import quoted
from corefscope.formats.conll.brackets import spans
from corefscope.formats.conll.findings import Findings, is_comment, nearest
from corefscope.formats.conll.lines import Lines, cell_start, split
from corefscope.formats.conll.text import ConllText, fingerprints
from corefscope.formats.files.blocks import Beginning, Block
from corefscope.formats.files.sources import Source
from corefscope.formats.joining import concatenate
from corefscope.formats.sniffing import BEGIN
from corefscope.model import Corpus, Integers
from corefscope.problems import Notices

END = re.compile(rb"#\s*end document")
BEGINS = Beginning(b"begin document", BEGIN)


@dataclass
class _Header:
    name: str
    line: int
    stop: int


def read(blocks: Iterable[Block], source: Source, notices: Notices, options: object = None) -> Corpus:
    """The mentions of one file."""
    findings = Findings(source, notices)
    parts = [part for block in blocks if (part := _read(block, findings)) is not None]
    findings.finish()
    corpus = concatenate(parts)
    return replace(corpus, names=_names(corpus.names, source.stem))


def _read(block: Block, findings: Findings) -> Corpus | None:
    """The mentions of some documents; None if there is no document."""
    before, source, notices = block.lines_before, findings.source, findings.notices
    findings.check_encoding(block)
    lines = split(block)
    is_token = lines.end > lines.start
    headers, skipped = _documents(lines, is_token, block, source, notices)
    first_line = np.array([header.line for header in headers], np.int64)
    stop_line = np.array([header.stop for header in headers], np.int64)
    number = _numbers(is_token)
    tokens = number[stop_line] - number[first_line]
    if tokens.sum() < number[-1]:
        _drop_outside(lines, is_token, first_line, stop_line, source, notices)
        number = _numbers(is_token)
    if not headers:
        return None
    first_token = number[first_line]

    line_of_cell = np.flatnonzero(is_token & ~lines.without_coreference())
    document_of_cell = np.searchsorted(first_line, line_of_cell, side="right") - 1
    end = lines.end[line_of_cell]
    start = cell_start(lines.buffer, lines.start[line_of_cell], end)
    found = spans(lines.buffer, start, end, document_of_cell)
    line_number = lines.all_numbers(line_of_cell)
    findings.add(found, block.content, start, end, line_number)
    findings.add_trailing_tabs(lines, is_token, first_line)

    document = found.entity_group[found.entity]
    token_of_cell = number[line_of_cell] - first_token[document_of_cell]
    place = np.array([(lines.place(header.line), lines.place(header.stop)) for header in headers], np.int64)
    text = ConllText(
        block.again,
        lines.all_numbers(first_line) - 1,
        place,
        frozenset(lines.number(line) - 1 for line in skipped),
        fingerprints(block, start, end, place),
    )
    return Corpus(
        names=[header.name for header in headers],
        sources=[source.path] * len(headers),
        document_line=np.where(first_line > 0, lines.all_numbers(first_line - 1), before + 1),
        tokens=tokens,
        document=document,
        start=token_of_cell[found.first],
        end=token_of_cell[found.last] + 1,
        entity=found.entity,
        line=line_number[found.first],
        entity_document=found.entity_group,
        entity_id=found.entity_id,
        named=np.array([bool(header.name) for header in headers], bool),
        texts=[(text, number) for number in range(len(headers))],
    )


def _numbers(is_token: NDArray[np.bool_]) -> Integers:
    """How many tokens stand before each line, and before the end."""
    numbers = np.zeros(len(is_token) + 1, np.int64)
    np.cumsum(is_token, out=numbers[1:])
    return numbers


def _drop_outside(
    lines: Lines,
    is_token: NDArray[np.bool_],
    first_line: Integers,
    stop_line: Integers,
    source: Source,
    notices: Notices,
) -> None:
    """Lines outside any document are no tokens, and are counted."""
    edges = np.zeros(len(lines) + 1, np.int64)
    np.add.at(edges, first_line, 1)
    np.add.at(edges, stop_line, -1)
    stray = np.flatnonzero(is_token & (np.cumsum(edges[:-1]) == 0))
    is_token[stray] = False
    for line in stray[: notices.limit].tolist():
        notices.add("line outside any document", "ignored", source.path, lines.number(line))
    if more := len(stray[notices.limit :]):
        notices.add("line outside any document", "ignored", source.path, lines.number(int(stray[-1])), more)


def _names(names: list[str], stem: str) -> list[str]:
    """Documents without a name are called after the file, and numbered if there are several."""
    several = names.count("") > 1
    return [name or (f"{stem}_{number}" if several else stem) for number, name in enumerate(names)]


def _documents(
    lines: Lines, is_token: NDArray[np.bool_], block: Block, source: Source, notices: Notices
) -> tuple[list[_Header], list[int]]:
    """The documents as ranges of lines, and the lines within them that begin with `#` and are no tokens."""
    headers: list[_Header] = []
    ends, comments = [], []
    is_open = False
    for line, text in lines.marked():
        begin = BEGIN.match(text)
        if begin or END.match(text):
            is_token[line] = False
            if is_open:
                headers[-1].stop = line
            elif not begin:
                ends.append(line)
            is_open = bool(begin)
            if begin:
                headers.append(_Header(begin[1].decode("utf-8", "replace").strip(), line + 1, len(lines)))
        else:
            comments.append(line)
    if is_open and block.is_last:
        unended = f"{quoted(headers[-1].name)} has no #end document: is the file whole?"
        notices.add("document without an end", unended, source.path, lines.number(headers[-1].line - 1))
    if not headers and block.is_last:
        headers = [_Header("", 0, len(lines))]
    return headers, ends + _comments(lines, comments, [header.line for header in headers], is_token, source, notices)


def _comments(
    lines: Lines, marked: list[int], begins: list[int], is_token: NDArray[np.bool_], source: Source, notices: Notices
) -> list[int]:
    """The comments among lines that begin with `#`, which are no tokens."""
    if not marked:
        return marked
    is_token[marked] = False
    comments = []
    plain, segment = np.flatnonzero(is_token), np.array(begins, np.int64)
    for line in marked:
        if is_comment(lines, line, nearest(plain, line, segment)):
            comments.append(line)
            notices.add("comment ignored", "a line that begins with # is not a token", source.path, lines.number(line))
        else:
            is_token[line] = True
    return comments
