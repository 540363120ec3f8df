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
from corefscope.formats.registry import Format, called, names_for_writing, register_installed, writable, written_to
from corefscope.model import CHARACTERS, TOKENS, Corpus, Document
from corefscope.problems import FormatError, Notice, Notices, UnknownName


def write(
    documents: Any,
    path: str | os.PathLike[str],
    format: str | None = None,
    lossy: bool = False,
) -> list[Notice]:
    """Write documents, or what else `read` takes, in the format that the ending or `format` names; `-` is stdout.

    Returns what the format cannot express. Mentions that would be lost or changed are an error unless `lossy`.
    """
    from corefscope.formats.objects.documents import check_placeholders, checked

    text, lossy = argument_path(path, "the path"), flag(lossy, "lossy")
    chosen = _format_for(text, format)
    notices = Notices()
    listed = checked(_documents(documents, notices), text)
    if chosen.needs_words:
        check_placeholders(listed, text, chosen.name)
    if chosen.counts == TOKENS and any(document.unit == CHARACTERS for document in listed):
        fact = f"the documents count characters, and {chosen.name} counts tokens"
        raise FormatError("cannot-express", fact, text, hint="corefscope convert cuts running text into tokens")
    grouped = [document.name for document in listed if document.groups]
    if grouped and not chosen.groups:
        notices.add("group-not-written", f"of document {quoted(grouped[0])}", count=len(grouped))
    for document in () if chosen.annotations else listed:
        for name, annotation in document.annotations.items():
            if annotation.entities:
                what = f"{name} of document {quoted(document.name)}"
                notices.add("annotation-not-written", what, count=annotation.mention_count)
    said = [ending for ending in chosen.endings if isinstance(format, str) and ending == format.lower()]
    endings = said or [ending for ending in chosen.endings if text.lower().endswith(ending)] or chosen.endings
    content = chosen.writing().write(listed, notices, *(endings[:1] if chosen.several_kinds else ()))
    for notice in notices:
        if notice.code in (*LOST, *CHANGED) and not lossy:
            fact = f"{chosen.name} cannot express everything: {notice}"
            raise FormatError("mentions-would-be-lost", fact, text, hint="allow it with lossy=True")
    _put(content, text)
    return list(notices)


def _documents(given: Any, notices: Notices) -> Any:
    """Documents, made of what else a program may hold."""
    if isinstance(given, Corpus):
        return given.documents()
    if isinstance(given, list | tuple) and any(isinstance(each, Document) for each in given):
        return given
    from corefscope.formats.objects.shapes import is_object

    if isinstance(given, str | os.PathLike) or not is_object(given):
        return given
    from corefscope.formats.load import read_corpus

    return read_corpus(given, notices=notices).documents()


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


def _format_for(path: str, format: str | None) -> Format:
    """The format that was named, or that the ending names; plug-ins are imported if no built-in format fits."""
    found = written_to(path) if format is None else _writable_named(format)
    if found is None:
        register_installed()
        found = written_to(path) if format is None else _writable_named(format)
    if found is not None:
        return found
    known = writable()
    if format is not None:
        raise UnknownName("format", format, names_for_writing())
    endings = ", ".join("." + ending for each in known.values() for ending in each.endings)
    hint = f"use one of {endings}, or name a format: {', '.join(known)}"
    raise FormatError("unknown-ending", "the ending does not say which format to write", path, hint=hint)


def _writable_named(name: str) -> Format | None:
    if not isinstance(name, str):
        raise UnknownName("format", name, writable())
    found = called(name)
    return found if found is not None and found.writer else None
