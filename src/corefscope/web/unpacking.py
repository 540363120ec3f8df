"""Refuses files that become far larger when they are unpacked, before anything holds them in memory."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from importlib import import_module
from typing import Any

from corefscope.formats.sources import PACKED, PARQUET, SNIFFED_BYTES
from corefscope.web.refusals import Refusal

BLOCK = 1 << 20
ROWS = 1 << 14  # of a Parquet table at once


def check_unpacked(paths: Iterable[str], most: int) -> None:
    """Unpacks packed files and tables piece by piece, keeps nothing, and stops where all are larger than `most`."""
    size = 0
    for path in paths:
        for piece in _sizes(path):
            size += piece
            if size > most:
                raise Refusal(
                    f"{os.path.basename(path)} unpacks to more than {megabytes(most)}",
                    413,
                    hint="unpack it yourself and look at it, or allow more with --unpack-limit",
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


def _sizes(path: str) -> Iterator[int]:
    """How many bytes each piece has; a damaged file ends early, and its reader will say what is wrong with it."""
    table = head(path).startswith(PARQUET)
    if _packer(path) is not None:
        if table:
            raise Refusal(f"{os.path.basename(path)} is a packed Parquet table", hint="Parquet packs by itself")
        yield from _pieces(path)
    elif table:
        yield from _batches(path)


def _pieces(path: str) -> Iterator[int]:
    with suppress(OSError, EOFError, ValueError, _damaged("zlib"), _damaged("lzma")), _opened(path) as stream:
        while block := stream.read(BLOCK):
            yield len(block)


def _damaged(library: str) -> type[Exception]:
    error: type[Exception] = getattr(import_module(library), {"zlib": "error", "lzma": "LZMAError"}[library])
    return error


def _batches(path: str) -> Iterator[int]:
    """First what the table announces of its pages, then what its rows are when they are read."""
    try:
        arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        return
    with suppress(arrow.ArrowException, OSError, ValueError):
        file = parquet.ParquetFile(path)
        announced = sum(file.metadata.row_group(group).total_byte_size for group in range(file.metadata.num_row_groups))
        yield max(announced, 0)
        read = -announced
        for batch in file.iter_batches(batch_size=ROWS):
            read += batch.nbytes
            if read > 0:  # what has been announced is not counted twice
                yield read
                read = 0
