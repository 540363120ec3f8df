"""Groups: documents scored as one unit, and groups with separate scores: `--scope`, `--by` and `--group`.

Documents are grouped by a column of the data, by file, by a pattern that matches their names, by a table, or in
bins of a number; mentions are grouped by type or in bins such as `bins:entity-size=1,2,5,10`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, pairwise
from typing import Any, NamedTuple

import numpy as np

from corefscope.arrays import rows_by_group
from corefscope.basics.escaping import cut, quoted, short_repr
from corefscope.formats.document_names import canonical
from corefscope.formats.files.blocks import ANY_LINE_ONCE, Blocks
from corefscope.formats.files.sources import find
from corefscope.long_texts import document_name
from corefscope.model import Corpus, Integers
from corefscope.problems import Notices, SettingsError, UnknownName, some
from corefscope.scoring.result import Breakdown, Result
from corefscope.scoring.steps import Gold, Grouping
from corefscope.settings import CORPUS, DOCUMENT

FILE, GENRE = "file", "genre"
NONE = "(none)"  # the group of documents that have no other
# The genres of OntoNotes are the first folders in its document names: bc/cctv/00/cctv_0000.
ONTONOTES = ("bc", "bn", "mz", "nw", "pt", "tc", "wb")
GROUP_TABLES = (".csv", ".tsv", ".parquet")
OF_MENTIONS = ("type", "entity-type")  # what mentions, not documents, are grouped by
PREFIX = "bins:"

# What can be put into bins: in words, and the usual bins.
BINNED = {
    "length": ("tokens of the document", "0,51,101,201,501,1001,2001,5001"),
    "mentions": ("mentions of the document in the key", "0,11,26,51,101,201,501"),
    "entity-size": ("mentions of the entity", "1,2,3,5,10,20"),
    "distance": ("tokens from the start of the mention of its entity before it", "0,11,26,51,101,501"),
    "range": ("tokens from the first mention of the entity to its last", "0,1,51,101,501,1001,5001"),
    "mention-length": ("tokens of the mention", "1,2,3,5,10"),
}
BINNED_DOCUMENTS = ("length", "mentions")


class Bins(NamedTuple):
    """A number to group by, and where bins begin; below the first is one more if a number lies there."""

    what: str
    begin: list[int]

    @property
    def note(self) -> str:
        return f"{self.what}: {BINNED[self.what][0]}"


def parse_bins(text: str) -> Bins:
    """
    >>> parse_bins("bins:entity-size=1,2,5")
    Bins(what='entity-size', begin=[1, 2, 5])
    """
    what, _, stated = text.removeprefix(PREFIX).partition("=")
    if what not in BINNED:
        raise UnknownName("binned number", what, BINNED)
    stated = stated or BINNED[what][1]
    parts = [part.strip() for part in stated.split(",")]
    begin = [int(part) for part in parts if re.fullmatch("[0-9]{1,9}", part)]
    if len(begin) < len(parts) or any(low >= high for low, high in pairwise(begin)):
        fact = f"--by {PREFIX}{what}: {quoted(stated)} is not a list of ascending numbers"
        raise SettingsError("wrong-value", fact, hint="where each bin begins, e.g. 1,2,5,10")
    return Bins(what, begin)


def bin_names(begin: list[int]) -> list[str]:
    """
    >>> bin_names([1, 2, 5])
    ['below 1', '1', '2–4', '5 and more']
    """
    inner = [f"{low}" if high == low + 1 else f"{low}–{high - 1}" for low, high in pairwise(begin)]
    return [f"below {begin[0]}", *inner, f"{begin[-1]} and more"]


def in_bins(values: Integers, begin: list[int]) -> Integers:
    """Return the place of each number in `bin_names`."""
    return np.searchsorted(np.array(begin), values, side="right").astype(np.int64)


def groups_mentions(by: object) -> bool:
    """Return whether `by` names groups of mentions, rather than of documents."""
    if not isinstance(by, str):
        return False
    return by in OF_MENTIONS or (by.startswith(PREFIX) and parse_bins(by).what not in BINNED_DOCUMENTS)


def units(key: Corpus, scope: str) -> Grouping:
    r"""Return the units of scoring: by `document`, `corpus`, a column such as `topic`, or a pattern on names.

    A pattern is a regular expression; what it matches first in the name, or its first
    group, names the unit: `(\d+)_` makes units 1, 2, … of 1_10ecb, 1_11ecbplus, 2_1ecb.
    """
    if scope == DOCUMENT:
        return Grouping(scope, tuple(key.names), np.arange(key.document_count))
    if scope == CORPUS:
        return Grouping(scope, (CORPUS,), np.zeros(key.document_count, np.int64))
    is_column = scope in key.groups
    try:
        values = list(key.groups[scope]) if is_column else _matches(scope, key.names)
    except re.error as error:
        fact = f"--scope {scope}: not a column of the key, nor a pattern: {error}"
        raise SettingsError("no-such-scope", fact) from None
    if "" in values:
        number = values.index("")
        name = quoted(key.names[number])
        fact = f"not a column of the key, and as a pattern it does not match document {name}"
        fact = f"document {name} has no {scope}" if is_column else fact
        columns = f"its columns are {', '.join(key.groups)}" if key.groups else "it has no such columns"
        hint = f"{columns}; or use {DOCUMENT} or {CORPUS}"
        raise SettingsError(
            "no-such-scope", f"--scope {scope}: {fact}", key.sources[number] if is_column else None, hint=hint
        )
    return Grouping(scope, *numbered(values))


def _matches(pattern: str, names: Iterable[str]) -> list[str]:
    """Return what a pattern, or its first group, matches first in each name; "" where nothing."""
    compiled = re.compile(pattern)
    matches = [compiled.search(_bare(name)) for name in names]
    return [(match[1 if compiled.groups else 0] or "") if match else "" for match in matches]


def _bare(name: str) -> str:
    return name.lstrip("(")


def numbered(values: Sequence[str]) -> tuple[tuple[str, ...], Integers]:
    """Return the distinct values in order of first appearance, and the number of each."""
    names = tuple(dict.fromkeys(values))
    number = {name: place for place, name in enumerate(names)}
    return names, np.array([number[value] for value in values], np.int64)


@dataclass(frozen=True)
class DocumentLabels:
    """What documents can be grouped by: their names, files, columns and numbers."""

    names: Sequence[str]
    files: Sequence[str] = ()
    columns: Mapping[str, Sequence[str]] = field(default_factory=dict)
    numbers: Mapping[str, Integers] = field(default_factory=dict)  # values to put into bins; -1 if unknown

    @staticmethod
    def of(corpus: Corpus, windows: bool = False, lengths: Integers | None = None) -> DocumentLabels:
        """Return those of a corpus; of windows, what the documents have that they are cut from.

        `lengths` are tokens of the documents, for a corpus that counts characters because texts were aligned.
        """
        names = list(map(document_name, corpus.names)) if windows else corpus.names
        count = np.bincount(corpus.document, minlength=corpus.document_count)
        numbers = {"length": corpus.tokens if lengths is None else lengths, "mentions": count}
        return DocumentLabels(names, corpus.sources, corpus.groups, numbers)


def check_by(by: Any) -> None:
    """Refuse groups that are neither named nor a dict of names."""
    parts = chain.from_iterable(by.items()) if isinstance(by, Mapping) else [by]
    if not all(isinstance(part, str) for part in parts):
        raise SettingsError(
            "wrong-type", f"by should be a string or a dict of groups by document, not {short_repr(by)}"
        )


def grouping(
    documents: DocumentLabels, what: str | Mapping[str, str], notices: Notices | None = None, option: str = "--by"
) -> Grouping:
    r"""Group documents by `what`: `document`, `file`, a column such as `genre`, a table, or a pattern on names.

    A table is a CSV, TSV or Parquet file of document and group (in Python, a dict). A pattern is a regular
    expression; what it matches first in a name, or its first group, names the group of documents.
    Documents without a group are kept together and counted as a warning.

    >>> grouping(DocumentLabels(["news_1", "news_2", "tale_1"]), r"([a-z]+)_").names
    ('news', 'tale')
    """
    check_by(what)
    title, note = str(what), ""
    if isinstance(what, Mapping):
        title, values = "group", _looked_up(documents.names, what, "the dict of groups", option)
    elif what in documents.columns:
        values = list(documents.columns[what])
    elif what == DOCUMENT:
        values = list(documents.names)
    elif what == FILE and documents.files:
        values = list(documents.files)
    elif what == GENRE and _are_ontonotes(documents.names):
        values = [_bare(name).partition("/")[0] for name in documents.names]
        note = "genre: the first folder in the names of OntoNotes documents"
    elif what.startswith(PREFIX):
        return _binned(documents, what, option)
    elif os.path.isfile(what) or what.lower().endswith(GROUP_TABLES):
        title, table = _table(what)
        values, note = _looked_up(documents.names, table, what, option), f"{title}: from {what}"
    else:
        title, note = "pattern", f"groups: what {what} matches in document names"
        values = _by_pattern(documents, what, option)
    for name, value in zip(documents.names, values, strict=True):
        if (value or NONE) == NONE and notices is not None:
            notices.add("document-without-group", f"{quoted(name)} has no {title}; it is counted under {NONE}")
    return Grouping(title, *numbered([value or NONE for value in values]), note)


def _binned(documents: DocumentLabels, what: str, option: str) -> Grouping:
    """Group documents by their length or their number of mentions."""
    bins = parse_bins(what)
    values = documents.numbers.get(bins.what)
    if values is None or (values < 0).any():
        hint = "of documents, formats with words have their length; bins of mentions go with --by of score and compare"
        raise SettingsError("no-groups", f"{option} {what}: the {bins.what} of documents is unknown", hint=hint)
    used, numbers = np.unique(in_bins(values, bins.begin), return_inverse=True)
    names = bin_names(bins.begin)
    return Grouping(what, tuple(names[each] for each in used.tolist()), numbers.reshape(-1), bins.note)


def whole_units(groups: Grouping, units: Grouping, option: str = "--by") -> Integers:
    """Return the group of each unit of scoring; a unit that has documents of two groups cannot be broken down."""
    of_unit = np.full(len(units.names), -1, np.int64)
    for unit, group in zip(units.of_document.tolist(), groups.of_document.tolist(), strict=True):
        if of_unit[unit] not in (-1, group):
            one, two = cut(groups.names[of_unit[unit]]), cut(groups.names[group])
            fact = f"{quoted(units.names[unit])} is scored as one and has documents of {one} and of {two}"
            hint = "remove --scope, or use groups that keep its units whole"
            raise SettingsError("divided-unit", f"{option} {groups.what}: {fact}", hint=hint)
        of_unit[unit] = group
    return of_unit


def _are_ontonotes(names: Sequence[str]) -> bool:
    return all(_bare(name).partition("/")[0] in ONTONOTES and "/" in name for name in names)


def _looked_up(names: Sequence[str], table: Mapping[str, str], source: str, option: str) -> list[str]:
    """Return the group of each document, by its name in any of the spellings that formats have."""
    groups = {canonical(name): group for name, group in table.items()}
    values = [groups.get(canonical(name), "") for name in names]
    if not any(values):
        begins = f"it begins with {quoted(next(iter(table)))}" if table else "it is empty"
        fact = f"no document is in {source}: {begins}, the data with {quoted(names[0] if names else '')}"
        raise SettingsError("no-groups", f"{option}: {fact}")
    return values


def _table(path: str) -> tuple[str, dict[str, str]]:
    """Return the name of the second column of a table, and its value for each document."""
    notices = Notices()
    source = find(path, notices, any_suffix=True)[0]
    from corefscope.formats.table import columns  # loads every reader of tables

    table = columns.load(Blocks(source).of(ANY_LINE_ONCE), source, notices)
    notices.stop()
    others = [name for name in table.columns if name != DOCUMENT]
    if DOCUMENT not in table.columns or not others:
        fact = f"a table of groups has a column 'document' and one of groups, this one {', '.join(table.columns)}"
        raise SettingsError("missing-column", fact, path, 1, "such as document,genre")
    documents, values = (table.columns[name].as_text().of_rows().tolist() for name in (DOCUMENT, others[0]))
    groups: dict[str, str] = {}
    for row, (document, value) in enumerate(zip(documents, values, strict=True)):
        first = groups.setdefault(document, value)
        if first != value:
            fact = f"{quoted(document)} is in {quoted(value)} here and in {quoted(first)} above"
            raise SettingsError("repeated-row", fact, path, int(table.line[row]))
    return others[0], groups


def _by_pattern(documents: DocumentLabels, what: str, option: str) -> list[str]:
    columns = [DOCUMENT, *([FILE] if documents.files else []), *documents.columns]
    columns += [GENRE] if GENRE not in columns and _are_ontonotes(documents.names) else []
    hint = f"the data has {some(columns)}; a file of document and group, or a pattern on names, also works"
    try:
        values = _matches(what, documents.names)
        first = quoted(documents.names[0] if documents.names else "")
        problem = "" if any(values) else f"and as a pattern it matches no document, such as {first}"
    except re.error as error:
        problem = f"nor a pattern: {error}"
    if problem:
        raise SettingsError("no-groups", f"{option} {what}: not in the data, not a file, {problem}", hint=hint)
    return values


def unit_groups(gold: Gold, by: str | Mapping[str, str]) -> tuple[Breakdown, list[Integers]] | None:
    """Return the groups of units, and the units of each; None for groups of mentions."""
    if groups_mentions(by):
        return None
    groups = grouping(DocumentLabels.of(gold.cut, gold.windows is not None), by, gold.notices)
    of_unit = whole_units(groups, gold.units)
    # A document counts once, however many windows it is cut into.
    of_document = groups.of_document if gold.windows is None else groups.of_document[gold.windows.first]
    sizes = np.bincount(of_document, minlength=len(groups.names)).tolist()
    breakdown = Breakdown(groups.what, dict(zip(groups.names, sizes, strict=True)), groups.note)
    return breakdown, rows_by_group(of_unit, len(groups.names))


def broken_down(result: Result, by: object, groups: tuple[Breakdown, list[Integers]] | None) -> Result:
    """Return the result with the scores of each group: of units, summed like any others, or of mentions."""
    if groups is None:
        from corefscope.analysis.groups import broken_down as by_mentions

        return by_mentions(result, str(by))
    breakdown, rows_of = groups
    parts = {name: result.of_units(rows) for name, rows in zip(breakdown.groups, rows_of, strict=True)}
    systems = (
        replace(system, by_group={name: part.systems[number].scores for name, part in parts.items()})
        for number, system in enumerate(result.systems)
    )
    return replace(result, systems=tuple(systems), by=breakdown)
