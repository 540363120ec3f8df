"""Random documents from a seed: two partitions over mentions that the sides share only in part."""


def random_clusters(random, mentions, entities):
    """A partition of these mentions into at most so many clusters, in no particular order."""
    clusters = {}
    for mention in mentions:
        clusters.setdefault(random.randrange(entities), []).append(mention)
    shuffled = list(clusters.values())
    random.shuffle(shuffled)
    return shuffled


def random_document(random, most_mentions, most_entities):
    """Key and response; each mention is missing from either side at a rate that varies with the document."""
    universe = list(range(random.randint(0, most_mentions)))
    missing = random.choice([0, 0.1, 0.3, 0.6])
    sides = []
    for _ in range(2):
        mentions = [mention for mention in universe if random.random() >= missing]
        random.shuffle(mentions)
        entities = random.choice([1, 2, max(most_entities // 2, 1), most_entities])
        sides.append(random_clusters(random, mentions, entities))
    if random.random() < 0.3:  # a response that resembles the key: split and move only a little
        sides[1] = [list(cluster) for cluster in sides[0]]
        for _ in range(random.randint(0, 3)):
            if sides[1]:
                taken = random.choice(sides[1])
                mention = taken.pop(random.randrange(len(taken)))
                target = random.randrange(len(sides[1]) + 1)
                if len(sides[1]) < most_entities and target == len(sides[1]):
                    sides[1].append([mention])
                else:
                    random.choice(sides[1]).append(mention)
                sides[1] = [cluster for cluster in sides[1] if cluster]
    return tuple(sides)
