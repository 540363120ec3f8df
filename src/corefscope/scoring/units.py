"""Units: what is counted separately. A document by default; a topic or the whole corpus across documents."""

from __future__ import annotations

import re
from typing import NamedTuple

import numpy as np

from corefscope.basics.escaping import quoted
from corefscope.model import Corpus, Integers
from corefscope.problems import SettingsError
from corefscope.scoring.bins import PREFIX, parse_bins

DOCUMENT, CORPUS = "document", "corpus"
OF_MENTIONS = ("type", "entity-type", "phenomenon")  # what mentions, not documents, are grouped by


def groups_mentions(by: object) -> bool:
    """Whether `by` names groups of mentions, unless a column or a pattern on document names is meant."""
    if not isinstance(by, str):
        return False
    return by in OF_MENTIONS or (by.startswith(PREFIX) and not parse_bins(by).binned.of_documents)


class Units(NamedTuple):
    """The units of a key: their names, and the unit of each document."""

    names: tuple[str, ...]
    of_document: Integers


def units(key: Corpus, scope: str) -> Units:
    r"""`document`, `corpus`, a column of the key's documents (such as `topic`), or a pattern on their names.

    A pattern is a regular expression; what it matches first in the name, or its first
    group, names the unit: `(\d+)_` makes units 1, 2, … of 1_10ecb, 1_11ecbplus, 2_1ecb.
    """
    if scope == DOCUMENT:
        return Units(tuple(key.names), np.arange(key.document_count))
    if scope == CORPUS:
        return Units((CORPUS,), np.zeros(key.document_count, np.int64))
    if scope in key.groups:
        return _numbered(_column(key, scope))
    try:
        pattern = re.compile(scope)
    except re.error as error:
        raise SettingsError(
            "no-such-scope", f"--scope {scope}: not a column of the key, nor a pattern: {error}"
        ) from None
    return _numbered([_matched(pattern, name, key) for name in key.names])


def _column(key: Corpus, scope: str) -> list[str]:
    values = list(key.groups[scope])
    if "" in values:
        number = values.index("")
        raise SettingsError(
            "no-such-scope",
            f"--scope {scope}: document {quoted(key.names[number])} has no {scope}",
            key.sources[number],
            int(key.document_line[number]) or None,
        )
    return values


def _matched(pattern: re.Pattern[str], name: str, key: Corpus) -> str:
    match = pattern.search(name.lstrip("("))
    found = match[1 if pattern.groups else 0] if match else None
    if not found:
        scope = pattern.pattern
        columns = f"its columns are {', '.join(key.groups)}" if key.groups else "it has no such columns"
        raise SettingsError(
            "no-such-scope",
            f"--scope {scope}: not a column of the key, and as a pattern it does not match document {quoted(name)}",
            hint=f"{columns}; or use {DOCUMENT} or {CORPUS}",
        )
    return found


def _numbered(values: list[str]) -> Units:
    names = tuple(dict.fromkeys(values))
    number = {name: place for place, name in enumerate(names)}
    return Units(names, np.array([number[value] for value in values], np.int64))
