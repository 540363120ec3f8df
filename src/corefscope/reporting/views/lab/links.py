"""Right and wrong links of both kinds."""

from __future__ import annotations

from corefscope.lab.links import ABSENT, COREFERENT, SEPARATE, Confusion, Links
from corefscope.reporting.report import Report, Sheet, View, count, percent, sheet
from corefscope.reporting.views.scores import headline

COUNTED = ("rc", "wc", "rn", "wn")


def view(found: Links) -> View:
    return View(lambda: report(found), data=found.as_object)


def report(found: Links) -> Report:
    """One row a system, then a table of pairs for each."""
    rows = [("key", count(found.entities, ""), count(found.singletons, ""), *[""] * (len(COUNTED) + 1))]
    for one in found.systems:
        numbers = (one.entities, one.singletons, *(one.right_and_wrong[name] for name in COUNTED))
        rows.append((one.system, *(count(number, "") for number in numbers), percent(one.blanc)))
    first = sheet("", ("System", "Entities", "Singletons", *COUNTED, "BLANC"), rows)
    result = found.result
    return Report(headline(result), (first, *map(_pairs, found.systems)), (), result.signature, title="Links")


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
