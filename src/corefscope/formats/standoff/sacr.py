"""SACR (Oberle 2018): mentions in braces that begin with the name of their entity, and perhaps properties.

    #title:The Peasant and the Eagle
    #textid:aesop

    {Peasant:head="1",partofspeech="noun" A Peasant} found {Eagle an Eagle captured in {M3 a trap}}.

Names of M and a number are singletons, as every name that occurs once. Lines that begin with `#` are comments, of which
`#textid` names the document. Positions are characters of the text without braces and comments.
"""

from __future__ import annotations

import re

from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import FileReader, shown
from corefscope.formats.registry import Options
from corefscope.model import CHARACTERS, Corpus, Mention
from corefscope.problems import Notices

_COMMENT = re.compile(r"^(?:#[^\n]*|\*{5,}[^\n]*)(?:\n|\Z)", re.MULTILINE)
_TEXT_ID = re.compile(r"^#text_?id:[ \t]*(.*)$", re.MULTILINE)
_PROPERTY = r'\w+=(?:\w+|"[^"]*")'
_MARK = re.compile(rf"\{{(?:(\w+)(?::((?:{_PROPERTY},)*{_PROPERTY}))?[ \n])?|\}}")
_OPENS = re.compile(r"\{\w+[: ]")
_DEEPEST = 1000  # mentions that are open at once


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """Read the document of a file, called by its `#textid` or after the file."""
    return _SacrReader(source, notices).read(content)


class _SacrReader(FileReader):
    """Takes the braces out of the text."""

    def read(self, content: bytes) -> Corpus:
        whole = self.decode(content).replace("\r\n", "\n")
        name = _TEXT_ID.search(whole)
        # Comments become blank lines, so that lines can still be counted.
        marked = _COMMENT.sub("\n", whole)
        self.count_marked_comments(whole)
        parts: list[str] = []
        length = last = 0
        opened: list[tuple[str, int, int]] = []  # entity, start, line
        entities: dict[str, list[tuple[Mention, int]]] = {}
        line, counted = 1, 0
        for found in _MARK.finditer(marked):
            parts.append(marked[last : found.start()])
            length += len(parts[-1])
            last = found.end()
            line += marked.count("\n", counted, found.start())
            counted = found.start()
            if found[0] != "}":
                if found[1] is None:
                    hint = 'as in {Peasant:head="1" A Peasant}'
                    said = shown(marked[found.start() : found.start() + 30])
                    self.refuse("bad-row", f"a brace opens without the name of an entity: {said}", line, hint)
                if len(opened) > _DEEPEST:
                    raise self.source.error("too-large", f"{len(opened)} mentions are open at once", line)
                opened.append((found[1] or "", length, line))
            elif not opened:
                self.refuse("unpaired-bracket", "a brace closes that was never opened", line)
            else:
                entity, start, opening = opened.pop()
                if start == length:
                    self.refuse("bad-row", f"the mention of {shown(entity)} is empty", opening)
                elif entity:
                    entities.setdefault(entity, []).append((Mention(start, length), opening))
        parts.append(marked[last:])
        for entity, _, opening in opened:
            self.refuse("unpaired-bracket", f"the mention of {shown(entity)} is never closed", opening)
        builder = CorpusBuilder(self.source.path, CHARACTERS)
        builder.add_document(name[1].strip() if name else "", 1, raw="".join(parts))
        for entity, mentions in entities.items():
            builder.add_entity(entity, [mention for mention, _ in mentions], [line for _, line in mentions])
        return builder.corpus(self.source.stem, self.notices)

    def count_marked_comments(self, whole: str) -> None:
        """Count comments with a mention: a line of the text that begins as a comment does would be lost in silence."""
        line, counted = 1, 0
        for comment in _COMMENT.finditer(whole):
            if "}" in comment[0] and _OPENS.search(comment[0]):
                line += whole.count("\n", counted, comment.start())
                counted = comment.start()
                self.warn("comment-ignored", f"a line that begins with {comment[0][0]} has a mention", line)
