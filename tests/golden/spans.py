"""Our own small cases for what depends on spans and their order: MOR and the score of zeros.

Mentions are texts, see `spans`. Expectations are numerator and denominator of recall and precision, then F1.
"""

from fractions import Fraction

from golden.row import UNDEFINED, Row
from support.inputs.spans import mention, side


def row(name, metric, key, response, recall, precision, f1, **options):
    """Entities are separated by `|`."""
    sides = [side(*filter(None, (entity.strip() for entity in text.split("|")))) for text in (key, response)]
    value = f1 if f1 == UNDEFINED else Fraction(f1)
    return Row(name, metric, *sides, recall, precision, value, options=options)


ROWS = [
    # MOR: words in common, of all words in mentions. Entities play no part.
    row("perfect response", "mor", "0-4 6", "0-4|6", (6, 6), (6, 6), 1),
    row("words too many", "mor", "0-2", "0-4", (3, 3), (3, 5), "3/4"),
    row("words missing", "mor", "0-4", "2-4", (3, 5), (3, 3), "3/4"),
    row("shifted", "mor", "0-3", "2-5", (2, 4), (2, 4), "1/2"),
    row("nothing in common", "mor", "0-3", "4-5", (0, 4), (0, 2), 0),
    row("mentions that are missing and spurious", "mor", "0-1 6-8", "0-1 10", (2, 5), (2, 3), "1/2"),
    # One to one: of the three words of 0-2 only those of one partner count.
    row("one mention for two", "mor", "0-2", "0 1-2", (2, 3), (2, 3), "2/3"),
    # 0-3 would share 3 words with 1-4, but then 2-5 has only 0-1 left, which it does not touch: 3 + 0. The other
    # way round it is 2 + 3.
    row("the largest sum", "mor", "0-3 2-5", "1-4 0-1", (5, 8), (5, 6), "5/7"),
    row("words in a gap do not count", "mor", "0,4", "0-4", (2, 2), (2, 5), "4/7"),
    row("two that lie in each other's gaps", "mor", "0,2", "1,3", (0, 2), (0, 2), 0),
    row("zeros are words", "mor", "3.1 4", "3.1 4-5", (2, 2), (2, 3), "4/5"),
    row("zeros at other places", "mor", "3.1", "3.2", (0, 1), (0, 1), 0),
    row("the matching has no say", "mor", "0-4@2", "3-4@3", (2, 5), (2, 2), "4/7", match="head"),
    row("singletons dropped first", "mor", "0-4|6 8", "0-4|6 8", (2, 2), (2, 2), 1, singletons="drop"),
    row("only mentions that both have", "mor", "0-4 6", "0-4 8", (5, 5), (5, 5), 1, mentions="shared"),
    row("nothing that both have", "mor", "0-4", "8", (0, 0), (0, 0), UNDEFINED, mentions="shared"),
    row("empty response", "mor", "0-4", "", (0, 5), (0, 0), 0),
    row("empty key", "mor", "", "0-4", (0, 0), (0, 5), 0),
    row("both empty", "mor", "", "", (0, 0), (0, 0), UNDEFINED),
    Row("ids", "mor", [["a", "b"], ["c"]], [["a", "b", "x", "y"]], (2, 3), (2, 4), Fraction(4, 7)),
    # Zeros: 2.1 and 5.1 are empty nodes, 0 and 3 words.
    row("perfect response", "zeros", "0 2.1 5.1", "0 2.1 5.1", (2, 2), (2, 2), 1),
    row("linked to the wrong entity", "zeros", "0 2.1|1 3", "0|1 2.1 3", (0, 1), (0, 1), 0),
    row("one of two linked right", "zeros", "0 2.1|1 5.1", "0 2.1 5.1|1", (1, 2), (1, 2), "1/2"),
    row("missed: no counterpart", "zeros", "0 2.1 5.1", "0 2.1", (1, 2), (1, 1), "2/3"),
    row("missed: first in its entity", "zeros", "0 2.1 3", "0|2.1 3", (0, 1), (0, 0), 0),
    row("missed: a singleton", "zeros", "0 2.1", "0|2.1", (0, 1), (0, 0), 0),
    row("spurious: a mention that is not in the key", "zeros", "0 2.1", "0 2.1 5.1", (1, 1), (1, 2), "2/3"),
    row("spurious: first in its key entity", "zeros", "2.1 3|0 1", "0 2.1 3|1", (0, 0), (0, 1), 0),
    # Any earlier mention of its entity will do, not only the last: 5.1 is with 0, though 2.1 is elsewhere.
    row("an antecedent further back", "zeros", "0 2.1 5.1|1 3", "0 5.1|1 2.1 3", (1, 2), (1, 2), "1/2"),
    # 5.1 is with 6 and 7, which it corefers with; but they come later, and nothing earlier is there.
    row("only later mentions", "zeros", "0 5.1 6 7|3 4", "3 5.1 6 7|0 4", (0, 1), (0, 1), 0),
    row("words are no zeros", "zeros", "0 3", "0 3", (0, 0), (0, 0), UNDEFINED),
    row("a zero that is first is no anaphor", "zeros", "2.1 3", "2.1 3", (0, 0), (0, 0), UNDEFINED),
    row("the head decides", "zeros", "0 2.1,2@2.1|1 5.1,5@5", "0 2.1,2@2.1|1 5.1,5@5", (1, 1), (1, 1), 1),
    row("all anaphors", "zeros(only=all)", "0 2.1 3|4 5", "0 2.1|4 5 3", (2, 3), (2, 3), "2/3"),
    row("only what both have", "zeros", "0 2.1 5.1", "0 2.1 3.1", (1, 1), (1, 1), 1, mentions="shared"),
    row("a first mention that is not shared", "zeros", "0 2.1 5.1", "2.1 5.1", (1, 1), (1, 1), 1, mentions="shared"),
    row("empty response", "zeros", "0 2.1", "", (0, 1), (0, 0), 0),
    row("empty key", "zeros", "", "0 2.1", (0, 0), (0, 1), 0),
    row("both empty", "zeros", "", "", (0, 0), (0, 0), UNDEFINED),
]


def typed(*entities):
    """Mentions such as `0:name`."""
    return side(
        *(
            [mention(places, type=kind or None) for places, _, kind in (text.partition(":") for text in entity.split())]
            for entity in entities
        )
    )


KEY = typed("0:name 1:pronoun 2:nominal", "3:name 4:pronoun")
RESPONSE = typed("0:name 1:pronoun 4:pronoun", "3:name 2:nominal")
ROWS += [
    Row("pronouns", "zeros(only=pronoun)", KEY, RESPONSE, (1, 2), (1, 2), Fraction(1, 2)),  # 4 is not with 3
    Row("nominals", "zeros(only=nominal)", KEY, RESPONSE, (0, 1), (0, 0), Fraction(0)),  # 2 comes first
    Row("names", "zeros(only=name)", KEY, RESPONSE, (0, 0), (0, 1), Fraction(0)),  # 3 comes after 2, and should not
    # A response without types has the key's where the mentions are the same.
    Row("types of the key", "zeros(only=pronoun)", KEY, typed("0 1 4", "3 2"), (1, 2), (1, 2), Fraction(1, 2)),
    Row("types of its own", "zeros(only=pronoun)", KEY, typed("0 1", "3 5:pronoun"), (1, 2), (1, 2), Fraction(1, 2)),
]
