"""Variants of metrics, counted from the Table, against their literal definitions, on random documents."""

from fractions import Fraction
from random import Random

import pytest

import corefscope
from corefscope.metrics import metric as parse
from corefscope.reference import linguistic, metrics
from support.definitions.clusterings import ari, ceafe_by_links, ceafm_by_links, h, lea_by, rand
from support.definitions.entities import entities, nec
from support.definitions.metrics import SLOW, best_alignment
from support.definitions.twinless import adjusted, twinless
from support.inputs.random_partitions import random_document
from support.variants import (
    CEAFE_TWINLESS,
    KINDS,
    LINGUISTIC,
    PLAIN_VARIANTS,
    TWINLESS,
    entity_type,
    family,
    typed,
    typed_mention,
)

DOCUMENTS = [random_document(random, 9, 5) for random in [Random(3)] for _ in range(3000)]
FEW = DOCUMENTS[:600]
TYPE_WEIGHTS = {"name": Fraction(1), "nominal": Fraction(3, 4), "pronoun": Fraction(1, 2)}  # Chen & Ng's W4


def type_of(number):
    return typed_mention(number).type


def _twinless(name, mode):
    return lambda key, response: twinless(SLOW[name], key, response, mode)


def _of_ids(key, response):
    """MOR counts a mention without a span as one word."""
    return {name: count for name, count in metrics.mentions(key, response).items() if name != "unlinked"}


SLOW_VARIANTS = {
    **{f"{name}(twinless={mode})": _twinless(name, mode) for name in ("b3", "ceafm") for mode in TWINLESS},
    **{
        f"ceafe(twinless={shown})": _twinless("ceafe", mode)
        for mode, shown in zip(TWINLESS, CEAFE_TWINLESS, strict=True)
    },
    "ceafm(links=true)": lambda key, response: ceafm_by_links(key, response, best_alignment),
    "ceafe(links=true)": lambda key, response: ceafe_by_links(key, response, best_alignment),
    "ceafe(links=true,twinless=cai-strube-as-ceafm)": lambda key, response: twinless(
        lambda *sides: ceafe_by_links(*sides, best_alignment), key, response, "cai-strube"
    ),
    "rand": rand,
    "ari": ari,
    "h": h,
    "rand(mentions=all)": lambda key, response: rand(key, response, "all"),
    "ari(mentions=all)": lambda key, response: ari(key, response, "all"),
    "h(mentions=all)": lambda key, response: h(key, response, "all"),
    "blanc(mentions=shared)": lambda key, response: metrics.blanc(key, response, "shared"),
    "lea(importance=equal)": lea_by(lambda entity: Fraction(1)),
    "lea(importance=type)": lea_by(lambda entity: sum(TYPE_WEIGHTS[type_of(mention)] for mention in entity)),
    "lea(importance=entity-type,weights=per:3+ORG:Media:0.25)": lea_by(
        lambda entity: {"PER::SPC": Fraction(3), "ORG:Media:SPC": Fraction(1, 4)}[entity_type(entity)]
    ),
    "lea(importance=entity-type,weights=ORG:0,other=2)": lea_by(
        lambda entity: {"PER::SPC": Fraction(2), "ORG:Media:SPC": Fraction(0)}[entity_type(entity)]
    ),
    "entities": entities,
    "entities(weight=entity)": SLOW["ceafe"],
    "nec": lambda key, response: nec(key, response, lambda mention: type_of(mention) == "name"),
    "mor": _of_ids,
    "zeros": lambda key, response: dict.fromkeys(("recall_num", "recall_den", "precision_num", "precision_den"), 0),
}


def test_every_variant_with_its_own_counts_has_a_slow_definition():
    # A mean counts nothing itself.
    chosen = [parse(name) for name in PLAIN_VARIANTS]
    counted = {metric.tally_name for metric in chosen if not metric.is_mean}
    assert counted <= set(SLOW_VARIANTS) | set(SLOW)


def tallies(documents, name):
    if family(name) in (*LINGUISTIC, "nec") or "type" in name:
        key, response = typed(documents, 0), typed(documents, 1)
    else:
        key, response = ({f"text {number}": each[side] for number, each in enumerate(documents)} for side in (0, 1))
    system = corefscope.score(key, response, metrics=name).system
    return system.tallies[parse(name).tally_name]


def agrees(value, expected, within=1e-9):
    return value == expected if isinstance(value, int) else abs(value - float(expected)) <= within


def compare(name, documents, slow, within=1e-9):
    """Compare the counts of each document: whole numbers exactly, fractions to the last digits of a float."""
    tally = tallies(documents, name)
    for number, document in enumerate(documents):
        counts, expected = tally.unit(number), slow(*document)
        assert counts.keys() == expected.keys()
        for count, value in counts.items():
            assert agrees(value, expected[count], within), (name, count, value, expected[count], document)


@pytest.mark.parametrize("name", SLOW_VARIANTS)
def test_counts(name):
    compare(name, DOCUMENTS, SLOW_VARIANTS[name])


def test_the_documents_have_unmatched_mentions_of_every_sort():
    for mode in TWINLESS:
        assert sum(adjusted(*document, mode) != (document, document) for document in DOCUMENTS) > 200, mode


WEIGHTS = {
    **{f"weights={name}": weights for name, weights in linguistic.WEIGHTS.items()},
    # Positive weights, ties among them.
    **{
        f"name={each[0]},nominal={each[1]},pronoun={each[2]},singleton=0.25": (*map(Fraction, each), Fraction(1, 4))
        for each in [(5, 2, 1), (2, 2, 1), (2, 1, 1), (3, 3, 3)]
    },
}


@pytest.mark.parametrize("symmetric", [False, True])
@pytest.mark.parametrize("weights", WEIGHTS)
@pytest.mark.parametrize("name", LINGUISTIC)
def test_linguistic_metrics(name, weights, symmetric):
    types = {number: type_of(number) for number in range(9)}
    assert set(types.values()) == set(KINDS)

    def slow(key, response):
        return getattr(linguistic, name)(key, response, types, WEIGHTS[weights], symmetric)

    compare(f"{name}({weights}{',symmetric=true' if symmetric else ''})", DOCUMENTS[:400], slow)


def test_links_with_a_name_weigh_most_and_those_between_pronouns_least():
    typed = [
        corefscope.Document("d", [[corefscope.Mention(0, 1, type="name"), corefscope.Mention(1, 2, type="pronoun")]])
    ]
    for weights in ("nominal=2", "pronoun=0.9", "name=0.6"):
        with pytest.raises(corefscope.CorefscopeError, match="from names to nominals to pronouns"):
            corefscope.score(typed, typed, metrics=f"lmuc({weights})")


@pytest.mark.parametrize("mode", TWINLESS)
@pytest.mark.parametrize("name", LINGUISTIC)
def test_linguistic_metrics_on_manipulated_sets(name, mode):
    types = {number: type_of(number) for number in range(9)}

    def slow(key, response):
        return getattr(linguistic, name)(key, response, types)

    def manipulated(key, response):
        return twinless(slow, key, response, mode)

    compare(f"{name}(twinless={mode})", DOCUMENTS[:400], manipulated)
