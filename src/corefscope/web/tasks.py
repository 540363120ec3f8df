"""The tasks of the application: check files, score them, measure agreement, compare systems.

A task writes its downloads into the folder of its job and returns what the page shows next.
"""

from __future__ import annotations

import json
import os
import pickle
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from corefscope import page
from corefscope.analysis.mentions import language
from corefscope.basics.escaping import quoted
from corefscope.basics.options import PATH, Option, options_of
from corefscope.formats.files.sources import WatchedPath
from corefscope.metrics import DEFAULT
from corefscope.model import Corpus
from corefscope.page.assembly import assemble, packed
from corefscope.page.payload import main_metric, payload
from corefscope.problems import CorefscopeError, Notice, SettingsError
from corefscope.reporting.report import BAD, BEST, OUTPUTS, Heading, Report, Sheet, View, render
from corefscope.scoring.checking import CheckedFile, problems_of, read_and_check
from corefscope.scoring.inputs import name_both_sides
from corefscope.scoring.result import Result, Side
from corefscope.scoring.score import score
from corefscope.settings import Settings, check_conflicts
from corefscope.statistics.plan import Plan
from corefscope.web.files import ServedFolder, SideWatch, Submission, submission_of
from corefscope.web.guard import Refusal

# Settings that name files are excluded: a page must not make the server read arbitrary files.
SETTINGS = {name: each for name, each in options_of(Settings).items() if each.label and each.kind != PATH}
PLAN = {name: option for name, option in options_of(Plan).items() if option.label}
READ_AS = ("format", "key_format", "response_format", "key_clusters", "response_clusters")
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
    """A page's request: files and scoring settings, or a run and the plan of its comparison."""

    key: FilePlace | None = None
    responses: Annotated[tuple[Response, ...], Meta(max_length=50)] = ()
    metrics: Annotated[tuple[Text, ...], Meta(max_length=100)] = ()
    settings: dict[Text, Text | None] = {}
    language: Text = "en"
    run: Text = ""
    plan: dict[Text, Text | None] = {}
    baseline: Text | None = None


@dataclass(frozen=True)
class Work:
    """A request, the files that it may name, and the folder of its run."""

    request: Request
    folder: ServedFolder
    uploads: Mapping[str, Submission]
    run: Path = Path()

    @property
    def settings(self) -> dict[str, Any]:
        return _nonempty(self.request.settings, SETTINGS, "setting")

    def locate(self, place: FilePlace) -> str:
        """Return the path on disk; refuse one that is missing or leads out of the folder."""
        if place.where == "folder":
            return str(self.folder.within(place.path))
        return str(submission_of(self.uploads, place.path).path)

    def watch(self, place: FilePlace) -> WatchedPath:
        """Return a path that refuses files outside the folder and more unpacked bytes than the limit."""
        path = self.locate(place)
        inside = self.folder if place.where == "folder" else ServedFolder(self.uploads[place.path].folder)
        return WatchedPath(path, SideWatch(inside))

    def label(self, text: str) -> str:
        """Replace paths by what users see: the names of uploads, and paths within the folder."""
        for each in self.uploads.values():
            text = text.replace(f"{each.folder}/", "").replace(str(each.folder), each.label)
        root = str(self.folder.root)
        return text.replace(f"{root.rstrip('/')}/", "").replace(root, ".")

    def label_all(self, notices: Sequence[Notice]) -> tuple[Notice, ...]:
        return tuple(Notice(each.code, each.count, tuple(map(self.label, each.places))) for each in notices)


def _nonempty(values: dict[str, str | None], options: dict[str, Option], kind: str) -> dict[str, Any]:
    """Return the values that are not empty; refuse unknown names."""
    for name, value in values.items():
        if value and name not in options:
            raise Refusal("bad-request", f"there is no {kind} {quoted(name)}")
    return {name: value for name, value in values.items() if value}


# Checks


def check(work: Work, folder: Path, note: Note) -> list[dict[str, Any]]:
    """Check the key, then each response against it, as `corefscope check` does; separately if texts are aligned."""
    settings, request, reports = work.settings, work.request, []
    with suppress(CorefscopeError):  # reported below, for the file that causes it
        files = [work.watch(place) for place in (request.key, *(each.place for each in request.responses)) if place]
        named = Settings(**{name: settings[name] for name in READ_AS if name in settings})
        named = name_both_sides(files[0], tuple(files[1:]), named)[1] if request.key is not None else named
        settings |= {name: getattr(named, name) for name in READ_AS}
    key: Corpus | None = None
    sides = [("key", request.key)] if request.key is not None else []
    for side, place in [*sides, *(("response", each.place) for each in request.responses)]:
        try:
            path = work.watch(place)
            note(os.fspath(path))
            reading: dict[str, Any] = {
                f"response_{what}": settings.get(f"{side}_{what}") for what in ("format", "clusters")
            }
            reading |= {name: settings.get(name) for name in ("names_strip", "pair_by")}
            report, corpus = read_and_check(path, key, Settings(**reading))
        except CorefscopeError as error:
            report, corpus = CheckedFile(place.path, tuple(problems_of(error))), None
        if side == "key" and not report.errors and settings.get("align", NOT_ALIGNED) == NOT_ALIGNED:
            key = corpus
        problems = [
            {**asdict(each), "text": work.label(each.text), "source": each.source and work.label(each.source)}
            for each in report.problems
        ]
        counts = {name: getattr(report, name) for name in ("documents", "mentions", "errors")}
        reports.append({**counts, "problems": problems})
    return reports


# Scores


def score_files(work: Work, folder: Path, note: Note) -> dict[str, Any]:
    """Score, find errors and judge differences."""
    from corefscope.reporting.views.scores import view

    request = work.request
    if request.key is None or not request.responses:
        raise SettingsError("no-response", "choose a key and at least one response")
    files = [work.watch(request.key), *(work.watch(each.place) for each in request.responses)]
    names = _system_names(work)
    result = _score(work, folder, files, names, note)
    with (folder / RESULT).open("wb") as stream:
        pickle.dump(result, stream)
    _write_tables(folder, "documents", view(result))
    _write_tables(folder, "scores", view(_totals(result)))
    return _summary(result, ", ".join(names), is_agreement=False)


def measure_agreement(work: Work, folder: Path, note: Note) -> dict[str, Any]:
    """Measure the agreement of annotators; for display, the first serves as the key."""
    from corefscope.annotators import agreement
    from corefscope.reporting.views.agreement import view

    places = [each.place for each in work.request.responses]
    if len(places) < 2:
        raise SettingsError("too-few-annotators", "choose the annotations of at least two annotators")
    files, names = [work.watch(place) for place in places], _system_names(work)
    metrics = work.request.metrics or DEFAULT
    annotation = agreement(*files, metrics=metrics, names=names, progress=note, **work.settings)
    annotators = tuple(replace(each, path=each.path and work.label(each.path)) for each in annotation.annotators)
    tables = view(replace(annotation, annotators=annotators, warnings=work.label_all(annotation.warnings)))
    _write_tables(folder, "agreement", tables)
    write_json(folder / TABLES, _report_object(tables.report()))
    files = [work.watch(place) for place in places]
    result = _score(work, folder, files, names[1:], note, names[0])
    return _summary(result, f"Agreement of {', '.join(names)}", is_agreement=True)


def _score(
    work: Work,
    folder: Path,
    files: Sequence[WatchedPath],
    names: Sequence[str],
    note: Note,
    annotator: str | None = None,
) -> Result:
    """Score, and write the report; return the result without its evidence, which holds the texts of all files.

    For agreement, `annotator` names the one who serves as the key.
    """
    error_language, metrics, settings = language(work.request.language), work.request.metrics or DEFAULT, work.settings
    if annotator is not None:  # all are read the same way
        settings |= {f"key_{name}": settings.get(f"response_{name}") for name in ("format", "clusters")}
    result = score(*files, metrics=metrics, names=names, per_document=True, progress=note, **settings)
    note("looking for errors and judging differences")
    systems = tuple(_label_side(work, system) for system in result.systems)
    result = replace(result, key=_label_side(work, result.key), systems=systems)
    data = packed(payload(result, error_language, annotator=annotator))
    (folder / DATA).write_text(data, encoding="ascii")
    with suppress(SettingsError):  # windows of documents have no report
        check_conflicts(result.settings, command="report")
        write_text(folder / REPORT, assemble(data, page.title(result)))
    return replace(result, systems=tuple(replace(system, evidence=None) for system in result.systems))


def _label_side(work: Work, side: AnySide) -> AnySide:
    """Replace the paths of a side by what users see."""
    files = tuple(file._replace(path=work.label(file.path)) for file in side.files)
    return replace(side, path=work.label(side.path or ""), files=files, warnings=work.label_all(side.warnings))


def _system_names(work: Work) -> list[str]:
    """Return the names that the page gives, else the file names; number equal ones."""
    responses = work.request.responses
    names = [each.name.strip() or os.path.basename(work.locate(each.place)) for each in responses]
    return [name if names.count(name) == 1 else f"{name} {number}" for number, name in enumerate(names, 1)]


def _summary(result: Result, title: str, is_agreement: bool) -> dict[str, Any]:
    """Return a result's entry in the list of results."""
    main = main_metric(result)
    scores = [round(system.scores[main.name].f1, 6) for system in result.systems]
    about = {"title": title, "key": result.key.path, "agreement": is_agreement}
    return {**about, "metric": main.title, "scores": scores}


def _totals(result: Result) -> Result:
    return replace(result, systems=tuple(replace(system, per_document=()) for system in result.systems))


# Differences


def compare_systems(work: Work, folder: Path, note: Note) -> None:
    """Judge the differences between the systems of a run."""
    from corefscope.reporting.views.comparison import view
    from corefscope.reporting.views.verdict import verdict
    from corefscope.statistics.comparison import compared

    result: Result = pickle.loads((work.run / RESULT).read_bytes())
    note("judging differences")
    options = _nonempty(work.request.plan, PLAN, "plan option")
    plan = Plan(**{name: _parse(PLAN[name], text) for name, text in options.items()})
    comparison = compared(_totals(result), plan, work.request.baseline or None)
    tables = view(comparison)
    _write_tables(folder, "comparison", tables)
    metric = main_metric(result)
    if metric.name not in comparison.standings:
        metric = next(each for each in result.metrics if each.name in comparison.standings)
    about = {"heading": verdict(result, comparison, metric), "systems": [system.name for system in result.systems]}
    write_json(folder / TABLES, {**_report_object(tables.report()), **about})


def _parse(option: Option, text: str) -> Any:
    try:
        return option.parse(text)
    except ValueError:
        raise SettingsError("wrong-value", f"{option.name} must be a number, not {quoted(text, 40)}") from None


# Each task by the last part of the address that starts it.
TASKS = {"check": check, "score": score_files, "agreement": measure_agreement, "compare": compare_systems}


# Files of a job


def _write_tables(folder: Path, name: str, view: View) -> None:
    for output, ending in OUTPUTS.items():
        if output != "html":  # the application shows the tables itself
            write_text(folder / f"{name}.{ending}", render(view, output))


def write_text(path: Path, text: str) -> None:
    path.write_bytes(text.encode("utf-8", "backslashreplace"))  # a file name may not be UTF-8


def write_json(path: Path, value: Any) -> None:
    path.write_text(json.dumps(value, allow_nan=False), encoding="ascii")


def _report_object(report: Report) -> dict[str, Any]:
    """Return a report as a page reads it."""
    return {
        "heading": [line for line in report.heading.split("\n") if line],
        "sheets": [*map(_sheet_object, report.tables)],
        "notes": [line for text in report.notes for line in text.split("\n")],
        "warnings": list(report.warnings),
        "signature": report.signature,
    }


def _sheet_object(sheet: Sheet) -> dict[str, Any]:
    """Return a table's texts, the positions of its best and bad entries, and its sticky column."""
    columns, *rows = sheet.grid()
    styled: dict[str, list[tuple[int, int]]] = {BEST: [], BAD: []}
    for number, row in enumerate(sheet.rows):
        for column, entry in () if isinstance(row, Heading) else enumerate(row):
            styled.get(entry.style, []).append((number, column))
    more = {"best": styled[BEST], "bad": styled[BAD], "left": list(sheet.left), "kept": sheet.kept}
    note = [line for line in sheet.note.split("\n") if line]
    return {"title": sheet.title, "columns": columns, "rows": rows, "note": note, **more}
