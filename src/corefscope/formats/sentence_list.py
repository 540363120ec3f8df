"""A list of sentences: ECB+'s `Topic,File,Sentence Number`, or a table of document and sentence, counted from 0."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import lru_cache

from corefscope.basics.checksums import ReadFile
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import decoded, lines_of
from corefscope.problems import Notices


@dataclass(frozen=True)
class SentenceList:
    """Documents and sentences, and the file they are from."""

    rows: frozenset[tuple[str, str]]
    record: ReadFile


def read_sentences(path: str) -> SentenceList:
    """Read a list, once while it does not change."""
    state = os.stat(path)
    return _read(path, state.st_mtime_ns, state.st_size)


@lru_cache(maxsize=4)
def _read(path: str, changed: int, size: int) -> SentenceList:
    source = Source(path, path)
    rows = set()
    for number, line in lines_of(decoded(source.read(), path, Notices())):
        cells = [cell.strip() for cell in line.split("\t" if path.endswith(".tsv") else ",")]
        if number == 1 or not line.strip():  # the first line names the columns
            continue
        if len(cells) not in (2, 3) or not all(cells) or not cells[-1].isdecimal():
            fact = "a row is not Topic, File, Sentence Number"
            raise source.error("bad-row", fact, number, "nor document, sentence; sentences count from 0")
        rows.add(("_".join(cells[:-1]).removesuffix(".xml"), str(int(cells[-1]))))
    return SentenceList(frozenset(rows), source.read_beside[0])
