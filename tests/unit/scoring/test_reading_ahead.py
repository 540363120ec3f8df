"""Large files are read in two threads; the outcome is the same."""

from __future__ import annotations

from pathlib import Path

import pytest

import corefscope as cs
from corefscope.problems import CorefscopeError
from corefscope.scoring import inputs
from corefscope.settings import Settings

KEY, RESPONSE = "examples/key.conll", "examples/response-a.conll"
DAMAGED = "#begin document (a); part 000\na\t0\t0\tx\t(1\n#end document\n"


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Read every file in a thread, and note which sides were."""
    sides: list[int] = []
    begin = inputs.in_background
    monkeypatch.setattr(inputs, "WORTH_A_THREAD", 0)

    def in_background(source: inputs.Source, settings: Settings) -> inputs.Source:
        source = begin(source, settings)
        sides.extend([1] * (source.pending is not None))
        return source

    monkeypatch.setattr("corefscope.scoring.score.in_background", in_background)
    return sides


def test_numbers_and_progress(threads: list[int]) -> None:
    steps: list[str] = []
    result = cs.score(KEY, RESPONSE, RESPONSE, names=["a", "b"], progress=steps.append)
    assert threads == [1]
    assert result.systems[0].scores == result.systems[1].scores
    assert [step for step in steps if "scored" not in step] == [KEY, RESPONSE, RESPONSE]


def test_errors(threads: list[int], tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.conll"
    damaged.write_text(DAMAGED, encoding="utf-8")
    for key, response in ((KEY, damaged), (damaged, RESPONSE), (damaged, "nowhere.conll")):
        with pytest.raises(CorefscopeError, match=r"damaged\.conll:2"):
            cs.score(key, response)
    assert threads == [1, 1]  # a file that does not exist is left to the main thread
