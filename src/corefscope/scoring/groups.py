"""Groups of documents: by a column of the data, by file, by their names, or as a table says."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from corefscope.arrays import rows_by_group
from corefscope.basics.escaping import cut, quoted
from corefscope.formats.document_names import canonical
from corefscope.formats.files.blocks import ANY_LINE_ONCE, Blocks
from corefscope.formats.files.sources import find
from corefscope.long_texts import document_name
from corefscope.metrics import Score
from corefscope.model import Corpus, Integers
from corefscope.problems import Notices, SettingsError
from corefscope.scoring.bins import PREFIX, bin_names, in_bins, parse_bins
from corefscope.scoring.result import Breakdown, Result, System
from corefscope.scoring.totals import scores_of
from corefscope.scoring.units import OF_MENTIONS, Units, groups_mentions, units

if TYPE_CHECKING:
    from corefscope.long_texts import Windows

DOCUMENT, FILE, GENRE = "document", "file", "genre"
NONE = "(none)"  # the group of documents that have no other
# The genres of OntoNotes, which are the first folder in its document names: bc/cctv/00/cctv_0000.
ONTONOTES = ("bc", "bn", "mz", "nw", "pt", "tc", "wb")
ONTONOTES_SAYS = "genre: the first folder in the names of OntoNotes documents"
TABLES = (".csv", ".tsv", ".parquet")
BY_LENGTH = f"{PREFIX}length"


@dataclass(frozen=True)
class Labelled:
    """What documents can be grouped by: their names, files and columns."""

    names: Sequence[str]
    files: Sequence[str] = ()
    columns: Mapping[str, Sequence[str]] = field(default_factory=dict)
    numbers: Mapping[str, Integers] = field(default_factory=dict)  # that bins are made of; -1 where unknown

    @staticmethod
    def of(corpus: Corpus, windows: bool = False, lengths: Integers | None = None) -> Labelled:
        """Of a corpus of windows, what the documents have that they are cut from.

        `lengths` are tokens of the documents, for a corpus that counts characters because texts were aligned.
        """
        names = list(map(document_name, corpus.names)) if windows else corpus.names
        count = np.bincount(corpus.document, minlength=corpus.document_count)
        numbers = {"length": corpus.tokens if lengths is None else lengths, "mentions": count}
        return Labelled(names, corpus.sources, corpus.groups, numbers)

    def choices(self) -> list[str]:
        """What documents can be grouped by without saying more."""
        guessed = [GENRE] if GENRE not in self.columns and _ontonotes(self.names) else []
        return [DOCUMENT, *([FILE] if self.files else []), *self.columns, *guessed]


@dataclass(frozen=True)
class Grouping:
    """Named groups, in order of first appearance, and the group of each document."""

    what: str
    names: tuple[str, ...]
    of_document: Integers
    note: str = ""  # where the groups come from, if it is not plain from `what`

    def of_units(self, rows: Integers) -> Grouping:
        """The groups of some units only."""
        used, numbers = np.unique(self.of_document[rows], return_inverse=True)
        return replace(self, names=tuple(self.names[place] for place in used.tolist()), of_document=numbers.reshape(-1))

    def sizes(self) -> list[int]:
        """How many documents each group has."""
        return [int(size) for size in np.bincount(self.of_document, minlength=len(self.names))]


def grouping(
    documents: Labelled, what: str | Mapping[str, str], notices: Notices | None = None, option: str = "--by"
) -> Grouping:
    r"""Group documents by `what`: `document`, `file`, a column such as `genre`, a table, or a pattern on names.

    A table is a CSV, TSV or Parquet file of document and group (in Python, a dict). A pattern is a regular
    expression; what it matches first in a name, or its first group, names the group of documents.
    Documents without a group are kept together and counted as a warning.

    >>> grouping(Labelled(["news_1", "news_2", "tale_1"]), r"([a-z]+)_").names
    ('news', 'tale')
    """
    if isinstance(what, Mapping):
        return _grouped("group", _looked_up(documents.names, what, "the given groups", option), documents, notices)
    if what in documents.columns:
        return _grouped(what, documents.columns[what], documents, notices)
    if what == DOCUMENT:
        return _grouped(what, documents.names, documents, notices)
    if what == FILE and documents.files:
        return _grouped(what, documents.files, documents, notices)
    if what == GENRE and _ontonotes(documents.names):
        values = [_bare(name).partition("/")[0] for name in documents.names]
        return _grouped(what, values, documents, notices, ONTONOTES_SAYS)
    if what.startswith(PREFIX) and not is_of_documents(documents, what):
        return _binned(documents, what, option)
    if what in OF_MENTIONS:
        raise SettingsError(
            "no-groups",
            f"{option} {what}: mentions have types, documents have none",
            hint="--by takes it, in score and compare",
        )
    if os.path.isfile(what) or what.lower().endswith(TABLES):
        title, table = _table(what)
        values = _looked_up(documents.names, table, what, option)
        return _grouped(title, values, documents, notices, f"{title}: from {what}")
    values = _matched(documents, what, option)
    return _grouped("pattern", values, documents, notices, f"groups: what {what} matches in document names")


def is_of_documents(documents: Labelled, what: str) -> bool:
    """Whether a name that could mean groups of mentions, or bins, is a column or matches a document's name."""
    if what in documents.columns or not what.startswith(PREFIX):
        return what in documents.columns
    return any(re.search(re.escape(what.partition("=")[0]), name) for name in documents.names)


def _binned(documents: Labelled, what: str, option: str) -> Grouping:
    """Documents in bins of their length or of their number of mentions."""
    bins = parse_bins(what)
    values = documents.numbers.get(bins.what)
    if values is None or (values < 0).any():
        hint = "bins of mentions, as bins:entity-size, go with --by of score and compare only"
        if bins.binned.of_documents:
            known = "files that are scored now" if values is None else "formats with words"
            hint = f"{known} have it"
        raise SettingsError("no-groups", f"{option} {what}: the {bins.what} of documents is not known", hint=hint)
    place = in_bins(values, bins.begin)
    used, numbers = np.unique(place, return_inverse=True)
    names = bin_names(bins.begin)
    return Grouping(what, tuple(names[each] for each in used.tolist()), numbers.reshape(-1), bins.note)


def by_length(documents: Labelled) -> Grouping | None:
    """Documents as `--by bins:length` groups them; None where that is one group, or a length is not known."""
    if (documents.numbers["length"] < 0).any():
        return None
    found = _binned(documents, BY_LENGTH, "--by")
    return found if len(found.names) > 1 else None


def whole_units(groups: Grouping, unit_of_document: Integers, units: Sequence[str], option: str = "--by") -> Integers:
    """The group of each unit of scoring; a unit that has documents of two groups cannot be broken down."""
    of_unit = np.full(len(units), -1, np.int64)
    for unit, group in zip(unit_of_document.tolist(), groups.of_document.tolist(), strict=True):
        if of_unit[unit] not in (-1, group):
            one, two = groups.names[of_unit[unit]], groups.names[group]
            raise SettingsError(
                "divided-unit",
                f"{option} {groups.what}: {quoted(units[unit])} is scored as one "
                f"and has documents of {cut(one)} and of {cut(two)}",
                hint="leave --scope out, or group by something that keeps its units whole",
            )
        of_unit[unit] = group
    return of_unit


def _grouped(
    what: str, values: Iterable[str], documents: Labelled, notices: Notices | None, note: str = ""
) -> Grouping:
    listed = [value or NONE for value in values]
    for name, value in zip(documents.names, listed, strict=True):
        if value == NONE and notices is not None:
            notices.add("document-without-group", f"{quoted(name)} has no {what}; it is counted under {NONE}")
    names = tuple(dict.fromkeys(listed))
    number = {name: place for place, name in enumerate(names)}
    return Grouping(what, names, np.array([number[value] for value in listed], np.int64), note)


def _bare(name: str) -> str:
    return name.lstrip("(")


def _ontonotes(names: Sequence[str]) -> bool:
    return all(_bare(name).partition("/")[0] in ONTONOTES and "/" in name for name in names)


def _looked_up(names: Sequence[str], table: Mapping[str, str], source: str, option: str) -> list[str]:
    """The group of each document, by its name in any of the spellings that formats have."""
    groups = {canonical(name): group for name, group in table.items()}
    values = [groups.get(canonical(name), "") for name in names]
    if not any(values):
        first = next(iter(table), None)
        begins = f"it begins with {quoted(first)}" if first is not None else "it is empty"
        raise SettingsError(
            "no-groups",
            f"{option}: no document is in {source}: {begins}, the data with {quoted(names[0] if names else '')}",
        )
    return values


def _table(path: str) -> tuple[str, dict[str, str]]:
    """The name of the second column of a table and, for each document, what stands in it."""
    notices = Notices()
    source = find(path, notices, any_suffix=True)[0]
    from corefscope.formats.table import columns  # loads every reader of tables

    table = columns.load(Blocks(source).of(ANY_LINE_ONCE), source, notices)
    notices.stop()
    others = [name for name in table.columns if name != DOCUMENT]
    if DOCUMENT not in table.columns or not others:
        raise SettingsError(
            "missing-column",
            f"a table of groups has a column 'document' and one of groups, this one {', '.join(table.columns)}",
            path,
            1,
            "such as document,genre",
        )
    documents, groups = (table.columns[name].as_text().of_rows().tolist() for name in (DOCUMENT, others[0]))
    found: dict[str, str] = {}
    for row, (document, value) in enumerate(zip(documents, groups, strict=True)):
        if found.setdefault(document, value) != value:
            first = found[document]
            raise SettingsError(
                "repeated-row",
                f"{quoted(document)} is in {quoted(value)} here and in {quoted(first)} above",
                path,
                int(table.line[row]),
            )
    return others[0], found


def _matched(documents: Labelled, what: str, option: str) -> list[str]:
    listed = ", ".join(documents.choices())
    hint = f"the data has {listed}; a file of document and group, or a pattern on document names, is understood too"
    try:
        pattern = re.compile(what)
    except re.error as error:
        raise SettingsError(
            "no-groups", f"{option} {what}: not in the data, not a file, nor a pattern: {error}", hint=hint
        ) from None
    values = []
    for name in documents.names:
        match = pattern.search(_bare(name))
        values.append((match[1 if pattern.groups else 0] or "") if match else "")
    if not any(values):
        first = documents.names[0] if documents.names else ""
        raise SettingsError(
            "no-groups",
            f"{option} {what}: not in the data, not a file, and as a pattern it matches no document, "
            f"such as {quoted(first)}",
            hint=hint,
        )
    return values


class UnitGroups(NamedTuple):
    """A breakdown and the group of each unit: the scores of a group are those of its units, summed like any others."""

    breakdown: Breakdown
    of_unit: Integers

    def added_to(self, result: Result) -> Result:
        """The result with the scores of each group."""
        systems = [replace(system, by_group=self._scores(system, result)) for system in result.systems]
        return replace(result, systems=tuple(systems), by=self.breakdown)

    def _scores(self, system: System, result: Result) -> dict[str, dict[str, Score]]:
        scores = {}
        for name, rows in zip(
            self.breakdown.groups, rows_by_group(self.of_unit, len(self.breakdown.groups)), strict=True
        ):
            tallies = {metric: tally.of_units(rows) for metric, tally in system.tallies.items()}
            scores[name] = scores_of(tallies, result.metrics, result.settings.average, len(rows))
        return scores


def unit_groups(
    key: Corpus, units: Units, by: str | Mapping[str, str], notices: Notices, windows: Windows | None = None
) -> UnitGroups | None:
    """The groups of a key's units; None if `by` names groups of mentions."""
    documents = Labelled.of(key, windows is not None)
    if groups_mentions(by) and not is_of_documents(documents, str(by)):
        return None
    groups = grouping(documents, by, notices)
    of_unit = whole_units(groups, units.of_document, units.names)
    if windows is not None:  # a document counts once
        groups = replace(groups, of_document=groups.of_document[windows.first])
    sizes = dict(zip(groups.names, groups.sizes(), strict=True))
    return UnitGroups(Breakdown(groups.what, sizes, groups.note), of_unit)


def grouped(result: Result, key: Corpus, by: str | Mapping[str, str]) -> Result:
    """The result with the scores of groups of its documents, for a result that was made without."""
    notices = Notices()
    notices.extend(result.key.warnings)
    groups = unit_groups(key, units(key, result.settings.scope), by, notices)
    about_key = replace(result.key, warnings=tuple(notices))
    return replace(result if groups is None else groups.added_to(result), key=about_key)
