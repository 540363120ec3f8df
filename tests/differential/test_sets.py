"""Sets of split antecedents: the metrics from the Table against their definitions, on random documents."""

from random import Random

import pytest

import corefscope
from corefscope.model import SPLIT_ANTECEDENT, Relation
from support.definitions.anaphora import INNER, best_pairings, outcomes, prepared

METRICS = ("muc", "b3", "ceafm", "ceafe", "lea", "blanc")
QUOTIENTS = ("recall_num", "recall_den", "precision_num", "precision_den")
BLANC = tuple(f"{kind}_{side}" for kind in ("coreference", "non_coreference") for side in ("both", "key", "response"))


def random_side(random, mentions):
    """Return up to six entities; later ones may combine earlier ones, even combined ones."""
    sample = random.sample(mentions, random.randint(4, len(mentions)))
    count = random.randint(2, 6)
    groups = [sample[place::count] for place in range(count)]
    groups = [each for each in groups if each]
    side = []
    for place, group in enumerate(groups):
        plural = place >= 2 and random.random() < 0.7
        side.append((group, random.sample(range(place), random.randint(1, min(place, 3))) if plural else []))
    return side


def perturb(random, side):
    """Return the key with some mentions moved or changed, and some members replaced."""
    values = [(list(mentions), list(members)) for mentions, members in side]
    for _ in range(random.randint(0, 3)):
        place = random.randrange(len(values))
        mentions = values[place][0]
        action = random.random()
        if action < 0.3 and len(mentions) > 1:
            values[random.randrange(len(values))][0].append(mentions.pop())
        elif action < 0.5 and len(mentions) > 1:
            mentions.pop()
        elif action < 0.8 and place >= 2:
            values[place] = (mentions, random.sample(range(place), random.randint(0, min(place, 3))))
        else:
            mentions.append(20 + len(mentions))
    return [(list(dict.fromkeys(mentions)), members) for mentions, members in values]


def random_document(random):
    key = random_side(random, list(range(random.randint(5, 11))))
    return key, perturb(random, key) if random.random() < 0.8 else random_side(random, list(range(9)))


DOCUMENTS = [random_document(random) for random in [Random(7)] for _ in range(400)]


def no_repeats(document):
    return all(len({m for ms, _ in side for m in ms}) == sum(len(ms) for ms, _ in side) for side in document)


DOCUMENTS = [document for document in DOCUMENTS if no_repeats(document)]


def documents(side, shuffled=None):
    values = []
    for number, document in enumerate(DOCUMENTS):
        entities = document[side]
        order = list(range(len(entities)))
        if shuffled is not None:
            shuffled.shuffle(order)
        relations = [
            Relation(SPLIT_ANTECEDENT, f"e{member}", f"e{place}")
            for place, (_, members) in enumerate(entities)
            for member in members
        ]
        values.append(
            corefscope.Document(
                f"text {number}",
                [[corefscope.Mention(m, m + 1) for m in entities[place][0]] for place in order],
                [f"e{place}" for place in order],
                token_count=40,
                relations=relations,
            )
        )
    return values


@pytest.fixture(scope="module", params=["keep", "drop"])
def scored(request):
    metrics = [*METRICS, *(f"split(metric={name})" for name in ("muc", "b3", "ceafm", "ceafe", "lea"))]
    return request.param, corefscope.score(
        documents(0), documents(1), metrics=metrics, split="keep", singletons=request.param
    )


@pytest.mark.parametrize("metric", METRICS)
def test_every_document(scored, metric):
    singletons, result = scored
    tally = result.system.tallies[metric]
    for number, sides in enumerate(DOCUMENTS):
        key, response = (prepared(side, singletons == "drop") for side in sides)
        counts = tally.unit(number)
        values = [counts[name] for name in (BLANC if metric == "blanc" else QUOTIENTS)]
        expected = [list(map(float, each)) for each in outcomes(metric, key, response)]
        assert any(values == pytest.approx(each, abs=1e-9) for each in expected), (number, sides, values, expected)


@pytest.mark.parametrize("metric", ["muc", "b3", "ceafm", "ceafe", "lea"])
def test_sets_alone(scored, metric):
    singletons, result = scored
    tally = result.system.tallies["split" if metric == "lea" else f"split(metric={metric})"]
    for number, sides in enumerate(DOCUMENTS):
        key, response = (prepared(side, singletons == "drop") for side in sides)
        counts = tally.unit(number)
        totals = [sum(INNER[metric](each[1], ())["recall_den"] for each in side if each[1]) for side in (key, response)]
        assert [counts["recall_den"], counts["precision_den"]] == pytest.approx(list(map(float, totals)))
        possible = []
        for pairs in best_pairings(key, response, metric):
            inner = [INNER[metric](key[pair[0]][1], response[pair[1]][1]) for pair in pairs]
            possible.append([float(sum(each[name] for each in inner)) for name in ("recall_num", "precision_num")])
        values = [counts["recall_num"], counts["precision_num"]]
        assert any(values == pytest.approx(each, abs=1e-9) for each in possible), (number, sides)


def test_the_order_of_entities_never_matters():
    one = corefscope.score(documents(0), documents(1), metrics=METRICS, split="keep")
    for seed in range(3):
        sides = documents(0, Random(seed)), documents(1, Random(seed + 9))
        two = corefscope.score(*sides, metrics=METRICS, split="keep")
        for name in METRICS:
            for column, values in one.system.tallies[name].columns.items():
                assert values == pytest.approx(two.system.tallies[name].columns[column], abs=1e-9)


def test_the_documents_have_sets_that_compete():
    both = [tuple(sum(each[1] is not None for each in prepared(side)) for side in sides) for sides in DOCUMENTS]
    assert sum(min(each) >= 2 for each in both) > len(both) / 10
    assert sum(0 in each and max(each) > 0 for each in both) > 5
    nested = [any(document[0][member][1] for _, members in document[0] for member in members) for document in DOCUMENTS]
    assert sum(nested) > 20
