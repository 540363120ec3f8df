"""A language model's text in which mentions are Markdown links to entities: `[the [dog](#2)'s owner](#1)`.

Brackets nest. A bracket pair that is no link is text, such as `[1]`; so is `\\[`. A link without `#` is text too, and
counted. `[Tom](#)` names no entity and is lost. One document a file, unless lines `=== NAME ===` begin documents.
"""

from __future__ import annotations

import re

from corefscope.formats.files.sources import Source
from corefscope.formats.llm import output as llm
from corefscope.formats.registry import Options
from corefscope.model import Corpus
from corefscope.problems import Notices

_NAME = r"[^()\[\]\n]{0,100}"
# An escape, an opening bracket, or a closing one with its link; a link may be truncated with the text.
# An entity's name may contain blanks and a pair of round brackets.
_BRACKET = re.compile(
    r"\\[\[\]()\\]"
    r"|(?P<open>\[)"
    rf"|\](?: ?\(#(?P<entity>{_NAME}(?:\({_NAME}\){_NAME})?)\)|(?P<broken>\((?:#{_NAME})?\Z)|(?P<other>\([^()\s#]+\)))?"
)
_ESCAPE = re.compile(r"\\([\[\]()\\])")


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """Read the documents of one file."""
    return llm.read(content, source, notices, _parse, _unescaped)


def _parse(output: llm.Output) -> None:
    is_broken = False
    for match in _BRACKET.finditer(output.text):
        if match["open"]:
            output.open_mention(*match.span())
        elif match["entity"] is not None:
            output.close_mention(*match.span(), match["entity"].strip())
        elif match["broken"]:
            output.cut(*match.span())
            is_broken = True
        elif match[0].startswith("]") and output.open:
            if match["other"]:
                output.lose("link-without-mention", output.open[-1])
            output.undo_opening()
    output.finish(is_broken)


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(r"\1", text) if "\\" in text else text
