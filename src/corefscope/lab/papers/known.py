"""Printed numbers and statements known not to follow from the papers' own definitions, each with the arithmetic of why.

A difference is known only if both the printed value and ours are the ones listed here.
"""

from __future__ import annotations

from typing import NamedTuple


class Known(NamedTuple):
    """One known difference. `column` is the statement where it is one, and `printed` is then empty."""

    paper: str
    section: str
    row: str
    column: str
    printed: str
    ours: str
    why: str


_ROUNDED = "made of values already rounded: "
_H = (
    "mutual information over each side's entropy, which is what §3.1 describes, gives ours. "
    "The original H paper (Popescu-Belis 2000) was not at hand; the printed value may be normalised otherwise"
)
_PARTS = (
    "(19,764 − 4,532) / (19,764 − 348) = 15,232/19,416. The printed values follow if 346 of the 348 parts "
    "have mentions: 15,232/19,418 = 78.4427 %, F1 87.9192 %"
)
_MUC_RANKS = "the three ranks are permuted: MUC is 59.83 for songyang, 53.52 for zhekova and 50.84 for li"

KNOWN = (
    Known("pradhan2014", "§2", "{a,b,d} {c}", "B³", "0.333", "0.58333",
          "c is a mention of the key: (2²/3 + 1²/1) / 4 = 7/12. (2²/3) / 4 = 1/3 needs the added singleton to be "
          "a mention that the key does not have"),
    Known("pradhan2014", "§2", "", "B³ precision “drops” with the addition of {c}", "", "0.444 → 0.583",
          "it would with a mention that the key does not have; c is in the key, and a right mention raises it"),
    Known("pradhan2014", "§4.1–4.3", "B³", "F1", "0.46", "0.4545",
          f"{_ROUNDED}2 × 0.42 × 0.50 / 0.92 = 0.457. Exactly it is 2 × (5/12) × (1/2) / (11/12) = 5/11"),
    Known("pradhan2014", "§4.4", "coreference links", "F1", "0.23", "0.2353",
          f"{_ROUNDED}2 × 0.22 × 0.25 / 0.47 = 0.234. Exactly it is 2 × 2 / (9 + 8) = 4/17"),
    Known("pradhan2014", "§4.4", "BLANC", "F1", "0.36", "0.3676",
          f"{_ROUNDED}(0.23 + 0.50) / 2 = 0.365, cut off. Exactly it is (4/17 + 1/2) / 2 = 25/68"),
    Known("pradhan2014", "Table 1, conll2011-en", "kobdani", "CoNLL", "38.7", "40.800",
          "(53.5 + 34.8 + 34.1) / 3 = 40.8; one of the four numbers is wrong. With 38.7 the row stands where its "
          "average puts it, with 40.8 it would stand one higher, above zhou"),
    Known("pradhan2014", "Table 1, conll2012-en", "stamborg", "CoNLL", "54.2", "54.467",
          "(65.1 + 51.7 + 46.6) / 3 = 54.47; rounding explains at most 0.1"),
    Known("pradhan2014", "Table 1, conll2012-en", "", "rows stand in the order of the average", "",
          "xu 52.6 stands above shou 53.0", "the paper does not say how rows are ordered; all others are by average"),
    Known("pradhan2014", "Table 1, conll2012-zh", "", "rows stand in the order of the average", "",
          "xu 51.4 stands above fernandes 51.5",
          "the paper does not say how rows are ordered; all others are by average"),
    Known("recasens2011", "Table 1", "(b)", "F1", "63.6", "62.687",
          "the response has C(10,2) + C(2,2) = 46 links, 21 of them right, and R = 1: F1 = 2 × 21 / (21 + 46) = 42/67. "
          "63.6 = 42/66 has 45 response links: {6,7} was left out"),
    Known("recasens2011", "Table 1", "(a)", "H", "77.8", "79.560", _H),
    Known("recasens2011", "Table 1", "(b)", "H", "57.1", "60.938", _H),
    Known("recasens2011", "Table 1", "(d)", "H", "48.7", "58.534", _H),
    Known("recasens2011", "Table 9", "", "in B, mention 1 is joined with mentions 61, 62, 63 and 64 (§5.1)", "",
          "Table 8 joins it with 62, 63, 64, 65", "a slip of the text by one: 61 is a singleton in Table 8"),
    Known("recasens2011", "Table 11", "G", "MUC R", "—", "0.00",
          "singletons have no links, so that precision is 0/0; recall is 0 of the key's 3 + 2 + 1 links, which is 0 "
          "and defined. The paper leaves both out"),
    Known("chen2013", "§4.1", "Figure 1", "mentions", "19", "20",
          "Figure 1 marks mentions a to t, which are 20, and Table 1 follows with 20"),
    Known("moosavi2016", "§3.1", "one entity", "precision", "78.44", "78.4508", _PARTS),
    Known("moosavi2016", "§3.1", "one entity", "F1", "87.91", "87.9243", _PARTS),
    Known("moosavi2016", "§3.3, Table 3", "cr2", "BLANC", "32.29", "35.2941",
          "the key is one entity and has no non-coreference links, so that BLANC is its coreference half: "
          "2 × 6 / (28 + 6) = 12/34. A 5 was printed as a 2"),
    Known("moosavi2016", "§2 and Table 1", "Less precise b", "entities added", "283", "2427 to 2431",
          "CEAFe implies 69.50 × 4,532 / 47.61 = 6,616 response entities and Base 4,186, and B³ precision implies the "
          "same 2,430 new ones. 283 is what MUC precision implies as new links. With so few links at most 283 of the "
          "2,430 new entities have more than one mention; the text says that they are larger than in row a"),
    Known("moosavi2016", "Table 5", "songyang", "MUC rank", "12", "11", _MUC_RANKS),
    Known("moosavi2016", "Table 5", "zhekova", "MUC rank", "13", "12", _MUC_RANKS),
    Known("moosavi2016", "Table 5", "li", "MUC rank", "11", "13", _MUC_RANKS),
    Known("moosavi2016", "Table 5", "", "it has all their systems", "", "without stamborg",
          "stamborg (54.2, seventh of fifteen) is missing; the ranks count the fourteen others"),
)  # fmt: skip
