"""Bins beside the official scorer, which is given files with the same part of the mentions.

COREFSCOPE_PERL_SCORER, COREFSCOPE_PERL_LEA_SCORER and COREFSCOPE_DATA as in test_perl.py. The scorer knows no bins:
what docs/breakdowns.md says is done here by leaving mentions or documents out of the files that it reads. With `-s`
each test says how much it compared.
"""

import re
from functools import partial
from random import Random

import pytest

import corefscope
from differential.perl_scorer import (
    LEA_SCORER,
    METRICS,
    SCORER,
    Comparison,
    compare_scores,
    run,
    same_count,
    scorer_folder,
)
from differential.random_conll import cells, document_lines, random_side, random_spans
from differential.test_perl import data_folder

NAMES = ("mentions", *METRICS.values())
SIDES = (("recall", 0), ("precision", 1))


@pytest.fixture(params=[SCORER, LEA_SCORER], ids=["v8.01", "LEA branch"])
def scorer(request):
    """What to run for all metrics, and for those whose counts are sums over entities."""
    folder = scorer_folder(request.param)
    lea = request.param == LEA_SCORER
    return [(folder, "lea" if lea else "all")], [(folder, name) for name in (["lea"] if lea else ["muc", "bcub"])]


def crosses(one, two):
    return one[0] < two[0] <= one[1] < two[1] or two[0] < one[0] <= two[1] < one[1]


def random_texts(random):
    """Documents as (length, key, response); sides are lists of entities, entities lists of (first, last) tokens.

    Mentions of an entity do not cross, which the format cannot say.
    """
    found = []
    for _ in range(random.randint(2, 8)):
        length, entities = random.randint(5, 40), random.randint(1, 8)
        key = random_side(random, random_spans(random, length), entities)
        response = random_side(random, sorted({*key, *random_spans(random, length)}), entities, like=key)
        sides = []
        for side in (key, response):
            chains = {}
            for span, (entity,) in side.items():
                chain = chains.setdefault(entity, [])
                if not any(crosses(span, other) for other in chain):
                    chain.append(span)
            sides.append([sorted(chain) for chain in chains.values()])
        found.append((length, *sides))
    return found


def real_texts():
    """The documents of all pairs key.conll and response.conll, in the same form."""
    found = []
    for path in sorted(data_folder().rglob("key.conll")):
        sides = (corefscope.read(each, format="conll") for each in (path, path.with_name("response.conll")))
        for key, response in zip(*sides, strict=True):
            assert key.words == response.words
            spans = ([[(m.start, m.end - 1) for m in sorted(e)] for e in side.entities] for side in (key, response))
            found.append((len(key.words), *spans))
    assert found, "there is no key.conll with a response.conll beside it"
    return found


def written(folder, name, texts):
    """Two files with these documents, the key and the response."""
    paths = folder / f"{name}.key", folder / f"{name}.response"
    for side, path in enumerate(paths, 1):
        lines = []
        for number, text in enumerate(texts):
            lines += document_lines("text", number, cells(enumerate(text[side]), text[0]))
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return paths


def chosen(entities, wanted):
    """The entities with the mentions that are wanted only; `wanted` is asked about a mention and its entity."""
    left = ([mention for mention in entity if wanted(mention, entity)] for entity in entities)
    return [entity for entity in left if entity]


def bounds(name):
    """The lowest and the highest number of a bin, by its name: `below 5`, `5`, `5–9`, `10 and more`."""
    below, low, high, more = re.fullmatch(r"below (\d+)|(\d+)(?:–(\d+))?( and more)?", name).groups()
    if below:
        return 0, int(below) - 1
    return int(low), float("inf") if more else int(high or low)


NUMBER_OF_DOCUMENT = {
    "length": lambda length, key: length,
    "mentions": lambda length, key: sum(map(len, key)),
}


def document_jobs(folder, name, texts, by, wanted):
    key, response = written(folder, name, texts)
    result = corefscope.score(key, response, metrics=NAMES, preset="conll2012", by=by)
    number = NUMBER_OF_DOCUMENT[re.split("[:=]", by)[1]]
    seen = 0
    for place, (group, scores) in enumerate(result.system.by_group.items()):
        low, high = bounds(group)
        part = [text for text in texts if low <= number(text[0], text[1]) <= high]
        assert len(part) == result.by.groups[group]
        seen += len(part)
        yield *written(folder, f"{name} {place}", part), wanted, len(part), scores
    assert seen == len(texts)


DOCUMENT_BINS = ["bins:length", "bins:length=10,20,30", "bins:mentions", "bins:mentions=5,12"]


@pytest.mark.parametrize("by", DOCUMENT_BINS)
def test_documents_in_bins_of_random_texts(scorer, by, tmp_path, record_property):
    jobs = []
    for seed in range(15):
        jobs += document_jobs(tmp_path, str(seed), random_texts(Random(f"{by} {seed}")), by, scorer[0])
    compare_scores(jobs).conclude(f"random texts, {by}", record_property)


@pytest.mark.parametrize("by", ["bins:length", "bins:mentions"])
def test_documents_in_bins_of_real_texts(scorer, by, tmp_path, record_property):
    jobs = document_jobs(tmp_path, "real", real_texts(), by, scorer[0])
    compare_scores(jobs).conclude(f"real texts, {by}", record_property)


NUMBER_OF_ENTITY = {
    "entity-size": len,
    "range": lambda entity: max(first for first, _ in entity) - min(first for first, _ in entity),
}


def compare_entity_bins(comparison, folder, texts, by, wanted):
    """Recall with the key's entities of the bin only beside the whole response; precision the other way round."""
    key, response = paths = written(folder, "whole", texts)
    result = corefscope.score(*paths, metrics=["mentions", "muc", "b3", "lea"], preset="conll2012", by=by)
    number = NUMBER_OF_ENTITY[re.split("[:=]", by)[1]]
    comparison.files += 1
    comparison.documents += len(texts)
    for group, scores in result.system.by_group.items():
        low, high = bounds(group)

        def inside(_, entity, low=low, high=high):
            return low <= number(entity) <= high

        cut = [(length, *(chosen(side, inside) for side in sides)) for length, *sides in texts]
        of_bin = written(folder, "bin", cut)
        for scorer, metric in wanted:
            for (what, place), files in zip(SIDES, ((of_bin[0], response), (key, of_bin[1])), strict=True):
                lines = run(scorer, metric, *files)[METRICS[metric]]
                for line, name in (("Coreference", METRICS[metric]), ("Identification of Mentions", "mentions")):
                    for part, text in zip(("num", "den"), lines[line][place], strict=True):
                        count = scores[name].counts[f"{what}_{part}"]
                        comparison.add((by, group, name, what, part), count, text, close)


def close(value, text):
    """Shares of mentions are fractions, so that whole counts may be off by what floats lose."""
    return same_count(float(value), text)


ENTITY_BINS = ["bins:entity-size", "bins:entity-size=2,4", "bins:range", "bins:range=0,1,5,20"]


@pytest.mark.parametrize("by", ENTITY_BINS)
def test_entities_in_bins_of_random_texts(scorer, by, tmp_path, record_property):
    comparison = Comparison()
    for seed in range(15):
        compare_entity_bins(comparison, tmp_path, random_texts(Random(f"{by} {seed}")), by, scorer[1])
    comparison.conclude(f"random texts, {by}", record_property)


@pytest.mark.parametrize("by", ["bins:entity-size", "bins:range"])
def test_entities_in_bins_of_real_texts(scorer, by, tmp_path, record_property):
    comparison = Comparison()
    compare_entity_bins(comparison, tmp_path, real_texts(), by, scorer[1])
    comparison.conclude(f"real texts, {by}", record_property)


def numbered(*sides):
    """A document in which each mention is one token: all that the metrics ask is which mentions are the same."""
    tokens = {mention: token for token, mention in enumerate(sorted({m for side in sides for e in side for m in e}))}
    return (len(tokens) + 1, *([[(tokens[m], tokens[m]) for m in e] for e in side] for side in sides))


def joined(texts):
    """One document of several, one behind the other: of many small ones the scorer searches the file for each."""
    begin, sides = 0, ([], [])
    for length, *entities in texts:
        for side, found in zip(sides, entities, strict=True):
            side += [[(begin + first, begin + last) for first, last in entity] for entity in found]
        begin += length
    return (begin + 1, *sides)


def shares_of_mention(mention, entity, others):
    """Documents for what one mention adds: to MUC, and by which B³ is made of it.

    MUC: the entity up to the mention, and up to the one before it; what the second has less is the mention's link. B³:
    of n mentions that entity and other entity share, the scorer counts n·n/|K|; without this one, (n−1)²/|K|; of
    this one alone 1/|K|. The first less the second plus the third is twice n/|K|, which is what the mention has.
    """
    upto = entity[: entity.index(mention) + 1]
    kept = partial(chosen, others)
    other = kept(lambda _, each: mention in each)
    less = chosen(other, lambda each, _: each != mention)
    alone = [[mention]] if other else []
    return {
        "muc": [([part] if part else [], kept(lambda each, _: each in upto)) for part in (upto, upto[:-1])],
        "bcub": [([entity], each) for each in (other, less, alone)],
    }


NUMBER_OF_MENTION = {
    "distance": lambda mention, entity: mention[0] - entity[entity.index(mention) - 1][0],
    "mention-length": lambda mention, entity: mention[1] - mention[0] + 1,
}


def members(group, what, entities):
    """Pairs of a mention of the bin and its entity, in the order of the text."""
    for entity in entities:
        for mention in entity:
            if what == "distance" and mention == entity[0]:
                if group == "first of its entity":
                    yield mention, entity
            elif group != "first of its entity":
                low, high = bounds(group)
                if low <= NUMBER_OF_MENTION[what](mention, entity) <= high:
                    yield mention, entity


def compare_mention_bins(comparison, folder, scorer, texts, by):
    result = corefscope.score(
        *written(folder, "whole", texts), metrics=["mentions", "muc", "b3"], preset="conll2012", by=by
    )
    what = re.split("[:=]", by)[1]
    comparison.files += 1
    comparison.documents += len(texts)
    for group, scores in result.system.by_group.items():
        for side, place in SIDES:
            files = {"muc": ([], []), "bcub": ([], [], [])}
            found = []
            for _, *sides in texts:
                for mention, entity in members(group, what, sides[place]):
                    found.append(numbered([[mention]], chosen(sides[1 - place], lambda each, _, m=mention: each == m)))
                    for metric, parts in shares_of_mention(mention, entity, sides[1 - place]).items():
                        for documents, part in zip(files[metric], parts, strict=True):
                            documents.append(numbered(*part))

            def counted(metric, documents, line="Coreference"):
                """Numerator and denominator of recall; the side that is judged is the key of these files."""
                return [
                    float(text)
                    for text in run(scorer, metric, *written(folder, "part", [joined(documents)]))[METRICS[metric]][
                        line
                    ][0]
                ]

            identified = counted("muc", found, "Identification of Mentions")
            muc = [upto - before for upto, before in zip(*(counted("muc", each) for each in files["muc"]), strict=True)]
            whole, less, alone = (counted("bcub", each)[0] for each in files["bcub"])
            expected = {"mentions": identified, "muc": muc, "b3": [(whole - less + alone) / 2, identified[1]]}
            for name, numbers in expected.items():
                for part, number in zip(("num", "den"), numbers, strict=True):
                    count = scores[name].counts[f"{side}_{part}"]
                    comparison.add((by, group, name, side, part), count, number, close)


MENTION_BINS = ["bins:distance=0,1,4,10", "bins:distance", "bins:mention-length"]


@pytest.mark.parametrize("by", MENTION_BINS)
def test_mentions_in_bins_of_random_texts(by, tmp_path, record_property):
    comparison, folder = Comparison(), scorer_folder(SCORER)
    for seed in range(8):
        compare_mention_bins(comparison, tmp_path, folder, random_texts(Random(f"{by} {seed}")), by)
    comparison.conclude(f"random texts, {by}", record_property)


@pytest.mark.parametrize("by", ["bins:distance", "bins:mention-length"])
def test_mentions_in_bins_of_real_texts(by, tmp_path, record_property):
    comparison = Comparison()
    compare_mention_bins(comparison, tmp_path, scorer_folder(SCORER), real_texts(), by)
    comparison.conclude(f"real texts, {by}", record_property)
