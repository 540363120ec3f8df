"""Order text ids as numbers if all of a column are integers; the rule is in `formats.table.header`."""

from __future__ import annotations

from corefscope.engines.base import INTEGER, TEXT, Engine
from corefscope.formats.table.header import WHOLE_NUMBER

WHOLE = "whole"
LENGTH = 10  # digits of the length of a number


def plain_number(column: str) -> str:
    """Return SQL that tests whether an id is a 64-bit integer in canonical form."""
    return f"CAST(TRY_CAST({column} AS BIGINT) AS STRING) = {column}"


def order_kind(engine: Engine, rows: str, column: str, all_plain: bool) -> str:
    """Return INTEGER if text ids can be cast, TEXT if they sort as text, WHOLE if they need a sortable form."""
    if all_plain:
        return INTEGER
    other = engine.rows(f"SELECT 1 FROM {rows} WHERE NOT {engine.matches}({column}, '^{WHOLE_NUMBER}$') LIMIT 1")
    return TEXT if other.num_rows else WHOLE


def sortable(column: str, kind: str) -> str:
    """Return SQL for a value that sorts as the ids of the column do."""
    if kind == INTEGER:
        return f"CAST({column} AS BIGINT)"
    if kind != WHOLE:
        return column
    digits = f"regexp_replace({column}, '^[+-]?0*', '')"
    longest = 10**LENGTH - 1
    negative = (
        f"concat('-', lpad(CAST({longest} - length({digits}) AS STRING), {LENGTH}, '0'), "
        f"translate({digits}, '0123456789', '9876543210'), ' ', {column})"
    )
    positive = f"concat('0', lpad(CAST(length({digits}) AS STRING), {LENGTH}, '0'), {digits}, ' ', {column})"
    return f"CASE WHEN {column} LIKE '-%' AND {digits} <> '' THEN {negative} ELSE {positive} END"


def shown(value: object, kind: str) -> object:
    """Return an id as written in the file."""
    return str(value).rpartition(" ")[2] if kind == WHOLE else value
