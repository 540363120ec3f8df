"""The official Perl scorer's standard output, line by line, so that scripts which parse it keep working.

Percentages are truncated to two decimals as it truncates them; documents come in the key's order.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from corefscope._version import __version__
from corefscope.basics.escaping import visible
from corefscope.dialects.repeats import as_official, chains_by_unit
from corefscope.formats.document_names import canonical
from corefscope.metrics import METRICS
from corefscope.metrics.base import Score, Totals, quotients
from corefscope.model import Corpus, Mention
from corefscope.problems import UnknownName
from corefscope.scoring.result import Result

ALL = ("muc", "bcub", "ceafm", "ceafe", "blanc")
OURS = {"muc": "muc", "bcub": "b3", "ceafm": "ceafm", "ceafe": "ceafe", "blanc": "blanc", "lea": "lea"}
RULE = "-" * 74
TOTALS_ONLY = "none"
Chains = Sequence[Sequence[Hashable]]


class Entities(NamedTuple):
    """The entities of a document in key and response, in the order of the files, and whether the response has it."""

    key: Chains
    response: Chains
    in_response: bool


def render(result: Result, metric: str, document: str | None = None) -> str:
    """The output for one metric or `all`; `document` is a name, `none` for totals only, or None for every document."""
    evidence = result.system.evidence
    if evidence is None:
        raise ValueError("the official layout needs the evidence of a result")
    everything, partners = np.ones(evidence.key.document_count, bool), set(evidence.partner.tolist())
    key = chains_by_unit(evidence.key, np.arange(len(everything)), everything)
    response = chains_by_unit(evidence.response, evidence.partner, everything)
    documents = [Entities(key[unit], response[unit], unit in partners) for unit in range(len(everything))]
    lines = [f"version: {'9.0.0-alpha' if metric == 'lea' else '8.01'} corefscope {__version__}"]
    for name in ALL if metric == "all" else (metric,):
        if metric == "all":
            lines += ["", f"METRIC {name}:"]
        lines += _metric(result, evidence.key, documents, name, document)
    return "\n".join(lines) + "\n"


def _metric(
    result: Result, key: Corpus, documents: Sequence[Entities], metric: str, document: str | None
) -> Iterator[str]:
    tallies, ours = result.system.tallies, OURS[metric]
    units: Sequence[int] = range(len(result.documents))
    totals, mentions = tallies[ours].total(), tallies["mentions"].total()
    if document not in (None, TOTALS_ONLY):
        units = [_unit(key, str(document))]
        totals, mentions = (tallies[name].unit(units[0]) for name in (ours, "mentions"))
    for unit in units:
        if document == TOTALS_ONLY:
            yield from _repeats(key, documents[unit])
        else:
            yield from _document(result, key, documents[unit], unit, metric, selected=document is not None)
    yield from ("", "====== TOTALS =======")
    yield from _line("Identification of Mentions: ", quotients(mentions))
    score = METRICS[ours].finish(totals)
    if metric != "blanc":
        yield from _line("Coreference: ", score)
        return
    yield from ("", "Coreference:")
    yield from _line("Coreference links: ", score.parts["coreference"])
    yield from _line("Non-coreference links: ", score.parts["non_coreference"])
    recall, precision = score.numbers["recall"], score.numbers["precision"]
    counts = {"recall_num": recall, "recall_den": 1, "precision_num": precision, "precision_den": 1}
    yield from _line("BLANC: ", score, counts)


def _unit(key: Corpus, name: str) -> int:
    """The document of this name, exactly or but for brackets and zeros."""
    units = [key.names.index(name)] if name in key.names else []
    units += [unit for unit, other in enumerate(key.names) if canonical(other) == canonical(name)]
    if not units:
        raise UnknownName("document", name, key.names)
    return units[0]


def _document(result: Result, key: Corpus, entities: Entities, unit: int, metric: str, selected: bool) -> Iterator[str]:
    name = visible(result.documents[unit])
    heading = "" if metric == "blanc" and not selected else name
    yield from [f"{heading}:"] if selected else []
    for title, chains in ((name, entities.key), (name if entities.in_response else "", entities.response)):
        yield from (f"====> {title}:", f"File {title}:")
        for number, chain in enumerate(chains):
            yield f"Entity {number}:" + "".join(f" ({_place(key, mention)})" for mention in chain)
    yield from [] if selected else [f"{heading}:"]
    yield from _repeats(key, entities)
    yield from _mention_counts(entities)
    if metric != "blanc":
        yield from _line("", METRICS[OURS[metric]].finish(result.system.tallies[OURS[metric]].unit(unit)))


def _place(key: Corpus, mention: Hashable, between: str = ",") -> str:
    """First and last token of a mention as the official scorer shows them, or its id."""
    if isinstance(mention, Mention):
        return f"{mention.start}{between}{mention.end - 1}"
    label = key.labelled[int(mention)] if len(key.labelled) else mention  # type: ignore[call-overload]
    return visible(str(label))


def _repeats(key: Corpus, entities: Entities) -> Iterator[str]:
    """One line per copy; like the official scorer, it ends with two mention numbers without a blank."""
    ids: dict[Hashable, int] = {}
    for number, mention in enumerate(mention for chain in entities.key for mention in chain):
        if mention in ids:
            yield f"Repeated mention in the key: {_place(key, mention, ', ')} {ids[mention]}{number}"
        ids[mention] = number
    seen = set()
    for mention in (mention for chain in entities.response for mention in chain):
        if mention in seen:
            yield f"Repeated mention in the response: {_place(key, mention, ', ')} {ids[mention]}{ids[mention]}"
        elif mention in ids:
            seen.add(mention)


def _mention_counts(entities: Entities) -> Iterator[str]:
    response = as_official(entities.key, entities.response)
    in_key, in_response = ({mention for chain in chains for mention in chain} for chains in (entities.key, response))
    both = len(in_key & in_response)
    copies = sum(map(len, entities.key)) - len(in_key)
    yield f"Total key mentions: {len(in_key)}"
    yield f"Total response mentions: {len(in_response)}"
    yield f"Strictly correct identified mentions: {both}"
    yield "Partially correct identified mentions: 0"
    yield f"No identified: {len(in_key) - both}"
    yield f"Invented: {copies + len(in_response) - both}"


def _line(label: str, score: Score, counts: Totals | None = None) -> Iterator[str]:
    texts = {name: f"{value:.15g}" for name, value in (counts or score.counts).items()}
    recall, precision, f1 = map(_percent, score.numbers.values())
    yield (
        f"{label}Recall: ({texts['recall_num']} / {texts['recall_den']}) {recall}%"
        f"\tPrecision: ({texts['precision_num']} / {texts['precision_den']}) {precision}%"
        f"\tF1: {f1}%"
    )
    yield RULE


def _percent(fraction: float) -> str:
    """Truncated, not rounded, and without trailing zeros.

    >>> _percent(2 / 3), _percent(0.75), _percent(1.0)
    ('66.66', '75', '100')
    """
    return f"{int(fraction * 10000) / 100:.15g}"
