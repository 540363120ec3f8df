"""What the tables for people have in common: headings, rows and notes, before any markup."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from corefscope.basics.escaping import visible
from corefscope.metrics.base import Metric, Score
from corefscope.metrics.mentions import MENTIONS
from corefscope.scoring.result import Breakdown, Result, Side, System

UNDEFINED = "–"
ALL = "all"


@dataclass(frozen=True)
class Sheet:
    """A table whose first column names the row; `best` marks cells worth a highlight, `note` is a line below it.

    Names and words in it are shown as they are but for what would act on a terminal or begin another row.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    best: frozenset[tuple[int, int]] = frozenset()
    note: str = ""

    def __post_init__(self) -> None:
        for name in ("title", "note"):
            object.__setattr__(self, name, visible(getattr(self, name)))
        object.__setattr__(self, "columns", _shown(self.columns))
        if not all(all(map(str.isprintable, row)) for row in self.rows):
            object.__setattr__(self, "rows", tuple(map(_shown, self.rows)))


def _shown(row: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(visible, row))


def sheets(result: Result) -> list[Sheet]:
    """The totals, then the groups and the documents if they were asked for."""
    if len(result.systems) == 1:
        pages = [_one_system(result, result.systems[0])]
    else:
        pages = [_several_systems(result)]
    if result.by is not None:
        pages.append(_by_group(result))
    for system in result.systems:
        if system.per_document:
            unit = "document" if result.settings.scope == "document" else "unit"
            title = f"F1 by {unit}" + (f", {system.name}" if len(result.systems) > 1 else "")
            names = tuple(metric.title for metric in result.metrics)
            rows = tuple(
                (name, *_f1(scores, result.metrics))
                for name, scores in zip(result.documents, system.per_document, strict=True)
            )
            pages.append(Sheet(title, (unit.capitalize(), *names), rows))
    return pages


def blocks(result: Result) -> Iterator[tuple[str, str, list[Mapping[str, Score]]]]:
    """The groups and then everything: its name, how many documents (or mentions) it has, and each system's scores."""
    if result.by is not None:
        for name, size in result.by.groups.items():
            yield name, counted(size, result.by.of), [system.by_group[name] for system in result.systems]
    yield ALL, held(result.by, result.key), [system.scores for system in result.systems]


def held(by: Breakdown | None, side: Side) -> str:
    """How many of what a breakdown counts there are in all."""
    of = by.of if by is not None else "document"
    return counted(side.mentions if of == "mention" else side.documents, of)


def _by_group(result: Result) -> Sheet:
    """A row that names each group and its size; below it its metrics, or its systems."""
    by = result.by
    what = by.what if by is not None else ""
    one = len(result.systems) == 1
    columns = ("Recall", "Precision", "F1") if one else tuple(metric.title for metric in result.metrics)
    rows: list[tuple[str, ...]] = []
    best: set[tuple[int, int]] = set()
    for name, size, scores in blocks(result):
        rows.append((f"{name}, {size}", *[""] * len(columns)))
        if one:
            block = [_one_metric(metric, scores[0][metric.name]) for metric in result.metrics]
        else:
            names = [system.name for system in result.systems]
            block = [(name, *_f1(each, result.metrics)) for name, each in zip(names, scores, strict=True)]
            best |= {(row + len(rows), column) for row, column in _best(scores, result.metrics)}
        rows += [(f"  {label}", *cells) for label, *cells in block]
    title = ("" if one else "F1 ") + f"by {what}" + (f" ({by.note})" if by is not None and by.note else "")
    return Sheet(title, (what.capitalize(), *columns), tuple(rows), frozenset(best))


def _one_system(result: Result, system: System) -> Sheet:
    rows = []
    for metric in result.metrics:
        score = system.scores[metric.name]
        rows.append((*_one_metric(metric, score), *_documents(score, result)))
    columns = ("Metric", "Recall", "Precision", "F1", *(("Documents",) if result.settings.average == "macro" else ()))
    return Sheet(system.name, columns, tuple(rows), note=_unlinked(result))


def _one_metric(metric: Metric, score: Score) -> tuple[str, ...]:
    only_f1 = metric.is_mean
    shown = ["" if only_f1 and field != "f1" else percent(score, field) for field in ("recall", "precision", "f1")]
    return (metric.title, *shown)


def _documents(score: Score, result: Result) -> tuple[str, ...]:
    """Under macro averaging, over how many documents each mean is taken."""
    if result.settings.average != "macro":
        return ()
    numbers = [str(number) for number in score.counts.values()]
    return (numbers[0] if len(set(numbers)) == 1 else "/".join(numbers),)


def _several_systems(result: Result) -> Sheet:
    rows = tuple((system.name, *_f1(system.scores, result.metrics)) for system in result.systems)
    best = _best([system.scores for system in result.systems], result.metrics)
    columns = ("System", *(metric.title for metric in result.metrics))
    return Sheet("F1", columns, rows, frozenset(best), _unlinked(result))


def _unlinked(result: Result) -> str:
    """How many of the mentions that were found have no correct link, which no score shows by itself."""
    metric = next((metric for metric in result.metrics if metric.family is MENTIONS), None)
    if metric is None:
        return ""
    said = []
    for system in result.systems:
        counts = system.tallies[metric.tally_name].total()
        name = f"{system.name} " if len(result.systems) > 1 else ""
        if counts["recall_num"]:
            said.append(f"{name}{counts['unlinked']:,} of {counts['recall_num']:,}")
    return f"found mentions without a correct link: {', '.join(said)}" if said else ""


def _best(scores: list[Mapping[str, Score]], metrics: tuple[Metric, ...]) -> set[tuple[int, int]]:
    """Where the highest F1 of each metric stands: a row per system, behind a column of names."""
    best = set()
    for column, metric in enumerate(metrics, 1):
        rounded = [round(each[metric.name].f1, 4) for each in scores]
        best |= {(row, column) for row, value in enumerate(rounded) if value == max(rounded) > 0}
    return best


def _f1(scores: Mapping[str, Score], metrics: tuple[Metric, ...]) -> list[str]:
    return [percent(scores[metric.name], "f1") for metric in metrics]


def percent(score: Score, field: str) -> str:
    """A fraction as people read it: hundredths of a percent, or a dash where it is undefined."""
    return UNDEFINED if field in score.undefined else f"{100 * getattr(score, field):.2f}"


def headline(result: Result) -> str:
    """What was compared with what."""
    key = result.key
    counts = [
        counted(key.documents, "document"),
        counted(key.entities, "entity", "entities"),
        counted(key.mentions, "mention"),
    ]
    return f"key {visible(key.path or 'given')}: {', '.join(counts)}"


def counted(number: int, one: str, many: str | None = None) -> str:
    """
    >>> counted(1, "document"), counted(1200, "entity", "entities")
    ('1 document', '1,200 entities')
    """
    return f"{number:,} {one if number == 1 else many or one + 's'}"
