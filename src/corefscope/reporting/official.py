"""The official Perl scorer's standard output, line by line, so that scripts which parse it keep working.

Percentages are truncated to two decimals as it truncates them; documents come in the key's order.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

import numpy as np

from corefscope._version import __version__
from corefscope.basics.escaping import visible
from corefscope.conventions.repeats import as_official, chains_by_unit
from corefscope.formats.document_names import canonical
from corefscope.metrics import METRICS
from corefscope.metrics.base import Score, Totals, quotients
from corefscope.metrics.evidence import Evidence
from corefscope.model import Mention
from corefscope.problems import UnknownName
from corefscope.scoring.result import Result

ALL = ("muc", "bcub", "ceafm", "ceafe", "blanc")
OURS = {"muc": "muc", "bcub": "b3", "ceafm": "ceafm", "ceafe": "ceafe", "blanc": "blanc", "lea": "lea"}
VERSIONS = {"lea": "9.0.0-alpha"}
RULE = "-" * 74
TOTALS_ONLY = "none"


def render(result: Result, metric: str, document: str | None = None) -> str:
    """The output for one metric or `all`; `document` is a name, `none` for totals only, or None for every document."""
    lines = [f"version: {VERSIONS.get(metric, '8.01')} corefscope {__version__}"]
    pages = OfficialDocuments(result)
    for name in ALL if metric == "all" else (metric,):
        if metric == "all":
            lines += ["", f"METRIC {name}:"]
        lines += _metric(result, pages, name, document)
    return "\n".join(lines) + "\n"


class OfficialDocuments:
    """Key and response entities of each document as lists of (first, last) tokens, in the order of the files."""

    def __init__(self, result: Result) -> None:
        evidence = result.system.evidence
        if evidence is None:
            raise ValueError("the official layout needs the evidence of a result")
        self.evidence: Evidence = evidence
        everything = np.ones(evidence.key.document_count, bool)
        self.key = chains_by_unit(evidence.key, np.arange(len(everything)), everything)
        self.response = chains_by_unit(evidence.response, evidence.partner, everything)
        self.in_response = set(evidence.partner.tolist())

    def place(self, mention: Hashable, between: str = ",") -> str:
        """First and last token of a mention as the official scorer shows them, or its id."""
        if isinstance(mention, Mention):
            return f"{mention.start}{between}{mention.end - 1}"
        key = self.evidence.key
        label = key.labelled[int(mention)] if len(key.labelled) else mention  # type: ignore[call-overload]
        return visible(f"{key.label_prefix or ''}{label}")

    def find(self, name: str) -> int:
        names = self.evidence.key.names
        if name in names:
            return names.index(name)
        for number, other in enumerate(names):
            if canonical(other) == canonical(name):
                return number
        raise UnknownName("document", name, names)


def _metric(result: Result, pages: OfficialDocuments, metric: str, document: str | None) -> Iterator[str]:
    tallies = result.system.tallies
    ours = OURS[metric]
    if document is None or document == TOTALS_ONLY:
        units: Sequence[int] = range(len(result.documents))
        total, found = tallies[ours].total(), tallies["mentions"].total()
    else:
        units = [pages.find(document)]
        total, found = tallies[ours].unit(units[0]), tallies["mentions"].unit(units[0])
    for unit in units:
        if document == TOTALS_ONLY:
            yield from _repeats(pages, unit)
        else:
            yield from _document(result, pages, unit, metric, selected=document is not None)
    yield from ("", "====== TOTALS =======")
    yield from _line("Identification of Mentions: ", quotients(found))
    score = METRICS[ours].finish(total)
    if metric != "blanc":
        yield from _line("Coreference: ", score)
        return
    yield from ("", "Coreference:")
    yield from _line("Coreference links: ", score.parts["coreference"])
    yield from _line("Non-coreference links: ", score.parts["non_coreference"])
    recall, precision = score.numbers["recall"], score.numbers["precision"]
    counts = {"recall_num": recall, "recall_den": 1, "precision_num": precision, "precision_den": 1}
    yield from _line("BLANC: ", score, counts)


def _document(result: Result, pages: OfficialDocuments, unit: int, metric: str, selected: bool) -> Iterator[str]:
    name = visible(result.documents[unit])
    heading = "" if metric == "blanc" and not selected else name
    if selected:
        yield f"{heading}:"
    yield from _entities(name, pages.key[unit], pages)
    yield from _entities(name if unit in pages.in_response else "", pages.response[unit], pages)
    if not selected:
        yield f"{heading}:"
    yield from _repeats(pages, unit)
    yield from _mention_counts(pages, unit)
    if metric != "blanc":
        ours = OURS[metric]
        yield from _line("", METRICS[ours].finish(result.system.tallies[ours].unit(unit)))


def _entities(name: str, chains: Sequence[Sequence[Hashable]], pages: OfficialDocuments) -> Iterator[str]:
    yield f"====> {name}:"
    yield f"File {name}:"
    for number, chain in enumerate(chains):
        yield f"Entity {number}:" + "".join(f" ({pages.place(mention)})" for mention in chain)


def _repeats(pages: OfficialDocuments, unit: int) -> Iterator[str]:
    """One line per copy; like the official scorer, it ends with two mention numbers without a blank."""
    ids: dict[Hashable, int] = {}
    number = 0
    for chain in pages.key[unit]:
        for mention in chain:
            if mention in ids:
                yield f"Repeated mention in the key: {pages.place(mention, ', ')} {ids[mention]}{number}"
            ids[mention] = number
            number += 1
    seen = set()
    for chain in pages.response[unit]:
        for mention in chain:
            if mention in seen:
                twice = f"{ids[mention]}{ids[mention]}"
                yield f"Repeated mention in the response: {pages.place(mention, ', ')} {twice}"
            elif mention in ids:
                seen.add(mention)


def _mention_counts(pages: OfficialDocuments, unit: int) -> Iterator[str]:
    key, response = pages.key[unit], as_official(pages.key[unit], pages.response[unit])
    in_key, in_response = ({mention for chain in chains for mention in chain} for chains in (key, response))
    both = len(in_key & in_response)
    copies = sum(map(len, key)) - len(in_key)
    yield f"Total key mentions: {len(in_key)}"
    yield f"Total response mentions: {len(in_response)}"
    yield f"Strictly correct identified mentions: {both}"
    yield "Partially correct identified mentions: 0"
    yield f"No identified: {len(in_key) - both}"
    yield f"Invented: {copies + len(in_response) - both}"


def _line(label: str, score: Score, counts: Totals | None = None) -> Iterator[str]:
    shown = {name: f"{value:.15g}" for name, value in (counts or score.counts).items()}
    recall, precision, f1 = map(_percent, score.numbers.values())
    yield (
        f"{label}Recall: ({shown['recall_num']} / {shown['recall_den']}) {recall}%"
        f"\tPrecision: ({shown['precision_num']} / {shown['precision_den']}) {precision}%"
        f"\tF1: {f1}%"
    )
    yield RULE


def _percent(fraction: float) -> str:
    """Truncated, not rounded, and without trailing zeros.

    >>> _percent(2 / 3), _percent(0.75), _percent(1.0)
    ('66.66', '75', '100')
    """
    return f"{int(fraction * 10000) / 100:.15g}"
