"""What several commands ask of the files that they are given."""

from __future__ import annotations

import os
from collections.abc import Sequence

PACKED = ".parquet"
TABLES = (PACKED, ".csv", ".tsv")
LARGE = 256 << 20  # bytes of all files of a call; in memory, ids in Parquet may take some fifty times as much
TEXT = 4  # of CSV so many times as much makes the same table, which Parquet packs


def check_standard_input(*paths: str | None) -> None:
    """Standard input can be read only once."""
    from corefscope.errors import SettingsError

    if paths.count("-") > 1:
        raise SettingsError("- is given twice, but standard input can be read only once")


def check_not_overwritten(source: str, target: str) -> None:
    """What is read must not be written over: a slip would cost the annotation."""
    from corefscope.errors import FormatError

    if os.path.exists(source) and os.path.exists(target) and os.path.samefile(source, target):
        raise FormatError("IN and OUT are the same, and what was read would be gone", target, hint="name another OUT")


def are_large_tables(*paths: str) -> bool:
    """Whether all are tables, by their names, and too large to be read into memory without thought."""
    if all("::" in path for path in paths):
        return True
    tables = all(path.lower().endswith(TABLES) and os.path.isfile(path) for path in paths)
    sizes = (os.path.getsize(path) / (1 if path.lower().endswith(PACKED) else TEXT) for path in paths)
    return tables and sum(sizes) > LARGE


def short_names(paths: Sequence[str]) -> list[str]:
    """What to call each file: by its name, by its path where names are the same, numbered where paths are."""
    short = [os.path.basename(os.path.normpath(path)) for path in paths]
    told = [path if short.count(name) > 1 else name for path, name in zip(paths, short, strict=True)]
    return [name if told.count(name) == 1 else f"{name} {number}" for number, name in enumerate(told, 1)]
