"""Recasens & Hovy (2011): Tables 1, 5, 7, 9, 10, 11 and 13, and what the text says of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any

from corefscope.lab.papers import recasens_data as data
from corefscope.lab.papers.items import DASH, Item, Section, claim, dashed, number, percent, scored

PAPER = data.PAPER
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


def _grid(
    table: Mapping[str, Sequence[str]], columns: Sequence[str], key: Any, responses: Mapping[str, Any]
) -> tuple[Item, ...]:
    """Every response under every metric."""
    return tuple(
        _item(row, TITLES[metric], text, (key, responses[row]), metric)
        for row, printed in table.items()
        for metric, text in zip(columns, printed, strict=True)
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
    items = tuple(
        replace(item, row=f"({item.row})")
        for item in _grid(data.TABLE_1, data.TABLE_1_COLUMNS, data.TRUTH, data.FIGURE_3)
    )
    return Section(PAPER, "Table 1", "F1 of the responses in Figure 3 (from Luo 2005)", items)


def _table_5() -> Section:
    found = links(*data.FIGURE_1)
    items = [
        number("Figure 1", name, text, sum(found[part] for part in (found if name == "L" else name.split("+"))))
        for name, text in data.TABLE_5.items()
    ]
    return Section(
        PAPER, "Table 5", "links of the example in Figure 1: right and wrong, together and apart", tuple(items)
    )


def _table_7() -> Section:
    items = [_item("Figure 1", TITLES[metric], text, data.FIGURE_1, metric) for metric, text in data.TABLE_7.items()]
    return Section(PAPER, "Table 7", "F1 of the example in Figure 1", tuple(items))


def _table_9() -> Section:
    items = []
    for system, printed in data.TABLE_9.items():
        response = data.TABLE_8[system]
        alone = sum(len(entity) == 1 for entity in response)
        found = {"entities": len(response), "singletons": alone, **links(data.GOLD_1, response)}
        items += [
            number(system, name, text, found[name]) for name, text in zip(data.TABLE_9_COLUMNS, printed, strict=True)
        ]
    alone, entities = sum(len(entity) == 1 for entity in data.GOLD_1), len(data.GOLD_1)
    share = 100 * alone / entities
    added = [number for entity in data.TABLE_8["B"] if 1 in entity for number in entity if number != 1]
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
def _f1(metric: str) -> dict[str, float]:
    """Table 8's responses under one metric, rounded so that equal scores are equal."""
    return {system: round(percent(data.GOLD_1, side, metric), 8) for system, side in data.TABLE_8.items()}


def _falling(values: Sequence[float], strictly: bool) -> bool:
    return all(one > two or (one == two and not strictly) for one, two in pairwise(values))


def _table_10() -> Section:
    items = _grid(data.TABLE_10, data.TABLE_10_COLUMNS, data.GOLD_1, data.TABLE_8)
    blanc, ceaf, b3, rand, muc = (_f1(name) for name in ("blanc", "ceafm", "b3", "rand", "muc"))
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
    items = []
    for system, printed in data.TABLE_11.items():
        for (metric, field), text in zip(data.TABLE_11_COLUMNS, printed, strict=True):
            column = f"{TITLES[metric]} {'P/R' if metric == 'ceafm' else field[0].upper()}"
            items.append(_item(system, column, text, (data.GOLD_1, data.TABLE_8[system]), metric, field))
    return Section(PAPER, "Table 11", "precision and recall of the responses in Table 8", tuple(items))


def _table_13() -> Section:
    items = _grid(data.TABLE_13, data.TABLE_13_COLUMNS, data.GOLD_2, data.TABLE_12)
    b3, ceaf, blanc = (
        {name: round(percent(data.GOLD_2, side, metric), 8) for name, side in data.TABLE_12.items()}
        for metric in ("b3", "ceafm", "blanc")
    )
    claims = (
        claim("B³ and CEAF score A and D the same", b3["A"] == b3["D"] and ceaf["A"] == ceaf["D"], ""),
        claim("B³ and BLANC score B and C the same", b3["B"] == b3["C"] and blanc["B"] == blanc["C"], ""),
        claim("CEAF scores B above C", ceaf["B"] > ceaf["C"], f"{ceaf['B']:.2f} > {ceaf['C']:.2f}"),
    )
    return Section(PAPER, "Table 13", "F1 of the responses in Table 12, where the key has one link", items, claims)
