"""Limits on the size of files, packed or not, checked while they are read and before memory holds them."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from corefscope.formats.files.sources import PACKED, PARQUET, SNIFFED_BYTES
from corefscope.problems import UnreadableFile
from corefscope.web.refusals import Refusal

ROWS = 1 << 14  # of a Parquet table per batch
# Lists, lines and rows per mention.
PER_LIST, PER_LINE, PER_ROW = 5, 10, 1


@dataclass(frozen=True)
class Limits:
    """The unpacked bytes of one key or response, and the mentions of a result in total."""

    unpack: int
    mentions: int


class TooMuch(Refusal, UnreadableFile):
    """A file above a limit; nothing else is reported about it."""


class LimitWatch:
    """Count the contents of the files of a key or response, block by block, and refuse them before parsing."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._size, self._mentions = 0, 0.0
        self._table = ""  # path of the current Parquet table

    def chunk(self, path: str, content: bytes) -> None:
        packed = _packer(path) is not None
        if content.startswith(PARQUET):
            if packed:
                raise TooMuch("too-large", f"{path} is a packed Parquet table", hint="Parquet packs by itself")
            self._table = path
        if path != self._table:
            self._add(path, len(content) if packed else 0, _estimated_mentions(content))

    def table(self, path: str, content: bytes) -> None:
        """Check the size that the table declares, then the size of its rows as they are read."""
        try:
            arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
        except ImportError:
            return
        with suppress(arrow.ArrowException, OSError, ValueError):
            file = parquet.ParquetFile(arrow.BufferReader(content))
            groups = map(file.metadata.row_group, range(file.metadata.num_row_groups))
            declared = sum(group.total_byte_size for group in groups)
            self._add(path, max(declared, 0), max(file.metadata.num_rows, 0) / PER_ROW)
            read = -declared
            for batch in file.iter_batches(batch_size=ROWS):
                read += batch.nbytes
                if read > 0:  # the declared size is counted already
                    self._add(path, read, 0)
                    read = 0

    def _add(self, path: str, size: int, mentions: float) -> None:
        self._size += size
        self._mentions += mentions
        if self._size > self._limits.unpack:
            raise TooMuch(
                "unpacks-too-large",
                f"{path} unpacks to more than {megabytes(self._limits.unpack)}",
                413,
                hint="unpack it yourself and look at it, or allow more with --unpack-limit",
            )
        check_mentions(int(self._mentions), self._limits, path)


def check_mentions(mentions: int, limits: Limits, path: str | None = None) -> None:
    """Refuse more mentions than the limit; with a path, the estimate of a file before it is parsed."""
    if mentions > limits.mentions:
        more = f"more than {limits.mentions:,} mentions"
        what = f"{path} has {more}" if path else f"key and responses have {more} together"
        raise TooMuch(
            "too-many-mentions", what, 413, hint="score it on the command line, or allow more with --mention-limit"
        )


def head(path: str) -> bytes:
    """Return the first bytes of a file, unpacked; nothing if they cannot be read."""
    with suppress(Exception), _opened(path) as stream:
        return bytes(stream.read(SNIFFED_BYTES))
    return b""


def megabytes(size: int) -> str:
    return f"{size / 1_000_000:,.0f} MB" if size >= 1_000_000 else f"{size / 1000:,.0f} kB"


def _opened(path: str) -> Any:
    packer = _packer(path)
    return open(path, "rb") if packer is None else import_module(packer).open(path, "rb")


def _packer(path: str) -> str | None:
    return next((library for ending, library in PACKED.items() if path.endswith(ending)), None)


def _estimated_mentions(block: bytes) -> float:
    """Estimate a lower bound of the mentions in a text by characters that formats use for little else.

    A bracket that closes at the end of a line or before another bracket is a mention of CoNLL and CoNLL-U; brackets
    of syntax are in earlier columns. Lists, tags and lines have other uses too, so only a share of them counts.
    """
    brackets = sum(block.count(sign) for sign in (b")\n", b")\r", b")|", b")("))
    return max(brackets, block.count(b"]") / PER_LIST, block.count(b"<") / PER_LIST, block.count(b"\n") / PER_LINE)
