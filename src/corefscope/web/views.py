"""Tasks whose outcome is tables: agreement, statistics, checks, conversion, challenge sets, leaderboards.

Each runs in a worker and returns what a page shows and every file to download, already rendered.
"""

from __future__ import annotations

import glob
import io
import os
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import Path
from typing import Any

from corefscope.formats.files.unpacking import chunks
from corefscope.metrics import DEFAULT
from corefscope.problems import SettingsError
from corefscope.reporting.outputs import render
from corefscope.reporting.report import BAD, BEST, Entry, Heading, Records, Report, Sheet, View, count, counted, sheet
from corefscope.scoring.checking import Problem
from corefscope.scoring.result import Result
from corefscope.settings import Settings
from corefscope.web.limits import LimitWatch
from corefscope.web.request_options import TASKS
from corefscope.web.served_folder import ServedFolder, files_of
from corefscope.web.tasks import Labels, Located, Note, Work, check_files, names_of, outside, score_files, watched

OUTPUTS = {
    "txt": ("table", "text/plain"),
    "csv": ("csv", "text/csv"),
    "json": ("json", "application/json"),
    "tex": ("latex", "text/x-tex"),
    "md": ("markdown", "text/markdown"),
    "html": ("html", "text/html"),
}
CONVERTED = "application/octet-stream"
SHOWN_PLACES = 6


@dataclass(frozen=True)
class TableResult:
    """What a page shows, the files to download by name, and the texts behind it: a scored result and its page.

    `annotators` are the names of those who are compared in it.
    """

    shown: dict[str, Any]
    files: dict[str, bytes]
    scored: tuple[Result, str] | None = None
    annotators: tuple[str, ...] = ()


def make(note: Note, task: str, work: Work) -> TableResult:
    """Do one of TASKS."""
    if task == "convert":
        return _converted(note, work)
    view = {
        "agreement": _agreement,
        "statistics": _statistics,
        "check": _check,
        "challenge": _challenge,
        "leaderboard": _leaderboard,
    }[task](note, work)
    view = _labelled(view, work.labels)
    files = {
        f"{task}.{ending}": work.labels(render(view, output)).encode("utf-8", "backslashreplace")
        for ending, (output, _) in OUTPUTS.items()
    }
    shown = report_object((view.page or view.report)())
    found = TableResult({**shown, "title": TASKS[task]}, files)
    if task != "agreement":
        return found
    first, *others = work.responses  # the first annotator stands as the key, so that the others can be read against it
    given = replace(work, key=first, responses=tuple(others), options=work.options.without_first())
    names = tuple(names_of(work))
    return replace(found, scored=score_files(note, given, names), annotators=names)


def _agreement(note: Note, work: Work) -> View:
    from corefscope.annotators.agreement import agreement
    from corefscope.reporting.views.agreement import view

    if len(work.responses) < 2:
        raise SettingsError("too-few-annotators", "choose the annotations of at least two annotators")
    metrics = work.options.metrics or DEFAULT
    settings: dict[str, Any] = dict(work.options.settings)
    found = agreement(*_responses(work), metrics=metrics, names=names_of(work), progress=note, **settings)
    return view(found)


def _statistics(note: Note, work: Work) -> View:
    from corefscope.analysis.description import stats
    from corefscope.reporting.views.statistics import view

    key = None if work.key is None else watched(work, work.key, "key")
    note("reading")
    given = work.options
    return view(
        stats(
            *_responses(work),
            key=key,
            names=names_of(work),
            format=given.format("response"),
            clusters=given.settings.get("response_clusters"),
            key_format=given.format("key"),
            key_clusters=given.settings.get("key_clusters"),
        )
    )


def _check(note: Note, work: Work) -> View:
    """The problems as `corefscope check` lists them, below a table of all files."""
    from corefscope.reporting.views.check import view

    found = [replace(each, path=work.labels(each.path)) for each in check_files(note, work)]
    made = view(found)
    rows = []
    for each in found:
        warnings = len(each.problems) - each.errors
        verdict = Entry("errors", style=BAD) if each.errors else Entry("warnings" if warnings else "no problems")
        rows.append((each.path, verdict, *map(count, (each.documents, each.mentions, each.errors, warnings))))
    table = sheet("All files", ("File", "Verdict", "Documents", "Mentions", "Errors", "Warnings"), rows, left=(0, 1))
    titles = ("Severity", "Problem", "Times", "Lines")
    tables = [sheet(each.path, titles, _problem_rows(each.problems), left=(0, 1, 3)) for each in found if each.problems]
    return replace(made, page=lambda: replace(made.report(), tables=(table, *tables)))


def _problem_rows(problems: Sequence[Problem]) -> list[tuple[Any, ...]]:
    """Problems that say the same of several lines as one row; files are named only where they differ."""
    found: dict[tuple[str, str], list[Problem]] = {}
    for each in problems:
        place = each.source if each.line is None else f"{each.source}:{each.line}"
        text = each.text.removeprefix(f"{place}: ") if each.source else each.text
        said = text if each.severity == "error" else f"{each.kind}: {text}"
        found.setdefault((each.severity, said), []).append(each)
    several = len({each.source for each in problems if each.source}) > 1
    rows = []
    for (severity, said), same in found.items():
        places = [f"{each.source}:{each.line}" if several else str(each.line) for each in same if each.line is not None]
        more = f" and {len(places) - SHOWN_PLACES:,} more" if len(places) > SHOWN_PLACES else ""
        style = Entry(severity, style=BAD if severity == "error" else "")
        rows.append((style, said, count(len(same)), ", ".join(places[:SHOWN_PLACES]) + more))
    return rows


def _challenge(note: Note, work: Work) -> View:
    from corefscope.challenges.challenge import challenge
    from corefscope.reporting.views.challenge import view

    if work.key is None or not work.responses:
        raise SettingsError("no-response", "choose the questions of the set and at least one response")
    _check_inside(work.key, _files(Path(work.key.path)))
    folder = os.path.isdir(work.key.path)
    data = os.path.join(glob.escape(work.key.path), "*") if folder else work.key.path
    found = challenge(
        work.options.set,
        data,
        *_responses(work),
        names=names_of(work),
        progress=note,
        format=work.options.format("response"),
        clusters=work.options.settings.get("response_clusters"),
    )
    return view(found)


def _leaderboard(note: Note, work: Work) -> View:
    from corefscope.boards.board import leaderboard
    from corefscope.boards.entries import find_entries
    from corefscope.reporting.views.board import view

    if work.key is None:
        raise SettingsError("no-response", "choose the folder of the leaderboard")
    if work.key.error is not None:
        raise work.key.error
    entries = find_entries(work.key.path)
    _check_inside(work.key, (path for each in entries.datasets for path in each.paths))
    for each in entries.datasets:
        for path in each.paths:
            _check_size(work, path)
    metrics = work.options.metrics or DEFAULT
    settings: dict[str, Any] = dict(work.options.settings)
    return view(leaderboard(entries, metrics=metrics, settings=Settings(**settings), progress=note))


def _converted(note: Note, work: Work) -> TableResult:
    """Every chosen file in the format `to`, and what that format cannot express."""
    from corefscope.scoring.conversion import convert, target_format

    to = work.options.to
    target = target_format("converted", to or None)
    if target is None or not work.responses:
        raise SettingsError("no-response", "choose a file and the format to write")
    ending = f".{target.endings[0].lstrip('.')}" if target.endings else ""
    folder = tempfile.mkdtemp(dir=".")
    rows: list[tuple[Any, ...]] = []
    texts: list[str] = []
    try:
        for place, name in zip(work.responses, names_of(work), strict=True):
            note(name)
            stem = os.path.splitext(os.path.basename(name))[0] or "converted"
            path = os.path.join(folder, stem + ("" if target.several_files else ending))
            path += f" {len(rows) + 1}" if os.path.exists(path) else ""
            given = work.options.format("response"), work.options.settings.get("response_clusters")
            done = convert(watched(work, place, "response"), path, to, *given)
            rows.append((name, *map(count, (done.documents, done.mentions, done.lost, done.changed))))
            texts += [f"{name}: {notice}" for notice in (*done.warnings, *done.not_expressed)]
        files = _packed_files(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    title = f"Mentions that were read, and those that {target.name} cannot express"
    table = sheet(title, ("File", "Documents", "Mentions", "Lost", "Changed"), rows)
    heading = f"{counted(len(rows), 'file')} written as {target.name}"
    shown = report_object(Report(heading, (table,), (), "", tuple(map(work.labels, texts)), ""))
    return TableResult({**shown, "title": TASKS["convert"]}, files)


def _packed_files(folder: str) -> dict[str, bytes]:
    """The only file of a folder, or all of them in one archive."""
    paths = sorted(path for path in Path(folder).rglob("*") if path.is_file())
    if len(paths) == 1:
        return {paths[0].name: paths[0].read_bytes()}
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in paths:
            archive.write(path, path.relative_to(folder).as_posix())
    return {"converted.zip": stream.getvalue()}


def report_object(report: Report) -> dict[str, Any]:
    """A report for a page."""
    notes = [line for text in report.notes for line in text.split("\n")]
    heading = [line for line in report.heading.split("\n") if line]
    shown: dict[str, Any] = {"heading": heading, "sheets": [*map(sheet_object, report.tables)], "notes": notes}
    if report.more is not None:
        more = report_object(report.more)
        shown["sheets"] += more["sheets"]
        shown["notes"] += [*more["heading"], *more["notes"]]
    return {**shown, "warnings": list(report.warnings), "signature": report.signature}


def sheet_object(sheet: Sheet) -> dict[str, Any]:
    """A table of texts, the places of the best and of the bad of each column, of bars, and the columns of text."""
    columns, *rows = sheet.grid() if sheet.columns else ([],)
    styled: dict[str, list[tuple[int, int]]] = {BEST: [], BAD: []}
    bars: list[tuple[int, int, float]] = []
    for number, row in enumerate(sheet.rows):
        for column, entry in () if isinstance(row, Heading) else enumerate(row):
            styled.get(entry.style, []).append((number, column))
            if entry.bar and isinstance(entry.value, float | int):
                bars.append((number, column, max(entry.value, 0.0)))
    note = [line for line in sheet.note.split("\n") if line]
    more = {"best": styled[BEST], "bad": styled[BAD], "bars": bars, "left": list(sheet.left), "kept": sheet.kept}
    return {"title": sheet.title, "columns": columns, "rows": rows, "note": note, **more}


def _labelled(view: View, labels: Labels) -> View:
    """The same with paths as the user knows them, replaced before any output escapes them."""

    def told(made: Any) -> Any:
        if isinstance(made, str):
            return type(made)(labels(made))
        if isinstance(made, Report | Sheet):
            return replace(made, **{each.name: told(getattr(made, each.name)) for each in fields(made)})
        if isinstance(made, Entry | Heading):
            return type(made)(*map(told, made))
        if isinstance(made, dict):
            return {name: told(each) for name, each in made.items()}
        return type(made)(map(told, made)) if isinstance(made, list | tuple) else made

    def records(given: Callable[[], Records]) -> Records:
        columns, rows = given()
        return columns, [[told(cell) for cell in row] for row in rows]

    own = {name: getattr(view, name) for name in ("report", "data", "paper", "page")}
    made = {name: partial(lambda part: told(part()), part) for name, part in own.items() if part}
    return replace(view, **made, records=view.records and partial(records, view.records))


def _responses(work: Work) -> list[Any]:
    return [watched(work, place, "response") for place in work.responses]


def _files(path: Path) -> Iterator[str]:
    yield from map(str, sorted(path.iterdir()) if path.is_dir() else (path,))


def _check_size(work: Work, path: str) -> None:
    """Refuse a file above the limits before anything of it is parsed."""
    watch = LimitWatch(work.limits)
    for file in files_of(Path(path), any_suffix=True):
        for piece in chunks(file):
            watch.chunk(file, piece)


def _check_inside(place: Located, files: Iterator[str]) -> None:
    if place.error is not None:
        raise place.error
    for file in files:
        if not ServedFolder(place.root).holds(file):
            raise outside(file)
