"""All problems of a file at once, each with its place and what to do."""

from __future__ import annotations

from dataclasses import dataclass

from corefscope.errors import CorefscopeError, Notice, Notices
from corefscope.formats import read_corpus
from corefscope.model import Corpus
from corefscope.pairing import pair
from corefscope.preparation import resolve_repeats


@dataclass(frozen=True)
class Problem:
    """Something wrong: an `error` keeps the file from being scored, a `warning` does not."""

    severity: str
    kind: str
    text: str


@dataclass(frozen=True)
class Report:
    """The problems of one file, and what is in it as far as it could be read."""

    path: str
    problems: tuple[Problem, ...]
    documents: int = 0
    mentions: int = 0


def check(path: str, key: Corpus | None = None, format: str | None = None, clusters: str | None = None) -> Report:
    """Reads a file and, with a key, pairs it as scoring would; stops at nothing it can go past."""
    try:
        corpus = read_corpus(path, format, clusters, every_place=True)
    except CorefscopeError as error:
        return Report(path, tuple(_error(each) for each in error.all()))
    notices = Notices(limit=None)
    notices.extend(corpus.notices)
    problems: list[Problem] = []
    try:
        resolve_repeats(corpus, "first", notices)
        if key is not None:
            pair(key, corpus, notices, check_words=not corpus.inexact_text)
    except CorefscopeError as error:
        problems += [_error(each) for each in error.all()]
    problems += [problem for notice in notices for problem in _warnings(notice)]
    return Report(path, tuple(problems), corpus.document_count, corpus.mention_count)


def _error(error: CorefscopeError) -> Problem:
    return Problem("error", type(error).__name__, str(error))


def _warnings(notice: Notice) -> list[Problem]:
    return [Problem("warning", notice.kind, place) for place in notice.places]
