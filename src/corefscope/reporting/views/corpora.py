"""Descriptions of corpora, a column for each; and the problems of submissions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from corefscope.analysis.description import Description, Statistics
from corefscope.reporting.report import Entry, Report, Sheet, Value, View, counted, paragraph, records, sheet
from corefscope.scoring.checking import Checked
from corefscope.types.heads import HEAD_RULES
from corefscope.types.mention_types import TYPE_RULES

UNITS = ("tokens", "characters")
LAYOUT = ("nested", "crossing", "discontinuous", "zeros")
OPTIONAL = {  # rows that are omitted if all corpora have none
    "minimum_spans": "with a minimum span",
    "split_antecedents": "entities of split antecedents",
    "bridging": "bridging pairs",
    "nonreferring": "mentions that refer to nothing",
    "deixis_mentions": "deixis: mentions",
    "deixis_entities": "deixis: entities",
}
CORPUS_RULES = (("type", TYPE_RULES, "type_rules"), ("head", HEAD_RULES, "head_rules"))


def statistics(stats: Statistics) -> View:
    """Descriptions of corpora by name, and the best scores that each can reach, if they are known."""

    def data() -> dict[str, Any]:
        best = {name: {"best": scores} for name, scores in stats.best.items()}
        return {name: {**asdict(each), **best.get(name, {})} for name, each in stats.corpora.items()}

    return View(lambda: _statistics(stats), data=data)


def _statistics(stats: Statistics) -> Report:
    """Counts, shares, distances and best scores; then the rules that gave types and heads."""
    corpora = list(stats.corpora.values())
    known = {name for each in corpora for name, value in vars(each).items() if value is not None}
    units = [unit for unit in UNITS if known & {unit, f"distance_{unit}"}] or UNITS[:1]
    rows = [_counts(corpora, field) for field in ("documents", *units, "mentions", "entities")]
    for size in corpora[0].sizes:
        title = f"  of {size} mention{'s' * (size != '1')}"
        rows.append((title, *(_share(each.sizes[size], each.entities) for each in corpora)))
    for kind in dict.fromkeys(kind for each in corpora for kind in each.types):
        rows.append((f"type {kind}", *(_share(each.types.get(kind, 0), each.mentions) for each in corpora)))
    rows += [_counts(corpora, field) for field in LAYOUT]
    for field, title in OPTIONAL.items():
        rows += [_counts(corpora, field, title)] if any(getattr(each, field) for each in corpora) else []
    rows += [_counts(corpora, f"distance_{unit}", f"median distance, in {unit}") for unit in ("mentions", *units)]
    for metric in dict.fromkeys(name for scores in stats.best.values() for name in scores):
        rows.append((f"best {metric} F1", *(stats.best[name][metric] for name in stats.corpora)))
    notes = []
    for title, meanings, field in CORPUS_RULES:
        counts = [getattr(each, field) for each in corpora]
        lines = [
            f"  {rule}: {', '.join(f'{each.get(rule, 0):,}' for each in counts)} ({meanings[rule.partition(' (')[0]]})"
            for rule in dict.fromkeys(rule for each in counts for rule in each)
        ]
        notes += [paragraph([f"{title}s by rule", *lines])] if lines else []
    return Report("", (sheet("", ("", *stats.corpora), rows),), notes, title="Statistics")


def _counts(corpora: Sequence[Description], field: str, title: str = "") -> tuple[Value, ...]:
    values = (getattr(each, field) for each in corpora)
    return title or field, *(Entry(f"{each:g}", each) if isinstance(each, float) else each for each in values)


def _share(number: int, total: int) -> Entry:
    return Entry(f"{number:,} ({100 * number / total:.1f} %)" if total else "0", number)


# The problems of submissions.

MOST_FILES = 20  # that are listed for one cause
FIRST = 3  # problems of each file, where there are several
CHECK_COLUMNS = ("path", "severity", "kind", "text", "source", "line", "hint")


def check(files: Checked) -> View:
    """The submissions without problems, the problems of the others, and how many those are."""
    bad, several = sum(bool(each.problems) for each in files), len(files) > 1
    verdict = [f"{bad} of {counted(len(files), 'file')} have problems"] if several else []

    def report() -> Report:
        if files.is_board:
            return Report("", list(_by_cause(files)), verdict, title="Check")
        tables, clean = [], []
        for file in files:
            rows = []
            for problem in file.problems:
                kind = f"{problem.kind}: " if problem.severity == "warning" else ""
                rows.append((f"{problem.severity}: {kind}{problem.text}",))
            size = f"{counted(file.documents, 'document')}, {counted(file.mentions, 'mention')}"
            counts = f"{counted(file.errors, 'error')}, {counted(len(rows) - file.errors, 'warning')}"
            most = FIRST if several else len(rows)
            note = f"and {len(rows) - most:,} more; check this file alone to list them" if len(rows) > most else ""
            clean += [] if rows else [f"{file.path}: no problems ({size})"]
            tables += [sheet(f"{file.path}: {counts}", ("Problem",), rows[:most], note)] if rows else []
        tables = [*([sheet("", (), (), paragraph(clean))] if clean else ()), *tables]
        return Report("", tables, verdict, title="Check")

    data = [asdict(each) for each in files]
    rows = ({"path": file["path"], **problem} for file in data for problem in file["problems"])
    return View(report, data=lambda: data, records=lambda: records(CHECK_COLUMNS, rows))


def _by_cause(files: Checked) -> Iterator[Sheet]:
    """For each cause, errors first, the first problem of each file."""
    causes: dict[tuple[str, str], dict[int, str]] = {}
    for place, file in enumerate(files):
        for problem in file.problems:
            text = problem.text
            text = text if file.path in text else f"{file.path}: {text}"
            causes.setdefault((problem.severity, problem.code), {}).setdefault(place, text)
    for (severity, code), texts in sorted(causes.items()):
        rows = [(text,) for text in texts.values()][:MOST_FILES]
        note = f"and {len(texts) - len(rows):,} more" if len(texts) > len(rows) else ""
        yield sheet(f"{severity}: {code.replace('-', ' ')} ({len(texts):,})", ("Problem",), rows, note)
