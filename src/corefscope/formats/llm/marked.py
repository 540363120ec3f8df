"""A language model's text in which mentions stand between marks, with their entity: `<m> the dog | 3 </m>`.

Marks nest. The entity is the one word between the last `|` of a mention and its end; any other `|` is text.
A mention without one is lost. The marks `<sentence>`, `<copy>`, `<pad>`, `<unk>` and `<s>` of sequence-to-sequence
models are taken out, and so is `<speaker> … </speaker>` with what it holds. One document a file, unless
lines `=== NAME ===` begin documents.
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

_MARK = re.compile(r"<(?P<end>/?)(?P<name>m|sentence|speaker|copy|pad|unk|s)>|(?P<bar>\|)|(?P<broken></?m?\Z)")


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """The documents of one file."""
    builder = CorpusBuilder(source.path)
    for name, line, text in llm.documents(decoded(content, source.path, notices)):
        try:
            _output(text.rstrip(), source, notices, name, line).add_to(builder)
        except FormatError as error:
            notices.refuse(error)
    return llm.finished(builder, source, notices)


def _output(text: str, source: Source, notices: Notices, name: str, line: int) -> llm.Output:
    output = llm.Output(text, source, notices, name, line)
    open_marks: list[int] = []
    last, broken = -1, False
    bar: int | None = None  # the latest one that only an entity may follow
    position, last_speaker = 0, text.rfind("</speaker>")
    while match := _MARK.search(text, position):
        position = match.end()
        if match["bar"]:
            bar = match.start()
        elif match["broken"]:
            output.cut(*match.span())
            broken = True
        elif match["name"] != "m":
            if match["name"] == "speaker" and not match["end"] and position <= last_speaker:
                position = text.index("</speaker>", position) + len("</speaker>")
            output.cut(match.start(), position)
            bar = None
        elif not match["end"]:
            open_marks.append(output.cut(*match.span()))
            output.check_depth(len(open_marks))
            bar = None
        else:
            entity = _entity(text, bar, match.start()) if open_marks else None
            last = output.cut(match.start() if entity is None or bar is None else bar, match.end())
            if open_marks:
                output.mention(open_marks.pop(), last, entity or "")
            else:
                output.lose(llm.NEVER_OPENED, last)
            bar = None
    if open_marks and bar is not None and _entity(text, bar, len(text)) is not None:
        output.cut(bar, len(text))
    output.ends_inside(open_marks, broken or (bool(open_marks) and open_marks[-1] > last))
    return output


def _entity(text: str, bar: int | None, end: int) -> str | None:
    """The one word after the bar; empty if there is none, None if there is no bar or it is part of the text."""
    if bar is None:
        return None
    words = text[bar + 1 : end].split(maxsplit=1)
    return None if len(words) > 1 else "".join(words)
