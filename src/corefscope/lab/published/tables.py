"""The papers' result tables as data: every value as it is printed, with its source."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from corefscope.problems import UnknownName

PAPERS = {
    "pradhan2014": "Pradhan et al. 2014",
    "recasens2011": "Recasens & Hovy 2011",
    "chen2013": "Chen & Ng 2013",
    "moosavi2016": "Moosavi & Strube 2016",
}
SOURCES = {**PAPERS, "readmes": "Repositories and model cards", "corpipe": "CorPipe's model cards"}
LABELS = ("corpus", "system", "kind")  # the columns that say what a row is
SOURCE = "source"  # the column that says where a row was found, if not all are of one place; notes explain its words


@dataclass(frozen=True)
class Published:
    """A table of a paper. Columns are named as `score` names them: `muc.f1`, `b3.recall`, `lea.rank`."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[Mapping[str, str], ...]  # values as printed; empty where nothing is printed
    paper: str
    table: str
    title: str
    digits: str  # how values were shortened: rounded, or cut off
    notes: tuple[str, ...] = ()
    key: Mapping[str, Any] = field(default_factory=dict)  # the size of the data that was scored
    facts: Mapping[str, Any] = field(default_factory=dict)  # what else the text of the paper says

    @property
    def source(self) -> str:
        return f"{SOURCES[self.paper]}, {self.table}"

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(column for column in self.columns if column in LABELS)

    @property
    def values(self) -> tuple[str, ...]:
        return tuple(column for column in self.columns if column not in (*LABELS, SOURCE))

    def label(self, row: Mapping[str, str]) -> str:
        return ", ".join(row[column] for column in self.labels)

    def as_object(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "source": self.source,
            "title": self.title,
            "digits": self.digits,
            "key": dict(self.key),
            "notes": list(self.notes),
            "columns": list(self.columns),
            "rows": [dict(row) for row in self.rows],
        }


@cache
def _index() -> dict[str, Any]:
    return dict(json.loads(_text("tables.json")))


def names() -> list[str]:
    """Return the names of all tables."""
    return list(_index())


@cache
def table(name: str) -> Published:
    """Return a table by its name, or `name:corpus` for the rows of one corpus.

    >>> table("conll2012-en").rows[0]["conll.f1"]
    '60.7'
    >>> [row["conll.f1"] for row in table("corefud-1.2:en_gum").rows]
    ['74.4', '74.7']
    """
    whole, _, corpus = name.partition(":")
    if whole not in _index():
        raise UnknownName("published table", whole, names())
    reader = csv.DictReader(_text(f"{whole}.csv").splitlines(), strict=True)
    rows = tuple(dict(row) for row in reader)
    if corpus:
        corpora = dict.fromkeys(row["corpus"] for row in rows if "corpus" in row)
        if corpus not in corpora:
            raise UnknownName(f"corpus of {whole}", corpus, corpora)
        rows = tuple(row for row in rows if row["corpus"] == corpus)
    return Published(name, tuple(reader.fieldnames or ()), rows, **_index()[whole])


def _text(file: str) -> str:
    return files("corefscope.lab.published").joinpath("data", file).read_text(encoding="utf-8")
