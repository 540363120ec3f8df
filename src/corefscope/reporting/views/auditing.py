"""What the reference says: the audit of a foreign scorer, and the verification of a saved result."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from corefscope.auditing.audit import PLAIN, Audit
from corefscope.auditing.verification import Verification
from corefscope.reference.deviations import MEANINGS
from corefscope.reporting.report import Report, View, counted, paragraph, sheet

AUDIT_VERDICTS = {
    "official": "official",
    "dialect": "the dialect {dialects}",
    "deviation": "{deviations}",
    "unknown": "none of the definitions, dialects and deviations that are known",
}
FIELDS = ("verdict", "metric", "claim", "dialects", "deviations", "case", "not_tested", "notes", "call")


def audit_view(audit: Audit) -> View:
    """The verdict, what was inferred, the smallest case that differs, and the user's own data."""

    def report() -> Report:
        words = AUDIT_VERDICTS[audit.verdict].format(
            dialects=" or ".join(audit.dialects), deviations=", ".join(audit.deviations)
        )
        words = f"{PLAIN}; where one is, {words}" if PLAIN in audit.notes else words
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
        verdict = PLAIN if PLAIN in each.notes else each.verdict
        yield each.metric, verdict, ", ".join(each.deviations) or "–", ", ".join(each.dialects) or "–"


def _notes(audit: Audit) -> Iterator[str]:
    for code in audit.deviations:
        yield f"{code}: {MEANINGS[code]}"
    if audit.case:
        yield paragraph(_arithmetic(audit))
    if audit.not_tested:
        yield f"not tested, since it takes one document: {', '.join(audit.not_tested)}"
    yield from (note for note in audit.notes if note != PLAIN)  # the verdict says that
    yield "inferred: " + ", ".join(f"{name} {value}" for name, value in audit.call.items())


def _arithmetic(audit: Audit) -> Iterator[str]:
    """The smallest case that differs: documents, numbers of the function, and the official numbers step by step."""
    case = audit.case or {}
    yield f"smallest case that differs: {case['name']}"
    yield from (f"  {document}" for document in case["documents"])
    for name, value in case["official"].items():
        theirs = case["function"].get(name)
        outcome = case.get("error", "nothing") if theirs is None else f"{theirs:.6g}"
        yield f"  {name}: {outcome} from the scorer; officially {value:.6g}"
    yield from (f"  officially, {step}" for step in case["steps"])


def verification_view(result: Verification) -> View:
    """Show what was verified, what differs, and what the reference does not cover."""
    names = ("of", "number", "saved", "exact")
    differences = [(what, name, decimal(saved), decimal(exact)) for what, name, saved, exact in result.differences]

    def report() -> Report:
        tables = [
            sheet("Differs", ("", "Number", "Saved", "By the reference"), differences, left=(0, 1)),
            sheet("Verified", ("", "Numbers"), result.verified.items()),
            sheet("Outside the reference", ("", "Why"), result.outside.items(), left=(0, 1)),
        ]
        numbers = counted(sum(result.verified.values()), "number")
        heading = f"{result.path}: {numbers} verified, {len(differences)} differ, {len(result.outside)} outside"
        return Report(heading, [table for table in tables if table.rows], (), result.signature, title="Verification")

    listed = [dict(zip(names, row, strict=True)) for row in differences]
    return View(report, lambda: {**asdict(result), "differences": listed})


def decimal(value: Any) -> str:
    """Return a number as people compare it, a fraction with its decimals.

    >>> decimal(Fraction(1, 3)), decimal(0.5), decimal(3)
    ('1/3 = 0.333333333333', '0.5', '3')
    """
    decimals = f"{float(value):.12g}" if isinstance(value, float | Fraction) else str(value)
    return f"{value} = {decimals}" if isinstance(value, Fraction) and 1 < value.denominator < 10**12 else decimals
