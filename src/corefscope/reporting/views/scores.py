"""Scores: the totals, the groups and the documents; for papers recall, precision and F1 of every metric."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any

from corefscope.metrics.base import RECALL_AND_PRECISION, Metric, Score
from corefscope.metrics.mentions import MENTIONS
from corefscope.metrics.muc import MUC
from corefscope.reporting.report import (
    BAD,
    NUMBERS,
    Entry,
    Heading,
    Report,
    Sheet,
    Value,
    View,
    counted,
    metric_sheet,
    points,
    records,
    sheet,
)
from corefscope.scoring.result import Breakdown, Result, Side, System
from corefscope.scoring.totals import scores_of

if TYPE_CHECKING:
    from corefscope.statistics.gate import Gate

ALL = "all"
MOST = 10  # columns of numbers in a table of a paper
SHORT = {"recall": "R", "precision": "P", "f1": "F1"}
COLUMNS = ("metric", "recall", "precision", "f1", *RECALL_AND_PRECISION, "undefined", "signature")
# The counts of a language model's output: as columns of CSV, after the mentions that count, and as titles.
OUTPUT = {
    "words_copied": "Words copied", "words_changed": "Words changed", "words_missing": "Words missing",
    "words_invented": "Words invented", "mentions_written": "Mentions written", "mentions_lost": "Lost",
    "mentions_repaired": "Repaired", "documents_missing": "Documents missing", "documents_cut_off": "Cut off",
}  # fmt: skip


def view(result: Result, gate: Gate | None = None) -> View:
    """A result, with what a gate checked if there is one."""
    return View(
        partial(report, result, gate),
        data=lambda: _data(result, gate),
        records=lambda: records(_columns(result), _rows(result), signature=result.signature),
        paper=lambda: _paper(result, gate),
    )


def _data(result: Result, gate: Gate | None) -> dict[str, Any]:
    from corefscope.scoring.saved import as_object  # takes as long to load as a small file to score

    return {**as_object(result), **({"gate": gate.as_object()} if gate else {})}


def report(result: Result, gate: Gate | None = None) -> Report:
    metrics, several = result.metrics, len(result.systems) > 1
    if several:
        f1 = ((system.name, *f1_of(system.scores, metrics)) for system in result.systems)
        tables = [metric_sheet("F1", "System", metrics, f1, note=_unlinked(result), best=NUMBERS)]
    else:
        tables = [_one_system(result)]
    tables += _output_tables(result)
    tables += [_by_group(result, result.by)] if result.by else []
    unit = "window" if result.settings.window else "document" if result.settings.scope == "document" else "unit"
    for system in result.systems:
        if system.per_document:
            title = f"F1 by {unit}" + (f", {system.name}" if several else "")
            documents = zip(result.documents, system.per_document, strict=True)
            rows = ((name, *f1_of(scores, metrics)) for name, scores in documents)
            tables.append(metric_sheet(title, unit.capitalize(), metrics, rows))
    tables += [_gate_table(gate)] if gate else []
    notes = tuple(_zeros_in_means(result))
    return Report(headline(result), tables, notes, result.signature, result.warnings, "Scores")


def headline(result: Result) -> str:
    key = result.key
    entities, mentions = counted(key.entities, "entity", "entities"), counted(key.mentions, "mention")
    fields = result.settings.key_clusters, result.settings.response_clusters
    which = f" ({fields[0]}; response: {fields[1]})" if all(fields) else ""
    name = f"key {key.path}" if key.path else "key"
    return f"{name}{which}: {counted(key.documents, 'document')}, {entities}, {mentions}"


def defined(score: Score, field: str = "f1") -> float | None:
    """One number of a score; None if it is undefined."""
    return None if field in score.undefined else getattr(score, field)


def f1_of(scores: Mapping[str, Score], metrics: Sequence[Metric]) -> list[float | None]:
    return [defined(scores[metric.name]) for metric in metrics]


def group_heading(name: str, by: Breakdown, key: Side) -> Heading:
    """The name of a group with its size, in the unit of the breakdown."""
    return Heading(name, counted(key.mentions if by.of == "mention" else key.documents, by.of))


def grouping(by: Breakdown) -> str:
    return by.what + (f" ({by.note})" if by.note else "")


def _one_system(result: Result) -> Sheet:
    system, macro = result.system, result.settings.average == "macro"
    rows: list[Sequence[Value]] = []
    for metric in result.metrics:
        score = system.scores[metric.name]
        row: list[Value] = [metric.title, *[""] * (3 - len(metric.fields))]
        for field in metric.fields:
            row.append(defined(score, field))
        if macro:  # over how many documents each field is a mean
            counts = list(map(str, score.counts.values()))
            row.append(counts[0] if len(set(counts)) == 1 else "/".join(counts))
        rows.append(row)
    columns = ("Metric", "Recall", "Precision", "F1", *(("Documents",) if macro else ()))
    return sheet(system.name, columns, rows, _unlinked(result))


def _by_group(result: Result, by: Breakdown) -> Sheet:
    """F1 of groups by metrics; of several systems, below the name and size of each group."""
    one = len(result.systems) == 1
    sized = one and set(by.groups.values()) != {1}
    rows: list[Sequence[Value]] = []
    for name, size, scores in _groups(result):
        if one:
            rows.append((name, *[size] * sized, *f1_of(scores[0], result.metrics)))
            continue
        rows.append(Heading(name, counted(size, by.of)))
        names = (f"  {system.name}" for system in result.systems)
        rows += ((name, *f1_of(each, result.metrics)) for name, each in zip(names, scores, strict=True))
    titles = (by.what.capitalize(), *[f"{by.of.capitalize()}s"] * sized, *(each.title for each in result.metrics))
    return sheet(f"F1 by {grouping(by)}", titles, rows, best=() if one else NUMBERS)


def _groups(result: Result) -> Iterator[tuple[str, int, list[Mapping[str, Score]]]]:
    """The groups and then everything: name, number of documents or mentions, and each system's scores."""
    by = result.by
    for name, size in by.groups.items() if by is not None else ():
        yield name, size, [system.by_group[name] for system in result.systems]
    whole = result.key.mentions if by is not None and by.of == "mention" else result.key.documents
    yield ALL, whole, [system.scores for system in result.systems]


def _zeros_in_means(result: Result) -> Iterator[str]:
    """Say where a mean counts an undefined F1 as 0, so that identical sides get less than 100."""
    for metric, system in product(result.metrics, result.systems):
        for part in metric.parts if metric.is_mean and result.settings.average == "micro" else ():
            f1 = defined(part.finish(system.tallies[part.tally_name].total()))
            if f1 is None and defined(system.scores[metric.name]) is not None:
                of = f" of {system.name}" * (len(result.systems) > 1)
                why = ", since neither side has a link" if part.family is MUC else ""
                yield f"{part.title}{of} is undefined{why}; {metric.title} takes it as 0, as the official scorer does"


def _unlinked(result: Result) -> str:
    """Count the matched mentions without a correct link, which no score reveals."""
    shares = []
    for metric, system in product(result.metrics, result.systems):
        if metric.family is MENTIONS:
            counts, name = system.tallies[metric.tally_name].total(), f"{system.name} " * (len(result.systems) > 1)
            shares += [f"{name}{counts['unlinked']:,} of {counts['recall_num']:,}"] if counts["recall_num"] else []
    return f"matched mentions without a correct link: {', '.join(shares)}" if shares else ""


def paper_names(result: Result) -> dict[str, str]:
    """Return the names of systems in a paper: their files without the endings, if these differ."""
    names = [system.name for system in result.systems]
    stems = [os.path.splitext(name)[0] for name in names]
    return dict(zip(names, stems if len({*stems}) == len(stems) else names, strict=True))


def _paper(result: Result, gate: Gate | None) -> Report:
    """A row per system; recall, precision and F1 of each metric, of a mean alone also those of its parts."""
    metrics, groups, names = result.metrics, list(_groups(result)), paper_names(result)
    if len(metrics) == 1 and metrics[0].is_mean and result.by is None:
        metrics, units = (*metrics[0].parts, *metrics), len(result.documents)
        parts: list[Mapping[str, Score]] = [
            scores_of(each.tallies, metrics, result.settings.average, units) for each in result.systems
        ]
        groups = [(ALL, 0, parts)]
    tables, rest = [], list(metrics)
    while rest:  # as many metrics as fit beside each other
        block = [metric for number, metric in enumerate(rest) if sum(len(m.fields) for m in rest[: number + 1]) <= MOST]
        rest = rest[len(block) :]
        fields = [(metric, field) for metric in block for field in metric.fields]
        rows: list[Sequence[Value]] = []
        for name, size, scores in groups:
            if result.by is not None:
                rows.append(Heading(name, counted(size, result.by.of)))
            for system, each in zip(result.systems, scores, strict=True):
                rows.append((names[system.name], *(defined(each[metric.name], field) for metric, field in fields)))
        best = [column for column, (_, field) in enumerate(fields, 1) if field == "f1"]
        over = (("", 1), *((metric.title, len(metric.fields)) for metric in block))
        columns, caption = ("System", *(SHORT[field] for _, field in fields)), "Recall (R), precision (P) and F$_1$"
        tables.append(sheet("", columns, rows, best=best, over=over, caption=caption))
    tables += [*_output_tables(result), *([_gate_table(gate)] if gate else [])]
    return Report(headline(result), tables, signature=result.signature, title="Scores")


def _gate_table(gate: Gate) -> Sheet:
    rows = []
    for check in gate.checks:
        outcome = Entry("passed") if check.passed else Entry("failed", style=BAD)
        change = points(None if check.before is None else check.f1 - check.before)
        rows.append((outcome, check.system, check.metric, check.f1, check.bound, change))
    columns = ("", "System", "Metric", "F1", "At least", "Change")
    title = "Gate" + (f" against {gate.against}" if gate.against else "")
    return sheet(title, columns, rows, left=(0, 1, 2))


# A row per system, document and metric; the total has no document. A breakdown adds a row per group, the output of
# language models its counts as columns, and rows of its repaired and aligned scores.


def _columns(result: Result) -> list[str]:
    of_groups = ["group", f"{result.by.of}s"] if result.by else []
    of_output = ["counted", *OUTPUT] if any(system.output for system in result.systems) else []
    return ["system", "document", *of_groups, *COLUMNS, *of_output]


def _rows(result: Result) -> Iterator[dict[str, object]]:
    for system in result.systems:
        about = {"system": system.name, **_output_counts(system)}
        for place, scores in _places(result, system):
            for name, row in score_rows(scores, result.metrics):
                yield {**about, **place, "metric": name, **row}


def _places(result: Result, system: System) -> Iterator[tuple[dict[str, object], Mapping[str, Score]]]:
    """Yield the scores of a system with their scope: all, a group, a document, or repaired and aligned output."""
    by = result.by
    whole: dict[str, object] = {f"{by.of}s": getattr(result.key, f"{by.of}s")} if by else {}
    yield whole, system.scores
    for group, size in by.groups.items() if by else ():
        yield {"group": group, f"{by.of}s": size}, system.by_group[group]  # type: ignore[union-attr]
    for document, scores in zip(result.documents, system.per_document, strict=False):
        yield {"document": document}, scores
    for name, scores in system.output.scores.items() if system.output else ():
        yield {**whole, "counted": name}, scores


def score_rows(scores: Mapping[str, Score], metrics: Sequence[Metric]) -> Iterator[tuple[str, dict[str, object]]]:
    """Each metric and its parts: its name, its numbers and its counts."""
    for metric in metrics:
        score = scores[metric.name]
        parts = {f"{metric.name}.{name}": part for name, part in score.parts.items()}
        for name, each in ((metric.name, score), *parts.items()):
            counts = {count: each.counts.get(count) for count in RECALL_AND_PRECISION}
            yield name, {**each.numbers, **counts, "undefined": " ".join(each.undefined)}


# The share of a language model's output that could be scored, and the scores without the losses.


def _output_tables(result: Result) -> list[Sheet]:
    rows: list[Sequence[Value]] = []
    counts: list[Sequence[Value]] = []
    for system in result.systems:
        if system.output is None:
            continue
        if len(result.systems) > 1:
            rows.append(Heading(system.name, counted(system.mentions, "mention")))
        scores, titles = (
            (system.scores, *system.output.scores.values()),
            ("as it is", "lost mentions repaired", "aligned text only", "shared mentions only"),
        )
        rows += ((title, *f1_of(each, result.metrics)) for title, each in zip(titles, scores, strict=True))
        counts.append((system.name, *_output_counts(system).values()))
    if not counts:
        return []
    return [
        sheet("Output", ("System", *OUTPUT.values()), counts),
        metric_sheet("F1 by what of the output counts", "", result.metrics, rows),
    ]


def _output_counts(system: System) -> dict[str, int]:
    if system.output is None:
        return {}
    counts = system.output.counts()
    mentions = (system.output.written, sum(system.output.lost.values()), system.output.repaired)
    return dict(zip(OUTPUT, (*counts["words"].values(), *mentions, *counts["documents"].values()), strict=True))
