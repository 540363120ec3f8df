"""Challenge sets by slow literal definitions: sets of letters, every pair of mentions, all of a coin's tosses."""

from itertools import product


def stands_for(rule, wanted, clusters, size=len):
    """The mentions (sets of letters) that stand for a set of letters under a rule of one word."""
    mentions = [mention for cluster in clusters for mention in cluster]
    if rule == "exact":
        return [mention for mention in mentions if mention == wanted]
    if rule == "containment":
        return [mention for mention in mentions if mention >= wanted or mention <= wanted]
    if rule == "smallest":
        around = [mention for mention in mentions if mention >= wanted]
        return around and [min(around, key=size)]
    raise ValueError(rule)


def verdicts(clusters, pronoun, phrases, rule, pronoun_rule, shared, size=len):
    """Whether the pronoun refers to each phrase."""
    found = [stands_for(rule, phrase, clusters, size) for phrase in phrases]
    mine = stands_for(pronoun_rule, pronoun, clusters, size)
    answers = []
    for number, standing in enumerate(found):
        others = [mention for place, each in enumerate(found) if place != number for mention in each]
        if rule == "smallest" and any(mention in others for mention in standing):
            standing = []
        answers.append(
            any(
                one in cluster and two in cluster and (shared or one != two)
                for one, two in product(mine, standing)
                for cluster in clusters
            )
        )
    return answers


def mcnemar(only_first, only_second):
    """The share of all tosses of a coin, one for each discordant question, that are at least as uneven."""
    total = only_first + only_second
    uneven = abs(only_first - only_second)
    tosses = list(product((0, 1), repeat=total))
    return sum(abs(total - 2 * sum(toss)) >= uneven for toss in tosses) / len(tosses)
