"""Recasens & Hovy (2011): what can be checked in Tables 2, 3, 14, 15 and 16."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction

from corefscope.lab.papers.items import DASH, Item, Section, claim, derived, f_measure, number, ranks
from corefscope.lab.published.tables import Published, table
from corefscope.metrics import METRICS


def table_2() -> list[Section]:
    source = table("recasens2011-table2")
    mentions, entities, *kinds = source.rows
    # The mentions in the smallest entity of each row: 2 for “2-mention”, 6 for “6-10-mention”, 1 for “Singletons”.
    smallest = [int((re.findall(r"\d+", row["kind"]) or ["1"])[0]) for row in kinds]
    items, claims = [], []
    for corpus in ("ACE-2004", "AnCora-Es"):
        total, printed = (int(row[f"{corpus}.count"]) for row in (entities, mentions))
        counts = [int(row[f"{corpus}.count"]) for row in kinds]
        items.append(number("Entities", corpus, entities[f"{corpus}.count"], sum(counts)))
        for row, count in zip(kinds, counts, strict=True):
            items.append(number(row["kind"], f"{corpus} %", row[f"{corpus}.percent"], Fraction(100 * count, total)))
        least = sum(size * count for size, count in zip(smallest, counts, strict=True))
        said = f"{corpus}: {printed:,} mentions are enough for the entities"
        claims.append(claim(said, least <= printed, f"{least:,}"))
    return [Section(source.paper, source.table, source.title, items, claims)]


def table_3() -> list[Section]:
    return [_with_baselines(table("recasens2011-table3"))]


def _with_baselines(source: Published, claims: Sequence[Item] = ()) -> Section:
    rows = [row for row in source.rows if row["system"].endswith("All-singletons baseline")]
    items = [_b3_of_singletons(source.label(row), "B³ F1", row) for row in rows]
    return Section(source.paper, source.table, "B³ of all singletons, from their CEAF", items, claims)


def _b3_of_singletons(label: str, column: str, row: Mapping[str, str]) -> Item:
    """Derive B³ from CEAF: with e entities in m mentions, CEAFm = B³ recall = e/m, and B³ precision is 1."""
    return derived(label, column, row["b3.f1"], lambda ceaf: f_measure(ceaf, Fraction(100)), [row["ceafm.f1"]])


def table_16() -> list[Section]:
    source, earlier = table("recasens2011-table16"), table("recasens2011-table3")
    before = {earlier.label(row): row for row in earlier.rows}
    shared = [column for column in earlier.values if column in source.values]
    same = all(row[column] == before[source.label(row)][column] for row in source.rows for column in shared)
    limited = [row["blanc.f1"] for row in source.rows if "baseline" in row["system"]]
    low = all(Fraction(text) <= 50 for text in limited)
    claims = (
        claim("its rows are those of Table 3", same, f"{len(source.rows)} rows"),
        claim("BLANC of all singletons or one entity is at most 50", low, " ".join(limited)),
    )
    return [_with_baselines(source, claims)]


def link_counts(row: Mapping[str, str]) -> dict[str, int]:
    """Return BLANC's counts from rc, rn, wc and wn."""
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
    items = []
    for row in source.rows:
        blanc = 100 * METRICS["blanc"].finish(link_counts(by_name[row["system"]])).f1
        items.append(number(row["system"], "BLANC", row["blanc.f1"], blanc))
    singletons = source.rows[0]
    # A, all singletons, has as many entities as there are mentions, and CEAF = key entities / mentions.
    mentions = int(counts.rows[0]["entities"])
    entities = round(Fraction(singletons["ceafm.f1"]) * mentions / 100)
    items.append(_b3_of_singletons(singletons["system"], "B³", singletons))
    for row in source.rows:
        links = mentions - entities + mentions - int(by_name[row["system"]]["entities"])
        for column, printed, total in (("CEAF", row["ceafm.f1"], mentions), ("MUC", row["muc.f1"], links)):
            if printed != DASH:  # a whole number of mentions, or of the links of both sides
                step = Fraction(100 if column == "CEAF" else 200, total)
                items.append(number(row["system"], column, printed, round(Fraction(printed) / step) * step))
    note = (
        f"Table 15 gives {mentions:,} mentions; CEAF of all singletons gives {entities} key entities. BLANC is "
        "computed from Table 15's links. CEAF must be a whole number of mentions, MUC of links: shown is the nearest."
    )
    return [Section(source.paper, source.table, source.title, items, _rankings(source), note)]


def _rankings(source: Published) -> list[Item]:
    order = {}
    for column in source.values:
        values = [Fraction(row[column]) if row[column] != DASH else Fraction(-1) for row in source.rows]
        named = sorted(zip(ranks(values), (row["system"][0] for row in source.rows), strict=True))
        order[column.removesuffix(".f1")] = "".join(name for _, name in named)
    shown = ", ".join(f"{metric} {ranking}" for metric, ranking in order.items())
    return [
        claim("no two measures rank the models alike", len(set(order.values())) == len(order), shown),
        claim("MUC ranks E first", order["muc"][0] == "E", order["muc"]),
        claim("B³ ranks D and B first", set(order["b3"][:2]) == {"D", "B"}, order["b3"]),
        claim("CEAF and BLANC rank C first", order["ceafm"][0] == order["blanc"][0] == "C", ""),
    ]


def table_15() -> list[Section]:
    """The key has a fixed number of links of either kind, whatever the response does."""
    source = table("recasens2011-table15")
    first = link_counts(source.rows[0])
    items = [
        number(row["system"], column, str(first[name]), link_counts(row)[name])
        for row in source.rows[1:]
        for column, name in (("rc + wn", "coreference_key"), ("rn + wc", "non_coreference_key"))
    ]
    sane = all(0 <= int(row["singletons"]) <= int(row["entities"]) for row in source.rows)
    claims = [claim("no model has more singletons than entities", sane, "")]
    title = "the key's links from each row, against those from row A"
    return [Section(source.paper, source.table, title, items, claims)]
