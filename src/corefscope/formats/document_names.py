"""Names of documents, normalised so that the spellings of different formats are equal."""

from __future__ import annotations

import re

BLANKS = " \t\n\r\v\f"  # stripped from a name or an id; blanks beyond ASCII are part of it
# Parts have few digits; a longer run of digits is a name.
_PART = re.compile(r"(?P<name>.*?)\s*;\s*part\s+(?P<part>\d{1,9})\s*;?", re.DOTALL | re.ASCII)
_SUFFIX = re.compile(r"(?P<name>.+)_(?P<part>0|[1-9]\d{0,8})", re.DOTALL | re.ASCII)


def canonical(name: str) -> tuple[str, int]:
    """A document's name and part; a number at the end of a bare name is a part, as e2e-coref writes it.

    >>> canonical("(bc/x); part 000"), canonical("bc/x_0"), canonical("bc/x")
    (('bc/x', 0), ('bc/x', 0), ('bc/x', 0))
    >>> canonical("(bc/cctv_0005); part 012")
    ('bc/cctv_0005', 12)
    """
    name = name.strip(BLANKS)
    has_part = name.startswith("(") or (";" in name and _PART.fullmatch(name))
    suffix = None if has_part else _SUFFIX.fullmatch(name)
    return (suffix["name"], int(suffix["part"])) if suffix else literal(name)


def literal(name: str) -> tuple[str, int]:
    """A document's name and part; a number at the end of a bare name belongs to the name.

    >>> literal("GUM_vlog_2"), literal("(GUM_vlog_2); part 000")
    (('GUM_vlog_2', 0), ('GUM_vlog_2', 0))
    """
    name = name.strip(BLANKS)
    header = _PART.fullmatch(name) if ";" in name else None
    plain = header["name"] if header else name.rstrip(";").rstrip(BLANKS)
    if plain.startswith("(") and plain.endswith(")"):
        plain = plain[1:-1]
    return plain, int(header["part"]) if header else 0
