"""Pradhan et al. (2014), “Scoring Coreference Partitions of Predicted Mentions”: §2 and §4."""

from __future__ import annotations

from corefscope.lab.papers.items import Item, Section, claim, letters, number, scored

PAPER = "pradhan2014"
# §4, adapted from Vilain et al. (1995).
KEY, RESPONSE = letters("abc defg"), letters("ab cd fghi")
# §2, an example of Cai & Strube (2010): {c} is “added as a spurious singleton”, though c is a mention of the key.
KEY_2, FIRST, SECOND = letters("abc"), letters("abd"), letters("abd c")

# §4.1 to §4.3: metric → recall, precision, F1 as printed.
SECTION_4 = {
    "muc": ("MUC", "0.40", "0.40", "0.40"),
    "b3": ("B³", "0.42", "0.50", "0.46"),
    "ceafm": ("CEAFm", "0.57", "0.50", "0.53"),
    "ceafe": ("CEAFe", "0.65", "0.43", "0.52"),
}
# §4.4: kind of link → (in both, in the key, in the response), recall, precision, F.
SECTION_4_4 = {
    "coreference": ("coreference links", ("2", "9", "8"), ("0.22", "0.25", "0.23")),
    "non_coreference": ("non-coreference links", ("8", "12", "20"), ("0.67", "0.40", "0.50")),
}
# §2: variant, response, precision as printed.
SECTION_2 = (
    ("{a,b,d}", "B³0", "b3(twinless=zero)", FIRST, "1.00"),
    ("{a,b,d}", "B³all", "b3(twinless=all)", FIRST, "0.556"),
    ("{a,b,d}", "B³", "b3", FIRST, "0.444"),
    ("{a,b,d} {c}", "B³all", "b3(twinless=all)", SECOND, "0.667"),
    ("{a,b,d} {c}", "B³", "b3", SECOND, "0.333"),
)


def sections() -> list[Section]:
    return [_section_2(), _section_4(), _section_4_4()]


def _section_2() -> Section:
    items = [
        number(row, title, printed, scored(KEY_2, response, metric).numbers["precision"])
        for row, title, metric, response, printed in SECTION_2
    ]
    first, second = (scored(KEY_2, side, "b3").numbers["precision"] for side in (FIRST, SECOND))
    said = claim("B³ precision “drops” with the addition of {c}", second < first, f"{first:.3f} → {second:.3f}")
    return Section(PAPER, "§2", "precision of B³ variants, key {a,b,c}", tuple(items), (said,))


def _section_4() -> Section:
    items: list[Item] = []
    for metric, (title, *printed) in SECTION_4.items():
        result = scored(KEY, RESPONSE, metric)
        columns = zip(("recall", "precision", "F1"), printed, result.numbers.values(), strict=True)
        items += [number(title, column, text, value) for column, text, value in columns]
    return Section(PAPER, "§4.1–4.3", "the example {a,b,c} {d,e,f,g} against {a,b} {c,d} {f,g,h,i}", tuple(items))


def _section_4_4() -> Section:
    result = scored(KEY, RESPONSE, "blanc")
    items: list[Item] = []
    for kind, (title, counts, printed) in SECTION_4_4.items():
        for place, text in zip(("both", "key", "response"), counts, strict=True):
            items.append(number(title, f"in {place}", text, result.counts[f"{kind}_{place}"]))
        for column, text in zip(("recall", "precision", "f1"), printed, strict=True):
            name = "F1" if column == "f1" else column
            items.append(number(title, name, text, getattr(result.parts[kind], column)))
    items.append(number("BLANC", "F1", "0.36", result.f1))
    return Section(PAPER, "§4.4", "BLANC on the example of §4", tuple(items))
