"""A language model's text with an entity in round brackets after each mention: `[the [dog](2)'s owner](1)`.

An entity is a number, with letters before it or none, as `1` or `e1`; `[dog](http://…)` is a link, which is text and
counted. `[dog]()` names no entity and is lost.
"""

from __future__ import annotations

from corefscope.formats.files.sources import Source
from corefscope.formats.llm import brackets
from corefscope.formats.registry import Options
from corefscope.model import Corpus
from corefscope.problems import Notices

_PATTERN = brackets.bracket_pattern(
    r"\([ \t]*(?P<entity>(?:[A-Za-z_-]{0,20}[0-9]{1,9})?)[ \t]*\)|(?P<broken>\([\w-]{0,30}\Z)|(?P<other>\([^()\s]+\))"
)


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """Read the documents of one file."""
    return brackets.read(content, source, notices, _PATTERN)
