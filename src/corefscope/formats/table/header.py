"""The rules of tables, the same in memory and for engines: what columns mean by their names, and which id comes first.

Ids are what is written except for ASCII blanks at their ends. If all ids of a column are whole numbers they are ordered
as numbers, and those of one number (`1`, `01`) as text; all others are ordered as text, by code point.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

import numpy as np

from corefscope.basics.escaping import quoted
from corefscope.model import Integers
from corefscope.problems import FormatError

ENTITY = "entity"
# What people who have clusters and no text call their columns; of pairs, the two items.
ITEMS = ("item", "record_id", "unique_id", "mention_id", "mention", "id")
LABELS = ("cluster_id", "cluster", "entity_id", "label", "entity")
PAIRS = (("id_a", "id_b"), ("unique_id_l", "unique_id_r"), ("id_l", "id_r"), ("id1", "id2"), ("id_1", "id_2"))
COLUMNS = ("document", "mention", "start", "end", "last", "entity", "type", "head", "entity_type")
WHOLE_NUMBER = "[+-]?[0-9]+"  # of any length, as a regular expression that SQL knows too
_WHOLE_NUMBER = re.compile(WHOLE_NUMBER)


def lower_names(names: Sequence[str], path: str | None) -> list[str]:
    """Return names without blanks and case; two columns of one name are refused."""
    lowered = [name.strip().lower() for name in names]
    twice = next((name for number, name in enumerate(lowered) if name in lowered[:number]), None)
    if twice:
        raise FormatError("bad-column", f"two columns are called {quoted(twice[:40])}", path, 1)
    return lowered


def check_names(names: Sequence[str], path: str | None) -> None:
    """Refuse a header that does not say what the mentions and their entities are."""
    header = ", ".join(name[:40] for name in names[:12])
    hint = f"the header has {header}; name columns entity and mention, or entity, start and end"
    hint = f"{hint}, or say --table-columns item=COLUMN,label=COLUMN"
    if ENTITY not in names:
        raise FormatError("missing-column", "the table has no column 'entity'", path, 1, hint)
    if "end" in names and "last" in names:
        fact = "the table has both 'end' (the token after the last) and 'last'"
        raise FormatError("bad-column", fact, path, 1, "leave one out")
    if ("start" in names) != ("end" in names or "last" in names):
        fact = "a mention needs 'start' and either 'end' (the token after the last) or 'last'"
        raise FormatError("missing-column", fact, path, 1, hint)
    if "start" not in names and "mention" not in names:
        raise FormatError("missing-column", "the table has no column 'mention'", path, 1, hint)


def ranks(ids: Sequence[str]) -> tuple[Integers, bool]:
    """Return the rank of each of these different ids, and whether they are ordered as numbers.

    >>> ranks(["11", "2", "-3"])
    (array([2, 1, 0]), True)
    >>> ranks(["11", "2", "x"])
    (array([0, 1, 2]), False)
    """
    as_numbers = all(map(_WHOLE_NUMBER.fullmatch, ids))
    # Decimals may have any number of digits; `int` refuses those of thousands.
    keys = [(Decimal(id_), id_) for id_ in ids] if as_numbers else ids
    rank = np.empty(len(ids), np.int64)
    rank[sorted(range(len(ids)), key=keys.__getitem__)] = np.arange(len(ids))
    return rank, as_numbers
