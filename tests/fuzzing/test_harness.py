"""The fuzzer itself: what must never happen is found when it does."""

import random
import time
from pathlib import Path

import pytest

import corefscope as cs
from corefscope.basics.codes import DOUBTFUL
from fuzzing import harness, plain
from fuzzing.harness import Finding
from fuzzing.judging import METRICS, judged
from fuzzing.layouts import LAYOUTS, files_of
from fuzzing.texts import random_pair


@pytest.mark.parametrize(
    ("case", "told"),
    [
        (lambda chance, folder: [][0], "IndexError"),
        (lambda chance, folder: time.sleep(5), "Hang"),
        (lambda chance, folder: (folder / "missing").read_text(), "FileNotFoundError"),
    ],
)
def test_what_goes_wrong_is_counted_and_told(case, told, monkeypatch):
    monkeypatch.setattr(harness, "SECONDS", 0.1)
    outcomes = harness.run("broken", case, range(2, 4))
    assert outcomes.counts == {"WRONG": 2}
    assert told in outcomes.findings[0]
    assert outcomes.findings[1].startswith("broken, seed 1, case 3: ")


def test_a_name_without_a_folder_stays_in_the_folder_of_its_case():
    before, found = Path.cwd(), []

    def case(chance, folder):
        found.append(sorted(folder.iterdir()))
        Path("x").write_text("left by a case")
        found.append(sorted(path.name for path in folder.iterdir()))
        return "done"

    harness.run("left", case, range(2))
    assert found == [[], ["x"], [], ["x"]]
    assert Path.cwd() == before


def test_a_case_is_repeatable_from_its_number():
    seen = []

    def case(chance, folder):
        seen.append(chance.random())
        return "done"

    harness.run("same", case, range(3))
    harness.run("same", case, range(2, 3))
    assert seen[2] == seen[3] != seen[1]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_files_as_they_should_be_score_as_plain_readers_say(layout, tmp_path):
    """Without damage every layout is read by package and plain reader alike, and a false number would be found."""
    chance, judgements = random.Random(layout), 0
    for _ in range(30):
        sides = [files_of(layout, texts) for texts in random_pair(chance)]
        paths = []
        for name, files in zip(("key", "response"), sides, strict=True):
            (tmp_path / name).mkdir(exist_ok=True)
            for each, content in files.items():
                (tmp_path / name / each).parent.mkdir(exist_ok=True)
                (tmp_path / name / each).write_bytes(content)
            paths.append(tmp_path / name / next(iter(files)))
        key, response = (plain.read(layout, files) for files in sides)
        if not any(response.values()):
            continue
        result = cs.score(*paths, metrics=METRICS)
        # A document without mentions is missing from a table; mentions cross sentences in CorefUD.
        if {notice.code for notice in result.warnings} - DOUBTFUL:
            continue
        judged(result, key, response)
        judgements += 1
        first = next(iter(key))
        with pytest.raises(Finding):
            judged(result, {**key, first: [*key[first], ["a mention more"]]}, response)
    assert judgements > 10
