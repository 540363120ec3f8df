"""Refuses files that are too much, packed or not, before anything holds them in memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from corefscope.formats.files.sources import PACKED, PARQUET, SNIFFED_BYTES
from corefscope.web.refusals import Refusal

BLOCK = 1 << 20
ROWS = 1 << 14  # of a Parquet table at once
# How many of these there may be for each mention, in files that hold much else.
PER_LIST, PER_LINE, PER_ROW = 5, 10, 1


@dataclass(frozen=True)
class Limits:
    """What a side may unpack to, in bytes, and how many mentions all sides of a result may have together."""

    unpack: int
    mentions: int


def check_unpacked(paths: Iterable[str], limits: Limits) -> None:
    """Goes through files and tables piece by piece, keeps nothing, and stops where all together are too much."""
    size, mentions = 0, 0.0
    for path in paths:
        packed = _packer(path) is not None
        for piece in _pieces(path, packed):
            size += piece.size if piece.counts else 0
            mentions += piece.mentions
            if size > limits.unpack:
                raise Refusal(
                    "unpacks-too-large",
                    f"{path} unpacks to more than {megabytes(limits.unpack)}",
                    413,
                    hint="unpack it yourself and look at it, or allow more with --unpack-limit",
                )
            check_mentions(int(mentions), limits, path)


def check_mentions(mentions: int, limits: Limits, path: str | None = None) -> None:
    """Refuses more mentions than can be shown; with a path, those that a file seems to have before it is read."""
    if mentions > limits.mentions:
        more = f"more than {limits.mentions:,} mentions"
        what = f"{path} has {more}" if path else f"key and responses have {more} together"
        raise Refusal(
            "too-many-mentions", what, 413, hint="score it on the command line, or allow more with --mention-limit"
        )


def head(path: str) -> bytes:
    """The first bytes of a file, unpacked; nothing if they cannot be read."""
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


@dataclass(frozen=True)
class Piece:
    """Part of a file: its bytes, whether they had to be unpacked, and how many mentions it seems to have at least."""

    size: int
    counts: bool
    mentions: float


def _pieces(path: str, packed: bool) -> Iterator[Piece]:
    """A damaged file ends early, and its reader will say what is wrong with it."""
    if head(path).startswith(PARQUET):
        if packed:
            raise Refusal("too-large", f"{path} is a packed Parquet table", hint="Parquet packs by itself")
        yield from _batches(path)
        return
    with suppress(OSError, EOFError, ValueError, _damaged("zlib"), _damaged("lzma")), _opened(path) as stream:
        while block := stream.read(BLOCK):
            yield Piece(len(block), packed, _seeming_mentions(block))


def _seeming_mentions(block: bytes) -> float:
    """About how many mentions a text has, from below: each format marks them by a sign that has few other uses.

    A bracket that closes at the end of a line or before another is a mention of CoNLL and CoNLL-U: those of syntax
    stand in columns before. Lists, tags and lines have other uses too, so only some of them are taken for mentions.
    """
    brackets = sum(block.count(sign) for sign in (b")\n", b")\r", b")|", b")("))
    return max(brackets, block.count(b"]") / PER_LIST, block.count(b"<") / PER_LIST, block.count(b"\n") / PER_LINE)


def _damaged(library: str) -> type[Exception]:
    error: type[Exception] = getattr(import_module(library), {"zlib": "error", "lzma": "LZMAError"}[library])
    return error


def _batches(path: str) -> Iterator[Piece]:
    """First what the table announces of its pages, then what its rows are when they are read."""
    try:
        arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        return
    with suppress(arrow.ArrowException, OSError, ValueError):
        file = parquet.ParquetFile(path)
        announced = sum(file.metadata.row_group(group).total_byte_size for group in range(file.metadata.num_row_groups))
        yield Piece(max(announced, 0), True, max(file.metadata.num_rows, 0) / PER_ROW)
        read = -announced
        for batch in file.iter_batches(batch_size=ROWS):
            read += batch.nbytes
            if read > 0:  # what has been announced is not counted twice
                yield Piece(read, True, 0)
                read = 0
