"""Recasens & Hovy (2011): what can be checked in Tables 2, 3, 14, 15 and 16."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from corefscope.lab.papers.items import DASH, Item, Range, Section, claim, derived, f_measure, number, ranks
from corefscope.lab.published.tables import Published, table
from corefscope.metrics import METRICS

SMALLEST = (1, 2, 3, 4, 5, 6, 11)  # mentions in the smallest entity of each row of Table 2


def table_2() -> list[Section]:
    source = table("recasens2011-table2")
    mentions, entities, *kinds = source.rows
    items, claims = [], []
    for corpus in ("ACE-2004", "AnCora-Es"):
        total = int(entities[f"{corpus}.count"])
        counts = [int(row[f"{corpus}.count"]) for row in kinds]
        items.append(number("Entities", corpus, entities[f"{corpus}.count"], sum(counts)))
        for row, count in zip(kinds, counts, strict=True):
            share = Fraction(100 * count, total)
            items.append(number(row["kind"], f"{corpus} %", row[f"{corpus}.percent"], share))
        least = sum(size * count for size, count in zip(SMALLEST, counts, strict=True))
        printed = int(mentions[f"{corpus}.count"])
        claims.append(
            claim(f"{corpus}: {printed:,} mentions are enough for the entities", least <= printed, f"{least:,}")
        )
    return [Section(source.paper, source.table, source.title, tuple(items), tuple(claims))]


def table_3() -> list[Section]:
    source = table("recasens2011-table3")
    return [_with_baselines(source)]


def _with_baselines(source: Published, *claims: Item) -> Section:
    """With e entities in m mentions, singletons score CEAFm = B³ recall = e/m, and B³ precision 1."""
    items = [
        derived(source.label(row), "B³ F1", row["b3.f1"], _b3_of_singletons, [row["ceafm.f1"]])
        for row in source.rows
        if row["system"].endswith("All-singletons baseline")
    ]
    return Section(source.paper, source.table, "B³ of all singletons, from their CEAF", tuple(items), claims)


def _b3_of_singletons(ceaf: Fraction) -> Fraction:
    return f_measure(ceaf, Fraction(100))


def table_16() -> list[Section]:
    source, earlier = table("recasens2011-table16"), table("recasens2011-table3")
    before = {earlier.label(row): row for row in earlier.rows}
    shared = [column for column in earlier.values if column in source.values]
    same = all(row[column] == before[source.label(row)][column] for row in source.rows for column in shared)
    limited = [row["blanc.f1"] for row in source.rows if "baseline" in row["system"]]
    return [
        _with_baselines(
            source,
            claim("its rows are those of Table 3", same, f"{len(source.rows)} rows"),
            claim(
                "BLANC of all singletons or one entity is at most 50",
                all(Fraction(text) <= 50 for text in limited),
                " ".join(limited),
            ),
        )
    ]


def link_counts(row: Mapping[str, str]) -> dict[str, int]:
    """BLANC's counts from rc, rn, wc and wn."""
    rc, rn, wc, wn = (int(row[name]) for name in ("rc", "rn", "wc", "wn"))
    return {
        "coreference_both": rc,
        "coreference_key": rc + wn,
        "coreference_response": rc + wc,
        "non_coreference_both": rn,
        "non_coreference_key": rn + wc,
        "non_coreference_response": rn + wn,
    }


def table_14() -> list[Section]:
    source, counts = table("recasens2011-table14"), table("recasens2011-table15")
    by_name = {row["system"]: row for row in counts.rows}
    items = [
        number(
            row["system"],
            "BLANC",
            row["blanc.f1"],
            100 * METRICS["blanc"].finish(link_counts(by_name[row["system"]])).f1,
        )
        for row in source.rows
    ]
    singletons = source.rows[0]
    # A, all singletons, has as many entities as there are mentions, and CEAF = key entities / mentions.
    mentions = int(counts.rows[0]["entities"])
    entities = round(Fraction(singletons["ceafm.f1"]) * mentions / 100)
    items.append(derived(singletons["system"], "B³", singletons["b3.f1"], _b3_of_singletons, [singletons["ceafm.f1"]]))
    for row in source.rows:
        items.append(_whole(row, "CEAF", row["ceafm.f1"], Fraction(100, mentions)))
        if row["muc.f1"] != DASH:
            links = mentions - entities + mentions - int(by_name[row["system"]]["entities"])
            items.append(_whole(row, "MUC", row["muc.f1"], Fraction(200, links)))
    note = (
        f"Table 15 gives {mentions:,} mentions; CEAF of all singletons gives {entities} key entities. BLANC is "
        "computed from Table 15's links. CEAF must be a whole number of mentions, MUC of links: shown is the nearest."
    )
    return [Section(source.paper, source.table, source.title, tuple(items), tuple(_rankings(source)), note)]


def _whole(row: Mapping[str, str], column: str, printed: str, step: Fraction) -> Item:
    """A score that can only be a multiple of a step: the multiple nearest to the printed number."""
    return number(row["system"], column, printed, round(Fraction(printed) / step) * step)


def _rankings(source: Published) -> list[Item]:
    order = {}
    for column in source.values:
        values = [Fraction(row[column]) if row[column] != DASH else Fraction(-1) for row in source.rows]
        named = sorted(zip(ranks(values), (row["system"][0] for row in source.rows), strict=True))
        order[column] = "".join(name for _, name in named)
    shown = ", ".join(f"{column.removesuffix('.f1')} {ranking}" for column, ranking in order.items())
    return [
        claim("no two measures rank the models alike", len(set(order.values())) == len(order), shown),
        claim("MUC ranks E first", order["muc.f1"][0] == "E", order["muc.f1"]),
        claim("B³ ranks D and B first", set(order["b3.f1"][:2]) == {"D", "B"}, order["b3.f1"]),
        claim("CEAF and BLANC rank C first", order["ceafm.f1"][0] == order["blanc.f1"][0] == "C", ""),
    ]


def table_15() -> list[Section]:
    """The key has so many links together and apart, whatever the response does."""
    source = table("recasens2011-table15")
    first = link_counts(source.rows[0])
    items = []
    for row in source.rows[1:]:
        counts = link_counts(row)
        together, apart = counts["coreference_key"], counts["non_coreference_key"]
        items.append(number(row["system"], "rc + wn", str(first["coreference_key"]), together))
        items.append(number(row["system"], "rn + wc", str(first["non_coreference_key"]), apart))
    sane = all(Range.of("0").low <= int(row["singletons"]) <= int(row["entities"]) for row in source.rows)
    claims = (claim("no model has more singletons than entities", sane, ""),)
    return [
        Section(
            source.paper, source.table, "the key's links from each row, against those from row A", tuple(items), claims
        )
    ]
