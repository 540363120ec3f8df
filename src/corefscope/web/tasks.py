"""What jobs do: check files, score them, measure agreement, judge differences. Each runs in a process of its own.

A task writes the files to download into the folder of its job and returns what the page needs to go on.
"""

from __future__ import annotations

import json
import os
import pickle
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from corefscope import page
from corefscope.analysis.language import language
from corefscope.basics.escaping import quoted
from corefscope.basics.options import PATH, Option, options_of
from corefscope.formats.files.sources import WatchedPath
from corefscope.metrics import DEFAULT
from corefscope.model import Corpus
from corefscope.page.assembly import packed
from corefscope.page.payload import main_metric, payload
from corefscope.problems import CorefscopeError, Notice, SettingsError
from corefscope.reporting.outputs import render
from corefscope.reporting.report import BAD, BEST, Heading, Report, Sheet, View, percent, sheet
from corefscope.scoring.checking import CheckedFile, problems_of, read_and_check, warnings_of
from corefscope.scoring.result import Result, Side
from corefscope.scoring.score import score
from corefscope.settings import Settings
from corefscope.statistics.plan import Plan
from corefscope.web.files import ServedFolder, UnpackedSize
from corefscope.web.guard import Refusal

# Settings that name files are left out, since a page must not make the server read any file.
SETTINGS = {
    name: option
    for name, option in options_of(Settings).items()
    if option.label and option.kind != PATH and name != "entities"
}
PLAN = {name: option for name, option in options_of(Plan).items() if option.label}
OUTPUTS = {"txt": "table", "csv": "csv", "json": "json", "tex": "latex", "md": "markdown"}
NOT_ALIGNED = Settings().align
RESULT, DATA, TABLES, REPORT = "result.pickle", "data.txt", "tables.json", "report.html"
Note = Callable[[str], None]
AnySide = TypeVar("AnySide", bound=Side)
Text = Annotated[str, Meta(max_length=500)]  # a name or a value


class FilePlace(Struct, frozen=True):
    """A file or folder in the served folder, or among the uploads."""

    where: Literal["folder", "uploads"] = msgspec.field(name="in")
    path: Annotated[str, Meta(max_length=4096)] = ""


class Response(Struct, frozen=True):
    """A response and the name of its system, which may be empty."""

    place: FilePlace
    name: Text = ""


class Request(Struct, frozen=True):
    """What a page asks for: files with the settings of scoring, or a run with the plan of its comparison."""

    key: FilePlace | None = None
    responses: Annotated[tuple[Response, ...], Meta(max_length=50)] = ()
    metrics: Annotated[tuple[Text, ...], Meta(max_length=100)] = ()
    settings: dict[Text, Text | None] = {}
    language: Text = "en"
    run: Text = ""
    plan: dict[Text, Text | None] = {}
    baseline: Text | None = None


@dataclass(frozen=True)
class ChosenFile:
    """A file or folder on disk, the folder that must contain it, and its system; or why it cannot be read."""

    path: str
    root: Path
    name: str = ""
    error: CorefscopeError | None = None


@dataclass(frozen=True)
class Work:
    """A request with its files on disk, the run that it is about, and labels: what users see instead of paths."""

    request: Request
    key: ChosenFile | None = None
    responses: tuple[ChosenFile, ...] = ()
    run: Path = Path()
    labels: tuple[tuple[str, str], ...] = ()

    @property
    def settings(self) -> dict[str, Any]:
        given = {name: value for name, value in self.request.settings.items() if value}
        return _known(given, SETTINGS, "setting")

    def label(self, text: str) -> str:
        for path, label in self.labels:
            text = text.replace(path, label)
        return text

    def labelled(self, notices: Sequence[Notice]) -> tuple[Notice, ...]:
        return tuple(Notice(each.code, each.count, tuple(map(self.label, each.places))) for each in notices)


def check(work: Work, folder: Path, note: Note) -> list[dict[str, Any]]:
    """Check the key, then each response against the key if that can be read, as `corefscope check` does."""
    align = work.settings.get("align", NOT_ALIGNED)
    reports: list[CheckedFile] = []
    key = None
    if work.key is not None:
        report, corpus = _checked(work, work.key, None, "key", note)
        reports.append(report)
        key = None if report.errors else corpus
    for file in work.responses:
        report, corpus = _checked(work, file, key if align == NOT_ALIGNED else None, "response", note)
        if align != NOT_ALIGNED and key is not None and corpus is not None and not report.errors:
            report = _aligned(report, key, corpus, align)
        reports.append(report)
    return [
        {
            **{name: getattr(report, name) for name in ("documents", "mentions", "errors")},
            "problems": [
                {**asdict(each), "text": work.label(each.text), "source": each.source and work.label(each.source)}
                for each in report.problems
            ],
        }
        for report in reports
    ]


def _checked(
    work: Work, file: ChosenFile, key: Corpus | None, side: str, note: Note
) -> tuple[CheckedFile, Corpus | None]:
    try:
        path, settings = _watched(work, file, side), work.settings
        note(file.path)
        names = settings.get("names_strip"), settings.get("pair_by")
        return read_and_check(path, key, settings.get(f"{side}_format"), settings.get(f"{side}_clusters"), *names)
    except CorefscopeError as error:
        return CheckedFile(file.path, tuple(problems_of(error))), None


def _aligned(report: CheckedFile, key: Corpus, response: Corpus, align: str) -> CheckedFile:
    """Add the problems of aligning the texts, which `check` leaves to scoring."""
    try:
        [system] = score(key, response, metrics="mentions", align=align).systems
    except CorefscopeError as error:
        return replace(report, problems=(*problems_of(error), *report.problems))
    present = {problem.code for problem in report.problems}
    more = (problem for notice in system.warnings if notice.code not in present for problem in warnings_of(notice)[:1])
    return replace(report, problems=(*report.problems, *more))


def score_files(work: Work, folder: Path, note: Note) -> dict[str, Any]:
    """Score, find errors and judge differences."""
    from corefscope.reporting.views.scores import view

    if work.key is None or not work.responses:
        raise SettingsError("no-response", "choose a key and at least one response")
    names = names_of(work.responses)
    result = _scored(work, folder, work.key, work.responses, names, note)
    with (folder / RESULT).open("wb") as stream:
        pickle.dump(result, stream)
    _write_tables(folder, "documents", view(result))
    _write_tables(folder, "scores", view(_totals(result)))
    return _about(result, ", ".join(names), False)


def measure_agreement(work: Work, folder: Path, note: Note) -> dict[str, Any]:
    """Measure the agreement of annotators; the first stands as the key, so that the others can be read against it."""
    from corefscope.annotators.agreement import agreement
    from corefscope.reporting.views.agreement import view

    if len(work.responses) < 2:
        raise SettingsError("too-few-annotators", "choose the annotations of at least two annotators")
    files, names = [_watched(work, file, "response") for file in work.responses], names_of(work.responses)
    metrics = work.request.metrics or DEFAULT
    measured = agreement(*files, metrics=metrics, names=names, progress=note, **work.settings)
    annotators = tuple(replace(each, path=each.path and work.label(each.path)) for each in measured.annotators)
    shown = view(replace(measured, annotators=annotators, warnings=work.labelled(measured.warnings)))
    _write_tables(folder, "agreement", shown)
    write_json(folder / TABLES, report_object(shown.report()))
    first, *others = work.responses
    result = _scored(work, folder, first, others, names[1:], note, names[0])
    return _about(result, f"Agreement of {', '.join(names)}", True)


def compare_systems(work: Work, folder: Path, note: Note) -> None:
    """Judge the differences between the systems of a run."""
    from corefscope.reporting.views.comparison import view
    from corefscope.reporting.views.verdict import deciding_documents, verdict
    from corefscope.statistics.comparison import compared

    result: Result = pickle.loads((work.run / RESULT).read_bytes())
    note("judging differences")
    comparison = compared(_totals(result), _plan(work.request.plan), work.request.baseline or None)
    shown = view(comparison)
    _write_tables(folder, "comparison", shown)
    metric = main_metric(result)
    if metric.name not in comparison.standings:
        metric = next(each for each in result.metrics if each.name in comparison.standings)
    documents = deciding_documents(replace(comparison, result=result), metric.name)
    tables = report_object(shown.report())
    if documents:
        rows = [(each["document"], *map(percent, (*each["values"], each["difference"]))) for each in documents]
        title = f"Documents that differ most: {metric.title}"
        tables["sheets"].insert(
            1, sheet_object(sheet(title, ("Document", *documents[0]["systems"], "Difference"), rows))
        )
    systems = [system.name for system in result.systems]
    write_json(folder / TABLES, {**tables, "heading": verdict(result, comparison, metric), "systems": systems})


# What each job does, by the last part of the address that starts it.
TASKS = {"check": check, "score": score_files, "agreement": measure_agreement, "compare": compare_systems}


def _scored(
    work: Work,
    folder: Path,
    key: ChosenFile,
    responses: Sequence[ChosenFile],
    names: Sequence[str],
    note: Note,
    annotator: str | None = None,
) -> Result:
    """Score, and write the report; return the result without its evidence, which holds the texts of all files.

    Between annotators, `annotator` is the name of the one who stands as the key.
    """
    error_language = language(work.request.language)
    result = score(
        _watched(work, key, "key"),
        *(_watched(work, file, "response") for file in responses),
        metrics=work.request.metrics or DEFAULT,
        names=names,
        per_document=True,
        progress=note,
        **work.settings,
    )
    note("looking for errors and judging differences")
    systems = tuple(_labelled(work, system) for system in result.systems)
    result = replace(result, key=_labelled(work, result.key), systems=systems)
    data = packed(payload(result, error_language, annotator=annotator))
    (folder / DATA).write_text(data, encoding="ascii")
    with suppress(SettingsError):  # windows of documents have no report
        page.check_documents(result)
        write_text(folder / REPORT, page.assembled(data, page.title(result)))
    return replace(result, systems=tuple(replace(system, kept=None) for system in result.systems))


def _labelled(work: Work, side: AnySide) -> AnySide:
    """Replace the paths of a side by what users see."""
    files = tuple(file._replace(path=work.label(file.path)) for file in side.files)
    return replace(side, path=work.label(side.path or ""), files=files, warnings=work.labelled(side.warnings))


def _about(result: Result, title: str, is_agreement: bool) -> dict[str, Any]:
    """What a list of results shows."""
    main = main_metric(result)
    scores = [round(system.scores[main.name].f1, 6) for system in result.systems]
    about = {"title": title, "key": result.key.path, "agreement": is_agreement}
    return {**about, "metric": main.title, "scores": scores}


def _totals(result: Result) -> Result:
    return replace(result, systems=tuple(replace(system, per_document=()) for system in result.systems))


def _watched(work: Work, file: ChosenFile, side: str) -> WatchedPath:
    """Return a path whose files are all within the folder; reading it stops at the limit of unpacked bytes."""
    if file.error is not None:
        raise file.error
    ServedFolder(file.root).check_inside(file.path, any_suffix=f"{side}_format" in work.settings)
    return WatchedPath(file.path, UnpackedSize())


def names_of(files: Sequence[ChosenFile]) -> list[str]:
    """Name the systems as given, else after the file; equal names are numbered."""
    names = [file.name.strip() or os.path.basename(file.path) for file in files]
    return [name if names.count(name) == 1 else f"{name} {number}" for number, name in enumerate(names, 1)]


def _plan(given: dict[str, str | None]) -> Plan:
    known = _known({name: text for name, text in given.items() if text}, PLAN, "part of a plan")
    return Plan(**{name: _parsed(PLAN[name], text) for name, text in known.items()})


def _parsed(option: Option, text: str) -> Any:
    try:
        value = option.parse(text)
    except ValueError:
        raise SettingsError("wrong-value", f"{option.name} must be a number, not {quoted(text, 40)}") from None
    if not isinstance(value, str) and not option.least <= value <= option.most:
        bounds = f"from {option.least} to {option.most:,}"
        raise SettingsError("wrong-value", f"{option.name} must be {bounds}, but is {quoted(text, 40)}")
    return value


def _known(given: dict[str, Any], options: dict[str, Option], kind: str) -> dict[str, Any]:
    """Return what was given, or refuse a name that is not among the options."""
    for name in given:
        if name not in options:
            raise Refusal("bad-request", f"there is no {kind} {quoted(name)}")
    return given


def _write_tables(folder: Path, name: str, view: View) -> None:
    for ending, output in OUTPUTS.items():
        write_text(folder / f"{name}.{ending}", render(view, output))


def write_text(path: Path, text: str) -> None:
    path.write_bytes(text.encode("utf-8", "backslashreplace"))  # a name of a file may be no UTF-8


def write_json(path: Path, value: Any) -> None:
    path.write_text(json.dumps(value, allow_nan=False), encoding="ascii")


def report_object(report: Report) -> dict[str, Any]:
    """A report for a page."""
    return {
        "heading": [line for line in report.heading.split("\n") if line],
        "sheets": [*map(sheet_object, report.tables)],
        "notes": [line for text in report.notes for line in text.split("\n")],
        "warnings": list(report.warnings),
        "signature": report.signature,
    }


def sheet_object(sheet: Sheet) -> dict[str, Any]:
    """A table of texts, the places of the best and of the bad, and the column that stays in sight."""
    columns, *rows = sheet.grid()
    styled: dict[str, list[tuple[int, int]]] = {BEST: [], BAD: []}
    for number, row in enumerate(sheet.rows):
        for column, entry in () if isinstance(row, Heading) else enumerate(row):
            styled.get(entry.style, []).append((number, column))
    more = {"best": styled[BEST], "bad": styled[BAD], "left": list(sheet.left), "kept": sheet.kept}
    note = [line for line in sheet.note.split("\n") if line]
    return {"title": sheet.title, "columns": columns, "rows": rows, "note": note, **more}
