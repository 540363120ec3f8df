"""Recasens & Hovy (2011): the partitions of the figures and tables, and the percentages printed for them.

CEAF stands for CEAFm in the paper. A dash stands where it prints one, or nothing.
"""

from golden.row import clusters


def numbers(text):
    """`1-5 6,7` → {1,…,5} and {6,7}."""
    entities = []
    for word in text.split():
        ends = [part.split("-") for part in word.split(",")]
        entities.append([number for part in ends for number in range(int(part[0]), int(part[-1]) + 1)])
    return entities


def singletons(first, last, without=()):
    return [[number] for number in range(first, last + 1) if number not in set(without)]


# Figure 1: m1 … m14, named a … n. Gold: m7 m9 (the town), m5 m12 m14 (the summit) and nine singletons.
# System: m4 m6; m5 m12; m7 m9 m14; and seven singletons.
FIGURE_1 = (clusters("eln gi a b c d f h j k m"), clusters("df el gin a b c h j k m"))

# Figure 3, from Luo (2005): the truth is {1–5} {6,7} {8–12}.
TRUTH = numbers("1-5 6,7 8-12")
FIGURE_3 = {
    "a": numbers("1-5 6-12"),
    "b": numbers("1-5,8-12 6,7"),
    "c": numbers("1-12"),
    "d": singletons(1, 12),
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
# Precision and recall of MUC, of B³, both of CEAF, and of BLANC.
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
