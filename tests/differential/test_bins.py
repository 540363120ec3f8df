"""What docs/breakdowns.md says of bins, done by leaving documents or mentions out, and counted by the reference."""

import re
from fractions import Fraction
from random import Random

import pytest

import corefscope
from corefscope.reference import metrics
from corefscope.reference.scoring import finish, score, total
from differential.random_conll import random_side, random_spans

NAMES = ("mentions", "muc", "b3", "ceafm", "ceafe", "blanc", "lea")
COUNTS = {"recall": ("recall_num", "recall_den"), "precision": ("precision_num", "precision_den")}
BINS = {
    "document": ["length", "length=10,20,30", "mentions", "mentions=5,12"],
    "entity": ["entity-size", "entity-size=2,4", "range", "range=0,1,5,20"],
    "mention": ["distance", "distance=0,1,4,10", "mention-length"],
}
NUMBERS = {  # of a text, of an entity, or of a mention with its entity, whose mentions are in order
    "length": lambda text: text[0],
    "mentions": lambda text: sum(map(len, text[1])),
    "entity-size": len,
    "range": lambda entity: entity[-1][0] - entity[0][0],
    "distance": lambda mention, entity: mention[0] - entity[entity.index(mention) - 1][0],
    "mention-length": lambda mention, entity: mention[1] - mention[0] + 1,
}


def random_texts(random):
    """Documents as (length, key, response); sides are lists of entities, entities sorted lists of spans."""
    for _ in range(random.randint(2, 8)):
        length, entities = random.randint(5, 40), random.randint(1, 8)
        key = random_side(random, random_spans(random, length), entities)
        response = random_side(random, sorted({*key, *random_spans(random, length)}), entities, like=key)
        sides = []
        for side in (key, response):
            chains = {}
            for span, (entity,) in sorted(side.items()):
                chains.setdefault(entity, []).append(span)
            sides.append(list(chains.values()))
        yield length, *sides


def scored(texts, by):
    sides = (
        [
            corefscope.Document(f"d{n}", [[(a, b + 1) for a, b in e] for e in text[side]], token_count=text[0])
            for n, text in enumerate(texts)
        ]
        for side in (1, 2)
    )
    names = NAMES if by in BINS["document"] else ("mentions", "muc", "b3", "lea")
    return corefscope.score(*sides, metrics=names, by=f"bins:{by}")


def contains(name, number):
    """Whether a number is in a bin: `below 5`, `5`, `5–9`, `10 and more`."""
    below, low, high, more = re.fullmatch(r"below (\d+)|(\d+)(?:–(\d+))?( and more)?", name).groups()
    return number < int(below) if below else int(low) <= number and (bool(more) or number <= int(high or low))


@pytest.mark.parametrize("by", BINS["document"])
def test_documents_in_bins(by):
    number = NUMBERS[by.partition("=")[0]]
    for seed in range(60):
        texts = list(random_texts(Random(f"{by} {seed}")))
        result = scored(texts, by)
        assert sum(result.by.groups.values()) == len(texts)
        for group, scores in result.system.by_group.items():
            documents = [sides for length, *sides in texts if contains(group, number((length, *sides)))]
            assert len(documents) == result.by.groups[group]
            for name in NAMES:
                values = [getattr(scores[name], field) for field in ("recall", "precision", "f1")]
                assert values == pytest.approx(list(map(float, score(documents, name)[:3])), abs=1e-12), (group, name)


@pytest.mark.parametrize("by", BINS["entity"])
def test_entities_in_bins(by):
    """Recall with the key's entities of the bin only beside the whole response; precision the other way round."""
    number = NUMBERS[by.partition("=")[0]]
    for seed in range(60):
        texts = list(random_texts(Random(f"{by} {seed}")))
        for group, scores in scored(texts, by).system.by_group.items():
            for place, (field, counts) in enumerate(COUNTS.items()):
                documents = []
                for _, *sides in texts:
                    sides[place] = [entity for entity in sides[place] if contains(group, number(entity))]
                    documents.append(sides)
                for name in ("mentions", "muc", "b3", "lea"):
                    expected = total(getattr(metrics, name)(*sides) for sides in documents)
                    values = [scores[name].counts[each] for each in counts]
                    assert values == pytest.approx([float(expected[each]) for each in counts], abs=1e-9), (group, name)
                    assert getattr(scores[name], field) == pytest.approx(float(getattr(finish(name, expected), field)))


def share(mention, entity, others):
    """What a mention adds to numerator and denominator: its link to an earlier mention (MUC), its own recall (B³)."""
    there = next((other for other in others if mention in other), [])
    before = entity[: entity.index(mention)]
    return {
        "mentions": (bool(there), 1),
        "muc": (any(other in there for other in before), bool(before)),
        "b3": (Fraction(len({*entity} & {*there}), len(entity)), 1),
    }


@pytest.mark.parametrize("by", BINS["mention"])
def test_mentions_in_bins(by):
    what = by.partition("=")[0]
    for seed in range(60):
        texts = list(random_texts(Random(f"{by} {seed}")))
        for group, scores in scored(texts, by).system.by_group.items():
            for place, counts in enumerate(COUNTS.values()):
                rows = [
                    share(mention, entity, sides[1 - place])
                    for _, *sides in texts
                    for entity in sides[place]
                    for mention in entity
                    if (group == "first of its entity" and mention == entity[0])
                    or (group != "first of its entity" and (what != "distance" or mention != entity[0])
                        and contains(group, NUMBERS[what](mention, entity)))
                ]  # fmt: skip
                for name in ("mentions", "muc", "b3"):
                    values = [scores[name].counts[each] for each in counts]
                    expected = [float(sum(row[name][part] for row in rows)) for part in (0, 1)]
                    assert values == pytest.approx(expected, abs=1e-9), (group, name)
