"""A random key and noisy systems, as `compare` takes them."""

import random


def key_of(documents, seed=1, entities=6):
    """Documents of clusters of numbers."""
    chance = random.Random(seed)
    out = {}
    for number in range(documents):
        mentions = iter(range(1000))
        out[f"text {number}"] = [
            [next(mentions) for _ in range(chance.choice([1, 1, 2, 3, 5]))] for _ in range(chance.randint(1, entities))
        ]
    return out


def noisy(key, rate, seed):
    """Each mention is missing, or elsewhere, at this rate."""
    chance = random.Random(seed)
    out = {}
    for name, clusters in key.items():
        moved = [[] for _ in clusters]
        for place, cluster in enumerate(clusters):
            for mention in cluster:
                if chance.random() >= rate / 2:
                    moved[chance.randrange(len(clusters)) if chance.random() < rate else place].append(mention)
        out[name] = [cluster for cluster in moved if cluster]
    return out


def systems_of(key, *rates):
    return {f"system {number}": noisy(key, rate, number) for number, rate in enumerate(rates, 1)}
