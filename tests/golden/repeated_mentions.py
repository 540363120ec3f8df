"""A mention that occurs twice: as the official scorer v8.01 counts it, and by our other rules.

Each official case was run through the official scorer (LEA: through its LEA branch), and gives what it printed;
pairwise is the coreference half of BLANC.
"""

from fractions import Fraction

from golden.row import Row, clusters


def case(name, key, response, *rules, blanc, **counted):
    """One example by each metric, the same under each of these rules."""
    sides = clusters(key), clusters(response)
    links, *scores = blanc
    rows = []
    for rule in rules:
        said = f"{name}, {rule}", {"repeated": rule}
        rows += [Row(said[0], metric, *sides, *pair, options=said[1]) for metric, pair in counted.items()]
        rows.append(Row(said[0], "blanc", *sides, *map(Fraction, scores), links=links, options=said[1]))
    return rows


TWO_KEY_ENTITIES = ("in two key entities", "ab cd de", "ab dx")
TWO_RESPONSE_ENTITIES = ("in two response entities, in the key", "ab cd", "ac bc")
TWO_RESPONSE_ENTITIES_SPURIOUS = ("in two response entities, not in the key", "ab dx", "ab dt tu")
ONE_KEY_ENTITY = ("twice in one key entity", "ab ccd", "ab cx")
ONE_RESPONSE_ENTITY = ("twice in one response entity, in the key", "abc", "aab")
ONE_RESPONSE_ENTITY_SPURIOUS = ("twice in one response entity, not in the key", "ab cd", "ab cdtt")

ROWS = [
    # Both copies stay in the key, but mentions are counted by spans: 5. As an entity of d the last one counts.
    *case(
        *TWO_KEY_ENTITIES,
        "official",
        mentions=((3, 5), (3, 4)),
        muc=((1, 3), (1, 2)),
        b3=(("5/2", 6), ("5/2", 4)),
        ceafm=((3, 6), (3, 4)),
        ceafe=(("3/2", 3), ("3/2", 2)),
        lea=((2, 6), (2, 4)),
        pairwise=((1, 3), (1, 2)),
        blanc=(((1, 3, 2), (2, 10, 4)), "4/15", "1/2", "12/35"),  # d is apart from itself: 10 − 1 + 1
    ),
    # The copy in the later entity goes: the response is {a,c} {b}; with `last` it is {a} {b,c}.
    *case(
        *TWO_RESPONSE_ENTITIES,
        "official",
        "first",
        "last",
        mentions=((3, 4), (3, 3)),
        muc=((0, 2), (0, 1)),
        b3=(("3/2", 4), (2, 3)),
        ceafm=((2, 4), (2, 3)),
        ceafe=(("7/6", 2), ("7/6", 2)),  # 2/3 + 2/4
        lea=((0, 4), (0, 3)),
        pairwise=((0, 2), (0, 1)),
        blanc=(((0, 2, 1), (1, 4, 2)), "1/8", "1/4", "1/6"),  # only b and c are right apart
    ),
    # The copies of t go unnoticed: 6 mentions in the response, of 5 spans.
    *case(
        *TWO_RESPONSE_ENTITIES_SPURIOUS,
        "official",
        mentions=((3, 4), (3, 5)),
        muc=((1, 2), (1, 3)),
        b3=(("5/2", 4), ("5/2", 6)),
        ceafm=((3, 4), (3, 6)),
        ceafe=(("3/2", 2), ("3/2", 3)),
        lea=((2, 4), (2, 6)),
        pairwise=((1, 2), (1, 3)),
        blanc=(((1, 2, 3), (2, 4, 10)), "1/2", "4/15", "12/35"),
    ),
    # Kept twice: the overlap of {c,c,d} and {c,x} is 2, and c has a link to itself.
    *case(
        *ONE_KEY_ENTITY,
        "official",
        mentions=((3, 4), (3, 4)),
        muc=((1, 3), (1, 2)),
        b3=(("7/3", 5), ("5/2", 4)),
        ceafm=((4, 5), (4, 4)),
        ceafe=(("9/5", 2), ("9/5", 2)),
        lea=((3, 5), (2, 4)),  # 2 + 3·1/3: c and c are linked in the response too
        pairwise=((1, 3), (1, 2)),
        blanc=(((1, 3, 2), (2, 4, 4)), "5/12", "1/2", "9/20"),
    ),
    # The second copy goes: {a,b}.
    *case(
        *ONE_RESPONSE_ENTITY,
        "official",
        mentions=((2, 3), (2, 2)),
        muc=((1, 2), (1, 1)),
        b3=(("4/3", 3), (2, 2)),
        ceafm=((2, 3), (2, 2)),
        ceafe=(("4/5", 1), ("4/5", 1)),
        lea=((1, 3), (2, 2)),
        pairwise=((1, 3), (1, 1)),
        blanc=(((1, 3, 1), (0, 0, 0)), "1/3", 1, "1/2"),
    ),
    # Unnoticed: {c,d,t,t} has 4 mentions and, with t to itself, 4 links.
    *case(
        *ONE_RESPONSE_ENTITY_SPURIOUS,
        "official",
        mentions=((4, 4), (4, 5)),
        muc=((2, 2), (2, 4)),
        b3=((4, 4), (3, 6)),
        ceafm=((4, 4), (4, 6)),
        ceafe=(("5/3", 2), ("5/3", 2)),
        lea=((4, 4), ("8/3", 6)),  # 2 + 4·1/6
        pairwise=((2, 2), (2, 5)),
        blanc=(((2, 2, 5), (4, 4, 6)), 1, "8/15", "24/35"),
    ),
    # Our other rules make a partition first, and score that.
    *case(  # {a,b} {c,d} {e}, or {a,b} {c} {d,e}
        *TWO_KEY_ENTITIES,
        "first",
        "last",
        mentions=((3, 5), (3, 4)),
        muc=((1, 2), (1, 2)),
        b3=(("5/2", 5), ("5/2", 4)),
        ceafm=((3, 5), (3, 4)),
        ceafe=(("3/2", 3), ("3/2", 2)),
        lea=((2, 5), (2, 4)),
        pairwise=((1, 2), (1, 2)),
        blanc=(((1, 2, 2), (2, 8, 4)), "3/8", "1/2", "5/12"),
    ),
    *case(  # {a,b} {c,d,e}
        *TWO_KEY_ENTITIES,
        "merge",
        mentions=((3, 5), (3, 4)),
        muc=((1, 3), (1, 2)),
        b3=(("7/3", 5), ("5/2", 4)),
        ceafm=((3, 5), (3, 4)),
        ceafe=(("7/5", 2), ("7/5", 2)),
        lea=((2, 5), (2, 4)),
        pairwise=((1, 4), (1, 2)),
        blanc=(((1, 4, 2), (2, 6, 4)), "7/24", "1/2", "11/30"),
    ),
    *case(  # {a,b,c}
        *TWO_RESPONSE_ENTITIES,
        "merge",
        mentions=((3, 4), (3, 3)),
        muc=((1, 2), (1, 2)),
        b3=(("5/2", 4), ("5/3", 3)),
        ceafm=((2, 4), (2, 3)),
        ceafe=(("4/5", 2), ("4/5", 1)),
        lea=((2, 4), (1, 3)),
        pairwise=((1, 2), (1, 3)),
        blanc=(((1, 2, 3), (0, 4, 0)), "1/4", "1/6", "1/5"),
    ),
]

# Where the mention decides: with `first` c stays with its twin a, with `last` with its twin b.
ROWS += [
    Row("first against last", "muc", clusters("ac b"), clusters("ac bc"), *counts, options={"repeated": rule})
    for rule, counts in {"first": ((1, 1), (1, 1)), "last": ((0, 1), (0, 1)), "merge": ((1, 1), (1, 2))}.items()
]
ROWS += [
    Row("twice in one entity", "muc", clusters("abc"), clusters("aab"), (1, 2), (1, 1), options={"repeated": rule})
    for rule in ("first", "last", "merge")
]
