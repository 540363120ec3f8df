"""CONLL-UA files under the presets of CODI-CRAC and CRAC 2018, beside the scorers of Universal Anaphora.

The scorers are found as in test_ua_scorers; COREFSCOPE_CODI_CRAC names a folder of real files (*.CONLLUA), which are
scored against damaged copies of themselves. What depends on the order of a hash table there (BLANC with sets, LEA with
sets in the first scorer) is compared with slow definitions in test_sets. The time of the second scorer grows fast with
a document, so that it gets the shortest of each file.
"""

import os
from pathlib import Path
from random import Random

import pytest

import corefscope
from differential.test_ua_scorers import BESIDE, COREFERENCE, FOLDERS, run
from support.inputs.dialogue import damaged, dialogue

PRESETS = {
    "codicrac-anaphora": {"split": True},
    "codicrac-bridging": {"split": True},
    "codicrac-deixis": {"split": True, "deixis": True},
    "crac2018": {"split": False},
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
    place = os.environ.get("COREFSCOPE_CODI_CRAC")
    if not place:
        pytest.skip("COREFSCOPE_CODI_CRAC is not set")
    random = Random(6)
    for path in sorted(Path(place).rglob("*.CONLLUA")):
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
            found = [score.recall, score.precision, score.f1]
            if found != pytest.approx(theirs[name], abs=1e-9):
                different.append((job["key"], job["preset"], name, found, theirs[name]))
    return different, compared


@pytest.mark.parametrize("version", FOLDERS)
@pytest.mark.parametrize("texts", [files, real_files])
def test_presets(version, texts, tmp_path):
    different, compared = differences(version, list(texts(tmp_path, version)))
    assert not different
    assert compared > 50
