"""A language model's text with an entity as a subscript of each mention: `[the [dog]_{2}'s owner]_1`.

The braces may be absent, and a `$` may stand before the underscore and after the subscript.
`[dog]_{}` names no entity and is lost.
"""

from __future__ import annotations

from corefscope.formats.files.sources import Source
from corefscope.formats.llm import brackets
from corefscope.formats.registry import Options
from corefscope.model import Corpus
from corefscope.problems import Notices

_PATTERN = brackets.bracket_pattern(
    r"\$?_(?P<brace>\{)?(?P<entity>(?(brace)[^{}\[\]\n]{0,100}|[^\W_]{1,100}))(?(brace)\})\$?"
    r"|(?P<broken>\$?_\{?[^{}\[\]\n]{0,100}\Z)|(?P<other>(?!))"
)


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """Read the documents of one file."""
    return brackets.read(content, source, notices, _PATTERN)
