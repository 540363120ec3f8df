"""cort's antecedent errors and the ARCS scores, literally: chains are sorted lists, nothing is precomputed."""


def where(chains, mention):
    return next((chain for chain in chains if mention in chain), None)


def together(chains, one, two):
    chain = where(chains, one)
    return chain is not None and two in chain


def missing_links(mine, theirs, types, tree):
    """Of each mention but the first of a chain the antecedent that the tree picks, where the others do not have it."""
    links = []
    for chain in map(sorted, mine):
        for place, mention in enumerate(chain[1:], 1):
            before = chain[:place][::-1]
            kept = [other for other in before if together(theirs, mention, other)]
            names = [other for other in before if types[other] == "name"]
            nominals = [other for other in before if types[other] == "nominal"]
            if tree == "closest":
                picked = before[0]
            elif kept:
                picked = kept[0]
            elif types[mention] == "pronoun":
                picked = before[0]
            else:
                picked = [*names[:1], *nominals[:1], before[0]][0]
            if not together(theirs, mention, picked):
                links.append((mention, picked))
    return sorted(links)


def anaphors(key, nominal, pronoun):
    for chain in key:
        if len(chain) > 1 and any(map(nominal, chain)):
            for place, mention in enumerate(chain[1:], 1):
                if not pronoun(mention) or any(map(nominal, chain[:place])):
                    yield chain, place, mention


def arcs(key, response, pronouns):
    """Counts of the four scores."""

    def pronoun(mention):
        return mention in pronouns

    def nominal(mention):
        return mention not in pronouns

    key, response = ([sorted(chain) for chain in side] for side in (key, response))
    counts = {name: dict.fromkeys(("tp", "wl", "fn", "fp"), 0) for name in ("immediate", "inferred")}
    for chain, place, mention in anaphors(key, nominal, pronoun):
        found = where(response, mention)
        if found is None or found[0] == mention:
            counts["immediate"]["fn"] += 1
            counts["inferred"]["fn"] += 1
            continue
        before = found[: found.index(mention)]
        counts["immediate"]["tp" if before[-1] == chain[place - 1] else "wl"] += 1
        nouns, key_nouns = ([other for other in side if nominal(other)] for side in (before, chain[:place]))
        if nouns:
            counts["inferred"]["tp" if nouns[-1] in chain else "wl"] += 1
        elif key_nouns:
            counts["inferred"]["fn"] += 1
    for chain in response:
        for place, mention in enumerate(chain[1:], 1):
            goal = where(key, mention)
            counts["immediate"]["fp"] += goal is None or goal[0] == mention
            if any(map(nominal, chain)):
                in_key = goal is not None and len(goal) > 1 and any(map(nominal, goal[: goal.index(mention)]))
                infers = any(map(nominal, chain[:place]))
                counts["inferred"]["fp"] += goal is None or (infers and not in_key)
    entities, mentions = dict.fromkeys(("tp", "fn", "fp"), 0), dict.fromkeys(("tp", "fn", "fp"), 0)
    free = [chain for chain in response if len(chain) > 1 and any(map(nominal, chain))]
    for chain in sorted(key):
        if len(chain) == 1 or not any(map(nominal, chain)):
            continue
        found = where(free, next(filter(nominal, chain)))
        if found is None:
            entities["fn"] += 1
            continue
        free.remove(found)
        entities["tp"] += 1
        mentions["tp"] += len(set(chain) & set(found))
        mentions["fn"] += len(set(chain) - set(found))
        mentions["fp"] += len(set(found) - set(chain))
    entities["fp"] = len(free)
    return {**counts, "anchor_entities": entities, "anchor_mentions": mentions}
