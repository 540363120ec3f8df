"""Scores: the totals, the groups and the documents; for papers recall, precision and F1 of every metric."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from corefscope.metrics.base import RECALL_AND_PRECISION, Metric, Score
from corefscope.metrics.mentions import MENTIONS
from corefscope.reporting.report import (
    BAD,
    Entry,
    Heading,
    Records,
    Report,
    Sheet,
    Value,
    View,
    counted,
    kept_column,
    points,
    sheet,
    with_best,
)
from corefscope.scoring.result import Breakdown, Result, Side, System

if TYPE_CHECKING:
    from corefscope.statistics.gate import Gate

ALL = "all"
SHORT = {"recall": "R", "precision": "P", "f1": "F1"}
COLUMNS = ("metric", "recall", "precision", "f1", *RECALL_AND_PRECISION, "undefined", "signature")
# The counts of a language model's output: as titles, and as columns of CSV after the mentions that count.
OUTPUT = {
    "words_copied": "Words copied", "words_changed": "Words changed", "words_missing": "Words missing",
    "words_invented": "Words invented", "mentions_written": "Mentions written", "mentions_lost": "Lost",
    "mentions_repaired": "Repaired", "documents_missing": "Documents missing", "documents_cut_off": "Cut off",
}  # fmt: skip
OUTPUT_SCORES = {"as it is": "", "lost mentions repaired": "repaired", "aligned text only": "aligned"}
Rows = Iterator[Sequence[object]]


def view(result: Result, more: Report | None = None, **data: Any) -> View:
    """A result, with an optional report after it and further fields of its JSON."""
    return View(
        lambda: report(result, more),
        data=lambda: _data(result, **data),
        records=lambda: _records(result),
        paper=lambda: _paper(result, more),
    )


def _data(result: Result, **more: Any) -> dict[str, Any]:
    from corefscope.scoring.saved import LazyRows, as_object  # takes as long to load as a small file to score

    return {**as_object(result, LazyRows), **more}


def report(result: Result, more: Report | None = None) -> Report:
    several = len(result.systems) > 1
    tables = [_several_systems(result) if several else _one_system(result), *_output_tables(result)]
    tables += [_by_group(result, result.by)] if result.by is not None else []
    unit = "window" if result.settings.window else "document" if result.settings.scope == "document" else "unit"
    for system in result.systems:
        if system.per_document:
            title = f"F1 by {unit}" + (f", {system.name}" if several else "")
            documents = zip(result.documents, system.per_document, strict=True)
            rows = ((name, *f1_of(scores, result.metrics)) for name, scores in documents)
            tables.append(sheet(title, (unit.capitalize(), *_titles(result)), rows))
    return Report(headline(result), tables, (), result.signature, result.warnings, "Scores", more=more)


def headline(result: Result) -> str:
    """The key and its size."""
    key = result.key
    entities, mentions = counted(key.entities, "entity", "entities"), counted(key.mentions, "mention")
    return f"key {key.path or 'given'}: {counted(key.documents, 'document')}, {entities}, {mentions}"


def defined(score: Score, field: str = "f1") -> float | None:
    """One number of a score; None if it is undefined."""
    return None if field in score.undefined else getattr(score, field)


def f1_of(scores: Mapping[str, Score], metrics: Sequence[Metric]) -> list[float | None]:
    return [defined(scores[metric.name]) for metric in metrics]


def held(by: Breakdown | None, side: Side) -> str:
    """The size of a side in the unit of the breakdown."""
    of = by.of if by is not None else "document"
    return counted(side.mentions if of == "mention" else side.documents, of)


def _titles(result: Result) -> list[str]:
    return [metric.title for metric in result.metrics]


def _one_system(result: Result) -> Sheet:
    system, macro = result.system, result.settings.average == "macro"
    rows: list[Sequence[Value]] = []
    for metric in result.metrics:
        score = system.scores[metric.name]
        numbers = [defined(score, field) for field in metric.fields]
        documents = []
        if macro:  # over how many documents each field is a mean
            counts = list(map(str, score.counts.values()))
            documents = [counts[0] if len(set(counts)) == 1 else "/".join(counts)]
        rows.append((metric.title, *[""] * (3 - len(numbers)), *numbers, *documents))
    columns = ("Metric", "Recall", "Precision", "F1", *(("Documents",) if macro else ()))
    return sheet(system.name, columns, rows, _unlinked(result), bars=3)


def _several_systems(result: Result) -> Sheet:
    rows = with_best((system.name, *f1_of(system.scores, result.metrics)) for system in result.systems)
    return sheet("F1", ("System", *_titles(result)), rows, _unlinked(result), kept=kept_column(result.metrics))


def _by_group(result: Result, by: Breakdown) -> Sheet:
    """F1 of groups by metrics; of several systems, below the name and size of each group."""
    one = len(result.systems) == 1
    sized = one and set(by.groups.values()) != {1}
    rows: list[Sequence[Value]] = []
    for name, size, scores in _groups(result):
        if one:
            rows.append((name, *([size] if sized else []), *f1_of(scores[0], result.metrics)))
            continue
        rows.append(Heading(name, counted(size, by.of)))
        names = (f"  {system.name}" for system in result.systems)
        rows += with_best((name, *f1_of(each, result.metrics)) for name, each in zip(names, scores, strict=True))
    sizes = (f"{by.of.capitalize()}s",) if sized else ()
    return sheet(f"F1 by {grouping(by)}", (by.what.capitalize(), *sizes, *_titles(result)), rows)


def grouping(by: Breakdown) -> str:
    return by.what + (f" ({by.note})" if by.note else "")


def _groups(result: Result) -> Iterator[tuple[str, int, list[Mapping[str, Score]]]]:
    """The groups and then everything: name, number of documents or mentions, and each system's scores."""
    by = result.by
    if by is not None:
        for name, size in by.groups.items():
            yield name, size, [system.by_group[name] for system in result.systems]
    whole = result.key.mentions if by is not None and by.of == "mention" else result.key.documents
    yield ALL, whole, [system.scores for system in result.systems]


def _unlinked(result: Result) -> str:
    """How many of the matched mentions have no correct link, which no score shows by itself."""
    metrics = [metric for metric in result.metrics if metric.family is MENTIONS]
    shares = []
    for system in result.systems if metrics else ():
        counts = system.tallies[metrics[0].tally_name].total()
        name = f"{system.name} " if len(result.systems) > 1 else ""
        if counts["recall_num"]:
            shares.append(f"{name}{counts['unlinked']:,} of {counts['recall_num']:,}")
    return f"matched mentions without a correct link: {', '.join(shares)}" if shares else ""


def _paper(result: Result, more: Report | None) -> Report:
    """A row per system; recall, precision and F1 of each metric."""
    fields = [(metric, field) for metric in result.metrics for field in metric.fields]
    columns = ["System", *(SHORT[field] for _, field in fields)]
    rows: list[Sequence[Value]] = []
    for name, size, scores in _groups(result):
        if result.by is not None:
            rows.append(Heading(name, counted(size, result.by.of)))
        block = [
            (system.name, *(defined(each[metric.name], field) for metric, field in fields))
            for system, each in zip(result.systems, scores, strict=True)
        ]
        best = [place for place, title in enumerate(columns) if title == "F1"]
        rows += with_best(block, best, above=-1.0) if len(block) > 1 else block
    over = (("", 1), *((metric.title, len(metric.fields)) for metric in result.metrics))
    tables = (sheet("", columns, rows, over=over), *_output_tables(result))
    return Report(headline(result), tables, signature=result.signature, more=more)


def _records(result: Result) -> Records:
    """A row per system, document and metric; the total has no document. A breakdown adds a row per group.

    Output of language models adds its counts as columns, and rows of its repaired and aligned scores.
    """
    by, has_output = result.by, any(system.output is not None for system in result.systems)
    columns = ("system", "document", *(("group", f"{by.of}s") if by else ()), *COLUMNS)
    rows = (row for system in result.systems for row in _system_rows(result, by, system, has_output))
    return (*columns, *(("counted", *OUTPUT) if has_output else ())), rows


def _system_rows(result: Result, by: Breakdown | None, system: System, has_output: bool) -> Rows:
    whole: list[object] = ["", getattr(result.key, f"{by.of}s")] if by else []
    for name in OUTPUT_SCORES.values() if system.output else [""]:
        counts = _output_counts(system) if system.output else [""] * len(OUTPUT)
        more = [name, *counts] if has_output else []
        yield from _rows(result, [system.name, "", *whole], _output_scores(system, name), more)
        if name:
            continue
        for group, size in by.groups.items() if by else ():
            yield from _rows(result, [system.name, "", group, size], system.by_group[group], more)
        for document, scores in zip(result.documents, system.per_document, strict=False):
            yield from _rows(result, [system.name, document, *([""] * len(whole))], scores, more)


def _rows(result: Result, start: list[object], scores: Mapping[str, Score], more: Sequence[object]) -> Rows:
    for metric in result.metrics:
        score = scores[metric.name]
        named = {metric.name: score, **{f"{metric.name}.{name}": part for name, part in score.parts.items()}}
        for name, each in named.items():
            counts = [each.counts.get(count) for count in RECALL_AND_PRECISION]
            numbers = [each.recall, each.precision, each.f1, *counts, " ".join(each.undefined)]
            yield [*start, name, *numbers, result.signature, *more]


# How much of language models' output could be scored, and the scores without what was lost.


def _output_tables(result: Result) -> list[Sheet]:
    """The counts of all systems with such output, and their F1 in three ways."""
    systems = [system for system in result.systems if system.output is not None]
    if not systems:
        return []
    rows: list[Sequence[Value]] = []
    for system in systems:
        if len(result.systems) > 1:
            rows.append(Heading(system.name, counted(system.mentions, "mention")))
        rows += [(title, *f1_of(_output_scores(system, name), result.metrics)) for title, name in OUTPUT_SCORES.items()]
    counts = [(system.name, *_output_counts(system)) for system in systems]
    return [
        sheet("Output", ("System", *OUTPUT.values()), counts, _reasons(systems)),
        sheet("F1 by what of the output counts", ("", *_titles(result)), rows),
    ]


def _output_scores(system: System, name: str) -> Mapping[str, Score]:
    return system.output.scores[name] if name and system.output else system.scores


def _output_counts(system: System) -> list[object]:
    """The values of OUTPUT."""
    output: Any = system.output
    counts = output.counts()
    mentions = (output.written, sum(output.lost.values()), output.repaired)
    return [*counts["words"].values(), *mentions, *counts["documents"].values()]


def _reasons(systems: Sequence[System]) -> str:
    """How many mentions were lost for which reason."""
    from corefscope.basics.codes import LOST

    reasons = []
    for system in systems:
        lost = system.output.lost if system.output is not None else {}
        texts = (LOST[code].removeprefix("mention lost: ").removeprefix("mention ") for code in lost)
        if lost:
            listed = ", ".join(f"{number:,} {text}" for number, text in zip(lost.values(), texts, strict=True))
            reasons.append((f"{system.name}: " if len(systems) > 1 else "") + listed)
    return f"lost mentions: {'; '.join(reasons)}" if reasons else ""


def gate_report(gate: Gate) -> Report:
    """What a gate checked: a row for each check; F1 and bounds in percent, changes in points."""
    rows = [
        (
            Entry("passed") if check.passed else Entry("failed", style=BAD),
            check.system,
            check.metric,
            check.f1,
            check.bound,
            points(None if check.before is None else check.f1 - check.before),
        )
        for check in gate.checks
    ]
    against = f" against {gate.against}" if gate.against else ""
    columns = ("", "System", "Metric", "F1", "At least", "Change")
    return Report("", (sheet(f"Gate{against}", columns, rows, left=(0, 1, 2)),))
