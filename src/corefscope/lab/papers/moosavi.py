"""Moosavi & Strube (2016), “Which Coreference Evaluation Metric Do You Trust?”: §3.1, §3.3, §5 and §7.4.

The paper quotes the official scorer, which cuts percentages off after two decimals; so does the comparison.
"""

from __future__ import annotations

from fractions import Fraction

from corefscope.lab.papers.items import CUT, Section, claim, f_measure, number, percent, scored
from corefscope.lab.papers.printed import example, numbers

PAPER = "moosavi2016"
# §2, of the CoNLL-2012 English test set.
MENTIONS, ENTITIES, PARTS = 19_764, 4_532, 348
TITLES = {"muc": "MUC", "b3": "B³", "ceafm": "CEAFm", "ceafe": "CEAFe", "blanc": "BLANC"}


def sections() -> list[Section]:
    return [_section_3_1(), _table_3(), _section_5(), _section_7_4()]


def one_entity_per_part(parts: int) -> tuple[Fraction, Fraction, Fraction]:
    """MUC of a response with all key mentions of a part in one entity, in per cent."""
    precision = Fraction(MENTIONS - ENTITIES, MENTIONS - parts)
    return Fraction(100), 100 * precision, 100 * f_measure(Fraction(1), precision)


def _section_3_1() -> Section:
    printed = numbers(PAPER, "§3.1")["one entity"]  # all key mentions in one entity: MUC
    items = [
        number("one entity", column, text, value, CUT)
        for (column, text), value in zip(printed.items(), one_entity_per_part(PARTS), strict=True)
    ]
    fitting = [
        parts
        for parts in range(1, MENTIONS - ENTITIES)
        if all(
            number("", "", text, value, CUT).agrees
            for text, value in zip(printed.values(), one_entity_per_part(parts), strict=True)
        )
    ]
    note = (
        f"MUC precision is ({MENTIONS:,} − {ENTITIES:,}) / ({MENTIONS:,} − parts), the parts with mentions counted; "
        f"the printed values follow with {' or '.join(map(str, fitting))} parts."
    )
    title = f"MUC with all key mentions of the CoNLL-2012 test set linked, one entity in each of {PARTS} parts"
    return Section(PAPER, "§3.1", title, tuple(items), (), note)


def _table_3() -> Section:
    """Table 2 has entity (1) of Figure 1: a = the American administration, b c d = it1 it2 it3, e f = they1 they2,
    g = them, h = their."""
    key, responses = example(PAPER, "Table 2")
    items = [
        number(name, TITLES[metric], text, percent(key, responses[name], metric), CUT)
        for name, printed in numbers(PAPER, "§3.3, Table 3").items()
        for metric, text in printed.items()
    ]
    claims = []
    for metric in ("ceafm", "ceafe"):
        one, two = (percent(key, side, metric) for side in responses.values())
        claims.append(claim(f"{TITLES[metric]} prefers cr2 over cr1", two > one, f"{two:.2f} > {one:.2f}"))
    for metric in ("ceafm", "ceafe"):
        one, two = (percent(key, side, f"{metric}(links=true)") for side in responses.values())
        said = f"{TITLES[metric]} by common links may still be counterintuitive: cr2 over cr1"
        claims.append(claim(said, two > one, f"{two:.2f} > {one:.2f}"))
    return Section(PAPER, "§3.3, Table 3", "F1 of the responses in Table 2", tuple(items), tuple(claims))


def _section_5() -> Section:
    key, responses = example("pradhan2014", "§4")
    result = scored(key, responses["response"], "lea")
    items = [number("LEA", field, text, result.numbers[field]) for field, text in numbers(PAPER, "§5")["LEA"].items()]
    return Section(PAPER, "§5", "LEA on the example of Pradhan et al. (2014)", tuple(items))


def _section_7_4() -> Section:
    """An extra mention in an entity of n: what it takes from the numerator of LEA's precision."""
    lost = []
    for size in (2, 3, 10, 50):
        counts = scored([list(range(size))], [list(range(size + 1))], "lea").counts
        lost.append(size + 1 - counts["precision_num"])
    same = max(abs(loss - 2) for loss in lost) < 1e-9
    said = "one extra mention costs an entity of any size 2"
    shown = ", ".join(f"{loss:.2f}" for loss in lost)
    item = claim(said, same, f"sizes 2, 3, 10, 50: {shown}")
    return Section(PAPER, "§7.4", "LEA and extra mentions", (), (item,))
