"""CONLL-UA files under the presets of CODI-CRAC and by minimum spans, beside the scorers of Universal
Anaphora.

The scorers are found as in test_ua_scorers; COREFSCOPE_CODI_CRAC names a folder of real files (*.CONLLUA), which are
scored against damaged copies of themselves. What depends on the order of a hash table there (BLANC with sets, LEA with
sets in the first scorer) is compared with slow definitions in test_sets. The time of the second scorer grows fast with
a document, so that it gets the shortest of each file.
"""

from dataclasses import replace
from random import Random

import pytest

import corefscope
from differential.peers import peer
from differential.test_ua_scorers import BESIDE, COREFERENCE, FOLDERS, run
from support.inputs.dialogue import damaged, dialogue

PRESETS = {
    "codicrac-anaphora": {"split": True},
    "codicrac-bridging": {"split": True},
    "codicrac-deixis": {"split": True, "deixis": True},
    "ua": {"split": True},
}


SHORTEST = 2  # documents of each real file, for the second scorer


def files(folder, version, count=25):
    """Random corpora of three texts as pairs of paths."""
    random = Random(5)
    for number in range(count):
        key = [dialogue(random, f"text {place}") for place in range(3)]
        yield written(folder, str(number), key, [damaged(random, each) for each in key])


def real_files(folder, version):
    random = Random(6)
    for path in sorted(peer("COREFSCOPE_CODI_CRAC").rglob("*.CONLLUA")):
        key = sorted(corefscope.read(path), key=lambda each: each.mention_count)
        key = key if version == "1" else key[:SHORTEST]
        yield written(folder, path.stem, key, [damaged(random, each) for each in key])


def written(folder, name, key, response):
    paths = folder / f"{name}.key.conllua", folder / f"{name}.response.conllua"
    for path, documents in zip(paths, (key, response), strict=True):
        corefscope.write(documents, path)
    return tuple(map(str, paths))


def differences(version, pairs):
    """All numbers that differ, and how many were compared."""
    jobs = [
        {"key": key, "response": response, **job, "preset": preset}
        for key, response in pairs
        for preset, job in PRESETS.items()
    ]
    different, compared = [], 0
    for job, theirs in zip(jobs, run(version, jobs), strict=True):
        result = corefscope.score(job["key"], job["response"], preset=job["preset"])
        for name, score in result.scores.items():
            unsteady = name == "blanc" or (name, version) == ("lea", "1")
            if name not in (*COREFERENCE, *BESIDE) or (job["split"] and unsteady):
                continue
            compared += 1
            values = [score.recall, score.precision, score.f1]
            if values != pytest.approx(theirs[name], abs=1e-9):
                different.append((job["key"], job["preset"], name, values, theirs[name]))
    return different, compared


@pytest.mark.parametrize("version", FOLDERS)
@pytest.mark.parametrize("texts", [files, real_files])
def test_presets(version, texts, tmp_path):
    different, compared = differences(version, list(texts(tmp_path, version)))
    assert not different
    assert compared > 50


def shortened(random, document):
    """The text with mentions that lack words at their ends, where that crosses no other, and without bridging."""
    silent = document.annotations["nonreferring"].entities
    others = [mention for each in (*document.entities, *silent) for mention in each]
    used = {(each.start, each.end) for each in others}
    entities = []
    for entity in document.entities:
        values = []
        for mention in entity:
            start = random.randint(mention.start, mention.end - 1)
            end = random.randint(start + 1, mention.end)
            crosses = any(a.start < start < a.end < end or start < a.start < end < a.end for a in others)
            if crosses or (start, end) in used or random.random() < 0.4:
                start, end = mention.start, mention.end
            used.add((start, end))
            values.append(corefscope.Mention(start, end))
            others.append(values[-1])
        entities.append(values)
    sets = [each for each in document.relations if each.kind == "split_antecedent"]
    return replace(document, entities=entities, relations=sets)


@pytest.mark.parametrize("split", ["keep", "drop"])
def test_minimum_spans(split, tmp_path):
    """Mentions of the response that have the key's minimum span and lie within it. The first scorer does not find
    them (see the defects of others), and the second compares bridging and what refers to nothing exactly."""
    random = Random(21)
    pairs = []
    for number in range(25):
        key = [dialogue(random, f"text {place}") for place in range(2)]
        pairs.append(written(tmp_path, str(number), key, [shortened(random, damaged(random, each)) for each in key]))
    jobs = [{"key": key, "response": response, "split": split == "keep", "min": True} for key, response in pairs]
    different, loose = [], 0
    for (key, response), theirs in zip(pairs, run("2", jobs), strict=True):
        metrics = [name for name in COREFERENCE if split == "drop" or name != "blanc"]
        options = {"metrics": [*metrics, "mentions"], "split": split, "boundary": "either"}
        result = corefscope.score(key, response, match="min", **options)
        loose += result.f1["mentions"] > corefscope.score(key, response, **options).f1["mentions"]
        for name in metrics:
            score = result.scores[name]
            if [score.recall, score.precision, score.f1] != pytest.approx(theirs[name], abs=1e-9):
                different.append((key, name, score.f1, theirs[name]))
    assert not different
    assert loose > 15
