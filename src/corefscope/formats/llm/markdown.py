"""A language model's text in which mentions are Markdown links to entities: `[the [dog](#2)'s owner](#1)`.

A link without `#` is text, and counted. `[Tom](#)` names no entity and is lost.
"""

from __future__ import annotations

from corefscope.formats.files.sources import Source
from corefscope.formats.llm import brackets
from corefscope.formats.registry import Options
from corefscope.model import Corpus
from corefscope.problems import Notices

_NAME = r"[^()\[\]\n]{0,100}"
# An entity's name may contain blanks and a pair of round brackets.
_PATTERN = brackets.bracket_pattern(
    rf" ?\(#(?P<entity>{_NAME}(?:\({_NAME}\){_NAME})?)\)|(?P<broken>\((?:#{_NAME})?\Z)|(?P<other>\([^()\s#]+\))"
)


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """Read the documents of one file."""
    return brackets.read(content, source, notices, _PATTERN)
