"""Kummerfeld & Klein's error types as operations on sets, step by step; slow and literal.

Mentions are numbered in text order. Spans are already corrected.
"""


def operations(key, response):
    """Turn response into key: splits (part, entity, is_extra), removes, introduces, merges (part, entity)."""
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
    """Return whether a part has the entity's earliest non-pronoun, or its earliest mention if all are pronouns."""
    one, two = (min(mentions - pronouns, default=None) for mentions in (part, entity))
    return one == two and (one is not None or min(part) == min(entity))


def classify(key, response, pronouns):
    """Return (kind, part, entity) of every error; singletons follow our own rule."""
    key, response = [set(entity) for entity in key], [set(entity) for entity in response]
    in_key, in_response = set().union(*key), set().union(*response)
    splits, removes, introduces, merges = operations(key, response)
    errors = []
    # a. extra entities
    for entity in response:
        if entity & in_key <= pronouns:
            extra = [split for split in splits if split[1] == entity and not split[0] & in_key]
            part = set().union(*(split[0] for split in extra))
            if len(part) > 1:
                errors.append(("extra entity", part, entity))
                splits = [split for split in splits if split not in extra]
                removes = [mention for mention in removes if mention not in part]
    # b. missing entities
    for goal in key:
        missing = goal - in_response
        if goal & in_response <= pronouns and len(missing) > 1:
            errors.append(("missing entity", goal, goal))
            introduces = [mention for mention in introduces if mention not in missing]
            merges = [merge for merge in merges if not (len(merge[0]) == 1 and merge[0] <= missing)]
    # c. the base of each entity; an entity of one extra mention has none (our rule)
    extra_singletons = [split for split in splits if split[2] and split[1] == split[0]]
    bases = [split for split in splits if is_base(split[0], split[1], pronouns) and split not in extra_singletons]
    splits = [split for split in splits if split not in bases]
    removes = [mention for mention in removes if {mention} not in [split[0] for split in bases]]
    bases = [merge for merge in merges if is_base(*merge, pronouns)]
    merges = [merge for merge in merges if merge not in bases]
    introduces = [mention for mention in introduces if {mention} not in [merge[0] for merge in bases]]
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
    """Return the response with some kinds of errors corrected, as sorted lists."""
    errors = classify(key, response, pronouns)
    in_key = set().union(*key)
    clusters = [set(entity) for entity in response]

    def errors_of(kind):
        return [(part, entity) for name, part, entity in errors if name == kind and kind in kinds]

    def remove(part):
        for cluster in clusters:
            cluster -= part

    def cluster_of(mention):
        return next((cluster for cluster in clusters if mention in cluster), None)

    def drop_new_singletons(clusters):
        """Drop extra mentions that a repair, not the system, made singletons."""
        alone = [set(entity) for entity in response if len(entity) == 1]
        return [cluster for cluster in clusters if cluster & in_key or len(cluster) > 1 or cluster in alone]

    for part, _ in errors_of("conflated"):
        remove(part)
        clusters.append(set(part))
    for kind in ("extra mention", "extra entity"):
        for part, _ in errors_of(kind):
            remove(part)
    clusters = drop_new_singletons(clusters)
    for part, goal in errors_of("divided"):
        base = min(goal - pronouns, default=min(goal))
        if cluster_of(base) is None:
            clusters.append({base})
        for mention in part:
            one, two = cluster_of(mention), cluster_of(base)
            if one is not two:
                clusters.remove(one)
                two |= one
    for part, goal in sorted(errors_of("missing mention"), key=lambda error: min(error[0])):
        present = [mention for mention in sorted(goal) if cluster_of(mention) is not None]
        if present:
            cluster_of(present[0]).update(part)
        else:
            clusters.append(set(part))
    for part, _ in errors_of("missing entity"):
        remove(part)
        clusters.append(set(part))
    return sorted(sorted(cluster) for cluster in drop_new_singletons(clusters) if cluster)
