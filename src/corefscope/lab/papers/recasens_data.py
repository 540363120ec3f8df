"""Recasens & Hovy (2011), “BLANC: Implementing the Rand index”: the partitions and what the paper prints for them.

CEAF stands for CEAFm in the paper. A dash stands where it prints one, or nothing.
"""

from __future__ import annotations

from collections.abc import Iterable

from corefscope.lab.papers.items import letters

PAPER = "recasens2011"
Partition = list[list[int]]


def numbers(text: str) -> Partition:
    """`1-5 6,7` → {1,…,5} and {6,7}."""
    entities = []
    for word in text.split():
        ends = [part.split("-") for part in word.split(",")]
        entities.append([number for part in ends for number in range(int(part[0]), int(part[-1]) + 1)])
    return entities


def singletons(first: int, last: int, without: Iterable[int] = ()) -> Partition:
    return [[number] for number in range(first, last + 1) if number not in set(without)]


# Figure 1: m1 … m14, named a … n. Gold: m7 m9 (the town), m5 m12 m14 (the summit) and nine singletons.
# System: m4 m6; m5 m12; m7 m9 m14; and seven singletons.
FIGURE_1 = (letters("eln gi a b c d f h j k m"), letters("df el gin a b c h j k m"))
TABLE_5 = {
    "rc": "2",
    "wn": "2",
    "wc": "3",
    "rn": "84",
    "rc+wn": "4",
    "wc+rn": "87",
    "rc+wc": "5",
    "wn+rn": "86",
    "L": "91",
}
TABLE_7 = {"muc": "57.14", "b3": "86.76", "ceafm": "85.71", "blanc": "70.78"}

# Figure 3, from Luo (2005): the truth is {1–5} {6,7} {8–12}.
TRUTH = numbers("1-5 6,7 8-12")
FIGURE_3 = {
    "a": numbers("1-5 6-12"),
    "b": numbers("1-5,8-12 6,7"),
    "c": numbers("1-12"),
    "d": singletons(1, 12),
}
TABLE_1_COLUMNS = ("muc", "b3", "ceafm", "pairwise", "h", "rand")
TABLE_1 = {
    "a": ("94.7", "86.5", "83.3", "80.8", "77.8", "84.8"),
    "b": ("94.7", "73.7", "58.3", "63.6", "57.1", "62.1"),
    "c": ("90.0", "54.5", "41.7", "48.3", "0", "31.8"),
    "d": ("—", "40.0", "25.0", "—", "48.7", "68.2"),
}

# Table 8: 70 mentions; Gold_1 has 61 singletons, {62–65}, {66–68} and {69,70}.
GOLD_1 = singletons(1, 61) + numbers("62-65 66-68 69,70")
TABLE_8 = {
    "A": singletons(3, 61) + numbers("1,2 62-65 66-68 69,70"),
    "B": singletons(2, 61) + numbers("1,62-65 66-68 69,70"),
    "C": singletons(1, 61) + numbers("62-65 66 67 68 69,70"),
    "D": singletons(1, 61) + numbers("62-68 69,70"),
    "E": singletons(2, 61, [28]) + numbers("1,62,63 28,64,65 66-68 69,70"),
    "F": singletons(2, 61, [4, 28, 57]) + numbers("1,62 4,63 28,64 57,65 66-68 69,70"),
    "G": singletons(1, 70),
    "H": numbers("1-70"),
}
TABLE_9_COLUMNS = ("entities", "singletons", "rc", "rn", "wc", "wn")
TABLE_9 = {
    "A": ("63", "59", "10", "2,404", "1", "0"),
    "B": ("63", "60", "10", "2,401", "4", "0"),
    "C": ("66", "64", "7", "2,405", "0", "3"),
    "D": ("63", "61", "10", "2,393", "12", "0"),
    "E": ("63", "59", "6", "2,401", "4", "4"),
    "F": ("63", "57", "4", "2,401", "4", "6"),
    "G": ("70", "70", "0", "2,405", "0", "10"),
    "H": ("1", "0", "10", "0", "2,405", "0"),
}
TABLE_10_COLUMNS = ("muc", "b3", "ceafm", "rand", "blanc")
TABLE_10 = {
    "A": ("92.31", "99.28", "98.57", "99.96", "97.61"),
    "B": ("92.31", "98.84", "98.57", "99.83", "91.63"),
    "C": ("80.00", "98.55", "97.14", "99.88", "91.15"),
    "D": ("92.31", "97.49", "95.71", "99.50", "81.12"),
    "E": ("76.92", "96.66", "95.71", "99.67", "79.92"),
    "F": ("46.15", "94.99", "94.29", "99.59", "72.12"),
    "G": ("—", "95.52", "91.43", "99.59", "49.90"),
    "H": ("16.00", "3.61", "5.71", "0.41", "0.41"),
}
# CEAF has one column for precision and recall, which are equal on gold mentions.
TABLE_11_COLUMNS = (
    ("muc", "precision"),
    ("muc", "recall"),
    ("b3", "precision"),
    ("b3", "recall"),
    ("ceafm", "precision"),
    ("blanc", "precision"),
    ("blanc", "recall"),
)
TABLE_11 = {
    "A": ("85.71", "100", "98.57", "100", "98.57", "95.45", "99.98"),
    "B": ("85.71", "100", "97.71", "100", "98.57", "85.71", "99.92"),
    "C": ("100", "66.67", "100", "97.14", "97.14", "99.94", "85.00"),
    "D": ("85.71", "100", "95.10", "100", "95.71", "72.73", "99.75"),
    "E": ("71.43", "83.33", "96.19", "97.14", "95.71", "79.92", "79.92"),
    "F": ("42.86", "50.00", "94.29", "95.71", "94.29", "74.88", "69.92"),
    "G": ("—", "—", "100", "91.43", "91.43", "49.79", "50.00"),
    "H": ("8.70", "100", "1.84", "100", "5.71", "0.21", "50.00"),
}

# Table 12: 18 mentions, one link.
GOLD_2 = singletons(1, 16) + numbers("17,18")
TABLE_12 = {
    "A": singletons(1, 18),
    "B": singletons(1, 18, [16, 17]) + numbers("16,17"),
    "C": singletons(1, 18, [15, 16]) + numbers("15,16"),
    "D": singletons(1, 14) + numbers("15,16 17,18"),
}
TABLE_13_COLUMNS = ("muc", "b3", "ceafm", "blanc", "blanc(alpha=0.2)", "blanc(alpha=0.1)")
TABLE_13 = {
    "A": ("—", "97.14", "94.44", "49.84", "79.74", "89.70"),
    "B": ("0", "94.44", "94.44", "49.67", "79.47", "89.41"),
    "C": ("0", "94.44", "88.89", "49.67", "79.47", "89.41"),
    "D": ("66.67", "97.14", "94.44", "83.17", "93.07", "96.37"),
}
