"""What older papers did to mentions that only one side has, as manipulations of sets of mentions."""


def mentions(clusters):
    return {mention for cluster in clusters for mention in cluster}


def without(clusters, dropped):
    kept = [[mention for mention in cluster if mention not in dropped] for cluster in clusters]
    return [cluster for cluster in kept if cluster]


def with_singletons(clusters, added):
    return [*clusters, *([mention] for mention in sorted(added))]


def adjusted(key, response, mode):
    """(key, response) for recall, then for precision."""
    missing, spurious = mentions(key) - mentions(response), mentions(response) - mentions(key)
    lonely = {cluster[0] for cluster in response if len(cluster) == 1} & spurious
    if mode == "discard":  # Bengtson & Roth 2008
        both = without(key, missing), without(response, spurious)
        return both, both
    if mode == "zero":  # Stoyanov et al. 2009, B³0: recall of a missing mention is 0, as it is without manipulation
        both = key, without(response, spurious)
        return both, both
    if mode == "all":  # Stoyanov et al. 2009, B³all: 1/|K| and 1/|R| for what the other side does not have
        return (key, with_singletons(response, missing)), (with_singletons(key, spurious), response)
    if mode == "rahman-ng":
        both = key, without(response, lonely)
        return both, both
    if mode != "cai-strube":
        raise AssertionError(mode)
    completed = with_singletons(response, missing)
    return (key, without(completed, spurious)), (with_singletons(key, spurious - lonely), without(completed, lonely))


def twinless(slow, key, response, mode):
    """A metric's recall on the sets for recall, and its precision on the sets for precision."""
    for_recall, for_precision = (slow(*sides) for sides in adjusted(key, response, mode))
    return {name: (for_recall if name.startswith("recall") else for_precision)[name] for name in for_recall}
