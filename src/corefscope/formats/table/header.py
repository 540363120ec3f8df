"""What the columns of a table mean by their names: the same rules for tables in memory and for those of engines."""

from __future__ import annotations

from collections.abc import Sequence

from corefscope.basics.escaping import quoted
from corefscope.problems import FormatError

ENTITY = "entity"
COLUMNS = ("document", "mention", "start", "end", "last", "entity", "type", "head", "entity_type")


def lower_names(names: Sequence[str], path: str | None) -> list[str]:
    """Names without blanks and case; two columns of one name are refused."""
    lowered = [name.strip().lower() for name in names]
    twice = next((name for number, name in enumerate(lowered) if name in lowered[:number]), None)
    if twice:
        raise FormatError("bad-column", f"two columns are called {quoted(twice[:40])}", path, 1)
    return lowered


def check_names(names: Sequence[str], path: str | None) -> None:
    """Refuses a header that does not say what the mentions and their entities are."""
    header = ", ".join(name[:40] for name in names[:12])
    hint = f"the header has {header}; name columns entity and mention, or entity, start and end"
    if "entity" not in names:
        raise FormatError("missing-column", "the table has no column 'entity'", path, 1, hint)
    if "end" in names and "last" in names:
        raise FormatError(
            "bad-column", "the table has both 'end' (the token after the last) and 'last'", path, 1, "leave one out"
        )
    if ("start" in names) != ("end" in names or "last" in names):
        raise FormatError(
            "missing-column",
            "a mention needs 'start' and either 'end' (the token after the last) or 'last'",
            path,
            1,
            hint,
        )
    if "start" not in names and "mention" not in names:
        raise FormatError("missing-column", "the table has no column 'mention'", path, 1, hint)


def delimiter(header: str) -> str:
    """What separates the columns of a CSV or TSV, by its first line."""
    return "\t" if "\t" in header else ";" if ";" in header and "," not in header else ","
