"""The verification of a saved result by the reference."""

from __future__ import annotations

from dataclasses import asdict
from fractions import Fraction
from typing import Any

from corefscope.auditing.verification import Verification
from corefscope.reporting.report import Report, View, counted, sheet


def view(result: Verification) -> View:
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
