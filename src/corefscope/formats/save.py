"""Write documents in a format, and report what it cannot express."""

from __future__ import annotations

import os
from typing import Any

from corefscope.basics.arguments import flag
from corefscope.basics.arguments import path as argument_path
from corefscope.basics.codes import CHANGED, LOST
from corefscope.basics.escaping import quoted
from corefscope.basics.writing import write_file, write_folder
from corefscope.formats.files.sources import STANDARD_INPUT
from corefscope.formats.registry import Format, load, output_format, writable
from corefscope.model import CHARACTERS, Corpus, Document
from corefscope.problems import FormatError, Notice, Notices, some


def write(
    documents: Any, path: str | os.PathLike[str], format: str | None = None, lossy: bool = False, prompts: Any = None
) -> list[Notice]:
    """Write documents, or what else `read` takes, in the format that the ending or `format` names; `-` is stdout.

    Returns what the format cannot express. Mentions that would be lost or changed are an error unless `lossy`.
    `prompts` are those of `llm.writer`, for the form of a language model's answer.
    """
    from corefscope.formats.objects.documents import checked

    text, lossy = argument_path(path, "the path"), flag(lossy, "lossy")
    target = output_format(text, format)
    if target is None:
        usual = some(f".{each.endings[0]}" for each in writable().values() if each.endings)
        hint = f"use one such as {usual}, or name a format; corefscope list formats shows all"
        raise FormatError("unknown-ending", "the ending does not say which format to write", text, hint=hint)
    notices = Notices()
    listed = checked(_documents(documents, notices), text)
    _check_features(listed, target, text, notices)
    named = [ending for ending in target.endings if isinstance(format, str) and ending == format.lower()]
    endings = named or [ending for ending in target.endings if text.lower().endswith(ending)] or target.endings
    options = (prompts,) if prompts is not None else endings[:1] if "several_kinds" in target.features else ()
    content = load(str(target.writer)).write(listed, notices, *options)
    for notice in notices:
        if notice.code in (*LOST, *CHANGED) and not lossy:
            fact = f"{target.name} cannot express everything: {notice}"
            raise FormatError("mentions-would-be-lost", fact, text, hint="allow it with lossy=True")
    _put(content, text)
    return list(notices)


def _check_features(documents: list[Document], target: Format, path: str, notices: Notices) -> None:
    """Refuse documents that the format cannot express, and count what it leaves out."""
    from corefscope.formats.objects.documents import check_placeholders

    if "no_words" not in target.features:
        check_placeholders(documents, path, target.name)
    if "tokens" in target.features and any(document.unit == CHARACTERS for document in documents):
        fact = f"the documents count characters, and {target.name} counts tokens"
        raise FormatError("cannot-express", fact, path, hint="corefscope convert cuts running text into tokens")
    grouped = [document.name for document in documents if document.groups]
    if grouped and "groups" not in target.features:
        notices.add("group-not-written", f"of document {quoted(grouped[0])}", count=len(grouped))
    for document in () if "annotations" in target.features else documents:
        for name, annotation in document.annotations.items():
            if annotation.entities:
                what = f"{name} of document {quoted(document.name)}"
                notices.add("annotation-not-written", what, count=annotation.mention_count)


def _documents(value: Any, notices: Notices) -> Any:
    if isinstance(value, Corpus):
        return value.documents()
    if isinstance(value, list | tuple) and any(isinstance(each, Document) for each in value):
        return value
    from corefscope.formats.objects.shapes import is_object

    if isinstance(value, str | os.PathLike) or not is_object(value):
        return value
    from corefscope.formats.load import read_corpus

    return read_corpus(value, notices=notices).documents()


def _put(content: str | bytes | dict[str, str], path: str) -> None:
    import sys

    if isinstance(content, dict):
        write_folder(path, {name: _encoded(part, os.path.join(path, name)) for name, part in content.items()})
    elif path == STANDARD_INPUT:
        sys.stdout.flush()
        sys.stdout.buffer.write(_encoded(content, path))
    else:
        write_file(path, _encoded(content, path))


def _encoded(content: str | bytes, path: str) -> bytes:
    try:
        return content if isinstance(content, bytes) else content.encode()
    except UnicodeEncodeError:
        fact = "a word holds half a surrogate pair, which UTF-8 cannot express"
        raise FormatError("cannot-express", fact, path) from None
