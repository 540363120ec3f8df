"""Manifests in TOML or CSV: the key of each data set, and the submitted files of each system."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Mapping
from typing import Any

from corefscope.basics.escaping import quoted
from corefscope.boards.entries import KEY, Entries, SubmittedFile, make_entries
from corefscope.formats.files.text import Toml, read_text
from corefscope.problems import FormatError

COLUMNS = ("dataset", "system", "path")
TABLES = ("datasets", "systems")


def read(path: str) -> Entries:
    """Read the entries of a manifest; its paths are relative to its folder and need not exist yet."""
    text = read_text(path, "manifest")
    return _toml(text, path) if path.lower().endswith(".toml") else _csv(text, path)


def _toml(text: str, path: str) -> Entries:
    document = _Manifest(text, path)
    found = document.values
    for name in found:
        if name not in TABLES:
            raise document.error(
                f"{quoted(name)} is not allowed in a manifest", name, "expected [datasets] and [systems.NAME]"
            )
    datasets = document.paths(found.get("datasets", {}), "datasets")
    systems = {}
    for system, files in document.table(found.get("systems", {}), "systems").items():
        systems[system] = document.paths(files, system)
        for name in systems[system]:
            if name not in datasets:
                fact = f"system {quoted(system)} names the data set {quoted(name)}"
                raise document.error(fact, name, f"data sets: {', '.join(datasets) or 'none'}")
    return make_entries(path, datasets, systems)


class _Manifest(Toml):
    """A manifest in TOML: tables of names and paths."""

    def table(self, value: Any, name: str) -> Mapping[str, Any]:
        if not isinstance(value, dict):
            raise self.error(f"{quoted(name)} should be a table of names and paths", name)
        return value

    def paths(self, value: Any, name: str) -> dict[str, SubmittedFile]:
        found = {}
        for key, path in self.table(value, name).items():
            if not isinstance(path, str) or not path.strip():
                raise self.error(
                    f"{quoted(key)} of {quoted(name)} should be a path", key, f'such as {key} = "file.conll"'
                )
            found[key] = _submitted(self.path, path)
        return found


def _csv(text: str, path: str) -> Entries:
    rows = csv.reader(io.StringIO(text.removeprefix("\ufeff")), skipinitialspace=True, strict=True)
    keys: dict[str, SubmittedFile] = {}
    systems: dict[str, dict[str, SubmittedFile]] = {}
    lines: dict[tuple[str, str], int] = {}
    places: list[int] | None = None

    def error(fact: str, line: int, hint: str | None = None) -> FormatError:
        return FormatError("bad-manifest", fact, path, line, hint)

    try:
        for row in rows:
            cells, line = [cell.strip() for cell in row], rows.line_num
            if not any(cells):
                continue
            if places is None:
                names = [cell.lower() for cell in cells]
                for name in COLUMNS:
                    if name not in names:
                        raise error(
                            f"there is no column {quoted(name)}", line, f"the first line is {','.join(COLUMNS)}"
                        )
                places = [names.index(name) for name in COLUMNS]
                continue
            if len(cells) <= max(places):
                raise error(f"the row has {len(cells)} columns", line, f"expected {','.join(COLUMNS)}")
            dataset, system, file = (cells[place] for place in places)
            for name, value in zip(COLUMNS, (dataset, system, file), strict=True):
                if not value:
                    raise error(f"the {name} is missing", line)
            first = lines.setdefault((dataset, system), line)
            if first != line:
                raise error(f"{system} of {dataset} is listed twice", line, f"first in line {first}")
            files = keys if system == KEY else systems.setdefault(system, {})
            files[dataset] = _submitted(path, file)
    except csv.Error as wrong:
        raise error(f"not valid CSV: {wrong}", rows.line_num) from None
    for (dataset, system), line in lines.items():
        if dataset not in keys:
            fact = f"system {quoted(system)} names the data set {quoted(dataset)}, which has no key"
            raise error(fact, line, f"a key is a row such as {dataset},{KEY},FILE")
    return make_entries(path, keys, systems)


def _submitted(manifest: str, path: str) -> SubmittedFile:
    """Resolve a path in a manifest relative to the manifest's folder."""
    return SubmittedFile(os.path.join(os.path.dirname(manifest), path))
