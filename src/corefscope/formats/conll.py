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

from corefscope.errors import FormatError, Notices
from corefscope.formats.blocks import Beginning, Block
from corefscope.formats.brackets import Wrong, spans
from corefscope.formats.conll_text import Cells, ConllText, layout, small
from corefscope.formats.sniffing import BEGIN, CELL
from corefscope.formats.sources import Source
from corefscope.model import Corpus, Integers, concatenate

NEWLINE, RETURN, SPACE, TAB, HASH, HYPHEN, UNDERSCORE = 10, 13, 32, 9, 35, 45, 95
END = re.compile(rb"#\s*end document")
BEGINS = Beginning(b"begin document", BEGIN)
LONG_CELL = 200
BRACKETS_THEN_TAB = re.compile(rb"[\t ](?:\(?[^\t ()|]+\)|\([^\t ()|]+)\s*$")


@dataclass
class _Lines:
    """Where lines begin and end (line break, carriage return and trailing blanks excluded)."""

    content: bytes
    buffer: NDArray[np.uint8]
    start: Integers
    end: Integers
    before: int  # lines of the file before these

    def text(self, line: int) -> bytes:
        return self.content[self.start[line] : self.end[line]]


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
    lines = _split(block)
    headers, is_token = _documents(lines, block, source, notices)
    line_of_token = np.flatnonzero(is_token)
    first_token = np.searchsorted(line_of_token, [header.line for header in headers])
    stop_token = np.searchsorted(line_of_token, [header.stop for header in headers])
    tokens = stop_token - first_token
    document_of_token = np.repeat(np.arange(len(headers)), tokens)
    inside = np.arange(len(document_of_token)) + np.repeat(first_token - (np.cumsum(tokens) - tokens), tokens)
    if len(inside) < len(line_of_token):
        stray = np.setdiff1d(np.arange(len(line_of_token)), inside)
        where = before + int(line_of_token[stray[0]]) + 1
        notices.add("line outside any document", "ignored", source.path, where, len(stray))
        line_of_token = line_of_token[inside]
    if not headers:
        return None
    first_token = np.cumsum(tokens) - tokens

    start, end = lines.start[line_of_token], lines.end[line_of_token]
    none = _without_coreference(lines.buffer, start, end)
    token_of_cell = np.flatnonzero(~none)
    cell_end = end[token_of_cell]
    cell_start = _cell_start(lines.buffer, start[token_of_cell], cell_end)
    line_of_cell = before + line_of_token[token_of_cell]
    found = spans(lines.buffer, cell_start, cell_end, document_of_token[token_of_cell])
    if len(found.wrong):
        _refuse(found.wrong, content, cell_start, cell_end, line_of_cell, source, notices)
    _check_trailing_tabs(lines, line_of_token, source, notices)
    for cell in found.reopened.tolist():
        shown = (
            f"'{_show(content, cell_start, cell_end, cell)}' closes and opens one entity: read as a one-token mention"
        )
        notices.add("closed and opened at one token", shown, source.path, int(line_of_cell[cell]) + 1)
    for cell in found.discarded.tolist():
        shown = f"'{_show(content, cell_start, cell_end, cell)}' is discarded, as the official scorer does"
        notices.add("split antecedent", shown, source.path, int(line_of_cell[cell]) + 1)

    document = found.entity_group[found.entity]
    offset = first_token[document]
    boundaries = np.append(first_token, len(line_of_token))
    cells = Cells(small(cell_start), small(cell_end), np.searchsorted(token_of_cell, boundaries))
    text = ConllText(block.again, before, small(start), small(end), small(line_of_token), boundaries, cells)
    return Corpus(
        names=[header.name for header in headers],
        sources=[source.path] * len(headers),
        document_line=before + np.array([max(header.line, 1) for header in headers], np.int64),
        tokens=tokens.astype(np.int64),
        document=document,
        start=token_of_cell[found.first] - offset,
        end=token_of_cell[found.last] - offset + 1,
        entity=found.entity,
        line=line_of_cell[found.first] + 1,
        entity_document=found.entity_group,
        entity_id=found.entity_id,
        named=np.array([bool(header.name) for header in headers], bool),
        texts=[(text, number) for number in range(len(headers))],
    )


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


def _split(block: Block) -> _Lines:
    content = block.content
    buffer = np.frombuffer(content, np.uint8)
    newline = np.flatnonzero(buffer == NEWLINE)
    if not content.endswith(b"\n"):
        newline = np.append(newline, len(content))
    start = np.concatenate([[0], newline[:-1] + 1])
    end = newline.copy()
    open_ends = np.arange(len(end))
    while True:  # strips trailing blanks; a tab stays, because after it an empty cell can stand
        open_ends = open_ends[end[open_ends] > start[open_ends]]
        last = buffer[end[open_ends] - 1]
        open_ends = open_ends[(last == SPACE) | (last == RETURN)]
        if not len(open_ends):
            break
        end[open_ends] -= 1
    # Lines of nothing but tabs and blanks are blank.
    ends_in_tab = np.flatnonzero((end > start) & (buffer[end - 1] == TAB))
    for line in ends_in_tab[buffer[start[ends_in_tab]] <= SPACE].tolist():
        if content[start[line] : end[line]].isspace():
            end[line] = start[line]
    return _Lines(content, buffer, start, end, block.lines_before)


def _documents(
    lines: _Lines, block: Block, source: Source, notices: Notices
) -> tuple[list[_Header], NDArray[np.bool_]]:
    """The documents as ranges of lines, and which lines hold a token."""
    is_token = lines.end > lines.start
    marked = np.flatnonzero(is_token)
    marked = marked[lines.buffer[lines.start[marked]] == HASH]
    headers: list[_Header] = []
    comments = []
    is_open = False
    for line in marked.tolist():
        text = lines.text(line)
        begin = BEGIN.match(text)
        if begin or END.match(text):
            is_token[line] = False
            if is_open:
                headers[-1].stop = line
            is_open = bool(begin)
            if begin:
                headers.append(_Header(begin[1].decode("utf-8", "replace").strip(), line + 1, len(lines.start)))
        else:
            comments.append(line)
    if is_open and block.is_last:
        unended = f"'{headers[-1].name}' has no #end document: is the file whole?"
        notices.add("document without an end", unended, source.path, lines.before + headers[-1].line)
    if not headers and block.is_last:
        headers = [_Header("", 0, len(lines.start))]
    _drop_comments(lines, comments, is_token, source, notices)
    return headers, is_token


def _drop_comments(
    lines: _Lines, marked: list[int], is_token: NDArray[np.bool_], source: Source, notices: Notices
) -> None:
    """A line that begins with `#` is a comment, unless it has the columns of a token line."""
    if not marked:
        return
    is_token[marked] = False
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
            notices.add(
                "comment ignored", "a line that begins with # is not a token", source.path, lines.before + line + 1
            )


def _columns(text: bytes) -> list[bytes]:
    return text.split(b"\t") if b"\t" in text else text.split()


def _without_coreference(buffer: NDArray[np.uint8], start: Integers, end: Integers) -> NDArray[np.bool_]:
    """Lines whose last cell is `-`, `_` or empty."""
    last = buffer[end - 1]
    mark = (last == HYPHEN) | (last == UNDERSCORE)
    before = buffer[np.maximum(end - 2, 0)]
    alone = (before == TAB) | (before == SPACE) | (end - 1 == start)
    none: NDArray[np.bool_] = (mark & alone) | (last == TAB)
    return none


def _cell_start(buffer: NDArray[np.uint8], start: Integers, end: Integers) -> Integers:
    """Where the last cell begins: walks back from the end of all lines at once to a tab or blank."""
    position = end - 1
    walking = np.arange(len(position))
    for _ in range(LONG_CELL):
        if not len(walking):
            break
        here = position[walking]
        byte = buffer[here - 1]
        walking = walking[(here > start[walking]) & (byte != TAB) & (byte != SPACE)]
        position[walking] -= 1
    for cell in walking.tolist():  # the few freaks that are longer are searched one by one
        text = buffer[start[cell] : end[cell]].tobytes()
        position[cell] = start[cell] + 1 + max(text.rfind(b"\t"), text.rfind(b" "))
    return position


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
            f"no coreference column can be found: the last column reads '{cell}'", source.path, where, expected
        )
    for cell, where, message in cells:
        if message.startswith("entity "):
            error = FormatError(message, source.path, where, f"the last column reads '{cell}'")
        else:
            error = FormatError(f"the last column reads '{cell}', which has {message}", source.path, where, expected)
        notices.refuse(error)
    notices.refused += len(wrong) - len(cells)


def _check_trailing_tabs(lines: _Lines, line_of_token: Integers, source: Source, notices: Notices) -> None:
    """A line that ends in a tab has an empty last cell; if brackets stand before it, they may be one column off.

    They are not where the line has no more columns than the nearest line without such brackets: then they are a word.
    """
    end = lines.end[line_of_token]
    in_tab = line_of_token[lines.buffer[end - 1] == TAB]
    # Most such lines read `_` before the tab, and need no second look.
    in_tab = in_tab[lines.buffer[np.maximum(lines.end[in_tab] - 2, 0)] != UNDERSCORE]
    suspects = [line for line in in_tab.tolist() if BRACKETS_THEN_TAB.search(lines.text(line))]
    others = np.setdiff1d(line_of_token, suspects) if suspects else line_of_token
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
