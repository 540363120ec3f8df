"""The arithmetic inside the printed tables of results, whose partitions nobody has.

Averages, ranks, F from recall and precision, and what one table says of another. Two text extractions of Pradhan et
al.'s Table 1 have the same numbers and garbled headers: the average decides which columns are MUC, B³ and CEAFe.
CEAF is CEAFm in Recasens & Hovy; “> 11-mention” in their Table 2 must mean 11 or more, since the rows add up to all.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations, pairwise, product

from corefscope.lab.papers import (
    CUT,
    DASH,
    ROUNDED,
    Item,
    Range,
    Row,
    Section,
    claim,
    derived,
    f_measure,
    mean,
    number,
    ranks,
    table,
)
from corefscope.metrics import METRICS

SHARED_TASKS = ("conll2011-en", "conll2012-en", "conll2012-zh", "conll2012-ar")
AVERAGED = ("muc.f1", "b3.f1", "ceafe.f1")
LABELS = ("corpus", "system", "kind")  # the columns that say what a row is
# The CoNLL-2012 test set, and what was done to the response in their Table 1 (Moosavi & Strube 2016, §2).
MENTIONS, ENTITIES, PARTS = 19764, 4532, 348
CHANGES = (
    ("More precise", "mentions removed", "1075"),
    ("Less precise a", "entities added", "1350"),
    ("Less precise b", "entities added", "283"),
)
SPELLINGS = {"chunyuang": "chunyang"}  # Moosavi & Strube's, and Pradhan et al.'s


def label(row: Row) -> str:
    return ", ".join(row[column] for column in LABELS if column in row)


def columns(rows: Sequence[Row], ending: str = "") -> list[str]:
    """Return the columns of values that end so."""
    return [column for column in rows[0] if column not in LABELS and column.endswith(ending)]


def averages(rows: Sequence[Row], digits: str, of: Sequence[str] = AVERAGED) -> list[Item]:
    """Compute the CoNLL average of each row from the F1 beside it."""
    return [derived(label(row), "CoNLL", row["conll.f1"], mean, [row[name] for name in of], digits) for row in rows]


def f_measures(rows: Sequence[Row]) -> list[Item]:
    """Compute F1 of each row from the recall and precision beside it, where the metric's F1 is made of them."""
    items = []
    for row, column in product(rows, columns(rows, ".recall")):
        metric = column.removesuffix(".recall")
        if metric != "blanc":
            title, sides = f"{METRICS[metric].title} F1", [row[column], row[f"{metric}.precision"]]
            items.append(derived(label(row), title, row[f"{metric}.f1"], f_measure, sides, CUT))
    return items


def ranked(rows: Sequence[Row]) -> list[Item]:
    """Compute the rank of each row from the scores in its column; LEA's ranks have ties by a significance test."""
    items = []
    for metric in (name.removesuffix(".rank") for name in columns(rows, ".rank") if not name.startswith("lea")):
        places = ranks(Fraction(row[f"{metric}.f1"]) for row in rows)
        for row, place in zip(rows, places, strict=True):
            items.append(number(label(row), f"{METRICS[metric].title} rank", row[f"{metric}.rank"], place))
    return items


def average_columns(rows: Sequence[Row]) -> dict[tuple[str, ...], int]:
    """Count for every three columns the rows in which their mean can be the printed average."""
    scores = [column for column in columns(rows) if column != "conll.f1"]
    return {three: sum(item.agrees for item in averages(rows, ROUNDED, three)) for three in combinations(scores, 3)}


def shared_task(name: str) -> Section:
    rows = table(f"pradhan2014-table1-{name}")
    agreeing = average_columns(rows)
    right = agreeing.pop(AVERAGED)
    others = max(agreeing.values())
    wrong = [
        f"{label(above)} {above['conll.f1']} stands above {label(below)} {below['conll.f1']}"
        for above, below in pairwise(rows)
        if Fraction(above["conll.f1"]) < Fraction(below["conll.f1"])
    ]
    counted = f"in {right} of {len(rows)} rows; of no other three columns in more than {others}"
    claims = (
        claim("the average is the mean of MUC, B³ and CEAFe", right > others, counted),
        claim("rows stand in the order of the average", not wrong, "; ".join(wrong) or f"{len(rows)} rows"),
    )
    title = "the average of MUC, B³ and CEAFe"
    return Section("pradhan2014", f"Table 1, {name}", title, averages(rows, ROUNDED), claims)


def recasens_2() -> Section:
    mentions, entities, *kinds = table("recasens2011-table2")
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
        claims.append(
            claim(f"{corpus}: {printed:,} mentions are enough for the entities", least <= printed, f"{least:,}")
        )
    return Section("recasens2011", "Table 2", "mentions and entities in two corpora", items, claims)


def _baselines(name: str, rows: Sequence[Row], claims: Sequence[Item] = ()) -> Section:
    alone = [row for row in rows if row["system"].endswith("All-singletons baseline")]
    items = [_b3_of_singletons(label(row), "B³ F1", row) for row in alone]
    return Section("recasens2011", name, "B³ of all singletons, from their CEAF", items, claims)


def _b3_of_singletons(name: str, column: str, row: Row) -> Item:
    """Derive B³ from CEAF: with e entities in m mentions, CEAFm = B³ recall = e/m, and B³ precision is 1."""
    return derived(name, column, row["b3.f1"], lambda ceaf: f_measure(ceaf, Fraction(100)), [row["ceafm.f1"]])


def recasens_3() -> Section:
    return _baselines("Table 3", table("recasens2011-table3"))


def recasens_14() -> Section:
    rows, counts = table("recasens2011-table14"), table("recasens2011-table15")
    by_name = {row["system"]: row for row in counts}
    items = []
    for row in rows:
        blanc = 100 * METRICS["blanc"].finish(link_counts(by_name[row["system"]])).f1
        items.append(number(row["system"], "BLANC", row["blanc.f1"], blanc))
    # A, all singletons, has as many entities as there are mentions, and CEAF = key entities / mentions.
    mentions = int(counts[0]["entities"])
    entities = round(Fraction(rows[0]["ceafm.f1"]) * mentions / 100)
    items.append(_b3_of_singletons(rows[0]["system"], "B³", rows[0]))
    for row in rows:
        links = mentions - entities + mentions - int(by_name[row["system"]]["entities"])
        for column, printed, total in (("CEAF", row["ceafm.f1"], mentions), ("MUC", row["muc.f1"], links)):
            if printed != DASH:  # a whole number of mentions, or of the links of both sides
                step = Fraction(100 if column == "CEAF" else 200, total)
                items.append(number(row["system"], column, printed, round(Fraction(printed) / step) * step))
    note = (
        f"Table 15 gives {mentions:,} mentions; CEAF of all singletons gives {entities} key entities. BLANC is "
        "computed from Table 15's links. CEAF must be a whole number of mentions, MUC of links: shown is the nearest."
    )
    title = "five models on 33 documents of ACE-2004"
    return Section("recasens2011", "Table 14", title, items, _rankings(rows), note)


def _rankings(rows: Sequence[Row]) -> list[Item]:
    order = {}
    for column in columns(rows):
        values = [Fraction(row[column]) if row[column] != DASH else Fraction(-1) for row in rows]
        named = sorted(zip(ranks(values), (row["system"][0] for row in rows), strict=True))
        order[column.removesuffix(".f1")] = "".join(name for _, name in named)
    rankings = ", ".join(f"{metric} {ranking}" for metric, ranking in order.items())
    return [
        claim("no two measures rank the models alike", len(set(order.values())) == len(order), rankings),
        claim("MUC ranks E first", order["muc"][0] == "E", order["muc"]),
        claim("B³ ranks D and B first", set(order["b3"][:2]) == {"D", "B"}, order["b3"]),
        claim("CEAF and BLANC rank C first", order["ceafm"][0] == order["blanc"][0] == "C"),
    ]


def recasens_15() -> Section:
    """The key has a fixed number of links of either kind, whatever the response does."""
    first, *others = table("recasens2011-table15")
    items = [
        number(row["system"], column, str(link_counts(first)[name]), link_counts(row)[name])
        for row in others
        for column, name in (("rc + wn", "coreference_key"), ("rn + wc", "non_coreference_key"))
    ]
    sane = all(0 <= int(row["singletons"]) <= int(row["entities"]) for row in (first, *others))
    claims = [claim("no model has more singletons than entities", sane)]
    return Section("recasens2011", "Table 15", "the key's links from each row, against those from row A", items, claims)


def link_counts(row: Row) -> dict[str, int]:
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


def recasens_16() -> Section:
    rows, earlier = table("recasens2011-table16"), table("recasens2011-table3")
    before = {label(row): row for row in earlier}
    shared = [column for column in columns(earlier) if column in columns(rows)]
    same = all(row[column] == before[label(row)][column] for row in rows for column in shared)
    limited = [row["blanc.f1"] for row in rows if "baseline" in row["system"]]
    low = all(Fraction(text) <= 50 for text in limited)
    claims = (
        claim("its rows are those of Table 3", same, f"{len(rows)} rows"),
        claim("BLANC of all singletons or one entity is at most 50", low, " ".join(limited)),
    )
    return _baselines("Table 16", rows, claims)


def moosavi_1() -> Section:
    rows = table("moosavi2016-table1")
    # The harmonic mean is concave: the mean of two F is at most F of the means.
    bounds = []
    for row in rows:
        bound = f_measure(*(Range.of(row[f"blanc.{side}"], CUT).high for side in ("recall", "precision")))
        said = f"{label(row)}: BLANC F1 {row['blanc.f1']} is at most F of its recall and precision"
        bounds.append(claim(said, Fraction(row["blanc.f1"]) <= bound, f"{float(bound):.2f}"))
    return Section("moosavi2016", "Table 1", "F1 from recall and precision", f_measures(rows), bounds)


def response_size(row: Mapping[str, str], metric: str, key_count: int) -> Range:
    """Return the response's denominator, where recall and precision have one numerator: R × key / P."""
    recall, precision = (Range.of(row[f"{metric}.{side}"], CUT) for side in ("recall", "precision"))
    return Range(key_count * recall.low / precision.high, key_count * recall.high / precision.low)


def added_or_removed() -> Section:
    """Derive from the scores how many mentions and entities were added or removed.

    The paper gives the size of the key, and recall and precision of three metrics. From them follow, for each output:
    links (MUC: kept links over precision), entities (CEAFe: recall and precision share a numerator), and, for what is
    added, entities once more (B³: mentions of which no two corefer add 1 to its numerator for each new entity).
    """
    rows = {row["system"]: row for row in table("moosavi2016-table1")}
    links = {name: response_size(row, "muc", MENTIONS - ENTITIES) for name, row in rows.items()}
    sizes = {name: response_size(row, "ceafe", ENTITIES) for name, row in rows.items()}
    items, claims = [], []
    for name, what, printed in CHANGES:
        new_links, new_entities = links[name] - links["Base"], sizes[name] - sizes["Base"]
        implied = new_entities
        if what == "mentions removed":
            implied = Range(-new_links.high - new_entities.high, -new_links.low - new_entities.low)
        items.append(Item(name, what, printed, str(implied), implied.holds(int(printed))))
        if what == "entities added":
            # The response's mentions are its links and its entities together.
            right, before = (
                (links[row] + sizes[row]) * Range.of(rows[row]["b3.precision"], CUT) for row in (name, "Base")
            )
            percent = right - before
            b3 = Range(percent.low / 100, percent.high / 100)
            said = f"{name}: B³ precision implies as many new entities as CEAFe does"
            claims.append(claim(said, b3.meets(implied), f"{b3}; MUC precision implies {new_links} new links"))
    note = (
        "The lowest and the highest number that the printed recall and precision allow, given "
        f"{MENTIONS:,} key mentions and {ENTITIES:,} key entities."
    )
    title = "entities and mentions that were added or removed"
    return Section("moosavi2016", "§2 and Table 1", title, items, claims, note)


def moosavi_4() -> Section:
    rows, first = table("moosavi2016-table4"), table("moosavi2016-table1")
    shared = [column for column in columns(first) if column in columns(rows)]
    same = all(rows[0][column] == first[0][column] for column in shared)
    entities = response_size(rows[-1], "ceafe", ENTITIES)
    implied = f"CEAFe implies {float(entities.low):.1f} to {float(entities.high):.1f} entities"
    claims = (
        claim("Wiseman is Base of Table 1", same, f"{len(shared)} numbers"),
        claim(f"sys-1ent has one entity in each of the {PARTS} parts (§2)", entities.holds(PARTS), implied),
    )
    items = [*averages(rows, CUT), *f_measures(rows)]
    return Section("moosavi2016", "Table 4", "averages, and F1 from recall and precision", items, claims)


def moosavi_5() -> Section:
    rows, rounded = table("moosavi2016-table5"), table("pradhan2014-table1-conll2012-en")
    given = [int(row["lea.rank"]) for row in sorted(rows, key=lambda row: -Fraction(row["lea.f1"]))]
    counted = given == sorted(given) == [1 + sum(other < rank for other in given) for rank in given]
    by_name = {row["system"]: row for row in rounded}
    theirs = [SPELLINGS.get(row["system"], row["system"]) for row in rows]
    shared = [column for column in columns(rounded) if column in columns(rows)]
    pairs = [(row[column], by_name[name][column]) for row, name in zip(rows, theirs, strict=True) for column in shared]
    agreeing = sum(Range.of(cut, CUT).meets(Range.of(short)) for cut, short in pairs)
    said = "its scores are those of Pradhan et al. (2014, Table 1), with one digit more"
    missing = sorted(set(by_name) - set(theirs))
    claims = (
        claim("LEA's ranks, with their ties, follow its scores", counted, f"{len(rows)} rows"),
        claim(said, agreeing == len(pairs), f"{agreeing} of {len(pairs)}"),
        claim("it has all their systems", not missing, f"without {', '.join(missing)}"),
    )
    return Section("moosavi2016", "Table 5", "averages and ranks", [*averages(rows, CUT), *ranked(rows)], claims)


def sections() -> list[Section]:
    """Check every table, in the order of the papers."""
    shared_tasks = map(shared_task, SHARED_TASKS)
    recasens = (recasens_2(), recasens_3(), recasens_14(), recasens_15(), recasens_16())
    return [*shared_tasks, *recasens, moosavi_1(), added_or_removed(), moosavi_4(), moosavi_5()]
