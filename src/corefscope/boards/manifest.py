"""Manifests in TOML or CSV: the key of each data set, and the submitted files of each system."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from typing import Any

from corefscope.basics.escaping import quoted
from corefscope.boards.entries import KEY, Entries, SubmittedFile, make_entries, relative
from corefscope.formats.files.toml import Toml, decoded
from corefscope.problems import FormatError

COLUMNS = ("dataset", "system", "path")
TABLES = ("datasets", "systems")


def read(path: str) -> Entries:
    """Read the entries of a manifest; its paths are relative to its folder and need not exist yet."""
    text = decoded(path, "manifest")
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
                known = ", ".join(datasets) or "none"
                raise document.error(
                    f"system {quoted(system)} names the data set {quoted(name)}", name, f"data sets: {known}"
                )
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
            found[key] = SubmittedFile(relative(self.path, path))
        return found


def _csv(text: str, path: str) -> Entries:
    rows = csv.reader(io.StringIO(text.removeprefix("\ufeff")), skipinitialspace=True, strict=True)
    keys: dict[str, SubmittedFile] = {}
    systems: dict[str, dict[str, SubmittedFile]] = {}
    lines: dict[tuple[str, str], int] = {}
    places: list[int] | None = None
    try:
        for row in rows:
            cells = [cell.strip() for cell in row]
            if not any(cells):
                continue
            if places is None:
                places = _columns(cells, path, rows.line_num)
                continue
            if len(cells) <= max(places):
                raise FormatError(
                    "bad-manifest",
                    f"the row has {len(cells)} columns",
                    path,
                    rows.line_num,
                    f"expected {','.join(COLUMNS)}",
                )
            dataset, system, file = (cells[place] for place in places)
            _check_row(dataset, system, file, lines, path, rows.line_num)
            files = keys if system == KEY else systems.setdefault(system, {})
            files[dataset] = SubmittedFile(relative(path, file))
    except csv.Error as error:
        raise FormatError("bad-manifest", f"not valid CSV: {error}", path, rows.line_num) from None
    for (dataset, system), line in lines.items():
        if dataset not in keys:
            raise FormatError(
                "bad-manifest",
                f"system {quoted(system)} names the data set {quoted(dataset)}, which has no key",
                path,
                line,
                f"a key is a row such as {dataset},{KEY},FILE",
            )
    return make_entries(path, keys, systems)


def _columns(cells: list[str], path: str, line: int) -> list[int]:
    names = [cell.lower() for cell in cells]
    for name in COLUMNS:
        if name not in names:
            raise FormatError(
                "bad-manifest",
                f"there is no column {quoted(name)}",
                path,
                line,
                f"the first line is {','.join(COLUMNS)}",
            )
    return [names.index(name) for name in COLUMNS]


def _check_row(dataset: str, system: str, file: str, lines: dict[tuple[str, str], int], path: str, line: int) -> None:
    for name, value in zip(COLUMNS, (dataset, system, file), strict=True):
        if not value:
            raise FormatError("bad-manifest", f"the {name} is missing", path, line)
    first = lines.setdefault((dataset, system), line)
    if first != line:
        raise FormatError(
            "bad-manifest", f"{system} of {dataset} is listed twice", path, line, f"first in line {first}"
        )
