"""All problems of a file at once, each with its place and what to do."""

from __future__ import annotations

from dataclasses import dataclass

from corefscope.errors import CorefscopeError, Notice, Notices
from corefscope.formats import read_corpus
from corefscope.formats.sources import find
from corefscope.model import Corpus
from corefscope.pairing import pair
from corefscope.preparation import resolve_repeats
from corefscope.realignment import by_characters
from corefscope.scoring import score


@dataclass(frozen=True)
class Problem:
    """Something wrong: an `error` keeps the file from being scored, a `warning` does not."""

    severity: str
    kind: str
    text: str


@dataclass(frozen=True)
class Report:
    """The problems of one submission, errors first, and what is in it as far as it could be read."""

    path: str
    problems: tuple[Problem, ...]
    documents: int = 0
    mentions: int = 0

    @property
    def errors(self) -> int:
        return sum(problem.severity == "error" for problem in self.problems)


def check(path: str, key: Corpus | None = None, format: str | None = None, clusters: str | None = None) -> Report:
    """Reads a submission and, with a key, lays it along the key as scoring would; stops at nothing it can go past."""
    notices = Notices(limit=None)
    try:
        corpus = read_corpus(path, format, clusters, every_place=True)
    except CorefscopeError as error:
        errors = _of_each_file(path, format, clusters, notices) or error.all()
        return Report(path, (*map(_error, errors), *_warnings(notices)))
    notices.extend(corpus.notices)
    errors = []
    try:
        prepared = resolve_repeats(corpus, "first", notices).corpus
        if key is not None:
            _against(key, prepared, notices)
    except CorefscopeError as error:
        errors = error.all()
    return Report(path, (*map(_error, errors), *_warnings(notices)), corpus.document_count, corpus.mention_count)


def _of_each_file(path: str, format: str | None, clusters: str | None, notices: Notices) -> list[CorefscopeError]:
    """The errors of the files of a folder or glob, each read by itself; none if it is the whole that is wrong."""
    errors: list[CorefscopeError] = []
    try:
        sources = find(path, Notices(), any_suffix=format is not None)
    except CorefscopeError:
        return []
    for source in sources if len(sources) > 1 else ():
        try:
            notices.extend(read_corpus(source.path, format, clusters, every_place=True).notices)
        except CorefscopeError as error:
            errors += error.all()
    return errors


def _against(key: Corpus, response: Corpus, notices: Notices) -> None:
    """What scoring says of the two, with all places; an error if they cannot be scored."""
    partner = pair(key, response, notices, check_words=not response.inexact_text)
    if response.inexact_text:
        by_characters(key, response, partner, notices, syntax=False)
    score(key, response, metrics="mentions")  # whatever else would keep it from being scored


def _error(error: CorefscopeError) -> Problem:
    return Problem("error", type(error).__name__, str(error))


def _warnings(notices: Notices) -> list[Problem]:
    return [Problem("warning", notice.kind, text) for notice in notices for text in _places(notice)]


def _places(notice: Notice) -> list[str]:
    """Every place that was kept; a warning may stand for several in one place."""
    several = notice.count > len(notice.places)
    return [*notice.places[:-1], notice.places[-1] + (f" ({notice.count:,} in all)" if several else "")]
