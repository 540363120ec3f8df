"""Our own small cases: what can be missing, spurious, cut up, lumped together or empty, for every metric.

Each case gives for every metric recall and precision as numerator and denominator (0/0: undefined), then F1.
BLANC gives its links (both, key, response) of either kind, then recall, precision, F1. CoNLL is the mean F1.
"""

from fractions import Fraction

from golden.row import UNDEFINED, Row, clusters

COUNTED = ("mentions", "muc", "b3", "ceafm", "ceafe", "lea", "pairwise")


def case(name, key, response, *, blanc, conll, **counted):
    sides = clusters(key), clusters(response)
    assert set(counted) == set(COUNTED)
    rows = [
        Row(name, metric, *sides, recall, precision, _exactly(f1))
        for metric, (recall, precision, f1) in counted.items()
    ]
    links, *scores = blanc
    rows.append(Row(name, "blanc", *sides, *map(_exactly, scores), links=links))
    rows.append(Row(name, "conll", *sides, f1=_exactly(conll)))
    return rows


def _exactly(value):
    return value if value == UNDEFINED else Fraction(value)


# Seven mentions in entities of 4, 2 and 1: 4 minimal links, 7 coreference links, 21 − 7 = 14 non-coreference links.
KEY = "abcd ef g"

ROWS = [
    *case(
        "perfect response",
        KEY,
        KEY,
        mentions=((7, 7), (7, 7), 1),
        muc=((4, 4), (4, 4), 1),
        b3=((7, 7), (7, 7), 1),
        ceafm=((7, 7), (7, 7), 1),
        ceafe=((3, 3), (3, 3), 1),
        lea=((7, 7), (7, 7), 1),
        pairwise=((7, 7), (7, 7), 1),
        blanc=(((7, 7, 7), (14, 14, 14)), 1, 1, 1),
        conll=1,
    ),
    *case(
        "missing mentions",  # d, f and g are not found; e becomes a singleton
        KEY,
        "abc e",
        mentions=((4, 7), (4, 4), "8/11"),
        muc=((2, 4), (2, 2), "2/3"),
        b3=(("11/4", 7), (4, 4), "22/39"),  # 3²/4 + 1²/2; 3²/3 + 1²/1
        ceafm=((4, 7), (4, 4), "8/11"),
        ceafe=(("32/21", 3), ("32/21", 2), "64/105"),  # 6/7 + 2/3
        lea=((2, 7), (3, 4), "12/29"),  # 4·3/6; e was no singleton
        pairwise=((3, 7), (3, 3), "3/5"),
        blanc=(((3, 7, 3), (3, 14, 3)), "9/28", 1, "81/170"),  # F: (3/5 + 6/17)/2
        conll=(Fraction(2, 3) + Fraction(22, 39) + Fraction(64, 105)) / 3,
    ),
    *case(
        "spurious mentions",  # x joins an entity, y and z make one
        KEY,
        "abcd efx g yz",
        mentions=((7, 7), (7, 10), "14/17"),
        muc=((4, 4), (4, 6), "4/5"),
        b3=((7, 7), ("19/3", 10), "38/49"),  # 4 + 2²/3 + 1
        ceafm=((7, 7), (7, 10), "14/17"),
        ceafe=(("14/5", 3), ("14/5", 4), "4/5"),  # 1 + 4/5 + 1
        lea=((7, 7), (6, 10), "3/4"),  # 4 + 3·1/3 + 1 + 0
        pairwise=((7, 7), (7, 10), "14/17"),
        blanc=(((7, 7, 10), (14, 14, 35)), 1, "11/20", "83/119"),  # F: (14/17 + 4/7)/2
        conll=(Fraction(4, 5) + Fraction(38, 49) + Fraction(4, 5)) / 3,
    ),
    *case(
        "entities that overlap",  # two entities cut across two others; the singleton gains a spurious mention
        KEY,
        "abe cdf gx",
        mentions=((7, 7), (7, 8), "14/15"),
        muc=((2, 4), (2, 5), "4/9"),
        b3=((4, 7), ("23/6", 8), "184/353"),  # 4/4 + 4/4 + 1/2 + 1/2 + 1; 4/3 + 1/3 + 4/3 + 1/3 + 1/2
        ceafm=((4, 7), (4, 8), "8/15"),  # 2 + 1 + 1: both large entities would like the same partner
        ceafe=(("172/105", 3), ("172/105", 3), "172/315"),  # 4/7 + 2/5 + 2/3
        lea=(("4/3", 7), (2, 8), "8/37"),  # 4·2/6; 3·1/3 + 3·1/3
        pairwise=((2, 7), (2, 7), "2/7"),
        blanc=(((2, 7, 7), (10, 14, 21)), "1/2", "8/21", "3/7"),  # right apart: 21 − 7 − 6 + 2
        conll=(Fraction(4, 9) + Fraction(184, 353) + Fraction(172, 315)) / 3,
    ),
    *case(
        "all singletons",
        KEY,
        "a b c d e f g",
        mentions=((7, 7), (7, 7), 1),
        muc=((0, 4), (0, 0), 0),
        b3=((3, 7), (7, 7), "3/5"),
        ceafm=((3, 7), (3, 7), "3/7"),
        ceafe=(("31/15", 3), ("31/15", 7), "31/75"),  # 2/5 + 2/3 + 1
        lea=((1, 7), (1, 7), "1/7"),
        pairwise=((0, 7), (0, 0), 0),
        blanc=(((0, 7, 0), (14, 14, 21)), "1/2", "1/3", "2/5"),
        conll=(Fraction(3, 5) + Fraction(31, 75)) / 3,
    ),
    *case(
        "one entity",
        KEY,
        "abcdefg",
        mentions=((7, 7), (7, 7), 1),
        muc=((4, 4), (4, 6), "4/5"),
        b3=((7, 7), (3, 7), "3/5"),  # (16 + 4 + 1)/7
        ceafm=((4, 7), (4, 7), "4/7"),
        ceafe=(("8/11", 3), ("8/11", 1), "4/11"),
        lea=((6, 7), ("7/3", 7), "12/25"),  # g is no singleton any more; 7·7/21
        pairwise=((7, 7), (7, 21), "1/2"),
        blanc=(((7, 7, 21), (0, 14, 0)), "1/2", "1/6", "1/4"),
        conll=(Fraction(4, 5) + Fraction(3, 5) + Fraction(4, 11)) / 3,
    ),
    *case(
        "no mention in common",
        "ab cd",
        "wx yz",
        mentions=((0, 4), (0, 4), 0),
        muc=((0, 2), (0, 2), 0),
        b3=((0, 4), (0, 4), 0),
        ceafm=((0, 4), (0, 4), 0),
        ceafe=((0, 2), (0, 2), 0),
        lea=((0, 4), (0, 4), 0),
        pairwise=((0, 2), (0, 2), 0),
        blanc=(((0, 2, 2), (0, 4, 4)), 0, 0, 0),
        conll=0,
    ),
    *case(
        "empty key",
        "",
        "ab c",
        mentions=((0, 0), (0, 3), 0),
        muc=((0, 0), (0, 1), 0),
        b3=((0, 0), (0, 3), 0),
        ceafm=((0, 0), (0, 3), 0),
        ceafe=((0, 0), (0, 2), 0),
        lea=((0, 0), (0, 3), 0),
        pairwise=((0, 0), (0, 1), 0),
        blanc=(((0, 0, 1), (0, 0, 2)), UNDEFINED, UNDEFINED, UNDEFINED),
        conll=0,
    ),
    *case(
        "empty response",
        "ab c",
        "",
        mentions=((0, 3), (0, 0), 0),
        muc=((0, 1), (0, 0), 0),
        b3=((0, 3), (0, 0), 0),
        ceafm=((0, 3), (0, 0), 0),
        ceafe=((0, 2), (0, 0), 0),
        lea=((0, 3), (0, 0), 0),
        pairwise=((0, 1), (0, 0), 0),
        blanc=(((0, 1, 0), (0, 2, 0)), 0, UNDEFINED, 0),
        conll=0,
    ),
    *case(
        "both empty",
        "",
        "",
        mentions=((0, 0), (0, 0), UNDEFINED),
        muc=((0, 0), (0, 0), UNDEFINED),
        b3=((0, 0), (0, 0), UNDEFINED),
        ceafm=((0, 0), (0, 0), UNDEFINED),
        ceafe=((0, 0), (0, 0), UNDEFINED),
        lea=((0, 0), (0, 0), UNDEFINED),
        pairwise=((0, 0), (0, 0), UNDEFINED),
        blanc=(((0, 0, 0), (0, 0, 0)), UNDEFINED, UNDEFINED, UNDEFINED),
        conll=UNDEFINED,
    ),
    *case(
        "one mention, found",  # it has no link of any kind: MUC and BLANC are 0, as in the official scorer
        "a",
        "a",
        mentions=((1, 1), (1, 1), 1),
        muc=((0, 0), (0, 0), UNDEFINED),
        b3=((1, 1), (1, 1), 1),
        ceafm=((1, 1), (1, 1), 1),
        ceafe=((1, 1), (1, 1), 1),
        lea=((1, 1), (1, 1), 1),
        pairwise=((0, 0), (0, 0), UNDEFINED),
        blanc=(((0, 0, 0), (0, 0, 0)), UNDEFINED, UNDEFINED, UNDEFINED),
        conll="2/3",
    ),
    *case(
        "one mention, another found",
        "a",
        "x",
        mentions=((0, 1), (0, 1), 0),
        muc=((0, 0), (0, 0), UNDEFINED),
        b3=((0, 1), (0, 1), 0),
        ceafm=((0, 1), (0, 1), 0),
        ceafe=((0, 1), (0, 1), 0),
        lea=((0, 1), (0, 1), 0),
        pairwise=((0, 0), (0, 0), UNDEFINED),
        blanc=(((0, 0, 0), (0, 0, 0)), UNDEFINED, UNDEFINED, UNDEFINED),
        conll=0,
    ),
    *case(
        "singletons only, on both sides",
        "a b c",
        "a b d",
        mentions=((2, 3), (2, 3), "2/3"),
        muc=((0, 0), (0, 0), UNDEFINED),
        b3=((2, 3), (2, 3), "2/3"),
        ceafm=((2, 3), (2, 3), "2/3"),
        ceafe=((2, 3), (2, 3), "2/3"),
        lea=((2, 3), (2, 3), "2/3"),
        pairwise=((0, 0), (0, 0), UNDEFINED),
        blanc=(((0, 0, 0), (1, 3, 3)), "1/3", "1/3", "1/3"),  # the key has no coreference links: the other half
        conll="4/9",
    ),
    *case(
        "singletons only, in the response",
        "ab cd",
        "a b c d",
        mentions=((4, 4), (4, 4), 1),
        muc=((0, 2), (0, 0), 0),
        b3=((2, 4), (4, 4), "2/3"),
        ceafm=((2, 4), (2, 4), "1/2"),
        ceafe=(("4/3", 2), ("4/3", 4), "4/9"),
        lea=((0, 4), (0, 4), 0),
        pairwise=((0, 2), (0, 0), 0),
        blanc=(((0, 2, 0), (4, 4, 6)), "1/2", "1/3", "2/5"),
        conll=(Fraction(2, 3) + Fraction(4, 9)) / 3,
    ),
    *case(
        "singletons only, in the key",
        "a b c d",
        "ab cd",
        mentions=((4, 4), (4, 4), 1),
        muc=((0, 0), (0, 2), 0),
        b3=((4, 4), (2, 4), "2/3"),
        ceafm=((2, 4), (2, 4), "1/2"),
        ceafe=(("4/3", 4), ("4/3", 2), "4/9"),
        lea=((0, 4), (0, 4), 0),
        pairwise=((0, 0), (0, 2), 0),
        blanc=(((0, 0, 2), (4, 6, 4)), "2/3", 1, "4/5"),
        conll=(Fraction(2, 3) + Fraction(4, 9)) / 3,
    ),
]


def boundary(name, key, response, links, recall, precision, f1):
    sides = clusters(key), clusters(response)
    return Row(f"BLANC, {name}", "blanc", *sides, *map(_exactly, (recall, precision, f1)), links=links)


# Recasens & Hovy (2011), §4.1.2, in the order of its four points; the official scorer agrees.
ROWS += [
    boundary("one entity, and so in the key", "abc", "abc", ((3, 3, 3), (0, 0, 0)), 1, 1, 1),
    boundary("one entity against singletons", "a b c", "abc", ((0, 0, 3), (0, 3, 0)), 0, UNDEFINED, 0),
    boundary("one entity against links of both kinds", "ab c", "abc", ((1, 1, 3), (0, 2, 0)), "1/2", "1/6", "1/4"),
    boundary("singletons, and so in the key", "a b c", "a b c", ((0, 0, 0), (3, 3, 3)), 1, 1, 1),
    boundary("singletons against one entity", "abc", "a b c", ((0, 3, 0), (0, 0, 3)), 0, UNDEFINED, 0),
    boundary("singletons against links of both kinds", "ab c", "a b c", ((0, 1, 0), (2, 2, 3)), "1/2", "1/3", "2/5"),
    boundary("no right coreference link", "ab c", "a bc", ((0, 1, 1), (1, 2, 2)), "1/4", "1/4", "1/4"),
    boundary("no right non-coreference link", "ab cx", "ab dy", ((1, 2, 2), (0, 4, 4)), "1/4", "1/4", "1/4"),
    boundary("links of both kinds against one entity", "abc", "ab c", ((1, 3, 1), (0, 0, 2)), "1/3", 1, "1/2"),
    boundary("links of both kinds against singletons", "a b c", "ab c", ((0, 0, 1), (2, 3, 2)), "2/3", 1, "4/5"),
]
