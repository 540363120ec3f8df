"""A language model's text in which mentions are Markdown links to entities: `[the [dog](#2)'s owner](#1)`.

Brackets nest. A bracket pair that is no link is text, such as `[1]`; so is `\\[`. A link without `#` is text
as well, and counted. `[Tom](#)` names no entity and is lost. One document a file, unless lines
`=== NAME ===` begin documents.
"""

from __future__ import annotations

import re

from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import decoded
from corefscope.formats.llm import output as llm
from corefscope.formats.registry import Options
from corefscope.model import Corpus
from corefscope.problems import FormatError, Notices

OTHER_LINK = "link-without-mention"
_NAME = r"[^()\[\]\n]{0,100}"
# An escape, an opening bracket, or a closing one with its link; a link may break off where the text does.
# An entity's name may hold blanks and a pair of round brackets.
_BRACKET = re.compile(
    r"\\[\[\]()\\]"
    r"|(?P<open>\[)"
    rf"|\](?: ?\(#(?P<entity>{_NAME}(?:\({_NAME}\){_NAME})?)\)|(?P<broken>\((?:#{_NAME})?\Z)|(?P<other>\([^()\s#]+\)))?"
)
_ESCAPE = re.compile(r"\\([\[\]()\\])")


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """The documents of one file."""
    builder = CorpusBuilder(source.path)
    for name, line, text in llm.documents(decoded(content, source.path, notices)):
        try:
            _output(text.rstrip(), source, notices, name, line).add_to(builder, _unescaped)
        except FormatError as error:
            notices.refuse(error)
    return llm.finished(builder, source, notices)


def _output(text: str, source: Source, notices: Notices, name: str, line: int) -> llm.Output:
    output = llm.Output(text, source, notices, name, line)
    open_brackets: list[int] = []
    last, broken = -1, False
    for match in _BRACKET.finditer(text):
        if match["open"]:
            open_brackets.append(output.cut(*match.span()))
            output.check_depth(len(open_brackets))
        elif match["entity"] is not None:
            last = output.cut(*match.span())
            if open_brackets:
                output.mention(open_brackets.pop(), last, match["entity"].strip())
            else:
                output.lose(llm.NEVER_OPENED, last)
        elif match["broken"]:
            output.cut(*match.span())
            broken = True
        elif match[0].startswith("]") and open_brackets:
            opening = open_brackets.pop()
            if match["other"]:
                output.lose(OTHER_LINK, opening)
            output.keep(opening)
    output.ends_inside(open_brackets, broken or (bool(open_brackets) and open_brackets[-1] > last))
    return output


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(r"\1", text) if "\\" in text else text
