"""Recasens & Hovy (2011), “BLANC: Implementing the Rand index for coreference evaluation”.

CEAF stands for CEAFm in it. Tables 5, 9 and 15 count links: rc, wc (right and wrong coreference links
of the response), rn, wn (right and wrong non-coreference links). Rows come from Tables 1, 7, 10, 11, 13.
Where a printed value is wrong, the right one is stated here.
"""

from fractions import Fraction

from golden.recasens_hovy_2011_tables import (
    FIGURE_1,
    FIGURE_3,
    GOLD_1,
    GOLD_2,
    TABLE_8,
    TABLE_10,
    TABLE_11,
    TABLE_12,
    TABLE_13_COLUMNS,
    TRUTH,
)
from golden.recasens_hovy_2011_tables import TABLE_13 as PRINTED_13
from golden.row import Printed, Row


def printed(text):
    """A printed percentage; 0 and 100 are meant exactly."""
    return Fraction(int(text), 100) if text in ("0", "100") else Printed(text)


TABLE_5 = {"rc": 2, "wc": 3, "rn": 84, "wn": 2}
TABLE_7 = {"muc": "57.14", "b3": "86.76", "ceafm": "85.71", "blanc": "70.78"}
ROWS = [Row("Recasens & Hovy 2011, Table 7", metric, *FIGURE_1, f1=printed(text)) for metric, text in TABLE_7.items()]

# Figure 3, from Luo (2005).
TABLE_1 = {
    "a": {"muc": "94.7", "b3": "86.5", "ceafm": "83.3", "pairwise": "80.8", "rand": "84.8"},
    # Pairwise F1 of (b) is printed 63.6. R = 21/21; the response has C(10,2) + C(2,2) = 46 links, so P = 21/46 and
    # F1 = 2·21/(21+46) = 42/67 = 62.7 %. 63.6 = 42/66 would need 45 links: {6,7} was left out.
    "b": {"muc": "94.7", "b3": "73.7", "ceafm": "58.3", "pairwise": "62.7", "rand": "62.1"},
    "c": {"muc": "90.0", "b3": "54.5", "ceafm": "41.7", "pairwise": "48.3", "rand": "31.8"},
    "d": {"b3": "40.0", "ceafm": "25.0", "rand": "68.2"},
}
ROWS += [
    Row(f"Recasens & Hovy 2011, Table 1 ({name})", metric, TRUTH, FIGURE_3[name], f1=printed(text))
    for name, columns in TABLE_1.items()
    for metric, text in columns.items()
]
# Column H is printed 77.8, 57.1, 0, 48.7. Mutual information over each side's entropy, which is how the text describes
# it, gives 79.6, 60.9, 0, 58.5, for instance for (d), twelve singletons: I = H(truth), so R = 1,
# P = H(truth)/log 12 = 1.0285/2.4849 = 41.4 %, F = 58.5 %. The original paper was not at hand.
H_PRINTED = {"a": "77.8", "b": "57.1", "c": "0", "d": "48.7"}
H_COMPUTED = {"a": "79.6", "b": "60.9", "c": "0", "d": "58.5"}
ROWS += [
    Row(f"Recasens & Hovy 2011, Table 1 ({name}), by definition", "h", TRUTH, FIGURE_3[name], f1=printed(text))
    for name, text in H_COMPUTED.items()
]
# MUC and pairwise F1 of (d) are printed “—”: singletons only have no link, so that precision is 0/0.
ROWS += [
    Row("Recasens & Hovy 2011, Table 1 (d)", "muc", TRUTH, FIGURE_3["d"], (0, 9), (0, 0)),
    Row("Recasens & Hovy 2011, Table 1 (d)", "pairwise", TRUTH, FIGURE_3["d"], (0, 21), (0, 0)),
]

# System: entities, singletons, rc, rn, wc, wn.
TABLE_9 = {
    "A": (63, 59, 10, 2404, 1, 0),
    "B": (63, 60, 10, 2401, 4, 0),
    "C": (66, 64, 7, 2405, 0, 3),
    "D": (63, 61, 10, 2393, 12, 0),
    "E": (63, 59, 6, 2401, 4, 4),
    "F": (63, 57, 4, 2401, 4, 6),
    "G": (70, 70, 0, 2405, 0, 10),
    "H": (1, 0, 10, 0, 2405, 0),
}
for _system, (_muc, _b3, _ceaf, _rand, _blanc) in TABLE_10.items():
    _muc_p, _muc_r, _b3_p, _b3_r, _both, _blanc_p, _blanc_r = TABLE_11[_system]
    for _metric, _recall, _precision, _f1 in (
        ("muc", _muc_r, _muc_p, _muc),
        ("b3", _b3_r, _b3_p, _b3),
        ("ceafm", _both, _both, _ceaf),
        ("blanc", _blanc_r, _blanc_p, _blanc),
        ("rand", _rand, _rand, _rand),
    ):
        if "—" in (_recall, _precision, _f1):
            continue
        ROWS.append(
            Row(
                f"Recasens & Hovy 2011, Tables 10 and 11, {_system}",
                _metric,
                GOLD_1,
                TABLE_8[_system],
                printed(_recall),
                printed(_precision),
                printed(_f1),
            )
        )
# MUC of G, all singletons, is printed “—” throughout. Precision is 0/0; recall is 0 of 3 + 2 + 1 links and defined.
ROWS.append(Row("Recasens & Hovy 2011, Tables 10 and 11, G", "muc", GOLD_1, TABLE_8["G"], (0, 6), (0, 0)))

TABLE_13 = {
    system: {metric: text for metric, text in zip(TABLE_13_COLUMNS, values, strict=True) if text != "—"}
    for system, values in PRINTED_13.items()
}
ROWS += [
    Row(f"Recasens & Hovy 2011, Table 13, {system}", metric, GOLD_2, TABLE_12[system], f1=printed(text))
    for system, columns in TABLE_13.items()
    for metric, text in columns.items()
]
# MUC of A, all singletons, is printed “—”.
ROWS.append(Row("Recasens & Hovy 2011, Table 13, A", "muc", GOLD_2, TABLE_12["A"], (0, 1), (0, 0)))

# Tables 14 and 15: BLANC of five models on ACE-2004, and the link counts it follows from (rc, rn, wc, wn).
TABLE_15 = {
    "48.61": (0, 39672, 0, 2272),
    "66.35": (506, 39560, 112, 1766),
    "73.76": (1058, 38783, 889, 1214),
    "71.98": (870, 39069, 603, 1402),
    "66.50": (1757, 34919, 4753, 515),
}
