"""The arithmetic inside the published tables: averages, ranks, F from R and P, and what one table says of another."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, pairwise

from corefscope.lab.papers.items import CUT, Item, Range, Section, claim, derived, f_measure, mean, number, ranks
from corefscope.lab.papers.moosavi import PARTS
from corefscope.lab.published import recasens as published_recasens
from corefscope.lab.published.effect import effect, response_size
from corefscope.lab.published.tables import Published, table
from corefscope.metrics import METRICS

SHARED_TASKS = ("conll2011-en", "conll2012-en", "conll2012-zh", "conll2012-ar")
AVERAGED = ("muc.f1", "b3.f1", "ceafe.f1")
TITLES = {family.name: family.title for family in METRICS.values()}
SPELLINGS = {"chunyuang": "chunyang"}  # Moosavi & Strube's, and Pradhan et al.'s


def checks() -> list[Section]:
    """Every check of every table."""
    return [section for name in CHECKS for section in CHECKS[name]()]


def checks_of(name: str) -> list[Section]:
    """The checks of one table; none if nothing in it can be checked."""
    return CHECKS[table(name).name]()


def averages(source: Published) -> list[Item]:
    """The CoNLL average of each row from the three F1 beside it."""
    return [
        derived(source.label(row), "CoNLL", row["conll.f1"], mean, [row[column] for column in AVERAGED], source.digits)
        for row in source.rows
    ]


def f_measures(source: Published) -> list[Item]:
    """F1 of each row from the recall and precision beside it, where the metric's F1 is made of them."""
    metrics = [name.removesuffix(".recall") for name in source.values if name.endswith(".recall")]
    return [
        derived(
            source.label(row),
            f"{TITLES[metric]} F1",
            row[f"{metric}.f1"],
            f_measure,
            [row[f"{metric}.recall"], row[f"{metric}.precision"]],
            source.digits,
        )
        for row in source.rows
        for metric in metrics
        if metric != "blanc"
    ]


def ranked(source: Published) -> list[Item]:
    """The rank of each row from the scores in its column; LEA's ranks have ties by a significance test."""
    items = []
    for column in (name for name in source.values if name.endswith(".rank") and name != "lea.rank"):
        score = column.replace(".rank", ".f1")
        places = ranks(Fraction(row[score]) for row in source.rows)
        for row, place in zip(source.rows, places, strict=True):
            items.append(number(source.label(row), f"{TITLES[column.removesuffix('.rank')]} rank", row[column], place))
    return items


def average_columns(source: Published) -> dict[tuple[str, ...], int]:
    """For every three columns, in how many rows their mean can be the printed average."""
    scores = [column for column in source.values if column != "conll.f1"]
    found: dict[tuple[str, ...], int] = {}
    for three in combinations(scores, 3):
        items = [
            derived("", "", row["conll.f1"], mean, [row[column] for column in three], source.digits)
            for row in source.rows
        ]
        found[three] = sum(item.agrees for item in items)
    return found


def _shared_task(name: str) -> list[Section]:
    source = table(name)
    found = average_columns(source)
    right = found.pop(AVERAGED)
    others = max(found.values())
    total = len(source.rows)
    which = claim(
        "the average is the mean of MUC, B³ and CEAFe",
        right > others,
        f"in {right} of {total} rows; of no other three columns in more than {others}",
    )
    return [
        Section(
            source.paper,
            f"{source.table}, {name}",
            "the average of MUC, B³ and CEAFe",
            tuple(averages(source)),
            (which, _order(source)),
        )
    ]


def _order(source: Published) -> Item:
    """Whether the rows stand in the order of the average."""
    neighbours = pairwise(source.rows)
    wrong = [
        f"{source.label(above)} {above['conll.f1']} stands above {source.label(below)} {below['conll.f1']}"
        for above, below in neighbours
        if Fraction(above["conll.f1"]) < Fraction(below["conll.f1"])
    ]
    return claim("rows stand in the order of the average", not wrong, "; ".join(wrong) or f"{len(source.rows)} rows")


def _moosavi_1() -> list[Section]:
    source = table("moosavi2016-table1")
    # The harmonic mean is concave: the mean of two F is at most F of the means.
    bounds = []
    for row in source.rows:
        r, p = (Range.of(row[f"blanc.{side}"], CUT).high for side in ("recall", "precision"))
        bound = f_measure(r, p)
        said = f"{source.label(row)}: BLANC F1 {row['blanc.f1']} is at most F of its recall and precision"
        bounds.append(claim(said, Fraction(row["blanc.f1"]) <= bound, f"{float(bound):.2f}"))
    title = "F1 from recall and precision"
    section = Section(source.paper, source.table, title, tuple(f_measures(source)), tuple(bounds))
    return [section, effect(source)]


def _moosavi_4() -> list[Section]:
    source, first = table("moosavi2016-table4"), table("moosavi2016-table1")
    items = [*averages(source), *f_measures(source)]
    shared = [column for column in first.values if column in source.values]
    same = all(source.rows[0][column] == first.rows[0][column] for column in shared)
    entities = response_size(source.rows[-1], "ceafe", int(source.key["entities"]))
    claims = (
        claim("Wiseman is Base of Table 1", same, f"{len(shared)} numbers"),
        claim(
            f"sys-1ent has one entity in each of the {PARTS} parts (§2)",
            entities.holds(PARTS),
            f"CEAFe implies {float(entities.low):.1f} to {float(entities.high):.1f} entities",
        ),
    )
    return [Section(source.paper, source.table, "averages, and F1 from recall and precision", tuple(items), claims)]


def _moosavi_5() -> list[Section]:
    source, rounded = table("moosavi2016-table5"), table("conll2012-en")
    items = [*averages(source), *ranked(source)]
    lea = sorted(source.rows, key=lambda row: -Fraction(row["lea.f1"]))
    ordered = all(int(one["lea.rank"]) <= int(two["lea.rank"]) for one, two in pairwise(lea))
    competition = [1 + sum(int(other["lea.rank"]) < int(row["lea.rank"]) for other in source.rows) for row in lea]
    counted = competition == [int(row["lea.rank"]) for row in lea]
    claims = [claim("LEA's ranks, with their ties, follow its scores", ordered and counted, f"{len(lea)} rows")]
    by_name = {row["system"]: row for row in rounded.rows}
    columns = [column for column in rounded.values if column in source.values]
    pairs = [
        (row[column], by_name[SPELLINGS.get(row["system"], row["system"])][column])
        for row in source.rows
        for column in columns
    ]
    agreeing = sum(Range.of(cut, CUT).meets(Range.of(short)) for cut, short in pairs)
    said = "its scores are those of Pradhan et al. (2014, Table 1), with one digit more"
    claims.append(claim(said, agreeing == len(pairs), f"{agreeing} of {len(pairs)}"))
    missing = sorted(set(by_name) - {SPELLINGS.get(row["system"], row["system"]) for row in source.rows})
    claims.append(claim("it has all their systems", not missing, f"without {', '.join(missing)}"))
    return [Section(source.paper, source.table, "averages and ranks", tuple(items), tuple(claims))]


CHECKS: dict[str, Callable[[], list[Section]]] = {
    "conll2011-en": lambda: _shared_task("conll2011-en"),
    "conll2012-en": lambda: _shared_task("conll2012-en"),
    "conll2012-zh": lambda: _shared_task("conll2012-zh"),
    "conll2012-ar": lambda: _shared_task("conll2012-ar"),
    "recasens2011-table2": published_recasens.table_2,
    "recasens2011-table3": published_recasens.table_3,
    "recasens2011-table14": published_recasens.table_14,
    "recasens2011-table15": published_recasens.table_15,
    "recasens2011-table16": published_recasens.table_16,
    "moosavi2016-table1": _moosavi_1,
    "moosavi2016-table4": _moosavi_4,
    "moosavi2016-table5": _moosavi_5,
}
