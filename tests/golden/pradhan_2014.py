"""Pradhan et al. (2014), “Scoring Coreference Partitions of Predicted Mentions”.

§4: K = {a,b,c} {d,e,f,g}, R = {a,b} {c,d} {f,g,h,i}. The paper prints two decimals; three of its F1
were computed from recall and precision that had already been rounded, which is said where it shows.
"""

from fractions import Fraction

from golden.row import Row, clusters

KEY, RESPONSE = clusters("abc defg"), clusters("ab cd fghi")


def _row(metric, recall, precision, f1, section, links=None):
    return Row(f"Pradhan et al. 2014, {section}", metric, KEY, RESPONSE, recall, precision, Fraction(f1), links)


ROWS = [
    # “Mention e is missing from the response, and mentions h and i are spurious”: 6 of 7 and 6 of 8.
    _row("mentions", (6, 7), (6, 8), "4/5", "§4"),
    # R = ((3−2)+(4−3)) / ((3−1)+(4−1)) = 0.40; P = ((2−1)+(2−2)+(4−3)) / ((2−1)+(2−1)+(4−1)) = 0.40; F1 0.40.
    _row("muc", (2, 5), (2, 5), "2/5", "§4.1"),
    # R = 1/7 × 35/12 ≈ 0.42; P = 1/8 × 4/1 = 0.50. F1 is printed 0.46 = 2·0.42·0.50/0.92, from the rounded
    # recall; exactly it is 2·(5/12)·(1/2) / (11/12) = 5/11 ≈ 0.4545.
    _row("b3", ("35/12", 7), (4, 8), "5/11", "§4.2"),
    # R = (2+2)/(3+4) ≈ 0.57; P = (2+2)/(2+2+4) = 0.50; F1 0.53.
    _row("ceafm", (4, 7), (4, 8), "8/15", "§4.3"),
    # φ4 sums to 4/5 + 4/8 = 1.3; R = 1.3/2 = 0.65; P = 1.3/3 ≈ 0.43; F1 0.52.
    _row("ceafe", ("13/10", 2), ("13/10", 3), "13/25", "§4.3"),
    # R_c = 2/9, P_c = 2/8, R_n = 8/12, P_n = 8/20. F_c is printed ≈ 0.23 = 2·0.22·0.25/0.47, from rounded values;
    # exactly it is 4/17 ≈ 0.2353. So BLANC is printed ≈ 0.36 and is exactly (4/17 + 1/2)/2 = 25/68 ≈ 0.3676.
    _row("blanc", Fraction(4, 9), Fraction(13, 40), "25/68", "§4.4", links=((2, 9, 8), (8, 12, 20))),
    # The mean of the F1 of MUC, B³ and CEAFe, as §1 defines it.
    _row("conll", None, None, (Fraction(2, 5) + Fraction(5, 11) + Fraction(13, 25)) / 3, "§1 on the example of §4"),
    # Not in the paper, on its example: the coreference half of BLANC alone.
    _row("pairwise", (2, 9), (2, 8), "4/17", "§4.4, coreference links"),
]

# §2, the example of Cai & Strube (2010): B³ without manipulated mentions “gives a precision of 0.444”.
ROWS.append(
    Row("Pradhan et al. 2014, §2, first scenario", "b3", clusters("abc"), clusters("abd"), precision=("4/3", 3))
)
# The text goes on: “the precision drops to 0.333 in the second scenario with the addition of a spurious singleton
# entity {c}”. Its own formula gives (4/3 + 1²/1) / 4 = 7/12 ≈ 0.583, because c is a mention of the key;
# 0.333 = (4/3) / 4 needs the singleton to be a mention that the key does not have.
ROWS += [
    Row("Pradhan et al. 2014, §2, as written", "b3", clusters("abc"), clusters("abd c"), precision=("7/3", 4)),
    Row("Pradhan et al. 2014, §2, as printed", "b3", clusters("abc"), clusters("abd x"), precision=("4/3", 4)),
]
