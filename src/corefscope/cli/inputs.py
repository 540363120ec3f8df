"""Checks of the files of a command."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator

PACKED = ".parquet"
TABLES = (PACKED, ".csv", ".tsv")
LARGE = 256 << 20  # bytes of all files of a call; in memory, ids in Parquet may take some fifty times as much
TEXT = 4  # of CSV so many times as much makes the same table, which Parquet packs


def check_inputs(*paths: str | None, metrics: bool = False) -> None:
    """Refuse what is not there before anything is read, and standard input or a pipe twice.

    With `metrics`, the command has -m, which may be what is missing before a name that is no file.
    """
    from corefscope.basics.checksums import check_read_once
    from corefscope.formats.files.sources import check_exists
    from corefscope.problems import FormatError

    check_read_once(paths)
    for path in paths:
        if path is None or "::" in path or "://" in path:  # an engine knows what is in a database or far away
            continue
        try:
            check_exists(path)
        except FormatError as error:
            hint = _metric_hint(path) if metrics else None
            if hint is None:
                raise
            raise FormatError(error.code, error.message, path, hint=hint) from None


def _metric_hint(text: str) -> str | None:
    """The option for the metrics that a text names; None if it names none."""
    from corefscope.cli.options import split
    from corefscope.metrics import metrics
    from corefscope.problems import CorefscopeError

    try:
        many = len(metrics(split(text))) > 1
    except CorefscopeError:
        return None
    return f"{'these are metrics' if many else 'this is a metric'}: -m {shlex.quote(text)}"


def check_not_overwritten(source: str, target: str) -> None:
    """What is read must not be written over: a slip would cost the annotation, or the text that it is about."""
    from corefscope.problems import FormatError

    if not os.path.exists(target):
        return
    if os.path.exists(source) and os.path.samefile(source, target):
        raise FormatError(
            "would-overwrite-input",
            "IN and OUT are the same, and what was read would be gone",
            target,
            hint="name another OUT",
        )
    into_folder = os.path.isdir(target)
    there = os.stat(target)
    for path in _files_of(source):
        # In a folder, the files of documents are written that have the names of brat's.
        written = os.path.dirname(path) or "." if into_folder and path.endswith((".ann", ".txt")) else path
        if os.path.samestat(os.stat(written), there):
            fact = f"OUT is a file of IN, {path}" if not into_folder else f"OUT is the folder of a file of IN, {path}"
            raise FormatError(
                "would-overwrite-input", f"{fact}, and what was read would be gone", target, hint="name another OUT"
            )


def _files_of(source: str) -> Iterator[str]:
    """The files that a path means, and the texts beside annotations that may be read with them."""
    from corefscope.formats.files.sources import matching

    if os.path.isdir(source):
        yield from (os.path.join(folder, name) for folder, _, names in os.walk(source) for name in names)
        return
    for path in [source] if os.path.isfile(source) else matching(source):
        yield path
        for ending in (".ann", ".apf.xml", ".tsv"):
            texts = (path.removesuffix(ending) + text for text in (".txt", ".sgm") if path.endswith(ending))
            yield from filter(os.path.isfile, texts)


def are_large_tables(*paths: str) -> bool:
    """Whether all are tables, by their names, and too large to be read into memory without thought."""
    if all("::" in path for path in paths):
        return True
    tables = all(path.lower().endswith(TABLES) and os.path.isfile(path) for path in paths)
    sizes = (os.path.getsize(path) / (1 if path.lower().endswith(PACKED) else TEXT) for path in paths)
    return tables and sum(sizes) > LARGE
