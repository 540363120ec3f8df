"""A signature in words."""

from __future__ import annotations

from corefscope.reporting.report import Records, Report, View, sheet
from corefscope.reporting.signatures import Signature

COLUMNS = ("Part", "Value", "Meaning")


def view(found: Signature) -> View:
    return View(lambda: report(found), data=lambda: _data(found), records=lambda: _records(found))


def report(found: Signature) -> Report:
    table = sheet("", COLUMNS, found.parts, left=range(3))
    return Report(found.text, (table,), (f"short: {found.short}",), title="Signature")


def _data(found: Signature) -> dict[str, object]:
    return {"signature": found.text, "short": found.short, "parts": [part._asdict() for part in found.parts]}


def _records(found: Signature) -> Records:
    return ("part", "value", "meaning"), list(found.parts)
