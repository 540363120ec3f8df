"""The arithmetic inside the published tables: averages, ranks, F from R and P, and what one table says of another."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from itertools import combinations, pairwise

from corefscope.lab.papers.items import CUT, Item, Range, Section, claim, derived, f_measure, mean, number, ranks
from corefscope.lab.published import recasens
from corefscope.lab.published.tables import Published, table
from corefscope.metrics import METRICS

SHARED_TASKS = ("conll2011-en", "conll2012-en", "conll2012-zh", "conll2012-ar")
AVERAGED = ("muc.f1", "b3.f1", "ceafe.f1")
SPELLINGS = {"chunyuang": "chunyang"}  # Moosavi & Strube's, and Pradhan et al.'s


def checks() -> list[Section]:
    """Check every table."""
    return [section for name in CHECKS for section in CHECKS[name]()]


def checks_of(name: str) -> list[Section]:
    """Check one table."""
    return CHECKS[table(name).name.partition(":")[0]]()


def averages(source: Published, columns: tuple[str, ...] = AVERAGED) -> list[Item]:
    """Compute the CoNLL average of each row from the F1 beside it."""
    return [
        derived(source.label(row), "CoNLL", row["conll.f1"], mean, [row[column] for column in columns], source.digits)
        for row in source.rows
    ]


def f_measures(source: Published) -> list[Item]:
    """Compute F1 of each row from the recall and precision beside it, where the metric's F1 is made of them."""
    metrics = [name.removesuffix(".recall") for name in source.values if name.endswith(".recall")]
    return [
        derived(
            source.label(row),
            f"{METRICS[metric].title} F1",
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
    """Compute the rank of each row from the scores in its column; LEA's ranks have ties by a significance test."""
    items = []
    for metric in (name.removesuffix(".rank") for name in source.values if name.endswith(".rank")):
        places = ranks(Fraction(row[f"{metric}.f1"]) for row in source.rows) if metric != "lea" else []
        for row, place in zip(source.rows, places, strict=False):
            items.append(number(source.label(row), f"{METRICS[metric].title} rank", row[f"{metric}.rank"], place))
    return items


def average_columns(source: Published) -> dict[tuple[str, ...], int]:
    """Count for every three columns the rows in which their mean can be the printed average."""
    scores = [column for column in source.values if column != "conll.f1"]
    return {three: sum(item.agrees for item in averages(source, three)) for three in combinations(scores, 3)}


def _shared_task(name: str) -> list[Section]:
    source = table(name)
    found = average_columns(source)
    right = found.pop(AVERAGED)
    others, total = max(found.values()), len(source.rows)
    wrong = [
        f"{source.label(above)} {above['conll.f1']} stands above {source.label(below)} {below['conll.f1']}"
        for above, below in pairwise(source.rows)
        if Fraction(above["conll.f1"]) < Fraction(below["conll.f1"])
    ]
    counted = f"in {right} of {total} rows; of no other three columns in more than {others}"
    claims = (
        claim("the average is the mean of MUC, B³ and CEAFe", right > others, counted),
        claim("rows stand in the order of the average", not wrong, "; ".join(wrong) or f"{total} rows"),
    )
    title = "the average of MUC, B³ and CEAFe"
    return [Section(source.paper, f"{source.table}, {name}", title, averages(source), claims)]


def response_size(row: Mapping[str, str], metric: str, key_count: int) -> Range:
    """Return the response's denominator, where recall and precision have one numerator: R × key / P."""
    recall, precision = (Range.of(row[f"{metric}.{side}"], CUT) for side in ("recall", "precision"))
    return Range(key_count * recall.low / precision.high, key_count * recall.high / precision.low)


def _moosavi_1() -> list[Section]:
    source = table("moosavi2016-table1")
    # The harmonic mean is concave: the mean of two F is at most F of the means.
    bounds = []
    for row in source.rows:
        bound = f_measure(*(Range.of(row[f"blanc.{side}"], CUT).high for side in ("recall", "precision")))
        said = f"{source.label(row)}: BLANC F1 {row['blanc.f1']} is at most F of its recall and precision"
        bounds.append(claim(said, Fraction(row["blanc.f1"]) <= bound, f"{float(bound):.2f}"))
    section = Section(source.paper, source.table, "F1 from recall and precision", f_measures(source), bounds)
    return [section, _added_or_removed(source)]


def _added_or_removed(source: Published) -> Section:
    """Derive from the scores how many mentions and entities were added or removed.

    The paper gives the size of the key, and recall and precision of three metrics. From them follow, for each output:
    links (MUC: kept links over precision), entities (CEAFe: recall and precision share a numerator), and, for what is
    added, entities once more (B³: mentions of which no two corefer add 1 to its numerator for each new entity).
    """
    mentions, entities = source.key["mentions"], source.key["entities"]
    rows = {row["system"]: row for row in source.rows}
    links = {name: response_size(row, "muc", mentions - entities) for name, row in rows.items()}
    sizes = {name: response_size(row, "ceafe", entities) for name, row in rows.items()}
    items, claims = [], []
    for name, what, printed in source.facts["said"]:
        new_links, new_entities = links[name] - links["Base"], sizes[name] - sizes["Base"]
        implied = new_entities
        if what == "mentions removed":
            implied = Range(-new_links.high - new_entities.high, -new_links.low - new_entities.low)
        items.append(Item(name, what, printed, str(implied), implied.holds(int(printed))))
        if what == "entities added":
            # The response's mentions are its links and its entities together.
            right = {
                row: (links[row] + sizes[row]) * Range.of(rows[row]["b3.precision"], CUT) for row in (name, "Base")
            }
            percent = right[name] - right["Base"]
            b3 = Range(percent.low / 100, percent.high / 100)
            said = f"{name}: B³ precision implies as many new entities as CEAFe does"
            claims.append(claim(said, b3.meets(implied), f"{b3}; MUC precision implies {new_links} new links"))
    note = (
        "The lowest and the highest number that the printed recall and precision allow, given "
        f"{mentions:,} key mentions and {entities:,} key entities."
    )
    title = "entities and mentions that were added or removed"
    return Section(source.paper, "§2 and Table 1", title, items, claims, note)


def _moosavi_4() -> list[Section]:
    source, first = table("moosavi2016-table4"), table("moosavi2016-table1")
    shared = [column for column in first.values if column in source.values]
    same = all(source.rows[0][column] == first.rows[0][column] for column in shared)
    entities, parts = response_size(source.rows[-1], "ceafe", source.key["entities"]), first.facts["parts"]
    implied = f"CEAFe implies {float(entities.low):.1f} to {float(entities.high):.1f} entities"
    claims = (
        claim("Wiseman is Base of Table 1", same, f"{len(shared)} numbers"),
        claim(f"sys-1ent has one entity in each of the {parts} parts (§2)", entities.holds(parts), implied),
    )
    title, items = "averages, and F1 from recall and precision", [*averages(source), *f_measures(source)]
    return [Section(source.paper, source.table, title, items, claims)]


def _moosavi_5() -> list[Section]:
    source, rounded = table("moosavi2016-table5"), table("conll2012-en")
    lea = sorted(source.rows, key=lambda row: -Fraction(row["lea.f1"]))
    given = [int(row["lea.rank"]) for row in lea]
    counted = given == sorted(given) == [1 + sum(other < rank for other in given) for rank in given]
    by_name = {row["system"]: row for row in rounded.rows}
    theirs = [SPELLINGS.get(row["system"], row["system"]) for row in source.rows]
    pairs = [
        (row[column], by_name[name][column])
        for row, name in zip(source.rows, theirs, strict=True)
        for column in rounded.values
        if column in source.values
    ]
    agreeing = sum(Range.of(cut, CUT).meets(Range.of(short)) for cut, short in pairs)
    said = "its scores are those of Pradhan et al. (2014, Table 1), with one digit more"
    missing = sorted(set(by_name) - set(theirs))
    claims = (
        claim("LEA's ranks, with their ties, follow its scores", counted, f"{len(lea)} rows"),
        claim(said, agreeing == len(pairs), f"{agreeing} of {len(pairs)}"),
        claim("it has all their systems", not missing, f"without {', '.join(missing)}"),
    )
    items = [*averages(source), *ranked(source)]
    return [Section(source.paper, source.table, "averages and ranks", items, claims)]


def _ontonotes() -> list[Section]:
    """Where several places name one system, they give it one score."""
    source = table("ontonotes-en")
    found = {row["system"]: (row["conll.f1"], row["source"]) for row in source.rows}
    claims = []
    for system, others in source.facts["same"].items():
        scores = {found[name][0] for name in (system, *others)}
        said = f"{system} is scored alike as {' and as '.join(others)}"
        where = ", ".join(f"{found[name][0]} ({found[name][1]})" for name in (system, *others))
        claims.append(claim(said, len(scores) == 1, where))
    return [Section(source.paper, source.table, "systems in several places", (), claims)]


def _litbank_preco() -> list[Section]:
    source = table("litbank-preco")
    scores = {(row["corpus"], row["system"]): Fraction(row["conll.f1"]) for row in source.rows}
    claims = []
    for corpus in dict.fromkeys(row["corpus"] for row in source.rows):
        now, then = (scores[corpus, f"fast-coref, {which}"] for which in ("current model", "paper"))
        said = f"{corpus}: the current model of fast-coref is above that of its paper"
        claims.append(claim(said, now > then, f"{float(now)} and {float(then)}"))
    return [Section(source.paper, source.table, "what the source says of it", (), claims)]


def _corefud(name: str) -> list[Section]:
    """The average of each system is the mean over all corpora."""
    source = table(name)
    items = []
    for system in dict.fromkeys(row["system"] for row in source.rows):
        values = {row["corpus"]: row["conll.f1"] for row in source.rows if row["system"] == system}
        printed = values.pop("avg")
        items.append(derived(system, "CoNLL", printed, mean, list(values.values()), source.digits))
    return [Section(source.paper, source.table, "the mean over all corpora", items)]


CHECKS: dict[str, Callable[[], list[Section]]] = {
    **{name: partial(_shared_task, name) for name in SHARED_TASKS},
    "recasens2011-table2": recasens.table_2,
    "recasens2011-table3": recasens.table_3,
    "recasens2011-table14": recasens.table_14,
    "recasens2011-table15": recasens.table_15,
    "recasens2011-table16": recasens.table_16,
    "moosavi2016-table1": _moosavi_1,
    "moosavi2016-table4": _moosavi_4,
    "moosavi2016-table5": _moosavi_5,
    "ontonotes-en": _ontonotes,
    "litbank-preco": _litbank_preco,
    "corefud-1.1": partial(_corefud, "corefud-1.1"),
    "corefud-1.2": partial(_corefud, "corefud-1.2"),
}
