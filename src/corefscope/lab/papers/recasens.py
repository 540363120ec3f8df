"""Recasens & Hovy (2011): Tables 1, 5, 7, 9, 10, 11 and 13, and what the text says of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any

from corefscope.lab.papers.items import DASH, Item, Section, claim, dashed, number, percent, scored
from corefscope.lab.papers.printed import Partition, example, numbers

PAPER = "recasens2011"
TITLES = {
    "muc": "MUC",
    "b3": "B³",
    "ceafm": "CEAF",
    "pairwise": "F1",
    "h": "H",
    "rand": "Rand",
    "blanc": "BLANC",
    "blanc(alpha=0.2)": "BLANC α=0.2",
    "blanc(alpha=0.1)": "BLANC α=0.1",
}


def sections() -> list[Section]:
    return [_table_1(), _table_5(), _table_7(), _table_9(), _table_10(), _table_11(), _table_13()]


def _item(row: str, column: str, printed: str, sides: tuple[Any, Any], metric: str, field: str = "f1") -> Item:
    if printed == DASH:
        return dashed(row, column, *sides, metric, field)
    return number(row, column, printed, percent(*sides, metric, field))


def _grid(section: str, of_example: str) -> tuple[Item, ...]:
    """Every response of an example under every metric of a table."""
    key, responses = example(PAPER, of_example)
    return tuple(
        _item(row, TITLES[metric], text, (key, responses[row]), metric)
        for row, printed in numbers(PAPER, section).items()
        for metric, text in printed.items()
    )


def links(key: Any, response: Any) -> dict[str, int]:
    """Right and wrong links by the paper's names; both sides have the same mentions."""
    counts = scored(key, response, "blanc").counts
    found = {
        "rc": counts["coreference_both"],
        "wc": counts["coreference_response"] - counts["coreference_both"],
        "rn": counts["non_coreference_both"],
        "wn": counts["non_coreference_response"] - counts["non_coreference_both"],
    }
    return {name: int(count) for name, count in found.items()}


def _table_1() -> Section:
    return Section(PAPER, "Table 1", "F1 of the responses in Figure 3 (from Luo 2005)", _grid("Table 1", "Figure 3"))


def _table_5() -> Section:
    key, responses = example(PAPER, "Figure 1")
    found = links(key, responses["Figure 1"])
    items = [
        number("Figure 1", name, text, sum(found[part] for part in (found if name == "L" else name.split("+"))))
        for name, text in numbers(PAPER, "Table 5")["Figure 1"].items()
    ]
    return Section(
        PAPER, "Table 5", "links of the example in Figure 1: right and wrong, together and apart", tuple(items)
    )


def _table_7() -> Section:
    return Section(PAPER, "Table 7", "F1 of the example in Figure 1", _grid("Table 7", "Figure 1"))


def _singletons(entities: Partition) -> int:
    return sum(len(entity) == 1 for entity in entities)


def _table_9() -> Section:
    key, responses = example(PAPER, "Table 8")
    items = []
    for system, printed in numbers(PAPER, "Table 9").items():
        response = responses[system]
        found = {"entities": len(response), "singletons": _singletons(response), **links(key, response)}
        items += [number(system, name, text, found[name]) for name, text in printed.items()]
    alone, entities = _singletons(key), len(key)
    share = 100 * alone / entities
    added = [mention for entity in responses["B"] if 1 in entity for mention in entity if mention != 1]
    claims = (
        claim("Gold_1 has 95% singleton entities", round(share) == 95, f"{alone}/{entities} = {share:.1f}%"),
        claim(
            "in B, mention 1 is joined with mentions 61, 62, 63 and 64 (§5.1)",
            added == [61, 62, 63, 64],
            f"Table 8 joins it with {', '.join(map(str, added))}",
        ),
    )
    return Section(PAPER, "Table 9", "entities and links of the responses in Table 8", tuple(items), claims)


@cache
def _f1(of_example: str, metric: str) -> dict[str, float]:
    """The responses of an example under one metric, rounded so that equal scores are equal."""
    key, responses = example(PAPER, of_example)
    return {system: round(percent(key, side, metric), 8) for system, side in responses.items()}


def _falling(values: Sequence[float], strictly: bool) -> bool:
    return all(one > two or (one == two and not strictly) for one, two in pairwise(values))


def _table_10() -> Section:
    items = _grid("Table 10", "Table 8")
    blanc, ceaf, b3, rand, muc = (_f1("Table 8", name) for name in ("blanc", "ceafm", "b3", "rand", "muc"))
    claims = (
        claim("BLANC decreases from A to H", _falling(list(blanc.values()), True), _listed(blanc)),
        claim("so does CEAF, with fewer distinctions", _falling(list(ceaf.values()), False), _listed(ceaf)),
        claim("so does B³, G and H left aside", _falling([b3[name] for name in "ABCDEF"], True), _listed(b3)),
        claim("Rand does not rank them so", not _falling(list(rand.values()), True), _listed(rand)),
        claim("MUC scores H above G", muc["H"] > muc["G"], f"{muc['H']:.2f} > {muc['G']:.2f}"),
        claim("MUC and CEAF score A and B the same", muc["A"] == muc["B"] and ceaf["A"] == ceaf["B"], ""),
        claim("CEAF scores D and E the same", ceaf["D"] == ceaf["E"], f"{ceaf['D']:.2f} = {ceaf['E']:.2f}"),
    )
    return Section(PAPER, "Table 10", "F1 of the responses in Table 8", items, claims)


def _listed(values: Mapping[str, float]) -> str:
    return " ".join(f"{value:.2f}" for value in values.values())


def _table_11() -> Section:
    """CEAF has one column for precision and recall, which are equal on gold mentions."""
    key, responses = example(PAPER, "Table 8")
    items = []
    for system, printed in numbers(PAPER, "Table 11").items():
        for column, text in printed.items():
            metric, field = column.split()
            label = f"{TITLES[metric]} {'P/R' if metric == 'ceafm' else field[0].upper()}"
            items.append(_item(system, label, text, (key, responses[system]), metric, field))
    return Section(PAPER, "Table 11", "precision and recall of the responses in Table 8", tuple(items))


def _table_13() -> Section:
    items = _grid("Table 13", "Table 12")
    b3, ceaf, blanc = (_f1("Table 12", metric) for metric in ("b3", "ceafm", "blanc"))
    claims = (
        claim("B³ and CEAF score A and D the same", b3["A"] == b3["D"] and ceaf["A"] == ceaf["D"], ""),
        claim("B³ and BLANC score B and C the same", b3["B"] == b3["C"] and blanc["B"] == blanc["C"], ""),
        claim("CEAF scores B above C", ceaf["B"] > ceaf["C"], f"{ceaf['B']:.2f} > {ceaf['C']:.2f}"),
    )
    return Section(PAPER, "Table 13", "F1 of the responses in Table 12, where the key has one link", items, claims)
