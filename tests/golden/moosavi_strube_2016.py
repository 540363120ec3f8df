"""Moosavi & Strube (2016), “Which Coreference Evaluation Metric Do You Trust?”, §5 and Tables 2 and 3."""

from fractions import Fraction

from golden.row import Printed, Row, clusters

# §5: R = (3·1/3 + 4·1/6)/(3+4) ≈ 0.24; P = (2·1/1 + 2·0/1 + 4·1/6)/(2+2+4) ≈ 0.33. F1 is not printed; 5/18.
ROWS = [
    Row(
        "Moosavi & Strube 2016, §5",
        "lea",
        clusters("abc defg"),
        clusters("ab cd fghi"),
        ("5/3", 7),
        ("8/3", 8),
        Fraction(5, 18),
    ),
    # §4: “If entity k is a singleton, link(k ∩ r) is one only if r is a singleton and contains the same mention.”
    Row("Moosavi & Strube 2016, §4", "lea", clusters("a b"), clusters("a bc"), (1, 2), (1, 3), Fraction(2, 5)),
]

# Table 2, entity (1) of Figure 1: a = the American administration, b c d = it1 it2 it3, e f = they1 they2,
# g = them, h = their. Table 3 cuts percentages off after two decimals.
KEY = clusters("abcdefgh")
CR1, CR2 = clusters("abcd efgh"), clusters("abcd")
PRINTED = {
    ("cr1", "muc"): "92.30",
    ("cr1", "b3"): "66.66",
    ("cr1", "ceafm"): "50.00",
    ("cr1", "ceafe"): "44.44",
    ("cr1", "blanc"): "60.00",
    ("cr2", "muc"): "60.00",
    ("cr2", "b3"): "40.00",
    ("cr2", "ceafm"): "66.66",
    ("cr2", "ceafe"): "66.66",
    # Printed 32.29, a misprint for 35.29: the key is one entity and has no non-coreference links, so that BLANC is
    # its coreference half: R = C(4,2)/C(8,2) = 6/28, P = 6/6, F1 = 2·6/(28+6) = 12/34 = 35.29 %.
    ("cr2", "blanc"): "35.29",
}
ROWS += [
    Row(
        f"Moosavi & Strube 2016, Table 3, {name}",
        metric,
        KEY,
        CR1 if name == "cr1" else CR2,
        f1=Printed(text, truncated=True),
    )
    for (name, metric), text in PRINTED.items()
]
ROWS.append(
    Row(
        "Moosavi & Strube 2016, Table 3, cr2, exactly",
        "blanc",
        KEY,
        CR2,
        Fraction(6, 28),
        Fraction(1),
        Fraction(12, 34),
        links=((6, 28, 6), (0, 0, 0)),
    )
)
