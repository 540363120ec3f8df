"""The numbers that the four papers print for partitions, and what follows from their examples in exact fractions.

Printed numbers and partitions are the files that `corefscope lab papers` reads, read here by other code. A number on
the list of known differences, which gives the arithmetic of each, is expected as it should have been printed.
"""

import csv
from fractions import Fraction
from importlib.resources import files

from corefscope import Document, Mention
from golden.row import Printed, Row

TITLES = {
    "pradhan2014": "Pradhan et al. 2014",
    "recasens2011": "Recasens & Hovy 2011",
    "chen2013": "Chen & Ng 2013",
    "moosavi2016": "Moosavi & Strube 2016",
}


def read(name):
    path = files("corefscope.lab.papers") / "data" / f"{name}.csv"
    return list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))


def partition(text):
    """`1-5 6,7` → {1,…,5} and {6,7}; `abc de` → {a,b,c} and {d,e}."""
    entities = []
    for word in text.split():
        ends = [part.split("-") for part in word.split(",")] if word[0].isdigit() else []
        numbers = [number for part in ends for number in range(int(part[0]), int(part[-1]) + 1)]
        entities.append(numbers or list(word))
    return entities


def typed(entities, types):
    """A document of mentions that have types."""
    made = [[Mention(ord(each), ord(each) + 1, type=types[each]) for each in entity] for entity in entities]
    return [Document("example", made)]


def _examples():
    """By place, as `recasens2011 Table 8`, the key and the responses by their names; and the types of mentions."""
    sides, types = {}, {}
    for row in read("partitions"):
        place, entities = f"{row['paper']} {row['example']}", partition(row["entities"])
        if row["side"] in ("name", "nominal", "pronoun"):
            types.setdefault(place, {}).update({each: row["side"] for entity in entities for each in entity})
        else:
            sides.setdefault(place, {})[row["side"]] = entities
    return sides, types


PARTITIONS, TYPES = _examples()
SIDES = {
    place: {name: typed(one, TYPES[place]) if place in TYPES else one for name, one in sides.items()}
    for place, sides in PARTITIONS.items()
}
SECTIONS = {(row["paper"], row["section"]): row for row in read("sections")}
KNOWN = {tuple(row[name] for name in ("paper", "section", "row", "column", "printed")): row for row in read("known")}
FIELDS = ("recall", "precision", "f1")
ROWS = []  # numbers that are recall, precision or F1 of a metric
COUNTED = []  # (source, place, response, what is counted, printed): entities, singletons, mentions and links
DASHES = []  # (place, response, metric, field): nothing is printed

for _row in read("numbers"):
    _place = tuple(_row[name] for name in ("paper", "section", "row", "column", "printed"))
    _section, _known = SECTIONS[_place[:2]], KNOWN.get(_place)
    _example, _response, _text = _section["example"], _row["response"], _row["printed"]
    _metric, *_path = _row["quantity"].split() or [""]
    _source = f"{TITLES[_row['paper']]}, {_row['section']}, {_row['row']}, {_row['column']}"
    if _text == "—":
        DASHES.append((_example, _response, _metric, _path[0]))
    elif _path and "@" not in _row["quantity"]:
        _sides = SIDES[_example]["key"], SIDES[_example][_response]
        _value = Printed(_known["ours"] if _known else _text, _section["digits"] == "cut off", int(_section["scale"]))
        if _path[-1] in FIELDS and len(_path) == 1:
            ROWS.append(Row(_source, _metric, *_sides, **{_path[0]: _value}))
        else:
            COUNTED.append((_source, _example, _response, _row["quantity"], _value))
    elif _metric and "@" not in _metric:
        COUNTED.append((_source, _example, _response, _metric, _known["ours"] if _known else _text))


# Pradhan et al. 2014, §4, exactly. The paper prints two decimals; three of its F1 were computed from recall and
# precision that had already been rounded.
KEY, RESPONSE = (PARTITIONS["pradhan2014 §4"][side] for side in ("key", "response"))


def _exact(section, metric, recall, precision, f1, links=None, sides=(KEY, RESPONSE)):
    ROWS.append(Row(f"{section}, exactly", metric, *sides, recall, precision, f1 and Fraction(f1), links))


# “Mention e is missing from the response, and mentions h and i are spurious”: 6 of 7 and 6 of 8.
_exact("Pradhan et al. 2014, §4", "mentions", (6, 7), (6, 8), "4/5")
# R = ((3−2)+(4−3)) / ((3−1)+(4−1)) = 0.40; P = ((2−1)+(2−2)+(4−3)) / ((2−1)+(2−1)+(4−1)) = 0.40; F1 0.40.
_exact("Pradhan et al. 2014, §4.1", "muc", (2, 5), (2, 5), "2/5")
# R = 1/7 × 35/12 ≈ 0.42; P = 1/8 × 4/1 = 0.50.
_exact("Pradhan et al. 2014, §4.2", "b3", ("35/12", 7), (4, 8), "5/11")
# R = (2+2)/(3+4) ≈ 0.57; P = (2+2)/(2+2+4) = 0.50; F1 0.53.
_exact("Pradhan et al. 2014, §4.3", "ceafm", (4, 7), (4, 8), "8/15")
# φ4 sums to 4/5 + 4/8 = 1.3; R = 1.3/2 = 0.65; P = 1.3/3 ≈ 0.43; F1 0.52.
_exact("Pradhan et al. 2014, §4.3", "ceafe", ("13/10", 2), ("13/10", 3), "13/25")
# R_c = 2/9, P_c = 2/8, R_n = 8/12, P_n = 8/20; BLANC is (4/17 + 1/2)/2.
_links = ((2, 9, 8), (8, 12, 20))
_exact("Pradhan et al. 2014, §4.4", "blanc", Fraction(4, 9), Fraction(13, 40), "25/68", _links)
# The mean of the F1 of MUC, B³ and CEAFe, as §1 defines it; and the coreference half of BLANC alone.
_conll = (Fraction(2, 5) + Fraction(5, 11) + Fraction(13, 25)) / 3
_exact("Pradhan et al. 2014, §1 on the example of §4", "conll", None, None, _conll)
_exact("Pradhan et al. 2014, §4.4", "pairwise", (2, 9), (2, 8), "4/17")
# Moosavi & Strube 2016, §5: R = (3·1/3 + 4·1/6)/(3+4), P = (2·1/1 + 2·0/1 + 4·1/6)/(2+2+4).
_exact("Moosavi & Strube 2016, §5", "lea", ("5/3", 7), ("8/3", 8), "5/18")
# §4: “If entity k is a singleton, link(k ∩ r) is one only if r is a singleton and contains the same mention.”
_sides = (partition("a b"), partition("a bc"))
_exact("Moosavi & Strube 2016, §4", "lea", (1, 2), (1, 3), "2/5", sides=_sides)
# Table 3, cr2: the key is one entity, so that BLANC is its coreference half, R = C(4,2)/C(8,2) and P = 6/6.
_sides = tuple(PARTITIONS["moosavi2016 Table 2"][side] for side in ("key", "cr2"))
_links = ((6, 28, 6), (0, 0, 0))
_exact("Moosavi & Strube 2016, Table 3", "blanc", Fraction(6, 28), Fraction(1), "12/34", _links, _sides)
# Pradhan et al. 2014, §2, on the example of Cai & Strube (2010): 0.333 = (4/3)/4, which the paper prints for the added
# singleton {c}, needs it to be a mention that the key does not have.
for _text, _precision in (("abd", ("4/3", 3)), ("abd c", ("7/3", 4)), ("abd x", ("4/3", 4))):
    _sides = (partition("abc"), partition(_text))
    _exact(f"Pradhan et al. 2014, §2, {_text}", "b3", None, _precision, None, sides=_sides)

# Chen & Ng 2013, §1: Hillary Clinton (h), she (s), she (t) are one entity. R1 links h and s, R2 links s and t; the
# third mention is a singleton of theirs.
HILLARY, R1, R2 = (SIDES["chen2013 §1"][side] for side in ("key", "R1", "R2"))
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
    for _response, (_recall, _precision) in zip((R1, R2), _responses, strict=True):
        _recall, _precision = ((_sum, Fraction(_whole)) for _sum, _whole in (_recall, _precision))
        _exact("Chen & Ng 2013, §1", _metric, _recall, _precision, None, sides=(HILLARY, _response))

# On predicted mentions, ours: x is a name that the key does not have. Its link with a weighs a name's 1.
_SPURIOUS = (HILLARY, typed(partition("stx"), {**TYPES["chen2013 §1"], "x": "name"}))
for _metric, _recall, _precision in (
    ("lmuc", ("1/2", 2), ("1/2", Fraction(3, 2))),  # the right link of pronouns, ½, and the spurious link of x, 1
    ("lb3", ("1/2", 3), ("2/3", 3)),  # 2·½/2 and 2·½/1½
    ("lmuc(symmetric=true)", ("1/2", 2), ("1/2", 2)),
    # Without the spurious mention, Cai & Strube's way for recall: {s,t} and {h}. For precision h is added to the
    # response, x to the key: ½ + 1 for {s,t,x}, 1 for {h}.
    ("lmuc(twinless=cai-strube)", ("1/2", 2), ("1/2", Fraction(5, 2))),
):
    _exact("a spurious name", _metric, _recall, _precision, None, sides=_SPURIOUS)

# MUC and pairwise of singletons are printed “—”: there is no link, so that precision is 0/0. Recall is defined.
for _place, _response, _metric, _recall in (
    ("recasens2011 Figure 3", "(d)", "muc", (0, 9)),
    ("recasens2011 Figure 3", "(d)", "pairwise", (0, 21)),
    ("recasens2011 Table 8", "G", "muc", (0, 6)),
    ("recasens2011 Table 12", "A", "muc", (0, 1)),
):
    _sides = tuple(PARTITIONS[_place][side] for side in ("key", _response))
    _exact(f"{_place}, dashes", _metric, _recall, (0, 0), None, sides=_sides)
