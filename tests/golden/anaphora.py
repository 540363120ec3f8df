"""Split antecedents: the worked examples of the test suite of the Universal Anaphora scorers, by hand; bridging and
markables that refer to nothing.

`[ac]fg` is the entity {f, g} with the set of the entities of a and c. Expectations are fractions of recall and
precision, computed by hand from Paun et al. (2022).
"""

from fractions import Fraction

from golden.row import UNDEFINED, Row
from support.inputs.anaphora import side

KEEP = {"split": "keep"}
PA, PB = "ab cd e [ac]fg", "ab cd e [ac]fg [ae]h"
METRICS = ("muc", "b3", "ceafm", "ceafe", "lea")


def f1(recall, precision):
    return 2 * recall * precision / (recall + precision)


def rows(source, key, response, *expected, blanc=None):
    """Recall and precision of MUC, B³, CEAFm, CEAFe, LEA, each `R P` as fractions."""
    for metric, text in zip(METRICS, expected, strict=True):
        recall, precision = map(Fraction, text.split())
        yield Row(source, metric, [side(key)], [side(response)], recall, precision, f1(recall, precision), options=KEEP)
    if blanc is not None:
        yield Row(source, "blanc", [side(key)], [side(response)], f1=Fraction(blanc), options=KEEP)


def alone(source, key, response, **expected):
    """Sets alone: numerator and denominator of recall and precision."""
    for metric, (recall, precision) in expected.items():
        name = "split" if metric == "lea" else f"split(metric={metric})"
        yield Row(source, name, [side(key)], [side(response)], recall, precision, options=KEEP)


# An exact fraction of B³: {[ac]fg} against the same with the set [ace], 2 + 4/5 of 3 mentions.
B3_PA5 = (5 + Fraction(14, 5) ** 2 / 3) / 8
# TC-PA-6: [ae] has half of the mentions of [ac] in MUC, 2/4 and 2/3 of them in B³ and LEA, F1 4/7.
B3_PA6_R, B3_PA6_P = (5 + Fraction(5, 2) ** 2 / 3) / 8, (5 + Fraction(8, 3) ** 2 / 3) / 8
# A set is as good as its members are clustered. {ab} {c} for {ab} {cd}: MUC 1/2 and 1/2, B³ (2 + 1/2)/4 and 1, CEAFm
# 3/4 and 3/3, CEAFe (1 + 2/3)/2, LEA 2/4 and 2/3. LEA P is (2 + 0 + 1 + 3·(1 + 2·2/3)/3)/7.
B3_C = (2 + Fraction(1, 2) + 1 + Fraction(21, 8) ** 2 / 3) / 8
# {ab} {cde}: e is not among the key's members. MUC 2/2 and 2/3, B³ 1 and (2 + 4/3)/5, CEAFm 4/4 and 4/5, CEAFe
# (1 + 4/5)/2, LEA 1 and 3/5. In the texts themselves e is a mention of the key: B³ P of {cde} is (4 + 1)/3.
B3_CDE = (2 + Fraction(5, 3) + Fraction(8, 3) ** 2 / 3) / 8
ROWS = [
    *rows("a perfect set", PA, PA, "1 1", "1 1", "1 1", "1 1", "1 1", blanc=1),
    *rows("TC-PA-1: any mention names the member", PA, "ab cd e [bd]fg", "1 1", "1 1", "1 1", "1 1", "1 1", blanc=1),
    *rows("set missing", PA, "ab cd e fg", "3/4 1", "19/24 1", "7/8 1", "19/20 19/20", "6/8 1"),
    *rows(
        "TC-PA-6", PA, "ab cd e [ae]fg", "7/8 7/8", f"{B3_PA6_R} {B3_PA6_P}", "53/56 53/56", "23/24 23/24", "7/8 11/12"
    ),
    *rows("TC-PA-5", PA, "ab cd e [ace]fg", "1 11/12", f"1 {B3_PA5}", "71/72 71/72", "59/60 59/60", "1 19/20"),
    *rows("{c} for {cd}", PA, "ab c e [ac]fg", "5/8 5/6", f"{B3_C} 1", "6/7 48/49", "65/72 65/72", "5/8 16/21"),
    *rows("{cde}", PA, "ab cde [ac]fg", "1 11/15", f"1 {B3_CDE}", "31/36 31/36", "83/120 83/90", "7/8 13/20"),
    *rows(
        "[ab]: one entity by both mentions",
        PA,
        "ab cd e [ab]fg",
        "7/8 1",
        f"{B3_PA6_R} 1",
        "23/24 23/24",
        "35/36 35/36",
        "7/8 1",
    ),
    *rows("a set shared by two", PA, "ab cd e [ac]f [bce]g", "3/4 3/4", "5/6 5/6", "7/8 7/9", "19/20 19/25", "6/8 7/9"),
    *rows("equal sets are one entity", PA, "ab cd e [ac]f [bc]g", "1 1", "1 1", "1 1", "1 1", "1 1", blanc=1),
    *rows(
        "PB: {[ac]fg} {[ace]h}",
        PB,
        "ab cd e [ac]fg [ace]h",
        "1 14/15",
        "1 116/125",
        "39/40 39/40",
        "49/50 49/50",
        "1 23/25",
    ),
    *rows("PB: {[ac]fgh}", PB, "ab cd e [ac]fgh", "4/5 4/5", "17/20 5/6", "4/5 8/9", "27/35 27/28", "4/5 7/9"),
    # §4: utterances u v w and pronouns p q; the response has v with a wrong border, which is another mention.
    *rows("deixis", "u v [uv]p wq", "u x [ux]p wq", "3/4 3/4", "11/16 11/16", "3/4 3/4", "11/16 11/16", "2/3 2/3"),
    # The half of coreference links is 5/5; of 23 others, 18 are between mentions, and 5 of the set's have 2/3.
    Row(
        "TC-PA-5", "blanc", [side(PA)], [side("ab cd e [ace]fg")], f1=(1 + Fraction(18 * 3 + 10, 69)) / 2, options=KEEP
    ),
    # Both scorers give .6913, .7580 or .8246 here, by the order of a hash table. Coreference: of {ab} {cd} and {ab} {e}
    # the sets share {ab}: R 1/2, P 1/1, F 2/3; (3 + 2·2/3)/5. Others: a e and b e are no links of the key: F 0; 18/23.
    Row(
        "TC-PA-6",
        "blanc",
        [side(PA)],
        [side("ab cd e [ae]fg")],
        f1=(Fraction(13, 15) + Fraction(18, 23)) / 2,
        options=KEEP,
    ),
    # Both scorers give .85513 here. Coreference: 3 links of mentions, 2 of [ac]; [ae] and [ace] share {ab}, R 1/1,
    # P 1/2, F 2/3: (5 + 2/3)/6. Others: 25 of mentions, 6 of [ac]; a e and b e of 8 links of [ace], R 2/2, P 2/8,
    # F 2/5: 7·2/5 with mentions, and 1·2/5 between the two sets: (25 + 6 + 16/5)/39.
    Row(
        "TC-PB-3",
        "blanc",
        [side(PB)],
        [side("ab cd e [ac]fg [ace]h")],
        f1=(Fraction(17, 18) + Fraction(171, 195)) / 2,
        options=KEEP,
    ),
    # Sets of singletons have no coreference links, but they are equal: δ is 1 in both halves.
    Row("sets of singletons", "blanc", [side("a b [ab]fg")], [side("a b [ab]fg")], f1=Fraction(1), options=KEEP),
    *alone(
        "TC-PA-5",
        PA,
        "ab cd e [ace]fg",
        muc=((2, 2), (2, 3)),
        b3=((4, 4), (4, 5)),
        ceafe=((2, 2), (2, 3)),
        lea=((4, 4), (4, 5)),
    ),
    *alone("a set on one side only", PA, "ab cd e fg", muc=((0, 2), (0, 0)), ceafm=((0, 4), (0, 0))),
    *alone("two sets of which one is paired", PB, "ab cd e [ac]fgh", muc=((2, 4), (2, 2)), lea=((4, 7), (4, 4))),
    Row("no sets", "split", [side("ab")], [side("ab")], UNDEFINED, UNDEFINED, UNDEFINED, options=KEEP),
]


def bridging(source, level, key, response, recall, precision, **options):
    sides = ([side(*map(str.strip, each.split("/")))] for each in (key, response))
    return Row(
        source,
        "bridging" if level == "entity" else f"bridging(level={level})",
        *sides,
        recall,
        precision,
        options=options,
    )


# Key a b one entity, p refers to nothing.
KEY = "ab c d e f g / p / c>a d>b e>p g>c"
RESPONSE = "a b c d e f g / p / c>b d>e e>p f>a"
ROWS += [
    bridging("anaphors", "anaphor", KEY, RESPONSE, (3, 4), (3, 4)),
    bridging("antecedents", "mention", KEY, RESPONSE, (1, 4), (1, 4)),
    bridging("entities", "entity", KEY, RESPONSE, (2, 4), (2, 4)),
    # Without {a b} of the response nothing changes, without that of the key it would.
    bridging(
        "entities of the response play no part", "entity", KEY, "ab c d e f g / p / c>b d>e e>p f>a", (2, 4), (2, 4)
    ),
    bridging(
        "singletons dropped in the key", "entity", "a b c / / c>a", "a b c / / c>a", (1, 1), (1, 1), singletons="drop"
    ),
    # x is no markable of the response: the pair counts, and a pair less would not raise precision.
    bridging("an unknown markable of the response", "entity", "a c d / / c>a d>a", "a c d / / c>a d>x", (1, 2), (1, 2)),
    bridging("an unknown markable of the key", "entity", "a c d / / c>a d>x", "a c d / / c>a", (1, 2), (1, 1)),
    bridging("none in the response", "entity", "a c / / c>a", "a c / / ", (0, 1), (0, 0)),
    bridging("several antecedents", "entity", "ab c d / / d>a d>c", "ab c d / / d>b d>a", (1, 2), (1, 2)),
    bridging("several antecedents, one anaphor", "anaphor", "ab c d / / d>a d>c", "ab c d / / d>b", (1, 1), (1, 1)),
    Row("expletives", "nonreferring", [side("ab", "pq")], [side("abp", "qr")], (1, 2), (1, 2)),
    Row(
        "one kind",
        "nonreferring(kind=expletive)",
        [side("ab", "pqr", kinds=["expletive", "expletive", "predicate"])],
        [side("ab", "pqr", kinds=["expletive", "predicate", "predicate"])],
        (1, 2),
        (1, 1),
    ),
    Row(
        "all kinds alike",
        "nonreferring",
        [side("ab", "pq", kinds=["expletive", "predicate"])],
        [side("ab", "pq", kinds=["predicate", "predicate"])],
        (2, 2),
        (2, 2),
    ),
]
