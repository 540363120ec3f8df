"""What the experiments of the lab show."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence

from corefscope.basics.escaping import visible
from corefscope.lab.axioms.search import AXIOMS, EXAMPLES, FAILS, HOLDS, NOT_DEFINED, TIES, Axioms, Granularity, order
from corefscope.lab.effect import Effect
from corefscope.lab.figures.figure import Figure, Statement
from corefscope.lab.links import ABSENT, COREFERENT, SEPARATE, Confusion, Links
from corefscope.lab.papers.numbers import Item, Section
from corefscope.lab.papers.printed import PAPERS
from corefscope.lab.papers.reproduction import AGREES, DIFFERS, KNOWN_DIFFERENCE, Reproduction
from corefscope.lab.partitions import KINDS, LETTERS
from corefscope.reporting.report import (
    BAD,
    Entry,
    Records,
    Report,
    Sheet,
    View,
    count,
    paragraph,
    percent,
    sheet,
)
from corefscope.reporting.views.scores import cell, headline

WIDTH = 110


# The papers.

VERDICTS = {AGREES: "", KNOWN_DIFFERENCE: "*", DIFFERS: "!"}


def papers(found: Reproduction, only_differences: bool = False) -> View:
    """A table for each section, then how much of each paper agrees."""

    def report() -> Report:
        sections = [section for section in found.sections if section.differs or not only_differences]
        return Report("", (*(_section(found, each, only_differences) for each in sections), _summary(found)))

    return View(report, data=found.as_object, records=lambda: _numbers(found, only_differences))


def _section(found: Reproduction, section: Section, only_differences: bool) -> Sheet:
    """Two lines a row, the paper's and ours; one line where there is one column. Below it the statements."""
    items = {} if only_differences else {(item.row, item.column): item for item in section.items}
    columns = list(dict.fromkeys(column for _, column in items))
    rows: list[Sequence[str | Entry]] = []
    for row in dict.fromkeys(row for row, _ in items):
        line = [items.get((row, column)) for column in columns]
        printed = [Entry(item.printed if item else "", mark=" ") for item in line]
        ours = [Entry(item.ours, mark=VERDICTS[found.verdict(section, item)] or " ") if item else "" for item in line]
        rows += [(row, *printed, *ours)] if len(columns) == 1 else [(row, "printed", *printed), ("", "ours", *ours)]
    if rows:
        columns = [*columns, "printed", "ours"] if len(columns) == 1 else ["", "", *columns]
    title = f"{PAPERS[section.paper]}, {section.name}: {section.title}"
    note = paragraph(_below(found, section, only_differences))
    return sheet(title, columns, rows, note, left=(0, 1) if len(columns) != 3 else (0,))


def _below(found: Reproduction, section: Section, only_differences: bool) -> Iterator[str]:
    """Statements, a note, and the numbers that differ, grouped by their explanation."""
    words = {AGREES: "holds", KNOWN_DIFFERENCE: "does not hold *", DIFFERS: "DOES NOT HOLD"}
    for item in section.claims:
        if not (only_differences and item.agrees):
            evidence = f" ({item.ours})" if item.ours else ""
            yield from _wrapped(f"- {item.column}: {words[found.verdict(section, item)]}{evidence}")
            why = "" if item.agrees else found.why(section, item)
            yield from _wrapped(f"  * {why}.") if why else ()
    if section.note and not only_differences:
        yield from textwrap.wrap(section.note, WIDTH)
    explained: dict[str, list[Item]] = {}
    for item in section.items:
        if not item.agrees:
            explained.setdefault(found.why(section, item), []).append(item)
    for why, items in explained.items():
        places = "; ".join(f"{item.row}, {item.column}: printed {item.printed}, ours {item.ours}" for item in items)
        reason = why or "NOT ON THE LIST of known differences"
        yield from _wrapped(f"{'*' if why else '!'} {places}. Why: {reason}.")


def _wrapped(text: str) -> list[str]:
    """Lines that fit a terminal, the first with a bullet."""
    indent = len(text) - len(text.lstrip()) + 2
    return textwrap.wrap(text, WIDTH, subsequent_indent=" " * indent)


def _summary(found: Reproduction) -> Sheet:
    papers = dict.fromkeys(section.paper for section in found.sections)
    counts = {PAPERS[paper]: found.counts(paper) for paper in papers}
    counts |= {"all": found.counts()} if len(papers) > 1 else {}
    rows = [(name, *(count(verdicts[each], "") for each in VERDICTS)) for name, verdicts in counts.items()]
    return sheet("", ("", "agree", "known differences", "unexplained"), rows)


def _numbers(found: Reproduction, only_differences: bool) -> Records:
    return ("paper", "section", "row", "column", "printed", "ours", "verdict", "why"), (
        (
            section.paper,
            section.name,
            item.row,
            item.column,
            item.printed,
            item.ours,
            found.verdict(section, item),
            "" if item.agrees else found.why(section, item),
        )
        for section in found.sections
        for item in section.all()
        if not (only_differences and item.agrees)
    )


# Their figures.


def figures(drawn: Sequence[Figure], files: Mapping[str, Sequence[str]]) -> View:
    """Title, construction, statements with their verdicts, and the files written."""

    def report() -> Report:
        tables = []
        for figure in drawn:
            rows = [(one.text, _verdict(one), one.detail) for one in figure.statements]
            note = f"made from: {figure.construction}"
            tables.append(sheet(figure.title, ("Statement", "Verdict", "Detail"), rows, note, left=(0, 1, 2)))
        return Report("", tuple(tables), title="Figures")

    return View(
        report,
        data=lambda: [{**figure.as_object(), "files": files.get(figure.name, [])} for figure in drawn],
        lines=lambda: (line for figure in drawn for line in _figure(figure, files.get(figure.name, ()))),
    )


def _verdict(one: Statement) -> str:
    return "holds" if one.holds else "does not hold, as is known" if one.known else "does not hold"


def _figure(figure: Figure, files: Sequence[str]) -> Iterator[str]:
    yield from (figure.title, f"  made from: {figure.construction}")
    for one in figure.statements:
        yield f"  {_verdict(one)}: {one.text}"
        yield from [f"    {one.detail}"] if one.detail else []
    yield from (f"  written: {visible(path)}" for path in files)
    yield ""


# The mention identification effect.

METRICS_PER_TABLE = 4
SHORT = {"recall": "R", "precision": "P", "f1": "F1"}


def effect(found: Effect) -> View:
    """A few metrics each, with marks on scores that move the wrong way."""

    def report() -> Report:
        width = max(len(row.name) for row in found.rows)
        notes = [f"{row.name.ljust(width)}  {row.change}" for row in found.rows[1:]]
        below = paragraph([*notes, "* moves the wrong way"])
        result = found.result
        return Report(headline(result), tuple(_effects(found)), (below,), result.signature, title="Effect")

    return View(report, data=found.as_object)


def _effects(found: Effect) -> Iterator[Sheet]:
    metrics = found.result.metrics
    for first in range(0, len(metrics), METRICS_PER_TABLE):
        columns = [(metric, field) for metric in metrics[first : first + METRICS_PER_TABLE] for field in metric.fields]
        rows = []
        for row in found.rows:
            wrong = [(metric.name, field) in row.wrong for metric, field in columns]
            cells = (
                cell(row.scores[metric.name], field, mark="*" if marked else " ", style=BAD if marked else "")
                for (metric, field), marked in zip(columns, wrong, strict=True)
            )
            rows.append((row.name, *cells))
        yield sheet("", ("", *(f"{metric.title} {SHORT[field]}" for metric, field in columns)), rows)


# Links.

COUNTED = ("rc", "wc", "rn", "wn")


def links(found: Links) -> View:
    """One row a system, then a table of pairs for each."""

    def report() -> Report:
        rows = [("key", count(found.entities, ""), count(found.singletons, ""), *[""] * (len(COUNTED) + 1))]
        for one in found.systems:
            numbers = (one.entities, one.singletons, *(one.right_and_wrong[name] for name in COUNTED))
            rows.append((one.system, *(count(number, "") for number in numbers), percent(one.blanc)))
        first = sheet("", ("System", "Entities", "Singletons", *COUNTED, "BLANC"), rows)
        result = found.result
        return Report(headline(result), (first, *map(_pairs, found.systems)), (), result.signature, title="Links")

    return View(report, data=found.as_object)


def _pairs(one: Confusion) -> Sheet:
    kinds = (COREFERENT, SEPARATE, ABSENT)
    rows = []
    for response in kinds:
        counts = [one.pairs.get((response, key)) for key in kinds]
        total = count(sum(each or 0 for each in counts), "")
        rows.append((response, *("" if each is None else count(each, "") for each in counts), total))
    sums = [sum(one.pairs.get((response, key), 0) for response in kinds) for key in kinds]
    rows.append(("all", *(count(each, "") for each in (*sums, sum(sums)))))
    return sheet(f"{one.system}, pairs of mentions", ("", *(f"{key} in the key" for key in kinds), "all"), rows)


# Axioms.

AXIOM_METRICS = 10  # in one table
MARKS = {HOLDS: "✓", TIES: "=", FAILS: "✗", NOT_DEFINED: "–"}
SPREAD: tuple[tuple[str, Callable[[Granularity], str]], ...] = (
    ("different scores", lambda one: f"{one.values}/{one.responses}"),
    ("tenths reached", lambda one: str(one.tenths)),
    ("in one tenth", lambda one: f"{one.crowded:.0%}"),
)
LEGEND = (
    "✓ no counterexample found   = sometimes the same score where it should differ   ✗ a counterexample   – not defined"
)


def axioms(found: Axioms, counterexamples: bool = True) -> View:
    """Axioms by metrics, a few metrics each; then the counterexamples axiom by axiom."""

    def report() -> Report:
        tables = []
        for first in range(0, len(found.metrics), AXIOM_METRICS):
            metrics = found.metrics[first : first + AXIOM_METRICS]
            rows = [(name, *(MARKS[found.verdicts[metric, name].outcome] for metric in metrics)) for name in AXIOMS]
            rows += [(title, *(value(found.granularity[metric]) for metric in metrics)) for title, value in SPREAD]
            tables.append(sheet("", ("axiom", *metrics), rows))
        refused = [f"not tried: {name}: {why}" for name, why in found.refused.items()]
        kinds = (f"{' '.join(LETTERS[place : 9 : len(KINDS)])} are {kind}s" for place, kind in enumerate(KINDS))
        last = [*refused, LEGEND, f"for metrics that look at mention types, {', '.join(kinds)}, and so on"]
        notes = [_rankings(found), *([_counterexamples(found)] if counterexamples else []), last]
        return Report("", tuple(tables), tuple(map(paragraph, notes)), title="Axioms")

    return View(report, data=found.as_object)


def _rankings(found: Axioms) -> Iterator[str]:
    """The orders into which metrics put the responses of the papers' examples, and the metrics of each."""
    for name, said in EXAMPLES.items():
        yield f"Recasens & Hovy 2011, {name}: {said}"
        orders: dict[str, list[str]] = {}
        for metric in found.metrics:
            orders.setdefault(order(name, found.examples[metric, name]), []).append(metric)
        yield from (f"  {order}: {', '.join(metrics)}" for order, metrics in orders.items())


def _counterexamples(found: Axioms) -> Iterator[str]:
    for axiom in AXIOMS.values():
        yield f"{axiom.name}: {axiom.demand} ({axiom.source})"
        verdicts = [found.verdicts[metric, axiom.name] for metric in found.metrics]
        for verdict in verdicts:
            if verdict.case:
                share = f"{verdict.against} of {verdict.tried}"
                yield f"  {MARKS[verdict.outcome]} {verdict.metric} ({share}): {verdict.example()}"
        if not any(verdict.case for verdict in verdicts):
            yield "  no counterexample found"
