"""The entries of a leaderboard: data sets with their keys, and the submitted file of each system."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from corefscope.basics.arguments import path as argument_path
from corefscope.basics.escaping import quoted
from corefscope.formats.files.sources import entries_of, unpacked_name
from corefscope.formats.files.text import Toml, read_text
from corefscope.formats.registry import suffixes
from corefscope.problems import FormatError, Notice, Notices
from corefscope.scoring.inputs import GOLD

KEY, KEYS = "key", "keys"
BOARD_TABLES = ("datasets", "systems")
LAYOUT = (
    "expected FOLDER/DATASET/key.* and FOLDER/DATASET/SYSTEM.*, or FOLDER/keys/DATASET.* and FOLDER/SYSTEM/DATASET.*"
)


class SubmittedFile(NamedTuple):
    """The file of a system for a data set, or the reason why there is none."""

    path: str | None
    problem: str = ""


class DataSet(NamedTuple):
    """A key and its submissions by system."""

    name: str
    key: SubmittedFile
    submissions: Mapping[str, SubmittedFile]

    @property
    def paths(self) -> list[str]:
        return [each.path for each in (self.key, *self.submissions.values()) if each.path is not None]


@dataclass(frozen=True)
class Entries:
    """All data sets in order; `systems` lists every system with a submission."""

    source: str
    datasets: tuple[DataSet, ...]
    notices: tuple[Notice, ...] = ()

    @property
    def systems(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for each in self.datasets for name in each.submissions))


def find_entries(path: str | os.PathLike[str]) -> Entries:
    """Find the entries of a folder, or of a manifest in TOML."""
    text = argument_path(path, "the folder or manifest")
    if os.path.isdir(text):
        return _in_folder(Path(text))
    if not os.path.exists(text):
        raise FormatError("no-such-file", "there is no such file or folder", text)
    if text.lower().endswith(".toml"):
        return _in_manifest(text)
    raise FormatError("bad-manifest", "a manifest is a .toml file", text, hint="or name a folder")


def is_board(path: str) -> bool:
    """Return whether a path is a manifest, or a folder with keys, perhaps misnamed ones."""
    inner = Path(path).glob("*/*") if os.path.isdir(path) else ()
    named = (each.parent.name == KEYS or stem(each.name).lower() in GOLD for each in inner)
    return path.lower().endswith(".toml") or any(named)


def _in_manifest(path: str) -> Entries:
    """Read keys and submissions from a manifest; paths are relative to it and need not exist yet."""
    document = Toml(read_text(path, "manifest"), path)

    def files(value: Any, name: str) -> dict[str, SubmittedFile]:
        if not isinstance(value, dict) or not all(isinstance(file, str) and file.strip() for file in value.values()):
            fact = f"{quoted(name)} should be a table of names and paths"
            raise document.error(fact, name, 'e.g. dev = "dev.conll"')
        folder = os.path.dirname(path)
        return {key: SubmittedFile(os.path.join(folder, file)) for key, file in value.items()}

    tables = {"datasets": {}, "systems": {}, **document.values}
    for name, table in tables.items():
        if name not in BOARD_TABLES or not isinstance(table, dict):
            fact = f"{quoted(name)} is not a table of a manifest"
            raise document.error(fact, name, "expected [datasets] and [systems.NAME]")
    datasets = files(tables["datasets"], "datasets")
    systems = {name: files(paths, name) for name, paths in tables["systems"].items()}
    for system, submissions in systems.items():
        for name in (each for each in submissions if each not in datasets):
            fact = f"system {quoted(system)} has the unknown data set {quoted(name)}"
            raise document.error(fact, name, f"data sets: {', '.join(datasets) or 'none'}")
    return _entries(path, datasets, systems, Notices())


def _entries(
    source: str, keys: Mapping[str, SubmittedFile], systems: Mapping[str, Mapping[str, SubmittedFile]], notices: Notices
) -> Entries:
    """Build the entries; warn about systems that may be one system under two spellings."""
    for each, what in ((keys, "data set"), (systems, "system")):
        if not each:
            raise FormatError("bad-manifest", f"there is no {what}", source)
    for one, other in combinations(systems, 2):
        if _letters(one) == _letters(other) and not systems[one].keys() & systems[other].keys():
            text = f"{quoted(one)} and {quoted(other)} count as two systems (rename one if they are the same)"
            notices.add("similar-names", text, source)
    datasets = (
        DataSet(name, key, {system: files[name] for system, files in systems.items() if name in files})
        for name, key in keys.items()
    )
    return Entries(source, tuple(datasets), tuple(notices))


def _in_folder(folder: Path) -> Entries:
    """Find the entries in either layout; each data set or system is a subfolder."""
    notices, hint = Notices(), ""
    by_system = os.path.isdir(folder / KEYS)
    keys = _files(folder / KEYS, notices) if by_system else {}
    systems: dict[str, dict[str, SubmittedFile]] = {}
    for inner in filter(os.path.isdir, _inside(folder)):
        if inner.name == KEYS:
            continue
        try:
            files = _files(inner, notices)
        except FormatError as error:
            notices.add("folder-not-read", error.message, error.source)
            if not by_system:
                continue
            files = {}
        if by_system:
            for name in [name for name in files if name not in keys]:
                meant = "".join(f" (rename it to {each})" for each in keys if _letters(each) == _letters(name))
                notices.add(
                    "submission-for-no-data-set", f"no key is called {quoted(name)}{meant}", files.pop(name).path
                )
            systems[inner.name] = files
        elif KEY not in files:
            renamed = "".join(f" (rename {name}.* to {KEY}.*)" for name in files if name.lower() in GOLD)
            renamed = renamed or f" (rename it to {KEYS})" * (inner.name.lower() in GOLD)
            hint = hint or (renamed and f"{inner.name}: {renamed[2:-1]}")
            notices.add("folder-without-key", f"there is no {KEY}.* in it{renamed}", str(inner))
        else:
            keys[inner.name] = files.pop(KEY)
            for system, submission in files.items():
                systems.setdefault(system, {})[inner.name] = submission
    if not by_system and not keys:
        raise FormatError("bad-manifest", "this folder has no data set", str(folder), hint=hint or LAYOUT)
    return _entries(str(folder), keys, systems if by_system else dict(sorted(systems.items())), notices)


def _files(folder: Path, notices: Notices) -> dict[str, SubmittedFile]:
    """Return the files of a folder by stem; two files with one stem are a problem."""
    files: dict[str, SubmittedFile] = {}
    for entry in _inside(folder):
        is_folder = os.path.isdir(entry)
        name = entry.name if is_folder else stem(entry.name)
        if not is_folder and not unpacked_name(entry.name).lower().endswith(suffixes()):
            notices.add("file-skipped", "its ending is not that of coreference data", str(entry))
        elif name in files:
            path = files[name].path or ""
            files[name] = SubmittedFile(path, f"{os.path.basename(path)} and {entry.name} both exist")
        else:  # reading a pipe would wait for a writer, and a device may never end
            problem = "" if is_folder or os.path.isfile(entry) else f"{entry.name} is not a regular file"
            files[name] = SubmittedFile(str(entry), problem)
    return files


def _inside(folder: Path) -> Iterator[Path]:
    """Yield the visible entries of a folder."""
    return (folder / name for name in entries_of(str(folder)) if not name.startswith("."))


def _letters(name: str) -> str:
    """Return the lower-case letters and digits of a name, equal for spellings such as Lit-A and litA."""
    return "".join(filter(str.isalnum, name)).casefold()


def stem(name: str) -> str:
    """Return a file's name without its ending and compression suffix.

    >>> stem("lee-2017.conll.gz"), stem("v1.2.jsonl"), stem("key")
    ('lee-2017', 'v1.2', 'key')
    """
    return os.path.splitext(unpacked_name(name))[0]
