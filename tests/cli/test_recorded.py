"""Every command line gives the outcome in `expected`: statuses, codes, numbers and, separately, words.

A change of wording makes only `test_words` fail: run `python tests/cli` and review the difference. A change of numbers
needs a line in the changelog.
"""

import pytest

from cli.calls import calls
from cli.recording import outcomes, read
from fuzzing.layouts import LAYOUTS

GROUPS = read()


# The tests of a group run in one process, so that its command lines run once.
@pytest.fixture(scope="module", params=[pytest.param(each, marks=pytest.mark.xdist_group(each)) for each in GROUPS])
def group(request):
    """Return the recorded and the current outcomes of a group of command lines."""
    if any("--engine duckdb" in line for line in GROUPS[request.param]):
        pytest.importorskip("duckdb", reason="duckdb is not installed")
    return GROUPS[request.param], {line: outcome for _, line, outcome in outcomes(request.param)}


def test_every_group_is_recorded(tmp_path):
    for name in ("odd", *LAYOUTS):
        (tmp_path / name).mkdir()
    assert set(calls(tmp_path)) == set(GROUPS)


def test_the_same_command_lines_are_recorded(group):
    recorded, now = group
    assert list(now) == list(recorded)


def test_numbers_codes_and_statuses(group):
    recorded, now = group
    for line, outcome in recorded.items():
        for part in ("status", "codes", "numbers"):
            assert now[line][part] == outcome[part], f"corefscope {line}"


def test_words(group):
    recorded, now = group
    for line, outcome in recorded.items():
        assert now[line]["words"] == outcome["words"], f"corefscope {line}"
