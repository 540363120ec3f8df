"""Checks of the files of a command, before anything is read or written."""

from __future__ import annotations

import os
import shlex
from argparse import Namespace
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from corefscope.cli.arguments import split
from corefscope.problems import CorefscopeError, FormatError

TABLES = (".parquet", ".csv", ".tsv")
LARGE = 256 << 20  # bytes of all files of a call; in memory, ids in Parquet may take some fifty times as much
TEXT = 4  # of CSV so many times as much makes the same table, which Parquet packs


def check_inputs(*paths: str | None, metrics: bool = False) -> None:
    """Refuse what is not there before anything is read, and standard input or a pipe twice.

    With `metrics`, the command has -m, which may be what is missing before a name that is not a file.
    """
    from corefscope.basics.checksums import check_read_once
    from corefscope.formats.files.sources import check_exists

    check_read_once(paths)
    for path in paths:
        if path is None or "::" in path or "://" in path:  # an engine knows what is in a database or far away
            continue
        try:
            check_exists(path)
        except FormatError as error:
            if metrics:
                from corefscope.metrics import metrics as parse_metrics

                with suppress(CorefscopeError):  # no metrics either
                    what = "these are metrics" if len(parse_metrics(split(path))) > 1 else "this is a metric"
                    error.hint = f"{what}: -m {shlex.quote(path)}"
            raise


def check_not_overwritten(source: str, target: str) -> None:
    """Refuse to write over what is read: a slip would cost the annotation, or the text that it is about."""
    from corefscope.formats.files.sources import find
    from corefscope.problems import Notices

    if not os.path.exists(target):
        return
    for file in find(source, Notices(), any_suffix=True):
        stem = os.path.splitext(file.path)[0]
        for path in filter(os.path.exists, (source, file.path, f"{stem}.txt", f"{stem}.sgm")):
            # In a folder, the files of documents are written that have the names of brat's.
            into_folder = os.path.isdir(target) and path.endswith((".ann", ".txt"))
            at_risk = os.path.dirname(path) or "." if into_folder else path
            if os.path.samefile(at_risk, target):
                fact = f"OUT is {'the folder of ' if into_folder else ''}{path}, which is read"
                raise FormatError("would-overwrite-input", fact, target, hint="name another OUT")


def values_of(arguments: Namespace, *names: str) -> dict[str, Any]:
    """The values of options, for a function whose parameters have the same names."""
    return {name: getattr(arguments, name) for name in names}


def process_count(arguments: Namespace, paths: Sequence[str]) -> int:
    """The number of processes: as given, else as many as pay."""
    from corefscope.basics.processes import useful_processes

    return useful_processes(paths) if arguments.jobs is None else int(arguments.jobs)


def are_large_tables(*paths: str) -> bool:
    """Whether all are tables, by their names, and too large to be read into memory without thought."""
    size = 0.0
    for path in paths:
        if "::" in path:  # a table of a database
            size += LARGE + 1
        elif path.lower().endswith(TABLES) and os.path.isfile(path):
            size += os.path.getsize(path) / (1 if path.lower().endswith(TABLES[0]) else TEXT)
        else:
            return False
    return size > LARGE
