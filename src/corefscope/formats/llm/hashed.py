"""A language model's text with marks around mentions and the entity after them: `<m>the <m>dog</m>#2's owner</m>#1`.

As CorefInst has it. Marks nest. A mention without a number, or with the `#MASK` of the prompt, names no entity and is
lost.
"""

from __future__ import annotations

import re

from corefscope.formats.files.sources import Source
from corefscope.formats.llm import output as llm
from corefscope.formats.registry import Options
from corefscope.formats.tools.markup import unescaped
from corefscope.model import Corpus
from corefscope.problems import Notices

MASK = "MASK"  # what the model was asked to replace
# After a blank only a number is an entity: the next word of the text is none.
_MARK = re.compile(r"(?P<open><m>)|</m>(?: ?#(?:(?P<entity>\w{1,100})| (?P<number>\d{1,100})\b))?|(?P<broken></?m?\Z)")


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """Read the documents of one file."""
    return llm.read(content, source, notices, _parse, unescaped)


def _parse(output: llm.Output) -> None:
    is_broken = False
    for match in _MARK.finditer(output.text):
        if match["open"]:
            output.open_mention(*match.span())
        elif match["broken"]:
            output.cut(*match.span())
            is_broken = True
        else:
            entity = match["entity"] or match["number"] or ""
            output.close_mention(*match.span(), "" if entity == MASK else entity)
    output.finish(is_broken)
