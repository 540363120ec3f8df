"""Kummerfeld & Klein's error types as lists of operations on sets, one step after the other; slow and literal.

Mentions are numbers, which are also their order in the text. Spans are right already.
"""


def operations(key, response):
    """What makes the response the key: splits (part, entity, nowhere), removes, introduces, merges (part, entity)."""
    splits, removes, introduces, merges, pieces = [], [], [], [], []
    in_key = set().union(*key)
    in_response = set().union(*response)
    for entity in response:
        for goal in key:
            piece = entity & goal
            if piece:
                pieces.append(piece)
                if piece != entity:
                    splits.append((piece, entity, False))
        for mention in sorted(entity - in_key):
            splits.append(({mention}, entity, True))
            removes.append(mention)
    for goal in key:
        for mention in sorted(goal - in_response):
            introduces.append(mention)
            pieces.append({mention})
    for goal in key:
        merges += [(piece, goal) for piece in pieces if piece < goal]
    return splits, removes, introduces, merges


def is_base(part, entity, pronouns):
    """Whether a part holds the entity's earliest non-pronoun; if there is none, its earliest mention."""
    one, two = (min(mentions - pronouns, default=None) for mentions in (part, entity))
    return one == two and (one is not None or min(part) == min(entity))


def classify(key, response, pronouns):
    """(kind, part, entity) of every error, and for singletons the rule of our own."""
    key, response = [set(entity) for entity in key], [set(entity) for entity in response]
    in_key, in_response = set().union(*key), set().union(*response)
    splits, removes, introduces, merges = operations(key, response)
    errors = []
    # a. extra entities
    for entity in response:
        if entity & in_key <= pronouns:
            gone = [split for split in splits if split[1] == entity and not split[0] & in_key]
            part = set().union(*(split[0] for split in gone))
            if len(part) > 1:
                errors.append(("extra entity", part, entity))
                splits = [split for split in splits if split not in gone]
                removes = [mention for mention in removes if mention not in part]
    # b. missing entities
    for goal in key:
        missing = goal - in_response
        if goal & in_response <= pronouns and len(missing) > 1:
            errors.append(("missing entity", goal, goal))
            introduces = [mention for mention in introduces if mention not in missing]
            merges = [merge for merge in merges if not (len(merge[0]) == 1 and merge[0] <= missing)]
    # c. the base of each entity; an entity that is nothing but one wrong mention is no base (our rule)
    lonely = [split for split in splits if split[2] and split[1] == split[0]]
    hidden = [split for split in splits if is_base(split[0], split[1], pronouns) and split not in lonely]
    splits = [split for split in splits if split not in hidden]
    removes = [mention for mention in removes if {mention} not in [split[0] for split in hidden]]
    hidden = [merge for merge in merges if is_base(*merge, pronouns)]
    merges = [merge for merge in merges if merge not in hidden]
    introduces = [mention for mention in introduces if {mention} not in [merge[0] for merge in hidden]]
    # d. extra mentions
    for split in [split for split in splits if split[2]]:
        errors.append(("extra mention", split[0], split[1]))
        splits.remove(split)
        removes.remove(next(iter(split[0])))
    assert not removes
    # e. missing mentions
    for merge in [merge for merge in merges if len(merge[0]) == 1 and not merge[0] & in_response]:
        errors.append(("missing mention", *merge))
        merges.remove(merge)
        introduces.remove(next(iter(merge[0])))
    for mention in introduces:  # a key entity of one mention (our rule)
        assert {mention} in key
        errors.append(("missing mention", {mention}, {mention}))
    # f. the rest
    errors += [("conflated", part, entity) for part, entity, _ in splits]
    errors += [("divided", part, goal) for part, goal in merges]
    return errors


def repair(key, response, pronouns, kinds):
    """The response with some kinds of errors corrected, as a list of sets."""
    errors = classify(key, response, pronouns)
    in_key = set().union(*key)
    clusters = [set(entity) for entity in response]

    def chosen(kind):
        return [(part, entity) for name, part, entity in errors if name == kind and kind in kinds]

    def take_out(part):
        for cluster in clusters:
            cluster -= part

    def cluster_of(mention):
        return next((cluster for cluster in clusters if mention in cluster), None)

    def without_left_alone(clusters):
        """A mention that the key lacks disappears if a repair, not the system, leaves it alone."""
        alone = [set(entity) for entity in response if len(entity) == 1]
        return [cluster for cluster in clusters if cluster & in_key or len(cluster) > 1 or cluster in alone]

    for part, _ in chosen("conflated"):
        take_out(part)
        clusters.append(set(part))
    for kind in ("extra mention", "extra entity"):
        for part, _ in chosen(kind):
            take_out(part)
    clusters = without_left_alone(clusters)
    for part, goal in chosen("divided"):
        stays = min(goal - pronouns, default=min(goal))
        if cluster_of(stays) is None:
            clusters.append({stays})
        for mention in part:
            one, two = cluster_of(mention), cluster_of(stays)
            if one is not two:
                clusters.remove(one)
                two |= one
    for part, goal in sorted(chosen("missing mention"), key=lambda error: min(error[0])):
        there = [mention for mention in sorted(goal) if cluster_of(mention) is not None]
        if there:
            cluster_of(there[0]).update(part)
        else:
            clusters.append(set(part))
    for part, _ in chosen("missing entity"):
        take_out(part)
        clusters.append(set(part))
    return sorted(sorted(cluster) for cluster in without_left_alone(clusters) if cluster)
