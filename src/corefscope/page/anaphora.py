"""Annotation besides entities, for the page: split antecedents, bridging and non-referring markables, with verdicts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from corefscope.analysis.anaphora import BRIDGING as OF_BRIDGING
from corefscope.analysis.anaphora import NONREFERRING as OF_NOTHING
from corefscope.analysis.anaphora import SETS, Finding, anaphora_errors, findings
from corefscope.anaphora.sets import Place
from corefscope.metrics.evidence import Evidence
from corefscope.model import BRIDGING, NONREFERRING, SPLIT_ANTECEDENT, Corpus
from corefscope.page.segments import TextSegments

ANAPHORA_KINDS = {SETS: "sets", OF_BRIDGING: "bridging", OF_NOTHING: "nonreferring"}
SIDES = ("key", "response")


def anaphora(evidence: Evidence, texts: Sequence[TextSegments]) -> dict[str, list[dict[str, Any]]]:
    """Return the items to draw, in text order, and the errors as `errors` lists them; {} if there are none.

    An item has the runs of its anaphor and of its antecedents in each side that has it. There is no verdict if one
    side has nothing of the kind at all.
    """
    listed = list(findings(evidence))
    if not listed or evidence.whole is None:
        return {}

    def runs(side: str, place: Place) -> list[tuple[int, int]]:
        document = place[0] if side == "key" else int(evidence.partner[place[0]])
        return texts[document].of_positions(place[1].covered)

    def ends_of(finding: Finding) -> list[list[dict[str, Any]]]:
        """The anaphors and antecedents of key and response that are in the text."""
        sides: list[list[dict[str, Any]]] = [[], []]
        for side, rows, all_ends in zip(SIDES, sides, (finding.key, finding.response), strict=True):
            for ends in all_ends:
                if ends.anaphor is not None and (first := runs(side, ends.anaphor)):
                    others = [runs(side, place) for place in ends.others]
                    rows.append({"ends": [first, *others], "label": ends.label})
        return sides

    whole = evidence.whole
    in_both = {what for what, kind in ANAPHORA_KINDS.items() if _has(whole.key, kind) and _has(whole.response, kind)}
    drawn = []
    for finding in listed:
        known = texts[finding.document].words is not None
        for pair in zip_longest(*ends_of(finding)) if known else ():
            item: dict[str, Any] = {"kind": ANAPHORA_KINDS[finding.what], "document": finding.document}
            item |= {"verdict": finding.verdict} if finding.what in in_both else {}
            drawn.append((finding, item | {side: ends for side, ends in zip(SIDES, pair, strict=True) if ends}))
    drawn.sort(key=lambda one: (one[1]["document"], (one[1].get("key") or one[1]["response"])["ends"]))
    numbers: dict[int, int] = {}
    for number, (finding, _) in enumerate(drawn):
        numbers.setdefault(id(finding), number)
    errors = []
    for error in anaphora_errors(evidence, listed):
        finding = error.finding
        row: dict[str, Any] = {"kind": ANAPHORA_KINDS[finding.what], "what": finding.what, "verdict": finding.verdict}
        row["document"] = finding.document
        row |= {side: ends[0] for side, ends in zip(SIDES, ends_of(finding), strict=True) if ends}
        errors.append(row | ({"item": numbers[id(finding)]} if id(finding) in numbers else {}))
    columns = (("anaphora", [item for _, item in drawn]), ("anaphora_errors", errors))
    return {name: rows for name, rows in columns if rows}


def _has(side: Corpus, kind: str) -> bool:
    if kind == "nonreferring":
        return side.annotation(NONREFERRING).mention_count > 0
    relation = SPLIT_ANTECEDENT if kind == "sets" else BRIDGING
    return any(each.kind == relation for _, each in side.relations)
