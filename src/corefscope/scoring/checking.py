"""All problems of a file at once, each with its place and what to do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from corefscope.alignment.cleanup import resolve_repeats
from corefscope.alignment.documents import rename
from corefscope.basics.arguments import callback, flag
from corefscope.basics.checksums import is_read_once
from corefscope.basics.codes import WarningCode
from corefscope.basics.escaping import quoted
from corefscope.basics.processes import map_in_processes, uses_processes
from corefscope.formats.load import PYTHON_OBJECT, as_one, read_corpus
from corefscope.formats.registry import SeveralFields
from corefscope.model import Corpus, MentionNames
from corefscope.problems import ERRORS_KEPT, CorefscopeError, Notice, Notices, SettingsError
from corefscope.scoring.doubts import notice_overlap
from corefscope.scoring.inputs import Input, check_key_options, path_of
from corefscope.scoring.result import Reportable
from corefscope.scoring.score import align, pair, prepare
from corefscope.scoring.steps import Gold, Run
from corefscope.settings import DEFAULTS, Settings


@dataclass(frozen=True)
class Problem:
    """A problem of a file: an `error` prevents scoring, a `warning` does not."""

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
class Checked(Reportable, Sequence[CheckedFile]):
    """The reports of submissions, in order."""

    VIEW = "corpora:check"
    files: tuple[CheckedFile, ...]
    is_board: bool = False  # then problems are grouped by cause, since a board has many files

    @property
    def ok(self) -> bool:
        """Whether no submission has a problem."""
        return not any(each.problems for each in self.files)

    def __len__(self) -> int:
        return len(self.files)

    def __getitem__(self, place: Any) -> Any:
        return self.files[place]

    def __repr__(self) -> str:
        return f"<Checked: {sum(bool(each.problems) for each in self.files)} of {len(self.files)} have problems>"


def check(
    *files: Input,
    against: Input | None = None,
    format: str | None = None,
    clusters: str | None = None,
    key_format: str | None = None,
    key_clusters: str | None = None,
    gold_mentions: bool = False,
    names_strip: str | None = None,
    pair_by: str | None = None,
    jobs: int = 1,
    progress: Callable[[str], None] | None = None,
) -> Checked:
    """List the problems of submissions: paths, or Python objects as `score` takes them.

    A leaderboard's folder or manifest is checked whole, each submission against the key of its data set. With a key,
    submissions are also aligned with it as for scoring. With `gold_mentions`, for systems that received the
    key's mentions, every mention that only one of the two has is a problem. With `jobs`, that many processes check one
    file each.

    >>> checked = check({"clusters": [[[0, 1], [5, 4]]]})
    >>> checked.ok, checked[0].problems[0].text
    (False, 'given:1: cluster 0 has the span [5, 4] (a span is [first token, last token], from 0)')
    """
    if not files:
        raise SettingsError("no-response", "no file was named to check")
    if against is None and len(files) == 1 and (path := path_of(files[0])):
        from corefscope.boards import checking, entries

        if entries.is_board(path):
            keyed: dict[str, Any] = {"key_format": key_format, "key_clusters": key_clusters, "pair_by": pair_by}
            keyed |= {"names_strip": names_strip, "gold_mentions": gold_mentions}
            return checking.check_board(path, keyed, format=format, clusters=clusters, jobs=jobs, progress=progress)
    check_key_options(against, key_format, key_clusters)
    key = None if against is None else read_corpus(against, key_format, key_clusters)
    if flag(gold_mentions, "gold_mentions") and key is None:
        raise SettingsError("conflicting-options", "gold mentions need a key", hint="use --against KEY")
    settings = Settings(response_format=format, response_clusters=clusters, names_strip=names_strip, pair_by=pair_by)
    options = key, settings, gold_mentions
    report, paths = callback(progress, "progress"), list(map(path_of, files))
    if uses_processes(jobs) and len(files) > 1 and not any(path is None or is_read_once(path) for path in paths):
        return Checked(tuple(map_in_processes(_check_file, options, list(map(str, paths)), jobs, report)))
    checked = []
    for each, path in zip(files, paths, strict=True):
        checked.append(_check_file(options, each))
        report(path or PYTHON_OBJECT)
    return Checked(tuple(checked))


def _check_file(options: tuple[Corpus | None, Settings, bool], file: Input) -> CheckedFile:
    return read_and_check(file, *options)[0]


def read_and_check(
    file: Input, key: Corpus | None, settings: Settings, gold_mentions: bool = False
) -> tuple[CheckedFile, Corpus | None]:
    """Return all problems of a submission, and what was read, if it could be."""
    notices, problems = Notices(limit=ERRORS_KEPT), list[Problem]()
    corpus: Corpus | None = None
    readable: list[Corpus] = []
    options = settings.response_format, settings.response_clusters
    try:
        try:
            corpus = read_corpus(file, *options, notices=notices, readable=readable)
        except SeveralFields as error:
            if key is not None or error.sides is None:
                raise
            (one, two), notices = error.sides, Notices(limit=ERRORS_KEPT)  # it can be scored alone
            read_corpus(file, settings.response_format, one, notices=notices)
            corpus = read_corpus(file, settings.response_format, two, notices=notices)
        response = resolve_repeats(rename(corpus, settings), DEFAULTS, notices)
        if key is not None:
            _check_against(rename(key, settings), response, notices, gold_mentions)
    except CorefscopeError as error:
        problems = problems_of(error)
        if key is not None and corpus is None and readable:  # of several files, the others can be compared
            problems += _problems_of_others(key, readable, settings, gold_mentions)
    problems += warnings(notices)
    sizes = (corpus.document_count, corpus.mention_count) if corpus else (0, 0)
    return CheckedFile(path_of(file) or PYTHON_OBJECT, tuple(problems), *sizes), corpus


def _problems_of_others(
    key: Corpus, readable: Sequence[Corpus], settings: Settings, gold_mentions: bool
) -> list[Problem]:
    """Compare the readable files of a submission with the key; the documents of the others are not called missing."""
    notices = Notices(limit=ERRORS_KEPT)
    try:
        response = resolve_repeats(rename(as_one(readable, Notices()), settings), DEFAULTS, Notices())
        _check_against(rename(key, settings), response, notices, gold_mentions)
    except CorefscopeError as error:  # that a document occurs twice is known
        return [] if error.code == "repeated-document" else problems_of(error)
    return list(warnings(each for each in notices if each.code != "document-missing"))


def _check_against(key: Corpus, response: Corpus, notices: Notices, gold_mentions: bool) -> None:
    """Collect the warnings of scoring the two, with all places; raise errors that prevent scoring."""
    run = Run.of("mentions", None, None, {})
    key = prepare(key, run, Notices())
    response = prepare(replace(response, notices=()), run, notices, key)
    evidence = align(pair(Gold.of(key, Notices()), response, run, notices), run, notices)
    notice_overlap(evidence, run, False, notices)
    rows = evidence.alignment.key_row, evidence.alignment.response_row
    sides = (evidence.matched_key, *rows), (evidence.matched_response, *rows[::-1])
    codes: tuple[WarningCode, ...] = ("gold-mention-missing", "not-a-gold-mention")
    facts = zip(sides, codes, ("only the key has", "the key has no"), strict=True)
    for (corpus, mine, other), code, fact in facts if gold_mentions else ():
        names = MentionNames(corpus)
        for row in mine[(mine >= 0) & (other < 0)].tolist():
            document = quoted(corpus.names[corpus.document[row]])
            notices.add(code, partial("{} {} of document {}".format, fact, names.of(row), document), *corpus.where(row))


def warnings(notices: Iterable[Notice]) -> Iterator[Problem]:
    """Yield a problem for each place that was kept of each warning."""
    for notice in notices:
        more = f" ({notice.count:,} times)" if notice.count > len(notice.places) else ""
        for text in (*notice.places[:-1], notice.places[-1] + more):
            yield Problem("warning", notice.kind, text, code=notice.code, setting=notice.setting)


def problems_of(error: CorefscopeError) -> list[Problem]:
    """Return an error and those that came with it."""
    problems = [
        Problem(
            "error", type(each).__name__, each.sentence(), each.source, each.line, each.hint, each.code, each.setting
        )
        for each in error.all()
    ]
    more = Problem("error", type(error).__name__, f"and {error.unlisted:,} more errors", code="more-errors")
    return [*problems, more] if error.unlisted else problems
