"""A language model's text with mentions and their entity between marks: `<m> the dog | 3 </m>`.

Marks nest. The entity is the one word between the last `|` of a mention and its end; any other `|` is text.
A mention without one is lost. The marks `<sentence>`, `<copy>`, `<pad>`, `<unk>` and `<s>` of sequence-to-sequence
models are removed, and so is `<speaker> … </speaker>` with its content. One document a file, unless lines
`=== NAME ===` begin documents.
"""

from __future__ import annotations

import re

from corefscope.formats.files.sources import Source
from corefscope.formats.llm import output as llm
from corefscope.formats.registry import Options
from corefscope.formats.tools.markup import unescaped
from corefscope.model import Corpus
from corefscope.problems import Notices

_MARK = re.compile(r"<(?P<end>/?)(?P<name>m|sentence|speaker|copy|pad|unk|s)>|(?P<bar>\|)|(?P<broken></?m?\Z)")


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """Read the documents of one file."""
    return llm.read(content, source, notices, _parse, unescaped)


def _parse(output: llm.Output) -> None:
    text = output.text
    is_broken = False
    bar: int | None = None  # the latest one after which only an entity may follow
    position, last_speaker = 0, text.rfind("</speaker>")
    while match := _MARK.search(text, position):
        position = match.end()
        if match["bar"]:
            bar = match.start()
            continue
        if match["broken"]:
            output.cut(*match.span())
            is_broken = True
            continue
        if match["name"] != "m":
            if match["name"] == "speaker" and not match["end"] and position <= last_speaker:
                position = text.index("</speaker>", position) + len("</speaker>")
            output.cut(match.start(), position)
        elif not match["end"]:
            output.open_mention(*match.span())
        else:
            entity = _entity(text, bar, match.start()) if output.open else None
            start = match.start() if entity is None or bar is None else bar
            output.close_mention(start, match.end(), entity or "")
        bar = None
    if output.open and bar is not None and _entity(text, bar, len(text)) is not None:
        output.cut(bar, len(text))
    output.finish(is_broken)


def _entity(text: str, bar: int | None, end: int) -> str | None:
    """The one word after the bar, or nothing; None without a bar, or if it is part of the text."""
    if bar is None:
        return None
    words = text[bar + 1 : end].split(maxsplit=1)
    return None if len(words) > 1 else "".join(words)
