"""Pradhan et al. (2014), “Scoring Coreference Partitions of Predicted Mentions”: §2 and §4."""

from __future__ import annotations

from corefscope.lab.papers.items import Section, claim, number, scored
from corefscope.lab.papers.printed import example, numbers

PAPER = "pradhan2014"
# §4.4: the names of its counts and of its halves in the score.
KINDS = {"coreference links": "coreference", "non-coreference links": "non_coreference"}
FIELDS = {"recall": "recall", "precision": "precision", "F1": "f1"}
METRICS = {"MUC": "muc", "B³": "b3", "CEAFm": "ceafm", "CEAFe": "ceafe"}
VARIANTS = {"B³0": "b3(twinless=zero)", "B³all": "b3(twinless=all)", "B³": "b3"}


def sections() -> list[Section]:
    return [_section_2(), _section_4(), _section_4_4()]


def _section_2() -> Section:
    """An example of Cai & Strube (2010): {c} is “added as a spurious singleton”, though c is a mention of the key."""
    key, responses = example(PAPER, "§2")
    items = [
        number(row, column, text, scored(key, responses[row], VARIANTS[column]).numbers["precision"])
        for row, columns in numbers(PAPER, "§2").items()
        for column, text in columns.items()
    ]
    first, second = (scored(key, side, "b3").numbers["precision"] for side in responses.values())
    said = claim("B³ precision “drops” with the addition of {c}", second < first, f"{first:.3f} → {second:.3f}")
    return Section(PAPER, "§2", "precision of B³ variants, key {a,b,c}", tuple(items), (said,))


def _section_4() -> Section:
    """The example is adapted from Vilain et al. (1995)."""
    key, responses = example(PAPER, "§4")
    items = [
        number(row, column, text, scored(key, responses["response"], METRICS[row]).numbers[FIELDS[column]])
        for row, columns in numbers(PAPER, "§4.1–4.3").items()
        for column, text in columns.items()
    ]
    return Section(PAPER, "§4.1–4.3", "the example {a,b,c} {d,e,f,g} against {a,b} {c,d} {f,g,h,i}", tuple(items))


def _section_4_4() -> Section:
    key, responses = example(PAPER, "§4")
    blanc = scored(key, responses["response"], "blanc")
    items = []
    for row, columns in numbers(PAPER, "§4.4").items():
        for column, text in columns.items():
            if column in FIELDS:
                value = (blanc.parts[KINDS[row]] if row in KINDS else blanc).numbers[FIELDS[column]]
            else:
                value = blanc.counts[f"{KINDS[row]}_{column.removeprefix('in ')}"]
            items.append(number(row, column, text, value))
    return Section(PAPER, "§4.4", "BLANC on the example of §4", tuple(items))
