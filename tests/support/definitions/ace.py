"""ACE-Value, slowly: every mapping of entities and every mapping of their mentions is tried, in exact fractions.

An entity is (type, subtype, class, mentions); a mention is (type, first character of its head, last one).
"""

from fractions import Fraction

MENTION = {"NAM": Fraction(1), "NOM": Fraction(1, 2), "PRO": Fraction(1, 10), "PRE": Fraction(0)}
CLASS = {"SPC": Fraction(1), "GEN": Fraction(0), "NEG": Fraction(0), "USP": Fraction(0)}
ATTRIBUTE_ERRORS = (Fraction(1, 2), Fraction(9, 10), Fraction(3, 4))  # type, subtype, class
MENTION_TYPE_ERROR = Fraction(9, 10)
FALSE_ALARM = Fraction(3, 4)
LEAST_OVERLAP = Fraction(3, 10)


def best_map(mine, theirs, worth):
    """The best total over all one-to-one maps of some of mine to some of theirs; where `worth` is None, no map is."""
    if not mine:
        return Fraction(0)
    first, rest = mine[0], mine[1:]
    totals = [best_map(rest, theirs, worth)]
    for place, other in enumerate(theirs):
        gain = worth(first, other)
        if gain is not None:
            totals.append(gain + best_map(rest, theirs[:place] + theirs[place + 1 :], worth))
    return max(totals)


def overlap(one, two):
    shared = min(one[2], two[2]) - max(one[1], two[1]) + 1
    return Fraction(max(shared, 0), max(one[2] - one[1], two[2] - two[1]) + 1)


def level(entity):
    return next(MENTION[kind] for kind in MENTION if any(kind == mention[0] for mention in entity[3]))


def norm(entity):
    """What one point of a mention is worth in its entity, but for the entity's type and class."""
    total = sum(MENTION[mention[0]] for mention in entity[3])
    return level(entity) / total if total else Fraction(0)


def own_value(entity):
    return CLASS[entity[2]] * level(entity)


def pair_value(mine, theirs):
    """None if no heads overlap; then the two cannot be mapped."""
    common = min(CLASS[mine[2]], CLASS[theirs[2]])
    for one, two, factor in zip(mine[:3], theirs[:3], ATTRIBUTE_ERRORS, strict=True):
        common *= 1 if one == two else factor
    alarm = {place: -FALSE_ALARM * CLASS[theirs[2]] * norm(theirs) * MENTION[m[0]] for place, m in enumerate(theirs[3])}

    def gain(one, place):
        two = theirs[3][place]
        if overlap(one, two) < LEAST_OVERLAP:
            return None
        score = min(MENTION[one[0]], MENTION[two[0]]) * (1 if one[0] == two[0] else MENTION_TYPE_ERROR)
        return common * norm(mine) * score - alarm[place]

    if all(gain(one, place) is None for one in mine[3] for place in alarm):
        return None
    return sum(alarm.values()) + best_map(list(mine[3]), list(alarm), gain)


def ace(key, response):
    alone = [-FALSE_ALARM * own_value(entity) for entity in response]

    def gain(mine, place):
        value = pair_value(mine, response[place])
        return None if value is None else value - alone[place]

    mapped = best_map(list(key), list(range(len(response))), gain)
    return {"value": sum(alone, Fraction(0)) + mapped, "possible": sum(map(own_value, key), Fraction(0))}
