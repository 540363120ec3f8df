"""What the forms with square brackets share: `[the [dog](#2)'s owner](#1)`, `[dog]_{2}`, `[dog](2)`.

Brackets nest. A bracket pair without an entity after it is text, such as `[1]`; so is `\\[`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from corefscope.formats.files.sources import Source
from corefscope.formats.llm import output as llm
from corefscope.model import Corpus
from corefscope.problems import Notices

_ESCAPE = re.compile(r"\\([\[\]()\\])")


def bracket_pattern(closing: str) -> re.Pattern[str]:
    """An escape, an opening bracket, or a closing one with what follows it.

    `closing` has the groups `entity`, `broken` (truncated with the text) and `other` (a link that is no mention).
    """
    return re.compile(rf"\\[\[\]()\\]|(?P<open>\[)|\](?:{closing})?")


def read(content: bytes, source: Source, notices: Notices, pattern: re.Pattern[str]) -> Corpus:
    """Read the documents of one file."""
    return llm.read(content, source, notices, _parser(pattern), _unescaped)


def _parser(pattern: re.Pattern[str]) -> Callable[[llm.Output], None]:
    def parse(output: llm.Output) -> None:
        is_broken = False
        for match in pattern.finditer(output.text):
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

    return parse


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(r"\1", text) if "\\" in text else text
