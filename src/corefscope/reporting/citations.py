"""BibTeX for corefscope and for the papers behind every metric."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from corefscope._version import __version__

CITED_OURS = f"""@software{{corefscope,
  title = {{corefscope: Coreference Evaluation}},
  author = {{{{The corefscope developers}}}},
  version = {{{__version__}}},
  year = {{2026}}
}}"""


@cache
def papers() -> dict[str, str]:
    """Return the entries of papers.bib by key, in file order."""
    text = files("corefscope.reporting").joinpath("papers.bib").read_text(encoding="utf-8")
    entries = text.strip().split("\n\n")
    return {re.split("[{,]", entry, maxsplit=2)[1]: entry for entry in entries}


def bibtex(citations: Iterable[str]) -> str:
    """Return our own entry, then each cited paper once, in order.

    >>> bibtex(["moosavi2016"]).count("@")
    2
    """
    return "\n\n".join([CITED_OURS, *(papers()[name] for name in dict.fromkeys(citations))]) + "\n"
