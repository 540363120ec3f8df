"""A corpus written in another format, and what that format cannot express."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from corefscope.alignment.texts.letter_text import tokenize
from corefscope.basics.arguments import path as argument_path
from corefscope.basics.arguments import text
from corefscope.basics.codes import CHANGED, LOST
from corefscope.basics.escaping import quoted
from corefscope.formats import load, save
from corefscope.formats.files.sources import STANDARD_INPUT
from corefscope.formats.registry import FORMATS, Format, output_format, writable
from corefscope.problems import FormatError, Notice, Notices, SettingsError, some
from corefscope.scoring.inputs import Input, path_of

if TYPE_CHECKING:
    from corefscope.formats.llm.writer import Prompts


@dataclass(frozen=True)
class Conversion:
    """What was read and written: warnings of reading, and what the format could not express."""

    documents: int
    mentions: int
    warnings: tuple[Notice, ...]
    not_expressed: tuple[Notice, ...]

    @property
    def lost(self) -> int:
        """The number of lost mentions."""
        return sum(notice.count for notice in self.not_expressed if notice.code in LOST)

    @property
    def changed(self) -> int:
        """The number of changed mentions."""
        return sum(notice.count for notice in self.not_expressed if notice.code in CHANGED)


def convert(
    source: Input,
    target: str | os.PathLike[str],
    to: str | None = None,
    format: str | None = None,
    clusters: str | None = None,
    annotator: str | None = None,
    *,
    blind: bool = False,
    given: bool = False,
    chat: bool = False,
    window: int | None = None,
    overlap: int = 0,
) -> Conversion:
    """Write a file, or Python objects as `read` takes them, in the format that `to` or the ending of `target` names.

    Running text is cut into tokens where the format has tokens. What cannot be expressed is left out and counted.
    `annotator` is the one whose annotation is taken, where a file has several.

    A form of a language model's answer is written as JSON Lines with the text and the answer of each document; `blind`
    leaves the answer out, `given` adds the text with its mentions and without their entities, and `chat` makes messages
    of both. With `window`, each record has at most that many tokens, of which it shares `overlap` with the one before.
    """
    path, to = argument_path(target, "the path"), None if to is None else text(to, "to")
    writer, source_path = target_format(path, to), path_of(source)
    features = () if writer is None else writer.features
    prompts = _prompts(writer, blind, given, chat, window, overlap)
    if source_path and os.path.exists(path) and os.path.exists(source_path) and os.path.samefile(source_path, path):
        fact = "source and target are the same, so the source would be lost"
        raise FormatError("would-overwrite-input", fact, path, hint="name another target")
    corpus = load.read_corpus(source, format, clusters, annotator=annotator)
    if corpus.label is not None:
        fact = "the mentions are ids without positions, so they cannot be written in another format"
        hint = "a table needs columns start and end"
        raise FormatError("mentions-without-place", fact, source_path or load.PYTHON_OBJECT, hint=hint)
    lost, unknown = Notices(), Notices()
    documents = corpus.documents()
    if "characters" not in features:
        documents = [tokenize(document, lost) for document in documents]
    for document in documents if writer is None or "no_words" not in features else ():
        if document.words is None and document.raw_text is None:
            unknown.add("words-unknown", f"document {quoted(document.name)} is written with _ for every word")
    read_as = {file.format for file in corpus.files}
    has_ids = any("across_documents" in format.features for format in FORMATS.values() if format.name in read_as)
    if writer is not None and "no_ids" in features and has_ids:
        divided = [name for name, count in Counter(map(str, corpus.entity_id)).items() if count > 1]
        if divided:
            fact = f"entity {quoted(divided[0])} is in several documents, and {writer.name} has no ids"
            lost.add("divided-by-documents", fact, count=len(divided))
    not_expressed = (
        *lost,
        *save.write(documents, path, to or (writer.name if writer else None), lossy=True, prompts=prompts),
    )
    return Conversion(corpus.document_count, corpus.mention_count, (*corpus.notices, *unknown), not_expressed)


def _prompts(
    writer: Format | None, blind: bool, given: bool, chat: bool, window: int | None, overlap: int
) -> Prompts | None:
    """Return the options for prompts; refuse them for other formats."""
    options: dict[str, Any] = {"blind": blind, "given": given, "chat": chat, "window": window, "overlap": overlap}
    if writer is None or not writer.is_answer:
        for name, value in options.items():
            if value:
                fact = f"--{name} is about the form of a language model's answer"
                raise SettingsError(
                    "conflicting-options", fact, hint="name one with --to; corefscope list formats shows all"
                )
        return None
    from corefscope.formats.llm.writer import Prompts

    for name, value in (("window", 1 if window is None else window), ("overlap", overlap + 1)):
        if type(value) is not int or value < 1:
            raise SettingsError("wrong-value", f"--{name} is a number of tokens, not {options[name]!r}")
    if overlap and (window is None or overlap >= window):
        raise SettingsError(
            "conflicting-options", "--overlap has to be less than --window", hint="name a larger window"
        )
    return Prompts(**options)


def target_format(path: str, to: str | None) -> Format | None:
    """Return the format to write, if it is clear; refuse what cannot work before anything is read."""
    target = output_format(path, to)
    if target is None and path == STANDARD_INPUT:
        fact = "standard output has no ending that names a format"
        raise SettingsError("unknown-ending", fact, hint=f"--to {some(writable())}")
    if target is not None and "several_files" in target.features:
        if path == STANDARD_INPUT:
            fact = f"{target.name} has several files, which cannot go to standard output"
            raise SettingsError("needs-folder", fact, hint="name a folder")
        if os.path.isfile(path):
            raise FormatError("needs-folder", f"this is a file, and {target.name} needs a folder", path)
    return target
