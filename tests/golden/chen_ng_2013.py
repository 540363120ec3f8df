"""Chen & Ng (2013), “Linguistically Aware Coreference Evaluation Metrics”: §1, Figure 2 and all of Table 1.

The text says 19 mentions; Figure 1 marks 20, a … t, and the numbers of Table 1 need 20.
"""

from fractions import Fraction

from corefscope import Document, Mention
from golden.row import Printed, Row

TYPES = {
    **dict.fromkeys("ad", "name"),
    **dict.fromkeys("enpqrst", "nominal"),
    **dict.fromkeys("bcfghijklmo", "pronoun"),
}


def typed(text, types=TYPES):
    """Entities are words, mentions their letters, each with its type."""
    entities = [[Mention(ord(letter), ord(letter) + 1, type=types[letter]) for letter in word] for word in text.split()]
    return [Document("example", entities)]


KEY = "abc defghijklm no p q r s t"
YOU = "ghijklm"
FIGURE_2 = {
    "a": f"bc {YOU} a d e f n o p q r s t",
    "b": f"bc f{YOU} a d e n o p q r s t",
    "c": f"bc e{YOU} a d f n o p q r s t",
    "d": f"bc d{YOU} a e f n o p q r s t",
    "e": f"abc{YOU} def no p q r s t",
}
# R, P and F of MUC, LMUC, B³, LB³, CEAFm, LCEAFm, CEAFe, LCEAFe, under W4.
COLUMNS = ("muc", "lmuc", "b3", "lb3", "ceafm", "lceafm", "ceafe", "lceafe")
TABLE_1 = {
    "a": "58.3 100 73.7 50.7 58.6 54.4 64.3 100 78.3 39.2 70.0 50.2 "
    "75.0 75.0 75.0 50.7 58.6 54.4 91.1 56.1 69.4 73.8 45.4 56.2",
    "b": "66.7 100 80.0 53.7 64.3 58.5 71.3 100 83.3 43.1 75.0 54.7 "
    "80.0 80.0 80.0 53.7 64.3 58.5 91.9 61.3 73.6 74.5 49.7 59.6",
    "c": "66.7 100 80.0 64.2 68.3 66.2 71.3 100 83.3 50.8 75.0 60.6 "
    "80.0 80.0 80.0 64.2 68.3 66.2 91.9 61.3 73.6 76.7 51.1 61.4",
    "d": "66.7 100 80.0 74.6 71.4 73.0 71.3 100 83.3 58.6 75.0 65.8 "
    "80.0 80.0 80.0 74.6 71.4 73.0 91.9 61.3 73.6 78.4 52.3 62.8",
    "e": "91.7 91.7 91.7 76.1 92.7 83.6 79.0 79.0 79.0 65.0 72.5 68.5 "
    "70.0 70.0 70.0 58.2 70.9 63.9 86.5 86.5 86.5 85.8 85.8 85.8",
}


def printed(text):
    return Fraction(1) if text == "100" else Printed(text)


ROWS = []
for _response, _numbers in TABLE_1.items():
    _scores = list(map(printed, _numbers.split()))
    for _place, _metric in enumerate(COLUMNS):
        ROWS.append(
            Row(
                f"Chen & Ng 2013, Table 1 ({_response})",
                _metric,
                typed(KEY),
                typed(FIGURE_2[_response]),
                *_scores[3 * _place : 3 * _place + 3],
            )
        )

# §1: Hillary Clinton (h), she (s), she (t) are one entity. R1 links h and s, R2 links s and t; the third mention is a
# singleton of theirs. Everything that does not look at types gives both the same score; R1 should have the higher one.
HILLARY_TYPES = {"h": "name", "s": "pronoun", "t": "pronoun"}
HILLARY, R1, R2 = (typed(text, HILLARY_TYPES) for text in ("hst", "hs t", "st h"))
_LMETRICS = {
    # The key weighs 2 links with a name. R1 has one of them and a singleton that is none: 1 of 2, 1 of 1 + 1.
    # R2 has a link of pronouns, ½ of 2 and of ½ + 1.
    "lmuc": (((1, 2), (1, 2)), (("1/2", 2), ("1/2", "3/2"))),
    # Recall of h and s is ½, of s and t in R2 ¼. Precision is 1 for both mentions of a right link, 0 for the singleton.
    "lb3": (((1, 3), (2, 3)), (("1/2", 3), (2, 3))),
    "lceafm": (((1, 2), (1, 2)), (("1/2", 2), ("1/2", "3/2"))),
    # φ4 = 2·1/(2+1) and 2·½/(2+½).
    "lceafe": ((("2/3", 1), ("2/3", 2)), (("2/5", 1), ("2/5", 2))),
}
for _metric, _responses in _LMETRICS.items():
    for _name, _response, (_recall, _precision) in zip(("R1", "R2"), (R1, R2), _responses, strict=True):
        _recall, _precision = ((_sum, Fraction(_whole)) for _sum, _whole in (_recall, _precision))
        ROWS.append(Row(f"Chen & Ng 2013, §1, {_name}", _metric, HILLARY, _response, _recall, _precision))

# On predicted mentions, ours: x is a name that the key does not have. Its link with a weighs a name's 1.
_MORE = {**HILLARY_TYPES, "x": "name"}
ROWS += [
    Row(
        "a spurious name", "lmuc", HILLARY, typed("stx", _MORE), ("1/2", 2), ("1/2", Fraction(3, 2)),
    ),  # the right link of pronouns, ½, and the spurious link of x, 1
    Row("a spurious name", "lb3", HILLARY, typed("stx", _MORE), ("1/2", 3), ("2/3", 3)),  # 2·½/2 and 2·½/1½
    Row("symmetric, a spurious name", "lmuc(symmetric=true)", HILLARY, typed("stx", _MORE), ("1/2", 2), ("1/2", 2)),
    # Without the spurious mention, Cai & Strube's way for recall: {s,t} and {h}.
    Row("twinless, a spurious name", "lmuc(twinless=cai-strube)", HILLARY, typed("stx", _MORE), ("1/2", 2),
        ("1/2", Fraction(5, 2))),  # h is added to the response, x to the key: ½ + 1 for {s,t,x}, 1 for {h}
]  # fmt: skip
