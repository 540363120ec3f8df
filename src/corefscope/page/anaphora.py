"""What stands beside the entities, for the page: sets, bridging and markables that refer to nothing, with verdicts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from corefscope.analysis.anaphora import BRIDGING as OF_BRIDGING
from corefscope.analysis.anaphora import NONREFERRING as OF_NOTHING
from corefscope.analysis.anaphora import SETS, Ends, Finding, anaphora_errors, findings
from corefscope.anaphora.places import Place
from corefscope.metrics.evidence import Evidence
from corefscope.model import BRIDGING, NONREFERRING, SPLIT_ANTECEDENT, Corpus
from corefscope.page.segments import TextSegments

Runs = list[tuple[int, int]]
KINDS = {SETS: "sets", OF_BRIDGING: "bridging", OF_NOTHING: "nonreferring"}


def anaphora(evidence: Evidence, texts: Sequence[TextSegments]) -> dict[str, list[dict[str, Any]]]:
    """Return what is drawn in the text, in text order, and the errors as `errors` lists them; nothing if there is none.

    An item has the runs of its anaphor and of its antecedents in each side that has it. There is no verdict where one
    side has nothing of the kind at all.
    """
    found = list(findings(evidence))
    if not found or evidence.whole is None:
        return {}
    sides = evidence.whole.key, evidence.whole.response
    both = {what for what, kind in KINDS.items() if all(_has(side, kind) for side in sides)}
    view = _View(evidence, texts)
    drawn = [item for finding in found for item in view.items(finding, finding.what in both)]
    drawn.sort(key=lambda one: (one[1]["document"], (one[1].get("key") or one[1]["response"])["ends"]))
    place: dict[int, int] = {}
    for number, (finding, _) in enumerate(drawn):
        place.setdefault(id(finding), number)
    wrong = [view.error(each.finding, place.get(id(each.finding))) for each in anaphora_errors(evidence, found)]
    return {
        name: rows for name, rows in (("anaphora", [item for _, item in drawn]), ("anaphora_errors", wrong)) if rows
    }


def _has(side: Corpus, kind: str) -> bool:
    if kind == "nonreferring":
        return side.annotation(NONREFERRING).mention_count > 0
    relation = SPLIT_ANTECEDENT if kind == "sets" else BRIDGING
    return any(each.kind == relation for _, each in side.relations)


class _View:
    """Findings in segments of the page's texts."""

    def __init__(self, evidence: Evidence, texts: Sequence[TextSegments]) -> None:
        self._partner, self._texts = evidence.partner, texts

    def items(self, finding: Finding, verdict: bool) -> list[tuple[Finding, dict[str, Any]]]:
        """Return what is drawn of a finding: nothing where the text is unknown or does not have the anaphor."""
        if self._texts[finding.document].words is None:
            return []
        found = []
        for ends in zip_longest(*(self._sides(finding, name) for name in ("key", "response"))):
            sides = {name: shown for name, shown in zip(("key", "response"), ends, strict=True) if shown is not None}
            if sides:
                shown = {"kind": KINDS[finding.what], "document": finding.document}
                found.append((finding, shown | ({"verdict": finding.verdict} if verdict else {}) | sides))
        return found

    def error(self, finding: Finding, item: int | None) -> dict[str, Any]:
        """Return an error with the first of its anaphors in either side, and the item of the text that shows it."""
        shown: dict[str, Any] = {"kind": KINDS[finding.what], "what": finding.what, "verdict": finding.verdict}
        shown["document"] = finding.document
        first = ((name, self._sides(finding, name)) for name in ("key", "response"))
        shown |= {name: ends[0] for name, ends in first if ends}
        unlike = (("missing", "key", finding.missing), ("extra", "response", finding.extra))
        shown |= {what: [self._runs(side, place) for place in places] for what, side, places in unlike if places}
        return shown if item is None else {**shown, "item": item}

    def _sides(self, finding: Finding, name: str) -> list[dict[str, Any]]:
        given: Sequence[Ends] = finding.key if name == "key" else finding.response
        found = []
        for ends in given:
            if ends.anaphor is not None and (first := self._runs(name, ends.anaphor)):
                found.append({"ends": [first, *(self._runs(name, each) for each in ends.others)], "label": ends.label})
        return found

    def _runs(self, side: str, place: Place) -> Runs:
        document = place[0] if side == "key" else int(self._partner[place[0]])
        return self._texts[document].of_positions(place[1].covered)
