"""The audit of a foreign scorer, with the arithmetic of the smallest case that differs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from corefscope.auditing.audit import Audit
from corefscope.reference.deviations import MEANINGS
from corefscope.reporting.report import Report, View, paragraph, sheet

VERDICTS = {
    "official": "official",
    "dialect": "the dialect {dialects}",
    "deviation": "{deviations}",
    "unknown": "none of the definitions, dialects and deviations that are known",
}
FIELDS = ("verdict", "metric", "claim", "dialects", "deviations", "case", "not_tested", "notes", "call")


def view(audit: Audit) -> View:
    """The verdict, what was inferred, the smallest case that differs, and the user's own data."""

    def report() -> Report:
        words = VERDICTS[audit.verdict].format(
            dialects=" or ".join(audit.dialects), deviations=", ".join(audit.deviations)
        )
        tables = [sheet("", ("Metric", "Verdict", "Deviations", "Dialects"), _rows(audit), left=(0, 1, 2, 3))]
        if audit.data:
            rows = [(name, value) for name, value in audit.data.items()]
            tables.append(sheet("F1 on your data", ("", audit.metric), rows))
        return Report(f"{audit.target}: {audit.metric}: {words}", tables, [*_notes(audit)], title="Audit")

    def data() -> dict[str, Any]:
        result = {"target": audit.target, **{name: getattr(audit, name) for name in FIELDS}, "data": dict(audit.data)}
        outputs = [{name: getattr(each, name) for name in FIELDS} for each in audit.outputs]
        return {**result, "outputs": outputs}

    return View(report, data)


def _rows(audit: Audit) -> Iterator[tuple[str, ...]]:
    for each in audit.outputs or (audit,):
        yield each.metric, each.verdict, ", ".join(each.deviations) or "–", ", ".join(each.dialects) or "–"


def _notes(audit: Audit) -> Iterator[str]:
    for code in audit.deviations:
        yield f"{code}: {MEANINGS[code]}"
    if audit.case:
        yield paragraph(_arithmetic(audit))
    if audit.not_tested:
        yield f"not tested, since it takes one document: {', '.join(audit.not_tested)}"
    yield from audit.notes
    yield "inferred: " + ", ".join(f"{name} {value}" for name, value in audit.call.items())


def _arithmetic(audit: Audit) -> Iterator[str]:
    """The smallest case that differs: documents, numbers of the function, and the official numbers step by step."""
    case = audit.case or {}
    yield f"smallest case that differs: {case['name']}"
    yield from (f"  {document}" for document in case["documents"])
    for name, value in case["official"].items():
        theirs = case["function"].get(name)
        outcome = case.get("error", "nothing") if theirs is None else f"{theirs:.6g}"
        yield f"  {name}: {outcome}; officially {value:.6g}"
    yield from (f"  {step}" for step in case["steps"])
