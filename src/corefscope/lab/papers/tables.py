"""The arithmetic inside the printed tables of results, whose partitions nobody has.

Averages, ranks, F from recall and precision, and what one table says of another. Two text extractions of Pradhan et
al.'s Table 1 have the same numbers and garbled headers: the average decides which columns are MUC, B³ and CEAFe.
CEAF is CEAFm in Recasens & Hovy; “> 11-mention” in their Table 2 must mean 11 or more, since the rows add up to all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, pairwise, product

from corefscope.lab.papers import (
    CUT,
    DASH,
    ROUNDED,
    Item,
    Range,
    Row,
    claim,
    derived,
    f_measure,
    mean,
    number,
    ranks,
    table,
)
from corefscope.metrics import METRICS

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


def shared_columns(one: Sequence[Row], two: Sequence[Row]) -> list[str]:
    return [column for column in columns(one) if column in columns(two)]


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


def shared_task(name: str) -> Iterator[Item]:
    rows = table(f"pradhan2014-table1-{name}")
    yield from averages(rows, ROUNDED)
    agreeing = average_columns(rows)
    right = agreeing.pop(AVERAGED)
    others = max(agreeing.values())
    counted = f"in {right} of {len(rows)} rows; of no other three columns in more than {others}"
    yield claim("the average is the mean of MUC, B³ and CEAFe", right > others, counted)
    scores = [(label(row), row["conll.f1"]) for row in rows]
    pairs = ((above, below) for above, below in pairwise(scores) if Fraction(above[1]) < Fraction(below[1]))
    wrong = [f"{' '.join(above)} is above {' '.join(below)}" for above, below in pairs]
    yield claim("rows are in the order of the average", not wrong, "; ".join(wrong) or f"{len(rows)} rows")


def recasens_2() -> Iterator[Item]:
    mentions, entities, *kinds = table("recasens2011-table2")
    # The mentions in the smallest entity of each row: 2 for “2-mention”, 6 for “6-10-mention”, 1 for “Singletons”.
    smallest = [int((re.findall(r"\d+", row["kind"]) or ["1"])[0]) for row in kinds]
    for corpus in ("ACE-2004", "AnCora-Es"):
        total, printed = (int(row[f"{corpus}.count"]) for row in (entities, mentions))
        counts = [int(row[f"{corpus}.count"]) for row in kinds]
        yield number("Entities", corpus, entities[f"{corpus}.count"], sum(counts))
        for row, count in zip(kinds, counts, strict=True):
            yield number(row["kind"], f"{corpus} %", row[f"{corpus}.percent"], Fraction(100 * count, total))
        least = sum(size * count for size, count in zip(smallest, counts, strict=True))
        yield claim(f"{corpus}: {printed:,} mentions are enough for the entities", least <= printed, f"{least:,}")


def _b3_of_singletons(row: Row, column: str = "B³ F1") -> Item:
    """Derive B³ from CEAF: with e entities in m mentions, CEAFm = B³ recall = e/m, and B³ precision is 1."""
    return derived(label(row), column, row["b3.f1"], lambda ceaf: f_measure(ceaf, Fraction(100)), [row["ceafm.f1"]])


def baselines(name: str) -> list[Item]:
    return [_b3_of_singletons(row) for row in table(name) if row["system"].endswith("All-singletons baseline")]


def key_of_table_14() -> tuple[int, int]:
    """A, all singletons, has as many entities as there are mentions, and CEAF = key entities / mentions."""
    mentions = int(table("recasens2011-table15")[0]["entities"])
    return mentions, round(Fraction(table("recasens2011-table14")[0]["ceafm.f1"]) * mentions / 100)


def note_14() -> str:
    mentions, entities = key_of_table_14()
    return (
        f"Table 15 gives {mentions:,} mentions; CEAF of all singletons gives {entities} key entities. BLANC is "
        "computed from Table 15's links. CEAF must be a whole number of mentions, MUC of links: the nearest is printed."
    )


def recasens_14() -> Iterator[Item]:
    rows = table("recasens2011-table14")
    by_name = {row["system"]: row for row in table("recasens2011-table15")}
    for row in rows:
        counts = link_counts(*(int(by_name[row["system"]][name]) for name in ("rc", "rn", "wc", "wn")))
        blanc = 100 * METRICS["blanc"].finish(counts).f1
        yield number(row["system"], "BLANC", row["blanc.f1"], blanc)
    mentions, entities = key_of_table_14()
    yield _b3_of_singletons(rows[0], "B³")
    for row in rows:
        links = mentions - entities + mentions - int(by_name[row["system"]]["entities"])
        for column, printed, total in (("CEAF", row["ceafm.f1"], mentions), ("MUC", row["muc.f1"], links)):
            if printed != DASH:  # a whole number of mentions, or of the links of both sides
                step = Fraction(100 if column == "CEAF" else 200, total)
                yield number(row["system"], column, printed, round(Fraction(printed) / step) * step)
    order = {}
    for column in columns(rows):
        values = [Fraction(row[column]) if row[column] != DASH else Fraction(-1) for row in rows]
        named = sorted(zip(ranks(values), (row["system"][0] for row in rows), strict=True))
        order[column.removesuffix(".f1")] = "".join(name for _, name in named)
    rankings = ", ".join(f"{metric} {ranking}" for metric, ranking in order.items())
    yield claim("no two measures rank the models alike", len(set(order.values())) == len(order), rankings)
    yield claim("MUC ranks E first", order["muc"][0] == "E", order["muc"])
    yield claim("B³ ranks D and B first", set(order["b3"][:2]) == {"D", "B"}, order["b3"])
    yield claim("CEAF and BLANC rank C first", order["ceafm"][0] == order["blanc"][0] == "C")


def recasens_15() -> Iterator[Item]:
    """The key has a fixed number of links of either kind, whatever the response does."""
    first, *others = table("recasens2011-table15")
    for row, (one, two) in product(others, (("rc", "wn"), ("rn", "wc"))):
        printed, ours = (int(each[one]) + int(each[two]) for each in (first, row))
        yield number(row["system"], f"{one} + {two}", str(printed), ours)
    sane = all(0 <= int(row["singletons"]) <= int(row["entities"]) for row in (first, *others))
    yield claim("no model has more singletons than entities", sane)


def link_counts(rc: float, rn: float, wc: float, wn: float) -> dict[str, float]:
    """Return BLANC's counts from right and wrong links of both kinds."""
    return {
        "coreference_both": rc,
        "coreference_key": rc + wn,
        "coreference_response": rc + wc,
        "non_coreference_both": rn,
        "non_coreference_key": rn + wc,
        "non_coreference_response": rn + wn,
    }


def recasens_16() -> Iterator[Item]:
    yield from baselines("recasens2011-table16")
    rows, earlier = table("recasens2011-table16"), table("recasens2011-table3")
    before, shared = {label(row): row for row in earlier}, shared_columns(earlier, rows)
    same = all(row[column] == before[label(row)][column] for row, column in product(rows, shared))
    yield claim("its rows are those of Table 3", same, f"{len(rows)} rows")
    limited = [row["blanc.f1"] for row in rows if "baseline" in row["system"]]
    low = all(Fraction(text) <= 50 for text in limited)
    yield claim("BLANC of all singletons or one entity is at most 50", low, " ".join(limited))


def moosavi_1() -> Iterator[Item]:
    rows = table("moosavi2016-table1")
    yield from f_measures(rows)
    for row in rows:
        # The harmonic mean is concave: the mean of two F is at most F of the means.
        bound = f_measure(*(Range.of(row[f"blanc.{side}"], CUT).high for side in ("recall", "precision")))
        statement = f"{label(row)}: BLANC F1 {row['blanc.f1']} is at most F of its recall and precision"
        yield claim(statement, Fraction(row["blanc.f1"]) <= bound, f"{float(bound):.2f}")


def response_size(row: Row, metric: str, key_count: int) -> Range:
    """Return the response's denominator, where recall and precision have one numerator: R × key / P."""
    recall, precision = (Range.of(row[f"{metric}.{side}"], CUT) for side in ("recall", "precision"))
    return Range(key_count * recall.low / precision.high, key_count * recall.high / precision.low)


def added_or_removed() -> Iterator[Item]:
    """Derive from the scores how many mentions and entities were added or removed.

    The paper gives the size of the key, and recall and precision of three metrics. From them follow, for each output:
    links (MUC: kept links over precision), entities (CEAFe: recall and precision share a numerator), mentions, which
    are links and entities together, and, for what is added, entities once more (B³: mentions of which no two corefer
    add 1 to its numerator for each new entity).
    """
    rows = {row["system"]: row for row in table("moosavi2016-table1")}
    links = {name: response_size(row, "muc", MENTIONS - ENTITIES) for name, row in rows.items()}
    entities = {name: response_size(row, "ceafe", ENTITIES) for name, row in rows.items()}
    mentions = {name: links[name] + entities[name] for name in rows}

    def numerator(name: str) -> Range:
        """Of B³ precision."""
        precision = Range.of(rows[name]["b3.precision"], CUT)
        return Range(mentions[name].low * precision.low / 100, mentions[name].high * precision.high / 100)

    for name, what, printed in CHANGES:
        removed = what == "mentions removed"
        implied = mentions["Base"] - mentions[name] if removed else entities[name] - entities["Base"]
        yield Item(name, what, printed, str(implied), implied.holds(int(printed)))
        if not removed:
            b3, new_links = numerator(name) - numerator("Base"), links[name] - links["Base"]
            statement = f"{name}: B³ precision implies as many new entities as CEAFe does"
            yield claim(statement, b3.meets(implied), f"{b3}; MUC precision implies {new_links} new links")


def moosavi_4() -> Iterator[Item]:
    rows, first = table("moosavi2016-table4"), table("moosavi2016-table1")
    yield from averages(rows, CUT)
    yield from f_measures(rows)
    shared = shared_columns(first, rows)
    same = all(rows[0][column] == first[0][column] for column in shared)
    yield claim("Wiseman is Base of Table 1", same, f"{len(shared)} numbers")
    entities = response_size(rows[-1], "ceafe", ENTITIES)
    implied = f"CEAFe implies {float(entities.low):.1f} to {float(entities.high):.1f} entities"
    yield claim(f"sys-1ent has one entity in each of the {PARTS} parts (§2)", entities.holds(PARTS), implied)


def moosavi_5() -> Iterator[Item]:
    rows, rounded = table("moosavi2016-table5"), table("pradhan2014-table1-conll2012-en")
    yield from averages(rows, CUT)
    yield from ranked(rows)
    lea = [int(row["lea.rank"]) for row in sorted(rows, key=lambda row: -Fraction(row["lea.f1"]))]
    counted = lea == sorted(lea) == [1 + sum(other < rank for other in lea) for rank in lea]
    yield claim("LEA's ranks, with their ties, follow its scores", counted, f"{len(rows)} rows")
    by_name = {row["system"]: row for row in rounded}
    theirs = [SPELLINGS.get(row["system"], row["system"]) for row in rows]
    shared = shared_columns(rounded, rows)
    pairs = [(row[column], by_name[name][column]) for row, name in zip(rows, theirs, strict=True) for column in shared]
    agreeing = sum(Range.of(cut, CUT).meets(Range.of(short)) for cut, short in pairs)
    statement = "its scores are those of Pradhan et al. (2014, Table 1), with one digit more"
    yield claim(statement, agreeing == len(pairs), f"{agreeing} of {len(pairs)}")
    missing = sorted(set(by_name) - set(theirs))
    yield claim("it has all systems of the shared task", not missing, f"without {', '.join(missing)}")
