"""CoNLL-2011/2012 and its relatives (SemEval-2010, LitBank, GUM): brackets in the last column.

Only lines with coreference are looked at one by one, and those as arrays; the words and other
columns stay in the file's bytes until somebody asks for them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from corefscope.errors import FormatError, Notices
from corefscope.formats.blocks import Beginning, Block
from corefscope.formats.brackets import Wrong, spans
from corefscope.formats.conll_lines import TAB, UNDERSCORE, Lines, cell_start, split
from corefscope.formats.conll_text import ConllText, fingerprints, layout
from corefscope.formats.sniffing import BEGIN, CELL
from corefscope.formats.sources import Source
from corefscope.joining import concatenate
from corefscope.model import Corpus, Integers
from corefscope.visible import quoted

END = re.compile(rb"#\s*end document")
BEGINS = Beginning(b"begin document", BEGIN)
BRACKETS_THEN_TAB = re.compile(rb"[\t ](?:\(?[^\t ()|]+\)|\([^\t ()|]+)\s*$")


@dataclass
class _Header:
    name: str
    line: int
    stop: int


def read(blocks: Iterable[Block], source: Source, notices: Notices, options: object = None) -> Corpus:
    """The mentions of one file."""
    parts = [part for block in blocks if (part := _read(block, source, notices)) is not None]
    corpus = concatenate(parts)
    return replace(corpus, names=_names(corpus.names, source.stem))


def _read(block: Block, source: Source, notices: Notices) -> Corpus | None:
    """The mentions of some documents; None if there is no document."""
    content, before = block.content, block.lines_before
    _check_encoding(block, source, notices)
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
    shown = partial(_show, content, start, end)
    if len(found.wrong):
        _refuse(found.wrong, content, start, end, before + line_of_cell, source, notices)
    _check_trailing_tabs(lines, is_token, source, notices)
    for cell in found.reopened.tolist():
        fact = f"{quoted(shown(cell))} closes and opens one entity: read as a one-token mention"
        notices.add("closed and opened at one token", fact, source.path, before + int(line_of_cell[cell]) + 1)
    for cell in found.discarded.tolist():
        fact = f"{quoted(shown(cell))} is discarded, as the official scorer does"
        notices.add("split antecedent", fact, source.path, before + int(line_of_cell[cell]) + 1)

    document = found.entity_group[found.entity]
    token_of_cell = number[line_of_cell] - first_token[document_of_cell]
    place = np.array([(lines.place(header.line), lines.place(header.stop)) for header in headers], np.int64)
    text = ConllText(
        block.again,
        before + first_line,
        place,
        frozenset(before + line for line in skipped),
        fingerprints(block, start, end, place),
    )
    return Corpus(
        names=[header.name for header in headers],
        sources=[source.path] * len(headers),
        document_line=before + np.maximum(first_line, 1),
        tokens=tokens,
        document=document,
        start=token_of_cell[found.first],
        end=token_of_cell[found.last] + 1,
        entity=found.entity,
        line=before + line_of_cell[found.first] + 1,
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
    notices.add("line outside any document", "ignored", source.path, lines.before + int(stray[0]) + 1, len(stray))


def _check_encoding(block: Block, source: Source, notices: Notices) -> None:
    """Brackets are found in any encoding that has them; words that are not UTF-8 are shown with gaps."""
    if not block.content.isascii():
        try:
            block.content.decode("utf-8")
        except UnicodeDecodeError as error:
            line = block.lines_before + block.content.count(b"\n", 0, error.start) + 1
            notices.add("not UTF-8", "words are read with gaps; save the file as UTF-8", source.path, line)


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
        notices.add("document without an end", unended, source.path, lines.before + headers[-1].line)
    if not headers and block.is_last:
        headers = [_Header("", 0, len(lines))]
    return headers, ends + _comments(lines, comments, is_token, source, notices)


def _comments(
    lines: Lines, marked: list[int], is_token: NDArray[np.bool_], source: Source, notices: Notices
) -> list[int]:
    """A line that begins with `#` is a comment, unless it has the columns of a token line."""
    if not marked:
        return marked
    is_token[marked] = False
    comments = []
    plain = np.flatnonzero(is_token)
    for line in marked:
        text = lines.text(line)
        near = min(int(np.searchsorted(plain, line)), len(plain) - 1)
        neighbour = lines.text(int(plain[near])) if len(plain) else b""
        columns = _columns(text)
        alike = len(columns) == len(_columns(neighbour)) and (b"\t" in text) == (b"\t" in neighbour)
        # A document in which every word is # has no other line to compare with.
        if len(columns) > 1 and CELL.match(columns[-1]) and (alike or (not len(plain) and b"\t" in text)):
            is_token[line] = True
        else:
            comments.append(line)
            notices.add(
                "comment ignored", "a line that begins with # is not a token", source.path, lines.before + line + 1
            )
    return comments


def _columns(text: bytes) -> list[bytes]:
    return text.split(b"\t") if b"\t" in text else text.split()


def _show(content: bytes, start: Integers, end: Integers, cell: int) -> str:
    text = content[start[cell] : end[cell]].decode("utf-8", "replace")
    return text if len(text) <= 40 else text[:37] + "…"


def _refuse(
    wrong: Wrong,
    content: bytes,
    start: Integers,
    end: Integers,
    line: Integers,
    source: Source,
    notices: Notices,
) -> None:
    """Says what is wrong with each cell; if not one of the file has a bracket, they are no coreference column."""
    expected = "expected -, _, nothing, or brackets such as (12|(3)|7)"
    cells = [(_show(content, start, end, cell), int(line[cell]) + 1, message) for cell, message in wrong.in_order]
    if not any(b"(" in content[low:high] or b")" in content[low:high] for low, high in zip(start, end, strict=True)):
        cell, where, _ = cells[0]
        raise FormatError(
            f"no coreference column can be found: the last column reads {quoted(cell)}", source.path, where, expected
        )
    for cell, where, message in cells:
        if message.startswith("entity "):
            error = FormatError(message, source.path, where, f"the last column reads {quoted(cell)}")
        else:
            error = FormatError(
                f"the last column reads {quoted(cell)}, which has {message}", source.path, where, expected
            )
        notices.refuse(error)
    notices.refused += len(wrong) - len(cells)


def _check_trailing_tabs(lines: Lines, is_token: NDArray[np.bool_], source: Source, notices: Notices) -> None:
    """A line that ends in a tab has an empty last cell; if brackets stand before it, they may be one column off.

    They are not where the line has no more columns than the nearest line without such brackets: then they are a word.
    """
    in_tab = np.flatnonzero(is_token & (lines.last == TAB))
    # Most such lines read `_` before the tab, and need no second look.
    in_tab = in_tab[lines.buffer[np.maximum(lines.end[in_tab] - 2, 0)] != UNDERSCORE]
    suspects = [line for line in in_tab.tolist() if BRACKETS_THEN_TAB.search(lines.text(line))]
    others = np.setdiff1d(np.flatnonzero(is_token), suspects) if suspects else in_tab
    for line in suspects:
        columns = _columns(lines.text(line))
        if len(others):
            near = lines.text(int(others[min(int(np.searchsorted(others, line)), len(others) - 1)]))
            off = len(columns) > len(_columns(near))
        else:
            off = layout(columns).get("word") != len(columns) - 2 or b" " in columns[-2]
        if off:
            fact = "the last column is empty but the one before it holds brackets"
            notices.refuse(
                FormatError(fact, source.path, lines.before + line + 1, "remove the tab at the end of the line")
            )
