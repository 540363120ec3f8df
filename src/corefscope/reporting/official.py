"""The official Perl scorer's standard output, line by line, so that scripts which parse it keep working.

Percentages are truncated to two decimals as it truncates them; documents come in the key's order.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import chain
from typing import Any

import numpy as np

from corefscope._version import __version__
from corefscope.basics.escaping import visible
from corefscope.conventions.repeats import as_official, chains_by_unit
from corefscope.formats.document_names import canonical
from corefscope.metrics import METRICS
from corefscope.metrics.base import RECALL_AND_PRECISION, Score, Totals, quotients
from corefscope.model import Corpus
from corefscope.problems import PairingError, UnknownName
from corefscope.scoring.result import Result

ALL = ("muc", "bcub", "ceafm", "ceafe", "blanc")
OFFICIAL_OURS = {"muc": "muc", "bcub": "b3", "ceafm": "ceafm", "ceafe": "ceafe", "blanc": "blanc", "lea": "lea"}
RULE = "-" * 74
TOTALS_ONLY = "none"
Chains = Sequence[Sequence[Hashable]]


def render(result: Result, metric: str, document: str | None = None) -> str:
    """The output for one metric or `all`; `document` is a name, `none` for totals only, or None for every document."""
    evidence = result.system.evidence
    if evidence is None:
        raise ValueError("the official layout needs the evidence of a result")
    if evidence.key.label is not None:
        raise PairingError("mentions-without-place", "the official scorer's output needs the tokens of mentions")
    everything, partners = np.ones(evidence.key.document_count, bool), set(evidence.partner.tolist())
    key = chains_by_unit(evidence.key, np.arange(len(everything)), everything)
    response = chains_by_unit(evidence.response, evidence.partner, everything)
    units: Sequence[int] = range(len(everything))
    if document not in (None, TOTALS_ONLY):
        units = [_unit(evidence.key, str(document))]
    lines = [f"version: {'9.0.0-alpha' if metric == 'lea' else '8.01'} corefscope {__version__}"]
    for name in ALL if metric == "all" else (metric,):
        lines += ["", f"METRIC {name}:"] if metric == "all" else []
        for unit in units:
            if document == TOTALS_ONLY:
                lines += _repeats(key[unit], response[unit])
                continue
            title = visible(result.documents[unit])
            titles = (title, title if unit in partners else "")
            heading = "" if name == "blanc" and document is None else title
            lines += _document(key[unit], response[unit], titles, heading, document is not None)
            if name != "blanc":
                counts = result.system.tallies[OFFICIAL_OURS[name]].unit(unit)
                lines += _line("", METRICS[OFFICIAL_OURS[name]].finish(counts))
        lines += _totals(result, name, None if document in (None, TOTALS_ONLY) else units[0])
    return "\n".join(lines) + "\n"


def _unit(key: Corpus, name: str) -> int:
    """Return the document of this name, exactly or except for brackets and zeros."""
    units = [key.names.index(name)] if name in key.names else []
    units += [unit for unit, other in enumerate(key.names) if canonical(other) == canonical(name)]
    if not units:
        raise UnknownName("document", name, key.names)
    return units[0]


def _totals(result: Result, metric: str, unit: int | None) -> Iterator[str]:
    tallies = [result.system.tallies[name] for name in ("mentions", OFFICIAL_OURS[metric])]
    mentions, counts = (tally.total() if unit is None else tally.unit(unit) for tally in tallies)
    yield from ("", "====== TOTALS =======")
    yield from _line("Identification of Mentions: ", quotients(mentions))
    score = METRICS[OFFICIAL_OURS[metric]].finish(counts)
    if metric != "blanc":
        yield from _line("Coreference: ", score)
        return
    yield from ("", "Coreference:")
    yield from _line("Coreference links: ", score.parts["coreference"])
    yield from _line("Non-coreference links: ", score.parts["non_coreference"])
    recall, precision = score.numbers["recall"], score.numbers["precision"]
    yield from _line("BLANC: ", score, dict(zip(RECALL_AND_PRECISION, (recall, 1, precision, 1), strict=True)))


def _document(key: Chains, response: Chains, titles: tuple[str, str], heading: str, selected: bool) -> Iterator[str]:
    """Yield the entities of both sides, in file order, and the number of mentions they share."""
    if selected:
        yield f"{heading}:"
    for title, chains in zip(titles, (key, response), strict=True):
        yield from (f"====> {title}:", f"File {title}:")
        for number, entity in enumerate(chains):
            yield f"Entity {number}:" + "".join(f" ({_place(mention)})" for mention in entity)
    if not selected:
        yield f"{heading}:"
    yield from _repeats(key, response)
    in_key, in_response = ({*chain.from_iterable(chains)} for chains in (key, as_official(key, response)))
    both = len(in_key & in_response)
    copies = sum(map(len, key)) - len(in_key)
    yield f"Total key mentions: {len(in_key)}"
    yield f"Total response mentions: {len(in_response)}"
    yield f"Strictly correct identified mentions: {both}"
    yield "Partially correct identified mentions: 0"
    yield f"No identified: {len(in_key) - both}"
    yield f"Invented: {copies + len(in_response) - both}"


def _place(mention: Any, between: str = ",") -> str:
    """First and last token of a mention as the official scorer shows them."""
    return f"{mention.start}{between}{mention.end - 1}"


def _repeats(key: Chains, response: Chains) -> Iterator[str]:
    """Yield one line per copy; like the official scorer's, it ends with two mention numbers without a blank."""
    ids: dict[Hashable, int] = {}
    for number, mention in enumerate(chain.from_iterable(key)):
        if mention in ids:
            yield f"Repeated mention in the key: {_place(mention, ', ')} {ids[mention]}{number}"
        ids[mention] = number
    seen = set()
    for mention in chain.from_iterable(response):
        if mention in seen:
            yield f"Repeated mention in the response: {_place(mention, ', ')} {ids[mention]}{ids[mention]}"
        elif mention in ids:
            seen.add(mention)


def _line(label: str, score: Score, counts: Totals | None = None) -> Iterator[str]:
    """Yield a line of numbers, truncated instead of rounded, and without trailing zeros: 66.66, 75, 100."""
    texts = {name: f"{value:.15g}" for name, value in (counts or score.counts).items()}
    recall, precision, f1 = (f"{int(value * 10000) / 100:.15g}%" for value in score.numbers.values())
    yield (
        f"{label}Recall: ({texts['recall_num']} / {texts['recall_den']}) {recall}"
        f"\tPrecision: ({texts['precision_num']} / {texts['precision_den']}) {precision}"
        f"\tF1: {f1}"
    )
    yield RULE
