"""All problems of a file at once, each with its place and what to do."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from corefscope.alignment.cleanup import resolve_repeats
from corefscope.alignment.documents import pair
from corefscope.alignment.texts import by_characters
from corefscope.basics.arguments import function
from corefscope.basics.background import map_in_processes, uses_processes
from corefscope.basics.checksums import is_read_once
from corefscope.formats.load import read_corpus
from corefscope.model import Corpus
from corefscope.problems import ERRORS_KEPT, CorefscopeError, Notice, Notices
from corefscope.scoring.pipeline import score


@dataclass(frozen=True)
class Problem:
    """Something wrong: an `error` keeps the file from being scored, a `warning` does not."""

    severity: str
    kind: str
    text: str
    source: str | None = None  # of an error: file, line and remedy once more, for programs
    line: int | None = None
    hint: str | None = None
    code: str = ""
    setting: str | None = None  # the option that helps


@dataclass(frozen=True)
class CheckedFile:
    """The problems of one submission, errors first, and what is in it as far as it could be read."""

    path: str
    problems: tuple[Problem, ...]
    documents: int = 0
    mentions: int = 0

    @property
    def errors(self) -> int:
        return sum(problem.severity == "error" for problem in self.problems)


@dataclass(frozen=True)
class Against:
    """What submissions are checked by."""

    key: Corpus | None = None
    format: str | None = None
    clusters: str | None = None


def check_all(
    paths: Sequence[str], against: Against, jobs: int = 1, progress: Callable[[str], None] | None = None
) -> list[CheckedFile]:
    """The report of each submission, in order; with `jobs`, so many processes check one each."""
    note = function(progress, "progress")
    if uses_processes(jobs) and len(paths) > 1 and not any(map(is_read_once, paths)):
        return map_in_processes(_checked, against, paths, jobs, note)
    reports = []
    for path in paths:
        reports.append(_checked(against, path))
        note(path)
    return reports


def _checked(against: Against, path: str) -> CheckedFile:
    return check(path, against.key, against.format, against.clusters)


def check(path: str, key: Corpus | None = None, format: str | None = None, clusters: str | None = None) -> CheckedFile:
    """Read a submission and, with a key, align it with the key as scoring would; go past every error that allows it."""
    return read_and_check(path, key, format, clusters)[0]


def read_and_check(
    path: str | os.PathLike[str], key: Corpus | None, format: str | None, clusters: str | None
) -> tuple[CheckedFile, Corpus | None]:
    """The same, and what was read, if it could be."""
    notices = Notices(limit=ERRORS_KEPT)
    corpus: Corpus | None = None
    errors: list[Problem] = []
    try:
        corpus = read_corpus(path, format, clusters, notices=notices)
        prepared = resolve_repeats(corpus, "first", notices).corpus
        if key is not None:
            _against(key, prepared, notices)
    except CorefscopeError as error:
        errors = problems_of(error)
    problems = (*errors, *(problem for notice in notices for problem in warnings_of(notice)))
    sizes = (corpus.document_count, corpus.mention_count) if corpus else (0, 0)
    return CheckedFile(os.fspath(path), problems, *sizes), corpus


def _against(key: Corpus, response: Corpus, notices: Notices) -> None:
    """What scoring says of the two, with all places; an error if they cannot be scored."""
    partner = pair(key, response, notices, check_words=not response.inexact_text)
    if response.inexact_text:
        by_characters(key, response, partner, notices, syntax=False)
    scored = score(key, response, metrics="mentions").system  # whatever else would keep it from being scored
    known = {notice.code for notice in notices}
    notices.extend(notice for notice in scored.warnings if notice.code not in known)


def problems_of(error: CorefscopeError) -> list[Problem]:
    """An error and those that came with it."""
    problems = [
        Problem("error", type(each).__name__, str(each), each.source, each.line, each.hint, each.code, each.setting)
        for each in error.all()
    ]
    more = Problem("error", type(error).__name__, f"and {error.unlisted:,} more errors", code="more-errors")
    return [*problems, more] if error.unlisted else problems


def warnings_of(notice: Notice) -> list[Problem]:
    """A problem for each place that was kept; the last says how many there are, if there are more."""
    more = f" ({notice.count:,} times)" if notice.count > len(notice.places) else ""
    texts = [*notice.places[:-1], notice.places[-1] + more]
    return [Problem("warning", notice.kind, text, code=notice.code, setting=notice.setting) for text in texts]
